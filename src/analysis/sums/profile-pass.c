/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/profile-pass-private.h"

#include "trace/model/column-memory.h"

/* A thread's piece on its way into the sums. */
typedef struct
{
  TvPartialSums *sums;
  const TvThreadPiece *piece;
  TvCalls calls;
  TvWaits waits;
  gboolean has_clock[TV_N_CLOCKS];
  TvClock primary;
} Pass;

void
tv_partial_sums_init (TvPartialSums *sums, guint n_methods)
{
  *sums = (TvPartialSums){ 0 };
  sums->totals = tv_column_new (MAX (n_methods, 1), sizeof (TvMethodTotals));
}

/* Has nothing of some methods. Most of the time goes into getting the memory, which
 * several threads can do at a time, each for other methods. */
void
tv_partial_sums_reset (TvPartialSums *sums, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    sums->totals[i] = (TvMethodTotals){ .first_start = G_MAXINT64,
                                        .longest = G_MININT64,
                                        .first_call.thread = TV_THREAD_NONE,
                                        .longest_call.thread = TV_THREAD_NONE };
}

void
tv_partial_sums_clear (TvPartialSums *sums)
{
  g_clear_pointer (&sums->totals, tv_column_free);
}

static gboolean
is_before (TvCallRef a, TvCallRef b)
{
  return a.thread != b.thread ? a.thread < b.thread : a.call < b.call;
}

static void
note_first (TvMethodTotals *totals, TvCallRef call, gint64 start)
{
  if (totals->first_call.thread != TV_THREAD_NONE
      && (start > totals->first_start
          || (start == totals->first_start && !is_before (call, totals->first_call))))
    return;
  totals->first_call = call;
  totals->first_start = start;
}

static void
note_longest (TvMethodTotals *totals, TvCallRef call, gint64 inclusive)
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
  note_first (totals, more->first_call, more->first_start);
  note_longest (totals, more->longest_call, more->longest);
}

void
tv_partial_sums_merge (TvPartialSums *sums, const TvPartialSums *more, guint n_methods)
{
  sums->n_waits += more->n_waits;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums->root_inclusive[clock] += more->root_inclusive[clock];
  for (guint32 method = 0; method < n_methods; method++)
    merge_method (&sums->totals[method], &more->totals[method]);
}

/* A call that was open when the range began. */
static void
add_open_call (Pass *pass, guint32 call)
{
  const TvCalls *calls = &pass->calls;
  TvCallRef ref = { pass->piece->thread, call };
  guint32 method = tv_calls_method (calls, call);
  guint32 parent = calls->parent[call];
  TvMethodTotals *totals = &pass->sums->totals[method];
  gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  gint64 inclusive[TV_N_CLOCKS];
  gboolean counts = tv_thread_piece_cut_open_call (pass->piece, calls, call, inclusive);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      totals->exclusive[clock] += inclusive[clock];
      if (!recursive)
        totals->inclusive[clock] += inclusive[clock];
      if (parent == TV_CALL_NONE)
        pass->sums->root_inclusive[clock] += inclusive[clock];
      else
        pass->sums->totals[tv_calls_method (calls, parent)].exclusive[clock]
            -= inclusive[clock];
    }
  if (!counts)
    return;
  totals->calls += !recursive;
  totals->recursive_calls += recursive;
  note_first (totals, ref, tv_times_get (&calls->axis_start, call));
  note_longest (totals, ref, inclusive[pass->primary]);
}

static void
add_open_calls (Pass *pass)
{
  for (guint32 call = pass->piece->open; call != TV_CALL_NONE;
       call = pass->calls.parent[call])
    add_open_call (pass, call);
}

static void
add_waits (Pass *pass, gsize first, gsize end)
{
  const TvWaits *waits = &pass->waits;
  gint64 from = pass->piece->from[TV_CLOCK_WALL], to = pass->piece->to[TV_CLOCK_WALL];

  pass->sums->n_waits += end - first;
  for (gsize i = first; i < end; i++)
    {
      TvMethodTotals *totals;

      if (waits->call[i] == TV_CALL_NONE)
        continue;
      totals = &pass->sums->totals[tv_calls_method (&pass->calls, waits->call[i])];
      totals->waiting += MIN (tv_times_get (&waits->end, i), to)
                         - MAX (tv_times_get (&waits->start, i), from);
      totals->n_waits++;
    }
}

G_ALWAYS_INLINE static inline gint64
get_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? tv_times_get_narrow (times, call) : tv_times_get (times, call);
}

/* Of what kind the columns of calls are. */
typedef struct
{
  gboolean narrow;
  gboolean has_cpu;
  gboolean has_wall;
} Columns;

/* The calls entered in the range. A call's inclusive time is added to its method's
 * exclusive and taken off its caller's: what remains at the end is the time without
 * callees, found without a stack. Inlined, so that what @columns says is constant. */
G_ALWAYS_INLINE static inline void
add_calls_with (Pass *pass, gsize first, gsize end, const Columns columns)
{
  const TvCalls calls = pass->calls;
  const gboolean narrow = columns.narrow;
  const TvClock primary = pass->primary;
  const gboolean has_clock[TV_N_CLOCKS] = { columns.has_cpu, columns.has_wall };
  const gint64 to[TV_N_CLOCKS] = { pass->piece->to[0], pass->piece->to[1] };
  TvMethodTotals *all = pass->sums->totals;
  gint64 taken_off_none[TV_N_CLOCKS] = { 0 };

  for (gsize call = first; call < end; call++)
    {
      TvCallRef ref = { pass->piece->thread, (guint32) call };
      guint32 method = tv_calls_method (&calls, call);
      guint32 parent = calls.parent[call];
      TvMethodTotals *totals = &all[method];
      gint64 *caller = parent == TV_CALL_NONE
                           ? taken_off_none
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
        note_first (totals, ref, start);
      if (G_UNLIKELY (inclusive[primary] >= totals->longest))
        note_longest (totals, ref, inclusive[primary]);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pass->sums->root_inclusive[clock] -= taken_off_none[clock];
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
add_calls (Pass *pass, gsize first, gsize end)
{
  gboolean has_cpu = pass->has_clock[TV_CLOCK_THREAD_CPU];
  gboolean has_wall = pass->has_clock[TV_CLOCK_WALL];

  if (!is_narrow (&pass->calls))
    add_calls_with (pass, first, end, (Columns){ FALSE, has_cpu, has_wall });
  else if (has_cpu && has_wall)
    add_calls_with (pass, first, end, (Columns){ TRUE, TRUE, TRUE });
  else if (has_cpu)
    add_calls_with (pass, first, end, (Columns){ TRUE, TRUE, FALSE });
  else
    add_calls_with (pass, first, end, (Columns){ TRUE, FALSE, TRUE });
}

/* Cuts @first to @end of a thread's items down to one kind of them, @n of which stand
 * after @before others, and numbers it from @base. */
static gboolean
cut_items (guint64 first, guint64 end, guint64 before, gsize base, gsize n, gsize *from,
           gsize *to)
{
  guint64 low = MAX (first, before);
  guint64 high = MIN (end, before + n);

  if (low >= high)
    return FALSE;
  *from = base + (gsize) (low - before);
  *to = base + (gsize) (high - before);
  return TRUE;
}

/* Adds some items of a thread. */
void
tv_partial_sums_add (TvPartialSums *sums, const TvTrace *trace,
                     const TvThreadPiece *piece, guint64 first, guint64 end)
{
  gsize n_waits = piece->end_wait - piece->first_wait;
  gsize n_calls = piece->end_call - piece->first_call;
  Pass pass = { .sums = sums, .piece = piece };
  gsize from, to;

  pass.calls = tv_trace_get_calls (trace, piece->thread);
  pass.waits = tv_trace_get_waits (trace, piece->thread);
  pass.primary = tv_trace_get_primary_clock (trace);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pass.has_clock[clock] = tv_trace_has_clock (trace, clock);
  if (first == 0 && end > 0)
    add_open_calls (&pass);
  if (cut_items (first, end, 1, piece->first_wait, n_waits, &from, &to))
    add_waits (&pass, from, to);
  if (cut_items (first, end, 1 + n_waits, piece->first_call, n_calls, &from, &to))
    add_calls (&pass, from, to);
}
