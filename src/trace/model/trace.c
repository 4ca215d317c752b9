/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace.h"

#include "trace/model/column-memory.h"
#include "trace/model/trace-private.h"

#include <glib/gi18n-lib.h>

G_DEFINE_BOXED_TYPE (TvTrace, tv_trace, tv_trace_ref, tv_trace_unref)

/**
 * tv_trace_new_empty:
 *
 * Returns: (transfer full): a trace without content, for a reader to fill
 */
TvTrace *
tv_trace_new_empty (void)
{
  TvTrace *trace = g_new0 (TvTrace, 1);

  g_atomic_ref_count_init (&trace->references);
  trace->strings = tv_string_pool_new ();
  trace->warnings = tv_warnings_new ();
  trace->name_lists = g_ptr_array_new_with_free_func (g_free);
  trace->unit = 1;
  return trace;
}

/**
 * tv_trace_new_sharing:
 * @trace: a trace
 *
 * Returns: (transfer full): a trace with a table of methods of its own, to be changed,
 *   and an open pool for their strings; all else is that of @trace
 */
TvTrace *
tv_trace_new_sharing (TvTrace *trace)
{
  TvTrace *sharing = g_memdup2 (trace, sizeof *trace);

  g_atomic_ref_count_init (&sharing->references);
  sharing->base = tv_trace_ref (trace);
  sharing->strings = tv_string_pool_new ();
  sharing->methods = g_array_copy (trace->methods);
  return sharing;
}

/**
 * tv_trace_ref:
 * @trace: a trace
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @trace
 */
TvTrace *
tv_trace_ref (TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  g_atomic_ref_count_inc (&trace->references);
  return trace;
}

static void
free_columns (TvTrace *trace)
{
  tv_column_free (trace->call_method);
  tv_column_free (trace->call_method_wide);
  tv_column_free (trace->call_parent);
  tv_column_free (trace->call_flags);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      tv_time_column_clear (&trace->call_start[clock]);
      tv_time_column_clear (&trace->call_end[clock]);
    }
  tv_time_column_clear (&trace->call_axis_start);
  tv_time_column_clear (&trace->call_axis_end);
  g_free (trace->wait_call);
  g_free (trace->wait_calls_before);
  tv_time_column_clear (&trace->wait_start);
  tv_time_column_clear (&trace->wait_end);
  g_free (trace->entry_runs);
}

/* What a renamed trace has of its base. */
static void
free_shared (TvTrace *trace)
{
  free_columns (trace);
  g_free (trace->threads);
  g_free (trace->first_call);
  g_free (trace->first_wait);
  g_ptr_array_unref (trace->name_lists);
  g_clear_pointer (&trace->properties, g_array_unref);
  tv_warnings_free (trace->warnings);
}

/**
 * tv_trace_unref:
 * @trace: (transfer full): a trace
 *
 * Drops a reference, from any thread; the last one frees the trace.
 */
void
tv_trace_unref (TvTrace *trace)
{
  g_return_if_fail (trace != NULL);

  if (!g_atomic_ref_count_dec (&trace->references))
    return;
  if (trace->base == NULL)
    free_shared (trace);
  g_clear_pointer (&trace->methods, g_array_unref);
  tv_string_pool_free (trace->strings);
  g_clear_pointer (&trace->base, tv_trace_unref);
  g_free (trace);
}

/**
 * tv_trace_get_info:
 * @trace: a trace
 *
 * Returns: (transfer none): what the file is
 */
const TvTraceInfo *
tv_trace_get_info (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return &trace->info;
}

/**
 * tv_trace_has_clock:
 * @trace: a trace
 * @clock: a clock
 *
 * Returns: whether the file's events have times of that clock
 */
gboolean
tv_trace_has_clock (const TvTrace *trace, TvClock clock)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (clock < TV_N_CLOCKS, FALSE);

  return trace->has_clock[clock];
}

/**
 * tv_trace_get_primary_clock:
 * @trace: a trace
 *
 * Returns: the clock that methods are ranked by unless a person chooses otherwise: CPU
 *   where the file has it, as in the original
 */
TvClock
tv_trace_get_primary_clock (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_CLOCK_WALL);

  return trace->has_clock[TV_CLOCK_THREAD_CPU] ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
}

/**
 * tv_trace_get_axis:
 * @trace: a trace
 *
 * Returns: what the timeline's axis means
 */
TvAxis
tv_trace_get_axis (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, TV_AXIS_WALL);

  return trace->axis;
}

/**
 * tv_trace_get_axis_range:
 * @trace: a trace
 * @start: (out) (optional): nanoseconds of the first event of all threads
 * @end: (out) (optional): nanoseconds of the last event
 *
 * Gets what of the timeline's axis the events cover; 0 to 0 without events.
 */
void
tv_trace_get_axis_range (const TvTrace *trace, gint64 *start, gint64 *end)
{
  g_return_if_fail (trace != NULL);

  if (start != NULL)
    *start = trace->axis_start;
  if (end != NULL)
    *end = trace->axis_end;
}

/**
 * tv_trace_get_time_unit:
 * @trace: a trace
 *
 * Returns: nanoseconds in one unit of the file's clocks: all times are multiples of it
 */
gint64
tv_trace_get_time_unit (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 1);

  return trace->unit;
}

/**
 * tv_trace_get_n_properties:
 * @trace: a trace
 *
 * Returns: number of properties
 */
guint
tv_trace_get_n_properties (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->properties != NULL ? trace->properties->len : 0;
}

/**
 * tv_trace_get_property:
 * @trace: a trace
 * @index: below tv_trace_get_n_properties()
 *
 * Returns: (transfer none): a property, in the order of the file
 */
const TvProperty *
tv_trace_get_property (const TvTrace *trace, guint index)
{
  g_return_val_if_fail (index < tv_trace_get_n_properties (trace), NULL);

  return &g_array_index (trace->properties, TvProperty, index);
}

/**
 * tv_trace_lookup_property:
 * @trace: a trace
 * @key: a property's key
 *
 * Returns: (transfer none) (nullable): its value
 */
const char *
tv_trace_lookup_property (const TvTrace *trace, const char *key)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (key != NULL, NULL);

  for (guint i = 0; i < tv_trace_get_n_properties (trace); i++)
    if (g_str_equal (tv_trace_get_property (trace, i)->key, key))
      return tv_trace_get_property (trace, i)->value;
  return NULL;
}

/**
 * tv_trace_get_warnings:
 * @trace: a trace
 *
 * Returns: (transfer none): what was repaired or skipped while loading
 */
const TvWarnings *
tv_trace_get_warnings (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return trace->warnings;
}
