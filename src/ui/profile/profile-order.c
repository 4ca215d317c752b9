/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-order.h"

#include "ui/profile/profile-sort.h"

/* Sorting that many methods takes some milliseconds; more are sorted in a worker. */
#define MAX_METHODS_SORTED_AT_ONCE 20000

/* The same for calls whose classes are summed up. */
#define MAX_CALLS_SUMMED_AT_ONCE 500000

/* Frees it with all that it has. */
void
tv_profile_order_free (TvProfileOrder *order)
{
  tv_profile_unref (order->whole);
  tv_profile_unref (order->profile);
  g_clear_pointer (&order->lengths, tv_call_lengths_unref);
  g_clear_pointer (&order->only, tv_method_set_unref);
  g_clear_pointer (&order->packages, tv_package_filter_unref);
  tv_profile_groups_clear (&order->groups);
  g_clear_pointer (&order->by_name, tv_method_sequence_unref);
  g_clear_pointer (&order->sorted, tv_method_sequence_unref);
  g_clear_pointer (&order->listed, tv_method_sequence_unref);
  g_clear_object (&order->outline);
  g_free (order);
}

static gboolean
is_grouped (const TvProfileOrder *order)
{
  return order->grouping != TV_PROFILE_GROUPING_NONE && order->only == NULL;
}

/* Returns whether finding it takes but a few milliseconds, so that it is done at once
 * lest the old order is seen. */
gboolean
tv_profile_order_is_quick (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const guint n_methods = tv_trace_get_n_methods (trace);

  if (!is_grouped (order))
    return (order->sorted != NULL && order->only == NULL && order->packages == NULL)
           || n_methods <= MAX_METHODS_SORTED_AT_ONCE;
  return n_methods <= MAX_METHODS_SORTED_AT_ONCE
         && (tv_trace_get_n_calls (trace) <= MAX_CALLS_SUMMED_AT_ONCE
             || tv_profile_groups_know (&order->groups, order->profile,
                                        order->grouping));
}

/* Of all methods by name, those that were called in the profile's range. */
static guint32 *
list_called (const TvProfileOrder *order, guint *n_called)
{
  guint n_all;
  const guint32 *all = tv_method_sequence_get_methods (order->by_name, &n_all);
  guint32 *called = g_new (guint32, MAX (n_all, 1));
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    if (tv_profile_get_totals (order->profile, all[i])->calls > 0)
      called[n++] = all[i];
  *n_called = n;
  return called;
}

static guint
count_all (const TvProfileOrder *order)
{
  return tv_trace_get_n_methods (tv_profile_get_trace (order->profile));
}

static void
sort_methods (TvProfileOrder *order)
{
  guint n;
  g_autofree guint32 *called = list_called (order, &n);
  guint32 *sorted = g_new (guint32, MAX (n, 1));

  tv_profile_sort (order->profile, order->lengths, order->column, order->descending,
                   called, sorted, n);
  order->sorted = tv_method_sequence_new_take (sorted, n, count_all (order));
}

/* Classes have no ranks, but the same order: by inclusive time. */
static void
make_outline (TvProfileOrder *order)
{
  const TvProfileColumn rank_column = order->clock == TV_CLOCK_WALL
                                          ? TV_PROFILE_COLUMN_INCL_REAL
                                          : TV_PROFILE_COLUMN_INCL_CPU;
  const gboolean by_rank = order->column == TV_PROFILE_N_COLUMNS;
  const guint n = tv_method_sequence_get_n (order->listed);
  g_autofree guint32 *methods = g_new (guint32, MAX (n, 1));

  tv_method_sequence_copy (order->listed, 0, n, methods);
  order->outline = tv_profile_outline_new (
      &order->groups, order->lengths, order->grouping,
      by_rank ? rank_column : order->column, by_rank || order->descending, methods, n,
      order->packages != NULL);
}

/* Of those that may be listed, those whose packages are not hidden. */
static TvMethodSet *
find_shown (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const guint n = count_all (order);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint32 i = 0; i < n; i++)
    {
      const gboolean may
          = order->only != NULL
                ? tv_method_set_contains (order->only, i)
                : tv_method_sequence_find (order->sorted, i) != G_MAXUINT;

      if (may
          && tv_package_filter_shows (order->packages, tv_trace_get_method (trace, i)))
        words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
  return tv_method_set_new (words, n);
}

/* Those that were never called have nothing to be sorted by: they stand by name, behind
 * the others, and only if they are asked for. */
static void
list_methods (TvProfileOrder *order)
{
  TvMethodSequence *others = order->only != NULL ? order->by_name : NULL;
  g_autoptr (TvMethodSet) wanted = NULL;

  if (order->packages != NULL)
    wanted = find_shown (order);
  else if (order->only != NULL)
    wanted = tv_method_set_ref (order->only);
  order->listed = wanted != NULL
                      ? tv_method_sequence_new_filtered (order->sorted, others, wanted)
                      : tv_method_sequence_ref (order->sorted);
}

/* Brings the methods in order. */
gboolean
tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable)
{
  if (order->by_name == NULL && (order->sorted == NULL || order->only != NULL))
    order->by_name = tv_methods_list_by_name (tv_profile_get_trace (order->profile));
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  if (order->sorted == NULL)
    sort_methods (order);
  list_methods (order);
  if (!is_grouped (order))
    return TRUE;
  if (!tv_profile_groups_find (&order->groups, order->whole, order->profile,
                               order->grouping, cancellable))
    return FALSE;
  make_outline (order);
  return TRUE;
}
