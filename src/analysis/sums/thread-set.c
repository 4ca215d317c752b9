/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/thread-set.h"

#include <stdlib.h>

struct _TvThreadSet
{
  gatomicrefcount references;
  guint n;
  guint32 threads[]; /* ascending, each once */
};

static int
compare_threads (const void *a, const void *b)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

/**
 * tv_thread_set_new:
 * @threads: (nullable) (array length=n): indexes of threads, in any order; %NULL only
 *   for none
 * @n: length of @threads
 *
 * Returns: (transfer full): the set of these threads
 */
TvThreadSet *
tv_thread_set_new (const guint32 *threads, guint n)
{
  TvThreadSet *set;
  guint kept = 0;

  g_return_val_if_fail (threads != NULL || n == 0, NULL);

  set = g_malloc (sizeof *set + sizeof set->threads[0] * (gsize) n);
  g_atomic_ref_count_init (&set->references);
  if (n > 0)
    {
      memcpy (set->threads, threads, sizeof threads[0] * (gsize) n);
      qsort (set->threads, n, sizeof set->threads[0], compare_threads);
    }
  for (guint i = 0; i < n; i++)
    if (kept == 0 || set->threads[kept - 1] != set->threads[i])
      set->threads[kept++] = set->threads[i];
  set->n = kept;
  return set;
}

/**
 * tv_thread_set_ref:
 * @set: a set
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @set
 */
TvThreadSet *
tv_thread_set_ref (TvThreadSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  g_atomic_ref_count_inc (&set->references);
  return set;
}

/**
 * tv_thread_set_unref:
 * @set: (transfer full): a set
 *
 * Drops a reference, from any thread; the last one frees the set.
 */
void
tv_thread_set_unref (TvThreadSet *set)
{
  g_return_if_fail (set != NULL);

  if (g_atomic_ref_count_dec (&set->references))
    g_free (set);
}

/**
 * tv_thread_set_get:
 * @set: a set
 * @n: (out): how many threads are in it
 *
 * Returns: (transfer none) (array length=n): their indexes, ascending
 */
const guint32 *
tv_thread_set_get (const TvThreadSet *set, guint *n)
{
  g_return_val_if_fail (set != NULL && n != NULL, NULL);

  *n = set->n;
  return set->threads;
}

/**
 * tv_thread_set_count:
 * @set: (nullable): a set, %NULL for all threads
 * @trace: the trace whose threads they are
 *
 * Returns: how many threads are in it
 */
guint
tv_thread_set_count (const TvThreadSet *set, const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return set != NULL ? set->n : tv_trace_get_n_threads (trace);
}

/**
 * tv_thread_set_get_nth:
 * @set: (nullable): a set, %NULL for all threads
 * @n: less than the number of its threads
 *
 * Returns: the index of one of them; they ascend
 */
guint32
tv_thread_set_get_nth (const TvThreadSet *set, guint n)
{
  g_return_val_if_fail (set == NULL || n < set->n, 0);

  return set != NULL ? set->threads[n] : n;
}

/**
 * tv_thread_set_contains:
 * @set: a set
 * @thread: index of a thread
 *
 * Returns: whether @thread is in @set
 */
gboolean
tv_thread_set_contains (const TvThreadSet *set, guint32 thread)
{
  g_return_val_if_fail (set != NULL, FALSE);

  return bsearch (&thread, set->threads, set->n, sizeof set->threads[0],
                  compare_threads)
         != NULL;
}

/**
 * tv_thread_set_equal:
 * @a: (nullable): a set, %NULL for all threads
 * @b: (nullable): another
 *
 * Returns: whether they are of the same threads; %NULL is equal to %NULL alone
 */
gboolean
tv_thread_set_equal (const TvThreadSet *a, const TvThreadSet *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->n == b->n
         && (a->n == 0
             || memcmp (a->threads, b->threads, sizeof a->threads[0] * a->n) == 0);
}
