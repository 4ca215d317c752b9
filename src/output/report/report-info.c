/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-info.h"

#include "analysis/text/time-text.h"
#include "output/report/trace-facts.h"
#include "output/table/html-page.h"
#include "output/table/json-writer.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvTrace *trace;
  GPtrArray *facts;
  TvTextWriter *writer;
  guint row;
} InfoReport;

/* A table of keys and values: facts, then properties, then warnings. */

enum
{
  COLUMN_KEY,
  COLUMN_VALUE
};

static void
get_fact (const TvFact *fact, gboolean is_key, gboolean for_programs, TvCell *cell)
{
  cell->kind = TV_CELL_TEXT;
  if (!for_programs && is_key)
    tv_cell_set_text (cell, fact->label);
  else if (!for_programs)
    {
      g_autofree char *shown = tv_fact_dup_text (fact);

      g_string_append (cell->text, shown);
    }
  else if (is_key)
    g_string_append_printf (cell->text, "%s%s", fact->key,
                            fact->kind == TV_FACT_TIME ? "_us" : "");
  else if (fact->kind == TV_FACT_TEXT)
    tv_cell_set_text (cell, fact->text);
  else if (fact->kind == TV_FACT_TIME)
    tv_cell_set_time (cell, (gint64) fact->number);
  else
    tv_cell_set_count (cell, fact->number);
}

static void
get_property (const TvProperty *property, gboolean is_key, gboolean for_programs,
              TvCell *cell)
{
  tv_cell_set_text (cell, is_key ? property->key : property->value);
  if (!is_key || !for_programs)
    return;
  cell->lent = NULL;
  g_string_append_printf (cell->text, "property:%s", property->key);
}

static void
get_warning (const TvWarning *warning, gboolean is_key, gboolean for_programs,
             TvCell *cell)
{
  cell->kind = TV_CELL_TEXT;
  if (for_programs && is_key)
    g_string_append_printf (cell->text, "warning:%s",
                            tv_warning_kind_get_name (warning->kind));
  else if (for_programs)
    tv_cell_set_count (cell, warning->count);
  else if (is_key)
    tv_cell_set_text (cell, _ ("Warning"));
  else
    {
      g_autofree char *message = tv_warning_dup_message (warning);

      g_string_append (cell->text, message);
    }
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const InfoReport *report = source;
  const gboolean for_programs = format == TV_TABLE_TSV || format == TV_TABLE_CSV;
  const gboolean is_key = column->what == COLUMN_KEY;
  const guint n_properties = tv_trace_get_n_properties (report->trace);
  guint row = report->row;

  if (row < report->facts->len)
    {
      get_fact (g_ptr_array_index (report->facts, row), is_key, for_programs, cell);
      return;
    }
  row -= report->facts->len;
  if (row < n_properties)
    get_property (tv_trace_get_property (report->trace, row), is_key, for_programs,
                  cell);
  else
    get_warning (
        tv_warnings_get (tv_trace_get_warnings (report->trace), row - n_properties),
        is_key, for_programs, cell);
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  InfoReport *report = source;

  report->row = (guint) row;
  return row < report->facts->len + tv_trace_get_n_properties (report->trace)
                   + tv_warnings_get_n (tv_trace_get_warnings (report->trace));
}

static void
write_table (InfoReport *report, TvTableFormat format, const char *title)
{
  const TvColumn columns[]
      = { { .title = _ ("Key"), .field = "key", .what = COLUMN_KEY },
          { .title = _ ("Value"), .field = "value", .what = COLUMN_VALUE } };
  const TvTable table = { .columns = columns,
                          .n_columns = G_N_ELEMENTS (columns),
                          .for_programs = TRUE,
                          .titled = TRUE,
                          .go_to_row = go_to_row,
                          .get = get_cell,
                          .source = report };
  const char *const no_notes[] = { NULL };

  tv_page_begin (report->writer, format, title, no_notes);
  tv_table_write (&table, format, report->writer);
  tv_page_end (report->writer, format);
}

/* JSON */

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

/* Writes an array of pairs, because a file may have a key twice. */
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
 * @format: any format of tables
 * @title: the title of a page
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Describes a trace: format, clock, counts, spans on each clock, properties and
 * warnings. TSV and CSV have the kind and count of a warning instead of its sentence,
 * so they do not depend on the language.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_info (const TvProfile *profile, TvTableFormat format, const char *title,
                GOutputStream *out, GCancellable *cancellable, GError **error)
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
  if (format == TV_TABLE_JSON)
    write_json (&report);
  else if (format == TV_TABLE_TEXT)
    write_text (&report);
  else
    write_table (&report, format, title);
  return tv_text_writer_finish (writer, error);
}
