/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-snap.h"

#include "ui/session/session-marks.h"
#include "ui/timeline/timeline-private.h"

/* Pixels from which an edge draws a moment to itself. */
#define REACH 6

/* A call that is shorter in pixels has no edges that a person could aim at. */
#define MIN_CALL_WIDTH (2 * REACH)

/* Callers round the call under the pointer that are looked at. */
#define MAX_CALLERS 64

/* The nearest so far. */
typedef struct
{
  TvTimeScale scale;
  double x;
  double distance;
  gint64 time;
} Nearest;

gint64
tv_timeline_get_time_at (TvTimeline *self, double x)
{
  TvTimeScale scale;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, 0);

  tv_timeline_get_scale (self, &scale);
  return tv_time_scale_to_time (&scale, CLAMP (x - self->rows_area.x, 0, scale.width));
}

static void
consider (Nearest *nearest, gint64 time)
{
  const double distance = ABS (tv_time_scale_to_x (&nearest->scale, time) - nearest->x);

  if (distance > REACH || distance >= nearest->distance)
    return;
  nearest->distance = distance;
  nearest->time = time;
}

/* The edges of a call and of those round it: the further out, the further away, so that
 * it ends with the first that has neither near. */
static void
consider_calls (TvTimeline *self, Nearest *nearest, TvCallRef ref)
{
  const TvCalls calls
      = tv_trace_get_calls (tv_trace_session_get_trace (self->session), ref.thread);
  guint32 call = ref.call;

  for (guint i = 0; i < MAX_CALLERS && call != TV_CALL_NONE; i++)
    {
      const gint64 start = tv_times_get (&calls.axis_start, call);
      const gint64 end = tv_times_get (&calls.axis_end, call);
      const double left = tv_time_scale_to_x (&nearest->scale, start);
      const double right = tv_time_scale_to_x (&nearest->scale, end);

      if (ABS (left - nearest->x) > REACH && ABS (right - nearest->x) > REACH
          && right - left >= MIN_CALL_WIDTH)
        break;
      if (right - left >= MIN_CALL_WIDTH)
        {
          consider (nearest, start);
          consider (nearest, end);
        }
      call = calls.parent[call];
    }
}

/* The moment that a person points at: where a call of that row begins or ends, or a
 * mark is, a few pixels away, it is that. Calls that are too short to be told apart
 * draw nothing to them. */
gint64
tv_timeline_snap (TvTimeline *self, double x, double y, TvSnapTargets targets)
{
  Nearest nearest = { .distance = G_MAXDOUBLE };

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, 0);

  tv_timeline_get_scale (self, &nearest.scale);
  nearest.x = CLAMP (x - self->rows_area.x, 0, nearest.scale.width);
  nearest.time = tv_timeline_get_time_at (self, x);
  for (int side = -1; (targets & TV_SNAP_CALLS) != 0 && side <= 1; side++)
    {
      TvCallRef ref;

      if (tv_timeline_pick (self, x + side * REACH, y, &ref))
        consider_calls (self, &nearest, ref);
    }
  for (guint mark = 0; (targets & TV_SNAP_MARKS) != 0 && mark < TV_N_MARKS; mark++)
    {
      gint64 time;

      if (tv_trace_session_get_mark (self->session, (TvMark) mark, &time))
        consider (&nearest, time);
    }
  return nearest.time;
}
