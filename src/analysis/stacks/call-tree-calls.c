/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/stacks/call-tree-private.h"

#include "analysis/sums/call-bounds.h"
#include "trace/model/parallel.h"

#include <glib/gi18n-lib.h>

#define CALLS_PER_CHECK (1 << 18)

static guint32
get_method (const TvCallTreeThread *thread, guint32 i)
{
  return tv_calls_method (&thread->range.calls,
                          tv_thread_range_get_call (&thread->range, i));
}

/* Leaves out the innermost open calls that don't count, see TvProfileRange, and have no
 * callee that does. */
static void
drop_ended_calls (TvThreadRange *range)
{
  const guint32 parent = range->first_call < range->end_call
                             ? range->calls.parent[range->first_call]
                             : TV_CALL_NONE;
  guint32 n
      = parent != TV_CALL_NONE ? tv_thread_range_find_open (range, parent) + 1 : 0;
  gint64 inclusive[TV_N_CLOCKS];

  while (n < range->n_open
         && tv_thread_range_clip_call (range, range->open_calls[n], inclusive))
    n++;
  range->n_open = n;
}

/* @ends: by call of the thread */
static void
find_ends (const TvCallTreeThread *thread, guint32 *ends)
{
  for (guint32 i = 0; i < thread->n; i++)
    ends[i] = thread->first + i + 1;
  for (guint32 i = thread->n; i-- > 0;)
    {
      const guint32 parent = tv_thread_range_find_parent (&thread->range, i);

      if (parent != TV_CALL_NONE)
        ends[parent] = MAX (ends[parent], ends[i]);
    }
}

static int
compare_waits (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const TvCallWait *) a)->number;
  const guint32 second = ((const TvCallWait *) b)->number;

  return (first > second) - (first < second);
}

static void
find_waits (TvCallTreeThread *thread, guint8 *marks)
{
  const TvThreadRange *range = &thread->range;
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (TvCallWait));
  guint n = 0;

  for (gsize i = range->first_wait; i < range->end_wait; i++)
    {
      const guint32 call = range->waits.call[i];
      TvCallWait wait = { .n = 1, .time = tv_thread_range_clip_wait (range, i) };

      if (call == TV_CALL_NONE
          || (call < range->first_call
              && tv_thread_range_find_open (range, call) == range->n_open))
        continue;
      wait.number = tv_thread_range_find_number (range, call);
      marks[wait.number] |= TV_CALL_MARK_WAITS;
      g_array_append_val (waits, wait);
    }
  g_array_sort (waits, compare_waits);
  for (guint i = 0; i < waits->len; i++)
    {
      const TvCallWait wait = g_array_index (waits, TvCallWait, i);

      if (n > 0 && g_array_index (waits, TvCallWait, n - 1).number == wait.number)
        {
          g_array_index (waits, TvCallWait, n - 1).time += wait.time;
          g_array_index (waits, TvCallWait, n - 1).n++;
        }
      else
        g_array_index (waits, TvCallWait, n++) = wait;
    }
  g_array_set_size (waits, n);
  thread->waits = waits;
}

/* Marks the calls of the methods of @through, all calls below them, and their callers,
 * and adds up the time below each caller. */
static void
find_through (const TvCallTreeCalls *calls, TvCallTreeThread *thread,
              const guint8 *through)
{
  guint8 *marks = calls->marks + thread->first;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&thread->range.calls.start[clock]))
      thread->led[clock] = g_new0 (gint64, MAX (thread->n, 1));
  for (guint32 i = 0; i < thread->n;)
    {
      const guint32 end = calls->ends[thread->first + i] - thread->first;

      if (through[get_method (thread, i)])
        for (; i < end; i++)
          marks[i] |= TV_CALL_MARK_WANTED | TV_CALL_MARK_WITHIN;
      else
        i++;
    }
  for (guint32 i = thread->n; i-- > 0;)
    {
      const guint32 parent = tv_thread_range_find_parent (&thread->range, i);
      gint64 inclusive[TV_N_CLOCKS];

      if (!(marks[i] & TV_CALL_MARK_WANTED) || parent == TV_CALL_NONE
          || marks[parent] & TV_CALL_MARK_WITHIN)
        continue;
      marks[parent] |= TV_CALL_MARK_WANTED;
      (void) tv_call_tree_calls_get_inclusive (calls, thread, thread->first + i,
                                               inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (thread->led[clock] != NULL)
          thread->led[clock][parent] += inclusive[clock];
    }
}

/* Lists the calls of the methods of @from, and marks those that are within another one.
 * With @nested, marks all calls within another one. Returns whether there are any. */
static gboolean
find_starts (const TvCallTreeCalls *calls, TvCallTreeThread *thread,
             GCancellable *cancellable)
{
  guint8 *marks = calls->marks + thread->first;
  gboolean found = FALSE;
  guint32 end = 0;

  thread->starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < thread->n; i++)
    {
      const guint32 number = thread->first + i;
      const gboolean is_start = calls->from[get_method (thread, i)];

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (number < end && (is_start || calls->nested))
        marks[i] |= TV_CALL_MARK_NESTED;
      if (!is_start)
        continue;
      found = found || number < end;
      if (number >= end)
        end = calls->ends != NULL ? calls->ends[number]
                                  : tv_call_tree_thread_find_end (thread, number);
      g_array_append_val (thread->starts, number);
    }
  return found;
}

/* Adds up, for each call around calls of the methods of @from, the time of these. */
static void
find_led (const TvCallTreeCalls *calls, TvCallTreeThread *thread)
{
  const guint8 *marks = calls->marks + thread->first;
  const guint32 *ends = calls->ends + thread->first;
  guint32 *n_led = g_new0 (guint32, thread->n);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    thread->led[clock] = g_new0 (gint64, thread->n);
  for (guint32 i = thread->n; i-- > 0;)
    {
      const gboolean is_from = calls->from[get_method (thread, i)];
      gint64 inclusive[TV_N_CLOCKS];
      guint32 parent;

      if (!(marks[i] & TV_CALL_MARK_NESTED))
        continue;
      parent = tv_thread_range_find_parent (&thread->range, i);
      (void) tv_call_tree_calls_get_inclusive (calls, thread, thread->first + i,
                                               inclusive);
      n_led[parent] += is_from ? ends[i] - thread->first - i - 1 : n_led[i];
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        thread->led[clock][parent]
            += is_from ? inclusive[clock] : thread->led[clock][i];
    }
  thread->n_led = n_led;
}

typedef struct
{
  TvCallTreeCalls *calls;
  const guint8 *through; /* nullable */
  GCancellable *cancellable;
} Preparation;

static void
prepare_thread (guint task, gpointer data)
{
  const Preparation *preparation = data;
  TvCallTreeCalls *calls = preparation->calls;
  TvCallTreeThread *thread = &calls->threads[task];

  if (g_cancellable_is_cancelled (preparation->cancellable))
    return;
  if (calls->ends != NULL)
    find_ends (thread, calls->ends + thread->first);
  find_waits (thread, calls->marks + thread->first);
  if (preparation->through != NULL)
    find_through (calls, thread, preparation->through);
  if (calls->from != NULL && find_starts (calls, thread, preparation->cancellable)
      && calls->nested)
    find_led (calls, thread);
}

static gboolean
add_threads (TvCallTreeCalls *calls, const TvProfileRange *range, GError **error)
{
  const guint n = tv_thread_set_count (range->threads, calls->trace);

  calls->threads = g_new0 (TvCallTreeThread, MAX (n, 1));
  for (guint i = 0; i < n && range->start < range->end; i++)
    {
      TvCallTreeThread *thread = &calls->threads[calls->n_threads];

      tv_thread_range_init (&thread->range, calls->trace, range,
                            tv_thread_set_get_nth (range->threads, i));
      drop_ended_calls (&thread->range);
      thread->first = calls->n;
      thread->n = tv_thread_range_get_n (&thread->range);
      calls->n_threads += thread->n > 0;
      if (thread->n == 0)
        tv_thread_range_clear (&thread->range);
      if (!g_uint_checked_add (&calls->n, calls->n, thread->n)
          || (calls->nested && calls->n > G_MAXUINT32 / 2))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                               _ ("Too many calls for a call tree"));
          return FALSE;
        }
    }
  return TRUE;
}

/* Returns by method whether it is one of @methods, NULL without @methods. Methods that
 * are counted as one match if one of them does. */
guint8 *
tv_call_tree_find_through (const TvTrace *trace, const TvMethodSet *methods,
                           const guint32 *same)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint8 *through;

  if (methods == NULL)
    return NULL;
  through = g_new0 (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    if (tv_method_set_contains (methods, i))
      through[same != NULL ? same[i] : i] = TRUE;
  for (guint32 i = 0; i < n && same != NULL; i++)
    through[i] = through[same[i]];
  return through;
}

/* Takes time and five bytes for each call of the range. If paths begin with calls of
 * some methods that are not nested, the bytes are saved: ends of calls are found on
 * demand. */
TvCallTreeCalls *
tv_call_tree_calls_new (TvTrace *trace, const TvProfileRange *range,
                        const TvCallTreeLimits *limits, GCancellable *cancellable,
                        GError **error)
{
  TvCallTreeCalls *calls = g_new0 (TvCallTreeCalls, 1);
  g_autofree guint8 *through
      = tv_call_tree_find_through (trace, limits->through, limits->same);
  Preparation preparation
      = { .calls = calls, .through = through, .cancellable = cancellable };

  calls->trace = tv_trace_ref (trace);
  calls->from = tv_call_tree_find_through (trace, limits->from, limits->same);
  calls->through = through != NULL;
  calls->nested = limits->nested;
  if (add_threads (calls, range, error))
    {
      if (limits->from == NULL || limits->nested)
        calls->ends = g_new (guint32, MAX (calls->n, 1));
      calls->marks = g_new0 (guint8, MAX (calls->n, 1));
      tv_parallel_run (calls->n_threads, range->n_workers, prepare_thread,
                       &preparation);
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        return calls;
    }
  tv_call_tree_calls_free (calls);
  return NULL;
}

void
tv_call_tree_calls_free (TvCallTreeCalls *calls)
{
  if (calls == NULL)
    return;
  for (guint i = 0; i < calls->n_threads; i++)
    {
      tv_thread_range_clear (&calls->threads[i].range);
      g_clear_pointer (&calls->threads[i].waits, g_array_unref);
      g_clear_pointer (&calls->threads[i].starts, g_array_unref);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        g_free (calls->threads[i].led[clock]);
      g_free (calls->threads[i].n_led);
    }
  g_free (calls->threads);
  g_free (calls->ends);
  g_free (calls->marks);
  g_free (calls->from);
  tv_trace_unref (calls->trace);
  g_free (calls);
}

/* Returns the thread that made a call. */
const TvCallTreeThread *
tv_call_tree_calls_find_thread (const TvCallTreeCalls *calls, guint32 number)
{
  guint low = 0, high = calls->n_threads;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (calls->threads[middle].first <= number)
        low = middle;
      else
        high = middle;
    }
  return &calls->threads[low];
}

/* Returns the waits of a call that is marked to have some. */
TvCallWait
tv_call_tree_thread_find_wait (const TvCallTreeThread *thread, guint32 number)
{
  const TvCallWait wait = { .number = number - thread->first };
  guint at;

  return g_array_binary_search (thread->waits, &wait, compare_waits, &at)
             ? g_array_index (thread->waits, TvCallWait, at)
             : wait;
}

/* Returns the number after a call and all below it. Takes the logarithm of the number
 * of calls below it. */
guint32
tv_call_tree_thread_find_end (const TvCallTreeThread *thread, guint32 number)
{
  const TvThreadRange *range = &thread->range;
  const guint32 next = number - thread->first + 1;
  const guint32 call = tv_thread_range_get_call (range, next - 1);
  gsize end;

  if (next == thread->n
      || range->calls.parent[tv_thread_range_get_call (range, next)] != call)
    return number + 1;
  end = tv_calls_subtree_end (&range->calls, call);
  return thread->first
         + tv_thread_range_find_number (
             range, (guint32) CLAMP (end, range->first_call, range->end_call));
}
