/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/part-scan.h"

#include "trace/formats/packet-run.h"

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

/* Takes neighbours of one thread up to the first that is irregular. Everything is in
 * local variables, for stores to the stack would make the compiler read all of it anew.
 * An exit that does not say of what leaves the innermost call. */
static gsize
take_regular (TvThreadPart *thread, const TvEvent *events, gsize n)
{
  gint64 cpu = thread->last[TV_CLOCK_THREAD_CPU];
  gint64 wall = thread->last[TV_CLOCK_WALL];
  guint32 n_entered = thread->n_entered;
  TvCallStack stack = thread->stack;
  gsize i;

  for (i = 0; i < n; i++)
    {
      const TvEvent *event = &events[i];

      if (G_UNLIKELY (event->time[TV_CLOCK_THREAD_CPU] < cpu
                      || event->time[TV_CLOCK_WALL] < wall))
        break;
      if (event->action == TV_EVENT_ENTER)
        tv_call_stack_push (&stack, event->method, n_entered++);
      else if (G_UNLIKELY (stack.depth == 0))
        leave_earlier (thread, event->method);
      else if (G_LIKELY (stack.frames[stack.depth - 1].method == event->method
                         || event->method == TV_METHOD_NONE))
        stack.depth--;
      else
        break;
      cpu = event->time[TV_CLOCK_THREAD_CPU];
      wall = event->time[TV_CLOCK_WALL];
    }
  thread->last[TV_CLOCK_THREAD_CPU] = cpu;
  thread->last[TV_CLOCK_WALL] = wall;
  thread->n_entered = n_entered;
  thread->stack = stack;
  return i;
}

static void
take_run (TvPartScan *scan, guint32 index, const TvEvent *events, gsize n)
{
  TvThreadPart *thread;
  gsize n_taken = 0;

  if (G_UNLIKELY (index >= scan->threads->len))
    g_array_set_size (scan->threads, index + 1);
  thread = &g_array_index (scan->threads, TvThreadPart, index);
  if (thread->n_events == 0)
    start_thread (thread, events);
  thread->n_events += n;
  if (!thread->irregular)
    n_taken = take_regular (thread, events, n);
  scan->latest_wall = MAX (scan->latest_wall, thread->last[TV_CLOCK_WALL]);
  thread->irregular = n_taken < n;
  for (gsize i = n_taken; i < n; i++)
    scan->latest_wall = MAX (scan->latest_wall, events[i].time[TV_CLOCK_WALL]);
}

static void
count_switch (TvPartScan *scan, guint32 index)
{
  if (scan->n_switches == 0)
    scan->first_thread = index;
  else if (index == scan->last_thread)
    return;
  scan->last_thread = index;
  scan->n_switches++;
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvPartScan *scan = (TvPartScan *) sink;
  gsize end;

  for (gsize start = 0; start < n; start = end)
    {
      for (end = start + 1; end < n && events[end].thread == events[start].thread;)
        end++;
      count_switch (scan, events[start].thread);
      take_run (scan, events[start].thread, events + start, end - start);
    }
}

static gsize
take_packets (TvEventSink *sink, TvPacketRun *run)
{
  TvPartScan *scan = (TvPartScan *) sink;
  TvThreadPart *thread;
  gsize n;

  if (run->thread >= scan->threads->len)
    return 0;
  thread = &g_array_index (scan->threads, TvThreadPart, run->thread);
  n = tv_thread_part_take_packets (thread, run);
  scan->latest_wall = MAX (scan->latest_wall, thread->last[TV_CLOCK_WALL]);
  return n;
}

/* Returns a pass that waits for the events of a part. */
TvPartScan *
tv_part_scan_new (void)
{
  TvPartScan *scan = g_new0 (TvPartScan, 1);

  scan->sink.consume = consume;
  scan->sink.take_packets = take_packets;
  scan->threads = g_array_new (FALSE, TRUE, sizeof (TvThreadPart));
  g_array_set_clear_func (scan->threads, clear_thread);
  return scan;
}

void
tv_part_scan_free (TvPartScan *scan)
{
  if (scan == NULL)
    return;
  g_array_unref (scan->threads);
  g_free (scan);
}
