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
