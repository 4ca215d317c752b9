/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-column.h"
#include "ui/session/trace-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileSnapshot:
 * @trace: the trace with the current names of its methods
 * @profile: the sums of the scope
 * @base: (nullable): the sums of the base
 * @by: how they are compared with the base, if there is one
 * @ranked: the methods of @profile by rank
 * @lengths: (nullable): the lengths of the calls of @profile, if they are known
 * @clock: the clock of the ranking
 * @unit: the unit of times
 *
 * The data behind the cells of the profile at one moment of a session. It is immutable,
 * and any thread may read it.
 */
typedef struct
{
  TvTrace *trace;
  TvProfile *profile;
  TvProfile *base;
  TvComparison by;
  TvMethodSequence *ranked;
  TvCallLengths *lengths;
  TvClock clock;
  TvTimeUnit unit;
} TvProfileSnapshot;

TvProfileSnapshot *tv_profile_snapshot_new (TvTraceSession *session);
TvProfileSnapshot *tv_profile_snapshot_ref (TvProfileSnapshot *self);
void tv_profile_snapshot_unref (TvProfileSnapshot *self);
gboolean tv_profile_snapshot_is_current (const TvProfileSnapshot *self,
                                         TvTraceSession *session);
TvProfileNumbers tv_profile_snapshot_get_numbers (const TvProfileSnapshot *self,
                                                  guint32 method);
guint32 tv_profile_snapshot_get_rank (const TvProfileSnapshot *self, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfileSnapshot, tv_profile_snapshot_unref)

/**
 * TvProfileValueKind:
 * @TV_PROFILE_VALUE_NONE: no value
 * @TV_PROFILE_VALUE_TIME: a time
 * @TV_PROFILE_VALUE_SHARE: a time as a share of another
 * @TV_PROFILE_VALUE_COUNT: a number of things
 * @TV_PROFILE_VALUE_CALLS: calls that are not recursive, and recursive ones
 * @TV_PROFILE_VALUE_CALLS_OF: a number of calls out of all
 * @TV_PROFILE_VALUE_TIME_CHANGE: the change of a time
 * @TV_PROFILE_VALUE_SHARE_CHANGE: the change of a time as a share of another
 * @TV_PROFILE_VALUE_POINTS_CHANGE: the change of a share, in percentage points
 * @TV_PROFILE_VALUE_CALLS_CHANGE: the change of a number of calls
 * @TV_PROFILE_VALUE_NEW: the base has no calls
 * @TV_PROFILE_VALUE_GONE: only the base has calls
 *
 * The kind of a cell.
 */
typedef enum
{
  TV_PROFILE_VALUE_NONE,
  TV_PROFILE_VALUE_TIME,
  TV_PROFILE_VALUE_SHARE,
  TV_PROFILE_VALUE_COUNT,
  TV_PROFILE_VALUE_CALLS,
  TV_PROFILE_VALUE_CALLS_OF,
  TV_PROFILE_VALUE_TIME_CHANGE,
  TV_PROFILE_VALUE_SHARE_CHANGE,
  TV_PROFILE_VALUE_POINTS_CHANGE,
  TV_PROFILE_VALUE_CALLS_CHANGE,
  TV_PROFILE_VALUE_NEW,
  TV_PROFILE_VALUE_GONE
} TvProfileValueKind;

/**
 * TvProfileValue:
 * @kind: its kind
 * @time: the nanoseconds of a time or a share; the difference of a change, also of
 * calls
 * @whole: the nanoseconds that are 100 % of a share
 * @calls: calls without recursive ones, some calls, or a number of things
 * @others: recursive calls, or all calls
 *
 * The numbers of a cell.
 */
typedef struct
{
  TvProfileValueKind kind;
  double time;
  gint64 whole;
  guint64 calls;
  guint64 others;
} TvProfileValue;

TvProfileValue tv_profile_value_new (const TvProfileNumbers *numbers,
                                     const TvProfile *profile, TvProfileColumn column);
char *tv_profile_value_dup_text (const TvProfileValue *value, TvTimeUnit unit);
double tv_profile_value_get_share (const TvProfileValue *value);

char *tv_profile_column_dup_compared_title (TvProfileColumn column,
                                            const TvTrace *trace, const TvTrace *base,
                                            gboolean by_share, TvTimeUnit unit);
char *tv_profile_column_dup_own_title (TvProfileColumn column, TvTraceSession *session);
char *tv_profile_column_dup_own_description (TvProfileColumn column,
                                             TvTraceSession *session);
char *tv_profile_column_dup_widest_text (TvProfileColumn column,
                                         TvTraceSession *session);
char *tv_profile_dup_method_tooltip (const TvMethod *method);
void tv_profile_get_method_color (TvTraceSession *session, guint32 method,
                                  gboolean dark, GdkRGBA *color);
void tv_profile_style_method (const TvProfileSnapshot *snapshot,
                              TvTraceSession *session, guint32 method, GtkWidget *row);
void tv_profile_set_css_class (GtkWidget *row, const char *css_class, gboolean set);

G_END_DECLS
