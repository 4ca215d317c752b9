/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-source.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* A column: its name, its SQL type, and what it shows, which its table knows. A hidden
 * column is a parameter of the table. */
typedef struct
{
  const char *name;
  const char *type;
  guint field;
} TvQueryColumn;

/* A read-only table of rows that are counted. */
typedef struct
{
  const char *name;
  const TvQueryColumn *columns;
  guint n_columns;
  /* The first column holds the number of the row, beginning with this one, unless it is
   * negative. */
  int first;
  gsize (*count) (TvQuerySource *source);
  void (*get) (TvQuerySource *source, gsize row, guint field, sqlite3_context *result);
} TvQueryTable;

/* What a table of SQL is connected with. */
typedef struct
{
  sqlite3_vtab base;
  TvQuerySource *source;
  gconstpointer table;
  const TvQueryColumn *columns;
  guint n_columns;
} TvQueryVtab;

/* The traces of a connection, by the names of its schemas. */
typedef TvQuerySource *(*TvQueryFindSource) (gpointer query, const char *schema);

typedef struct
{
  gpointer query;
  TvQueryFindSource find;
} TvQueryModuleData;

int tv_query_vtab_connect (sqlite3 *db, TvQuerySource *source, gconstpointer table,
                           const TvQueryColumn *columns, guint n_columns,
                           sqlite3_vtab **vtab);
int tv_query_vtab_disconnect (sqlite3_vtab *vtab);

/* Modules that make the tables. Each takes the name of the table from that of the table
 * of SQL. */
extern const sqlite3_module tv_query_rows_module;
extern const sqlite3_module tv_query_calls_module;

/* SPAN_JOIN and its kin, which scripts create tables with. */
extern const sqlite3_module tv_query_span_module;

const char *tv_query_rows_get_name (guint index);
const char *tv_query_calls_get_name (guint index);
const TvQueryTable *tv_query_tables_get (guint *n);

void tv_query_result_text (sqlite3_context *result, const char *text);

G_END_DECLS
