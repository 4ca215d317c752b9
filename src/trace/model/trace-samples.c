/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/model/trace-samples.h"

#include "trace/model/trace-storage.h"

#include <glib/gi18n-lib.h>

/**
 * tv_sample_columns_new:
 *
 * Returns: (transfer full): columns without events and samples, to be filled
 */
TvSampleColumns *
tv_sample_columns_new (void)
{
  TvSampleColumns *columns = g_new0 (TvSampleColumns, 1);

  columns->events = g_array_new (FALSE, FALSE, sizeof (TvSampleEvent));
  return columns;
}

void
tv_sample_columns_free (TvSampleColumns *columns)
{
  if (columns == NULL)
    return;
  g_array_unref (columns->events);
  g_free (columns->first);
  g_free (columns->time);
  g_free (columns->weight);
  g_free (columns->leaf);
  g_free (columns);
}

/* Returns bytes of the columns. */
gsize
tv_sample_columns_get_size (const TvSampleColumns *columns)
{
  const gsize times = columns != NULL && columns->time != NULL ? sizeof (gint64) : 0;

  return columns != NULL
             ? columns->n * (times + sizeof *columns->weight + sizeof *columns->leaf)
             : 0;
}

/**
 * tv_trace_get_n_sample_events:
 * @trace: a trace
 *
 * Returns: number of events that its file has samples of; 0 unless it holds samples
 */
guint
tv_trace_get_n_sample_events (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->samples != NULL ? trace->samples->events->len : 0;
}

/**
 * tv_trace_get_sample_event:
 * @trace: a trace
 * @event: below tv_trace_get_n_sample_events()
 *
 * Returns: (transfer none): an event, in the order of the file
 */
const TvSampleEvent *
tv_trace_get_sample_event (const TvTrace *trace, guint event)
{
  g_return_val_if_fail (event < tv_trace_get_n_sample_events (trace), NULL);

  return &g_array_index (trace->samples->events, TvSampleEvent, event);
}

/**
 * tv_trace_get_chosen_event:
 * @trace: a trace with events
 *
 * Returns: the event whose samples the trace holds
 */
guint
tv_trace_get_chosen_event (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL && trace->samples != NULL, 0);

  return trace->samples->chosen;
}

/**
 * tv_trace_get_samples:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: its samples, none unless the trace holds samples. In a transformed trace,
 *   their calls are those of the original
 */
TvSamples
tv_trace_get_samples (const TvTrace *trace, guint thread)
{
  const TvSampleColumns *columns;
  gsize first;

  g_return_val_if_fail (trace != NULL && thread < trace->n_threads, (TvSamples){ 0 });

  columns = trace->samples;
  if (columns == NULL || columns->first == NULL)
    return (TvSamples){ 0 };
  first = columns->first[thread];
  return (TvSamples){ .n = columns->first[thread + 1] - first,
                      .time = columns->time != NULL ? columns->time + first : NULL,
                      .weight = columns->weight + first,
                      .leaf = columns->leaf + first };
}

/* Returns the event that a clock adds up, or NULL if it tells time. */
static const TvSampleEvent *
find_weight (const TvTrace *trace, TvClock clock)
{
  return clock == TV_CLOCK_THREAD_CPU && tv_trace_get_n_sample_events (trace) > 0
             ? tv_trace_get_sample_event (trace, trace->samples->chosen)
             : NULL;
}

/**
 * tv_trace_get_clock_quantity:
 * @trace: a trace
 * @clock: one of its clocks
 *
 * The CPU clock of a trace of samples is its *weight clock*: after a sample, it stands
 * at the sum of the weights of the samples of the thread so far.
 *
 * Returns: what the clock measures
 */
TvQuantity
tv_trace_get_clock_quantity (const TvTrace *trace, TvClock clock)
{
  const TvSampleEvent *event = find_weight (trace, clock);

  return event != NULL ? event->quantity : TV_QUANTITY_TIME;
}

/**
 * tv_trace_get_clock_title:
 * @trace: a trace
 * @clock: one of its clocks
 *
 * Returns: (transfer none): its name for people: that of what it adds up in a trace of
 *   samples, otherwise the one that all traces have
 */
const char *
tv_trace_get_clock_title (const TvTrace *trace, TvClock clock)
{
  const TvSampleEvent *event = find_weight (trace, clock);

  if (event != NULL)
    return event->title != NULL ? _ (event->title) : event->name;
  return clock == TV_CLOCK_THREAD_CPU ? _ ("CPU") : _ ("Real");
}
