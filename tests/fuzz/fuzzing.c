/* SPDX-License-Identifier: Apache-2.0 */

#include "fuzzing.h"

#include "analysis/sums/profile.h"
#include "support/trace-dump.h"
#include "trace/formats/trace-loader.h"
#include "trace/formats/trace-reader.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-system.h"

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

static void
check_counters (const TvTrace *trace)
{
  for (guint i = 0; i < tv_trace_get_n_counters (trace); i++)
    {
      const TvCounter *counter = tv_trace_get_counter (trace, i);
      const TvCounterValues values = tv_trace_get_counter_values (trace, i);

      g_assert (g_utf8_validate (counter->name, -1, NULL) && values.n == counter->n);
      g_assert (counter->process == TV_PROCESS_NONE
                || counter->process < tv_trace_get_n_processes (trace));
      g_assert (counter->thread == TV_THREAD_NONE
                || counter->thread < tv_trace_get_n_threads (trace));
      for (gsize j = 0; j < values.n; j++)
        g_assert (tv_times_get (&values.time, j)
                  >= (j > 0 ? tv_times_get (&values.time, j - 1) : 0));
    }
}

static void
check_states (const TvTrace *trace, guint thread)
{
  const TvThreadStates states = tv_trace_get_states (trace, thread);
  gint64 previous = 0;

  for (gsize i = 0; i < states.n; i++)
    {
      TvThreadState state;

      tv_thread_states_get (&states, i, &state);
      g_assert (state.start >= previous && state.end >= state.start);
      g_assert (g_utf8_validate (state.letters, -1, NULL));
      g_assert (state.waker == TV_THREAD_NONE
                || state.waker < tv_trace_get_n_threads (trace));
      previous = state.start;
    }
}

static void
check_cpus (const TvTrace *trace)
{
  for (guint i = 0; i < tv_trace_get_n_cpus (trace); i++)
    {
      gsize n;
      const TvStateRef *refs = tv_trace_get_cpu_states (trace, i, &n);

      for (gsize j = 0; j < n; j++)
        {
          const TvThreadStates states = tv_trace_get_states (trace, refs[j].thread);

          g_assert (refs[j].state < states.n);
          g_assert (states.cpu[refs[j].state] == tv_trace_get_cpu_number (trace, i));
        }
    }
}

static void
check_call (const TvTrace *trace, TvCallRef call)
{
  g_assert (call.thread < tv_trace_get_n_threads (trace));
  g_assert (call.call < tv_trace_get_thread (trace, call.thread)->n_calls);
}

static void
check_details (const TvTrace *trace)
{
  for (guint32 i = 0; i < tv_trace_get_n_arg_sets (trace); i++)
    {
      guint n;
      const TvArg *args = tv_trace_get_arg_set (trace, i, &n);

      for (guint j = 0; j < n; j++)
        {
          g_autofree char *value = tv_arg_dup_value (&args[j]);

          g_assert (g_utf8_validate (args[j].key, -1, NULL));
          g_assert (g_utf8_validate (value, -1, NULL));
        }
    }
  for (gsize i = 0; i < tv_trace_get_n_flows (trace); i++)
    {
      const TvFlow flow = tv_trace_get_flow (trace, i);

      check_call (trace, flow.from);
      check_call (trace, flow.to);
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
    {
      check_calls (trace, thread);
      check_states (trace, thread);
    }
  check_counters (trace);
  check_cpus (trace);
  check_details (trace);
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
