/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/call-lengths.h"

#include "analysis/sums/piece-row-private.h"
#include "trace/model/parallel.h"

/*
 * A pass of its own over the calls, for few want to see it: what every profile needs is
 * one line of the processor's cache for each method, and this would be another.
 */

#define PART_ITEMS (G_GUINT64_CONSTANT (1) << 17)

struct _TvCallLengths
{
  gatomicrefcount references;
  TvProfile *profile;
  TvClock clock;
  TvCallLength *lengths; /* by method */
};

typedef struct
{
  const TvTrace *trace;
  TvClock clock;
  GCancellable *cancellable;
  TvPieceRow row;
  guint n_methods;
  guint n_parts;
  gint next_part; /* atomic: the first that nobody took */
  TvCallLength **workers;
} Measuring;

/* What one worker adds to. */
typedef struct
{
  const Measuring *measuring;
  TvCallLength *lengths;
} Adding;

static TvCallLength *
new_lengths (guint n)
{
  TvCallLength *lengths = g_new (TvCallLength, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    lengths[i] = (TvCallLength){ G_MININT64, G_MAXINT64, 0 };
  return lengths;
}

static inline void
add_length (TvCallLength *length, gint64 inclusive)
{
  length->longest = MAX (length->longest, inclusive);
  length->shortest = MIN (length->shortest, inclusive);
  length->all += inclusive;
}

static void
join (TvCallLength *length, const TvCallLength *more)
{
  length->longest = MAX (length->longest, more->longest);
  length->shortest = MIN (length->shortest, more->shortest);
  length->all += more->all;
}

/* What was never called has no length. */
static void
clear_uncalled (TvCallLength *lengths, guint n)
{
  for (guint i = 0; i < n; i++)
    if (lengths[i].longest < lengths[i].shortest)
      lengths[i] = (TvCallLength){ 0 };
}

static void
add_open_calls (const Adding *adding, const TvThreadPiece *piece, const TvCalls *calls)
{
  for (guint32 call = piece->open; call != TV_CALL_NONE; call = calls->parent[call])
    {
      gint64 inclusive[TV_N_CLOCKS];

      if (tv_thread_piece_cut_open_call (piece, calls, call, inclusive))
        add_length (&adding->lengths[tv_calls_method (calls, call)],
                    inclusive[adding->measuring->clock]);
    }
}

static void
add_calls (const Adding *adding, const TvThreadPiece *piece, const TvCalls *calls,
           gsize first, gsize end)
{
  const TvClock clock = adding->measuring->clock;
  const TvTimes starts = calls->start[clock];
  const TvTimes ends = calls->end[clock];
  const gint64 to = piece->to[clock];

  for (gsize call = first; call < end; call++)
    add_length (&adding->lengths[tv_calls_method (calls, call)],
                MIN (tv_times_get (&ends, call), to) - tv_times_get (&starts, call));
}

static void
add_piece (const TvThreadPiece *piece, guint64 first, guint64 end, gpointer user_data)
{
  const Adding *adding = user_data;
  TvCalls calls = tv_trace_get_calls (adding->measuring->trace, piece->thread);
  const guint64 before
      = tv_thread_piece_get_n_items (piece) - (piece->end_call - piece->first_call);

  if (first == 0 && end > 0)
    add_open_calls (adding, piece, &calls);
  if (end > MAX (first, before))
    add_calls (adding, piece, &calls,
               piece->first_call + (gsize) (MAX (first, before) - before),
               piece->first_call + (gsize) (end - before));
}

static void
work (guint worker, gpointer data)
{
  Measuring *measuring = data;
  Adding adding = { measuring, new_lengths (measuring->n_methods) };
  gint part;

  measuring->workers[worker] = adding.lengths;
  while (!g_cancellable_is_cancelled (measuring->cancellable)
         && (part = g_atomic_int_add (&measuring->next_part, 1))
                < (gint) measuring->n_parts)
    {
      const guint64 first = (guint64) part * PART_ITEMS;

      tv_piece_row_foreach (&measuring->row, first, first + PART_ITEMS, add_piece,
                            &adding);
    }
}

/* A table for each worker is worth it only where there is more to add than that. */
static guint
choose_n_workers (const Measuring *measuring, guint wanted)
{
  const guint64 worth
      = measuring->row.n_items / (2 * (guint64) MAX (measuring->n_methods, 1));

  if (wanted == 0)
    wanted = tv_parallel_get_n_workers ();
  return (guint) CLAMP (MIN (worth, measuring->n_parts), 1, wanted);
}

static TvCallLength *
measure (Measuring *measuring, const TvProfileRange *range)
{
  TvCallLength *all;
  guint n_workers;

  tv_piece_row_init (&measuring->row, measuring->trace, range);
  measuring->n_parts = (guint) ((measuring->row.n_items + PART_ITEMS - 1) / PART_ITEMS);
  n_workers = choose_n_workers (measuring, range->n_workers);
  measuring->workers = g_new0 (TvCallLength *, n_workers);
  tv_parallel_run (n_workers, n_workers, work, measuring);
  all = measuring->workers[0];
  for (guint worker = 1; worker < n_workers; worker++)
    {
      for (guint i = 0; i < measuring->n_methods; i++)
        join (&all[i], &measuring->workers[worker][i]);
      g_free (measuring->workers[worker]);
    }
  g_free (measuring->workers);
  tv_piece_row_clear (&measuring->row);
  clear_uncalled (all, measuring->n_methods);
  return all;
}

/**
 * tv_call_lengths_new:
 * @profile: whose calls to measure
 * @clock: a clock of the trace
 * @cancellable: (nullable): gives up
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Measures the calls. Takes time as tv_profile_new_for_range() does, but less: call it
 * in a worker.
 *
 * Returns: (transfer full) (nullable): the lengths, or %NULL with @error set
 */
TvCallLengths *
tv_call_lengths_new (TvProfile *profile, TvClock clock, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TvCallLengths) self = NULL;
  Measuring measuring = { .clock = clock, .cancellable = cancellable };

  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (tv_trace_has_clock (tv_profile_get_trace (profile), clock),
                        NULL);

  measuring.trace = tv_profile_get_trace (profile);
  measuring.n_methods = tv_trace_get_n_methods (measuring.trace);
  self = g_new0 (TvCallLengths, 1);
  g_atomic_ref_count_init (&self->references);
  self->profile = tv_profile_ref (profile);
  self->clock = clock;
  self->lengths = measure (&measuring, tv_profile_get_range (profile));
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * tv_call_lengths_ref:
 * @lengths: lengths of calls
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @lengths
 */
TvCallLengths *
tv_call_lengths_ref (TvCallLengths *lengths)
{
  g_return_val_if_fail (lengths != NULL, NULL);

  g_atomic_ref_count_inc (&lengths->references);
  return lengths;
}

/**
 * tv_call_lengths_unref:
 * @lengths: (transfer full): lengths of calls
 *
 * Drops a reference, from any thread; the last one frees them.
 */
void
tv_call_lengths_unref (TvCallLengths *lengths)
{
  g_return_if_fail (lengths != NULL);

  if (!g_atomic_ref_count_dec (&lengths->references))
    return;
  tv_profile_unref (lengths->profile);
  g_free (lengths->lengths);
  g_free (lengths);
}

/**
 * tv_call_lengths_get_clock:
 * @lengths: lengths of calls
 *
 * Returns: the clock that they are on
 */
TvClock
tv_call_lengths_get_clock (const TvCallLengths *lengths)
{
  g_return_val_if_fail (lengths != NULL, TV_CLOCK_WALL);

  return lengths->clock;
}

/**
 * tv_call_lengths_get_profile:
 * @lengths: lengths of calls
 *
 * Returns: (transfer none): the profile whose calls they are of
 */
TvProfile *
tv_call_lengths_get_profile (const TvCallLengths *lengths)
{
  g_return_val_if_fail (lengths != NULL, NULL);

  return lengths->profile;
}

/**
 * tv_call_lengths_get:
 * @lengths: lengths of calls
 * @method: index of a method of the trace
 *
 * Returns: (transfer none): how long its calls are
 */
const TvCallLength *
tv_call_lengths_get (const TvCallLengths *lengths, guint32 method)
{
  g_return_val_if_fail (lengths != NULL, NULL);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (tv_profile_get_trace (lengths->profile)), NULL);

  return &lengths->lengths[method];
}

/**
 * tv_call_lengths_sum_up:
 * @lengths: lengths of calls
 * @groups: groups of the methods of the same trace
 *
 * Takes the calls of all methods of a group together, nested ones too.
 *
 * Returns: (transfer full) (array): the lengths by group
 */
TvCallLength *
tv_call_lengths_sum_up (const TvCallLengths *lengths, const TvMethodGroups *groups)
{
  TvCallLength *sums;
  guint n_groups;
  guint n_methods;

  g_return_val_if_fail (lengths != NULL && groups != NULL, NULL);

  n_groups = tv_method_groups_get_n (groups);
  n_methods = tv_method_groups_get_n_methods (groups);
  sums = new_lengths (n_groups);
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (lengths->profile, i);
      const guint32 group = tv_method_groups_get_group (groups, i);

      if (group != TV_METHOD_GROUP_NONE
          && (totals->calls > 0 || totals->recursive_calls > 0))
        join (&sums[group], &lengths->lengths[i]);
    }
  clear_uncalled (sums, n_groups);
  return sums;
}
