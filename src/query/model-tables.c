/* SPDX-License-Identifier: Apache-2.0 */

#include "query/event-rules.h"
#include "query/query-flame.h"
#include "query/query-functions.h"
#include "query/table-module.h"
#include "trace/mapping/name-mapping.h"

#include <string.h>

/* The tables whose rows are few, and what they show. Those of Perfetto have its names
 * and types. */

static void
result_number (sqlite3_context *result, gboolean exists, gint64 number)
{
  if (exists)
    sqlite3_result_int64 (result, number);
}

static gsize
count_one (TvQuerySource *source)
{
  return 1;
}

/* Threads and their tracks. A thread's number in the model counts from 0, as its
 * track's id does; thread 0 of Perfetto is no real one. */

static gsize
count_threads (TvQuerySource *source)
{
  return source->n_threads;
}

static gsize
count_threads_and_idle (TvQuerySource *source)
{
  return (gsize) source->n_threads + 1;
}

static void
get_thread (TvQuerySource *source, gsize thread, TvQueryField field,
            sqlite3_context *result)
{
  const TvThread *info = tv_trace_get_thread (source->trace, (guint) thread);
  gint64 number;

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, info->name);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, "art_method_tracing");
  else if (field == TV_FIELD_TS)
    result_number (result, info->n_events > 0, info->axis_first);
  else if (field == TV_FIELD_END)
    result_number (result, info->n_events > 0, info->axis_last);
  else if (field == TV_FIELD_IS_IDLE)
    sqlite3_result_int (result, 0);
  else if (field == TV_FIELD_N_CALLS)
    sqlite3_result_int64 (result, (gint64) info->n_calls);
  else if (tv_query_field_is_of_thread (field)
           && tv_query_source_get_thread_number (source, (guint32) thread, field,
                                                 &number))
    sqlite3_result_int64 (result, number);
}

static void
get_thread_or_idle (TvQuerySource *source, gsize row, TvQueryField field,
                    sqlite3_context *result)
{
  if (row > 0)
    get_thread (source, row - 1, field, result);
  else if (field == TV_FIELD_TID || field == TV_FIELD_IS_IDLE)
    sqlite3_result_int (result, field == TV_FIELD_IS_IDLE);
}

static const TvQueryColumn thread_columns[] = {
  { "utid", "INTEGER", TV_FIELD_ID },
  { "id", "INTEGER", TV_FIELD_ID },
  { "tid", "INTEGER", TV_FIELD_TID },
  { "name", "TEXT", TV_FIELD_NAME },
  { "start_ts", "INTEGER", TV_FIELD_TS },
  { "end_ts", "INTEGER", TV_FIELD_END },
  { "upid", "INTEGER", TV_FIELD_UPID },
  { "is_main_thread", "INTEGER", TV_FIELD_IS_MAIN },
  { "is_idle", "INTEGER", TV_FIELD_IS_IDLE },
  { "machine_id", "INTEGER", TV_FIELD_NOTHING },
  { "arg_set_id", "INTEGER", TV_FIELD_NOTHING },
  { "calls", "INTEGER", TV_FIELD_N_CALLS },
};

static const TvQueryColumn thread_track_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "name", "TEXT", TV_FIELD_NAME },
  { "type", "TEXT", TV_FIELD_TYPE },
  { "parent_id", "INTEGER", TV_FIELD_NOTHING },
  { "source_arg_set_id", "INTEGER", TV_FIELD_NOTHING },
  { "machine_id", "INTEGER", TV_FIELD_NOTHING },
  { "utid", "INTEGER", TV_FIELD_UTID },
};

/* Methods */

static gsize
count_methods (TvQuerySource *source)
{
  return source->n_methods;
}

/* Sums on a clock that the file lacks are missing. */
static void
result_sums (TvQuerySource *source, TvQueryField field, const gint64 *inclusive,
             const gint64 *exclusive, gint64 waiting, sqlite3_context *result)
{
  const gboolean has_wall = tv_trace_has_clock (source->trace, TV_CLOCK_WALL);
  const gboolean has_cpu = tv_trace_has_clock (source->trace, TV_CLOCK_THREAD_CPU);

  if (field == TV_FIELD_WALL_INCLUSIVE)
    result_number (result, has_wall, inclusive[TV_CLOCK_WALL]);
  else if (field == TV_FIELD_WALL_EXCLUSIVE)
    result_number (result, has_wall, exclusive[TV_CLOCK_WALL]);
  else if (field == TV_FIELD_CPU_INCLUSIVE)
    result_number (result, has_cpu, inclusive[TV_CLOCK_THREAD_CPU]);
  else if (field == TV_FIELD_CPU_EXCLUSIVE)
    result_number (result, has_cpu, exclusive[TV_CLOCK_THREAD_CPU]);
  else if (field == TV_FIELD_WAITING || field == TV_FIELD_N_WAITS)
    result_number (result, has_wall && has_cpu, waiting);
}

static void
get_totals (TvQuerySource *source, guint32 method, TvQueryField field,
            sqlite3_context *result)
{
  const TvMethodTotals *totals = tv_query_source_get_totals (source, method);

  if (totals == NULL)
    return;
  if (field == TV_FIELD_CALLS)
    sqlite3_result_int64 (result, (gint64) totals->calls);
  else if (field == TV_FIELD_RECURSIVE_CALLS)
    sqlite3_result_int64 (result, (gint64) totals->recursive_calls);
  else
    result_sums (source, field, totals->inclusive, totals->exclusive,
                 field == TV_FIELD_WAITING ? totals->waiting : (gint64) totals->n_waits,
                 result);
}

static void
get_method (TvQuerySource *source, gsize row, TvQueryField field,
            sqlite3_context *result)
{
  const guint32 method = (guint32) row;
  const TvMethod *info = tv_trace_get_method (source->trace, method);

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, tv_query_source_get_name (source, method));
  else if (field == TV_FIELD_NAME_IN_FILE)
    sqlite3_result_text (
        result,
        tv_query_method_dup_name (tv_trace_get_method_in_file (source->trace, method)),
        -1, g_free);
  else if (field == TV_FIELD_CLASS)
    tv_query_result_text (result, info->class_name);
  else if (field == TV_FIELD_METHOD_NAME)
    tv_query_result_text (result, info->name);
  else if (field == TV_FIELD_SIGNATURE)
    tv_query_result_text (result, info->signature);
  else if (field == TV_FIELD_PATHNAME)
    tv_query_result_text (result, info->file);
  else if (field == TV_FIELD_LINE)
    result_number (result, info->line > 0, info->line);
  else if (field == TV_FIELD_IS_NAMED)
    sqlite3_result_int (result, info->named);
  else if (field == TV_FIELD_ARG_SET)
    sqlite3_result_int64 (result, tv_query_source_get_arg_set (source, method));
  else if (field == TV_FIELD_POSITION)
    sqlite3_result_int64 (result, (gint64) info->id);
  else
    get_totals (source, method, field, result);
}

static const TvQueryColumn method_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "file_id", "INTEGER", TV_FIELD_POSITION },
  { "name", "TEXT", TV_FIELD_NAME },
  { "name_in_file", "TEXT", TV_FIELD_NAME_IN_FILE },
  { "class", "TEXT", TV_FIELD_CLASS },
  { "method", "TEXT", TV_FIELD_METHOD_NAME },
  { "signature", "TEXT", TV_FIELD_SIGNATURE },
  { "pathname", "TEXT", TV_FIELD_PATHNAME },
  { "line_number", "INTEGER", TV_FIELD_LINE },
  { "is_named", "INTEGER", TV_FIELD_IS_NAMED },
  { "arg_set_id", "INTEGER", TV_FIELD_ARG_SET },
  { "calls", "INTEGER", TV_FIELD_CALLS },
  { "recursive_calls", "INTEGER", TV_FIELD_RECURSIVE_CALLS },
  { "wall_inclusive", "INTEGER", TV_FIELD_WALL_INCLUSIVE },
  { "wall_exclusive", "INTEGER", TV_FIELD_WALL_EXCLUSIVE },
  { "cpu_inclusive", "INTEGER", TV_FIELD_CPU_INCLUSIVE },
  { "cpu_exclusive", "INTEGER", TV_FIELD_CPU_EXCLUSIVE },
  { "waiting", "INTEGER", TV_FIELD_WAITING },
  { "waits", "INTEGER", TV_FIELD_N_WAITS },
};

/* Who calls whom. The edges of both clocks have one order. */

static const TvCallEdge *
get_edges (TvQuerySource *source, TvClock clock, guint *n)
{
  const TvProfileRange everything = { .start = G_MININT64, .end = G_MAXINT64 };

  if (!tv_trace_has_clock (source->trace, clock))
    return NULL;
  if (source->edges[clock] == NULL)
    source->edges[clock] = tv_call_edges_new (source->trace, &everything, clock,
                                              source->guard->work, NULL);
  return source->edges[clock] != NULL ? tv_call_edges_get (source->edges[clock], n)
                                      : NULL;
}

static gsize
count_edges (TvQuerySource *source)
{
  guint n = 0;

  get_edges (source, tv_trace_get_primary_clock (source->trace), &n);
  return n;
}

static void
get_edge (TvQuerySource *source, gsize row, TvQueryField field, sqlite3_context *result)
{
  guint n;
  const TvCallEdge *wall = get_edges (source, TV_CLOCK_WALL, &n);
  const TvCallEdge *cpu = get_edges (source, TV_CLOCK_THREAD_CPU, &n);
  const TvCallEdge *edge = wall != NULL ? wall + row : cpu + row;

  if (wall == NULL && cpu == NULL)
    return;
  if (field == TV_FIELD_CALLER)
    result_number (result, edge->caller != TV_METHOD_NONE, edge->caller);
  else if (field == TV_FIELD_CALLEE)
    sqlite3_result_int64 (result, edge->callee);
  else if (field == TV_FIELD_CALLS)
    sqlite3_result_int64 (result, (gint64) edge->calls);
  else if (field == TV_FIELD_WALL_INCLUSIVE && wall != NULL)
    sqlite3_result_int64 (result, wall[row].inclusive);
  else if (field == TV_FIELD_CPU_INCLUSIVE && cpu != NULL)
    sqlite3_result_int64 (result, cpu[row].inclusive);
  else if (field == TV_FIELD_CALLER_RECURSIVE)
    sqlite3_result_int (result, edge->caller_recursive);
  else if (field == TV_FIELD_CALLEE_RECURSIVE)
    sqlite3_result_int (result, edge->callee_recursive);
}

static const TvQueryColumn edge_columns[] = {
  { "caller_id", "INTEGER", TV_FIELD_CALLER },
  { "callee_id", "INTEGER", TV_FIELD_CALLEE },
  { "calls", "INTEGER", TV_FIELD_CALLS },
  { "wall_inclusive", "INTEGER", TV_FIELD_WALL_INCLUSIVE },
  { "cpu_inclusive", "INTEGER", TV_FIELD_CPU_INCLUSIVE },
  { "caller_is_recursive", "INTEGER", TV_FIELD_CALLER_RECURSIVE },
  { "callee_is_recursive", "INTEGER", TV_FIELD_CALLEE_RECURSIVE },
};

/* Calls added up by path: flame graphs. The root is a row of some tables. */

void
tv_query_result_frame (TvQuerySource *source, const TvQueryFlame *flame, guint32 row,
                       gboolean with_root, TvQueryField field, sqlite3_context *result)
{
  const guint32 before = row;
  const TvFlamePart *part
      = with_root ? &flame->parts[0] : tv_query_flame_get_part (flame, &row);
  const guint32 first = with_root ? 0 : part->first;
  const guint32 index = row + first;
  const TvCallTreeNode *node = tv_call_tree_get_node (part->tree, index);
  const TvClock clock = tv_query_source_get_clock (source);

  if (field == TV_FIELD_PARENT)
    result_number (result, node->parent != TV_NODE_NONE && node->parent >= first,
                   (gint64) node->parent - first + before - row);
  else if (field == TV_FIELD_METHOD)
    result_number (result, node->method != TV_METHOD_NONE, node->method);
  else if (field == TV_FIELD_NAME && node->method != TV_METHOD_NONE)
    tv_query_result_text (result, tv_query_source_get_name (source, node->method));
  else if (field == TV_FIELD_DEPTH)
    sqlite3_result_int (result, with_root ? ABS (part->depths[index])
                                          : part->depths[index] + (first > 1));
  else if (field == TV_FIELD_SELF)
    sqlite3_result_int64 (result, tv_flame_part_get_self (part, index, clock));
  else if (field == TV_FIELD_DUR)
    sqlite3_result_int64 (result, tv_flame_part_get_time (part, index, clock));
  else if (field == TV_FIELD_PARENT_DUR)
    result_number (result, node->parent != TV_NODE_NONE && node->parent >= first,
                   tv_flame_part_get_time (part, node->parent, clock));
  else if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result, part->starts[index]);
  else if (field == TV_FIELD_END)
    sqlite3_result_int64 (result, part->starts[index]
                                      + tv_flame_part_get_time (part, index, clock));
  else if (field == TV_FIELD_CALLS)
    sqlite3_result_int64 (result, (gint64) node->calls);
  else
    result_sums (source, field, node->inclusive, node->exclusive, node->waiting,
                 result);
}

#define SUM_COLUMNS                                                                    \
  { "calls", "INTEGER", TV_FIELD_CALLS },                                              \
      { "wall_inclusive", "INTEGER", TV_FIELD_WALL_INCLUSIVE },                        \
      { "wall_exclusive", "INTEGER", TV_FIELD_WALL_EXCLUSIVE },                        \
      { "cpu_inclusive", "INTEGER", TV_FIELD_CPU_INCLUSIVE },                          \
      { "cpu_exclusive", "INTEGER", TV_FIELD_CPU_EXCLUSIVE },                          \
  {                                                                                    \
    "waiting", "INTEGER", TV_FIELD_WAITING                                             \
  }

static const TvQueryColumn node_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },       { "parent_id", "INTEGER", TV_FIELD_PARENT },
  { "depth", "INTEGER", TV_FIELD_DEPTH }, { "method_id", "INTEGER", TV_FIELD_METHOD },
  { "name", "TEXT", TV_FIELD_NAME },      SUM_COLUMNS,
};

static const TvQueryColumn flame_columns[] = {
  { "_tree_id", "INTEGER", TV_FIELD_ID },
  { "_tree_parent_id", "INTEGER", TV_FIELD_PARENT },
  { "depth", "INTEGER", TV_FIELD_DEPTH },
  { "name", "TEXT", TV_FIELD_NAME },
  { "self_value", "INTEGER", TV_FIELD_SELF },
  { "cumulative_value", "INTEGER", TV_FIELD_DUR },
  { "parent_cumulative_value", "INTEGER", TV_FIELD_PARENT_DUR },
  { "x_start", "INTEGER", TV_FIELD_TS },
  { "x_end", "INTEGER", TV_FIELD_END },
  { "method_id", "INTEGER", TV_FIELD_METHOD },
  SUM_COLUMNS,
  { "view", "TEXT HIDDEN", TV_FIELD_VIEW },
  { "pattern", "TEXT HIDDEN", TV_FIELD_PATTERN },
};

/* Waits, thread after thread */

static gsize
count_waits (TvQuerySource *source)
{
  return g_array_index (source->waits_before, gsize, source->n_threads);
}

static guint32
find_wait_thread (const TvQuerySource *source, gsize row)
{
  guint32 low = 0;
  guint32 high = source->n_threads;

  while (high - low > 1)
    {
      const guint32 middle = low + (high - low) / 2;

      if (g_array_index (source->waits_before, gsize, middle) <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
get_wait (TvQuerySource *source, gsize row, TvQueryField field, sqlite3_context *result)
{
  const guint32 thread = find_wait_thread (source, row);
  const TvWaits waits = tv_trace_get_waits (source->trace, thread);
  const gsize wait = row - g_array_index (source->waits_before, gsize, thread);

  if (field == TV_FIELD_UTID)
    sqlite3_result_int64 (result, (gint64) thread + 1);
  else if (field == TV_FIELD_PARENT)
    result_number (result, waits.call[wait] != TV_CALL_NONE,
                   (gint64) tv_trace_get_n_calls_before (source->trace, thread)
                       + waits.call[wait]);
  else if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result, tv_times_get (&waits.start, wait));
  else if (field == TV_FIELD_DUR)
    sqlite3_result_int64 (result, tv_times_get (&waits.end, wait)
                                      - tv_times_get (&waits.start, wait));
}

static const TvQueryColumn wait_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },          { "utid", "INTEGER", TV_FIELD_UTID },
  { "call_id", "INTEGER", TV_FIELD_PARENT }, { "ts", "INTEGER", TV_FIELD_TS },
  { "dur", "INTEGER", TV_FIELD_DUR },
};

/* Events that the program's own rules find */

static gsize
count_events (TvQuerySource *source)
{
  g_autoptr (TvEventRules) rules = NULL;

  if (source->events != NULL)
    return tv_event_row_get_n (source->events);
  rules = tv_event_rules_new (FALSE);
  tv_event_rules_add_own (rules);
  source->events
      = tv_event_rules_find (rules, source->trace, "", source->guard->work, NULL);
  /* What was given up is not whole. */
  if (g_cancellable_is_cancelled (source->guard->work))
    g_clear_pointer (&source->events, tv_event_row_unref);
  return source->events != NULL ? tv_event_row_get_n (source->events) : 0;
}

static void
get_event (TvQuerySource *source, gsize row, TvQueryField field,
           sqlite3_context *result)
{
  const TvEvent *event = tv_event_row_get (source->events, (guint) row);

  if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result, event->start);
  else if (field == TV_FIELD_DUR)
    sqlite3_result_int64 (result, event->end - event->start);
  else if (field == TV_FIELD_NAME)
    tv_query_result_text (result, event->label);
  else if (field == TV_FIELD_DETAIL)
    tv_query_result_text (result, event->explanation);
  else if (field == TV_FIELD_UTID)
    sqlite3_result_int64 (result, (gint64) event->call.thread + 1);
  else if (field == TV_FIELD_PARENT)
    sqlite3_result_int64 (
        result, (gint64) tv_trace_get_n_calls_before (source->trace, event->call.thread)
                    + event->call.call);
}

static const TvQueryColumn event_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },           { "ts", "INTEGER", TV_FIELD_TS },
  { "dur", "INTEGER", TV_FIELD_DUR },         { "name", "TEXT", TV_FIELD_NAME },
  { "explanation", "TEXT", TV_FIELD_DETAIL }, { "utid", "INTEGER", TV_FIELD_UTID },
  { "slice_id", "INTEGER", TV_FIELD_PARENT },
};

/* Warnings */

static gsize
count_warnings (TvQuerySource *source)
{
  return tv_warnings_get_n (tv_trace_get_warnings (source->trace));
}

static void
get_warning (TvQuerySource *source, gsize row, TvQueryField field,
             sqlite3_context *result)
{
  const TvWarning *warning
      = tv_warnings_get (tv_trace_get_warnings (source->trace), (guint) row);

  if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, tv_warning_kind_get_name (warning->kind));
  else if (field == TV_FIELD_COUNT)
    sqlite3_result_int64 (result, (gint64) warning->count);
  else if (field == TV_FIELD_PLACE && warning->place != TV_PLACE_NOWHERE)
    tv_query_result_text (result, warning->place == TV_PLACE_LINE ? "line" : "offset");
  else if (field == TV_FIELD_POSITION)
    result_number (result, warning->place != TV_PLACE_NOWHERE, (gint64) warning->at);
  else if (field == TV_FIELD_DETAIL)
    tv_query_result_text (result, warning->detail);
  else if (field == TV_FIELD_MESSAGE)
    sqlite3_result_text (result, tv_warning_dup_message (warning), -1, g_free);
}

static const TvQueryColumn warning_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "kind", "TEXT", TV_FIELD_TYPE },
  { "count", "INTEGER", TV_FIELD_COUNT },
  { "place", "TEXT", TV_FIELD_PLACE },
  { "position", "INTEGER", TV_FIELD_POSITION },
  { "detail", "TEXT", TV_FIELD_DETAIL },
  { "message", "TEXT", TV_FIELD_MESSAGE },
};

/* Facts about the file: some that Perfetto knows, and the lines of its version section.
 */

#define N_FACTS 3

static gsize
count_metadata (TvQuerySource *source)
{
  return N_FACTS + (gsize) tv_trace_get_n_properties (source->trace);
}

static void
get_metadata (TvQuerySource *source, gsize row, TvQueryField field,
              sqlite3_context *result)
{
  static const char *const names[N_FACTS]
      = { "trace_type", "trace_size_bytes", "trace_time_clock_id" };
  const TvTraceInfo *info = tv_trace_get_info (source->trace);
  const TvProperty *property
      = row >= N_FACTS ? tv_trace_get_property (source->trace, (guint) (row - N_FACTS))
                       : NULL;
  const gboolean is_text = row == 0 || property != NULL;

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, property != NULL ? property->key : names[row]);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, is_text ? "single_string" : "single_int");
  else if (field == TV_FIELD_INT_VALUE && !is_text)
    /* 3 is the monotonic clock. */
    sqlite3_result_int64 (result, row == 1 ? (gint64) info->file_size : 3);
  else if (field == TV_FIELD_STRING_VALUE && property != NULL)
    tv_query_result_text (result, property->value);
  else if (field == TV_FIELD_STRING_VALUE && is_text)
    tv_query_result_text (result, info->format == TV_TRACE_FORMAT_PACKETS
                                      ? "art_method_v2"
                                      : "art_method");
}

static const TvQueryColumn metadata_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "name", "TEXT", TV_FIELD_NAME },
  { "key_type", "TEXT", TV_FIELD_TYPE },
  { "int_value", "INTEGER", TV_FIELD_INT_VALUE },
  { "str_value", "TEXT", TV_FIELD_STRING_VALUE },
  { "machine_id", "INTEGER", TV_FIELD_NOTHING },
  { "trace_id", "INTEGER", TV_FIELD_NOTHING },
};

static void
get_bounds (TvQuerySource *source, gsize row, TvQueryField field,
            sqlite3_context *result)
{
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (source->trace, &start, &end);
  sqlite3_result_int64 (result, field == TV_FIELD_TS ? start : end);
}

static const TvQueryColumn bounds_columns[] = {
  { "start_ts", "INTEGER", TV_FIELD_TS },
  { "end_ts", "INTEGER", TV_FIELD_END },
};

/* Tables of calls. Their columns that are not Perfetto's are at the end, and those that
 * scripts could mistake for columns of other tables are hidden. */

#define PERFETTO_COLUMNS                                                               \
  { "id", "INTEGER", TV_FIELD_ID }, { "ts", "INTEGER", TV_FIELD_TS },                  \
      { "dur", "INTEGER", TV_FIELD_DUR }, { "track_id", "INTEGER", TV_FIELD_TRACK },   \
      { "category", "TEXT", TV_FIELD_NOTHING }, { "name", "TEXT", TV_FIELD_NAME },     \
      { "depth", "INTEGER", TV_FIELD_DEPTH },                                          \
      { "parent_id", "INTEGER", TV_FIELD_PARENT },                                     \
      { "arg_set_id", "INTEGER", TV_FIELD_ARG_SET },                                   \
      { "thread_ts", "INTEGER", TV_FIELD_CPU_START },                                  \
      { "thread_dur", "INTEGER", TV_FIELD_CPU_DUR },                                   \
      { "thread_instruction_count", "INTEGER", TV_FIELD_NOTHING },                     \
  {                                                                                    \
    "thread_instruction_delta", "INTEGER", TV_FIELD_NOTHING                            \
  }

static const TvQueryColumn slice_columns[] = {
  PERFETTO_COLUMNS,
  { "cat", "TEXT", TV_FIELD_NOTHING },
  { "slice_id", "INTEGER", TV_FIELD_ID },
  { "is_open", "INTEGER", TV_FIELD_IS_OPEN },
  { "pathname", "TEXT HIDDEN", TV_FIELD_PATHNAME },
};

static const TvQueryColumn relative_columns[] = {
  PERFETTO_COLUMNS,
  { "start_id", "INTEGER HIDDEN", TV_FIELD_START_ID },
};

static const TvQueryColumn stack_columns[] = {
  PERFETTO_COLUMNS,
  { "stack_id", "INTEGER", TV_FIELD_STACK },
  { "parent_stack_id", "INTEGER", TV_FIELD_PARENT_STACK },
};

static const TvQueryColumn thread_slice_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "ts", "INTEGER", TV_FIELD_TS },
  { "dur", "INTEGER", TV_FIELD_DUR },
  { "category", "TEXT", TV_FIELD_NOTHING },
  { "name", "TEXT", TV_FIELD_NAME },
  { "track_id", "INTEGER", TV_FIELD_TRACK },
  { "track_name", "TEXT", TV_FIELD_NOTHING },
  { "thread_name", "TEXT", TV_FIELD_THREAD_NAME },
  { "utid", "INTEGER", TV_FIELD_UTID },
  { "tid", "INTEGER", TV_FIELD_TID },
  { "is_main_thread", "INTEGER", TV_FIELD_IS_MAIN },
  { "process_name", "TEXT", TV_FIELD_NOTHING },
  { "upid", "INTEGER", TV_FIELD_UPID },
  { "pid", "INTEGER", TV_FIELD_PID },
  { "depth", "INTEGER", TV_FIELD_DEPTH },
  { "parent_id", "INTEGER", TV_FIELD_PARENT },
  { "arg_set_id", "INTEGER", TV_FIELD_ARG_SET },
  { "thread_ts", "INTEGER", TV_FIELD_CPU_START },
  { "thread_dur", "INTEGER", TV_FIELD_CPU_DUR },
  { "is_open", "INTEGER", TV_FIELD_IS_OPEN },
  { "pathname", "TEXT HIDDEN", TV_FIELD_PATHNAME },
};

static const TvQueryColumn self_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "self_dur", "INTEGER", TV_FIELD_SELF },
};

static const TvQueryColumn call_columns[] = {
  { "id", "INTEGER", TV_FIELD_ID },
  { "utid", "INTEGER", TV_FIELD_UTID },
  { "number", "INTEGER", TV_FIELD_NUMBER },
  { "method_id", "INTEGER", TV_FIELD_METHOD },
  { "name", "TEXT", TV_FIELD_NAME },
  { "parent_id", "INTEGER", TV_FIELD_PARENT },
  { "depth", "INTEGER", TV_FIELD_DEPTH },
  { "ts", "INTEGER", TV_FIELD_TS },
  { "dur", "INTEGER", TV_FIELD_DUR },
  { "self_dur", "INTEGER", TV_FIELD_SELF },
  { "wall_start", "INTEGER", TV_FIELD_WALL_START },
  { "wall_end", "INTEGER", TV_FIELD_WALL_END },
  { "wall_dur", "INTEGER", TV_FIELD_WALL_DUR },
  { "wall_self", "INTEGER", TV_FIELD_WALL_SELF },
  { "cpu_start", "INTEGER", TV_FIELD_CPU_START },
  { "cpu_end", "INTEGER", TV_FIELD_CPU_END },
  { "cpu_dur", "INTEGER", TV_FIELD_CPU_DUR },
  { "cpu_self", "INTEGER", TV_FIELD_CPU_SELF },
  { "is_pre_open", "INTEGER", TV_FIELD_IS_PRE_OPEN },
  { "is_open", "INTEGER", TV_FIELD_IS_OPEN },
  { "exit_lost", "INTEGER", TV_FIELD_IS_EXIT_LOST },
  { "by_exception", "INTEGER", TV_FIELD_IS_BY_EXCEPTION },
  { "is_recursive", "INTEGER", TV_FIELD_IS_RECURSIVE },
  { "pathname", "TEXT HIDDEN", TV_FIELD_PATHNAME },
};

#define COLUMNS(list) .columns = (list), .n_columns = G_N_ELEMENTS (list)

const TvQueryTable tv_query_tables[] = {
  { "thread", COLUMNS (thread_columns), .count = count_threads_and_idle,
    .get = get_thread_or_idle },
  { "thread_track", COLUMNS (thread_track_columns), .count = count_threads,
    .get = get_thread },
  { "metadata", COLUMNS (metadata_columns), .count = count_metadata,
    .get = get_metadata },
  { "trace_bounds", COLUMNS (bounds_columns), .count = count_one, .get = get_bounds },
  { "method", COLUMNS (method_columns), .count = count_methods, .get = get_method },
  { "edge", COLUMNS (edge_columns), .count = count_edges, .get = get_edge },
  { "wait", COLUMNS (wait_columns), .count = count_waits, .get = get_wait },
  { "event", COLUMNS (event_columns), .count = count_events, .get = get_event },
  { "warning", COLUMNS (warning_columns), .count = count_warnings, .get = get_warning },
  { "flamegraph", COLUMNS (flame_columns), .view = "TOP_DOWN" },
  { "call_tree", COLUMNS (node_columns), .view = "TOP_DOWN", .with_self = TRUE },
  { "call_tree_bottom_up", COLUMNS (node_columns), .view = "BOTTOM_UP",
    .with_self = TRUE },
  { "slice", COLUMNS (slice_columns) },
  { "slices", COLUMNS (slice_columns) },
  { "thread_slice", COLUMNS (thread_slice_columns) },
  { "slice_with_stack_id", COLUMNS (stack_columns) },
  { "slice_self_dur", COLUMNS (self_columns) },
  { "call", COLUMNS (call_columns) },
  { "ancestor_slice", COLUMNS (relative_columns), .calls = TV_QUERY_ANCESTORS },
  { "descendant_slice", COLUMNS (relative_columns), .calls = TV_QUERY_DESCENDANTS },
  { "_slice_ancestor_and_self", COLUMNS (relative_columns), .calls = TV_QUERY_ANCESTORS,
    .with_self = TRUE },
  { "_slice_descendant_and_self", COLUMNS (relative_columns),
    .calls = TV_QUERY_DESCENDANTS, .with_self = TRUE },
};

const guint tv_query_n_tables = G_N_ELEMENTS (tv_query_tables);

/* Tables of Perfetto that say what others say, or that method traces have no rows for.
 */
const char *const tv_query_views[] = {
  "track AS SELECT id, name, type, NULL AS dimension_arg_set_id, parent_id,"
  " source_arg_set_id, machine_id, NULL AS track_group_id FROM thread_track",
  /* Process 0 is no real one, either. */
  "process AS SELECT 0 AS upid, 0 AS id, 0 AS pid, NULL AS name, NULL AS start_ts,"
  " NULL AS end_ts, NULL AS parent_upid, NULL AS uid, NULL AS android_appid,"
  " NULL AS android_user_id, NULL AS cmdline, NULL AS arg_set_id, NULL AS machine_id"
  " UNION ALL SELECT 1, 1, (SELECT CAST(str_value AS INTEGER) FROM metadata"
  " WHERE name = 'pid'), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"
  " WHERE 1 IN (SELECT upid FROM thread)",
  "args AS SELECT 2 * id AS id, arg_set_id, 'pathname' AS flat_key, 'pathname' AS key,"
  " NULL AS int_value, pathname AS string_value, NULL AS real_value,"
  " 'string' AS value_type, pathname AS display_value"
  " FROM method WHERE pathname IS NOT NULL UNION ALL"
  " SELECT 2 * id + 1, arg_set_id, 'line_number', 'line_number', line_number, NULL,"
  " NULL, 'int', line_number FROM method WHERE line_number IS NOT NULL",
  "mapping AS SELECT id AS method_id, name_in_file, name FROM method"
  " WHERE name_in_file <> name",
  "instant AS SELECT ts, track_id, name, arg_set_id FROM slice WHERE dur = 0",
  "flow AS SELECT 0 AS id, 0 AS slice_out, 0 AS slice_in, 0 AS trace_id,"
  " 0 AS arg_set_id WHERE 0",
  "process_track AS SELECT 0 AS id, NULL AS name, NULL AS type, NULL AS parent_id,"
  " NULL AS source_arg_set_id, NULL AS machine_id, 0 AS upid WHERE 0",
  "cpu_track AS SELECT 0 AS id, NULL AS name, NULL AS type, NULL AS parent_id,"
  " NULL AS source_arg_set_id, NULL AS machine_id, 0 AS cpu WHERE 0",
  "stats AS SELECT id, kind AS name, kind AS key, NULL AS idx,"
  " 'data_loss' AS severity, 'trace' AS source, count AS value,"
  " message AS description, NULL AS machine_id, 0 AS trace_id FROM warning",
  "process_slice AS SELECT id, ts, dur, category, name, track_id, NULL AS track_name,"
  " NULL AS process_name, NULL AS upid, NULL AS pid, depth, parent_id, arg_set_id,"
  " thread_ts, thread_dur FROM slice WHERE 0",
  /* The times in which each slice was on top of the stack: until its first child, and
   * from each child to the next one or the end. */
  "_slice_flattened AS SELECT f.slice_id, f.ts, f.dur, s.depth, s.name,"
  " (SELECT r.id FROM _slice_ancestor_and_self(f.slice_id) r LIMIT 1) AS root_id,"
  " s.track_id, s.utid, s.tid, s.thread_name, s.upid, s.pid, s.process_name FROM ("
  " SELECT p.id AS slice_id, p.ts, coalesce((SELECT c.ts FROM slice c"
  " WHERE c.id = p.id + 1 AND c.parent_id = p.id), p.ts + p.dur) - p.ts AS dur"
  " FROM slice p UNION ALL SELECT p.id, c.ts + c.dur,"
  " coalesce((SELECT n.ts FROM slice n WHERE n.parent_id = p.id AND n.id > c.id"
  " LIMIT 1), p.ts + p.dur) - c.ts - c.dur"
  " FROM slice c JOIN slice p ON c.parent_id = p.id) f"
  " JOIN thread_slice s ON s.id = f.slice_id WHERE f.dur > 0",
  "thread_or_process_slice AS SELECT id, ts, dur, category, name, track_id, track_name,"
  " thread_name, utid, tid, is_main_thread, process_name, upid, pid, depth, parent_id,"
  " arg_set_id, thread_ts, thread_dur FROM thread_slice",
};

const guint tv_query_n_views = G_N_ELEMENTS (tv_query_views);

/* Functions of Perfetto that are statements; they ask the first trace. */
#define BY_STACK(relative)                                                             \
  "CREATE PERFETTO FUNCTION " relative "_by_stack(stack_hash LONG)"                    \
  " RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, category STRING,"         \
  " name STRING, depth LONG, parent_id LONG, arg_set_id LONG, thread_ts LONG,"         \
  " thread_dur LONG) AS SELECT id, ts, dur, track_id, category, name, depth,"          \
  " parent_id, arg_set_id, thread_ts, thread_dur FROM slice WHERE id IN (SELECT r.id"  \
  " FROM slice_with_stack_id s, " relative "(s.id) r WHERE s.stack_id = $stack_hash);"

const char *const tv_query_prelude
    = BY_STACK ("ancestor_slice") BY_STACK ("descendant_slice")
    /* Where a track has no slice, the rows say nothing but the time. */
    "CREATE PERFETTO FUNCTION experimental_flat_slice(start LONG, until LONG)"
    " RETURNS TABLE(ts LONG, dur LONG, track_id LONG, category STRING, name STRING,"
    " arg_set_id LONG, source_id LONG) AS"
    " SELECT max(f.ts, $start) AS ts, min(f.ts + f.dur, $until) - max(f.ts, $start),"
    " f.track_id AS track_id, NULL, f.name, s.arg_set_id, f.slice_id"
    " FROM _slice_flattened f JOIN slice s ON s.id = f.slice_id"
    " WHERE f.ts < $until AND f.ts + f.dur > $start UNION ALL"
    " SELECT start, until - start, track_id, NULL, NULL, NULL, NULL FROM ("
    " SELECT track_id, max(coalesce(lag(ts + dur) OVER w, $start), $start) AS start,"
    " min(ts, $until) AS until FROM slice WHERE parent_id IS NULL"
    " WINDOW w AS (PARTITION BY track_id ORDER BY id) UNION ALL"
    " SELECT track_id, max(max(ts + dur), $start), $until FROM slice"
    " WHERE parent_id IS NULL GROUP BY track_id) WHERE until > start"
    " ORDER BY track_id, ts;";
