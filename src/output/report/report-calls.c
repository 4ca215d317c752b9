/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-calls.h"

#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

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

/* Sums up the methods with exclusive time that are not listed. */
TvReportCallsRest
tv_report_calls_sum_methods (const TvCallReport *report)
{
  TvReportCallsRest rest = { .kind = TV_REST_METHODS };
  const TvCallReportRow *rows = report->rows;

  for (guint i = 0; i < report->n_rows; i++)
    if (rows[i].is_chosen && !rows[i].is_listed && rows[i].exclusive > 0)
      {
        rest.n++;
        rest.time += rows[i].exclusive;
      }
  return rest;
}

/* Sums up the callers or callees of a method that are not listed. */
TvReportCallsRest
tv_report_calls_sum_relatives (const TvCallReport *report, guint row,
                               TvRelation relation)
{
  TvReportCallsRest rest
      = { .kind
          = tv_relation_is_upward (relation) ? TV_REST_CALLERS : TV_REST_CALLEES };
  guint n;
  const TvCallReportRelative *relatives
      = tv_call_report_get_relatives (report, row, relation, &n);

  for (guint i = tv_call_report_count_listed_relatives (report, row, relation); i < n;
       i++)
    {
      rest.n++;
      rest.time += relatives[i].inclusive;
      rest.calls += relatives[i].calls;
    }
  return rest;
}

/* Sums up the members of a group that are not listed. */
TvReportCallsRest
tv_report_calls_sum_members (const TvCallReport *report, const TvCallReportGroup *group)
{
  TvReportCallsRest rest = { .kind = TV_REST_METHODS };
  const TvCallReportRow *rows = report->rows;

  for (guint i = group->n_listed; i < group->n_members; i++)
    {
      const TvCallReportRow *row = &rows[group->members[i]];

      rest.n++;
      rest.time += row->exclusive;
      rest.calls += row->calls;
      rest.recursive_calls += row->recursive_calls;
    }
  return rest;
}

/* Sums up the groups with exclusive time that are not listed. */
TvReportCallsRest
tv_report_calls_sum_groups (const TvCallReport *report, TvCallReportGrouping grouping)
{
  TvReportCallsRest rest
      = { .kind
          = grouping == TV_CALL_REPORT_CLASSES ? TV_REST_CLASSES : TV_REST_NAMES };
  const TvCallReportGroup *groups = report->groups[grouping];
  const guint n = report->n_groups[grouping];

  for (guint i = 0; i < n; i++)
    if (!groups[i].is_listed && groups[i].exclusive > 0)
      {
        rest.n++;
        rest.time += groups[i].exclusive;
        rest.calls += groups[i].calls;
        rest.recursive_calls += groups[i].recursive_calls;
      }
  return rest;
}

/* What a line that sums up says instead of a name. */
char *
tv_report_calls_dup_label (const TvReportCallsRest *rest)
{
  const guint n = rest->n;

  switch (rest->kind)
    {
    case TV_REST_CALLERS:
      return g_strdup_printf (ngettext ("%u more caller", "%u more callers", n), n);
    case TV_REST_CALLEES:
      return g_strdup_printf (ngettext ("%u more callee", "%u more callees", n), n);
    case TV_REST_CLASSES:
      return g_strdup_printf (ngettext ("%u more class", "%u more classes", n), n);
    case TV_REST_NAMES:
      return g_strdup_printf (ngettext ("%u more name", "%u more names", n), n);
    case TV_REST_METHODS:
    default:
      return g_strdup_printf (ngettext ("%u more method", "%u more methods", n), n);
    }
}

/* Returns a sentence on the methods without an entry of their own, NULL if each has
 * one. Their inclusive times overlap, so only the longest says something. */
char *
tv_report_calls_dup_rest_of_entries (const TvCallReport *report)
{
  TvReportCallsRest rest = { .kind = TV_REST_METHODS };
  const gint64 total = report->total;
  const TvCallReportRow *rows = report->rows;
  char percent[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *label = NULL;

  for (guint i = 0; i < report->n_rows; i++)
    if (rows[i].is_chosen && !rows[i].is_listed)
      {
        rest.time = MAX (rest.time, rows[i].inclusive);
        rest.n++;
      }
  if (rest.n == 0)
    return NULL;
  label = tv_report_calls_dup_label (&rest);
  g_ascii_formatd (percent, sizeof percent, "%.2f",
                   total > 0 ? 100.0 * (double) rest.time / (double) total : 0);
  /* Translators: a number of methods, and the greatest percentage of the time that one
   * of them has */
  return g_strdup_printf (
      _ ("%s, each with at most %s %% of the time; --all lists them"), label, percent);
}

static gboolean
are_all_relatives_listed (const TvCallReport *report)
{
  const TvCallReportRow *rows = report->rows;

  for (guint row = 0; row < report->n_rows; row++)
    for (TvRelation relation = 0; relation < TV_N_RELATIONS && rows[row].is_listed;
         relation++)
      {
        guint n;

        tv_call_report_get_relatives (report, row, relation, &n);
        if (tv_call_report_count_listed_relatives (report, row, relation) < n)
          return FALSE;
      }
  return TRUE;
}

/* Returns a sentence on the callers and callees that are not listed, NULL if all are.
 */
char *
tv_report_calls_dup_relatives_note (const TvCallReport *report)
{
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  if (are_all_relatives_listed (report))
    return NULL;
  g_ascii_formatd (percent, sizeof percent, "%g", report->least_share);
  return g_strdup_printf (_ ("Callers and callees with less than %s %% of a method's "
                             "time share a line; --all lists each."),
                          percent);
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
              gsize most_bytes, TvTextWriter *writer, GCancellable *cancellable,
              GError **error)
{
  g_autofree char *heading = tv_trace_dup_thread_label (trace, thread);
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
  TvProfileRange range = spec->part;
  TvReportCallsPart part = { .heading = heading, .thread = thread };
  TvCallReportSpec report_spec = spec->report;
  g_autoptr (TvCallReport) report = NULL;

  range.threads = threads;
  report_spec.most_bytes = most_bytes;
  report = tv_call_report_new (trace, &range, &report_spec, cancellable, error);
  if (report == NULL)
    return FALSE;
  part.report = report;
  write_part (&part, spec->layout, writer);
  return TRUE;
}

/* What the report of a thread may have: an even part of what is left, but not so little
 * that the first threads, which do most of the work, suffer from there being many. */
static gsize
choose_most_bytes (const TvReportCallsSpec *spec, const TvTextWriter *writer,
                   guint n_left)
{
  const gsize most = spec->report.most_bytes;
  const guint64 written = tv_text_writer_get_n_bytes (writer);

  if (most == 0)
    return 0;
  return MAX ((gsize) (most - MIN (most, written)) / MIN (n_left, 4), 1);
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
      if (!write_thread (trace, spec, thread, choose_most_bytes (spec, writer, n - i),
                         writer, cancellable, error))
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
