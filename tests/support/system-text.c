/* SPDX-License-Identifier: Apache-2.0 */

#include "support/system-text.h"

#include "trace/model/trace-details.h"

static void
append_owner (GString *text, const TvTrace *trace, TvTrackKind kind, guint32 process,
              guint32 thread, gint64 number)
{
  switch (kind)
    {
    case TV_TRACK_THREAD:
      g_string_append_printf (text, "thread %" G_GINT64_FORMAT,
                              tv_trace_get_thread (trace, thread)->number);
      break;
    case TV_TRACK_PROCESS:
      g_string_append_printf (text, "process %" G_GINT64_FORMAT,
                              tv_trace_get_process (trace, process)->pid);
      break;
    case TV_TRACK_CPU:
      g_string_append_printf (text, "cpu %" G_GINT64_FORMAT, number);
      break;
    case TV_TRACK_GLOBAL:
    default:
      g_string_append (text, "global");
      break;
    }
}

/**
 * tv_test_counters_to_string:
 * @trace: a trace
 *
 * Returns: (transfer full): a line for each counter, `OWNER NAME [UNIT]: TIME=VALUE …`
 */
char *
tv_test_counters_to_string (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_counters (trace); i++)
    {
      const TvCounter *counter = tv_trace_get_counter (trace, i);
      const TvCounterValues values = tv_trace_get_counter_values (trace, i);

      append_owner (text, trace, counter->kind, counter->process, counter->thread,
                    counter->number);
      g_string_append_printf (text, " %s", counter->name);
      if (counter->unit != NULL)
        g_string_append_printf (text, " [%s]", counter->unit);
      g_string_append_c (text, ':');
      for (gsize j = 0; j < values.n; j++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT "=%.15g",
                                tv_times_get (&values.time, j), values.value[j]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
append_state (GString *text, const TvTrace *trace, const TvThreadState *state)
{
  static const char *const kinds[TV_N_STATE_KINDS]
      = { "?",       "running", "runnable", "preempted", "sleeping",
          "blocked", "io",      "stopped",  "traced",    "dead",
          "zombie",  "idle",    "parked",   "created" };

  g_string_append_printf (text, "  %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "%s %s (%s)",
                          state->start, state->end, state->is_open ? "…" : "",
                          kinds[state->kind], state->letters);
  if (state->cpu != TV_CPU_NONE)
    g_string_append_printf (text, " cpu %u prio %d -> %s", state->cpu, state->priority,
                            state->end_letters != NULL ? state->end_letters : "?");
  if (state->waker != TV_THREAD_NONE)
    g_string_append_printf (text, " by %" G_GINT64_FORMAT,
                            tv_trace_get_thread (trace, state->waker)->number);
  if (state->io_wait != TV_IO_WAIT_UNKNOWN)
    g_string_append_printf (text, " io %s",
                            state->io_wait == TV_IO_WAIT_YES ? "yes" : "no");
  if (state->blocked_function != NULL)
    g_string_append_printf (text, " in %s", state->blocked_function);
  g_string_append_c (text, '\n');
}

static void
append_cpus (GString *text, const TvTrace *trace)
{
  for (guint i = 0; i < tv_trace_get_n_cpus (trace); i++)
    {
      gsize n;
      const TvStateRef *refs = tv_trace_get_cpu_states (trace, i, &n);

      g_string_append_printf (text, "cpu %u:", tv_trace_get_cpu_number (trace, i));
      for (gsize j = 0; j < n; j++)
        {
          const TvThreadStates states = tv_trace_get_states (trace, refs[j].thread);

          g_string_append_printf (text, " %" G_GINT64_FORMAT "@%" G_GINT64_FORMAT,
                                  tv_trace_get_thread (trace, refs[j].thread)->number,
                                  tv_times_get (&states.start, refs[j].state));
        }
      g_string_append_c (text, '\n');
    }
}

/**
 * tv_test_states_to_string:
 * @trace: a trace
 *
 * Returns: (transfer full): the states of each thread that has any, then what ran on
 *   each processor as `THREAD@TIME`
 */
char *
tv_test_states_to_string (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThreadStates states = tv_trace_get_states (trace, i);
      const TvThread *row = tv_trace_get_thread (trace, i);

      if (states.n > 0)
        g_string_append_printf (text, "thread %" G_GINT64_FORMAT " %s%s\n", row->number,
                                row->name != NULL ? row->name : "?",
                                tv_trace_is_idle_thread (trace, i) ? " (idle)" : "");
      for (gsize j = 0; j < states.n; j++)
        {
          TvThreadState state;

          tv_thread_states_get (&states, j, &state);
          append_state (text, trace, &state);
        }
    }
  append_cpus (text, trace);
  return g_string_free (text, FALSE);
}

static void
append_args (GString *text, const TvTrace *trace, guint32 set)
{
  static const char *const types[]
      = { "null", "int", "uint", "bool", "real", "string", "pointer", "json" };
  guint n;
  const TvArg *args = tv_trace_get_arg_set (trace, set, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = tv_arg_dup_value (&args[i]);

      g_string_append_printf (text, "  %s", args[i].key);
      if (args[i].flat_key != args[i].key)
        g_string_append_printf (text, " (%s)", args[i].flat_key);
      g_string_append_printf (text, " %s %s\n", types[args[i].type], value);
    }
}

static void
append_call (GString *text, const TvTrace *trace, guint32 thread, guint32 call)
{
  if (thread == TV_THREAD_NONE)
    {
      g_string_append (text, "-");
      return;
    }
  g_string_append_printf (
      text, "%s@%" G_GINT64_FORMAT,
      tv_trace_get_method (trace, tv_trace_get_call_method (trace, thread, call))->name,
      tv_trace_get_call_start (trace, thread, call, TV_CLOCK_WALL));
}

/**
 * tv_test_details_to_string:
 * @trace: a trace
 *
 * Returns: (transfer full): the arguments of each call that has any, then the flows
 */
char *
tv_test_details_to_string (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    for (gsize j = 0; j < tv_trace_get_thread (trace, i)->n_calls; j++)
      {
        const guint32 set = tv_trace_get_call_arg_set (trace, i, j);

        if (set == TV_ARG_SET_NONE)
          continue;
        append_call (text, trace, i, (guint32) j);
        g_string_append_c (text, '\n');
        append_args (text, trace, set);
      }
  for (gsize i = 0; i < tv_trace_get_n_flows (trace); i++)
    {
      const TvFlow flow = tv_trace_get_flow (trace, i);

      g_string_append_printf (text, "flow %" G_GUINT64_FORMAT ": ", flow.id);
      append_call (text, trace, flow.from.thread, flow.from.call);
      g_string_append (text, " -> ");
      append_call (text, trace, flow.to.thread, flow.to.call);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
