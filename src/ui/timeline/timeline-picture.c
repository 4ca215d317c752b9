/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-picture.h"

#include "analysis/lookup/call-query.h"
#include "draw/ruler.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/timeline-charts.h"
#include "ui/timeline/timeline-labels.h"
#include "ui/timeline/timeline-lanes.h"
#include <glib/gi18n-lib.h>
#include <math.h>

#define OUTLINE_WIDTH 2

/* Minimum width of the outline of a call. */
#define MIN_OUTLINE_WIDTH 4

/* Between an icon and its text. */
#define ICON_GAP 4

/* Width of the bar that marks the current row. */
#define MARK_WIDTH 3

/* A ring leads the eye to the call that was jumped to: from how far it comes, how wide
 * it is and how long it takes, in microseconds. */
#define RING_REACH 16
#define RING_WIDTH 3
#define RING_TIME 600000.0

/* Outside of any screen; row positions may exceed the range of int. */
#define FAR_AWAY 1000000

struct _TvTimelinePicture
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvTimelineLevels *levels;
  TvTimelineFilter *filter;

  TvTimelineLanes *lanes;
  TvTimelineCharts *charts;
  TvTimelineLabels *labels;
  TvRuler *ruler;
  GskRenderNode *node; /* everything but what follows the pointer; or NULL */

  guint ring_tick;   /* while there is a ring, or 0 */
  gint64 ring_start; /* the time of its first frame, or 0 */
  double ring_part;  /* of its time that is over */
};

/* Finds the levels of a row that are in sight. */
static gboolean
get_levels_in_sight (TvTimelinePicture *self, guint row, TvRowWish *levels)
{
  TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);
  GdkRectangle area;
  gint64 top;
  gint64 first;
  gint64 end;

  if (shown.levels == 0 || !tv_timeline_rows_get_area (self->rows, row, &area))
    return FALSE;
  top = tv_timeline_rows_get_y (self->rows, row) + TV_LANE_TAB_HEIGHT;
  first = MAX ((area.y - top) / TV_LEVEL_HEIGHT, 0);
  end = MIN ((area.y + area.height - top + TV_LEVEL_HEIGHT - 1) / TV_LEVEL_HEIGHT,
             (gint64) shown.levels);
  if (shown.folded > 0)
    first = MAX (first, 1);
  if (first >= end)
    return FALSE;
  *levels = (TvRowWish){ shown.thread, (guint) tv_row_get_level (&shown, first),
                         (guint) (end - first) };
  return TRUE;
}

/* Draws the tabs and brackets of the thread's lane above and below the chart. */
static void
draw_marks (TvTimelinePicture *self, GtkSnapshot *snapshot, const TvTimelineRow *row,
            int y)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const int lane_bottom
      = TV_LANE_TAB_HEIGHT
        + (int) tv_row_get_bar_height (tv_timeline_rows_get_row_height (self->rows));
  const int bottom = y + TV_LANE_TAB_HEIGHT + (int) (row->levels * TV_LEVEL_HEIGHT);

  tv_timeline_push_clip (snapshot, lanes->x, y, lanes->width, TV_LANE_TAB_HEIGHT);
  tv_timeline_lanes_snapshot (self->lanes, row->thread, snapshot, lanes->x, y);
  gtk_snapshot_pop (snapshot);
  tv_timeline_push_clip (snapshot, lanes->x, bottom, lanes->width,
                         TV_LANE_EXTENT_HEIGHT);
  tv_timeline_lanes_snapshot (self->lanes, row->thread, snapshot, lanes->x,
                              bottom - lane_bottom);
  gtk_snapshot_pop (snapshot);
}

static GdkRGBA
get_outline_color (TvTimelinePicture *self)
{
  GdkRGBA color = self->context->text_color;

  color.alpha = 1;
  return color;
}

/* Draws a border round a call, @reach pixels off its middle line. */
static void
draw_outline (TvTimelinePicture *self, GtkSnapshot *snapshot, TvCallRef call,
              float width, float reach, GdkRGBA color)
{
  GdkRectangle area;

  if (!tv_timeline_picture_get_call_area (self, call, &area))
    return;
  if (area.width < MIN_OUTLINE_WIDTH)
    {
      area.x -= (MIN_OUTLINE_WIDTH - area.width) / 2;
      area.width = MIN_OUTLINE_WIDTH;
    }
  tv_timeline_paint_border (snapshot, &area, reach, 1 + reach, width, &color);
}

/* Draws the line that stands for the folded levels of a row. */
static void
draw_folded (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row, int top)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const GdkRectangle line = { lanes->x, top, lanes->width, TV_CHART_BOX_HEIGHT };
  g_autofree char *text = tv_timeline_levels_dup_folded (self->levels, row, " › ");
  GdkRGBA ground = self->context->text_color;

  ground.alpha *= 0.08f;
  tv_timeline_paint_box (snapshot, &ground, line.x, line.y, line.width, line.height);
  tv_timeline_paint_note (self->context, snapshot, text,
                          &(GdkRectangle){ line.x + TV_TIMELINE_LABEL_MARGIN, line.y,
                                           line.width - 2 * TV_TIMELINE_LABEL_MARGIN,
                                           line.height },
                          FALSE);
}

/* Draws the levels of a row that are in sight. */
static void
draw_chart (TvTimelinePicture *self, GtkSnapshot *snapshot, guint index)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvTimelineRow row = tv_timeline_rows_get (self->rows, index);
  TvRowWish levels;
  TvCallRef call;
  gint64 y = tv_timeline_rows_get_y (self->rows, index);
  int top;

  if (!get_levels_in_sight (self, index, &levels))
    return;
  top = (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2) + TV_LANE_TAB_HEIGHT;
  tv_timeline_push_clip (snapshot, lanes->x, lanes->y, lanes->width, lanes->height);
  draw_marks (self, snapshot, &row, top - TV_LANE_TAB_HEIGHT);
  if (row.folded > 0)
    draw_folded (self, snapshot, index, top);
  tv_timeline_charts_snapshot (
      self->charts, &levels, snapshot, (float) lanes->x,
      (float) (top
               + (int) tv_row_get_line (&row, levels.first_level) * TV_LEVEL_HEIGHT));
  call = tv_trace_session_get_selected_call (self->context->session);
  if (call.thread == row.thread)
    draw_outline (self, snapshot, call, OUTLINE_WIDTH, 1, get_outline_color (self));
  gtk_snapshot_pop (snapshot);
}

static void
draw_ruler (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->context->ruler_area;
  guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  TvTimeScale scale;
  cairo_t *cr;

  tv_timeline_view_get_scale (self->view, &scale);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y,
                                     (float) area->width, (float) area->height));
  cairo_translate (cr, area->x, area->y);
  tv_ruler_draw (self->ruler, cr, &scale, area->height, factor, &self->context->colors);
  cairo_destroy (cr);
}

/* Prepares lanes and charts in sight for the range in view. */
static void
prepare_rows (TvTimelinePicture *self)
{
  TvTraceSession *session = self->context->session;
  const guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  const TvLaneMark mark = { tv_trace_session_get_selected_method (session),
                            tv_trace_session_get_selected_call (session) };
  g_autoptr (GArray) rows = tv_timeline_rows_list_in_sight (self->rows);
  g_autofree TvRowWish *lanes = g_new (TvRowWish, rows->len);
  g_autofree TvRowWish *charts = g_new (TvRowWish, rows->len);
  guint n_lanes = 0;
  guint n_charts = 0;
  TvTimeScale scale;
  TvLaneStyle style;
  TvRowSpan span;

  for (guint i = 0; i < rows->len; i++)
    {
      const guint row = g_array_index (rows, guint, i);
      const guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (thread != TV_THREAD_NONE)
        lanes[n_lanes++] = (TvRowWish){ thread, 0, 0 };
      if (get_levels_in_sight (self, row, &charts[n_charts]))
        n_charts++;
    }
  tv_timeline_view_get_scale (self->view, &scale);
  span = (TvRowSpan){ scale.start, scale.end,
                      (guint) self->context->rows_area.width * factor, factor };
  tv_timeline_lanes_set_bar_height (
      self->lanes,
      tv_row_get_bar_height (tv_timeline_rows_get_row_height (self->rows)));
  tv_timeline_lanes_prepare (self->lanes, &span, &mark, lanes, n_lanes);
  tv_timeline_lanes_get_style (self->lanes, &style);
  tv_timeline_charts_prepare (self->charts, &span, &style, charts, n_charts);
}

/* Draws the triangle that opens and closes a row, and narrows @area by it. */
static void
draw_triangle (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row,
               GdkRectangle *area)
{
  const gboolean open = tv_timeline_rows_get (self->rows, row).levels > 0;
  const GdkRectangle triangle = tv_timeline_rows_get_triangle (self->rows, area);

  tv_timeline_paint_icon (self->context, snapshot,
                          open ? "pan-down-symbolic" : "pan-end-symbolic", triangle.x,
                          area->y + (area->height - TV_TIMELINE_TRIANGLE_SIZE) / 2,
                          &self->context->text_color);
  area->width -= TV_TIMELINE_TRIANGLE_WIDTH;
  if (!tv_timeline_is_mirrored (self->context))
    area->x += TV_TIMELINE_TRIANGLE_WIDTH;
}

/* Draws a dimmed icon at the start or the end of a label, and narrows @area by it. */
static void
draw_icon (TvTimelinePicture *self, GtkSnapshot *snapshot, const char *name,
           gboolean at_end, GdkRectangle *area)
{
  const gboolean at_left = at_end == tv_timeline_is_mirrored (self->context);
  GdkRGBA color = self->context->text_color;

  color.alpha *= 0.75f;
  tv_timeline_paint_icon (self->context, snapshot, name,
                          at_left ? area->x
                                  : area->x + area->width - TV_TIMELINE_ICON_SIZE,
                          area->y + (area->height - TV_TIMELINE_ICON_SIZE) / 2, &color);
  area->width -= TV_TIMELINE_ICON_SIZE + ICON_GAP;
  if (at_left)
    area->x += TV_TIMELINE_ICON_SIZE + ICON_GAP;
}

/* Draws the line of idle threads: their number, and an arrow that shows whether it
 * is open. */
static void
draw_idle_line (TvTimelinePicture *self, GtkSnapshot *snapshot, int y, int height)
{
  const GdkRectangle *labels = &self->context->label_area;
  g_autofree char *text = tv_timeline_rows_dup_idle_text (self->rows);
  GdkRGBA color = self->context->text_color;
  GdkRectangle area
      = { labels->x + TV_TIMELINE_LABEL_MARGIN, y,
          MAX (labels->width - 2 * TV_TIMELINE_LABEL_MARGIN, TV_TIMELINE_ICON_SIZE),
          height };

  draw_icon (self, snapshot,
             tv_timeline_rows_get_choice (self->rows)->idle_open ? "pan-down-symbolic"
                                                                 : "pan-end-symbolic",
             FALSE, &area);
  color.alpha *= 0.75f;
  tv_timeline_paint_text (self->context, snapshot, text, &color, &area, FALSE);
}

static void
draw_label (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row, guint32 thread)
{
  GdkRectangle area;

  tv_timeline_rows_get_label_area (self->rows, row, &area);
  if (tv_timeline_levels_can_open (self->levels, row))
    draw_triangle (self, snapshot, row, &area);
  if (row < tv_timeline_rows_get_n_pinned (self->rows))
    draw_icon (self, snapshot, "view-pin-symbolic", TRUE, &area);
  tv_timeline_labels_snapshot (self->labels, thread, snapshot, &area,
                               &self->context->text_color);
}

/* Writes the name of a method into each stretch that it has to itself and that has room
 * for it. */
static void
draw_strip_names (TvTimelinePicture *self, GtkSnapshot *snapshot, guint32 thread,
                  const GdkRectangle *bar)
{
  const guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  const guint n_columns = (guint) bar->width * factor;
  const TvMethodSet *hits = tv_session_colors_get_hits (
      tv_trace_session_get_colors (self->context->session));
  const TvLaneData *lane = tv_timeline_lanes_get (self->lanes, thread);
  const TvLaneColumn *columns = lane != NULL ? lane->columns : NULL;
  guint start = 0;

  for (guint end; columns != NULL && start < n_columns; start = end)
    {
      const TvLaneColumn *column = &columns[start];

      for (end = start + 1; end < n_columns && columns[end].kind == column->kind
                            && columns[end].method == column->method;
           end++)
        ;
      if (column->kind == TV_LANE_SOLID
          && (hits == NULL || column->hit != TV_METHOD_NONE))
        tv_timeline_charts_snapshot_name (
            self->charts, column->method, snapshot,
            &(GdkRectangle){ bar->x + (int) (start / factor), bar->y,
                             (int) ((end - start) / factor), bar->height });
    }
}

/* A low row has no room for all of the tabs and brackets of its lane. */
static void
draw_strip (TvTimelinePicture *self, GtkSnapshot *snapshot, const TvTimelineRow *row,
            int y)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const guint height = (guint) row->height;
  const int top = (int) tv_row_get_bar_top (height);

  if (height < TV_ROW_HEIGHT)
    tv_timeline_push_clip (snapshot, lanes->x, y, lanes->width, (int) height);
  tv_timeline_lanes_snapshot (self->lanes, row->thread, snapshot, lanes->x,
                              y + top - TV_LANE_TAB_HEIGHT);
  draw_strip_names (self, snapshot, row->thread,
                    &(GdkRectangle){ lanes->x, y + top, lanes->width,
                                     (int) tv_row_get_bar_height (height) });
  if (height < TV_ROW_HEIGHT)
    gtk_snapshot_pop (snapshot);
}

static void
draw_row (TvTimelinePicture *self, GtkSnapshot *snapshot, guint index)
{
  TvTimelineRow row = tv_timeline_rows_get (self->rows, index);
  int y = (int) tv_timeline_rows_get_y (self->rows, index);

  if (row.kind == TV_TIMELINE_ROW_IDLE)
    {
      draw_idle_line (self, snapshot, y, (int) row.height);
      return;
    }
  draw_label (self, snapshot, index, row.thread);
  if (row.levels > 0)
    draw_chart (self, snapshot, index);
  else
    draw_strip (self, snapshot, &row, y);
}

/* Stripes come before all lanes, which overlap the next row a little. */
static void
draw_stripes (TvTimelinePicture *self, GtkSnapshot *snapshot,
              const TvTimelineBand *band)
{
  GdkRGBA stripe = tv_color_to_rgba (self->context->colors.stripe, 1);

  for (guint row = band->first | 1; row < band->first + band->n_rows; row += 2)
    {
      GdkRectangle area;
      if (tv_timeline_rows_get_area (self->rows, row, &area))
        tv_timeline_paint_box (snapshot, &stripe, area.x, area.y, area.width,
                               area.height);
    }
}

static void
draw_band_of_rows (TvTimelinePicture *self, GtkSnapshot *snapshot,
                   const TvTimelineBand *band)
{
  if (band->n_rows == 0)
    return;
  tv_timeline_push_clip (
      snapshot, MIN (self->context->label_area.x, self->context->rows_area.x), band->y,
      self->context->label_area.width + self->context->rows_area.width, band->height);
  draw_stripes (self, snapshot, band);
  for (guint row = band->first; row < band->first + band->n_rows; row++)
    draw_row (self, snapshot, row);
  gtk_snapshot_pop (snapshot);
}

/* Says why there are no rows. */
static void
draw_no_rows (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const char *text;

  if (tv_timeline_rows_get_n (self->rows) > 0)
    return;
  if (tv_timeline_rows_get_list (self->rows)->n_all == 0)
    text = _ ("No thread has events");
  else if (tv_timeline_rows_get_choice (self->rows)->filter != NULL)
    text = _ ("No thread matches");
  else
    text = _ ("All threads are hidden");
  tv_timeline_paint_note (self->context, snapshot, text, &self->context->rows_area,
                          TRUE);
}

static void
draw_rows (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  TvTimelineBand bands[2];

  tv_timeline_rows_get_bands (self->rows, bands);
  draw_no_rows (self, snapshot);
  if (bands[0].n_rows + bands[1].n_rows == 0)
    return;
  tv_timeline_levels_fold (self->levels);
  prepare_rows (self);
  draw_band_of_rows (self, snapshot, &bands[0]);
  draw_band_of_rows (self, snapshot, &bands[1]);
  if (bands[0].n_rows > 0)
    tv_timeline_paint_box (snapshot, &self->context->line_color, 0, bands[1].y - 1,
                           gtk_widget_get_width (self->context->widget), 1);
}

static void
draw_lines (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const TvTimelineContext *context = self->context;
  const GdkRectangle *labels = &context->label_area;
  const GdkRGBA *color = &context->line_color;
  const int width = gtk_widget_get_width (context->widget);
  const int divider
      = tv_timeline_is_mirrored (context) ? labels->x : labels->x + labels->width - 1;
  const int top = context->ruler_area.y;
  const int bottom = context->rows_area.y + context->rows_area.height;

  tv_timeline_paint_box (snapshot, color, 0, top - 1, width, 1);
  tv_timeline_paint_box (snapshot, color, 0, context->rows_area.y - 1, width, 1);
  tv_timeline_paint_box (snapshot, color, divider, top, 1, bottom - top);
}

static void
draw_all (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  if (self->context->session != NULL
      && tv_timeline_rows_get_layout (self->rows) != NULL)
    {
      draw_ruler (self, snapshot);
      draw_rows (self, snapshot);
    }
  draw_lines (self, snapshot);
}

void
tv_timeline_picture_snapshot (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  if (self->node == NULL)
    {
      GtkSnapshot *picture = gtk_snapshot_new ();

      draw_all (self, picture);
      self->node = gtk_snapshot_free_to_node (picture);
    }
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
}

static void
draw_hover (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  GdkRectangle area;
  GdkRGBA color = tv_color_to_rgba (self->context->colors.text, 0.07f);

  if (!tv_timeline_rows_get_area (self->rows, (guint) self->context->hover.row, &area))
    return;
  tv_timeline_paint_box (snapshot, &color, self->context->label_area.x, area.y,
                         self->context->label_area.width, area.height);
  color.alpha = 0.14f;
  tv_timeline_paint_box (snapshot, &color, area.x, area.y, area.width, 1);
  tv_timeline_paint_box (snapshot, &color, area.x, area.y + area.height - 1, area.width,
                         1);
}

/* Marks the current row at the outer edge of its label. */
static void
draw_current_row (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *labels = &self->context->label_area;
  const gint row = tv_timeline_rows_get_current (self->rows);
  GdkRGBA color = self->context->accent_color;
  GdkRectangle area;
  int x;

  if (row < 0 || !tv_timeline_rows_get_area (self->rows, (guint) row, &area))
    return;
  x = tv_timeline_is_mirrored (self->context) ? area.x + area.width - MARK_WIDTH
                                              : area.x;
  color.alpha = 0.16f;
  tv_timeline_paint_box (snapshot, &color, labels->x, area.y, labels->width,
                         area.height);
  color.alpha = 1;
  tv_timeline_paint_box (snapshot, &color, x, area.y, MARK_WIDTH, area.height);
}

/* Outlines the box under the pointer, in a row that shows the stack. */
static void
draw_hovered_box (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvTimelineHover *hover = &self->context->hover;
  GdkRectangle row;

  if (hover->call.thread == TV_THREAD_NONE
      || tv_timeline_rows_get (self->rows, (guint) hover->row).levels == 0
      || !tv_timeline_rows_get_area (self->rows, (guint) hover->row, &row))
    return;
  tv_timeline_push_clip (snapshot, lanes->x, row.y, lanes->width, row.height);
  draw_outline (self, snapshot, hover->call, 1, 1, get_outline_color (self));
  gtk_snapshot_pop (snapshot);
}

/* The ring closes in on the selected call and fades in the second half. */
static void
draw_ring (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  GdkRGBA color = self->context->accent_color;

  if (self->ring_tick == 0 || call.thread == TV_THREAD_NONE)
    return;
  color.alpha = (float) CLAMP (2 - 2 * self->ring_part, 0, 1);
  tv_timeline_push_clip (snapshot, lanes->x, lanes->y, lanes->width, lanes->height);
  draw_outline (self, snapshot, call, RING_WIDTH,
                (float) (RING_REACH * (1 - self->ring_part)) + RING_WIDTH, color);
  gtk_snapshot_pop (snapshot);
}

static gboolean
move_ring (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimelinePicture *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->ring_start == 0)
    self->ring_start = now;
  self->ring_part = (double) (now - self->ring_start) / RING_TIME;
  gtk_widget_queue_draw (widget);
  if (self->ring_part < 1)
    return G_SOURCE_CONTINUE;
  self->ring_tick = 0;
  return G_SOURCE_REMOVE;
}

/* Leads the eye to the selected call, unless the user wants no animations. */
void
tv_timeline_picture_flash_call (TvTimelinePicture *self)
{
  GtkWidget *widget = self->context->widget;
  gboolean animated = FALSE;

  g_object_get (gtk_widget_get_settings (widget), "gtk-enable-animations", &animated,
                NULL);
  if (!animated)
    return;
  self->ring_start = 0;
  self->ring_part = 0;
  if (self->ring_tick == 0)
    self->ring_tick = gtk_widget_add_tick_callback (widget, move_ring, self, NULL);
}

static gboolean
pick_in_chart (TvTimelinePicture *self, guint row, double x, double y, TvCallRef *call)
{
  guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  const TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);
  const double below
      = y - (double) tv_timeline_rows_get_y (self->rows, row) - TV_LANE_TAB_HEIGHT;
  TvChartBox box;

  if (x < 0 || below < (shown.folded > 0 ? TV_LEVEL_HEIGHT : 0)
      || below >= (double) shown.levels * TV_LEVEL_HEIGHT
      || !tv_timeline_charts_find (
          self->charts, shown.thread,
          (guint) tv_row_get_level (&shown, (gint64) (below / TV_LEVEL_HEIGHT)),
          (guint) (x * factor), &box))
    return FALSE;
  *call = (TvCallRef){ shown.thread, box.call };
  return TRUE;
}

/* A column of several calls stands for the method drawn there. */
static gboolean
pick_in_column (TvTimelinePicture *self, guint32 thread, const TvTimeScale *scale,
                double x, TvCallRef *call)
{
  guint factor = (guint) gtk_widget_get_scale_factor (self->context->widget);
  guint n_columns = (guint) self->context->rows_area.width * factor;
  guint column = MIN ((guint) (x * factor), n_columns - 1);
  const TvLaneData *lane = tv_timeline_lanes_get (self->lanes, thread);
  const TvLaneColumn *shown;
  gint64 start;
  gint64 end;

  if (lane == NULL || column >= lane->row.span.n_columns)
    return FALSE;
  shown = &lane->columns[column];
  if (shown->method == TV_METHOD_NONE || shown->kind != TV_LANE_MIXED)
    return FALSE;
  tv_lane_column_range (scale->start, scale->end, n_columns, column, &start, &end);
  return tv_call_in_column (tv_trace_session_get_stacks (self->context->session),
                            thread, start, end, shown->method, call);
}

gboolean
tv_timeline_picture_pick (TvTimelinePicture *self, double x, double y, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;
  double lane_x;
  gint row = tv_timeline_rows_get_at (self->rows, y);

  if (self->context->session == NULL || row < 0
      || !tv_timeline_area_contains (&self->context->rows_area, x, y))
    return FALSE;

  thread = tv_timeline_rows_get (self->rows, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  lane_x = x - self->context->rows_area.x;
  if (tv_timeline_rows_get (self->rows, (guint) row).levels > 0)
    return pick_in_chart (self, (guint) row, lane_x, y, call);
  tv_timeline_view_get_scale (self->view, &scale);
  if (pick_in_column (self, thread, &scale, lane_x, call))
    return TRUE;
  return tv_call_at (tv_trace_session_get_stacks (self->context->session), thread,
                     tv_time_scale_to_time (&scale, lane_x), call);
}

/* Returns where a call is drawn; FALSE if it is not in view. */
gboolean
tv_timeline_picture_get_call_area (TvTimelinePicture *self, TvCallRef call,
                                   GdkRectangle *area)
{
  const guint height = tv_timeline_rows_get_row_height (self->rows);
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double left;
  double right;
  gint row;

  if (self->context->session == NULL
      || tv_timeline_rows_get_layout (self->rows) == NULL)
    return FALSE;
  row = tv_timeline_rows_find (self->rows, call.thread);
  if (row < 0)
    return FALSE;

  tv_timeline_view_get_scale (self->view, &scale);
  tv_timeline_view_get_call_times (self->view, call, &start, &end);
  left = tv_time_scale_to_x (&scale, start);
  right = tv_time_scale_to_x (&scale, end);
  if (right < 0 || left >= scale.width)
    return FALSE;

  /* Round as the pictures of lanes do. */
  left = CLAMP (floor (left + 0.5), 0, scale.width - 1);
  right = CLAMP (floor (right + 0.5), left + 1, scale.width);
  area->x = self->context->rows_area.x + (int) left;
  area->width = MAX ((int) right - (int) left, 1);
  area->y = (int) CLAMP (tv_timeline_rows_get_y (self->rows, (guint) row), -FAR_AWAY,
                         FAR_AWAY)
            + (int) tv_row_get_bar_top (height);
  area->height = (int) tv_row_get_bar_height (height);
  tv_timeline_rows_get_level_area (self->rows, (guint) row, call, area);
  return TRUE;
}

/* Draws what changes without the picture over it: the hovered row and call, the current
 * row, and the ring. */
void
tv_timeline_picture_snapshot_hover (TvTimelinePicture *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *rows = &self->context->rows_area;

  if (tv_timeline_rows_get_layout (self->rows) == NULL)
    return;
  tv_timeline_push_clip (snapshot, 0, rows->y,
                         gtk_widget_get_width (self->context->widget), rows->height);
  if (self->context->hover.row >= 0)
    {
      draw_hover (self, snapshot);
      draw_hovered_box (self, snapshot);
    }
  draw_current_row (self, snapshot);
  draw_ring (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

int
tv_timeline_picture_get_ruler_height (TvTimelinePicture *self)
{
  return (int) (tv_ruler_get_height (self->ruler) + 0.5);
}

int
tv_timeline_picture_get_text_height (TvTimelinePicture *self)
{
  return tv_timeline_labels_get_text_height (self->labels);
}

/* Returns the width that the labels of the first rows need. */
int
tv_timeline_picture_measure_labels (TvTimelinePicture *self, guint n_rows)
{
  int width = 0;

  n_rows = MIN (n_rows, tv_timeline_rows_get_n (self->rows));
  for (guint row = 0; row < n_rows; row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (thread != TV_THREAD_NONE)
        width = MAX (width, tv_timeline_labels_measure (self->labels, thread));
    }
  return width;
}

/* Clears the labels of the ruler that a chip over it would cut through. */
void
tv_timeline_picture_clear_ruler (TvTimelinePicture *self, GtkSnapshot *snapshot,
                                 TvChip *chip)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRGBA ground = tv_color_to_rgba (self->context->colors.background, 1);
  TvTimeScale scale;
  graphene_rect_t covered;
  double left;
  double right;
  double bottom;

  if (!tv_timeline_measure_chip (self->context->widget, chip, &covered))
    return;
  left = covered.origin.x - ruler->x;
  right = left + covered.size.width;
  tv_timeline_view_get_scale (self->view, &scale);
  tv_ruler_widen_over_labels (self->ruler, &scale, &left, &right, &bottom);
  tv_timeline_paint_box (snapshot, &ground, ruler->x + left, ruler->y, right - left,
                         bottom);
}

/* Drops the node. Lanes keep their pictures. */
void
tv_timeline_picture_forget (TvTimelinePicture *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

/* Fonts or the text direction changed. */
void
tv_timeline_picture_forget_fonts (TvTimelinePicture *self)
{
  tv_ruler_forget_layouts (self->ruler);
  tv_timeline_labels_forget (self->labels);
  tv_timeline_charts_refresh_names (self->charts, NULL);
}

/* Methods have other names. */
void
tv_timeline_picture_forget_names (TvTimelinePicture *self)
{
  tv_timeline_charts_refresh_names (
      self->charts, tv_trace_session_get_stacks (self->context->session));
}

/* Colours of the theme or of methods changed, or others stand out. */
void
tv_timeline_picture_update_colors (TvTimelinePicture *self)
{
  const TvDrawColors *colors = &self->context->colors;

  if (self->context->session != NULL)
    {
      TvSessionColors *methods = tv_trace_session_get_colors (self->context->session);
      TvMethodSet *lit = tv_session_colors_get_lit (methods);

      tv_timeline_lanes_set_hits (self->lanes, lit);
      tv_timeline_charts_set_hits (self->charts, lit);
      tv_timeline_lanes_set_colors (
          self->lanes, colors, tv_session_colors_get_methods (methods, colors->dark));
    }
  tv_timeline_charts_forget_colors (self->charts);
}

/* Shows another trace, or none. */
void
tv_timeline_picture_set_session (TvTimelinePicture *self, TvTraceSession *session)
{
  TvTrace *trace = session != NULL ? tv_trace_session_get_trace (session) : NULL;

  tv_timeline_labels_set_trace (self->labels, trace);
  tv_timeline_lanes_set_trace (self->lanes, trace);
  tv_timeline_charts_set_stacks (
      self->charts, session != NULL ? tv_trace_session_get_stacks (session) : NULL);
}

static void
on_rows_ready (gpointer data)
{
  TvTimelinePicture *self = data;

  tv_timeline_redraw (self->context);
  tv_timeline_queue_update (self->context);
}

TvTimelinePicture *
tv_timeline_picture_new (const TvTimelineContext *context, TvTimelineView *view,
                         TvTimelineRows *rows, TvTimelineLevels *levels,
                         TvTimelineFilter *filter)
{
  TvTimelinePicture *self = g_new0 (TvTimelinePicture, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->levels = levels;
  self->filter = filter;
  self->labels = tv_timeline_labels_new (context->widget);
  self->ruler = tv_ruler_new (gtk_widget_get_pango_context (context->widget));
  self->lanes = tv_timeline_lanes_new (on_rows_ready, self);
  self->charts = tv_timeline_charts_new (context->widget, on_rows_ready, self);
  return self;
}

void
tv_timeline_picture_free (TvTimelinePicture *self)
{
  if (self->ring_tick != 0)
    gtk_widget_remove_tick_callback (self->context->widget, self->ring_tick);
  tv_timeline_picture_set_session (self, NULL);
  tv_timeline_lanes_free (self->lanes);
  tv_timeline_charts_free (self->charts);
  tv_timeline_labels_free (self->labels);
  tv_ruler_free (self->ruler);
  tv_timeline_picture_forget (self);
  g_free (self);
}
