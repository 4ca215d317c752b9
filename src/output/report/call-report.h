/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/relatives.h"
#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallReportRelative:
 * @row: row of the caller or callee
 * @calls: number of calls from the caller to the callee
 * @inclusive: nanoseconds of the callee in these calls
 *
 * A caller or callee of a method.
 */
typedef struct
{
  guint32 row;
  guint64 calls;
  gint64 inclusive;
} TvCallReportRelative;

/**
 * TvCallReportRow:
 * @method: index of a method; %TV_METHOD_NONE for `(toplevel)`, which calls the root
 *   calls and has the time outside all calls
 * @is_chosen: whether it matches the filter
 * @is_listed: whether it has an entry of its own and is not only a relative of others
 * @calls: number of calls that are not recursive
 * @recursive_calls: number of recursive calls
 * @inclusive: nanoseconds of the calls that are not recursive
 * @exclusive: nanoseconds without callees, over all calls
 *
 * A method in a report.
 */
typedef struct
{
  guint32 method;
  gboolean is_chosen;
  gboolean is_listed;
  guint64 calls;
  guint64 recursive_calls;
  gint64 inclusive;
  gint64 exclusive;
  /*< private >*/
  guint32 name_place; /* place in the order of names */
} TvCallReportRow;

/**
 * TvCallReportGroup:
 * @name: name of the class or of the methods
 * @exclusive: nanoseconds without callees, summed over the members
 * @calls: calls that are not recursive, summed over the members
 * @recursive_calls: recursive calls, summed over the members
 * @is_listed: whether it has an entry
 * @members: (array length=n_members): their rows, the longest exclusive time first
 * @n_members: number of members
 * @n_listed: how many of them are listed, from the first
 *
 * Methods of the same class or of the same name.
 */
typedef struct
{
  const char *name;
  gint64 exclusive;
  guint64 calls;
  guint64 recursive_calls;
  gboolean is_listed;
  const guint32 *members;
  guint n_members;
  guint n_listed;
} TvCallReportGroup;

/**
 * TvCallReportGrouping:
 * @TV_CALL_REPORT_CLASSES: by class
 * @TV_CALL_REPORT_NAMES: by name, across classes
 *
 * How methods are grouped.
 */
typedef enum
{
  TV_CALL_REPORT_CLASSES,
  TV_CALL_REPORT_NAMES
} TvCallReportGrouping;

#define TV_N_CALL_REPORT_GROUPINGS 2

/**
 * TvCallReportSpec:
 * @clock: the clock of its times
 * @filter: (nullable): the methods that are listed
 * @through: (nullable): methods of which one must be on the stack of a call, as in
 *   #TvCallTreeLimits
 * @all_methods: whether methods without calls are listed as well
 * @only_callees: whether callers and groups are left out
 * @least_share: the least percentage of a method's time with which a caller or a callee
 *   is listed, and of a group's time with which a member is; 0 to list all
 * @most_bytes: about how large the report may be; beyond it, methods and groups with
 *   less time are not listed; 0 to list all
 * @top: how many methods are listed by inclusive and by exclusive time, and how many
 *   groups; 0 to list all
 *
 * What a report shows.
 */
typedef struct
{
  TvClock clock;
  const TvMethodFilter *filter;
  const TvMethodSet *through;
  gboolean all_methods;
  gboolean only_callees;
  double least_share;
  gsize most_bytes;
  guint top;
} TvCallReportSpec;

/**
 * TvCallReport:
 * @trace: the trace
 * @clock: the clock of its times
 * @least_share: see #TvCallReportSpec
 * @total: nanoseconds between the first and the last event of each thread, summed over
 *   the threads; the exclusive times add up to it
 * @rows: (array length=n_rows): the methods, the longest inclusive time first
 * @n_rows: their number
 * @by_exclusive: (array length=n_rows): rows, the longest exclusive time first
 * @groups: by #TvCallReportGrouping, the chosen methods in groups, the longest
 *   exclusive time first; `(toplevel)` is in no group
 * @n_groups: by #TvCallReportGrouping, their number
 *
 * The report of dmtracedump on one clock: methods by time with their callers and
 * callees, and sums by class and by method name. Immutable.
 */
typedef struct
{
  TvTrace *trace;
  TvClock clock;
  double least_share;
  gint64 total;
  TvCallReportRow *rows;
  guint n_rows;
  guint32 *by_exclusive;
  TvCallReportGroup *groups[TV_N_CALL_REPORT_GROUPINGS];
  guint n_groups[TV_N_CALL_REPORT_GROUPINGS];
  /*< private >*/
  guint32 *members[TV_N_CALL_REPORT_GROUPINGS];
  guint32 *row_of; /* by method, at the end (toplevel); G_MAXUINT32 for none */
  TvCallReportRelative *relatives[TV_N_RELATIONS]; /* by row, the longest time first */
  guint32 *first_relative[TV_N_RELATIONS]; /* by row; one more than there are rows */
} TvCallReport;

TvCallReport *tv_call_report_new (TvTrace *trace, const TvProfileRange *range,
                                  const TvCallReportSpec *spec,
                                  GCancellable *cancellable, GError **error);
void tv_call_report_free (TvCallReport *report);

gint64 tv_call_report_get_self (const TvCallReport *report, guint row);
const TvCallReportRelative *tv_call_report_get_relatives (const TvCallReport *report,
                                                          guint row,
                                                          TvRelation relation,
                                                          guint *n_relatives);
guint tv_call_report_count_listed_relatives (const TvCallReport *report, guint row,
                                             TvRelation relation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallReport, tv_call_report_free)

G_END_DECLS
