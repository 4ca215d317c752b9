/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/session-range.h"

#include "analysis/sums/thread-moment.h"
#include "ui/session/trace-session-private.h"

/* The part of it in the trace, and at least one unit of its clock. */
static TvViewRange
cut_to_trace (TvTraceSession *self, gint64 start, gint64 end)
{
  const gint64 unit = tv_trace_get_time_unit (self->trace);
  TvViewRange range;
  gint64 first;
  gint64 last;

  tv_trace_get_axis_range (self->trace, &first, &last);
  range.start = CLAMP (start, first, MAX (last - unit, first));
  range.end = CLAMP (end, MIN (range.start + unit, last), last);
  return range;
}

static void
select_range (TvTraceSession *self, gint64 start, gint64 end, gboolean passing)
{
  const TvViewRange range = cut_to_trace (self, start, end);
  TvViewRange old;

  if (range.start == range.end)
    return;
  if (!tv_range_trail_get (self->trail, &old) || old.start != range.start
      || old.end != range.end)
    {
      tv_range_trail_select (self->trail, range);
      tv_trace_session_notify_range (self);
    }
  tv_trace_session_restrict_to_range (self, TRUE, passing);
}

/**
 * tv_trace_session_get_range:
 * @self: a session
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * The range that is selected.
 *
 * Returns: %FALSE if none is
 */
gboolean
tv_trace_session_get_range (TvTraceSession *self, gint64 *start, gint64 *end)
{
  TvViewRange range;
  gboolean selects;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);
  g_return_val_if_fail (start != NULL && end != NULL, FALSE);

  selects = tv_range_trail_get (self->trail, &range);
  *start = range.start;
  *end = range.end;
  return selects;
}

/**
 * tv_trace_session_set_range:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Selects a range, cut to the trace and at least one unit of its clock long, and has
 * the scope be restricted to it. The profile and the ranking of it are worked out in a
 * worker, and `ranking` is notified when they are there. A trace without any length has
 * no ranges.
 */
void
tv_trace_session_set_range (TvTraceSession *self, gint64 start, gint64 end)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  select_range (self, start, end, FALSE);
}

/**
 * tv_trace_session_drag_range:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Like tv_trace_session_set_range() with a range that is about to change again. Sums
 * that are being worked out of the range before are still shown when they are there, so
 * that they follow the pointer even where they take a while.
 */
void
tv_trace_session_drag_range (TvTraceSession *self, gint64 start, gint64 end)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start <= end);

  select_range (self, start, end, TRUE);
}

/**
 * tv_trace_session_clear_range:
 * @self: a session
 *
 * Selects no range any more: profile and ranking are of the whole trace again, at once.
 */
void
tv_trace_session_clear_range (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_trace_session_go_back_to_range (self, 0);
}

/**
 * tv_trace_session_enter_range:
 * @self: a session
 *
 * Has the selected range stay when another is selected inside it, to go back to.
 */
void
tv_trace_session_enter_range (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_range_trail_enter (self->trail);
  tv_trace_session_notify_range (self);
}

/**
 * tv_trace_session_get_range_depth:
 * @self: a session
 *
 * Returns: how many ranges are selected, one in the other; 0 if none is
 */
guint
tv_trace_session_get_range_depth (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), 0);

  return tv_range_trail_get_depth (self->trail);
}

/**
 * tv_trace_session_get_range_step:
 * @self: a session
 * @depth: 0 for the whole trace, up to tv_trace_session_get_range_depth()
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * The ranges that the selected one was narrowed down from, and itself.
 */
void
tv_trace_session_get_range_step (TvTraceSession *self, guint depth, gint64 *start,
                                 gint64 *end)
{
  TvViewRange range;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start != NULL && end != NULL);
  g_return_if_fail (depth <= tv_range_trail_get_depth (self->trail));

  if (depth == 0)
    {
      tv_trace_get_axis_range (self->trace, start, end);
      return;
    }
  range = tv_range_trail_get_step (self->trail, depth);
  *start = range.start;
  *end = range.end;
}

/**
 * tv_trace_session_go_back_to_range:
 * @self: a session
 * @depth: 0 for the whole trace, up to tv_trace_session_get_range_depth()
 *
 * Selects a range that the selected one was narrowed down from.
 */
void
tv_trace_session_go_back_to_range (TvTraceSession *self, guint depth)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (depth <= tv_range_trail_get_depth (self->trail));

  if (tv_range_trail_get_depth (self->trail) == 0)
    return;
  tv_range_trail_go_back (self->trail, depth);
  tv_trace_session_notify_range (self);
  tv_trace_session_restrict_to_range (self, TRUE, FALSE);
}

/**
 * tv_trace_session_count_calls_in_range:
 * @self: a session
 *
 * Takes two bisections for each thread, once for a range.
 *
 * Returns: how many calls are entered in the selected range, in the whole trace if none
 *   is selected
 */
guint64
tv_trace_session_count_calls_in_range (TvTraceSession *self)
{
  TvViewRange range;
  guint64 n = 0;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), 0);

  if (!tv_range_trail_get (self->trail, &range))
    return tv_trace_get_n_calls (self->trace);
  if (range.start == self->counted.start && range.end == self->counted.end)
    return self->n_counted;
  for (guint i = 0; i < tv_trace_get_n_threads (self->trace); i++)
    n += tv_thread_moment_find_next (self->trace, i, range.end)
         - tv_thread_moment_find_next (self->trace, i, range.start);
  self->counted = range;
  self->n_counted = n;
  return n;
}

/**
 * tv_trace_session_is_summing:
 * @self: a session
 *
 * Returns: whether the profile and the ranking are still those of another range, or by
 *   another clock, than was asked for last
 */
gboolean
tv_trace_session_is_summing (TvTraceSession *self)
{
  const TvSumsQuestion *asked;
  const TvSumsQuestion *answered;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);

  asked = tv_session_sums_get_asked (self->sums);
  answered = tv_session_sums_get_answered (self->sums);
  return !tv_sums_question_equal (asked, answered);
}
