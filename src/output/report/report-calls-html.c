/* SPDX-License-Identifier: Apache-2.0 */

/* The report as part of a page. Only listed methods are links, because only they have
 * an entry. */

#include "config.h"

#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTextWriter *writer;
  const TvCallReport *report;
  gboolean whole;
  char prefix[16]; /* of ids in this part of the page */
  char **names;    /* by row, made when they are first written */
} Html;

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

/* Cells of tables and of lists */

static void
begin_cell (const Html *html, const char *cell)
{
  add (html, "<");
  add (html, cell);
  add (html, ">");
}

static void
end_cell (const Html *html, const char *cell)
{
  add (html, "</");
  add (html, cell);
  add (html, ">");
}

static void
add_time (const Html *html, const char *cell, gint64 nanoseconds)
{
  begin_cell (html, cell);
  tv_report_calls_add_time (html->writer, nanoseconds, 0, html->whole);
  end_cell (html, cell);
}

static void
add_percent (const Html *html, const char *cell, gint64 part, gint64 whole)
{
  begin_cell (html, cell);
  tv_report_calls_add_percent (html->writer, part, whole, 2, 0);
  end_cell (html, cell);
}

static void
add_calls (const Html *html, const char *cell, guint64 first, char between,
           guint64 second)
{
  begin_cell (html, cell);
  tv_text_writer_add_number (html->writer, (gint64) first, 0);
  tv_text_writer_add_char (html->writer, between);
  tv_text_writer_add_number (html->writer, (gint64) second, 0);
  end_cell (html, cell);
}

static void
add_id (const Html *html, guint32 row)
{
  add (html, html->prefix);
  add (html, "m");
  tv_text_writer_add_number (html->writer, row, 0);
}

static void
add_index (const Html *html, guint32 row)
{
  const gboolean is_link = html->report->rows[row].is_listed;

  if (is_link)
    {
      add (html, "<a href=\"#");
      add_id (html, row);
      add (html, "\">");
    }
  add (html, "[");
  tv_text_writer_add_number (html->writer, row, 0);
  add (html, is_link ? "]</a>" : "]");
}

static char *
make_name (const Html *html, guint32 method)
{
  TvTrace *trace = html->report->trace;

  if (method == TV_METHOD_NONE)
    return g_strdup ("(toplevel)");
  return tv_method_dup_display_name (tv_trace_get_method (trace, method));
}

static void
add_name (const Html *html, guint32 row)
{
  if (html->names[row] == NULL)
    html->names[row] = make_name (html, html->report->rows[row].method);
  add_text (html, html->names[row]);
}

static void
add_method (const Html *html, guint32 row)
{
  add (html, "<td>");
  add_index (html, row);
  add (html, " ");
  add_name (html, row);
  add (html, "</td></tr>\n");
}

static void
add_label (const Html *html, const TvReportCallsRest *rest)
{
  g_autofree char *label = tv_report_calls_dup_label (rest);

  add_text (html, label);
}

static void
add_titles (const Html *html, const char *cell, const char *const *titles, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      begin_cell (html, cell);
      add (html, "<button type=\"button\">");
      add_text (html, _ (titles[i]));
      add (html, "</button>");
      end_cell (html, cell);
    }
}

static void
begin_table (const Html *html, const char *const *titles, guint n)
{
  add (html, "<div class=\"wide\"><table class=\"find\"><thead><tr>");
  add_titles (html, "th", titles, n);
  add (html, "</tr></thead>\n<tbody>\n");
}

static void
begin_list (const Html *html, const char *name, const char *const *titles, guint n)
{
  static const char *const labels[] = { N_ ("Close All"), N_ ("Open All") };

  add (html, "<p>");
  for (guint open = 0; open < G_N_ELEMENTS (labels); open++)
    {
      add (html, open ? " <button type=\"button\" data-open=\"1\" data-list=\""
                      : "<button type=\"button\" data-open=\"0\" data-list=\"");
      add (html, html->prefix);
      add (html, name);
      add (html, "-list\">");
      add_text (html, _ (labels[open]));
      add (html, "</button>");
    }
  add (html, "</p>\n<div class=\"wide list\" id=\"");
  add (html, html->prefix);
  add (html, name);
  add (html, "-list\">\n<div class=\"head\">");
  add_titles (html, "span", titles, n);
  add (html, "</div>\n");
}

static void
begin_section (const Html *html, const char *id, const char *title, const char *note)
{
  add (html, "<h3 id=\"");
  add (html, html->prefix);
  add (html, id);
  add (html, "\">");
  add_text (html, title);
  add (html, "</h3>\n<p class=\"note\">");
  add_text (html, note);
  add (html, "</p>\n");
}

static void
add_note (const Html *html, const char *note)
{
  if (note == NULL)
    return;
  add (html, "<p class=\"note\">");
  add_text (html, note);
  add (html, "</p>\n");
}

/* Part one */

/* Sorting leaves the foot of a table where it is. */
static void
write_exclusive_rest (const Html *html, gint64 sum)
{
  const TvReportCallsRest rest = tv_report_calls_sum_methods (html->report);
  const gint64 total = html->report->total;

  if (rest.n == 0)
    return;
  add (html, "<tfoot><tr>");
  add_time (html, "td", rest.time);
  add_percent (html, "td", rest.time, total);
  add_percent (html, "td", sum + rest.time, total);
  add (html, "<td>");
  add_label (html, &rest);
  add (html, "</td></tr></tfoot>");
}

static void
write_exclusive (const Html *html)
{
  static const char *const titles[]
      = { N_ ("Exclusive µs"), N_ ("Self %"), N_ ("Sum %"), N_ ("Method") };
  const guint32 *rows = html->report->by_exclusive;
  const gint64 total = html->report->total;
  gint64 sum = 0;

  begin_section (html, "exclusive", _ ("Exclusive Times"),
                 _ ("Of each method, without the methods that it calls."));
  begin_table (html, titles, G_N_ELEMENTS (titles));
  for (guint i = 0; i < html->report->n_rows; i++)
    {
      const TvCallReportRow *row = &html->report->rows[rows[i]];

      if (row->exclusive == 0)
        break;
      if (!row->is_listed)
        continue;
      sum += row->exclusive;
      add (html, "<tr>");
      add_time (html, "td", row->exclusive);
      add_percent (html, "td", row->exclusive, total);
      add_percent (html, "td", sum, total);
      add_method (html, rows[i]);
    }
  add (html, "</tbody>");
  write_exclusive_rest (html, sum);
  add (html, "</table></div>\n");
}

/* Part two */

/* Times of recursive calls are no parts of the time of the method. */
static void
begin_relative (const Html *html, guint of, TvRelation relation, gint64 time)
{
  add (html, "<tr>");
  if (!tv_relation_is_of_recursive (relation))
    add_percent (html, "td", time, html->report->rows[of].inclusive);
  else
    add (html, "<td></td>");
}

static void
write_rest (const Html *html, guint32 of, TvRelation relation)
{
  const TvReportCallsRest rest
      = tv_report_calls_sum_relatives (html->report, of, relation);
  const TvCallReportRow *row = &html->report->rows[of];

  if (rest.n == 0)
    return;
  begin_relative (html, of, relation, rest.time);
  if (tv_relation_is_upward (relation))
    add_calls (html, "td", rest.calls, '/', row->calls + row->recursive_calls);
  else
    {
      add (html, "<td>");
      tv_text_writer_add_number (html->writer, (gint64) rest.calls, 0);
      add (html, "</td>");
    }
  add_time (html, "td", rest.time);
  add (html, "<td>");
  add_label (html, &rest);
  add (html, "</td></tr>\n");
}

static void
write_relatives (const Html *html, guint32 of, TvRelation relation)
{
  guint n;
  const TvCallReportRelative *relatives
      = tv_call_report_get_relatives (html->report, of, relation, &n);

  if (n > 0 && tv_relation_is_of_recursive (relation))
    {
      add (html, "<tr class=\"gap\"><td colspan=\"4\">");
      add_text (html, tv_relation_is_upward (relation)
                          ? _ ("while recursive, called by")
                          : _ ("while recursive, it called"));
      add (html, "</td></tr>\n");
    }
  n = tv_call_report_count_listed_relatives (html->report, of, relation);
  for (guint i = 0; i < n; i++)
    {
      const TvCallReportRow *called
          = &html->report
                 ->rows[tv_relation_is_upward (relation) ? of : relatives[i].row];

      begin_relative (html, of, relation, relatives[i].inclusive);
      add_calls (html, "td", relatives[i].calls, '/',
                 called->calls + called->recursive_calls);
      add_time (html, "td", relatives[i].inclusive);
      add_method (html, relatives[i].row);
    }
  write_rest (html, of, relation);
}

static void
write_own_lines (const Html *html, guint32 index)
{
  const TvCallReportRow *row = &html->report->rows[index];
  const gint64 self = tv_call_report_get_self (html->report, index);

  add (html, "<tr class=\"self\">");
  add_percent (html, "td", row->inclusive, html->report->total);
  add_calls (html, "td", row->calls, '+', row->recursive_calls);
  add_time (html, "td", row->inclusive);
  add_method (html, index);
  add (html, "<tr>");
  add_percent (html, "td", self, row->inclusive);
  add (html, "<td></td>");
  add_time (html, "td", self);
  add (html, "<td>");
  add_text (html, _ ("itself"));
  add (html, "</td></tr>\n");
}

static void
write_method (const Html *html, guint32 index)
{
  const TvCallReportRow *row = &html->report->rows[index];

  add (html, "<details id=\"");
  add_id (html, index);
  add (html, "\"><summary><span>[");
  tv_text_writer_add_number (html->writer, index, 0);
  add (html, "]</span>");
  add_percent (html, "span", row->inclusive, html->report->total);
  add_time (html, "span", row->inclusive);
  add_time (html, "span", tv_call_report_get_self (html->report, index));
  add_calls (html, "span", row->calls, '+', row->recursive_calls);
  add (html, "<span>");
  add_name (html, index);
  add (html, "</span></summary>\n<table><tbody>\n");
  write_relatives (html, index, TV_RELATION_PARENTS);
  write_relatives (html, index, TV_RELATION_PARENTS_WHILE_RECURSIVE);
  write_own_lines (html, index);
  write_relatives (html, index, TV_RELATION_CHILDREN);
  write_relatives (html, index, TV_RELATION_CHILDREN_WHILE_RECURSIVE);
  add (html, "</tbody></table></details>\n");
}

static void
write_inclusive (const Html *html)
{
  static const char *const titles[]
      = { N_ ("Index"),     N_ ("Total %"),     N_ ("Inclusive µs"),
          N_ ("Itself µs"), N_ ("Calls+Recur"), N_ ("Method") };
  g_autofree char *note = tv_report_calls_dup_relatives_note (html->report);
  g_autofree char *rest = tv_report_calls_dup_rest_of_entries (html->report);

  begin_section (html, "inclusive", _ ("Callers and Callees"),
                 _ ("Open a method to see who called it, how much of the time is its "
                    "own, and what it called: percent of its time, calls of all calls "
                    "of the one that was called, and microseconds."));
  add_note (html, note);
  begin_list (html, "inclusive", titles, G_N_ELEMENTS (titles));
  for (guint32 row = 0; row < html->report->n_rows; row++)
    if (html->report->rows[row].is_listed)
      write_method (html, row);
  add (html, "</div>\n");
  add_note (html, rest);
}

/* Parts three and four */

static void
write_rest_of_members (const Html *html, const TvCallReportGroup *group, gint64 sum)
{
  const TvReportCallsRest rest = tv_report_calls_sum_members (html->report, group);

  if (rest.n == 0)
    return;
  add (html, "<tfoot><tr>");
  add_time (html, "td", rest.time);
  add (html, "<td></td>");
  add_percent (html, "td", rest.time, group->exclusive);
  add_percent (html, "td", sum + rest.time, group->exclusive);
  add_calls (html, "td", rest.calls, '+', rest.recursive_calls);
  add (html, "<td>");
  add_label (html, &rest);
  add (html, "</td></tr></tfoot>");
}

static void
write_members (const Html *html, const TvCallReportGroup *group)
{
  static const char *const titles[]
      = { N_ ("Exclusive µs"), N_ ("Inclusive µs"), N_ ("Self %"),
          N_ ("Sum %"),        N_ ("Calls+Recur"),  N_ ("Method") };
  gint64 sum = 0;

  add (html, "<table><thead><tr>");
  add_titles (html, "th", titles, G_N_ELEMENTS (titles));
  add (html, "</tr></thead>\n<tbody>\n");
  for (guint i = 0; i < group->n_listed; i++)
    {
      const TvCallReportRow *row = &html->report->rows[group->members[i]];

      sum += row->exclusive;
      add (html, "<tr>");
      add_time (html, "td", row->exclusive);
      add_time (html, "td", row->inclusive);
      add_percent (html, "td", row->exclusive, group->exclusive);
      add_percent (html, "td", sum, group->exclusive);
      add_calls (html, "td", row->calls, '+', row->recursive_calls);
      add_method (html, group->members[i]);
    }
  add (html, "</tbody>");
  write_rest_of_members (html, group, sum);
  add (html, "</table>");
}

static void
write_group (const Html *html, const TvCallReportGroup *group, guint place, gint64 sum)
{
  const gint64 total = html->report->total;

  add (html, "<details><summary><span>");
  tv_text_writer_add_number (html->writer, place + 1, 0);
  add (html, "</span>");
  add_percent (html, "span", group->exclusive, total);
  add_time (html, "span", group->exclusive);
  add_percent (html, "span", sum, total);
  add_calls (html, "span", group->calls, '+', group->recursive_calls);
  add (html, "<span>");
  add_text (html, group->name);
  add (html, "</span></summary>\n");
  write_members (html, group);
  add (html, "</details>\n");
}

static void
write_rest_of_groups (const Html *html, TvCallReportGrouping grouping)
{
  const TvReportCallsRest rest = tv_report_calls_sum_groups (html->report, grouping);

  if (rest.n == 0)
    return;
  add (html, "<p class=\"note\">");
  add_label (html, &rest);
  add (html, ": ");
  tv_report_calls_add_percent (html->writer, rest.time, html->report->total, 2, 0);
  add (html, " %, ");
  tv_report_calls_add_time (html->writer, rest.time, 0, html->whole);
  add (html, " µs</p>\n");
}

static void
write_groups (const Html *html, TvCallReportGrouping grouping, const char *id,
              const char *member)
{
  const char *const titles[] = { N_ ("Place"), N_ ("Self %"),      N_ ("Exclusive µs"),
                                 N_ ("Sum %"), N_ ("Calls+Recur"), member };
  const TvCallReportGroup *groups = html->report->groups[grouping];
  const guint n = html->report->n_groups[grouping];
  gint64 sum = 0;

  begin_list (html, id, titles, G_N_ELEMENTS (titles));
  for (guint i = 0; i < n && groups[i].is_listed && groups[i].exclusive != 0; i++)
    {
      sum += groups[i].exclusive;
      write_group (html, &groups[i], i, sum);
    }
  add (html, "</div>\n");
  write_rest_of_groups (html, grouping);
}

/* The whole */

static void
write_bar (const Html *html)
{
  static const struct
  {
    const char *id;
    const char *label;
  } places[] = { { "exclusive", N_ ("Exclusive Times") },
                 { "inclusive", N_ ("Callers and Callees") },
                 { "class", N_ ("Classes") },
                 { "method", N_ ("Method Names") } };

  add (html, "<nav class=\"bar\">");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      add (html, "<a href=\"#");
      add (html, html->prefix);
      add (html, places[i].id);
      add (html, "\">");
      add_text (html, _ (places[i].label));
      add (html, "</a>");
    }
  add (html, "</nav>\n");
}

static void
write_facts (const Html *html)
{
  add (html, "<p>");
  add_text (html, html->report->clock == TV_CLOCK_WALL
                      ? _ ("Wall time in microseconds:")
                      : _ ("CPU time of the threads in microseconds:"));
  add (html, " ");
  tv_report_calls_add_time (html->writer, html->report->total, 0, html->whole);
  add (html, "</p>\n");
}

/* Writes the report as part of a page; that of a thread is folded. */
void
tv_report_calls_write_html (const TvReportCallsPart *part, TvTextWriter *writer)
{
  Html html = { .writer = writer, .report = part->report };
  const TvTrace *trace = part->report->trace;

  html.names = g_new0 (char *, part->report->n_rows);
  html.whole = tv_trace_get_time_unit (trace) % 1000 == 0;
  if (part->heading != NULL)
    {
      g_snprintf (html.prefix, sizeof html.prefix, "t%u-", part->thread);
      add (&html, "<details class=\"thread\"><summary><h2>");
      add_text (&html, part->heading);
      add (&html, "</h2></summary>\n");
    }
  write_facts (&html);
  write_bar (&html);
  write_exclusive (&html);
  write_inclusive (&html);
  begin_section (&html, "class", _ ("Classes"),
                 _ ("Exclusive times, summed over the methods of a class."));
  write_groups (&html, TV_CALL_REPORT_CLASSES, "class", N_ ("Class"));
  begin_section (&html, "method", _ ("Method Names"),
                 _ ("Exclusive times, summed over methods of the same name in "
                    "whatever class."));
  write_groups (&html, TV_CALL_REPORT_NAMES, "method", N_ ("Method"));
  if (part->heading != NULL)
    add (&html, "</details>\n");
  for (guint i = 0; i < part->report->n_rows; i++)
    g_free (html.names[i]);
  g_free (html.names);
}
