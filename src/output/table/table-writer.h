/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/report-writer.h"
#include "output/table/table-format.h"

G_BEGIN_DECLS

/**
 * TvTableColumn:
 * @title: what stands above it, for people
 * @field: what it is called for programs, such as `inclusive_cpu_ns`
 * @numeric: whether it stands at the right
 *
 * A column of a table.
 */
typedef struct
{
  const char *title;
  const char *field;
  gboolean numeric;
} TvTableColumn;

/**
 * TvTableCell:
 * @TV_TABLE_CELL_EMPTY: nothing
 * @TV_TABLE_CELL_TEXT: a text of any origin
 * @TV_TABLE_CELL_NUMBER: digits of the program's own, which are a number in JSON
 *
 * What stands in a cell.
 */
typedef enum
{
  TV_TABLE_CELL_EMPTY,
  TV_TABLE_CELL_TEXT,
  TV_TABLE_CELL_NUMBER
} TvTableCell;

/**
 * TvTable:
 * @columns: (array length=n_columns): the columns
 * @n_columns: how many there are
 * @titled: whether titles are wanted where the format can do without
 * @next_row: goes to the first row, and from one to the next; %FALSE at the end
 * @make_cell: makes a cell of the present row, in a string that is empty
 * @source: passed to both
 *
 * A table that is worked out while it is written, row by row.
 */
typedef struct
{
  const TvTableColumn *columns;
  guint n_columns;
  gboolean titled;
  gboolean (*next_row) (gpointer source);
  TvTableCell (*make_cell) (gpointer source, guint column, GString *text);
  gpointer source;
} TvTable;

void tv_table_write (const TvTable *table, TvTableFormat format,
                     TvReportWriter *writer);

G_END_DECLS
