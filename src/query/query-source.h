/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/event-row.h"
#include "analysis/relatives/call-edges.h"
#include "analysis/sums/profile.h"
#include "query/query-guard.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* What a column shows. Those of calls come first, those from TV_FIELD_UTID on belong to
 * the thread, and those from TV_FIELD_NAME on are texts. */
typedef enum
{
  TV_FIELD_NOTHING,
  TV_FIELD_ID,
  TV_FIELD_NUMBER,
  TV_FIELD_TS,
  TV_FIELD_DUR,
  TV_FIELD_SELF,
  TV_FIELD_CPU_START,
  TV_FIELD_CPU_END,
  TV_FIELD_CPU_DUR,
  TV_FIELD_CPU_SELF,
  TV_FIELD_WALL_START,
  TV_FIELD_WALL_END,
  TV_FIELD_WALL_DUR,
  TV_FIELD_WALL_SELF,
  TV_FIELD_METHOD,
  TV_FIELD_ARG_SET,
  TV_FIELD_LINE,
  TV_FIELD_PARENT,
  TV_FIELD_DEPTH,
  TV_FIELD_IS_PRE_OPEN,
  TV_FIELD_IS_OPEN,
  TV_FIELD_IS_EXIT_LOST,
  TV_FIELD_IS_BY_EXCEPTION,
  TV_FIELD_IS_RECURSIVE,
  TV_FIELD_STACK,
  TV_FIELD_PARENT_STACK,
  TV_FIELD_UTID,
  TV_FIELD_TRACK,
  TV_FIELD_TID,
  TV_FIELD_IS_MAIN,
  TV_FIELD_UPID,
  TV_FIELD_PID,
  TV_FIELD_NAME,
  TV_FIELD_PATHNAME,
  TV_FIELD_THREAD_NAME,
  /* Parameters of a table: */
  TV_FIELD_START_ID,
  TV_FIELD_VIEW,
  TV_FIELD_PATTERN,
  /* Only of rows that are counted: */
  TV_FIELD_NAME_IN_FILE,
  TV_FIELD_END,
  TV_FIELD_IS_IDLE,
  TV_FIELD_N_CALLS,
  TV_FIELD_TYPE,
  TV_FIELD_CLASS,
  TV_FIELD_METHOD_NAME,
  TV_FIELD_SIGNATURE,
  TV_FIELD_IS_NAMED,
  TV_FIELD_CALLS,
  TV_FIELD_RECURSIVE_CALLS,
  TV_FIELD_WALL_INCLUSIVE,
  TV_FIELD_WALL_EXCLUSIVE,
  TV_FIELD_CPU_INCLUSIVE,
  TV_FIELD_CPU_EXCLUSIVE,
  TV_FIELD_WAITING,
  TV_FIELD_N_WAITS,
  TV_FIELD_INT_VALUE,
  TV_FIELD_STRING_VALUE,
  TV_FIELD_CALLER,
  TV_FIELD_CALLEE,
  TV_FIELD_CALLER_RECURSIVE,
  TV_FIELD_CALLEE_RECURSIVE,
  TV_FIELD_PARENT_DUR,
  TV_FIELD_COUNT,
  TV_FIELD_PLACE,
  TV_FIELD_POSITION,
  TV_FIELD_DETAIL,
  TV_FIELD_MESSAGE
} TvQueryField;

static inline gboolean
tv_query_field_is_text (TvQueryField field)
{
  return field >= TV_FIELD_NAME && field <= TV_FIELD_THREAD_NAME;
}

static inline gboolean
tv_query_field_is_of_thread (TvQueryField field)
{
  return (field >= TV_FIELD_UTID && field <= TV_FIELD_PID)
         || field == TV_FIELD_THREAD_NAME;
}

/* Whether calls of one method have the same value. */
static inline gboolean
tv_query_field_is_of_method (TvQueryField field)
{
  return (field >= TV_FIELD_METHOD && field <= TV_FIELD_LINE) || field == TV_FIELD_NAME
         || field == TV_FIELD_PATHNAME;
}

/* An order of methods: the place of each, which those have in common that are alike,
 * and the method of each place. */
typedef struct
{
  guint32 *ranks;
  guint32 *methods;
} TvMethodOrder;

typedef struct _TvQueryFlame TvQueryFlame;

/* A trace that is asked, and what several of its tables need. */
typedef struct
{
  TvTrace *trace;
  guint index; /* of the trace in the query */
  guint n_threads;
  guint n_methods;
  guint32 n_calls; /* of all threads */
  gboolean has_pid;
  gint64 pid;
  const char **names;
  GStringChunk *texts;
  TvMethodOrder orders[2]; /* by name and by file */
  TvQueryGuard *guard;     /* of the query */
  TvProfile *profile;
  GHashTable *flames; /* TvQueryFlame, by view and pattern */
  TvCallEdges *edges[TV_N_CLOCKS];
  TvEventRow *events;   /* NULL until they are asked for */
  GArray *waits_before; /* gsize: number of waits before each thread's */
} TvQuerySource;

TvQuerySource *tv_query_source_new (TvTrace *trace, guint index, TvQueryGuard *guard);
void tv_query_source_free (TvQuerySource *source);

char *tv_query_method_dup_name (const TvMethod *info);
const char *tv_query_source_get_name (TvQuerySource *source, guint32 method);
const char *tv_query_source_get_text (TvQuerySource *source, guint32 method,
                                      TvQueryField field);
const TvMethodOrder *tv_query_source_get_order (TvQuerySource *source,
                                                TvQueryField field);
const TvMethodTotals *tv_query_source_get_totals (TvQuerySource *source,
                                                  guint32 method);
TvClock tv_query_source_get_clock (const TvQuerySource *source);
gboolean tv_query_source_get_thread_number (const TvQuerySource *source, guint32 thread,
                                            TvQueryField field, gint64 *number);
gint64 tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method);

G_END_DECLS
