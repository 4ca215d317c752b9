/* SPDX-License-Identifier: Apache-2.0 */

/* Statements that see a part of a trace. Views that are named as the tables of the
 * trace hide these, since SQLite looks for a name in the schema `temp` first. */

#include "query/table-module.h"

/* Tables and views with a column `ts`, except those with parameters; and their columns,
 * hidden ones last, which a view cannot hide. Tracks of slices are threads of the
 * model; counters have other ones. */
static const char names[]
    = "WITH columns AS (SELECT s.name AS owner, c.name FROM main.sqlite_schema s,"
      " pragma_table_xinfo(s.name, 'main') c"
      " WHERE s.type = 'view' OR s.sql LIKE '%USING tv_model'"
      " ORDER BY s.name, c.hidden, c.cid)"
      " SELECT owner, group_concat('\"' || name || '\"'), max(name = 'dur'),"
      " max(name = 'dur') AND max(name = 'track_id'), max(name = 'utid')"
      " FROM columns GROUP BY owner"
      " HAVING max(name = 'ts') AND NOT max(name IN ('start_id', 'stack_hash'))";

typedef struct
{
  const char *name;
  const char *columns;
  gboolean has_duration;
  gboolean has_track;
  gboolean has_thread;
} ScopedTable;

static void
append_time (GString *sql, const TvQuerySource *source, const char *condition,
             gint64 time)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (source->axis_unit == 1)
    g_string_append_printf (sql, "%s%" G_GINT64_FORMAT, condition,
                            time + source->origin);
  else
    g_string_append_printf (
        sql, "%s%s", condition,
        g_ascii_dtostr (digits, sizeof digits,
                        (double) time / (double) source->axis_unit));
}

/* Appends the conditions of #TvProfileRange: rows begin in the range, or have a part in
 * it. The last instant of the trace belongs to a range that ends there. */
static void
append_range (GString *sql, const TvQuerySource *source, const ScopedTable *table)
{
  gint64 first;
  gint64 last;

  tv_trace_get_axis_range (source->trace, &first, &last);
  if (source->scope.end <= last)
    append_time (sql, source, source->scope.end < last ? " AND ts < " : " AND ts <= ",
                 source->scope.end);
  if (source->scope.start <= first)
    return;
  append_time (sql, source, " AND (ts >= ", source->scope.start);
  if (table->has_duration)
    append_time (sql, source, " OR ts + dur > ", source->scope.start);
  g_string_append_c (sql, ')');
}

/* Appends a condition on the threads that have a number in a column. */
static void
append_threads (GString *sql, const TvQuerySource *source, const ScopedTable *table)
{
  const char *separator = table->has_track ? " AND track_id IN (" : " AND utid IN (";
  const guint32 *threads;
  guint n;

  if (source->scope.threads == NULL || !(table->has_track || table->has_thread))
    return;
  threads = tv_thread_set_get (source->scope.threads, &n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 number = threads[i] >= source->n_threads ? TV_THREAD_NONE
                             : table->has_track              ? threads[i]
                                                : source->utids[threads[i]];

      if (number == TV_THREAD_NONE)
        continue;
      g_string_append_printf (sql, "%s%u", separator, number);
      separator = ", ";
    }
  g_string_append (sql, *separator == ',' ? ")" : " AND FALSE");
}

/* Returns statements that create views of the scope of a source. The schema `main`
 * still has the whole tables. */
char *
tv_query_dup_scope (sqlite3 *db, const TvQuerySource *source)
{
  GString *sql = g_string_new (NULL);
  sqlite3_stmt *tables = NULL;

  if (sqlite3_prepare_v2 (db, names, -1, &tables, NULL) == SQLITE_OK)
    while (sqlite3_step (tables) == SQLITE_ROW)
      {
        const ScopedTable table
            = { (const char *) sqlite3_column_text (tables, 0),
                (const char *) sqlite3_column_text (tables, 1),
                sqlite3_column_int (tables, 2), sqlite3_column_int (tables, 3),
                sqlite3_column_int (tables, 4) };

        g_string_append_printf (
            sql, "CREATE TEMP VIEW \"%s\" AS SELECT %s FROM main.\"%s\" WHERE TRUE",
            table.name, table.columns, table.name);
        append_range (sql, source, &table);
        append_threads (sql, source, &table);
        g_string_append (sql, ";\n");
      }
  sqlite3_finalize (tables);
  return g_string_free (sql, FALSE);
}
