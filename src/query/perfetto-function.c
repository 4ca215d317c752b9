/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/perfetto-script.h"
#include "query/table-module.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Functions that a script defines by a statement. They return its first value, or all
 * of its rows. */

/* Functions may be recursive. */
#define MAX_DEPTH 50

typedef struct
{
  TvPerfettoStatement statement;
  TvQueryGuard *guard;
} Function;

static void
free_function (void *data)
{
  tv_perfetto_statement_clear (&((Function *) data)->statement);
  g_free (data);
}

/* Prepares the statement of a function with the values of its arguments. */
static sqlite3_stmt *
prepare (Function *function, const char *sql, int argc, sqlite3_value **argv)
{
  sqlite3_stmt *statement = NULL;

  if (tv_query_guard_prepare (function->guard, sql, &statement, NULL) != SQLITE_OK)
    return NULL;
  for (int i = 0; i < argc; i++)
    {
      const int at = sqlite3_bind_parameter_index (
          statement, g_ptr_array_index (function->statement.arguments, i));

      if (at > 0)
        sqlite3_bind_value (statement, at, argv[i]);
    }
  return statement;
}

/* Functions that return a value */

static void
call_function (sqlite3_context *context, int argc, sqlite3_value **argv)
{
  Function *function = sqlite3_user_data (context);
  sqlite3_stmt *statement = NULL;
  int status = SQLITE_ERROR;

  if (function->guard->depth >= MAX_DEPTH)
    {
      sqlite3_result_error (context, "a function calls itself too often", -1);
      return;
    }
  function->guard->depth++;
  statement = prepare (function, function->statement.sql, argc, argv);
  if (statement != NULL)
    status = sqlite3_step (statement);
  if (status == SQLITE_ROW)
    sqlite3_result_value (context, sqlite3_column_value (statement, 0));
  else if (status != SQLITE_DONE)
    sqlite3_result_error (context, sqlite3_errmsg (function->guard->db), -1);
  sqlite3_finalize (statement);
  function->guard->depth--;
}

/* Functions that return a table. The arguments are hidden columns behind the others. */

typedef struct
{
  sqlite3_vtab base;
  Function *function;
  char *schema;
  char *sql;
} Vtab;

typedef struct
{
  TvQueryRowCursor rows;
  sqlite3_stmt *statement;
} Cursor;

/* Returns the statement for a schema: where it says `main`, it means that schema. */
static char *
dup_sql (const char *sql, const char *schema)
{
  GString *own = g_string_new (NULL);
  const char *at = sql;
  const char *found;

  while ((found = tv_perfetto_find_word (at, "main")) != NULL)
    {
      const char *end = found + strlen ("main") + 2 * (*found != 'm' && *found != 'M');
      const gboolean is_schema = *end == '.' && (found == sql || found[-1] != '.');

      g_string_append_len (own, at, (is_schema ? found : end) - at);
      if (is_schema)
        g_string_append (own, schema);
      at = end;
    }
  g_string_append (own, at);
  return g_string_free (own, FALSE);
}

static int
connect_function (sqlite3 *db, void *data, int argc, const char *const *argv,
                  sqlite3_vtab **vtab, char **error)
{
  Function *function = data;
  const TvPerfettoStatement *statement = &function->statement;
  g_autoptr (GString) declared = g_string_new (NULL);
  int status;

  for (guint i = 0; i < statement->columns->len; i++)
    g_string_append_printf (declared, ",\"%s\"",
                            (char *) g_ptr_array_index (statement->columns, i));
  for (guint i = 0; i < statement->arguments->len; i++)
    g_string_append_printf (declared, ",\"%s\" HIDDEN",
                            (char *) g_ptr_array_index (statement->arguments, i));
  status = tv_query_vtab_connect (db, declared, sizeof (Vtab), vtab);
  if (status != SQLITE_OK)
    return status;
  ((Vtab *) *vtab)->function = function;
  ((Vtab *) *vtab)->schema = g_strdup (argv[1]);
  ((Vtab *) *vtab)->sql = dup_sql (statement->sql, argv[1]);
  return SQLITE_OK;
}

static int
disconnect_function (sqlite3_vtab *vtab)
{
  g_free (((Vtab *) vtab)->schema);
  g_free (((Vtab *) vtab)->sql);
  return tv_query_vtab_disconnect (vtab);
}

/* Requires all arguments, in order. */
static int
choose_plan (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const Function *function = ((Vtab *) base)->function;
  guint n_found = 0;

  for (int i = 0; i < info->nConstraint; i++)
    {
      const int argument
          = info->aConstraint[i].iColumn - (int) function->statement.columns->len;

      if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      if (!info->aConstraint[i].usable)
        return SQLITE_CONSTRAINT;
      info->aConstraintUsage[i].argvIndex = argument + 1;
      info->aConstraintUsage[i].omit = TRUE;
      n_found++;
    }
  if (n_found != function->statement.arguments->len)
    {
      return tv_query_vtab_fail (base, "the function takes %u arguments",
                                 function->statement.arguments->len);
    }
  info->estimatedCost = 1000;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

static int
open_cursor (sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
  *cursor = &(g_new0 (Cursor, 1))->rows.base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  sqlite3_finalize (((Cursor *) base)->statement);
  g_free (base);
  return SQLITE_OK;
}

static int
go_to_next (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;
  Function *function = ((Vtab *) base->pVtab)->function;
  int status;

  function->guard->depth++;
  status = sqlite3_step (cursor->statement);
  function->guard->depth--;
  cursor->rows.row++;
  cursor->rows.at_end = status != SQLITE_ROW;
  if (status == SQLITE_ROW || status == SQLITE_DONE)
    return SQLITE_OK;
  return tv_query_vtab_fail (base->pVtab, "%s", sqlite3_errmsg (function->guard->db));
}

/* Prepares the statement. Returns FALSE if it reads a table of the first trace that the
 * trace of its schema has, too. */
static gboolean
prepare_for_trace (Cursor *cursor, char **other, int argc, sqlite3_value **argv)
{
  const Vtab *vtab = (const Vtab *) cursor->rows.base.pVtab;
  TvQueryGuard *guard = vtab->function->guard;
  g_autoptr (GHashTable) reads
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *before = guard->reads;
  GHashTableIter iter;
  gpointer table;

  guard->reads = reads;
  cursor->statement = prepare (vtab->function, vtab->sql, argc, argv);
  guard->reads = before;
  g_hash_table_iter_init (&iter, reads);
  while (!g_str_equal (vtab->schema, "main") && !g_str_equal (vtab->schema, "a")
         && g_hash_table_iter_next (&iter, &table, NULL))
    if (sqlite3_table_column_metadata (guard->db, vtab->schema, table, NULL, NULL, NULL,
                                       NULL, NULL, NULL)
        == SQLITE_OK)
      {
        *other = g_strdup (table);
        return FALSE;
      }
  return TRUE;
}

static int
start (sqlite3_vtab_cursor *base, int plan, const char *text, int argc,
       sqlite3_value **argv)
{
  Cursor *cursor = (Cursor *) base;
  Function *function = ((Vtab *) base->pVtab)->function;
  g_autofree char *other = NULL;

  g_clear_pointer (&cursor->statement, sqlite3_finalize);
  if (function->guard->depth >= MAX_DEPTH)
    return tv_query_vtab_fail (base->pVtab, "a function calls itself too often");
  if (!prepare_for_trace (cursor, &other, argc, argv))
    return tv_query_vtab_fail (base->pVtab,
                               "the function %s reads %s of the first trace: its "
                               "statement does not say “main.%s”",
                               function->statement.name, other, other);
  if (cursor->statement == NULL)
    return tv_query_vtab_fail (base->pVtab, "%s", sqlite3_errmsg (function->guard->db));
  return go_to_next (base);
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *result, int column)
{
  const Function *function = ((Vtab *) base->pVtab)->function;

  if (column < (int) function->statement.columns->len)
    sqlite3_result_value (result,
                          sqlite3_column_value (((Cursor *) base)->statement, column));
  return SQLITE_OK;
}

/* xCreate is xConnect, so SQLite makes the module itself a table, too. */
static const sqlite3_module function_module = {
  .xCreate = connect_function,
  .xConnect = connect_function,
  .xBestIndex = choose_plan,
  .xDisconnect = disconnect_function,
  .xDestroy = disconnect_function,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = start,
  .xNext = go_to_next,
  .xEof = tv_query_row_cursor_is_at_end,
  .xColumn = get_column,
  .xRowid = tv_query_row_cursor_get_id,
};

/* Returns what is wrong with the statement of a function, or NULL. */
static char *
check_statement (const TvPerfettoStatement *statement, sqlite3_stmt *prepared)
{
  for (int i = 1; i <= sqlite3_bind_parameter_count (prepared); i++)
    {
      const char *name = sqlite3_bind_parameter_name (prepared, i);
      gboolean found = FALSE;

      for (guint j = 0; j < statement->arguments->len && !found; j++)
        found = g_strcmp0 (name, g_ptr_array_index (statement->arguments, j)) == 0;
      if (!found)
        return g_strdup_printf (_ ("“%s” has no value"), name != NULL ? name : "?");
    }
  return statement->columns != NULL
                 && (guint) sqlite3_column_count (prepared) != statement->columns->len
             ? tv_perfetto_check_columns (prepared, statement->columns)
             : NULL;
}

/* Puts the declared columns in the order of the statement, if both have the same names.
 */
static void
sort_columns (TvPerfettoStatement *statement, sqlite3_stmt *prepared)
{
  g_autofree char *mistake = tv_perfetto_check_columns (prepared, statement->columns);

  for (guint i = 0; mistake == NULL && i < statement->columns->len; i++)
    {
      char **column = (char **) &statement->columns->pdata[i];

      g_free (*column);
      *column = g_strdup (sqlite3_column_name (prepared, (int) i));
    }
}

/* Creates the function of a statement, which must be a SELECT. Takes the statement,
 * unless it sets a mistake. The guard must outlive the function. */
int
tv_perfetto_function_create (TvQueryGuard *guard, TvPerfettoStatement *statement,
                             char **mistake)
{
  Function *function;
  sqlite3_stmt *checked = NULL;
  const int status = tv_query_guard_prepare (guard, statement->sql, &checked, NULL);

  if (status == SQLITE_OK)
    *mistake = check_statement (statement, checked);
  if (status == SQLITE_OK && *mistake == NULL && statement->columns != NULL)
    sort_columns (statement, checked);
  sqlite3_finalize (checked);
  if (status != SQLITE_OK || *mistake != NULL)
    return status;
  function = g_new0 (Function, 1);
  function->guard = guard;
  function->statement = *statement;
  *statement = (TvPerfettoStatement){ .rest = statement->rest };
  statement = &function->statement;
  if (statement->columns != NULL)
    return sqlite3_create_module_v2 (guard->db, statement->name, &function_module,
                                     function, free_function);
  sqlite3_create_module_v2 (guard->db, statement->name, NULL, NULL, NULL);
  return sqlite3_create_function_v2 (guard->db, statement->name,
                                     (int) statement->arguments->len,
                                     SQLITE_UTF8 | SQLITE_INNOCUOUS, function,
                                     call_function, NULL, NULL, free_function);
}

/* Makes a function that returns a table known in the schemas `a`, `b` and so on of the
 * traces, so that a prefix reaches it. A table of the model with the same name stays.
 * @previous are the schemas that have another function of the name, as bits. Returns
 * those that now have this one. */
guint
tv_perfetto_function_share (TvQueryGuard *guard, const char *name,
                            gboolean returns_table, guint n_schemas, guint previous)
{
  guint schemas = 0;

  for (guint i = 0; i < n_schemas; i++)
    {
      char *drop = sqlite3_mprintf ("DROP TABLE %c.\"%w\"", 'a' + i, name);
      char *create = sqlite3_mprintf ("CREATE VIRTUAL TABLE %c.\"%w\" USING \"%w\"",
                                      'a' + i, name, name);

      if ((previous & 1u << i) != 0)
        tv_query_guard_execute_trusted (guard, drop);
      if (returns_table && tv_query_guard_execute_trusted (guard, create) == SQLITE_OK)
        schemas |= 1u << i;
      sqlite3_free (drop);
      sqlite3_free (create);
    }
  return schemas;
}

/* Creates a table without rows, or a function that returns one: its name, the names of
 * arguments with `-` before them, and columns. A script's table of the same name wins.
 */
int
tv_perfetto_empty_table_create (TvQueryGuard *guard, const char *table)
{
  g_auto (GStrv) words = g_strsplit (table, " ", -1);
  g_auto (TvPerfettoStatement) statement = { 0 };
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autofree char *mistake = NULL;

  statement.name = g_strdup (words[0]);
  statement.arguments = g_ptr_array_new_with_free_func (g_free);
  statement.columns = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 1; words[i] != NULL; i++)
    if (*words[i] == '-')
      g_ptr_array_add (statement.arguments, g_strconcat ("$", words[i] + 1, NULL));
    else
      {
        g_ptr_array_add (statement.columns, g_strdup (words[i]));
        g_string_append_printf (sql, "NULL AS \"%s\", ", words[i]);
      }
  g_string_truncate (sql, sql->len - strlen (", "));
  g_string_append (sql, " WHERE 0");
  statement.sql = g_strdup (sql->str);
  return tv_perfetto_function_create (guard, &statement, &mistake);
}
