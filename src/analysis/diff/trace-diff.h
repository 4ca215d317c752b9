/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/comparison.h"
#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

/**
 * TvDiffTotals:
 * @calls: number of calls, recursive ones included
 * @inclusive: nanoseconds by #TvClock of the new trace; recursion counts once
 * @exclusive: the same without callees
 * @waiting: wall nanoseconds of @exclusive off the CPU
 *
 * The totals of a method in one of the traces. If shares are compared, times are
 * shares, see %TV_SHARE_WHOLE.
 */
typedef struct
{
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} TvDiffTotals;

/**
 * TvDiffRow:
 * @name: class, name and signature for people
 * @class_name: class as the file writes it, or `(unknown)`
 * @method_name: name of the method, of the one that a proxy stands for, or `0x…`
 * @signature: JVM descriptor, may be empty
 * @of: its totals, by #TvDiffSide; without calls in a trace that lacks it
 *
 * A method that was called in at least one of the traces.
 */
typedef struct
{
  char *name;
  const char *class_name;
  const char *method_name;
  const char *signature;
  TvDiffTotals of[TV_N_DIFF_SIDES];
} TvDiffRow;

/**
 * TvTraceDiff:
 * @rows: (element-type TvDiffRow): the methods
 * @has_clock: by #TvClock of the new trace, whether the old one has a clock for it
 * @has_calls: whether both traces tell calls, as samples do not
 * @has_waits: whether both traces have waits
 * @by: how they are compared. The whole of a trace is the time of all its methods
 *   together, including those that were filtered out
 *
 * The methods of two traces side by side. Methods are the same if class, name and
 * signature are, however the class is written. Samples have no signatures, so beside a
 * method trace they don't count, and overloaded methods share a row. Ids don't count,
 * because they differ from run to run, nor do source files, which move. Ids that no
 * table names mean nothing in another trace: all of them share a row, and so do proxies
 * of the same method of an interface. An exact comparison tells all of these apart.
 *
 * Immutable: any thread may read it.
 */
typedef struct
{
  GArray *rows;
  gboolean has_clock[TV_N_CLOCKS];
  gboolean has_calls;
  gboolean has_waits;
  TvComparison by;
  /*< private >*/
  TvProfile *profiles[TV_N_DIFF_SIDES];
} TvTraceDiff;

/**
 * TvDiffOrder:
 * @TV_DIFF_BY_EXCLUSIVE: by the change of the exclusive time
 * @TV_DIFF_BY_INCLUSIVE: by the change of the inclusive time
 * @TV_DIFF_BY_WAITING: by the change of the waiting time
 * @TV_DIFF_BY_CALLS: by the change of the number of calls
 * @TV_DIFF_BY_NAME: by class, name and signature
 *
 * The order of rows. The greatest changes come first, up or down; equal ones are
 * ordered by name.
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
 * @percent: a percentage; less than 0 if the amount is a time
 * @nanoseconds: the time otherwise
 *
 * The amount of a change.
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
 * @min: (nullable): rows are left out if neither their inclusive nor their exclusive
 *   time changed by so much; a percentage is of the time of the whole old trace, and of
 *   shares it is in percentage points
 * @unchanged: whether unchanged methods are listed
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
 * @row: (nullable): the method, %NULL for all methods together
 * @is_exclusive: whether the exclusive time has increased
 * @from: nanoseconds in the old trace, or the share
 * @to: the same in the new one
 *
 * A time or a share that has increased.
 */
typedef struct
{
  const TvDiffRow *row;
  gboolean is_exclusive;
  gint64 from;
  gint64 to;
} TvDiffIncrease;

TvTraceDiff *tv_trace_diff_new (TvProfile *old_profile, TvProfile *new_profile,
                                const TvMethodFilter *filter, gboolean exact,
                                gboolean by_share);
void tv_trace_diff_free (TvTraceDiff *diff);
TvTrace *tv_trace_diff_get_trace (const TvTraceDiff *diff, TvDiffSide side);
double tv_trace_diff_get_n_samples (const TvTraceDiff *diff, TvDiffSide side);
double tv_trace_diff_get_share_error (const TvTraceDiff *diff, gint64 old, gint64 now);

gboolean tv_diff_order_parse (const char *name, TvDiffOrder *order);
gboolean tv_trace_diff_is_unchanged (const TvTraceDiff *diff, const TvDiffRow *row);
guint32 *tv_trace_diff_list (const TvTraceDiff *diff, const TvDiffChoice *choice,
                             guint *n);
gboolean tv_trace_diff_find_increase (const TvTraceDiff *diff,
                                      const TvDiffChoice *choice,
                                      const TvDiffAmount *limit, gboolean with_total,
                                      TvDiffIncrease *greatest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceDiff, tv_trace_diff_free)

G_END_DECLS
