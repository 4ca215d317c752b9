/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees that are opened in place, level by level, and the way back
 * through the methods visited, without a widget. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-tree.h"
#include "ui/profile/relatives-list.h"
#include "ui/session/trace-session.h"

#include <check.h>

typedef struct
{
  TvTraceSession *session;
  TvProfileTree *tree;
  GListModel *rows;
  GString *changes;
} Fixture;

static void
log_change (GListModel *rows, guint position, guint removed, guint added,
            gpointer user_data)
{
  g_string_append_printf (user_data, "%u-%u+%u; ", position, removed, added);
}

static Fixture *
fixture_new_of (TvTraceSession *session)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->session = session;
  fixture->tree = tv_profile_tree_new (session);
  fixture->rows = G_LIST_MODEL (tv_profile_tree_get_selection (fixture->tree));
  fixture->changes = g_string_new (NULL);
  g_signal_connect (fixture->rows, "items-changed", G_CALLBACK (log_change),
                    fixture->changes);
  return fixture;
}

static Fixture *
fixture_new (void)
{
  return fixture_new_of (tv_profile_sample_new ());
}

static void
fixture_free (Fixture *fixture)
{
  g_assert_finalize_object (fixture->tree);
  g_assert_finalize_object (fixture->session);
  g_string_free (fixture->changes, TRUE);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static void
assert_tree (Fixture *fixture, const char *expected)
{
  g_autofree char *text = NULL;

  while (g_main_context_iteration (NULL, FALSE))
    ;
  text = tv_profile_sample_tree_to_string (fixture->tree);
  ck_assert_str_eq (text, expected);
}

static void
assert_changes (Fixture *fixture, const char *expected)
{
  ck_assert_str_eq (fixture->changes->str, expected);
  g_string_truncate (fixture->changes, 0);
}

static void
assert_row (Fixture *fixture, guint position, const char *expected)
{
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (fixture->tree, position);
  g_autofree char *text = tv_profile_sample_row_to_string (row, fixture->session);

  ck_assert_str_eq (text, expected);
}

static void
select_position (Fixture *fixture, guint position)
{
  tv_profile_tree_select (fixture->tree, position);
}

/* As a person does by the triangle. */
static void
toggle (Fixture *fixture, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (fixture->rows, position);

  gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  tv_profile_tree_record_toggle (fixture->tree, row);
}

static gboolean
can_open (Fixture *fixture, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (fixture->rows, position);

  return gtk_tree_list_row_is_expandable (row);
}

static void
visit (Fixture *fixture, const char *method)
{
  tv_trace_session_select_method (fixture->session,
                                  tv_profile_sample_find (fixture->session, method));
}

static void
wait_for_rows (Fixture *fixture, guint n)
{
  while (g_list_model_get_n_items (fixture->rows) != n)
    g_main_context_iteration (NULL, TRUE);
}

#define WALKED_DOWN                                                                    \
  "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n..a.Main.walk\n...self\n" \
  "...a.Main.walk\n....self\n....a.Leaf.end\n..a.Leaf.end\n...self\n"                  \
  "...(context switch)\na.Main.walk\na.Leaf.end\n"

/* Opens all that a.Main.main calls, and what that calls. */
static void
walk_down (Fixture *fixture)
{
  toggle (fixture, 0);
  toggle (fixture, 6); /* a.Leaf.end */
  toggle (fixture, 5); /* a.Main.walk */
  toggle (fixture, 7); /* a.Main.walk in it */
}

START_TEST (children_open_level_by_level)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  walk_down (fixture);
  assert_changes (fixture, "1-0+2; 2-0+1; 4-0+3; 7-0+2; 6-0+2; 8-0+2; ");
  assert_tree (fixture, WALKED_DOWN);
  /* Of 20 ms; CPU and wall are the same in a.Main.walk. */
  assert_row (fixture, 5, "2 a.Main.walk ()V|60.0%|6.000|||30.0%|6.000|||||1/2||");
  assert_row (fixture, 6, "self|30.0%|3.000|||15.0%|3.000|||||||");
  assert_row (fixture, 7, "2 a.Main.walk ()V|30.0%|3.000|||15.0%|3.000|||||1/2||");
  assert_row (fixture, 8, "self|20.0%|2.000|||10.0%|2.000|||||||");
  assert_row (fixture, 9, "3 a.Leaf.end ()V|10.0%|1.000|||5.0%|1.000|||||1/2||");
  assert_row (fixture, 10, "3 a.Leaf.end ()V|10.0%|1.000|||55.0%|11.000|||||1/2||");
  assert_row (fixture, 11, "self|10.0%|1.000|||5.0%|1.000|||||||");
  assert_row (fixture, 12, "(context switch)|0.0%|0.000|||50.0%|10.000|||||1/1||");
}
END_TEST

START_TEST (only_what_calls_or_waits_on_the_path_opens)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  walk_down (fixture);
  ck_assert (can_open (fixture, 7));
  ck_assert (!can_open (fixture, 6)); /* self */
  ck_assert (!can_open (fixture, 9)); /* a.Leaf.end waits, but not there */
  ck_assert (can_open (fixture, 10));
  ck_assert (!can_open (fixture, 2)); /* (toplevel) */
}
END_TEST

START_TEST (parents_open_up_to_the_roots)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 2); /* a.Leaf.end */
  toggle (fixture, 5); /* a.Main.walk among its parents */
  toggle (fixture, 6); /* and that above it */
  toggle (fixture, 7);
  toggle (fixture, 4); /* a.Main.main among its parents */
  assert_tree (fixture, "\na.Main.main\na.Main.walk\na.Leaf.end\n"
                        ".Parents\n..a.Main.main\n...(toplevel)\n..a.Main.walk\n"
                        "...a.Main.walk\n....a.Main.main\n.....(toplevel)\n"
                        ".Children\n..self\n..(context switch)\n");
}
END_TEST

START_TEST (times_under_a_parent_are_of_the_method)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 2);
  toggle (fixture, 5);
  toggle (fixture, 6);
  assert_row (fixture, 4, "1 a.Main.main ()V|50.0%|1.000|||91.7%|11.000|||||1/2||");
  assert_row (fixture, 5, "2 a.Main.walk ()V|50.0%|1.000|||8.3%|1.000|||||1/2||");
  assert_row (fixture, 6, "2 a.Main.walk ()V|50.0%|1.000|||8.3%|1.000|||||1/2||");
  assert_row (fixture, 7, "1 a.Main.main ()V|50.0%|1.000|||8.3%|1.000|||||1/2||");
}
END_TEST

START_TEST (children_while_recursive_open_with_their_own_time)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  toggle (fixture, 0);
  toggle (fixture, 7);  /* a.Main.walk */
  toggle (fixture, 14); /* Children while recursive */
  assert_row (fixture, 15, "3 a.Leaf.end ()V|16.7%|1.000|||16.7%|1.000|||||1/2||");
  ck_assert (!can_open (fixture, 15));
  toggle (fixture, 13); /* Parents while recursive */
  toggle (fixture, 14);
  assert_row (fixture, 14, "2 a.Main.walk ()V|50.0%|3.000|||50.0%|3.000|||||1/2||");
  assert_row (fixture, 15, "1 a.Main.main ()V|50.0%|3.000|||50.0%|3.000|||||1/2||");
}
END_TEST

START_TEST (what_was_open_in_a_row_opens_with_it)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  walk_down (fixture);
  toggle (fixture, 5);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\n...self\n...(context switch)\n"
                        "a.Main.walk\na.Leaf.end\n");
  toggle (fixture, 5);
  assert_tree (fixture, WALKED_DOWN);
  toggle (fixture, 3); /* Children */
  toggle (fixture, 3);
  assert_tree (fixture, WALKED_DOWN);
  /* A method opens anew. */
  toggle (fixture, 0);
  toggle (fixture, 0);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
}
END_TEST

START_TEST (what_was_open_in_a_row_is_known_when_the_trace_is_read_again)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  TvTrace *trace = tv_trace_session_get_trace (fixture->session);
  g_autoptr (TvTraceMatch) match = tv_trace_match_new (trace, trace);
  g_autoptr (TvProfileTree) again = tv_profile_tree_new (fixture->session);
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autofree char *text = NULL;

  walk_down (fixture);
  toggle (fixture, 5);
  tv_profile_tree_continue (again, fixture->tree, match);
  row = g_list_model_get_item (G_LIST_MODEL (tv_profile_tree_get_rows (again)), 5);
  gtk_tree_list_row_set_expanded (row, TRUE);
  tv_profile_tree_record_toggle (again, row);
  text = tv_profile_sample_tree_to_string (again);
  ck_assert_str_eq (text, WALKED_DOWN);
}
END_TEST

START_TEST (a_row_that_closes_is_selected_for_what_was_in_it)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  visit (fixture, "a.Main.main");
  toggle (fixture, 5);
  toggle (fixture, 7);
  select_position (fixture, 9);
  toggle (fixture, 5);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..*a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
}
END_TEST

/* Having touched it by hand is why it stays open. */
START_TEST (a_method_with_a_relative_opened_by_hand_stays_open)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  visit (fixture, "a.Main.main");
  toggle (fixture, 5);
  visit (fixture, "a.Leaf.end");
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n...self\n...a.Main.walk\n..a.Leaf.end\n"
                        "a.Main.walk\n*a.Leaf.end\n.Parents\n..a.Main.main\n"
                        "..a.Main.walk\n.Children\n..self\n..(context switch)\n");
}
END_TEST

/* What is known of a row, which is found once. */
static TvRelatives *
ref_relatives (Fixture *fixture, guint position)
{
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (fixture->tree, position);

  return tv_relatives_ref (row->query->relatives[TV_SIDE_SHOWN]);
}

/* By name the callees are the other way round. */
START_TEST (another_order_keeps_what_is_open_and_selected)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (TvRelatives) before = NULL;
  g_autoptr (TvRelatives) after = NULL;

  visit (fixture, "a.Main.main");
  toggle (fixture, 6);
  toggle (fixture, 5);
  toggle (fixture, 7);
  select_position (fixture, 9); /* a.Leaf.end, three calls deep */
  before = ref_relatives (fixture, 9);
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_NAME, FALSE);
  assert_tree (fixture, "\na.Leaf.end\na.Main.main\n.Parents\n..(toplevel)\n.Children\n"
                        "..self\n..a.Leaf.end\n...self\n...(context switch)\n"
                        "..a.Main.walk\n...self\n...a.Main.walk\n....self\n"
                        "....*a.Leaf.end\na.Main.walk\n");
  /* Nothing was worked out again. */
  after = ref_relatives (fixture, 13);
  ck_assert_ptr_eq (after, before);
  tv_trace_session_set_primary_clock (fixture->session, TV_CLOCK_WALL);
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_INCL_REAL, FALSE);
  assert_tree (fixture, "\na.Main.walk\na.Leaf.end\na.Main.main\n.Parents\n"
                        "..(toplevel)\n.Children\n..self\n..a.Main.walk\n...self\n"
                        "...a.Main.walk\n....self\n....*a.Leaf.end\n..a.Leaf.end\n"
                        "...self\n...(context switch)\n");
}
END_TEST

/* From 3.5 to 8.5 ms: a.Leaf.end is in a.Main.walk for half a millisecond. */
START_TEST (a_range_keeps_what_is_open_and_selected)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  visit (fixture, "a.Main.main");
  toggle (fixture, 5);
  toggle (fixture, 7);
  select_position (fixture, 9);
  tv_trace_session_set_range (fixture->session, 3500000, 8500000);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n...self\n...a.Main.walk\n....self\n"
                        "....*a.Leaf.end\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
  assert_row (fixture, 9, "3 a.Leaf.end ()V|10.0%|0.500|||10.0%|0.500|||||1/2||");
  /* And where the row is not, it comes back with the rest. */
  tv_trace_session_set_range (fixture->session, 7500000, 8500000);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Leaf.end\na.Leaf.end\n");
  tv_trace_session_clear_range (fixture->session);
  assert_tree (fixture, "\na.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n...self\n...a.Main.walk\n....self\n"
                        "....*a.Leaf.end\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
}
END_TEST

START_TEST (rows_of_a_worker_open_and_are_selected_late)
{
  g_autoptr (Fixture) fixture = fixture_new_of (tv_profile_sample_new_long (200001));

  visit (fixture, "l.Step.take");
  wait_for_rows (fixture, 4); /* Parents, l.Loop.run */
  toggle (fixture, 3);
  ck_assert_uint_eq (g_list_model_get_n_items (fixture->rows), 4);
  wait_for_rows (fixture, 5);
  select_position (fixture, 4);
  tv_trace_session_set_range (fixture->session, 0, 100000000);
  while (tv_trace_session_is_summing (fixture->session))
    g_main_context_iteration (NULL, TRUE);
  wait_for_rows (fixture, 5);
  assert_tree (fixture, "\nl.Loop.run\nl.Step.take\n.Parents\n..l.Loop.run\n"
                        "...*(toplevel)\n");
  assert_row (fixture, 4, "0 (toplevel)|100.0%|100.000|||100000/100000|");
}
END_TEST

START_TEST (what_comes_after_a_row_was_closed_is_dropped)
{
  g_autoptr (Fixture) fixture = fixture_new_of (tv_profile_sample_new_long (200001));

  visit (fixture, "l.Step.take");
  wait_for_rows (fixture, 4);
  g_string_truncate (fixture->changes, 0);
  for (guint i = 0; i < 5; i++)
    {
      toggle (fixture, 3);
      toggle (fixture, 3);
    }
  toggle (fixture, 3);
  wait_for_rows (fixture, 5);
  assert_tree (fixture, "\nl.Loop.run\n*l.Step.take\n.Parents\n..l.Loop.run\n"
                        "...(toplevel)\n");
  assert_changes (fixture, "4-0+1; ");
}
END_TEST

/* a(0-100) in which it calls itself, 50 deep. */
START_TEST (recursion_opens_as_deep_as_it_is)
{
  g_autoptr (Fixture) fixture = fixture_new_of (tv_profile_sample_new_recursive (50));
  guint n;

  toggle (fixture, 0);
  /* The last row at each level but the deepest opens. */
  for (guint depth = 1; depth < 49; depth++)
    {
      const guint before = g_list_model_get_n_items (fixture->rows);

      toggle (fixture, 2 + 2 * depth + 1);
      ck_assert_uint_eq (g_list_model_get_n_items (fixture->rows), before + 2);
    }
  n = g_list_model_get_n_items (fixture->rows);
  ck_assert (!can_open (fixture, 2 + 2 * 49 + 1));
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture->tree),
                         TV_PROFILE_COLUMN_NAME, TRUE);
  ck_assert_uint_eq (g_list_model_get_n_items (fixture->rows), n);
}
END_TEST

START_TEST (back_and_forward_open_the_methods_visited)
{
  g_autoptr (Fixture) fixture = fixture_new ();

  visit (fixture, "a.Main.main");
  visit (fixture, "a.Main.walk");
  visit (fixture, "a.Leaf.end");
  tv_profile_tree_go (fixture->tree, FALSE);
  tv_profile_tree_go (fixture->tree, FALSE);
  tv_profile_tree_go (fixture->tree, FALSE); /* there is none: stays */
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
  tv_profile_tree_go (fixture->tree, TRUE);
  tv_profile_tree_go (fixture->tree, TRUE);
  assert_tree (fixture, "\na.Main.main\na.Main.walk\n*a.Leaf.end\n"
                        ".Parents\n..a.Main.main\n..a.Main.walk\n"
                        ".Children\n..self\n..(context switch)\n");
}
END_TEST

START_TEST (arrows_pass_methods_and_a_pick_visits_one)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  TvMethodHistory *history = tv_profile_tree_get_history (fixture->tree);

  select_position (fixture, 0);
  tv_profile_tree_pick (fixture->tree, 0);
  select_position (fixture, 1); /* Parents: the same method */
  ck_assert (!tv_method_history_can_go (history, FALSE));
  select_position (fixture, 7);
  select_position (fixture, 8);
  tv_profile_tree_go (fixture->tree, FALSE);
  assert_tree (fixture, "\n*a.Main.main\n.Parents\n..(toplevel)\n.Children\n..self\n"
                        "..a.Main.walk\n..a.Leaf.end\na.Main.walk\na.Leaf.end\n");
  ck_assert (!tv_method_history_can_go (history, FALSE));
  tv_profile_tree_activate (fixture->tree, 5); /* a.Main.walk among the children */
  ck_assert (!tv_method_history_can_go (history, TRUE));
  tv_profile_tree_go (fixture->tree, FALSE);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
}
END_TEST

TV_TESTS (NULL, NULL)
