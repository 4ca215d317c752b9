/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/report-table.h"

static gsize
count_columns (const char *text)
{
  return (gsize) g_utf8_strlen (text, -1);
}

static void
make_cell (const TvReportTable *table, GString *text, gsize row, guint column)
{
  g_string_truncate (text, 0);
  table->cell (text, row, column, table->user_data);
}

/* The last column takes the rest of the line, whatever its width. */
static gsize *
measure_columns (const TvReportTable *table, GString *text)
{
  gsize *widths = g_new (gsize, table->n_columns);

  for (guint column = 0; column < table->n_columns; column++)
    widths[column] = count_columns (table->titles[column]);
  for (gsize row = 0; row < table->n_rows; row++)
    for (guint column = 0; column + 1 < table->n_columns; column++)
      {
        make_cell (table, text, row, column);
        widths[column] = MAX (widths[column], count_columns (text->str));
      }
  return widths;
}

static void
write_cell (const TvReportTable *table, TvReportWriter *writer, const gsize *widths,
            guint column, const char *text)
{
  if (column > 0)
    tv_report_writer_add_padding (writer, 2);
  if (column + 1 < table->n_columns)
    tv_report_writer_add_padding (writer, widths[column] - count_columns (text));
  tv_report_writer_add_field (writer, text);
  if (column + 1 == table->n_columns)
    tv_report_writer_add_char (writer, '\n');
}

/**
 * tv_report_table_write:
 * @table: a table
 * @writer: where it goes
 *
 * Writes the titles and the rows in aligned columns.
 */
void
tv_report_table_write (const TvReportTable *table, TvReportWriter *writer)
{
  g_autoptr (GString) text = NULL;
  g_autofree gsize *widths = NULL;

  g_return_if_fail (table != NULL && table->n_columns > 0 && writer != NULL);

  text = g_string_new (NULL);
  widths = measure_columns (table, text);
  for (guint column = 0; column < table->n_columns; column++)
    write_cell (table, writer, widths, column, table->titles[column]);
  for (gsize row = 0; row < table->n_rows && !tv_report_writer_has_failed (writer);
       row++)
    for (guint column = 0; column < table->n_columns; column++)
      {
        make_cell (table, text, row, column);
        write_cell (table, writer, widths, column, text->str);
      }
}
