/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/flame-page.h"

#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pictures are passed on, so their style and script keep the license line. */
#define LICENSE "SPDX-License-Identifier: Apache-2.0"

#define MARGIN 10
#define HEAD 64
#define FOOT 32
#define N_COLORS 12

/* The mean width of a letter in the style sheet's font. The script has the same number.
 */
#define LETTER 6.6

/* Files may have names of megabytes; nobody reads more than this. */
#define NAME_LENGTH 1000

static void
add_name (TvTextWriter *writer, const char *name)
{
  const gsize length = strlen (name);
  const char *end = name + length;

  if (length > NAME_LENGTH)
    end = g_utf8_find_prev_char (name, name + NAME_LENGTH);
  tv_text_writer_add_markup (writer, name, end - name);
  if (*end != '\0')
    tv_text_writer_add (writer, "…");
}

static void
add_text (TvTextWriter *writer, const char *text)
{
  tv_text_writer_add_markup (writer, text, -1);
}

static void
add_attribute (TvTextWriter *writer, const char *name, const char *value)
{
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, name);
  tv_text_writer_add (writer, "=\"");
  add_text (writer, value);
  tv_text_writer_add_char (writer, '"');
}

static void
add_number_attribute (TvTextWriter *writer, const char *name, gint64 value)
{
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, name);
  tv_text_writer_add (writer, "=\"");
  tv_text_writer_add_number (writer, value, 0);
  tv_text_writer_add_char (writer, '"');
}

/* Pixels with up to four decimals: zooming in shows frames of a tenth of a pixel. */
static void
add_pixels_attribute (TvTextWriter *writer, const char *name, double value)
{
  const guint64 parts = (guint64) (value * 10000 + 0.5);
  guint rest = parts % 10000;

  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, name);
  tv_text_writer_add (writer, "=\"");
  tv_text_writer_add_number (writer, (gint64) (parts / 10000), 0);
  if (rest > 0)
    tv_text_writer_add_char (writer, '.');
  for (guint unit = 1000; rest > 0; unit /= 10)
    {
      tv_text_writer_add_char (writer, (char) ('0' + rest / unit));
      rest %= unit;
    }
  tv_text_writer_add_char (writer, '"');
}

static void
add_search (const TvFlamePage *page, TvTextWriter *writer)
{
  tv_text_writer_add (writer, "<text id=\"reset\" class=\"button\" role=\"button\" "
                              "tabindex=\"0\" y=\"52\"");
  add_number_attribute (writer, "x", MARGIN);
  tv_text_writer_add (writer, " style=\"display:none\">");
  add_text (writer, _ ("Show All"));
  tv_text_writer_add (writer, "</text>\n<text id=\"matched\" class=\"right\" "
                              "y=\"52\"");
  add_number_attribute (writer, "x", MARGIN + page->width);
  tv_text_writer_add (writer, "/>\n<foreignObject id=\"search\" y=\"10\" "
                              "width=\"220\" height=\"26\"");
  add_number_attribute (writer, "x", (gint64) page->width + MARGIN - 220);
  tv_text_writer_add (writer, "><input xmlns=\"http://www.w3.org/1999/xhtml\" "
                              "type=\"search\"");
  add_attribute (writer, "placeholder", _ ("Search (Ctrl+F)"));
  add_attribute (writer, "aria-label", _ ("Search, with regular expressions"));
  tv_text_writer_add (writer, "/></foreignObject>\n");
}

static void
add_head (const TvFlamePage *page, TvTextWriter *writer)
{
  tv_text_writer_add (writer, "<text class=\"title\" y=\"26\"");
  add_number_attribute (writer, "x", MARGIN);
  tv_text_writer_add_char (writer, '>');
  add_text (writer, page->title);
  tv_text_writer_add (writer, "</text>\n");
  if (page->note != NULL)
    {
      tv_text_writer_add (writer, "<text id=\"note\" y=\"52\"");
      add_number_attribute (writer, "x", MARGIN);
      tv_text_writer_add_char (writer, '>');
      add_text (writer, page->note);
      tv_text_writer_add (writer, "</text>\n");
    }
  add_search (page, writer);
}

/* Returns sentences on what a picture leaves out: frames narrower than @narrowest
 * pixels and levels below @deepest, unless these are 0, then @more. Returns NULL if
 * there is nothing to say. */
char *
tv_flame_page_make_note (gboolean empty, double narrowest, guint deepest,
                         const char *more)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);

  if (empty)
    g_ptr_array_add (sentences, g_strdup (_ ("Nothing was called.")));
  if (narrowest > 0)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (number, sizeof number, "%.3g", narrowest);
      /* Translators: %s is a number of pixels */
      g_ptr_array_add (sentences,
                       g_strdup_printf (_ ("Frames narrower than %s px are merged; "
                                           "--range and --min-width show more."),
                                        number));
    }
  if (deepest > 0)
    g_ptr_array_add (sentences,
                     g_strdup_printf (_ ("Levels below %u are left out."), deepest));
  if (more != NULL)
    g_ptr_array_add (sentences, g_strdup (more));
  if (sentences->len == 0)
    return NULL;
  g_ptr_array_add (sentences, NULL);
  return g_strjoinv (" ", (char **) sentences->pdata);
}

/* Begins an SVG document. Boxes follow. */
void
tv_flame_page_begin (const TvFlamePage *page, TvTextWriter *writer)
{
  const gint64 width = (gint64) page->width + 2 * MARGIN;
  const gint64 height = page->height + HEAD + FOOT;

  tv_text_writer_add (writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                              "class=\"flame\"");
  add_number_attribute (writer, "width", width);
  add_number_attribute (writer, "height", height);
  add_number_attribute (writer, "data-width", page->width);
  add_attribute (writer, "data-upward", page->upward ? "1" : "");
  add_attribute (writer, "data-matched",
                 /* Translators: %s is a number; the script of the picture sets it */
                 _ ("Matched: %s %"));
  tv_text_writer_add (writer, " viewBox=\"0 0 ");
  tv_text_writer_add_number (writer, width, 0);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add_number (writer, height, 0);
  tv_text_writer_add (writer, "\">\n<title>");
  add_text (writer, page->title);
  tv_text_writer_add (writer, "</title>\n<style>\n");
  tv_text_writer_add (writer, "/* " LICENSE " */\n");
  tv_html_page_add_resource (writer, "flame/flame-style.css");
  tv_text_writer_add (writer, "</style>\n<rect class=\"ground\" width=\"100%\" "
                              "height=\"100%\"/>\n");
  add_head (page, writer);
  tv_text_writer_add (writer, "<g id=\"frames\" transform=\"translate(");
  tv_text_writer_add_number (writer, MARGIN, 0);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add_number (writer, HEAD, 0);
  tv_text_writer_add (writer, ")\">\n");
}

/* Adds a name without its package, without its class, or cut, as the room allows. */
static void
add_fitting (TvTextWriter *writer, const char *name, double room)
{
  const glong fits = (glong) ((room - 4) / LETTER);
  const char *open = strpbrk (name, "( ");
  const char *dot;

  if (fits < 3)
    return;
  while (g_utf8_strlen (name, -1) > fits && (dot = strchr (name, '.')) != NULL
         && dot[1] != '\0' && (open == NULL || dot < open))
    name = dot + 1;
  if (g_utf8_strlen (name, -1) <= fits)
    {
      add_text (writer, name);
      return;
    }
  tv_text_writer_add_markup (
      writer, name, (gsize) (g_utf8_offset_to_pointer (name, fits - 1) - name));
  tv_text_writer_add (writer, "…");
}

/* Adds a frame with its tooltip, and as much of its name as fits. */
void
tv_flame_page_add_box (const TvFlamePage *page, const TvFlameBox *box,
                       TvTextWriter *writer)
{
  const double x = box->start * page->width;
  const double width = MAX (box->end - box->start, 0) * page->width;

  tv_text_writer_add (writer, "<g class=\"f ");
  tv_text_writer_add (writer, box->style);
  if (box->number >= 0)
    tv_text_writer_add_number (writer, box->number, 0);
  if (box->hit)
    tv_text_writer_add (writer, " hit");
  tv_text_writer_add (writer, "\"><title>");
  add_name (writer, box->name);
  tv_text_writer_add_char (writer, '\n');
  add_text (writer, box->details);
  tv_text_writer_add (writer, "</title><rect");
  add_pixels_attribute (writer, "x", x);
  add_number_attribute (writer, "y", box->y);
  add_pixels_attribute (writer, "width", width);
  add_number_attribute (writer, "height", TV_FLAME_ROW - 1);
  tv_text_writer_add (writer, "/>");
  if (width >= 3 * LETTER + 4)
    {
      tv_text_writer_add (writer, "<text");
      add_pixels_attribute (writer, "x", x + 3);
      add_number_attribute (writer, "y", box->y + TV_FLAME_ROW - 5);
      tv_text_writer_add_char (writer, '>');
      add_fitting (writer, box->name, width);
      tv_text_writer_add (writer, "</text>");
    }
  tv_text_writer_add (writer, "</g>\n");
}

/* Adds a text that belongs to no frame and does not zoom. */
void
tv_flame_page_add_label (double x, gint64 y, const char *text, TvTextWriter *writer)
{
  tv_text_writer_add (writer, "<text class=\"label\"");
  add_pixels_attribute (writer, "x", x);
  add_number_attribute (writer, "y", y);
  tv_text_writer_add_char (writer, '>');
  add_text (writer, text);
  tv_text_writer_add (writer, "</text>\n");
}

/* Adds a line through all rows. */
void
tv_flame_page_add_tick (const TvFlamePage *page, double place, const char *text,
                        TvTextWriter *writer)
{
  tv_text_writer_add (writer, "<g class=\"tick\"><rect width=\"1\" y=\"0\"");
  add_pixels_attribute (writer, "x", place * page->width);
  add_number_attribute (writer, "height", page->height);
  tv_text_writer_add (writer, "/><text y=\"10\"");
  add_pixels_attribute (writer, "x", place * page->width + 3);
  tv_text_writer_add_char (writer, '>');
  add_text (writer, text);
  tv_text_writer_add (writer, "</text></g>\n");
}

/* Ends the document with its script. */
void
tv_flame_page_end (const TvFlamePage *page, TvTextWriter *writer)
{
  tv_text_writer_add (writer, "</g>\n<text id=\"details\"");
  add_number_attribute (writer, "x", MARGIN);
  add_number_attribute (writer, "y", page->height + HEAD + FOOT - 10);
  tv_text_writer_add (writer, "/>\n<script><![CDATA[\n");
  tv_text_writer_add (writer, "// " LICENSE "\n");
  tv_html_page_add_resource (writer, "flame/flame-script.js");
  tv_text_writer_add (writer, "]]></script>\n</svg>\n");
}

/* Returns the number of a colour. Methods of a class have the same colour. */
guint
tv_flame_page_get_color (const char *name)
{
  const char *end = strpbrk (name, "( ");
  const char *dot = g_strrstr_len (name, end != NULL ? end - name : -1, ".");
  guint32 hash = 2166136261;

  for (const char *p = name; dot != NULL && p < dot; p++)
    hash = (hash ^ (guchar) *p) * 16777619;
  return (hash >> 8) % N_COLORS;
}
