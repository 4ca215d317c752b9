/* SPDX-License-Identifier: Apache-2.0 */

/* What widgets share: one selection, one view, one ranking, told only when they change.
 */

#include "draw/time-scale.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

static void
log_property (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  g_string_append_printf (user_data, "%s ", g_param_spec_get_name (pspec));
}

/* Listeners of the method hear nothing of another call of it. */
static void
log_selection (TvTraceSession *session, GString *log)
{
  const GQuark detail = g_signal_get_invocation_hint (session)->detail;

  g_string_append_printf (log, "selection%s%s ", detail != 0 ? " of " : "",
                          detail != 0 ? g_quark_to_string (detail) : "");
}

static GString *
log_properties (TvTraceSession *session)
{
  GString *log = g_string_new (NULL);

  g_signal_connect (session, "notify", G_CALLBACK (log_property), log);
  g_signal_connect (session, "selection-changed", G_CALLBACK (log_selection), log);
  return log;
}

static void
assert_log (GString *log, const char *expected)
{
  ck_assert_str_eq (log->str, expected);
  g_string_truncate (log, 0);
}

static void
assert_view (TvTraceSession *session, gint64 start, gint64 end)
{
  gint64 view_start;
  gint64 view_end;

  tv_trace_session_get_view (session, &view_start, &view_end);
  ck_assert_int_eq (view_start, start);
  ck_assert_int_eq (view_end, end);
}

START_TEST (test_nothing_is_selected_at_first)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_THREAD_CPU);
}
END_TEST

START_TEST (test_a_call_selects_its_method)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const guint32 leaf = tv_profile_sample_find (session, "a.Leaf.end");
  const TvCallRef call = { 0, 3 };
  GString *log = log_properties (session);

  tv_trace_session_select_call (session, call);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), leaf);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread, 0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 3);
  assert_log (log, "selection of method ");
  tv_trace_session_select_call (session, call);
  assert_log (log, "");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_a_path_selects_the_method_at_its_end)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const guint32 methods[] = { tv_profile_sample_find (session, "a.Main.main"),
                              tv_profile_sample_find (session, "a.Leaf.end") };
  g_autoptr (TvCallPath) path = tv_call_path_new (TV_THREAD_NONE, methods, 2);
  g_autoptr (TvCallPath) same = tv_call_path_new (TV_THREAD_NONE, methods, 2);
  g_autoptr (TvCallPath) in_thread = tv_call_path_new (0, methods, 2);
  GString *log;

  tv_trace_session_select_call (session, (TvCallRef){ 0, 0 });
  log = log_properties (session);
  tv_trace_session_select_path (session, path);
  ck_assert_ptr_eq (tv_trace_session_get_selected_path (session), path);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), methods[1]);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
  assert_log (log, "selection of method ");

  tv_trace_session_select_path (session, same);
  assert_log (log, "");
  tv_trace_session_select_path (session, in_thread);
  assert_log (log, "selection ");
  tv_trace_session_select_method (session, methods[1]);
  ck_assert_ptr_null (tv_trace_session_get_selected_path (session));
  assert_log (log, "selection ");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_a_method_stands_for_all_its_calls)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const guint32 leaf = tv_profile_sample_find (session, "a.Leaf.end");
  GString *log = log_properties (session);

  tv_trace_session_select_call (session, (TvCallRef){ 0, 4 });
  g_string_truncate (log, 0);
  tv_trace_session_select_method (session, leaf);
  assert_log (log, "selection ");
  tv_trace_session_select_method (session, leaf);
  assert_log (log, "");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_no_call_clears_the_selection)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  tv_trace_session_select_call (session, (TvCallRef){ TV_THREAD_NONE, 0 });
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);

  tv_trace_session_select_call (session, (TvCallRef){ 0, 1 });
  tv_trace_session_clear_selection (session);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
}
END_TEST

START_TEST (test_full_range_has_room_round_the_calls)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  gint64 start;
  gint64 end;

  /* The calls run from 0 to 20 ms; there is nothing before 0, the start of tracing. */
  tv_trace_session_get_full_range (session, &start, &end);
  ck_assert_int_eq (start, 0);
  ck_assert_int_eq (end, 20 * MS + 20 * MS / 200);
  assert_view (session, start, end);
}
END_TEST

START_TEST (test_view_stays_inside_the_full_range)
{
  const gint64 full_end = 20 * MS + 20 * MS / 200;
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  GString *log = log_properties (session);

  tv_trace_session_set_view (session, 2 * MS, 5 * MS);
  assert_view (session, 2 * MS, 5 * MS);
  assert_log (log, "view-start view-end ");
  tv_trace_session_set_view (session, 2 * MS, 5 * MS);
  assert_log (log, "");
  tv_trace_session_set_view (session, -3 * MS, 1 * MS);
  assert_view (session, 0, 4 * MS);
  tv_trace_session_set_view (session, 19 * MS, 29 * MS);
  assert_view (session, full_end - 10 * MS, full_end);
  tv_trace_session_set_view (session, G_MININT64, G_MAXINT64);
  assert_view (session, 0, full_end);
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_view_has_a_least_span)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();

  tv_trace_session_set_view (session, 5 * MS, 5 * MS);
  assert_view (session, 5 * MS - US / 2, 5 * MS + US / 2);
}
END_TEST

START_TEST (test_primary_clock_makes_a_new_ranking)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const guint32 leaf = tv_profile_sample_find (session, "a.Leaf.end");
  GString *log = log_properties (session);

  ck_assert_uint_eq (tv_ranking_get_rank (tv_trace_session_get_ranking (session), leaf),
                     3);
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  ck_assert_uint_eq (tv_ranking_get_rank (tv_trace_session_get_ranking (session), leaf),
                     2);
  assert_log (log, "primary-clock whole-ranking ranking ");
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  assert_log (log, "");
  g_string_free (log, TRUE);
}
END_TEST

/* Their real clock only tells when they were taken. */
START_TEST (test_samples_have_one_clock)
{
  static const char text[] = "a 1 1.0: 5 cycles:\n\tff f (/x)\n\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  TvTrace *trace = tv_test_load_bytes (bytes, NULL);
  g_autoptr (TvTraceSession) session = tv_sample_session_new (trace);

  ck_assert (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
  ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
  ck_assert (!tv_trace_session_has_clock_choice (session));
}
END_TEST

START_TEST (test_very_many_methods_are_ranked_in_a_worker)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_many (20001);
  GString *log = log_properties (session);

  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  assert_log (log, "pending ");
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_THREAD_CPU);
  while (log->len == 0)
    g_main_context_iteration (NULL, TRUE);
  assert_log (log, "primary-clock whole-ranking ranking pending ");
  ck_assert (!tv_trace_session_is_pending (session));
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_WALL);

  /* Back and forth: nothing is left to do. */
  tv_trace_session_set_primary_clock (session, TV_CLOCK_THREAD_CPU);
  assert_log (log, "pending ");
  tv_trace_session_set_primary_clock (session, TV_CLOCK_WALL);
  assert_log (log, "pending ");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  assert_log (log, "");
  g_string_free (log, TRUE);
}
END_TEST

START_TEST (test_properties_can_be_read)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  const TvRanking *ranking = NULL;
  guint64 call = 0;
  gint64 end = 0;
  guint clock = TV_N_CLOCKS;

  tv_trace_session_select_call (session, (TvCallRef){ 0, 3 });
  tv_trace_session_set_pointed_call (session, (TvCallRef){ 0, 3 });
  g_object_get (session, "pointed-call", &call, "view-end", &end, "primary-clock",
                &clock, "ranking", &ranking, NULL);
  ck_assert_uint_eq (call, 3);
  ck_assert_int_eq (end, 20 * MS + 20 * MS / 200);
  ck_assert_uint_eq (clock, TV_CLOCK_THREAD_CPU);
  ck_assert_ptr_eq (ranking, tv_trace_session_get_ranking (session));
}
END_TEST

TV_TESTS (NULL, NULL)
