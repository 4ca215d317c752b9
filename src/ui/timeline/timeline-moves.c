/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

static void
go_to_time (TvTimeline *self, gboolean end)
{
  TvTimeScale scale;
  gint64 span;

  tv_timeline_get_scale (self, &scale);
  span = scale.end - scale.start;
  if (end)
    tv_time_scale_set_range (&scale, scale.full_end - span, scale.full_end);
  else
    tv_time_scale_set_range (&scale, scale.full_start, scale.full_start + span);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

/* Escape is left to others where there is nothing to give up. */
static gboolean
escape (TvTimeline *self)
{
  if (tv_timeline_cancel_drag (self) || tv_timeline_dismiss_card (self))
    return GDK_EVENT_STOP;
  if (tv_trace_session_get_selected_method (self->session) != TV_METHOD_NONE)
    {
      tv_trace_session_clear_selection (self->session);
      return GDK_EVENT_STOP;
    }
  if (tv_trace_session_get_range_depth (self->session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (self->session);
  return GDK_EVENT_STOP;
}

static gboolean
pan_left (TvTimeline *self)
{
  tv_timeline_pan_step (self, -1);
  return GDK_EVENT_STOP;
}

static gboolean
pan_right (TvTimeline *self)
{
  tv_timeline_pan_step (self, 1);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_start (TvTimeline *self)
{
  go_to_time (self, FALSE);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_end (TvTimeline *self)
{
  go_to_time (self, TRUE);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_in (TvTimeline *self)
{
  tv_timeline_zoom_in (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_out (TvTimeline *self)
{
  tv_timeline_zoom_out (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_all (TvTimeline *self)
{
  tv_timeline_zoom_all (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_back (TvTimeline *self)
{
  tv_timeline_zoom_back (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_forward (TvTimeline *self)
{
  tv_timeline_zoom_forward (self);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_to_selection (TvTimeline *self)
{
  tv_timeline_zoom_to_selection (self);
  return GDK_EVENT_STOP;
}

static gboolean
scroll_up (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, -tv_timeline_get_row_step (self));
  return GDK_EVENT_STOP;
}

static gboolean
scroll_down (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, tv_timeline_get_row_step (self));
  return GDK_EVENT_STOP;
}

static gboolean
page_up (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, -gtk_adjustment_get_page_increment (self->vertical));
  return GDK_EVENT_STOP;
}

static gboolean
page_down (TvTimeline *self)
{
  tv_timeline_scroll_rows (self, gtk_adjustment_get_page_increment (self->vertical));
  return GDK_EVENT_STOP;
}

static gboolean
scroll_to_first_row (TvTimeline *self)
{
  gtk_adjustment_set_value (self->vertical, 0);
  return GDK_EVENT_STOP;
}

static gboolean
scroll_to_last_row (TvTimeline *self)
{
  gtk_adjustment_set_value (self->vertical, gtk_adjustment_get_upper (self->vertical));
  return GDK_EVENT_STOP;
}

/* W, A, S and D are Perfetto's, and F is too. */
const TvTimelineAction tv_timeline_moves[] = {
  { "pan-left", "Left KP_Left a", pan_left },
  { "pan-right", "Right KP_Right d", pan_right },
  { "go-to-start", "Home KP_Home", go_to_start },
  { "go-to-end", "End KP_End", go_to_end },
  { "zoom-in", "plus equal KP_Add w <Control>plus <Control>equal <Control>KP_Add",
    zoom_in },
  { "zoom-out", "minus KP_Subtract s <Control>minus <Control>KP_Subtract", zoom_out },
  { "zoom-all", "0 KP_0 <Control>0 <Control>KP_0", zoom_all },
  { "zoom-back", "BackSpace <Control>bracketleft", zoom_back },
  { "zoom-forward", "<Shift>BackSpace <Control>bracketright", zoom_forward },
  { "zoom-to-selection", "f", zoom_to_selection },
  { "scroll-up", "Up KP_Up", scroll_up },
  { "scroll-down", "Down KP_Down", scroll_down },
  { "page-up", "Page_Up KP_Page_Up", page_up },
  { "page-down", "Page_Down KP_Page_Down", page_down },
  { "first-row", "<Control>Home", scroll_to_first_row },
  { "last-row", "<Control>End", scroll_to_last_row },
  { "escape", "Escape", escape },
  { NULL, NULL, NULL },
};
