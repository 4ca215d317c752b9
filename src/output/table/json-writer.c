/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/json-writer.h"

#include "analysis/text/amount-text.h"

#include <string.h>

/**
 * tv_json_dup_name:
 * @text: any text
 *
 * Returns: (transfer full): the text, escaped as the name of a member
 */
char *
tv_json_dup_name (const char *text)
{
  GString *name = g_string_new (NULL);
  char escape[TV_TEXT_JSON_SIZE];
  gsize n;

  for (; *text != '\0'; text += MAX (n, 1))
    {
      n = tv_text_put_json (escape, text);
      if (n > 0)
        g_string_append (name, escape);
      else
        g_string_append_c (name, *text);
    }
  return g_string_free (name, FALSE);
}

static void
begin_value (TvJsonWriter *json, const char *name)
{
  if (json->needs_comma)
    tv_text_writer_add_char (json->out, ',');
  json->needs_comma = TRUE;
  if (name == NULL)
    return;
  tv_text_writer_add_char (json->out, '"');
  tv_text_writer_add (json->out, name);
  tv_text_writer_add_bytes (json->out, "\":", 2);
}

/**
 * tv_json_begin_object:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 *
 * Opens an object.
 */
void
tv_json_begin_object (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add_char (json->out, '{');
  json->needs_comma = FALSE;
}

/**
 * tv_json_end_object:
 * @json: a writer
 *
 * Closes the open object.
 */
void
tv_json_end_object (TvJsonWriter *json)
{
  tv_text_writer_add_char (json->out, '}');
  json->needs_comma = TRUE;
}

/**
 * tv_json_begin_array:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 *
 * Opens an array.
 */
void
tv_json_begin_array (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add_char (json->out, '[');
  json->needs_comma = FALSE;
}

/**
 * tv_json_end_array:
 * @json: a writer
 *
 * Closes the open array.
 */
void
tv_json_end_array (TvJsonWriter *json)
{
  tv_text_writer_add_char (json->out, ']');
  json->needs_comma = TRUE;
}

/**
 * tv_json_break_line:
 * @json: a writer
 *
 * Puts the next value on a line of its own.
 */
void
tv_json_break_line (TvJsonWriter *json)
{
  tv_text_writer_add (json->out, json->needs_comma ? ",\n" : "\n");
  json->needs_comma = FALSE;
}

/**
 * tv_json_add_string:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 * @text: (nullable): its value, %NULL for `null`
 *
 * Adds a string.
 */
void
tv_json_add_string (TvJsonWriter *json, const char *name, const char *text)
{
  begin_value (json, name);
  if (text != NULL)
    tv_text_writer_add_json (json->out, text);
  else
    tv_text_writer_add (json->out, "null");
}

/**
 * tv_json_add_number:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 * @number: its value
 *
 * Adds an integer.
 */
void
tv_json_add_number (TvJsonWriter *json, const char *name, gint64 number)
{
  begin_value (json, name);
  tv_text_writer_add_number (json->out, number, 0);
}

/**
 * tv_json_add_double:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 * @number: its value, finite
 *
 * Adds a number with all its digits and a decimal point, so that no reader takes it
 * for an integer.
 */
void
tv_json_add_double (TvJsonWriter *json, const char *name, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  begin_value (json, name);
  tv_text_writer_add (json->out, g_ascii_dtostr (digits, sizeof digits, number));
  if (strpbrk (digits, ".e") == NULL)
    tv_text_writer_add (json->out, ".0");
}

/**
 * tv_json_add_boolean:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 * @value: its value
 *
 * Adds `true` or `false`.
 */
void
tv_json_add_boolean (TvJsonWriter *json, const char *name, gboolean value)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, value ? "true" : "false");
}

/**
 * tv_json_add_null:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 *
 * Adds `null`.
 */
void
tv_json_add_null (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, "null");
}

/**
 * tv_json_add_amount:
 * @json: a writer
 * @name: (nullable): name of the member, as it is for a time, such as `total_ns`
 * @trace: a trace
 * @clock: one of its clocks
 * @amount: what it has measured
 *
 * Adds a time, or a number of things under the name that tv_amount_get_field() gives
 * it.
 */
void
tv_json_add_amount (TvJsonWriter *json, const char *name, const TvTrace *trace,
                    TvClock clock, gint64 amount)
{
  g_autoptr (GString) digits = g_string_new (NULL);

  name = tv_amount_get_field (trace, clock, name);
  if (tv_trace_get_clock_quantity (trace, clock) == TV_QUANTITY_TIME)
    {
      tv_json_add_number (json, name, amount);
      return;
    }
  tv_amount_append (digits, trace, clock, amount);
  tv_json_add_digits (json, name, digits->str);
}

/**
 * tv_json_add_digits:
 * @json: a writer
 * @name: (nullable): name of the member; %NULL in an array
 * @digits: its value as a number of JSON
 *
 * Adds a number that is already formatted.
 */
void
tv_json_add_digits (TvJsonWriter *json, const char *name, const char *digits)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, digits);
}
