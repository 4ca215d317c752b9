/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* A statement of PerfettoSQL in SQL that SQLite knows. */
typedef struct
{
  char *sql; /* (nullable): as far as it could be, in the places of the script */
  gboolean is_moved;    /* whether a macro has moved the places */
  char *drop;           /* (nullable): what replaces another of its name */
  char *name;           /* (nullable): of a function, which selects @sql */
  GPtrArray *arguments; /* names of its arguments, with their `$` */
  GPtrArray *columns;   /* (nullable): those of the table that it returns */
  const char *rest;     /* what follows it; NULL for plain SQL */
} TvPerfettoStatement;

gboolean tv_perfetto_parse (const char *at, GHashTable *macros,
                            TvPerfettoStatement *statement, const char **mistake,
                            char **error);
void tv_perfetto_statement_clear (TvPerfettoStatement *statement);

GHashTable *tv_perfetto_macros_new (void);

int tv_perfetto_function_create (sqlite3 *db, TvPerfettoStatement *statement,
                                 guint *depth);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvPerfettoStatement, tv_perfetto_statement_clear)

G_END_DECLS
