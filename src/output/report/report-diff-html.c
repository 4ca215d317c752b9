/* SPDX-License-Identifier: Apache-2.0 */

/* A comparison as a page: increases and decreases can be told apart at a glance. */

#include "config.h"

#include "output/report/report-diff-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

static void
write_facts (const TvReportDiff *report)
{
  g_autofree char *clock = tv_report_diff_dup_clock (report);
  g_autofree char *total = tv_report_diff_dup_total (report);
  g_autofree char *counts = tv_report_diff_dup_counts (report);
  const char *const facts[] = { clock, total, counts };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      tv_report_writer_add (report->writer, "<p>");
      tv_html_page_add_text (report->writer, facts[i]);
      tv_report_writer_add (report->writer, "</p>\n");
    }
}

static void
write_titles (const TvReportDiff *report, const TvDiffColumn *columns, guint n)
{
  tv_report_writer_add (report->writer,
                        "<div class=\"wide\"><table class=\"find\"><thead><tr>");
  for (guint i = 0; i < n; i++)
    {
      tv_report_writer_add (report->writer, "<th><button type=\"button\">");
      tv_html_page_add_text (report->writer, columns[i].title);
      tv_report_writer_add (report->writer, "</button></th>");
    }
  tv_report_writer_add (report->writer, "</tr></thead>\n<tbody>\n");
}

/* A word in place of a number says where it is sorted: new methods have increased by
 * more than any percentage, gone ones have decreased by all. */
static void
begin_cell (const TvReportDiff *report, const TvDiffColumn *column,
            const TvDiffRow *row)
{
  const TvDiffPair pair
      = tv_report_diff_get_pair (row, column->measure, report->spec->choice.clock);
  const gboolean is_change
      = column->kind == TV_DIFF_COLUMN_CHANGE || column->kind == TV_DIFF_COLUMN_PERCENT;

  tv_report_writer_add (report->writer, "<td");
  if (is_change && pair.now != pair.old)
    tv_report_writer_add (report->writer,
                          pair.now > pair.old ? " class=\"more\"" : " class=\"less\"");
  if (column->kind == TV_DIFF_COLUMN_PERCENT && pair.old == 0)
    tv_report_writer_add (report->writer, pair.now != 0 ? " data-value=\"Infinity\""
                                                        : " data-value=\"0\"");
  else if (column->kind == TV_DIFF_COLUMN_PERCENT && pair.now == 0)
    tv_report_writer_add (report->writer, " data-value=\"-100\"");
  tv_report_writer_add_char (report->writer, '>');
}

/* Writes it as a page that needs nothing else. */
void
tv_report_diff_write_html (const TvReportDiff *report)
{
  TvDiffColumn columns[TV_DIFF_MAX_COLUMNS];
  const guint n_columns = tv_report_diff_list_columns (report, columns);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *title
      /* Translators: two names of files that are compared */
      = g_strdup_printf (_ ("%s, compared with %s"), report->spec->titles[TV_DIFF_NEW],
                         report->spec->titles[TV_DIFF_OLD]);

  tv_html_page_begin (report->writer, title);
  write_facts (report);
  write_titles (report, columns, n_columns);
  for (guint i = 0; i < report->n_rows && !tv_report_writer_has_failed (report->writer);
       i++)
    {
      const TvDiffRow *row = tv_trace_diff_get_row (report->diff, report->rows[i]);

      tv_report_writer_add (report->writer, "<tr>");
      for (guint column = 0; column < n_columns; column++)
        {
          g_string_truncate (text, 0);
          tv_report_diff_append_cell (report, &columns[column], row, text);
          begin_cell (report, &columns[column], row);
          tv_html_page_add_text (report->writer, text->str);
          tv_report_writer_add (report->writer, "</td>");
        }
      tv_report_writer_add (report->writer, "</tr>\n");
    }
  tv_report_writer_add (report->writer, "</tbody></table></div>\n");
  tv_html_page_end (report->writer);
}
