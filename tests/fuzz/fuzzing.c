/* SPDX-License-Identifier: Apache-2.0 */

#include "fuzzing.h"

#include "analysis/profile.h"

static void
check_calls (TvTrace *trace, guint thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);

  for (gsize i = 0; i < calls.n; i++)
    {
      g_assert (tv_calls_method (&calls, i) < tv_trace_get_n_methods (trace));
      g_assert (calls.parent[i] == TV_CALL_NONE || calls.parent[i] < i);
      g_assert (tv_times_get (&calls.axis_start, i)
                <= tv_times_get (&calls.axis_end, i));
    }
}

static void
check_warnings (TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      g_autofree char *message = tv_warning_dup_message (tv_warnings_get (warnings, i));

      g_assert (*message != '\0' && g_utf8_validate (message, -1, NULL));
    }
}

/**
 * tv_fuzz_check:
 * @trace: (nullable): what a load returned
 * @error: (nullable): what it set
 *
 * Ends the program unless there is either an error of one sentence, or a trace of which
 * all holds that must hold whatever the file was.
 */
void
tv_fuzz_check (TvTrace *trace, const GError *error)
{
  g_autoptr (TvProfile) profile = NULL;

  g_assert ((trace == NULL) == (error != NULL));
  if (error != NULL)
    {
      g_assert (*error->message != '\0' && strchr (error->message, '\n') == NULL);
      g_assert (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    check_calls (trace, thread);
  check_warnings (trace);
  profile = tv_profile_new (trace, NULL, NULL);
  g_assert (profile != NULL);
}
