/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-order.h"

#include "ui/profile-filter.h"
#include "ui/profile-sort.h"

/* Sorting that many methods takes some milliseconds; more are sorted in a worker. */
#define MAX_METHODS_SORTED_AT_ONCE 20000

/* The same for calls whose classes are summed up. */
#define MAX_CALLS_SUMMED_AT_ONCE 500000

/**
 * tv_profile_order_copy_ranking:
 * @ranking: a ranking
 * @n_methods: (out): how many it has
 *
 * Returns: (transfer full) (array length=n_methods): its methods
 */
guint32 *
tv_profile_order_copy_ranking (const TvRanking *ranking, guint *n_methods)
{
  *n_methods = tv_ranking_get_n (ranking);
  return g_memdup2 (tv_ranking_get_methods (ranking), *n_methods * sizeof (guint32));
}

/**
 * tv_profile_order_free:
 * @order: (transfer full): an order
 *
 * Frees it with all that it has.
 */
void
tv_profile_order_free (TvProfileOrder *order)
{
  tv_profile_unref (order->whole);
  tv_profile_unref (order->profile);
  g_clear_pointer (&order->lengths, tv_call_lengths_unref);
  g_clear_pointer (&order->only, tv_method_set_unref);
  g_clear_pointer (&order->packages, tv_package_filter_unref);
  tv_profile_groups_clear (&order->groups);
  g_clear_pointer (&order->by_name, tv_name_order_unref);
  g_free (order->sorted);
  g_free (order->methods);
  g_free (order->places);
  g_clear_object (&order->outline);
  g_free (order);
}

static gboolean
is_grouped (const TvProfileOrder *order)
{
  return order->grouping != TV_PROFILE_GROUPING_NONE && order->only == NULL;
}

/**
 * tv_profile_order_is_quick:
 * @order: an order that is not found yet
 *
 * Returns: whether finding it takes but a few milliseconds, so that it is done at once
 *   lest the old order is seen
 */
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
  const guint32 *all = tv_name_order_get_methods (order->by_name, &n_all);
  guint32 *called = g_new (guint32, MAX (n_all, 1));
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    if (tv_profile_get_totals (order->profile, all[i])->calls > 0)
      called[n++] = all[i];
  *n_called = n;
  return called;
}

static void
sort_methods (TvProfileOrder *order)
{
  g_autofree guint32 *called = list_called (order, &order->n_sorted);

  order->sorted = g_new (guint32, MAX (order->n_sorted, 1));
  tv_profile_sort (order->profile, order->lengths, order->column, order->descending,
                   called, order->sorted, order->n_sorted);
}

/* Classes have no ranks, but the same order: by inclusive time. */
static void
make_outline (TvProfileOrder *order)
{
  const TvProfileColumn rank_column = order->clock == TV_CLOCK_WALL
                                          ? TV_PROFILE_COLUMN_INCL_REAL
                                          : TV_PROFILE_COLUMN_INCL_CPU;
  const gboolean by_rank = order->column == TV_PROFILE_N_COLUMNS;

  order->outline = tv_profile_outline_new (
      &order->groups, order->lengths, order->grouping,
      by_rank ? rank_column : order->column, by_rank || order->descending,
      order->methods, order->n_methods, order->packages != NULL);
}

static void
pick_methods (TvProfileOrder *order)
{
  guint n_all;
  const guint32 *all;

  if (order->only != NULL)
    {
      all = tv_name_order_get_methods (order->by_name, &n_all);
      order->methods
          = tv_profile_filter (order->profile, order->only, order->sorted,
                               order->n_sorted, all, n_all, &order->n_methods);
      return;
    }
  order->methods = g_memdup2 (order->sorted, order->n_sorted * sizeof *order->sorted);
  order->n_methods = order->n_sorted;
}

static void
number_places (TvProfileOrder *order)
{
  const guint n_all = tv_trace_get_n_methods (tv_profile_get_trace (order->profile));

  order->places = g_new (guint32, MAX (n_all, 1));
  memset (order->places, 0xff, n_all * sizeof *order->places);
  for (guint i = 0; i < order->n_methods; i++)
    order->places[order->methods[i]] = i;
}

static void
hide_packages (TvProfileOrder *order)
{
  TvTrace *trace = tv_profile_get_trace (order->profile);
  guint n = 0;

  for (guint i = 0; i < order->n_methods; i++)
    if (tv_package_filter_shows (order->packages,
                                 tv_trace_get_method (trace, order->methods[i])))
      order->methods[n++] = order->methods[i];
  order->n_methods = n;
}

/**
 * tv_profile_order_find:
 * @order: an order; all that it is to be found by is there
 * @cancellable: (nullable): stops it
 *
 * Brings the methods in order.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
tv_profile_order_find (TvProfileOrder *order, GCancellable *cancellable)
{
  if (order->by_name == NULL && (order->sorted == NULL || order->only != NULL))
    order->by_name
        = tv_name_order_new (tv_profile_get_trace (order->profile), cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  if (order->sorted == NULL)
    sort_methods (order);
  pick_methods (order);
  if (order->packages != NULL)
    hide_packages (order);
  number_places (order);
  if (!is_grouped (order))
    return TRUE;
  if (!tv_profile_groups_find (&order->groups, order->whole, order->profile,
                               order->grouping, cancellable))
    return FALSE;
  make_outline (order);
  return TRUE;
}
