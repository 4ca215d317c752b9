/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "ui/timeline/timeline-private.h"

/* Rows that show the stack, a lane a level, with the roots on top. */

#define OUTLINE_WIDTH 2

/* A selected call is outlined at least so wide. */
#define MIN_OUTLINE_WIDTH 4

#define TRIANGLE_SIZE 16

static int
get_chart_top (TvTimeline *self, guint row)
{
  return (int) CLAMP (tv_timeline_get_row_y (self, row), -G_MAXINT / 2, G_MAXINT / 2)
         + TV_LANE_TAB_HEIGHT;
}

/* The levels of a row that are in sight. */
static gboolean
get_levels_in_sight (TvTimeline *self, guint row, TvChartWish *levels)
{
  TvTimelineRow place = tv_timeline_layout_get_row (self->layout, row);
  GdkRectangle area;
  gint64 top;
  gint64 first;
  gint64 end;

  if (place.levels == 0 || !tv_timeline_get_row_area (self, row, &area))
    return FALSE;
  top = tv_timeline_get_row_y (self, row) + TV_LANE_TAB_HEIGHT;
  first = MAX ((area.y - top) / TV_LEVEL_HEIGHT, 0);
  end = MIN ((area.y + area.height - top + TV_LEVEL_HEIGHT - 1) / TV_LEVEL_HEIGHT,
             (gint64) place.levels);
  if (first >= end)
    return FALSE;
  *levels = (TvChartWish){ place.thread, (guint) first, (guint) (end - first) };
  return TRUE;
}

/* Has the charts in sight be worked out for the range in view. */
static void
tv_timeline_prepare_charts (TvTimeline *self, const TvTimelineBand bands[2])
{
  guint factor;
  g_autoptr (GArray) wishes = NULL;
  TvTimeScale scale;
  TvChartSpan span;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && bands != NULL);

  wishes = g_array_new (FALSE, FALSE, sizeof (TvChartWish));
  for (guint i = 0; i < 2; i++)
    for (guint row = bands[i].first; row < bands[i].first + bands[i].n_rows; row++)
      {
        TvChartWish wish;
        if (get_levels_in_sight (self, row, &wish))
          g_array_append_val (wishes, wish);
      }
  factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  tv_timeline_get_scale (self, &scale);
  span
      = (TvChartSpan){ scale.start, scale.end, (guint) self->rows_area.width * factor };
  tv_timeline_charts_prepare (self->charts, &span, factor, wishes);
}

static void
push_chart_clip (GtkSnapshot *snapshot, int x, int y, int width, int height)
{
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width,
                                               (float) MAX (height, 0)));
}

/* The tabs over marked columns and the brackets under the row are the lane's. */
static void
draw_marks (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineRow *row, int y)
{
  int bar_height
      = (int) tv_timeline_layout_get_row_height (self->layout) - TV_ROW_MARGIN;
  int lane_bottom = TV_LANE_TAB_HEIGHT + bar_height;
  int bottom = y + TV_LANE_TAB_HEIGHT + (int) (row->levels * TV_LEVEL_HEIGHT);

  push_chart_clip (snapshot, self->rows_area.x, y, self->rows_area.width,
                   TV_LANE_TAB_HEIGHT);
  tv_timeline_lanes_snapshot (self->lanes, row->thread, snapshot, self->rows_area.x, y);
  gtk_snapshot_pop (snapshot);
  push_chart_clip (snapshot, self->rows_area.x, bottom, self->rows_area.width,
                   TV_LANE_EXTENT_HEIGHT);
  tv_timeline_lanes_snapshot (self->lanes, row->thread, snapshot, self->rows_area.x,
                              bottom - lane_bottom);
  gtk_snapshot_pop (snapshot);
}

static void
draw_outline (TvTimeline *self, GtkSnapshot *snapshot, TvCallRef call, float width)
{
  GskRoundedRect outline;
  GdkRectangle area;
  float widths[] = { width, width, width, width };
  GdkRGBA color = self->text_color;

  if (!tv_timeline_get_call_area (self, call, &area))
    return;
  if (area.width < MIN_OUTLINE_WIDTH)
    {
      area.x -= (MIN_OUTLINE_WIDTH - area.width) / 2;
      area.width = MIN_OUTLINE_WIDTH;
    }
  color.alpha = 1;
  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float) area.x - 1, (float) area.y - 1,
                           (float) area.width + 2, (float) area.height + 2),
      2);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[]){ color, color, color, color });
}

/* Outlines the box under the pointer, in a row that shows the stack. */
static void
tv_timeline_draw_hovered_box (TvTimeline *self, GtkSnapshot *snapshot)
{
  GdkRectangle row;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  if (self->hover_row < 0 || self->hover_call.thread == TV_THREAD_NONE
      || tv_timeline_layout_get_row (self->layout, (guint) self->hover_row).levels == 0
      || !tv_timeline_get_row_area (self, (guint) self->hover_row, &row))
    return;
  push_chart_clip (snapshot, self->rows_area.x, row.y, self->rows_area.width,
                   row.height);
  draw_outline (self, snapshot, self->hover_call, 1);
  gtk_snapshot_pop (snapshot);
}

/* Draws the levels of a row that are in sight. */
static void
tv_timeline_snapshot_chart (TvTimeline *self, GtkSnapshot *snapshot, guint row)
{
  TvTimelineRow place;
  TvChartWish levels;
  TvLaneStyle style;
  TvCallRef call;
  int top;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  if (!get_levels_in_sight (self, row, &levels))
    return;
  place = tv_timeline_layout_get_row (self->layout, row);
  top = get_chart_top (self, row);
  tv_timeline_lanes_get_style (self->lanes, &style);
  push_chart_clip (snapshot, self->rows_area.x, self->rows_area.y,
                   self->rows_area.width, self->rows_area.height);
  draw_marks (self, snapshot, &place, top - TV_LANE_TAB_HEIGHT);
  tv_timeline_charts_snapshot (
      self->charts, &levels, &style, snapshot, (float) self->rows_area.x,
      (float) (top + (int) levels.first_level * TV_LEVEL_HEIGHT));
  call = tv_trace_session_get_selected_call (self->session);
  if (call.thread == place.thread)
    draw_outline (self, snapshot, call, OUTLINE_WIDTH);
  gtk_snapshot_pop (snapshot);
}

gboolean
tv_timeline_pick_in_chart (TvTimeline *self, guint row, double x, double y,
                           TvCallRef *call)
{
  guint factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  TvTimelineRow place;
  TvChartBox box;
  double below;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, FALSE);
  g_return_val_if_fail (call != NULL, FALSE);

  place = tv_timeline_layout_get_row (self->layout, row);
  below = y - (double) tv_timeline_get_row_y (self, row) - TV_LANE_TAB_HEIGHT;
  if (x < 0 || below < 0 || below >= (double) place.levels * TV_LEVEL_HEIGHT
      || !tv_timeline_charts_find (self->charts, place.thread,
                                   (guint) (below / TV_LEVEL_HEIGHT),
                                   (guint) (x * factor), &box))
    return FALSE;
  *call = (TvCallRef){ place.thread, box.call };
  return TRUE;
}

void
tv_timeline_get_level_area (TvTimeline *self, guint row, TvCallRef call,
                            GdkRectangle *area)
{
  guint level;
  gint64 y;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && area != NULL);

  if (tv_timeline_layout_get_row (self->layout, row).levels == 0)
    return;
  level = tv_call_stacks_get_depth (tv_trace_session_get_stacks (self->session),
                                    call.thread, call.call);
  y = tv_timeline_get_row_y (self, row) + TV_LANE_TAB_HEIGHT
      + (gint64) level * TV_LEVEL_HEIGHT;
  area->y = (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2);
  area->height = TV_CHART_BOX_HEIGHT;
}

/* Brings the row of a call into sight, and its level if the row shows the stack. */
void
tv_timeline_scroll_to_call (TvTimeline *self, TvCallRef call)
{
  gint row;
  GdkRectangle area = { 0 };
  TvTimelineBand bands[2];

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  row = tv_timeline_layout_find (self->layout, call.thread);
  if (row < 0)
    return;
  if (tv_timeline_layout_get_row (self->layout, (guint) row).levels == 0)
    {
      tv_timeline_scroll_to_row (self, (guint) row);
      return;
    }
  tv_timeline_get_bands (self, bands);
  if ((guint) row < bands[0].n_rows)
    return;
  tv_timeline_get_level_area (self, (guint) row, call, &area);
  if (area.y < bands[1].y)
    tv_timeline_scroll_rows (self, area.y - bands[1].y);
  else if (area.y + area.height > bands[1].y + bands[1].height)
    tv_timeline_scroll_rows (self, area.y + area.height - bands[1].y - bands[1].height);
}

/* The column of triangles is as high as the label, so that it is easy to hit. */
static GdkRectangle
get_triangle_area (TvTimeline *self, const GdkRectangle *label)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  return (GdkRectangle){ mirrored ? label->x + label->width - TRIANGLE_SIZE + 7
                                  : label->x - 6,
                         label->y, TRIANGLE_SIZE, label->height };
}

/* Draws what opens and closes a row, before its label. */
static void
tv_timeline_draw_triangle (TvTimeline *self, GtkSnapshot *snapshot, guint row,
                           GdkRectangle *area)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GdkRectangle triangle;
  gboolean open;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && area != NULL);

  open = tv_timeline_layout_get_row (self->layout, row).levels > 0;
  triangle = get_triangle_area (self, area);
  tv_timeline_draw_icon (
      self, snapshot, open ? "pan-down-symbolic" : "pan-end-symbolic", triangle.x,
      area->y + (area->height - TRIANGLE_SIZE) / 2, &self->text_color);
  area->width -= TV_TIMELINE_TRIANGLE_WIDTH;
  if (!mirrored)
    area->x += TV_TIMELINE_TRIANGLE_WIDTH;
}

/* Opens or closes a row if its triangle is there. */
gboolean
tv_timeline_press_triangle (TvTimeline *self, double x, double y)
{
  GdkRectangle area;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, FALSE);

  row = tv_timeline_get_row_at (self, y);
  if (row < 0 || !tv_timeline_row_can_open (self, (guint) row))
    return FALSE;
  tv_timeline_get_label_area (self, (guint) row, &area);
  area = get_triangle_area (self, &area);
  if (!gdk_rectangle_contains_point (&area, (int) x, (int) y))
    return FALSE;
  tv_timeline_toggle_row (self, (guint) row);
  return TRUE;
}

static void
take_charts (TvTimeline *self)
{
  tv_timeline_redraw (self);
  tv_timeline_update_pointer (self);
}

void
tv_timeline_init_charts (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->charts = tv_timeline_charts_new (GTK_WIDGET (self));
  g_signal_connect_object (self->charts, "ready", G_CALLBACK (take_charts), self,
                           G_CONNECT_SWAPPED);
}

#define FOCUS_WIDTH 2

static GdkRGBA
to_rgba (TvColor color, float alpha)
{
  return (GdkRGBA){ color.red / 255.0f, color.green / 255.0f, color.blue / 255.0f,
                    alpha };
}

static void
fill (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width,
      double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (
        snapshot, color,
        &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

static void
push_clip (GtkSnapshot *snapshot, const GdkRectangle *area)
{
  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y,
                                     (float) area->width, (float) area->height));
}

static void
draw_ruler (TvTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->ruler_area;
  guint factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  TvTimeScale scale;
  cairo_t *cr;

  tv_timeline_get_scale (self, &scale);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y,
                                     (float) area->width, (float) area->height));
  cairo_translate (cr, area->x, area->y);
  tv_ruler_draw (self->ruler, cr, &scale, area->height, factor, &self->colors);
  cairo_destroy (cr);
}

/* Adds the threads that a band shows. */
static void
add_threads (TvTimeline *self, const TvTimelineBand *band, GArray *threads)
{
  for (guint row = band->first; row < band->first + band->n_rows; row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;
      if (thread != TV_THREAD_NONE)
        g_array_append_val (threads, thread);
    }
}

static void
prepare_lanes (TvTimeline *self, const TvTimelineBand bands[2])
{
  guint factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvTimeScale scale;
  TvLaneView view;

  add_threads (self, &bands[0], threads);
  add_threads (self, &bands[1], threads);

  tv_timeline_get_scale (self, &scale);
  view = (TvLaneView){ .start = scale.start,
                       .end = scale.end,
                       .n_columns = (guint) self->rows_area.width * factor,
                       .scale = factor,
                       .mark = { tv_trace_session_get_selected_method (self->session),
                                 tv_trace_session_get_selected_call (self->session) } };
  tv_timeline_lanes_prepare (self->lanes, &view,
                             (const guint32 *) (gpointer) threads->data, threads->len);
  tv_timeline_prepare_charts (self, bands);
}

static void
draw_label (TvTimeline *self, GtkSnapshot *snapshot, guint row, guint32 thread)
{
  GdkRectangle area;

  tv_timeline_get_label_area (self, row, &area);
  if (tv_timeline_row_can_open (self, row))
    tv_timeline_draw_triangle (self, snapshot, row, &area);
  if (row < tv_timeline_layout_get_n_pinned (self->layout))
    tv_timeline_draw_pin (self, snapshot, &area);
  tv_timeline_labels_snapshot (self->labels, thread, snapshot, &area,
                               &self->text_color);
}

static void
draw_row (TvTimeline *self, GtkSnapshot *snapshot, guint index)
{
  TvTimelineRow row = tv_timeline_layout_get_row (self->layout, index);
  int y = (int) tv_timeline_get_row_y (self, index);

  if (row.kind == TV_TIMELINE_ROW_IDLE)
    {
      tv_timeline_draw_idle_line (self, snapshot, y, (int) row.height);
      return;
    }
  draw_label (self, snapshot, index, row.thread);
  if (row.levels > 0)
    tv_timeline_snapshot_chart (self, snapshot, index);
  else
    tv_timeline_lanes_snapshot (self->lanes, row.thread, snapshot, self->rows_area.x,
                                y);
}

/* All stripes come before all lanes, which reach a little into the next row. */
static void
draw_stripes (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineBand *band)
{
  GdkRGBA stripe = to_rgba (self->colors.stripe, 1);

  for (guint row = band->first | 1; row < band->first + band->n_rows; row += 2)
    {
      GdkRectangle area;
      if (tv_timeline_get_row_area (self, row, &area))
        fill (snapshot, &stripe, area.x, area.y, area.width, area.height);
    }
}

static void
draw_band_of_rows (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineBand *band)
{
  GdkRectangle area = { MIN (self->label_area.x, self->rows_area.x), band->y,
                        self->label_area.width + self->rows_area.width, band->height };

  if (band->n_rows == 0)
    return;
  push_clip (snapshot, &area);
  draw_stripes (self, snapshot, band);
  for (guint row = band->first; row < band->first + band->n_rows; row++)
    draw_row (self, snapshot, row);
  gtk_snapshot_pop (snapshot);
}

static void
draw_rows (TvTimeline *self, GtkSnapshot *snapshot)
{
  TvTimelineBand bands[2];

  tv_timeline_get_bands (self, bands);
  tv_timeline_draw_no_rows (self, snapshot);
  if (bands[0].n_rows + bands[1].n_rows == 0)
    return;
  prepare_lanes (self, bands);
  draw_band_of_rows (self, snapshot, &bands[0]);
  draw_band_of_rows (self, snapshot, &bands[1]);
  if (bands[0].n_rows > 0)
    fill (snapshot, &self->line_color, 0, bands[1].y - 1,
          gtk_widget_get_width (GTK_WIDGET (self)), 1);
}

static void
draw_lines (TvTimeline *self, GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int divider
      = mirrored ? self->label_area.x : self->label_area.x + self->label_area.width - 1;
  int bottom = self->rows_area.y + self->rows_area.height;

  fill (snapshot, &self->line_color, 0, self->ruler_area.y - 1, width, 1);
  fill (snapshot, &self->line_color, 0, self->rows_area.y - 1, width, 1);
  fill (snapshot, &self->line_color, divider, self->ruler_area.y, 1,
        bottom - self->ruler_area.y);
}

static void
draw_picture (TvTimeline *self, GtkSnapshot *snapshot)
{
  if (self->session != NULL && self->layout != NULL)
    {
      tv_timeline_draw_corner (self, snapshot);
      draw_ruler (self, snapshot);
      draw_rows (self, snapshot);
    }
  draw_lines (self, snapshot);
}

static void
draw_hover (TvTimeline *self, GtkSnapshot *snapshot)
{
  GdkRectangle area;
  GdkRGBA color = to_rgba (self->colors.text, 0.07f);

  if (!tv_timeline_get_row_area (self, (guint) self->hover_row, &area))
    return;
  fill (snapshot, &color, self->label_area.x, area.y, self->label_area.width,
        area.height);
  color.alpha = 0.14f;
  fill (snapshot, &color, area.x, area.y, area.width, 1);
  fill (snapshot, &color, area.x, area.y + area.height - 1, area.width, 1);
}

static void
draw_band (TvTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->rows_area;
  double left;
  double right;
  double top = self->ruler_area.y;
  double height = area->y + area->height - top;
  GdkRGBA color = self->accent_color;

  tv_timeline_get_band (self, &left, &right);
  left = floor (CLAMP (left, area->x, area->x + area->width));
  right = floor (CLAMP (right, area->x, area->x + area->width));
  color.alpha = 0.22f;
  fill (snapshot, &color, left, top, right - left, height);
  color.alpha = 0.9f;
  fill (snapshot, &color, left, top, 1, height);
  fill (snapshot, &color, right, top, 1, height);
}

static void
draw_pointer (TvTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->rows_area;
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  double x = floor (self->pointer_x * factor) / factor;
  GdkRGBA color = to_rgba (self->colors.cursor, 0.75f);

  fill (snapshot, &color, x, self->ruler_area.y, 1,
        area->y + area->height - self->ruler_area.y);
}

static void
draw_overlays (TvTimeline *self, GtkSnapshot *snapshot)
{
  GdkRectangle all;

  if (self->session == NULL)
    return;

  all = (GdkRectangle){ 0, self->ruler_area.y, gtk_widget_get_width (GTK_WIDGET (self)),
                        self->ruler_area.height + self->rows_area.height };
  push_clip (snapshot, &all);
  tv_timeline_snapshot_range (self, snapshot);
  tv_timeline_snapshot_marks (self, snapshot);
  if (self->drag == TV_TIMELINE_DRAG_BAND)
    draw_band (self, snapshot);
  else if (self->pointer_part == TV_TIMELINE_PART_ROWS
           || self->pointer_part == TV_TIMELINE_PART_RULER)
    draw_pointer (self, snapshot);
  gtk_snapshot_pop (snapshot);

  all.y = self->rows_area.y;
  all.height = self->rows_area.height;
  push_clip (snapshot, &all);
  if (self->hover_row >= 0)
    draw_hover (self, snapshot);
  if (self->layout != NULL)
    {
      tv_timeline_draw_hovered_box (self, snapshot);
      tv_timeline_draw_current_row (self, snapshot);
    }
  gtk_snapshot_pop (snapshot);
}

static void
draw_focus (TvTimeline *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const float widths[4] = { FOCUS_WIDTH, FOCUS_WIDTH, FOCUS_WIDTH, FOCUS_WIDTH };
  GdkRGBA color = self->accent_color;
  GskRoundedRect outline;

  if (!gtk_widget_has_visible_focus (widget))
    return;
  color.alpha = 0.6f;
  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                           (float) gtk_widget_get_height (widget)),
      0);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[]){ color, color, color, color });
}

/* Draws the timeline. All that does not follow the pointer is one node that is kept,
 * so that a movement of the pointer draws a line and some text. */
void
tv_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvTimeline *self = TV_TIMELINE (widget);

  tv_timeline_restyle (self);
  if (self->picture == NULL)
    {
      GtkSnapshot *picture = gtk_snapshot_new ();
      draw_picture (self, picture);
      self->picture = gtk_snapshot_free_to_node (picture);
    }
  if (self->picture != NULL)
    gtk_snapshot_append_node (snapshot, self->picture);
  draw_overlays (self, snapshot);

  gtk_widget_snapshot_child (widget, self->read_out, snapshot);
  gtk_widget_snapshot_child (widget, self->overview, snapshot);
  tv_timeline_snapshot_filter (self, snapshot);
  gtk_widget_snapshot_child (widget, self->horizontal_bar, snapshot);
  gtk_widget_snapshot_child (widget, self->vertical_bar, snapshot);
  tv_timeline_snapshot_card (self, snapshot);
  draw_focus (self, snapshot);
}
