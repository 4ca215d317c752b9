/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "query/query-public.h"
#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

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
 * TvQueryTimes:
 * @trace: the index of the trace that they are of
 * @clock: the clock that measured them
 * @unit: what 1 is in times of the trace, which may be weights of samples
 * @origin: what to subtract for times of the trace, which count from its start
 *
 * What the times of a column are.
 */
typedef struct
{
  guint trace;
  TvClock clock;
  gint64 unit;
  gint64 origin;
} TvQueryTimes;

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

TvQuery *tv_query_new_in_scope (TvTrace *const *traces, guint n_traces,
                                TvProfile *scope, GError **error);

GInputStream *tv_query_save (TvTrace *trace, const char *folder, GError **error);

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
gboolean tv_query_value_get_time (const TvQueryValue *value, gint64 unit, gint64 *time);
gint64 tv_query_rows_get_origin (const TvQueryRows *rows, guint column, gint64 *unit);
gboolean tv_query_rows_has_times (const TvQueryRows *rows, guint column,
                                  TvQueryTimes *times);
gboolean tv_query_rows_has_calls (const TvQueryRows *rows, guint column, guint *trace);

char *tv_query_value_dup_text (const TvQueryValue *value);

G_END_DECLS
