/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-range.h"

#include "analysis/lookup/method-scan-private.h"
#include "analysis/sums/thread-moment.h"

/* What a thread has in a range: some calls open at its start, and those entered in it.
 */
typedef struct
{
  TvMethodScan scan;
  guint32 open;
  gint64 start;
  gsize first;
  gsize end;
} ThreadRange;

static void
init_range (ThreadRange *range, const TvMethodIndex *index, guint32 method,
            guint32 thread, gint64 start, gint64 end)
{
  TvTrace *trace = tv_method_index_get_trace (index);
  TvThreadMoment from, to;

  tv_method_scan_init (&range->scan, index, method, thread);
  tv_thread_moment_find (trace, thread, start, &from);
  tv_thread_moment_find (trace, thread, end, &to);
  range->open = from.open;
  range->start = start;
  range->first = from.next;
  range->end = to.next;
}

/* A call that is left at the very start of the range has no part in it. */
static gboolean
is_open_call (const ThreadRange *range, guint32 call)
{
  const TvCalls *calls = &range->scan.calls;

  return tv_calls_method (calls, call) == range->scan.method
         && tv_times_get (&calls->axis_end, call) > range->start;
}

static guint64
count_in_thread (const ThreadRange *range)
{
  guint64 count = tv_method_scan_count (&range->scan, range->first, range->end);

  for (guint32 call = range->open; call != TV_CALL_NONE;
       call = range->scan.calls.parent[call])
    count += is_open_call (range, call);
  return count;
}

static gint
compare_calls (gconstpointer a, gconstpointer b)
{
  const TvCallRef *first = a, *second = b;

  return (first->call > second->call) - (first->call < second->call);
}

/* The stack gives the open calls innermost first. Of them, too, the first are kept. */
static void
list_open_calls (const ThreadRange *range, GArray *list, guint max)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (TvCallRef));

  for (guint32 call = range->open; call != TV_CALL_NONE;
       call = range->scan.calls.parent[call])
    if (is_open_call (range, call))
      {
        TvCallRef ref = { range->scan.thread, call };

        g_array_append_val (open, ref);
      }
  g_array_sort (open, compare_calls);
  g_array_append_vals (list, open->data, MIN (open->len, max - list->len));
}

static void
list_in_thread (const ThreadRange *range, GArray *list, guint max)
{
  list_open_calls (range, list, max);
  for (gsize next = range->first; list->len < max; next++)
    {
      TvCallRef ref = { .thread = range->scan.thread };

      next = tv_method_scan_next (&range->scan, next, range->end);
      if (next >= range->end)
        return;
      ref.call = (guint32) next;
      g_array_append_val (list, ref);
    }
}

/* Lists the calls of a method that have a part in a range: those open when it begins,
 * then those entered in it. The range is half-open, but that the end of the trace's
 * axis belongs to a range that ends there or later; an empty range has no calls. Takes
 * time for each call listed, and for each thread in which the method is called the
 * logarithm of the number of calls and the depth of the stack at both ends. */
GArray *
tv_method_index_list_calls (const TvMethodIndex *index, guint32 method, guint32 thread,
                            gint64 start, gint64 end, guint max)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (TvCallRef));
  guint n_threads;

  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread),
                        g_steal_pointer (&list));
  g_return_val_if_fail (start <= end, g_steal_pointer (&list));

  n_threads = tv_trace_get_n_threads (tv_method_index_get_trace (index));
  for (guint i = tv_method_scan_first_thread (index, method, thread);
       i < n_threads && list->len < max && start < end;
       i = tv_method_scan_thread_after (index, method, thread, i))
    {
      ThreadRange range;

      init_range (&range, index, method, i, start, end);
      list_in_thread (&range, list, max);
    }
  return g_steal_pointer (&list);
}

/* Counts the calls of a method that have a part in a range, see
 * tv_method_index_list_calls(). Takes the reading of the methods of each block of some
 * thousand calls that has one. */
guint64
tv_method_index_count_calls (const TvMethodIndex *index, guint32 method, guint32 thread,
                             gint64 start, gint64 end)
{
  guint64 count = 0;
  guint n_threads;

  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread), 0);
  g_return_val_if_fail (start <= end, 0);

  n_threads = tv_trace_get_n_threads (tv_method_index_get_trace (index));
  for (guint i = tv_method_scan_first_thread (index, method, thread);
       i < n_threads && start < end;
       i = tv_method_scan_thread_after (index, method, thread, i))
    {
      ThreadRange range;

      init_range (&range, index, method, i, start, end);
      count += count_in_thread (&range);
    }
  return count;
}
