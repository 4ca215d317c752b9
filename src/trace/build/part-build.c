/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/call-builder.h"
#include "trace/build/packet-run.h"
#include "trace/model/call-columns.h"

#include <glib/gi18n-lib.h>

/* Plain events: entries and exits with nothing to repair, which nearly all events are.
 * All state is in local variables: a store to a column would make the compiler reload
 * all of it. */

/* A thread in the loop over plain events. */
typedef struct
{
  gint64 now[TV_N_CLOCKS];
  gint64 offset[TV_N_CLOCKS];
  gint64 latest[TV_N_CLOCKS];
  TvFrame *frames;
  gint64 ahead; /* how far the axis of all threads is ahead of the CPU clock */
  guint32 depth;
  guint32 n_calls;
} Plain;

/* Whether the clocks advance without a wait. */
static inline gboolean
is_plain_step (const TvCallBuilder *builder, const Plain *plain,
               const gint64 now[TV_N_CLOCKS])
{
  gint64 cpu_step = now[TV_CLOCK_THREAD_CPU] - plain->now[TV_CLOCK_THREAD_CPU];
  gint64 wall_step = now[TV_CLOCK_WALL] - plain->now[TV_CLOCK_WALL];

  return cpu_step >= 0 && wall_step >= 0
         && now[TV_CLOCK_THREAD_CPU] <= plain->latest[TV_CLOCK_THREAD_CPU]
         && now[TV_CLOCK_WALL] <= plain->latest[TV_CLOCK_WALL]
         && wall_step - cpu_step <= builder->plain_wait;
}

static inline void
write_times (const TvTimeColumn columns[TV_N_CLOCKS], gsize row,
             const gint64 now[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_time_column_set (&columns[clock], row, now[clock]);
}

static inline void
open_plain (const TvPlainColumns *columns, gsize base, Plain *plain, guint32 method,
            const gint64 now[TV_N_CLOCKS])
{
  gsize row = base + plain->n_calls;

  columns->method[row] = (guint16) method;
  columns->parent[row]
      = plain->depth > 0 ? plain->frames[plain->depth - 1].call : TV_CALL_NONE;
  write_times (columns->start, row, now);
  if (G_UNLIKELY (columns->own_axis))
    tv_time_column_set (&columns->axis_start, row,
                        now[TV_CLOCK_THREAD_CPU] + plain->ahead);
  plain->frames[plain->depth].method = method;
  plain->frames[plain->depth].call = plain->n_calls;
  plain->depth++;
  plain->n_calls++;
}

static inline void
close_plain (const TvPlainColumns *columns, gsize base, Plain *plain,
             const gint64 now[TV_N_CLOCKS])
{
  gsize row = base + plain->frames[--plain->depth].call;

  write_times (columns->end, row, now);
  if (G_UNLIKELY (columns->own_axis))
    tv_time_column_set (&columns->axis_end, row,
                        now[TV_CLOCK_THREAD_CPU] + plain->ahead);
}

/* An entry with room on the stack, or an exit of the innermost call. */
static inline gboolean
is_plain_action (const TvThreadBuild *thread, const Plain *plain, const TvEvent *event)
{
  if (event->action == TV_EVENT_ENTER)
    return plain->depth < thread->stack.capacity && plain->n_calls < thread->max_calls;
  return event->action == TV_EVENT_EXIT && plain->depth > thread->stack.barrier
         && plain->frames[plain->depth - 1].method == event->method;
}

/* Takes events of a started thread up to the first that is not plain: it needs a
 * repair, ends a wait, passes on an exception or finds no room. Advances the axis of
 * all threads. The caller records the order of entries. Returns the number of events
 * taken. */
static gsize
tv_thread_build_take_plain (TvThreadBuild *thread, const TvCallBuilder *builder,
                            gint64 *axis, const TvEvent *events, gsize n)
{
  const TvPlainColumns columns = builder->plain;
  gsize base = thread->base;
  Plain plain = { .frames = thread->stack.frames,
                  .ahead = *axis - thread->clock[TV_CLOCK_THREAD_CPU].previous,
                  .depth = thread->stack.depth,
                  .n_calls = (guint32) thread->n_calls };
  gsize i;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      plain.now[clock] = thread->clock[clock].previous;
      plain.offset[clock] = thread->clock[clock].offset;
      plain.latest[clock] = builder->latest[clock];
    }
  for (i = 0; i < n; i++)
    {
      gint64 now[TV_N_CLOCKS];

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        now[clock] = events[i].time[clock] + plain.offset[clock];
      if (!is_plain_step (builder, &plain, now)
          || !is_plain_action (thread, &plain, &events[i]))
        break;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        plain.now[clock] = now[clock];
      if (events[i].action == TV_EVENT_ENTER)
        open_plain (&columns, base, &plain, events[i].method, now);
      else
        close_plain (&columns, base, &plain, now);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->clock[clock].previous = plain.now[clock];
  if (i > 0)
    *axis = thread->previous_axis = plain.now[TV_CLOCK_THREAD_CPU] + plain.ahead;
  thread->stack.depth = plain.depth;
  thread->n_calls = plain.n_calls;
  thread->n_events += i;
  return i;
}

/* Every event */

/* Records the order of entries over all threads. */
static void
note_entries (TvPartBuild *part, guint32 row, guint32 n)
{
  TvEntryRun run = { .thread = row, .count = n };
  TvEntryRun *last;

  if (part->runs->len > 0)
    {
      last = &g_array_index (part->runs, TvEntryRun, part->runs->len - 1);
      if (last->thread == row && last->count <= G_MAXUINT32 - n)
        {
          last->count += n;
          return;
        }
    }
  g_array_append_val (part->runs, run);
}

static inline void
open_call (TvPartBuild *part, TvThreadBuild *thread, guint32 method,
           const gint64 now[TV_N_CLOCKS])
{
  TvTrace *trace = part->builder->trace;
  TvCallStack *stack = &thread->stack;
  guint32 call = (guint32) thread->n_calls;
  gsize row = thread->base + call;

  if (G_UNLIKELY (thread->n_calls >= thread->max_calls))
    {
      part->changed = TRUE;
      return;
    }
  thread->n_calls++;
  tv_call_columns_set_method (trace, row, method);
  trace->call_parent[row]
      = stack->depth > 0 ? stack->frames[stack->depth - 1].call : TV_CALL_NONE;
  tv_call_columns_set_times (trace, FALSE, row, now, thread->previous_axis);
  tv_call_stack_push (stack, method, call);
  note_entries (part, thread->row, 1);
}

/* Leaves the innermost call. If it was entered in another part, another worker may be
 * writing its row, but only this one writes its end and its flags. */
static inline void
close_call (TvPartBuild *part, TvThreadBuild *thread, const gint64 now[TV_N_CLOCKS],
            guint flags)
{
  TvFrame frame = tv_call_stack_pop (&thread->stack);
  gsize row = thread->base + frame.call;

  if (G_UNLIKELY (flags != 0))
    part->builder->trace->call_flags[row] |= (guint8) flags;
  tv_call_columns_set_times (part->builder->trace, TRUE, row, now,
                             thread->previous_axis);
}

/* Pre-open calls are entered at the thread's first event, outermost first. The first
 * pass lists them innermost first. */
static void
open_pre_open_calls (TvPartBuild *part, TvThreadBuild *thread,
                     const gint64 now[TV_N_CLOCKS])
{
  const TvThreadScan *scan = thread->start->scan;
  guint start = thread->pre_open_position;
  guint end = tv_thread_scan_get_first_pre_open (scan, thread->incarnation + 1);
  TvPreOpenRows rows = { .first = thread->base + thread->n_calls, .n = end - start };

  for (guint i = end; i-- > start;)
    open_call (part, thread, g_array_index (scan->pre_open, TvPreOpenFrame, i).method,
               now);
  if (rows.n > 0)
    g_array_append_val (part->pre_open, rows);
  thread->pre_open_position = end;
  thread->stack.barrier = thread->stack.depth;
}

static void
warn_event (TvPartBuild *part, const TvThreadBuild *thread, TvWarningKind kind,
            const TvEvent *event)
{
  g_autofree char *label = NULL;

  if (tv_warnings_find (part->warnings, kind) == NULL)
    label = g_strdup_printf (_ ("thread %u"),
                             part->builder->trace->threads[thread->row].id);
  tv_warnings_add (part->warnings, kind, TV_PLACE_OFFSET, event->offset, label);
}

static void
begin_incarnation (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *event,
                   const gint64 before[TV_N_CLOCKS])
{
  while (thread->stack.depth > 0)
    close_call (part, thread, before, TV_CALL_STILL_OPEN);
  tv_call_stack_clear (&thread->stack);
  thread->incarnation++;
  thread->started = FALSE;
  warn_event (part, thread, TV_WARNING_THREAD_REUSED, event);
}

static void
warn_step (TvPartBuild *part, const TvThreadBuild *thread, TvClockStep step,
           guint clock, const TvEvent *event)
{
  if (step == TV_CLOCK_STEP_BACKWARDS)
    warn_event (part, thread, TV_WARNING_TIME_BACKWARDS, event);
  else if (step == TV_CLOCK_STEP_TOO_LATE)
    warn_event (part, thread, TV_WARNING_TIME_TOO_LATE, event);
  else if (step == TV_CLOCK_STEP_IMPOSSIBLE)
    warn_event (part, thread, TV_WARNING_TIME_IMPOSSIBLE, event);
  else if (step == TV_CLOCK_STEP_WRAPPED)
    tv_warnings_add (part->warnings, TV_WARNING_TIME_WRAPPED, TV_PLACE_OFFSET,
                     event->offset, clock == TV_CLOCK_WALL ? "" : NULL);
}

/* Advances the clocks of the thread to an event. A reused id closes all open calls at
 * the times of the previous event. */
static inline void
step_clocks (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *event,
             const gint64 before[TV_N_CLOCKS], gint64 now[TV_N_CLOCKS])
{
  const TvClockRules *rules = &part->builder->rules;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 raw = event->time[clock];
      TvClockStep step;

      now[clock] = 0;
      if (!rules->has[clock])
        continue;
      if (G_UNLIKELY (rules->wrap[clock] == TV_WRAP_IN_FILE_ORDER))
        raw = tv_file_clock_step (&part->file_clock, raw);
      step = tv_thread_clock_step (&thread->clock[clock], raw, rules, clock,
                                   &now[clock]);
      if (G_LIKELY (step == TV_CLOCK_STEP_FINE))
        continue;
      if (step == TV_CLOCK_STEP_REUSED)
        begin_incarnation (part, thread, event, before);
      else
        warn_step (part, thread, step, clock, event);
    }
}

/* A long time off the CPU is a wait. Half of the CPU time of the step is taken to lie
 * before it and half after. */
static inline void
find_wait (TvPartBuild *part, TvThreadBuild *thread, const gint64 before[TV_N_CLOCKS],
           const gint64 now[TV_N_CLOCKS])
{
  gint64 cpu_step = now[TV_CLOCK_THREAD_CPU] - before[TV_CLOCK_THREAD_CPU];
  gint64 wall_step = now[TV_CLOCK_WALL] - before[TV_CLOCK_WALL];
  const TvCallStack *stack = &thread->stack;
  gint64 half = cpu_step / 2;
  TvWaitDraft wait;

  if (G_LIKELY (wall_step - cpu_step <= part->builder->wait_over))
    return;
  wait.start = before[TV_CLOCK_WALL] + half;
  wait.end = now[TV_CLOCK_WALL] - (cpu_step - half);
  wait.call = stack->depth > 0 ? stack->frames[stack->depth - 1].call : TV_CALL_NONE;
  wait.calls_before = (guint32) thread->n_calls;
  if (thread->waits == NULL)
    thread->waits = g_array_new (FALSE, FALSE, sizeof (TvWaitDraft));
  g_array_append_val (thread->waits, wait);
  note_entries (part, thread->row, 1);
}

/* Advances the axis of all threads. */
static inline void
step_axis (TvPartBuild *part, TvThreadBuild *thread, const gint64 before[TV_N_CLOCKS],
           const gint64 now[TV_N_CLOCKS])
{
  if (G_LIKELY (part->builder->trace->axis != TV_AXIS_CPU_ALL_THREADS))
    return;
  if (thread->times_started)
    part->axis_now += now[TV_CLOCK_THREAD_CPU] - before[TV_CLOCK_THREAD_CPU];
  thread->previous_axis = part->axis_now;
}

static void
begin_thread (TvPartBuild *part, TvThreadBuild *thread, const gint64 now[TV_N_CLOCKS])
{
  TvThread *row = &part->builder->trace->threads[thread->row];
  gint64 unit = part->builder->rules.unit;

  if (!thread->times_started)
    {
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        row->first[clock] = now[clock] * unit;
      row->axis_first = thread->previous_axis * unit;
    }
  thread->started = TRUE;
  thread->times_started = TRUE;
  open_pre_open_calls (part, thread, now);
}

static void
leave_other (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *event,
             const gint64 now[TV_N_CLOCKS], guint flags)
{
  guint32 depth;

  if (tv_call_stack_find (&thread->stack, event->method, &depth))
    {
      while (thread->stack.depth > depth + 1)
        {
          close_call (part, thread, now, TV_CALL_EXIT_LOST);
          warn_event (part, thread, TV_WARNING_EXITS_LOST, event);
        }
      close_call (part, thread, now, flags);
    }
  else
    warn_event (part, thread, TV_WARNING_STRAY_EXITS, event);
}

static inline void
leave (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *event,
       const gint64 now[TV_N_CLOCKS])
{
  TvCallStack *stack = &thread->stack;
  guint flags = event->action == TV_EVENT_UNWIND ? TV_CALL_BY_EXCEPTION : 0;

  if (G_UNLIKELY (stack->depth == 0))
    part->changed = TRUE; /* or the first pass would have listed a pre-open call */
  else if (G_LIKELY (stack->frames[stack->depth - 1].method == event->method
                     || stack->depth == stack->barrier
                     || event->method == TV_METHOD_NONE))
    close_call (part, thread, now, flags);
  else
    leave_other (part, thread, event, now, flags);
}

static void
take_event (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *event)
{
  const TvClockRules *rules = &part->builder->rules;
  gint64 before[TV_N_CLOCKS];
  gint64 now[TV_N_CLOCKS];

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    before[clock] = thread->clock[clock].previous;
  step_clocks (part, thread, event, before, now);
  step_axis (part, thread, before, now);
  if (G_UNLIKELY (!thread->started))
    begin_thread (part, thread, now);
  else if (rules->has[TV_CLOCK_THREAD_CPU] && rules->has[TV_CLOCK_WALL])
    find_wait (part, thread, before, now);
  thread->n_events++;
  if (event->action == TV_EVENT_ENTER)
    open_call (part, thread, event->method, now);
  else
    leave (part, thread, event, now);
}

/* Whether the loops for plain events may be used. */
static gboolean
is_plain (const TvPartBuild *part, const TvThreadBuild *thread)
{
  return part->builder->has_plain && thread->started && thread->stack.live == NULL;
}

static gsize
take_packets (TvEventSink *sink, TvPacketRun *run)
{
  TvPartBuild *part = (TvPartBuild *) sink;
  TvThreadBuild *thread;
  gsize n_before;
  gsize n;

  if (run->thread >= part->n_threads || !is_plain (part, &part->threads[run->thread]))
    return 0;
  thread = &part->threads[run->thread];
  n_before = thread->n_calls;
  n = tv_thread_build_take_packets (thread, part->builder, run);
  if (thread->n_calls > n_before)
    note_entries (part, thread->row, (guint32) (thread->n_calls - n_before));
  return n;
}

static gsize
take_plain (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *events, gsize n)
{
  gsize n_before = thread->n_calls;
  gsize n_taken
      = tv_thread_build_take_plain (thread, part->builder, &part->axis_now, events, n);

  if (thread->n_calls > n_before)
    note_entries (part, thread->row, (guint32) (thread->n_calls - n_before));
  return n_taken;
}

/* Takes neighbouring events of one thread. */
static void
take_run (TvPartBuild *part, TvThreadBuild *thread, const TvEvent *events, gsize n)
{
  for (gsize i = 0; i < n;)
    {
      if (is_plain (part, thread))
        i += take_plain (part, thread, events + i, n - i);
      if (i < n)
        take_event (part, thread, &events[i++]);
    }
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvPartBuild *part = (TvPartBuild *) sink;
  gsize end;

  for (gsize start = 0; start < n; start = end)
    {
      guint32 thread = events[start].thread;

      for (end = start + 1; end < n && events[end].thread == thread;)
        end++;
      if (G_UNLIKELY (thread >= part->n_threads))
        {
          part->changed = TRUE;
          return;
        }
      take_run (part, &part->threads[thread], events + start, end - start);
    }
}

/* Restores the calls open before the part, as far as the part can reach them. */
static void
fill_stack (TvThreadBuild *thread)
{
  const TvThreadStart *start = thread->start;
  guint first = tv_thread_scan_get_first_pre_open (start->scan, start->incarnation);
  guint end = tv_thread_scan_get_first_pre_open (start->scan, start->incarnation + 1);
  guint n_pre_open = start->clock != NULL ? end - first - start->pre_open_left : 0;
  guint n_wanted = MIN (n_pre_open, start->pre_open_wanted);

  for (guint i = n_pre_open - n_wanted; i < n_pre_open; i++)
    tv_call_stack_push (
        &thread->stack,
        g_array_index (start->scan->pre_open, TvPreOpenFrame, end - 1 - i).method,
        (guint32) (start->n_entered_before + first + i));
  thread->stack.barrier = thread->stack.depth;
  for (guint i = 0; i < start->n_frames; i++)
    tv_call_stack_push (&thread->stack, start->frames[i].method,
                        start->frames[i].call + end);
  thread->pre_open_position = start->clock != NULL ? end : first;
  thread->n_calls = start->n_entered + thread->pre_open_position;
}

static void
start_thread (const TvCallBuilder *builder, TvThreadBuild *thread,
              const TvThreadStart *start)
{
  thread->start = start;
  thread->row = builder->rows[start->thread];
  thread->base = builder->trace->first_call[thread->row];
  thread->incarnation = start->incarnation;
  thread->started = thread->times_started = start->clock != NULL;
  if (start->clock != NULL)
    memcpy (thread->clock, start->clock, sizeof thread->clock);
  fill_stack (thread);
  thread->max_calls
      = start->end_n_entered
        + tv_thread_scan_get_first_pre_open (start->scan, start->end_incarnation + 1);
}

TvPartBuild *
tv_part_build_new (const TvCallBuilder *builder, const TvPartStart *start)
{
  TvPartBuild *part = g_new0 (TvPartBuild, 1);

  part->sink.consume = consume;
  part->sink.take_packets = take_packets;
  part->builder = builder;
  part->n_threads = start->threads->len;
  part->threads = g_new0 (TvThreadBuild, MAX (part->n_threads, 1));
  part->axis_now = start->axis;
  part->runs = g_array_new (FALSE, FALSE, sizeof (TvEntryRun));
  part->pre_open = g_array_new (FALSE, FALSE, sizeof (TvPreOpenRows));
  part->warnings = tv_warnings_new ();
  for (guint i = 0; i < part->n_threads; i++)
    start_thread (builder, &part->threads[i],
                  &g_array_index (start->threads, TvThreadStart, i));
  return part;
}

TvEventSink *
tv_part_build_get_sink (TvPartBuild *part)
{
  return &part->sink;
}

void
tv_part_build_free (TvPartBuild *part)
{
  if (part == NULL)
    return;
  for (guint i = 0; i < part->n_threads; i++)
    {
      tv_call_stack_clear (&part->threads[i].stack);
      g_clear_pointer (&part->threads[i].waits, g_array_unref);
    }
  g_free (part->threads);
  g_array_unref (part->runs);
  g_array_unref (part->pre_open);
  tv_warnings_free (part->warnings);
  g_free (part);
}
