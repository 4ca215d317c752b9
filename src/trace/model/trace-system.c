/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/trace-system.h"

#include "trace/model/system-storage.h"
#include "trace/model/trace-storage.h"

/* Dalvik writes the microseconds since 1970 as start time, ART those since boot: no
 * device runs for 10^15 µs, which are 31 years. */
#define FIRST_DATE_US G_GUINT64_CONSTANT (1000000000000000)
#define NS_PER_US 1000

/**
 * tv_system_columns_new:
 *
 * Returns: (transfer full): columns with neither counters nor states, to be filled
 */
TvSystemColumns *
tv_system_columns_new (void)
{
  TvSystemColumns *columns = g_new0 (TvSystemColumns, 1);

  columns->counters = g_array_new (FALSE, FALSE, sizeof (TvCounter));
  columns->letters = g_ptr_array_new ();
  columns->blocked_functions = g_array_new (FALSE, FALSE, sizeof (TvBlockedFunction));
  columns->cpus = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (columns->letters, NULL);
  return columns;
}

void
tv_system_columns_free (TvSystemColumns *columns)
{
  if (columns == NULL)
    return;
  g_array_unref (columns->counters);
  g_free (columns->first_value);
  tv_time_column_clear (&columns->value_time);
  tv_column_free (columns->value);
  g_free (columns->first_state);
  tv_time_column_clear (&columns->state_start);
  tv_time_column_clear (&columns->state_end);
  tv_column_free (columns->state_kind);
  tv_column_free (columns->state_flags);
  tv_column_free (columns->state_letters);
  tv_column_free (columns->state_cpu);
  tv_column_free (columns->state_priority);
  tv_column_free (columns->state_waker);
  g_ptr_array_unref (columns->letters);
  g_array_unref (columns->blocked_functions);
  g_array_unref (columns->cpus);
  g_free (columns->first_on_cpu);
  tv_column_free (columns->on_cpu);
  g_free (columns);
}

/**
 * tv_system_columns_get_size:
 * @columns: (nullable): columns
 *
 * Returns: bytes that they take, 0 without any
 */
gsize
tv_system_columns_get_size (const TvSystemColumns *columns)
{
  gsize size = 0;

  if (columns == NULL)
    return 0;
  if (columns->first_value != NULL)
    size += columns->first_value[columns->counters->len]
            * (tv_time_column_get_size (&columns->value_time) + sizeof (double));
  size += columns->n_states
          * (tv_time_column_get_size (&columns->state_start)
             + tv_time_column_get_size (&columns->state_end) + 3 + 2 * sizeof (guint16)
             + sizeof (guint32));
  size += columns->blocked_functions->len * sizeof (TvBlockedFunction);
  if (columns->first_on_cpu != NULL)
    size += columns->first_on_cpu[columns->cpus->len] * sizeof (TvStateRef);
  return size;
}

/* Returns the number of times that are not after @time. */
static gsize
count_until (const TvTimes *times, gsize n, gint64 time)
{
  gsize low = 0, high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (tv_times_get (times, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Counters */

/**
 * tv_trace_get_n_counters:
 * @trace: a trace
 *
 * Returns: number of counters
 */
guint
tv_trace_get_n_counters (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->system != NULL ? trace->system->counters->len : 0;
}

/**
 * tv_trace_get_counter:
 * @trace: a trace
 * @counter: below tv_trace_get_n_counters()
 *
 * Returns: (transfer none): a counter
 */
const TvCounter *
tv_trace_get_counter (const TvTrace *trace, guint counter)
{
  g_return_val_if_fail (counter < tv_trace_get_n_counters (trace), NULL);

  return &g_array_index (trace->system->counters, TvCounter, counter);
}

/**
 * tv_trace_get_counter_values:
 * @trace: a trace
 * @counter: below tv_trace_get_n_counters()
 *
 * Returns: the values of a counter
 */
TvCounterValues
tv_trace_get_counter_values (const TvTrace *trace, guint counter)
{
  const TvSystemColumns *columns = trace->system;
  TvCounterValues values = { 0 };
  gsize first;

  g_return_val_if_fail (counter < tv_trace_get_n_counters (trace), values);

  first = columns->first_value[counter];
  values.n = columns->first_value[counter + 1] - first;
  values.time = tv_time_column_slice (&columns->value_time, first, trace->unit);
  values.value = columns->value + first;
  return values;
}

/**
 * tv_counter_values_find:
 * @values: the values of a counter
 * @time: nanoseconds since the start of tracing
 *
 * Returns: index of the value at @time plus one, 0 if the first comes later
 */
gsize
tv_counter_values_find (const TvCounterValues *values, gint64 time)
{
  return count_until (&values->time, values->n, time);
}

/* States of threads */

/**
 * tv_trace_has_states:
 * @trace: a trace
 *
 * Returns: whether threads have states
 */
gboolean
tv_trace_has_states (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, FALSE);

  return trace->system != NULL && trace->system->n_states > 0;
}

/**
 * tv_trace_is_idle_thread:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: whether it stands for the idle threads of all processors
 */
gboolean
tv_trace_is_idle_thread (const TvTrace *trace, guint thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);

  return row->kind == TV_TRACK_THREAD && row->number == 0 && tv_trace_has_states (trace)
         && trace->system->first_state[thread] < trace->system->first_state[thread + 1];
}

/**
 * tv_trace_get_states:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: the states of a thread, which may be none
 */
TvThreadStates
tv_trace_get_states (const TvTrace *trace, guint thread)
{
  const TvSystemColumns *columns = trace->system;
  TvThreadStates states = { .trace = trace };

  g_return_val_if_fail (thread < trace->n_threads, states);

  if (!tv_trace_has_states (trace))
    return states;
  states.first = columns->first_state[thread];
  states.n = columns->first_state[thread + 1] - states.first;
  states.start
      = tv_time_column_slice (&columns->state_start, states.first, trace->unit);
  states.end = tv_time_column_slice (&columns->state_end, states.first, trace->unit);
  states.kind = columns->state_kind + states.first;
  states.cpu = columns->state_cpu + states.first;
  states.waker = columns->state_waker + states.first;
  return states;
}

static const char *
find_blocked_function (const TvSystemColumns *columns, gsize state)
{
  const GArray *functions = columns->blocked_functions;
  guint low = 0, high = functions->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const TvBlockedFunction *function
          = &g_array_index (functions, TvBlockedFunction, middle);

      if (function->state == state)
        return function->function;
      if (function->state < state)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

/**
 * tv_thread_states_get:
 * @states: the states of a thread
 * @state: index of one of them
 * @result: (out caller-allocates): all that is known of it
 */
void
tv_thread_states_get (const TvThreadStates *states, gsize state, TvThreadState *result)
{
  const TvSystemColumns *columns = states->trace->system;
  const gsize at = states->first + state;
  const char *letters;

  g_return_if_fail (state < states->n);

  letters = columns->letters->pdata[columns->state_letters[at]];
  *result = (TvThreadState){
    .kind = columns->state_kind[at],
    .letters = letters != NULL ? letters : "",
    .start = tv_times_get (&states->start, state),
    .end = tv_times_get (&states->end, state),
    .is_open = (columns->state_flags[at] & TV_STATE_OPEN) != 0,
    .cpu = columns->state_cpu[at],
    .priority = columns->state_priority[at],
    .waker = columns->state_waker[at],
    .io_wait = columns->state_flags[at] >> TV_STATE_IO_SHIFT & 3,
    .blocked_function = find_blocked_function (columns, at),
  };
  if (result->kind != TV_STATE_RUNNING)
    return;
  result->letters = "Running";
  result->end_letters = letters;
}

/**
 * tv_thread_states_find:
 * @states: the states of a thread, but not of an idle one
 * @time: nanoseconds since the start of tracing
 *
 * Returns: index of the state that began last at @time plus one, 0 if the first comes
 *   later; it may have ended
 */
gsize
tv_thread_states_find (const TvThreadStates *states, gint64 time)
{
  return count_until (&states->start, states->n, time);
}

/**
 * tv_trace_get_n_cpus:
 * @trace: a trace
 *
 * Returns: number of processors on which threads ran
 */
guint
tv_trace_get_n_cpus (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->system != NULL ? trace->system->cpus->len : 0;
}

/**
 * tv_trace_get_cpu_number:
 * @trace: a trace
 * @cpu: below tv_trace_get_n_cpus()
 *
 * Returns: the number of a processor in the file; they are in ascending order
 */
guint32
tv_trace_get_cpu_number (const TvTrace *trace, guint cpu)
{
  g_return_val_if_fail (cpu < tv_trace_get_n_cpus (trace), TV_CPU_NONE);

  return g_array_index (trace->system->cpus, guint32, cpu);
}

/**
 * tv_trace_get_cpu_states:
 * @trace: a trace
 * @cpu: below tv_trace_get_n_cpus()
 * @n: (out): their number
 *
 * Returns: (transfer none) (array length=n): the states of the threads that ran on a
 *   processor, in order of time, those of idle threads included
 */
const TvStateRef *
tv_trace_get_cpu_states (const TvTrace *trace, guint cpu, gsize *n)
{
  const TvSystemColumns *columns = trace->system;

  *n = 0;
  g_return_val_if_fail (cpu < tv_trace_get_n_cpus (trace), NULL);

  *n = columns->first_on_cpu[cpu + 1] - columns->first_on_cpu[cpu];
  return columns->on_cpu + columns->first_on_cpu[cpu];
}

/* Clocks */

/* The clock of the start time of a method trace. */
static TvSystemClock
get_start_clock (const TvTraceInfo *info)
{
  if (info->kind != TV_TRACE_KIND_CALLS || info->start_time == 0
      || info->start_time > G_MAXINT64 / NS_PER_US)
    return TV_SYSTEM_CLOCK_UNKNOWN;
  return info->start_time < FIRST_DATE_US ? TV_SYSTEM_CLOCK_MONOTONIC
                                          : TV_SYSTEM_CLOCK_REALTIME;
}

/**
 * tv_trace_get_own_clock:
 * @trace: a trace
 *
 * Returns: the clock of the times of its file; of a method trace, that of the moment
 *   from which they count
 */
TvSystemClock
tv_trace_get_own_clock (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_SYSTEM_CLOCK_UNKNOWN);

  return trace->system != NULL ? trace->system->own_clock
                               : get_start_clock (&trace->info);
}

/**
 * tv_trace_get_clock_start:
 * @trace: a trace
 * @clock: a clock
 * @start: (out): nanoseconds on it when tracing started, where the times of the trace
 *   are 0
 *
 * Returns: whether the file tells
 */
gboolean
tv_trace_get_clock_start (const TvTrace *trace, TvSystemClock clock, gint64 *start)
{
  const TvSystemColumns *columns = trace->system;

  g_return_val_if_fail (clock < TV_N_SYSTEM_CLOCKS, FALSE);

  if (columns != NULL && columns->has_clock_start[clock])
    {
      *start = columns->clock_start[clock];
      return TRUE;
    }
  if (columns != NULL || clock == TV_SYSTEM_CLOCK_UNKNOWN
      || clock != get_start_clock (&trace->info))
    return FALSE;
  *start = (gint64) trace->info.start_time * NS_PER_US;
  return TRUE;
}

/**
 * tv_trace_get_join:
 * @trace: a trace
 *
 * Returns: (transfer none) (nullable): how two files became this trace, %NULL if it is
 *   of one file
 */
const TvJoin *
tv_trace_get_join (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->joined != NULL ? &trace->joined->join : NULL;
}

/**
 * tv_trace_has_slices:
 * @trace: a trace
 *
 * Returns: whether it has slices, be it with calls of methods or alone
 */
gboolean
tv_trace_has_slices (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, FALSE);

  return trace->info.kind == TV_TRACE_KIND_SLICES || trace->joined != NULL;
}

/**
 * tv_trace_is_slice:
 * @trace: a trace
 * @method: below tv_trace_get_n_methods()
 *
 * Returns: whether calls of @method are slices; those of two files, which have both,
 *   are told by the signature, which names of slices lack; those beside samples by
 *   #TvMethod.is_slice
 */
gboolean
tv_trace_is_slice (const TvTrace *trace, guint method)
{
  if (trace->info.kind == TV_TRACE_KIND_SAMPLES)
    return tv_trace_get_method (trace, method)->is_slice;
  return tv_trace_has_slices (trace)
         && (trace->joined == NULL
             || *tv_trace_get_method (trace, method)->signature == '\0');
}
