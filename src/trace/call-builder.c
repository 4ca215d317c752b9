/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/call-builder-private.h"

#include "trace/trace-error.h"

#include <glib/gi18n-lib.h>

/* Off the CPU for longer than this between two events of a thread is a wait: the
 * original's rule for its "(context switch)". */
#define WAIT_OVER_NS (100 * 1000)

static void
note_entry (TvCallBuilder *builder, guint32 row)
{
  TvEntryRun run = { .thread = row, .count = 1 };
  TvEntryRun *last;

  if (builder->runs->len > 0)
    {
      last = &g_array_index (builder->runs, TvEntryRun, builder->runs->len - 1);
      if (last->thread == row && last->count < G_MAXUINT32)
        {
          last->count++;
          return;
        }
    }
  g_array_append_val (builder->runs, run);
}

/* Columns of times that a call's start or end is written to. */
static void
set_times (const TvCallBuilder *builder, const TvThreadBuild *thread, gboolean end,
           guint32 call)
{
  TvTrace *trace = builder->trace;
  const TvTimeColumn *columns = end ? trace->call_end : trace->call_start;
  gsize row = thread->base + call;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (builder->rules.has[clock])
      tv_time_column_set (&columns[clock], row, thread->previous[clock]);
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    tv_time_column_set (end ? &trace->call_axis_end : &trace->call_axis_start, row,
                        thread->previous_axis);
}

/* Enters a call at the thread's current times. */
static void
open_call (TvCallBuilder *builder, TvThreadBuild *thread, guint32 method, guint flags)
{
  TvTrace *trace = builder->trace;
  TvCallStack *stack = &thread->stack;
  guint32 call = (guint32) thread->n_calls;
  gsize row = thread->base + call;

  if (G_UNLIKELY (thread->n_calls >= thread->scan->n_calls))
    {
      builder->changed = TRUE;
      return;
    }
  thread->n_calls++;
  if (trace->call_method != NULL)
    trace->call_method[row] = (guint16) method;
  else
    trace->call_method_wide[row] = method;
  trace->call_parent[row]
      = stack->depth > 0 ? stack->frames[stack->depth - 1].call : TV_CALL_NONE;
  trace->call_flags[row] = (guint8) flags;
  set_times (builder, thread, FALSE, call);
  tv_call_stack_push (stack, method, call);
  note_entry (builder, thread->row);
}

/* Leaves the innermost call at the thread's current times. */
static void
close_call (TvCallBuilder *builder, TvThreadBuild *thread, guint flags)
{
  TvFrame frame = tv_call_stack_pop (&thread->stack);

  builder->trace->call_flags[thread->base + frame.call] |= (guint8) flags;
  set_times (builder, thread, TRUE, frame.call);
}

/**
 * tv_call_builder_close_all:
 * @builder: a builder
 * @thread: one of its threads
 *
 * Closes what is still open at the times of the thread's last event.
 */
void
tv_call_builder_close_all (TvCallBuilder *builder, TvThreadBuild *thread)
{
  while (thread->stack.depth > 0)
    close_call (builder, thread, TV_CALL_STILL_OPEN);
}

/* The calls that were open before tracing began are entered with the thread's first
 * event, outermost first; the first pass lists them innermost first. */
static void
open_pre_open_calls (TvCallBuilder *builder, TvThreadBuild *thread)
{
  const GArray *frames = thread->scan->pre_open;
  guint start = thread->pre_open_position;
  guint end = start;

  while (frames != NULL && end < frames->len
         && g_array_index (frames, TvPreOpenFrame, end).incarnation
                == thread->incarnation)
    end++;
  for (guint i = end; i-- > start;)
    open_call (builder, thread, g_array_index (frames, TvPreOpenFrame, i).method,
               TV_CALL_PRE_OPEN);
  thread->pre_open_position = end;
  thread->stack.barrier = thread->stack.depth;
}

static void
warn_event (TvCallBuilder *builder, TvWarningKind kind, const TvEvent *event)
{
  const TvThreadEntry *entry
      = &g_array_index (builder->table->entries, TvThreadEntry, event->thread);
  g_autofree char *label = NULL;

  if (tv_warnings_find (builder->trace->warnings, kind) == NULL)
    label = g_strdup_printf (_ ("thread %u"), entry->id);
  tv_warnings_add (builder->trace->warnings, kind, TV_PLACE_OFFSET, event->offset,
                   label);
}

static void
begin_incarnation (TvCallBuilder *builder, TvThreadBuild *thread, const TvEvent *event)
{
  tv_call_builder_close_all (builder, thread);
  tv_call_stack_clear (&thread->stack);
  thread->incarnation++;
  thread->started = FALSE;
  warn_event (builder, TV_WARNING_THREAD_REUSED, event);
}

static void
warn_step (TvCallBuilder *builder, TvClockStep step, guint clock, const TvEvent *event)
{
  if (step == TV_CLOCK_STEP_BACKWARDS)
    warn_event (builder, TV_WARNING_TIME_BACKWARDS, event);
  else if (step == TV_CLOCK_STEP_TOO_LATE)
    warn_event (builder, TV_WARNING_TIME_TOO_LATE, event);
  else if (step == TV_CLOCK_STEP_IMPOSSIBLE)
    warn_event (builder, TV_WARNING_TIME_IMPOSSIBLE, event);
  else if (step == TV_CLOCK_STEP_WRAPPED)
    tv_warnings_add (builder->trace->warnings, TV_WARNING_TIME_WRAPPED, TV_PLACE_OFFSET,
                     event->offset, clock == TV_CLOCK_WALL ? "" : NULL);
}

/* Moves the thread's clocks on to an event; before the event's own times count, a
 * reused id ends all that was open. */
static void
step_clocks (TvCallBuilder *builder, TvThreadBuild *thread, const TvEvent *event,
             gint64 now[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 raw = event->time[clock];
      TvClockStep step;

      now[clock] = 0;
      if (!builder->rules.has[clock])
        continue;
      if (builder->rules.wrap[clock] == TV_WRAP_IN_FILE_ORDER)
        raw = tv_file_clock_step (&builder->file_clock, raw);
      step = tv_thread_clock_step (&thread->clock[clock], raw, &builder->rules, clock,
                                   &now[clock]);
      if (G_LIKELY (step == TV_CLOCK_STEP_FINE))
        continue;
      if (step == TV_CLOCK_STEP_REUSED)
        begin_incarnation (builder, thread, event);
      else
        warn_step (builder, step, clock, event);
    }
}

/* See WAIT_OVER_NS. The CPU time of the step is taken as half before and half after. */
static void
find_wait (TvCallBuilder *builder, TvThreadBuild *thread, const gint64 now[TV_N_CLOCKS])
{
  gint64 cpu_step = now[TV_CLOCK_THREAD_CPU] - thread->previous[TV_CLOCK_THREAD_CPU];
  gint64 wall_step = now[TV_CLOCK_WALL] - thread->previous[TV_CLOCK_WALL];
  const TvCallStack *stack = &thread->stack;
  gint64 half = cpu_step / 2;
  TvWaitDraft wait;

  if (G_LIKELY (wall_step - cpu_step <= builder->wait_over))
    return;
  wait.start = thread->previous[TV_CLOCK_WALL] + half;
  wait.end = now[TV_CLOCK_WALL] - (cpu_step - half);
  wait.call = stack->depth > 0 ? stack->frames[stack->depth - 1].call : TV_CALL_NONE;
  wait.calls_before = (guint32) thread->n_calls;
  if (thread->waits == NULL)
    thread->waits = g_array_new (FALSE, FALSE, sizeof (TvWaitDraft));
  g_array_append_val (thread->waits, wait);
  note_entry (builder, thread->row);
}

static void
set_now (TvCallBuilder *builder, TvThreadBuild *thread, const gint64 now[TV_N_CLOCKS])
{
  if (builder->trace->axis == TV_AXIS_CPU_ALL_THREADS)
    {
      if (thread->times_started)
        builder->axis_now
            += now[TV_CLOCK_THREAD_CPU] - thread->previous[TV_CLOCK_THREAD_CPU];
      thread->previous_axis = builder->axis_now;
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->previous[clock] = now[clock];
}

static void
begin_thread (TvCallBuilder *builder, TvThreadBuild *thread,
              const gint64 now[TV_N_CLOCKS])
{
  TvThread *row = &builder->trace->threads[thread->row];

  set_now (builder, thread, now);
  if (!thread->times_started)
    {
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        row->first[clock] = now[clock] * builder->rules.unit;
      row->axis_first = thread->previous_axis * builder->rules.unit;
    }
  thread->started = TRUE;
  thread->times_started = TRUE;
  open_pre_open_calls (builder, thread);
}

static void
leave (TvCallBuilder *builder, TvThreadBuild *thread, const TvEvent *event)
{
  TvCallStack *stack = &thread->stack;
  guint flags = event->action == TV_EVENT_UNWIND ? TV_CALL_BY_EXCEPTION : 0;
  gsize depth;

  if (G_UNLIKELY (stack->depth == 0))
    builder->changed = TRUE; /* the first pass would have listed a pre-open call */
  else if (stack->depth == stack->barrier || event->method == TV_METHOD_NONE
           || stack->frames[stack->depth - 1].method == event->method)
    close_call (builder, thread, flags);
  else if (tv_call_stack_find (stack, event->method, &depth))
    {
      while (stack->depth > depth + 1)
        {
          close_call (builder, thread, TV_CALL_EXIT_LOST);
          warn_event (builder, TV_WARNING_EXITS_LOST, event);
        }
      close_call (builder, thread, flags);
    }
  else
    warn_event (builder, TV_WARNING_STRAY_EXITS, event);
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvCallBuilder *builder = (TvCallBuilder *) sink;
  gboolean dual
      = builder->rules.has[TV_CLOCK_THREAD_CPU] && builder->rules.has[TV_CLOCK_WALL];

  for (gsize i = 0; i < n; i++)
    {
      const TvEvent *event = &events[i];
      TvThreadBuild *thread
          = event->thread < builder->n_threads ? builder->threads[event->thread] : NULL;
      gint64 now[TV_N_CLOCKS];

      if (G_UNLIKELY (thread == NULL))
        {
          builder->changed = TRUE;
          return;
        }
      step_clocks (builder, thread, event, now);
      if (G_UNLIKELY (!thread->started))
        begin_thread (builder, thread, now);
      else
        {
          if (dual)
            find_wait (builder, thread, now);
          set_now (builder, thread, now);
        }
      thread->n_events++;
      if (event->action == TV_EVENT_ENTER)
        open_call (builder, thread, event->method, 0);
      else
        leave (builder, thread, event);
    }
}

/**
 * tv_call_builder_new:
 * @trace: the trace to fill; its clocks, unit, axis and methods are set
 * @scan: (transfer none): the first pass, finished; outlives the builder
 * @threads: (transfer none): all threads of the file; outlives the builder
 *
 * Returns: (transfer full): a pass that waits for events
 */
TvCallBuilder *
tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                     const TvThreadTable *threads)
{
  TvCallBuilder *builder = g_new0 (TvCallBuilder, 1);

  builder->sink.consume = consume;
  builder->trace = trace;
  builder->scan = scan;
  builder->table = threads;
  builder->rules = scan->rules;
  builder->wait_over = WAIT_OVER_NS / scan->rules.unit;
  builder->runs = g_array_new (FALSE, FALSE, sizeof (TvEntryRun));
  tv_call_builder_allocate (builder);
  return builder;
}

/**
 * tv_call_builder_get_sink:
 * @builder: a builder
 *
 * Returns: (transfer none): what to deliver events to
 */
TvEventSink *
tv_call_builder_get_sink (TvCallBuilder *builder)
{
  return &builder->sink;
}

/**
 * tv_call_builder_free:
 * @builder: (transfer full) (nullable): what to free
 */
void
tv_call_builder_free (TvCallBuilder *builder)
{
  if (builder == NULL)
    return;
  for (guint i = 0; i < builder->n_threads; i++)
    {
      if (builder->threads[i] == NULL)
        continue;
      tv_call_stack_clear (&builder->threads[i]->stack);
      g_clear_pointer (&builder->threads[i]->waits, g_array_unref);
      g_free (builder->threads[i]);
    }
  g_free (builder->threads);
  g_clear_pointer (&builder->runs, g_array_unref);
  g_free (builder);
}
