/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-records.h"

#include "output/table/report-format.h"
#include "output/table/table-escape.h"

#include <glib/gi18n-lib.h>

/* So deep a record is indented; a deeper one has a plus sign. */
#define MAX_INDENT 64

#define TIME_WIDTH 12

struct _TvRecordReport
{
  const TvTrace *trace;
  TvRecordFormat format;
  TvReportWriter *writer;
  GString *name; /* of the method that is written */
};

static const char *const action_names[] = { "enter", "exit", "unwind" };

/**
 * tv_record_format_parse:
 * @name: `text`, `tsv` or `jsonl`
 * @format: (out): what is meant
 *
 * Returns: whether there is such a format
 */
gboolean
tv_record_format_parse (const char *name, TvRecordFormat *format)
{
  static const char *const names[] = { "text", "tsv", "jsonl" };

  g_return_val_if_fail (name != NULL && format != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *format = (TvRecordFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* What comes before the records */

static void
add_text_heads (TvRecordReport *report)
{
  const TvTrace *trace = report->trace;
  TvReportWriter *writer = report->writer;
  const guint n = tv_trace_get_n_threads (trace);
  g_autofree char *title = g_strdup_printf (_ ("Threads (%u):"), n);

  tv_report_writer_add (writer, title);
  tv_report_writer_add_char (writer, '\n');
  for (guint i = 0; i < n; i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      tv_report_writer_add_number (writer, thread->id, 7);
      tv_report_writer_add_char (writer, ' ');
      tv_report_writer_add (writer, thread->name != NULL ? thread->name : "");
      tv_report_writer_add_char (writer, '\n');
    }
  tv_report_writer_add_char (writer, '\n');
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    tv_report_writer_add (writer, _ ("Records (thread, action, CPU and wall "
                                     "microseconds, depth, method):"));
  else if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    tv_report_writer_add (
        writer, _ ("Records (thread, action, wall microseconds, depth, method):"));
  else
    tv_report_writer_add (
        writer, _ ("Records (thread, action, CPU microseconds, depth, method):"));
  tv_report_writer_add_char (writer, '\n');
}

/* Text */

static void
add_text_time (TvRecordReport *report, const TvRecord *record, TvClock clock)
{
  const gint64 time = record->time[clock];

  if (!tv_trace_has_clock (report->trace, clock))
    return;
  tv_report_writer_add_char (report->writer, ' ');
  tv_report_writer_add_number (report->writer, time / 1000, TIME_WIDTH);
  if (tv_trace_get_time_unit (report->trace) % 1000 == 0)
    return;
  tv_report_writer_add_char (report->writer, '.');
  for (gint64 digit = 100; digit > 0; digit /= 10)
    tv_report_writer_add_char (report->writer, (char) ('0' + time / digit % 10));
}

static void
add_text_method (TvRecordReport *report, const TvRecord *record)
{
  g_string_assign (report->name, record->method == TV_METHOD_NONE ? "?" : "");
  if (record->method != TV_METHOD_NONE)
    tv_method_append_display_name (report->name,
                                   tv_trace_get_method (report->trace, record->method));
  tv_report_writer_add_bytes (report->writer, report->name->str, report->name->len);
}

static void
add_text (TvRecordReport *report, const TvRecord *record)
{
  TvReportWriter *writer = report->writer;
  const char *action = action_names[record->action];

  tv_report_writer_add_number (
      writer, tv_trace_get_thread (report->trace, record->thread)->id, 7);
  tv_report_writer_add_char (writer, ' ');
  tv_report_writer_add (writer, action);
  tv_report_writer_add_padding (writer, strlen ("unwind") - strlen (action));
  add_text_time (report, record, TV_CLOCK_THREAD_CPU);
  add_text_time (report, record, TV_CLOCK_WALL);
  tv_report_writer_add_char (writer, ' ');
  tv_report_writer_add_number (writer, record->depth, 5);
  tv_report_writer_add_char (writer, record->stray ? '!' : ' ');
  for (guint i = 0; i < MIN (record->depth, MAX_INDENT); i++)
    tv_report_writer_add_char (writer, '.');
  tv_report_writer_add_char (writer, record->depth > MAX_INDENT ? '+' : ' ');
  add_text_method (report, record);
  tv_report_writer_add_char (writer, '\n');
}

/* TSV */

static void
add_tsv_time (TvRecordReport *report, const TvRecord *record, TvClock clock)
{
  if (tv_trace_has_clock (report->trace, clock))
    tv_report_writer_add_number (report->writer, record->time[clock], 0);
  tv_report_writer_add_char (report->writer, '\t');
}

static void
add_hex (TvReportWriter *writer, guint64 id)
{
  char text[24];

  g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", id);
  tv_report_writer_add (writer, text);
}

static void
add_tsv (TvRecordReport *report, const TvRecord *record)
{
  TvReportWriter *writer = report->writer;

  tv_report_writer_add_number (writer, (gint64) record->offset, 0);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add_number (
      writer, tv_trace_get_thread (report->trace, record->thread)->id, 0);
  tv_report_writer_add_char (writer, '\t');
  tv_report_writer_add (writer, action_names[record->action]);
  tv_report_writer_add_char (writer, '\t');
  add_tsv_time (report, record, TV_CLOCK_THREAD_CPU);
  add_tsv_time (report, record, TV_CLOCK_WALL);
  tv_report_writer_add_number (writer, record->depth, 0);
  tv_report_writer_add (writer, record->stray ? "\t1\t" : "\t0\t");
  if (record->method != TV_METHOD_NONE)
    {
      const TvMethod *method = tv_trace_get_method (report->trace, record->method);

      add_hex (writer, method->id);
      tv_report_writer_add_char (writer, '\t');
      tv_table_add_tsv_text (writer, method->class_name);
      tv_report_writer_add_char (writer, '\t');
      tv_table_add_tsv_text (writer, method->name);
      tv_report_writer_add_char (writer, '\t');
      tv_table_add_tsv_text (writer, method->signature);
    }
  else
    tv_report_writer_add (writer, "\t\t\t");
  tv_report_writer_add_char (writer, '\n');
}

/* JSON */

static void
add_json_number (TvReportWriter *writer, const char *name, gint64 number)
{
  tv_report_writer_add (writer, ",\"");
  tv_report_writer_add (writer, name);
  tv_report_writer_add (writer, "\":");
  tv_report_writer_add_number (writer, number, 0);
}

static void
add_json_string (TvReportWriter *writer, const char *name, const char *text)
{
  tv_report_writer_add (writer, ",\"");
  tv_report_writer_add (writer, name);
  tv_report_writer_add (writer, "\":");
  tv_table_add_json_text (writer, text);
}

static void
add_json (TvRecordReport *report, const TvRecord *record)
{
  TvReportWriter *writer = report->writer;

  tv_report_writer_add (writer, "{\"offset\":");
  tv_report_writer_add_number (writer, (gint64) record->offset, 0);
  add_json_number (writer, "tid",
                   tv_trace_get_thread (report->trace, record->thread)->id);
  add_json_string (writer, "action", action_names[record->action]);
  if (tv_trace_has_clock (report->trace, TV_CLOCK_THREAD_CPU))
    add_json_number (writer, "cpu_ns", record->time[TV_CLOCK_THREAD_CPU]);
  if (tv_trace_has_clock (report->trace, TV_CLOCK_WALL))
    add_json_number (writer, "wall_ns", record->time[TV_CLOCK_WALL]);
  add_json_number (writer, "depth", record->depth);
  if (record->stray)
    tv_report_writer_add (writer, ",\"stray\":true");
  if (record->method != TV_METHOD_NONE)
    {
      const TvMethod *method = tv_trace_get_method (report->trace, record->method);

      tv_report_writer_add (writer, ",\"id\":\"");
      add_hex (writer, method->id);
      tv_report_writer_add_char (writer, '"');
      add_json_string (writer, "class", method->class_name);
      add_json_string (writer, "method", method->name);
      add_json_string (writer, "signature", method->signature);
    }
  tv_report_writer_add (writer, "}\n");
}

/**
 * tv_record_report_new:
 * @trace: the trace that the records are of; must outlive the report
 * @format: how they are written
 * @out: where to
 *
 * Writes what comes before the records.
 *
 * Returns: (transfer full): a report
 */
TvRecordReport *
tv_record_report_new (const TvTrace *trace, TvRecordFormat format, GOutputStream *out)
{
  TvRecordReport *report = g_new0 (TvRecordReport, 1);

  report->trace = trace;
  report->format = format;
  report->writer = tv_report_writer_new (out, NULL);
  report->name = g_string_new (NULL);
  if (format == TV_RECORD_TEXT)
    add_text_heads (report);
  else if (format == TV_RECORD_TSV)
    tv_report_writer_add (report->writer,
                          "offset\ttid\taction\tcpu_ns\twall_ns\tdepth\tstray\tid\t"
                          "class\tmethod\tsignature\n");
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
  tv_report_writer_free (report->writer);
  g_string_free (report->name, TRUE);
  g_free (report);
}

static gboolean
is_chosen (const TvRecordChoice *choice, const TvRecord *record)
{
  if (record->axis < choice->start || record->axis > choice->end)
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
 * @choice: which of them are written
 * @records: (array length=n): the next records
 * @n: length of @records
 *
 * Writes records. Their depth is that in the file, whatever is left out.
 *
 * Returns: %FALSE if they cannot be written; tv_record_report_finish() tells why
 */
gboolean
tv_record_report_add (TvRecordReport *report, const TvRecordChoice *choice,
                      const TvRecord *records, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (!is_chosen (choice, &records[i]))
        continue;
      if (report->format == TV_RECORD_TEXT)
        add_text (report, &records[i]);
      else if (report->format == TV_RECORD_TSV)
        add_tsv (report, &records[i]);
      else
        add_json (report, &records[i]);
    }
  return !tv_report_writer_has_failed (report->writer);
}

/**
 * tv_record_report_finish:
 * @report: a report
 * @error: why it could not be written
 *
 * Writes what is left.
 *
 * Returns: whether all of it was written
 */
gboolean
tv_record_report_finish (TvRecordReport *report, GError **error)
{
  return tv_report_writer_finish (report->writer, error);
}
