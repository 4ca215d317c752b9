/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/event-row.h"
#include "query/query.h"
#include "ui/session/trace-session.h"
#include "ui/table/table-copier.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define TV_QUERY_NO_COLUMN G_MAXUINT

/* What a column of a result has, and the rows with the values that may be its widest.
 */
typedef struct
{
  gboolean has_texts; /* some value is a text */
  gboolean has_times;
  gboolean is_computed; /* times that a function has made, perhaps no whole numbers */
  TvQueryTimes times;
  guint least;
  guint greatest;
  guint longest; /* which has @n_letters */
  glong n_letters;
} TvQueryColumnInfo;

/* The result of the last statement of a script that has one. Immutable. */
typedef struct
{
  guint n_columns; /* 0 if no statement has a result */
  GPtrArray *titles;
  TvQueryColumnInfo *columns;
  GArray *values; /* of TvQueryValue, row after row */
  GStringChunk *texts;
  guint n_rows;
  gboolean is_cut; /* whether there were more rows */
  char *sql;       /* the statement that has all rows */
  char *note;      /* a sentence about the script, or NULL */
  gint64 microseconds;

  guint name_column;  /* has the names of rows */
  guint call_column;  /* has ids of calls, or TV_QUERY_NO_COLUMN */
  guint trace;        /* the number of the trace of these calls in the engine */
  TvTrace *traces[2]; /* that were asked, NULL for none */
  guint start_column; /* `ts` and `dur`, or TV_QUERY_NO_COLUMN */
  guint duration_column;
  gint64 origin; /* of `ts` */
  gint64 unit;   /* what 1 is in times of the trace */
} TvQueryResult;

/* An order of the rows of a result. */
typedef struct
{
  TvQueryResult *result;
  guint column; /* to sort by, TV_QUERY_NO_COLUMN for the order of the result */
  gboolean descending;
  guint *rows; /* of the result */
} TvQueryOrder;

/* A script to run on the trace of a session and its base. While a worker runs it, only
 * the worker may use the question. */
typedef struct
{
  TvTrace *traces[2];
  guint n_traces;
  TvProfile *scope;      /* what is seen of the first trace, or NULL */
  TvQuery *query;        /* has what earlier scripts created; NULL before the first */
  char *script;          /* NULL to find only the words */
  gsize mistake;         /* the byte of the script with a mistake, or G_MAXSIZE */
  TvQueryResult *words;  /* of tv_query_words when the script was run; may be NULL */
  TvQueryResult *tables; /* of tv_query_listing, without a script; may be NULL */
} TvQueryQuestion;

TvQueryQuestion *tv_query_question_new (TvTraceSession *session, gboolean in_scope,
                                        char *script);
void tv_query_question_free (gpointer question);
gpointer tv_query_question_answer (gpointer question, GCancellable *cancellable,
                                   GError **error);

TvQueryResult *tv_query_result_ref (TvQueryResult *self);
void tv_query_result_unref (TvQueryResult *self);

guint tv_query_result_find_title (const TvQueryResult *self, const char *title);
char *tv_query_result_dup_text (const TvQueryResult *self, guint row, guint column,
                                TvTraceSession *session);
char *tv_query_result_dup_widest (const TvQueryResult *self, guint column,
                                  TvTraceSession *session);
const TvQueryValue *tv_query_result_get (const TvQueryResult *self, guint row,
                                         guint column);
gboolean tv_query_result_find_call (const TvQueryResult *self, guint row,
                                    TvCallRef *call);
gboolean tv_query_result_find_times (const TvQueryResult *self, guint row,
                                     gint64 *start, gint64 *end);

/* Gives a lent query back. */
typedef void (*TvQueryReturn) (gpointer owner, TvQuery *query);

TvTakenRows tv_query_result_take_whole (TvQueryResult *result, TvQuery *query,
                                        TvQueryReturn give_back, gpointer owner);

TvQueryOrder *tv_query_order_new (TvQueryResult *result, guint column,
                                  gboolean descending);
TvQueryOrder *tv_query_order_ref (TvQueryOrder *self);
void tv_query_order_unref (gpointer self);
gpointer tv_query_order_sort (gpointer self, GCancellable *cancellable, GError **error);
TvTakenRows tv_query_order_take_rows (TvQueryOrder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryResult, tv_query_result_unref)

G_END_DECLS
