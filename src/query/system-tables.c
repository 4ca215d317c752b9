/* SPDX-License-Identifier: Apache-2.0 */

#include "query/system-tables.h"

#include "query/time-merge.h"
#include "trace/model/trace-system.h"

/* Counters, states of threads, flows and arguments, in the order of Perfetto's tables.
 * Values of counters and states are columns by counter and by thread. SQL counts them
 * in the order of their times, which a list of places has once a value is asked for. */

/* Orders */

/* Lists the places of values in the order of their times, of states only those that run
 * if their kinds matter. Returns NULL if the script was stopped. */
static GArray *
list_places (TvQuerySource *source, TvTimeMerge *merge, gboolean only_runs, gsize n)
{
  g_autoptr (GArray) order = NULL;
  TvQueryPlace place;

  if (!tv_query_guard_demand (source->guard, (gint64) (n * sizeof place)))
    return NULL;
  order = g_array_sized_new (FALSE, FALSE, sizeof place, (guint) n);
  for (gsize i = 1; tv_time_merge_next (merge, &place); i++)
    {
      if (i % 65536 == 0 && g_cancellable_is_cancelled (source->guard->work))
        return NULL;
      if (!only_runs
          || tv_trace_get_states (source->trace, place.column).kind[place.row]
                 == TV_STATE_RUNNING)
        g_array_append_val (order, place);
    }
  return g_steal_pointer (&order);
}

/* Returns the place of a row, or NULL if the script was stopped. */
static const TvQueryPlace *
find_place (const GArray *order, gsize row)
{
  return order != NULL && row < order->len ? &g_array_index (order, TvQueryPlace, row)
                                           : NULL;
}

/* Counters */

/* Returns the type that Perfetto gives to the track of a counter. */
static const char *
get_counter_type (const TvQuerySource *source, const TvCounter *counter)
{
  const char *format = tv_trace_get_info (source->trace)->format;

  if (counter->kind == TV_TRACK_CPU && g_str_equal (counter->name, "cpufreq"))
    return "cpu_frequency";
  if (counter->kind == TV_TRACK_CPU && g_str_equal (counter->name, "cpuidle"))
    return "cpu_idle";
  if (g_str_equal (format, "chrome-json"))
    return "json_counter";
  if (g_str_equal (format, "ftrace"))
    return "atrace_counter";
  return counter->kind == TV_TRACK_THREAD    ? "thread_counter_track_event"
         : counter->kind == TV_TRACK_PROCESS ? "process_counter_track_event"
         : counter->kind == TV_TRACK_GLOBAL  ? "global_counter_track_event"
                                             : NULL;
}

void
tv_query_get_counter_track (TvQuerySource *source, guint index, TvQueryField field,
                            sqlite3_context *result)
{
  const TvCounter *counter = tv_trace_get_counter (source->trace, index);

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, counter->name);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, get_counter_type (source, counter));
  else if (field == TV_FIELD_UNIT)
    tv_query_result_text (result, counter->unit);
  else if (field == TV_FIELD_CPU && counter->kind == TV_TRACK_CPU)
    sqlite3_result_int64 (result, counter->number);
  else if (field == TV_FIELD_UTID && counter->thread != TV_THREAD_NONE)
    sqlite3_result_int64 (result, source->utids[counter->thread]);
  else if (field == TV_FIELD_UPID && counter->process != TV_PROCESS_NONE)
    sqlite3_result_int64 (result, source->upids[counter->process]);
}

gsize
tv_query_count_counter_values (TvQuerySource *source)
{
  gsize n = 0;

  for (guint i = 0; i < tv_trace_get_n_counters (source->trace); i++)
    n += tv_trace_get_counter (source->trace, i)->n;
  return n;
}

static const TvQueryPlace *
find_counter_value (TvQuerySource *source, gsize row)
{
  g_autoptr (TvTimeMerge) merge = NULL;

  if (source->counter_order != NULL)
    return find_place (source->counter_order, row);
  merge = tv_time_merge_new ();
  for (guint i = 0; i < tv_trace_get_n_counters (source->trace); i++)
    {
      const TvCounterValues values = tv_trace_get_counter_values (source->trace, i);

      tv_time_merge_add (merge, &values.time, 0, values.n, i, 0);
    }
  source->counter_order
      = list_places (source, merge, FALSE, tv_query_count_counter_values (source));
  return find_place (source->counter_order, row);
}

void
tv_query_get_counter_value (TvQuerySource *source, gsize row, TvQueryField field,
                            sqlite3_context *result)
{
  const TvQueryPlace *place = find_counter_value (source, row);
  TvCounterValues values;

  if (place == NULL)
    return;
  values = tv_trace_get_counter_values (source->trace, place->column);
  if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result,
                          source->origin + tv_times_get (&values.time, place->row));
  else if (field == TV_FIELD_TRACK_ID)
    sqlite3_result_int64 (result, (gint64) source->n_threads + place->column);
  else if (field == TV_FIELD_VALUE)
    sqlite3_result_double (result, values.value[place->row]);
  else
    tv_query_get_counter_track (source, place->column, field, result);
}

/* States of threads. The idle threads run only: they have no other states. */

gsize
tv_query_count_states (TvQuerySource *source)
{
  gsize n = 0;

  for (guint i = 0; i < source->n_threads; i++)
    if (!tv_trace_is_idle_thread (source->trace, i))
      n += tv_trace_get_states (source->trace, i).n;
  return n;
}

gsize
tv_query_count_runs (TvQuerySource *source)
{
  gsize n_runs = 0;

  for (guint i = 0; i < tv_trace_get_n_cpus (source->trace); i++)
    {
      gsize n;

      tv_trace_get_cpu_states (source->trace, i, &n);
      n_runs += n;
    }
  return n_runs;
}

static GArray *
order_states (TvQuerySource *source, gboolean only_runs)
{
  g_autoptr (TvTimeMerge) merge = tv_time_merge_new ();

  for (guint i = 0; i < source->n_threads; i++)
    {
      const TvThreadStates states = tv_trace_get_states (source->trace, i);

      if (only_runs || !tv_trace_is_idle_thread (source->trace, i))
        tv_time_merge_add (merge, &states.start, 0, states.n, i, 0);
    }
  return list_places (source, merge, only_runs,
                      only_runs ? tv_query_count_runs (source)
                                : tv_query_count_states (source));
}

/* Returns the row of a thread's state at a time, or -1. */
static gint64
find_state_row (const TvQuerySource *source, guint32 thread, gint64 time)
{
  const TvThreadStates states = tv_trace_get_states (source->trace, thread);
  const gsize found = tv_thread_states_find (&states, time);
  guint low = 0;
  guint high = source->state_order->len;

  if (found == 0 || tv_trace_is_idle_thread (source->trace, thread))
    return -1;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const TvQueryPlace *place
          = &g_array_index (source->state_order, TvQueryPlace, middle);
      const TvThreadStates other = tv_trace_get_states (source->trace, place->column);
      const gint64 at = tv_times_get (&other.start, place->row);
      const gint64 wanted = tv_times_get (&states.start, found - 1);

      if (at < wanted
          || (at == wanted
              && (place->column < thread
                  || (place->column == thread && place->row < found - 1))))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
result_state (TvQuerySource *source, const TvQueryPlace *place, TvQueryField field,
              sqlite3_context *result)
{
  const TvThreadStates states = tv_trace_get_states (source->trace, place->column);
  TvThreadState state;

  tv_thread_states_get (&states, place->row, &state);
  if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result, source->origin + state.start);
  else if (field == TV_FIELD_DUR)
    sqlite3_result_int64 (result, state.is_open ? -1 : state.end - state.start);
  else if (field == TV_FIELD_END_TS)
    sqlite3_result_int64 (result, source->origin
                                      + (state.is_open ? state.start - 1 : state.end));
  else if (field == TV_FIELD_UTID)
    sqlite3_result_int64 (result, source->utids[place->column]);
  else if (field == TV_FIELD_CPU && state.cpu != TV_CPU_NONE)
    sqlite3_result_int64 (result, state.cpu);
  else if (field == TV_FIELD_STATE)
    sqlite3_result_text (result, state.letters, -1, SQLITE_TRANSIENT);
  else if (field == TV_FIELD_END_STATE && state.end_letters != NULL)
    sqlite3_result_text (result, state.end_letters, -1, SQLITE_TRANSIENT);
  else if (field == TV_FIELD_PRIORITY)
    sqlite3_result_int (result, state.priority);
  else if (field == TV_FIELD_IO_WAIT && state.io_wait != TV_IO_WAIT_UNKNOWN)
    sqlite3_result_int (result, state.io_wait == TV_IO_WAIT_YES);
  else if (field == TV_FIELD_BLOCKED_FUNCTION)
    tv_query_result_text (result, state.blocked_function);
  else if (field == TV_FIELD_WAKER_UTID && state.waker != TV_THREAD_NONE)
    sqlite3_result_int64 (result, source->utids[state.waker]);
  else if (field == TV_FIELD_WAKER_ID && state.waker != TV_THREAD_NONE)
    {
      const gint64 row = find_state_row (source, state.waker, state.start);

      if (row >= 0)
        sqlite3_result_int64 (result, row);
    }
}

void
tv_query_get_state (TvQuerySource *source, gsize row, TvQueryField field,
                    sqlite3_context *result)
{
  const TvQueryPlace *place;

  if (source->state_order == NULL)
    source->state_order = order_states (source, FALSE);
  place = find_place (source->state_order, row);
  if (place != NULL)
    result_state (source, place, field, result);
}

void
tv_query_get_run (TvQuerySource *source, gsize row, TvQueryField field,
                  sqlite3_context *result)
{
  const TvQueryPlace *place;

  if (source->run_order == NULL)
    source->run_order = order_states (source, TRUE);
  place = find_place (source->run_order, row);
  if (place != NULL)
    result_state (source, place, field, result);
}

gsize
tv_query_count_cpus (TvQuerySource *source)
{
  return tv_trace_get_n_cpus (source->trace);
}

void
tv_query_get_cpu (TvQuerySource *source, gsize row, TvQueryField field,
                  sqlite3_context *result)
{
  if (field == TV_FIELD_MACHINE_ID)
    sqlite3_result_int (result, 0);
  else if (field == TV_FIELD_CPU)
    sqlite3_result_int64 (result, tv_trace_get_cpu_number (source->trace, (guint) row));
}

/* Flows */

gsize
tv_query_count_flows (TvQuerySource *source)
{
  return tv_trace_get_n_flows (source->trace);
}

void
tv_query_get_flow (TvQuerySource *source, gsize row, TvQueryField field,
                   sqlite3_context *result)
{
  const TvFlow flow = tv_trace_get_flow (source->trace, row);
  const TvCallRef *call = field == TV_FIELD_SLICE_OUT ? &flow.from : &flow.to;

  if (field == TV_FIELD_TRACE_ID)
    sqlite3_result_int64 (result, (gint64) flow.id);
  else if ((field == TV_FIELD_SLICE_OUT || field == TV_FIELD_SLICE_IN)
           && call->thread != TV_THREAD_NONE)
    sqlite3_result_int64 (
        result, (gint64) tv_trace_get_n_calls_before (source->trace, call->thread)
                    + call->call);
}

/* Arguments: the sets one after the other */

gsize
tv_query_count_args (TvQuerySource *source)
{
  const guint n_sets = tv_trace_get_n_arg_sets (source->trace);

  if (source->args_before == NULL)
    {
      gsize before = 0;

      source->args_before = g_array_new (FALSE, FALSE, sizeof (gsize));
      for (guint set = 0; set <= n_sets; set++)
        {
          guint n = 0;

          g_array_append_val (source->args_before, before);
          if (set < n_sets)
            tv_trace_get_arg_set (source->trace, set, &n);
          before += n;
        }
    }
  return g_array_index (source->args_before, gsize, n_sets);
}

/* Finds the rows of a set of arguments. */
void
tv_query_find_args (TvQuerySource *source, gint64 value, gint64 *low, gint64 *high)
{
  const gint64 set = value - tv_query_source_get_call_arg_set (source, 0);

  tv_query_count_args (source);
  if (set < 0 || set + 1 >= source->args_before->len)
    return;
  *low = (gint64) g_array_index (source->args_before, gsize, set);
  *high = (gint64) g_array_index (source->args_before, gsize, set + 1) - 1;
}

/* Sets a result to the value of an argument. */
void
tv_query_result_arg (sqlite3_context *result, const TvArg *arg)
{
  if (arg->type == TV_ARG_REAL)
    sqlite3_result_double (result, arg->value.real);
  else if (arg->type == TV_ARG_STRING || arg->type == TV_ARG_JSON)
    tv_query_result_text (result, arg->value.text);
  else if (arg->type == TV_ARG_UINT || arg->type == TV_ARG_POINTER)
    sqlite3_result_int64 (result, (gint64) arg->value.uinteger);
  else if (arg->type != TV_ARG_NULL)
    sqlite3_result_int64 (result, arg->value.integer);
}

void
tv_query_get_arg (TvQuerySource *source, gsize row, TvQueryField field,
                  sqlite3_context *result)
{
  static const char *const types[]
      = { "null", "int", "uint", "bool", "real", "string", "pointer", "json" };
  const gsize *before = (const gsize *) (gpointer) source->args_before->data;
  guint low = 0;
  guint high = source->args_before->len - 1;
  const TvArg *arg;
  guint n;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      *(before[middle] <= row ? &low : &high) = middle;
    }
  arg = tv_trace_get_arg_set (source->trace, low, &n) + (row - before[low]);
  if (field == TV_FIELD_ARG_SET_ID)
    sqlite3_result_int64 (result, tv_query_source_get_call_arg_set (source, low));
  else if (field == TV_FIELD_KEY)
    tv_query_result_text (result, arg->key);
  else if (field == TV_FIELD_FLAT_KEY)
    tv_query_result_text (result, arg->flat_key);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, types[arg->type]);
  else if (field == TV_FIELD_DISPLAY_VALUE && arg->type != TV_ARG_NULL)
    sqlite3_result_text (result, tv_arg_dup_value (arg), -1, g_free);
  else if ((field == TV_FIELD_REAL_VALUE && arg->type == TV_ARG_REAL)
           || (field == TV_FIELD_STR_VALUE
               && (arg->type == TV_ARG_STRING || arg->type == TV_ARG_JSON))
           || (field == TV_FIELD_INT_VALUE && arg->type != TV_ARG_REAL
               && arg->type != TV_ARG_STRING && arg->type != TV_ARG_JSON))
    tv_query_result_arg (result, arg);
}
