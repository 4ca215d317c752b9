/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-guard.h"

G_BEGIN_DECLS

/* A statement of PerfettoSQL in SQL that SQLite knows. */
typedef struct
{
  char *sql; /* (nullable): as far as it could be, in the places of the script */
  gboolean is_moved;    /* whether a macro has moved the places */
  gboolean replaces;    /* whether it may replace another of its name */
  char *table;          /* (nullable): a table, a view or an index that @sql creates */
  char *drop;           /* of @table: drops one of its name */
  char *name;           /* (nullable): of a function, which selects @sql */
  GPtrArray *arguments; /* names of its arguments, with their `$` */
  GPtrArray *columns;   /* (nullable): those that a table must have */
  char *module;         /* (nullable): that is included */
  const char *rest;     /* what follows it; NULL for plain SQL */
} TvPerfettoStatement;

/* What is known of a module of Perfetto's library. */
typedef enum
{
  TV_PERFETTO_MODULE_UNKNOWN,
  TV_PERFETTO_MODULE_WITHOUT_DATA,
  TV_PERFETTO_MODULE_THERE
} TvPerfettoModule;

/* What knows the statements of PerfettoSQL, and the macros that scripts have made. */
typedef struct _TvPerfettoParser TvPerfettoParser;

TvPerfettoParser *tv_perfetto_parser_new (TvQueryGuard *guard);
void tv_perfetto_parser_free (TvPerfettoParser *parser);
gboolean tv_perfetto_parse (TvPerfettoParser *parser, const char *at,
                            TvPerfettoStatement *statement, const char **mistake,
                            char **error);
void tv_perfetto_statement_clear (TvPerfettoStatement *statement);

TvPerfettoModule tv_perfetto_find_module (const char *name, GPtrArray *tables);
const char *tv_perfetto_find_word (const char *sql, const char *word);
char *tv_perfetto_check_columns (sqlite3_stmt *statement, const GPtrArray *declared);

int tv_perfetto_function_create (TvQueryGuard *guard, TvPerfettoStatement *statement,
                                 char **mistake);
int tv_perfetto_empty_table_create (TvQueryGuard *guard, const char *table);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvPerfettoStatement, tv_perfetto_statement_clear)

G_END_DECLS
