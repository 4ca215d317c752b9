/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-query.h"

#include "analysis/sums/call-bounds.h"

/* A click must be answered at once. At most so many entries and exits are visited; if
 * there are more, the stack is sampled at so many moments; finally, at most so many
 * calls are scanned. */
#define MAX_STEPS 1024u
#define N_SAMPLES 64
#define MAX_SCAN 16384u

/* An open call with own time in the range, and its sums so far. */
typedef struct
{
  guint32 call;
  gint64 own;
  gint64 wait;
} OpenCall;

typedef struct
{
  TvCalls calls;
  TvWaits waits;
  gint64 start;
  gint64 end;
  guint32 method;
  gsize next;
  guint32 open;
  gint64 now;
  gsize wait;
  guint steps;
  GArray *sums; /* OpenCall, from the outermost */
  OpenCall best;
} CallSearch;

static gboolean
is_match (const CallSearch *search, guint32 call)
{
  return search->method == TV_METHOD_NONE
         || tv_calls_method (&search->calls, call) == search->method;
}

static void
consider_call (CallSearch *search, const OpenCall *found)
{
  if (!is_match (search, found->call))
    return;
  if (search->best.call == TV_CALL_NONE || found->own > search->best.own
      || (found->own == search->best.own && found->wait > search->best.wait))
    search->best = *found;
}

static OpenCall *
get_last_sums (CallSearch *search)
{
  return search->sums->len > 0
             ? &g_array_index (search->sums, OpenCall, search->sums->len - 1)
             : NULL;
}

/* Passes the waits up to @until, and returns the time off the CPU in between. */
static gint64
pass_waits (CallSearch *search, gint64 until)
{
  gint64 sum = 0;

  for (; search->wait < search->waits.n; search->wait++)
    {
      gint64 start = tv_times_get (&search->waits.start, search->wait);
      gint64 end = tv_times_get (&search->waits.end, search->wait);

      if (start >= until)
        break;
      sum += MAX (MIN (end, until) - MAX (start, search->now), 0);
      if (end > until)
        break;
    }
  return sum;
}

/* Adds the time up to @until to the innermost open call. */
static void
pass_time (CallSearch *search, gint64 until)
{
  OpenCall *sums = get_last_sums (search);
  gint64 waited;

  if (until <= search->now)
    return;
  waited = pass_waits (search, until);
  if (search->open != TV_CALL_NONE)
    {
      if (sums == NULL || sums->call != search->open)
        {
          OpenCall entered = { .call = search->open };

          g_array_append_val (search->sums, entered);
          sums = get_last_sums (search);
        }
      sums->own += until - search->now - waited;
      sums->wait += waited;
    }
  search->now = until;
}

/* Leaves the calls inside @outer that end by @until. */
static void
leave_calls (CallSearch *search, guint32 outer, gint64 until)
{
  const TvCalls *calls = &search->calls;

  while (search->open != outer && search->open != TV_CALL_NONE
         && tv_times_get (&calls->axis_end, search->open) <= until
         && search->steps <= MAX_STEPS)
    {
      OpenCall *sums;

      pass_time (search, tv_times_get (&calls->axis_end, search->open));
      sums = get_last_sums (search);
      if (sums != NULL && sums->call == search->open)
        {
          consider_call (search, sums);
          g_array_set_size (search->sums, search->sums->len - 1);
        }
      search->open = calls->parent[search->open];
      search->steps++;
    }
}

static void
enter_call (CallSearch *search, guint32 call, gint64 time)
{
  search->open = call;
  search->steps++;
  if (tv_times_get (&search->calls.axis_end, call) == time)
    consider_call (search, &(OpenCall){ .call = call });
}

/* Visits all events in the range. Returns FALSE if there are too many. */
static gboolean
walk (CallSearch *search)
{
  const TvCalls *calls = &search->calls;
  gsize next;
  gint64 time;

  for (next = search->next; next < calls->n && search->steps <= MAX_STEPS; next++)
    {
      time = tv_times_get (&calls->axis_start, next);
      if (time >= search->end)
        break;
      leave_calls (search, calls->parent[next], time);
      pass_time (search, time);
      enter_call (search, (guint32) next, time);
    }
  leave_calls (search, TV_CALL_NONE, search->end);
  pass_time (search, search->end);
  for (guint i = search->sums->len; i-- > 0;)
    consider_call (search, &g_array_index (search->sums, OpenCall, i));

  /* Otherwise a call without length at the very end would belong to no range. */
  for (; next < calls->n && search->steps <= MAX_STEPS; next++)
    {
      if (tv_times_get (&calls->axis_start, next) > search->end)
        break;
      enter_call (search, (guint32) next, search->end);
    }
  return search->steps <= MAX_STEPS;
}

static gint
compare_calls (gconstpointer a, gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

/* Returns the call that is innermost at most of the sampled moments. */
static guint32
find_by_samples (const CallSearch *search, const TvCallStacks *stacks, guint thread)
{
  const TvCalls *calls = &search->calls;
  gsize n = tv_calls_lower_bound (calls, search->next, calls->n, search->end);
  gint64 step = MAX ((search->end - search->start) / N_SAMPLES, 1);
  gint64 first = search->start + step / 2;
  guint32 found[N_SAMPLES];
  guint32 best = TV_CALL_NONE;
  guint n_found = 0, most = 0, count = 0;

  for (gint64 i = 0; i < N_SAMPLES && first + i * step < search->end; i++)
    {
      gint64 time = first + i * step;
      gsize after = tv_calls_lower_bound (calls, search->next, n, time + 1);
      guint32 call = tv_call_stacks_find_open (stacks, thread, after, time);

      if (call != TV_CALL_NONE && is_match (search, call))
        found[n_found++] = call;
    }
  qsort (found, n_found, sizeof *found, compare_calls);
  for (guint i = 0; i < n_found; i++)
    {
      count = i > 0 && found[i] == found[i - 1] ? count + 1 : 1;
      if (count > most)
        {
          most = count;
          best = found[i];
        }
    }
  return best;
}

static guint32
find_any (const CallSearch *search)
{
  const TvCalls *calls = &search->calls;
  gsize end = tv_calls_lower_bound (
      calls, search->next, MIN (calls->n, search->next + MAX_SCAN), search->end);

  for (gsize i = search->next; i < end; i++)
    if (is_match (search, (guint32) i))
      return (guint32) i;
  return TV_CALL_NONE;
}

static void
init_search (CallSearch *search, const TvCallStacks *stacks, guint thread)
{
  const TvTrace *trace = tv_call_stacks_get_trace (stacks);

  search->calls = tv_trace_get_calls (trace, thread);
  /* Waits are on the wall clock, so they apply only if the axis is the wall clock. */
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    search->waits = tv_trace_get_waits (trace, thread);
  search->now = search->start;
  search->wait = tv_waits_first_after (&search->waits, search->start);
  search->next
      = tv_calls_lower_bound (&search->calls, 0, search->calls.n, search->start);
  search->open = tv_call_stacks_find_open (stacks, thread, search->next, search->start);
  search->best.call = TV_CALL_NONE;
}

/**
 * tv_call_in_column:
 * @stacks: an index of a trace's calls
 * @thread: index of a thread
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis, not before @start; treated as later by at least 1
 * @method: index of a method, or %TV_METHOD_NONE for any
 * @ref: (out): the call
 *
 * Finds the call of a method that has the most own time in a range, such as the column
 * of a picture (see tv_lane_column_range()). Of calls with equal own time, the one that
 * waits longer comes first, then the one left first. Calls without length have no own
 * time; calls whose callees take all of the range do not count.
 *
 * If over a thousand calls are entered or left in the range, a picture cannot show them
 * apart, and samples decide: the result is the call that is innermost at most of 64
 * moments, of several the one entered first; if none of these is of the method, its
 * first call among some thousands. So this takes the logarithm of the number of calls
 * and a bounded number of steps.
 *
 * Returns: whether a call was found
 */
gboolean
tv_call_in_column (const TvCallStacks *stacks, guint thread, gint64 start, gint64 end,
                   guint32 method, TvCallRef *ref)
{
  g_autoptr (GArray) sums = NULL;
  CallSearch search = { .start = start, .method = method };

  g_return_val_if_fail (stacks != NULL, FALSE);
  g_return_val_if_fail (
      thread < tv_trace_get_n_threads (tv_call_stacks_get_trace (stacks)), FALSE);
  g_return_val_if_fail (start <= end && start < G_MAXINT64, FALSE);
  g_return_val_if_fail (ref != NULL, FALSE);

  sums = g_array_new (FALSE, FALSE, sizeof (OpenCall));
  search.end = MAX (end, start + 1);
  search.sums = sums;
  init_search (&search, stacks, thread);
  if (!walk (&search))
    {
      search.best.call = find_by_samples (&search, stacks, thread);
      if (search.best.call == TV_CALL_NONE)
        search.best.call = find_any (&search);
    }

  *ref = (TvCallRef){ thread, search.best.call };
  if (search.best.call == TV_CALL_NONE)
    ref->thread = TV_THREAD_NONE;
  return search.best.call != TV_CALL_NONE;
}
