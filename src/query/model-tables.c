/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/columns/method-columns.h"
#include "query/event-rules.h"
#include "query/extra-tables.h"
#include "query/query-flame.h"
#include "query/sample-tables.h"
#include "query/system-tables.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace-extras.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"

#include <metric-resources.h>
#include <string.h>

/* The tables with few rows, and their columns. Tables of Perfetto have its names and
 * types. */

static void
result_number (sqlite3_context *result, gboolean exists, gint64 number)
{
  if (exists)
    sqlite3_result_int64 (result, number);
}

/* Sets a result to a time on the axis of the trace. */
static void
result_axis (const TvQuerySource *source, gboolean exists, gint64 time,
             sqlite3_context *result)
{
  if (exists)
    tv_query_result_amount (source, tv_query_source_get_clock (source),
                            time + source->origin, result);
}

/* Sets a result to the id of a set of arguments. */
static void
result_set (const TvQuerySource *source, guint32 set, sqlite3_context *result)
{
  if (set != TV_ARG_SET_NONE)
    sqlite3_result_int64 (result, tv_query_source_get_call_arg_set (source, set));
}

static gsize
count_one (TvQuerySource *source)
{
  return 1;
}

/* Threads and their tracks. Row 0 of `thread` is Perfetto's idle thread, which is not a
 * real one, so a thread has the row after its index; a track has the index as its id.
 */

static gsize
count_tracks (TvQuerySource *source)
{
  return (gsize) source->n_threads + tv_trace_get_n_counters (source->trace);
}

/* The type that Perfetto gives to a track. Instants of Chrome have a negative number.
 */
static const char *
get_track_type (const TvQuerySource *source, const TvThread *track,
                const TvTrackFacts *facts)
{
  const gboolean is_chrome
      = g_str_equal (tv_trace_get_info (source->trace)->format, "chrome-json");

  if (!source->has_slices)
    return "art_method_tracing";
  if (facts != NULL && facts->type != NULL)
    return facts->type;
  if (facts != NULL && facts->holds_states)
    return track->kind == TV_TRACK_THREAD    ? "thread_state_track_event"
           : track->kind == TV_TRACK_PROCESS ? "process_state_track_event"
                                             : "global_state_track_event";
  if (track->kind == TV_TRACK_THREAD)
    return "thread_execution";
  if (track->kind == TV_TRACK_CPU)
    return NULL;
  if (track->kind == TV_TRACK_PROCESS)
    return !is_chrome          ? "process_track_event"
           : track->number < 0 ? "chrome_process_instant"
                               : "legacy_async_process_slice";
  return !is_chrome          ? "global_track_event"
         : track->number < 0 ? "legacy_chrome_global_instants"
                             : "legacy_async_global_slice";
}

static void
get_track (TvQuerySource *source, gsize row, TvQueryField field,
           sqlite3_context *result)
{
  const guint32 thread = (guint32) row;
  const TvTrackFacts *facts;
  const TvThread *track;
  gint64 number;

  if (field == TV_FIELD_MACHINE_ID)
    {
      result_number (result, source->has_slices, 0);
      return;
    }
  if (row >= source->n_threads)
    {
      tv_query_get_counter_track (source, (guint) (row - source->n_threads), field,
                                  result);
      return;
    }
  track = tv_trace_get_thread (source->trace, thread);
  facts = tv_trace_get_track_facts (source->trace, thread);
  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, source->has_slices ? tv_query_source_get_text (
                                      source, thread, TV_FIELD_TRACK_NAME)
                                                     : track->name);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, get_track_type (source, track, facts));
  else if (field == TV_FIELD_ARG_SET_ID)
    result_set (source, facts != NULL ? facts->arg_set : TV_ARG_SET_NONE, result);
  else if (field == TV_FIELD_CPU)
    sqlite3_result_int64 (result, track->number);
  else if (tv_query_field_is_of_thread (field)
           && tv_query_source_get_thread_number (source, thread, field, &number))
    sqlite3_result_int64 (result, number);
}

static gsize
count_utids (TvQuerySource *source)
{
  return source->threads->len;
}

static void
get_thread (TvQuerySource *source, gsize utid, TvQueryField field,
            sqlite3_context *result)
{
  const TvThread *info = &g_array_index (source->threads, TvThread, utid);
  gint64 number;

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, info->name);
  else if (field == TV_FIELD_TS || field == TV_FIELD_END_TS)
    result_axis (source, info->n_events > 0,
                 field == TV_FIELD_TS ? info->axis_first : info->axis_last, result);
  else if (field == TV_FIELD_MACHINE_ID)
    result_number (result, source->has_slices, 0);
  else if (field == TV_FIELD_IS_IDLE)
    sqlite3_result_int (result, utid == 0);
  else if (field == TV_FIELD_CALLS)
    result_number (result, utid > 0 || info->n_calls > 0, (gint64) info->n_calls);
  else if (field == TV_FIELD_UPID && utid == 0)
    result_number (result, source->has_slices, 0);
  else if (tv_query_field_is_of_thread (field)
           && (utid > 0 || field != TV_FIELD_IS_MAIN_THREAD)
           && tv_query_source_get_number (source, info, field, &number))
    sqlite3_result_int64 (result, number);
}

/* Processes */

static gsize
count_upids (TvQuerySource *source)
{
  return source->processes->len;
}

/* Numbers of users of Android have that of the person in front. */
#define USERS_PER_PERSON 100000

static void
result_process_facts (TvQuerySource *source, const TvProcessFacts *facts,
                      TvQueryField field, sqlite3_context *result)
{
  if (field == TV_FIELD_TS && facts->has_start)
    sqlite3_result_int64 (result, source->origin + facts->start);
  else if (field == TV_FIELD_PARENT_UPID && facts->is_first)
    sqlite3_result_int (result, 0);
  else if (field == TV_FIELD_PARENT_UPID && facts->parent != TV_PROCESS_NONE)
    sqlite3_result_int64 (result, source->upids[facts->parent]);
  else if (field == TV_FIELD_UID)
    result_number (result, facts->has_uid, facts->uid);
  else if (field == TV_FIELD_ANDROID_APPID)
    result_number (result, facts->has_uid, facts->uid % USERS_PER_PERSON);
  else if (field == TV_FIELD_ANDROID_USER_ID)
    result_number (result, facts->has_uid, facts->uid / USERS_PER_PERSON);
  else if (field == TV_FIELD_CMDLINE)
    tv_query_result_text (result, facts->command_line);
  else if (field == TV_FIELD_ARG_SET_ID)
    result_set (source, facts->arg_set, result);
}

static void
get_process (TvQuerySource *source, gsize upid, TvQueryField field,
             sqlite3_context *result)
{
  const TvProcess *process = &g_array_index (source->processes, TvProcess, upid);
  const TvProcessFacts *facts = tv_trace_get_process_facts (
      source->trace, g_array_index (source->indexes, guint32, upid));

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, process->name);
  else if (field == TV_FIELD_PID)
    result_number (result, process->pid >= 0, process->pid);
  else if (field == TV_FIELD_MACHINE_ID)
    result_number (result, source->has_slices, 0);
  else if (facts != NULL)
    result_process_facts (source, facts, field, result);
}

/* Methods */

static gsize
count_methods (TvQuerySource *source)
{
  return source->n_methods;
}

/* Sets sums to NULL on a clock that the file lacks. */
static void
result_sum (TvQuerySource *source, TvQueryField field, const TvMethodTotals *totals,
            sqlite3_context *result)
{
  static const struct
  {
    TvQueryField field;
    TvMethodMeasure measure;
    TvClock clock;
  } sums[] = {
    { TV_FIELD_CALLS, TV_METHOD_MEASURE_CALLS, 0 },
    { TV_FIELD_RECURSIVE_CALLS, TV_METHOD_MEASURE_RECURSIVE_CALLS, 0 },
    { TV_FIELD_WALL_INCLUSIVE, TV_METHOD_MEASURE_INCLUSIVE, TV_CLOCK_WALL },
    { TV_FIELD_WALL_EXCLUSIVE, TV_METHOD_MEASURE_EXCLUSIVE, TV_CLOCK_WALL },
    { TV_FIELD_CPU_INCLUSIVE, TV_METHOD_MEASURE_INCLUSIVE, TV_CLOCK_THREAD_CPU },
    { TV_FIELD_CPU_EXCLUSIVE, TV_METHOD_MEASURE_EXCLUSIVE, TV_CLOCK_THREAD_CPU },
    { TV_FIELD_WAITING, TV_METHOD_MEASURE_WAITING, 0 },
    { TV_FIELD_WAITS, TV_METHOD_MEASURE_WAITS, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    if (sums[i].field == field
        && tv_method_measure_exists (sums[i].measure, sums[i].clock, source->trace))
      {
        const gint64 sum
            = tv_method_measure_get_sum (sums[i].measure, sums[i].clock, totals);

        if (sums[i].measure == TV_METHOD_MEASURE_INCLUSIVE
            || sums[i].measure == TV_METHOD_MEASURE_EXCLUSIVE)
          tv_query_result_amount (source, sums[i].clock, sum, result);
        else
          sqlite3_result_int64 (result, sum);
      }
}

static void
get_method (TvQuerySource *source, gsize row, TvQueryField field,
            sqlite3_context *result)
{
  const guint32 method = (guint32) row;
  const TvMethod *info = tv_trace_get_method (source->trace, method);
  const TvMethodTotals *totals;

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, tv_query_source_get_name (source, method));
  else if (field == TV_FIELD_NAME_IN_FILE)
    sqlite3_result_text (result,
                         tv_query_source_dup_name (source, tv_trace_get_method_in_file (
                                                               source->trace, method)),
                         -1, g_free);
  else if (field == TV_FIELD_CLASS)
    tv_query_result_text (result, info->class_name);
  else if (field == TV_FIELD_METHOD)
    tv_query_result_text (result, info->name);
  else if (field == TV_FIELD_SIGNATURE)
    tv_query_result_text (result, info->signature);
  else if (field == TV_FIELD_PATHNAME)
    tv_query_result_text (result, info->file);
  else if (field == TV_FIELD_CATEGORY)
    tv_query_result_text (result, info->category);
  else if (field == TV_FIELD_LINE_NUMBER)
    result_number (result, info->line > 0, info->line);
  else if (field == TV_FIELD_IS_NAMED)
    sqlite3_result_int (result, info->named);
  else if (field == TV_FIELD_ARG_SET_ID)
    result_number (result, !source->has_slices,
                   tv_query_source_get_arg_set (source, method));
  else if (field == TV_FIELD_POSITION)
    sqlite3_result_int64 (result, (gint64) info->id);
  else if ((totals = tv_query_source_get_totals (source, method)) != NULL)
    result_sum (source, field, totals, result);
}

/* Edges between callers and callees, which have the same order on both clocks. */

static const TvCallEdge *
get_edges (TvQuerySource *source, TvClock clock, guint *n)
{
  if (!tv_trace_has_clock (source->trace, clock))
    return NULL;
  if (source->edges[clock] == NULL)
    {
      source->edges[clock] = tv_call_edges_new (source->trace, &source->scope, clock,
                                                NULL, source->guard->work, NULL);
      if (source->edges[clock] != NULL
          && !tv_query_guard_demand (source->guard, source->edges[clock]->len
                                                        * (gint64) sizeof (TvCallEdge)))
        g_clear_pointer (&source->edges[clock], g_array_unref);
    }
  if (source->edges[clock] == NULL)
    return NULL;
  *n = source->edges[clock]->len;
  return (const TvCallEdge *) (gpointer) source->edges[clock]->data;
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
  if (field == TV_FIELD_CALLER_ID)
    result_number (result, edge->caller != TV_METHOD_NONE, edge->caller);
  else if (field == TV_FIELD_CALLEE_ID)
    sqlite3_result_int64 (result, edge->callee);
  else if (field == TV_FIELD_CALLS)
    sqlite3_result_int64 (result, (gint64) edge->calls);
  else if (field == TV_FIELD_WALL_INCLUSIVE && wall != NULL)
    sqlite3_result_int64 (result, wall[row].inclusive);
  else if (field == TV_FIELD_CPU_INCLUSIVE && cpu != NULL)
    tv_query_result_amount (source, TV_CLOCK_THREAD_CPU, cpu[row].inclusive, result);
  else if (field == TV_FIELD_CALLER_IS_RECURSIVE)
    sqlite3_result_int (result, edge->caller_recursive);
  else if (field == TV_FIELD_CALLEE_IS_RECURSIVE)
    sqlite3_result_int (result, edge->callee_recursive);
}

/* Calls added up by path, for flame graphs. Some tables have a row for the root. */

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
  const TvClock clock = tv_query_source_get_flame_clock (source);
  const gint64 time = tv_flame_part_get_time (part, index, clock);
  TvMethodTotals totals = { .calls = node->calls, .waiting = node->waiting };

  memcpy (totals.inclusive, node->inclusive, sizeof totals.inclusive);
  memcpy (totals.exclusive, node->exclusive, sizeof totals.exclusive);
  if (field == TV_FIELD_PARENT_ID)
    result_number (result, node->parent != TV_NODE_NONE && node->parent >= first,
                   (gint64) node->parent - first + before - row);
  else if (field == TV_FIELD_METHOD_ID)
    result_number (result, node->method != TV_METHOD_NONE, node->method);
  else if (field == TV_FIELD_NAME && node->method != TV_METHOD_NONE)
    tv_query_result_text (result, tv_query_source_get_name (source, node->method));
  else if (field == TV_FIELD_DEPTH)
    sqlite3_result_int (result, with_root ? ABS (part->depths[index])
                                          : part->depths[index] + (first > 1));
  else if (field == TV_FIELD_SELF_DUR)
    tv_query_result_amount (source, clock, tv_flame_part_get_self (part, index, clock),
                            result);
  else if (field == TV_FIELD_DUR)
    tv_query_result_amount (source, clock, time, result);
  else if (field == TV_FIELD_PARENT_DUR && node->parent != TV_NODE_NONE
           && node->parent >= first)
    tv_query_result_amount (source, clock,
                            tv_flame_part_get_time (part, node->parent, clock), result);
  else if (field == TV_FIELD_TS)
    tv_query_result_amount (source, clock, part->starts[index], result);
  else if (field == TV_FIELD_END_TS)
    tv_query_result_amount (source, clock, part->starts[index] + time, result);
  else
    result_sum (source, field, &totals, result);
}

/* Waits, by thread */

static gsize
count_waits (TvQuerySource *source)
{
  return g_array_index (source->waits_before, gsize, source->n_threads);
}

static void
get_wait (TvQuerySource *source, gsize row, TvQueryField field, sqlite3_context *result)
{
  const guint32 thread
      = tv_query_source_find_thread (source, source->waits_before, row);
  const TvWaits waits = tv_trace_get_waits (source->trace, thread);
  const gsize wait = row - g_array_index (source->waits_before, gsize, thread);

  if (field == TV_FIELD_UTID)
    sqlite3_result_int64 (result, source->utids[thread]);
  else if (field == TV_FIELD_PARENT_ID)
    result_number (result, waits.call[wait] != TV_CALL_NONE,
                   (gint64) tv_trace_get_n_calls_before (source->trace, thread)
                       + waits.call[wait]);
  else if (field == TV_FIELD_TS)
    sqlite3_result_int64 (result, source->origin + tv_times_get (&waits.start, wait));
  else if (field == TV_FIELD_DUR)
    sqlite3_result_int64 (result, tv_times_get (&waits.end, wait)
                                      - tv_times_get (&waits.start, wait));
}

/* Events of the program's own rules */

static gsize
count_events (TvQuerySource *source)
{
  g_autoptr (TvEventRules) rules = NULL;

  if (source->events != NULL)
    return source->events->events->len;
  rules = tv_event_rules_new (FALSE);
  tv_event_rules_add_own (rules);
  source->events
      = tv_event_rules_find (rules, source->trace, "", source->guard->work, NULL);
  /* Do not keep an incomplete list. */
  if (g_cancellable_is_cancelled (source->guard->work)
      || !tv_query_guard_demand (source->guard, source->events->events->len
                                                    * (gint64) sizeof (TvEvent)))
    g_clear_pointer (&source->events, tv_event_row_unref);
  return source->events != NULL ? source->events->events->len : 0;
}

static void
get_event (TvQuerySource *source, gsize row, TvQueryField field,
           sqlite3_context *result)
{
  const TvEvent *event = tv_event_row_get (source->events, (guint) row);

  if (field == TV_FIELD_TS)
    result_axis (source, TRUE, event->start, result);
  else if (field == TV_FIELD_DUR)
    tv_query_result_amount (source, tv_query_source_get_clock (source),
                            event->end - event->start, result);
  else if (field == TV_FIELD_NAME)
    tv_query_result_text (result, event->label);
  else if (field == TV_FIELD_DETAIL)
    tv_query_result_text (result, event->explanation);
  else if (field == TV_FIELD_UTID)
    result_number (result, source->utids[event->call.thread] != TV_THREAD_NONE,
                   source->utids[event->call.thread]);
  else if (field == TV_FIELD_PARENT_ID)
    sqlite3_result_int64 (
        result, (gint64) tv_trace_get_n_calls_before (source->trace, event->call.thread)
                    + event->call.call);
}

/* All rows are of the machine that recorded the trace. */

static void
get_machine (TvQuerySource *source, gsize row, TvQueryField field,
             sqlite3_context *result)
{
  sqlite3_result_int (result, 0);
}

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

/* Facts about the file: some that Perfetto has, and the lines of the version section.
 */

#define N_FACTS 3

/* Returns Perfetto's name of a format, or ours where it has none. */
static const char *
get_trace_type (const char *format)
{
  static const char *const types[][2] = { { "chrome-json", "json" },
                                          { "perfetto", "proto" },
                                          { "ftrace", "systrace" },
                                          { "classic", "art_method" },
                                          { "streaming", "art_method" },
                                          { "packets", "art_method_v2" },
                                          { "simpleperf", "simpleperf_proto" },
                                          { "perf-script", "perf_text" },
                                          { "pprof", "pprof" },
                                          { "collapsed", "collapsed_stack" },
                                          { "firefox", "gecko" } };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (format, types[i][0]))
      return types[i][1];
  return format;
}

static gsize
count_metadata (TvQuerySource *source)
{
  return N_FACTS + (gsize) tv_trace_get_n_properties (source->trace)
         + tv_trace_get_n_extras (source->trace, TV_EXTRA_FACTS);
}

/* A row of the table: either value may be missing. */
typedef struct
{
  const char *name;
  gboolean has_number;
  gint64 number;
  const char *text;
} Fact;

static Fact
find_fact (const TvTrace *trace, gsize row)
{
  const TvTraceInfo *info = tv_trace_get_info (trace);
  const gsize n_properties = tv_trace_get_n_properties (trace);
  const TvProperty *property;
  TvExtraValue number;

  if (row == 0)
    return (Fact){ .name = "trace_type", .text = get_trace_type (info->format) };
  if (row == 1)
    return (Fact){ "trace_size_bytes", TRUE, (gint64) info->file_size, NULL };
  /* 3 is the monotonic clock, 6 the one that goes on in sleep. */
  if (row == 2)
    return (Fact){ "trace_time_clock_id", TRUE,
                   g_str_equal (info->format, "perfetto") ? 6 : 3, NULL };
  row -= N_FACTS;
  if (row < n_properties)
    {
      property = tv_trace_get_property (trace, (guint) row);
      return (Fact){ .name = property->key, .text = property->value };
    }
  row -= n_properties;
  number = tv_trace_get_extra (trace, TV_EXTRA_FACTS, row, 1);
  return (Fact){ tv_trace_get_extra (trace, TV_EXTRA_FACTS, row, 0).text,
                 number.is_known, number.number,
                 tv_trace_get_extra (trace, TV_EXTRA_FACTS, row, 2).text };
}

static void
get_metadata (TvQuerySource *source, gsize row, TvQueryField field,
              sqlite3_context *result)
{
  const Fact fact = find_fact (source->trace, row);

  if (field == TV_FIELD_NAME)
    tv_query_result_text (result, fact.name);
  else if (field == TV_FIELD_TYPE)
    tv_query_result_text (result, fact.has_number ? "single_int" : "single_string");
  else if (field == TV_FIELD_INT_VALUE)
    result_number (result, fact.has_number, fact.number);
  else if (field == TV_FIELD_STR_VALUE)
    tv_query_result_text (result, fact.text);
}

static void
get_bounds (TvQuerySource *source, gsize row, TvQueryField field,
            sqlite3_context *result)
{
  gint64 start;
  gint64 end;

  tv_trace_get_axis_range (source->trace, &start, &end);
  result_axis (source, TRUE, field == TV_FIELD_TS ? start : end, result);
}

/* Columns */

#define SUM_COLUMNS                                                                    \
  "calls wall_inclusive wall_exclusive cpu_inclusive cpu_exclusive waiting"

#define STACK_COLUMNS                                                                  \
  "id ts dur track_id category name depth parent_id arg_set_id "                       \
  "thread_ts=cpu_start thread_dur=cpu_dur"

#define PERFETTO_COLUMNS                                                               \
  STACK_COLUMNS                                                                        \
  " thread_instruction_count=nothing thread_instruction_delta=nothing"

#define SLICE_COLUMNS                                                                  \
  PERFETTO_COLUMNS " cat=category slice_id=id is_open -pathname -_end_ts=end_ts "      \
                   "-stack_id -parent_stack_id"

#define THREAD_SLICE_COLUMNS                                                           \
  "id ts dur category name track_id track_name thread_name utid tid is_main_thread "   \
  "process_name upid pid depth parent_id arg_set_id thread_ts=cpu_start "              \
  "thread_dur=cpu_dur"

#define TRACK_COLUMNS                                                                  \
  "id name type parent_id=nothing source_arg_set_id=arg_set_id machine_id"

#define COUNTER_COLUMNS TRACK_COLUMNS " unit description=no_text"

#define RUN_COLUMNS "id ts dur cpu utid end_state priority ucpu=cpu"

#define OF_THREAD (1 << TV_TRACK_THREAD)
#define OF_PROCESS (1 << TV_TRACK_PROCESS)
#define OF_COUNTER(kind) (1 << TV_QUERY_COUNTER_KIND (kind))
#define OF_COUNTERS (0xf << TV_QUERY_COUNTER_KIND (0))
#define OF_SLICES TV_QUERY_SLICE_KINDS
#define OF_STATE(kind) (1 << TV_QUERY_STATE_KIND (kind))
#define OF_STATES (0xf << TV_QUERY_STATE_KIND (0))
#define OF_ANY (OF_SLICES | OF_COUNTERS | OF_STATES)

/* Columns that Perfetto does not have come last; those that scripts could mistake for
 * columns of other tables are hidden. */
const TvQueryTable tv_query_tables[] = {
  { "thread",
    .columns = "utid=id id tid name start_ts=ts end_ts upid is_main_thread is_idle "
               "machine_id arg_set_id=nothing calls",
    .count = count_utids, .get = get_thread },
  { "process",
    .columns = "upid=id id pid name start_ts=ts end_ts=nothing parent_upid uid "
               "android_appid android_user_id cmdline arg_set_id machine_id",
    .count = count_upids, .get = get_process },
  { "track",
    .columns = "id name type dimension_arg_set_id=nothing parent_id=nothing "
               "source_arg_set_id=arg_set_id machine_id track_group_id=nothing",
    .count = count_tracks, .get = get_track, .kinds = OF_ANY },
  { "thread_track", .columns = TRACK_COLUMNS " utid", .count = count_tracks,
    .get = get_track, .kinds = OF_THREAD },
  { "process_track", .columns = TRACK_COLUMNS " upid", .count = count_tracks,
    .get = get_track, .kinds = OF_PROCESS },
  { "cpu_track", .columns = TRACK_COLUMNS " cpu", .count = count_tracks,
    .get = get_track, .kinds = 1 << TV_TRACK_CPU },
  { "state_track",
    .columns = "id name parent_id=nothing type dimension_arg_set_id=nothing "
               "source_arg_set_id=arg_set_id machine_id",
    .count = count_tracks, .get = get_track, .kinds = OF_STATES },
  { "thread_state_track", .columns = TRACK_COLUMNS " utid", .count = count_tracks,
    .get = get_track, .kinds = OF_STATE (TV_TRACK_THREAD) },
  { "process_state_track", .columns = TRACK_COLUMNS " upid", .count = count_tracks,
    .get = get_track, .kinds = OF_STATE (TV_TRACK_PROCESS) },
  { "counter_track",
    .columns = "id name parent_id=nothing type dimension_arg_set_id=nothing "
               "source_arg_set_id=nothing machine_id unit description=no_text",
    .count = count_tracks, .get = get_track, .kinds = OF_COUNTERS, .of_slices = TRUE },
  { "cpu_counter_track", .columns = COUNTER_COLUMNS " cpu", .count = count_tracks,
    .get = get_track, .kinds = OF_COUNTER (TV_TRACK_CPU), .of_slices = TRUE },
  { "process_counter_track", .columns = COUNTER_COLUMNS " upid", .count = count_tracks,
    .get = get_track, .kinds = OF_COUNTER (TV_TRACK_PROCESS), .of_slices = TRUE },
  { "thread_counter_track", .columns = COUNTER_COLUMNS " utid", .count = count_tracks,
    .get = get_track, .kinds = OF_COUNTER (TV_TRACK_THREAD), .of_slices = TRUE },
  { "counter", .columns = "id ts track_id value arg_set_id=nothing",
    .count = tv_query_count_counter_values, .get = tv_query_get_counter_value,
    .of_slices = TRUE },
  { "counters", .columns = "id ts track_id value arg_set_id=nothing name unit",
    .count = tv_query_count_counter_values, .get = tv_query_get_counter_value,
    .of_slices = TRUE },
  { "sched_slice", .columns = RUN_COLUMNS, .count = tv_query_count_runs,
    .get = tv_query_get_run, .of_slices = TRUE },
  { "sched", .columns = RUN_COLUMNS " ts_end=end_ts", .count = tv_query_count_runs,
    .get = tv_query_get_run, .of_slices = TRUE },
  { "thread_state",
    .columns = "id ts dur cpu utid state io_wait blocked_function waker_utid waker_id "
               "irq_context=nothing ucpu=cpu",
    .count = tv_query_count_states, .get = tv_query_get_state, .of_slices = TRUE },
  { "cpu",
    .columns = "id ucpu=cpu cpu cluster_id=nothing processor=no_text "
               "machine_id capacity=nothing arg_set_id=nothing",
    .count = tv_query_count_cpus, .get = tv_query_get_cpu, .of_slices = TRUE },
  { "_flow", .columns = "id slice_out slice_in trace_id arg_set_id=nothing",
    .count = tv_query_count_flows, .get = tv_query_get_flow },
  { "args",
    .columns = "id arg_set_id flat_key key int_value string_value=str_value real_value "
               "value_type=type display_value",
    .count = tv_query_count_args, .get = tv_query_get_arg, .of_slices = TRUE,
    .key = TV_FIELD_ARG_SET_ID, .find = tv_query_find_args },
  { "sample",
    .columns = "id ts utid weight callsite_id slice_id=parent_id method_id name",
    .count = tv_query_count_samples, .get = tv_query_get_sample, .of_samples = TRUE },
  { "_profile_sample", .columns = "id ts callsite_id utid process_priority=nothing",
    .count = tv_query_count_profile_samples, .get = tv_query_get_sample,
    .of_samples = TRUE },
  { "__intrinsic_profiler_session",
    .columns = "id source=x0 timebase_unit=x1 cmdline=x2",
    .count = tv_query_count_sessions, .get = tv_query_get_sessions,
    .of_samples = TRUE },
  { "__intrinsic_profiler_async_context", .columns = "id name=x0 kind=x1 parent_id=e2",
    .count = tv_query_count_async_contexts, .get = tv_query_get_async_contexts,
    .of_samples = TRUE },
  { "__intrinsic_profiler_task_context",
    .columns = "id upid=e0 utid=e1 async_context_id=e2",
    .count = tv_query_count_task_contexts, .get = tv_query_get_task_contexts,
    .of_samples = TRUE },
  { "__intrinsic_profiler_execution_context", .columns = "id ucpu=e0 cpu_mode=x1",
    .count = tv_query_count_execution_contexts, .get = tv_query_get_execution_contexts,
    .of_samples = TRUE },
  { "__intrinsic_profiler_sample",
    .columns = "id ts=e0 source=x1 task_context_id=e2 execution_context_id=e3 "
               "callsite_id unwind_error=x5 session_id=e6 counter_set_id=id",
    .count = tv_query_count_stack_samples, .get = tv_query_get_stack_samples,
    .of_samples = TRUE },
  { "_sample_counter",
    .columns = "id session_id=e0 name=x1 unit=x2 is_timebase=e3 cpu=e4 track_id",
    .count = tv_query_count_sample_counters, .get = tv_query_get_sample_counters,
    .of_samples = TRUE },
  { "_sample_value", .columns = "id sample_id=e0 counter_id=e1 value=e2",
    .count = tv_query_count_sample_values, .get = tv_query_get_sample_values,
    .of_samples = TRUE },
  { "_frame_source", .columns = "id frame_id=e0 source_file=x2 line_number=e3",
    .count = tv_query_count_frame_facts, .get = tv_query_get_frame_facts,
    .of_samples = TRUE },
  { "profiler_smaps",
    .columns = "id upid=e0 ts=e1 path=x2 size_kb=e3 private_dirty_kb=e4 swap_kb=e5 "
               "file_name=x6 start_address=e7 module_timestamp=e8 module_debugid=x9 "
               "module_debug_path=x10 protection_flags=e11 "
               "private_clean_resident_kb=e12 shared_dirty_resident_kb=e13 "
               "shared_clean_resident_kb=e14 locked_kb=e15 "
               "proportional_resident_kb=e16",
    .count = tv_query_count_smaps, .get = tv_query_get_smaps, .of_slices = TRUE },
  { "_android_log", .columns = "id ts=e0 tid=e1 prio=e2 tag=x3 msg=x4",
    .count = tv_query_count_logs, .get = tv_query_get_logs },
  { "package_list",
    .columns = "id package_name=x0 uid=e1 debuggable=e2 profileable_from_shell=e3 "
               "version_code=e4",
    .count = tv_query_count_packages, .get = tv_query_get_packages },
  { "stack_profile_callsite", .columns = "id depth parent_id frame_id",
    .count = tv_query_count_callsites, .get = tv_query_get_callsite,
    .of_samples = TRUE },
  { "stack_profile_frame",
    .columns = "id name mapping rel_pc=nothing symbol_set_id "
               "deobfuscated_name=detail type",
    .count = tv_query_count_frames, .get = tv_query_get_frame, .of_samples = TRUE },
  { "stack_profile_mapping",
    .columns = "id build_id=no_text exact_offset=nothing start_offset=nothing "
               "start=nothing end=nothing load_bias=nothing name",
    .count = tv_query_count_mappings, .get = tv_query_get_mapping, .of_samples = TRUE },
  { "machine", .columns = "id raw_id=machine_id", .count = count_one,
    .get = get_machine, .of_slices = TRUE },
  { "metadata",
    .columns = "id name key_type=type int_value str_value machine_id=nothing "
               "trace_id=nothing",
    .count = count_metadata, .get = get_metadata },
  { "trace_bounds", .columns = "start_ts=ts end_ts", .count = count_one,
    .get = get_bounds },
  { "method",
    .columns = "id file_id=position name name_in_file class method signature pathname "
               "line_number is_named arg_set_id calls recursive_calls wall_inclusive "
               "wall_exclusive cpu_inclusive cpu_exclusive waiting waits -category",
    .count = count_methods, .get = get_method },
  { "edge",
    .columns = "caller_id callee_id calls wall_inclusive cpu_inclusive "
               "caller_is_recursive callee_is_recursive",
    .count = count_edges, .get = get_edge },
  { "wait", .columns = "id utid call_id=parent_id ts dur", .count = count_waits,
    .get = get_wait },
  { "event", .columns = "id ts dur name explanation=detail utid slice_id=parent_id",
    .count = count_events, .get = get_event },
  { "warning", .columns = "id kind=type count place position detail message",
    .count = count_warnings, .get = get_warning },
  { "flamegraph",
    .columns = "_tree_id=id _tree_parent_id=parent_id depth name self_value=self_dur "
               "cumulative_value=dur parent_cumulative_value=parent_dur x_start=ts "
               "x_end=end_ts method_id " SUM_COLUMNS " -view -pattern",
    .view = "TOP_DOWN" },
  { "call_tree", .columns = "id parent_id depth method_id name " SUM_COLUMNS,
    .view = "TOP_DOWN", .with_self = TRUE },
  { "call_tree_bottom_up", .columns = "id parent_id depth method_id name " SUM_COLUMNS,
    .view = "BOTTOM_UP", .with_self = TRUE },
  { "slice", .columns = SLICE_COLUMNS, .kinds = OF_SLICES, .by_time = TRUE },
  { "slices", .columns = SLICE_COLUMNS, .kinds = OF_SLICES, .by_time = TRUE },
  { "state", .columns = "id ts track_id value=name arg_set_id dur category",
    .kinds = OF_STATES, .by_time = TRUE, .is_copied = TRUE },
  { "thread_slice", .columns = THREAD_SLICE_COLUMNS " is_open -pathname",
    .kinds = OF_THREAD, .by_time = TRUE },
  { "process_slice",
    .columns = "id ts dur category name track_id track_name process_name upid pid "
               "depth parent_id arg_set_id thread_ts=cpu_start thread_dur=cpu_dur",
    .kinds = OF_PROCESS, .by_time = TRUE },
  { "thread_or_process_slice", .columns = THREAD_SLICE_COLUMNS,
    .kinds = OF_THREAD | OF_PROCESS },
  { "slice_with_stack_id", .columns = PERFETTO_COLUMNS " stack_id parent_stack_id",
    .by_time = TRUE },
  { "slice_self_dur", .columns = "id self_dur" },
  { "call",
    .columns
    = "id utid number method_id name parent_id depth ts dur self_dur wall_start "
      "wall_end wall_dur wall_self cpu_start cpu_end cpu_dur cpu_self "
      "is_pre_open is_open exit_lost by_exception is_recursive -pathname -track_id" },
  { "ancestor_slice", .columns = PERFETTO_COLUMNS " -start_id",
    .calls = TV_QUERY_ANCESTORS },
  { "descendant_slice", .columns = PERFETTO_COLUMNS " -start_id",
    .calls = TV_QUERY_DESCENDANTS },
  { "_slice_ancestor_and_self", .columns = PERFETTO_COLUMNS " -start_id",
    .calls = TV_QUERY_ANCESTORS, .with_self = TRUE },
  { "_slice_descendant_and_self", .columns = PERFETTO_COLUMNS " -start_id",
    .calls = TV_QUERY_DESCENDANTS, .with_self = TRUE },
  { "ancestor_slice_by_stack", .columns = STACK_COLUMNS " -stack_hash=start_id",
    .calls = TV_QUERY_ANCESTORS, .by_stack = TRUE },
  { "descendant_slice_by_stack", .columns = STACK_COLUMNS " -stack_hash=start_id",
    .calls = TV_QUERY_DESCENDANTS, .by_stack = TRUE },
};

const guint tv_query_n_tables = G_N_ELEMENTS (tv_query_tables);

gboolean
tv_query_table_exists (const TvQueryTable *table, const TvQuerySource *source)
{
  return (source->has_slices || !table->of_slices)
         && (!table->of_samples || tv_trace_has_samples (source->trace));
}
