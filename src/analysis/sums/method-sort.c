/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-sort.h"

#include "analysis/sums/method-order.h"

/**
 * tv_method_sort_parse:
 * @name: `rank`, `inclusive-cpu`, `exclusive-cpu`, `inclusive-wall`, `exclusive-wall`,
 *   `waiting`, `calls` or `name`
 * @sort: (out): the order of that name
 *
 * Returns: whether there is an order of that name
 */
gboolean
tv_method_sort_parse (const char *name, TvMethodSort *sort)
{
  static const char *const names[]
      = { "rank",           "inclusive-cpu", "exclusive-cpu", "inclusive-wall",
          "exclusive-wall", "waiting",       "calls",         "name" };

  g_return_val_if_fail (name != NULL && sort != NULL, FALSE);

  for (guint index = 0; index < G_N_ELEMENTS (names); index++)
    if (g_str_equal (name, names[index]))
      {
        *sort = (TvMethodSort) index;
        return TRUE;
      }
  return FALSE;
}

typedef struct
{
  gint64 key;
  guint32 rank;
} SortedMethod;

static gint64
get_key (const TvMethodTotals *totals, TvMethodSort sort)
{
  switch (sort)
    {
    case TV_METHOD_SORT_INCLUSIVE_CPU:
      return totals->inclusive[TV_CLOCK_THREAD_CPU];
    case TV_METHOD_SORT_EXCLUSIVE_CPU:
      return totals->exclusive[TV_CLOCK_THREAD_CPU];
    case TV_METHOD_SORT_INCLUSIVE_WALL:
      return totals->inclusive[TV_CLOCK_WALL];
    case TV_METHOD_SORT_EXCLUSIVE_WALL:
      return totals->exclusive[TV_CLOCK_WALL];
    case TV_METHOD_SORT_WAITING:
      return totals->waiting;
    case TV_METHOD_SORT_CALLS:
      return (gint64) (totals->calls + totals->recursive_calls);
    case TV_METHOD_SORT_RANK:
    case TV_METHOD_SORT_NAME:
    default:
      return 0;
    }
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SortedMethod *first = a;
  const SortedMethod *second = b;

  if (first->key != second->key)
    return first->key > second->key ? -1 : 1;
  return (first->rank > second->rank) - (first->rank < second->rank);
}

static void
sort_by_key (guint32 *methods, guint n, const TvProfile *profile, TvMethodSort sort)
{
  g_autofree SortedMethod *sorted = g_new (SortedMethod, n);
  g_autofree guint32 *by_rank = g_memdup2 (methods, n * sizeof *methods);

  for (guint rank = 0; rank < n; rank++)
    {
      sorted[rank].key = get_key (tv_profile_get_totals (profile, methods[rank]), sort);
      sorted[rank].rank = rank;
    }
  g_qsort_with_data (sorted, n, sizeof *sorted, compare_keys, NULL);
  for (guint at = 0; at < n; at++)
    methods[at] = by_rank[sorted[at].rank];
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvTrace *trace = user_data;

  return tv_method_compare (tv_trace_get_method (trace, *(const guint32 *) a),
                            tv_trace_get_method (trace, *(const guint32 *) b));
}

/**
 * tv_method_sort_list:
 * @profile: totals of the methods
 * @ranking: the ranking of @profile on the trace's primary clock
 * @sort: an order
 *
 * Lists the methods of @ranking in another order.
 *
 * Returns: (transfer full): indices of methods, as many as @ranking has
 */
guint32 *
tv_method_sort_list (const TvProfile *profile, const TvRanking *ranking,
                     TvMethodSort sort)
{
  guint32 *methods;
  guint n;

  g_return_val_if_fail (profile != NULL && ranking != NULL, NULL);

  n = tv_ranking_get_n (ranking);
  methods = g_new (guint32, n);
  for (guint rank = 0; rank < n; rank++)
    methods[rank] = tv_ranking_get_method (ranking, rank);
  if (sort == TV_METHOD_SORT_NAME)
    g_qsort_with_data (methods, (gint) n, sizeof *methods, compare_names,
                       tv_profile_get_trace (profile));
  else if (sort != TV_METHOD_SORT_RANK)
    sort_by_key (methods, n, profile, sort);
  return methods;
}
