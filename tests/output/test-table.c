/* SPDX-License-Identifier: Apache-2.0 */

/* What tables are written as: hand-made cells, read back by json-glib and by Python. */

#include "output/table/table.h"
#include "support/test-runner.h"

#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#define N_COLUMNS 3

static const TvColumn columns[N_COLUMNS] = {
  { "Name", "name", "name", .what = 0 },
  { "Calls+Recur\nCalls/Total", "calls", "calls", .numeric = TRUE, .what = 1 },
  { "Note", "note", "note", .what = 2 },
};

/* A cell that begins with # is a number, an empty one is empty. */
typedef struct
{
  const char *const (*rows)[N_COLUMNS];
  guint n_rows;
  gsize row;
} Cells;

static gboolean
go_to_row (gpointer source, gsize row)
{
  Cells *cells = source;

  cells->row = row;
  return row < cells->n_rows;
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const Cells *cells = source;
  const char *text = cells->rows[cells->row][column->what];

  ck_assert_uint_eq (cell->text->len, 0);
  ck_assert_int_eq (cell->kind, TV_CELL_EMPTY);
  if (*text == '#')
    tv_cell_set_digits (cell, text + 1);
  else if (*text != '\0')
    tv_cell_set_text (cell, text);
}

static char *
write_table (const TvTable *table, TvTableFormat format)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, NULL);

  tv_table_write (table, format, writer);
  ck_assert (tv_text_writer_finish (writer, NULL));
  ck_assert (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL));
  ck_assert (g_output_stream_close (out, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

static char *
write_rows (const char *const (*rows)[N_COLUMNS], guint n_rows, TvTableFormat format,
            gboolean titled)
{
  Cells cells = { rows, n_rows, 0 };
  const TvTable table = { .columns = columns,
                          .n_columns = N_COLUMNS,
                          .titled = titled,
                          .rows_name = "rows",
                          .go_to_row = go_to_row,
                          .get = get_cell,
                          .source = &cells };

  return write_table (&table, format);
}

static const char *const plain[][N_COLUMNS] = {
  { "a.Main.<init> ()V", "#3", "x" },
  { "  self", "", "-0.5" },
  { "é|\"q\"", "#-1.25", "two\nlines" },
};

/* Texts that make spreadsheets calculate, and what stays as it is. */
static const char *const hostile[][N_COLUMNS] = {
  { "=1+1", "#-5", "  @SUM(A1)" }, { "+1", "", "a=b" }, { "-2", "", "＝1" },
  { "@x", "", "\"open" },          { "\tx", "", "'x" },
};

START_TEST (tsv_keeps_cells_apart)
{
  g_autofree char *text = write_rows (plain, G_N_ELEMENTS (plain), TV_TABLE_TSV, TRUE);

  ck_assert_str_eq (text, "Name\tCalls+Recur Calls/Total\tNote\n"
                          "a.Main.<init> ()V\t3\tx\n"
                          "  self\t\t'-0.5\n"
                          "é|\"q\"\t-1.25\ttwo lines\n");
}
END_TEST

START_TEST (tsv_needs_no_titles)
{
  g_autofree char *text = write_rows (plain, 1, TV_TABLE_TSV, FALSE);

  ck_assert_str_eq (text, "a.Main.<init> ()V\t3\tx\n");
}
END_TEST

START_TEST (csv_is_as_the_standard_has_it)
{
  g_autofree char *text = write_rows (plain, G_N_ELEMENTS (plain), TV_TABLE_CSV, FALSE);

  ck_assert_str_eq (text, "\"Name\",\"Calls+Recur\nCalls/Total\",\"Note\"\r\n"
                          "\"a.Main.<init> ()V\",3,\"x\"\r\n"
                          "\"  self\",,\"'-0.5\"\r\n"
                          "\"é|\"\"q\"\"\",-1.25,\"two\nlines\"\r\n");
}
END_TEST

START_TEST (markdown_shows_texts_as_they_are)
{
  g_autofree char *text
      = write_rows (plain, G_N_ELEMENTS (plain), TV_TABLE_MARKDOWN, FALSE);

  ck_assert_str_eq (text, "| Name | Calls+Recur Calls/Total | Note |\n"
                          "| --- | ---: | --- |\n"
                          "| a.Main.\\<init\\> ()V | 3 | x |\n"
                          "|   self |  | -0.5 |\n"
                          "| é\\|\"q\" | -1.25 | two lines |\n");
}
END_TEST

START_TEST (no_cell_is_a_formula)
{
  g_autofree char *csv = write_rows (hostile, G_N_ELEMENTS (hostile), TV_TABLE_CSV, 1);
  g_autofree char *tsv = write_rows (hostile, G_N_ELEMENTS (hostile), TV_TABLE_TSV, 0);

  ck_assert_ptr_nonnull (strstr (csv, "\r\n\"'=1+1\",-5,\"'  @SUM(A1)\"\r\n"));
  ck_assert_ptr_nonnull (strstr (csv, "\r\n\"'+1\",,\"a=b\"\r\n"));
  ck_assert_ptr_nonnull (strstr (csv, "\r\n\"'-2\",,\"'＝1\"\r\n"));
  ck_assert_ptr_nonnull (strstr (csv, "\r\n\"'@x\",,\"\"\"open\"\r\n"));
  ck_assert_ptr_nonnull (strstr (csv, "\r\n\"'\tx\",,\"'x\"\r\n"));
  ck_assert_str_eq (tsv, "'=1+1\t-5\t'  @SUM(A1)\n"
                         "'+1\t\ta=b\n"
                         "'-2\t\t'＝1\n"
                         "'@x\t\t'\"open\n"
                         "' x\t\t'x\n");
}
END_TEST

static const char *
get_string (JsonArray *rows, guint row, const char *member)
{
  return json_object_get_string_member (json_array_get_object_element (rows, row),
                                        member);
}

START_TEST (json_is_read_back)
{
  static const char *const odd[][N_COLUMNS] = {
    { "\"\\\n\001é/", "#12345678901234567", "=1+1" },
    { "x", "", "" },
  };
  g_autofree char *text = write_rows (odd, 2, TV_TABLE_JSON, FALSE);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  JsonArray *rows = json_object_get_array_member (json_node_get_object (root), "rows");
  JsonObject *second = json_array_get_object_element (rows, 1);

  ck_assert_uint_eq (json_array_get_length (rows), 2);
  ck_assert_str_eq (get_string (rows, 0, "name"), "\"\\\n\001é/");
  ck_assert_str_eq (get_string (rows, 0, "note"), "=1+1");
  ck_assert_int_eq (
      json_object_get_int_member (json_array_get_object_element (rows, 0), "calls"),
      12345678901234567);
  ck_assert (json_object_get_null_member (second, "calls"));
  ck_assert_uint_eq (json_object_get_size (second), N_COLUMNS);
}
END_TEST

START_TEST (tables_without_rows_are_whole)
{
  g_autofree char *json = write_rows (plain, 0, TV_TABLE_JSON, FALSE);
  g_autofree char *tsv = write_rows (plain, 0, TV_TABLE_TSV, FALSE);
  g_autoptr (JsonNode) root = json_from_string (json, NULL);

  ck_assert_ptr_nonnull (root);
  ck_assert_str_eq (json, "{\"rows\":[\n]}\n");
  ck_assert_str_eq (tsv, "");
}
END_TEST

/* Another's reader finds the cells that were written, but for the apostrophes. */
START_TEST (python_reads_the_csv)
{
  static const char script[]
      = "import csv, sys\n"
        "rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))\n"
        "assert rows == [['Name', 'Calls+Recur\\nCalls/Total', 'Note'],\n"
        " ['a.Main.<init> ()V', '3', 'x'], ['  self', '', \"'-0.5\"],\n"
        " ['\\u00e9|\"q\"', '-1.25', 'two\\nlines']], rows\n";
  g_autofree char *python = g_find_program_in_path ("python3");
  g_autofree char *text = write_rows (plain, G_N_ELEMENTS (plain), TV_TABLE_CSV, FALSE);
  g_autofree char *path = NULL;
  const char *argv[] = { python, "-c", script, NULL, NULL };
  int status = -1;
  int fd;

  if (python == NULL)
    {
      g_print ("no python3: not read back\n");
      return;
    }
  fd = g_file_open_tmp ("table-XXXXXX.csv", &path, NULL);
  ck_assert_int_ge (fd, 0);
  ck_assert (g_close (fd, NULL));
  ck_assert (g_file_set_contents (path, text, -1, NULL));
  argv[3] = path;
  ck_assert (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                           NULL, NULL, &status, NULL));
  ck_assert (g_spawn_check_wait_status (status, NULL));
  ck_assert_int_eq (g_unlink (path), 0);
}
END_TEST

static gboolean
never_end (gpointer source, gsize row)
{
  return TRUE;
}

/* A table without an end ends with the first write that fails. */
START_TEST (a_full_disk_ends_it)
{
  Cells cells = { plain, 1, 0 };
  const TvTable table = { .columns = columns,
                          .n_columns = N_COLUMNS,
                          .titled = TRUE,
                          .go_to_row = never_end,
                          .get = get_cell,
                          .source = &cells };
  const int fd = open ("/dev/full", O_WRONLY | O_CLOEXEC);
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GError) error = NULL;

  if (fd < 0)
    {
      g_print ("no /dev/full: not written to\n");
      return;
    }
  out = g_unix_output_stream_new (fd, TRUE);
  writer = tv_text_writer_new (out, NULL);
  tv_table_write (&table, TV_TABLE_CSV, writer);
  ck_assert (!tv_text_writer_finish (writer, &error));
  ck_assert_int_eq (error->domain, G_IO_ERROR);
  ck_assert_int_eq (error->code, G_IO_ERROR_NO_SPACE);
}
END_TEST

/* Kinds of cells: column by column in one row. */

static const TvColumn kinds[] = {
  { "Empty", "empty", "empty", .what = TV_CELL_EMPTY },
  { "Absent", "absent", "absent", .what = TV_CELL_ABSENT },
  { "Count", "count", "in.count", .what = TV_CELL_COUNT },
  { "Time", "time", "in.deep.time_ns", .what = TV_CELL_TIME },
  { "Mean", "mean", "in.deep.mean_ns", .what = TV_CELL_MEAN },
  { "Share", "share", "in.share", .what = TV_CELL_SHARE },
  { NULL, NULL, "real", .what = TV_CELL_REAL },
  { "Flag", "flag", "flag", .what = TV_CELL_FLAG },
  { NULL, NULL, "list", .what = TV_CELL_LIST },
  { "Text", "text", "text", .what = TV_CELL_TEXT },
};

static gboolean
go_to_one_row (gpointer source, gsize row)
{
  return row == 0;
}

static void
get_kind (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  static const char *const list[] = { "x", "y", NULL };

  if (column->what == TV_CELL_COUNT)
    tv_cell_set_count (cell, 7);
  else if (column->what == TV_CELL_TIME)
    tv_cell_set_time (cell, 1234500);
  else if (column->what == TV_CELL_MEAN)
    tv_cell_set_mean (cell, 1234567.25);
  else if (column->what == TV_CELL_SHARE)
    tv_cell_set_share (cell, 1, 3);
  else if (column->what == TV_CELL_REAL)
    tv_cell_set_real (cell, 0.5);
  else if (column->what == TV_CELL_FLAG)
    tv_cell_set_flag (cell, TRUE);
  else if (column->what == TV_CELL_TEXT)
    {
      tv_cell_set_text (cell, "=<a>");
      cell->level = 1;
      cell->trend = -1;
      cell->sort_key = "-100";
    }
  else
    cell->kind = column->what;
  cell->list = list;
}

START_TEST (each_format_has_its_numbers)
{
  TvTable table = { .columns = kinds,
                    .n_columns = G_N_ELEMENTS (kinds),
                    .titled = TRUE,
                    .rows_name = "rows",
                    .go_to_row = go_to_one_row,
                    .get = get_kind };
  g_autofree char *csv = write_table (&table, TV_TABLE_CSV);
  g_autofree char *json = write_table (&table, TV_TABLE_JSON);
  g_autofree char *text = write_table (&table, TV_TABLE_TEXT);
  g_autofree char *html = write_table (&table, TV_TABLE_HTML);
  g_autofree char *tsv = NULL;

  table.for_programs = TRUE;
  tsv = write_table (&table, TV_TABLE_TSV);
  ck_assert_ptr_nonnull (
      strstr (csv, "\r\n,,7,1.2345,1.234567,33.3333,1,\"'=<a>\"\r\n"));
  ck_assert_str_eq (json, "{\"rows\":[\n{\"empty\":null,\"in\":{\"count\":7,\"deep\":"
                          "{\"time_ns\":1234500,\"mean_ns\":1234567.25},\"share\":"
                          "33.3333},\"real\":0.5,\"flag\":true,\"list\":[\"x\",\"y\"],"
                          "\"text\":\"=<a>\"}\n]}\n");
  ck_assert_str_eq (text,
                    "Empty  Absent  Count   Time      Mean  Share  Flag  Text\n"
                    "                   7  1.235  1.234567   33.3     1    =<a>\n");
  ck_assert_str_eq (tsv, "empty\tabsent\tcount\ttime\tmean\tshare\tflag\ttext\n"
                         "-\t-\t7\t1234.500\t1.234567\t33.3333\t1\t  =<a>\n");
  ck_assert_ptr_nonnull (
      strstr (html, "<th><button type=\"button\">Empty</button></th>"));
  ck_assert_ptr_nonnull (strstr (
      html, "<td class=\"less\" data-value=\"-100\">\u2003=&lt;a&gt;</td></tr>\n"));
}
END_TEST

static const TvColumn narrow[] = {
  { "N", .width = 4, .what = 0 },
  { "Wide", .width = 6, .what = 1 },
  { "Name", .what = 2 },
};

static const TvColumn titled[] = {
  { "Title", .width = 4, .what = 0 },
  { "Wide", .width = 4, .what = 1 },
  { "Name", .what = 2 },
};

START_TEST (columns_are_as_wide_as_their_characters)
{
  static const char *const rows[][N_COLUMNS]
      = { { "#1", "#1234567", "one" }, { "éé", "#22", "two" } };
  Cells cells = { rows, 2, 0 };
  TvTable table = { .columns = narrow,
                    .n_columns = N_COLUMNS,
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = &cells };
  g_autofree char *fixed = write_table (&table, TV_TABLE_TEXT);
  g_autofree char *measured = NULL;
  g_autofree char *wide = NULL;

  ck_assert_str_eq (fixed, "   N  Wide  Name\n"
                           "   1 1234567  one\n"
                           "  éé    22  two\n");
  table.columns = titled;
  wide = write_table (&table, TV_TABLE_TEXT);
  ck_assert_str_eq (wide, "Title Wide  Name\n"
                          "    1 1234567  one\n"
                          "   éé   22  two\n");
  table.columns = columns;
  measured = write_table (&table, TV_TABLE_TEXT);
  ck_assert_str_eq (measured, "Name  Calls+Recur Calls/Total  Note\n"
                              "   1                  1234567  one\n"
                              "  éé                       22  two\n");
}
END_TEST

START_TEST (names_may_lead)
{
  static const TvColumn leading[N_COLUMNS] = { { "Name", .leads = TRUE, .what = 0 },
                                               { "N", .what = 1 },
                                               { "Last", .what = 2 } };
  /* 60 letters, of two bytes each, and one more */
  g_autofree char *wide = g_strnfill (120, 'e');
  g_autofree char *wider = NULL;
  g_autofree char *title = g_strdup_printf ("Name%57s N  Last\n", "");
  g_autofree char *gap = g_strdup_printf ("%60s", "");
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  g_autofree char *page = NULL;
  const char *rows[][N_COLUMNS] = { { NULL, "#1", "#10" }, { NULL, "#2", "#7" } };
  Cells cells = { rows, 2, 0 };
  const TvTable table = { .columns = leading,
                          .n_columns = N_COLUMNS,
                          .go_to_row = go_to_row,
                          .get = get_cell,
                          .source = &cells };

  for (guint i = 0; i < 60; i++)
    memcpy (wide + 2 * i, "é", 2);
  wider = g_strconcat (wide, "x", NULL);
  rows[0][0] = wide;
  rows[1][0] = wider;
  expected
      = g_strconcat (title, wide, "  1    10\n", wider, "\n", gap, "  2     7\n", NULL);
  text = write_table (&table, TV_TABLE_TEXT);
  ck_assert_str_eq (text, expected);
  page = write_table (&table, TV_TABLE_HTML);
  ck_assert_ptr_nonnull (strstr (page, "<table class=\"find leads\">"));
}
END_TEST

START_TEST (formats_have_names_and_endings)
{
  TvTableFormat format;

  ck_assert (tv_table_format_parse ("markdown", &format));
  ck_assert_int_eq (format, TV_TABLE_MARKDOWN);
  ck_assert (!tv_table_format_parse ("md", &format));
  ck_assert (!tv_table_format_parse ("TSV", &format));
  ck_assert_int_eq (format, TV_TABLE_MARKDOWN);
  ck_assert (tv_table_format_parse ("jsonl", &format));
  ck_assert_int_eq (format, TV_TABLE_JSON_LINES);
  ck_assert (tv_table_format_find_by_ending ("/a.json/b.tar.CSV", &format));
  ck_assert_int_eq (format, TV_TABLE_CSV);
  ck_assert (tv_table_format_find_by_ending ("x.md", &format));
  ck_assert_int_eq (format, TV_TABLE_MARKDOWN);
  ck_assert (!tv_table_format_find_by_ending ("json", &format));
  ck_assert (!tv_table_format_find_by_ending ("x.csv.gz", &format));
  ck_assert_str_eq (tv_table_format_get_name (TV_TABLE_TSV), "tsv");
  ck_assert_str_eq (tv_table_format_get_ending (TV_TABLE_MARKDOWN), "md");
  ck_assert (tv_table_format_is_for_people (TV_TABLE_MARKDOWN));
  ck_assert (!tv_table_format_is_for_people (TV_TABLE_JSON));
}
END_TEST

TV_TESTS (NULL, NULL)
