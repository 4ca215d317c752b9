/* SPDX-License-Identifier: Apache-2.0 */

/* Statements that see a part of a trace. Tables are renamed, and views of their rows in
 * the scope get their names: everything else in the schema is about that part then. */

#include "query/table-module.h"

#include <string.h>

/* Tables and views of a schema, except those with parameters; and their columns, hidden
 * ones last, which a view cannot hide. */
#define OWNERS                                                                         \
  "WITH columns AS (SELECT s.name AS owner, s.sql, c.name"                             \
  " FROM %s.sqlite_schema s, pragma_table_xinfo(s.name, '%s') c"                       \
  " WHERE s.type = 'view' OR s.sql LIKE '%%USING tv_model'"                            \
  " ORDER BY s.name, c.hidden, c.cid)"                                                 \
  " SELECT owner, sql, group_concat('\"' || name || '\"'), max(name = 'ts'),"          \
  " max(name = 'dur'), max(name = 'track_id'), max(name = 'utid'),"                    \
  " max(name = 'task_context_id')"                                                     \
  " FROM columns GROUP BY owner"                                                       \
  " HAVING NOT max(name IN ('start_id', 'stack_hash'))"

typedef struct
{
  const char *name;
  const char *sql;
  const char *columns;
  gboolean has_time;
  gboolean has_duration;
  gboolean has_track;
  gboolean has_thread;
  gboolean has_context;
} Owner;

static gboolean
is_view (const Owner *owner)
{
  return g_str_has_prefix (owner->sql, "CREATE VIEW ");
}

/* Own times of slices have no other times. */
static gboolean
has_own_times (const Owner *owner)
{
  return g_str_has_suffix (owner->name, "slice_self_dur");
}

/* Conditions */

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
 * it. Open rows have no length. The last instant of the trace belongs to a range that
 * ends there. */
static void
append_range (GString *sql, const TvQuerySource *source, const Owner *owner)
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
  if (owner->has_duration)
    append_time (sql, source, " OR dur < 0 OR ts + dur > ", source->scope.start);
  g_string_append_c (sql, ')');
}

/* Appends the numbers of the threads in the scope: of their tracks, or of the threads
 * themselves. */
static void
append_numbers (GString *sql, const TvQuerySource *source, gboolean of_tracks)
{
  const char *separator = "(";
  const guint32 *threads;
  guint n;

  threads = tv_thread_set_get (source->scope.threads, &n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 number = threads[i] >= source->n_threads ? TV_THREAD_NONE
                             : of_tracks                     ? threads[i]
                                         : source->utids[threads[i]];

      if (number == TV_THREAD_NONE)
        continue;
      g_string_append_printf (sql, "%s%u", separator, number);
      separator = ", ";
    }
  g_string_append (sql, *separator == ',' ? ")" : "()");
}

/* Appends a condition on the threads. Slices have their tracks, which are threads of
 * the model; counters have other tracks. */
static void
append_threads (GString *sql, const TvQuerySource *source, const Owner *owner)
{
  if (source->scope.threads == NULL)
    return;
  if (owner->has_track)
    {
      g_string_append_printf (sql, " AND (track_id >= %u OR track_id IN ",
                              source->n_threads);
      append_numbers (sql, source, TRUE);
      g_string_append_c (sql, ')');
    }
  if (owner->has_track && !owner->has_duration && source->has_slices)
    {
      g_string_append (sql, " AND track_id NOT IN (SELECT id FROM thread_counter_track"
                            " WHERE utid NOT IN ");
      append_numbers (sql, source, FALSE);
      g_string_append_c (sql, ')');
    }
  else if (owner->has_thread && !owner->has_track)
    {
      g_string_append (sql, " AND utid IN ");
      append_numbers (sql, source, FALSE);
    }
  else if (owner->has_context)
    {
      g_string_append (sql, " AND task_context_id IN (SELECT id"
                            " FROM __intrinsic_profiler_task_context WHERE utid IN ");
      append_numbers (sql, source, FALSE);
      g_string_append_c (sql, ')');
    }
}

/* Statements */

/* Has all views of a table read it under its new name. */
static void
append_renaming (GString *sql, const TvQuerySource *source, const char *schema,
                 const Owner *owner)
{
  if (!is_view (owner) && (owner->has_time || has_own_times (owner)))
    g_string_append_printf (sql, "ALTER TABLE %s.\"%s\" RENAME TO \"%s%s\";\n", schema,
                            owner->name, TV_QUERY_WHOLE, owner->name);
}

/* Limits the rows of a renamed table, or of a view that is computed from all rows. A
 * view without times is computed from the rows in the scope. */
static void
append_view (GString *sql, const TvQuerySource *source, const char *schema,
             const Owner *owner)
{
  const gboolean is_whole = g_str_has_prefix (owner->name, TV_QUERY_WHOLE);
  const char *name = owner->name + (is_whole ? strlen (TV_QUERY_WHOLE) : 0);
  g_autoptr (GString) body = g_string_new (NULL);

  if (!is_view (owner) && !is_whole)
    return;
  if (is_whole)
    g_string_append_printf (body, "\"%s\"", owner->name);
  else
    {
      g_string_append (body, strstr (owner->sql, " AS") + strlen (" AS"));
      g_string_append_printf (sql, "DROP VIEW %s.\"%s\";\n", schema, name);
    }
  g_string_append_printf (sql, "CREATE VIEW %s.\"%s\" AS ", schema, name);
  if (!is_whole && !owner->has_time)
    {
      g_string_replace (body, TV_QUERY_WHOLE, "", 0);
      g_string_append_printf (sql, "%s;\n", body->str);
      return;
    }
  g_string_append_printf (sql, "SELECT %s FROM %s%s%s WHERE TRUE", owner->columns,
                          is_whole ? "" : "(", body->str, is_whole ? "" : ")");
  if (has_own_times (owner))
    g_string_append (sql, " AND id IN (SELECT id FROM slice)");
  else
    {
      append_range (sql, source, owner);
      append_threads (sql, source, owner);
    }
  g_string_append (sql, ";\n");
}

/* Executes statements about the tables and views of a schema. */
static int
execute_for_each (sqlite3 *db, const TvQuerySource *source, const char *schema,
                  void (*append) (GString *sql, const TvQuerySource *source,
                                  const char *schema, const Owner *owner))
{
  g_autofree char *list = g_strdup_printf (OWNERS, schema, schema);
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *owners = NULL;
  int status = sqlite3_prepare_v2 (db, list, -1, &owners, NULL);

  while (status == SQLITE_OK && sqlite3_step (owners) == SQLITE_ROW)
    {
      const Owner owner = { (const char *) sqlite3_column_text (owners, 0),
                            (const char *) sqlite3_column_text (owners, 1),
                            (const char *) sqlite3_column_text (owners, 2),
                            sqlite3_column_int (owners, 3),
                            sqlite3_column_int (owners, 4),
                            sqlite3_column_int (owners, 5),
                            sqlite3_column_int (owners, 6),
                            sqlite3_column_int (owners, 7) };

      append (sql, source, schema, &owner);
    }
  if (status == SQLITE_OK)
    status = sqlite3_finalize (owners);
  return status == SQLITE_OK ? sqlite3_exec (db, sql->str, NULL, NULL, NULL) : status;
}

/* Limits the tables and views of a schema to the scope of a source. */
int
tv_query_limit_schema (sqlite3 *db, const TvQuerySource *source, const char *schema)
{
  const int status = execute_for_each (db, source, schema, append_renaming);

  return status == SQLITE_OK ? execute_for_each (db, source, schema, append_view)
                             : status;
}
