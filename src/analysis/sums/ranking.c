/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/ranking.h"

/* Names */

/**
 * tv_method_compare:
 * @a: a method
 * @b: another method of the same trace
 *
 * The order of ranks, relatives and reports where times are equal: class, name and
 * signature by their bytes, then id. Bytes rather than a locale's collation keep
 * reports the same on every machine.
 *
 * Returns: less than, equal to or greater than 0 as strcmp() does
 */
int
tv_method_compare (const TvMethod *a, const TvMethod *b)
{
  int order = 0;

  g_return_val_if_fail (a != NULL && b != NULL, 0);

  /* Methods of one class share its name. */
  if (a->class_name != b->class_name)
    order = strcmp (a->class_name, b->class_name);
  if (order == 0)
    order = strcmp (a->name, b->name);
  if (order == 0)
    order = strcmp (a->signature, b->signature);
  if (order == 0)
    order = (a->id > b->id) - (a->id < b->id);
  return order;
}

static const char *
skip_package (const TvMethod *method)
{
  const char *start = method->class_name;

  if (method->style != TV_NAME_STYLE_JVM)
    for (const char *p = start; *p != '\0'; p++)
      if (*p == '/' || *p == '.')
        start = p + 1;
  return start;
}

/**
 * tv_method_compare_shown:
 * @a: a method
 * @b: another method of the same trace
 *
 * The order of names as a #TvNameText shows them: class without package, name and
 * signature, then as tv_method_compare().
 *
 * Returns: less than, equal to or greater than 0 as strcmp() does
 */
int
tv_method_compare_shown (const TvMethod *a, const TvMethod *b)
{
  int order = 0;

  g_return_val_if_fail (a != NULL && b != NULL, 0);

  if (a->class_name != b->class_name)
    order = strcmp (skip_package (a), skip_package (b));
  if (order == 0)
    order = strcmp (a->name, b->name);
  if (order == 0)
    order = strcmp (a->signature, b->signature);
  return order != 0 ? order : tv_method_compare (a, b);
}

static int
compare_shown (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;
  const int order = tv_method_compare_shown (tv_trace_get_method (user_data, first),
                                             tv_trace_get_method (user_data, second));

  return order != 0 ? order : (first > second) - (first < second);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;
  const TvTrace *trace = user_data;
  const int order = tv_method_compare (tv_trace_get_method (trace, first),
                                       tv_trace_get_method (trace, second));

  return order != 0 ? order : (first > second) - (first < second);
}

/**
 * tv_methods_sort_by_name:
 * @trace: a trace
 * @methods: (array length=n) (inout): indexes of methods
 * @n: length of @methods
 *
 * Sorts methods by tv_method_compare(), equal ones by index.
 */
void
tv_methods_sort_by_name (const TvTrace *trace, guint32 *methods, guint n)
{
  g_return_if_fail (trace != NULL && (methods != NULL || n == 0));
  g_return_if_fail (n <= G_MAXINT);

  g_qsort_with_data (methods, (gint) n, sizeof *methods, compare_names,
                     (gpointer) trace);
}

/**
 * tv_methods_list_by_name:
 * @trace: a trace
 *
 * Returns: (transfer full): all methods, in the order of tv_method_compare_shown(),
 *   equal ones by index
 */
TvMethodSequence *
tv_methods_list_by_name (const TvTrace *trace)
{
  guint32 *methods;
  guint n;

  g_return_val_if_fail (trace != NULL, NULL);

  n = tv_trace_get_n_methods (trace);
  methods = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    methods[i] = i;
  g_qsort_with_data (methods, (gint) n, sizeof *methods, compare_shown,
                     (gpointer) trace);
  return tv_method_sequence_new_listed (methods, n);
}

/* Ranking */

/* The time is copied beside the index, so that sorting rarely leaves this array. */
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

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  return compare_names (&first->method, &second->method, user_data);
}

/**
 * tv_ranking_new:
 * @profile: totals of the methods
 * @clock: the clock whose inclusive times rank
 *
 * Ranks the methods that were called. On a clock that the file lacks, all times are 0,
 * and only the names decide.
 *
 * Returns: (transfer full): the ranking, which does not keep @profile
 */
TvRanking *
tv_ranking_new (const TvProfile *profile, TvClock clock)
{
  g_autofree RankedMethod *called = NULL;
  TvRanking *ranking;
  guint32 *ranked;
  guint n = 0;

  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (clock == TV_CLOCK_THREAD_CPU || clock == TV_CLOCK_WALL, NULL);

  ranking = g_new0 (TvRanking, 1);
  ranking->n_methods = tv_trace_get_n_methods (tv_profile_get_trace (profile));
  called = g_new (RankedMethod, MAX (ranking->n_methods, 1));
  for (guint32 i = 0; i < ranking->n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      if (totals->calls > 0)
        called[n++] = (RankedMethod){ totals->inclusive[clock], i };
    }
  g_qsort_with_data (called, (gint) n, sizeof *called, compare_ranked,
                     tv_profile_get_trace (profile));
  ranked = g_new (guint32, MAX (n, 1));
  for (guint rank = 0; rank < n; rank++)
    ranked[rank] = called[rank].method;
  ranking->sequence = tv_method_sequence_new_take (ranked, n, ranking->n_methods);
  return ranking;
}

void
tv_ranking_free (TvRanking *ranking)
{
  if (ranking == NULL)
    return;
  tv_method_sequence_unref (ranking->sequence);
  g_free (ranking);
}

/**
 * tv_ranking_get_rank:
 * @ranking: a ranking
 * @method: index of a method of the trace
 *
 * Returns: the rank of @method from 1, or %TV_METHOD_NONE if it was never called
 */
guint32
tv_ranking_get_rank (const TvRanking *ranking, guint32 method)
{
  guint32 place;

  g_return_val_if_fail (ranking != NULL, TV_METHOD_NONE);
  g_return_val_if_fail (method < ranking->n_methods, TV_METHOD_NONE);

  place = tv_method_sequence_find (ranking->sequence, method);
  return place != TV_METHOD_NONE ? place + 1 : TV_METHOD_NONE;
}

/* Other orders */

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

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      {
        *sort = (TvMethodSort) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_method_sort_get_amount:
 * @sort: an order by an amount
 * @totals: totals of a method
 *
 * Returns: the amount, nanoseconds or calls; 0 if @sort is by rank or name
 */
gint64
tv_method_sort_get_amount (TvMethodSort sort, const TvMethodTotals *totals)
{
  g_return_val_if_fail (totals != NULL, 0);

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

/**
 * tv_method_sort_get_whole:
 * @sort: an order by an amount
 * @profile: totals of the methods
 *
 * Returns: the amount that is 100 % for a share: that of all methods or, for inclusive
 *   times, which contain one another, the time of all calls
 */
gint64
tv_method_sort_get_whole (TvMethodSort sort, const TvProfile *profile)
{
  gint64 whole = 0;

  g_return_val_if_fail (profile != NULL, 0);

  if (sort == TV_METHOD_SORT_INCLUSIVE_CPU)
    return tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU);
  if (sort == TV_METHOD_SORT_INCLUSIVE_WALL)
    return tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL);
  for (guint i = 0; i < tv_trace_get_n_methods (tv_profile_get_trace (profile)); i++)
    whole += tv_method_sort_get_amount (sort, tv_profile_get_totals (profile, i));
  return whole;
}

typedef struct
{
  const TvProfile *profile;
  TvMethodSort sort;
} MethodOrder;

static int
compare_amounts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MethodOrder *order = user_data;
  const guint32 *first = a;
  const guint32 *second = b;
  const gint64 amount = tv_method_sort_get_amount (
      order->sort, tv_profile_get_totals (order->profile, *first));
  const gint64 other = tv_method_sort_get_amount (
      order->sort, tv_profile_get_totals (order->profile, *second));

  return (amount < other) - (amount > other);
}

/**
 * tv_method_sort_list:
 * @profile: totals of the methods
 * @ranking: the ranking of @profile on the trace's primary clock
 * @sort: an order
 *
 * Lists the methods of @ranking in another order.
 *
 * Returns: (transfer full): indexes of methods, as many as @ranking has
 */
guint32 *
tv_method_sort_list (const TvProfile *profile, const TvRanking *ranking,
                     TvMethodSort sort)
{
  MethodOrder order = { profile, sort };
  const guint32 *ranked;
  guint32 *methods;
  guint n;

  g_return_val_if_fail (profile != NULL && ranking != NULL, NULL);

  ranked = tv_method_sequence_get_methods (ranking->sequence, &n);
  methods = g_new (guint32, MAX (n, 1));
  if (n > 0)
    memcpy (methods, ranked, n * sizeof *methods);
  if (sort == TV_METHOD_SORT_NAME)
    tv_methods_sort_by_name (tv_profile_get_trace (profile), methods, n);
  else /* This sort is stable: equal methods stay in order of rank. */
    g_qsort_with_data (methods, (gint) n, sizeof *methods, compare_amounts, &order);
  return methods;
}
