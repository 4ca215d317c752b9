/* SPDX-License-Identifier: Apache-2.0 */

/* A session whose methods are called by other names: what follows the names, and what
 * stays as it is. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "trace/mapping/name-mapping.h"
#include "ui/profile-sample.h"
#include "ui/session/session-colors.h"
#include "ui/session/session-find.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)

static TvTrace *
rename_trace (TvTrace *trace, const char *text)
{
  g_autofree char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "mapping.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();
  g_auto (GStrv) warnings = NULL;

  ck_assert (g_file_set_contents (path, text, -1, NULL));
  ck_assert (tv_name_mapping_add_file (mapping, file, &warnings, NULL, NULL));
  tv_test_folder_remove (g_steal_pointer (&folder));
  return tv_trace_new_renamed (trace, mapping, NULL, NULL);
}

static void
wait_for_sums (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

static void
count (guint *n)
{
  (*n)++;
}

START_TEST (equal_methods_are_ranked_by_their_new_names)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_ties ();
  g_autoptr (TvProfileModel) model = tv_profile_model_new (session);
  g_autoptr (TvTrace) plain = tv_trace_ref (tv_trace_session_get_trace (session));
  g_autoptr (TvTrace) renamed
      = rename_trace (plain, "n.Last -> a.A:\nn.First -> a.C:\n");
  g_autofree char *before
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  g_autofree char *after = NULL;
  g_autofree char *again = NULL;
  guint n_told = 0;

  ck_assert_str_eq (before, "1 a.Z.x ()V, 2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V");
  g_signal_connect_swapped (session, "notify::trace", G_CALLBACK (count), &n_told);
  tv_trace_session_set_names (session, renamed);
  ck_assert_uint_eq (n_told, 1);
  ck_assert_ptr_eq (tv_trace_session_get_trace (session), renamed);
  ck_assert_ptr_eq (tv_call_stacks_get_trace (tv_trace_session_get_stacks (session)),
                    renamed);
  after
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (after, "1 a.Z.x ()V, 2 a.B.x ()V, 3 n.First.x ()V, 4 n.Last.x ()V");
  tv_profile_model_sort (model, TV_PROFILE_COLUMN_NAME, FALSE);
  tv_trace_session_set_names (session, plain);
  again
      = tv_profile_sample_names_to_string (tv_profile_model_get_rows (model), session);
  ck_assert_str_eq (again, "2 a.A.x ()V, 3 a.B.x ()V, 4 a.C.x ()V, 1 a.Z.x ()V");
}
END_TEST

START_TEST (hidden_packages_end_and_find_looks_again)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvTrace) renamed = rename_trace (tv_trace_session_get_trace (session),
                                              "b.Tree -> a.Main:\n"
                                              "    void grow() -> walk\n");
  TvSessionFind *find = tv_trace_session_get_find (session);
  g_autoptr (TvPackageFilter) filter
      = tv_package_filter_new ((const char *[]){ "a", NULL }, FALSE);

  tv_trace_session_set_packages (session, filter);
  tv_session_find_search (find, "b.Tree", TV_NAME_MATCH_TEXT, FALSE);
  while (tv_session_find_is_searching (find))
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (tv_method_set_get_n (tv_session_find_get_hits (find)), 0);
  tv_trace_session_set_names (session, renamed);
  ck_assert_ptr_null (tv_trace_session_get_packages (session));
  while (tv_session_find_is_searching (find))
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (tv_method_set_get_n (tv_session_find_get_hits (find)), 2);
  /* Only what a person looks for moves the selection. */
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
}
END_TEST

START_TEST (the_next_search_of_a_person_is_gone_to)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  g_autoptr (TvTrace) renamed
      = rename_trace (tv_trace_session_get_trace (session), "b.Tree -> a.Main:\n");
  TvSessionFind *find = tv_trace_session_get_find (session);

  tv_session_find_search (find, "end", TV_NAME_MATCH_TEXT, FALSE);
  while (tv_session_find_is_searching (find))
    g_main_context_iteration (NULL, TRUE);
  /* Before the search under the new names is done. */
  tv_trace_session_set_names (session, renamed);
  ck_assert (tv_session_find_is_searching (find));
  tv_session_find_search (find, "walk", TV_NAME_MATCH_TEXT, FALSE);
  while (tv_session_find_is_searching (find))
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session),
                     tv_profile_sample_find (session, "b.Tree.walk"));
}
END_TEST

START_TEST (numbers_and_what_is_selected_stay)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvTrace) renamed = rename_trace (tv_trace_session_get_trace (session),
                                              "b.Tree -> a.Main:\n"
                                              "    void grow() -> walk\n");
  const guint32 walk = tv_profile_sample_find (session, "a.Main.walk");
  const TvMethodTotals *totals;
  gint64 start, end;

  tv_trace_session_set_range (session, 1000 * US, 5000 * US);
  wait_for_sums (session);
  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  tv_trace_session_set_view (session, 2000 * US, 9000 * US);
  tv_trace_session_set_needs_lengths (session, TRUE);
  wait_for_sums (session);

  tv_trace_session_set_names (session, renamed);
  ck_assert (!tv_trace_session_is_summing (session));
  ck_assert_uint_eq (tv_profile_sample_find (session, "b.Tree.grow"), walk);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), walk);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 1);
  tv_trace_session_get_view (session, &start, &end);
  ck_assert_int_eq (start, 2000 * US);
  ck_assert_int_eq (end, 9000 * US);
  ck_assert (tv_trace_session_get_range (session, &start, &end));
  ck_assert_int_eq (start, 1000 * US);
  ck_assert_int_eq (end, 5000 * US);
  /* From 1 ms, when it is entered, to the end of the range. */
  totals = tv_profile_get_totals (tv_trace_session_get_profile (session), walk);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_THREAD_CPU], 4000 * US);
  ck_assert_ptr_eq (tv_profile_get_trace (tv_trace_session_get_profile (session)),
                    renamed);
  totals = tv_profile_get_totals (tv_trace_session_get_whole_profile (session), walk);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_THREAD_CPU], 6000 * US);
  ck_assert_ptr_eq (tv_profile_get_trace (tv_trace_session_get_whole_profile (session)),
                    renamed);
  ck_assert_ptr_nonnull (tv_trace_session_get_lengths (session));
}
END_TEST

/* What the session has after a change of names is all of the new names. */
START_TEST (a_session_is_made_of_the_renamed)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvTrace) renamed
      = rename_trace (tv_trace_session_get_trace (session), "b.Tree -> a.Main:\n");
  g_autoptr (TvTraceSession) copy = NULL;

  tv_trace_session_set_names (session, renamed);
  copy = tv_trace_session_new_with (
      tv_trace_session_get_stacks (session), tv_trace_session_get_profile (session),
      tv_ranking_new (tv_trace_session_get_profile (session), TV_CLOCK_WALL));
  ck_assert_uint_ne (tv_profile_sample_find (copy, "b.Tree.walk"), TV_METHOD_NONE);
}
END_TEST

START_TEST (very_many_are_renamed_while_other_things_are_asked)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_many (25000);
  g_autoptr (TvTrace) plain = tv_trace_ref (tv_trace_session_get_trace (session));
  g_autoptr (TvTrace) renamed = rename_trace (plain, "n.New -> m.C7:\n");
  g_autoptr (TvTrace) other = rename_trace (plain, "n.Newer -> m.C7:\n");
  gint64 end;

  tv_trace_session_set_names (session, renamed);
  ck_assert (tv_trace_session_is_summing (session));
  ck_assert_ptr_eq (tv_trace_session_get_trace (session), plain);
  /* Both, and the latest names. */
  tv_trace_session_set_range (session, 0, 100000 * US);
  tv_trace_session_set_names (session, other);
  wait_for_sums (session);
  ck_assert_ptr_eq (tv_trace_session_get_trace (session), other);
  ck_assert_ptr_eq (tv_profile_get_trace (tv_trace_session_get_profile (session)),
                    other);
  end = tv_profile_get_range (tv_trace_session_get_profile (session))->end;
  ck_assert_int_eq (end, 100000 * US);
  tv_trace_session_set_names (session, plain);
  wait_for_sums (session);
  ck_assert_ptr_eq (tv_trace_session_get_trace (session), plain);
  ck_assert_ptr_eq (tv_profile_get_trace (tv_trace_session_get_profile (session)),
                    plain);
}
END_TEST

static gboolean
have_same_color (TvTraceSession *session, guint32 a, guint32 b)
{
  TvSessionColors *colors = tv_trace_session_get_colors (session);
  const TvColor first = tv_session_colors_get_color (colors, FALSE, a);
  const TvColor second = tv_session_colors_get_color (colors, FALSE, b);

  return first.red == second.red && first.green == second.green
         && first.blue == second.blue;
}

START_TEST (classes_have_the_colors_of_their_new_names)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvTrace) plain = tv_trace_ref (tv_trace_session_get_trace (session));
  g_autoptr (TvTrace) renamed = rename_trace (plain, "a.Main -> a.Leaf:\n");
  const guint32 main_method = tv_profile_sample_find (session, "a.Main.main");
  const guint32 end = tv_profile_sample_find (session, "a.Leaf.end");

  tv_session_colors_set_mode (tv_trace_session_get_colors (session), TV_COLOR_BY_CLASS);
  ck_assert (!have_same_color (session, main_method, end));
  tv_trace_session_set_names (session, renamed);
  ck_assert (have_same_color (session, main_method, end));
  tv_trace_session_set_names (session, plain);
  ck_assert (!have_same_color (session, main_method, end));
}
END_TEST

START_TEST (groups_are_those_of_the_new_names)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvTrace) renamed
      = rename_trace (tv_trace_session_get_trace (session), "b.Tree -> a.Main:\n");
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  g_autofree char *text = NULL;

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  tv_trace_session_set_names (session, renamed);
  text = tv_profile_sample_tree_to_string (tree);
  ck_assert_msg (g_strstr_len (text, -1, "b.Tree") != NULL, "%s", text);
  ck_assert_msg (g_strstr_len (text, -1, "a.Main") == NULL, "%s", text);
}
END_TEST

TV_TESTS (NULL, NULL)
