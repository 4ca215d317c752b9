/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-calls.h"

G_BEGIN_DECLS

/**
 * TvCallGrouping:
 * @TV_CALL_GROUPING_NONE: all calls are one group
 * @TV_CALL_GROUPING_THREAD: by thread
 * @TV_CALL_GROUPING_CALLER: by the method that called
 * @TV_CALL_GROUPING_PATH: by all the methods that were open around the call
 *
 * What calls of one group have in common.
 */
typedef enum
{
  TV_CALL_GROUPING_NONE,
  TV_CALL_GROUPING_THREAD,
  TV_CALL_GROUPING_CALLER,
  TV_CALL_GROUPING_PATH
} TvCallGrouping;

/**
 * TvCallGroups:
 * @n: number of groups
 * @group: (array): the group of each call, in the order of #TvMethodCalls
 *
 * Calls in groups, which come in the order of their first calls.
 */
typedef struct
{
  guint n;
  guint32 *group;
} TvCallGroups;

TvCallGroups *tv_call_groups_new (const TvMethodCalls *calls, TvCallGrouping grouping,
                                  GCancellable *cancellable, GError **error);
void tv_call_groups_free (TvCallGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallGroups, tv_call_groups_free)

/**
 * TvCallSpread:
 * @n: number of calls; if it is 0, so are all other fields
 * @total: sum of the numbers; of inclusive times, only those of calls that are not
 * nested, so that the sum is the time of the methods
 * @mean: @total divided by @n
 * @mean_length: the mean of the numbers, which differs from @mean if calls are nested
 * @least: the least
 * @median: the middle one, or the mean of the two in the middle
 * @percentile_75: the least that at least 75 % of the calls don't exceed
 * @percentile_90: likewise
 * @percentile_95: likewise
 * @percentile_99: likewise
 * @percentile_999: the least that at least 99.9 % of the calls don't exceed
 * @greatest: the greatest
 * @deviation: the standard deviation, of a population and not of a sample
 *
 * The distribution of a number of calls, in nanoseconds.
 */
typedef struct
{
  gsize n;
  gint64 total;
  double mean;
  double mean_length;
  gint64 least;
  double median;
  gint64 percentile_75;
  gint64 percentile_90;
  gint64 percentile_95;
  gint64 percentile_99;
  gint64 percentile_999;
  gint64 greatest;
  double deviation;
} TvCallSpread;

/**
 * TvCallBin:
 * @n: how many calls are in it
 * @time: the sum of their numbers
 *
 * A bin of a histogram.
 */
typedef struct
{
  gsize n;
  double time;
} TvCallBin;

/**
 * TvCallSample:
 *
 * A number of each call of some methods, sorted: the calls between two positions are
 * those within bounds. With groups, the positions of each group follow those of the one
 * before. Statistics of the calls between two positions take a short, constant time.
 *
 * Immutable: several threads may read it.
 */
typedef struct _TvCallSample TvCallSample;

TvCallSample *tv_call_sample_new (const TvMethodCalls *calls, TvCallNumber number,
                                  TvClock clock);
TvCallSample *tv_call_sample_new_grouped (const TvCallSample *sample,
                                          const TvCallGroups *groups);
void tv_call_sample_free (TvCallSample *sample);

gsize tv_call_sample_get_n (const TvCallSample *sample);
void tv_call_sample_get_group (const TvCallSample *sample, guint group, gsize *first,
                               gsize *end);
gint64 tv_call_sample_get (const TvCallSample *sample, gsize place);
guint tv_call_sample_get_call (const TvCallSample *sample, gsize place);
gsize tv_call_sample_find (const TvCallSample *sample, gsize first, gsize end,
                           gint64 number);
void tv_call_sample_measure (const TvCallSample *sample, gsize first, gsize end,
                             TvCallSpread *spread);
void tv_call_sample_fill_bins (const TvCallSample *sample, gsize first, gsize end,
                               const gint64 *edges, guint n_bins, TvCallBin *bins);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallSample, tv_call_sample_free)

void tv_method_calls_measure (const TvMethodCalls *calls, TvCallNumber number,
                              TvClock clock, TvCallSpread *spread);
guint32 *tv_method_calls_sort (const TvMethodCalls *calls, TvCallNumber number,
                               TvClock clock);
guint32 *tv_method_calls_sort_by_keys (const guint64 *keys, guint n);

G_END_DECLS
