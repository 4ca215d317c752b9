/* SPDX-License-Identifier: Apache-2.0 */

/* The selected range of time and the ranges around it, from the whole trace at depth 0
 * inwards. Selecting a range replaces the selected one, unless that was entered: then a
 * range inside it is one step deeper. */

#include "analysis/sums/thread-range.h"
#include "ui/session/trace-session-private.h"

static TvAxisRange
get_entered (TvTraceSession *self, guint index)
{
  return g_array_index (self->entered, TvAxisRange, index);
}

static gboolean
is_same (TvAxisRange a, TvAxisRange b)
{
  return a.start == b.start && a.end == b.end;
}

/* Counts the entered ranges around the selected one. Other entered ranges are kept
 * while the selection is dragged, since it may come back. */
static guint
count_around (TvTraceSession *self)
{
  guint n = 0;

  while (n < self->entered->len && get_entered (self, n).start <= self->range.start
         && self->range.end <= get_entered (self, n).end)
    n++;
  /* The last range may be the selected one itself, just entered. */
  if (n > 0 && is_same (get_entered (self, n - 1), self->range))
    n--;
  return n;
}

static void
notify_range (TvTraceSession *self)
{
  tv_trace_session_notify (self, TV_SESSION_PROP_RANGE_START);
  tv_trace_session_notify (self, TV_SESSION_PROP_RANGE_END);
}

/* Cuts a range to the trace, and makes it at least one unit of the clock long. */
static TvAxisRange
cut_to_trace (TvTraceSession *self, gint64 start, gint64 end)
{
  const gint64 unit = tv_trace_get_time_unit (self->trace);
  TvAxisRange range;
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
  const TvAxisRange range = cut_to_trace (self, start, end);

  if (range.start == range.end)
    return;
  if (!self->has_range || !is_same (self->range, range))
    {
      self->has_range = TRUE;
      self->range = range;
      notify_range (self);
    }
  tv_trace_session_scope_to_range (self, TRUE, passing);
}

/**
 * tv_trace_session_get_range:
 * @self: a session
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * Gets the selected range.
 *
 * Returns: %FALSE if none is selected
 */
gboolean
tv_trace_session_get_range (TvTraceSession *self, gint64 *start, gint64 *end)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), FALSE);
  g_return_val_if_fail (start != NULL && end != NULL, FALSE);

  *start = self->range.start;
  *end = self->range.end;
  return self->has_range;
}

/**
 * tv_trace_session_set_range:
 * @self: a session
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis, not before @start
 *
 * Selects a range and restricts the scope to it. The range is cut to the trace and at
 * least one unit of its clock long. A worker adds it up; `ranking` is notified when the
 * sums are there. A trace of length zero has no ranges.
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
 * Like tv_trace_session_set_range(), for a range that is about to change again. The
 * worker first finishes the sums of the last range, so that sums follow the pointer
 * even if they take a while.
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
 * Selects no range. Profile and ranking are of the whole trace again, at once.
 */
void
tv_trace_session_clear_range (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  tv_trace_session_go_back_to_range (self, 0);
}

static void
enter (TvTraceSession *self)
{
  if (!self->has_range)
    return;
  g_array_set_size (self->entered, count_around (self));
  g_array_append_val (self->entered, self->range);
}

/**
 * tv_trace_session_enter_range:
 * @self: a session
 *
 * Keeps the selected range as a step to return to when a range inside it is selected.
 */
void
tv_trace_session_enter_range (TvTraceSession *self)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));

  enter (self);
  notify_range (self);
}

/**
 * tv_trace_session_get_range_depth:
 * @self: a session
 *
 * Returns: the number of steps from the whole trace to the selected range; 0 if none is
 *   selected
 */
guint
tv_trace_session_get_range_depth (TvTraceSession *self)
{
  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), 0);

  return self->has_range ? count_around (self) + 1 : 0;
}

/**
 * tv_trace_session_get_range_step:
 * @self: a session
 * @depth: 0 for the whole trace, up to tv_trace_session_get_range_depth()
 * @start: (out): nanoseconds on the timeline's axis
 * @end: (out): nanoseconds on the timeline's axis
 *
 * Gets a step from the whole trace to the selected range.
 */
void
tv_trace_session_get_range_step (TvTraceSession *self, guint depth, gint64 *start,
                                 gint64 *end)
{
  const guint n = tv_trace_session_get_range_depth (self);
  TvAxisRange range;

  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (start != NULL && end != NULL);
  g_return_if_fail (depth <= n);

  if (depth == 0)
    {
      tv_trace_get_axis_range (self->trace, start, end);
      return;
    }
  range = depth == n ? self->range : get_entered (self, depth - 1);
  *start = range.start;
  *end = range.end;
}

/**
 * tv_trace_session_go_back_to_range:
 * @self: a session
 * @depth: 0 for the whole trace, up to tv_trace_session_get_range_depth()
 *
 * Selects a step from the whole trace to the selected range.
 */
void
tv_trace_session_go_back_to_range (TvTraceSession *self, guint depth)
{
  g_return_if_fail (TV_IS_TRACE_SESSION (self));
  g_return_if_fail (depth <= tv_trace_session_get_range_depth (self));

  if (!self->has_range)
    return;
  if (depth == 0)
    {
      g_array_set_size (self->entered, 0);
      self->has_range = FALSE;
      self->range = (TvAxisRange){ 0, 0 };
    }
  else
    {
      tv_trace_session_get_range_step (self, depth, &self->range.start,
                                       &self->range.end);
      enter (self);
    }
  notify_range (self);
  tv_trace_session_scope_to_range (self, TRUE, FALSE);
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
  guint64 n = 0;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (self), 0);

  if (!self->has_range)
    return tv_trace_get_n_calls (self->trace);
  if (is_same (self->range, self->counted))
    return self->n_counted;
  for (guint i = 0; i < tv_trace_get_n_threads (self->trace); i++)
    n += tv_trace_find_next_call (self->trace, i, self->range.end)
         - tv_trace_find_next_call (self->trace, i, self->range.start);
  self->counted = self->range;
  self->n_counted = n;
  return n;
}
