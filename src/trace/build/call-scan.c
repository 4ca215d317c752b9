/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/call-scan.h"

#include "trace/build/packet-run.h"

/* Scan of one part */

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

/* Takes neighbouring events of one thread up to the first irregular one. All state is
 * in local variables: a store through a pointer would make the compiler reload all of
 * it. An exit without a method leaves the innermost call. */
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
note_times (TvPartScan *scan, const gint64 times[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    scan->latest[clock] = MAX (scan->latest[clock], times[clock]);
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
  note_times (scan, thread->last);
  thread->irregular = n_taken < n;
  for (gsize i = n_taken; i < n; i++)
    note_times (scan, events[i].time);
}

static void
consume_part (TvEventSink *sink, const TvEvent *events, gsize n)
{
  TvPartScan *scan = (TvPartScan *) sink;
  gsize end;

  for (gsize start = 0; start < n; start = end)
    {
      for (end = start + 1; end < n && events[end].thread == events[start].thread;)
        end++;
      take_run (scan, events[start].thread, events + start, end - start);
    }
}

static gsize
take_part_packets (TvEventSink *sink, TvPacketRun *run)
{
  TvPartScan *scan = (TvPartScan *) sink;
  TvThreadPart *thread;
  gsize n;

  if (run->thread >= scan->threads->len)
    return 0;
  thread = &g_array_index (scan->threads, TvThreadPart, run->thread);
  n = tv_thread_part_take_packets (thread, run);
  note_times (scan, thread->last);
  return n;
}

TvPartScan *
tv_part_scan_new (void)
{
  TvPartScan *scan = g_new0 (TvPartScan, 1);

  scan->sink.consume = consume_part;
  scan->sink.take_packets = take_part_packets;
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

/* State of the threads */

static void
free_thread (gpointer data)
{
  TvThreadScan *thread = data;

  if (thread == NULL)
    return;
  tv_call_stack_clear (&thread->stack);
  g_clear_pointer (&thread->pre_open, g_array_unref);
  g_clear_pointer (&thread->left, g_array_unref);
  g_free (thread);
}

/* Returns a pass that waits for parts of the file. */
TvCallScan *
tv_call_scan_new (const TvClockRules *rules, gboolean in_one_part)
{
  TvCallScan *scan = g_new0 (TvCallScan, 1);

  scan->rules = *rules;
  scan->in_one_part = in_one_part;
  scan->threads = g_ptr_array_new_with_free_func (free_thread);
  return scan;
}

void
tv_call_scan_free (TvCallScan *scan)
{
  if (scan == NULL)
    return;
  g_ptr_array_unref (scan->threads);
  g_free (scan);
}

gsize
tv_thread_scan_get_n_calls (const TvThreadScan *thread)
{
  return thread->n_entered + (thread->pre_open != NULL ? thread->pre_open->len : 0);
}

/* Returns the number of pre-open calls of all owners before @incarnation, which is
 * where those of @incarnation begin. */
guint
tv_thread_scan_get_first_pre_open (const TvThreadScan *thread, guint32 incarnation)
{
  guint low = 0;
  guint high = thread->pre_open != NULL ? thread->pre_open->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (thread->pre_open, TvPreOpenFrame, middle).incarnation
          < incarnation)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Counts the pre-open calls of the current owner of the id. */
static guint
count_pre_open (const TvThreadScan *thread)
{
  guint n = thread->pre_open != NULL ? thread->pre_open->len : 0;

  return n - tv_thread_scan_get_first_pre_open (thread, thread->incarnation);
}

static void
clear_start (gpointer data)
{
  TvThreadStart *start = data;

  g_free (start->frames);
  g_free (start->clock);
}

static TvPartStart *
new_start (const TvCallScan *scan, guint n_threads)
{
  TvPartStart *start = g_new0 (TvPartStart, 1);

  start->axis = scan->axis;
  start->threads = g_array_new (FALSE, TRUE, sizeof (TvThreadStart));
  g_array_set_clear_func (start->threads, clear_start);
  g_array_set_size (start->threads, n_threads);
  return start;
}

void
tv_part_start_free (TvPartStart *start)
{
  if (start == NULL)
    return;
  g_array_unref (start->threads);
  g_free (start);
}

/* Join of a part with those before it */

/* A part that is being joined to those before it. */
typedef struct
{
  TvCallScan *scan;
  TvEventSource *source;
  TvEventPart *part;
  TvPartStart *start;
  const guint32
      *new_methods; /* indexes of the methods that the part was first to name */
} TvPartAddition;

/* Returns the indexes of the methods that the part was the first to name. */
static guint32 *
add_new_methods (TvEventSource *source, const TvEventPart *part)
{
  TvMethodTable *table = &source->tables->methods;
  guint32 *indexes = g_new (guint32, MAX (part->new_methods->len, 1));

  for (guint i = 0; i < part->new_methods->len; i++)
    {
      guint64 id = g_array_index (part->new_methods, guint64, i);

      indexes[i] = tv_id_map_get (&table->index, id);
      if (indexes[i] == TV_ID_MAP_NONE)
        indexes[i] = tv_method_table_add_unnamed (table, id);
    }
  return indexes;
}

/* Finds the thread and records its state before the part. */
static void
begin_thread (TvPartAddition *add, guint index)
{
  TvThreadTable *table = &add->source->tables->threads;
  guint32 id = tv_event_part_get_thread_id (add->part, index);
  guint32 row = tv_id_map_get (&table->record_index, id);
  TvThreadStart *start = &g_array_index (add->start->threads, TvThreadStart, index);
  GPtrArray *threads = add->scan->threads;
  TvThreadScan *thread;

  if (row == TV_ID_MAP_NONE)
    row = tv_thread_table_add_record_id (table, id);
  if (row >= threads->len)
    g_ptr_array_set_size (threads, (gint) row + 1);
  if (threads->pdata[row] == NULL)
    threads->pdata[row] = g_new0 (TvThreadScan, 1);
  thread = threads->pdata[row];
  thread->lowest = thread->stack.depth;
  if (thread->left != NULL)
    g_array_set_size (thread->left, 0);
  start->scan = thread;
  start->thread = row;
  start->n_events = thread->n_events;
  if (thread->n_events > 0)
    start->clock = g_memdup2 (thread->clock, sizeof thread->clock);
  start->incarnation = thread->incarnation;
  start->n_entered = thread->n_entered;
  start->n_entered_before = thread->n_entered_before;
  start->pre_open_left = count_pre_open (thread);
}

/* A thread continues from the part before in one step if nothing irregular happened in
 * the part, else event by event. Both ways give the same result. */

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

/* An exit without a method leaves the innermost call. */
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

/* Maps the number that the first reading of the part gave a method to its index. */
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

/* Whether the exits from calls before the part match the calls that are open, or leave
 * pre-open ones. */
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

/* Takes the events of some threads one by one. */
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
      scan->latest_in_file = MAX (scan->latest_in_file, event->time[clock]);
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

/* Adds the next thread that the reading found. */
static void
add_thread (TvPartAddition *add)
{
  guint index = add->start->threads->len;

  g_array_set_size (add->start->threads, index + 1);
  begin_thread (add, index);
}

static void
replay_events (TvEventSink *sink, const TvEvent *events, gsize n)
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
  Replay replay
      = { .sink = { .consume = replay_events }, .add = add, .wanted = wanted };
  GArray *threads = add->start->threads;

  if (!tv_event_source_read (add->source, add->part, &replay.sink, cancellable, error))
    return FALSE;
  while (threads->len < add->part->threads->len)
    add_thread (add);
  return TRUE;
}

/* Advances the threads of a part to its end. */
static gboolean
add_threads (TvPartAddition *add, const TvPartScan *part_scan,
             GCancellable *cancellable, GError **error)
{
  guint n_threads = add->start->threads->len;
  g_autofree guint8 *wanted = g_new0 (guint8, MAX (n_threads, 1));
  gboolean any = FALSE;

  if (part_scan == NULL)
    return replay (add, NULL, cancellable, error);
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

/* Keeps the calls from before the part that matter in it: those that were left in it,
 * and the one below them. */
static void
note_frames (TvThreadStart *start, const TvThreadScan *thread)
{
  guint n_left = thread->left != NULL ? thread->left->len : 0;
  TvFrame *next;

  start->n_frames = n_left + (thread->lowest > 0);
  if (start->n_frames == 0)
    return;
  next = start->frames = g_new (TvFrame, start->n_frames);
  if (thread->lowest > 0)
    *next++ = thread->stack.frames[thread->lowest - 1];
  for (guint i = n_left; i-- > 0;)
    *next++ = g_array_index (thread->left, TvFrame, i);
}

static void
end_thread (TvPartAddition *add, TvThreadStart *start)
{
  TvThreadScan *thread = add->scan->threads->pdata[start->thread];
  gint64 cpu = thread->clock[TV_CLOCK_THREAD_CPU].previous;

  note_frames (start, thread);
  start->end_incarnation = thread->incarnation;
  start->end_n_entered = thread->n_entered;
  if (thread->incarnation != start->incarnation)
    start->pre_open_wanted = G_MAXUINT;
  else if (thread->lowest == 0)
    start->pre_open_wanted = count_pre_open (thread) - start->pre_open_left + 1;
  add->scan->axis
      += cpu
         - (start->clock != NULL ? start->clock[TV_CLOCK_THREAD_CPU].previous
                                 : thread->first_cpu);
  start->n_events = thread->n_events - start->n_events;
  add->scan->n_events += start->n_events;
}

/* Joins a part with those before it. Threads with irregular events are read again,
 * event by event. */
TvPartStart *
tv_call_scan_add_part (TvCallScan *scan, TvEventSource *source, TvEventPart *part,
                       const TvPartScan *part_scan, GCancellable *cancellable,
                       GError **error)
{
  g_autofree guint32 *new_methods = add_new_methods (source, part);
  g_autoptr (TvPartStart) start = new_start (scan, part->threads->len);
  TvPartAddition add = { .scan = scan,
                         .source = source,
                         .part = part,
                         .start = start,
                         .new_methods = new_methods };

  if (!tv_memory_budget_check (
          source->options->budget,
          part->threads->len * (sizeof (TvThreadStart) + sizeof (TvThreadScan)), error))
    return NULL;
  for (guint clock = 0; part_scan != NULL && clock < TV_N_CLOCKS; clock++)
    scan->latest_in_file = MAX (scan->latest_in_file, part_scan->latest[clock]);
  for (guint i = 0; i < part->threads->len; i++)
    begin_thread (&add, i);
  if (!add_threads (&add, part_scan, cancellable, error))
    return NULL;
  /* Methods found by the replay are numbered in the order of the reading. */
  if (part_scan == NULL)
    g_free (add_new_methods (source, part));
  for (guint i = 0; i < start->threads->len; i++)
    end_thread (&add, &g_array_index (start->threads, TvThreadStart, i));
  return g_steal_pointer (&start);
}

/* Decides how the wall clock continues past 32 bits: over the whole file if that is in
 * order of time, else for each thread. A file read in several parts has no time for
 * which this matters. */
void
tv_call_scan_finish (TvCallScan *scan)
{
  TvWrapRule *wall_rule = &scan->rules.wrap[TV_CLOCK_WALL];

  for (guint i = 0; i < scan->threads->len; i++)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      if (scan->threads->pdata[i] != NULL)
        {
          const TvThreadScan *thread = scan->threads->pdata[i];

          scan->latest[clock]
              = MAX (scan->latest[clock], thread->clock[clock].previous);
        }
  if (scan->in_one_part && *wall_rule != TV_WRAP_NEVER && !scan->file_clock.disordered)
    {
      *wall_rule = TV_WRAP_IN_FILE_ORDER;
      scan->latest[TV_CLOCK_WALL] = scan->file_clock.latest;
    }
}

/* Gives a method to the calls that were open before tracing began and whose exit does
 * not name one. */
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

const TvThreadScan *
tv_call_scan_get_thread (const TvCallScan *scan, guint thread)
{
  return thread < scan->threads->len ? scan->threads->pdata[thread] : NULL;
}

/* Returns whether a thread id was reused while tracing. */
gboolean
tv_call_scan_has_reused_ids (const TvCallScan *scan)
{
  for (guint i = 0; i < scan->threads->len; i++)
    {
      const TvThreadScan *thread = scan->threads->pdata[i];

      if (thread != NULL && thread->incarnation > 0)
        return TRUE;
    }
  return FALSE;
}
