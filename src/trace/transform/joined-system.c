/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/transform/joining.h"

#include <string.h>

/* Writes times of a part, which are @shift later in the joined trace. */
void
tv_joining_write_times (TvTimeColumn *column, gsize at, const TvTimes *times, gsize n,
                        gint64 shift)
{
  for (gsize i = 0; i < n; i++)
    tv_time_column_set (column, at + i, tv_times_get (times, i) + shift);
}

/* What system traces have beside */

static guint32
map_thread (const TvJoinPart *part, guint32 thread)
{
  return thread != TV_THREAD_NONE ? part->threads[thread] : TV_THREAD_NONE;
}

static void
copy_counters (const TvJoining *self, const TvSystemColumns *from, TvSystemColumns *to)
{
  const TvJoinPart *part = &self->parts[TV_JOIN_SYSTEM];
  const gsize n_counters = from->counters->len;
  gsize n;
  TvTimes times;

  if (n_counters == 0)
    return;
  g_array_append_vals (to->counters, from->counters->data, from->counters->len);
  for (guint i = 0; i < n_counters; i++)
    {
      TvCounter *counter = &g_array_index (to->counters, TvCounter, i);

      counter->thread = map_thread (part, counter->thread);
    }
  n = from->first_value[n_counters];
  to->first_value
      = g_memdup2 (from->first_value, (n_counters + 1) * sizeof *to->first_value);
  to->value = tv_column_new (MAX (n, 1), sizeof *to->value);
  if (n > 0)
    memcpy (to->value, from->value, n * sizeof *to->value);
  tv_time_column_allocate (&to->value_time, MAX (n, 1), self->latest[TV_CLOCK_WALL]);
  times = tv_time_column_slice (&from->value_time, 0, part->trace->unit);
  tv_joining_write_times (&to->value_time, 0, &times, n, part->shift);
}

static void
allocate_states (const TvJoining *self, const TvSystemColumns *from,
                 TvSystemColumns *to)
{
  const gsize n = from->n_states;

  to->n_states = n;
  to->first_state = g_new0 (gsize, (gsize) self->to->n_threads + 1);
  tv_time_column_allocate (&to->state_start, n, self->latest[TV_CLOCK_WALL]);
  tv_time_column_allocate (&to->state_end, n, self->latest[TV_CLOCK_WALL]);
  to->state_kind = tv_column_new (n, sizeof *to->state_kind);
  to->state_flags = tv_column_new (n, sizeof *to->state_flags);
  to->state_letters = tv_column_new (n, sizeof *to->state_letters);
  to->state_cpu = tv_column_new (n, sizeof *to->state_cpu);
  to->state_priority = tv_column_new (n, sizeof *to->state_priority);
  to->state_waker = tv_column_new (n, sizeof *to->state_waker);
  g_ptr_array_set_size (to->letters, 0);
  for (guint i = 0; i < from->letters->len; i++)
    g_ptr_array_add (to->letters, from->letters->pdata[i]);
}

static gsize
find_blocked_function (const GArray *functions, gsize state)
{
  gsize low = 0, high = functions->len;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (g_array_index (functions, TvBlockedFunction, middle).state < state)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Copies the states of a thread to the end of those that are there. */
static void
copy_states_of (const TvJoining *self, const TvSystemColumns *from, guint32 thread,
                TvSystemColumns *to, gsize at)
{
  const TvJoinPart *part = &self->parts[TV_JOIN_SYSTEM];
  const gsize first = from->first_state[thread];
  const gsize n = from->first_state[thread + 1] - first;
  const TvTimes starts
      = tv_time_column_slice (&from->state_start, first, part->trace->unit);
  const TvTimes ends
      = tv_time_column_slice (&from->state_end, first, part->trace->unit);

  tv_joining_write_times (&to->state_start, at, &starts, n, part->shift);
  tv_joining_write_times (&to->state_end, at, &ends, n, part->shift);
  memcpy (to->state_kind + at, from->state_kind + first, n * sizeof *to->state_kind);
  memcpy (to->state_flags + at, from->state_flags + first, n * sizeof *to->state_flags);
  memcpy (to->state_letters + at, from->state_letters + first,
          n * sizeof *to->state_letters);
  memcpy (to->state_cpu + at, from->state_cpu + first, n * sizeof *to->state_cpu);
  memcpy (to->state_priority + at, from->state_priority + first,
          n * sizeof *to->state_priority);
  for (gsize i = 0; i < n; i++)
    to->state_waker[at + i] = map_thread (part, from->state_waker[first + i]);
  for (gsize i = find_blocked_function (from->blocked_functions, first);
       i < find_blocked_function (from->blocked_functions, first + n); i++)
    {
      TvBlockedFunction function
          = g_array_index (from->blocked_functions, TvBlockedFunction, i);

      function.state = function.state - first + at;
      g_array_append_val (to->blocked_functions, function);
    }
}

static void
copy_states (const TvJoining *self, const TvSystemColumns *from, TvSystemColumns *to)
{
  const TvJoinPart *part = &self->parts[TV_JOIN_SYSTEM];
  gsize n;

  if (from->n_states == 0)
    return;
  allocate_states (self, from, to);
  for (guint32 i = 0; i < self->to->n_threads; i++)
    {
      const guint32 thread = self->states[i];
      const gsize at = to->first_state[i];

      to->first_state[i + 1] = at;
      if (thread == TV_THREAD_NONE
          || from->first_state[thread] == from->first_state[thread + 1])
        continue;
      copy_states_of (self, from, thread, to, at);
      to->first_state[i + 1]
          += from->first_state[thread + 1] - from->first_state[thread];
    }
  g_array_append_vals (to->cpus, from->cpus->data, from->cpus->len);
  to->first_on_cpu = g_memdup2 (from->first_on_cpu,
                                (from->cpus->len + 1) * sizeof *to->first_on_cpu);
  n = from->first_on_cpu[from->cpus->len];
  to->on_cpu = tv_column_new (MAX (n, 1), sizeof *to->on_cpu);
  for (gsize i = 0; i < n; i++)
    to->on_cpu[i] = (TvStateRef){ map_thread (part, from->on_cpu[i].thread),
                                  from->on_cpu[i].state };
}

/* Sets what clocks show at the start of the joined trace, as either part tells. */
static void
set_clocks (const TvJoining *self, TvSystemColumns *to)
{
  to->own_clock = tv_trace_get_own_clock (self->parts[TV_JOIN_SYSTEM].trace);
  for (guint clock = 0; clock < TV_N_SYSTEM_CLOCKS; clock++)
    for (guint i = TV_N_JOIN_PARTS; i-- > 0;)
      {
        gint64 start;

        if (!to->has_clock_start[clock]
            && tv_trace_get_clock_start (self->parts[i].trace, clock, &start)
            && !__builtin_sub_overflow (start, self->parts[i].shift, &start))
          {
            to->has_clock_start[clock] = TRUE;
            to->clock_start[clock] = start;
          }
      }
}

void
tv_joining_copy_system (const TvJoining *self)
{
  const TvSystemColumns *from = self->parts[TV_JOIN_SYSTEM].trace->system;
  TvSystemColumns *to = tv_system_columns_new ();

  self->to->system = to;
  if (from != NULL)
    {
      copy_counters (self, from, to);
      copy_states (self, from, to);
    }
  set_clocks (self, to);
}

static TvCallRef
map_call (const TvJoinPart *part, TvCallRef call)
{
  if (call.thread != TV_THREAD_NONE)
    call.thread = part->rows[call.thread];
  return call;
}

/* The processes of the system trace are the first ones. */
static void
copy_facts (const TvJoining *self, const TvDetailColumns *from, TvDetailColumns *to)
{
  g_array_unref (to->quiet);
  to->quiet = g_array_ref (from->quiet);
  for (guint i = 0; i < from->processes->len; i++)
    {
      TvProcessFacts facts = g_array_index (from->processes, TvProcessFacts, i);

      facts.has_start
          = facts.has_start
            && !__builtin_add_overflow (facts.start, self->parts[TV_JOIN_SYSTEM].shift,
                                        &facts.start);
      g_array_append_val (to->processes, facts);
    }
  for (guint32 i = 0; from->tracks->len > 0 && i < self->to->n_threads; i++)
    {
      const TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, i);
      const gboolean has_facts
          = row->part == TV_JOIN_SYSTEM && row->thread < from->tracks->len;
      const TvTrackFacts facts
          = has_facts ? g_array_index (from->tracks, TvTrackFacts, row->thread)
                      : TV_NO_TRACK_FACTS;

      g_array_append_val (to->tracks, facts);
    }
}

static void
copy_extras (const TvJoinPart *part, TvExtraKind kind, const GArray *from, GArray *to)
{
  const guint n = tv_extra_get_n_columns (kind);

  for (guint i = 0; i < from->len; i++)
    {
      gint64 value = g_array_index (from, gint64, i);
      const TvExtraType type = tv_extra_get_type (kind, i % n);

      if (value != TV_EXTRA_NULL && type == TV_EXTRA_THREAD)
        value = part->threads[value];
      else if (value != TV_EXTRA_NULL && type == TV_EXTRA_TIME
               && __builtin_add_overflow (value, part->shift, &value))
        value = TV_EXTRA_NULL;
      g_array_append_val (to, value);
    }
}

/* Copies arguments and flows of slices; the sets are shared. */
void
tv_joining_copy_details (const TvJoining *self)
{
  const TvJoinPart *part = &self->parts[TV_JOIN_SYSTEM];
  const TvDetailColumns *from = part->trace->details;
  TvDetailColumns *to;

  if (from == NULL)
    return;
  self->to->details = to = tv_detail_columns_new ();
  g_array_unref (to->args);
  g_array_unref (to->first_arg);
  to->args = g_array_ref (from->args);
  to->first_arg = g_array_ref (from->first_arg);
  copy_facts (self, from, to);
  for (guint kind = 0; kind < TV_N_EXTRAS; kind++)
    if (from->extras[kind] != NULL)
      {
        to->extras[kind] = g_array_new (FALSE, FALSE, sizeof (gint64));
        copy_extras (part, kind, from->extras[kind], to->extras[kind]);
      }
  for (guint i = 0; i < from->flows->len; i++)
    {
      TvFlow flow = g_array_index (from->flows, TvFlow, i);

      flow.from = map_call (part, flow.from);
      flow.to = map_call (part, flow.to);
      g_array_append_val (to->flows, flow);
    }
  if (from->first_call == NULL)
    return;
  to->first_call = g_new0 (gsize, (gsize) self->to->n_threads + 1);
  for (guint32 i = 0; i < self->to->n_threads; i++)
    {
      const TvJoinRow *row = &g_array_index (self->rows, TvJoinRow, i);

      if (row->part == TV_JOIN_SYSTEM)
        g_array_append_vals (
            to->calls,
            &g_array_index (from->calls, TvCallArgs, from->first_call[row->thread]),
            (guint) (from->first_call[row->thread + 1]
                     - from->first_call[row->thread]));
      to->first_call[i + 1] = to->calls->len;
    }
}
