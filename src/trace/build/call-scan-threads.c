/* SPDX-License-Identifier: Apache-2.0 */

/* How the threads of a part go on from the part before: at one stroke where nothing
 * irregular happens, else event by event. Both must come to the same. */

#include "trace/build/call-scan-private.h"

static TvThreadScan *
get_thread (const TvPartAddition *add, guint index)
{
  return add->scan->threads
      ->pdata[g_array_index (add->start->threads, TvThreadStart, index).thread];
}

static void
pop (TvThreadScan *thread)
{
  TvFrame frame = tv_call_stack_pop (&thread->stack);

  if (thread->stack.depth >= thread->lowest)
    return;
  thread->lowest = thread->stack.depth;
  if (thread->left == NULL)
    thread->left = g_array_new (FALSE, FALSE, sizeof (TvFrame));
  g_array_append_val (thread->left, frame);
}

static void
add_pre_open (TvThreadScan *thread, guint32 method)
{
  TvPreOpenFrame frame = { .incarnation = thread->incarnation, .method = method };

  if (thread->pre_open == NULL)
    thread->pre_open = g_array_new (FALSE, FALSE, sizeof (TvPreOpenFrame));
  g_array_append_val (thread->pre_open, frame);
}

/* An exit that does not say of what leaves the innermost call. */
static void
leave (TvThreadScan *thread, guint32 method)
{
  TvCallStack *stack = &thread->stack;
  guint32 depth;

  if (stack->depth == 0)
    add_pre_open (thread, method);
  else if (stack->frames[stack->depth - 1].method == method || method == TV_METHOD_NONE)
    pop (thread);
  else if (tv_call_stack_find (stack, method, &depth))
    while (stack->depth > depth)
      pop (thread);
}

/* Index in the table of a method as a part's first reading numbered it. */
static guint32
get_method (const TvPartAddition *add, guint32 method)
{
  guint32 n_known = add->source->n_known_methods;

  return method == TV_METHOD_NONE || method < n_known
             ? method
             : add->new_methods[method - n_known];
}

static gboolean
clocks_go_on (const TvCallScan *scan, const TvThreadScan *thread,
              const TvThreadPart *found)
{
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      const TvThreadClock *clock = &thread->clock[i];

      if (!scan->rules.has[i])
        continue;
      if (found->last[i] > scan->rules.latest - clock->offset
          || found->first[i] + clock->offset < clock->previous)
        return FALSE;
    }
  return TRUE;
}

/* Whether the exits that leave calls from before the part are of the calls that are
 * open, or of pre-open ones. */
static gboolean
exits_match (const TvPartAddition *add, const TvThreadScan *thread,
             const TvThreadPart *found)
{
  guint32 depth = thread->stack.depth;

  for (guint i = 0; found->exits != NULL && i < found->exits->len && depth > 0; i++)
    {
      guint32 method = get_method (add, g_array_index (found->exits, guint32, i));

      depth--;
      if (method != TV_METHOD_NONE && method != thread->stack.frames[depth].method)
        return FALSE;
    }
  return TRUE;
}

static void
append (TvPartAddition *add, TvThreadScan *thread, const TvThreadPart *found)
{
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      if (!add->scan->rules.has[i])
        continue;
      thread->clock[i].previous = found->last[i] + thread->clock[i].offset;
    }
  if (thread->n_events == 0)
    thread->first_cpu = found->first[TV_CLOCK_THREAD_CPU];
  thread->n_events += found->n_events;
  for (guint i = 0; found->exits != NULL && i < found->exits->len; i++)
    {
      if (thread->stack.depth > 0)
        pop (thread);
      else
        add_pre_open (thread,
                      get_method (add, g_array_index (found->exits, guint32, i)));
    }
  for (guint32 i = 0; i < found->stack.depth; i++)
    {
      TvFrame frame = found->stack.frames[i];

      tv_call_stack_push (&thread->stack, get_method (add, frame.method),
                          (guint32) thread->n_entered + frame.call);
    }
  thread->n_entered += found->n_entered;
}

/* Takes events one by one, of the threads that are asked for. */
typedef struct
{
  TvEventSink sink;
  TvPartAddition *add;
  guint8 *wanted; /* by index in the part; NULL for all */
} Replay;

static void
begin_incarnation (TvThreadScan *thread)
{
  while (thread->stack.depth > 0)
    pop (thread);
  tv_call_stack_clear (&thread->stack);
  thread->incarnation++;
  thread->n_entered_before = thread->n_entered;
}

static void
step_clocks (TvCallScan *scan, TvThreadScan *thread, const TvEvent *event)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 time;

      if (!scan->rules.has[clock])
        continue;
      if (scan->in_one_part && clock == TV_CLOCK_WALL
          && scan->rules.wrap[clock] != TV_WRAP_NEVER)
        tv_file_clock_step (&scan->file_clock, event->time[clock]);
      if (G_UNLIKELY (tv_thread_clock_step (&thread->clock[clock], event->time[clock],
                                            &scan->rules, clock, &time)
                      == TV_CLOCK_STEP_REUSED))
        begin_incarnation (thread);
    }
  if (thread->n_events == 0)
    thread->first_cpu = thread->clock[TV_CLOCK_THREAD_CPU].previous;
}

/* Takes in the next thread that the reading has found. */
static void
add_thread (TvPartAddition *add)
{
  guint index = add->start->threads->len;

  g_array_set_size (add->start->threads, index + 1);
  tv_call_scan_begin_thread (add, index);
}

static void
count_switch (TvPartAddition *add, guint index)
{
  TvCallScan *scan = add->scan;
  guint32 row = g_array_index (add->start->threads, TvThreadStart, index).thread;

  scan->n_switches += row != scan->last_thread;
  scan->last_thread = row;
}

/* Neighbours of one thread at the seam of two parts are no switch. */
static void
add_switches (TvPartAddition *add, const TvPartScan *part_scan)
{
  if (part_scan->n_switches == 0)
    return;
  count_switch (add, part_scan->first_thread);
  add->scan->n_switches += part_scan->n_switches - 1;
  add->scan->last_thread
      = g_array_index (add->start->threads, TvThreadStart, part_scan->last_thread)
            .thread;
}

static void
consume (TvEventSink *sink, const TvEvent *events, gsize n)
{
  Replay *replay = (Replay *) sink;
  GArray *threads = replay->add->start->threads;

  for (gsize i = 0; i < n; i++)
    {
      const TvEvent *event = &events[i];
      TvThreadScan *thread;

      if (replay->wanted != NULL && !replay->wanted[event->thread])
        continue;
      while (G_UNLIKELY (event->thread >= threads->len))
        add_thread (replay->add);
      thread = get_thread (replay->add, event->thread);
      if (replay->wanted == NULL)
        count_switch (replay->add, event->thread);
      step_clocks (replay->add->scan, thread, event);
      thread->n_events++;
      if (event->action == TV_EVENT_ENTER)
        tv_call_stack_push (&thread->stack, event->method,
                            (guint32) thread->n_entered++);
      else
        leave (thread, event->method);
    }
}

static gboolean
replay (TvPartAddition *add, guint8 *wanted, GCancellable *cancellable, GError **error)
{
  Replay replay = { .sink = { consume }, .add = add, .wanted = wanted };
  GArray *threads = add->start->threads;

  if (!tv_event_source_read (add->source, add->part, &replay.sink, cancellable, error))
    return FALSE;
  while (threads->len < add->part->threads->len)
    add_thread (add);
  return TRUE;
}

/* Moves the threads of a part on to its end. */
gboolean
tv_call_scan_add_threads (TvPartAddition *add, const TvPartScan *part_scan,
                          GCancellable *cancellable, GError **error)
{
  guint n_threads = add->start->threads->len;
  g_autofree guint8 *wanted = g_new0 (guint8, MAX (n_threads, 1));
  gboolean any = FALSE;

  if (part_scan == NULL)
    return replay (add, NULL, cancellable, error);
  add_switches (add, part_scan);
  for (guint i = 0; i < n_threads; i++)
    {
      const TvThreadPart *found = &g_array_index (part_scan->threads, TvThreadPart, i);
      TvThreadScan *thread = get_thread (add, i);

      if (found->n_events == 0)
        continue;
      wanted[i] = found->irregular || !clocks_go_on (add->scan, thread, found)
                  || !exits_match (add, thread, found);
      if (wanted[i])
        any = TRUE;
      else
        append (add, thread, found);
    }
  return !any || replay (add, wanted, cancellable, error);
}
