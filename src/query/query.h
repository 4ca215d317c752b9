/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_QUERY_MAX_TRACES:
 *
 * The most traces of a query.
 */
#define TV_QUERY_MAX_TRACES 10

/**
 * TvQuery:
 *
 * Traces that SQL can query, and what scripts have defined so far. It belongs to one
 * thread at a time.
 *
 * The tables read the columns of the model: nothing is copied. Tables of the first
 * trace are found by their names alone; several traces have the schemas `a`, `b` and so
 * on, as in `b.slice`.
 *
 * Statements need not be trusted: they can only write to tables and views that they
 * create, which end with the query, and cannot reach files.
 */
typedef struct _TvQuery TvQuery;

/**
 * TvQueryRows:
 *
 * The result of a statement, row by row.
 */
typedef struct _TvQueryRows TvQueryRows;

/**
 * TvQueryKind:
 * @TV_QUERY_NULL: no value
 * @TV_QUERY_INTEGER: an integer
 * @TV_QUERY_REAL: a number
 * @TV_QUERY_TEXT: a text
 * @TV_QUERY_BLOB: bytes
 *
 * What a #TvQueryValue is.
 */
typedef enum
{
  TV_QUERY_NULL,
  TV_QUERY_INTEGER,
  TV_QUERY_REAL,
  TV_QUERY_TEXT,
  TV_QUERY_BLOB
} TvQueryKind;

/**
 * TvQueryValue:
 * @kind: which of the other fields are set
 * @integer: an integer
 * @real: a number
 * @text: (nullable): a text, valid UTF-8, until the next row; for bytes their
 * hexadecimal digits
 *
 * A value of a result.
 */
typedef struct
{
  TvQueryKind kind;
  gint64 integer;
  double real;
  const char *text;
} TvQueryValue;

/**
 * TvQueryError:
 * @TV_QUERY_ERROR_SCRIPT: a mistake in a script, or an action that is not allowed
 * @TV_QUERY_ERROR_STOPPED: the script was cancelled, or stopped at a limit
 *
 * Errors of scripts.
 */
typedef enum
{
  TV_QUERY_ERROR_SCRIPT,
  TV_QUERY_ERROR_STOPPED
} TvQueryError;

#define TV_QUERY_ERROR (tv_query_error_quark ())

GQuark tv_query_error_quark (void);

/**
 * TvQueryFunc:
 * @rows: the result of a statement, before its first row
 * @user_data: the data given to tv_query_run()
 * @error: return location for a #GError
 *
 * Takes the result of a statement.
 *
 * Returns: %FALSE with @error set to end the script, or without it if the failure has
 *   been reported
 */
typedef gboolean (*TvQueryFunc) (TvQueryRows *rows, gpointer user_data, GError **error);

TvQuery *tv_query_new (TvTrace *const *traces, guint n_traces, GError **error);
void tv_query_free (TvQuery *query);
GInputStream *tv_query_save (TvTrace *trace, const char *folder, GError **error);

void tv_query_set_limits (TvQuery *query, gint64 microseconds, gint64 bytes);
gboolean tv_query_is_complete (const char *script);
gboolean tv_query_get_mistake (const TvQuery *query, gsize *offset);
const char *tv_query_get_note (const TvQuery *query);
gboolean tv_query_run (TvQuery *query, const char *script, TvQueryFunc func,
                       gpointer user_data, GCancellable *cancellable, GError **error);

guint tv_query_rows_get_n_columns (const TvQueryRows *rows);
const char *tv_query_rows_get_title (const TvQueryRows *rows, guint column);
const char *tv_query_rows_get_sql (const TvQueryRows *rows);
gboolean tv_query_rows_next (TvQueryRows *rows, GError **error);
TvQueryValue tv_query_rows_get (TvQueryRows *rows, guint column);
gint64 tv_query_rows_get_origin (const TvQueryRows *rows, guint column);
gboolean tv_query_rows_has_calls (const TvQueryRows *rows, guint column, guint *trace);

char *tv_query_value_dup_text (const TvQueryValue *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQuery, tv_query_free)

G_END_DECLS
