/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/trace-diff.h"

G_BEGIN_DECLS

/**
 * TvDiffOrder:
 * @TV_DIFF_BY_EXCLUSIVE: by the change of the exclusive time
 * @TV_DIFF_BY_INCLUSIVE: by the change of the inclusive time
 * @TV_DIFF_BY_WAITING: by the change of the waiting time
 * @TV_DIFF_BY_CALLS: by the change of the number of calls
 * @TV_DIFF_BY_NAME: by class, name and signature
 *
 * The order of rows. Changes have the greatest first, be they up or down, and then the
 * name.
 */
typedef enum
{
  TV_DIFF_BY_EXCLUSIVE,
  TV_DIFF_BY_INCLUSIVE,
  TV_DIFF_BY_WAITING,
  TV_DIFF_BY_CALLS,
  TV_DIFF_BY_NAME
} TvDiffOrder;

/**
 * TvDiffAmount:
 * @percent: a percentage, less than 0 if it is a time
 * @nanoseconds: else the time
 *
 * How much something changed.
 */
typedef struct
{
  double percent;
  gint64 nanoseconds;
} TvDiffAmount;

/**
 * TvDiffChoice:
 * @clock: the clock whose times count
 * @order: the order
 * @min: (nullable): a row is left out if neither its inclusive nor its exclusive time
 *   changed by so much; a percentage is one of what the whole old trace took
 * @unchanged: whether methods are listed of which nothing has changed
 *
 * Which rows of a comparison are listed, and how.
 */
typedef struct
{
  TvClock clock;
  TvDiffOrder order;
  const TvDiffAmount *min;
  gboolean unchanged;
} TvDiffChoice;

/**
 * TvDiffIncrease:
 * @row: (nullable): the method, %NULL for all of them together
 * @is_exclusive: whether it is the exclusive time that has increased
 * @from: nanoseconds in the old trace
 * @to: nanoseconds in the new one
 *
 * A time that has increased.
 */
typedef struct
{
  const TvDiffRow *row;
  gboolean is_exclusive;
  gint64 from;
  gint64 to;
} TvDiffIncrease;

gboolean tv_diff_order_parse (const char *name, TvDiffOrder *order);
gboolean tv_trace_diff_is_unchanged (const TvTraceDiff *diff, const TvDiffRow *row);
guint32 *tv_trace_diff_list (const TvTraceDiff *diff, const TvDiffChoice *choice,
                             guint *n);
gboolean tv_trace_diff_find_increase (const TvTraceDiff *diff,
                                      const TvDiffChoice *choice,
                                      const TvDiffAmount *limit, gboolean with_total,
                                      TvDiffIncrease *greatest);

G_END_DECLS
