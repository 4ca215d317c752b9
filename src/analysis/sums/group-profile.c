/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/group-profile.h"

#include "analysis/sums/group-pass-private.h"
#include "trace/model/parallel.h"

/* A part goes up the stack at its first call, so that there are not too many of them
 * where the stack is deep. */
#define MIN_PART_ITEMS (G_GUINT64_CONSTANT (1) << 17)
#define MAX_PARTS 64

#define CHECK_CANCELLED_EVERY 4096

struct _TvGroupProfile
{
  gatomicrefcount references;
  TvProfile *profile;
  TvMethodGroups *groups;
  guint n_groups;
  TvMethodTotals *totals; /* by group */
};

typedef struct
{
  const TvTrace *trace;
  GCancellable *cancellable;
  TvPieceRow row;
  guint32 *group_of; /* by method; one more than there are for methods of no group */
  guint n_groups;
  guint64 part_items;
  gint next_part; /* atomic: the first that nobody took */
  TvGroupSum **workers;
} Summing;

/* What one worker adds to. */
typedef struct
{
  const Summing *summing;
  TvGroupSum *sums;
} Adding;

static void
add_piece (const TvThreadPiece *piece, guint64 first, guint64 end, gpointer user_data)
{
  const Adding *adding = user_data;

  tv_group_pass_add (adding->sums, adding->summing->group_of, adding->summing->trace,
                     piece, first, end);
}

static void
work (guint worker, gpointer data)
{
  Summing *summing = data;
  Adding adding = { summing, g_new0 (TvGroupSum, summing->n_groups + 1) };

  summing->workers[worker] = adding.sums;
  while (!g_cancellable_is_cancelled (summing->cancellable))
    {
      guint64 part = (guint64) g_atomic_int_add (&summing->next_part, 1);
      guint64 first = part * summing->part_items;

      if (first >= summing->row.n_items)
        break;
      tv_piece_row_foreach (&summing->row, first, first + summing->part_items,
                            add_piece, &adding);
    }
}

/* Follows the stacks of all threads, into @sums by group. */
static void
sum_outermost (Summing *summing, guint n_workers, TvGroupSum *sums)
{
  guint64 n_parts;

  summing->part_items = MAX (MIN_PART_ITEMS, summing->row.n_items / MAX_PARTS + 1);
  n_parts = (summing->row.n_items + summing->part_items - 1) / summing->part_items;
  if (n_workers == 0)
    n_workers = tv_parallel_get_n_workers ();
  n_workers = (guint) CLAMP (n_parts, 1, n_workers);
  summing->workers = g_new0 (TvGroupSum *, n_workers);
  tv_parallel_run (n_workers, n_workers, work, summing);
  for (guint worker = 0; worker < n_workers; worker++)
    {
      for (guint i = 0; i < summing->n_groups; i++)
        {
          sums[i].calls += summing->workers[worker][i].calls;
          for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
            sums[i].inclusive[clock] += summing->workers[worker][i].inclusive[clock];
        }
      g_free (summing->workers[worker]);
    }
  g_free (summing->workers);
}

static gboolean
is_before (TvCallRef a, TvCallRef b)
{
  return a.thread != b.thread ? a.thread < b.thread : a.call < b.call;
}

static void
note_first (TvMethodTotals *totals, const TvMethodTotals *more)
{
  if (more->first_start > totals->first_start
      || (more->first_start == totals->first_start
          && !is_before (more->first_call, totals->first_call)))
    return;
  totals->first_call = more->first_call;
  totals->first_start = more->first_start;
}

static void
note_longest (TvMethodTotals *totals, const TvMethodTotals *more)
{
  if (more->longest < totals->longest
      || (more->longest == totals->longest
          && !is_before (more->longest_call, totals->longest_call)))
    return;
  totals->longest_call = more->longest_call;
  totals->longest = more->longest;
}

/* Adds what a group has from a method, but for what its stack decides. */
static void
add_method (TvMethodTotals *totals, const TvMethodTotals *of_method)
{
  totals->recursive_calls += of_method->calls + of_method->recursive_calls;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    totals->exclusive[clock] += of_method->exclusive[clock];
  totals->waiting += of_method->waiting;
  totals->n_waits += of_method->n_waits;
  if (of_method->first_call.thread != TV_THREAD_NONE)
    note_first (totals, of_method);
  if (of_method->longest_call.thread != TV_THREAD_NONE)
    note_longest (totals, of_method);
}

static gboolean
write_totals (const Summing *summing, TvGroupProfile *self, const TvGroupSum *sums)
{
  guint n_methods = tv_trace_get_n_methods (summing->trace);

  for (guint i = 0; i < self->n_groups; i++)
    self->totals[i] = (TvMethodTotals){ .first_start = G_MAXINT64,
                                        .longest = G_MININT64,
                                        .first_call.thread = TV_THREAD_NONE,
                                        .longest_call.thread = TV_THREAD_NONE };
  for (guint i = 0; i < n_methods; i++)
    {
      if (i % CHECK_CANCELLED_EVERY == 0
          && g_cancellable_is_cancelled (summing->cancellable))
        return FALSE;
      if (summing->group_of[i] < self->n_groups)
        add_method (&self->totals[summing->group_of[i]],
                    tv_profile_get_totals (self->profile, i));
    }
  for (guint i = 0; i < self->n_groups; i++)
    {
      self->totals[i].calls = sums[i].calls;
      self->totals[i].recursive_calls -= sums[i].calls;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        self->totals[i].inclusive[clock] = sums[i].inclusive[clock];
    }
  return TRUE;
}

static void
list_groups (Summing *summing, const TvMethodGroups *groups)
{
  guint n_methods = tv_method_groups_get_n_methods (groups);

  summing->group_of = g_new (guint32, MAX (n_methods, 1));
  for (guint32 i = 0; i < n_methods; i++)
    summing->group_of[i]
        = MIN (tv_method_groups_get_group (groups, i), summing->n_groups);
}

/**
 * tv_group_profile_new:
 * @profile: the sums of the methods, of any range
 * @groups: groups of the methods of the same trace; of its whole profile, or one with
 *   all that was called in the range: methods of no group are left out
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each group took. Takes time in proportion to the number of calls,
 * divided among the processors, and for each method: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvGroupProfile *
tv_group_profile_new (TvProfile *profile, TvMethodGroups *groups,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvGroupProfile) self = NULL;
  g_autofree TvGroupSum *sums = NULL;
  const TvProfileRange *range;
  Summing summing = { .cancellable = cancellable };

  g_return_val_if_fail (profile != NULL && groups != NULL, NULL);
  summing.trace = tv_profile_get_trace (profile);
  g_return_val_if_fail (tv_method_groups_get_trace (groups) == summing.trace, NULL);

  self = g_new0 (TvGroupProfile, 1);
  g_atomic_ref_count_init (&self->references);
  self->profile = tv_profile_ref (profile);
  self->groups = tv_method_groups_ref (groups);
  self->n_groups = summing.n_groups = tv_method_groups_get_n (groups);
  self->totals = g_new0 (TvMethodTotals, MAX (self->n_groups, 1));
  sums = g_new0 (TvGroupSum, MAX (self->n_groups, 1));

  range = tv_profile_get_range (profile);
  list_groups (&summing, groups);
  tv_piece_row_init (&summing.row, summing.trace, range);
  sum_outermost (&summing, range->n_workers, sums);
  if (!write_totals (&summing, self, sums))
    g_clear_pointer (&self, tv_group_profile_unref);
  tv_piece_row_clear (&summing.row);
  g_free (summing.group_of);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * tv_group_profile_ref:
 * @profile: a profile of groups
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @profile
 */
TvGroupProfile *
tv_group_profile_ref (TvGroupProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  g_atomic_ref_count_inc (&profile->references);
  return profile;
}

/**
 * tv_group_profile_unref:
 * @profile: (transfer full): a profile of groups
 *
 * Drops a reference, from any thread; the last one frees the profile.
 */
void
tv_group_profile_unref (TvGroupProfile *profile)
{
  g_return_if_fail (profile != NULL);

  if (!g_atomic_ref_count_dec (&profile->references))
    return;
  tv_profile_unref (profile->profile);
  tv_method_groups_unref (profile->groups);
  g_free (profile->totals);
  g_free (profile);
}

/**
 * tv_group_profile_get_profile:
 * @profile: a profile of groups
 *
 * Returns: (transfer none): the sums of the methods
 */
TvProfile *
tv_group_profile_get_profile (const TvGroupProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  return profile->profile;
}

/**
 * tv_group_profile_get_groups:
 * @profile: a profile of groups
 *
 * Returns: (transfer none): the groups
 */
TvMethodGroups *
tv_group_profile_get_groups (const TvGroupProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  return profile->groups;
}

/**
 * tv_group_profile_get_totals:
 * @profile: a profile of groups
 * @group: one of the groups
 *
 * Returns: (transfer none): what the group took; all zero if nothing of it was called
 */
const TvMethodTotals *
tv_group_profile_get_totals (const TvGroupProfile *profile, guint group)
{
  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (group < profile->n_groups, NULL);

  return &profile->totals[group];
}
