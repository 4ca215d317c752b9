/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/ranking.h"

#include "analysis/method-order.h"

struct _TvRanking
{
  guint n;
  guint n_methods;
  guint32 *by_rank;
  guint32 *by_method;
};

/* The key stands beside the index, so that sorting seldom leaves this array. */
typedef struct
{
  gint64 inclusive;
  guint32 method;
} RankedMethod;

static int
compare_ranked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const RankedMethod *first = a;
  const RankedMethod *second = b;
  const TvTrace *trace = user_data;
  int order;

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  order = tv_method_compare (tv_trace_get_method (trace, first->method),
                             tv_trace_get_method (trace, second->method));
  if (order == 0)
    order = first->method < second->method ? -1 : first->method > second->method;
  return order;
}

static RankedMethod *
collect_called (const TvProfile *profile, TvClock clock, guint n_methods,
                guint *n_called)
{
  RankedMethod *called = g_new (RankedMethod, n_methods);
  guint n = 0;

  for (guint method = 0; method < n_methods; method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

      if (totals->calls == 0)
        continue;
      called[n].inclusive = totals->inclusive[clock];
      called[n].method = method;
      n++;
    }
  *n_called = n;
  return called;
}

/**
 * tv_ranking_new:
 * @profile: totals of the methods
 * @clock: the clock whose inclusive times rank
 *
 * Ranks the methods that @profile saw called. On a clock that the file lacks all times
 * are 0, and the names alone decide.
 *
 * Returns: (transfer full): the ranking, which does not need @profile any more
 */
TvRanking *
tv_ranking_new (const TvProfile *profile, TvClock clock)
{
  const TvTrace *trace;
  TvRanking *ranking;
  g_autofree RankedMethod *called = NULL;

  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (clock == TV_CLOCK_THREAD_CPU || clock == TV_CLOCK_WALL, NULL);

  trace = tv_profile_get_trace (profile);
  ranking = g_new0 (TvRanking, 1);
  ranking->n_methods = tv_trace_get_n_methods (trace);
  called = collect_called (profile, clock, ranking->n_methods, &ranking->n);
  g_qsort_with_data (called, ranking->n, sizeof *called, compare_ranked,
                     (gpointer) trace);

  ranking->by_rank = g_new (guint32, ranking->n);
  ranking->by_method = g_new (guint32, ranking->n_methods);
  for (guint method = 0; method < ranking->n_methods; method++)
    ranking->by_method[method] = TV_METHOD_NONE;
  for (guint rank = 0; rank < ranking->n; rank++)
    {
      ranking->by_rank[rank] = called[rank].method;
      ranking->by_method[called[rank].method] = rank;
    }
  return ranking;
}

/**
 * tv_ranking_free:
 * @ranking: (nullable): a ranking
 *
 * Frees @ranking.
 */
void
tv_ranking_free (TvRanking *ranking)
{
  if (ranking == NULL)
    return;
  g_free (ranking->by_rank);
  g_free (ranking->by_method);
  g_free (ranking);
}

/**
 * tv_ranking_get_n:
 * @ranking: a ranking
 *
 * Returns: how many methods were called, which is one more than the last rank
 */
guint
tv_ranking_get_n (const TvRanking *ranking)
{
  g_return_val_if_fail (ranking != NULL, 0);

  return ranking->n;
}

/**
 * tv_ranking_get_method:
 * @ranking: a ranking
 * @rank: a rank below tv_ranking_get_n()
 *
 * Returns: the index of the method with @rank
 */
guint32
tv_ranking_get_method (const TvRanking *ranking, guint rank)
{
  g_return_val_if_fail (ranking != NULL, TV_METHOD_NONE);
  g_return_val_if_fail (rank < ranking->n, TV_METHOD_NONE);

  return ranking->by_rank[rank];
}

/**
 * tv_ranking_get_methods:
 * @ranking: a ranking
 *
 * Returns: (transfer none): the indexes of all methods that were called, by rank
 */
const guint32 *
tv_ranking_get_methods (const TvRanking *ranking)
{
  g_return_val_if_fail (ranking != NULL, NULL);

  return ranking->by_rank;
}

/**
 * tv_ranking_get_ranks:
 * @ranking: a ranking
 *
 * Returns: (transfer none): what tv_ranking_get_rank() returns of each method of the
 *   trace
 */
const guint32 *
tv_ranking_get_ranks (const TvRanking *ranking)
{
  g_return_val_if_fail (ranking != NULL, NULL);

  return ranking->by_method;
}

/**
 * tv_ranking_get_rank:
 * @ranking: a ranking
 * @method: the index of a method of the trace
 *
 * Returns: the rank of @method from 0, or %TV_METHOD_NONE if it was never called
 */
guint32
tv_ranking_get_rank (const TvRanking *ranking, guint32 method)
{
  g_return_val_if_fail (ranking != NULL, TV_METHOD_NONE);
  g_return_val_if_fail (method < ranking->n_methods, TV_METHOD_NONE);

  return ranking->by_method[method];
}
