/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-picture.h"

#include "analysis/lookup/call-query.h"
#include "draw/ruler.h"
#include "trace/model/trace-system.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/timeline-charts.h"
#include "ui/timeline/timeline-labels.h"
#include "ui/timeline/timeline-lanes.h"
#include "ui/timeline/timeline-tracks.h"
#include <glib/gi18n-lib.h>
#include <math.h>

#define OUTLINE_WIDTH 2

/* Minimum width of the outline of a call. */
#define MIN_OUTLINE_WIDTH 4

/* Space between an icon and its text. */
#define ICON_GAP 4

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
  TvTimelineTracks *tracks;
  TvTimelineLabels *labels;
  TvRuler *ruler;
  GskRenderNode *node; /* everything that does not follow the pointer; or NULL */
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

/* Draws a border around a call, @reach pixels off its middle line, in the colour of
 * text if
 * @color is NULL. */
void
tv_timeline_picture_draw_outline (TvTimelinePicture *self, GtkSnapshot *snapshot,
                                  TvCallRef call, float width, float reach,
                                  const GdkRGBA *color)
{
  GdkRGBA text = self->context->text_color;
  GdkRectangle area;

  text.alpha = 1;
  if (!tv_timeline_picture_get_call_area (self, call, &area))
    return;
  if (area.width < MIN_OUTLINE_WIDTH)
    {
      area.x -= (MIN_OUTLINE_WIDTH - area.width) / 2;
      area.width = MIN_OUTLINE_WIDTH;
    }
  tv_timeline_paint_border (snapshot, &area, reach, 1 + reach, width,
                            color != NULL ? color : &text);
}

/* Lights a word in the colour of the selected method. */
static PangoAttrList *
light_word (TvTimelinePicture *self, gsize start, gsize length)
{
  TvTraceSession *session = self->context->session;
  const TvColor color = tv_session_colors_get_color (
      tv_trace_session_get_colors (session), self->context->colors.dark,
      tv_trace_session_get_selected_method (session));
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *const looks[]
      = { pango_attr_weight_new (PANGO_WEIGHT_BOLD),
          pango_attr_background_new (color.red * 257, color.green * 257,
                                     color.blue * 257) };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      looks[i]->start_index = (guint) start;
      looks[i]->end_index = (guint) (start + length);
      pango_attr_list_insert (attributes, looks[i]);
    }
  return attributes;
}

/* Draws the line of the folded levels of a row. The selected method is lit there. */
static void
draw_folded (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row, int top)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const GdkRectangle line = { lanes->x, top, lanes->width, TV_CHART_BOX_HEIGHT };
  const GdkRectangle place = { line.x + TV_TIMELINE_LABEL_MARGIN, line.y,
                               line.width - 2 * TV_TIMELINE_LABEL_MARGIN, line.height };
  gsize lit;
  gsize n_lit;
  g_autofree char *text
      = tv_timeline_levels_dup_folded (self->levels, row, " › ", &lit, &n_lit);
  g_autoptr (PangoAttrList) attributes
      = n_lit > 0 ? light_word (self, lit, n_lit) : NULL;
  GdkRGBA ground = self->context->text_color;

  ground.alpha *= 0.08f;
  tv_timeline_paint_box (snapshot, &ground, line.x, line.y, line.width, line.height);
  tv_timeline_paint_note (self->context, snapshot, text, attributes, &place, FALSE);
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
    tv_timeline_picture_draw_outline (self, snapshot, call, OUTLINE_WIDTH, 1, NULL);
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

/* Returns the part of a row beside its calls, with a level for each pixel of its
 * height. Only a folded group has such a part. */
static gboolean
get_track_wish (TvTimelinePicture *self, const TvTimelineRow *row, TvRowWish *wish)
{
  *wish = (TvRowWish){ row->key, 0,
                       row->kind == TV_TIMELINE_ROW_THREAD
                           ? TV_STATES_HEIGHT
                           : tv_row_get_bar_height ((guint) row->height) };
  if (row->kind == TV_TIMELINE_ROW_THREAD)
    return tv_trace_has_states (tv_trace_session_get_trace (self->context->session));
  return row->kind != TV_TIMELINE_ROW_IDLE && !row->is_open;
}

/* Prepares lanes, charts and tracks in sight for the range in view. */
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
  g_autofree TvRowWish *tracks = g_new (TvRowWish, rows->len);
  guint n_lanes = 0;
  guint n_charts = 0;
  guint n_tracks = 0;
  TvTimeScale scale;
  TvLaneStyle style;
  TvRowSpan span;

  for (guint i = 0; i < rows->len; i++)
    {
      const guint row = g_array_index (rows, guint, i);
      const TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);

      if (shown.thread != TV_THREAD_NONE)
        lanes[n_lanes++] = (TvRowWish){ shown.thread, 0, 0 };
      if (get_track_wish (self, &shown, &tracks[n_tracks]))
        n_tracks++;
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
  tv_timeline_tracks_prepare (self->tracks, tv_timeline_rows_get_threads (self->rows),
                              &span, tracks, n_tracks);
}

/* Draws the triangle that opens and closes a row, and narrows @area by it. */
static void
draw_triangle (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row,
               GdkRectangle *area)
{
  const TvTimelineRow shown = tv_timeline_rows_get (self->rows, row);
  const gboolean open = shown.levels > 0 || shown.is_open;
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
draw_label (TvTimelinePicture *self, GtkSnapshot *snapshot, guint row, guint32 key)
{
  GdkRectangle area;

  tv_timeline_rows_get_label_area (self->rows, row, &area);
  if (tv_timeline_levels_can_open (self->levels, row))
    draw_triangle (self, snapshot, row, &area);
  if (row < tv_timeline_rows_get_n_pinned (self->rows))
    draw_icon (self, snapshot, "view-pin-symbolic", TRUE, &area);
  tv_timeline_labels_snapshot (self->labels, tv_timeline_rows_get_threads (self->rows),
                               key, snapshot, &area, &self->context->text_color);
}

/* Writes the name of a method into each stretch that belongs to it alone and has room
 * for the name. */
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

/* Begins to draw what a row has of the method trace or of the system trace. Returns
 * whether that is being moved. */
static gboolean
begin_part (TvTimelinePicture *self, GtkSnapshot *snapshot, gboolean has_methods)
{
  const TvTimelineMove *move = &self->context->move;
  const GdkRectangle *lanes = &self->context->rows_area;
  TvTimeScale scale;
  double by;

  if (move->by == 0 || move->moves_calls != has_methods)
    return FALSE;
  tv_timeline_view_get_scale (self->view, &scale);
  by = round ((double) move->by / tv_time_scale_get_pixel_time (&scale));
  tv_timeline_push_clip (snapshot, lanes->x, lanes->y, lanes->width, lanes->height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) by, 0));
  return TRUE;
}

static void
end_part (GtkSnapshot *snapshot, gboolean is_moved)
{
  if (!is_moved)
    return;
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
}

/* Draws the header of a group. While it is folded, it shows the activity of the group,
 * and the place of the selected call if that is one of its calls. */
static void
draw_group (TvTimelinePicture *self, GtkSnapshot *snapshot, guint index, int y)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvTimelineRow row = tv_timeline_rows_get (self->rows, index);
  const TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  GdkRGBA ground = self->context->text_color;
  GdkRectangle area;
  TvRowWish wish;
  gboolean is_moved;

  ground.alpha *= 0.08f;
  if (tv_timeline_rows_get_area (self->rows, index, &area))
    tv_timeline_paint_box (snapshot, &ground, area.x, area.y, area.width, area.height);
  draw_label (self, snapshot, index, row.key);
  if (!get_track_wish (self, &row, &wish))
    return;
  is_moved = begin_part (self, snapshot, FALSE);
  tv_timeline_tracks_snapshot (self->tracks, &wish, snapshot, lanes->x,
                               y + (int) tv_row_get_bar_top ((guint) row.height));
  end_part (snapshot, is_moved);
  if (tv_timeline_rows_find_shown (self->rows, call.thread) == (gint) index)
    tv_timeline_picture_draw_outline (self, snapshot, call, OUTLINE_WIDTH, 1, NULL);
}

/* Draws a row without a thread, or the states of a thread at its lower edge. */
static void
draw_track (TvTimelinePicture *self, GtkSnapshot *snapshot, const TvTimelineRow *row,
            int y)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  TvRowWish wish;
  int top;

  if (!get_track_wish (self, row, &wish))
    return;
  top = row->kind == TV_TIMELINE_ROW_THREAD
            ? (int) MIN (row->height, FAR_AWAY) - TV_STATES_HEIGHT - 1
            : (int) tv_row_get_bar_top ((guint) row->height);
  tv_timeline_tracks_snapshot (self->tracks, &wish, snapshot, lanes->x, y + top);
}

static void
draw_row (TvTimelinePicture *self, GtkSnapshot *snapshot, guint index)
{
  TvTimelineRow row = tv_timeline_rows_get (self->rows, index);
  int y = (int) tv_timeline_rows_get_y (self->rows, index);
  gboolean is_moved;

  if (row.kind == TV_TIMELINE_ROW_IDLE)
    {
      draw_idle_line (self, snapshot, y, (int) row.height);
      return;
    }
  if (row.kind == TV_TIMELINE_ROW_GROUP)
    {
      draw_group (self, snapshot, index, y);
      return;
    }
  draw_label (self, snapshot, index, row.key);
  is_moved = begin_part (self, snapshot, FALSE);
  draw_track (self, snapshot, &row, y);
  end_part (snapshot, is_moved);
  is_moved = begin_part (self, snapshot,
                         tv_timeline_has_methods (self->context, row.thread));
  if (row.levels > 0)
    draw_chart (self, snapshot, index);
  else if (row.kind == TV_TIMELINE_ROW_THREAD)
    draw_strip (self, snapshot, &row, y);
  end_part (snapshot, is_moved);
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

/* Writes the reason why there are no rows. */
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
  tv_timeline_paint_note (self->context, snapshot, text, NULL,
                          &self->context->rows_area, TRUE);
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

/* Returns the place of a call, for a folded group in its header; FALSE if it is not in
 * view. */
gboolean
tv_timeline_picture_get_call_area (TvTimelinePicture *self, TvCallRef call,
                                   GdkRectangle *area)
{
  guint height = tv_timeline_rows_get_row_height (self->rows);
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double left;
  double right;
  gint row;

  if (self->context->session == NULL
      || tv_timeline_rows_get_layout (self->rows) == NULL)
    return FALSE;
  row = tv_timeline_rows_find_shown (self->rows, call.thread);
  if (row < 0)
    return FALSE;
  if (tv_timeline_rows_get_group (self->rows, (guint) row) >= 0)
    height = (guint) tv_timeline_rows_get (self->rows, (guint) row).height;

  tv_timeline_view_get_scale (self->view, &scale);
  tv_timeline_view_get_call_times (self->view, call, &start, &end);
  left = tv_time_scale_to_x (&scale, start);
  right = tv_time_scale_to_x (&scale, end);
  if (right < 0 || left >= scale.width)
    return FALSE;

  /* Round like the pictures of lanes. */
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
      const guint32 key = tv_timeline_rows_get (self->rows, row).key;
      const int indent = tv_timeline_rows_is_member (self->rows, row)
                             ? TV_TIMELINE_TRIANGLE_WIDTH
                             : 0;

      if (key != TV_THREAD_NONE)
        width = MAX (width,
                     tv_timeline_labels_measure (
                         self->labels, tv_timeline_rows_get_threads (self->rows), key)
                         + indent);
    }
  return width;
}

/* Clears the labels of the ruler that a chip over it would cut. */
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

/* Handles other fonts or another text direction. */
void
tv_timeline_picture_forget_fonts (TvTimelinePicture *self)
{
  tv_ruler_forget_layouts (self->ruler);
  tv_timeline_labels_forget (self->labels);
  tv_timeline_charts_refresh_names (self->charts, NULL);
}

/* Handles other names of methods. */
void
tv_timeline_picture_forget_names (TvTimelinePicture *self)
{
  tv_timeline_charts_refresh_names (
      self->charts, tv_trace_session_get_stacks (self->context->session));
}

/* Handles other colours of the theme or of methods, or other methods that stand out. */
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
  tv_timeline_tracks_redraw (self->tracks);
}

/* Shows another trace, or none. */
void
tv_timeline_picture_set_session (TvTimelinePicture *self, TvTraceSession *session)
{
  TvTrace *trace = session != NULL ? tv_trace_session_get_trace (session) : NULL;

  tv_timeline_labels_set_session (self->labels, session);
  tv_timeline_lanes_set_trace (self->lanes, trace);
  tv_timeline_tracks_forget (self->tracks);
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
  self->tracks = tv_timeline_tracks_new (context, on_rows_ready, self);
  return self;
}

void
tv_timeline_picture_free (TvTimelinePicture *self)
{
  tv_timeline_picture_set_session (self, NULL);
  tv_timeline_lanes_free (self->lanes);
  tv_timeline_charts_free (self->charts);
  tv_timeline_tracks_free (self->tracks);
  tv_timeline_labels_free (self->labels);
  tv_ruler_free (self->ruler);
  tv_timeline_picture_forget (self);
  g_free (self);
}
