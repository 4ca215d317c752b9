/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/report-format.h"

#include "analysis/text/time-text.h"

/**
 * tv_report_format_parse:
 * @name: `text`, `tsv` or `json`
 * @format: (out): the format of that name
 *
 * Returns: whether there is a format of that name
 */
gboolean
tv_report_format_parse (const char *name, TvReportFormat *format)
{
  static const char *const names[] = { "text", "tsv", "json" };

  g_return_val_if_fail (name != NULL && format != NULL, FALSE);

  for (guint index = 0; index < G_N_ELEMENTS (names); index++)
    if (g_str_equal (name, names[index]))
      {
        *format = (TvReportFormat) index;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_report_add_microseconds:
 * @writer: a writer
 * @nanoseconds: a time
 *
 * Adds the time in microseconds, with three decimals only where it is not a whole
 * number of them.
 */
void
tv_report_add_microseconds (TvReportWriter *writer, gint64 nanoseconds)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (writer != NULL);

  tv_time_append_microseconds (text, nanoseconds);
  tv_report_writer_add (writer, text->str);
}

/**
 * tv_report_set_json_string:
 * @builder: a builder with an object open
 * @name: name of a member
 * @text: (nullable): its value
 *
 * Adds a string to the object, or null.
 */
void
tv_report_set_json_string (JsonBuilder *builder, const char *name, const char *text)
{
  g_return_if_fail (JSON_IS_BUILDER (builder) && name != NULL);

  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

/**
 * tv_report_set_json_number:
 * @builder: a builder with an object open
 * @name: name of a member
 * @number: its value
 *
 * Adds a whole number to the object.
 */
void
tv_report_set_json_number (JsonBuilder *builder, const char *name, gint64 number)
{
  g_return_if_fail (JSON_IS_BUILDER (builder) && name != NULL);

  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, number);
}

/**
 * tv_report_add_json:
 * @writer: a writer
 * @builder: a builder that holds a whole value, which is emptied for the next one
 *
 * Adds a JSON value on one line. Long reports write their rows one by one, so that they
 * never stand in memory all at once.
 */
void
tv_report_add_json (TvReportWriter *writer, JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (writer != NULL && JSON_IS_BUILDER (builder));

  root = json_builder_get_root (builder);
  text = json_to_string (root, FALSE);
  tv_report_writer_add (writer, text);
  json_builder_reset (builder);
}
