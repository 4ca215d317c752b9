/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-asserts.h"

#include "support/trace-fixtures.h"

#include <check.h>

/**
 * tv_assert_calls:
 * @trace: a trace
 * @thread_id: id of a thread
 * @expected: its calls as tv_test_calls_to_string() writes them
 *
 * Fails the test if the thread is missing or has other calls.
 */
void
tv_assert_calls (const TvTrace *trace, guint32 thread_id, const char *expected)
{
  guint32 thread = tv_test_find_thread (trace, thread_id);
  g_autofree char *text = NULL;

  ck_assert_msg (thread != TV_THREAD_NONE, "no thread %u", thread_id);
  text = tv_test_calls_to_string (trace, thread);
  ck_assert_str_eq (text, expected);
}

/**
 * tv_assert_no_warning:
 * @trace: a trace
 *
 * Fails the test, and says why, if anything in the file had to be repaired.
 */
void
tv_assert_no_warning (const TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      g_autofree char *message = tv_warning_dup_message (tv_warnings_get (warnings, i));

      ck_abort_msg ("warning: %s", message);
    }
}

/**
 * tv_assert_only_warning:
 * @trace: a trace
 * @kind: what was wrong with its file
 *
 * Fails the test if the file has no warning of this kind, or one of another kind.
 */
void
tv_assert_only_warning (const TvTrace *trace, TvWarningKind kind)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);
  gboolean found = FALSE;

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      const TvWarning *warning = tv_warnings_get (warnings, i);
      g_autofree char *message = tv_warning_dup_message (warning);

      ck_assert_msg (warning->kind == kind, "warning: %s", message);
      found = TRUE;
    }
  ck_assert_msg (found, "no warning of kind %d", kind);
}

static void
append_waits (GString *text, const TvTrace *trace, guint thread)
{
  TvWaits waits = tv_trace_get_waits (trace, thread);

  for (gsize i = 0; i < waits.n; i++)
    g_string_append_printf (text,
                            "wait of call %u: %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT
                            " before call %u\n",
                            waits.call[i], tv_times_get (&waits.start, i),
                            tv_times_get (&waits.end, i), waits.calls_before[i]);
}

/* The methods that a thread calls, each time. */
static void
append_methods (GString *text, const TvTrace *trace, guint thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);

  for (gsize i = 0; i < calls.n; i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, tv_calls_method (&calls, i));

      g_string_append_printf (text, "%s|%s|%s|%s|%d\n", method->class_name,
                              method->name, method->signature,
                              method->file != NULL ? method->file : "", method->line);
    }
}

static char *
events_to_string (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%" G_GUINT64_FORMAT " records, clocks %d %d\n",
                          tv_trace_get_info (trace)->n_records,
                          tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU),
                          tv_trace_has_clock (trace, TV_CLOCK_WALL));
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);
      g_autofree char *calls = tv_test_calls_to_string (trace, i);

      g_string_append_printf (text, "thread %u %s\n%s", thread->id, thread->name,
                              calls);
      append_methods (text, trace, i);
      append_waits (text, trace, i);
    }
  return g_string_free (text, FALSE);
}

/**
 * tv_assert_same_events:
 * @trace: a trace
 * @expected: the same in another form
 * @what: which of many pairs this is, to make it again
 *
 * Fails the test if two traces differ in their threads, calls, the calls' methods,
 * waits or clocks.
 */
void
tv_assert_same_events (const TvTrace *trace, const TvTrace *expected, const char *what)
{
  g_autofree char *text = events_to_string (trace);
  g_autofree char *expected_text = events_to_string (expected);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) expected_lines = g_strsplit (expected_text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && expected_lines[i] != NULL; i++)
    ck_assert_msg (g_str_equal (lines[i], expected_lines[i]),
                   "%s: line %u is \"%s\", not \"%s\"", what, i + 1, lines[i],
                   expected_lines[i]);
  ck_assert_msg (g_str_equal (text, expected_text), "%s: one ends early", what);
}
