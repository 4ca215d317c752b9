/* SPDX-License-Identifier: Apache-2.0 */

/* Every function takes the name of a member, or NULL for an element of an array. */

#include "output/table/json-writer.h"

#include <string.h>

static void
begin_value (TvJsonWriter *json, const char *name)
{
  if (json->needs_comma)
    tv_text_writer_add_char (json->out, ',');
  json->needs_comma = TRUE;
  if (name == NULL)
    return;
  tv_text_writer_add_json (json->out, name);
  tv_text_writer_add_char (json->out, ':');
}

void
tv_json_begin_object (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add_char (json->out, '{');
  json->needs_comma = FALSE;
}

void
tv_json_end_object (TvJsonWriter *json)
{
  tv_text_writer_add_char (json->out, '}');
  json->needs_comma = TRUE;
}

void
tv_json_begin_array (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add_char (json->out, '[');
  json->needs_comma = FALSE;
}

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
 * @name: (nullable): name of the member
 * @text: (nullable): its value, %NULL for null
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

void
tv_json_add_number (TvJsonWriter *json, const char *name, gint64 number)
{
  begin_value (json, name);
  tv_text_writer_add_number (json->out, number, 0);
}

/**
 * tv_json_add_double:
 * @json: a writer
 * @name: (nullable): name of the member
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

void
tv_json_add_boolean (TvJsonWriter *json, const char *name, gboolean value)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, value ? "true" : "false");
}

void
tv_json_add_null (TvJsonWriter *json, const char *name)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, "null");
}

/**
 * tv_json_add_digits:
 * @json: a writer
 * @name: (nullable): name of the member
 * @digits: a number as JSON writes it
 */
void
tv_json_add_digits (TvJsonWriter *json, const char *name, const char *digits)
{
  begin_value (json, name);
  tv_text_writer_add (json->out, digits);
}
