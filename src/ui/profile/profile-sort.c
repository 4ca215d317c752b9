/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-sort.h"

/* What a row is sorted by. */
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

/* Sorts methods by a column. Equal ones come by ascending name in either direction, as
 * in Traceview. */
void
tv_profile_sort (const TvProfile *profile, const TvCallLengths *lengths,
                 TvProfileColumn column, gboolean descending, const guint32 *by_name,
                 guint32 *methods, guint n_methods)
{
  g_autofree SortItem *items = NULL;

  g_return_if_fail (profile != NULL);
  g_return_if_fail (column < TV_PROFILE_N_COLUMNS);

  items = g_new (SortItem, MAX (n_methods, 1));
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvProfileNumbers numbers
          = { .trace = tv_profile_get_trace (profile),
              .totals = tv_profile_get_totals (profile, by_name[i]),
              .length
              = lengths != NULL ? tv_call_lengths_get (lengths, by_name[i]) : NULL };

      items[i] = (SortItem){ get_value (column, descending, &numbers, i), by_name[i] };
    }
  sort_items (items, methods, n_methods);
}

/* The same as tv_profile_sort() for classes or packages. */
void
tv_profile_sort_groups (const TvGroupProfile *sums, const TvCallLength *lengths,
                        TvProfileColumn column, gboolean descending, guint32 *groups,
                        guint n_groups)
{
  g_autofree SortItem *items = NULL;

  g_return_if_fail (sums != NULL);
  g_return_if_fail (column < TV_PROFILE_N_COLUMNS);

  items = g_new (SortItem, MAX (n_groups, 1));
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
