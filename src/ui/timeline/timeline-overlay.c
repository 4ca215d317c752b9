/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-overlay.h"

#include "trace/model/trace-details.h"
#include "ui/timeline/timeline-tracks.h"

/* Width of the bar that marks the current row. */
#define MARK_WIDTH 3

/* A ring leads the eye to the call that was jumped to: its largest distance and its
 * width in pixels, and its time in microseconds. */
#define RING_REACH 16
#define RING_WIDTH 3
#define RING_TIME 600000.0

/* The head of the arrow of a flow, in pixels, and the most arrows that are drawn. */
#define ARROW_HEAD 8
#define MOST_ARROWS 100u

/* Space between the pointer and the text beside it. */
#define VALUE_GAP 12

struct _TvTimelineOverlay
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvTimelinePicture *picture;

  GArray *flows;         /* of TvFlow: those of a call */
  const TvTrace *traced; /* the trace of that call, to compare */
  TvCallRef flowing;     /* that call */

  guint ring_tick;   /* while there is a ring, or 0 */
  gint64 ring_start; /* the time of its first frame, or 0 */
  double ring_part;  /* the part of its time that is over */
};

/* Returns the text about the row of a counter or a processor under the pointer, or
 * NULL.
 */
char *
tv_timeline_overlay_dup_value (TvTimelineOverlay *self)
{
  const TvTimelineHover *hover = &self->context->hover;
  TvTimelineRow row;
  TvTimeScale scale;

  if (self->context->session == NULL || hover->row < 0
      || !tv_timeline_area_contains (&self->context->rows_area, hover->x, hover->y))
    return NULL;
  row = tv_timeline_rows_get (self->rows, (guint) hover->row);
  if (row.kind != TV_TIMELINE_ROW_COUNTER && row.kind != TV_TIMELINE_ROW_CPU)
    return NULL;
  tv_timeline_view_get_scale (self->view, &scale);
  return tv_timeline_tracks_dup_text (
      self->context->session, row.key,
      tv_time_scale_to_time (&scale, hover->x - self->context->rows_area.x));
}

static void
draw_hover (TvTimelineOverlay *self, GtkSnapshot *snapshot)
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
draw_current_row (TvTimelineOverlay *self, GtkSnapshot *snapshot)
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

/* Writes the value of a counter or a processor beside the pointer. */
static void
draw_value (TvTimelineOverlay *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvTimelineHover *hover = &self->context->hover;
  const GdkRGBA ground = tv_color_to_rgba (self->context->colors.background, 0.85f);
  g_autofree char *text = tv_timeline_overlay_dup_value (self);
  g_autoptr (PangoLayout) layout = NULL;
  GdkRectangle row;
  int width;
  int height;
  int x;
  int y;

  if (text == NULL || !tv_timeline_rows_get_area (self->rows, (guint) hover->row, &row))
    return;
  layout = gtk_widget_create_pango_layout (self->context->widget, text);
  pango_layout_get_pixel_size (layout, &width, &height);
  x = (int) hover->x + VALUE_GAP;
  if (x + width > lanes->x + lanes->width)
    x = MAX ((int) hover->x - VALUE_GAP - width, lanes->x);
  y = row.y + (row.height - height) / 2;
  tv_timeline_push_clip (snapshot, lanes->x, row.y, lanes->width, row.height);
  tv_timeline_paint_box (snapshot, &ground, x - 3, y, width + 6, height);
  tv_timeline_paint_layout (snapshot, layout, (float) x, (float) y,
                            &self->context->text_color);
  gtk_snapshot_pop (snapshot);
}

/* Outlines the box under the pointer, in a row that shows the stack. */
static void
draw_hovered_box (TvTimelineOverlay *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvTimelineHover *hover = &self->context->hover;
  GdkRectangle row;

  if (hover->call.thread == TV_THREAD_NONE
      || tv_timeline_rows_get (self->rows, (guint) hover->row).levels == 0
      || !tv_timeline_rows_get_area (self->rows, (guint) hover->row, &row))
    return;
  tv_timeline_push_clip (snapshot, lanes->x, row.y, lanes->width, row.height);
  tv_timeline_picture_draw_outline (self->picture, snapshot, hover->call, 1, 1, NULL);
  gtk_snapshot_pop (snapshot);
}

/* Finds the flows of the selected call, once for each selection. */
static void
find_flows (TvTimelineOverlay *self)
{
  const TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  const TvCallRef call = tv_trace_session_get_selected_call (self->context->session);

  if (trace == self->traced && call.thread == self->flowing.thread
      && call.call == self->flowing.call)
    return;
  self->traced = trace;
  self->flowing = call;
  g_array_set_size (self->flows, 0);
  for (gsize i = 0; call.thread != TV_THREAD_NONE && i < tv_trace_get_n_flows (trace);
       i++)
    {
      const TvFlow flow = tv_trace_get_flow (trace, i);

      if ((flow.from.thread == call.thread && flow.from.call == call.call)
          || (flow.to.thread == call.thread && flow.to.call == call.call))
        g_array_append_val (self->flows, flow);
    }
}

/* Draws an arrow from a call to the beginning of another. */
static void
draw_arrow (cairo_t *cr, const GdkRectangle *from, const GdkRectangle *to)
{
  const double x = CLAMP (to->x, from->x, from->x + from->width);
  const double y = from->y + from->height / 2.0;
  const double end_y = to->y + to->height / 2.0;
  const double head = end_y >= y ? -ARROW_HEAD : ARROW_HEAD;

  cairo_move_to (cr, x, y);
  cairo_curve_to (cr, x, (y + end_y) / 2, to->x, (y + end_y) / 2, to->x, end_y);
  cairo_stroke (cr);
  cairo_move_to (cr, to->x, end_y);
  cairo_line_to (cr, to->x - ARROW_HEAD / 2.0, end_y + head);
  cairo_line_to (cr, to->x + ARROW_HEAD / 2.0, end_y + head);
  cairo_fill (cr);
}

/* Draws the flows from and to the selected call, between calls in view. */
static void
draw_flows (TvTimelineOverlay *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *rows = &self->context->rows_area;
  cairo_t *cr;

  if (self->context->session == NULL)
    return;
  find_flows (self);
  if (self->flows->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) rows->x, (float) rows->y,
                                     (float) rows->width, (float) rows->height));
  gdk_cairo_set_source_rgba (cr, &self->context->text_color);
  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < MIN (self->flows->len, MOST_ARROWS); i++)
    {
      const TvFlow *flow = &g_array_index (self->flows, TvFlow, i);
      GdkRectangle from;
      GdkRectangle to;

      if (tv_timeline_picture_get_call_area (self->picture, flow->from, &from)
          && tv_timeline_picture_get_call_area (self->picture, flow->to, &to))
        draw_arrow (cr, &from, &to);
    }
  cairo_destroy (cr);
}

/* The ring closes in on the selected call and fades in the second half. */
static void
draw_ring (TvTimelineOverlay *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  GdkRGBA color = self->context->accent_color;

  if (self->ring_tick == 0 || call.thread == TV_THREAD_NONE)
    return;
  color.alpha = (float) CLAMP (2 - 2 * self->ring_part, 0, 1);
  tv_timeline_push_clip (snapshot, lanes->x, lanes->y, lanes->width, lanes->height);
  tv_timeline_picture_draw_outline (
      self->picture, snapshot, call, RING_WIDTH,
      (float) (RING_REACH * (1 - self->ring_part)) + RING_WIDTH, &color);
  gtk_snapshot_pop (snapshot);
}

static gboolean
move_ring (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimelineOverlay *self = data;
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

/* Leads the eye to the selected call, unless animations are disabled. */
void
tv_timeline_overlay_flash_call (TvTimelineOverlay *self)
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

/* Draws the parts over the picture that change without it: the hovered row and call,
 * the current row, and the ring. */
void
tv_timeline_overlay_snapshot (TvTimelineOverlay *self, GtkSnapshot *snapshot)
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
      draw_value (self, snapshot);
    }
  draw_current_row (self, snapshot);
  draw_flows (self, snapshot);
  draw_ring (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

TvTimelineOverlay *
tv_timeline_overlay_new (const TvTimelineContext *context, TvTimelineView *view,
                         TvTimelineRows *rows, TvTimelinePicture *picture)
{
  TvTimelineOverlay *self = g_new0 (TvTimelineOverlay, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->picture = picture;
  self->flows = g_array_new (FALSE, FALSE, sizeof (TvFlow));
  return self;
}

void
tv_timeline_overlay_free (TvTimelineOverlay *self)
{
  if (self->ring_tick != 0)
    gtk_widget_remove_tick_callback (self->context->widget, self->ring_tick);
  g_array_unref (self->flows);
  g_free (self);
}
