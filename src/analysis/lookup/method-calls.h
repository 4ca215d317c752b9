/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvMethodCalls:
 * @trace: their trace
 * @n: number of calls
 * @n_nested: number of calls that are within another
 *
 * Each call of some methods, in a trace or a part of it, by thread and in order of
 * entry. #TvProfileRange says how calls and waits are clipped and counted.
 *
 * Immutable: several threads may read it.
 */
typedef struct
{
  TvTrace *trace;
  guint n;
  guint n_nested;
  /*< private >*/
  TvThreadRange *ranges;
  guint n_ranges;
  GArray *entries;
} TvMethodCalls;

/**
 * TvMethodCall:
 * @ref: the call
 * @method: index of its method
 * @caller: index of the method that called it, %TV_METHOD_NONE if none did
 * @is_nested: whether it is within another call of the methods
 * @start: when it was entered, in the range or before, by #TvClock, in the trace that
 * no transform has changed
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
 * @TV_CALL_NUMBER_RUNNING: inclusive time without the waits of the call and its callees
 * @TV_CALL_NUMBER_THREAD: index of its thread
 * @TV_CALL_NUMBER_AXIS_START: when the call was entered, on the axis of the trace
 *
 * A number of a call.
 */
typedef enum
{
  TV_CALL_NUMBER_START,
  TV_CALL_NUMBER_INCLUSIVE,
  TV_CALL_NUMBER_EXCLUSIVE,
  TV_CALL_NUMBER_WAITING,
  TV_CALL_NUMBER_RUNNING,
  TV_CALL_NUMBER_THREAD,
  TV_CALL_NUMBER_AXIS_START
} TvCallNumber;

TvMethodCalls *tv_method_calls_new (TvTrace *trace, const TvProfileRange *range,
                                    const TvMethodSet *methods,
                                    GCancellable *cancellable, GError **error);
void tv_method_calls_free (TvMethodCalls *calls);

gboolean tv_method_calls_is_nested (const TvMethodCalls *calls, guint index);
void tv_method_calls_get (const TvMethodCalls *calls, guint index, TvMethodCall *call);
gboolean tv_method_calls_find (const TvMethodCalls *calls, TvCallRef call,
                               guint *index);
gint64 tv_method_calls_get_number (const TvMethodCalls *calls, guint index,
                                   TvCallNumber number, TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodCalls, tv_method_calls_free)

G_END_DECLS
