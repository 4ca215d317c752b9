/* SPDX-License-Identifier: Apache-2.0 */

#include "query/query-source.h"

#include "query/query-flame.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-system.h"

#include <string.h>

/* Processes and threads as Perfetto counts them: number 0 is the idle one, which the
 * process and the thread with the id 0 are. */

static void
number_processes (TvQuerySource *source)
{
  const TvProcess idle = { .pid = 0 };
  const guint n = tv_trace_get_n_processes (source->trace);
  guint32 index = TV_PROCESS_NONE;

  source->indexes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (source->indexes, index);
  source->processes = g_array_new (FALSE, FALSE, sizeof (TvProcess));
  source->upids = g_new0 (guint32, MAX (n, 1));
  g_array_append_val (source->processes, idle);
  for (guint i = 0; i < n; i++)
    {
      const TvProcess *process = tv_trace_get_process (source->trace, i);

      /* A method trace need not say whose it is. */
      if (!source->has_slices && (process->pid < 0 || source->n_threads == 0))
        continue;
      index = i;
      source->upids[i]
          = source->has_slices && process->pid == 0 ? 0 : source->processes->len;
      if (source->upids[i] == 0)
        {
          g_array_index (source->processes, TvProcess, 0) = *process;
          g_array_index (source->indexes, guint32, 0) = index;
          continue;
        }
      g_array_append_val (source->processes, *process);
      g_array_append_val (source->indexes, index);
    }
}

static gboolean
is_idle (const TvQuerySource *source, const TvThread *info)
{
  return info->number == 0
         && (info->process == TV_PROCESS_NONE || source->upids[info->process] == 0);
}

/* Adds a track to the thread that it is of. */
static void
add_to_thread (TvQuerySource *source, const TvThread *info, guint32 utid)
{
  TvThread *thread = &g_array_index (source->threads, TvThread, utid);

  if (thread->n_events == 0)
    {
      const TvThread *owner = tv_trace_get_thread (source->trace, info->owner);

      *thread = *info;
      thread->name = owner->name;
      return;
    }
  if (info->n_events == 0)
    return;
  thread->axis_first = MIN (thread->axis_first, info->axis_first);
  thread->axis_last = MAX (thread->axis_last, info->axis_last);
  thread->n_calls += info->n_calls;
}

/* Threads without tracks come last. */
static void
add_quiet_threads (TvQuerySource *source)
{
  guint n;
  const TvQuietThread *threads = tv_trace_get_quiet_threads (source->trace, &n);

  for (guint i = 0; i < n; i++)
    {
      const TvThread thread = { .kind = TV_TRACK_THREAD,
                                .number = threads[i].number,
                                .process = threads[i].process,
                                .name = threads[i].name };

      if (thread.number > 0)
        g_array_append_val (source->threads, thread);
    }
}

/* A thread may have several tracks. */
static void
number_threads (TvQuerySource *source)
{
  const TvThread idle = { .process = TV_PROCESS_NONE };

  source->threads = g_array_new (FALSE, FALSE, sizeof (TvThread));
  source->utids = g_new (guint32, MAX (source->n_threads, 1));
  g_array_append_val (source->threads, idle);
  for (guint i = 0; i < source->n_threads; i++)
    {
      const TvThread *info = tv_trace_get_thread (source->trace, i);

      source->utids[i] = TV_THREAD_NONE;
      if (info->kind != TV_TRACK_THREAD || info->owner != i)
        continue;
      source->utids[i] = source->threads->len;
      if (source->has_slices && is_idle (source, info))
        source->utids[i] = 0;
      else
        g_array_append_val (source->threads, *info);
    }
  for (guint i = 0; i < source->n_threads; i++)
    {
      const TvThread *info = tv_trace_get_thread (source->trace, i);

      if (info->kind != TV_TRACK_THREAD)
        continue;
      source->utids[i] = source->utids[info->owner];
      if (info->owner != i || source->utids[i] == 0)
        add_to_thread (source, info, source->utids[i]);
    }
  add_quiet_threads (source);
}

TvQuerySource *
tv_query_source_new (TvTrace *trace, guint index, TvQueryGuard *guard)
{
  TvQuerySource *source = g_new0 (TvQuerySource, 1);
  gsize n_waits = 0;

  source->trace = tv_trace_ref (trace);
  source->index = index;
  source->guard = guard;
  source->n_threads = tv_trace_get_n_threads (trace);
  source->n_methods = tv_trace_get_n_methods (trace);
  source->n_calls = (guint32) tv_trace_get_n_calls (trace);
  source->has_slices = tv_trace_get_info (trace)->kind != TV_TRACE_KIND_CALLS
                       || tv_trace_get_join (trace) != NULL;
  source->origin = tv_trace_get_info (trace)->origin;
  source->scope = (TvProfileRange){ .start = G_MININT64, .end = G_MAXINT64 };
  for (guint i = 0; i < source->n_threads; i++)
    {
      const TvTrackFacts *facts = tv_trace_get_track_facts (trace, i);

      source->has_state_tracks |= facts != NULL && facts->holds_states;
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    source->units[clock]
        = tv_trace_get_clock_quantity (trace, clock) == TV_QUANTITY_TIME
              ? 1
              : TV_WEIGHT_ONE;
  source->axis_unit = source->units[tv_query_source_get_clock (source)];
  number_processes (source);
  number_threads (source);
  source->names = g_new0 (const char *, MAX (source->n_methods, 1));
  source->texts = g_string_chunk_new (64 * 1024);
  source->flames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) tv_query_flame_unref);
  source->waits_before = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (guint thread = 0; thread <= source->n_threads; thread++)
    {
      g_array_append_val (source->waits_before, n_waits);
      if (thread < source->n_threads)
        n_waits += tv_trace_get_thread (trace, thread)->n_waits;
    }
  return source;
}

/* Has sums cover the part of the trace that a profile covers. */
void
tv_query_source_set_scope (TvQuerySource *source, TvProfile *profile)
{
  source->profile = tv_profile_ref (profile);
  source->scope = *tv_profile_get_range (profile);
}

void
tv_query_source_free (TvQuerySource *source)
{
  g_clear_pointer (&source->profile, tv_profile_unref);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    g_clear_pointer (&source->edges[clock], g_array_unref);
  tv_event_row_unref (source->events);
  g_clear_pointer (&source->counter_order, g_array_unref);
  g_clear_pointer (&source->state_order, g_array_unref);
  g_clear_pointer (&source->run_order, g_array_unref);
  g_clear_pointer (&source->args_before, g_array_unref);
  g_array_unref (source->waits_before);
  g_clear_pointer (&source->stacks, tv_query_stacks_free);
  g_string_chunk_free (source->texts);
  g_hash_table_unref (source->flames);
  for (guint i = 0; i < G_N_ELEMENTS (source->ranks); i++)
    {
      g_free (source->ranks[i]);
      g_free (source->ranked[i]);
    }
  tv_query_source_drop_self_times (source);
  g_array_unref (source->threads);
  g_array_unref (source->processes);
  g_array_unref (source->indexes);
  g_free (source->utids);
  g_free (source->upids);
  g_free (source->names);
  tv_trace_unref (source->trace);
  g_free (source);
}

/* Returns the name of a method as Perfetto writes it: `class.method: signature`. Slices
 * have names alone. */
char *
tv_query_source_dup_name (const TvQuerySource *source, const TvMethod *info)
{
  if (!info->named)
    return tv_method_dup_display_name (info);
  if (source->has_slices
      && (tv_trace_get_join (source->trace) == NULL || *info->signature == '\0'))
    return tv_method_dup_full_name (info);
  if (*info->class_name == '\0')
    return g_strconcat (info->name, ": ", info->signature, NULL);
  return g_strconcat (info->class_name, ".", info->name, ": ", info->signature, NULL);
}

const char *
tv_query_source_get_name (TvQuerySource *source, guint32 method)
{
  if (G_UNLIKELY (source->names[method] == NULL))
    {
      g_autofree char *name = tv_query_source_dup_name (
          source, tv_trace_get_method (source->trace, method));

      source->names[method] = g_string_chunk_insert (source->texts, name);
    }
  return source->names[method];
}

/* Returns a text of a thread. Only tracks below those of threads have names. */
static const char *
get_thread_text (const TvQuerySource *source, const TvThread *info, TvQueryField field)
{
  gint64 upid;

  if (field == TV_FIELD_PROCESS_NAME)
    return tv_query_source_get_number (source, info, TV_FIELD_UPID, &upid)
               ? g_array_index (source->processes, TvProcess, upid).name
               : NULL;
  if (info->kind == TV_TRACK_THREAD)
    {
      const TvThread *owner = tv_trace_get_thread (source->trace, info->owner);

      return field == TV_FIELD_THREAD_NAME              ? owner->name
             : g_strcmp0 (info->name, owner->name) != 0 ? info->name
                                                        : NULL;
    }
  return field == TV_FIELD_THREAD_NAME ? NULL : info->name;
}

/* Returns a text of a method or a thread, or NULL. */
const char *
tv_query_source_get_text (TvQuerySource *source, guint32 index, TvQueryField field)
{
  if (tv_query_field_is_of_thread (field))
    return get_thread_text (source, tv_trace_get_thread (source->trace, index), field);
  if (field == TV_FIELD_CATEGORY)
    return tv_trace_get_method (source->trace, index)->category;
  return field == TV_FIELD_NAME ? tv_query_source_get_name (source, index)
                                : tv_trace_get_method (source->trace, index)->file;
}

typedef struct
{
  TvQuerySource *source;
  TvQueryField field;
} Comparison;

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer data)
{
  const Comparison *by = data;

  return g_strcmp0 (
      tv_query_source_get_text (by->source, *(const guint32 *) a, by->field),
      tv_query_source_get_text (by->source, *(const guint32 *) b, by->field));
}

static guint
get_place_of_ranks (TvQueryField field)
{
  return field == TV_FIELD_NAME ? 1 : field == TV_FIELD_PATHNAME ? 2 : 0;
}

/* Returns the rank of each method in the order of a column. Equal methods share a rank.
 */
const guint32 *
tv_query_source_get_ranks (TvQuerySource *source, TvQueryField field)
{
  const guint place = get_place_of_ranks (field);
  const guint n = source->n_methods;
  Comparison by = { source, field };
  guint32 *methods;
  guint32 *ranks = source->ranks[place];

  if (ranks != NULL)
    return ranks;
  methods = source->ranked[place] = g_new (guint32, MAX (n, 1));
  ranks = source->ranks[place] = g_new (guint32, MAX (n, 1));
  for (guint32 method = 0; method < n; method++)
    methods[method] = ranks[method] = method;
  if (place == 0)
    return ranks;
  g_qsort_with_data (methods, (int) n, sizeof (guint32), compare_texts, &by);
  for (guint32 i = 0; i < n; i++)
    ranks[methods[i]] = i > 0 && compare_texts (&methods[i], &methods[i - 1], &by) == 0
                            ? ranks[methods[i - 1]]
                            : i;
  return ranks;
}

/* Returns one of the methods with a rank from tv_query_source_get_ranks(). */
guint32
tv_query_source_get_method_of_rank (const TvQuerySource *source, TvQueryField field,
                                    guint rank)
{
  return source->ranked[get_place_of_ranks (field)][rank];
}

/* Finds the times from which a field of calls is computed. Returns FALSE if the file
 * lacks the clock. */
gboolean
tv_query_field_find_times (TvQueryField field, const TvCalls *calls,
                           const TvTimes **start, const TvTimes **end)
{
  const gboolean is_on_axis = field <= TV_FIELD_SELF_DUR;
  const TvClock clock
      = field < TV_FIELD_WALL_START ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

  *start = is_on_axis ? &calls->axis_start : &calls->start[clock];
  *end = is_on_axis ? &calls->axis_end : &calls->end[clock];
  return tv_times_exist (*start);
}

/* Computes the own times of the calls of a thread. */
static void
add_self_times (const TvCalls *calls, TvQueryField field, gint64 *self_times)
{
  const TvTimes *start;
  const TvTimes *end;

  if (!tv_query_field_find_times (field, calls, &start, &end))
    return;
  for (gsize i = 0; i < calls->n; i++)
    {
      self_times[i] = tv_times_get (end, i) - tv_times_get (start, i);
      if (calls->parent[i] != TV_CALL_NONE)
        self_times[calls->parent[i]] -= self_times[i];
    }
}

/* Returns the own times of all calls, by id, on the clock of a field once many of them
 * are asked for, @n now: computing one visits all callees of the call, which are far
 * apart in memory. Returns NULL before that, or if there is no memory. */
const gint64 *
tv_query_source_get_self_times (TvQuerySource *source, TvQueryField field, guint n)
{
  gint64 **self_times = &source->self_times[(field - TV_FIELD_TS) / 4];
  const gint64 size = (gint64) source->n_calls * (gint64) sizeof (gint64);

  if (*self_times != NULL)
    return *self_times;
  source->n_self_requests += MIN (n, source->n_calls - source->n_self_requests);
  if (source->n_self_requests < source->n_calls / 16
      || size > tv_query_guard_get_room (source->guard) / 2
      || !tv_query_guard_take (source->guard, size))
    return *self_times;
  *self_times = g_new (gint64, source->n_calls);
  for (guint thread = 0; thread < source->n_threads; thread++)
    {
      const TvCalls calls = tv_trace_get_calls (source->trace, thread);

      add_self_times (&calls, field,
                      *self_times
                          + tv_trace_get_n_calls_before (source->trace, thread));
    }
  return *self_times;
}

void
tv_query_source_drop_self_times (TvQuerySource *source)
{
  for (guint i = 0; i < G_N_ELEMENTS (source->self_times); i++)
    if (source->self_times[i] != NULL)
      {
        source->guard->held -= (gint64) source->n_calls * (gint64) sizeof (gint64);
        g_clear_pointer (&source->self_times[i], g_free);
      }
  source->n_self_requests = 0;
}

/* Returns the sums of a method; NULL if the script was cancelled. */
const TvMethodTotals *
tv_query_source_get_totals (TvQuerySource *source, guint32 method)
{
  if (source->profile == NULL)
    source->profile = tv_profile_new (source->trace, source->guard->work, NULL);
  return source->profile != NULL ? tv_profile_get_totals (source->profile, method)
                                 : NULL;
}

/* Returns the clock of ts and dur. */
TvClock
tv_query_source_get_clock (const TvQuerySource *source)
{
  return tv_trace_has_clock (source->trace, TV_CLOCK_WALL) ? TV_CLOCK_WALL
                                                           : TV_CLOCK_THREAD_CPU;
}

/* Returns the clock of flame graphs, which is that of the weights of samples. */
TvClock
tv_query_source_get_flame_clock (const TvQuerySource *source)
{
  return tv_trace_has_samples (source->trace) ? TV_CLOCK_THREAD_CPU
                                              : tv_query_source_get_clock (source);
}

/* Returns a time of SQL as one of the trace. */
gint64
tv_query_source_find_time (const TvQuerySource *source, gint64 time)
{
  gint64 found;

  if (!__builtin_sub_overflow (time, source->origin, &found))
    return found;
  return time < 0 ? G_MININT64 : G_MAXINT64;
}

/* Returns the process of a thread or track, or TV_PROCESS_NONE. */
static guint32
find_upid (const TvQuerySource *source, const TvThread *info)
{
  if (!source->has_slices)
    return source->processes->len > 1 ? 1 : TV_PROCESS_NONE;
  return info->kind <= TV_TRACK_PROCESS && info->process != TV_PROCESS_NONE
             ? source->upids[info->process]
             : TV_PROCESS_NONE;
}

/* Gets a number of a thread other than those that its index has. Returns FALSE if it
 * has none. */
gboolean
tv_query_source_get_number (const TvQuerySource *source, const TvThread *info,
                            TvQueryField field, gint64 *number)
{
  const guint32 upid = find_upid (source, info);
  const gint64 tid = source->has_slices ? info->number : (gint64) info->id;
  const gint64 pid = upid != TV_PROCESS_NONE
                         ? g_array_index (source->processes, TvProcess, upid).pid
                         : -1;

  if (field == TV_FIELD_TID)
    *number = tid;
  else if (field == TV_FIELD_UPID)
    *number = upid;
  else if (field == TV_FIELD_PID)
    *number = pid;
  else
    *number = pid >= 0 ? pid == tid : g_strcmp0 (info->name, "main") == 0;
  if (field == TV_FIELD_TID || field == TV_FIELD_IS_MAIN_THREAD)
    return info->kind == TV_TRACK_THREAD
           && (field == TV_FIELD_TID || pid >= 0 || !source->has_slices);
  return field == TV_FIELD_UPID ? upid != TV_PROCESS_NONE : pid >= 0;
}

/* Gets a number of a thread. Returns FALSE if it has none. */
gboolean
tv_query_source_get_thread_number (const TvQuerySource *source, guint32 thread,
                                   TvQueryField field, gint64 *number)
{
  if (field != TV_FIELD_UTID && field != TV_FIELD_TRACK_ID)
    return tv_query_source_get_number (
        source, tv_trace_get_thread (source->trace, thread), field, number);
  *number = field == TV_FIELD_UTID ? source->utids[thread] : thread;
  return *number != TV_THREAD_NONE;
}

/* Returns the id of the argument set of a method's calls, which differs between traces.
 */
gint64
tv_query_source_get_arg_set (const TvQuerySource *source, guint32 method)
{
  return ((gint64) source->index << 32) + method + 1;
}

/* Returns the id of a set of arguments that slices have. */
gint64
tv_query_source_get_call_arg_set (const TvQuerySource *source, guint32 set)
{
  return ((gint64) source->index << 32) + set + 1;
}

/* Gets the id of the arguments of a slice. Returns FALSE if it has none. */
gboolean
tv_query_source_get_call_args (const TvQuerySource *source, guint32 thread, gsize call,
                               gint64 *number)
{
  const guint32 set = tv_trace_get_call_arg_set (source->trace, thread, call);

  *number = tv_query_source_get_call_arg_set (source, set);
  return set != TV_ARG_SET_NONE;
}

/* Gets a number that all calls of a method share. */
gboolean
tv_query_source_get_method_number (const TvQuerySource *source, guint32 method,
                                   TvQueryField field, gint64 *number)
{
  if (field == TV_FIELD_METHOD_ID)
    *number = method;
  else if (field == TV_FIELD_ARG_SET_ID)
    *number = tv_query_source_get_arg_set (source, method);
  else
    {
      *number = tv_trace_get_method (source->trace, method)->line;
      return *number > 0;
    }
  return TRUE;
}

/* Returns the kind of a track. The tracks of counters come after those of slices. */
guint
tv_query_source_get_kind (const TvQuerySource *source, guint32 track)
{
  const TvTrackFacts *facts;
  const TvThread *info;

  if (track >= source->n_threads)
    return TV_QUERY_COUNTER_KIND (
        tv_trace_get_counter (source->trace, track - source->n_threads)->kind);
  info = tv_trace_get_thread (source->trace, track);
  facts = tv_trace_get_track_facts (source->trace, track);
  if (source->has_slices && info->n_calls == 0)
    return TV_QUERY_EMPTY_KIND;
  return facts != NULL && facts->holds_states ? TV_QUERY_STATE_KIND ((guint) info->kind)
                                              : (guint) info->kind;
}

/* Returns the thread of a row, of which a number is before each thread. */
guint32
tv_query_source_find_thread (const TvQuerySource *source, const GArray *before,
                             gsize row)
{
  guint32 low = 0;
  guint32 high = source->n_threads;

  while (high - low > 1)
    {
      const guint32 middle = low + (high - low) / 2;

      if (g_array_index (before, gsize, middle) <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}
