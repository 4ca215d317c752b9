/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvMethodCalls:
 *
 * Each call of some methods, in a trace or a part of it, by thread and in order of
 * entry. Calls and waits are clipped and counted as #TvProfileRange says.
 *
 * Immutable: several threads may read it.
 */
typedef struct _TvMethodCalls TvMethodCalls;

/**
 * TvMethodCall:
 * @ref: the call
 * @method: index of its method
 * @caller: index of the method that called it, %TV_METHOD_NONE if none did
 * @is_nested: whether it is within another call of the methods
 * @start: when it was entered, in the range or before, by #TvClock
 * @inclusive: nanoseconds by #TvClock
 * @exclusive: the same without the time of callees
 * @waiting: wall nanoseconds of @exclusive that were spent off the CPU
 *
 * A call of a method, as far as it lies in the range.
 */
typedef struct
{
  TvCallRef ref;
  guint32 method;
  guint32 caller;
  gboolean is_nested;
  gint64 start[TV_N_CLOCKS];
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} TvMethodCall;

/**
 * TvCallNumber:
 * @TV_CALL_NUMBER_START: when the call was entered
 * @TV_CALL_NUMBER_INCLUSIVE: inclusive time
 * @TV_CALL_NUMBER_EXCLUSIVE: exclusive time
 * @TV_CALL_NUMBER_WAITING: the time spent off the CPU
 *
 * A number of a call.
 */
typedef enum
{
  TV_CALL_NUMBER_START,
  TV_CALL_NUMBER_INCLUSIVE,
  TV_CALL_NUMBER_EXCLUSIVE,
  TV_CALL_NUMBER_WAITING
} TvCallNumber;

/**
 * TvCallSpread:
 * @n: number of calls; without any, all others are 0
 * @total: their sum; inclusive times of calls that are not within another, so that it
 *   is what the methods took
 * @mean: their mean
 * @least: the least
 * @median: the middle one, or the mean of the two in the middle
 * @percentile_95: the least that at least 95 % of the calls don't exceed
 * @greatest: the greatest
 *
 * How a number, in nanoseconds, is spread over calls.
 */
typedef struct
{
  gsize n;
  gint64 total;
  double mean;
  gint64 least;
  double median;
  gint64 percentile_95;
  gint64 greatest;
} TvCallSpread;

TvMethodCalls *tv_method_calls_new (TvTrace *trace, const TvProfileRange *range,
                                    const TvMethodSet *methods,
                                    GCancellable *cancellable, GError **error);
void tv_method_calls_free (TvMethodCalls *calls);

TvTrace *tv_method_calls_get_trace (const TvMethodCalls *calls);
guint tv_method_calls_get_n (const TvMethodCalls *calls);
guint tv_method_calls_get_n_nested (const TvMethodCalls *calls);
void tv_method_calls_get (const TvMethodCalls *calls, guint index, TvMethodCall *call);
guint32 *tv_method_calls_sort (const TvMethodCalls *calls, TvCallNumber number,
                               TvClock clock);
void tv_method_calls_measure (const TvMethodCalls *calls, TvCallNumber number,
                              TvClock clock, TvCallSpread *spread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodCalls, tv_method_calls_free)

G_END_DECLS
