/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query.h"
#include "query/table-module.h"
#include "trace/model/trace-samples.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* Databases in files. The rows of the tables are copied here, the calls by a script.
 * Flame graphs are left out: they can have more rows than there are calls, and need the
 * memory of all of them. */

static void
append_copy (GString *sql, const TvQueryTable *table)
{
  g_autoptr (GArray) columns = tv_query_table_get_columns (table);

  g_string_append_printf (sql, "CREATE TABLE file.%s", table->name);
  for (guint i = 0; i < columns->len; i++)
    {
      const TvQueryColumn *column = &g_array_index (columns, TvQueryColumn, i);

      if (column->is_hidden)
        continue;
      g_string_append_printf (
          sql, "%s \"%s\" %s%s", i > 0 ? "," : "(", column->name, column->type,
          i == 0 && column->field == TV_FIELD_ID ? " PRIMARY KEY" : "");
    }
  g_string_append_printf (sql, "); INSERT INTO file.%s SELECT * FROM main.%s;",
                          table->name, table->name);
}

/* Returns statements that copy the tables of the schema `main` into `file`. The file is
 * of no use before they end, so it needs no journal. */
static char *
make_script (const TvQuerySource *source)
{
  GString *sql = g_string_new ("PRAGMA file.journal_mode = OFF;"
                               "PRAGMA file.synchronous = OFF;"
                               "PRAGMA file.locking_mode = EXCLUSIVE; BEGIN;");
  g_autofree char *calls = tv_query_dup_script ("saved.sql");

  for (guint i = 0; i < tv_query_n_tables; i++)
    if ((tv_query_tables[i].get != NULL || tv_query_tables[i].is_copied)
        && tv_query_table_exists (&tv_query_tables[i], source))
      append_copy (sql, &tv_query_tables[i]);
  g_string_append (sql, calls);
  tv_query_append_views (sql, "views.sql", "file");
  if (!source->has_slices)
    tv_query_append_views (sql, "args.sql", "file");
  if (tv_trace_has_samples (source->trace))
    tv_query_append_views (sql, "samples.sql", "file");
  g_string_append (sql, "PRAGMA file.user_version = 1; COMMIT; DETACH file;");
  return g_string_free (sql, FALSE);
}

/* Attaches a file, since the connection itself only knows files in memory. */
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

/* Copies the tables into an unnamed file, which ends with the program. */
GInputStream *
tv_query_save_tables (sqlite3 *db, const TvQuerySource *source, const char *folder,
                      GError **error)
{
  g_autofree char *path = g_build_filename (folder, ".traceview-XXXXXX", NULL);
  g_autofree char *script = make_script (source);
  const int fd = g_mkstemp (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) content = g_file_read (file, NULL, error);
  gboolean done = content != NULL && attach (db, file);
  int code = 0;

  if (fd >= 0)
    {
      close (fd);
      g_unlink (path);
    }
  done = done && sqlite3_exec (db, script, NULL, NULL, NULL) == SQLITE_OK;
  if (done)
    return G_INPUT_STREAM (g_steal_pointer (&content));
  /* SQLite has one message for all errors of a file. */
  sqlite3_file_control (db, "file", SQLITE_FCNTL_LAST_ERRNO, &code);
  if (content != NULL)
    g_set_error_literal (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED,
                         sqlite3_errcode (db) == SQLITE_IOERR && code != 0
                             ? g_strerror (code)
                             : sqlite3_errmsg (db));
  return NULL;
}
