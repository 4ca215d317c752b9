/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-snapshot.h"

static TvMethodSequence *
get_ranked (TvTraceSession *session)
{
  return tv_ranking_get_sequence (tv_trace_session_get_ranking (session));
}

TvProfileSnapshot *
tv_profile_snapshot_new (TvTraceSession *session)
{
  TvCallLengths *lengths = tv_trace_session_get_lengths (session);
  TvProfileSnapshot *self = g_atomic_rc_box_new0 (TvProfileSnapshot);

  self->trace = tv_trace_ref (tv_trace_session_get_trace (session));
  self->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  self->ranked = tv_method_sequence_ref (get_ranked (session));
  self->lengths = lengths != NULL ? tv_call_lengths_ref (lengths) : NULL;
  self->clock = tv_trace_session_get_primary_clock (session);
  self->unit = tv_trace_session_get_time_unit (session);
  return self;
}

TvProfileSnapshot *
tv_profile_snapshot_ref (TvProfileSnapshot *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TvProfileSnapshot *self = data;

  g_clear_pointer (&self->lengths, tv_call_lengths_unref);
  tv_method_sequence_unref (self->ranked);
  tv_profile_unref (self->profile);
  tv_trace_unref (self->trace);
}

void
tv_profile_snapshot_unref (TvProfileSnapshot *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Returns whether the session still shows the same. */
gboolean
tv_profile_snapshot_is_current (const TvProfileSnapshot *self, TvTraceSession *session)
{
  return self->trace == tv_trace_session_get_trace (session)
         && self->profile == tv_trace_session_get_profile (session)
         && self->ranked == get_ranked (session)
         && self->lengths == tv_trace_session_get_lengths (session)
         && self->clock == tv_trace_session_get_primary_clock (session)
         && self->unit == tv_trace_session_get_time_unit (session);
}

/* Returns the rank of a method from 0; %TV_METHOD_NONE if it was never called. */
guint32
tv_profile_snapshot_get_rank (const TvProfileSnapshot *self, guint32 method)
{
  return tv_method_sequence_find (self->ranked, method);
}
