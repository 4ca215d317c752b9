/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/call-scan.h"

static void
free_thread (gpointer data)
{
  TvThreadScan *thread = data;

  if (thread == NULL)
    return;
  tv_call_stack_clear (&thread->stack);
  g_clear_pointer (&thread->pre_open, g_array_unref);
  g_free (thread);
}

static TvThreadScan *
get_thread (TvCallScan *scan, guint32 index)
{
  if (G_UNLIKELY (index >= scan->threads->len))
    g_ptr_array_set_size (scan->threads, (gint) index + 1);
  if (G_UNLIKELY (scan->threads->pdata[index] == NULL))
    scan->threads->pdata[index] = g_new0 (TvThreadScan, 1);
  return scan->threads->pdata[index];
}

static void
step_clocks (TvCallScan *scan, TvThreadScan *thread, const TvEvent *event)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      TvClockStep step;
      gint64 time;

      if (!scan->rules.has[clock])
        continue;
      if (clock == TV_CLOCK_WALL && scan->rules.wrap[clock] != TV_WRAP_NEVER)
        tv_file_clock_step (&scan->file_clock, event->time[clock]);
      step = tv_thread_clock_step (&thread->clock[clock], event->time[clock],
                                   &scan->rules, clock, &time);
      scan->latest[clock] = MAX (scan->latest[clock], time);
      if (G_UNLIKELY (step == TV_CLOCK_STEP_REUSED))
        {
          tv_call_stack_clear (&thread->stack);
          thread->incarnation++;
        }
    }
  if (thread->n_events == 0)
    thread->first_cpu = thread->clock[TV_CLOCK_THREAD_CPU].previous;
}

static void
add_pre_open (TvThreadScan *thread, guint32 method)
{
  TvPreOpenFrame frame = { .incarnation = thread->incarnation, .method = method };

  if (thread->pre_open == NULL)
    thread->pre_open = g_array_new (FALSE, FALSE, sizeof (TvPreOpenFrame));
  g_array_append_val (thread->pre_open, frame);
  thread->n_calls++;
}

/* An exit that does not say of what leaves the innermost call. */
static void
leave (TvThreadScan *thread, guint32 method)
{
  TvCallStack *stack = &thread->stack;
  gsize depth;

  if (stack->depth == 0)
    add_pre_open (thread, method);
  else if (stack->frames[stack->depth - 1].method == method || method == TV_METHOD_NONE)
    tv_call_stack_pop (stack);
  else if (tv_call_stack_find (stack, method, &depth))
    while (stack->depth > depth)
      tv_call_stack_pop (stack);
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvCallScan *scan = (TvCallScan *) sink;

  for (gsize i = 0; i < n; i++)
    {
      const TvEvent *event = &events[i];
      TvThreadScan *thread = get_thread (scan, event->thread);

      step_clocks (scan, thread, event);
      thread->n_events++;
      if (event->action == TV_EVENT_ENTER)
        {
          tv_call_stack_push (&thread->stack, event->method, 0);
          thread->n_calls++;
        }
      else
        leave (thread, event->method);
    }
  scan->n_events += n;
}

/**
 * tv_call_scan_new:
 * @rules: how times are read; the wall clock's rule is settled by tv_call_scan_finish()
 *
 * Returns: (transfer full): a pass that waits for events
 */
TvCallScan *
tv_call_scan_new (const TvClockRules *rules)
{
  TvCallScan *scan = g_new0 (TvCallScan, 1);

  scan->sink.consume = consume;
  scan->rules = *rules;
  scan->threads = g_ptr_array_new_with_free_func (free_thread);
  return scan;
}

/**
 * tv_call_scan_free:
 * @scan: (transfer full) (nullable): what to free
 */
void
tv_call_scan_free (TvCallScan *scan)
{
  if (scan == NULL)
    return;
  g_ptr_array_unref (scan->threads);
  g_free (scan);
}

/**
 * tv_call_scan_finish:
 * @scan: a pass that saw all events
 *
 * Settles how the wall clock is carried on: over the whole file where that is in order
 * of time, else thread by thread. Gives back what only the pass itself needed.
 */
void
tv_call_scan_finish (TvCallScan *scan)
{
  TvWrapRule *wall_rule = &scan->rules.wrap[TV_CLOCK_WALL];

  if (*wall_rule != TV_WRAP_NEVER && !scan->file_clock.disordered)
    {
      *wall_rule = TV_WRAP_IN_FILE_ORDER;
      scan->latest[TV_CLOCK_WALL] = scan->file_clock.latest;
    }
  for (guint i = 0; i < scan->threads->len; i++)
    if (scan->threads->pdata[i] != NULL)
      tv_call_stack_clear (&((TvThreadScan *) scan->threads->pdata[i])->stack);
}

/**
 * tv_call_scan_name_pre_open:
 * @scan: a pass that saw all events
 * @methods: gets a method `(open before trace)` if one is needed
 *
 * Gives a method to the calls that were open before tracing began and whose exit did
 * not say which they are.
 */
void
tv_call_scan_name_pre_open (TvCallScan *scan, TvMethodTable *methods)
{
  guint32 method = TV_METHOD_NONE;

  for (guint i = 0; i < scan->threads->len; i++)
    {
      const TvThreadScan *thread = scan->threads->pdata[i];

      if (thread == NULL || thread->pre_open == NULL)
        continue;
      for (guint j = 0; j < thread->pre_open->len; j++)
        {
          TvPreOpenFrame *frame = &g_array_index (thread->pre_open, TvPreOpenFrame, j);

          if (frame->method != TV_METHOD_NONE)
            continue;
          if (method == TV_METHOD_NONE)
            method = tv_method_table_add_pre_open (methods);
          frame->method = method;
        }
    }
}

/**
 * tv_call_scan_get_thread:
 * @scan: a pass
 * @thread: index of a thread
 *
 * Returns: (transfer none) (nullable): what is known of it, %NULL without events
 */
const TvThreadScan *
tv_call_scan_get_thread (const TvCallScan *scan, guint thread)
{
  return thread < scan->threads->len ? scan->threads->pdata[thread] : NULL;
}
