/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/method-search.h"

#include "analysis/lookup/method-scan-private.h"
#include "analysis/sums/call-bounds.h"

/* In order of entry on the axis, then by thread, then by call: before the call of that
 * index in that thread, or before all that was entered at that time. */
typedef struct
{
  gint64 time;
  guint32 thread; /* TV_THREAD_NONE: before those of all threads */
  gsize call;
} Place;

/* The thread's first call that is not before a place. */
static gsize
find_place (const TvMethodScan *scan, const Place *place)
{
  const TvCalls *calls = &scan->calls;

  if (scan->thread == place->thread)
    return MIN (place->call, calls->n);
  if (place->thread != TV_THREAD_NONE && scan->thread < place->thread)
    return tv_calls_upper_bound (calls, place->time);
  return tv_calls_lower_bound (calls, 0, calls->n, place->time);
}

/* The first call at or after a place, or the last one before it. What was found in one
 * thread bounds the search in the others, so that hardly any block of theirs is read.
 * Of calls entered at one time the first thread's is first. */
static gboolean
find_call (const TvMethodIndex *index, guint32 method, guint32 thread,
           const Place *place, gboolean forwards, TvCallRef *ref)
{
  guint n_threads = tv_trace_get_n_threads (tv_method_index_get_trace (index));
  gboolean found = FALSE;
  gint64 time = 0;

  for (guint i = tv_method_scan_first_thread (index, method, thread); i < n_threads;
       i = tv_method_scan_thread_after (index, method, thread, i))
    {
      TvMethodScan scan;
      gsize first, end, call;

      tv_method_scan_init (&scan, index, method, i);
      first = forwards ? find_place (&scan, place) : 0;
      end = forwards ? scan.calls.n : find_place (&scan, place);
      if (found)
        *(forwards ? &end : &first)
            = tv_calls_lower_bound (&scan.calls, first, end, time);
      call = forwards ? tv_method_scan_next (&scan, first, end)
                      : tv_method_scan_previous (&scan, first, end);
      if (call == (forwards ? end : first))
        continue;
      call -= !forwards;
      found = TRUE;
      *ref = (TvCallRef){ i, (guint32) call };
      time = tv_times_get (&scan.calls.axis_start, call);
    }
  return found;
}

static gboolean
is_call (const TvMethodIndex *index, TvCallRef ref)
{
  return ref.thread < tv_trace_get_n_threads (tv_method_index_get_trace (index))
         && ref.call
                < tv_trace_get_calls (tv_method_index_get_trace (index), ref.thread).n;
}

static Place
place_of (const TvMethodIndex *index, TvCallRef ref)
{
  TvCalls calls = tv_trace_get_calls (tv_method_index_get_trace (index), ref.thread);

  return (Place){ tv_times_get (&calls.axis_start, ref.call), ref.thread, ref.call };
}

/**
 * tv_method_index_find_next:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @after: a call of the trace, of any method
 * @ref: (out): the call
 *
 * Finds the call of a method that comes next after a call, in order of entry on the
 * axis. Of calls entered at one time, those of threads with lower indexes come first.
 *
 * Takes the logarithm of the number of calls, for each thread in which the method is
 * called.
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_next (const TvMethodIndex *index, guint32 method, guint32 thread,
                           TvCallRef after, TvCallRef *ref)
{
  Place place;

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread), FALSE);
  g_return_val_if_fail (is_call (index, after), FALSE);

  place = place_of (index, after);
  place.call++;
  return find_call (index, method, thread, &place, TRUE, ref);
}

/**
 * tv_method_index_find_previous:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @before: a call of the trace, of any method
 * @ref: (out): the call
 *
 * Finds the call of a method that comes last before a call, see
 * tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_previous (const TvMethodIndex *index, guint32 method,
                               guint32 thread, TvCallRef before, TvCallRef *ref)
{
  Place place;

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread), FALSE);
  g_return_val_if_fail (is_call (index, before), FALSE);

  place = place_of (index, before);
  return find_call (index, method, thread, &place, FALSE, ref);
}

/**
 * tv_method_index_find_from:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @axis_time: nanoseconds on the timeline's axis
 * @ref: (out): the call
 *
 * Finds the first call of a method that was entered at a time or later, see
 * tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_from (const TvMethodIndex *index, guint32 method, guint32 thread,
                           gint64 axis_time, TvCallRef *ref)
{
  Place place = { axis_time, TV_THREAD_NONE, 0 };

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread), FALSE);

  return find_call (index, method, thread, &place, TRUE, ref);
}

/**
 * tv_method_index_find_before:
 * @index: an index
 * @method: index of a method of its trace
 * @thread: index of a thread, or %TV_THREAD_NONE for all
 * @axis_time: nanoseconds on the timeline's axis
 * @ref: (out): the call
 *
 * Finds the last call of a method that was entered before a time, see
 * tv_method_index_find_next().
 *
 * Returns: whether there is one
 */
gboolean
tv_method_index_find_before (const TvMethodIndex *index, guint32 method, guint32 thread,
                             gint64 axis_time, TvCallRef *ref)
{
  Place place = { axis_time, TV_THREAD_NONE, 0 };

  g_return_val_if_fail (ref != NULL, FALSE);
  g_return_val_if_fail (tv_method_scan_is_possible (index, method, thread), FALSE);

  return find_call (index, method, thread, &place, FALSE, ref);
}
