/* SPDX-License-Identifier: Apache-2.0 */

#include "query/table-module.h"

#include <math.h>
#include <string.h>

/* Tables of rows that are counted: a row is read straight from the model when SQLite
 * asks for its columns. */

typedef struct
{
  sqlite3_vtab_cursor base;
  gsize row;
  gsize end;
} Cursor;

/* Connects the table of a name, which is one of its module's. */
int
tv_query_vtab_connect (sqlite3 *db, void *data, int argc, const char *const *argv,
                       sqlite3_vtab **vtab, char **error)
{
  const TvQueryModuleData *module = data;
  const TvQueryTable *table = module->tables;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");
  TvQueryVtab *made;
  int status;

  while (table < module->tables + module->n_tables
         && !g_str_equal (argv[2], table->name))
    table++;
  if (table == module->tables + module->n_tables)
    return SQLITE_ERROR;
  for (guint i = 0; i < table->n_columns; i++)
    g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "",
                            table->columns[i].name, table->columns[i].type);
  g_string_append_c (sql, ')');
  status = sqlite3_declare_vtab (db, sql->str);
  if (status != SQLITE_OK)
    return status;
  sqlite3_vtab_config (db, SQLITE_VTAB_INNOCUOUS);
  made = g_new0 (TvQueryVtab, 1);
  made->source = module->find (module->query, argv[1]);
  made->table = table;
  *vtab = &made->base;
  return SQLITE_OK;
}

/* Another function than xConnect, so that the module is no table by itself. */
int
tv_query_vtab_create (sqlite3 *db, void *data, int argc, const char *const *argv,
                      sqlite3_vtab **vtab, char **error)
{
  return tv_query_vtab_connect (db, data, argc, argv, vtab, error);
}

int
tv_query_vtab_disconnect (sqlite3_vtab *vtab)
{
  sqlite3_free (vtab->zErrMsg);
  g_free (vtab);
  return SQLITE_OK;
}

/* Says what is wrong with a statement. Returns that something is. */
int
tv_query_vtab_fail (sqlite3_vtab *vtab, const char *message)
{
  sqlite3_free (vtab->zErrMsg);
  vtab->zErrMsg = sqlite3_mprintf ("%s", message);
  return SQLITE_ERROR;
}

/* Sets a result to a text that stays for as long as the trace, or to NULL. */
void
tv_query_result_text (sqlite3_context *result, const char *text)
{
  if (text != NULL)
    sqlite3_result_text (result, text, -1, SQLITE_STATIC);
}

/* A plan is whether the number of the row is given, or whether rows from one on are
 * asked for. */
static int
choose_plan (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const TvQueryVtab *vtab = (const TvQueryVtab *) base;
  const TvQueryTable *table = vtab->table;
  const gsize n = table->count (vtab->source);

  info->estimatedRows = (sqlite3_int64) MAX (n, 1);
  info->estimatedCost = (double) n + 1;
  if (!table->has_ids)
    return SQLITE_OK;
  if (info->nOrderBy == 1 && info->aOrderBy[0].iColumn == 0 && !info->aOrderBy[0].desc)
    info->orderByConsumed = TRUE;
  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].usable && info->aConstraint[i].iColumn == 0
        && info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
      {
        info->aConstraintUsage[i].argvIndex = 1;
        info->idxNum = 1;
        info->estimatedCost = 1;
        info->estimatedRows = 1;
        info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
        break;
      }
  return SQLITE_OK;
}

static int
open_cursor (sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
  Cursor *made = g_new0 (Cursor, 1);

  *cursor = &made->base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *cursor)
{
  g_free (cursor);
  return SQLITE_OK;
}

static const TvQueryTable *
get_table (const Cursor *cursor, TvQuerySource **source)
{
  const TvQueryVtab *vtab = (const TvQueryVtab *) cursor->base.pVtab;

  *source = vtab->source;
  return vtab->table;
}

/* SQLite compares the number itself again. */
static int
filter_rows (sqlite3_vtab_cursor *base, int plan, const char *text, int argc,
             sqlite3_value **argv)
{
  Cursor *cursor = (Cursor *) base;
  TvQuerySource *source;
  const TvQueryTable *table = get_table (cursor, &source);

  cursor->row = 0;
  cursor->end = table->count (source);
  if (plan == 1 && sqlite3_value_numeric_type (argv[0]) == SQLITE_INTEGER)
    {
      const gint64 row = sqlite3_value_int64 (argv[0]);

      cursor->row = row >= 0 ? (gsize) row : cursor->end;
      cursor->end = MIN (cursor->end, cursor->row + 1);
    }
  return SQLITE_OK;
}

static int
go_to_next (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;

  cursor->row++;
  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *base)
{
  const Cursor *cursor = (const Cursor *) base;

  return cursor->row >= cursor->end;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *result, int column)
{
  const Cursor *cursor = (const Cursor *) base;
  TvQuerySource *source;
  const TvQueryTable *table = get_table (cursor, &source);

  if (column == 0 && table->has_ids)
    sqlite3_result_int64 (result, (gint64) cursor->row);
  else
    table->get (source, cursor->row, table->columns[column].field, result);
  return SQLITE_OK;
}

static int
get_row_id (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  *id = (gint64) ((const Cursor *) base)->row;
  return SQLITE_OK;
}

const sqlite3_module tv_query_rows_module = {
  .iVersion = 1,
  .xCreate = tv_query_vtab_create,
  .xConnect = tv_query_vtab_connect,
  .xBestIndex = choose_plan,
  .xDisconnect = tv_query_vtab_disconnect,
  .xDestroy = tv_query_vtab_disconnect,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = filter_rows,
  .xNext = go_to_next,
  .xEof = is_at_end,
  .xColumn = get_column,
  .xRowid = get_row_id,
};
