/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* What a statement of PerfettoSQL is. */
typedef enum
{
  TV_PERFETTO_PLAIN,   /* SQL as SQLite knows it */
  TV_PERFETTO_NOTHING, /* nothing to do */
  TV_PERFETTO_TABLE,   /* a table, view or index; @sql creates it */
  TV_PERFETTO_FUNCTION /* a function; @sql is what it selects */
} TvPerfettoKind;

/* A statement in SQL that SQLite knows. */
typedef struct
{
  TvPerfettoKind kind;
  char *sql;            /* as far as it could be, in the places of the script */
  gboolean is_moved;    /* whether a macro has moved the places */
  char *drop;           /* (nullable): what replaces another of its name */
  char *name;           /* of a function */
  GPtrArray *arguments; /* names of its arguments */
  GPtrArray *columns;   /* (nullable): those of the table that it returns */
  const char *rest;     /* what follows it; NULL for plain statements */
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
