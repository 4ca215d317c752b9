/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-info.h"

#include "analysis/text/time-text.h"
#include "output/report/trace-summary.h"
#include "output/table/json-writer.h"

#include <glib/gi18n-lib.h>

typedef enum
{
  FACT_TEXT,
  FACT_COUNT,
  FACT_TIME,
  FACT_START,
  FACT_VERSION
} FactKind;

/* A start time from here on, in microseconds, is of Dalvik and counts from 1970; below,
 * it is of ART and counts from boot. */
#define LEAST_UNIX_START G_GUINT64_CONSTANT (1000000000000000)

/* One line of the report; @key names it for machines, @label for people. */
typedef struct
{
  const char *key;
  const char *label;
  FactKind kind;
  const char *text;
  guint64 number;
} Fact;

typedef struct
{
  const TvTrace *trace;
  GArray *facts;
  TvTextWriter *writer;
} InfoReport;

static void
add_text (GArray *facts, const char *key, const char *label, const char *text)
{
  Fact fact = { .key = key, .label = label, .kind = FACT_TEXT, .text = text };

  g_array_append_val (facts, fact);
}

static void
add_count (GArray *facts, const char *key, const char *label, guint64 number)
{
  Fact fact = { .key = key, .label = label, .kind = FACT_COUNT, .number = number };

  g_array_append_val (facts, fact);
}

static void
add_version (GArray *facts, guint version)
{
  Fact fact = { .key = "version", .label = _ ("Version"), .kind = FACT_VERSION };

  fact.number = version;
  g_array_append_val (facts, fact);
}

static void
add_time (GArray *facts, const char *key, const char *label, gint64 nanoseconds)
{
  Fact fact = { .key = key, .label = label, .kind = FACT_TIME };

  fact.number = (guint64) nanoseconds;
  g_array_append_val (facts, fact);
}

static void
add_start (GArray *facts, const char *key, const char *label, guint64 microseconds)
{
  Fact fact
      = { .key = key, .label = label, .kind = FACT_START, .number = microseconds };

  g_array_append_val (facts, fact);
}

static const char *
get_format_name (TvTraceFormat format)
{
  switch (format)
    {
    case TV_TRACE_FORMAT_STREAMING:
      return "streaming";
    case TV_TRACE_FORMAT_PACKETS:
      return "packets";
    case TV_TRACE_FORMAT_CLASSIC:
    default:
      return "classic";
    }
}

static void
add_file_facts (GArray *facts, const TvTraceInfo *info)
{
  add_text (facts, "format", _ ("Format"), get_format_name (info->format));
  add_version (facts, info->version);
  add_text (facts, "clock", _ ("Clock"), info->clock_name);
  add_text (facts, "compression", _ ("Compression"),
            info->compressed ? "gzip" : "none");
  add_start (facts, "start_time_us", _ ("Start of tracing"), info->start_time);
  if (info->record_size > 0)
    add_count (facts, "record_size", _ ("Record size"), info->record_size);
  add_count (facts, "file_size", _ ("Size in bytes"), info->file_size);
  add_count (facts, "records", _ ("Records"), info->n_records);
}

static void
add_table_facts (GArray *facts, const TvTraceSummary *summary)
{
  add_count (facts, "threads", _ ("Threads"), summary->n_threads);
  add_count (facts, "threads_with_events", _ ("Threads with events"),
             summary->n_threads_with_events);
  add_count (facts, "methods_named", _ ("Methods with a name"),
             summary->n_methods_named);
  add_count (facts, "methods_unnamed", _ ("Methods without a name"),
             summary->n_methods_unnamed);
  add_count (facts, "methods_called", _ ("Methods called"), summary->n_methods_called);
}

static void
add_call_facts (GArray *facts, const TvTraceSummary *summary)
{
  add_count (facts, "calls", _ ("Calls"), summary->calls);
  add_count (facts, "recursive_calls", _ ("Recursive calls"), summary->recursive_calls);
  add_count (facts, "pre_open", _ ("Calls open before the start"), summary->pre_open);
  add_count (facts, "still_open", _ ("Calls open at the end"), summary->still_open);
  add_count (facts, "exits_lost", _ ("Calls whose exit was lost"), summary->exits_lost);
  add_count (facts, "by_exception", _ ("Calls left by an exception"),
             summary->by_exception);
  add_count (facts, "waits", _ ("Waits"), summary->n_waits);
}

static void
add_clock_facts (GArray *facts, const TvTrace *trace, const TvTraceSummary *summary)
{
  const gint64 *first = summary->first;
  const gint64 *last = summary->last;
  const gint64 *total = summary->root_inclusive;

  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU))
    {
      add_time (facts, "cpu_first", _ ("First CPU time"), first[TV_CLOCK_THREAD_CPU]);
      add_time (facts, "cpu_last", _ ("Last CPU time"), last[TV_CLOCK_THREAD_CPU]);
      add_time (facts, "cpu_total", _ ("CPU time in methods"),
                total[TV_CLOCK_THREAD_CPU]);
    }
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    {
      add_time (facts, "wall_first", _ ("First wall time"), first[TV_CLOCK_WALL]);
      add_time (facts, "wall_last", _ ("Last wall time"), last[TV_CLOCK_WALL]);
      add_time (facts, "wall_total", _ ("Wall time in methods"), total[TV_CLOCK_WALL]);
    }
  if (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    add_time (facts, "waiting", _ ("Waiting"), summary->waiting);
}

static void
write_tsv_value (TvTextWriter *writer, const Fact *fact)
{
  tv_text_writer_add (writer, fact->kind == FACT_TIME ? "_us\t" : "\t");
  if (fact->kind == FACT_TEXT)
    tv_text_writer_add_field (writer, fact->text);
  else if (fact->kind == FACT_TIME)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      tv_time_append_microseconds (text, (gint64) fact->number);
      tv_text_writer_add (writer, text->str);
    }
  else
    {
      g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, fact->number);

      tv_text_writer_add (writer, digits);
    }
  tv_text_writer_add_char (writer, '\n');
}

static void
write_tsv (InfoReport *report)
{
  const TvWarnings *warnings = tv_trace_get_warnings (report->trace);

  tv_text_writer_add (report->writer, "key\tvalue\n");
  for (guint index = 0; index < report->facts->len; index++)
    {
      const Fact *fact = &g_array_index (report->facts, Fact, index);

      tv_text_writer_add (report->writer, fact->key);
      write_tsv_value (report->writer, fact);
    }
  for (guint index = 0; index < tv_trace_get_n_properties (report->trace); index++)
    {
      const TvProperty *property = tv_trace_get_property (report->trace, index);

      tv_text_writer_add (report->writer, "property:");
      tv_text_writer_add_field (report->writer, property->key);
      tv_text_writer_add_char (report->writer, '\t');
      tv_text_writer_add_field (report->writer, property->value);
      tv_text_writer_add_char (report->writer, '\n');
    }
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    {
      const TvWarning *warning = tv_warnings_get (warnings, index);

      tv_text_writer_add (report->writer, "warning:");
      tv_text_writer_add (report->writer, tv_warning_kind_get_name (warning->kind));
      tv_text_writer_add_char (report->writer, '\t');
      tv_text_writer_add_number (report->writer, (gint64) warning->count, 0);
      tv_text_writer_add_char (report->writer, '\n');
    }
}

static void
add_json_facts (TvJsonWriter *json, const GArray *facts)
{
  for (guint index = 0; index < facts->len; index++)
    {
      const Fact *fact = &g_array_index (facts, Fact, index);
      g_autofree char *key
          = g_strconcat (fact->key, fact->kind == FACT_TIME ? "_ns" : "", NULL);

      if (fact->kind == FACT_TEXT)
        tv_json_add_string (json, key, fact->text);
      else
        tv_json_add_number (json, key, (gint64) fact->number);
    }
}

/* An array of pairs, for a file may have the same key twice. */
static void
add_json_properties (TvJsonWriter *json, const TvTrace *trace)
{
  tv_json_begin_array (json, "properties");
  for (guint index = 0; index < tv_trace_get_n_properties (trace); index++)
    {
      const TvProperty *property = tv_trace_get_property (trace, index);

      tv_json_begin_object (json, NULL);
      tv_json_add_string (json, "key", property->key);
      tv_json_add_string (json, "value", property->value);
      tv_json_end_object (json);
    }
  tv_json_end_array (json);
}

static void
add_json_warning (TvJsonWriter *json, const TvWarning *warning)
{
  g_autofree char *message = tv_warning_dup_message (warning);

  tv_json_begin_object (json, NULL);
  tv_json_add_string (json, "kind", tv_warning_kind_get_name (warning->kind));
  tv_json_add_string (json, "message", message);
  tv_json_add_number (json, "count", (gint64) warning->count);
  if (warning->place != TV_PLACE_NOWHERE)
    tv_json_add_number (json, warning->place == TV_PLACE_LINE ? "line" : "offset",
                        (gint64) warning->at);
  tv_json_end_object (json);
}

static void
write_json (InfoReport *report)
{
  const TvWarnings *warnings = tv_trace_get_warnings (report->trace);
  TvJsonWriter json = { .out = report->writer };

  tv_json_begin_object (&json, NULL);
  add_json_facts (&json, report->facts);
  add_json_properties (&json, report->trace);
  tv_json_begin_array (&json, "warnings");
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    add_json_warning (&json, tv_warnings_get (warnings, index));
  tv_json_end_array (&json);
  tv_json_end_object (&json);
  tv_text_writer_add_char (report->writer, '\n');
}

static void
write_line (TvTextWriter *writer, const char *label, const char *value, gsize width)
{
  gsize length = (gsize) g_utf8_strlen (label, -1);

  tv_text_writer_add_padding (writer, 2);
  tv_text_writer_add_field (writer, label);
  tv_text_writer_add_padding (writer, 2 + (width > length ? width - length : 0));
  tv_text_writer_add_field (writer, value);
  tv_text_writer_add_char (writer, '\n');
}

static char *
dup_start (guint64 microseconds)
{
  guint64 seconds = microseconds / G_USEC_PER_SEC;
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *text = NULL;

  if (microseconds >= LEAST_UNIX_START)
    date = g_date_time_new_from_unix_utc ((gint64) seconds);
  if (date != NULL)
    return g_date_time_format (date, "%Y-%m-%d %H:%M:%S UTC");
  text = g_strdup_printf ("%" G_GUINT64_FORMAT ".%06u", seconds,
                          (guint) (microseconds % G_USEC_PER_SEC));
  /* Translators: a number of seconds since the device was started */
  return g_strdup_printf (_ ("%s s after boot"), text);
}

static char *
dup_fact_value (const Fact *fact)
{
  GString *text;

  if (fact->kind == FACT_START)
    return dup_start (fact->number);

  if (fact->kind == FACT_TEXT)
    return g_strdup (fact->text);
  /* ART marks the streamed forms of a version by adding 0xF0. */
  if (fact->kind == FACT_VERSION && fact->number >= 0xF0)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "X", fact->number);
  if (fact->kind == FACT_COUNT || fact->kind == FACT_VERSION)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, fact->number);
  text = g_string_new (NULL);
  tv_time_append_milliseconds (text, (gint64) fact->number);
  g_string_append (text, " ms");
  return g_string_free (text, FALSE);
}

static gsize
measure_labels (const InfoReport *report)
{
  gsize width = 0;

  for (guint index = 0; index < report->facts->len; index++)
    width = MAX (width, (gsize) g_utf8_strlen (
                            g_array_index (report->facts, Fact, index).label, -1));
  return width;
}

static void
write_text (InfoReport *report)
{
  const TvWarnings *warnings = tv_trace_get_warnings (report->trace);
  guint n_properties = tv_trace_get_n_properties (report->trace);
  gsize width = measure_labels (report);

  tv_text_writer_add (report->writer, _ ("Trace"));
  tv_text_writer_add_char (report->writer, '\n');
  for (guint index = 0; index < report->facts->len; index++)
    {
      const Fact *fact = &g_array_index (report->facts, Fact, index);
      g_autofree char *value = dup_fact_value (fact);

      write_line (report->writer, fact->label, value, width);
    }
  if (n_properties > 0)
    {
      tv_text_writer_add_char (report->writer, '\n');
      tv_text_writer_add (report->writer, _ ("Properties"));
      tv_text_writer_add_char (report->writer, '\n');
    }
  for (guint index = 0; index < n_properties; index++)
    {
      const TvProperty *property = tv_trace_get_property (report->trace, index);

      write_line (report->writer, property->key, property->value, width);
    }
  if (tv_warnings_get_n (warnings) > 0)
    {
      tv_text_writer_add_char (report->writer, '\n');
      tv_text_writer_add (report->writer, _ ("Warnings"));
      tv_text_writer_add_char (report->writer, '\n');
    }
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    {
      g_autofree char *message
          = tv_warning_dup_message (tv_warnings_get (warnings, index));

      tv_text_writer_add_padding (report->writer, 2);
      tv_text_writer_add_field (report->writer, message);
      tv_text_writer_add_char (report->writer, '\n');
    }
}

/**
 * tv_report_info:
 * @profile: the profile of a whole trace
 * @format: how to lay the report out
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes what a file is and what is in it: format, clock, counts, spans on each clock,
 * its properties, and what was wrong with it. Times are milliseconds in the text,
 * microseconds in the TSV and nanoseconds in the JSON. The TSV tells of warnings by
 * kind and count, so that it is the same in every language.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_info (const TvProfile *profile, TvTableFormat format, GOutputStream *out,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GArray) facts = NULL;
  InfoReport report;
  TvTraceSummary summary;

  g_return_val_if_fail (profile != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  if (!tv_trace_summarize (profile, &summary, cancellable, error))
    return FALSE;
  report.trace = tv_profile_get_trace (profile);
  report.facts = facts = g_array_new (FALSE, FALSE, sizeof (Fact));
  report.writer = writer = tv_text_writer_new (out, cancellable);
  add_file_facts (facts, tv_trace_get_info (report.trace));
  add_table_facts (facts, &summary);
  add_call_facts (facts, &summary);
  add_clock_facts (facts, report.trace, &summary);
  if (format == TV_TABLE_TSV)
    write_tsv (&report);
  else if (format == TV_TABLE_JSON)
    write_json (&report);
  else
    write_text (&report);
  return tv_text_writer_finish (writer, error);
}
