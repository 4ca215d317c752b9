/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-status.h"

#include "analysis/text/time-text.h"
#include "draw/time-ticks.h"
#include "ui/session/session-colors.h"
#include <glib/gi18n-lib.h>

#define MARGIN 10
#define LINE_GAP 2
#define SWATCH_WIDTH 16
#define SWATCH_GAP 8

/* Three lines above the timeline: the time under the pointer and the range in view;
 * a method with its colour, depth and thread; the numbers of its call. The size is
 * independent of the texts, so that they may change with every motion of the
 * pointer. */
#define TV_TYPE_READ_OUT (tv_read_out_get_type ())

G_DECLARE_FINAL_TYPE (TvReadOut, tv_read_out, TV, READ_OUT, GtkWidget)

struct _TvReadOut
{
  GtkWidget parent_instance;

  GtkWidget *time;
  GtkWidget *range;
  GtkWidget *method;
  GtkWidget *position;
  GtkWidget *numbers;

  gboolean has_color;
  TvColor color;
};

G_DEFINE_FINAL_TYPE (TvReadOut, tv_read_out, GTK_TYPE_WIDGET)

static int
get_line_height (TvReadOut *self)
{
  int height = 0;

  gtk_widget_measure (self->time, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                      NULL);
  return height + LINE_GAP;
}

static void
tv_read_out_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TvReadOut *self = TV_READ_OUT (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 2 * MARGIN + SWATCH_WIDTH + SWATCH_GAP;
      *natural = 500;
    }
  else
    *minimum = *natural = 3 * get_line_height (self) + MARGIN;
}

/* An inscription aligns to a side, regardless of the text direction. */
static void
align (TvReadOut *self, GtkWidget *line, gboolean at_end)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  gtk_inscription_set_xalign (GTK_INSCRIPTION (line), mirrored != at_end ? 1 : 0);
}

/* Allocates a child; the position is mirrored for right-to-left text. */
static void
allocate_line (TvReadOut *self, GtkWidget *child, int x, int y, int width, int height)
{
  int own_width = gtk_widget_get_width (GTK_WIDGET (self));

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = own_width - x - width;
  gtk_widget_size_allocate (
      child, &(GtkAllocation){ x, y, MAX (width, 0), MAX (height, 0) }, -1);
}

static void
tv_read_out_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvReadOut *self = TV_READ_OUT (widget);
  int line = get_line_height (self);
  int inner = MAX (width - 2 * MARGIN, 0);
  int y = MARGIN / 2;
  int left = inner * 2 / 5;
  int indent;
  int text_width;
  int right;

  align (self, self->time, FALSE);
  align (self, self->range, TRUE);
  align (self, self->method, FALSE);
  align (self, self->position, TRUE);
  align (self, self->numbers, FALSE);
  allocate_line (self, self->time, MARGIN, y, left, line);
  allocate_line (self, self->range, MARGIN + left, y, inner - left, line);

  indent = SWATCH_WIDTH + SWATCH_GAP;
  text_width = MAX (inner - indent, 0);
  right = text_width / 3;
  allocate_line (self, self->method, MARGIN + indent, y + line, text_width - right,
                 line);
  allocate_line (self, self->position, MARGIN + indent + text_width - right, y + line,
                 right, line);
  allocate_line (self, self->numbers, MARGIN + indent, y + 2 * line, text_width, line);
}

static void
tv_read_out_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvReadOut *self = TV_READ_OUT (widget);

  if (self->has_color)
    {
      int line = get_line_height (self);
      int size = MIN (line - 2 * LINE_GAP, SWATCH_WIDTH);
      int x = MARGIN;
      int y = MARGIN / 2 + line + (line - size) / 2;
      GdkRGBA color = tv_timeline_to_rgba (self->color, 1);
      GskRoundedRect outline;

      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        x = gtk_widget_get_width (widget) - x - SWATCH_WIDTH;
      gsk_rounded_rect_init_from_rect (
          &outline,
          &GRAPHENE_RECT_INIT ((float) x, (float) y, SWATCH_WIDTH, (float) size), 3);
      gtk_snapshot_push_rounded_clip (snapshot, &outline);
      gtk_snapshot_append_color (snapshot, &color, &outline.bounds);
      gtk_snapshot_pop (snapshot);
    }
  GTK_WIDGET_CLASS (tv_read_out_parent_class)->snapshot (widget, snapshot);
}

static void
tv_read_out_dispose (GObject *object)
{
  TvReadOut *self = TV_READ_OUT (object);

  g_clear_pointer (&self->time, gtk_widget_unparent);
  g_clear_pointer (&self->range, gtk_widget_unparent);
  g_clear_pointer (&self->method, gtk_widget_unparent);
  g_clear_pointer (&self->position, gtk_widget_unparent);
  g_clear_pointer (&self->numbers, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_read_out_parent_class)->dispose (object);
}

static void
tv_read_out_class_init (TvReadOutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_read_out_dispose;
  widget_class->measure = tv_read_out_measure;
  widget_class->size_allocate = tv_read_out_size_allocate;
  widget_class->snapshot = tv_read_out_snapshot;
  gtk_widget_class_set_css_name (widget_class, "readout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

/* Unlike a label, an inscription does not queue a resize when its text changes. */
static GtkWidget *
add_line (TvReadOut *self, GtkInscriptionOverflow overflow, gboolean dim)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GtkWidget *line;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));

  line = g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow", overflow, "attributes",
                       attributes, "min-lines", 1, "nat-lines", 1, NULL);
  if (dim)
    gtk_widget_add_css_class (line, "dim-label");
  gtk_widget_set_parent (line, GTK_WIDGET (self));
  return line;
}

static void
tv_read_out_init (TvReadOut *self)
{
  self->time = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, FALSE);
  self->range = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, TRUE);
  self->method = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE, FALSE);
  self->position = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE, TRUE);
  self->numbers = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, TRUE);
}

static void
set_line (GtkWidget *line, const char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (line)), text) == 0)
    return;
  gtk_inscription_set_text (GTK_INSCRIPTION (line), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
}

static void
set_method (TvReadOut *self, const char *text, const TvColor *color)
{
  set_line (self->method, text);
  self->has_color = color != NULL;
  if (color != NULL)
    self->color = *color;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const char *
get_clock_words (const TvTrace *trace)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_CPU_ALL_THREADS:
      return _ ("CPU time of all threads, one after the other");
    case TV_AXIS_CPU_PER_THREAD:
      return _ ("CPU time, each thread from its own start");
    case TV_AXIS_WALL:
    default:
      return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
                 ? _ ("real time, dual clock")
                 : _ ("real time");
    }
}

/* Returns the range in view, its length and its clock in words. */
char *
tv_timeline_dup_range_text (const TvTrace *trace, const TvTimeScale *scale)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *span = NULL;

  from = tv_time_format_on_scale (scale, scale->start);
  to = tv_time_format_on_scale (scale, scale->end);
  span = tv_time_format_duration (scale->end - scale->start);

  /* Translators: start and end of what is in view, its length, the clock. */
  return g_strdup_printf (_ ("%s – %s · %s · %s"), from, to, span,
                          get_clock_words (trace));
}

struct _TvTimelineStatus
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvReadOut *read_out;
  gboolean has_band; /* a range is dragged out to zoom to */
  double band_x;     /* where that began */

  TvDetailsQuery *shown_details;    /* of the call in the read-out */
  TvDetailsQuery *selected_details; /* of the selected call */
  char *described_range;
  char *described_selection;
  gboolean moved_by_key; /* and not announced yet where to */
};

static void
show_time (TvTimelineStatus *self)
{
  TvTimeScale scale;
  double start_x;
  gint64 other;
  g_autofree char *there = NULL;
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;
  double x;
  gint64 time;
  g_autofree char *here = NULL;

  if (self->context->session == NULL
      || (self->context->hover.area != TV_TIMELINE_AREA_ROWS
          && self->context->hover.area != TV_TIMELINE_AREA_RULER))
    {
      set_line (self->read_out->time, NULL);
      return;
    }

  tv_timeline_view_get_scale (self->view, &scale);
  x = CLAMP (self->context->hover.x - self->context->rows_area.x, 0, scale.width);
  time = tv_time_scale_to_time (&scale, x);
  here = tv_time_format_on_scale (&scale, time);
  if (!self->has_band)
    {
      set_line (self->read_out->time, here);
      return;
    }

  start_x = self->band_x - self->context->rows_area.x;
  other = tv_time_scale_to_time (&scale, start_x);
  there = tv_time_format_on_scale (&scale, other);
  length = tv_time_format_duration (ABS (time - other));
  /* Translators: start and end of the range that is being dragged out, its length. */
  text = g_strdup_printf (_ ("%s – %s · %s"), time < other ? here : there,
                          time < other ? there : here, length);
  set_line (self->read_out->time, text);
}

static void
show_method (TvTimelineStatus *self, guint32 method)
{
  g_autofree char *text = NULL;
  TvColor color;
  TvTrace *trace;
  guint32 rank;
  g_autofree char *name = NULL;

  if (self->context->session == NULL || method == TV_METHOD_NONE)
    {
      set_method (self->read_out, NULL, NULL);
      return;
    }

  trace = tv_trace_session_get_trace (self->context->session);
  rank = tv_ranking_get_rank (
      tv_trace_session_get_whole_ranking (self->context->session), method);
  name = tv_method_dup_display_name (tv_trace_get_method (trace, method));
  if (rank == TV_RANK_NONE)
    {
      set_method (self->read_out, name, &self->context->colors.unranked);
      return;
    }
  text = g_strdup_printf ("%u %s", rank, name);
  color = tv_session_colors_get_color (
      tv_trace_session_get_colors (self->context->session), self->context->colors.dark,
      method);
  set_method (self->read_out, text, &color);
}

static void
show_details (TvTimelineStatus *self, const TvCallDetails *details)
{
  g_autofree char *numbers = NULL;
  g_autofree char *position = NULL;

  if (details != NULL)
    {
      TvTrace *trace = tv_trace_session_get_trace (self->context->session);

      numbers = tv_call_dup_numbers_text (trace, details);
      position = tv_call_dup_position_text (trace, details);
    }
  set_line (self->read_out->numbers, numbers);
  set_line (self->read_out->position, position);
}

static void
show_call (TvTimelineStatus *self, TvCallRef call)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  TvCalls calls = tv_trace_get_calls (trace, call.thread);

  show_method (self, tv_calls_method (&calls, call.call));
  show_details (self, tv_details_query_ask (
                          self->shown_details,
                          tv_trace_session_get_stacks (self->context->session), call));
}

/* Forgets the call of the read-out: ranks, colours or the trace changed. */
void
tv_timeline_status_forget_call (TvTimelineStatus *self)
{
  tv_details_query_forget (self->shown_details);
}

/* Updates the read-out: the time and call under the pointer, or else the selected
 * call or method. */
void
tv_timeline_status_update (TvTimelineStatus *self)
{
  TvCallRef call;
  guint32 method = TV_METHOD_NONE;

  call = self->context->hover.call;
  show_time (self);
  if (self->context->session != NULL && call.thread == TV_THREAD_NONE)
    call = tv_trace_session_get_selected_call (self->context->session);
  if (self->context->session != NULL && call.thread != TV_THREAD_NONE)
    {
      show_call (self, call);
      return;
    }

  if (self->context->session != NULL)
    method = tv_trace_session_get_selected_method (self->context->session);
  tv_timeline_status_forget_call (self);
  show_method (self, method);
  show_details (self, NULL);
}

static char *
dup_range (TvTimelineStatus *self)
{
  TvTimeScale scale;

  if (self->context->session == NULL)
    return g_strdup ("");
  tv_timeline_view_get_scale (self->view, &scale);
  return tv_timeline_dup_range_text (
      tv_trace_session_get_trace (self->context->session), &scale);
}

static char *
dup_label (TvTimelineStatus *self, const char *range)
{
  guint n;

  if (self->context->session == NULL)
    return g_strdup (_ ("Timeline, empty"));
  n = tv_timeline_rows_get_n_shown (self->rows);
  return g_strdup_printf (
      ngettext ("Timeline of %u thread, %s", "Timeline of %u threads, %s", n), n,
      range);
}

static char *
dup_method (TvTimelineStatus *self, guint32 method)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);

  return tv_method_dup_display_name (tv_trace_get_method (trace, method));
}

/* Describes the selection, or else how to select something. The numbers of a call
 * may come later. */
static char *
dup_description (TvTimelineStatus *self, gboolean *complete)
{
  guint32 method = TV_METHOD_NONE;
  TvCallRef call = { TV_THREAD_NONE, 0 };
  const TvCallDetails *details = NULL;

  if (self->context->session != NULL)
    {
      method = tv_trace_session_get_selected_method (self->context->session);
      call = tv_trace_session_get_selected_call (self->context->session);
    }
  if (call.thread != TV_THREAD_NONE)
    details = tv_details_query_ask (
        self->selected_details, tv_trace_session_get_stacks (self->context->session),
        call);
  else
    tv_details_query_forget (self->selected_details);

  *complete = call.thread == TV_THREAD_NONE || details != NULL;
  if (details != NULL)
    return tv_call_dup_spoken_text (tv_trace_session_get_trace (self->context->session),
                                    details);
  if (method != TV_METHOD_NONE)
    return dup_method (self, method);
  return g_strdup (_ ("Drag to zoom, click to select a call, arrow keys to move"));
}

/* Makes a screen reader say something: the read-out has the role of a status, whose
 * label is read when it changes. Nothing is visible. */
void
tv_timeline_status_announce (TvTimelineStatus *self, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->read_out),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Announces what a key changed. What the pointer changes is not announced. */
static void
announce (TvTimelineStatus *self, const char *range, const char *description,
          gboolean complete)
{
  const char *news = NULL;

  if (g_strcmp0 (description, self->described_selection) != 0)
    news = description;
  else if (g_strcmp0 (range, self->described_range) != 0)
    news = range;
  if (self->moved_by_key && complete && news != NULL)
    tv_timeline_status_announce (self, news);
  if (!complete)
    return;
  self->moved_by_key = FALSE;
  g_free (self->described_range);
  g_free (self->described_selection);
  self->described_range = g_strdup (range);
  self->described_selection = g_strdup (description);
}

/* Updates the accessible label and description, and the range in the read-out. */
void
tv_timeline_status_describe (TvTimelineStatus *self)
{
  g_autofree char *range = NULL;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;
  gboolean complete;

  range = dup_range (self);
  label = dup_label (self, range);
  description = dup_description (self, &complete);
  set_line (self->read_out->range, range);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->context->widget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  announce (self, range, description, complete);
}

/* Sets where the dragged band began, which the read-out shows. */
void
tv_timeline_status_set_band (TvTimelineStatus *self, gboolean shown, double x)
{
  self->has_band = shown;
  self->band_x = x;
}

void
tv_timeline_status_show_error (TvTimelineStatus *self, const char *message)
{
  set_line (self->read_out->numbers, message);
}

/* What a key changed is announced with the next description. */
void
tv_timeline_status_expect_announcement (TvTimelineStatus *self)
{
  self->moved_by_key = TRUE;
}

GtkWidget *
tv_timeline_status_get_read_out (TvTimelineStatus *self)
{
  return GTK_WIDGET (self->read_out);
}

/* Returns the numbers of the call in the read-out, NULL until they are known. */
const TvCallDetails *
tv_timeline_status_get_details (TvTimelineStatus *self)
{
  return tv_details_query_get (self->shown_details);
}

/* Forgets the calls of a trace. */
void
tv_timeline_status_forget (TvTimelineStatus *self)
{
  tv_details_query_forget (self->shown_details);
  tv_details_query_forget (self->selected_details);
}

static void
on_selected_details (gpointer data)
{
  TvTimelineStatus *self = data;

  tv_timeline_queue_update (self->context);
}

/* Makes the read-out. Calls @ready when the numbers of its call are known later. */
TvTimelineStatus *
tv_timeline_status_new (const TvTimelineContext *context, TvTimelineView *view,
                        TvTimelineRows *rows, TvDetailsReady ready, gpointer user_data)
{
  TvTimelineStatus *self = g_new0 (TvTimelineStatus, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->read_out = g_object_new (TV_TYPE_READ_OUT, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->read_out), context->widget);
  self->shown_details = tv_details_query_new (ready, user_data);
  self->selected_details = tv_details_query_new (on_selected_details, self);
  return self;
}

void
tv_timeline_status_free (TvTimelineStatus *self)
{
  gtk_widget_unparent (GTK_WIDGET (self->read_out));
  tv_details_query_free (self->shown_details);
  tv_details_query_free (self->selected_details);
  g_free (self->described_range);
  g_free (self->described_selection);
  g_free (self);
}
