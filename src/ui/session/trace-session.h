/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-stacks.h"
#include "analysis/sums/call-lengths.h"
#include "analysis/sums/profile.h"
#include "analysis/sums/ranking.h"
#include "analysis/text/time-text.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvTraceSession:
 *
 * One open trace as the widgets share it: what is selected, which part of the time axis
 * is in view, which clock ranks and colours. Widgets read it and follow its `notify`
 * signals; none of them talks to another directly.
 *
 * Properties: `trace` (pointer, see tv_trace_session_set_names(); a change of `ranking`
 * follows), `selected-method` (uint, %TV_METHOD_NONE for none), `selected-call`
 * (uint64, the thread in the upper half, see tv_trace_session_get_selected_call()),
 * `view-start` and `view-end` (int64 nanoseconds on the timeline's axis, notified
 * together as `view-start`), `primary-clock` (int, #TvClock), `ranking` (that of
 * the selected range, a change of which may mean new sums, too) and `whole-ranking`
 * (that of the whole trace, which changes with the clock), `range-start` and
 * `range-end` (int64, the selected range of time, notified together as `range-start`,
 * see tv_trace_session_get_range()), `time-unit` (int, #TvTimeUnit),
 * `marks` (uint, how many are set, notified also
 * when one moves, see tv_trace_session_get_mark()).
 */
#define TV_TYPE_TRACE_SESSION (tv_trace_session_get_type ())

G_DECLARE_FINAL_TYPE (TvTraceSession, tv_trace_session, TV, TRACE_SESSION, GObject)

TvTraceSession *tv_trace_session_new (TvTrace *trace, TvProfile *profile);
TvTraceSession *tv_trace_session_new_with (TvCallStacks *stacks, TvProfile *profile,
                                           TvRanking *ranking);

TvTrace *tv_trace_session_get_trace (TvTraceSession *self);
void tv_trace_session_set_names (TvTraceSession *self, TvTrace *renamed);
TvCallStacks *tv_trace_session_get_stacks (TvTraceSession *self);
TvProfile *tv_trace_session_get_profile (TvTraceSession *self);
const TvRanking *tv_trace_session_get_ranking (TvTraceSession *self);
TvProfile *tv_trace_session_get_whole_profile (TvTraceSession *self);
const TvRanking *tv_trace_session_get_whole_ranking (TvTraceSession *self);

TvClock tv_trace_session_get_primary_clock (TvTraceSession *self);
void tv_trace_session_set_primary_clock (TvTraceSession *self, TvClock clock);

TvCallLengths *tv_trace_session_get_lengths (TvTraceSession *self);
void tv_trace_session_adopt_lengths (TvTraceSession *self, TvCallLengths *lengths);
void tv_trace_session_set_needs_lengths (TvTraceSession *self, gboolean needed);

TvTimeUnit tv_trace_session_get_time_unit (TvTraceSession *self);
void tv_trace_session_set_time_unit (TvTraceSession *self, TvTimeUnit unit);

guint32 tv_trace_session_get_selected_method (TvTraceSession *self);
TvCallRef tv_trace_session_get_selected_call (TvTraceSession *self);
void tv_trace_session_select_method (TvTraceSession *self, guint32 method);
void tv_trace_session_select_call (TvTraceSession *self, TvCallRef call);
void tv_trace_session_clear_selection (TvTraceSession *self);

void tv_trace_session_get_full_range (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_get_view (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_set_view (TvTraceSession *self, gint64 start, gint64 end);

G_END_DECLS
