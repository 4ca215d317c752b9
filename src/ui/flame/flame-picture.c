/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/flame/flame-parts.h"

#include "ui/session/session-colors.h"
#include "ui/session/trace-match.h"
#include "ui/widgets/chart-picture.h"
#include "ui/widgets/rgba.h"

#include <math.h>

#define LEVEL_HEIGHT (TV_CHART_BOX_HEIGHT + 1)

/* The number of levels outside the visible ones that are computed with them. */
#define MORE_LEVELS 16

#define MAX_NAMES 600

/* The width of the narrowest frame that keys go to, in pixels. */
#define LEAST_STEP 2

/* The opacity of the callers of the root, and of the light over a frame. */
#define CALLER_OPACITY 0.55
#define LIGHT 0.22f

/* The opacity of hatches over new frames, and the width of the narrowest hatched frame.
 */
#define HATCH 0.3f
#define LEAST_HATCHED 4

struct _TvFlamePicture
{
  GtkWidget parent_instance;

  TvTraceSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *color_signals;
  GtkAdjustment *adjustments[2]; /* by GtkOrientation, or NULL */
  double beyond;         /* the height of the hidden levels near the root, in pixels */
  TvFlameAnswer *answer; /* NULL without frames */
  TvFlameLayout *layout; /* of @answer */
  gboolean icicle;
  gboolean by_share; /* compare shares instead of times */
  guint32 current;   /* for keys; TV_FRAME_NONE without frames */
  guint32 selected;  /* in the session; TV_FRAME_NONE for none */
  guint32 hovered;
  guint update; /* tick callback, or 0 */
  double x;     /* of the pointer; NAN if it is outside */
  double y;

  TvDrawColors colors;
  TvMethodColors *methods; /* NULL after a change, until the next frame */
  TvColor *changes;        /* by frame, how it changed; NULL without a base */
  TvChartNames *names;
  TvChartPicture *chart;
  int chart_width; /* the width that @chart was made for */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (TvFlamePicture, tv_flame_picture, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

enum
{
  PROP_HADJUSTMENT = 1,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

enum
{
  SIGNAL_DESCRIBED,
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const TvFlameFrame *
get_frame (TvFlamePicture *self, guint32 frame)
{
  return &self->layout->frames[frame];
}

static guint
count_levels (TvFlamePicture *self)
{
  return self->layout != NULL ? self->layout->n_levels : 0;
}

/* Places */

/* The root of a flame graph is at the bottom, at any height. */
static int
get_y (TvFlamePicture *self, guint level)
{
  const int distance = (int) level * LEVEL_HEIGHT - (int) self->beyond;

  return self->icicle
             ? distance
             : gtk_widget_get_height (GTK_WIDGET (self)) - LEVEL_HEIGHT - distance;
}

/* Returns the level at a height, which may have no frames. */
static guint
find_level (TvFlamePicture *self, double y)
{
  const double distance
      = self->icicle ? y : gtk_widget_get_height (GTK_WIDGET (self)) - y;

  return (guint) (MAX (distance + floor (self->beyond), 0) / LEVEL_HEIGHT);
}

/* Returns the first visible level, and the number of visible levels. */
static guint
find_levels_in_sight (TvFlamePicture *self, guint *n)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  const guint first = find_level (self, self->icicle ? 0 : height);
  const guint end
      = MIN (find_level (self, self->icicle ? height : 0) + 1, count_levels (self));

  *n = first < end ? end - first : 0;
  return first;
}

/* Finds the area of a frame. Returns FALSE if it is too narrow to be drawn. */
gboolean
tv_flame_picture_get_area (TvFlamePicture *self, guint32 frame, graphene_rect_t *area)
{
  const TvFlameFrame *found = get_frame (self, frame);
  const double whole = (double) MAX (self->layout->whole, 1);
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const int start = (int) ((double) found->start / whole * width + 0.5);
  const int end = (int) ((double) found->end / whole * width + 0.5);

  graphene_rect_init (area, (float) start, (float) get_y (self, found->level),
                      (float) (end - start), TV_CHART_BOX_HEIGHT);
  return end > start;
}

/* Returns the frame at a place, TV_FRAME_NONE for none. */
guint32
tv_flame_picture_find (TvFlamePicture *self, double x, double y)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->layout == NULL || isnan (x) || width <= 0)
    return TV_FRAME_NONE;
  return tv_flame_layout_find (self->layout, find_level (self, y),
                               (gint64) (x / width * (double) self->layout->whole));
}

/* The current frame and the one under the pointer */

guint32
tv_flame_picture_get_current (TvFlamePicture *self)
{
  return self->current;
}

/* Returns the frame under the pointer, or else the current frame. */
guint32
tv_flame_picture_get_described (TvFlamePicture *self)
{
  return self->hovered != TV_FRAME_NONE ? self->hovered : self->current;
}

static void
update_hovered (TvFlamePicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double x = NAN;
  double y = NAN;
  guint32 hovered;

  /* The picture may have moved under the pointer. */
  if (!isnan (self->x))
    gtk_widget_translate_coordinates (GTK_WIDGET (gtk_widget_get_root (widget)), widget,
                                      self->x, self->y, &x, &y);
  hovered = tv_flame_picture_find (self, x, y);
  if (hovered == self->hovered)
    return;
  self->hovered = hovered;
  gtk_widget_queue_draw (widget);
  g_signal_emit (self, signals[SIGNAL_DESCRIBED], 0);
}

static gboolean
update_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (widget);

  self->update = 0;
  update_hovered (self);
  return G_SOURCE_REMOVE;
}

/* Another frame may be under the pointer now. It is described before the next layout,
 * because a text that changes during a layout requires another one. */
static void
queue_update (TvFlamePicture *self)
{
  if (self->update == 0)
    self->update
        = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_in_frame, NULL, NULL);
}

/* Scrolling */

/* Without frames, the scroll position stays. */
static void
update_adjustments (TvFlamePicture *self)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  const double upper
      = MAX (height, self->layout != NULL ? count_levels (self) * LEVEL_HEIGHT
                                          : self->beyond + height);

  self->beyond = CLAMP (self->beyond, 0, upper - height);
  if (self->adjustments[GTK_ORIENTATION_HORIZONTAL] != NULL)
    gtk_adjustment_configure (self->adjustments[GTK_ORIENTATION_HORIZONTAL], 0, 0,
                              width, width, width, width);
  if (self->adjustments[GTK_ORIENTATION_VERTICAL] != NULL)
    gtk_adjustment_configure (
        self->adjustments[GTK_ORIENTATION_VERTICAL],
        self->icicle ? self->beyond : upper - height - self->beyond, 0, upper,
        LEVEL_HEIGHT, MAX (height - LEVEL_HEIGHT, 0), height);
}

static void
on_scrolled (TvFlamePicture *self)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  const double value = gtk_adjustment_get_value (adjustment);

  self->beyond = self->icicle ? value
                              : gtk_adjustment_get_upper (adjustment)
                                    - gtk_adjustment_get_page_size (adjustment) - value;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  queue_update (self);
}

static void
scroll_to (TvFlamePicture *self, guint32 frame)
{
  const double near = get_frame (self, frame)->level * LEVEL_HEIGHT;
  const double height = gtk_widget_get_height (GTK_WIDGET (self));

  self->beyond = CLAMP (self->beyond, near + LEVEL_HEIGHT - height, near);
  update_adjustments (self);
}

static void
set_adjustment (TvFlamePicture *self, GtkOrientation orientation,
                GtkAdjustment *adjustment)
{
  GtkAdjustment **field = &self->adjustments[orientation];

  if (*field != NULL)
    g_signal_handlers_disconnect_by_data (*field, self);
  g_set_object (field, adjustment);
  if (adjustment != NULL && orientation == GTK_ORIENTATION_VERTICAL)
    g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (on_scrolled),
                              self);
  update_adjustments (self);
}

static void
set_current (TvFlamePicture *self, guint32 frame)
{
  self->current = frame;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_DESCRIBED], 0);
}

/* Makes a frame the current one, and selects it in the session. */
void
tv_flame_picture_select (TvFlamePicture *self, guint32 frame)
{
  g_autoptr (TvCallPath) path = tv_flame_layout_dup_path (self->layout, frame);

  set_current (self, frame);
  scroll_to (self, frame);
  if (path != NULL && tv_call_path_get_method (path) != TV_METHOD_NONE)
    tv_trace_session_select_path (self->session, path);
  else
    tv_trace_session_clear_selection (self->session);
}

static void
forget_colors (TvFlamePicture *self)
{
  g_clear_pointer (&self->methods, tv_method_colors_unref);
  g_clear_pointer (&self->changes, g_free);
  if (self->chart != NULL)
    tv_chart_picture_forget_colors (self->chart);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_selected (TvFlamePicture *self)
{
  self->selected = self->layout != NULL
                       ? tv_flame_find_selected (self->layout, self->session)
                       : TV_FRAME_NONE;
  forget_colors (self);
  if (self->selected == TV_FRAME_NONE || self->selected == self->current)
    return;
  set_current (self, self->selected);
  scroll_to (self, self->selected);
}

/* Colours */

static gboolean
is_dark (const GdkRGBA *text)
{
  return text->red * 0.3 + text->green * 0.59 + text->blue * 0.11 > 0.5;
}

static TvColor
to_draw_color (const GdkRGBA *color)
{
  return (TvColor){ (guint8) lroundf (color->red * 255),
                    (guint8) lroundf (color->green * 255),
                    (guint8) lroundf (color->blue * 255) };
}

static TvColor *
make_changes (TvFlamePicture *self, const TvMethodSet *hits)
{
  const gboolean by_share = self->by_share || self->answer->question->by_share;
  const double greatest = tv_flame_answer_find_greatest_change (self->answer, by_share);
  const TvFlameFrame *frames = self->layout->frames;
  const guint32 n = self->layout->n_frames;
  TvColor *changes = g_new (TvColor, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const double change = tv_flame_answer_get_change (self->answer, i, by_share);

      changes[i] = tv_draw_colors_get_change (&self->colors,
                                              greatest > 0 ? change / greatest : 0);
      if (hits != NULL
          && (frames[i].sums.method == TV_METHOD_NONE
              || !tv_method_set_contains (hits, frames[i].sums.method)))
        changes[i] = tv_draw_colors_fade (&self->colors, changes[i]);
    }
  return changes;
}

static void
read_colors (TvFlamePicture *self)
{
  TvSessionColors *session = tv_trace_session_get_colors (self->session);
  TvMethodSet *hits = tv_session_colors_get_hits (session);
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  TvMethodColors *methods;
  GdkRGBA text, background;

  gtk_style_context_get_color (style, &text);
  methods = tv_session_colors_get_methods (session, is_dark (&text));
  tv_draw_colors_init (&self->colors, tv_session_colors_get_palette (session),
                       is_dark (&text));
  self->colors.text = to_draw_color (&text);
  if (gtk_style_context_lookup_color (style, "theme_base_color", &background))
    self->colors.background = to_draw_color (&background);
  self->methods = hits != NULL
                      ? tv_method_colors_new_fading (methods, &self->colors, hits)
                      : tv_method_colors_ref (methods);
  if (hits != NULL)
    self->colors.mixed = tv_draw_colors_fade (&self->colors, self->colors.mixed);
  if (self->answer->other != NULL)
    self->changes = make_changes (self, hits);
}

/* Drawing */

static gboolean
chart_has (TvFlamePicture *self, guint first, guint n)
{
  const TvCallChart *chart;

  if (self->chart == NULL
      || self->chart_width != gtk_widget_get_width (GTK_WIDGET (self)))
    return FALSE;
  chart = tv_chart_picture_get_chart (self->chart);
  return first >= tv_call_chart_get_first_level (chart)
         && first + n <= tv_call_chart_get_first_level (chart)
                             + tv_call_chart_get_n_levels (chart);
}

static void
make_chart (TvFlamePicture *self, guint first, guint n)
{
  const guint scale = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const guint n_columns = (guint) width * scale;
  const guint before = MIN (first, MORE_LEVELS);

  if (chart_has (self, first, n))
    return;
  g_clear_pointer (&self->chart, tv_chart_picture_free);
  self->chart = tv_chart_picture_new (
      tv_call_chart_new_from_frames (self->layout, n_columns, first - before,
                                     before + n + MORE_LEVELS),
      n_columns, scale);
  self->chart_width = width;
}

static void
draw_label (TvFlamePicture *self, guint32 frame, const graphene_rect_t *area,
            const TvLaneStyle *style, GtkSnapshot *snapshot)
{
  g_autofree char *text = tv_flame_layout_dup_label (self->layout, frame);
  g_autoptr (PangoLayout) layout = tv_chart_names_make (
      self->names, text, (int) area->size.width - 2 * TV_CHART_NAME_MARGIN);
  const int height = tv_chart_names_get_height (self->names);

  tv_chart_picture_write_name (
      layout,
      self->changes != NULL ? self->changes[frame]
                            : tv_method_colors_get (self->methods, TV_METHOD_NONE),
      255, style, snapshot,
      GRAPHENE_POINT_INIT (area->origin.x + TV_CHART_NAME_MARGIN,
                           area->origin.y
                               + (float) (((int) area->size.height - height) / 2)));
}

static void
draw_hatch (TvFlamePicture *self, const graphene_rect_t *area, GtkSnapshot *snapshot)
{
  const GdkRGBA clear = { 0, 0, 0, 0 };
  const GdkRGBA line = tv_color_to_rgba (self->colors.background, HATCH);
  const GskColorStop stops[]
      = { { 0, clear }, { 0.7f, clear }, { 0.7f, line }, { 1, line } };

  gtk_snapshot_append_repeating_linear_gradient (
      snapshot, area, &GRAPHENE_POINT_INIT (0, 0), &GRAPHENE_POINT_INIT (5, 5), stops,
      G_N_ELEMENTS (stops));
}

/* Hatches frames that the base lacks, and writes the names of threads. */
static void
draw_frames (TvFlamePicture *self, guint level, const TvLaneStyle *style,
             GtkSnapshot *snapshot)
{
  const guint32 *ends = &self->layout->levels[level];
  graphene_rect_t area;

  for (guint32 i = ends[0]; i < ends[1]; i++)
    {
      if (tv_flame_frame_is_merged (get_frame (self, i))
          || !tv_flame_picture_get_area (self, i, &area))
        continue;
      if (self->changes != NULL && area.size.width >= LEAST_HATCHED
          && tv_flame_answer_get_base_time (self->answer, i) == 0)
        draw_hatch (self, &area, snapshot);
      if (get_frame (self, i)->sums.method == TV_METHOD_NONE
          && area.size.width >= TV_CHART_MIN_NAME_ROOM)
        draw_label (self, i, &area, style, snapshot);
    }
}

static void
draw_levels (TvFlamePicture *self, guint first, guint n, GtkSnapshot *snapshot)
{
  const TvLaneStyle style
      = { .colors = &self->colors,
          .method_colors = self->methods,
          .mark_method = tv_trace_session_get_selected_method (self->session),
          .call_colors = self->changes };
  const guint root = get_frame (self, self->layout->root)->level;
  guint n_names = 0;

  for (guint level = first; level < first + n; level++)
    {
      const float y = (float) get_y (self, level);

      if (level < root)
        gtk_snapshot_push_opacity (snapshot, CALLER_OPACITY);
      tv_chart_picture_snapshot (self->chart, level, &style, snapshot, 0, y);
      if (self->changes != NULL || level < 2)
        draw_frames (self, level, &style, snapshot);
      n_names += tv_chart_picture_snapshot_names (
          self->chart, level, self->names, &style, MAX_NAMES - n_names, snapshot, 0, y);
      if (level < root)
        gtk_snapshot_pop (snapshot);
    }
}

/* Lights the described frame and its callers. */
static void
draw_light (TvFlamePicture *self, GtkSnapshot *snapshot)
{
  const GdkRGBA light = tv_color_to_rgba (self->colors.text, LIGHT);
  graphene_rect_t area;

  for (guint32 frame = self->hovered; frame != TV_FRAME_NONE;
       frame = get_frame (self, frame)->parent)
    if (tv_flame_picture_get_area (self, frame, &area))
      gtk_snapshot_append_color (snapshot, &light, &area);
}

/* Marks the current frame if it is selected, or if the picture has the focus. */
static void
draw_current (TvFlamePicture *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GdkRGBA color = { 0.21f, 0.52f, 0.89f, 1 };
  graphene_rect_t area;

  if (self->current == TV_FRAME_NONE
      || (self->selected != self->current && !gtk_widget_has_focus (widget))
      || !tv_flame_picture_get_area (self, self->current, &area))
    return;
  (void) gtk_style_context_lookup_color (gtk_widget_get_style_context (widget),
                                         "theme_selected_bg_color", &color);
  gtk_snapshot_append_border (snapshot, &(GskRoundedRect){ .bounds = area },
                              (const float[]){ 2, 2, 2, 2 },
                              (const GdkRGBA[]){ color, color, color, color });
}

static void
tv_flame_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (widget);
  guint n;
  const guint first = find_levels_in_sight (self, &n);

  if (n == 0 || gtk_widget_get_width (widget) <= 0)
    return;
  if (self->methods == NULL)
    read_colors (self);
  if (self->names == NULL)
    self->names = tv_chart_names_new (self->layout->trace,
                                      gtk_widget_create_pango_context (widget));
  make_chart (self, first, n);
  draw_levels (self, first, n, snapshot);
  draw_light (self, snapshot);
  draw_current (self, snapshot);
}

static void
tv_flame_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_adjustments (TV_FLAME_PICTURE (widget));
  queue_update (TV_FLAME_PICTURE (widget));
}

static void
tv_flame_picture_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (widget);

  GTK_WIDGET_CLASS (tv_flame_picture_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->names, tv_chart_names_free);
  if (self->session != NULL)
    forget_colors (self);
}

/* Input */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y,
           TvFlamePicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_translate_coordinates (widget, GTK_WIDGET (gtk_widget_get_root (widget)),
                                    x, y, &self->x, &self->y);
  update_hovered (self);
}

static void
on_leave (GtkEventControllerMotion *controller, TvFlamePicture *self)
{
  self->x = NAN;
  update_hovered (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            TvFlamePicture *self)
{
  const guint32 frame = tv_flame_picture_find (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (frame == TV_FRAME_NONE)
    return;
  tv_flame_picture_select (self, frame);
  if (n_press == 2)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, frame);
}

static gboolean
walk (GtkWidget *widget, GVariant *args, gpointer unused)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (widget);
  const guint key = (guint) g_variant_get_int32 (args);
  guint32 frame = TV_FRAME_NONE;

  if (self->current == TV_FRAME_NONE)
    return FALSE;
  if (key == GDK_KEY_Home)
    frame = self->layout->root;
  else if (key == GDK_KEY_Left || key == GDK_KEY_Right)
    frame = tv_flame_find_beside (
        self->layout, self->current, key == GDK_KEY_Left ? -1 : 1,
        LEAST_STEP * self->layout->whole / MAX (gtk_widget_get_width (widget), 1));
  else if ((key == GDK_KEY_Up) == self->icicle)
    frame = get_frame (self, self->current)->parent;
  else
    frame = tv_flame_find_widest_callee (self->layout, self->current);
  if (frame != TV_FRAME_NONE)
    tv_flame_picture_select (self, frame);
  return TRUE;
}

static void
zoom (TvFlamePicture *self, guint32 frame, gboolean in)
{
  const guint32 root = count_levels (self) == 0 ? TV_FRAME_NONE
                       : in ? tv_flame_find_narrower (self->layout, frame)
                            : tv_flame_find_wider (self->layout);

  if (root != TV_FRAME_NONE)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, root);
}

static gboolean
on_wheel (GtkEventControllerScroll *scroll, double dx, double dy, TvFlamePicture *self)
{
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));

  if (!(state & GDK_CONTROL_MASK) || dy == 0)
    return FALSE;
  zoom (self, self->hovered, dy < 0);
  return TRUE;
}

static gboolean
zoom_by_key (GtkWidget *widget, GVariant *args, gpointer unused)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (widget);

  zoom (self, self->current, g_variant_get_boolean (args));
  return TRUE;
}

/* The widget */

static void
tv_flame_picture_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (object);

  if (prop_id == PROP_HADJUSTMENT)
    g_value_set_object (value, self->adjustments[GTK_ORIENTATION_HORIZONTAL]);
  else if (prop_id == PROP_VADJUSTMENT)
    g_value_set_object (value, self->adjustments[GTK_ORIENTATION_VERTICAL]);
  else
    g_value_set_enum (value, GTK_SCROLL_MINIMUM);
}

/* The scroll policies are ignored: no widget is as high as all levels. */
static void
tv_flame_picture_set_property (GObject *object, guint prop_id, const GValue *value,
                               GParamSpec *pspec)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (object);

  if (prop_id == PROP_HADJUSTMENT)
    set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, g_value_get_object (value));
  else if (prop_id == PROP_VADJUSTMENT)
    set_adjustment (self, GTK_ORIENTATION_VERTICAL, g_value_get_object (value));
}

static void
tv_flame_picture_dispose (GObject *object)
{
  TvFlamePicture *self = TV_FLAME_PICTURE (object);

  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->color_signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->answer, tv_flame_answer_unref);
  g_clear_pointer (&self->changes, g_free);
  g_clear_pointer (&self->methods, tv_method_colors_unref);
  g_clear_pointer (&self->names, tv_chart_names_free);
  g_clear_pointer (&self->chart, tv_chart_picture_free);
  G_OBJECT_CLASS (tv_flame_picture_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const guint arrows[][2] = { { GDK_KEY_Up, GDK_KEY_KP_Up },
                                     { GDK_KEY_Down, GDK_KEY_KP_Down },
                                     { GDK_KEY_Left, GDK_KEY_KP_Left },
                                     { GDK_KEY_Right, GDK_KEY_KP_Right },
                                     { GDK_KEY_Home, GDK_KEY_KP_Home } };
  static const guint zooms[] = { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add,
                                 GDK_KEY_minus, GDK_KEY_KP_Subtract };
  static const guint enters[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint k = 0; k < 2; k++)
      gtk_widget_class_add_binding (widget_class, arrows[i][k], 0, walk, "i",
                                    (gint32) arrows[i][0]);
  for (guint i = 0; i < G_N_ELEMENTS (enters); i++)
    gtk_widget_class_add_binding_action (widget_class, enters[i], 0, "flame.open",
                                         NULL);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (widget_class, zooms[i], 0, zoom_by_key, "b", i < 3);
}

static void
tv_flame_picture_class_init (TvFlamePictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_flame_picture_dispose;
  G_OBJECT_CLASS (klass)->get_property = tv_flame_picture_get_property;
  G_OBJECT_CLASS (klass)->set_property = tv_flame_picture_set_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_HADJUSTMENT,
                                    "hadjustment");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VADJUSTMENT,
                                    "vadjustment");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_HSCROLL_POLICY,
                                    "hscroll-policy");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VSCROLL_POLICY,
                                    "vscroll-policy");
  widget_class->snapshot = tv_flame_picture_snapshot;
  widget_class->size_allocate = tv_flame_picture_size_allocate;
  widget_class->css_changed = tv_flame_picture_css_changed;
  gtk_widget_class_set_css_name (widget_class, "flamegraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  add_keys (widget_class);
  signals[SIGNAL_DESCRIBED]
      = g_signal_new ("described", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_OPENED]
      = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tv_flame_picture_init (TvFlamePicture *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  self->current = self->selected = self->hovered = TV_FRAME_NONE;
  self->x = NAN;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_wheel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), wheel);
  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "selection-changed",
                                  G_CALLBACK (on_selected), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::heaviest-path",
                                  G_CALLBACK (on_selected), self);
  self->color_signals = g_signal_group_new (TV_TYPE_SESSION_COLORS);
  g_signal_group_connect_swapped (self->color_signals, "changed",
                                  G_CALLBACK (forget_colors), self);
  g_signal_group_connect_swapped (self->color_signals, "hits-changed",
                                  G_CALLBACK (forget_colors), self);
}

GtkWidget *
tv_flame_picture_new (void)
{
  return g_object_new (TV_TYPE_FLAME_PICTURE, NULL);
}

/* Removes the frames, which are of another trace or of the trace before a reload. */
void
tv_flame_picture_set_session (TvFlamePicture *self, TvTraceSession *session)
{
  if (session == NULL || tv_trace_session_get_match (session) == NULL)
    self->beyond = 0;
  tv_flame_picture_set_answer (self, NULL);
  g_clear_pointer (&self->methods, tv_method_colors_unref);
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->color_signals,
                             session != NULL ? tv_trace_session_get_colors (session)
                                             : NULL);
}

/* Takes a reference. The current frame is the selected one, or else the frame of the
 * same path as before, or of its innermost caller with a frame. */
void
tv_flame_picture_set_answer (TvFlamePicture *self, TvFlameAnswer *answer)
{
  g_autoptr (TvCallPath) before = NULL;
  guint32 current = TV_FRAME_NONE;

  if (self->layout != NULL && self->current != TV_FRAME_NONE)
    before = tv_flame_layout_dup_path (self->layout, self->current);
  g_clear_pointer (&self->chart, tv_chart_picture_free);
  g_clear_pointer (&self->names, tv_chart_names_free);
  g_clear_pointer (&self->answer, tv_flame_answer_unref);
  self->answer = answer != NULL ? tv_flame_answer_ref (answer) : NULL;
  self->layout = answer != NULL ? answer->layout : NULL;
  self->hovered = self->selected = TV_FRAME_NONE;
  forget_colors (self);
  update_adjustments (self);
  if (count_levels (self) > 0)
    {
      current = self->selected = tv_flame_find_selected (self->layout, self->session);
      if (current == TV_FRAME_NONE && before != NULL)
        current = tv_flame_layout_find_path (self->layout, before, NULL);
      if (current == TV_FRAME_NONE)
        current = self->layout->root;
    }
  set_current (self, current);
}

/* Returns the colours of changes. */
const TvDrawColors *
tv_flame_picture_get_colors (TvFlamePicture *self)
{
  if (self->methods == NULL)
    read_colors (self);
  return &self->colors;
}

void
tv_flame_picture_set_options (TvFlamePicture *self, gboolean icicle, gboolean by_share)
{
  self->icicle = icicle;
  self->by_share = by_share;
  update_adjustments (self);
  update_hovered (self);
  forget_colors (self);
}
