/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/overview-private.h"

#include "draw/overview-raster.h"
#include "trace/model/background.h"
#include "ui/session/session-range.h"
#include "ui/timeline/read-out.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HEIGHT 32

/* Over the columns and under them. */
#define MARGIN 3

#define MIN_WIDTH 40

/* Calls of so many columns are looked at at once, more in a worker. */
#define MAX_CALLS_AT_ONCE 200000

/* The same for columns of all threads: each thread's calls are counted by column. */
#define MAX_COUNTS_AT_ONCE 1000000

/* The id of the main thread in traces that name none. */
#define MAIN_ID 1

G_DEFINE_FINAL_TYPE (TvOverview, tv_overview, GTK_TYPE_WIDGET)

typedef struct
{
  TvTrace *trace;
  guint32 main_thread;
  gint64 start;
  gint64 end;
  guint n_columns;
} Job;

static void
forget_picture (TvOverview *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
stop_job (TvOverview *self)
{
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->n_wanted = 0;
}

static void
take_columns (TvOverview *self, TvOverviewColumn *columns, guint n_columns)
{
  g_free (self->columns);
  self->columns = columns;
  self->n_columns = n_columns;
  forget_picture (self);
}

static void
job_free (Job *job)
{
  tv_trace_unref (job->trace);
  g_free (job);
}

static TvOverviewColumn *
compute (const Job *job, GCancellable *cancellable)
{
  g_autofree TvOverviewColumn *columns = g_new (TvOverviewColumn, job->n_columns);

  if (!tv_overview_columns (job->trace, job->main_thread, job->start, job->end, columns,
                            job->n_columns, cancellable))
    return NULL;
  return g_steal_pointer (&columns);
}

static void
compute_in_worker (GTask *task, gpointer source, gpointer task_data,
                   GCancellable *cancellable)
{
  TvOverviewColumn *columns = compute (task_data, cancellable);

  if (columns != NULL)
    g_task_return_pointer (task, columns, g_free);
  else
    g_task_return_error_if_cancelled (task);
}

static void
take_columns_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvOverview) self = user_data;
  GTask *task = G_TASK (result);
  g_autofree TvOverviewColumn *columns = g_task_propagate_pointer (task, NULL);

  /* Without columns it was cancelled, by another width or session or the end. */
  if (columns == NULL || g_task_get_cancellable (task) != self->job)
    return;
  g_clear_object (&self->job);
  take_columns (self, g_steal_pointer (&columns),
                ((const Job *) g_task_get_task_data (task))->n_columns);
}

static guint32
find_main_thread (const TvTrace *trace)
{
  guint32 found = TV_THREAD_NONE;

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);

      if (thread->n_events == 0)
        continue;
      if (g_strcmp0 (thread->name, "main") == 0)
        return i;
      if (thread->id == MAIN_ID && found == TV_THREAD_NONE)
        found = i;
    }
  return found;
}

static gboolean
is_quick (const Job *job)
{
  return tv_trace_get_n_calls (job->trace) <= MAX_CALLS_AT_ONCE
         && (guint64) tv_trace_get_n_threads (job->trace) * job->n_columns
                <= MAX_COUNTS_AT_ONCE;
}

/* Has the columns for a width made, unless they are or are being made. */
static void
want_columns (TvOverview *self, guint n_columns)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (self->session == NULL || n_columns == 0 || n_columns == self->n_wanted)
    return;
  stop_job (self);
  self->n_wanted = n_columns;
  job = g_new0 (Job, 1);
  job->trace = tv_trace_ref (tv_trace_session_get_trace (self->session));
  job->main_thread = find_main_thread (job->trace);
  job->n_columns = n_columns;
  tv_trace_session_get_full_range (self->session, &job->start, &job->end);

  if (is_quick (job))
    {
      take_columns (self, compute (job, NULL), n_columns);
      job_free (job);
      return;
    }
  self->job = g_cancellable_new ();
  /* With the widget as its source, the worker might be the last to let go of it. */
  task = g_task_new (NULL, self->job, take_columns_of_worker, g_object_ref (self));
  g_task_set_source_tag (task, want_columns);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  tv_background_run_task (task, TV_BACKGROUND_SOON, compute_in_worker);
}

static void
tv_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : HEIGHT;
}

static GdkRGBA
mix (const GdkRGBA *a, const GdkRGBA *b, float share_of_b)
{
  return (GdkRGBA){ a->red + (b->red - a->red) * share_of_b,
                    a->green + (b->green - a->green) * share_of_b,
                    a->blue + (b->blue - a->blue) * share_of_b, 1 };
}

static TvColor
to_draw_color (GdkRGBA color)
{
  return (TvColor){ (guint8) lroundf (color.red * 255),
                    (guint8) lroundf (color.green * 255),
                    (guint8) lroundf (color.blue * 255) };
}

static void
restyle (TvOverview *self)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  TvOverviewColors *colors = &self->colors;

  if (self->styled)
    return;
  gtk_style_context_get_color (style, &colors->text);
  if (!gtk_style_context_lookup_color (style, "theme_base_color", &colors->background))
    colors->background = colors->text.green > 0.5f ? (GdkRGBA){ 0.12f, 0.12f, 0.12f, 1 }
                                                   : (GdkRGBA){ 1, 1, 1, 1 };
  if (!gtk_style_context_lookup_color (style, "theme_selected_bg_color",
                                       &colors->accent))
    colors->accent = (GdkRGBA){ 0.21f, 0.52f, 0.89f, 1 };
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  self->styled = TRUE;
}

/* No texture, of which GTK would convert each pixel whenever any of it is drawn. */
static GskRenderNode *
draw_columns (TvOverview *self)
{
  const TvOverviewColors *colors = &self->colors;
  TvOverviewStyle style
      = { to_draw_color (colors->background),
          to_draw_color (mix (&colors->accent, &colors->text, 0.3f)),
          to_draw_color (mix (&colors->background, &colors->text, 0.55f)) };
  guint scale = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface = tv_overview_raster_new_surface (
      self->columns, self->n_columns, HEIGHT - 2 * MARGIN, scale, &style);
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (
      0, MARGIN, (float) self->n_columns / (float) scale, HEIGHT - 2 * MARGIN));
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

/* Between two times, at least one pixel wide. */
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
  const TvOverviewColors *colors = &self->colors;
  gint64 start;
  gint64 end;
  GdkRGBA shade;
  double left;
  double right;

  tv_trace_session_get_view (self->session, &start, &end);
  if (start <= scale->full_start && end >= scale->full_end)
    return;
  get_span (scale, start, end, &left, &right);
  shade = mix (&colors->background, &colors->text, 0.1f);
  fill (snapshot, &shade, 0.6f, 0, left, 0, HEIGHT);
  fill (snapshot, &shade, 0.6f, right, scale->width, 0, HEIGHT);
  /* A frame, with handles at its sides. */
  fill (snapshot, &colors->text, 0.7f, left, right, 0, 1);
  fill (snapshot, &colors->text, 0.7f, left, right, HEIGHT - 1, HEIGHT);
  fill (snapshot, &colors->text, 0.7f, left - 1, left, 0, HEIGHT);
  fill (snapshot, &colors->text, 0.7f, right, right + 1, 0, HEIGHT);
  fill (snapshot, &colors->text, 0.7f, left - 3, left - 1, HEIGHT / 2.0 - 6,
        HEIGHT / 2.0 + 6);
  fill (snapshot, &colors->text, 0.7f, right + 1, right + 3, HEIGHT / 2.0 - 6,
        HEIGHT / 2.0 + 6);
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
  want_columns (self, (guint) MIN (width * factor, G_MAXINT16));
  if (self->columns == NULL)
    return;
  if (self->picture == NULL)
    self->picture = draw_columns (self);

  tv_overview_get_scale (self, &scale);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, HEIGHT));
  gtk_snapshot_save (snapshot);
  /* Until the columns of another width are there, those that are get stretched. */
  if (self->n_columns != (guint) (width * factor))
    gtk_snapshot_scale (snapshot, (float) (width * factor) / (float) self->n_columns,
                        1);
  gtk_snapshot_append_node (snapshot, self->picture);
  gtk_snapshot_restore (snapshot);
  draw_range (self, snapshot, &scale);
  draw_window (self, snapshot, &scale);
  if (self->dragging && self->drag_part == TV_OVERVIEW_PART_OUTSIDE)
    draw_new_window (self, snapshot);
  gtk_snapshot_pop (snapshot);
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
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  tv_overview_class_init_input (klass);
}

/* What assistive technology says of the picture. */
static void
describe (TvOverview *self)
{
  g_autofree char *range = NULL;

  if (self->session != NULL)
    {
      TvTimeScale scale;
      gint64 start;
      gint64 end;

      tv_overview_get_scale (self, &scale);
      tv_trace_session_get_view (self->session, &start, &end);
      tv_time_scale_set_range (&scale, start, end);
      range = tv_read_out_dup_range_text (tv_trace_session_get_trace (self->session),
                                          &scale);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  range != NULL ? range : "", -1);
}

static void
follow_view (TvOverview *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_overview_get_scale (TvOverview *self, TvTimeScale *scale)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_OVERVIEW (self) && self->session != NULL);

  tv_trace_session_get_full_range (self->session, &start, &end);
  tv_time_scale_init (scale, start, end,
                      MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));
  tv_time_scale_set_least_span (
      scale, tv_trace_get_time_unit (tv_trace_session_get_trace (self->session)));
}

void
tv_overview_set_session (TvOverview *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_OVERVIEW (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == self->session)
    return;
  stop_job (self);
  self->dragging = FALSE;
  g_clear_pointer (&self->columns, g_free);
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  forget_picture (self);
  describe (self);
}

/* Returns whether it shows a trace, and no worker is at it. */
gboolean
tv_overview_is_ready (TvOverview *self)
{
  g_return_val_if_fail (TV_IS_OVERVIEW (self), FALSE);

  return self->columns != NULL && self->job == NULL;
}

static void
tv_overview_init (TvOverview *self)
{
  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::view-start",
                                  G_CALLBACK (follow_view), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::range-start",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole trace"), -1);
  tv_overview_init_input (self);
  describe (self);
}

GtkWidget *
tv_overview_new (void)
{
  return g_object_new (TV_TYPE_OVERVIEW, NULL);
}
