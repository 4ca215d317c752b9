/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/event-row.h"
#include "analysis/stacks/call-edges.h"
#include "analysis/sums/profile.h"
#include "query/query-guard.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* The fields of columns: integers and texts, with the names that most tables use.
 * Fields of calls come first, with four times for each clock; those from UTID on belong
 * to the thread, and those from NAME on are texts. */
#define TV_QUERY_CALL_FIELDS(INTEGER, TEXT)                                            \
  INTEGER (NOTHING), TEXT (NO_TEXT), INTEGER (ID), INTEGER (NUMBER), INTEGER (TS),     \
      INTEGER (END_TS), INTEGER (DUR), INTEGER (SELF_DUR), INTEGER (CPU_START),        \
      INTEGER (CPU_END), INTEGER (CPU_DUR), INTEGER (CPU_SELF), INTEGER (WALL_START),  \
      INTEGER (WALL_END), INTEGER (WALL_DUR), INTEGER (WALL_SELF),                     \
      INTEGER (METHOD_ID), INTEGER (ARG_SET_ID), INTEGER (LINE_NUMBER),                \
      INTEGER (PARENT_ID), INTEGER (DEPTH), INTEGER (IS_PRE_OPEN), INTEGER (IS_OPEN),  \
      INTEGER (EXIT_LOST), INTEGER (BY_EXCEPTION), INTEGER (IS_RECURSIVE),             \
      INTEGER (STACK_ID), INTEGER (PARENT_STACK_ID), INTEGER (UTID),                   \
      INTEGER (TRACK_ID), INTEGER (TID), INTEGER (IS_MAIN_THREAD), INTEGER (UPID),     \
      INTEGER (PID), TEXT (NAME), TEXT (PATHNAME), TEXT (CATEGORY),                    \
      TEXT (THREAD_NAME), TEXT (PROCESS_NAME), TEXT (TRACK_NAME)

/* Parameters of a table */
#define TV_QUERY_PARAMETERS(INTEGER, TEXT)                                             \
  INTEGER (START_ID), TEXT (VIEW), TEXT (PATTERN)

/* Fields of rows that are counted */
#define TV_QUERY_ROW_FIELDS(INTEGER, TEXT, REAL)                                       \
  TEXT (NAME_IN_FILE), INTEGER (IS_IDLE), TEXT (TYPE), TEXT (CLASS), TEXT (METHOD),    \
      TEXT (SIGNATURE), INTEGER (IS_NAMED), INTEGER (CALLS),                           \
      INTEGER (RECURSIVE_CALLS), INTEGER (WALL_INCLUSIVE), INTEGER (WALL_EXCLUSIVE),   \
      INTEGER (CPU_INCLUSIVE), INTEGER (CPU_EXCLUSIVE), INTEGER (WAITING),             \
      INTEGER (WAITS), INTEGER (INT_VALUE), TEXT (STR_VALUE), INTEGER (CALLER_ID),     \
      INTEGER (CALLEE_ID), INTEGER (CALLER_IS_RECURSIVE),                              \
      INTEGER (CALLEE_IS_RECURSIVE), INTEGER (PARENT_DUR), INTEGER (COUNT),            \
      TEXT (PLACE), INTEGER (POSITION), TEXT (DETAIL), TEXT (MESSAGE), INTEGER (CPU),  \
      INTEGER (MACHINE_ID), REAL (VALUE), TEXT (UNIT), TEXT (STATE), TEXT (END_STATE), \
      INTEGER (PRIORITY), INTEGER (IO_WAIT), TEXT (BLOCKED_FUNCTION),                  \
      INTEGER (WAKER_UTID), INTEGER (WAKER_ID), INTEGER (SLICE_OUT),                   \
      INTEGER (SLICE_IN), INTEGER (TRACE_ID), TEXT (KEY), TEXT (FLAT_KEY),             \
      REAL (REAL_VALUE), TEXT (DISPLAY_VALUE), INTEGER (WEIGHT),                       \
      INTEGER (CALLSITE_ID), INTEGER (FRAME_ID), INTEGER (MAPPING),                    \
      INTEGER (PERF_SESSION_ID), INTEGER (PARENT_UPID), INTEGER (UID),                 \
      INTEGER (ANDROID_APPID), INTEGER (ANDROID_USER_ID), TEXT (CMDLINE),              \
      INTEGER (SYMBOL_SET_ID)

/* Columns of extra rows by their place, as numbers and as texts */
#define TV_QUERY_EXTRA_FIELDS(INTEGER, TEXT)                                           \
  INTEGER (E0), INTEGER (E1), INTEGER (E2), INTEGER (E3), INTEGER (E4), INTEGER (E5),  \
      INTEGER (E6), INTEGER (E7), INTEGER (E8), INTEGER (E9), INTEGER (E10),           \
      INTEGER (E11), INTEGER (E12), INTEGER (E13), INTEGER (E14), INTEGER (E15),       \
      INTEGER (E16), TEXT (X0), TEXT (X1), TEXT (X2), TEXT (X3), TEXT (X4), TEXT (X5), \
      TEXT (X6), TEXT (X7), TEXT (X8), TEXT (X9), TEXT (X10)

#define TV_QUERY_FIELDS(INTEGER, TEXT, REAL)                                           \
  TV_QUERY_CALL_FIELDS (INTEGER, TEXT), TV_QUERY_PARAMETERS (INTEGER, TEXT),           \
      TV_QUERY_ROW_FIELDS (INTEGER, TEXT, REAL), TV_QUERY_EXTRA_FIELDS (INTEGER, TEXT)

#define TV_QUERY_FIELD(name) TV_FIELD_##name

typedef enum
{
  TV_QUERY_FIELDS (TV_QUERY_FIELD, TV_QUERY_FIELD, TV_QUERY_FIELD)
} TvQueryField;

static inline gboolean
tv_query_field_is_text (TvQueryField field)
{
  return field >= TV_FIELD_NAME && field <= TV_FIELD_TRACK_NAME;
}

static inline gboolean
tv_query_field_is_of_thread (TvQueryField field)
{
  return (field >= TV_FIELD_UTID && field <= TV_FIELD_PID)
         || (field >= TV_FIELD_THREAD_NAME && field <= TV_FIELD_TRACK_NAME);
}

/* Whether all calls of a method have the same value. Arguments are those of the method,
 * unless the calls are slices. */
static inline gboolean
tv_query_field_is_of_method (TvQueryField field, gboolean has_slices)
{
  if (field == TV_FIELD_ARG_SET_ID)
    return !has_slices;
  return (field >= TV_FIELD_METHOD_ID && field <= TV_FIELD_LINE_NUMBER)
         || (field >= TV_FIELD_NAME && field <= TV_FIELD_CATEGORY);
}

gboolean tv_query_field_find_times (TvQueryField field, const TvCalls *calls,
                                    const TvTimes **start, const TvTimes **end);

typedef struct _TvQueryCursor TvQueryCursor;
typedef struct _TvQueryFlame TvQueryFlame;
typedef struct _TvQueryStacks TvQueryStacks;

/* A value in one of several columns: of counters, or of threads. */
typedef struct
{
  guint32 column;
  guint32 row;
} TvQueryPlace;

/* A trace in a query, and data that several of its tables need. */
typedef struct
{
  TvTrace *trace;
  guint index; /* of the trace in the query */
  guint n_threads;
  guint n_methods;
  guint32 n_calls;     /* of all threads */
  gboolean has_slices; /* instead of calls of methods */
  gboolean has_state_tracks;
  gint64 origin;     /* of the times of SQL, added to those of the trace */
  guint32 *utids;    /* by thread of the trace; TV_THREAD_NONE if it is none */
  GArray *threads;   /* TvThread: by utid, with all its tracks; the first is idle */
  guint32 *upids;    /* by process of the trace */
  GArray *processes; /* TvProcess: by upid; the first is idle */
  GArray *indexes;   /* guint32: by upid, the process of the trace */
  const char **names;
  GStringChunk *texts;
  guint32 *ranks[3];          /* by method: its rank by number, name and file */
  guint32 *ranked[3];         /* the methods in these orders */
  TvQueryGuard *guard;        /* of the query */
  TvProfile *profile;         /* NULL until needed */
  TvProfileRange scope;       /* what sums are of */
  GHashTable *flames;         /* TvQueryFlame, by view and pattern */
  GArray *edges[TV_N_CLOCKS]; /* TvCallEdge; NULL until needed */
  TvEventRow *events;         /* NULL until needed */
  GArray *waits_before;  /* gsize: by thread, the number of waits before its first */
  GArray *counter_order; /* TvQueryPlace: by time; NULL until needed, as the others */
  GArray *state_order;
  GArray *run_order;
  GArray *args_before; /* gsize: by set of arguments, the number of those before it */
  gint64 *self_times[1 + TV_N_CLOCKS]; /* NULL until many are needed */
  guint32 n_self_requests;             /* how often one was asked for */
  TvQueryStacks *stacks;               /* of samples; NULL until needed */
  gint64 units[TV_N_CLOCKS]; /* what one is on each clock: 1 for a nanosecond */
  gint64 axis_unit;          /* that of the axis */
  TvQueryCursor *sorted;     /* (nullable): found a call in the order of methods last */
} TvQuerySource;

/* The kinds of tracks: TvTrackKind, those of counters, those without slices, which
 * Perfetto does not list, and those of states. */
#define TV_QUERY_COUNTER_KIND(kind) ((kind) + 4)
#define TV_QUERY_EMPTY_KIND 8
#define TV_QUERY_STATE_KIND(kind) ((kind) + 9)
#define TV_QUERY_SLICE_KINDS 0xf /* the bits of those of slices */

guint tv_query_source_get_kind (const TvQuerySource *source, guint32 track);
TvQuerySource *tv_query_source_new (TvTrace *trace, guint index, TvQueryGuard *guard);
void tv_query_source_set_scope (TvQuerySource *source, TvProfile *profile);
void tv_query_source_free (TvQuerySource *source);
void tv_query_stacks_free (TvQueryStacks *stacks);

char *tv_query_source_dup_name (const TvQuerySource *source, const TvMethod *info);
const char *tv_query_source_get_name (TvQuerySource *source, guint32 method);
const char *tv_query_source_get_text (TvQuerySource *source, guint32 index,
                                      TvQueryField field);
const guint32 *tv_query_source_get_ranks (TvQuerySource *source, TvQueryField field);
guint32 tv_query_source_get_method_of_rank (const TvQuerySource *source,
                                            TvQueryField field, guint rank);
const gint64 *tv_query_source_get_self_times (TvQuerySource *source, TvQueryField field,
                                              guint n);
void tv_query_source_drop_self_times (TvQuerySource *source);
const TvMethodTotals *tv_query_source_get_totals (TvQuerySource *source,
                                                  guint32 method);
TvClock tv_query_source_get_clock (const TvQuerySource *source);
TvClock tv_query_source_get_flame_clock (const TvQuerySource *source);
guint32 tv_query_source_find_thread (const TvQuerySource *source, const GArray *before,
                                     gsize row);
gint64 tv_query_source_find_time (const TvQuerySource *source, gint64 time);
gboolean tv_query_source_get_number (const TvQuerySource *source, const TvThread *info,
                                     TvQueryField field, gint64 *number);
gboolean tv_query_source_get_thread_number (const TvQuerySource *source, guint32 thread,
                                            TvQueryField field, gint64 *number);
gint64 tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method);
gint64 tv_query_source_get_call_arg_set (const TvQuerySource *source, guint32 set);
gboolean tv_query_source_get_call_args (const TvQuerySource *source, guint32 thread,
                                        gsize call, gint64 *number);
gboolean tv_query_source_get_method_number (const TvQuerySource *source, guint32 method,
                                            TvQueryField field, gint64 *number);

/* Returns what one is in a column of times: 1, or TV_WEIGHT_ONE if it counts things. */
static inline gint64
tv_query_source_get_unit (const TvQuerySource *source, TvQueryField field)
{
  if (field >= TV_FIELD_TS && field <= TV_FIELD_SELF_DUR)
    return source->axis_unit;
  return field >= TV_FIELD_CPU_START && field <= TV_FIELD_CPU_SELF
             ? source->units[TV_CLOCK_THREAD_CPU]
             : 1;
}

G_END_DECLS
