/* SPDX-License-Identifier: Apache-2.0 */

/* How rows of the profile panel open and are selected, by clicks, keys and the session,
 * without a widget. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-tree.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define CLOSED "\na.Main.main\na.Main.walk\na.Leaf.end\n"

typedef struct
{
  TvTraceSession *session;
  TvProfileTree *tree;
  guint32 main;
  guint32 walk;
  guint32 leaf;
  guint n_shown;
  guint shown_position;
  double shown_align;
} Fixture;

static void
note_shown (TvProfileTree *tree, guint position, double align, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_shown++;
  fixture->shown_position = position;
  fixture->shown_align = align;
}

static Fixture *
fixture_new (void)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->session = tv_profile_sample_new ();
  fixture->tree = tv_profile_tree_new (fixture->session);
  fixture->main = tv_profile_sample_find (fixture->session, "a.Main.main");
  fixture->walk = tv_profile_sample_find (fixture->session, "a.Main.walk");
  fixture->leaf = tv_profile_sample_find (fixture->session, "a.Leaf.end");
  g_signal_connect (fixture->tree, "show-row", G_CALLBACK (note_shown), fixture);
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  g_assert_finalize_object (fixture->tree);
  g_assert_finalize_object (fixture->session);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static void
assert_tree (Fixture *fixture, const char *expected)
{
  g_autofree char *text = NULL;

  /* What is left closes before the next layout. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  text = tv_profile_sample_tree_to_string (fixture->tree);
  ck_assert_str_eq (text, expected);
}

static void
assert_selected_method (Fixture *fixture, guint32 method)
{
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session), method);
}

/* The arrow keys select a row and do nothing else. */
static void
move_to (Fixture *fixture, guint position)
{
  tv_profile_tree_select (fixture->tree, position);
}

/* A click selects a row first. */
static void
click (Fixture *fixture, guint position)
{
  move_to (fixture, position);
  tv_profile_tree_pick (fixture->tree, position);
}

/* The triangle. */
static void
toggle (Fixture *fixture, guint position)
{
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (fixture->tree));
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, position);

  gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  tv_profile_tree_record_toggle (fixture->tree, row);
}

START_TEST (test_all_is_closed_at_first)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  assert_tree (fixture, CLOSED);
  assert_selected_method (fixture, TV_METHOD_NONE);
}
END_TEST

START_TEST (test_a_selection_elsewhere_opens_the_method)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  tv_trace_session_select_call (fixture->session, (TvCallRef){ 0, 3 });
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
  ck_assert_uint_eq (fixture->n_shown, 1);
  ck_assert_uint_eq (fixture->shown_position, 2);
  ck_assert_double_eq_tol (fixture->shown_align, 1.0 / 3, 1e-9);
  /* Showing it must not turn the call into all calls of the method. */
  ck_assert_uint_eq (tv_trace_session_get_selected_call (fixture->session).call, 3);

  tv_trace_session_select_method (fixture->session, fixture->main);
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
  tv_trace_session_clear_selection (fixture->session);
  assert_tree (fixture, CLOSED);
}
END_TEST

START_TEST (test_groups_that_come_later_open_when_they_come)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (200001);
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  g_autofree char *text = NULL;

  tv_trace_session_select_method (session,
                                  tv_profile_sample_find (session, "l.Loop.run"));
  ck_assert_uint_eq (g_list_model_get_n_items (rows), 2);
  while (g_list_model_get_n_items (rows) == 2)
    g_main_context_iteration (NULL, TRUE);
  text = tv_profile_sample_tree_to_string (tree);
  ck_assert_str_eq (text, "\n*l.Loop.run\n.Parents\n..(toplevel)\n.Children\n..self\n"
                          "..l.Step.take\nl.Step.take\n");
}
END_TEST

/* The whole, with the roots under it: all that takes time. It stays open and selected
 * in another order. */
START_TEST (test_toplevel_opens_into_the_roots)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (TvProfileItem) item = NULL;
  g_autofree char *text = NULL;

  tv_profile_model_set_toplevel (tv_profile_tree_get_methods (fixture->tree), TRUE);
  assert_tree (fixture, "\n(toplevel)\na.Main.main\na.Main.walk\na.Leaf.end\n");
  item = tv_profile_tree_dup_row (fixture->tree, 0);
  text = tv_profile_sample_row_to_string (item, fixture->session);
  ck_assert_str_eq (text,
                    "0 (toplevel)|100.0%|10.000|0.0%|0.000|100.0%|20.000|0.0%|0.000"
                    "|0.0%|0.000|1+0|10.000|20.000");
  tv_profile_tree_select (fixture->tree, 0);
  tv_profile_tree_activate (fixture->tree, 0);
  assert_tree (fixture, "\n*(toplevel)\n.Children\n..self\n..a.Main.main\na.Main.main\n"
                        "a.Main.walk\na.Leaf.end\n");
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_NAME, TRUE);
  assert_tree (fixture,
               "\na.Main.walk\na.Main.main\na.Leaf.end\n*(toplevel)\n.Children\n"
               "..self\n..a.Main.main\n");
}
END_TEST

START_TEST (test_recursive_groups_stay_closed)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  tv_trace_session_select_method (fixture->session, fixture->walk);
  assert_tree (fixture, "\na.Main.main\n*a.Main.walk\n.Parents\n..a.Main.main\n"
                        ".Children\n..self\n..a.Main.walk\n.Parents while recursive\n"
                        ".Children while recursive\na.Leaf.end\n");
}
END_TEST

START_TEST (test_arrows_select_without_opening)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  move_to (fixture, 0);
  assert_selected_method (fixture, fixture->main);
  move_to (fixture, 1);
  assert_selected_method (fixture, fixture->walk);
  assert_tree (fixture, "\na.Main.main\n*a.Main.walk\na.Leaf.end\n");
}
END_TEST

START_TEST (test_a_picked_method_closes_when_the_selection_leaves)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  assert_selected_method (fixture, fixture->leaf);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
  move_to (fixture, 4);
  assert_selected_method (fixture, fixture->leaf);
  move_to (fixture, 1);
  assert_tree (fixture, "\na.Main.main\n*a.Main.walk\na.Leaf.end\n");
}
END_TEST

START_TEST (test_what_was_opened_by_hand_stays_open)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 2);
  assert_selected_method (fixture, TV_METHOD_NONE);
  click (fixture, 1);
  click (fixture, 0);
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
}
END_TEST

START_TEST (test_touching_a_picked_method_keeps_it_open)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  toggle (fixture, 6); /* Children */
  move_to (fixture, 0);
  assert_tree (fixture, "\n*a.Main.main\na.Main.walk\na.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n.Children\n");
}
END_TEST

START_TEST (test_relatives_lead_to_their_method)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  click (fixture, 4); /* a.Main.main among the parents */
  assert_selected_method (fixture, fixture->main);
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
  ck_assert_uint_eq (fixture->shown_position, 0);
  tv_profile_tree_activate (fixture->tree, 5); /* a.Main.walk among the children */
  assert_selected_method (fixture, fixture->walk);
}
END_TEST

START_TEST (test_rows_about_no_method_lead_nowhere)
{
  static const char *const expected
      = "\na.Main.main\na.Main.walk\na.Leaf.end\n.Parents\n..a.Main.main\n"
        "..a.Main.walk\n.Children\n..self\n..*(context switch)\n";
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  click (fixture, 7); /* self */
  assert_selected_method (fixture, fixture->leaf);
  click (fixture, 8); /* (context switch) */
  assert_selected_method (fixture, fixture->leaf);
  assert_tree (fixture, expected);
  tv_profile_tree_activate (fixture->tree, 8);
  assert_tree (fixture, expected);
}
END_TEST

START_TEST (test_activating_a_heading_opens_and_closes_it)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  tv_profile_tree_activate (fixture->tree, 3);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n.Parents\n"
                        ".Children\n..self\n..(context switch)\n");
  tv_profile_tree_activate (fixture->tree, 3);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
}
END_TEST

START_TEST (test_stepping_in_and_out)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  move_to (fixture, 2);
  for (guint i = 0; i < 6; i++) /* in the end there is nothing below: stays */
    tv_table_model_step (TV_TABLE_MODEL (fixture->tree), TRUE);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\na.Leaf.end\n"
                        ".Parents\n..a.Main.main\n...*(toplevel)\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
  for (guint i = 0; i < 4; i++)
    tv_table_model_step (TV_TABLE_MODEL (fixture->tree), FALSE);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\na.Leaf.end\n"
                        ".*Parents\n.Children\n..self\n..(context switch)\n");
  ck_assert_double_eq (fixture->shown_align, TV_TABLE_SCROLL_LEAST);
  tv_table_model_step (TV_TABLE_MODEL (fixture->tree), FALSE);
  tv_table_model_step (TV_TABLE_MODEL (fixture->tree), FALSE);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n");
}
END_TEST

START_TEST (test_closing_a_method_keeps_it_selected)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  click (fixture, 2);
  move_to (fixture, 8);
  toggle (fixture, 2);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n");
}
END_TEST

START_TEST (test_a_new_order_keeps_what_is_open_and_selected)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 1);
  toggle (fixture, 7); /* Parents while recursive */
  tv_trace_session_select_method (fixture->session, fixture->main);
  fixture->n_shown = 0;
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_NAME, FALSE);
  assert_tree (fixture, "\na.Leaf.end\n*a.Main.main\n.Parents\n..(toplevel)\n"
                        ".Children\n..self\n..a.Leaf.end\n..a.Main.walk\n"
                        "a.Main.walk\n.Parents\n..a.Main.main\n.Children\n..self\n"
                        "..a.Main.walk\n.Parents while recursive\n..a.Main.walk\n"
                        ".Children while recursive\n");
  assert_selected_method (fixture, fixture->main);
  ck_assert_uint_eq (fixture->n_shown, 1);
  ck_assert_uint_eq (fixture->shown_position, 1);
}
END_TEST

START_TEST (test_very_many_methods_are_there_at_once)
{
  const guint n = 50000;
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_many (n);
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));

  ck_assert_uint_eq (g_list_model_get_n_items (rows), n);
  ck_assert_uint_eq (tv_profile_tree_get_method_position (tree, n - 7), n - 7);
}
END_TEST

static void
count_change (GListModel *model, guint position, guint removed, guint added,
              gpointer user_data)
{
  (*(guint *) user_data)++;
}

START_TEST (test_a_new_order_takes_all_rows_and_brings_others)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (fixture->tree));
  g_autoptr (TvProfileItem) first = tv_profile_tree_dup_row (fixture->tree, 0);
  guint n_changes = 0;

  g_signal_connect (rows, "items-changed", G_CALLBACK (count_change), &n_changes);
  ck_assert_uint_eq (first->method, fixture->main);
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_NAME, FALSE);
  ck_assert_uint_eq (first->method, fixture->main);
  ck_assert_uint_eq (n_changes, 2);
  assert_tree (fixture, "\na.Leaf.end\na.Main.main\na.Main.walk\n");
}
END_TEST

static void
select_range (Fixture *fixture, gint64 start_ms, gint64 end_ms)
{
  tv_trace_session_set_range (fixture->session, start_ms * 1000000, end_ms * 1000000);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
}

/* Relatives in a range come from a worker, too. */
static void
wait_for_rows (Fixture *fixture, guint n)
{
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (fixture->tree));

  while (g_list_model_get_n_items (rows) != n)
    g_main_context_iteration (NULL, TRUE);
}

/* Between 15 and 18 ms a.Main.main runs and a.Leaf.end in it, between 19 and 20 the
 * first alone. */
START_TEST (test_a_range_has_rows_for_its_own_methods)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 0);
  select_range (fixture, 15, 18);
  wait_for_rows (fixture, 7);
  assert_tree (fixture, "\na.Leaf.end\na.Main.main\n.Parents\n..(toplevel)\n"
                        ".Children\n..self\n..a.Leaf.end\n");
  select_range (fixture, 19, 20);
  wait_for_rows (fixture, 3);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n");
  tv_trace_session_clear_range (fixture->session);
  wait_for_rows (fixture, 9);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
}
END_TEST

TV_TESTS (NULL, NULL)
