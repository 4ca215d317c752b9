/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/call-query.h"

#include "analysis/lane-walk-private.h"

/* An open call that had own time in the range, and the sums so far. */
typedef struct
{
  guint32 call;
  gint64 own;
  gint64 wait;
} OpenCall;

typedef struct
{
  const TvCalls *calls;
  guint32 method;
  GArray *open;
  OpenCall best;
} CallSearch;

static void
consider_call (CallSearch *search, const OpenCall *found)
{
  if (search->method != TV_METHOD_NONE
      && tv_calls_method (search->calls, found->call) != search->method)
    return;
  if (search->best.call == TV_CALL_NONE || found->own > search->best.own
      || (found->own == search->best.own && found->wait > search->best.wait))
    search->best = *found;
}

/* Takes the calls off the stack that are over at @time, or that @call stands before and
   so is around no more. */
static void
leave_calls (CallSearch *search, guint32 call, gint64 time)
{
  while (search->open->len > 0)
    {
      const OpenCall *top
          = &g_array_index (search->open, OpenCall, search->open->len - 1);

      if (top->call <= call
          && (top->call == call
              || tv_times_get (&search->calls->axis_end, top->call) > time))
        return;
      consider_call (search, top);
      g_array_set_size (search->open, search->open->len - 1);
    }
}

static OpenCall *
enter_call (CallSearch *search, guint32 call, gint64 time)
{
  OpenCall entered = { .call = call };

  leave_calls (search, call, time);
  if (search->open->len == 0
      || g_array_index (search->open, OpenCall, search->open->len - 1).call != call)
    g_array_append_val (search->open, entered);
  return &g_array_index (search->open, OpenCall, search->open->len - 1);
}

static inline void
add_own_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  enter_call (visitor, call, start)->own += end - start;
}

static inline void
add_wait_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  enter_call (visitor, call, start)->wait += end - start;
}

static inline void
add_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  consider_call (visitor, &(OpenCall){ .call = call });
}

static const TvLaneVisitor search_visitor
    = { .own = add_own_time, .wait = add_wait_time, .instant = add_instant };

/**
 * tv_call_in_column:
 * @trace: a trace
 * @thread: index of a thread
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis, not before @start; taken to be later by at least 1
 * @method: index of a method, or %TV_METHOD_NONE for any
 * @ref: (out): the call
 *
 * Finds the call of a method that has the most own time in a range, such as the column
 * of a picture (see tv_lane_column_range()). Of calls with equal own time, that which
 * waits longer comes first, then the one that was left first. Calls without length
 * count as calls with no own time; calls whose callees take all of the range don't
 * count.
 *
 * Takes time for each call entered in the range.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_in_column (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                   guint32 method, TvCallRef *ref)
{
  g_autoptr (GArray) open = NULL;
  TvLaneWalk walk;
  CallSearch search = { .method = method, .best = { .call = TV_CALL_NONE } };

  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), FALSE);
  g_return_val_if_fail (start <= end && start < G_MAXINT64, FALSE);
  g_return_val_if_fail (ref != NULL, FALSE);

  open = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  tv_lane_walk_init (&walk, trace, thread, start, MAX (end, start + 1));
  search.calls = &walk.calls;
  search.open = open;
  tv_lane_walk_run (&walk, &search_visitor, &search);
  while (open->len > 0)
    {
      consider_call (&search, &g_array_index (open, OpenCall, open->len - 1));
      g_array_set_size (open, open->len - 1);
    }

  *ref = (TvCallRef){ thread, search.best.call };
  if (search.best.call == TV_CALL_NONE)
    ref->thread = TV_THREAD_NONE;
  return search.best.call != TV_CALL_NONE;
}

/**
 * tv_call_at:
 * @trace: a trace
 * @thread: index of a thread
 * @axis_time: nanoseconds on the axis
 * @ref: (out): the call
 *
 * Finds the innermost call that is open at a time: entered then or before, and left
 * later. Where none is, a call that begins and ends at that very time is found, of
 * several the one entered last.
 *
 * Takes a bisection, and as many steps as the stack was deep just before.
 *
 * Returns: whether there is one
 */
gboolean
tv_call_at (const TvTrace *trace, guint thread, gint64 axis_time, TvCallRef *ref)
{
  TvCalls calls;
  gsize next;
  guint32 call;

  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), FALSE);
  g_return_val_if_fail (ref != NULL, FALSE);

  calls = tv_trace_get_calls (trace, thread);
  next = tv_calls_upper_bound (&calls, axis_time);
  call = tv_calls_innermost_open (&calls, next, axis_time);
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

static void
subtract_callees (const TvTrace *trace, const TvCalls *calls, TvCallDetails *details)
{
  gboolean has_clock[TV_N_CLOCKS] = { tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU),
                                      tv_trace_has_clock (trace, TV_CLOCK_WALL) };
  gsize callee = details->ref.call + 1;

  while (callee < calls->n && calls->parent[callee] == details->ref.call)
    {
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        if (has_clock[clock])
          details->exclusive[clock] -= call_length (calls, clock, callee);
      callee = tv_calls_subtree_end (calls, callee);
    }
}

static gint64
sum_waits_of_call (const TvTrace *trace, guint thread, guint32 call, gint64 start,
                   gint64 end)
{
  TvWaits waits = tv_trace_get_waits (trace, thread);
  gsize low = 0, high = waits.n;
  gint64 sum = 0;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits.start, middle) < start)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < waits.n && tv_times_get (&waits.start, low) < end; low++)
    if (waits.call[low] == call)
      sum += tv_times_get (&waits.end, low) - tv_times_get (&waits.start, low);
  return sum;
}

/**
 * tv_call_get_details:
 * @trace: a trace
 * @ref: a call of it
 * @details: (out caller-allocates): its numbers; those of a clock that the trace lacks
 *   are 0
 *
 * Works out the numbers of one call. Takes time for each call that it made itself (not
 * for what these called), each wait while it was open, and each call around it.
 */
void
tv_call_get_details (const TvTrace *trace, TvCallRef ref, TvCallDetails *details)
{
  TvCalls calls;

  g_return_if_fail (trace != NULL);
  g_return_if_fail (ref.thread < tv_trace_get_n_threads (trace));
  g_return_if_fail (details != NULL);

  calls = tv_trace_get_calls (trace, ref.thread);
  g_return_if_fail (ref.call < calls.n);

  *details = (TvCallDetails){
    .ref = ref,
    .method = tv_calls_method (&calls, ref.call),
    .axis_start = tv_times_get (&calls.axis_start, ref.call),
    .axis_end = tv_times_get (&calls.axis_end, ref.call),
    .flags = calls.flags[ref.call],
  };
  for (guint32 around = calls.parent[ref.call]; around != TV_CALL_NONE;
       around = calls.parent[around])
    details->depth++;

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      {
        details->start[clock] = tv_times_get (&calls.start[clock], ref.call);
        details->inclusive[clock] = call_length (&calls, clock, ref.call);
        details->exclusive[clock] = details->inclusive[clock];
      }
  subtract_callees (trace, &calls, details);
  if (tv_trace_has_clock (trace, TV_CLOCK_WALL))
    details->waiting = sum_waits_of_call (
        trace, ref.thread, ref.call, details->start[TV_CLOCK_WALL],
        details->start[TV_CLOCK_WALL] + details->inclusive[TV_CLOCK_WALL]);
}

/**
 * tv_trace_covered_time:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Sums up the time during which any call of a thread is open, sleeping inside a call
 * included. The original Traceview sorts its rows by this.
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
