/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/profile-sums.h"

#include "analysis/sums/profile-pass-private.h"
#include "trace/model/column-memory.h"
#include "trace/model/parallel.h"

/*
 * Equal parts of the row of all that is to be added up are done by any worker, each
 * into a table of its own. The sums are of whole numbers, so that the result does not
 * depend on who did what.
 */

#define PART_ITEMS (G_GUINT64_CONSTANT (1) << 17)

/* A single table is emptied by all workers, each so many methods of it at a time. */
#define SHARE_METHODS 65536u

typedef struct
{
  const TvTrace *trace;
  const TvProfileRange *range;
  GCancellable *cancellable;
  guint n_methods;
  TvPieceRow row;
  guint n_parts;
  gint next_part; /* atomic: the first that nobody took */
  TvPartialSums *workers;
  guint n_workers;
} Summing;

/* What one worker adds to. */
typedef struct
{
  const TvTrace *trace;
  TvPartialSums *sums;
} Adding;

static void
add_piece (const TvThreadPiece *piece, guint64 first, guint64 end, gpointer user_data)
{
  const Adding *adding = user_data;

  tv_partial_sums_add (adding->sums, adding->trace, piece, first, end);
}

static void
work (guint worker, gpointer data)
{
  Summing *summing = data;
  Adding adding = { summing->trace, &summing->workers[worker] };
  gint part;

  if (summing->n_workers > 1)
    {
      tv_partial_sums_init (adding.sums, summing->n_methods);
      tv_partial_sums_reset (adding.sums, 0, summing->n_methods);
    }
  while (!g_cancellable_is_cancelled (summing->cancellable)
         && (part = g_atomic_int_add (&summing->next_part, 1))
                < (gint) summing->n_parts)
    {
      guint64 first = (guint64) part * PART_ITEMS;

      tv_piece_row_foreach (&summing->row, first, first + PART_ITEMS, add_piece,
                            &adding);
    }
}

static void
reset_share (guint task, gpointer data)
{
  const Summing *summing = data;
  const guint first = task * SHARE_METHODS;

  tv_partial_sums_reset (&summing->workers[0], first,
                         MIN (first + SHARE_METHODS, summing->n_methods));
}

static void
start_alone (Summing *summing)
{
  tv_partial_sums_init (&summing->workers[0], summing->n_methods);
  tv_parallel_run ((summing->n_methods + SHARE_METHODS - 1) / SHARE_METHODS,
                   summing->range->n_workers, reset_share, summing);
}

static void
write_sums (const Summing *summing, TvProfileSums *sums)
{
  TvPartialSums *all = &summing->workers[0];

  for (guint i = 1; i < summing->n_workers; i++)
    tv_partial_sums_merge (all, &summing->workers[i], summing->n_methods);
  sums->n_waits = all->n_waits;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums->root_inclusive[clock] = all->root_inclusive[clock];
  sums->totals = g_steal_pointer (&all->totals);
}

/* A table for each worker is worth it only where there is more to add than that. */
static guint
choose_n_workers (const Summing *summing)
{
  guint wanted = summing->range->n_workers;
  guint64 worth = summing->row.n_items / (2 * (guint64) MAX (summing->n_methods, 1));

  if (wanted == 0)
    wanted = tv_parallel_get_n_workers ();
  return (guint) CLAMP (MIN (worth, summing->n_parts), 1, wanted);
}

/* Adds up what each method took. See TvProfileRange for the rules. */
gboolean
tv_profile_sums_make (TvProfileSums *sums, const TvTrace *trace,
                      const TvProfileRange *range, GCancellable *cancellable,
                      GError **error)
{
  Summing summing = { .trace = trace, .range = range, .cancellable = cancellable };
  gboolean cancelled;

  *sums = (TvProfileSums){ 0 };
  summing.n_methods = tv_trace_get_n_methods (trace);
  tv_piece_row_init (&summing.row, trace, range);
  summing.n_parts = (guint) ((summing.row.n_items + PART_ITEMS - 1) / PART_ITEMS);
  summing.n_workers = choose_n_workers (&summing);
  summing.workers = g_new0 (TvPartialSums, summing.n_workers);
  if (summing.n_workers == 1)
    start_alone (&summing);
  tv_parallel_run (summing.n_workers, summing.n_workers, work, &summing);

  cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!cancelled)
    write_sums (&summing, sums);
  for (guint i = 0; i < summing.n_workers; i++)
    tv_partial_sums_clear (&summing.workers[i]);
  g_free (summing.workers);
  tv_piece_row_clear (&summing.row);
  return !cancelled;
}
