/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-query.h"

#include "analysis/sums/call-bounds.h"

/* Callees or waits between two checks for cancellation. */
#define STEPS_PER_CHECK (1u << 16)

/**
 * tv_call_at:
 * @stacks: an index of a trace's calls
 * @thread: index of a thread
 * @axis_time: nanoseconds on the axis
 * @ref: (out): the call
 *
 * Finds the innermost call that is open at a time: entered then or before, and left
 * later. If there is none, a call that begins and ends at that very time is found, of
 * several the one entered last.
 *
 * Takes the logarithm of the number of calls.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_at (const TvCallStacks *stacks, guint thread, gint64 axis_time, TvCallRef *ref)
{
  TvTrace *trace;
  TvCalls calls;
  gsize next;
  guint32 call;

  g_return_val_if_fail (stacks != NULL, FALSE);
  g_return_val_if_fail (ref != NULL, FALSE);
  trace = tv_call_stacks_get_trace (stacks);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), FALSE);

  calls = tv_trace_get_calls (trace, thread);
  next = tv_calls_upper_bound (&calls, axis_time);
  call = tv_call_stacks_find_open (stacks, thread, next, axis_time);
  if (call == TV_CALL_NONE && next > 0
      && tv_times_get (&calls.axis_start, next - 1) == axis_time)
    call = (guint32) (next - 1);

  *ref = (TvCallRef){ call == TV_CALL_NONE ? TV_THREAD_NONE : thread, call };
  return call != TV_CALL_NONE;
}

static gint64
call_length (const TvCalls *calls, TvClock clock, gsize call)
{
  return tv_times_get (&calls->end[clock], call)
         - tv_times_get (&calls->start[clock], call);
}

/* Subtracts the times of the callees. Returns %FALSE if it was cancelled. */
static gboolean
subtract_callees (const TvTrace *trace, const TvCalls *calls, GCancellable *cancellable,
                  TvCallDetails *details)
{
  gboolean has_clock[TV_N_CLOCKS] = { tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU),
                                      tv_trace_has_clock (trace, TV_CLOCK_WALL) };
  gsize callee = details->ref.call + 1;

  for (guint n = 0; callee < calls->n && calls->parent[callee] == details->ref.call;
       n++)
    {
      if (n % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        if (has_clock[clock])
          details->exclusive[clock] -= call_length (calls, clock, callee);
      callee = tv_calls_subtree_end (calls, callee);
    }
  return TRUE;
}

/* Returns the sum of the waits, incomplete if it was cancelled. */
static gint64
sum_waits_of_call (const TvTrace *trace, const TvCallDetails *details,
                   GCancellable *cancellable)
{
  const gint64 start = details->start[TV_CLOCK_WALL];
  const gint64 end = start + details->inclusive[TV_CLOCK_WALL];
  TvWaits waits = tv_trace_get_waits (trace, details->ref.thread);
  gint64 sum = 0;

  for (gsize i = tv_waits_first_from (&waits, start);
       i < waits.n && tv_times_get (&waits.start, i) < end; i++)
    {
      if (i % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (waits.call[i] == details->ref.call)
        sum += tv_times_get (&waits.end, i) - tv_times_get (&waits.start, i);
    }
  return sum;
}

/**
 * tv_call_get_details:
 * @stacks: an index of a trace's calls
 * @ref: one of them
 * @cancellable: (nullable): stops the work within a few milliseconds
 * @details: (out caller-allocates): its numbers; those of a clock that the trace lacks
 *   are 0
 *
 * Computes the numbers of one call. Takes time for each direct callee and each wait
 * while the call was open.
 *
 * Returns: %FALSE if it was cancelled and the numbers are incomplete
 */
gboolean
tv_call_get_details (const TvCallStacks *stacks, TvCallRef ref,
                     GCancellable *cancellable, TvCallDetails *details)
{
  const TvTrace *trace;
  TvCalls calls;

  g_return_val_if_fail (stacks != NULL, FALSE);
  trace = tv_call_stacks_get_trace (stacks);
  g_return_val_if_fail (ref.thread < tv_trace_get_n_threads (trace), FALSE);
  g_return_val_if_fail (details != NULL, FALSE);

  calls = tv_trace_get_calls (trace, ref.thread);
  g_return_val_if_fail (ref.call < calls.n, FALSE);

  *details = (TvCallDetails){
    .ref = ref,
    .method = tv_calls_method (&calls, ref.call),
    .depth = tv_call_stacks_get_depth (stacks, ref.thread, ref.call),
    .axis_start = tv_times_get (&calls.axis_start, ref.call),
    .axis_end = tv_times_get (&calls.axis_end, ref.call),
    .flags = calls.flags[ref.call],
  };
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      {
        details->start[clock] = tv_times_get (&calls.start[clock], ref.call);
        details->inclusive[clock] = call_length (&calls, clock, ref.call);
        details->exclusive[clock] = details->inclusive[clock];
      }
  if (!subtract_callees (trace, &calls, cancellable, details))
    return FALSE;
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    details->waiting = sum_waits_of_call (trace, details, cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

/**
 * tv_trace_covered_time:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Sums up the time during which any call of a thread is open, waits included. The
 * original Traceview sorts its rows by it.
 *
 * Returns: nanoseconds on the axis
 */
gint64
tv_trace_covered_time (const TvTrace *trace, guint thread)
{
  TvCalls calls;
  gint64 covered = 0;
  gint64 covered_until = G_MININT64;

  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), 0);

  calls = tv_trace_get_calls (trace, thread);
  for (gsize i = 0; i < calls.n; i = tv_calls_subtree_end (&calls, i))
    {
      gint64 start = MAX (tv_times_get (&calls.axis_start, i), covered_until);
      gint64 end = tv_times_get (&calls.axis_end, i);

      if (end > start)
        {
          covered += end - start;
          covered_until = end;
        }
    }
  return covered;
}

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const TvCallShare *one = a;
  const TvCallShare *other = b;

  if (one->exclusive != other->exclusive)
    return one->exclusive < other->exclusive ? 1 : -1;
  return one->method < other->method ? -1 : one->method > other->method;
}

/* Adds the time of a call to its method, and subtracts it from the method of its
 * caller. */
static gboolean
add_shares (const TvCalls *calls, guint32 call, TvClock clock, TvCallShare *shares,
            GCancellable *cancellable)
{
  const gsize end = tv_calls_subtree_end (calls, call);

  for (gsize i = call; i < end; i++)
    {
      TvCallShare *share = &shares[tv_calls_method (calls, i)];
      const gint64 length = call_length (calls, clock, i);

      if (i % STEPS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      share->calls++;
      share->exclusive += length;
      if (i > call)
        shares[tv_calls_method (calls, calls->parent[i])].exclusive -= length;
    }
  return TRUE;
}

/**
 * tv_call_share_out:
 * @trace: a trace
 * @call: a call of it
 * @clock: a clock of the trace
 * @cancellable: (nullable): stops the work within a few milliseconds
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Divides the time of a call among the methods that took it: its own method and all
 * methods called below it, at any level. Takes time for each of these calls and for
 * each method of the trace: call it in a worker.
 *
 * Returns: (transfer full) (element-type TvCallShare) (nullable): the methods, the one
 *   that took the most first; their times add up to that of the call. %NULL with @error
 *   set
 */
GArray *
tv_call_share_out (const TvTrace *trace, TvCallRef call, TvClock clock,
                   GCancellable *cancellable, GError **error)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree TvCallShare *shares = g_new0 (TvCallShare, n_methods);
  const TvCalls calls = tv_trace_get_calls (trace, call.thread);
  GArray *found = NULL;

  g_return_val_if_fail (call.call < calls.n, NULL);

  if (!add_shares (&calls, call.call, clock, shares, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  found = g_array_new (FALSE, FALSE, sizeof (TvCallShare));
  for (guint32 i = 0; i < n_methods; i++)
    if (shares[i].calls > 0)
      {
        shares[i].method = i;
        g_array_append_val (found, shares[i]);
      }
  g_array_sort (found, compare_shares);
  return found;
}

/* Neighbours */

static gboolean
get_calls (const TvTrace *trace, TvCallRef call, TvCalls *calls)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (call.thread < tv_trace_get_n_threads (trace), FALSE);

  *calls = tv_trace_get_calls (trace, call.thread);
  g_return_val_if_fail (call.call < calls->n, FALSE);
  return TRUE;
}

/**
 * tv_call_get_parent:
 * @trace: a trace
 * @call: a call of it
 * @parent: (out): the call that made it
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_parent (const TvTrace *trace, TvCallRef call, TvCallRef *parent)
{
  TvCalls calls;

  g_return_val_if_fail (parent != NULL, FALSE);

  if (!get_calls (trace, call, &calls) || calls.parent[call.call] == TV_CALL_NONE)
    return FALSE;
  *parent = (TvCallRef){ call.thread, calls.parent[call.call] };
  return TRUE;
}

/**
 * tv_call_get_first_child:
 * @trace: a trace
 * @call: a call of it
 * @child: (out): the first call that it made
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_first_child (const TvTrace *trace, TvCallRef call, TvCallRef *child)
{
  TvCalls calls;
  gsize next = (gsize) call.call + 1;

  g_return_val_if_fail (child != NULL, FALSE);

  if (!get_calls (trace, call, &calls) || next >= calls.n
      || calls.parent[next] != call.call)
    return FALSE;
  *child = (TvCallRef){ call.thread, (guint32) next };
  return TRUE;
}

/**
 * tv_call_get_next_sibling:
 * @trace: a trace
 * @call: a call of it
 * @sibling: (out): the next call of the same caller; for a call without a parent, the
 *   thread's next such call
 *
 * Takes the logarithm of the number of calls inside @call, and a step for each call
 * entered at the very instant of its end.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_next_sibling (const TvTrace *trace, TvCallRef call, TvCallRef *sibling)
{
  TvCalls calls;
  gsize next;

  g_return_val_if_fail (sibling != NULL, FALSE);

  if (!get_calls (trace, call, &calls))
    return FALSE;
  next = tv_calls_subtree_end (&calls, call.call);
  if (next >= calls.n || calls.parent[next] != calls.parent[call.call])
    return FALSE;
  *sibling = (TvCallRef){ call.thread, (guint32) next };
  return TRUE;
}

/**
 * tv_call_get_previous_sibling:
 * @trace: a trace
 * @call: a call of it
 * @sibling: (out): the previous call of the same caller; for a call without a parent,
 *   the thread's previous such call
 *
 * Takes a step for each level between @sibling and the last call inside it.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_get_previous_sibling (const TvTrace *trace, TvCallRef call, TvCallRef *sibling)
{
  TvCalls calls;
  guint32 before;
  guint32 parent;

  g_return_val_if_fail (sibling != NULL, FALSE);

  if (!get_calls (trace, call, &calls))
    return FALSE;
  parent = calls.parent[call.call];
  if (call.call == 0 || call.call - 1 == parent)
    return FALSE;
  /* The call entered just before is the sibling, or is inside it. */
  before = call.call - 1;
  while (calls.parent[before] != parent)
    before = calls.parent[before];
  *sibling = (TvCallRef){ call.thread, before };
  return TRUE;
}

/* The calls of a method */

/* Calls that are compared at once. */
#define STRIDE 32

/* Counts the calls of the method among STRIDE calls. Narrow types let compilers
 * vectorize the loop. */
G_ALWAYS_INLINE static inline guint
count_equal (const TvCalls *calls, guint32 method, gsize first)
{
  guint32 count = 0;
  guint16 narrow_count = 0;

  if (tv_calls_get_narrow_methods (calls) != NULL)
    {
      const guint16 *methods = tv_calls_get_narrow_methods (calls) + first;
      guint16 narrow = (guint16) method;

      for (guint i = 0; i < STRIDE; i++)
        narrow_count += methods[i] == narrow;
      return narrow_count;
    }
  for (guint i = 0; i < STRIDE; i++)
    count += tv_calls_get_wide_methods (calls)[first + i] == method;
  return count;
}

/* Returns the first call of the method from @first on, or @end. */
static gsize
scan_forwards (const TvCalls *calls, guint32 method, gsize first, gsize end)
{
  while (end - first >= STRIDE && count_equal (calls, method, first) == 0)
    first += STRIDE;
  while (first < end && tv_calls_method (calls, first) != method)
    first++;
  return first;
}

/* Returns the call after the last one of the method before @end, or @first. */
static gsize
scan_backwards (const TvCalls *calls, guint32 method, gsize first, gsize end)
{
  while (end - first >= STRIDE && count_equal (calls, method, end - STRIDE) == 0)
    end -= STRIDE;
  while (end > first && tv_calls_method (calls, end - 1) != method)
    end--;
  return end;
}

/* Returns the thread's first call after @from (or @from itself, for a search
 * backwards); without @from, the first call at or after a time. */
static gsize
find_place (const TvCalls *calls, guint32 thread, TvCallRef from, gint64 axis_time,
            gboolean forwards)
{
  if (thread == from.thread)
    return from.call + (forwards ? 1 : 0);
  return from.thread != TV_THREAD_NONE && thread < from.thread
             ? tv_calls_upper_bound (calls, axis_time)
             : tv_calls_lower_bound (calls, 0, calls->n, axis_time);
}

/**
 * tv_call_find_of_method:
 * @trace: a trace
 * @method: index of a method
 * @threads: (nullable): the threads to look at, %NULL for all
 * @from: a call of any method and thread; none if its thread is %TV_THREAD_NONE
 * @axis_time: without @from, nanoseconds on the timeline's axis
 * @forwards: whether to look for the next call rather than the previous one
 * @found: (out): the call
 *
 * Finds the next call of a method after a call, or entered at a time or later; or the
 * previous one before it. Calls come in order of entry on the axis, those entered at
 * one time by thread.
 *
 * Reads the methods of the calls in between, at the speed of memory. A call found in
 * one thread bounds the search in the others, and calls that are far apart are few.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_find_of_method (const TvTrace *trace, guint32 method,
                        const TvThreadSet *threads, TvCallRef from, gint64 axis_time,
                        gboolean forwards, TvCallRef *found)
{
  TvCalls calls;
  gint64 time = 0;
  guint n;

  g_return_val_if_fail (trace != NULL && found != NULL, FALSE);
  g_return_val_if_fail (method < tv_trace_get_n_methods (trace), FALSE);

  if (from.thread != TV_THREAD_NONE)
    {
      if (!get_calls (trace, from, &calls))
        return FALSE;
      axis_time = tv_times_get (&calls.axis_start, from.call);
    }
  found->thread = TV_THREAD_NONE;
  n = tv_thread_set_count (threads, trace);
  for (guint i = 0; i < n; i++)
    {
      const guint32 thread = tv_thread_set_get_nth (threads, i);
      gsize first, end, call;

      calls = tv_trace_get_calls (trace, thread);
      call = find_place (&calls, thread, from, axis_time, forwards);
      first = forwards ? call : 0;
      end = forwards ? calls.n : call;
      if (found->thread != TV_THREAD_NONE)
        *(forwards ? &end : &first) = tv_calls_lower_bound (&calls, first, end, time);
      call = forwards ? scan_forwards (&calls, method, first, end)
                      : scan_backwards (&calls, method, first, end);
      if (call == (forwards ? end : first))
        continue;
      *found = (TvCallRef){ thread, (guint32) (forwards ? call : call - 1) };
      time = tv_times_get (&calls.axis_start, found->call);
    }
  return found->thread != TV_THREAD_NONE;
}
