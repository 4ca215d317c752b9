/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/table-writer.h"

#include "output/table/table-escape.h"

/* What a format puts round rows and cells. */
typedef struct
{
  const char *begin;
  const char *between_rows;
  const char *row;
  const char *between_cells;
  const char *row_end;
  const char *end;
  void (*add_text) (TvReportWriter *writer, const char *text);
} Layout;

static const Layout layouts[TV_N_TABLE_FORMATS] = {
  [TV_TABLE_TSV] = { "", "", "", "\t", "\n", "", tv_table_add_tsv_text },
  [TV_TABLE_MARKDOWN] = { "", "", "| ", " | ", " |\n", "", tv_table_add_markdown_text },
  /* RFC 4180 has lines end in both. */
  [TV_TABLE_CSV] = { "", "", "", ",", "\r\n", "", tv_table_add_csv_text },
  [TV_TABLE_JSON]
  = { "{\"rows\":[\n", ",\n", "{", ",", "}", "\n]}\n", tv_table_add_json_text },
};

static void
write_titles (const TvTable *table, const Layout *layout, TvReportWriter *writer)
{
  tv_report_writer_add (writer, layout->row);
  for (guint i = 0; i < table->n_columns; i++)
    {
      if (i > 0)
        tv_report_writer_add (writer, layout->between_cells);
      layout->add_text (writer, table->columns[i].title);
    }
  tv_report_writer_add (writer, layout->row_end);
}

/* The line that makes a table of what follows, and says where its cells stand. */
static void
write_alignment (const TvTable *table, const Layout *layout, TvReportWriter *writer)
{
  tv_report_writer_add (writer, layout->row);
  for (guint i = 0; i < table->n_columns; i++)
    {
      if (i > 0)
        tv_report_writer_add (writer, layout->between_cells);
      tv_report_writer_add (writer, table->columns[i].numeric ? "---:" : "---");
    }
  tv_report_writer_add (writer, layout->row_end);
}

static void
write_head (const TvTable *table, TvTableFormat format, TvReportWriter *writer)
{
  const Layout *layout = &layouts[format];

  tv_report_writer_add (writer, layout->begin);
  if (format == TV_TABLE_JSON || (format == TV_TABLE_TSV && !table->titled))
    return;
  write_titles (table, layout, writer);
  if (format == TV_TABLE_MARKDOWN)
    write_alignment (table, layout, writer);
}

static void
write_cell (const TvTable *table, TvTableFormat format, guint column, GString *text,
            TvReportWriter *writer)
{
  TvTableCell cell;

  g_string_truncate (text, 0);
  cell = table->make_cell (table->source, column, text);
  if (format == TV_TABLE_JSON)
    {
      tv_table_add_json_text (writer, table->columns[column].field);
      tv_report_writer_add_char (writer, ':');
    }
  if (cell == TV_TABLE_CELL_TEXT)
    layouts[format].add_text (writer, text->str);
  else if (cell == TV_TABLE_CELL_NUMBER)
    tv_report_writer_add (writer, text->str);
  else if (format == TV_TABLE_JSON)
    tv_report_writer_add (writer, "null");
}

/**
 * tv_table_write:
 * @table: a table
 * @format: what to write it as
 * @writer: where it goes; whether all of it arrived is for tv_report_writer_finish()
 *
 * Writes a table row by row, so that it never stands in memory as a whole. Cells of
 * %TV_TABLE_JSON are members of the row's object, %TV_TABLE_CELL_EMPTY is null there.
 * Texts may come from anywhere, see tv_table_add_csv_text() and its like. No text is
 * changed in JSON; Markdown shows each as it is.
 */
void
tv_table_write (const TvTable *table, TvTableFormat format, TvReportWriter *writer)
{
  const Layout *layout = &layouts[format];
  g_autoptr (GString) text = NULL;
  gboolean first = TRUE;

  g_return_if_fail (table != NULL && table->n_columns > 0 && writer != NULL);
  g_return_if_fail (format < TV_N_TABLE_FORMATS);

  text = g_string_new (NULL);
  write_head (table, format, writer);
  while (!tv_report_writer_has_failed (writer) && table->next_row (table->source))
    {
      if (!first)
        tv_report_writer_add (writer, layout->between_rows);
      first = FALSE;
      tv_report_writer_add (writer, layout->row);
      for (guint column = 0; column < table->n_columns; column++)
        {
          if (column > 0)
            tv_report_writer_add (writer, layout->between_cells);
          write_cell (table, format, column, text, writer);
        }
      tv_report_writer_add (writer, layout->row_end);
    }
  tv_report_writer_add (writer, layout->end);
}
