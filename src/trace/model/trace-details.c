/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/trace-details.h"

#include "trace/model/system-storage.h"
#include "trace/model/trace-storage.h"

/**
 * tv_detail_columns_new:
 *
 * Returns: (transfer full): columns with neither arguments nor flows, to be filled
 */
TvDetailColumns *
tv_detail_columns_new (void)
{
  TvDetailColumns *columns = g_new0 (TvDetailColumns, 1);

  columns->args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  columns->first_arg = g_array_new (FALSE, TRUE, sizeof (guint32));
  columns->flows = g_array_new (FALSE, FALSE, sizeof (TvFlow));
  columns->calls = g_array_new (FALSE, FALSE, sizeof (TvCallArgs));
  columns->processes = g_array_new (FALSE, FALSE, sizeof (TvProcessFacts));
  columns->tracks = g_array_new (FALSE, FALSE, sizeof (TvTrackFacts));
  columns->quiet = g_array_new (FALSE, FALSE, sizeof (TvQuietThread));
  g_array_set_size (columns->first_arg, 1);
  return columns;
}

void
tv_detail_columns_free (TvDetailColumns *columns)
{
  if (columns == NULL)
    return;
  g_array_unref (columns->args);
  g_array_unref (columns->first_arg);
  g_array_unref (columns->flows);
  g_array_unref (columns->calls);
  g_array_unref (columns->processes);
  g_array_unref (columns->tracks);
  g_array_unref (columns->quiet);
  for (guint i = 0; i < TV_N_EXTRAS; i++)
    g_clear_pointer (&columns->extras[i], g_array_unref);
  g_free (columns->first_call);
  g_free (columns);
}

/**
 * tv_detail_columns_get_size:
 * @columns: (nullable): columns
 *
 * Returns: bytes that they take, 0 without any
 */
gsize
tv_detail_columns_get_size (const TvDetailColumns *columns)
{
  gsize size = 0;

  if (columns == NULL)
    return 0;
  for (guint i = 0; i < TV_N_EXTRAS; i++)
    if (columns->extras[i] != NULL)
      size += columns->extras[i]->len * sizeof (gint64);
  return size + columns->args->len * sizeof (TvArg)
         + columns->first_arg->len * sizeof (guint32)
         + columns->flows->len * sizeof (TvFlow)
         + columns->calls->len * sizeof (TvCallArgs)
         + columns->processes->len * sizeof (TvProcessFacts)
         + columns->tracks->len * sizeof (TvTrackFacts)
         + columns->quiet->len * sizeof (TvQuietThread);
}

/* Arguments */

/**
 * tv_trace_get_n_arg_sets:
 * @trace: a trace
 *
 * Returns: number of sets of arguments; each is there once
 */
guint
tv_trace_get_n_arg_sets (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->details != NULL ? trace->details->first_arg->len - 1 : 0;
}

/**
 * tv_trace_get_arg_set:
 * @trace: a trace
 * @set: below tv_trace_get_n_arg_sets(), or %TV_ARG_SET_NONE
 * @n: (out): their number
 *
 * Returns: (transfer none) (array length=n) (nullable): the arguments of a set, in the
 *   order of the file
 */
const TvArg *
tv_trace_get_arg_set (const TvTrace *trace, guint32 set, guint *n)
{
  const guint32 *first;

  *n = 0;
  if (set == TV_ARG_SET_NONE)
    return NULL;
  g_return_val_if_fail (set < tv_trace_get_n_arg_sets (trace), NULL);

  first = &g_array_index (trace->details->first_arg, guint32, set);
  *n = first[1] - first[0];
  return &g_array_index (trace->details->args, TvArg, first[0]);
}

static guint32
find_set (const TvDetailColumns *columns, guint thread, guint32 call)
{
  gsize low = columns->first_call[thread];
  gsize high = columns->first_call[thread + 1];

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;
      const TvCallArgs *found = &g_array_index (columns->calls, TvCallArgs, middle);

      if (found->call == call)
        return found->set;
      if (found->call < call)
        low = middle + 1;
      else
        high = middle;
    }
  return TV_ARG_SET_NONE;
}

/**
 * tv_trace_get_call_arg_set:
 * @trace: a trace
 * @thread: index of a thread
 * @call: one of its calls
 *
 * Finds the arguments of a call by bisection.
 *
 * Returns: index of a set, or %TV_ARG_SET_NONE
 */
guint32
tv_trace_get_call_arg_set (const TvTrace *trace, guint thread, gsize call)
{
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), TV_ARG_SET_NONE);
  g_return_val_if_fail (call < trace->threads[thread].n_calls, TV_ARG_SET_NONE);

  if (trace->details == NULL || trace->details->first_call == NULL)
    return TV_ARG_SET_NONE;
  if (trace->call_origin != NULL)
    call = trace->call_origin[trace->first_call[thread] + call];
  return find_set (trace->details, thread, (guint32) call);
}

/**
 * tv_arg_dup_value:
 * @arg: an argument
 *
 * Returns: (transfer full): its value as text
 */
char *
tv_arg_dup_value (const TvArg *arg)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (arg->type)
    {
    case TV_ARG_INT:
      return g_strdup_printf ("%" G_GINT64_FORMAT, arg->value.integer);
    case TV_ARG_UINT:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, arg->value.uinteger);
    case TV_ARG_BOOL:
      return g_strdup (arg->value.integer != 0 ? "true" : "false");
    case TV_ARG_REAL:
      return g_strdup (g_ascii_dtostr (number, sizeof number, arg->value.real));
    case TV_ARG_POINTER:
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", arg->value.uinteger);
    case TV_ARG_STRING:
    case TV_ARG_JSON:
      return g_strdup (arg->value.text);
    case TV_ARG_NULL:
    default:
      return g_strdup ("");
    }
}

/* Facts */

/**
 * tv_trace_get_process_facts:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: (transfer none) (nullable): what the file says of it, or %NULL for nothing
 */
const TvProcessFacts *
tv_trace_get_process_facts (const TvTrace *trace, guint process)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->details != NULL && process < trace->details->processes->len
             ? &g_array_index (trace->details->processes, TvProcessFacts, process)
             : NULL;
}

/**
 * tv_trace_get_track_facts:
 * @trace: a trace
 * @thread: index of a track
 *
 * Returns: (transfer none) (nullable): what the file says of it, or %NULL for nothing
 */
const TvTrackFacts *
tv_trace_get_track_facts (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->details != NULL && thread < trace->details->tracks->len
             ? &g_array_index (trace->details->tracks, TvTrackFacts, thread)
             : NULL;
}

/**
 * tv_trace_get_quiet_threads:
 * @trace: a trace
 * @n: (out): their number
 *
 * Returns: (transfer none) (array length=n) (nullable): threads that have no track
 */
const TvQuietThread *
tv_trace_get_quiet_threads (const TvTrace *trace, guint *n)
{
  g_return_val_if_fail (trace != NULL && n != NULL, NULL);

  *n = trace->details != NULL ? trace->details->quiet->len : 0;
  return *n > 0 ? (const TvQuietThread *) (gpointer) trace->details->quiet->data : NULL;
}

/**
 * tv_trace_get_appearance:
 * @trace: a trace
 * @thread: index of a track
 *
 * Returns: the place of the track in the order in which the tracks came in the file, if
 *   that is known, else @thread. Further rows of a track have its place
 */
guint32
tv_trace_get_appearance (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL && thread < trace->n_threads, thread);

  return trace->appearance != NULL ? trace->appearance[thread] : thread;
}

/* Flows */

/**
 * tv_trace_get_n_flows:
 * @trace: a trace
 *
 * Returns: number of flows
 */
gsize
tv_trace_get_n_flows (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->details != NULL ? trace->details->flows->len : 0;
}

/* Finds a call of the original in a transformed trace. */
static TvCallRef
find_transformed (const TvTrace *trace, TvCallRef original)
{
  const guint32 *origins = trace->call_origin + trace->first_call[original.thread];
  gsize low = 0, high = trace->threads[original.thread].n_calls;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (origins[middle] == original.call)
        return (TvCallRef){ original.thread, (guint32) middle };
      if (origins[middle] < original.call)
        low = middle + 1;
      else
        high = middle;
    }
  return (TvCallRef){ TV_THREAD_NONE, TV_CALL_NONE };
}

/**
 * tv_trace_get_flow:
 * @trace: a trace
 * @flow: below tv_trace_get_n_flows()
 *
 * Returns: a flow; flows are in order of the time at which they enter a call
 */
TvFlow
tv_trace_get_flow (const TvTrace *trace, gsize flow)
{
  TvFlow result = { .from.thread = TV_THREAD_NONE, .to.thread = TV_THREAD_NONE };

  g_return_val_if_fail (flow < tv_trace_get_n_flows (trace), result);

  result = g_array_index (trace->details->flows, TvFlow, flow);
  if (trace->call_origin != NULL)
    {
      result.from = find_transformed (trace, result.from);
      result.to = find_transformed (trace, result.to);
    }
  return result;
}
