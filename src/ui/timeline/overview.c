/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/overview.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/time-text.h"
#include "draw/overview-raster.h"
#include "draw/time-scale.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/row-list.h"
#include "ui/timeline/timeline-notes.h"
#include "ui/timeline/timeline-status.h"
#include "ui/timeline/timeline-view.h"
#include <glib/gi18n-lib.h>
#include <math.h>

/* Distance at which the pointer grabs an edge of the window. Inside the window it is
 * limited to a share of the width, so that there is room to move the window. */
#define EDGE_REACH 6
#define EDGE_REACH_INSIDE 3
#define EDGE_PART_INSIDE 0.2

/* A press that moves less is a click. */
#define CLICK_REACH 3

#define WHEEL_PAN_SHARE 0.1

#define HEIGHT 32

/* The size of a note's tick. */
#define NOTE_HEIGHT 8

/* Space above and below the columns. */
#define MARGIN 3

#define MIN_WIDTH 40

/* Pixels of a square in the legend, and between the square and its text. */
#define SWATCH 8
#define SWATCH_GAP 6

/* The strength of colours of methods that do not stand out. */
#define FADED 0.4f

/* What the pointer grabs. */
typedef enum
{
  GRIP_OUTSIDE, /* the time out of view, or all time if everything is in view */
  GRIP_WINDOW,  /* the range in view */
  GRIP_START,   /* the window's left edge */
  GRIP_END
} Grip;

struct _TvOverview
{
  GtkWidget parent_instance;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *color_signals;

  TvOverviewData data;

  gboolean styled;
  struct
  {
    GdkRGBA background; /* also covers the time out of view */
    GdkRGBA text;
    GdkRGBA accent;
  } colors;               /* of the theme */
  GskRenderNode *picture; /* of the columns, or NULL */
  PangoLayout *legend[2]; /* words for others and for the main thread, or NULL */

  /* pointer, in pixels from the left edge */
  double pointer_x;
  gboolean dragging;
  Grip grip;
  double drag_start_x;
  double drag_x;
  gint64 drag_start; /* the range that was in view */
  gint64 drag_end;
};

enum
{
  SIGNAL_VIEW_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
get_scale (TvOverview *self, TvTimeScale *scale)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (self->session, &start, &end);
  tv_time_scale_init (scale, start, end,
                      MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));
  tv_time_scale_set_least_span (
      scale, tv_trace_get_time_unit (tv_trace_session_get_trace (self->session)));
  tv_time_scale_set_counts (
      scale, tv_amount_is_on_axis (tv_trace_session_get_trace (self->session)));
}

static void
choose_view (TvOverview *self, gint64 start, gint64 end, TvViewChange change)
{
  g_signal_emit (self, signals[SIGNAL_VIEW_CHOSEN], 0, start, end, change);
}

static gboolean
shows_all (TvOverview *self)
{
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (self->session, &full_start, &full_end);
  tv_trace_session_get_view (self->session, &start, &end);
  return start <= full_start && end >= full_end;
}

static Grip
find_grip (TvOverview *self, double x)
{
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double left;
  double right;
  double inside;

  if (shows_all (self))
    return GRIP_OUTSIDE;
  get_scale (self, &scale);
  tv_trace_session_get_view (self->session, &start, &end);
  left = tv_time_scale_to_x (&scale, start);
  right = tv_time_scale_to_x (&scale, end);
  inside = MIN (EDGE_REACH_INSIDE, (right - left) * EDGE_PART_INSIDE);
  if (x >= left - EDGE_REACH && x < left + inside)
    return GRIP_START;
  if (x > right - inside && x <= right + EDGE_REACH)
    return GRIP_END;
  return x >= left && x <= right ? GRIP_WINDOW : GRIP_OUTSIDE;
}

static void
show_cursor (TvOverview *self)
{
  static const char *const names[]
      = { "crosshair", "grab", "col-resize", "col-resize" };
  const Grip grip = self->dragging ? self->grip : find_grip (self, self->pointer_x);

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   self->dragging && grip == GRIP_WINDOW ? "grabbing"
                                                                         : names[grip]);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvOverview *self)
{
  if (self->session == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragging = TRUE;
  self->grip = find_grip (self, x);
  self->drag_start_x = self->drag_x = x;
  tv_trace_session_get_view (self->session, &self->drag_start, &self->drag_end);
  show_cursor (self);
}

static gint64
get_time (TvOverview *self, double x)
{
  TvTimeScale scale;

  get_scale (self, &scale);
  return tv_time_scale_to_time (&scale, CLAMP (x, 0, scale.width));
}

/* Moves a span, clamped to the trace. */
static void
choose_moved (TvOverview *self, gint64 start, gint64 end, gint64 by,
              TvViewChange change)
{
  gint64 full_start;
  gint64 full_end;

  tv_trace_session_get_full_range (self->session, &full_start, &full_end);
  by = CLAMP (by, full_start - start, full_end - end);
  choose_view (self, start + by, end + by, change);
}

/* An edge stops at the other one. */
static void
drag_edge (TvOverview *self, gint64 time)
{
  if (self->grip == GRIP_START)
    choose_view (self, MIN (time, self->drag_end - 1), self->drag_end,
                 TV_VIEW_CHANGE_ZOOM);
  else
    choose_view (self, self->drag_start, MAX (time, self->drag_start + 1),
                 TV_VIEW_CHANGE_ZOOM);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TvOverview *self)
{
  TvTimeScale scale;
  gint64 by;

  if (!self->dragging || self->session == NULL)
    return;
  self->drag_x = self->drag_start_x + dx;
  get_scale (self, &scale);
  /* Clamped to the length of the trace: the pointer may be far outside the widget. */
  by = (gint64) (CLAMP (dx / scale.width, -1, 1)
                 * (double) (scale.full_end - scale.full_start));
  if (self->grip == GRIP_WINDOW)
    choose_moved (self, self->drag_start, self->drag_end, by, TV_VIEW_CHANGE_PAN);
  else if (self->grip == GRIP_START)
    drag_edge (self, MAX (self->drag_start + by, scale.full_start));
  else if (self->grip == GRIP_END)
    drag_edge (self, MIN (self->drag_end + by, scale.full_end));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
center_on (TvOverview *self, gint64 time)
{
  gint64 middle = self->drag_start + (self->drag_end - self->drag_start) / 2;

  if (!shows_all (self))
    choose_moved (self, self->drag_start, self->drag_end, time - middle,
                  TV_VIEW_CHANGE_JUMP);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TvOverview *self)
{
  gboolean was_dragging = self->dragging;

  self->dragging = FALSE;
  if (!was_dragging || self->session == NULL)
    return;
  if (self->grip == GRIP_OUTSIDE)
    {
      gint64 from = get_time (self, self->drag_start_x);
      gint64 to = get_time (self, self->drag_start_x + dx);

      if (ABS (dx) < CLICK_REACH)
        center_on (self, from);
      else
        choose_view (self, MIN (from, to), MAX (from, to), TV_VIEW_CHANGE_JUMP);
    }
  show_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, TvOverview *self)
{
  self->dragging = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvOverview *self)
{
  gint64 start;
  gint64 end;

  if (n_press != 2 || self->session == NULL)
    return;
  /* The second press does not begin a drag. */
  self->dragging = FALSE;
  tv_trace_session_get_full_range (self->session, &start, &end);
  choose_view (self, start, end, TV_VIEW_CHANGE_JUMP);
}

/* Zooms about @time, clamped to the view. */
static void
zoom_about (TvOverview *self, gint64 time, double factor)
{
  gint64 start;
  gint64 end;
  double full;
  double before;
  double after;

  tv_trace_session_get_full_range (self->session, &start, &end);
  full = (double) (end - start);
  tv_trace_session_get_view (self->session, &start, &end);
  time = CLAMP (time, start, end);
  before = MIN ((double) (time - start) / factor, full);
  after = MIN ((double) (end - time) / factor, full);
  choose_view (self, time - (gint64) before, time + (gint64) after,
               TV_VIEW_CHANGE_ZOOM);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvOverview *self)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);
  GdkModifierType state = gtk_event_controller_get_current_event_state (base);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double full;
  double by;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      zoom_about (self, get_time (self, self->pointer_x),
                  tv_timeline_get_zoom_factor (dy, unit));
      return GDK_EVENT_STOP;
    }
  get_scale (self, &scale);
  tv_trace_session_get_view (self->session, &start, &end);
  full = (double) (scale.full_end - scale.full_start);
  by = dx + dy;
  by *= unit == GDK_SCROLL_UNIT_SURFACE ? full / scale.width
                                        : (double) (end - start) * WHEEL_PAN_SHARE;
  choose_moved (self, start, end, (gint64) CLAMP (by, -full, full), TV_VIEW_CHANGE_PAN);
  return GDK_EVENT_STOP;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, TvOverview *self)
{
  self->pointer_x = x;
  if (self->session != NULL)
    show_cursor (self);
}

static void
add_signals (TvOverviewClass *klass)
{
  signals[SIGNAL_VIEW_CHOSEN] = g_signal_new (
      "view-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
      G_TYPE_NONE, 3, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT);
}

static void
add_controllers (TvOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *clicks = gtk_gesture_click_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancelled), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (clicks));
  gtk_gesture_group (clicks, drag);
}

G_DEFINE_FINAL_TYPE (TvOverview, tv_overview, GTK_TYPE_WIDGET)

static void
forget_picture (TvOverview *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tv_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : HEIGHT;
}

static void
forget_legend (TvOverview *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    g_clear_object (&self->legend[i]);
}

static void
restyle (TvOverview *self)
{
  if (self->styled)
    return;
  tv_timeline_read_theme (GTK_WIDGET (self), &self->colors.text,
                          &self->colors.background, &self->colors.accent);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  forget_legend (self);
  self->styled = TRUE;
}

/* The colour of the main thread, and of the others; fainter while some methods stand
 * out. */
static GdkRGBA
get_color (TvOverview *self, gboolean of_main)
{
  const GdkRGBA color
      = of_main ? tv_timeline_mix (&self->colors.accent, &self->colors.text, 0.3f)
                : tv_timeline_mix (&self->colors.background, &self->colors.text, 0.55f);

  return tv_timeline_mix (&self->colors.background, &color,
                          self->data.lit != NULL ? FADED : 1.0f);
}

static GskRenderNode *
draw_columns (TvOverview *self)
{
  const gboolean dark = tv_timeline_get_luminance (&self->colors.text) > 0.5f;
  const TvOverviewStyle style = {
    .background = tv_timeline_to_draw_color (self->colors.background),
    .main = tv_timeline_to_draw_color (get_color (self, TRUE)),
    .others = tv_timeline_to_draw_color (get_color (self, FALSE)),
    .cap = tv_timeline_to_draw_color (self->colors.text),
    .hits = tv_overview_data_get_hits (&self->data),
    .methods
    = tv_session_colors_get_methods (tv_trace_session_get_colors (self->session), dark),
  };
  guint scale = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface = tv_overview_raster_new_surface (
      self->data.columns, self->data.n_columns, HEIGHT - 2 * MARGIN, scale, &style);
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (
      0, MARGIN, (float) self->data.n_columns / (float) scale, HEIGHT - 2 * MARGIN));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_set_source_surface (cr, surface, 0, MARGIN);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return node;
}

static void
fill (GtkSnapshot *snapshot, const GdkRGBA *color, float alpha, double left,
      double right, double top, double bottom)
{
  GdkRGBA shade = *color;

  shade.alpha = alpha;
  if (right > left)
    gtk_snapshot_append_color (snapshot, &shade,
                               &GRAPHENE_RECT_INIT ((float) left, (float) top,
                                                    (float) (right - left),
                                                    (float) (bottom - top)));
}

/* Returns the pixels between two times, at least one. */
static void
get_span (const TvTimeScale *scale, gint64 start, gint64 end, double *left,
          double *right)
{
  *left = floor (tv_time_scale_to_x (scale, start));
  *right = MAX (ceil (tv_time_scale_to_x (scale, end)), *left + 1);
}

static void
draw_range (TvOverview *self, GtkSnapshot *snapshot, const TvTimeScale *scale)
{
  gint64 start;
  gint64 end;
  double left;
  double right;

  if (!tv_trace_session_get_range (self->session, &start, &end))
    return;
  get_span (scale, start, end, &left, &right);
  fill (snapshot, &self->colors.accent, 0.3f, left, right, 0, HEIGHT);
  fill (snapshot, &self->colors.accent, 1, left, right, 0, 2);
}

static void
draw_window (TvOverview *self, GtkSnapshot *snapshot, const TvTimeScale *scale)
{
  gint64 start;
  gint64 end;
  GdkRGBA shade;
  double left;
  double right;

  tv_trace_session_get_view (self->session, &start, &end);
  if (start <= scale->full_start && end >= scale->full_end)
    return;
  get_span (scale, start, end, &left, &right);
  shade = tv_timeline_mix (&self->colors.background, &self->colors.text, 0.1f);
  fill (snapshot, &shade, 0.6f, 0, left, 0, HEIGHT);
  fill (snapshot, &shade, 0.6f, right, scale->width, 0, HEIGHT);
  /* A frame, with handles at its sides. */
  fill (snapshot, &self->colors.text, 0.7f, left, right, 0, 1);
  fill (snapshot, &self->colors.text, 0.7f, left, right, HEIGHT - 1, HEIGHT);
  fill (snapshot, &self->colors.text, 0.7f, left - 1, left, 0, HEIGHT);
  fill (snapshot, &self->colors.text, 0.7f, right, right + 1, 0, HEIGHT);
  fill (snapshot, &self->colors.text, 0.7f, left - 3, left - 1, HEIGHT / 2.0 - 6,
        HEIGHT / 2.0 + 6);
  fill (snapshot, &self->colors.text, 0.7f, right + 1, right + 3, HEIGHT / 2.0 - 6,
        HEIGHT / 2.0 + 6);
}

/* Each note is a tick at the bottom. */
static void
draw_notes (TvOverview *self, GtkSnapshot *snapshot, const TvTimeScale *scale)
{
  TvNotes *notes = tv_trace_session_get_notes (self->session);

  for (guint i = 0; i < tv_notes_get_n (notes); i++)
    {
      const double x
          = floor (tv_time_scale_to_x (scale, tv_notes_get (notes, i)->start));

      fill (snapshot, &tv_timeline_note_color, 1, x, x + 2, HEIGHT - NOTE_HEIGHT,
            HEIGHT);
    }
}

static void
draw_new_window (TvOverview *self, GtkSnapshot *snapshot)
{
  double left = floor (MIN (self->drag_start_x, self->drag_x));
  double right = ceil (MAX (self->drag_start_x, self->drag_x));

  fill (snapshot, &self->colors.accent, 0.25f, left, right, 0, HEIGHT);
  fill (snapshot, &self->colors.accent, 0.9f, left, left + 1, 0, HEIGHT);
  fill (snapshot, &self->colors.accent, 0.9f, right - 1, right, 0, HEIGHT);
}

static void
tv_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvOverview *self = TV_OVERVIEW (widget);
  int width = gtk_widget_get_width (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  TvTimeScale scale;

  if (self->session == NULL || width <= 0)
    return;
  restyle (self);
  tv_overview_data_request (&self->data, (guint) MIN (width * factor, G_MAXINT16));
  if (self->data.columns == NULL)
    return;
  if (self->picture == NULL)
    self->picture = draw_columns (self);

  get_scale (self, &scale);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, HEIGHT));
  gtk_snapshot_save (snapshot);
  /* Stretch the old columns until those for the new width are ready. */
  if (self->data.n_columns != (guint) (width * factor))
    gtk_snapshot_scale (snapshot,
                        (float) (width * factor) / (float) self->data.n_columns, 1);
  gtk_snapshot_append_node (snapshot, self->picture);
  gtk_snapshot_restore (snapshot);
  draw_range (self, snapshot, &scale);
  draw_window (self, snapshot, &scale);
  draw_notes (self, snapshot, &scale);
  if (self->dragging && self->grip == GRIP_OUTSIDE)
    draw_new_window (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

static gboolean
has_main_thread (TvOverview *self)
{
  return tv_timeline_find_main_thread (tv_trace_session_get_trace (self->session))
         != TV_THREAD_NONE;
}

static PangoLayout *
make_entry (TvOverview *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

/* Lays out the legend of colours: the main thread is the last. */
static void
update_legend (TvOverview *self)
{
  const gboolean has_main = has_main_thread (self);

  restyle (self);
  if (self->legend[0] != NULL || self->legend[1] != NULL)
    return;
  if (!has_main)
    self->legend[0] = make_entry (self, _ ("Running threads"));
  else if (tv_trace_get_n_threads (tv_trace_session_get_trace (self->session)) > 1)
    self->legend[0] = make_entry (self, _ ("Other threads"));
  if (has_main)
    self->legend[1] = make_entry (self, _ ("Main thread"));
}

/* Draws a line of the legend: a swatch and its meaning. */
static void
draw_entry (TvOverview *self, GtkSnapshot *snapshot, guint entry,
            const GdkRectangle *area)
{
  const gboolean mirrored
      = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const GdkRGBA swatch = get_color (self, entry == 1);
  PangoLayout *layout = self->legend[entry];
  GdkRGBA color = self->colors.text;
  int height;

  pango_layout_set_width (layout, (area->width - SWATCH - SWATCH_GAP) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &height);
  tv_timeline_paint_box (snapshot, &swatch,
                         mirrored ? area->x + area->width - SWATCH : area->x,
                         area->y + (area->height - SWATCH) / 2, SWATCH, SWATCH);
  color.alpha *= 0.75f;
  tv_timeline_paint_layout (
      snapshot, layout, (float) (mirrored ? area->x : area->x + SWATCH + SWATCH_GAP),
      (float) (area->y + (area->height - height) / 2), &color);
}

/* Draws the legend of colours into @area. */
void
tv_overview_snapshot_legend (TvOverview *self, GtkSnapshot *snapshot,
                             const GdkRectangle *area)
{
  GdkRectangle line = *area;

  if (self->session == NULL || area->width <= SWATCH + SWATCH_GAP)
    return;
  update_legend (self);
  if (self->legend[0] != NULL && self->legend[1] != NULL)
    line.height /= 2;
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    if (self->legend[i] != NULL)
      {
        draw_entry (self, snapshot, i, &line);
        line.y += line.height;
      }
}

/* Returns the pixels that the legend needs. */
int
tv_overview_measure_legend (TvOverview *self)
{
  int widest = 0;

  if (self->session == NULL)
    return 0;
  update_legend (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->legend); i++)
    if (self->legend[i] != NULL)
      {
        int width;

        pango_layout_set_width (self->legend[i], -1);
        pango_layout_get_pixel_size (self->legend[i], &width, NULL);
        widest = MAX (widest, width + SWATCH + SWATCH_GAP);
      }
  return widest;
}

/* Returns a sentence about the activity of the threads at @x; NULL before it is known.
 */
char *
tv_overview_dup_text_at (TvOverview *self, double x)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  g_autofree char *time = NULL;
  const TvOverviewColumn *column;

  if (self->data.columns == NULL || width <= 0 || x < 0 || x >= width)
    return NULL;
  column = &self->data.columns[(guint) (x / width * self->data.n_columns)];
  time = tv_trace_session_dup_duration (self->session, get_time (self, x));
  if (!has_main_thread (self))
    /* Translators: a time, and the average number of threads that run then. */
    return g_strdup_printf (_ ("%s\n%.1f threads running"), time, column->others);
  /* Translators: a time, how busy the main thread is then in percent, and the average
   * number of other threads that run. */
  return g_strdup_printf (_ ("%s\nMain thread running %.0f%% of the time\n"
                             "%.1f other threads running"),
                          time, column->main * 100, column->others);
}

static gboolean
tv_overview_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode,
                           GtkTooltip *tooltip)
{
  g_autofree char *text
      = keyboard_mode ? NULL : tv_overview_dup_text_at (TV_OVERVIEW (widget), x);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
tv_overview_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_overview_parent_class)->css_changed (widget, change);
  TV_OVERVIEW (widget)->styled = FALSE;
}

static void
tv_overview_dispose (GObject *object)
{
  TvOverview *self = TV_OVERVIEW (object);

  if (self->session_signals != NULL)
    tv_overview_set_session (self, NULL);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->color_signals);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  G_OBJECT_CLASS (tv_overview_parent_class)->dispose (object);
}

static void
tv_overview_class_init (TvOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_overview_dispose;
  widget_class->measure = tv_overview_measure;
  widget_class->snapshot = tv_overview_snapshot;
  widget_class->css_changed = tv_overview_css_changed;
  widget_class->query_tooltip = tv_overview_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  add_signals (klass);
}

/* Updates the accessible description. */
static void
describe (TvOverview *self)
{
  g_autofree char *range = NULL;

  if (self->session != NULL)
    {
      TvTimeScale scale;
      gint64 start;
      gint64 end;

      get_scale (self, &scale);
      tv_trace_session_get_view (self->session, &start, &end);
      tv_time_scale_set_range (&scale, start, end);
      range = tv_timeline_dup_range_text (tv_trace_session_get_trace (self->session),
                                          &scale);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  range != NULL ? range : "", -1);
}

static void
on_view_changed (TvOverview *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_overview_set_session (TvOverview *self, TvTraceSession *session)
{
  if (session == self->session)
    return;
  self->dragging = FALSE;
  tv_overview_data_set_session (&self->data, session);
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->color_signals,
                             session != NULL ? tv_trace_session_get_colors (session)
                                             : NULL);
  forget_picture (self);
  forget_legend (self);
  describe (self);
}

/* Returns whether the columns of a trace are shown and no job is running. */
gboolean
tv_overview_is_ready (TvOverview *self)
{
  return tv_overview_data_is_ready (&self->data);
}

static void
tv_overview_init (TvOverview *self)
{
  self->data.changed = (void (*) (gpointer)) forget_picture;
  self->data.user_data = self;
  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::view-start",
                                  G_CALLBACK (on_view_changed), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::notes",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::range-start",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_group_connect_swapped (self->session_signals, "selection-changed::method",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  self->color_signals = g_signal_group_new (TV_TYPE_SESSION_COLORS);
  g_signal_group_connect_swapped (self->color_signals, "changed",
                                  G_CALLBACK (forget_picture), self);
  g_signal_group_connect_swapped (self->color_signals, "hits-changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole trace"), -1);
  /* It has the keys of the timeline, of which it is a part. */
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  add_controllers (self);
  describe (self);
}

GtkWidget *
tv_overview_new (void)
{
  return g_object_new (TV_TYPE_OVERVIEW, NULL);
}
