/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/group-profile.h"

#include "analysis/sums/profile-sums.h"
#include "analysis/sums/range-worklist.h"

/* The outermost calls of groups */

/*
 * A call is the outermost of its group when no other call of the group is on the
 * thread's stack. Flags mark recursion of methods only, so this follows the stack with
 * a counter for each group. In pre-order, the call before is a descendant of this one's
 * parent, or the parent itself: going up from there leaves exactly the calls that
 * ended.
 */

typedef struct
{
  gint64 inclusive[TV_N_CLOCKS];
  guint64 calls;
  guint32 n_open; /* calls of the group on the stack; 0 between slices */
} OutermostSum;

typedef struct
{
  const guint32 *group_of; /* by method, values up to @n_groups, which means no group */
  guint n_groups;
} Summing;

typedef struct
{
  OutermostSum *sums;
  const guint32 *group_of;
  TvCalls calls;
} Stack;

static inline OutermostSum *
get_sum (const Stack *stack, gsize call)
{
  return &stack->sums[stack->group_of[tv_calls_method (&stack->calls, call)]];
}

static void
enter_stack (const Stack *stack, guint32 top)
{
  for (; top != TV_CALL_NONE; top = stack->calls.parent[top])
    get_sum (stack, top)->n_open++;
}

static void
leave_stack (const Stack *stack, guint32 top)
{
  for (; top != TV_CALL_NONE; top = stack->calls.parent[top])
    get_sum (stack, top)->n_open--;
}

static void
add_open_calls (const Stack *stack, const TvThreadRange *range)
{
  for (guint32 i = 0; i < range->n_open; i++)
    {
      OutermostSum *sum = get_sum (stack, range->open_calls[i]);
      gint64 inclusive[TV_N_CLOCKS];

      if (sum->n_open++ > 0)
        continue;
      sum->calls += (guint64) tv_thread_range_clip_call (range, range->open_calls[i],
                                                         inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        sum->inclusive[clock] += inclusive[clock];
    }
  if (range->n_open > 0)
    leave_stack (stack, range->open_calls[range->n_open - 1]);
}

static inline void
add_outermost (const Stack *stack, const TvThreadRange *range, OutermostSum *sum,
               gsize call)
{
  sum->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&stack->calls.start[clock]))
      sum->inclusive[clock]
          += MIN (tv_times_get (&stack->calls.end[clock], call), range->to[clock])
             - tv_times_get (&stack->calls.start[clock], call);
}

static void
add_calls (const Stack *given, const TvRangeSlice *slice)
{
  const Stack stack = *given;
  const guint32 *parent = stack.calls.parent;
  guint32 top = parent[slice->first_call];

  enter_stack (&stack, top);
  for (gsize call = slice->first_call; call < slice->end_call; call++)
    {
      OutermostSum *sum;

      for (; top != parent[call]; top = parent[top])
        get_sum (&stack, top)->n_open--;
      sum = get_sum (&stack, call);
      if (sum->n_open++ == 0)
        add_outermost (&stack, slice->range, sum, call);
      top = (guint32) call;
    }
  leave_stack (&stack, top);
}

static gpointer
new_sums (gconstpointer data)
{
  return g_new0 (OutermostSum, (gsize) ((const Summing *) data)->n_groups + 1);
}

static void
add_slice (gpointer sums, const TvRangeSlice *slice, gconstpointer data)
{
  const Summing *summing = data;
  const Stack stack = { sums, summing->group_of, slice->range->calls };

  if (slice->has_open_calls)
    add_open_calls (&stack, slice->range);
  if (slice->first_call < slice->end_call)
    add_calls (&stack, slice);
}

static void
merge_sums (gpointer data, gpointer more_data, gconstpointer user_data)
{
  OutermostSum *sums = data;
  const OutermostSum *more = more_data;

  for (guint i = 0; i < ((const Summing *) user_data)->n_groups; i++)
    {
      sums[i].calls += more[i].calls;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        sums[i].inclusive[clock] += more[i].inclusive[clock];
    }
  g_free (more_data);
}

static OutermostSum *
sum_outermost (const TvProfile *profile, const guint32 *group_of, guint n_groups,
               GCancellable *cancellable)
{
  static const TvRangeWork work = { new_sums, add_slice, merge_sums };
  const Summing summing = { group_of, n_groups };

  return tv_range_worklist_run (tv_profile_get_trace (profile),
                                tv_profile_get_range (profile), &work, n_groups,
                                &summing, cancellable);
}

/**
 * tv_profile_sum_outermost:
 * @profile: the sums of the methods
 * @group_of: (array): the group of each method; @n_groups for none
 * @n_groups: number of groups
 * @inclusive: (out caller-allocates) (array length=n_groups): nanoseconds by #TvClock
 *
 * Sums up the inclusive times of groups of methods. Methods of a group may call each
 * other: only its outermost calls count. Takes time for each call.
 */
void
tv_profile_sum_outermost (const TvProfile *profile, const guint32 *group_of,
                          guint n_groups, gint64 (*inclusive)[TV_N_CLOCKS])
{
  g_autofree OutermostSum *sums = NULL;

  g_return_if_fail (profile != NULL && group_of != NULL && inclusive != NULL);

  sums = sum_outermost (profile, group_of, n_groups, NULL);
  for (guint i = 0; i < n_groups; i++)
    memcpy (inclusive[i], sums[i].inclusive, sizeof inclusive[i]);
}

/* The totals of groups */

/* Adds a method to a group, except for the totals that depend on the stack. */
static void
add_method (TvMethodTotals *totals, const TvMethodTotals *of_method)
{
  totals->recursive_calls += of_method->calls + of_method->recursive_calls;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    totals->exclusive[clock] += of_method->exclusive[clock];
  totals->waiting += of_method->waiting;
  totals->n_waits += of_method->n_waits;
  if (of_method->first_call.thread == TV_THREAD_NONE)
    return;
  tv_method_totals_take_first (totals, of_method->first_call, of_method->first_start);
  tv_method_totals_take_longest (totals, of_method->longest_call, of_method->longest);
}

static void
add_methods (TvGroupProfile *self, const guint32 *group_of, const OutermostSum *sums)
{
  const guint n_methods = self->groups->n_methods;

  for (guint i = 0; i < self->groups->n; i++)
    tv_method_totals_init (&self->totals[i]);
  for (guint i = 0; i < n_methods; i++)
    if (group_of[i] < self->groups->n)
      add_method (&self->totals[group_of[i]], tv_profile_get_totals (self->profile, i));
  for (guint i = 0; i < self->groups->n; i++)
    {
      self->totals[i].calls = sums[i].calls;
      self->totals[i].recursive_calls -= sums[i].calls;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        self->totals[i].inclusive[clock] = sums[i].inclusive[clock];
    }
}

static guint32 *
list_groups (const TvMethodGroups *groups)
{
  const guint n_methods = groups->n_methods;
  guint32 *group_of = g_new (guint32, MAX (n_methods, 1));

  for (guint32 i = 0; i < n_methods; i++)
    group_of[i] = MIN (groups->by_method[i], groups->n);
  return group_of;
}

/**
 * tv_group_profile_new:
 * @profile: the sums of the methods, of any range
 * @groups: groups of the methods of the same trace, or of one with the same indexes of
 *   methods, which must include all methods called in the range: methods without a
 * group are left out
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each group took. Takes time for each method and each call, divided among
 * the processors: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvGroupProfile *
tv_group_profile_new (TvProfile *profile, TvMethodGroups *groups,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvGroupProfile) self = NULL;
  g_autofree guint32 *group_of = NULL;
  g_autofree OutermostSum *sums = NULL;

  g_return_val_if_fail (profile != NULL && groups != NULL, NULL);
  g_return_val_if_fail (groups->n_methods
                            == tv_trace_get_n_methods (tv_profile_get_trace (profile)),
                        NULL);

  self = g_new0 (TvGroupProfile, 1);
  g_atomic_ref_count_init (&self->references);
  self->profile = tv_profile_ref (profile);
  self->groups = tv_method_groups_ref (groups);
  self->totals = g_new0 (TvMethodTotals, MAX (self->groups->n, 1));
  group_of = list_groups (groups);
  sums = sum_outermost (profile, group_of, self->groups->n, cancellable);
  add_methods (self, group_of, sums);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

TvGroupProfile *
tv_group_profile_ref (TvGroupProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  g_atomic_ref_count_inc (&profile->references);
  return profile;
}

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
