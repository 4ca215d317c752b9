/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-guard.h"

G_BEGIN_DECLS

/* A statement of PerfettoSQL as SQL for SQLite. */
typedef struct
{
  char *sql; /* (nullable): with the positions of the script, unless @is_moved */
  gboolean is_moved; /* whether a macro has shifted the positions */
  gboolean replaces; /* whether it may replace a function or table of the same name */
  char *table;       /* (nullable): the table, view or index that @sql creates */
  char *drop;        /* drops a @table of the same name */
  char *name;        /* (nullable): the function whose body is @sql */
  GPtrArray *arguments; /* names of its arguments, with their `$` */
  GPtrArray *columns;   /* (nullable): the columns that a table must have */
  char *module;         /* (nullable): the module to include */
  const char *rest;     /* the text after the statement; NULL for plain SQL */
} TvPerfettoStatement;

/* What the program knows about a module of Perfetto's library. */
typedef enum
{
  TV_PERFETTO_MODULE_UNKNOWN,
  TV_PERFETTO_MODULE_WITHOUT_DATA,
  TV_PERFETTO_MODULE_THERE
} TvPerfettoModule;

/* Parses the statements of PerfettoSQL, and keeps the macros of the scripts. */
typedef struct _TvPerfettoParser TvPerfettoParser;

TvPerfettoParser *tv_perfetto_parser_new (TvQueryGuard *guard);
void tv_perfetto_parser_free (TvPerfettoParser *parser);
gboolean tv_perfetto_parse (TvPerfettoParser *parser, const char *at,
                            TvPerfettoStatement *statement, const char **mistake,
                            char **error);
void tv_perfetto_statement_clear (TvPerfettoStatement *statement);

TvPerfettoModule tv_perfetto_find_module (const char *name, GPtrArray *tables);
gboolean tv_perfetto_has_table (const char *name);
const char *tv_perfetto_find_word (const char *sql, const char *word);
char *tv_perfetto_check_columns (sqlite3_stmt *statement, const GPtrArray *declared);

int tv_perfetto_function_create (TvQueryGuard *guard, TvPerfettoStatement *statement,
                                 char **mistake);
guint tv_perfetto_function_share (TvQueryGuard *guard, const char *name,
                                  gboolean returns_table, guint n_schemas,
                                  guint previous);
int tv_perfetto_empty_table_create (TvQueryGuard *guard, const char *table);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvPerfettoStatement, tv_perfetto_statement_clear)

G_END_DECLS
