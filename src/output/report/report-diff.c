/* SPDX-License-Identifier: Apache-2.0 */

/* A comparison as a table for people, and what the page has in common with it. */

#include "config.h"

#include "analysis/text/time-text.h"
#include "output/report/report-diff-private.h"
#include "output/table/report-format.h"
#include "output/table/report-table.h"

#include <glib/gi18n-lib.h>

/**
 * tv_report_diff_format_parse:
 * @name: `text`, `tsv`, `json` or `html`
 * @format: (out): the format of that name
 *
 * Returns: whether there is a format of that name
 */
gboolean
tv_report_diff_format_parse (const char *name, TvReportDiffFormat *format)
{
  static const char *const names[] = { "text", "tsv", "json", "html" };

  g_return_val_if_fail (name != NULL && format != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *format = (TvReportDiffFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* Columns */

/* Lists what a table for people has. */
guint
tv_report_diff_list_columns (const TvReportDiff *report, TvDiffColumn *columns)
{
  const TvDiffColumn all[] = {
    { TV_DIFF_COLUMN_OLD, TV_DIFF_EXCLUSIVE, _ ("Excl Old") },
    { TV_DIFF_COLUMN_NEW, TV_DIFF_EXCLUSIVE, _ ("New") },
    { TV_DIFF_COLUMN_CHANGE, TV_DIFF_EXCLUSIVE, _ ("Change") },
    { TV_DIFF_COLUMN_PERCENT, TV_DIFF_EXCLUSIVE, "%" },
    { TV_DIFF_COLUMN_OLD, TV_DIFF_INCLUSIVE, _ ("Incl Old") },
    { TV_DIFF_COLUMN_NEW, TV_DIFF_INCLUSIVE, _ ("New") },
    { TV_DIFF_COLUMN_CHANGE, TV_DIFF_INCLUSIVE, _ ("Change") },
    { TV_DIFF_COLUMN_PERCENT, TV_DIFF_INCLUSIVE, "%" },
    { TV_DIFF_COLUMN_OLD, TV_DIFF_WAITING, _ ("Waiting Old") },
    { TV_DIFF_COLUMN_NEW, TV_DIFF_WAITING, _ ("New") },
    { TV_DIFF_COLUMN_CHANGE, TV_DIFF_WAITING, _ ("Change") },
    { TV_DIFF_COLUMN_OLD, TV_DIFF_CALLS, _ ("Calls Old") },
    { TV_DIFF_COLUMN_NEW, TV_DIFF_CALLS, _ ("New") },
    { TV_DIFF_COLUMN_CHANGE, TV_DIFF_CALLS, _ ("Change") },
    { TV_DIFF_COLUMN_METHOD, TV_DIFF_CALLS, _ ("Method") },
  };
  guint n = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (all) <= TV_DIFF_MAX_COLUMNS);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].measure != TV_DIFF_WAITING || tv_trace_diff_has_waits (report->diff))
      columns[n++] = all[i];
  return n;
}

TvDiffPair
tv_report_diff_get_pair (const TvDiffRow *row, TvDiffMeasure measure, TvClock clock)
{
  const TvDiffTotals *old = &row->of[TV_DIFF_OLD];
  const TvDiffTotals *now = &row->of[TV_DIFF_NEW];

  switch (measure)
    {
    case TV_DIFF_EXCLUSIVE:
      return (TvDiffPair){ old->exclusive[clock], now->exclusive[clock], TRUE };
    case TV_DIFF_INCLUSIVE:
      return (TvDiffPair){ old->inclusive[clock], now->inclusive[clock], TRUE };
    case TV_DIFF_WAITING:
      return (TvDiffPair){ old->waiting, now->waiting, TRUE };
    case TV_DIFF_CALLS:
    default:
      return (TvDiffPair){ (gint64) old->calls, (gint64) now->calls, FALSE };
    }
}

static void
append_number (GString *text, gint64 number, gboolean is_time, gboolean is_signed)
{
  if (is_signed && number > 0)
    g_string_append_c (text, '+');
  if (is_time)
    tv_time_append_milliseconds (text, number);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, number);
}

/* Appends the change as a percentage of old with one decimal and its sign, `0.0` where
 * there is none. Of an increase from 0 there is no percentage. */
void
tv_report_diff_append_percent (GString *text, gint64 old, gint64 now)
{
  char digits[64];

  if (old == now)
    g_string_append (text, "0.0");
  else if (old == 0)
    g_string_append (text, _ ("from 0"));
  else
    g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%+.1f",
                                            (double) (now - old) * 100 / (double) old));
}

/* A method without calls in one of the traces says so in place of its percentage. */
static void
append_row_percent (GString *text, const TvDiffRow *row, const TvDiffPair *pair)
{
  if (row->of[TV_DIFF_OLD].calls == 0)
    /* Translators: a method that the old trace does not have */
    g_string_append (text, C_ ("method", "new"));
  else if (row->of[TV_DIFF_NEW].calls == 0)
    /* Translators: a method that the new trace does not have any more */
    g_string_append (text, C_ ("method", "gone"));
  else
    tv_report_diff_append_percent (text, pair->old, pair->now);
}

/* Appends what a table for people has in a cell. Times are milliseconds. */
void
tv_report_diff_append_cell (const TvReportDiff *report, const TvDiffColumn *column,
                            const TvDiffRow *row, GString *text)
{
  const TvDiffPair pair
      = tv_report_diff_get_pair (row, column->measure, report->spec->choice.clock);

  switch (column->kind)
    {
    case TV_DIFF_COLUMN_OLD:
      append_number (text, pair.old, pair.is_time, FALSE);
      break;
    case TV_DIFF_COLUMN_NEW:
      append_number (text, pair.now, pair.is_time, FALSE);
      break;
    case TV_DIFF_COLUMN_CHANGE:
      append_number (text, pair.now - pair.old, pair.is_time, TRUE);
      break;
    case TV_DIFF_COLUMN_PERCENT:
      append_row_percent (text, row, &pair);
      break;
    case TV_DIFF_COLUMN_METHOD:
    default:
      g_string_append (text, row->name);
    }
}

/* Sentences */

char *
tv_report_diff_dup_clock (const TvReportDiff *report)
{
  return g_strdup (report->spec->choice.clock == TV_CLOCK_WALL
                       ? _ ("Wall time in milliseconds")
                       : _ ("CPU time in milliseconds"));
}

char *
tv_report_diff_dup_total (const TvReportDiff *report)
{
  const TvClock clock = report->spec->choice.clock;
  const gint64 old = tv_trace_diff_get_total (report->diff, TV_DIFF_OLD, clock);
  const gint64 now = tv_trace_diff_get_total (report->diff, TV_DIFF_NEW, clock);
  g_autoptr (GString) from = g_string_new (NULL);
  g_autoptr (GString) to = g_string_new (NULL);
  g_autoptr (GString) change = g_string_new (NULL);
  g_autoptr (GString) percent = g_string_new (NULL);

  append_number (from, old, TRUE, FALSE);
  append_number (to, now, TRUE, FALSE);
  append_number (change, now - old, TRUE, TRUE);
  tv_report_diff_append_percent (percent, old, now);
  if (old != 0)
    g_string_append (percent, " %");
  /* Translators: times before and after, the difference, and that as a percentage */
  return g_strdup_printf (_ ("All methods: %s, now %s (%s, %s)"), from->str, to->str,
                          change->str, percent->str);
}

char *
tv_report_diff_dup_counts (const TvReportDiff *report)
{
  guint n_new = 0;
  guint n_gone = 0;

  for (guint i = 0; i < report->n_rows; i++)
    {
      const TvDiffRow *row = tv_trace_diff_get_row (report->diff, report->rows[i]);

      n_new += row->of[TV_DIFF_OLD].calls == 0;
      n_gone += row->of[TV_DIFF_NEW].calls == 0;
    }
  /* Translators: numbers of methods */
  return g_strdup_printf (_ ("Methods: %u, of them new: %u, gone: %u, not listed: %u"),
                          report->n_rows, n_new, n_gone,
                          tv_trace_diff_get_n (report->diff) - report->n_rows);
}

/* Text */

typedef struct
{
  const TvReportDiff *report;
  TvDiffColumn columns[TV_DIFF_MAX_COLUMNS];
} DiffTable;

static void
append_table_cell (GString *text, gsize row, guint column, gpointer user_data)
{
  const DiffTable *table = user_data;
  const TvReportDiff *report = table->report;

  tv_report_diff_append_cell (report, &table->columns[column],
                              tv_trace_diff_get_row (report->diff, report->rows[row]),
                              text);
}

static void
write_text (const TvReportDiff *report)
{
  DiffTable table = { .report = report };
  const char *titles[TV_DIFF_MAX_COLUMNS];
  g_autofree char *clock = tv_report_diff_dup_clock (report);
  g_autofree char *total = tv_report_diff_dup_total (report);
  g_autofree char *counts = tv_report_diff_dup_counts (report);
  const char *const labels[] = { _ ("Old:"), _ ("New:") };
  TvReportTable layout
      = { .titles = titles, .cell = append_table_cell, .user_data = &table };

  layout.n_columns = tv_report_diff_list_columns (report, table.columns);
  layout.n_rows = report->n_rows;
  for (guint i = 0; i < layout.n_columns; i++)
    titles[i] = table.columns[i].title;
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      tv_report_writer_add (report->writer, labels[side]);
      tv_report_writer_add_char (report->writer, ' ');
      tv_report_writer_add_field (report->writer, report->spec->titles[side]);
      tv_report_writer_add_char (report->writer, '\n');
    }
  tv_report_writer_add (report->writer, clock);
  tv_report_writer_add_char (report->writer, '\n');
  tv_report_writer_add (report->writer, total);
  tv_report_writer_add_char (report->writer, '\n');
  tv_report_writer_add (report->writer, counts);
  tv_report_writer_add (report->writer, "\n\n");
  tv_report_table_write (&layout, report->writer);
}

/**
 * tv_report_diff:
 * @diff: a comparison
 * @spec: what to report of it; its clock is one that both traces have
 * @out: where it goes
 * @error: return location for a #GError
 *
 * Writes a row for every method that is listed, with signed changes.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_diff (const TvTraceDiff *diff, const TvReportDiffSpec *spec,
                GOutputStream *out, GError **error)
{
  g_autoptr (TvReportWriter) writer = NULL;
  g_autofree guint32 *rows = NULL;
  TvReportDiff report = { .diff = diff, .spec = spec };

  g_return_val_if_fail (diff != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_report_writer_new (out, NULL);
  rows = tv_trace_diff_list (diff, &spec->choice, &report.n_rows);
  report.writer = writer;
  report.rows = rows;
  if (spec->format == TV_REPORT_DIFF_TSV)
    tv_report_diff_write_tsv (&report);
  else if (spec->format == TV_REPORT_DIFF_JSON)
    tv_report_diff_write_json (&report);
  else if (spec->format == TV_REPORT_DIFF_HTML)
    tv_report_diff_write_html (&report);
  else
    write_text (&report);
  return tv_report_writer_finish (writer, error);
}
