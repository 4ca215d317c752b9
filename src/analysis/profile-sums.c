/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/profile-sums.h"

#include "analysis/thread-moment.h"
#include "analysis/wait-bounds-private.h"
#include "trace/parallel.h"

/*
 * All that is to be added up stands in one row, thread by thread: what is open at the
 * start of the range, the waits, the calls entered in it. Equal parts of the row are
 * done by any worker, each into a table of its own. The sums are of whole numbers and
 * calls that are as good as another are told apart by their place, so that the result
 * does not depend on who did what.
 */

#define PART_ITEMS (G_GUINT64_CONSTANT (1) << 17)
#define PART_THREADS 256

/* What a thread has in the range. The times are those of its two ends. */
typedef struct
{
  guint64 first_item;
  gsize first_call;
  gsize end_call;
  gsize first_wait;
  gsize end_wait;
  guint32 open;
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];
} ThreadPiece;

typedef struct
{
  TvMethodTotals totals;
  gint64 first_start;
  gint64 longest;
} MethodSums;

typedef struct
{
  MethodSums *methods;
  gint64 root_inclusive[TV_N_CLOCKS];
  guint64 n_waits;
} WorkerSums;

typedef struct
{
  const TvTrace *trace;
  const TvProfileRange *range;
  GCancellable *cancellable;
  guint n_methods;
  gboolean has_clock[TV_N_CLOCKS];
  TvClock primary;
  ThreadPiece *pieces;
  guint n_pieces;
  guint64 n_items;
  guint n_parts;
  gint next_part; /* atomic: the first that nobody took */
  WorkerSums *workers;
  guint n_workers;
} Summing;

/* A thread's part of the row that one worker adds to its sums. */
typedef struct
{
  const Summing *summing;
  const ThreadPiece *piece;
  guint32 thread;
  TvCalls calls;
  WorkerSums *sums;
} Pass;

static gboolean
is_before (TvCallRef a, TvCallRef b)
{
  return a.thread != b.thread ? a.thread < b.thread : a.call < b.call;
}

static void
note_first (MethodSums *sums, TvCallRef call, gint64 start)
{
  if (sums->totals.first_call.thread != TV_THREAD_NONE
      && (start > sums->first_start
          || (start == sums->first_start
              && !is_before (call, sums->totals.first_call))))
    return;
  sums->totals.first_call = call;
  sums->first_start = start;
}

static void
note_longest (MethodSums *sums, TvCallRef call, gint64 inclusive)
{
  if (sums->totals.longest_call.thread != TV_THREAD_NONE
      && (inclusive < sums->longest
          || (inclusive == sums->longest
              && !is_before (call, sums->totals.longest_call))))
    return;
  sums->totals.longest_call = call;
  sums->longest = inclusive;
}

static void
count_call (MethodSums *sums, guint flags)
{
  if ((flags & TV_CALL_RECURSIVE) != 0)
    sums->totals.recursive_calls++;
  else
    sums->totals.calls++;
}

/* The calls that were open when the range began, cut at both its ends. One that is left
 * at that very moment still has the CPU time of its last step. */
static void
add_open_calls (Pass *pass)
{
  const TvCalls *calls = &pass->calls;
  MethodSums *methods = pass->sums->methods;
  guint32 parent;

  for (guint32 call = pass->piece->open; call != TV_CALL_NONE; call = parent)
    {
      TvCallRef ref = { pass->thread, call };
      MethodSums *sums = &methods[tv_calls_method (calls, call)];
      gboolean counts
          = tv_times_get (&calls->axis_end, call) > pass->summing->range->start;
      gint64 inclusive[TV_N_CLOCKS] = { 0 };

      parent = calls->parent[call];
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          gint64 from = pass->piece->from[clock], to = pass->piece->to[clock];

          if (!pass->summing->has_clock[clock])
            continue;
          inclusive[clock] = MIN (tv_times_get (&calls->end[clock], call), to)
                             - MAX (tv_times_get (&calls->start[clock], call), from);
          counts = counts || inclusive[clock] > 0;
          sums->totals.exclusive[clock] += inclusive[clock];
          if (parent == TV_CALL_NONE)
            pass->sums->root_inclusive[clock] += inclusive[clock];
          else
            methods[tv_calls_method (calls, parent)].totals.exclusive[clock]
                -= inclusive[clock];
          if ((calls->flags[call] & TV_CALL_RECURSIVE) == 0)
            sums->totals.inclusive[clock] += inclusive[clock];
        }
      if (!counts)
        continue;
      count_call (sums, calls->flags[call]);
      note_first (sums, ref, tv_times_get (&calls->axis_start, call));
      note_longest (sums, ref, inclusive[pass->summing->primary]);
    }
}

static void
add_waits (Pass *pass, gsize first, gsize end)
{
  TvWaits waits = tv_trace_get_waits (pass->summing->trace, pass->thread);
  gint64 from = pass->piece->from[TV_CLOCK_WALL], to = pass->piece->to[TV_CLOCK_WALL];

  pass->sums->n_waits += end - first;
  for (gsize i = first; i < end; i++)
    {
      TvMethodTotals *totals;

      if (waits.call[i] == TV_CALL_NONE)
        continue;
      totals
          = &pass->sums->methods[tv_calls_method (&pass->calls, waits.call[i])].totals;
      totals->waiting += MIN (tv_times_get (&waits.end, i), to)
                         - MAX (tv_times_get (&waits.start, i), from);
      totals->n_waits++;
    }
}

G_ALWAYS_INLINE static inline gint64
get_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? (gint64) times->narrow[call] * times->unit
                : tv_times_get (times, call);
}

/* The calls entered in the range. A call's inclusive time is added to its method's
 * exclusive and taken off its caller's: what remains at the end is the time without
 * callees, found without a stack. Inlined, so that the last three are constants. */
G_ALWAYS_INLINE static inline void
add_calls_with (Pass *pass, gsize first, gsize end, gboolean narrow, gboolean has_cpu,
                gboolean has_wall)
{
  const TvCalls calls = pass->calls;
  const TvClock primary = pass->summing->primary;
  const gboolean has_clock[TV_N_CLOCKS] = { has_cpu, has_wall };
  const gint64 to[TV_N_CLOCKS] = { pass->piece->to[0], pass->piece->to[1] };
  MethodSums *methods = pass->sums->methods;
  gint64 root_inclusive[TV_N_CLOCKS] = { 0 };

  for (gsize call = first; call < end; call++)
    {
      MethodSums *sums = &methods[tv_calls_method (&calls, call)];
      guint32 parent = calls.parent[call];
      gint64 *off = parent == TV_CALL_NONE
                        ? root_inclusive
                        : methods[tv_calls_method (&calls, parent)].totals.exclusive;
      gint64 outermost = (calls.flags[call] & TV_CALL_RECURSIVE) == 0;
      gint64 inclusive[TV_N_CLOCKS] = { 0 };
      gint64 start = get_time (&calls.axis_start, call, narrow);

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (has_clock[clock])
          {
            inclusive[clock]
                = MIN (get_time (&calls.end[clock], call, narrow), to[clock])
                  - get_time (&calls.start[clock], call, narrow);
            sums->totals.exclusive[clock] += inclusive[clock];
            sums->totals.inclusive[clock] += inclusive[clock] & -outermost;
            off[clock] -= inclusive[clock];
          }
      sums->totals.calls += (guint64) outermost;
      sums->totals.recursive_calls += (guint64) !outermost;
      if (G_UNLIKELY (start <= sums->first_start))
        note_first (sums, (TvCallRef){ pass->thread, (guint32) call }, start);
      if (G_UNLIKELY (inclusive[primary] >= sums->longest))
        note_longest (sums, (TvCallRef){ pass->thread, (guint32) call },
                      inclusive[primary]);
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pass->sums->root_inclusive[clock] -= root_inclusive[clock];
}

static gboolean
is_narrow (const TvCalls *calls)
{
  gboolean narrow = calls->axis_start.narrow != NULL;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    narrow
        = narrow && calls->start[clock].wide == NULL && calls->end[clock].wide == NULL;
  return narrow;
}

static void
add_calls (Pass *pass, gsize first, gsize end)
{
  gboolean has_cpu = pass->summing->has_clock[TV_CLOCK_THREAD_CPU];
  gboolean has_wall = pass->summing->has_clock[TV_CLOCK_WALL];

  if (!is_narrow (&pass->calls))
    add_calls_with (pass, first, end, FALSE, has_cpu, has_wall);
  else if (has_cpu && has_wall)
    add_calls_with (pass, first, end, TRUE, TRUE, TRUE);
  else if (has_cpu)
    add_calls_with (pass, first, end, TRUE, TRUE, FALSE);
  else
    add_calls_with (pass, first, end, TRUE, FALSE, TRUE);
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

static void
add_items_of_piece (const Summing *summing, WorkerSums *sums, guint place,
                    guint64 first, guint64 end)
{
  const ThreadPiece *piece = &summing->pieces[place];
  gsize n_waits = piece->end_wait - piece->first_wait;
  gsize n_calls = piece->end_call - piece->first_call;
  Pass pass = { .summing = summing, .piece = piece, .sums = sums };
  gsize from, to;

  pass.thread = summing->range->first_thread + place;
  pass.calls = tv_trace_get_calls (summing->trace, pass.thread);
  if (first == 0 && end > 0)
    add_open_calls (&pass);
  if (cut_items (first, end, 1, piece->first_wait, n_waits, &from, &to))
    add_waits (&pass, from, to);
  if (cut_items (first, end, 1 + n_waits, piece->first_call, n_calls, &from, &to))
    add_calls (&pass, from, to);
}

/* The piece that holds an item of the row. */
static guint
find_piece (const Summing *summing, guint64 item)
{
  guint low = 0, high = summing->n_pieces;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (summing->pieces[middle].first_item <= item)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
add_part (const Summing *summing, WorkerSums *sums, guint part)
{
  guint64 first = part * PART_ITEMS;
  guint64 end = MIN (first + PART_ITEMS, summing->n_items);

  for (guint place = find_piece (summing, first);
       place < summing->n_pieces && summing->pieces[place].first_item < end; place++)
    {
      guint64 base = summing->pieces[place].first_item;

      add_items_of_piece (summing, sums, place, MAX (first, base) - base, end - base);
    }
}

static void
init_worker (const Summing *summing, WorkerSums *sums)
{
  sums->methods = g_new0 (MethodSums, MAX (summing->n_methods, 1));
  for (guint i = 0; i < summing->n_methods; i++)
    {
      MethodSums *method = &sums->methods[i];

      method->totals.first_call.thread = method->totals.longest_call.thread
          = TV_THREAD_NONE;
      method->first_start = G_MAXINT64;
      method->longest = G_MININT64;
    }
}

static void
work (guint worker, gpointer data)
{
  Summing *summing = data;
  WorkerSums *sums = &summing->workers[worker];
  gint part;

  init_worker (summing, sums);
  while (!g_cancellable_is_cancelled (summing->cancellable)
         && (part = g_atomic_int_add (&summing->next_part, 1))
                < (gint) summing->n_parts)
    add_part (summing, sums, (guint) part);
}

static void
find_piece_of_thread (const Summing *summing, guint place)
{
  ThreadPiece *piece = &summing->pieces[place];
  const TvProfileRange *range = summing->range;
  guint thread = range->first_thread + place;
  TvWaits waits = tv_trace_get_waits (summing->trace, thread);
  TvThreadMoment start, end;

  tv_thread_moment_find (summing->trace, thread, range->start, &start);
  tv_thread_moment_find (summing->trace, thread, range->end, &end);
  piece->first_call = start.next;
  piece->end_call = end.next;
  piece->open = start.open;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      piece->from[clock] = start.time[clock];
      piece->to[clock] = end.time[clock];
    }
  piece->first_wait = tv_waits_first_after (&waits, piece->from[TV_CLOCK_WALL]);
  piece->end_wait = tv_waits_first_from (&waits, piece->to[TV_CLOCK_WALL]);
}

static void
find_pieces (guint task, gpointer data)
{
  const Summing *summing = data;
  guint first = task * PART_THREADS;

  for (guint i = first; i < MIN (first + PART_THREADS, summing->n_pieces); i++)
    find_piece_of_thread (summing, i);
}

/* Lays the row out. */
static void
prepare (Summing *summing)
{
  const TvProfileRange *range = summing->range;
  guint n = range->start < range->end ? range->n_threads : 0;

  summing->n_pieces = n;
  summing->pieces = g_new0 (ThreadPiece, MAX (n, 1));
  tv_parallel_run ((n + PART_THREADS - 1) / PART_THREADS, range->n_workers, find_pieces,
                   summing);
  for (guint i = 0; i < n; i++)
    {
      ThreadPiece *piece = &summing->pieces[i];

      piece->first_item = summing->n_items;
      summing->n_items += 1 + (piece->end_wait - piece->first_wait)
                          + (piece->end_call - piece->first_call);
    }
  summing->n_parts = (guint) ((summing->n_items + PART_ITEMS - 1) / PART_ITEMS);
}

static void
merge_method (MethodSums *into, const MethodSums *from)
{
  TvMethodTotals *totals = &into->totals;

  totals->calls += from->totals.calls;
  totals->recursive_calls += from->totals.recursive_calls;
  totals->waiting += from->totals.waiting;
  totals->n_waits += from->totals.n_waits;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      totals->inclusive[clock] += from->totals.inclusive[clock];
      totals->exclusive[clock] += from->totals.exclusive[clock];
    }
  if (from->totals.first_call.thread == TV_THREAD_NONE)
    return;
  note_first (into, from->totals.first_call, from->first_start);
  note_longest (into, from->totals.longest_call, from->longest);
}

static void
merge_workers (const Summing *summing, TvProfileSums *sums)
{
  MethodSums *methods = summing->workers[0].methods;

  for (guint i = 0; i < summing->n_workers; i++)
    {
      const WorkerSums *worker = &summing->workers[i];

      sums->n_waits += worker->n_waits;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        sums->root_inclusive[clock] += worker->root_inclusive[clock];
      for (guint method = 0; i > 0 && method < summing->n_methods; method++)
        merge_method (&methods[method], &worker->methods[method]);
    }
  sums->totals = g_new (TvMethodTotals, MAX (summing->n_methods, 1));
  for (guint method = 0; method < summing->n_methods; method++)
    sums->totals[method] = methods[method].totals;
}

/* A table for each worker is worth it only where there is more to add than that. */
static guint
choose_n_workers (const Summing *summing)
{
  guint wanted = summing->range->n_workers;
  guint64 worth = summing->n_items / (2 * (guint64) MAX (summing->n_methods, 1));

  if (wanted == 0)
    wanted = tv_parallel_get_n_workers ();
  return (guint) CLAMP (MIN (worth, summing->n_parts), 1, wanted);
}

/**
 * tv_profile_sums_make:
 * @sums: (out caller-allocates): filled; its totals are to be freed
 * @trace: a trace
 * @range: what to add up, its number of threads given
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Adds up what each method took. See #TvProfileRange for the rules.
 *
 * Returns: %FALSE with @error set if cancelled; then there is nothing to free
 */
gboolean
tv_profile_sums_make (TvProfileSums *sums, const TvTrace *trace,
                      const TvProfileRange *range, GCancellable *cancellable,
                      GError **error)
{
  Summing summing = { .trace = trace, .range = range, .cancellable = cancellable };
  gboolean cancelled;

  *sums = (TvProfileSums){ 0 };
  summing.n_methods = tv_trace_get_n_methods (trace);
  summing.primary = tv_trace_get_primary_clock (trace);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    summing.has_clock[clock] = tv_trace_has_clock (trace, clock);

  prepare (&summing);
  summing.n_workers = choose_n_workers (&summing);
  summing.workers = g_new0 (WorkerSums, summing.n_workers);
  tv_parallel_run (summing.n_workers, summing.n_workers, work, &summing);

  cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!cancelled)
    merge_workers (&summing, sums);
  for (guint i = 0; i < summing.n_workers; i++)
    g_free (summing.workers[i].methods);
  g_free (summing.workers);
  g_free (summing.pieces);
  return !cancelled;
}
