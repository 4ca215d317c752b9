/* SPDX-License-Identifier: Apache-2.0 */

#include "query/table-module.h"

#include "trace/model/trace-samples.h"

#include <metric-resources.h>
#include <string.h>

/* The columns of tables, and the statements that create tables and views in a schema.
 */

/* Finds a table by its own name, or by that of the whole table in a scope. */
const TvQueryTable *
tv_query_table_find (const char *name)
{
  if (name != NULL && g_str_has_prefix (name, TV_QUERY_WHOLE))
    name += strlen (TV_QUERY_WHOLE);
  for (guint i = 0; i < tv_query_n_tables && name != NULL; i++)
    if (g_str_equal (name, tv_query_tables[i].name))
      return &tv_query_tables[i];
  return NULL;
}

static void
clear_column (gpointer column)
{
  g_free (((TvQueryColumn *) column)->name);
}

#define NAME(field) #field
#define REAL_TYPE(field) "REAL"
#define INTEGER_TYPE(field) "INTEGER"
#define TEXT_TYPE(field) "TEXT"

GArray *
tv_query_table_get_columns (const TvQueryTable *table)
{
  static const char *const names[] = { TV_QUERY_FIELDS (NAME, NAME, NAME) };
  static const char *const types[]
      = { TV_QUERY_FIELDS (INTEGER_TYPE, TEXT_TYPE, REAL_TYPE) };
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (TvQueryColumn));
  g_auto (GStrv) words = g_strsplit (table->columns, " ", -1);

  g_array_set_clear_func (columns, clear_column);
  for (guint i = 0; words[i] != NULL; i++)
    {
      const gboolean is_hidden = *words[i] == '-';
      const char *name = words[i] + is_hidden;
      const char *equals = strchr (name, '=');
      const char *field = equals != NULL ? equals + 1 : name;
      TvQueryColumn column = { .is_hidden = is_hidden };

      while (g_ascii_strcasecmp (names[column.field], field) != 0)
        column.field++;
      column.type = types[column.field];
      column.name = g_strndup (name, strcspn (name, "="));
      g_array_append_val (columns, column);
    }
  return columns;
}

/* Returns a script that comes with the program. */
char *
tv_query_dup_script (const char *name)
{
  g_autofree char *path = g_strconcat ("/org/traceview/", name, NULL);
  g_autoptr (GBytes) bytes
      = g_resource_lookup_data (tv_metric_get_resource (), path, 0, NULL);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Appends the views of a script, with a schema. */
void
tv_query_append_views (GString *sql, const char *script, const char *schema)
{
  g_autofree char *text = tv_query_dup_script (script);
  g_autofree char *create = g_strdup_printf ("CREATE VIEW %s.", schema);
  GString *views = g_string_new (text);

  g_string_replace (views, "CREATE VIEW ", create, 0);
  g_string_append (sql, views->str);
  g_string_free (views, TRUE);
}

/* Appends the views of `main`, of which those of Perfetto are scripts, with another
 * schema. Slices have arguments of their own. */
static void
append_main_views (GString *sql, sqlite3 *db, const char *schema)
{
  sqlite3_stmt *views = NULL;

  if (sqlite3_prepare_v2 (db,
                          "SELECT substr(sql, 13) FROM main.sqlite_schema"
                          " WHERE type = 'view' AND name <> 'args'",
                          -1, &views, NULL)
      == SQLITE_OK)
    while (sqlite3_step (views) == SQLITE_ROW)
      g_string_append_printf (sql, "CREATE VIEW %s.%s;", schema,
                              (const char *) sqlite3_column_text (views, 0));
  sqlite3_finalize (views);
}

/* Appends statements that create the tables and views of a trace in a schema. The
 * functions of scripts are names, with 0 for those that return a value. */
void
tv_query_append_schema (GString *sql, sqlite3 *db, const TvQuerySource *source,
                        const char *schema, GHashTable *functions)
{
  GHashTableIter iter;
  gpointer name;
  gpointer schemas;

  for (guint i = 0; i < tv_query_n_tables; i++)
    if (tv_query_table_exists (&tv_query_tables[i], source))
      g_string_append_printf (sql, "CREATE VIRTUAL TABLE %s.\"%s\" USING tv_model;",
                              schema, tv_query_tables[i].name);
  if (source->has_slices && !g_str_equal (schema, "main"))
    append_main_views (sql, db, schema);
  else
    {
      tv_query_append_views (sql, "views.sql", schema);
      tv_query_append_views (sql, "slices.sql", schema);
    }
  if (!source->has_slices)
    tv_query_append_views (sql, "args.sql", schema);
  if (tv_trace_has_samples (source->trace) && g_str_equal (schema, "main"))
    tv_query_append_views (sql, "samples.sql", schema);
  g_hash_table_iter_init (&iter, functions);
  while (g_hash_table_iter_next (&iter, &name, &schemas))
    if (GPOINTER_TO_UINT (schemas) != 0)
      g_string_append_printf (sql, "CREATE VIRTUAL TABLE %s.%s USING %s;", schema,
                              (char *) name, (char *) name);
}
