/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/trace-assembly.h"

#include "trace/call-builder.h"
#include "trace/trace-private.h"

/**
 * tv_trace_assemble:
 * @trace: the trace to fill; its unit and axis are set
 * @source: a reader of any format, which is read twice
 * @rules: how its times are read
 * @cancellable: (nullable): stops the reading
 * @error: what @source sets, or %TV_TRACE_ERROR_CHANGED
 *
 * Turns events into threads, methods, calls and waits: two passes over the records, see
 * #TvCallScan and #TvCallBuilder.
 *
 * Returns: whether the trace is whole
 */
gboolean
tv_trace_assemble (TvTrace *trace, TvEventSource *source, const TvClockRules *rules,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallScan) scan = tv_call_scan_new (rules);
  g_autoptr (TvCallBuilder) builder = NULL;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    trace->has_clock[clock] = rules->has[clock];
  source->progress_done = source->progress_total - 2 * source->reading_size;
  if (!source->read (source, &scan->sink, cancellable, error))
    return FALSE;
  tv_call_scan_finish (scan);
  tv_call_scan_name_pre_open (scan, &source->tables->methods);
  source->frozen = TRUE;
  tv_string_pool_seal (trace->strings);
  source->progress_done += source->reading_size;
  trace->properties = g_array_ref (source->tables->properties);
  trace->methods = g_array_ref (source->tables->methods.methods);
  builder = tv_call_builder_new (trace, scan, &source->tables->threads);
  if (!source->read (source, tv_call_builder_get_sink (builder), cancellable, error))
    return FALSE;
  if (scan->n_events == 0)
    tv_warnings_add (trace->warnings, TV_WARNING_NO_EVENTS, TV_PLACE_NOWHERE, 0, NULL);
  return tv_call_builder_finish (builder, error);
}
