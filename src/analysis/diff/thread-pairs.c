/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/diff/thread-pairs.h"

#include <string.h>

typedef struct
{
  const TvThread *thread;
  guint32 index;
} Candidate;

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (((const Candidate *) a)->thread->name,
                    ((const Candidate *) b)->thread->name);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const Candidate *) a)->thread->id;
  const guint32 second = ((const Candidate *) b)->thread->id;

  return first != second ? (first > second) - (first < second) : compare_names (a, b);
}

/* Returns the length of a name up to the id of its process, as in "Binder:1234_2". Sets
 * @rest to the part after the id, or to NULL if there is no id. */
static gsize
find_process (const char *name, const char **rest)
{
  const gsize length = strcspn (name, ":");
  const gsize n_digits
      = name[length] != '\0' ? strspn (name + length + 1, "0123456789") : 0;

  *rest = n_digits > 0 && name[length + 1 + n_digits] == '_'
              ? name + length + 1 + n_digits
              : NULL;
  return length;
}

/* Compares names without the id of the process, which differs in each run. */
static int
compare_names_without_process (gconstpointer a, gconstpointer b)
{
  const char *first = ((const Candidate *) a)->thread->name;
  const char *second = ((const Candidate *) b)->thread->name;
  const char *first_rest;
  const char *second_rest;
  const gsize length = find_process (first, &first_rest);
  const gsize other_length = find_process (second, &second_rest);
  int order;

  if (first_rest == NULL || second_rest == NULL)
    return first_rest == second_rest ? strcmp (first, second)
                                     : (first_rest != NULL) - (second_rest != NULL);
  order = strncmp (first, second, MIN (length, other_length) + 1);
  return order != 0 ? order : strcmp (first_rest, second_rest);
}

/* Lists the threads without a pair, sorted by name; threads of one name keep their
 * order in the trace. */
static GArray *
list_candidates (const TvTrace *trace, const guint32 *pairs, GCompareFunc compare)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const Candidate candidate = { tv_trace_get_thread (trace, i), i };

      if (pairs[i] == TV_THREAD_NONE
          && (compare == compare_ids || candidate.thread->name != NULL))
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare);
  return candidates;
}

static void
pair (const TvTrace *const traces[2], guint32 *const pairs[2], GCompareFunc compare)
{
  g_autoptr (GArray) own = list_candidates (traces[0], pairs[0], compare);
  g_autoptr (GArray) others = list_candidates (traces[1], pairs[1], compare);

  for (guint i = 0, k = 0; i < own->len && k < others->len;)
    {
      const Candidate *one = &g_array_index (own, Candidate, i);
      const Candidate *other = &g_array_index (others, Candidate, k);
      const int order = compare (one, other);

      if (order == 0)
        {
          pairs[0][one->index] = other->index;
          pairs[1][other->index] = one->index;
        }
      i += order <= 0;
      k += order >= 0;
    }
}

static guint32 *
new_pairs (const TvTrace *trace)
{
  const guint n = tv_trace_get_n_threads (trace);
  guint32 *pairs = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    pairs[i] = TV_THREAD_NONE;
  return pairs;
}

/**
 * tv_trace_pair_threads:
 * @trace: a trace
 * @other: another trace, or the same
 *
 * Finds the pairs of threads of two traces: first, threads of the same id and name; of
 * the rest, the n-th thread of a name and the n-th of that name in the other trace;
 * last, names that differ only in the id of the process, such as `Binder:1234_2` and
 * `Binder:99_2` of two runs.
 *
 * Returns: (transfer full) (array): by thread of @trace, the index of its pair in
 * @other, or %TV_THREAD_NONE; no thread of @other occurs twice
 */
guint32 *
tv_trace_pair_threads (const TvTrace *trace, const TvTrace *other)
{
  const TvTrace *const traces[] = { trace, other };
  g_autofree guint32 *back = NULL;
  guint32 *pairs[2];

  g_return_val_if_fail (trace != NULL && other != NULL, NULL);

  pairs[0] = new_pairs (trace);
  pairs[1] = back = new_pairs (other);
  pair (traces, pairs, compare_ids);
  pair (traces, pairs, compare_names);
  pair (traces, pairs, compare_names_without_process);
  return pairs[0];
}
