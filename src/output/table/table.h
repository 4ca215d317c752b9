/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/json-writer.h"
#include "trace/model/trace-samples.h"

G_BEGIN_DECLS

/**
 * TvTableFormat:
 * @TV_TABLE_TSV: tab-separated values
 * @TV_TABLE_MARKDOWN: a table as GitHub, GitLab and most trackers show it
 * @TV_TABLE_CSV: comma-separated values, RFC 4180
 * @TV_TABLE_JSON: one JSON object with an object for each row
 * @TV_TABLE_TEXT: aligned columns for people
 * @TV_TABLE_HTML: a table of an HTML page, see tv_html_page_begin()
 * @TV_TABLE_JSON_LINES: a JSON object on each line
 * @TV_N_TABLE_FORMATS: number of formats
 *
 * The format of a written table.
 */
typedef enum
{
  TV_TABLE_TSV,
  TV_TABLE_MARKDOWN,
  TV_TABLE_CSV,
  TV_TABLE_JSON,
  TV_TABLE_TEXT,
  TV_TABLE_HTML,
  TV_TABLE_JSON_LINES,
  TV_N_TABLE_FORMATS
} TvTableFormat;

/**
 * TV_N_TABLE_FILE_FORMATS:
 *
 * The first formats of #TvTableFormat are those that the window copies and exports.
 */
#define TV_N_TABLE_FILE_FORMATS 4

/**
 * TvColumn:
 * @title: heading for people; %NULL if the column is only for programs
 * @field: heading of the column in TSV and CSV for programs; %NULL if they lack it
 * @member: member of a row's JSON object, such as `cpu.inclusive_ns` in a nested
 * object; %NULL if JSON lacks it
 * @numeric: whether Markdown aligns the column to the right
 * @leads: whether it is the first column and names its row: text aligns it to the left,
 *   and a long name has a line to itself
 * @width: in text, the width with the gap to the left; 0 to measure it
 * @what: a number with which the table identifies the column
 * @clock: the clock of its times
 *
 * A column of a table, described once for all formats.
 */
typedef struct
{
  const char *title;
  const char *field;
  const char *member;
  gboolean numeric;
  gboolean leads;
  guint width;
  guint what;
  TvClock clock;
} TvColumn;

/**
 * TvCellKind:
 * @TV_CELL_EMPTY: nothing; `null` in JSON
 * @TV_CELL_ABSENT: nothing; no member in JSON
 * @TV_CELL_TEXT: text of any origin, which is escaped
 * @TV_CELL_DIGITS: a number that is already formatted
 * @TV_CELL_COUNT: an integer
 * @TV_CELL_TIME: nanoseconds: milliseconds in text, HTML and CSV, microseconds in TSV
 * @TV_CELL_AMOUNT: a number of things in steps of %TV_WEIGHT_ONE
 * @TV_CELL_MEAN: a time with fractions of nanoseconds
 * @TV_CELL_SHARE: a percentage
 * @TV_CELL_REAL: a number with all its digits
 * @TV_CELL_FLAG: a boolean; 0 or 1 outside JSON
 * @TV_CELL_LIST: strings, for JSON only
 *
 * What a cell holds.
 */
typedef enum
{
  TV_CELL_EMPTY,
  TV_CELL_ABSENT,
  TV_CELL_TEXT,
  TV_CELL_DIGITS,
  TV_CELL_COUNT,
  TV_CELL_TIME,
  TV_CELL_AMOUNT,
  TV_CELL_MEAN,
  TV_CELL_SHARE,
  TV_CELL_REAL,
  TV_CELL_FLAG,
  TV_CELL_LIST
} TvCellKind;

/**
 * TvCell:
 * @kind: which of the others are set
 * @text: the text or the digits; empty when #TvTable.get is called
 * @lent: (nullable): a text used instead of @text, owned by the table's source
 * @number: a count, a time, a flag or the part of a share
 * @whole: the number that is 100 % of a share
 * @real: a mean or a real number
 * @list: (array zero-terminated=1) (nullable): a list
 * @level: how deep the text is indented
 * @trend: in HTML, 1 if the number has grown, -1 if it has shrunk
 * @sort_key: (nullable): in HTML, the number to sort by if the text is a word
 *
 * A cell, filled in by #TvTable.get. See tv_cell_set_text() and its like.
 */
typedef struct
{
  TvCellKind kind;
  GString *text;
  const char *lent;
  gint64 number;
  gint64 whole;
  double real;
  const char *const *list;
  guint level;
  int trend;
  const char *sort_key;
} TvCell;

/**
 * TvTable:
 * @columns: (array length=n_columns): the columns
 * @n_columns: number of columns
 * @for_programs: whether TSV and CSV have fields instead of titles, microseconds, and
 *   texts without protection from spreadsheets. An empty cell of TSV is then `-`, as in
 *   formats for people
 * @is_generic: whether the columns are not known in advance: their members may be any
 *   text, and text and Markdown align numeric columns to the right
 * @titled: whether TSV begins with a line of titles
 * @rows_name: name of the array of rows in JSON
 * @json: (nullable): in JSON, the open object that the rows belong to; %NULL to write
 * an object with only the rows
 * @go_to_row: moves to a row; returns %FALSE after the last. It is called for each row
 *   from 0 on; text with measured columns does so twice
 * @get: fills in an empty cell of the current row
 * @source: passed to @go_to_row and @get
 * @n_written: (nullable): counts the rows that are written, for other threads to read
 *   atomically
 *
 * A table whose rows are computed while it is written.
 */
typedef struct
{
  const TvColumn *columns;
  guint n_columns;
  gboolean for_programs;
  gboolean is_generic;
  gboolean titled;
  const char *rows_name;
  TvJsonWriter *json;
  gboolean (*go_to_row) (gpointer source, gsize row);
  void (*get) (gpointer source, const TvColumn *column, TvTableFormat format,
               TvCell *cell);
  gpointer source;
  guint *n_written;
} TvTable;

void tv_table_write (const TvTable *table, TvTableFormat format, TvTextWriter *writer);
void tv_table_begin (const TvTable *table, TvTableFormat format, TvTextWriter *writer);
void tv_table_write_row (const TvTable *table, TvTableFormat format,
                         TvTextWriter *writer, GString *text);
void tv_table_end (const TvTable *table, TvTableFormat format, TvTextWriter *writer);

void tv_cell_set_text (TvCell *cell, const char *text);
void tv_cell_set_digits (TvCell *cell, const char *digits);
void tv_cell_set_id (TvCell *cell, guint64 id);
void tv_cell_set_count (TvCell *cell, guint64 count);
void tv_cell_set_time (TvCell *cell, gint64 nanoseconds);
void tv_cell_set_mean (TvCell *cell, double nanoseconds);
void tv_cell_set_share (TvCell *cell, gint64 part, gint64 whole);
void tv_cell_set_real (TvCell *cell, double number);
void tv_cell_set_flag (TvCell *cell, gboolean flag);

const char *tv_table_format_get_name (TvTableFormat format);
const char *tv_table_format_get_ending (TvTableFormat format);
gboolean tv_table_format_is_for_people (TvTableFormat format);
gboolean tv_table_format_is_page (TvTableFormat format);
gboolean tv_table_format_parse (const char *name, TvTableFormat *format);
gboolean tv_table_format_find_by_ending (const char *file_name, TvTableFormat *format);

/**
 * tv_cell_set_amount:
 * @cell: a cell
 * @trace: a trace
 * @clock: one of its clocks
 * @amount: what it has measured
 *
 * Sets a time, or a number of things if the clock counts them.
 */
static inline void
tv_cell_set_amount (TvCell *cell, const TvTrace *trace, TvClock clock, gint64 amount)
{
  tv_cell_set_time (cell, amount);
  if (tv_trace_get_clock_quantity (trace, clock) != TV_QUANTITY_TIME)
    cell->kind = TV_CELL_AMOUNT;
}

G_END_DECLS
