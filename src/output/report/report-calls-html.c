/* SPDX-License-Identifier: Apache-2.0 */

/* The report as part of a page. Only listed methods have an entry, so only they are
 * links. */

#include "config.h"

#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

typedef TvReportCallsSink Html;

static void
add (const Html *html, const char *markup)
{
  tv_text_writer_add (html->writer, markup);
}

static void
add_text (const Html *html, const char *text)
{
  tv_text_writer_add_markup (html->writer, text, -1);
}

static void
add_number (const Html *html, guint64 number)
{
  tv_text_writer_add_number (html->writer, (gint64) number, 0);
}

static void
add_note (const Html *html, const char *note)
{
  add (html, "<p class=\"note\">");
  add_text (html, note);
  add (html, "</p>\n");
}

/* Fields */

/* Makes an id unique in the page. */
static void
add_id (const Html *html, const char *id)
{
  if (html->heading != NULL)
    {
      add (html, "t");
      add_number (html, html->thread);
      add (html, "-");
    }
  add (html, id);
}

static void
add_index (const Html *html, guint32 row)
{
  const gboolean is_link = html->report->rows[row].is_listed;

  if (is_link)
    {
      add (html, "<a href=\"#");
      add_id (html, "m");
      add_number (html, row);
      add (html, "\">");
    }
  add (html, "[");
  add_number (html, row);
  add (html, is_link ? "]</a>" : "]");
}

static void
add_method (const Html *html, const TvReportCallsLine *line, gboolean with_index)
{
  if (line->label == NULL && with_index)
    {
      add_index (html, line->row);
      add (html, " ");
    }
  add_text (html, line->label != NULL ? line->label
                                      : tv_report_calls_get_name (html, line->row));
}

/* Parts */

/* Titles are buttons that sort. */
static void
add_titles (const Html *html, const char *const *titles, const char *begin,
            const char *end)
{
  for (guint i = 0; titles[i] != NULL; i++)
    {
      add (html, begin);
      add (html, "<button type=\"button\">");
      add_text (html, _ (titles[i]));
      add (html, "</button>");
      add (html, end);
    }
}

static void
begin_table (const Html *html, const char *const *titles)
{
  add (html, "<thead><tr>");
  add_titles (html, titles, "<th>", "</th>");
  add (html, "</tr></thead>\n<tbody>\n");
}

static void
begin_list (const Html *html, const char *id, const char *const *titles)
{
  static const char *const labels[] = { N_ ("Close All"), N_ ("Open All") };

  add (html, "<p>");
  for (guint open = 0; open < G_N_ELEMENTS (labels); open++)
    {
      add (html, open ? " <button type=\"button\" data-open=\"1\" data-list=\""
                      : "<button type=\"button\" data-open=\"0\" data-list=\"");
      add_id (html, id);
      add (html, "-list\">");
      add_text (html, _ (labels[open]));
      add (html, "</button>");
    }
  add (html, "</p>\n<div class=\"wide list\" id=\"");
  add_id (html, id);
  add (html, "-list\">\n<div class=\"head\">");
  add_titles (html, titles, "<span>", "</span>");
  add (html, "</div>\n");
}

static const struct
{
  const char *id;
  const char *title;
  const char *note;
  const char *const titles[7];
} parts[TV_N_REPORT_CALLS_PARTS] = {
  { "exclusive",
    N_ ("Exclusive Times"),
    N_ ("Of each method, without the methods that it calls."),
    { N_ ("Exclusive µs"), N_ ("Self %"), N_ ("Sum %"), N_ ("Method") } },
  { "inclusive",
    N_ ("Callers and Callees"),
    N_ ("Open a method to see who called it, how much of the time is its own, and what "
        "it called: percent of its time, calls of all calls of the one that was "
        "called, and microseconds."),
    { N_ ("Index"), N_ ("Total %"), N_ ("Inclusive µs"), N_ ("Itself µs"),
      N_ ("Calls+Recur"), N_ ("Method") } },
  { "class",
    N_ ("Classes"),
    N_ ("Exclusive times, summed over the methods of a class."),
    { N_ ("Place"), N_ ("Self %"), N_ ("Exclusive µs"), N_ ("Sum %"),
      N_ ("Calls+Recur"), N_ ("Class") } },
  { "method",
    N_ ("Method Names"),
    N_ ("Exclusive times, summed over methods of the same name in whatever class."),
    { N_ ("Place"), N_ ("Self %"), N_ ("Exclusive µs"), N_ ("Sum %"),
      N_ ("Calls+Recur"), N_ ("Method") } },
};

/* Begins the report. The report of a thread is folded. */
static void
begin (const Html *html)
{
  if (html->heading != NULL)
    {
      add (html, "<details class=\"thread\"><summary><h2>");
      add_text (html, html->heading);
      add (html, "</h2></summary>\n");
    }
  add (html, "<p>");
  add_text (html, tv_report_calls_get_facts (html));
  add (html, " ");
  tv_report_calls_add_time (html, html->report->total, 0);
  add (html, "</p>\n<nav class=\"bar\">");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      add (html, "<a href=\"#");
      add_id (html, parts[i].id);
      add (html, "\">");
      add_text (html, _ (parts[i].title));
      add (html, "</a>");
    }
  add (html, "</nav>\n");
}

static void
begin_part (const Html *html, TvReportCallsPart part, const char *note)
{
  add (html, "<h3 id=\"");
  add_id (html, parts[part].id);
  add (html, "\">");
  add_text (html, _ (parts[part].title));
  add (html, "</h3>\n");
  add_note (html, _ (parts[part].note));
  if (note != NULL)
    add_note (html, note);
  if (part == TV_REPORT_CALLS_EXCLUSIVE)
    {
      add (html, "<div class=\"wide\"><table class=\"find\">");
      begin_table (html, parts[part].titles);
    }
  else
    begin_list (html, parts[part].id, parts[part].titles);
}

/* Lines */

static void
begin_members (const Html *html)
{
  static const char *const titles[]
      = { N_ ("Exclusive µs"), N_ ("Inclusive µs"), N_ ("Self %"), N_ ("Sum %"),
          N_ ("Calls+Recur"),  N_ ("Method"),       NULL };

  begin_table (html, titles);
}

static void
add_calls (const Html *html, const TvReportCallsLine *line, char between)
{
  add_number (html, line->calls);
  if (between == '/' && line->more_calls == 0)
    return;
  tv_text_writer_add_char (html->writer, between);
  add_number (html, line->more_calls);
}

static void
add_field (const Html *html, char field, const TvReportCallsLine *line)
{
  const gint64 part = field == 'S' ? line->sum : line->time;
  const gint64 time = field == 'o' ? line->other_time : line->time;

  switch (field)
    {
    case 't':
    case 'o':
      if (time != TV_REPORT_CALLS_NO_TIME)
        tv_report_calls_add_time (html, time, 0);
      break;
    case 's':
    case 'S':
      if (line->whole != TV_REPORT_CALLS_NO_TIME)
        tv_report_calls_add_percent (html->writer, part, line->whole, 2, 0);
      break;
    case '+':
    case '/':
      add_calls (html, line, field);
      break;
    case 'i':
      add_number (html, line->row);
      break;
    case '%':
      add (html, "%");
      break;
    case '#':
      add_id (html, "m");
      add_number (html, line->row);
      break;
    case 'm':
    case 'n':
      add_method (html, line, field == 'm');
      break;
    case 'h':
      begin_members (html);
      break;
    default:
      g_assert_not_reached ();
    }
}

#define METHOD "<tr><td>%t</td><td>%s</td><td>%S</td><td>%m</td></tr>"
#define MEMBER                                                                         \
  "<tr><td>%t</td><td>%o</td><td>%s</td><td>%S</td><td>%+</td><td>%m</td></tr>"

/* A line that sums up is in the foot of its table, which sorting does not move. */
const TvReportCallsFormat tv_report_calls_html = {
  .begin = begin,
  .begin_part = begin_part,
  .add_field = add_field,
  .end_thread = "</details>\n",
  .templates = {
    [TV_REPORT_CALLS_METHOD]
    = { .line = METHOD "\n",
        .rest = "</tbody><tfoot>" METHOD "</tfoot></table></div>\n",
        .end = "</tbody></table></div>\n" },
    [TV_REPORT_CALLS_ENTRY]
    = { .line = "<details id=\"%#\"><summary><span>[%i]</span><span>%s</span><span>%t</span>"
        "<span>%o</span><span>%+</span><span>%n</span></summary>\n<table><tbody>\n",
        .close = "</tbody></table></details>\n",
        .rest = "</div>\n<p class=\"note\">%n</p>\n",
        .end = "</div>\n" },
    [TV_REPORT_CALLS_RELATIVE]
    = { .line = "<tr><td>%s</td><td>%/</td><td>%t</td><td>%m</td></tr>\n" },
    [TV_REPORT_CALLS_GAP]
    = { .line = "<tr class=\"gap\"><td colspan=\"4\">%n</td></tr>\n" },
    [TV_REPORT_CALLS_ITSELF]
    = { .line = "<tr class=\"self\"><td>%s</td><td>%+</td><td>%t</td><td>%m</td></tr>\n" },
    [TV_REPORT_CALLS_SELF]
    = { .line = "<tr><td>%s</td><td></td><td>%t</td><td>%n</td></tr>\n" },
    [TV_REPORT_CALLS_GROUP]
    = { .line = "<details><summary><span>%i</span><span>%s</span><span>%t</span>"
        "<span>%S</span><span>%+</span><span>%n</span></summary>\n<table>%h",
        .close = "</table></details>\n",
        .rest = "</div>\n<p class=\"note\">%n: %s %%, %t µs</p>\n",
        .end = "</div>\n" },
    [TV_REPORT_CALLS_MEMBER]
    = { .line = MEMBER "\n",
        .rest = "</tbody><tfoot>" MEMBER "</tfoot>",
        .end = "</tbody>" },
  },
};
