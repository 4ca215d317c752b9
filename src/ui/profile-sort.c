/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-sort.h"

#include "analysis/method-order.h"

#include <stdlib.h>

/* What qsort() moves about: comparing looks at nothing else, so that a million methods
 * take a fraction of a second. */
typedef struct
{
  double value;
  guint32 name_place;
  guint32 index; /* of a method or group */
} SortItem;

static int
compare_names (const void *a, const void *b, void *data)
{
  const TvTrace *trace = data;
  const guint32 index_a = *(const guint32 *) a;
  const guint32 index_b = *(const guint32 *) b;
  int result = tv_method_compare (tv_trace_get_method (trace, index_a),
                                  tv_trace_get_method (trace, index_b));

  if (result == 0)
    result = (index_a > index_b) - (index_a < index_b);
  return result;
}

static int
compare_items (const void *a, const void *b)
{
  const SortItem *item_a = a;
  const SortItem *item_b = b;

  if (item_a->value < item_b->value)
    return -1;
  if (item_a->value > item_b->value)
    return 1;
  return (item_a->name_place > item_b->name_place)
         - (item_a->name_place < item_b->name_place);
}

/**
 * tv_profile_sort_by_name:
 * @trace: where the methods are from
 * @methods: (array length=n_methods) (inout): indices of methods
 * @n_methods: how many
 *
 * Sorts methods by class, method name, signature and id.
 */
void
tv_profile_sort_by_name (const TvTrace *trace, guint32 *methods, guint n_methods)
{
  g_return_if_fail (trace != NULL);

  if (n_methods > 0)
    qsort_r (methods, n_methods, sizeof *methods, compare_names, (void *) trace);
}

static void
fill_item (SortItem *item, TvProfileColumn column, gboolean descending,
           const TvProfileNumbers *numbers, guint32 name_place, guint32 index)
{
  double value = name_place;

  if (column != TV_PROFILE_COLUMN_NAME)
    value = tv_profile_column_get_value (column, numbers);
  item->value = descending ? -value : value;
  item->name_place = name_place;
  item->index = index;
}

static void
sort_items (SortItem *items, guint32 *sorted, guint n)
{
  if (n > 0)
    qsort (items, n, sizeof *items, compare_items);
  for (guint i = 0; i < n; i++)
    sorted[i] = items[i].index;
}

/**
 * tv_profile_sort:
 * @profile: the sums to sort by
 * @lengths: (nullable): how long calls are, if that is known
 * @column: which of them
 * @descending: whether the greatest comes first
 * @by_name: (array length=n_methods): the same methods as they come out of
 *   tv_profile_sort_by_name()
 * @methods: (array length=n_methods) (out caller-allocates): the sorted methods
 * @n_methods: how many
 *
 * Sorts methods by a column. Equal ones come by ascending name in either direction, as
 * in Traceview.
 */
void
tv_profile_sort (const TvProfile *profile, const TvCallLengths *lengths,
                 TvProfileColumn column, gboolean descending, const guint32 *by_name,
                 guint32 *methods, guint n_methods)
{
  g_autofree SortItem *items = NULL;
  const TvTrace *trace;

  g_return_if_fail (profile != NULL);
  g_return_if_fail (column < TV_PROFILE_N_COLUMNS);

  trace = tv_profile_get_trace (profile);
  items = g_new (SortItem, n_methods);
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvProfileNumbers numbers
          = { .trace = trace,
              .totals = tv_profile_get_totals (profile, by_name[i]),
              .length
              = lengths != NULL ? tv_call_lengths_get (lengths, by_name[i]) : NULL };

      fill_item (&items[i], column, descending, &numbers, i, by_name[i]);
    }
  sort_items (items, methods, n_methods);
}

/**
 * tv_profile_sort_groups:
 * @sums: the sums to sort by
 * @lengths: (array) (nullable): by group, how long calls are
 * @column: which of them
 * @descending: whether the greatest comes first
 * @groups: (array length=n_groups) (inout): groups by name; sorted
 * @n_groups: how many
 *
 * The same as tv_profile_sort() for classes or packages.
 */
void
tv_profile_sort_groups (const TvGroupProfile *sums, const TvCallLength *lengths,
                        TvProfileColumn column, gboolean descending, guint32 *groups,
                        guint n_groups)
{
  g_autofree SortItem *items = NULL;
  const TvTrace *trace;

  g_return_if_fail (sums != NULL);
  g_return_if_fail (column < TV_PROFILE_N_COLUMNS);

  trace = tv_profile_get_trace (tv_group_profile_get_profile (sums));
  items = g_new (SortItem, n_groups);
  for (guint32 i = 0; i < n_groups; i++)
    {
      const TvProfileNumbers numbers
          = { .trace = trace,
              .totals = tv_group_profile_get_totals (sums, groups[i]),
              .length = lengths != NULL ? &lengths[groups[i]] : NULL };

      fill_item (&items[i], column, descending, &numbers, i, groups[i]);
    }
  sort_items (items, groups, n_groups);
}
