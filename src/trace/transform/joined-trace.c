/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/transform/joined-trace.h"

#include "trace/model/call-columns.h"
#include "trace/model/id-map.h"
#include "trace/model/parallel.h"
#include "trace/transform/joining.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The ids of rows whose own id another row has. */
#define FIRST_INVENTED_ID 0x40000000u

/* Clocks */

static gint64
get_end (const TvTrace *trace)
{
  gint64 start, end;

  tv_trace_get_axis_range (trace, &start, &end);
  return end;
}

static gboolean
overlap (const TvJoining *self, gint64 later)
{
  return later <= get_end (self->parts[TV_JOIN_SYSTEM].trace)
         && later >= -get_end (self->parts[TV_JOIN_CALLS].trace);
}

static gboolean
compare_clocks (const TvJoining *self, TvSystemClock calls_clock,
                TvSystemClock system_clock, gint64 *later)
{
  gint64 calls, system;

  return tv_trace_get_clock_start (self->parts[TV_JOIN_CALLS].trace, calls_clock,
                                   &calls)
         && tv_trace_get_clock_start (self->parts[TV_JOIN_SYSTEM].trace, system_clock,
                                      &system)
         && !__builtin_sub_overflow (calls, system, later);
}

/* Finds a clock that both have. *later is how much later the method trace starts. A
 * device that has not slept shows the same on both clocks that count from its start. */
static TvSystemClock
find_clock (const TvJoining *self, gint64 *later)
{
  static const TvSystemClock clocks[]
      = { TV_SYSTEM_CLOCK_MONOTONIC, TV_SYSTEM_CLOCK_BOOT,
          TV_SYSTEM_CLOCK_MONOTONIC_RAW, TV_SYSTEM_CLOCK_REALTIME };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    if (compare_clocks (self, clocks[i], clocks[i], later))
      return clocks[i];
  if (compare_clocks (self, TV_SYSTEM_CLOCK_MONOTONIC, TV_SYSTEM_CLOCK_BOOT, later)
      && overlap (self, *later))
    return TV_SYSTEM_CLOCK_BOOT;
  *later = 0;
  return TV_SYSTEM_CLOCK_UNKNOWN;
}

/* Whether all times can be added up over all rows. */
static gboolean
has_room (const TvJoining *self, gint64 shift, guint part)
{
  const gint64 limit = G_MAXINT64 / (gint64) MAX (self->rows->len, 1);
  gint64 end;

  return !__builtin_add_overflow (shift, get_end (self->parts[part].trace), &end)
         && end <= limit;
}

/* Sets the shifts of both parts so that the earlier one starts at 0. */
static gboolean
place_parts (TvJoining *self, gint64 offset, GError **error)
{
  TvJoin *join = &self->to->joined->join;
  gint64 later;

  join->clock = find_clock (self, &later);
  join->offset = offset;
  join->n_threads = self->match.n;
  if (__builtin_add_overflow (later, offset, &later) || later == G_MININT64)
    later = G_MAXINT64;
  self->parts[TV_JOIN_CALLS].shift = MAX (later, 0);
  self->parts[TV_JOIN_SYSTEM].shift = MAX (-later, 0);
  join->has_common_time = overlap (self, later);
  if (has_room (self, self->parts[TV_JOIN_CALLS].shift, TV_JOIN_CALLS)
      && has_room (self, self->parts[TV_JOIN_SYSTEM].shift, TV_JOIN_SYSTEM))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("The times of the two traces are too far apart"));
  return FALSE;
}

/* Rows */

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const TvJoinRow *) a)->id;
  const guint32 second = ((const TvJoinRow *) b)->id;

  return (first > second) - (first < second);
}

/* Returns the thread of the method trace that a row of the system trace is of. */
static guint32
find_calls_thread (const TvJoining *self, const guint32 *partner, guint32 row)
{
  return partner[self->match.owner[row]];
}

/* By thread of the system trace: that of the method trace. */
static guint32 *
dup_partners (const TvJoining *self)
{
  const guint n = self->parts[TV_JOIN_SYSTEM].trace->n_threads;
  guint32 *partner = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    partner[i] = TV_THREAD_NONE;
  for (guint i = 0; i < self->parts[TV_JOIN_CALLS].trace->n_threads; i++)
    if (self->match.system[i] != TV_THREAD_NONE)
      partner[self->match.system[i]] = i;
  return partner;
}

/* Lists the rows of both parts. What is known of a thread of both, but for its slices,
 * goes to the row of the method trace. */
static void
collect_rows (TvJoining *self, const guint32 *partner)
{
  TvIdMap used;
  guint32 next = FIRST_INVENTED_ID;

  tv_id_map_init (&used);
  for (guint part = 0; part < TV_N_JOIN_PARTS; part++)
    for (guint32 i = 0; i < self->parts[part].trace->n_threads; i++)
      {
        const TvThread *thread = &self->parts[part].trace->threads[i];
        TvJoinRow row = { .part = part, .thread = i, .id = thread->id };

        if (part == TV_JOIN_SYSTEM && partner[i] != TV_THREAD_NONE
            && thread->n_calls == 0)
          continue;
        if (part == TV_JOIN_CALLS || tv_id_map_get (&used, row.id) == TV_ID_MAP_NONE)
          tv_id_map_set (&used, row.id, self->rows->len);
        else
          row.id = 0;
        g_array_append_val (self->rows, row);
      }
  for (guint i = 0; i < self->rows->len; i++)
    {
      TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, i);

      if (row->part == TV_JOIN_CALLS || tv_id_map_get (&used, row->id) == i)
        continue;
      while (tv_id_map_get (&used, next) != TV_ID_MAP_NONE)
        next++;
      row->id = next++;
    }
  tv_id_map_clear (&used);
  g_array_sort (self->rows, compare_rows);
}

static void
number_rows (TvJoining *self, const guint32 *partner)
{
  for (guint part = 0; part < TV_N_JOIN_PARTS; part++)
    {
      const guint n = MAX (self->parts[part].trace->n_threads, 1);

      self->parts[part].rows = g_new (guint32, n);
      self->parts[part].threads = g_new (guint32, n);
      memset (self->parts[part].rows, 0xFF, n * sizeof (guint32));
    }
  for (guint32 i = 0; i < self->rows->len; i++)
    {
      const TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, i);

      self->parts[row->part].rows[row->thread] = i;
      self->parts[row->part].threads[row->thread] = i;
    }
  self->states = g_new (guint32, MAX (self->rows->len, 1));
  memset (self->states, 0xFF, MAX (self->rows->len, 1) * sizeof (guint32));
  for (guint32 i = 0; i < self->parts[TV_JOIN_SYSTEM].trace->n_threads; i++)
    {
      if (partner[i] != TV_THREAD_NONE)
        self->parts[TV_JOIN_SYSTEM].threads[i]
            = self->parts[TV_JOIN_CALLS].rows[partner[i]];
      self->states[self->parts[TV_JOIN_SYSTEM].threads[i]] = i;
    }
}

/* Processes are those of the system trace, and that of the method trace if it is not
 * among them. Returns the index of the latter. */
static guint32
copy_processes (TvJoining *self)
{
  const GArray *processes = self->parts[TV_JOIN_SYSTEM].trace->processes;
  const GArray *own = self->parts[TV_JOIN_CALLS].trace->processes;
  GArray *all = self->to->processes;

  g_array_append_vals (all, processes->data, processes->len);
  if (self->match.process != TV_PROCESS_NONE)
    return self->match.process;
  if (own->len == 0)
    return TV_PROCESS_NONE;
  g_array_append_vals (all, own->data, 1);
  return all->len - 1;
}

static void
copy_thread (const TvJoinPart *part, guint32 id, guint32 index, TvThread *thread)
{
  *thread = part->trace->threads[index];
  thread->id = id;
  if (thread->n_events == 0)
    return;
  thread->first[TV_CLOCK_WALL] += part->shift;
  thread->last[TV_CLOCK_WALL] += part->shift;
  thread->axis_first += part->shift;
  thread->axis_last += part->shift;
}

static void
copy_threads (TvJoining *self, const guint32 *partner)
{
  TvTrace *to = self->to;
  const guint32 process = copy_processes (self);

  to->n_threads = self->rows->len;
  to->threads = g_new0 (TvThread, MAX (to->n_threads, 1));
  to->first_call = g_new0 (gsize, (gsize) to->n_threads + 1);
  to->first_wait = g_new0 (gsize, (gsize) to->n_threads + 1);
  for (guint32 i = 0; i < to->n_threads; i++)
    {
      const TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, i);
      TvThread *thread = &to->threads[i];
      const guint32 found = row->part == TV_JOIN_SYSTEM
                                ? find_calls_thread (self, partner, row->thread)
                                : row->thread;

      copy_thread (&self->parts[row->part], row->id, row->thread, thread);
      if (found != TV_THREAD_NONE)
        {
          const TvThread *own = &self->parts[TV_JOIN_CALLS].trace->threads[found];

          thread->process = process;
          thread->number = own->number;
          thread->name = own->name != NULL ? own->name : thread->name;
        }
      to->first_call[i + 1] = to->first_call[i] + thread->n_calls;
      to->first_wait[i + 1] = to->first_wait[i] + thread->n_waits;
    }
  to->n_calls = to->first_call[to->n_threads];
  to->n_waits = to->first_wait[to->n_threads];
}

/* Calls */

/* Returns by state of a thread, and one more at the end: how long it ran before. */
static gint64 *
sum_up_runs (const TvThreadStates *states)
{
  gint64 *before = g_new0 (gint64, states->n + 1);

  for (gsize i = 0; i < states->n; i++)
    before[i + 1]
        = before[i]
          + (states->kind[i] == TV_STATE_RUNNING
                 ? tv_times_get (&states->end, i) - tv_times_get (&states->start, i)
                 : 0);
  return before;
}

static gint64
get_run_time (const TvThreadStates *states, const gint64 *before, gint64 time)
{
  const gsize found = tv_thread_states_find (states, time);

  if (found == 0)
    return 0;
  if (states->kind[found - 1] != TV_STATE_RUNNING)
    return before[found];
  return before[found - 1] + MIN (time, tv_times_get (&states->end, found - 1))
         - tv_times_get (&states->start, found - 1);
}

/* Writes the CPU times of slices, which are the times that their thread ran. */
static void
write_run_times (const TvJoining *self, guint32 row, const TvCalls *calls,
                 const TvThreadStates *states)
{
  TvTrace *to = self->to;
  TvThread *thread = &to->threads[row];
  const gint64 limit = self->latest[TV_CLOCK_THREAD_CPU];
  g_autofree gint64 *before = sum_up_runs (states);

  thread->first[TV_CLOCK_THREAD_CPU] = thread->last[TV_CLOCK_THREAD_CPU] = 0;
  thread->root_inclusive[TV_CLOCK_THREAD_CPU] = 0;
  for (gsize i = 0; i < calls->n; i++)
    {
      /* The states of idle threads overlap and add up to too much. */
      const gint64 start
          = MIN (limit, get_run_time (states, before,
                                      tv_times_get (&calls->start[TV_CLOCK_WALL], i)));
      const gint64 end
          = MIN (limit, get_run_time (states, before,
                                      tv_times_get (&calls->end[TV_CLOCK_WALL], i)));
      const gsize at = to->first_call[row] + i;

      tv_time_column_set (&to->call_start[TV_CLOCK_THREAD_CPU], at, start);
      tv_time_column_set (&to->call_end[TV_CLOCK_THREAD_CPU], at, end);
      if (i == 0)
        thread->first[TV_CLOCK_THREAD_CPU] = start;
      thread->last[TV_CLOCK_THREAD_CPU] = MAX (thread->last[TV_CLOCK_THREAD_CPU], end);
      if (calls->parent[i] == TV_CALL_NONE)
        thread->root_inclusive[TV_CLOCK_THREAD_CPU] += end - start;
    }
}

static void
copy_calls (const TvJoining *self, guint32 row, const TvJoinPart *part, guint32 index)
{
  TvTrace *to = self->to;
  const TvCalls calls = tv_trace_get_calls (part->trace, index);
  const gsize at = to->first_call[row];

  for (gsize i = 0; i < calls.n; i++)
    tv_call_columns_set_method (to, at + i,
                                part->first_method + tv_calls_method (&calls, i));
  if (calls.n > 0)
    {
      memcpy (to->call_parent + at, calls.parent, calls.n * sizeof *calls.parent);
      memcpy (to->call_flags + at, calls.flags, calls.n * sizeof *calls.flags);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const gint64 shift = clock == TV_CLOCK_WALL ? part->shift : 0;

      if (!to->has_clock[clock] || !part->trace->has_clock[clock])
        continue;
      tv_joining_write_times (&to->call_start[clock], at, &calls.start[clock], calls.n,
                              shift);
      tv_joining_write_times (&to->call_end[clock], at, &calls.end[clock], calls.n,
                              shift);
    }
  if (to->has_clock[TV_CLOCK_THREAD_CPU]
      && !part->trace->has_clock[TV_CLOCK_THREAD_CPU])
    {
      const TvThreadStates states
          = tv_trace_get_states (part->trace, self->match.owner[index]);

      write_run_times (self, row, &calls, &states);
    }
}

static void
copy_waits (const TvJoining *self, guint32 row, const TvJoinPart *part, guint32 index)
{
  TvTrace *to = self->to;
  const TvWaits waits = tv_trace_get_waits (part->trace, index);
  const gsize at = to->first_wait[row];

  if (waits.n == 0)
    return;
  memcpy (to->wait_call + at, waits.call, waits.n * sizeof *waits.call);
  memcpy (to->wait_calls_before + at, waits.calls_before,
          waits.n * sizeof *waits.calls_before);
  tv_joining_write_times (&to->wait_start, at, &waits.start, waits.n, part->shift);
  tv_joining_write_times (&to->wait_end, at, &waits.end, waits.n, part->shift);
}

static void
copy_row (guint task, gpointer data)
{
  const TvJoining *self = data;
  const TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, task);
  const TvJoinPart *part = &self->parts[row->part];

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  copy_calls (self, task, part, row->thread);
  copy_waits (self, task, part, row->thread);
}

static void
copy_methods (TvJoining *self)
{
  TvTrace *to = self->to;
  const GArray *calls = self->parts[TV_JOIN_CALLS].trace->methods;
  const GArray *system = self->parts[TV_JOIN_SYSTEM].trace->methods;

  to->methods
      = g_array_sized_new (FALSE, FALSE, sizeof (TvMethod), calls->len + system->len);
  g_array_append_vals (to->methods, calls->data, calls->len);
  g_array_append_vals (to->methods, system->data, system->len);
  self->parts[TV_JOIN_SYSTEM].first_method = calls->len;
}

static gboolean
allocate (TvJoining *self, GError **error)
{
  TvTrace *to = self->to;
  const TvTrace *system = self->parts[TV_JOIN_SYSTEM].trace;
  TvCallWidths widths = { .latest = { -1, -1 }, .latest_axis = -1 };
  gsize size;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (to->has_clock[clock])
      widths.latest[clock] = self->latest[clock];
  widths.wide_methods = tv_call_columns_need_wide_methods (to->methods->len);
  size = tv_call_columns_get_row_size (&widths);
  if (!tv_memory_budget_check (&self->budget,
                               to->n_calls * size
                                   + to->n_waits * (2 * sizeof (gint64) + 8)
                                   + 2 * tv_system_columns_get_size (system->system)
                                   + tv_detail_columns_get_size (system->details),
                               error))
    return FALSE;
  tv_call_columns_allocate (to, &widths);
  if (to->n_waits == 0)
    return TRUE;
  to->wait_call = g_new (guint32, to->n_waits);
  to->wait_calls_before = g_new (guint32, to->n_waits);
  tv_time_column_allocate (&to->wait_start, to->n_waits, self->latest[TV_CLOCK_WALL]);
  tv_time_column_allocate (&to->wait_end, to->n_waits, self->latest[TV_CLOCK_WALL]);
  return TRUE;
}

/* Sets which clocks and what range of time the trace has. */
static void
set_range (TvJoining *self)
{
  TvTrace *to = self->to;
  const TvTrace *calls = self->parts[TV_JOIN_CALLS].trace;
  gint64 start[TV_N_JOIN_PARTS], end[TV_N_JOIN_PARTS];

  memcpy (to->has_clock, calls->has_clock, sizeof to->has_clock);
  for (guint part = 0; part < TV_N_JOIN_PARTS; part++)
    {
      const TvTrace *trace = self->parts[part].trace;

      tv_trace_get_axis_range (trace, &start[part], &end[part]);
      start[part] += self->parts[part].shift;
      end[part] += self->parts[part].shift;
      for (guint i = 0; i < trace->n_threads; i++)
        {
          self->latest[TV_CLOCK_THREAD_CPU]
              = MAX (self->latest[TV_CLOCK_THREAD_CPU],
                     trace->threads[i].last[TV_CLOCK_THREAD_CPU]);
          self->latest[TV_CLOCK_WALL]
              = MAX (self->latest[TV_CLOCK_WALL],
                     trace->threads[i].last[TV_CLOCK_WALL] + self->parts[part].shift);
        }
    }
  to->axis_start = MIN (start[TV_JOIN_CALLS], start[TV_JOIN_SYSTEM]);
  to->axis_end = MAX (end[TV_JOIN_CALLS], end[TV_JOIN_SYSTEM]);
  self->latest[TV_CLOCK_WALL] = MAX (self->latest[TV_CLOCK_WALL], to->axis_end);
  /* A thread runs no longer than the trace. */
  if (!self->parts[TV_JOIN_SYSTEM].trace->has_clock[TV_CLOCK_THREAD_CPU])
    self->latest[TV_CLOCK_THREAD_CPU]
        = MAX (self->latest[TV_CLOCK_THREAD_CPU], end[TV_JOIN_SYSTEM]);
}

/* Facts */

static void
copy_properties (TvJoining *self)
{
  self->to->properties = g_array_new (FALSE, FALSE, sizeof (TvProperty));
  for (guint i = 0; i < TV_N_JOIN_PARTS; i++)
    {
      const GArray *properties = self->parts[i].trace->properties;

      if (properties != NULL)
        g_array_append_vals (self->to->properties, properties->data, properties->len);
    }
}

static void
add_warnings (TvJoining *self)
{
  TvTrace *to = self->to;
  const TvJoin *join = &to->joined->join;

  for (guint i = 0; i < TV_N_JOIN_PARTS; i++)
    tv_warnings_add_all (to->warnings, self->parts[i].trace->warnings);
  if (join->clock == TV_SYSTEM_CLOCK_UNKNOWN && join->offset == 0)
    tv_warnings_add (to->warnings, TV_WARNING_JOIN_CLOCK, TV_PLACE_NOWHERE, 0, NULL);
  if (!join->has_common_time)
    tv_warnings_add (to->warnings, TV_WARNING_JOIN_APART, TV_PLACE_NOWHERE, 0, NULL);
  if (join->n_threads == 0)
    tv_warnings_add (to->warnings, TV_WARNING_JOIN_THREADS, TV_PLACE_NOWHERE, 0, NULL);
}

static void
copy_facts (TvJoining *self)
{
  TvTrace *to = self->to;
  const TvTraceInfo *system = &self->parts[TV_JOIN_SYSTEM].trace->info;
  g_autofree char *title = NULL;

  to->info = self->parts[TV_JOIN_CALLS].trace->info;
  title = g_strdup_printf ("%s + %s", to->info.format_title, system->format_title);
  to->info.format_title = tv_string_pool_add (to->strings, title);
  to->info.start_time
      -= MIN ((guint64) self->parts[TV_JOIN_CALLS].shift / 1000, to->info.start_time);
  to->info.origin = system->origin - self->parts[TV_JOIN_SYSTEM].shift;
  to->info.file_size += system->file_size;
  to->info.n_records += system->n_records;
  copy_properties (self);
  add_warnings (self);
  tv_string_pool_seal (to->strings);
}

/* The trace */

static TvTrace *
create_trace (TvTrace *calls, TvTrace *system)
{
  TvTrace *to = tv_trace_new_empty ();

  to->joined = g_new0 (TvJoined, 1);
  to->joined->parts[TV_JOIN_CALLS] = tv_trace_ref (calls);
  to->joined->parts[TV_JOIN_SYSTEM] = tv_trace_ref (system);
  return to;
}

static gboolean
join_traces (TvJoining *self, gint64 offset, GError **error)
{
  g_autofree guint32 *partner = NULL;

  tv_thread_match_init (&self->match, self->parts[TV_JOIN_CALLS].trace,
                        self->parts[TV_JOIN_SYSTEM].trace);
  partner = dup_partners (self);
  collect_rows (self, partner);
  number_rows (self, partner);
  if (!place_parts (self, offset, error))
    return FALSE;
  copy_threads (self, partner);
  copy_methods (self);
  set_range (self);
  if (!allocate (self, error))
    return FALSE;
  tv_parallel_run (self->rows->len, 0, copy_row, self);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  tv_joining_copy_system (self);
  tv_joining_copy_details (self);
  copy_facts (self);
  return TRUE;
}

/* Returns why two traces cannot be joined, or NULL. */
static const char *
find_obstacle (const TvTrace *calls, const TvTrace *system)
{
  if (system->info.kind == TV_TRACE_KIND_CALLS)
    return _ ("Both files are method traces; a system trace can be added to one");
  if (calls->info.kind != TV_TRACE_KIND_CALLS)
    return _ ("Both files are system traces; a method trace can be added to one");
  if (system->info.kind == TV_TRACE_KIND_SAMPLES)
    return _ ("Samples cannot be added to a method trace");
  if (calls->joined != NULL)
    return _ ("A system trace has been added already");
  if (calls->axis != TV_AXIS_WALL || !calls->has_clock[TV_CLOCK_WALL])
    return _ ("The method trace has CPU times only, so its calls have no place "
              "among the times of a system trace");
  return NULL;
}

/* Says which file came first. */
static void
set_order (TvJoining *self, gint64 offset, gboolean is_swapped)
{
  TvJoin *join = &self->to->joined->join;

  join->offset = offset;
  join->adds_calls = is_swapped;
  join->starts[0] = self->parts[is_swapped ? TV_JOIN_SYSTEM : TV_JOIN_CALLS].shift;
  join->starts[1] = self->parts[is_swapped ? TV_JOIN_CALLS : TV_JOIN_SYSTEM].shift;
}

/**
 * tv_trace_new_joined:
 * @first: a method trace or a system trace, not transformed
 * @second: a trace of the other kind
 * @offset: nanoseconds by which the times of @second are later than clocks tell
 * @memory_limit: the most bytes of memory, or 0 for half of the machine's
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED, %TV_TRACE_ERROR_TOO_LARGE, or a sentence of why the
 *   traces cannot be joined
 *
 * Lays a method trace and a system trace of the same run on one clock, as one trace. If
 * both files tell what a clock of the system shows at their start, the two are placed
 * by it; else they are taken to start at the same time. The time of the earlier start
 * is 0, and what the clocks show there is kept. tv_trace_get_join() has what was found.
 *
 * A thread that is in both keeps the row of its calls, with its states and counters;
 * its slices are further rows of the same number and process. The process is the one
 * with the id that the method trace has; if it has none, the one in which most of its
 * threads are found. In it, threads with the same number are the same, and then those
 * with a name that only they have. Without an id of the process, threads of the same
 * number must have the same name, too. The kernel keeps 15 bytes of names, and knows
 * the main thread by the name of its process. Threads whose process the system trace
 * does not know are found by their number.
 *
 * If the method trace has CPU times, slices have them too: how long their thread ran, 0
 * where that is not known. There is no order of entries. Methods of the method trace
 * keep their indexes; names of slices come after them. The trace keeps both others,
 * which have the strings.
 *
 * Takes time for each call, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL with @error set
 */
TvTrace *
tv_trace_new_joined (TvTrace *first, TvTrace *second, gint64 offset,
                     guint64 memory_limit, GCancellable *cancellable, GError **error)
{
  const gboolean is_swapped = first->info.kind != TV_TRACE_KIND_CALLS;
  TvTrace *calls = is_swapped ? second : first;
  TvTrace *system = is_swapped ? first : second;
  const char *obstacle = find_obstacle (calls, system);
  TvJoining self = { .cancellable = cancellable };

  g_return_val_if_fail (first->original == NULL && second->original == NULL, NULL);

  if (obstacle != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, obstacle);
      return NULL;
    }
  self.to = create_trace (calls, system);
  self.parts[TV_JOIN_CALLS].trace = calls;
  self.parts[TV_JOIN_SYSTEM].trace = system;
  self.rows = g_array_new (FALSE, FALSE, sizeof (TvJoinRow));
  tv_memory_budget_init (&self.budget, memory_limit);
  /* The offset is that of the second one; a minimal one has no opposite. */
  if (!join_traces (&self, is_swapped ? offset : -MAX (offset, -G_MAXINT64), error))
    g_clear_pointer (&self.to, tv_trace_unref);
  else
    set_order (&self, offset, is_swapped);
  tv_thread_match_clear (&self.match);
  g_array_unref (self.rows);
  g_free (self.states);
  for (guint i = 0; i < TV_N_JOIN_PARTS; i++)
    {
      g_free (self.parts[i].rows);
      g_free (self.parts[i].threads);
    }
  return self.to;
}
