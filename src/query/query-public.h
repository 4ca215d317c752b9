/* SPDX-License-Identifier: Apache-2.0 */

/* SQL over traces, as the library has it. */

#pragma once

#include "trace/model/trace-public.h"

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
 * TvQueryAnswer:
 *
 * The result of a statement, with all its rows.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvQueryAnswer TvQueryAnswer;

#define TV_TYPE_QUERY (tv_query_get_type ())
#define TV_TYPE_QUERY_ANSWER (tv_query_answer_get_type ())

GType tv_query_get_type (void);
TvQuery *tv_query_new (TvTrace *const *traces, guint n_traces, GError **error);
TvQuery *tv_query_ref (TvQuery *query);
void tv_query_unref (TvQuery *query);
void tv_query_set_limits (TvQuery *query, gint64 microseconds, gint64 bytes);
TvQueryAnswer *tv_query_fetch (TvQuery *query, const char *script,
                               GCancellable *cancellable, GError **error);
TvQueryAnswer *tv_trace_query (TvTrace *trace, const char *script, GError **error);

GType tv_query_answer_get_type (void);
TvQueryAnswer *tv_query_answer_ref (TvQueryAnswer *answer);
void tv_query_answer_unref (TvQueryAnswer *answer);
guint tv_query_answer_get_n_columns (const TvQueryAnswer *answer);
const char *tv_query_answer_get_title (const TvQueryAnswer *answer, guint column);
guint tv_query_answer_get_n_rows (const TvQueryAnswer *answer);
GVariant *tv_query_answer_get_row (const TvQueryAnswer *answer, guint row);

char **tv_query_list_metrics (GError **error);
char *tv_query_dup_metric (const char *name, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQuery, tv_query_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryAnswer, tv_query_answer_unref)

G_END_DECLS
