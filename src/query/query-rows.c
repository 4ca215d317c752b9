/* SPDX-License-Identifier: Apache-2.0 */

/* The values of a result, and what its columns are. */

#include "query/query-rows.h"

#include <string.h>

/* Returns the bytes of a value as hexadecimal digits. */
static const char *
get_digits (TvQueryRows *rows, guint column)
{
  const guint8 *bytes = sqlite3_column_blob (rows->statement, (int) column);
  const int size = sqlite3_column_bytes (rows->statement, (int) column);

  g_string_truncate (rows->digits, 0);
  for (int i = 0; bytes != NULL && i < size; i++)
    {
      g_string_append_c (rows->digits, "0123456789abcdef"[bytes[i] >> 4]);
      g_string_append_c (rows->digits, "0123456789abcdef"[bytes[i] & 15]);
    }
  return rows->digits->str;
}

/* Returns a text as valid UTF-8. Statements can make texts of any bytes. */
static const char *
get_valid_text (TvQueryRows *rows, guint column)
{
  const char *text = (const char *) sqlite3_column_text (rows->statement, (int) column);
  g_autofree char *valid = NULL;

  if (text == NULL)
    return "";
  if (g_utf8_validate (text, -1, NULL))
    return text;
  valid = g_utf8_make_valid (text, -1);
  g_string_assign (rows->digits, valid);
  return rows->digits->str;
}

/**
 * tv_query_rows_get:
 * @rows: a result, at a row
 * @column: one of its columns
 *
 * Returns: a value of the row, valid until the next value or row is read
 */
TvQueryValue
tv_query_rows_get (TvQueryRows *rows, guint column)
{
  TvQueryValue value = { .kind = TV_QUERY_NULL };

  g_return_val_if_fail (rows != NULL, value);

  switch (sqlite3_column_type (rows->statement, (int) column))
    {
    case SQLITE_INTEGER:
      value.kind = TV_QUERY_INTEGER;
      value.integer = sqlite3_column_int64 (rows->statement, (int) column);
      break;
    case SQLITE_FLOAT:
      value.kind = TV_QUERY_REAL;
      value.real = sqlite3_column_double (rows->statement, (int) column);
      break;
    case SQLITE_TEXT:
      value.kind = TV_QUERY_TEXT;
      value.text = get_valid_text (rows, column);
      break;
    case SQLITE_BLOB:
      value.kind = TV_QUERY_BLOB;
      value.text = get_digits (rows, column);
      break;
    default:
      break;
    }
  return value;
}

/* Returns the index of the trace that a column is of: traces are called a, b and so on.
 */
static guint
find_trace (const TvQueryRows *rows, guint column)
{
  const char *schema = sqlite3_column_database_name (rows->statement, (int) column);

  return schema != NULL && schema[0] != '\0' && schema[1] == '\0'
             ? (guint) (schema[0] - 'a')
             : 0;
}

/**
 * tv_query_rows_get_origin:
 * @rows: a result
 * @column: one of its columns, with times
 * @unit: (out): what 1 is in times of the trace, which may be weights of samples
 *
 * Returns: what to subtract from the times for those of the trace, which count from its
 *   start: SQL counts on the clock of a file with slices
 */
gint64
tv_query_rows_get_origin (const TvQueryRows *rows, guint column, gint64 *unit)
{
  const TvQuerySource *source;

  g_return_val_if_fail (rows != NULL, 0);

  source = g_ptr_array_index (rows->sources, find_trace (rows, column));
  *unit = source->units[tv_query_source_get_clock (source)];
  return source->origin;
}

/* Finds the clock that measures a field. */
static gboolean
find_clock (const TvQuerySource *source, const TvQueryTable *table, TvQueryField field,
            TvClock *clock)
{
  const gboolean is_wall = (field >= TV_FIELD_WALL_START && field <= TV_FIELD_WALL_SELF)
                           || field == TV_FIELD_WALL_INCLUSIVE
                           || field == TV_FIELD_WALL_EXCLUSIVE
                           || field == TV_FIELD_WAITING;
  const gboolean is_cpu = (field >= TV_FIELD_CPU_START && field <= TV_FIELD_CPU_SELF)
                          || field == TV_FIELD_CPU_INCLUSIVE
                          || field == TV_FIELD_CPU_EXCLUSIVE;

  if (is_wall || is_cpu)
    *clock = is_wall ? TV_CLOCK_WALL : TV_CLOCK_THREAD_CPU;
  else if (table->view != NULL)
    *clock = tv_query_source_get_flame_clock (source);
  else
    *clock = tv_query_source_get_clock (source);
  return is_wall || is_cpu || (field >= TV_FIELD_TS && field <= TV_FIELD_SELF_DUR)
         || field == TV_FIELD_PARENT_DUR;
}

/* Whether a title is that of times, or of their sum, mean, least or greatest:
 * `sum(s.dur)` and the like. */
static gboolean
is_title_of_times (const char *title)
{
  static const char *const functions[] = { "sum(", "total(", "avg(", "min(", "max(" };
  g_autofree char *name = g_ascii_strdown (title, -1);
  char *start = name;
  char *dot;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_has_prefix (name, functions[i]) && g_str_has_suffix (name, ")"))
      {
        start += strlen (functions[i]);
        start[strlen (start) - 1] = '\0';
        break;
      }
  start = g_strstrip (start);
  dot = strchr (start, '.');
  start = dot != NULL ? dot + 1 : start;
  return g_str_equal (start, "ts") || g_str_equal (start, "dur")
         || g_str_has_suffix (start, "_ts") || g_str_has_suffix (start, "_dur");
}

/**
 * tv_query_rows_has_times:
 * @rows: a result
 * @column: one of its columns
 * @clock: (out): the clock of the times
 * @unit: (out): what 1 is in times of the trace, which may be weights of samples
 *
 * Returns: whether the column has times: it is one of a table, or is named like one
 */
gboolean
tv_query_rows_has_times (const TvQueryRows *rows, guint column, TvClock *clock,
                         gint64 *unit)
{
  const char *origin = sqlite3_column_origin_name (rows->statement, (int) column);
  const TvQueryTable *table
      = tv_query_table_find (sqlite3_column_table_name (rows->statement, (int) column));
  const guint trace = find_trace (rows, column);
  const TvQuerySource *source
      = g_ptr_array_index (rows->sources, trace < rows->sources->len ? trace : 0);
  gboolean found = FALSE;

  *clock = tv_query_source_get_clock (source);
  if (table != NULL && origin != NULL)
    {
      g_autoptr (GArray) columns = tv_query_table_get_columns (table);

      for (guint i = 0; i < columns->len && !found; i++)
        {
          const TvQueryColumn *own = &g_array_index (columns, TvQueryColumn, i);

          found = g_str_equal (own->name, origin)
                  && find_clock (source, table, own->field, clock);
        }
    }
  else
    found = is_title_of_times (sqlite3_column_name (rows->statement, (int) column));
  *unit = source->units[*clock];
  return found;
}

/**
 * tv_query_rows_has_calls:
 * @rows: a result
 * @column: one of its columns
 * @trace: (out): the index of the trace that the calls are of
 *
 * Calls are numbered as tv_trace_get_n_calls_before() counts them.
 *
 * Returns: whether the column shows ids of calls: those of a table of calls, or a
 *   `slice_id` or `call_id`
 */
gboolean
tv_query_rows_has_calls (const TvQueryRows *rows, guint column, guint *trace)
{
  sqlite3_stmt *statement = rows->statement;
  const TvQueryTable *table
      = tv_query_table_find (sqlite3_column_table_name (statement, (int) column));
  const char *origin = sqlite3_column_origin_name (statement, (int) column);
  const char *title = sqlite3_column_name (statement, (int) column);

  *trace = find_trace (rows, column);
  if (g_strcmp0 (title, "slice_id") == 0 || g_strcmp0 (title, "call_id") == 0)
    return TRUE;
  return table != NULL && table->count == NULL && table->view == NULL
         && g_strcmp0 (origin, "id") == 0;
}
