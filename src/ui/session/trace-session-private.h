/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/range-trail.h"
#include "ui/session/session-marks.h"
#include "ui/session/session-range.h"
#include "ui/session/session-scope.h"
#include "ui/session/session-sums.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

struct _TvTraceSession
{
  GObject parent_instance;

  TvTrace *trace;
  TvCallStacks *stacks;
  TvSessionSums *sums;
  TvClock primary_clock; /* that was told last */
  TvTimeUnit time_unit;

  guint32 selected_method;
  TvCallRef selected_call;

  TvViewRange widest;
  TvViewRange view;

  TvRangeTrail *trail;
  TvViewRange counted; /* range of which the calls were counted last; empty for none */
  guint64 n_counted;
  gboolean has_mark[TV_N_MARKS];
  gint64 marks[TV_N_MARKS];
};

/* trace-session.c */
void tv_trace_session_notify_range (TvTraceSession *self);
void tv_trace_session_notify_marks (TvTraceSession *self);
void tv_trace_session_notify_time_unit (TvTraceSession *self);
void tv_trace_session_notify_scope (TvTraceSession *self);

/* session-scope.c */
void tv_trace_session_restrict_to_range (TvTraceSession *self, gboolean restricts,
                                         gboolean passing);

G_END_DECLS
