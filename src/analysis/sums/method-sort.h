/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/ranking.h"

G_BEGIN_DECLS

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
 * What a list of methods is sorted by: the largest first, equal ones by rank.
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

gboolean tv_method_sort_parse (const char *name, TvMethodSort *sort);
guint32 *tv_method_sort_list (const TvProfile *profile, const TvRanking *ranking,
                              TvMethodSort sort);

G_END_DECLS
