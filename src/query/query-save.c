/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query.h"
#include "query/table-module.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Databases in files. Rows of the tables are copied; calls once, without their names.
 * What shows them in other ways becomes a view. Flame graphs are left out: they can
 * have more rows than there are calls, and take the memory of all of them. */

/* The table of all that is known of a call, and its copy. */
#define CALLS "call"
#define COPY "call_data"

static gboolean
lists_calls (const TvQueryTable *table)
{
  return table->get == NULL && table->view == NULL
         && table->calls == TV_QUERY_ALL_CALLS;
}

static const TvQueryTable *
find_calls (void)
{
  for (guint i = 0; i < tv_query_n_tables; i++)
    if (g_str_equal (tv_query_tables[i].name, CALLS))
      return &tv_query_tables[i];
  g_assert_not_reached ();
}

/* Where the values of views come from that are no columns of the copy. What is computed
 * gets the type of the column, which decides how texts are compared with it. */
static const struct
{
  TvQueryField field;
  const char *sql;
} elsewhere[] = {
  { TV_FIELD_NOTHING, "NULL" },
  { TV_FIELD_NO_TEXT, "NULL" },
  { TV_FIELD_NAME, "m.name" },
  { TV_FIELD_ARG_SET_ID, "m.arg_set_id" },
  { TV_FIELD_TRACK_ID, "CAST(c.utid - 1 AS INTEGER)" },
  { TV_FIELD_THREAD_NAME, "t.name" },
  { TV_FIELD_TID, "t.tid" },
  { TV_FIELD_IS_MAIN_THREAD, "t.is_main_thread" },
  { TV_FIELD_UPID, "t.upid" },
  { TV_FIELD_PID, "CAST((SELECT pid FROM process WHERE upid = t.upid) AS INTEGER)" },
};

/* Appends a column of a view. Returns FALSE if no table has what it shows. */
static gboolean
append_view_column (GString *sql, const TvQueryColumn *column)
{
  g_autoptr (GArray) calls = tv_query_table_get_columns (find_calls ());
  const gsize length = sql->len;

  for (guint i = 0; i < G_N_ELEMENTS (elsewhere); i++)
    if (elsewhere[i].field == column->field)
      g_string_append_printf (sql, "%s AS \"%s\",", elsewhere[i].sql, column->name);
  for (guint i = 0; sql->len == length && i < calls->len; i++)
    {
      const TvQueryColumn *call = &g_array_index (calls, TvQueryColumn, i);

      if (call->field == column->field)
        g_string_append_printf (sql, "c.\"%s\" AS \"%s\",", call->name, column->name);
    }
  return sql->len > length;
}

/* Appends a view of calls, if the file has all that it shows. */
static void
append_view (GString *sql, const TvQueryTable *table)
{
  g_autoptr (GString) view = g_string_new (NULL);
  g_autoptr (GArray) columns = tv_query_table_get_columns (table);
  gboolean is_whole = TRUE;

  for (guint i = 0; is_whole && i < columns->len; i++)
    {
      const TvQueryColumn *column = &g_array_index (columns, TvQueryColumn, i);

      is_whole = column->is_hidden || append_view_column (view, column);
    }
  if (!is_whole)
    return;
  g_string_truncate (view, view->len - 1);
  g_string_append_printf (
      sql, "CREATE VIEW file.\"%s\" AS SELECT %s FROM " COPY " c%s%s;", table->name,
      view->str,
      strstr (view->str, "m.") != NULL ? " JOIN method m ON m.id = c.method_id" : "",
      strstr (view->str, "t.") != NULL ? " JOIN thread t ON t.utid = c.utid" : "");
}

/* Appends a copy of a table. That of calls has no names: they are those of methods. */
static void
append_copy (GString *sql, const TvQueryTable *table, const char *name)
{
  g_autoptr (GArray) fields = tv_query_table_get_columns (table);
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GString) typed = g_string_new (NULL);

  for (guint i = 0; i < fields->len; i++)
    {
      const TvQueryColumn *column = &g_array_index (fields, TvQueryColumn, i);

      if (column->is_hidden || (lists_calls (table) && column->field == TV_FIELD_NAME))
        continue;
      g_string_append_printf (columns, "%s\"%s\"", i > 0 ? "," : "", column->name);
      g_string_append_printf (
          typed, "%s\"%s\" %s%s", i > 0 ? "," : "", column->name, column->type,
          i == 0 && column->field == TV_FIELD_ID ? " PRIMARY KEY" : "");
    }
  g_string_append_printf (sql,
                          "CREATE TABLE file.\"%s\" (%s);"
                          "INSERT INTO file.\"%s\" SELECT %s FROM main.\"%s\";",
                          name, typed->str, name, columns->str, table->name);
}

/* Returns statements that copy the tables of the schema `main` into `file`. Until they
 * have ended, the file is of no use, so nothing protects it. */
static char *
make_script (void)
{
  GString *sql = g_string_new ("PRAGMA file.journal_mode = OFF;"
                               "PRAGMA file.synchronous = OFF;"
                               "PRAGMA file.locking_mode = EXCLUSIVE; BEGIN;");

  for (guint i = 0; i < tv_query_n_tables; i++)
    if (tv_query_tables[i].get != NULL)
      append_copy (sql, &tv_query_tables[i], tv_query_tables[i].name);
  append_copy (sql, find_calls (), COPY);
  for (guint i = 0; i < tv_query_n_tables; i++)
    if (lists_calls (&tv_query_tables[i]))
      append_view (sql, &tv_query_tables[i]);
  tv_query_append_views (sql, "views.sql", "file");
  g_string_append (sql, "CREATE INDEX file.call_by_method ON " COPY " (method_id);"
                        "CREATE INDEX file.call_by_parent ON " COPY " (parent_id);"
                        "CREATE INDEX file.call_by_time ON " COPY " (ts);"
                        "CREATE INDEX file.call_by_length ON " COPY " (dur);"
                        "CREATE INDEX file.method_by_name ON method (name);"
                        "CREATE INDEX file.edge_by_callee ON edge (callee_id);"
                        "CREATE INDEX file.wait_by_call ON wait (call_id);"
                        "PRAGMA file.user_version = 1; COMMIT; DETACH file;");
  return g_string_free (sql, FALSE);
}

/* Attaches a file, for the connection itself is to files in memory. */
static gboolean
attach (sqlite3 *db, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  char *sql = sqlite3_mprintf ("ATTACH '%q?vfs=%s' AS file", uri,
                               sqlite3_vfs_find (NULL)->zName);
  const int status = sqlite3_exec (db, sql, NULL, NULL, NULL);

  sqlite3_free (sql);
  return status == SQLITE_OK;
}

/* Copies the tables into a file without a name, which does not outlive the program. */
GInputStream *
tv_query_save_tables (sqlite3 *db, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, ".traceview-XXXXXX", NULL);
  g_autofree char *script = make_script ();
  const int fd = g_mkstemp (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) content = g_file_read (file, NULL, error);
  gboolean done = content != NULL && attach (db, file);

  if (fd >= 0)
    {
      close (fd);
      g_unlink (path);
    }
  done = done && sqlite3_exec (db, script, NULL, NULL, NULL) == SQLITE_OK;
  if (done)
    return G_INPUT_STREAM (g_steal_pointer (&content));
  if (content != NULL)
    g_set_error_literal (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                         sqlite3_errmsg (db));
  return NULL;
}
