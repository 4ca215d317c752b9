/* SPDX-License-Identifier: Apache-2.0 */

#include "fuzzing.h"

#include "analysis/sums/profile.h"
#include "support/trace-dump.h"
#include "trace/formats/trace-loader.h"
#include "trace/formats/trace-reader.h"

/* Some records: even small files have several parts. */
#define PART_SIZE 64

/* Larger inputs are not worth the time that it takes to write down what is in them. */
#define MAX_SIZE 8192

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

/**
 * tv_fuzz_check_parts:
 * @bytes: what was loaded
 * @trace: (nullable): what came of it
 * @error: (nullable): or the error
 *
 * Ends the program if the same bytes cut into small parts for two workers come to
 * anything else.
 */
void
tv_fuzz_check_parts (GBytes *bytes, const TvTrace *trace, const GError *error)
{
  g_autoptr (GError) other_error = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;

  if (g_bytes_get_size (bytes) > MAX_SIZE)
    return;
  other = tv_trace_load_bytes_in_parts (bytes, 2, PART_SIZE, NULL, &other_error);
  expected = trace != NULL ? tv_test_dump_trace (trace) : g_strdup (error->message);
  text = other != NULL ? tv_test_dump_trace (other) : g_strdup (other_error->message);
  g_assert_cmpstr (text, ==, expected);
}
