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

/* Which calls a table of them lists. */
typedef enum
{
  TV_QUERY_ALL_CALLS,
  TV_QUERY_ANCESTORS,
  TV_QUERY_DESCENDANTS
} TvQueryCalls;

/* A read-only table: one of calls, or one of rows that are counted. */
typedef struct
{
  const char *name;
  const TvQueryColumn *columns;
  guint n_columns;
  /* Of rows: */
  gboolean has_ids; /* the first column holds the number of the row */
  gsize (*count) (TvQuerySource *source);
  void (*get) (TvQuerySource *source, gsize row, guint field, sqlite3_context *result);
  /* Of calls: */
  TvQueryCalls calls;
  gboolean with_self; /* whether the call itself is one of its relatives */
} TvQueryTable;

#define TV_QUERY_COLUMNS(list) .columns = (list), .n_columns = G_N_ELEMENTS (list)

/* What a table of SQL is connected with. */
typedef struct
{
  sqlite3_vtab base;
  TvQuerySource *source;
  const TvQueryTable *table;
} TvQueryVtab;

/* The traces of a connection, by the names of its schemas. */
typedef TvQuerySource *(*TvQueryFindSource) (gpointer query, const char *schema);

typedef struct
{
  gpointer query;
  TvQueryFindSource find;
  const TvQueryTable *tables;
  guint n_tables;
} TvQueryModuleData;

int tv_query_vtab_create (sqlite3 *db, void *data, int argc, const char *const *argv,
                          sqlite3_vtab **vtab, char **error);
int tv_query_vtab_connect (sqlite3 *db, void *data, int argc, const char *const *argv,
                           sqlite3_vtab **vtab, char **error);
int tv_query_vtab_disconnect (sqlite3_vtab *vtab);
int tv_query_vtab_fail (sqlite3_vtab *vtab, const char *message);

/* Modules that make the tables. Each takes the name of the table from that of the table
 * of SQL. */
extern const sqlite3_module tv_query_rows_module;
extern const sqlite3_module tv_query_calls_module;

/* SPAN_JOIN and its kin, which scripts create tables with. */
extern const sqlite3_module tv_query_span_module;

extern const TvQueryTable tv_query_row_tables[];
extern const guint tv_query_n_row_tables;
extern const TvQueryTable tv_query_call_tables[];
extern const guint tv_query_n_call_tables;

void tv_query_result_text (sqlite3_context *result, const char *text);

G_END_DECLS
