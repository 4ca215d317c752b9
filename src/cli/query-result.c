/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/query-session.h"

#include <math.h>
#include <string.h>

/* Results of statements as tables. */

/* Columns of text are as wide as the first rows need, which are kept meanwhile: no more
 * than so many, nor more bytes. */
#define MEASURED_ROWS 1000
#define MEASURED_BYTES (16 * 1024 * 1024)
#define WIDEST 100

typedef struct
{
  TvQueryKind kind;
  char *text;
} Cell;

typedef struct
{
  TvQueryRows *rows;
  guint n_columns;
  TvColumn *columns;
  GArray *kept; /* Cell: the first rows, one after another */
  gsize n_kept;
  gsize bytes;       /* of their texts */
  gboolean is_ahead; /* whether the row after them is there */
  gsize row;
  GError *error;
} Result;

static void
clear_cell (gpointer cell)
{
  g_free (((Cell *) cell)->text);
}

/* Returns whether the present row can be kept, too. */
static gboolean
has_room (Result *result)
{
  for (guint column = 0; column < result->n_columns; column++)
    {
      const TvQueryValue value = tv_query_rows_get (result->rows, column);

      result->bytes += sizeof (Cell) + (value.text != NULL ? strlen (value.text) : 0);
      if (result->bytes > MEASURED_BYTES)
        return FALSE;
    }
  return TRUE;
}

static void
keep_row (Result *result)
{
  for (guint column = 0; column < result->n_columns; column++)
    {
      const TvQueryValue value = tv_query_rows_get (result->rows, column);
      const Cell cell = { value.kind, tv_query_value_dup_text (&value) };

      if (value.kind == TV_QUERY_TEXT || value.kind == TV_QUERY_BLOB)
        result->columns[column].numeric = FALSE;
      result->columns[column].width
          = MAX (result->columns[column].width,
                 (guint) MIN (tv_text_count_letters (cell.text), WIDEST));
      g_array_append_val (result->kept, cell);
    }
  result->n_kept++;
}

/* Measures columns by the first rows, which are kept. A column is numeric if nothing
 * else is in them. */
static void
keep_rows (Result *result)
{
  while (result->n_kept < MEASURED_ROWS
         && tv_query_rows_next (result->rows, &result->error))
    {
      result->is_ahead = !has_room (result);
      if (result->is_ahead)
        break;
      keep_row (result);
    }
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  Result *result = source;

  result->row = row;
  if (row == result->n_kept && result->is_ahead)
    return TRUE;
  return row < result->n_kept
         || (result->error == NULL
             && tv_query_rows_next (result->rows, &result->error));
}

static void
get_kept_cell (const Result *result, guint column, TvCell *cell)
{
  const Cell *kept
      = &g_array_index (result->kept, Cell, result->row * result->n_columns + column);

  if (kept->kind != TV_QUERY_NULL)
    tv_cell_set_text (cell, kept->text);
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  Result *result = source;
  TvQueryValue value;

  if (result->row < result->n_kept)
    {
      get_kept_cell (result, column->what, cell);
      return;
    }
  value = tv_query_rows_get (result->rows, column->what);
  if (value.kind == TV_QUERY_INTEGER)
    tv_cell_set_count (cell, (guint64) value.integer);
  else if (value.kind == TV_QUERY_REAL
           && (isfinite (value.real)
               || (format != TV_TABLE_JSON && format != TV_TABLE_JSON_LINES)))
    {
      g_autofree char *digits = tv_query_value_dup_text (&value);

      tv_cell_set_digits (cell, digits);
    }
  else if (value.kind == TV_QUERY_TEXT || value.kind == TV_QUERY_BLOB)
    tv_cell_set_text (cell, value.text);
}

/* Members of an object need names of their own. Of columns with one name, later ones
 * are numbered, as SQLite does it for those of a table. */
static char *
dup_member (GHashTable *taken, const char *title)
{
  char *member = tv_json_dup_name (title);

  for (guint n = 1; g_hash_table_contains (taken, member); n++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s:%u", title, n);

      g_free (member);
      member = tv_json_dup_name (numbered);
    }
  g_hash_table_add (taken, member);
  return member;
}

static void
init_columns (Result *result, TvTableFormat format)
{
  g_autoptr (GHashTable) members = g_hash_table_new (g_str_hash, g_str_equal);

  result->columns = g_new0 (TvColumn, result->n_columns);
  for (guint column = 0; column < result->n_columns; column++)
    {
      const char *name = tv_query_rows_get_title (result->rows, column);
      TvColumn *made = &result->columns[column];

      made->title = g_utf8_make_valid (name, -1);
      made->field = made->title;
      made->member = dup_member (members, made->title);
      made->width = (guint) tv_text_count_letters (made->title);
      made->what = column;
      made->numeric = TRUE;
    }
  if (format == TV_TABLE_TEXT || format == TV_TABLE_MARKDOWN)
    keep_rows (result);
  /* A gap to the left. */
  for (guint column = 1; column < result->n_columns; column++)
    result->columns[column].width += 2;
}

static void
write_lines (const TvTable *table, TvTextWriter *writer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize row = 0;
       !tv_text_writer_has_failed (writer) && table->go_to_row (table->source, row);
       row++)
    tv_table_write_row (table, TV_TABLE_JSON_LINES, writer, text);
}

/* Writes a result, row by row. */
gboolean
tv_query_rows_write (TvQueryRows *rows, TvTableFormat format, GOutputStream *out,
                     GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, NULL);
  Result result = { .rows = rows, .n_columns = tv_query_rows_get_n_columns (rows) };
  TvTable table = { .n_columns = result.n_columns,
                    .for_programs = TRUE,
                    .is_generic = TRUE,
                    .titled = TRUE,
                    .rows_name = "rows",
                    .go_to_row = go_to_row,
                    .get = get_cell,
                    .source = &result };

  result.kept = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (result.kept, clear_cell);
  init_columns (&result, format);
  table.columns = result.columns;
  if (format == TV_TABLE_JSON_LINES)
    write_lines (&table, writer);
  else
    tv_table_write (&table, format, writer);
  for (guint column = 0; column < result.n_columns; column++)
    {
      g_free ((char *) result.columns[column].title);
      g_free ((char *) result.columns[column].member);
    }
  g_free (result.columns);
  g_array_unref (result.kept);
  if (result.error == NULL)
    return tv_text_writer_finish (writer, error);
  tv_text_writer_finish (writer, NULL);
  g_propagate_error (error, result.error);
  return FALSE;
}
