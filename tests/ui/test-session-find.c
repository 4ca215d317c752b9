/* SPDX-License-Identifier: Apache-2.0 */

/* Find in a session whose methods a table lists, without a widget: what is found, which
 * hit is selected, in which order, and what a person is told of it. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-item.h"
#include "ui/session/session-colors.h"
#include "ui/session/session-find.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <check.h>

typedef struct
{
  TvTraceSession *session;
  TvProfileTree *tree;
  TvSessionFind *find;
} Fixture;

static void
fixture_init (Fixture *fixture, TvTraceSession *session)
{
  fixture->session = session;
  fixture->tree = tv_profile_tree_new (session);
  fixture->find = tv_trace_session_get_find (fixture->session);
}

static void
settle (Fixture *fixture)
{
  while (tv_session_find_is_searching (fixture->find))
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* Nothing may hold the session afterwards. */
static void
fixture_clear (Fixture *fixture)
{
  tv_session_find_stop (fixture->find);
  /* A worker that was given up ends on its own. */
  while (tv_job_get_n_running () > 0)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
  g_assert_finalize_object (fixture->tree);
  g_assert_finalize_object (fixture->session);
}

static void
search (Fixture *fixture, const char *query, TvNameMatch match)
{
  tv_session_find_search (fixture->find, query, match, FALSE);
  settle (fixture);
}

static void
assert_status (Fixture *fixture, const char *expected)
{
  g_autofree char *status = tv_session_find_dup_status (fixture->find);

  ck_assert_str_eq (status, expected);
}

static void
assert_selected (Fixture *fixture, const char *name)
{
  GtkSingleSelection *selection = tv_profile_tree_get_selection (fixture->tree);
  const guint32 method = tv_profile_sample_find (fixture->session, name);

  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session), method);
  ck_assert_uint_eq (gtk_single_selection_get_selected (selection),
                     tv_profile_tree_get_method_position (fixture->tree, method));
}

static void
assert_list (Fixture *fixture, const char *expected)
{
  g_autoptr (TvItemList) listed = tv_profile_list_new_methods (
      tv_profile_model_get_listed (tv_profile_tree_get_methods (fixture->tree)),
      G_MAXUINT);
  g_autofree char *names
      = tv_profile_sample_names_to_string (G_LIST_MODEL (listed), fixture->session);

  ck_assert_str_eq (names, expected);
}

static void
assert_step (Fixture *fixture, gboolean forward, const char *name, const char *status)
{
  tv_session_find_step (fixture->find, forward);
  assert_selected (fixture, name);
  assert_status (fixture, status);
}

START_TEST (test_steps_go_round_in_the_order_of_ranks)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  assert_status (&fixture, "");
  search (&fixture, "a.", TV_NAME_MATCH_TEXT);
  assert_selected (&fixture, "a.Main.main");
  assert_status (&fixture, "1 of 3, 1 more not called");
  assert_step (&fixture, TRUE, "a.Main.walk", "2 of 3, 1 more not called");
  assert_step (&fixture, TRUE, "a.Leaf.end", "3 of 3, 1 more not called");
  assert_step (&fixture, TRUE, "a.Main.main",
               "1 of 3, continued from the top, 1 more not called");
  assert_step (&fixture, FALSE, "a.Leaf.end",
               "3 of 3, continued from the bottom, 1 more not called");
  assert_step (&fixture, FALSE, "a.Main.walk", "2 of 3, 1 more not called");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_steps_follow_the_order_of_the_table)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  /* end, main, walk */
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture.tree),
                         TV_PROFILE_COLUMN_NAME, FALSE);
  search (&fixture, "()V", TV_NAME_MATCH_TEXT);
  assert_selected (&fixture, "a.Leaf.end");
  assert_step (&fixture, TRUE, "a.Main.main", "2 of 3, 1 more not called");
  /* walk, main, end */
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture.tree),
                         TV_PROFILE_COLUMN_NAME, TRUE);
  assert_status (&fixture, "2 of 3, 1 more not called");
  assert_step (&fixture, TRUE, "a.Leaf.end", "3 of 3, 1 more not called");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_steps_start_from_what_is_selected)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  search (&fixture, "a.Main", TV_NAME_MATCH_TEXT);
  tv_trace_session_select_method (
      fixture.session, tv_profile_sample_find (fixture.session, "a.Leaf.end"));
  assert_status (&fixture, "2 hits");
  assert_step (&fixture, FALSE, "a.Main.walk", "2 of 2");
  tv_trace_session_clear_selection (fixture.session);
  assert_status (&fixture, "2 hits");
  assert_step (&fixture, FALSE, "a.Main.walk", "2 of 2");
  tv_trace_session_clear_selection (fixture.session);
  assert_step (&fixture, TRUE, "a.Main.main", "1 of 2");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_a_walk_opens_nothing)
{
  Fixture fixture;
  g_autofree char *rows = NULL;

  fixture_init (&fixture, tv_profile_sample_new ());
  tv_trace_session_select_method (
      fixture.session, tv_profile_sample_find (fixture.session, "a.Leaf.end"));
  search (&fixture, "walk", TV_NAME_MATCH_TEXT);
  rows = tv_profile_sample_tree_to_string (fixture.tree);
  ck_assert_str_eq (rows, "\na.Main.main\n*a.Main.walk\na.Leaf.end\n");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_ways_to_match)
{
  static const struct
  {
    const char *query;
    TvNameMatch match;
    gboolean class_only;
    const char *status;
  } cases[] = {
    { "end", TV_NAME_MATCH_TEXT, FALSE, "1 of 1" },
    { "END", TV_NAME_MATCH_TEXT, FALSE, "Not found" },
    { "leaf", TV_NAME_MATCH_TEXT, FALSE, "1 of 1" },
    { "lEaf", TV_NAME_MATCH_TEXT, FALSE, "Not found" },
    { "walk main", TV_NAME_MATCH_TEXT, FALSE, "Not found" },
    { "walk main", TV_NAME_MATCH_WORDS, FALSE, "1 of 1" },
    { "walk main", TV_NAME_MATCH_WORDS, TRUE, "Not found" },
    { "main$", TV_NAME_MATCH_REGEX, TRUE, "1 of 2" },
    { "(walk|end)", TV_NAME_MATCH_REGEX, FALSE, "1 of 2" },
    { "(walk|end)", TV_NAME_MATCH_TEXT, FALSE, "Not found" },
    { "unused", TV_NAME_MATCH_TEXT, FALSE, "1 hit, not called" },
  };
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tv_session_find_search (fixture.find, cases[i].query, cases[i].match,
                              cases[i].class_only);
      settle (&fixture);
      assert_status (&fixture, cases[i].status);
    }
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_a_wrong_expression_keeps_the_hits)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  search (&fixture, "wal.", TV_NAME_MATCH_REGEX);
  ck_assert_ptr_null (tv_session_find_get_error (fixture.find));
  search (&fixture, "wal(", TV_NAME_MATCH_REGEX);
  ck_assert_ptr_nonnull (tv_session_find_get_error (fixture.find));
  assert_status (&fixture, "1 of 1");
  search (&fixture, "wal(k)", TV_NAME_MATCH_REGEX);
  ck_assert_ptr_null (tv_session_find_get_error (fixture.find));
  search (&fixture, "(", TV_NAME_MATCH_REGEX);
  tv_session_find_stop (fixture.find);
  ck_assert_ptr_null (tv_session_find_get_error (fixture.find));
  assert_status (&fixture, "");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_hits_stand_out_until_the_end)
{
  Fixture fixture;
  TvSessionColors *colors;

  fixture_init (&fixture, tv_profile_sample_new ());
  colors = tv_trace_session_get_colors (fixture.session);
  search (&fixture, "walk", TV_NAME_MATCH_TEXT);
  ck_assert_ptr_nonnull (tv_session_colors_get_hits (colors));
  ck_assert (
      tv_method_set_contains (tv_session_colors_get_hits (colors),
                              tv_profile_sample_find (fixture.session, "a.Main.walk")));
  ck_assert_uint_eq (tv_method_set_get_n (tv_session_colors_get_hits (colors)), 1);
  search (&fixture, "nowhere", TV_NAME_MATCH_TEXT);
  ck_assert_ptr_null (tv_session_colors_get_hits (colors));
  assert_selected (&fixture, "a.Main.walk");
  search (&fixture, "end", TV_NAME_MATCH_TEXT);
  ck_assert_ptr_nonnull (tv_session_colors_get_hits (colors));
  search (&fixture, "", TV_NAME_MATCH_TEXT);
  ck_assert_ptr_null (tv_session_colors_get_hits (colors));
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_the_latest_search_wins)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  for (int round = 0; round < 2; round++)
    {
      tv_session_find_search (fixture.find, "m", TV_NAME_MATCH_TEXT, FALSE);
      tv_session_find_search (fixture.find, "e", TV_NAME_MATCH_TEXT, FALSE);
      tv_session_find_search (fixture.find, "walk", TV_NAME_MATCH_TEXT, FALSE);
      settle (&fixture);
      assert_status (&fixture, "1 of 1");
      assert_selected (&fixture, "a.Main.walk");
    }
  tv_session_find_search (fixture.find, "end", TV_NAME_MATCH_TEXT, FALSE);
  tv_session_find_stop (fixture.find);
  settle (&fixture);
  assert_status (&fixture, "");
  assert_selected (&fixture, "a.Main.walk");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_stopped_at_once)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  tv_session_find_search (fixture.find, "end", TV_NAME_MATCH_TEXT, FALSE);
  tv_session_find_stop (fixture.find);
  search (&fixture, "walk", TV_NAME_MATCH_TEXT);
  assert_status (&fixture, "1 of 1");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_steps_wait_for_the_hits)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  tv_session_find_search (fixture.find, "a.", TV_NAME_MATCH_TEXT, FALSE);
  tv_session_find_step (fixture.find, TRUE);
  tv_session_find_step (fixture.find, TRUE);
  settle (&fixture);
  assert_selected (&fixture, "a.Leaf.end");
  tv_session_find_search (fixture.find, "a.", TV_NAME_MATCH_TEXT, FALSE);
  tv_session_find_step (fixture.find, FALSE);
  settle (&fixture);
  assert_selected (&fixture, "a.Leaf.end");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_only_hits)
{
  Fixture fixture;
  g_autofree char *text = NULL;
  g_autoptr (TvProfileItem) row = NULL;

  fixture_init (&fixture, tv_profile_sample_new ());
  tv_session_find_set_only_hits (fixture.find, TRUE);
  assert_list (&fixture, "1 a.Main.main ()V, 2 a.Main.walk ()V, 3 a.Leaf.end ()V");
  search (&fixture, "n", TV_NAME_MATCH_TEXT);
  /* "Main", "end" and "Unused": all; the one that was never called comes last. */
  assert_list (&fixture, "1 a.Main.main ()V, 2 a.Main.walk ()V, 3 a.Leaf.end ()V, "
                         "a.Unused.no ()V");
  assert_status (&fixture, "1 of 4");
  assert_step (&fixture, FALSE, "a.Unused.no", "4 of 4, continued from the bottom");
  row = g_list_model_get_item (
      tv_profile_model_get_rows (tv_profile_tree_get_methods (fixture.tree)), 3);
  text = tv_profile_sample_row_to_string (row, fixture.session);
  ck_assert_str_eq (text, "a.Unused.no ()V|||||||||||||");

  search (&fixture, "end", TV_NAME_MATCH_TEXT);
  assert_list (&fixture, "3 a.Leaf.end ()V");
  assert_selected (&fixture, "a.Leaf.end");
  search (&fixture, "nowhere", TV_NAME_MATCH_TEXT);
  assert_list (&fixture, "");
  assert_status (&fixture, "Not found");
  tv_session_find_stop (fixture.find);
  assert_list (&fixture, "1 a.Main.main ()V, 2 a.Main.walk ()V, 3 a.Leaf.end ()V");
  assert_selected (&fixture, "a.Leaf.end");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_only_hits_are_sorted_and_shown_while_it_is_on)
{
  Fixture fixture;
  TvProfileModel *methods;

  fixture_init (&fixture, tv_profile_sample_new ());
  methods = tv_profile_tree_get_methods (fixture.tree);
  search (&fixture, "a.Main", TV_NAME_MATCH_TEXT);
  tv_session_find_set_only_hits (fixture.find, TRUE);
  assert_list (&fixture, "1 a.Main.main ()V, 2 a.Main.walk ()V");
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_EXCL_CPU, TRUE);
  assert_list (&fixture, "2 a.Main.walk ()V, 1 a.Main.main ()V");
  assert_selected (&fixture, "a.Main.main");
  assert_status (&fixture, "2 of 2");
  tv_session_find_set_only_hits (fixture.find, FALSE);
  assert_list (&fixture, "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_methods_that_are_not_called_in_the_range)
{
  Fixture fixture;

  fixture_init (&fixture, tv_profile_sample_new ());
  tv_session_find_set_only_hits (fixture.find, TRUE);
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture.tree),
                         TV_PROFILE_COLUMN_NAME, TRUE);
  search (&fixture, "a.", TV_NAME_MATCH_TEXT);
  /* `end` begins later. */
  tv_trace_session_set_range (fixture.session, 0, 1500000);
  while (tv_trace_session_is_summing (fixture.session))
    g_main_context_iteration (NULL, TRUE);
  assert_list (&fixture, "2 a.Main.walk ()V, 1 a.Main.main ()V, a.Leaf.end ()V, "
                         "a.Unused.no ()V");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_steps_follow_classes_that_methods_stand_under)
{
  Fixture fixture;
  TvProfileModel *methods;
  g_autofree char *rows = NULL;

  fixture_init (&fixture, tv_profile_sample_new ());
  methods = tv_profile_tree_get_methods (fixture.tree);
  /* By wall time: main 20, end 12, walk 6; but main and walk are of one class. */
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_INCL_REAL, TRUE);
  tv_profile_tree_set_grouping (fixture.tree, TV_PROFILE_GROUPING_CLASS);
  search (&fixture, "a.", TV_NAME_MATCH_TEXT);
  assert_selected (&fixture, "a.Main.main");
  assert_step (&fixture, TRUE, "a.Main.walk", "2 of 3, 1 more not called");
  assert_step (&fixture, TRUE, "a.Leaf.end", "3 of 3, 1 more not called");
  rows = tv_profile_sample_tree_to_string (fixture.tree);
  ck_assert_str_eq (rows, "\na.Main\n.a.Main.main\n.a.Main.walk\n"
                          "a.Leaf\n.*a.Leaf.end\n");
  assert_step (&fixture, TRUE, "a.Main.main",
               "1 of 3, continued from the top, 1 more not called");
  tv_profile_tree_set_grouping (fixture.tree, TV_PROFILE_GROUPING_PACKAGE);
  assert_step (&fixture, FALSE, "a.Leaf.end",
               "3 of 3, continued from the bottom, 1 more not called");
  /* Only hits stand by themselves. */
  tv_session_find_set_only_hits (fixture.find, TRUE);
  assert_status (&fixture, "2 of 4");
  assert_list (&fixture, "1 a.Main.main ()V, 3 a.Leaf.end ()V, 2 a.Main.walk ()V, "
                         "a.Unused.no ()V");
  assert_step (&fixture, FALSE, "a.Main.main", "1 of 4");
  assert_step (&fixture, FALSE, "a.Unused.no", "4 of 4, continued from the bottom");
  tv_session_find_stop (fixture.find);
  assert_list (&fixture, "1 a.Main.main ()V, 3 a.Leaf.end ()V, 2 a.Main.walk ()V");
  fixture_clear (&fixture);
}
END_TEST

START_TEST (test_very_many_methods_are_picked_in_a_worker)
{
  Fixture fixture;
  TvProfileModel *methods;

  fixture_init (&fixture, tv_profile_sample_new_many (20001));
  methods = tv_profile_tree_get_methods (fixture.tree);
  tv_session_find_set_only_hits (fixture.find, TRUE);
  search (&fixture, "C1234", TV_NAME_MATCH_TEXT);
  /* C1234 and C12340 to C12349. */
  ck_assert_uint_eq (g_list_model_get_n_items (tv_profile_model_get_rows (methods)),
                     11);
  assert_selected (&fixture, "m.C1234.x");
  assert_status (&fixture, "1 of 11");
  /* A sort that a search overtakes is made up for. */
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_INCL_CPU, FALSE);
  search (&fixture, "C777", TV_NAME_MATCH_TEXT);
  /* C777 and C7770 to C7779, the least first. */
  ck_assert_uint_eq (g_list_model_get_n_items (tv_profile_model_get_rows (methods)),
                     11);
  assert_selected (&fixture, "m.C7779.x");
  assert_step (&fixture, FALSE, "m.C777.x", "11 of 11, continued from the bottom");
  tv_session_find_stop (fixture.find);
  while (g_list_model_get_n_items (tv_profile_model_get_rows (methods)) != 20001)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (tv_profile_model_get_position (
                         methods, tv_profile_sample_find (fixture.session, "m.C777.x")),
                     20001 - 1 - 777);
  fixture_clear (&fixture);
}
END_TEST

static void
note_listed (TvSessionColors *colors, GArray *listed)
{
  GListModel *methods = g_object_get_data (G_OBJECT (colors), "methods");
  const guint n = g_list_model_get_n_items (methods);

  g_array_append_val (listed, n);
}

/* Picked at once or in a worker: as many are listed when the colours change. */
START_TEST (test_hits_alone_stand_out_with_their_rows)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (guint));
      TvSessionColors *colors;
      Fixture fixture;

      fixture_init (&fixture, tv_profile_sample_new_many (i == 0 ? 2000 : 20001));
      colors = tv_trace_session_get_colors (fixture.session);
      g_object_set_data (
          G_OBJECT (colors), "methods",
          tv_profile_model_get_rows (tv_profile_tree_get_methods (fixture.tree)));
      g_signal_connect (colors, "hits-changed", G_CALLBACK (note_listed), listed);
      tv_session_find_set_only_hits (fixture.find, TRUE);
      search (&fixture, "C123", TV_NAME_MATCH_TEXT);
      search (&fixture, "C1234|C77\\b", TV_NAME_MATCH_REGEX);
      /* C123, and with one digit more or two; and C77, C1234 and with one more. */
      ck_assert_uint_eq (listed->len, 2);
      ck_assert_uint_eq (g_array_index (listed, guint, 0), i == 0 ? 11 : 111);
      ck_assert_uint_eq (g_array_index (listed, guint, 1), i == 0 ? 2 : 12);
      fixture_clear (&fixture);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
