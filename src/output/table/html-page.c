/* SPDX-License-Identifier: Apache-2.0 */

/* A self-contained page, with its style and script inside. Without the script all of it
 * can be read and folded, but not sorted. */

#include "config.h"

#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>
#include <output-resources.h>
#include <string.h>

/**
 * tv_html_page_add_resource:
 * @writer: a writer
 * @path: a file of `output.gresource.xml`
 *
 * Adds a style or a script as it is, without its license line.
 */
void
tv_html_page_add_resource (TvTextWriter *writer, const char *path)
{
  g_autofree char *full_path = g_strconcat ("/org/traceview/output/", path, NULL);
  g_autoptr (GBytes) bytes
      = g_resource_lookup_data (tv_output_get_resource (), full_path, 0, NULL);
  const char *text;

  g_return_if_fail (bytes != NULL);

  text = strchr (g_bytes_get_data (bytes, NULL), '\n') + 1;
  tv_text_writer_add (writer, text);
}

/* de_DE.UTF-8 becomes de-DE; the locale C is English. */
static void
add_language (TvTextWriter *writer)
{
  const char *language = g_get_language_names ()[0];

  if (g_str_equal (language, "C") || g_str_has_prefix (language, "C."))
    language = "en";
  for (; g_ascii_isalnum (*language) || *language == '_'; language++)
    tv_text_writer_add_char (writer, *language == '_' ? '-' : *language);
}

/**
 * tv_html_page_begin:
 * @writer: a writer
 * @title: the title of the page
 *
 * Begins a page. Its body may hold tables of the class `find`, whose titles are buttons
 * that sort them, and boxes of the class `list` with a row of titles of the class
 * `head` and `details` below it.
 */
void
tv_html_page_begin (TvTextWriter *writer, const char *title)
{
  g_return_if_fail (writer != NULL && title != NULL);

  tv_text_writer_add (writer, "<!DOCTYPE html>\n<html lang=\"");
  add_language (writer);
  tv_text_writer_add (
      writer, "\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
              "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n"
              "<meta name=\"generator\" content=\"tracedump " PACKAGE_VERSION "\">\n"
              "<title>");
  tv_text_writer_add_markup (writer, title, -1);
  tv_text_writer_add (writer, "</title>\n<style>\n");
  tv_html_page_add_resource (writer, "table/page.css");
  tv_text_writer_add (writer, "</style>\n</head>\n<body>\n<h1>");
  tv_text_writer_add_markup (writer, title, -1);
  tv_text_writer_add (writer, "</h1>\n<p><input type=\"search\" placeholder=\"");
  tv_text_writer_add_markup (writer, _ ("Find"), -1);
  tv_text_writer_add (writer, "\" aria-label=\"");
  tv_text_writer_add_markup (writer, _ ("Find"), -1);
  tv_text_writer_add (writer, "\"></p>\n");
}

/**
 * tv_html_page_end:
 * @writer: a writer
 *
 * Ends the page.
 */
void
tv_html_page_end (TvTextWriter *writer)
{
  g_return_if_fail (writer != NULL);

  tv_text_writer_add (writer, "<script>\n");
  tv_html_page_add_resource (writer, "table/page.js");
  tv_text_writer_add (writer, "</script>\n</body>\n</html>\n");
}

/**
 * tv_page_begin:
 * @writer: a writer
 * @format: the format of the tables that follow
 * @title: the title of the page; only HTML has it
 * @notes: (array zero-terminated=1): sentences above the first table
 *
 * Begins what a command writes for people: a page of HTML, or the lines above a table
 * in text and Markdown. Other formats have neither.
 */
void
tv_page_begin (TvTextWriter *writer, TvTableFormat format, const char *title,
               const char *const *notes)
{
  g_return_if_fail (writer != NULL && title != NULL && notes != NULL);

  if (format == TV_TABLE_HTML)
    tv_html_page_begin (writer, title);
  tv_page_add_notes (writer, format, notes);
}

/**
 * tv_page_add_notes:
 * @writer: a writer
 * @format: the format of the tables
 * @notes: (array zero-terminated=1): sentences above a table
 *
 * Adds what people should know about the table that follows.
 */
void
tv_page_add_notes (TvTextWriter *writer, TvTableFormat format, const char *const *notes)
{
  g_return_if_fail (writer != NULL && notes != NULL);

  for (guint i = 0; notes[i] != NULL; i++)
    if (format == TV_TABLE_HTML)
      {
        tv_text_writer_add (writer, "<p>");
        tv_text_writer_add_markup (writer, notes[i], -1);
        tv_text_writer_add (writer, "</p>\n");
      }
    else if (format == TV_TABLE_MARKDOWN)
      {
        tv_text_writer_add_markdown (writer, notes[i]);
        tv_text_writer_add (writer, "\n\n");
      }
    else if (format == TV_TABLE_TEXT)
      {
        tv_text_writer_add_field (writer, notes[i]);
        tv_text_writer_add (writer, notes[i + 1] != NULL ? "\n" : "\n\n");
      }
}

/**
 * tv_page_end:
 * @writer: a writer
 * @format: the format of the tables
 *
 * Ends what tv_page_begin() began.
 */
void
tv_page_end (TvTextWriter *writer, TvTableFormat format)
{
  if (format == TV_TABLE_HTML)
    tv_html_page_end (writer);
}
