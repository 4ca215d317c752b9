/* SPDX-License-Identifier: Apache-2.0 */

/* The walk over a report. A format writes each line. */

#include "config.h"

#include "output/report/report-calls.h"

#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Fields */

const char *
tv_report_calls_get_name (const TvReportCallsSink *sink, guint32 row)
{
  TvTrace *trace = sink->report->trace;
  const guint32 method = sink->report->rows[row].method;
  char **name = &sink->names[row];

  if (*name != NULL)
    return *name;
  if (method == TV_METHOD_NONE)
    *name = g_strdup ("(toplevel)");
  else if (sink->is_old)
    *name = tv_method_dup_full_name (tv_trace_get_method (trace, method));
  else
    *name = tv_method_dup_display_name (tv_trace_get_method (trace, method));
  return *name;
}

/* Returns the words before the total. */
const char *
tv_report_calls_get_facts (const TvReportCallsSink *sink)
{
  if (sink->is_old)
    return "Total cycles:";
  return sink->report->clock == TV_CLOCK_WALL
             ? _ ("Wall time in microseconds:")
             : _ ("CPU time of the threads in microseconds:");
}

void
tv_report_calls_add_time (const TvReportCallsSink *sink, gint64 nanoseconds,
                          guint width)
{
  if (sink->whole)
    tv_text_writer_add_number (sink->writer, nanoseconds / 1000, width);
  else
    tv_text_writer_add_fixed (sink->writer, nanoseconds, 3, width);
}

/* Adds a percentage without a percent sign. It is 0 if @whole is 0. */
void
tv_report_calls_add_percent (TvTextWriter *writer, gint64 part, gint64 whole,
                             guint decimals, guint width)
{
  const double percent = whole != 0 ? 100.0 * (double) part / (double) whole : 0;

  tv_text_writer_add_rounded (writer, percent, decimals, width);
}

/* Lines */

static void
add_from_template (const TvReportCallsSink *sink, const char *template,
                   const TvReportCallsLine *line)
{
  const char *field;

  if (template == NULL)
    return;
  while ((field = strchr (template, '%')) != NULL)
    {
      tv_text_writer_add_bytes (sink->writer, template, (gsize) (field - template));
      sink->format->add_field (sink, field[1], line);
      template = field + 2;
    }
  tv_text_writer_add (sink->writer, template);
}

static void
add_line (const TvReportCallsSink *sink, TvReportCallsKind kind,
          const TvReportCallsLine *line)
{
  add_from_template (sink, sink->format->templates[kind].line, line);
}

static void
close_line (const TvReportCallsSink *sink, TvReportCallsKind kind)
{
  add_from_template (sink, sink->format->templates[kind].close, NULL);
}

/* Ends the lines of a kind. @rest is the line that sums up, or NULL. */
static void
end_lines (const TvReportCallsSink *sink, TvReportCallsKind kind,
           const TvReportCallsLine *rest)
{
  const TvReportCallsTemplates *templates = &sink->format->templates[kind];

  if (rest == NULL)
    add_from_template (sink, templates->end, NULL);
  else
    add_from_template (
        sink, templates->rest != NULL ? templates->rest : templates->line, rest);
}

/* The line that sums up what is not listed */

typedef enum
{
  REST_METHODS,
  REST_CALLERS,
  REST_CALLEES,
  REST_CLASSES,
  REST_NAMES
} RestKind;

typedef struct
{
  guint n;
  TvReportCallsLine line; /* the sum */
  char *label;
} Rest;

static void
clear_rest (Rest *rest)
{
  g_free (rest->label);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rest, clear_rest)

static void
add_to_rest (Rest *rest, const TvReportCallsLine *line)
{
  rest->n++;
  rest->line.time += line->time;
  rest->line.calls += line->calls;
  rest->line.more_calls += line->more_calls;
}

static char *
dup_label (RestKind kind, guint n)
{
  switch (kind)
    {
    case REST_CALLERS:
      return g_strdup_printf (ngettext ("%u more caller", "%u more callers", n), n);
    case REST_CALLEES:
      return g_strdup_printf (ngettext ("%u more callee", "%u more callees", n), n);
    case REST_CLASSES:
      return g_strdup_printf (ngettext ("%u more class", "%u more classes", n), n);
    case REST_NAMES:
      return g_strdup_printf (ngettext ("%u more name", "%u more names", n), n);
    case REST_METHODS:
    default:
      return g_strdup_printf (ngettext ("%u more method", "%u more methods", n), n);
    }
}

/* Returns the line that sums up after lines with @sum of @whole, or NULL if everything
 * is listed. */
static const TvReportCallsLine *
finish_rest (Rest *rest, RestKind kind, gint64 sum, gint64 whole)
{
  if (rest->n == 0)
    return NULL;
  rest->label = dup_label (kind, rest->n);
  rest->line.label = rest->label;
  rest->line.other_time = TV_REPORT_CALLS_NO_TIME;
  rest->line.whole = whole;
  rest->line.sum = sum + rest->line.time;
  return &rest->line;
}

/* Part one */

static void
walk_exclusive (const TvReportCallsSink *sink)
{
  const TvCallReport *report = sink->report;
  g_auto (Rest) rest = { 0 };
  gint64 sum = 0;

  sink->format->begin_part (sink, TV_REPORT_CALLS_EXCLUSIVE, NULL);
  for (guint i = 0; i < report->n_rows; i++)
    {
      const TvCallReportRow *row = &report->rows[report->by_exclusive[i]];
      TvReportCallsLine line = { .row = report->by_exclusive[i],
                                 .time = row->exclusive,
                                 .whole = report->total };

      if (row->exclusive == 0)
        break;
      if (row->is_listed)
        {
          line.sum = sum += row->exclusive;
          add_line (sink, TV_REPORT_CALLS_METHOD, &line);
        }
      else if (row->is_chosen)
        add_to_rest (&rest, &line);
    }
  end_lines (sink, TV_REPORT_CALLS_METHOD,
             finish_rest (&rest, REST_METHODS, sum, report->total));
}

/* Part two */

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

/* Returns a sentence about the callers and callees that are not listed, or NULL. */
static char *
dup_relatives_note (const TvCallReport *report)
{
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  if (are_all_relatives_listed (report))
    return NULL;
  g_ascii_formatd (percent, sizeof percent, "%g", report->least_share);
  return g_strdup_printf (_ ("Callers and callees with less than %s %% of a method's "
                             "time share a line; --all lists each."),
                          percent);
}

/* Returns a sentence about the methods without an entry, or NULL. Inclusive times
 * overlap, so it gives the longest instead of a sum. */
static char *
dup_rest_of_entries (const TvCallReport *report)
{
  const TvCallReportRow *rows = report->rows;
  const gint64 total = report->total;
  char percent[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *label = NULL;
  gint64 most = 0;
  guint n = 0;

  for (guint i = 0; i < report->n_rows; i++)
    if (rows[i].is_chosen && !rows[i].is_listed)
      {
        most = MAX (most, rows[i].inclusive);
        n++;
      }
  if (n == 0)
    return NULL;
  label = dup_label (REST_METHODS, n);
  g_ascii_formatd (percent, sizeof percent, "%.2f",
                   total > 0 ? 100.0 * (double) most / (double) total : 0);
  /* Translators: a number of methods, and the greatest percentage of the time that one
   * of them has */
  return g_strdup_printf (
      _ ("%s, each with at most %s %% of the time; --all lists them"), label, percent);
}

/* The time of recursive calls is not added to the time of the method, so their lines
 * have no percentage. */
static void
walk_relatives (const TvReportCallsSink *sink, guint32 of, TvRelation relation)
{
  const TvCallReportRow *rows = sink->report->rows;
  const gboolean upward = tv_relation_is_upward (relation);
  const gint64 whole = tv_relation_is_of_recursive (relation) ? TV_REPORT_CALLS_NO_TIME
                                                              : rows[of].inclusive;
  const guint n_listed
      = tv_call_report_count_listed_relatives (sink->report, of, relation);
  guint n;
  const TvCallReportRelative *relatives
      = tv_call_report_get_relatives (sink->report, of, relation, &n);
  const TvReportCallsLine gap = { .label = upward ? _ ("while recursive, called by")
                                                  : _ ("while recursive, it called") };
  g_auto (Rest) rest = { 0 };

  if (n > 0 && tv_relation_is_of_recursive (relation))
    add_line (sink, TV_REPORT_CALLS_GAP, &gap);
  for (guint i = 0; i < n; i++)
    {
      const TvCallReportRow *callee = &rows[upward ? of : relatives[i].row];
      const TvReportCallsLine line
          = { .row = relatives[i].row,
              .time = relatives[i].inclusive,
              .whole = whole,
              .calls = relatives[i].calls,
              .more_calls = callee->calls + callee->recursive_calls };

      if (i < n_listed)
        add_line (sink, TV_REPORT_CALLS_RELATIVE, &line);
      else
        add_to_rest (&rest, &line);
    }
  rest.line.more_calls = upward ? rows[of].calls + rows[of].recursive_calls : 0;
  end_lines (sink, TV_REPORT_CALLS_RELATIVE,
             finish_rest (&rest, upward ? REST_CALLERS : REST_CALLEES, 0, whole));
}

static void
walk_entry (const TvReportCallsSink *sink, guint32 index)
{
  const TvCallReportRow *row = &sink->report->rows[index];
  const TvReportCallsLine line
      = { .row = index,
          .time = row->inclusive,
          .other_time = tv_call_report_get_self (sink->report, index),
          .whole = sink->report->total,
          .calls = row->calls,
          .more_calls = row->recursive_calls };
  const TvReportCallsLine self
      = { .label = _ ("itself"), .time = line.other_time, .whole = row->inclusive };

  add_line (sink, TV_REPORT_CALLS_ENTRY, &line);
  walk_relatives (sink, index, TV_RELATION_PARENTS);
  walk_relatives (sink, index, TV_RELATION_PARENTS_WHILE_RECURSIVE);
  add_line (sink, TV_REPORT_CALLS_ITSELF, &line);
  add_line (sink, TV_REPORT_CALLS_SELF, &self);
  walk_relatives (sink, index, TV_RELATION_CHILDREN);
  walk_relatives (sink, index, TV_RELATION_CHILDREN_WHILE_RECURSIVE);
  close_line (sink, TV_REPORT_CALLS_ENTRY);
}

static void
walk_inclusive (const TvReportCallsSink *sink)
{
  const TvCallReport *report = sink->report;
  g_autofree char *note = dup_relatives_note (report);
  g_autofree char *label = dup_rest_of_entries (report);
  const TvReportCallsLine rest = { .label = label };

  sink->format->begin_part (sink, TV_REPORT_CALLS_INCLUSIVE, note);
  for (guint32 row = 0; row < report->n_rows; row++)
    {
      if (sink->is_old && report->rows[row].inclusive == 0)
        break;
      if (report->rows[row].is_listed)
        walk_entry (sink, row);
    }
  end_lines (sink, TV_REPORT_CALLS_ENTRY, label != NULL ? &rest : NULL);
}

/* Parts three and four */

static void
walk_members (const TvReportCallsSink *sink, TvCallReportGrouping grouping,
              const TvCallReportGroup *group)
{
  g_auto (Rest) rest = { 0 };
  gint64 sum = 0;

  for (guint i = 0; i < group->n_members; i++)
    {
      const TvCallReportRow *row = &sink->report->rows[group->members[i]];
      TvReportCallsLine line = { .row = group->members[i],
                                 .is_in_class = grouping == TV_CALL_REPORT_CLASSES,
                                 .time = row->exclusive,
                                 .other_time = row->inclusive,
                                 .whole = group->exclusive,
                                 .calls = row->calls,
                                 .more_calls = row->recursive_calls };

      if (i < group->n_listed)
        {
          line.sum = sum += row->exclusive;
          add_line (sink, TV_REPORT_CALLS_MEMBER, &line);
        }
      else
        add_to_rest (&rest, &line);
    }
  end_lines (sink, TV_REPORT_CALLS_MEMBER,
             finish_rest (&rest, REST_METHODS, sum, group->exclusive));
}

static void
walk_groups (const TvReportCallsSink *sink, TvCallReportGrouping grouping)
{
  const gboolean are_classes = grouping == TV_CALL_REPORT_CLASSES;
  const TvCallReportGroup *groups = sink->report->groups[grouping];
  const guint n = sink->report->n_groups[grouping];
  const gint64 total = sink->report->total;
  g_auto (Rest) rest = { 0 };
  gint64 sum = 0;

  sink->format->begin_part (
      sink, are_classes ? TV_REPORT_CALLS_CLASSES : TV_REPORT_CALLS_NAMES, NULL);
  for (guint i = 0; i < n && groups[i].exclusive != 0; i++)
    {
      TvReportCallsLine line = { .row = i + 1,
                                 .label = groups[i].name,
                                 .time = groups[i].exclusive,
                                 .whole = total,
                                 .calls = groups[i].calls,
                                 .more_calls = groups[i].recursive_calls };

      if (groups[i].is_listed)
        {
          line.sum = sum += groups[i].exclusive;
          add_line (sink, TV_REPORT_CALLS_GROUP, &line);
          walk_members (sink, grouping, &groups[i]);
          close_line (sink, TV_REPORT_CALLS_GROUP);
        }
      else
        add_to_rest (&rest, &line);
    }
  end_lines (sink, TV_REPORT_CALLS_GROUP,
             finish_rest (&rest, are_classes ? REST_CLASSES : REST_NAMES, sum, total));
}

/* The whole */

static void
walk (TvReportCallsSink *sink, TvReportCallsLayout layout)
{
  const TvTrace *trace = sink->report->trace;

  sink->format
      = layout == TV_REPORT_CALLS_HTML ? &tv_report_calls_html : &tv_report_calls_text;
  sink->is_old = layout == TV_REPORT_CALLS_DMTRACEDUMP;
  sink->whole = sink->is_old || tv_trace_get_time_unit (trace) % 1000 == 0;
  sink->names = g_new0 (char *, sink->report->n_rows);
  sink->format->begin (sink);
  walk_exclusive (sink);
  walk_inclusive (sink);
  walk_groups (sink, TV_CALL_REPORT_CLASSES);
  walk_groups (sink, TV_CALL_REPORT_NAMES);
  if (sink->heading != NULL)
    add_from_template (sink, sink->format->end_thread, NULL);
  for (guint i = 0; i < sink->report->n_rows; i++)
    g_free (sink->names[i]);
  g_free (sink->names);
}

static gboolean
write_whole (TvTrace *trace, const TvReportCallsSpec *spec, TvTextWriter *writer,
             GCancellable *cancellable, GError **error)
{
  TvReportCallsSink sink = { .writer = writer };
  g_autoptr (TvCallReport) report
      = tv_call_report_new (trace, &spec->part, &spec->report, cancellable, error);

  if (report == NULL)
    return FALSE;
  sink.report = report;
  walk (&sink, spec->layout);
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
  TvReportCallsSink sink = { .writer = writer, .heading = heading, .thread = thread };
  TvCallReportSpec report_spec = spec->report;
  g_autoptr (TvCallReport) report = NULL;

  range.threads = threads;
  report_spec.most_bytes = most_bytes;
  report = tv_call_report_new (trace, &range, &report_spec, cancellable, error);
  if (report == NULL)
    return FALSE;
  sink.report = report;
  walk (&sink, spec->layout);
  return TRUE;
}

/* Returns the size that the report of a thread may have: an even part of what is left,
 * but never so little that the first threads, which do most of the work, lose by there
 * being many. */
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

/* Leaves out threads without events. */
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
 * Writes the report of dmtracedump: methods by exclusive time, methods with their
 * callers and callees by inclusive time, and sums by class and by method name.
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
