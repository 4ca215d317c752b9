/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-filter.h"

#include "analysis/key-sort.h"

/* Where fewer than one in so many are wanted, it is quicker to look each of them up
 * than to go through all. */
#define FEW_SHARE 8

static guint
pick (const TvMethodSet *only, const TvMethodSequence *sequence, guint32 *picked)
{
  guint n_all;
  const guint32 *all = tv_method_sequence_get_methods (sequence, &n_all);
  guint n = 0;

  for (guint i = 0; i < n_all; i++)
    if (tv_method_set_contains (only, all[i]))
      picked[n++] = all[i];
  return n;
}

/* The same for few: their places in both sequences are sorted. */
static guint
look_up (const TvMethodSet *only, const TvMethodSequence *called,
         const TvMethodSequence *uncalled, guint32 *picked)
{
  const guint n = tv_method_set_list (only, picked);
  g_autofree TvKeyItem *items = g_new (TvKeyItem, MAX (n, 1));
  g_autofree TvKeyItem *scratch = g_new (TvKeyItem, MAX (n, 1));
  guint n_called;

  (void) tv_method_sequence_get_methods (called, &n_called);
  for (guint i = 0; i < n; i++)
    {
      const guint place = tv_method_sequence_find (called, picked[i]);

      items[i].index = picked[i];
      items[i].key
          = place != G_MAXUINT
                ? place
                : (guint64) n_called + tv_method_sequence_find (uncalled, picked[i]);
    }
  tv_key_sort (items, scratch, n);
  for (guint i = 0; i < n; i++)
    picked[i] = items[i].index;
  return n;
}

/**
 * tv_profile_filter:
 * @only: which methods are wanted
 * @called: the methods that were called, in any order
 * @uncalled: all other methods of the trace, by name
 * @n_filtered: (out): how many are left
 *
 * Picks the wanted methods in their order, and after them, by name, those that are
 * wanted but were never called: they have nothing to be sorted by.
 *
 * Returns: (transfer full) (array length=n_filtered): indices of methods
 */
guint32 *
tv_profile_filter (const TvMethodSet *only, const TvMethodSequence *called,
                   const TvMethodSequence *uncalled, guint *n_filtered)
{
  guint32 *filtered;
  guint n_called;
  guint n_uncalled;
  guint n;

  g_return_val_if_fail (only != NULL, NULL);
  g_return_val_if_fail (called != NULL && uncalled != NULL, NULL);
  g_return_val_if_fail (n_filtered != NULL, NULL);

  (void) tv_method_sequence_get_methods (called, &n_called);
  (void) tv_method_sequence_get_methods (uncalled, &n_uncalled);
  filtered = g_new (guint32, MAX (tv_method_set_get_n (only), 1));
  if (tv_method_set_get_n (only) < (n_called + n_uncalled) / FEW_SHARE)
    n = look_up (only, called, uncalled, filtered);
  else
    {
      n = pick (only, called, filtered);
      n += pick (only, uncalled, filtered + n);
    }
  *n_filtered = n;
  return filtered;
}
