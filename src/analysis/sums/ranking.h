/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvRanking:
 * @sequence: all methods that were called, by rank
 *
 * The methods of a profile that were called, in order of inclusive time on one clock,
 * then of tv_method_compare(). The place in it, counted from 1, is a method's rank, the
 * number shown before its name: `(toplevel)` has 0, as in Traceview.
 */
typedef struct
{
  TvMethodSequence *sequence;
  /*< private >*/
  guint n_methods;
} TvRanking;

/**
 * TvMethodSort:
 * @TV_METHOD_SORT_RANK: by inclusive time on the trace's primary clock
 * @TV_METHOD_SORT_INCLUSIVE_CPU: by inclusive CPU time
 * @TV_METHOD_SORT_EXCLUSIVE_CPU: by exclusive CPU time
 * @TV_METHOD_SORT_INCLUSIVE_WALL: by inclusive wall time
 * @TV_METHOD_SORT_EXCLUSIVE_WALL: by exclusive wall time
 * @TV_METHOD_SORT_WAITING: by the time spent off the CPU
 * @TV_METHOD_SORT_CALLS: by the number of calls, recursive ones included
 * @TV_METHOD_SORT_NAME: by class, method and signature, ascending
 *
 * The order of a list of methods: the largest first, equal ones by rank.
 */
typedef enum
{
  TV_METHOD_SORT_RANK,
  TV_METHOD_SORT_INCLUSIVE_CPU,
  TV_METHOD_SORT_EXCLUSIVE_CPU,
  TV_METHOD_SORT_INCLUSIVE_WALL,
  TV_METHOD_SORT_EXCLUSIVE_WALL,
  TV_METHOD_SORT_WAITING,
  TV_METHOD_SORT_CALLS,
  TV_METHOD_SORT_NAME
} TvMethodSort;

int tv_method_compare (const TvMethod *a, const TvMethod *b);
int tv_method_compare_shown (const TvMethod *a, const TvMethod *b);
void tv_methods_sort_by_name (const TvTrace *trace, guint32 *methods, guint n);
TvMethodSequence *tv_methods_list_by_name (const TvTrace *trace);

TvRanking *tv_ranking_new (const TvProfile *profile, TvClock clock);
void tv_ranking_free (TvRanking *ranking);

guint32 tv_ranking_get_rank (const TvRanking *ranking, guint32 method);

gboolean tv_method_sort_parse (const char *name, TvMethodSort *sort);
gint64 tv_method_sort_get_amount (TvMethodSort sort, const TvMethodTotals *totals);
gint64 tv_method_sort_get_whole (TvMethodSort sort, const TvProfile *profile);
guint32 *tv_method_sort_list (const TvProfile *profile, const TvRanking *ranking,
                              TvMethodSort sort);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRanking, tv_ranking_free)

G_END_DECLS
