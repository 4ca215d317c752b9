/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-order.h"

#include "analysis/sums/ranking.h"

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
  tv_method_sequence_unref (order->ranked);
  g_clear_pointer (&order->lengths, tv_call_lengths_unref);
  g_clear_pointer (&order->only, tv_method_set_unref);
  g_clear_pointer (&order->packages, tv_package_filter_unref);
  tv_profile_groups_clear (&order->groups);
  g_clear_pointer (&order->by_name, tv_method_sequence_unref);
  g_clear_pointer (&order->listed, tv_method_sequence_unref);
  g_clear_object (&order->outline);
  g_free (order);
}

static gboolean
is_grouped (const TvProfileOrder *order)
{
  return order->grouping != TV_PROFILE_GROUPING_NONE && order->only == NULL;
}

static gboolean
is_by_rank (const TvProfileOrder *order)
{
  return order->column == TV_PROFILE_N_COLUMNS;
}

/* Returns whether finding it takes but a few milliseconds, so that it is done at once
 * lest the old order is seen. */
gboolean
tv_profile_order_is_quick (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const gboolean few = tv_trace_get_n_methods (trace) <= MAX_METHODS_SORTED_AT_ONCE;

  if (!is_grouped (order))
    return few
           || (is_by_rank (order) && order->only == NULL && order->packages == NULL);
  return few
         && (tv_trace_get_n_calls (trace) <= MAX_CALLS_SUMMED_AT_ONCE
             || tv_profile_groups_know (&order->groups, order->profile,
                                        order->grouping));
}

/* Sorting */

typedef struct
{
  double value;
  guint32 index;
} SortItem;

static double
get_value (TvProfileColumn column, gboolean descending, const TvProfileNumbers *numbers,
           guint32 name_place)
{
  double value = name_place;

  if (column != TV_PROFILE_COLUMN_NAME)
    value = tv_profile_column_get_value (column, numbers);
  return descending ? -value : value;
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const double first = ((const SortItem *) a)->value;
  const double second = ((const SortItem *) b)->value;

  return (first > second) - (first < second);
}

/* The sort is stable: equal values stay in the order that they are in, by name. */
static void
sort_items (SortItem *items, guint32 *sorted, guint n)
{
  g_qsort_with_data (items, (gint) n, sizeof *items, compare_items, NULL);
  for (guint i = 0; i < n; i++)
    sorted[i] = items[i].index;
}

/* Sorts classes or packages that stand by name. Equal ones come by ascending name in
 * either direction, as in Traceview. */
void
tv_profile_sort_groups (const TvGroupProfile *sums, const TvCallLength *lengths,
                        TvProfileColumn column, gboolean descending, guint32 *groups,
                        guint n_groups)
{
  g_autofree SortItem *items = g_new (SortItem, MAX (n_groups, 1));

  for (guint32 i = 0; i < n_groups; i++)
    {
      const TvProfileNumbers numbers
          = { .trace = tv_profile_get_trace (tv_group_profile_get_profile (sums)),
              .totals = tv_group_profile_get_totals (sums, groups[i]),
              .length = lengths != NULL ? &lengths[groups[i]] : NULL };

      items[i] = (SortItem){ get_value (column, descending, &numbers, i), groups[i] };
    }
  sort_items (items, groups, n_groups);
}

/* The same for the methods that were called in the profile's range. */
static TvMethodSequence *
sort_methods (const TvProfileOrder *order)
{
  guint n_all;
  const guint32 *all = tv_method_sequence_get_methods (order->by_name, &n_all);
  g_autofree SortItem *items = g_new (SortItem, MAX (n_all, 1));
  guint32 *sorted = NULL;
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    {
      const TvProfileNumbers numbers
          = { .trace = tv_profile_get_trace (order->profile),
              .totals = tv_profile_get_totals (order->profile, all[i]),
              .length = order->lengths != NULL
                            ? tv_call_lengths_get (order->lengths, all[i])
                            : NULL };

      if (numbers.totals->calls > 0)
        items[n++]
            = (SortItem){ get_value (order->column, order->descending, &numbers, i),
                          all[i] };
    }
  sorted = g_new (guint32, MAX (n, 1));
  sort_items (items, sorted, n);
  return tv_method_sequence_new_take (sorted, n, n_all);
}

/* Listing */

/* Of those that may be listed, those whose packages are not hidden. */
static TvMethodSet *
find_shown (const TvProfileOrder *order)
{
  const TvTrace *trace = tv_profile_get_trace (order->profile);
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint32 i = 0; i < n; i++)
    if ((order->only == NULL || tv_method_set_contains (order->only, i))
        && tv_package_filter_shows (order->packages, tv_trace_get_method (trace, i)))
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n);
}

/* Those that were never called have nothing to be sorted by: they stand by name, behind
 * the others, and only if they are asked for. */
static TvMethodSequence *
list_methods (const TvProfileOrder *order)
{
  g_autoptr (TvMethodSequence) sorted = is_by_rank (order)
                                            ? tv_method_sequence_ref (order->ranked)
                                            : sort_methods (order);
  g_autoptr (TvMethodSet) wanted = NULL;

  if (order->packages != NULL)
    wanted = find_shown (order);
  else if (order->only != NULL)
    wanted = tv_method_set_ref (order->only);
  if (wanted == NULL)
    return g_steal_pointer (&sorted);
  return tv_method_sequence_new_filtered (
      sorted, order->only != NULL ? order->by_name : NULL, wanted);
}

/* Classes have no ranks, but the same order: by inclusive time. */
static TvProfileOutline *
make_outline (const TvProfileOrder *order)
{
  const TvProfileColumn rank_column = order->clock == TV_CLOCK_WALL
                                          ? TV_PROFILE_COLUMN_INCL_REAL
                                          : TV_PROFILE_COLUMN_INCL_CPU;
  const gboolean by_rank = is_by_rank (order);
  const guint n = tv_method_sequence_get_n (order->listed);
  g_autofree guint32 *methods = g_new (guint32, MAX (n, 1));

  tv_method_sequence_copy (order->listed, 0, n, methods);
  return tv_profile_outline_new (&order->groups, order->lengths, order->grouping,
                                 by_rank ? rank_column : order->column,
                                 by_rank || order->descending, methods, n,
                                 order->packages != NULL);
}

/* Brings the methods in order. Returns %FALSE if it was cancelled. */
gboolean
tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable)
{
  if (order->by_name == NULL && (!is_by_rank (order) || order->only != NULL))
    order->by_name = tv_methods_list_by_name (tv_profile_get_trace (order->profile));
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  order->listed = list_methods (order);
  if (!is_grouped (order))
    return TRUE;
  if (!tv_profile_groups_find (&order->groups, order->whole, order->profile,
                               order->grouping, cancellable))
    return FALSE;
  order->outline = make_outline (order);
  return TRUE;
}
