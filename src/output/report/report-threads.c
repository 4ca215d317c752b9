/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-threads.h"

#include "analysis/text/time-text.h"
#include "output/table/report-table.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvTrace *trace;
  TvClock clock;
  guint n_threads;
  TvReportWriter *writer;
} ThreadReport;

/* Machines read the word "Thread", so it is not translated. */
static char *
dup_name (const TvThread *thread)
{
  if (thread->name == NULL || *thread->name == '\0')
    return g_strdup_printf ("Thread %u", thread->id);
  return g_strdup (thread->name);
}

static void
write_tsv_row (ThreadReport *report, const TvThread *thread)
{
  g_autofree char *name = dup_name (thread);
  gint64 first = thread->first[report->clock];
  gint64 last = thread->last[report->clock];

  tv_report_writer_add_number (report->writer, thread->id, 0);
  tv_report_writer_add_char (report->writer, '\t');
  tv_report_writer_add_field (report->writer, name);
  tv_report_writer_add_char (report->writer, '\t');
  tv_report_writer_add_number (report->writer, (gint64) thread->n_events, 0);
  tv_report_writer_add_char (report->writer, '\t');
  tv_report_add_microseconds (report->writer, first);
  tv_report_writer_add_char (report->writer, '\t');
  tv_report_add_microseconds (report->writer, last);
  tv_report_writer_add_char (report->writer, '\t');
  tv_report_add_microseconds (report->writer, last - first);
  tv_report_writer_add_char (report->writer, '\n');
}

static void
write_tsv (ThreadReport *report)
{
  tv_report_writer_add (report->writer,
                        "tid\tname\tevents\tfirst_us\tlast_us\ttotal\n");
  for (guint row = 0;
       row < report->n_threads && !tv_report_writer_has_failed (report->writer); row++)
    write_tsv_row (report, tv_trace_get_thread (report->trace, row));
}

static void
add_json_names (JsonBuilder *builder, const TvThread *thread)
{
  tv_report_set_json_string (builder, "name", thread->name);
  json_builder_set_member_name (builder, "other_names");
  json_builder_begin_array (builder);
  for (guint index = 0;
       thread->other_names != NULL && thread->other_names[index] != NULL; index++)
    json_builder_add_string_value (builder, thread->other_names[index]);
  json_builder_end_array (builder);
}

static void
add_json_clock (JsonBuilder *builder, const TvThread *thread, TvClock clock)
{
  json_builder_set_member_name (builder, clock == TV_CLOCK_WALL ? "wall" : "cpu");
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "first_ns", thread->first[clock]);
  tv_report_set_json_number (builder, "last_ns", thread->last[clock]);
  tv_report_set_json_number (builder, "root_inclusive_ns",
                             thread->root_inclusive[clock]);
  json_builder_end_object (builder);
}

static void
write_json_row (ThreadReport *report, JsonBuilder *builder, const TvThread *thread)
{
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "tid", thread->id);
  add_json_names (builder, thread);
  tv_report_set_json_number (builder, "events", (gint64) thread->n_events);
  tv_report_set_json_number (builder, "calls", (gint64) thread->n_calls);
  tv_report_set_json_number (builder, "waits", (gint64) thread->n_waits);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (report->trace, clock))
      add_json_clock (builder, thread, clock);
  json_builder_end_object (builder);
  tv_report_add_json (report->writer, builder);
}

static void
write_json (ThreadReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  tv_report_writer_add (report->writer, "{\"threads\":[");
  for (guint row = 0;
       row < report->n_threads && !tv_report_writer_has_failed (report->writer); row++)
    {
      tv_report_writer_add (report->writer, row == 0 ? "\n" : ",\n");
      write_json_row (report, builder, tv_trace_get_thread (report->trace, row));
    }
  tv_report_writer_add (report->writer, "\n]}\n");
}

enum
{
  COLUMN_ID,
  COLUMN_EVENTS,
  COLUMN_CALLS,
  COLUMN_FIRST,
  COLUMN_LAST,
  COLUMN_TOTAL,
  COLUMN_IN_METHODS,
  COLUMN_NAME
};

static void
append_thread_cell (GString *text, gsize row, guint column, gpointer user_data)
{
  const ThreadReport *report = user_data;
  const TvThread *thread = tv_trace_get_thread (report->trace, (guint) row);
  g_autofree char *name = NULL;

  switch (column)
    {
    case COLUMN_ID:
      g_string_append_printf (text, "%u", thread->id);
      break;
    case COLUMN_EVENTS:
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, thread->n_events);
      break;
    case COLUMN_CALLS:
      g_string_append_printf (text, "%" G_GSIZE_FORMAT, thread->n_calls);
      break;
    case COLUMN_FIRST:
      tv_time_append_milliseconds (text, thread->first[report->clock]);
      break;
    case COLUMN_LAST:
      tv_time_append_milliseconds (text, thread->last[report->clock]);
      break;
    case COLUMN_TOTAL:
      tv_time_append_milliseconds (text, thread->last[report->clock]
                                             - thread->first[report->clock]);
      break;
    case COLUMN_IN_METHODS:
      tv_time_append_milliseconds (text, thread->root_inclusive[report->clock]);
      break;
    case COLUMN_NAME:
    default:
      name = dup_name (thread);
      g_string_append (text, name);
    }
}

static void
write_text (ThreadReport *report)
{
  const char *const titles[]
      = { _ ("Id"),   _ ("Events"), _ ("Calls"),      _ ("First"),
          _ ("Last"), _ ("Total"),  _ ("In Methods"), _ ("Name") };
  const TvReportTable table = { .titles = titles,
                                .n_columns = G_N_ELEMENTS (titles),
                                .n_rows = report->n_threads,
                                .cell = append_thread_cell,
                                .user_data = report };

  tv_report_writer_add (report->writer, report->clock == TV_CLOCK_WALL
                                            ? _ ("Wall times in milliseconds")
                                            : _ ("CPU times in milliseconds"));
  tv_report_writer_add (report->writer, "\n\n");
  tv_report_table_write (&table, report->writer);
}

/**
 * tv_report_threads:
 * @trace: a trace
 * @format: how to lay the report out
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for every thread of the file, in order of id. Times are on the wall
 * clock where the file has it, else on the CPU clock: of the first event, of the last,
 * and from the one to the other. A thread without a name is called `Thread` and its id.
 * The text and the JSON also give the time in methods, which is the sum of the
 * inclusive times of the calls without a parent.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_threads (const TvTrace *trace, TvReportFormat format, GOutputStream *out,
                   GCancellable *cancellable, GError **error)
{
  ThreadReport report = { .trace = trace, .clock = TV_CLOCK_WALL };
  g_autoptr (TvReportWriter) writer = NULL;

  g_return_val_if_fail (trace != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  if (!tv_trace_has_clock (trace, TV_CLOCK_WALL))
    report.clock = TV_CLOCK_THREAD_CPU;
  writer = tv_report_writer_new (out, cancellable);
  report.writer = writer;
  report.n_threads = tv_trace_get_n_threads (trace);
  if (format == TV_REPORT_TSV)
    write_tsv (&report);
  else if (format == TV_REPORT_JSON)
    write_json (&report);
  else
    write_text (&report);
  return tv_report_writer_finish (writer, error);
}
