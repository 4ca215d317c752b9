/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/ranking.h"

#include "analysis/sums/key-sort.h"
#include "analysis/sums/method-order.h"

/* So many are not compared with each other, but sorted by numbers, one of which is
 * their place among the names. */
#define MANY_METHODS 20000

struct _TvRanking
{
  guint n_methods;
  TvMethodSequence *sequence;
  TvMethodSequence *names;
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

static guint32 *
rank_few (const TvProfile *profile, TvClock clock, guint n_methods, guint *n_called)
{
  g_autofree RankedMethod *called
      = collect_called (profile, clock, n_methods, n_called);
  guint32 *ranked = g_new (guint32, MAX (*n_called, 1));

  g_qsort_with_data (called, (gint) *n_called, sizeof *called, compare_ranked,
                     tv_profile_get_trace (profile));
  for (guint rank = 0; rank < *n_called; rank++)
    ranked[rank] = called[rank].method;
  return ranked;
}

/* Ascending keys for descending times. */
static guint64
get_key (gint64 inclusive)
{
  return ~((guint64) inclusive ^ G_GUINT64_CONSTANT (1) << 63);
}

/* Equal times leave methods in the order of their names. */
static guint32 *
rank_many (const TvProfile *profile, TvClock clock, const TvMethodSequence *names,
           guint *n_called)
{
  guint n_names;
  const guint32 *by_name = tv_method_sequence_get_methods (names, &n_names);
  g_autofree TvKeyItem *items = g_new (TvKeyItem, MAX (n_names, 1));
  g_autofree TvKeyItem *scratch = NULL;
  guint32 *ranked;
  guint n = 0;

  for (guint i = 0; i < n_names; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, by_name[i]);

      if (totals->calls > 0)
        items[n++] = (TvKeyItem){ get_key (totals->inclusive[clock]), by_name[i] };
    }
  scratch = g_new (TvKeyItem, MAX (n, 1));
  tv_key_sort (items, scratch, n);
  ranked = g_new (guint32, MAX (n, 1));
  for (guint rank = 0; rank < n; rank++)
    ranked[rank] = items[rank].index;
  *n_called = n;
  return ranked;
}

/**
 * tv_ranking_new:
 * @profile: totals of the methods
 * @clock: the clock whose inclusive times rank
 *
 * Ranks the methods that @profile saw called. On a clock that the file lacks all times
 * are 0, and the names alone decide. Very many methods are brought in order of their
 * names first, on all processors.
 *
 * Returns: (transfer full): the ranking, which does not need @profile any more
 */
TvRanking *
tv_ranking_new (const TvProfile *profile, TvClock clock)
{
  const TvTrace *trace;
  g_autoptr (TvMethodSequence) names = NULL;

  g_return_val_if_fail (profile != NULL, NULL);

  trace = tv_profile_get_trace (profile);
  if (tv_trace_get_n_methods (trace) >= MANY_METHODS)
    names = tv_name_order_new (trace, NULL);
  return tv_ranking_new_by_names (profile, clock, names);
}

/**
 * tv_ranking_new_by_names:
 * @profile: totals of the methods
 * @clock: the clock whose inclusive times rank
 * @names: (nullable): the methods in order of their names, which is quicker if they are
 *   many
 *
 * As tv_ranking_new(), with an order that is there already.
 *
 * Returns: (transfer full): the ranking
 */
TvRanking *
tv_ranking_new_by_names (const TvProfile *profile, TvClock clock,
                         TvMethodSequence *names)
{
  TvRanking *ranking;
  guint32 *ranked;
  guint n;

  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (clock == TV_CLOCK_THREAD_CPU || clock == TV_CLOCK_WALL, NULL);

  ranking = g_new0 (TvRanking, 1);
  ranking->n_methods = tv_trace_get_n_methods (tv_profile_get_trace (profile));
  ranking->names = names != NULL ? tv_method_sequence_ref (names) : NULL;
  ranked = names != NULL ? rank_many (profile, clock, names, &n)
                         : rank_few (profile, clock, ranking->n_methods, &n);
  ranking->sequence = tv_method_sequence_new_take (ranked, n, ranking->n_methods);
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
  tv_method_sequence_unref (ranking->sequence);
  g_clear_pointer (&ranking->names, tv_method_sequence_unref);
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
  guint n;

  g_return_val_if_fail (ranking != NULL, 0);

  (void) tv_method_sequence_get_methods (ranking->sequence, &n);
  return n;
}

guint32
tv_ranking_get_method (const TvRanking *ranking, guint rank)
{
  const guint32 *methods;
  guint n;

  g_return_val_if_fail (ranking != NULL, TV_METHOD_NONE);

  methods = tv_method_sequence_get_methods (ranking->sequence, &n);
  g_return_val_if_fail (rank < n, TV_METHOD_NONE);

  return methods[rank];
}

/**
 * tv_ranking_get_sequence:
 * @ranking: a ranking
 *
 * Returns: (transfer none): all methods that were called, by rank
 */
TvMethodSequence *
tv_ranking_get_sequence (const TvRanking *ranking)
{
  g_return_val_if_fail (ranking != NULL, NULL);

  return ranking->sequence;
}

/**
 * tv_ranking_get_names:
 * @ranking: a ranking
 *
 * Returns: (transfer none) (nullable): all methods of the trace by name, if there are
 *   so many that it took that order
 */
TvMethodSequence *
tv_ranking_get_names (const TvRanking *ranking)
{
  g_return_val_if_fail (ranking != NULL, NULL);

  return ranking->names;
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

  return tv_method_sequence_find (ranking->sequence, method);
}
