/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/xml-escape.h"

#include <string.h>

/* U+FFFE and U+FFFF are UTF-8, but no characters of XML 1.0. */
static gboolean
is_no_character (const char *text, gsize length)
{
  return length >= 3 && (guchar) text[0] == 0xef && (guchar) text[1] == 0xbf
         && (guchar) text[2] >= 0xbe;
}

/**
 * tv_xml_add_text:
 * @writer: where to
 * @text: (array length=length): UTF-8
 * @length: number of bytes of it
 *
 * Adds text as it must stand in an element or an attribute. Control characters, which
 * XML has no way to write, become spaces.
 */
void
tv_xml_add_text (TvReportWriter *writer, const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] == '&')
      tv_report_writer_add (writer, "&amp;");
    else if (text[i] == '<')
      tv_report_writer_add (writer, "&lt;");
    else if (text[i] == '>')
      tv_report_writer_add (writer, "&gt;");
    else if (text[i] == '"')
      tv_report_writer_add (writer, "&quot;");
    else if ((guchar) text[i] < ' ')
      tv_report_writer_add_char (writer, ' ');
    else if (is_no_character (text + i, length - i))
      {
        tv_report_writer_add (writer, "\357\277\275");
        i += 2;
      }
    else
      tv_report_writer_add_char (writer, text[i]);
}
