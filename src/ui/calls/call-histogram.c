/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/calls/call-histogram.h"

#include "analysis/text/kind-text.h"
#include "draw/time-ticks.h"
#include "ui/calls/call-bins.h"
#include "ui/columns/profile-values.h"
#include "ui/widgets/popup-menu.h"
#include "ui/widgets/speaker.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define MARGIN 6
#define TICK_SPACING 70.0
#define LEAST_DRAG 4

typedef enum
{
  OPTION_LOG_TIME,
  OPTION_LOG_BARS,
  OPTION_BY_TIME,   /* bars show the time of their calls instead of their number */
  OPTION_TRIM,      /* leave out bins with few calls at both ends */
  OPTION_NORMALIZE, /* bars of the base are scaled to the same total */
  N_OPTIONS
} Option;

static const struct
{
  const char *name;
  const char *label;
} options[N_OPTIONS] = {
  { "log-time", N_ ("Logarithmic _Times") },
  { "log-bars", N_ ("Logarithmic _Bars") },
  { "by-time", N_ ("Bars Show Time S_pent") },
  { "trim", N_ ("Leave Out the _Few at Both Ends") },
  { "normalize", N_ ("_Normalize When Comparing") },
};

struct _TvCallHistogram
{
  GtkWidget parent_instance;

  TvTraceSession *session;
  TvCallsData *data;
  gboolean options[N_OPTIONS];
  TvCallsSpan span;
  guint group;
  gint64 pointed;
  gint64 selected;

  TvCallBins bins;
  guint cursor; /* a bin */
  guint anchor; /* the other end of the selection */
  gboolean dragged;
  GtkWidget *speaker;
};

G_DEFINE_FINAL_TYPE (TvCallHistogram, tv_call_histogram, GTK_TYPE_WIDGET)

/* Bins */

/* Discards the bins. The next frame counts them again. */
static void
forget_bins (TvCallHistogram *self)
{
  tv_call_bins_clear (&self->bins);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ensure_bins (TvCallHistogram *self)
{
  self->bins.x = MARGIN;
  self->bins.width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN;
  self->bins.is_log = self->options[OPTION_LOG_TIME];
  if (self->bins.edges != NULL || self->data == NULL
      || tv_call_sample_get_n (self->data->sample) == 0 || self->bins.width < 1)
    return;
  tv_call_bins_fill (&self->bins, self->data, self->group, self->options[OPTION_TRIM]);
  self->cursor = MIN (self->cursor, self->bins.n - 1);
}

static void
write_bin (TvCallHistogram *self, const TvCallBin *bin, char **calls, char **time)
{
  *calls = tv_kind_dup_count (tv_trace_session_get_trace (self->session), bin->n);
  *time = tv_trace_session_dup_duration (self->session, (gint64) llround (bin->time));
}

static char *
dup_bin_text (TvCallHistogram *self, guint bin)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *time = NULL;
  g_autofree char *calls = NULL;
  g_autofree char *base_time = NULL;
  g_autofree char *base_calls = NULL;

  if (bin >= self->bins.n)
    return NULL;
  from = tv_trace_session_dup_duration (self->session, self->bins.edges[bin]);
  to = tv_trace_session_dup_duration (self->session, self->bins.edges[bin + 1]);
  write_bin (self, &self->bins.all[bin], &calls, &time);
  if (self->bins.base == NULL)
    /* Translators: from one time to another: so many calls, which take a time */
    return g_strdup_printf (_ ("%s to %s: %s, %s together"), from, to, calls, time);
  write_bin (self, &self->bins.base[bin], &base_calls, &base_time);
  /* Translators: likewise, and then those of the trace that it is compared with */
  return g_strdup_printf (_ ("%s to %s: %s, %s together; base %s, %s"), from, to, calls,
                          time, base_calls, base_time);
}

/* Selection */

void
tv_call_histogram_set_span (TvCallHistogram *self, TvCallsSpan span)
{
  if (tv_calls_span_equal (&span, &self->span))
    return;
  self->span = span;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "span-changed");
}

static void
select_bins (TvCallHistogram *self, guint a, guint b)
{
  if (self->bins.n == 0)
    return;
  tv_call_histogram_set_span (self, (TvCallsSpan){ self->bins.edges[MIN (a, b)],
                                                   self->bins.edges[MAX (a, b) + 1] });
}

/* Moves the cursor, which a screen reader announces. */
static void
move_cursor (TvCallHistogram *self, guint bin, gboolean extend)
{
  g_autofree char *text = NULL;
  const char *said;

  self->cursor = bin;
  if (extend)
    select_bins (self, self->anchor, bin);
  else
    self->anchor = bin;
  text = tv_call_histogram_dup_cursor_text (self);
  said = text != NULL ? text : "";
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said, -1);
  tv_speaker_say (self->speaker, said);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The menu of a bin */

/* Keeps the calls of the bin, alone or with all shorter or all longer ones. */
static void
keep (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (widget);
  const char *what = g_variant_get_string (parameter, NULL);
  TvCallsSpan span = TV_CALLS_ALL;

  ensure_bins (self);
  if (self->bins.n == 0)
    return;
  self->anchor = self->cursor;
  if (!g_str_equal (what, "all") && !g_str_equal (what, "longer"))
    span.high = self->bins.edges[self->cursor + 1];
  if (!g_str_equal (what, "all") && !g_str_equal (what, "shorter"))
    span.low = self->bins.edges[self->cursor];
  tv_call_histogram_set_span (self, span);
}

static void
open_menu (TvCallHistogram *self)
{
  static const char *const items[][2] = {
    { N_ ("_Keep These Calls"), "histogram.keep::these" },
    { N_ ("Keep These and _Shorter"), "histogram.keep::shorter" },
    { N_ ("Keep These and _Longer"), "histogram.keep::longer" },
    { N_ ("Keep _All"), "histogram.keep::all" },
  };
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) more = tv_call_histogram_menu_new ();
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  GdkRectangle place = { 0, height / 2, 1, 1 };

  if (self->bins.n == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_menu_append (menu, tv_trace_session_get_text (self->session, items[i][0]),
                   items[i][1]);
  g_menu_append_section (menu, NULL, more);
  place.x = (int) tv_call_bins_get_x (&self->bins, self->bins.edges[self->cursor]);
  g_signal_connect_object (
      tv_popup_menu_open (GTK_WIDGET (self), G_MENU_MODEL (menu), &place), "closed",
      G_CALLBACK (gtk_widget_grab_focus), self, G_CONNECT_SWAPPED);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            gpointer user_data)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (user_data);
  GdkEvent *event
      = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));

  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ensure_bins (self);
  move_cursor (self, tv_call_bins_find_at (&self->bins, x), FALSE);
  open_menu (self);
}

/* Keys and dragging */

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
        gpointer user_data)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (user_data);
  const gboolean extend = (state & GDK_SHIFT_MASK) != 0;
  guint last;

  ensure_bins (self);
  last = MAX (self->bins.n, 1) - 1;
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_cursor (self, self->cursor > 0 ? self->cursor - 1 : 0, extend);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_cursor (self, MIN (self->cursor + 1, last), extend);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      move_cursor (self, 0, extend);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      move_cursor (self, last, extend);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      select_bins (self, self->cursor, self->cursor);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (key == GDK_KEY_F10 && !extend)
        return GDK_EVENT_PROPAGATE;
      open_menu (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (tv_calls_span_is_all (&self->span))
        return GDK_EVENT_PROPAGATE;
      tv_call_histogram_set_span (self, TV_CALLS_ALL);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, gpointer user_data)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (user_data);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  ensure_bins (self);
  self->dragged = FALSE;
  move_cursor (self, tv_call_bins_find_at (&self->bins, x), FALSE);
}

/* A click clears the selection, but a drag may return to its first bin. */
static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (user_data);
  double x;
  double y;

  self->dragged |= fabs (dx) >= LEAST_DRAG;
  if (!self->dragged || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  ensure_bins (self);
  move_cursor (self, tv_call_bins_find_at (&self->bins, x + dx), TRUE);
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, gpointer user_data)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (user_data);

  if (!self->dragged)
    tv_call_histogram_set_span (self, TV_CALLS_ALL);
}

/* Drawing */

typedef struct
{
  GtkSnapshot *snapshot;
  GdkRGBA text;
  GdkRGBA faint;
  GdkRGBA bar;
  GdkRGBA accent;
  int line;    /* the height of a line of text */
  double left; /* the left edge of text */
  double top;
  double bottom;
  double base_scale; /* the factor of the bars of the base */
  double greatest;   /* the value of the longest bar */
} Brush;

static GdkRGBA
with_alpha (const GdkRGBA *color, float alpha)
{
  return (GdkRGBA){ color->red, color->green, color->blue, alpha };
}

static void
paint_box (const Brush *brush, const GdkRGBA *color, double x0, double y0, double x1,
           double y1)
{
  if (x1 > x0 && y1 > y0)
    gtk_snapshot_append_color (brush->snapshot, color,
                               &GRAPHENE_RECT_INIT ((float) x0, (float) y0,
                                                    (float) (x1 - x0),
                                                    (float) (y1 - y0)));
}

/* Writes a text centred at @x, or as near as the width allows. Returns FALSE if it
 * would begin before @least_x. Moves @least_x to where the next text may begin. */
static gboolean
paint_text (TvCallHistogram *self, const Brush *brush, const char *text, double x,
            double y, const GdkRGBA *color, double *least_x)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  const int all = gtk_widget_get_width (GTK_WIDGET (self));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  x = CLAMP (x - width / 2.0, brush->left, MAX (all - width, brush->left));
  if (least_x != NULL && x < *least_x)
    return FALSE;
  if (least_x != NULL)
    *least_x = x + width + 8;
  gtk_snapshot_save (brush->snapshot);
  gtk_snapshot_translate (brush->snapshot,
                          &GRAPHENE_POINT_INIT ((float) floor (x), (float) y));
  gtk_snapshot_append_layout (brush->snapshot, layout, color);
  gtk_snapshot_restore (brush->snapshot);
  return TRUE;
}

static void
paint_tick (TvCallHistogram *self, const Brush *brush, gint64 time, const char *text,
            double *least_x)
{
  const double x = tv_call_bins_get_x (&self->bins, time);

  if (paint_text (self, brush, text, x, brush->bottom + 3, &brush->text, least_x))
    paint_box (brush, &brush->text, floor (x), brush->bottom, floor (x) + 1,
               brush->bottom + 4);
}

/* Is used for a logarithmic axis too if that is too short for powers of ten. */
static void
paint_linear_ticks (TvCallHistogram *self, const Brush *brush)
{
  double least_x = 0;
  TvTimeScale scale;
  TvTimeTicks ticks;

  tv_time_scale_init (&scale, self->bins.low, self->bins.high, self->bins.width);
  tv_time_ticks_init (&ticks, &scale, TICK_SPACING);
  for (gint64 time = tv_time_ticks_first (ticks.step, self->bins.low);
       time <= self->bins.high; time += ticks.step)
    {
      g_autofree char *text = tv_time_ticks_format (&ticks, &scale, time);

      paint_tick (self, brush, time, text, &least_x);
    }
}

/* Returns a short text in the unit that suits the time. */
static char *
dup_tick_text (gint64 time)
{
  const TvTimeTicks ticks = { time, time };
  TvTimeScale scale;

  tv_time_scale_init (&scale, 0, time, 1);
  return tv_time_ticks_format (&ticks, &scale, time);
}

/* Writes powers of ten first, and then as many ticks between them as there is room for.
 */
static void
paint_log_ticks (TvCallHistogram *self, const Brush *brush)
{
  static const gint64 steps[] = { 1, 2, 5 };
  const double decade = tv_call_bins_get_decade (&self->bins);
  const guint n_steps = decade > 3 * TICK_SPACING ? 3 : 1;
  double least_x = 0;

  if (self->bins.edges[0] == 0)
    paint_tick (self, brush, 0, "0", &least_x);
  for (gint64 power = 1; power <= self->bins.high && power < G_MAXINT64 / 10;
       power *= 10)
    for (guint i = 0; i < n_steps; i++)
      {
        const gint64 time = power * steps[i];
        g_autofree char *text = NULL;

        if (time < self->bins.low || time > self->bins.high)
          continue;
        text = dup_tick_text (time);
        paint_tick (self, brush, time, text, &least_x);
      }
}

static double
get_size (TvCallHistogram *self, const TvCallBin *bin)
{
  return self->options[OPTION_BY_TIME] ? bin->time : (double) bin->n;
}

/* Returns the factor of the bars of the base. */
static double
get_base_scale (TvCallHistogram *self)
{
  TvCallSpread all;
  TvCallSpread base;
  double scale = 1;

  if (self->bins.base == NULL || !self->options[OPTION_NORMALIZE])
    return 1;
  tv_calls_data_measure (self->data, TV_CALLS_NO_GROUP, &TV_CALLS_ALL, &all);
  tv_calls_data_measure (self->data, TV_CALLS_BASE, &TV_CALLS_ALL, &base);
  if (base.n > 0)
    scale = (double) all.n / (double) base.n;
  if (self->options[OPTION_BY_TIME] && base.mean_length > 0)
    scale *= all.mean_length / base.mean_length;
  return scale;
}

static double
find_greatest_size (TvCallHistogram *self, double base_scale)
{
  double greatest = 0;

  for (guint i = 0; i < self->bins.n; i++)
    {
      greatest = MAX (greatest, get_size (self, &self->bins.all[i]));
      if (self->bins.base != NULL)
        greatest = MAX (greatest, base_scale * get_size (self, &self->bins.base[i]));
    }
  return greatest;
}

/* Returns the length of a bar as a share of the longest one. */
static double
get_length (TvCallHistogram *self, const Brush *brush, double size)
{
  if (size <= 0)
    return 0;
  return self->options[OPTION_LOG_BARS] ? log1p (size) / log1p (brush->greatest)
                                        : size / brush->greatest;
}

/* Finds the start and the end of a bin in whole pixels. */
static void
get_edges (TvCallHistogram *self, guint bin, double *x0, double *x1)
{
  *x0 = floor (tv_call_bins_get_x (&self->bins, self->bins.edges[bin]));
  *x1 = floor (tv_call_bins_get_x (&self->bins, self->bins.edges[bin + 1]));
}

static void
paint_outline (const Brush *brush, const GdkRGBA *color, double x0, double top,
               double x1)
{
  paint_box (brush, color, x0, top, x1, top + 1);
  paint_box (brush, color, x0, top, x0 + 1, brush->bottom);
  paint_box (brush, color, x1 - 1, top, x1, brush->bottom);
}

/* Paints bars. Those of the base are outlines over the others. */
static void
paint_bars (TvCallHistogram *self, const Brush *brush, const TvCallBin *bins,
            const GdkRGBA *color)
{
  const GdkRGBA faded = with_alpha (color, 0.3f);
  const gboolean is_base = bins == self->bins.base;
  const double scale = is_base ? brush->base_scale : 1;

  for (guint i = 0; i < self->bins.n; i++)
    {
      const double length = get_length (self, brush, scale * get_size (self, &bins[i]))
                            * (brush->bottom - brush->top);
      const gboolean kept = self->bins.edges[i] >= self->span.low
                            && self->bins.edges[i + 1] <= self->span.high;
      /* Even a single call is visible. */
      const double top = brush->bottom - MAX (round (length), 2);
      double x0;
      double x1;

      get_edges (self, i, &x0, &x1);
      if (length > 0 && is_base)
        paint_outline (brush, color, x0, top, x1);
      else if (length > 0)
        paint_box (brush, kept ? color : &faded, x0, top, MAX (x1 - 1, x0 + 1),
                   brush->bottom);
    }
}

static void
paint_left_out (TvCallHistogram *self, const Brush *brush)
{
  g_autofree char *text
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u is left out",
                                      "%u are left out", self->bins.n_left_out),
                         (guint) self->bins.n_left_out);

  if (self->bins.n_left_out > 0)
    paint_text (self, brush, text, gtk_widget_get_width (GTK_WIDGET (self)),
                brush->top + brush->line, &brush->text, NULL);
}

/* Draws a line at the top of the longest bar, with its value. Returns the end of the
 * text. */
static double
paint_scale (TvCallHistogram *self, const Brush *brush)
{
  double end = 0;
  g_autofree char *text
      = self->options[OPTION_BY_TIME]
            ? tv_trace_session_dup_duration (self->session,
                                             (gint64) llround (brush->greatest))
            : g_strdup_printf ("%'" PRIu64, (guint64) brush->greatest);

  paint_box (brush, &brush->faint, 0, brush->top,
             gtk_widget_get_width (GTK_WIDGET (self)), brush->top + 1);
  paint_text (self, brush, text, 0, brush->top - brush->line, &brush->text, &end);
  return end;
}

static void
paint_span (TvCallHistogram *self, const Brush *brush)
{
  const GdkRGBA ground = with_alpha (&brush->accent, 0.15f);
  double x0;
  double x1;

  if (tv_calls_span_is_all (&self->span))
    return;
  x0 = floor (tv_call_bins_get_x (&self->bins, self->span.low));
  x1 = floor (tv_call_bins_get_x (&self->bins, self->span.high));
  paint_box (brush, &ground, x0, brush->top, x1, brush->bottom);
  paint_box (brush, &brush->accent, x0, brush->top, x0 + 1, brush->bottom);
  paint_box (brush, &brush->accent, x1 - 1, brush->top, x1, brush->bottom);
}

/* Draws a line at a time, with its name above. */
static void
paint_line (TvCallHistogram *self, const Brush *brush, const char *name, double time,
            int row, const GdkRGBA *color)
{
  const double x = floor (tv_call_bins_get_x (&self->bins, (gint64) llround (time)));

  if (time < (double) self->bins.low || time > (double) self->bins.high)
    return;
  paint_box (brush, color, x, brush->top, x + 1, brush->bottom);
  paint_text (self, brush, name, x, row * brush->line, color, NULL);
}

static void
paint_means (TvCallHistogram *self, const Brush *brush)
{
  TvCallSpread spread;

  tv_calls_data_measure (self->data, TV_CALLS_NO_GROUP, &self->span, &spread);
  if (spread.n > 0)
    {
      paint_line (self, brush, _ ("Mean Length"), spread.mean_length, 0, &brush->text);
      paint_line (self, brush, _ ("Median"), spread.median, 1, &brush->text);
    }
  if (self->group == TV_CALLS_NO_GROUP)
    return;
  tv_calls_data_measure (self->data, self->group, &self->span, &spread);
  if (spread.n > 0)
    paint_line (self, brush, _ ("Mean length of group"), spread.mean_length, 2,
                &brush->accent);
}

/* Draws a box around the bin of a call. */
static void
paint_mark (TvCallHistogram *self, const Brush *brush, gint64 time,
            const GdkRGBA *color)
{
  double x0;
  double x1;

  if (time == TV_HISTOGRAM_NO_TIME || time < self->bins.low || time > self->bins.high)
    return;
  get_edges (self, tv_call_bins_find (&self->bins, time), &x0, &x1);
  x1 = MAX (x1, x0 + 2);
  paint_box (brush, color, x0 - 1, brush->top, x0, brush->bottom);
  paint_box (brush, color, x1 - 1, brush->top, x1, brush->bottom);
  paint_box (brush, color, x0 - 1, brush->bottom - 3, x1, brush->bottom);
}

static void
paint_cursor (TvCallHistogram *self, const Brush *brush)
{
  double x0;
  double x1;

  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    return;
  get_edges (self, self->cursor, &x0, &x1);
  paint_box (brush, &brush->text, x0, brush->bottom + 1, MAX (x1, x0 + 2),
             brush->bottom + 4);
}

static void
init_brush (TvCallHistogram *self, GtkSnapshot *snapshot, Brush *brush)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, "0");

  brush->snapshot = snapshot;
  brush->left = 0;
  gtk_style_context_get_color (style, &brush->text);
  brush->faint = with_alpha (&brush->text, 0.4f);
  if (!gtk_style_context_lookup_color (style, "theme_selected_bg_color",
                                       &brush->accent))
    brush->accent = (GdkRGBA){ 0.21f, 0.52f, 0.89f, 1 };
  tv_profile_get_method_color (self->session, self->data->question.method,
                               brush->text.green > 0.5f, &brush->bar);
  pango_layout_get_pixel_size (layout, NULL, &brush->line);
  /* A row for each of the mean, the median, and the mean of the group. */
  brush->top = (self->group != TV_CALLS_NO_GROUP ? 3 : 2) * brush->line + 2;
  brush->bottom = gtk_widget_get_height (widget) - brush->line - 6;
  brush->base_scale = get_base_scale (self);
  brush->greatest = find_greatest_size (self, brush->base_scale);
}

static void
tv_call_histogram_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (widget);
  Brush brush;

  ensure_bins (self);
  if (self->bins.n == 0)
    return;
  init_brush (self, snapshot, &brush);
  paint_bars (self, &brush, self->bins.all, &brush.bar);
  if (self->bins.group != NULL)
    paint_bars (self, &brush, self->bins.group, &brush.accent);
  if (self->bins.base != NULL)
    paint_bars (self, &brush, self->bins.base, &brush.text);
  paint_span (self, &brush);
  paint_left_out (self, &brush);
  brush.left = paint_scale (self, &brush);
  paint_means (self, &brush);
  brush.left = 0;
  paint_mark (self, &brush, self->selected, &brush.accent);
  paint_mark (self, &brush, self->pointed, &brush.text);
  paint_box (&brush, &brush.faint, 0, brush.bottom, gtk_widget_get_width (widget),
             brush.bottom + 1);
  if (self->options[OPTION_LOG_TIME] && self->bins.high / 10 > self->bins.low)
    paint_log_ticks (self, &brush);
  else
    paint_linear_ticks (self, &brush);
  paint_cursor (self, &brush);
}

/* The widget */

static void
tv_call_histogram_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 90;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 200;
}

static void
tv_call_histogram_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (widget);

  if (width - 2 * MARGIN != (int) self->bins.width)
    forget_bins (self);
  gtk_widget_size_allocate (self->speaker, &(GtkAllocation){ 0 }, -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      gtk_popover_present (GTK_POPOVER (child));
}

static gboolean
tv_call_histogram_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                 GtkTooltip *tooltip)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (widget);
  g_autofree char *text = NULL;

  ensure_bins (self);
  text = dup_bin_text (self,
                       keyboard ? self->cursor : tv_call_bins_find_at (&self->bins, x));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
tv_call_histogram_dispose (GObject *object)
{
  TvCallHistogram *self = TV_CALL_HISTOGRAM (object);

  tv_call_histogram_set_data (self, NULL, NULL);
  g_clear_pointer (&self->speaker, gtk_widget_unparent);

  G_OBJECT_CLASS (tv_call_histogram_parent_class)->dispose (object);
}

static void
tv_call_histogram_get_property (GObject *object, guint prop_id, GValue *value,
                                GParamSpec *pspec)
{
  g_value_set_boolean (value, TV_CALL_HISTOGRAM (object)->options[prop_id - 1]);
}

static void
tv_call_histogram_set_property (GObject *object, guint prop_id, const GValue *value,
                                GParamSpec *pspec)
{
  TV_CALL_HISTOGRAM (object)->options[prop_id - 1] = g_value_get_boolean (value);
  forget_bins (TV_CALL_HISTOGRAM (object));
}

static void
tv_call_histogram_class_init (TvCallHistogramClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_call_histogram_dispose;
  object_class->get_property = tv_call_histogram_get_property;
  object_class->set_property = tv_call_histogram_set_property;
  for (guint i = 0; i < N_OPTIONS; i++)
    g_object_class_install_property (
        object_class, i + 1,
        g_param_spec_boolean (options[i].name, NULL, NULL, i == OPTION_LOG_TIME,
                              G_PARAM_READWRITE | G_PARAM_CONSTRUCT
                                  | G_PARAM_STATIC_STRINGS));
  widget_class->measure = tv_call_histogram_measure;
  widget_class->size_allocate = tv_call_histogram_size_allocate;
  widget_class->snapshot = tv_call_histogram_snapshot;
  widget_class->query_tooltip = tv_call_histogram_query_tooltip;
  gtk_widget_class_install_action (widget_class, "histogram.keep", "s", keep);
  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  g_signal_new ("span-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_call_histogram_init (TvCallHistogram *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->span = TV_CALLS_ALL;
  self->group = TV_CALLS_NO_GROUP;
  self->pointed = self->selected = TV_HISTOGRAM_NO_TIME;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Histogram of times"), -1);
  self->speaker = tv_speaker_new (widget);
}

GtkWidget *
tv_call_histogram_new (void)
{
  return g_object_new (TV_TYPE_CALL_HISTOGRAM, NULL);
}

/* Shows other calls, NULL for none. The selection stays. */
void
tv_call_histogram_set_data (TvCallHistogram *self, TvTraceSession *session,
                            TvCallsData *data)
{
  g_set_object (&self->session, session);
  if (data != NULL)
    tv_calls_data_ref (data);
  g_clear_pointer (&self->data, tv_calls_data_unref);
  self->data = data;
  self->group = TV_CALLS_NO_GROUP;
  self->pointed = self->selected = TV_HISTOGRAM_NO_TIME;
  forget_bins (self);
}

/* Adds actions for the options, with the names of the properties. */
void
tv_call_histogram_add_actions (TvCallHistogram *self, GActionMap *actions)
{
  for (guint i = 0; i < N_OPTIONS; i++)
    {
      g_autoptr (GPropertyAction) action
          = g_property_action_new (options[i].name, self, options[i].name);

      g_action_map_add_action (actions, G_ACTION (action));
    }
}

/* Returns a menu of these actions, which have the prefix `calls`. */
GMenuModel *
tv_call_histogram_menu_new (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < N_OPTIONS; i++)
    {
      g_autofree char *action = g_strconcat ("calls.", options[i].name, NULL);

      g_menu_append (menu, _ (options[i].label), action);
    }
  return G_MENU_MODEL (menu);
}

/* Shows the share of a group, TV_CALLS_NO_GROUP for none. */
void
tv_call_histogram_set_group (TvCallHistogram *self, guint group)
{
  if (group == self->group)
    return;
  self->group = group;
  forget_bins (self);
}

/* Marks the bins of the call under the pointer and of the selected one. */
void
tv_call_histogram_set_marks (TvCallHistogram *self, gint64 pointed, gint64 selected)
{
  if (pointed == self->pointed && selected == self->selected)
    return;
  self->pointed = pointed;
  self->selected = selected;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TvCallsSpan
tv_call_histogram_get_span (TvCallHistogram *self)
{
  return self->span;
}

/* Returns a description of the bin at the cursor, NULL without calls. */
char *
tv_call_histogram_dup_cursor_text (TvCallHistogram *self)
{
  ensure_bins (self);
  return dup_bin_text (self, self->cursor);
}
