/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/method-set-private.h"

#include "trace/trace.h"

#define WORD_BITS 64

struct _TvMethodSet
{
  gatomicrefcount references;
  guint n_methods;
  guint n;
  guint64 *words;
};

/**
 * tv_method_set_new:
 * @words: (transfer full): a bit for each method, the first in the lowest bit of the
 *   first word; those after the last method are 0
 * @n_methods: number of methods of the trace
 *
 * Returns: (transfer full): the set of the methods whose bit is 1
 */
TvMethodSet *
tv_method_set_new (guint64 *words, guint n_methods)
{
  TvMethodSet *set = g_new (TvMethodSet, 1);
  const guint n_words = (n_methods + WORD_BITS - 1) / WORD_BITS;

  *set = (TvMethodSet){ .n_methods = n_methods, .words = words };
  g_atomic_ref_count_init (&set->references);
  for (guint i = 0; i < n_words; i++)
    set->n += (guint) __builtin_popcountll (words[i]);
  return set;
}

/**
 * tv_method_set_ref:
 * @set: a set
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @set
 */
TvMethodSet *
tv_method_set_ref (TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  g_atomic_ref_count_inc (&set->references);
  return set;
}

/**
 * tv_method_set_unref:
 * @set: (transfer full): a set
 *
 * Drops a reference, from any thread; the last one frees the set.
 */
void
tv_method_set_unref (TvMethodSet *set)
{
  g_return_if_fail (set != NULL);

  if (!g_atomic_ref_count_dec (&set->references))
    return;
  g_free (set->words);
  g_free (set);
}

/**
 * tv_method_set_get_n:
 * @set: a set
 *
 * Returns: how many methods are in @set
 */
guint
tv_method_set_get_n (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, 0);

  return set->n;
}

static gboolean
has (const TvMethodSet *set, guint32 method)
{
  return set->words[method / WORD_BITS] >> method % WORD_BITS & 1;
}

/**
 * tv_method_set_contains:
 * @set: a set
 * @method: index of a method of its trace
 *
 * Returns: whether @method is in @set
 */
gboolean
tv_method_set_contains (const TvMethodSet *set, guint32 method)
{
  g_return_val_if_fail (set != NULL, FALSE);
  g_return_val_if_fail (method < set->n_methods, FALSE);

  return has (set, method);
}

/* The method at a place of an order, or of that of the indexes. */
static gboolean
has_at (const TvMethodSet *set, const guint32 *order, guint place)
{
  const guint32 method = order != NULL ? order[place] : place;

  return method < set->n_methods && has (set, method);
}

/**
 * tv_method_set_get_words:
 * @set: a set
 *
 * Returns: (transfer none): a bit for each method of its trace, for
 *   tv_method_words_contain()
 */
const guint64 *
tv_method_set_get_words (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  return set->words;
}

/**
 * tv_method_set_list:
 * @set: a set
 * @methods: (out caller-allocates): room for tv_method_set_get_n() indices
 *
 * Lists the methods by index.
 *
 * Returns: how many
 */
guint
tv_method_set_list (const TvMethodSet *set, guint32 *methods)
{
  guint n_words;
  guint n = 0;

  g_return_val_if_fail (set != NULL && methods != NULL, 0);

  n_words = (set->n_methods + WORD_BITS - 1) / WORD_BITS;
  for (guint i = 0; i < n_words; i++)
    for (guint64 left = set->words[i]; left != 0; left &= left - 1)
      methods[n++] = i * WORD_BITS + (guint) __builtin_ctzll (left);
  return n;
}

/**
 * tv_method_set_count:
 * @set: a set
 * @order: (nullable) (array length=n): methods as a list shows them, which need not be
 *   all; %NULL for the order of the indexes
 * @n: how many of them to look at
 *
 * Counts those in the set: of a whole list how many can be gone to, and up to a row and
 * with it, which of them it is.
 *
 * Returns: how many of the first @n methods of @order are in @set
 */
guint
tv_method_set_count (const TvMethodSet *set, const guint32 *order, guint n)
{
  guint count = 0;

  g_return_val_if_fail (set != NULL, 0);

  for (guint i = 0; i < n; i++)
    count += has_at (set, order, i);
  return count;
}

/**
 * tv_method_set_find_next:
 * @set: a set
 * @order: (nullable) (array length=n): methods as a list shows them, which need not be
 *   all; %NULL for the order of the indexes
 * @n: length of @order
 * @place: a place in @order, up to @n: one after the current row to leave it
 *
 * Finds the first method in the set at or after a place, and after the last one the
 * first of all: then the result is below @place.
 *
 * Returns: its place in @order, or %TV_METHOD_NONE if none of @order is in @set
 */
guint
tv_method_set_find_next (const TvMethodSet *set, const guint32 *order, guint n,
                         guint place)
{
  g_return_val_if_fail (set != NULL, TV_METHOD_NONE);
  g_return_val_if_fail (place <= n, TV_METHOD_NONE);

  for (guint i = 0; i < n; i++)
    {
      const guint at = i < n - place ? place + i : i - (n - place);

      if (has_at (set, order, at))
        return at;
    }
  return TV_METHOD_NONE;
}

/**
 * tv_method_set_find_previous:
 * @set: a set
 * @order: (nullable) (array length=n): as for tv_method_set_find_next()
 * @n: length of @order
 * @place: a place in @order, up to @n: the current row to leave it
 *
 * Finds the last method in the set before a place, and before the first one the last of
 * all: then the result is @place or more.
 *
 * Returns: its place in @order, or %TV_METHOD_NONE if none of @order is in @set
 */
guint
tv_method_set_find_previous (const TvMethodSet *set, const guint32 *order, guint n,
                             guint place)
{
  g_return_val_if_fail (set != NULL, TV_METHOD_NONE);
  g_return_val_if_fail (place <= n, TV_METHOD_NONE);

  for (guint i = 0; i < n; i++)
    {
      const guint at = i < place ? place - 1 - i : n - 1 - (i - place);

      if (has_at (set, order, at))
        return at;
    }
  return TV_METHOD_NONE;
}
