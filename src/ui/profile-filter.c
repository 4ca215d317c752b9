/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-filter.h"

/**
 * tv_profile_filter:
 * @profile: says which methods were called
 * @only: which methods are wanted
 * @order: (array length=n_order): the methods that were called, in any order
 * @n_order: how many
 * @by_name: (array length=n_by_name): all methods of the trace, by name
 * @n_by_name: how many
 * @n_filtered: (out): how many are left
 *
 * Picks the wanted methods in their order, and after them, by name, those that are
 * wanted but were never called: they have nothing to be sorted by.
 *
 * Returns: (transfer full) (array length=n_filtered): indices of methods
 */
guint32 *
tv_profile_filter (const TvProfile *profile, const TvMethodSet *only,
                   const guint32 *order, guint n_order, const guint32 *by_name,
                   guint n_by_name, guint *n_filtered)
{
  guint32 *filtered;
  guint n = 0;

  g_return_val_if_fail (profile != NULL && only != NULL, NULL);
  g_return_val_if_fail (n_filtered != NULL, NULL);

  filtered = g_new (guint32, tv_method_set_get_n (only));
  for (guint i = 0; i < n_order; i++)
    if (tv_method_set_contains (only, order[i]))
      filtered[n++] = order[i];
  for (guint i = 0; i < n_by_name; i++)
    if (tv_method_set_contains (only, by_name[i])
        && tv_profile_get_totals (profile, by_name[i])->calls == 0)
      filtered[n++] = by_name[i];
  *n_filtered = n;
  return filtered;
}
