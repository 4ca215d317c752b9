/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-records.h"

#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

/* Deeper records have a plus sign instead of more dots. */
#define MAX_INDENT 64

#define TIME_WIDTH 12

struct _TvRecordReport
{
  const TvTrace *trace;
  TvTableFormat format;
  TvTextWriter *writer;
  guint n_written;
  TvJsonWriter json;
  GString *name; /* of the method, or the text of a cell */
  const TvRecord *record;
};

static const char *const action_names[] = { "enter", "exit", "unwind" };

/* The head */

static void
add_text_heads (TvRecordReport *report)
{
  const TvTrace *trace = report->trace;
  TvTextWriter *writer = report->writer;
  const guint n = tv_trace_get_n_threads (trace);
  g_autofree char *title = g_strdup_printf (_ ("Threads (%u):"), n);

  tv_text_writer_add (writer, title);
  tv_text_writer_add_char (writer, '\n');
  for (guint i = 0; i < n; i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      tv_text_writer_add_number (writer, thread->id, 7);
      tv_text_writer_add_char (writer, ' ');
      tv_text_writer_add (writer, thread->name != NULL ? thread->name : "");
      tv_text_writer_add_char (writer, '\n');
    }
  tv_text_writer_add_char (writer, '\n');
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    tv_text_writer_add (writer, _ ("Records (thread, action, CPU and wall "
                                   "microseconds, depth, method):"));
  else if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    tv_text_writer_add (
        writer, _ ("Records (thread, action, wall microseconds, depth, method):"));
  else
    tv_text_writer_add (
        writer, _ ("Records (thread, action, CPU microseconds, depth, method):"));
  tv_text_writer_add_char (writer, '\n');
}

/* Text */

static void
add_text_time (TvRecordReport *report, const TvRecord *record, TvClock clock)
{
  const gint64 time = record->time[clock];

  if (!tv_trace_has_clock (report->trace, clock))
    return;
  tv_text_writer_add_char (report->writer, ' ');
  tv_text_writer_add_number (report->writer, time / 1000, TIME_WIDTH);
  if (tv_trace_get_time_unit (report->trace) % 1000 == 0)
    return;
  tv_text_writer_add_char (report->writer, '.');
  for (gint64 digit = 100; digit > 0; digit /= 10)
    tv_text_writer_add_char (report->writer, (char) ('0' + time / digit % 10));
}

static void
add_text_method (TvRecordReport *report, const TvRecord *record)
{
  g_string_assign (report->name, record->method == TV_METHOD_NONE ? "?" : "");
  if (record->method != TV_METHOD_NONE)
    tv_method_append_display_name (report->name,
                                   tv_trace_get_method (report->trace, record->method));
  tv_text_writer_add_bytes (report->writer, report->name->str, report->name->len);
}

static void
add_text (TvRecordReport *report, const TvRecord *record)
{
  TvTextWriter *writer = report->writer;
  const char *action = action_names[record->action];

  tv_text_writer_add_number (
      writer, tv_trace_get_thread (report->trace, record->thread)->id, 7);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, action);
  tv_text_writer_add_padding (writer, strlen ("unwind") - strlen (action));
  add_text_time (report, record, TV_CLOCK_THREAD_CPU);
  add_text_time (report, record, TV_CLOCK_WALL);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add_number (writer, record->depth, 5);
  tv_text_writer_add_char (writer, record->stray ? '!' : ' ');
  for (guint i = 0; i < MIN (record->depth, MAX_INDENT); i++)
    tv_text_writer_add_char (writer, '.');
  tv_text_writer_add_char (writer, record->depth > MAX_INDENT ? '+' : ' ');
  add_text_method (report, record);
  tv_text_writer_add_char (writer, '\n');
}

/* Tables */

enum
{
  COLUMN_OFFSET,
  COLUMN_THREAD_ID,
  COLUMN_ACTION,
  COLUMN_TIME,
  COLUMN_DEPTH,
  COLUMN_STRAY,
  COLUMN_ID,
  COLUMN_CLASS,
  COLUMN_METHOD,
  COLUMN_SIGNATURE
};

static const TvColumn columns[] = {
  { "offset", "offset", "offset", .what = COLUMN_OFFSET },
  { "tid", "tid", "tid", .what = COLUMN_THREAD_ID },
  { "action", "action", "action", .what = COLUMN_ACTION },
  { "cpu_ns", "cpu_ns", "cpu_ns", .what = COLUMN_TIME, .clock = TV_CLOCK_THREAD_CPU },
  { "wall_ns", "wall_ns", "wall_ns", .what = COLUMN_TIME, .clock = TV_CLOCK_WALL },
  { "depth", "depth", "depth", .what = COLUMN_DEPTH },
  { "stray", "stray", "stray", .what = COLUMN_STRAY },
  { "id", "id", "id", .what = COLUMN_ID },
  { "class", "class", "class", .what = COLUMN_CLASS },
  { "method", "method", "method", .what = COLUMN_METHOD },
  { "signature", "signature", "signature", .what = COLUMN_SIGNATURE },
};

static void
get_method (const TvRecordReport *report, guint what, TvCell *cell)
{
  const TvMethod *method;

  cell->kind = TV_CELL_ABSENT;
  if (report->record->method == TV_METHOD_NONE)
    return;
  method = tv_trace_get_method (report->trace, report->record->method);
  if (what == COLUMN_ID)
    tv_cell_set_id (cell, method->id);
  else
    tv_cell_set_text (cell, what == COLUMN_CLASS    ? method->class_name
                            : what == COLUMN_METHOD ? method->name
                                                    : method->signature);
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const TvRecordReport *report = source;
  const TvRecord *record = report->record;

  switch (column->what)
    {
    case COLUMN_OFFSET:
      tv_cell_set_count (cell, record->offset);
      break;
    case COLUMN_THREAD_ID:
      tv_cell_set_count (cell, tv_trace_get_thread (report->trace, record->thread)->id);
      break;
    case COLUMN_ACTION:
      tv_cell_set_text (cell, action_names[record->action]);
      break;
    case COLUMN_TIME:
      cell->kind = TV_CELL_ABSENT;
      if (tv_trace_has_clock (report->trace, column->clock))
        tv_cell_set_count (cell, (guint64) record->time[column->clock]);
      break;
    case COLUMN_DEPTH:
      tv_cell_set_count (cell, record->depth);
      break;
    case COLUMN_STRAY:
      tv_cell_set_flag (cell, record->stray);
      if (!record->stray && (format == TV_TABLE_JSON || format == TV_TABLE_JSON_LINES))
        cell->kind = TV_CELL_ABSENT;
      break;
    case COLUMN_ID:
    case COLUMN_CLASS:
    case COLUMN_METHOD:
    case COLUMN_SIGNATURE:
    default:
      get_method (report, column->what, cell);
    }
}

/* A field of TSV is empty if it has no value. */
static void
get_table_cell (gpointer source, const TvColumn *column, TvTableFormat format,
                TvCell *cell)
{
  get_cell (source, column, format, cell);
  if (cell->kind == TV_CELL_ABSENT && format == TV_TABLE_TSV)
    tv_cell_set_text (cell, "");
}

static TvTable
make_table (TvRecordReport *report)
{
  return (TvTable){ .columns = columns,
                    .n_columns = G_N_ELEMENTS (columns),
                    .for_programs = TRUE,
                    .titled = TRUE,
                    .rows_name = "records",
                    .json = &report->json,
                    .get = get_table_cell,
                    .source = report };
}

static void
begin_table (TvRecordReport *report, const char *title)
{
  const TvTable table = make_table (report);
  const char *const notes[] = { _ ("Times in nanoseconds"), NULL };

  report->json.out = report->writer;
  if (report->format == TV_TABLE_JSON)
    tv_json_begin_object (&report->json, NULL);
  tv_page_begin (report->writer, report->format, title, notes);
  tv_table_begin (&table, report->format, report->writer);
}

/**
 * tv_record_report_new:
 * @trace: the trace that the records are of; must outlive the report
 * @format: any format of tables, or JSON lines
 * @title: the title of a page
 * @out: where it goes
 *
 * Makes a report and writes its head.
 *
 * Returns: (transfer full): a report
 */
TvRecordReport *
tv_record_report_new (const TvTrace *trace, TvTableFormat format, const char *title,
                      GOutputStream *out)
{
  TvRecordReport *report = g_new0 (TvRecordReport, 1);

  report->trace = trace;
  report->format = format;
  report->writer = tv_text_writer_new (out, NULL);
  report->name = g_string_new (NULL);
  if (format == TV_TABLE_TEXT)
    add_text_heads (report);
  else
    begin_table (report, title);
  return report;
}

/**
 * tv_record_report_free:
 * @report: (transfer full) (nullable): a report
 */
void
tv_record_report_free (TvRecordReport *report)
{
  if (report == NULL)
    return;
  tv_text_writer_free (report->writer);
  g_string_free (report->name, TRUE);
  g_free (report);
}

static gboolean
is_chosen (const TvRecordReport *report, const TvRecordChoice *choice,
           const TvRecord *record)
{
  const gboolean has_wall = tv_trace_has_clock (report->trace, TV_CLOCK_WALL);
  const gint64 time = record->time[has_wall ? TV_CLOCK_WALL : TV_CLOCK_THREAD_CPU];

  if (time < choice->start || time > choice->end)
    return FALSE;
  if (choice->threads != NULL
      && !tv_thread_set_contains (choice->threads, record->thread))
    return FALSE;
  return choice->methods == NULL
         || (record->method != TV_METHOD_NONE
             && tv_method_set_contains (choice->methods, record->method));
}

/**
 * tv_record_report_add:
 * @report: a report
 * @choice: which records are written
 * @records: (array length=n): the next records
 * @n: length of @records
 *
 * Writes records. Their depth counts all records of the file, even those left out.
 *
 * Returns: %FALSE if they cannot be written; tv_record_report_finish() says why
 */
gboolean
tv_record_report_add (TvRecordReport *report, const TvRecordChoice *choice,
                      const TvRecord *records, gsize n)
{
  const TvTable table = make_table (report);

  for (gsize i = 0; i < n && report->n_written < choice->top; i++)
    {
      if (!is_chosen (report, choice, &records[i]))
        continue;
      report->n_written++;
      if (report->format == TV_TABLE_TEXT)
        add_text (report, &records[i]);
      else
        {
          report->record = &records[i];
          tv_table_write_row (&table, report->format, report->writer, report->name);
        }
    }
  return !tv_text_writer_has_failed (report->writer);
}

/**
 * tv_record_report_finish:
 * @report: a report
 * @error: a #GIOErrorEnum
 *
 * Writes the rest.
 *
 * Returns: whether everything was written
 */
gboolean
tv_record_report_finish (TvRecordReport *report, GError **error)
{
  const TvTable table = make_table (report);

  if (report->format != TV_TABLE_TEXT)
    tv_table_end (&table, report->format, report->writer);
  tv_page_end (report->writer, report->format);
  return tv_text_writer_finish (report->writer, error);
}
