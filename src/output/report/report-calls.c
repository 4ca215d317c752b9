/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/report-calls.h"

#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

/* Adds a time in microseconds. */
void
tv_report_calls_add_time (TvTextWriter *writer, gint64 nanoseconds, guint width,
                          gboolean whole)
{
  if (whole)
    tv_text_writer_add_number (writer, nanoseconds / 1000, width);
  else
    tv_text_writer_add_fixed (writer, nanoseconds, 3, width);
}

/* Adds a percentage without its sign. Every part of nothing is 0. */
void
tv_report_calls_add_percent (TvTextWriter *writer, gint64 part, gint64 whole,
                             guint decimals, guint width)
{
  const double percent = whole != 0 ? 100.0 * (double) part / (double) whole : 0;

  tv_text_writer_add_rounded (writer, percent, decimals, width);
}

static void
write_part (const TvReportCallsPart *part, TvReportCallsLayout layout,
            TvTextWriter *writer)
{
  switch (layout)
    {
    case TV_REPORT_CALLS_HTML:
      tv_report_calls_write_html (part, writer);
      break;
    case TV_REPORT_CALLS_DMTRACEDUMP:
      tv_report_calls_write_dmtracedump (part, writer);
      break;
    case TV_REPORT_CALLS_TEXT:
    default:
      tv_report_calls_write_text (part, writer);
    }
}

static gboolean
write_whole (TvTrace *trace, const TvReportCallsSpec *spec, TvTextWriter *writer,
             GCancellable *cancellable, GError **error)
{
  TvReportCallsPart part = { .thread = TV_THREAD_NONE };
  g_autoptr (TvCallReport) report
      = tv_call_report_new (trace, &spec->part, &spec->report, cancellable, error);

  if (report == NULL)
    return FALSE;
  part.report = report;
  write_part (&part, spec->layout, writer);
  return TRUE;
}

static gboolean
write_thread (TvTrace *trace, const TvReportCallsSpec *spec, guint32 thread,
              TvTextWriter *writer, GCancellable *cancellable, GError **error)
{
  g_autofree char *heading = tv_trace_dup_thread_label (trace, thread);
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
  TvProfileRange range = spec->part;
  TvReportCallsPart part = { .heading = heading, .thread = thread };
  g_autoptr (TvCallReport) report = NULL;

  range.threads = threads;
  report = tv_call_report_new (trace, &range, &spec->report, cancellable, error);
  if (report == NULL)
    return FALSE;
  part.report = report;
  write_part (&part, spec->layout, writer);
  return TRUE;
}

/* Threads without events are left out. */
static gboolean
write_threads (TvTrace *trace, const TvReportCallsSpec *spec, TvTextWriter *writer,
               GCancellable *cancellable, GError **error)
{
  const guint n = tv_thread_set_count (spec->part.threads, trace);
  gboolean is_first = TRUE;

  for (guint i = 0; i < n && !tv_text_writer_has_failed (writer); i++)
    {
      const guint32 thread = tv_thread_set_get_nth (spec->part.threads, i);

      if (tv_trace_get_thread (trace, thread)->n_events == 0)
        continue;
      if (!is_first && spec->layout != TV_REPORT_CALLS_HTML)
        tv_text_writer_add (writer, "\n\n");
      is_first = FALSE;
      if (!write_thread (trace, spec, thread, writer, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_report_calls:
 * @trace: a trace
 * @spec: what to report of it
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes what dmtracedump reports: methods by exclusive time, methods with their
 * callers and callees by inclusive time, and the sums of classes and of methods of the
 * same name.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_calls (TvTrace *trace, const TvReportCallsSpec *spec, GOutputStream *out,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  gboolean done;

  g_return_val_if_fail (trace != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  if (spec->layout == TV_REPORT_CALLS_HTML)
    tv_html_page_begin (writer, spec->title);
  if (spec->per_thread)
    done = write_threads (trace, spec, writer, cancellable, error);
  else
    done = write_whole (trace, spec, writer, cancellable, error);
  if (!done)
    return FALSE;
  if (spec->layout == TV_REPORT_CALLS_HTML)
    tv_html_page_end (writer);
  return tv_text_writer_finish (writer, error);
}
