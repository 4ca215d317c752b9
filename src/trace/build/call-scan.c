/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/call-scan-private.h"

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
  scan->last_thread = TV_THREAD_NONE;
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

/* Of the current owner of the id. */
static guint
count_pre_open (const TvThreadScan *thread)
{
  guint n = thread->pre_open != NULL ? thread->pre_open->len : 0;

  return n - tv_thread_scan_get_first_pre_open (thread, thread->incarnation);
}

/* Indexes that the methods get which the part was the first to name. */
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

/* Finds the thread, and notes where it stands before the part. */
void
tv_call_scan_begin_thread (TvPartAddition *add, guint index)
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

/* The calls from before the part that matter in it: those that were left, and what then
 * was the innermost. */
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

/* Joins a part to those before it. Threads that do something irregular in it are read
 * again, event by event. */
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

  for (guint i = 0; i < part->threads->len; i++)
    tv_call_scan_begin_thread (&add, i);
  if (!tv_call_scan_add_threads (&add, part_scan, cancellable, error))
    return NULL;
  /* Those that were found only now have the numbers that the reading gave them. */
  if (part_scan == NULL)
    g_free (add_new_methods (source, part));
  for (guint i = 0; i < start->threads->len; i++)
    end_thread (&add, &g_array_index (start->threads, TvThreadStart, i));
  return g_steal_pointer (&start);
}

/* Settles how the wall clock is carried on: over the whole file where that is in order
 * of time, else thread by thread. A file that is read in several parts has no time
 * that would make a difference. */
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

/* Gives a method to the calls that were open before tracing began and whose exit did
 * not say which they are. */
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

/* Returns whether an id was given to a new thread while tracing. */
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

gsize
tv_thread_scan_get_n_calls (const TvThreadScan *thread)
{
  return thread->n_entered + (thread->pre_open != NULL ? thread->pre_open->len : 0);
}

/* Returns how many pre-open calls owners before incarnation had, which is where those
 * of incarnation begin. */
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
