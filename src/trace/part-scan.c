/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/part-scan.h"

static void
clear_thread (gpointer data)
{
  TvThreadPart *thread = data;

  tv_call_stack_clear (&thread->stack);
  g_clear_pointer (&thread->exits, g_array_unref);
}

static void
start_thread (TvThreadPart *thread, const TvEvent *event)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->first[clock] = thread->last[clock] = event->time[clock];
}

static void
leave_earlier (TvThreadPart *thread, guint32 method)
{
  if (thread->exits == NULL)
    thread->exits = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (thread->exits, method);
}

/* An exit that does not say of what leaves the innermost call. */
static void
leave (TvThreadPart *thread, guint32 method)
{
  TvCallStack *stack = &thread->stack;

  if (G_UNLIKELY (stack->depth == 0))
    leave_earlier (thread, method);
  else if (G_LIKELY (stack->frames[stack->depth - 1].method == method
                     || method == TV_METHOD_NONE))
    stack->depth--;
  else
    thread->irregular = TRUE;
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvPartScan *scan = (TvPartScan *) sink;

  for (gsize i = 0; i < n; i++)
    {
      const TvEvent *event = &events[i];
      gint64 cpu = event->time[TV_CLOCK_THREAD_CPU];
      gint64 wall = event->time[TV_CLOCK_WALL];
      TvThreadPart *thread;

      if (G_UNLIKELY (event->thread >= scan->threads->len))
        g_array_set_size (scan->threads, event->thread + 1);
      thread = &g_array_index (scan->threads, TvThreadPart, event->thread);
      if (G_UNLIKELY (thread->n_events++ == 0))
        start_thread (thread, event);
      scan->latest_wall = MAX (scan->latest_wall, wall);
      if (G_UNLIKELY (cpu < thread->last[TV_CLOCK_THREAD_CPU]
                      || wall < thread->last[TV_CLOCK_WALL]))
        thread->irregular = TRUE;
      if (G_UNLIKELY (thread->irregular))
        continue;
      thread->last[TV_CLOCK_THREAD_CPU] = cpu;
      thread->last[TV_CLOCK_WALL] = wall;
      if (event->action == TV_EVENT_ENTER)
        tv_call_stack_push (&thread->stack, event->method, thread->n_entered++);
      else
        leave (thread, event->method);
    }
}

/**
 * tv_part_scan_new:
 *
 * Returns: (transfer full): a pass that waits for the events of a part
 */
TvPartScan *
tv_part_scan_new (void)
{
  TvPartScan *scan = g_new0 (TvPartScan, 1);

  scan->sink.consume = consume;
  scan->threads = g_array_new (FALSE, TRUE, sizeof (TvThreadPart));
  g_array_set_clear_func (scan->threads, clear_thread);
  return scan;
}

/**
 * tv_part_scan_free:
 * @scan: (transfer full) (nullable): what to free
 */
void
tv_part_scan_free (TvPartScan *scan)
{
  if (scan == NULL)
    return;
  g_array_unref (scan->threads);
  g_free (scan);
}
