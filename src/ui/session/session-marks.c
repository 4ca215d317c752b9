/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-marks.h"

#include "ui/session/trace-session-private.h"

/**
 * tv_trace_session_get_mark:
 * @self: a session
 * @mark: which
 * @time: (out): nanoseconds on the timeline's axis
 *
 * Returns: %FALSE if it is not set
 */
gboolean
tv_trace_session_get_mark (TvTraceSession *self, TvMark mark, gint64 *time)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);
  g_return_val_if_fail ((guint) mark < TV_N_MARKS && time != NULL, FALSE);

  *time = self->marks[mark];
  return self->has_mark[mark];
}

/**
 * tv_trace_session_set_mark:
 * @self: a session
 * @mark: which
 * @time: nanoseconds on the timeline's axis, moved into the trace if it is outside
 *
 * Puts a mark somewhere.
 */
void
tv_trace_session_set_mark (TvTraceSession *self, TvMark mark, gint64 time)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail ((guint) mark < TV_N_MARKS);

  tv_trace_get_axis_range (self->trace, &start, &end);
  time = CLAMP (time, start, end);
  if (self->has_mark[mark] && self->marks[mark] == time)
    return;
  self->has_mark[mark] = TRUE;
  self->marks[mark] = time;
  tv_trace_session_notify_marks (self);
}

/**
 * tv_trace_session_set_next_mark:
 * @self: a session
 * @time: nanoseconds on the timeline's axis
 *
 * Sets A, then B, then begins again: once both are there, A moves and B goes.
 */
void
tv_trace_session_set_next_mark (TvTraceSession *self, gint64 time)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (!self->has_mark[TV_MARK_A])
    {
      tv_trace_session_set_mark (self, TV_MARK_A, time);
    }
  else if (!self->has_mark[TV_MARK_B])
    {
      tv_trace_session_set_mark (self, TV_MARK_B, time);
    }
  else
    {
      g_object_freeze_notify (G_OBJECT (self));
      tv_trace_session_clear_marks (self);
      tv_trace_session_set_mark (self, TV_MARK_A, time);
      g_object_thaw_notify (G_OBJECT (self));
    }
}

/**
 * tv_trace_session_clear_marks:
 * @self: a session
 *
 * Takes both marks away.
 */
void
tv_trace_session_clear_marks (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  if (!self->has_mark[TV_MARK_A] && !self->has_mark[TV_MARK_B])
    return;
  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    self->has_mark[mark] = FALSE;
  tv_trace_session_notify_marks (self);
}
