/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

#include <math.h>

/* Pixels on either side of the divider that still take hold of it. */
#define DIVIDER_REACH 4

/* Out of any screen; where rows are is not limited to what an int holds. */
#define FAR_AWAY 1000000

static gboolean
area_contains (const GdkRectangle *area, double x, double y)
{
  return x >= area->x && x < area->x + area->width && y >= area->y
         && y < area->y + area->height;
}

static gboolean
is_near_divider (TvTimeline *self, double x, double y)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double divider
      = mirrored ? self->label_area.x : self->label_area.x + self->label_area.width;

  return ABS (x - divider) <= DIVIDER_REACH && y >= self->ruler_area.y
         && y < self->rows_area.y + self->rows_area.height;
}

TvTimelinePart
tv_timeline_get_part (TvTimeline *self, double x, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_TIMELINE_PART_NONE);

  if (is_near_divider (self, x, y))
    return TV_TIMELINE_PART_DIVIDER;
  if (area_contains (&self->rows_area, x, y))
    return TV_TIMELINE_PART_ROWS;
  if (area_contains (&self->ruler_area, x, y))
    return TV_TIMELINE_PART_RULER;
  if (area_contains (&self->label_area, x, y))
    return tv_timeline_is_row_edge (self, y) ? TV_TIMELINE_PART_ROW_EDGE
                                             : TV_TIMELINE_PART_LABELS;
  return TV_TIMELINE_PART_NONE;
}

static gint
get_row_at (TvTimeline *self, double x, double y)
{
  if (!area_contains (&self->rows_area, x, y)
      && !area_contains (&self->label_area, x, y))
    return -1;
  return tv_timeline_get_row_at (self, y);
}

/* A column that shows several calls stands for the method that is drawn there. */
static gboolean
pick_in_column (TvTimeline *self, guint32 thread, const TvTimeScale *scale, double x,
                TvCallRef *call)
{
  guint factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  guint n_columns = (guint) self->rows_area.width * factor;
  guint column = MIN ((guint) (x * factor), n_columns - 1);
  TvLaneColumn shown;
  gint64 start;
  gint64 end;

  if (!tv_timeline_lanes_get_column (self->lanes, thread, column, &shown)
      || shown.method == TV_METHOD_NONE || shown.kind != TV_LANE_MIXED)
    return FALSE;
  tv_lane_column_range (scale->start, scale->end, n_columns, column, &start, &end);
  return tv_call_in_column (tv_trace_session_get_stacks (self->session), thread, start,
                            end, shown.method, call);
}

gboolean
tv_timeline_pick (TvTimeline *self, double x, double y, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;
  double lane_x;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && call != NULL, FALSE);

  row = get_row_at (self, x, y);
  if (self->session == NULL || row < 0 || !area_contains (&self->rows_area, x, y))
    return FALSE;

  thread = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  lane_x = x - self->rows_area.x;
  if (tv_timeline_layout_get_row (self->layout, (guint) row).levels > 0)
    return tv_timeline_pick_in_chart (self, (guint) row, lane_x, y, call);
  tv_timeline_get_scale (self, &scale);
  if (pick_in_column (self, thread, &scale, lane_x, call))
    return TRUE;
  return tv_call_at (tv_trace_session_get_stacks (self->session), thread,
                     tv_time_scale_to_time (&scale, lane_x), call);
}

/* Finds where a call is, for instance to point at it. */
gboolean
tv_timeline_get_call_area (TvTimeline *self, TvCallRef call, GdkRectangle *area)
{
  TvTimeScale scale;
  TvCalls calls;
  double left;
  double right;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && area != NULL, FALSE);

  if (self->session == NULL || self->layout == NULL)
    return FALSE;
  row = tv_timeline_layout_find (self->layout, call.thread);
  if (row < 0)
    return FALSE;

  tv_timeline_get_scale (self, &scale);
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), call.thread);
  left = tv_time_scale_to_x (&scale, tv_times_get (&calls.axis_start, call.call));
  right = tv_time_scale_to_x (&scale, tv_times_get (&calls.axis_end, call.call));
  if (right < 0 || left >= scale.width)
    return FALSE;

  /* Rounded as pictures of lanes are. */
  left = CLAMP (floor (left + 0.5), 0, scale.width - 1);
  right = CLAMP (floor (right + 0.5), left + 1, scale.width);
  area->x = self->rows_area.x + (int) left;
  area->width = MAX ((int) right - (int) left, 1);
  area->y = (int) CLAMP (tv_timeline_get_row_y (self, (guint) row), -FAR_AWAY, FAR_AWAY)
            + TV_LANE_TAB_HEIGHT;
  area->height = (int) tv_timeline_layout_get_row_height (self->layout) - TV_ROW_MARGIN;
  tv_timeline_get_level_area (self, (guint) row, call, area);
  return TRUE;
}

static void
show_cursor (TvTimeline *self)
{
  const char *name = NULL;

  switch (self->pointer_part)
    {
    case TV_TIMELINE_PART_ROWS:
      name = self->space_held ? "grab" : "crosshair";
      break;
    case TV_TIMELINE_PART_RULER:
      name = "grab";
      break;
    case TV_TIMELINE_PART_DIVIDER:
      name = "col-resize";
      break;
    case TV_TIMELINE_PART_ROW_EDGE:
      name = "row-resize";
      break;
    case TV_TIMELINE_PART_NONE:
    case TV_TIMELINE_PART_LABELS:
    default:
      break;
    }
  if (self->session != NULL && tv_timeline_get_range_cursor (self) != NULL)
    name = tv_timeline_get_range_cursor (self);
  if (self->session != NULL && tv_timeline_get_marks_cursor (self) != NULL)
    name = tv_timeline_get_marks_cursor (self);
  if (self->drag == TV_TIMELINE_DRAG_PAN)
    name = "grabbing";
  else if (self->drag == TV_TIMELINE_DRAG_DIVIDER)
    name = "col-resize";
  else if (self->drag == TV_TIMELINE_DRAG_ROW_EDGE)
    name = "row-resize";
  else if (self->drag == TV_TIMELINE_DRAG_BAND)
    name = "ew-resize";
  /* A cursor is read from a file each time that it is set. */
  if (g_strcmp0 (name, self->cursor_name) == 0)
    return;
  self->cursor_name = name;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

/* Finds anew what is under the pointer, because it or the picture moved. Draws nothing
 * anew but what follows the pointer. */
void
tv_timeline_update_pointer (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->hover_row = -1;
  self->hover_call.thread = TV_THREAD_NONE;
  self->pointer_part = TV_TIMELINE_PART_NONE;
  if (self->pointer_inside)
    {
      self->pointer_part
          = tv_timeline_get_part (self, self->pointer_x, self->pointer_y);
      self->hover_row = get_row_at (self, self->pointer_x, self->pointer_y);
      if (self->drag == TV_TIMELINE_DRAG_NONE
          && !tv_timeline_pick (self, self->pointer_x, self->pointer_y,
                                &self->hover_call))
        self->hover_call.thread = TV_THREAD_NONE;
    }
  show_cursor (self);
  tv_timeline_update_read_out (self);
  tv_timeline_follow_card (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_timeline_move_pointer (TvTimeline *self, double x, double y)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->pointer_inside = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  tv_timeline_update_pointer (self);
}

/* The pointer left the widget: nothing is under it. */
void
tv_timeline_lose_pointer (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->pointer_inside = FALSE;
  tv_timeline_update_pointer (self);
}

/* The whole name of a thread and what there is to know of it, over its label. */
gboolean
tv_timeline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode,
                           GtkTooltip *tooltip)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineRow place;
  GdkRectangle area;
  g_autofree char *text = NULL;
  gint row;

  row = get_row_at (self, x, y);
  if (keyboard_mode || row < 0 || tv_timeline_has_row_menu (self)
      || !area_contains (&self->label_area, x, y))
    return FALSE;
  place = tv_timeline_layout_get_row (self->layout, (guint) row);
  if (place.thread == TV_THREAD_NONE)
    return FALSE;

  text = tv_timeline_labels_dup_tooltip (
      tv_trace_session_get_trace (self->session), place.thread,
      tv_timeline_threads_get_covered (tv_timeline_get_threads (self), place.thread));
  tv_timeline_get_row_area (self, (guint) row, &area);
  area.x = self->label_area.x;
  area.width = self->label_area.width;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}
