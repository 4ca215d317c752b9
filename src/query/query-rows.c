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

/* Whether a field is an instant: those of CPU time count from 0. */
static gboolean
is_instant (TvQueryField field)
{
  return field == TV_FIELD_TS || field == TV_FIELD_END_TS
         || field == TV_FIELD_WALL_START || field == TV_FIELD_WALL_END;
}

/* Finds what a column of a table measures. */
static gboolean
find_own_times (const TvQueryRows *rows, const TvQueryTable *table, const char *name,
                TvQueryTimes *times)
{
  const TvQuerySource *source = g_ptr_array_index (rows->sources, times->trace);
  g_autoptr (GArray) columns = tv_query_table_get_columns (table);

  for (guint i = 0; i < columns->len; i++)
    {
      const TvQueryColumn *own = &g_array_index (columns, TvQueryColumn, i);

      if (!g_str_equal (own->name, name))
        continue;
      if (table->view == NULL && is_instant (own->field))
        times->origin = source->origin;
      return find_clock (source, table, own->field, &times->clock);
    }
  return FALSE;
}

/* Whether a column without another name is a sum, a mean or an extreme of times:
 * `sum(s.dur)` and the like. SQLite names it as it is written. It may be of any trace.
 */
static gboolean
find_sum_of_times (const TvQueryRows *rows, const char *title, TvQueryTimes *times)
{
  const TvQuerySource *source = g_ptr_array_index (rows->sources, 0);
  const gboolean is_length = g_regex_match_simple (
      "^(sum|total|avg|min|max)\\s*\\(\\s*(\\w+\\s*\\.\\s*)*(\\w+_)?dur\\s*\\)$", title,
      G_REGEX_CASELESS, 0);

  if (!is_length
      && !g_regex_match_simple ("^(avg|min|max)\\s*\\(\\s*(\\w+\\s*\\.\\s*)*ts\\s*\\)$",
                                title, G_REGEX_CASELESS, 0))
    return FALSE;
  times->origin = is_length ? 0 : source->origin;
  for (guint i = 1; i < rows->sources->len; i++)
    {
      const TvQuerySource *other = g_ptr_array_index (rows->sources, i);

      if (other->axis_unit != source->axis_unit
          || (!is_length && other->origin != source->origin))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_query_rows_has_times:
 * @rows: a result
 * @column: one of its columns
 * @times: (out): what the times are
 *
 * Returns: whether the column has times: it is one of a table, or a plain sum of such,
 *   a mean or an extreme, that has no other name
 */
gboolean
tv_query_rows_has_times (const TvQueryRows *rows, guint column, TvQueryTimes *times)
{
  const char *origin = sqlite3_column_origin_name (rows->statement, (int) column);
  const TvQueryTable *table
      = tv_query_table_find (sqlite3_column_table_name (rows->statement, (int) column));
  const guint trace = find_trace (rows, column);
  const TvQuerySource *source;
  gboolean found;

  *times = (TvQueryTimes){ .trace = trace < rows->sources->len ? trace : 0 };
  source = g_ptr_array_index (rows->sources, times->trace);
  times->clock = tv_query_source_get_clock (source);
  found = table != NULL && origin != NULL
              ? find_own_times (rows, table, origin, times)
              : find_sum_of_times (
                  rows, sqlite3_column_name (rows->statement, (int) column), times);
  times->unit = source->units[times->clock];
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
