/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/profile-sums.h"

#include "analysis/sums/range-worklist.h"
#include "trace/model/column.h"
#include "trace/transform/transform.h"

typedef struct
{
  guint n_methods;
  TvClock primary;
  gboolean has_clock[TV_N_CLOCKS];
} Summing;

void
tv_method_totals_init (TvMethodTotals *totals)
{
  *totals = (TvMethodTotals){ .first_start = G_MAXINT64,
                              .longest = G_MININT64,
                              .first_call.thread = TV_THREAD_NONE,
                              .longest_call.thread = TV_THREAD_NONE };
}

static gboolean
is_before (TvCallRef a, TvCallRef b)
{
  return a.thread != b.thread ? a.thread < b.thread : a.call < b.call;
}

void
tv_method_totals_take_first (TvMethodTotals *totals, TvCallRef call, gint64 start)
{
  if (totals->first_call.thread != TV_THREAD_NONE
      && (start > totals->first_start
          || (start == totals->first_start && !is_before (call, totals->first_call))))
    return;
  totals->first_call = call;
  totals->first_start = start;
}

void
tv_method_totals_take_longest (TvMethodTotals *totals, TvCallRef call, gint64 inclusive)
{
  if (totals->longest_call.thread != TV_THREAD_NONE
      && (inclusive < totals->longest
          || (inclusive == totals->longest && !is_before (call, totals->longest_call))))
    return;
  totals->longest_call = call;
  totals->longest = inclusive;
}

static void
merge_method (TvMethodTotals *totals, const TvMethodTotals *more)
{
  totals->calls += more->calls;
  totals->recursive_calls += more->recursive_calls;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      totals->inclusive[clock] += more->inclusive[clock];
      totals->exclusive[clock] += more->exclusive[clock];
    }
  totals->waiting += more->waiting;
  totals->n_waits += more->n_waits;
  if (more->first_call.thread == TV_THREAD_NONE)
    return;
  tv_method_totals_take_first (totals, more->first_call, more->first_start);
  tv_method_totals_take_longest (totals, more->longest_call, more->longest);
}

/* Gets the times of a call that was open when the range began. */
static void
add_open_call (TvProfileSums *sums, const TvThreadRange *range, guint32 call,
               TvClock primary)
{
  const TvCalls *calls = &range->calls;
  const TvCallRef ref = { range->thread, call };
  const guint32 parent = calls->parent[call];
  const gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  TvMethodTotals *totals = &sums->totals[tv_calls_method (calls, call)];
  gint64 inclusive[TV_N_CLOCKS];
  const gboolean counts = tv_thread_range_clip_call (range, call, inclusive);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      totals->exclusive[clock] += inclusive[clock];
      if (!recursive)
        totals->inclusive[clock] += inclusive[clock];
      if (parent == TV_CALL_NONE)
        sums->root_inclusive[clock] += inclusive[clock];
      else
        sums->totals[tv_calls_method (calls, parent)].exclusive[clock]
            -= inclusive[clock];
    }
  if (!counts)
    return;
  totals->calls += !recursive;
  totals->recursive_calls += recursive;
  tv_method_totals_take_first (totals, ref, tv_times_get (&calls->axis_start, call));
  tv_method_totals_take_longest (totals, ref, inclusive[primary]);
}

static void
add_waits (TvProfileSums *sums, const TvRangeSlice *slice)
{
  const TvThreadRange *range = slice->range;

  sums->n_waits += slice->end_wait - slice->first_wait;
  for (gsize i = slice->first_wait; i < slice->end_wait; i++)
    {
      TvMethodTotals *totals;

      if (range->waits.call[i] == TV_CALL_NONE)
        continue;
      totals = &sums->totals[tv_calls_method (&range->calls, range->waits.call[i])];
      totals->waiting += tv_thread_range_clip_wait (range, i);
      totals->n_waits++;
    }
}

G_ALWAYS_INLINE static inline gint64
get_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? tv_times_get_narrow (times, call) : tv_times_get (times, call);
}

/* Which columns a thread has. */
typedef struct
{
  gboolean narrow;
  gboolean has_cpu;
  gboolean has_wall;
} Columns;

/* Adds calls entered in the range. The inclusive time of a call is added to the
 * exclusive time of its method and subtracted from that of its caller, so that
 * exclusive times remain without a stack. Inlined to make @columns constant. */
G_ALWAYS_INLINE static inline void
add_calls_with (TvProfileSums *sums, const TvRangeSlice *slice, TvClock primary,
                const Columns columns)
{
  const TvThreadRange *range = slice->range;
  const TvCalls calls = range->calls;
  const gsize end = slice->end_call;
  const gboolean narrow = columns.narrow;
  const gboolean has_clock[TV_N_CLOCKS] = { columns.has_cpu, columns.has_wall };
  const gint64 to[TV_N_CLOCKS] = { range->to[0], range->to[1] };
  TvMethodTotals *all = sums->totals;
  gint64 of_no_caller[TV_N_CLOCKS] = { 0 };

  for (gsize call = slice->first_call; call < end; call++)
    {
      TvCallRef ref = { range->thread, (guint32) call };
      guint32 method = tv_calls_method (&calls, call);
      guint32 parent = calls.parent[call];
      TvMethodTotals *totals = &all[method];
      gint64 *caller = parent == TV_CALL_NONE
                           ? of_no_caller
                           : all[tv_calls_method (&calls, parent)].exclusive;
      gint64 outermost = (calls.flags[call] & TV_CALL_RECURSIVE) == 0;
      gint64 start = get_time (&calls.axis_start, call, narrow);
      gint64 inclusive[TV_N_CLOCKS] = { 0 };

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (has_clock[clock])
          {
            gint64 call_start = get_time (&calls.start[clock], call, narrow);
            gint64 call_end = get_time (&calls.end[clock], call, narrow);

            inclusive[clock] = MIN (call_end, to[clock]) - call_start;
            totals->exclusive[clock] += inclusive[clock];
            totals->inclusive[clock] += inclusive[clock] & -outermost;
            caller[clock] -= inclusive[clock];
          }
      totals->calls += (guint64) outermost;
      totals->recursive_calls += (guint64) !outermost;
      if (G_UNLIKELY (start <= totals->first_start))
        tv_method_totals_take_first (totals, ref, start);
      if (G_UNLIKELY (inclusive[primary] >= totals->longest))
        tv_method_totals_take_longest (totals, ref, inclusive[primary]);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums->root_inclusive[clock] -= of_no_caller[clock];
}

static gboolean
is_narrow (const TvCalls *calls)
{
  gboolean narrow = tv_times_is_narrow (&calls->axis_start);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    narrow = narrow
             && (!tv_times_exist (&calls->start[clock])
                 || (tv_times_is_narrow (&calls->start[clock])
                     && tv_times_is_narrow (&calls->end[clock])));
  return narrow;
}

static void
add_calls (TvProfileSums *sums, const TvRangeSlice *slice, const Summing *summing)
{
  const gboolean has_cpu = summing->has_clock[TV_CLOCK_THREAD_CPU];
  const gboolean has_wall = summing->has_clock[TV_CLOCK_WALL];
  const TvClock primary = summing->primary;

  if (!is_narrow (&slice->range->calls))
    add_calls_with (sums, slice, primary, (Columns){ FALSE, has_cpu, has_wall });
  else if (has_cpu && has_wall)
    add_calls_with (sums, slice, primary, (Columns){ TRUE, TRUE, TRUE });
  else if (has_cpu)
    add_calls_with (sums, slice, primary, (Columns){ TRUE, TRUE, FALSE });
  else
    add_calls_with (sums, slice, primary, (Columns){ TRUE, FALSE, TRUE });
}

static gpointer
new_sums (gconstpointer data)
{
  const Summing *summing = data;
  TvProfileSums *sums = g_new0 (TvProfileSums, 1);

  sums->totals = tv_column_new (MAX (summing->n_methods, 1), sizeof (TvMethodTotals));
  for (guint i = 0; i < summing->n_methods; i++)
    tv_method_totals_init (&sums->totals[i]);
  return sums;
}

static void
add_slice (gpointer data, const TvRangeSlice *slice, gconstpointer user_data)
{
  TvProfileSums *sums = data;
  const Summing *summing = user_data;
  const TvThreadRange *range = slice->range;

  for (guint32 i = 0; slice->has_open_calls && i < range->n_open; i++)
    add_open_call (sums, range, range->open_calls[i], summing->primary);
  add_waits (sums, slice);
  if (slice->first_call < slice->end_call)
    add_calls (sums, slice, summing);
}

static void
merge_sums (gpointer data, gpointer more_data, gconstpointer user_data)
{
  TvProfileSums *sums = data;
  TvProfileSums *more = more_data;
  const Summing *summing = user_data;

  sums->n_waits += more->n_waits;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums->root_inclusive[clock] += more->root_inclusive[clock];
  for (guint i = 0; i < summing->n_methods; i++)
    merge_method (&sums->totals[i], &more->totals[i]);
  tv_column_free (more->totals);
  g_free (more);
}

static void
find_original (const TvTrace *trace, TvCallRef *call)
{
  if (call->thread != TV_THREAD_NONE)
    call->call = tv_trace_get_original_call (trace, call->thread, call->call);
}

/* Sums up the totals of each method, see TvProfileRange for the rules. */
gboolean
tv_profile_sums_make (TvProfileSums *sums, const TvTrace *trace,
                      const TvProfileRange *range, GCancellable *cancellable,
                      GError **error)
{
  static const TvRangeWork work = { new_sums, add_slice, merge_sums };
  Summing summing = { .n_methods = tv_trace_get_n_methods (trace),
                      .primary = tv_trace_get_primary_clock (trace) };
  TvProfileSums *all;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    summing.has_clock[clock] = tv_trace_has_clock (trace, clock);
  all = tv_range_worklist_run (trace, range, &work, summing.n_methods, &summing,
                               cancellable);
  *sums = *all;
  g_free (all);
  for (guint i = 0; i < summing.n_methods; i++)
    {
      find_original (trace, &sums->totals[i].first_call);
      find_original (trace, &sums->totals[i].longest_call);
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return TRUE;
  g_clear_pointer (&sums->totals, tv_column_free);
  return FALSE;
}
