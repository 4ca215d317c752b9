/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/query-cursor.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* A column: its name, its SQL type, and what it shows. A hidden column may be a
 * parameter of the table. */
typedef struct
{
  char *name;
  const char *type;
  TvQueryField field;
  gboolean is_hidden;
} TvQueryColumn;

/* Which calls a table of calls lists. */
typedef enum
{
  TV_QUERY_ALL_CALLS,
  TV_QUERY_ANCESTORS,
  TV_QUERY_DESCENDANTS
} TvQueryCalls;

/* A read-only table. */
typedef struct
{
  const char *name;
  /* Names of columns: `name=field` if they differ, with `-` before hidden ones */
  const char *columns;
  /* For tables of rows that are counted from 0: */
  gsize (*count) (TvQuerySource *source);
  void (*get) (TvQuerySource *source, gsize row, TvQueryField field,
               sqlite3_context *result);
  /* For tables of the frames of a flame graph: the view, unless a parameter names it */
  const char *view;
  /* Of which tracks: bits of TvTrackKind, or 0 for all */
  guint kinds;
  /* Of calls, if it is none of the others: */
  TvQueryCalls calls;
  /* Whether to include the call itself, or the root of a flame graph */
  gboolean with_self;
  /* Whether to list the relatives of all calls with a stack, these calls included */
  gboolean by_stack;
  /* Whether only system traces have it. In others, it is a table without rows. */
  gboolean of_slices;
  /* Whether only traces of samples have it */
  gboolean of_samples;
  /* Whether slices are listed by time and not by track, as in Perfetto */
  gboolean by_time;
  /* Whether saved databases have a copy, though it lists calls */
  gboolean is_copied;
  /* Finds the rows with a value in the column @key, from @low up to @high, if they are
   * next to each other. */
  TvQueryField key;
  void (*find) (TvQuerySource *source, gint64 value, gint64 *low, gint64 *high);
} TvQueryTable;

/* A table that SQLite is connected to. */
typedef struct
{
  sqlite3_vtab base;
  TvQuerySource *source;
  const TvQueryTable *table;
  GArray *columns; /* TvQueryColumn */
} TvQueryVtab;

int tv_query_vtab_connect (sqlite3 *db, GString *columns, gsize size,
                           sqlite3_vtab **made);
int tv_query_vtab_disconnect (sqlite3_vtab *vtab);
int tv_query_vtab_fail (sqlite3_vtab *vtab, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* The start of a cursor that reads the rows of other statements. */
typedef struct
{
  sqlite3_vtab_cursor base;
  gboolean at_end;
  gint64 row;
} TvQueryRowCursor;

int tv_query_row_cursor_is_at_end (sqlite3_vtab_cursor *cursor);
int tv_query_row_cursor_get_id (sqlite3_vtab_cursor *cursor, sqlite3_int64 *id);

/* The tables of a trace. The name of the SQL table selects the table, and the schema
 * the trace; the client data are the TvQuerySource of all traces. */
extern const sqlite3_module tv_query_table_module;

/* SPAN_JOIN and its variants, with which scripts create tables. */
extern const sqlite3_module tv_query_span_module;

/* Before the name of a table with all its rows, where its own name is that of a view of
 * the rows in the scope */
#define TV_QUERY_WHOLE "_whole_"

const TvQueryTable *tv_query_table_find (const char *name);

extern const TvQueryTable tv_query_tables[];
extern const guint tv_query_n_tables;

gboolean tv_query_table_exists (const TvQueryTable *table, const TvQuerySource *source);
GArray *tv_query_table_get_columns (const TvQueryTable *table);

char *tv_query_dup_script (const char *name);
void tv_query_append_views (GString *sql, const char *script, const char *schema);
void tv_query_append_schema (GString *sql, sqlite3 *db, const TvQuerySource *source,
                             const char *schema, GHashTable *functions);

int tv_query_limit_schema (sqlite3 *db, const TvQuerySource *source,
                           const char *schema);

GInputStream *tv_query_save_tables (sqlite3 *db, const TvQuerySource *source,
                                    const char *folder, GError **error);

/* A function that returns the same for the same arguments and is harmless. */
#define TV_QUERY_PURE (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

void tv_query_functions_register (sqlite3 *db, GPtrArray *sources);
void tv_query_text_functions_register (TvQueryGuard *guard);

void tv_query_result_text (sqlite3_context *result, const char *text);
void tv_query_result_amount (const TvQuerySource *source, TvClock clock, gint64 amount,
                             sqlite3_context *result);
void tv_query_result_frame (TvQuerySource *source, const TvQueryFlame *flame,
                            guint32 row, gboolean with_root, TvQueryField field,
                            sqlite3_context *result);

G_END_DECLS
