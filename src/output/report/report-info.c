/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-info.h"

#include "analysis/text/time-text.h"
#include "output/report/trace-facts.h"
#include "output/table/json-writer.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvTrace *trace;
  GPtrArray *facts;
  TvTextWriter *writer;
} InfoReport;

static void
write_tsv_value (TvTextWriter *writer, const TvFact *fact)
{
  tv_text_writer_add (writer, fact->kind == TV_FACT_TIME ? "_us\t" : "\t");
  if (fact->kind == TV_FACT_TEXT)
    tv_text_writer_add_field (writer, fact->text);
  else if (fact->kind == TV_FACT_TIME)
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
      const TvFact *fact = g_ptr_array_index (report->facts, index);

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
add_json_facts (TvJsonWriter *json, const GPtrArray *facts)
{
  for (guint index = 0; index < facts->len; index++)
    {
      const TvFact *fact = g_ptr_array_index (facts, index);
      g_autofree char *key
          = g_strconcat (fact->key, fact->kind == TV_FACT_TIME ? "_ns" : "", NULL);

      if (fact->kind == TV_FACT_TEXT)
        tv_json_add_string (json, key, fact->text);
      else
        tv_json_add_number (json, key, (gint64) fact->number);
    }
}

/* An array of pairs, because a file may have a key twice. */
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

static gsize
measure_labels (const InfoReport *report)
{
  gsize width = 0;

  for (guint index = 0; index < report->facts->len; index++)
    {
      const TvFact *fact = g_ptr_array_index (report->facts, index);

      width = MAX (width, (gsize) g_utf8_strlen (fact->label, -1));
    }
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
      const TvFact *fact = g_ptr_array_index (report->facts, index);
      g_autofree char *value = tv_fact_dup_text (fact);

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
 * @format: text, TSV or JSON
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Describes a trace: format, clock, counts, spans on each clock, properties and
 * warnings. TSV has the kinds and counts of warnings, so that it is the same in every
 * language.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_info (const TvProfile *profile, TvTableFormat format, GOutputStream *out,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GPtrArray) facts = NULL;
  InfoReport report;

  g_return_val_if_fail (profile != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  facts = tv_trace_facts_count (profile, cancellable, error);
  if (facts == NULL)
    return FALSE;
  report.trace = tv_profile_get_trace (profile);
  report.facts = facts;
  report.writer = writer = tv_text_writer_new (out, cancellable);
  if (format == TV_TABLE_TSV)
    write_tsv (&report);
  else if (format == TV_TABLE_JSON)
    write_json (&report);
  else
    write_text (&report);
  return tv_text_writer_finish (writer, error);
}
