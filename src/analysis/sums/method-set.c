/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-set-private.h"

#include "trace/model/trace.h"

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

/**
 * tv_method_set_get_n_methods:
 * @set: a set
 *
 * Returns: number of methods of its trace
 */
guint
tv_method_set_get_n_methods (const TvMethodSet *set)
{
  g_return_val_if_fail (set != NULL, 0);

  return set->n_methods;
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
