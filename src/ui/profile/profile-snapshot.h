/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvProfileSnapshot:
 * @trace: the trace with the names that its methods have
 * @profile: the sums of the part of the trace that is shown
 * @ranked: the methods of @profile by rank
 * @lengths: (nullable): how long the calls of @profile are, if that is known
 * @clock: what ranks are by
 * @unit: what times are given in
 *
 * What the cells of the profile show, of one moment of a session. It never changes, and
 * any thread may read it.
 */
typedef struct
{
  TvTrace *trace;
  TvProfile *profile;
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
guint32 tv_profile_snapshot_get_rank (const TvProfileSnapshot *self, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfileSnapshot, tv_profile_snapshot_unref)

G_END_DECLS
