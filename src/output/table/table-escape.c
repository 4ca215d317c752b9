/* SPDX-License-Identifier: Apache-2.0 */

/* Texts of a table that come from files which nobody vouches for: they must stay in
 * their cell and do nothing there. */

#include "output/table/table-escape.h"

#include <string.h>

/* Spreadsheets take a cell for a formula that begins with one of these, behind spaces
 * or not, and some of them in their wide forms; what a formula can do ends in running
 * programs. An apostrophe in front makes it text (OWASP, "CSV Injection"). */
static gboolean
is_formula (const char *text)
{
  static const char *const wide[] = { "＝", "＋", "－", "＠" };

  text += strspn (text, " ");
  if (*text != '\0' && strchr ("=+-@\t\r\n", *text) != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (wide); i++)
    if (g_str_has_prefix (text, wide[i]))
      return TRUE;
  return FALSE;
}

/**
 * tv_table_add_tsv_text:
 * @writer: where to
 * @text: the text of a cell
 *
 * Adds a cell of tab-separated values. Control characters, which would end it, become
 * spaces. A text that spreadsheets would take for a formula, or for a quoted cell of
 * many lines, gets an apostrophe in front.
 */
void
tv_table_add_tsv_text (TvReportWriter *writer, const char *text)
{
  if (is_formula (text) || *text == '"')
    tv_report_writer_add_char (writer, '\'');
  tv_report_writer_add_field (writer, text);
}

/**
 * tv_table_add_csv_text:
 * @writer: where to
 * @text: the text of a cell
 *
 * Adds a cell as RFC 4180 has it, always in quotes: some spreadsheets split a line at
 * semicolons, of which signatures are full. A text that spreadsheets would take for a
 * formula gets an apostrophe in front.
 */
void
tv_table_add_csv_text (TvReportWriter *writer, const char *text)
{
  tv_report_writer_add_char (writer, '"');
  if (is_formula (text))
    tv_report_writer_add_char (writer, '\'');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        tv_report_writer_add_char (writer, '"');
      tv_report_writer_add_char (writer, *text);
    }
  tv_report_writer_add_char (writer, '"');
}

/* Adds a cell of a Markdown table, which shows text as it is: what has a meaning there
 * is escaped, such as the bar, the `<` of `<init>` and the `$` of inner classes. Line
 * breaks, which would end the table, and other control characters become spaces. */
void
tv_table_add_markdown_text (TvReportWriter *writer, const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (strchr ("\\`*_[]<>|~&$", *text) != NULL)
        tv_report_writer_add_char (writer, '\\');
      tv_report_writer_add_char (writer, (guchar) *text < ' ' ? ' ' : *text);
    }
}

/**
 * tv_table_add_json_text:
 * @writer: where to
 * @text: a text
 *
 * Adds a JSON string, quotes included (RFC 8259, section 7).
 */
void
tv_table_add_json_text (TvReportWriter *writer, const char *text)
{
  static const char digits[] = "0123456789abcdef";

  tv_report_writer_add_char (writer, '"');
  for (; *text != '\0'; text++)
    {
      const guchar byte = (guchar) *text;

      if (byte >= ' ')
        {
          if (byte == '"' || byte == '\\')
            tv_report_writer_add_char (writer, '\\');
          tv_report_writer_add_char (writer, *text);
          continue;
        }
      tv_report_writer_add (writer, "\\u00");
      tv_report_writer_add_char (writer, digits[byte >> 4]);
      tv_report_writer_add_char (writer, digits[byte & 0xf]);
    }
  tv_report_writer_add_char (writer, '"');
}
