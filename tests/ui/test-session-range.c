/* SPDX-License-Identifier: Apache-2.0 */

/* The selected range of time: what its methods took, worked out by hand; answers that
 * come too late; ranges inside ranges; marks. */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-tree.h"
#include "ui/profile/row-values.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

static void
wait_for_sums (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

static void
run_what_is_pending (void)
{
  /* A worker that was given up ends on its own. */
  while (tv_job_get_n_running () > 0)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static const TvMethodTotals *
get_totals (TvTraceSession *session, const char *name)
{
  return tv_profile_get_totals (tv_trace_session_get_profile (session),
                                tv_profile_sample_find (session, name));
}

static void
assert_times (TvTraceSession *session, const char *name, guint64 calls, gint64 cpu,
              gint64 wall)
{
  const TvMethodTotals *totals = get_totals (session, name);

  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_THREAD_CPU], cpu * US);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], wall * US);
}

static void
assert_range (TvTraceSession *session, gint64 start, gint64 end)
{
  gint64 found_start;
  gint64 found_end;

  ck_assert (tv_trace_session_get_range (session, &found_start, &found_end));
  ck_assert_int_eq (found_start, start);
  ck_assert_int_eq (found_end, end);
}

static void
assert_step (TvTraceSession *session, guint depth, gint64 start, gint64 end)
{
  gint64 found_start;
  gint64 found_end;

  tv_trace_session_get_range_step (session, depth, &found_start, &found_end);
  ck_assert_int_eq (found_start, start);
  ck_assert_int_eq (found_end, end);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ++*(guint *) user_data;
}

/* From 3.5 to 9 ms: main is open all the time, both calls of walk until 7 and 5, the
 * first leaf until 4; the second is entered at 8 and waits from 8.5 on. */
START_TEST (test_sums_are_those_of_the_range)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  TvProfile *whole = tv_trace_session_get_whole_profile (session);
  gint64 start;
  gint64 end;

  ck_assert (!tv_trace_session_get_range (session, &start, &end));
  ck_assert_uint_eq (tv_trace_session_count_calls_in_range (session), 5);
  ck_assert_uint_eq (tv_trace_session_count_calls_in_range (session), 5);
  tv_trace_session_set_range (session, 3500 * US, 9 * MS);
  assert_range (session, 3500 * US, 9 * MS);
  ck_assert_uint_eq (tv_trace_session_count_calls_in_range (session), 1);
  wait_for_sums (session);
  assert_times (session, "a.Main.main", 1, 5000, 5500);
  assert_times (session, "a.Main.walk", 1, 3500, 3500);
  assert_times (session, "a.Leaf.end", 2, 1000, 1500);
  ck_assert_int_eq (get_totals (session, "a.Leaf.end")->waiting, 500 * US);
  ck_assert_uint_eq (get_totals (session, "a.Main.walk")->recursive_calls, 1);
  ck_assert_ptr_eq (tv_trace_session_get_whole_profile (session), whole);
  ck_assert_int_eq (tv_profile_get_root_inclusive (
                        tv_trace_session_get_profile (session), TV_CLOCK_WALL),
                    5500 * US);

  tv_trace_session_clear_range (session);
  ck_assert_ptr_eq (tv_trace_session_get_profile (session), whole);
  ck_assert_ptr_eq (tv_trace_session_get_ranking (session),
                    tv_trace_session_get_whole_ranking (session));
  assert_times (session, "a.Main.main", 1, 10000, 20000);
}
END_TEST

/* From 15 to 18 ms there is but main and the leaf, which waits. */
START_TEST (test_methods_outside_of_the_range_are_not_listed)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autoptr (TvProfileTree) tree = tv_profile_tree_new (session);
  TvProfileModel *methods = tv_profile_tree_get_methods (tree);
  const guint32 walk = tv_profile_sample_find (session, "a.Main.walk");
  g_autofree char *by_rank = NULL;
  g_autofree char *by_name = NULL;
  g_autofree char *all = NULL;

  tv_trace_session_select_method (session, walk);
  tv_trace_session_set_range (session, 15 * MS, 18 * MS);
  wait_for_sums (session);
  by_rank = tv_profile_sample_names_to_string (tv_profile_model_get_rows (methods),
                                               session);
  ck_assert_str_eq (by_rank, "1 a.Leaf.end ()V, 2 a.Main.main ()V");
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_NAME, TRUE);
  by_name = tv_profile_sample_names_to_string (tv_profile_model_get_rows (methods),
                                               session);
  ck_assert_str_eq (by_name, "2 a.Main.main ()V, 1 a.Leaf.end ()V");
  ck_assert_uint_eq (tv_profile_model_get_position (methods, walk), G_MAXUINT);

  /* What was selected still is, and is shown again where it has calls. */
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), walk);
  tv_trace_session_clear_range (session);
  all = tv_profile_sample_names_to_string (tv_profile_model_get_rows (methods),
                                           session);
  ck_assert_str_eq (all, "2 a.Main.walk ()V, 1 a.Main.main ()V, 3 a.Leaf.end ()V");
  ck_assert_uint_eq (
      gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)),
      tv_profile_tree_get_method_position (tree, walk));
}
END_TEST

START_TEST (test_an_answer_that_comes_late_is_dropped)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (200000);
  TvProfile *whole = tv_trace_session_get_profile (session);
  guint n = 0;

  g_signal_connect (session, "notify::ranking", G_CALLBACK (count_notify), &n);
  tv_trace_session_set_range (session, 10 * US, 90 * MS);
  ck_assert (tv_trace_session_is_summing (session));
  tv_trace_session_clear_range (session);
  ck_assert (!tv_trace_session_is_summing (session));
  run_what_is_pending ();
  ck_assert_uint_eq (n, 0);
  ck_assert_ptr_eq (tv_trace_session_get_profile (session), whole);

  /* Of three in a row, only the last is answered. */
  tv_trace_session_set_range (session, 10 * US, 90 * MS);
  tv_trace_session_set_range (session, 20 * US, 80 * MS);
  tv_trace_session_set_range (session, 30 * US, 40 * US);
  wait_for_sums (session);
  run_what_is_pending ();
  ck_assert_uint_eq (n, 1);
  ck_assert_uint_eq (get_totals (session, "l.Step.take")->calls, 10);
}
END_TEST

START_TEST (test_a_dragged_range_is_answered_as_often_as_there_is_time)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (200000);
  guint n = 0;

  g_signal_connect (session, "notify::ranking", G_CALLBACK (count_notify), &n);
  for (gint64 i = 1; i <= 100; i++)
    tv_trace_session_drag_range (session, 10 * US, (10 + i) * US);
  while (n == 0)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (get_totals (session, "l.Step.take")->calls, 1);
  ck_assert (tv_trace_session_is_summing (session));
  wait_for_sums (session);
  run_what_is_pending ();
  ck_assert_uint_eq (n, 2);
  ck_assert_uint_eq (get_totals (session, "l.Step.take")->calls, 100);
}
END_TEST

START_TEST (test_the_session_may_go_before_the_answer)
{
  TvTraceSession *session = tv_profile_sample_new_long (200000);
  guint n = 0;

  g_signal_connect (session, "notify::ranking", G_CALLBACK (count_notify), &n);
  tv_trace_session_set_range (session, 10 * US, 90 * MS);
  g_object_unref (session);
  run_what_is_pending ();
  ck_assert_uint_eq (n, 0);
}
END_TEST

START_TEST (test_another_clock_ranks_the_range_too)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const guint32 leaf = tv_profile_sample_find (session, "a.Leaf.end");
  TvProfile *profile;

  /* CPU: main 3, walk 1.5, leaf 1. Wall: main 6, leaf 4, walk 1.5. */
  tv_trace_session_set_range (session, 5500 * US, 11500 * US);
  wait_for_sums (session);
  profile = tv_trace_session_get_profile (session);
  ck_assert_uint_eq (tv_ranking_get_rank (tv_trace_session_get_ranking (session), leaf),
                     3);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_WALL);
  ck_assert_ptr_eq (tv_trace_session_get_profile (session), profile);
  ck_assert_uint_eq (tv_ranking_get_rank (tv_trace_session_get_ranking (session), leaf),
                     2);

  /* Both at once: the clock comes with the sums of the new range. */
  tv_trace_session_set_range (session, 1 * MS, 6 * MS);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_THREAD_CPU);
  wait_for_sums (session);
  assert_times (session, "a.Main.main", 1, 5000, 5000);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_THREAD_CPU);
}
END_TEST

START_TEST (test_a_range_is_cut_to_the_trace)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  tv_trace_session_set_range (session, -5 * MS, 70 * MS);
  assert_range (session, 0, 20 * MS);
  tv_trace_session_set_range (session, 7 * MS, 7 * MS);
  assert_range (session, 7 * MS, 7 * MS + US);
  tv_trace_session_set_range (session, 30 * MS, 40 * MS);
  assert_range (session, 20 * MS - US, 20 * MS);
  tv_trace_session_set_range (session, G_MININT64, G_MAXINT64);
  assert_range (session, 0, 20 * MS);
}
END_TEST

START_TEST (test_ranges_nest_where_one_was_entered)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  gint64 start;
  gint64 end;

  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 0);
  assert_step (session, 0, 0, 20 * MS);
  tv_trace_session_enter_range (session);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 0);

  /* Without being entered, one gives way to the next. */
  tv_trace_session_set_range (session, 1 * MS, 12 * MS);
  tv_trace_session_set_range (session, 2 * MS, 10 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 1);
  tv_trace_session_enter_range (session);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 1);
  tv_trace_session_set_range (session, 3 * MS, 9 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 2);
  tv_trace_session_enter_range (session);
  tv_trace_session_set_range (session, 4 * MS, 5 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 3);
  assert_step (session, 1, 2 * MS, 10 * MS);
  assert_step (session, 2, 3 * MS, 9 * MS);
  assert_step (session, 3, 4 * MS, 5 * MS);

  /* On the way out and back in again, nothing is forgotten. */
  tv_trace_session_drag_range (session, 4 * MS, 11 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 1);
  tv_trace_session_drag_range (session, 4 * MS, 8 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 3);

  tv_trace_session_go_back_to_range (session, 2);
  assert_range (session, 3 * MS, 9 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 2);
  tv_trace_session_set_range (session, 4 * MS, 5 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 3);
  tv_trace_session_go_back_to_range (session, 1);
  assert_range (session, 2 * MS, 10 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 1);

  tv_trace_session_go_back_to_range (session, 0);
  ck_assert (!tv_trace_session_get_range (session, &start, &end));
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 0);
}
END_TEST

START_TEST (test_a_range_is_told_once)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  gint64 end = 0;
  guint n = 0;

  g_signal_connect (session, "notify::range-start", G_CALLBACK (count_notify), &n);
  tv_trace_session_clear_range (session);
  ck_assert_uint_eq (n, 0);
  tv_trace_session_set_range (session, 1 * MS, 2 * MS);
  tv_trace_session_set_range (session, 1 * MS, 2 * MS);
  ck_assert_uint_eq (n, 1);
  g_object_get (session, "range-end", &end, NULL);
  ck_assert_int_eq (end, 2 * MS);
  tv_trace_session_clear_range (session);
  ck_assert_uint_eq (n, 2);
}
END_TEST

START_TEST (test_marks_take_turns)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  guint n_told = 0;
  guint n_set = 0;
  gint64 time;

  g_signal_connect (session, "notify::marks", G_CALLBACK (count_notify), &n_told);
  ck_assert (!tv_trace_session_get_mark (session, TV_MARK_A, &time));
  tv_trace_session_set_next_mark (session, 3 * MS);
  ck_assert (tv_trace_session_get_mark (session, TV_MARK_A, &time));
  ck_assert_int_eq (time, 3 * MS);
  ck_assert (!tv_trace_session_get_mark (session, TV_MARK_B, &time));
  tv_trace_session_set_next_mark (session, 90 * MS);
  ck_assert (tv_trace_session_get_mark (session, TV_MARK_B, &time));
  ck_assert_int_eq (time, 20 * MS);
  ck_assert_uint_eq (n_told, 2);

  tv_trace_session_set_mark (session, TV_MARK_B, 20 * MS);
  ck_assert_uint_eq (n_told, 2);
  tv_trace_session_set_next_mark (session, 5 * MS);
  ck_assert_uint_eq (n_told, 3);
  ck_assert (tv_trace_session_get_mark (session, TV_MARK_A, &time));
  ck_assert_int_eq (time, 5 * MS);
  g_object_get (session, "marks", &n_set, NULL);
  ck_assert_uint_eq (n_set, 1);
  tv_trace_session_clear_marks (session);
  ck_assert (!tv_trace_session_get_mark (session, TV_MARK_A, &time));
  tv_trace_session_clear_marks (session);
  ck_assert_uint_eq (n_told, 4);
}
END_TEST

TV_TESTS (NULL, NULL)
