/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"

G_BEGIN_DECLS

/**
 * TvReportCell:
 * @text: (inout): an empty string, for the cell's text
 * @row: the row, from 0
 * @column: the column, from 0
 * @user_data: what the table was given
 *
 * Makes the text of one cell. It is called twice for each cell: once for the width of
 * its column, once to write it.
 */
typedef void (*TvReportCell) (GString *text, gsize row, guint column,
                              gpointer user_data);

/**
 * TvReportTable:
 * @titles: (array length=n_columns): titles of the columns
 * @n_columns: how many columns there are. All but the last are aligned to the right
 * @n_rows: how many rows there are
 * @cell: makes a cell
 * @user_data: passed to @cell
 *
 * A table for people, which is worked out while it is written.
 */
typedef struct
{
  const char *const *titles;
  guint n_columns;
  gsize n_rows;
  TvReportCell cell;
  gpointer user_data;
} TvReportTable;

void tv_report_table_write (const TvReportTable *table, TvReportWriter *writer);

G_END_DECLS
