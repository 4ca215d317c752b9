/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

#include "ui/timeline/overview.h"

#define MIN_LABEL_WIDTH 60
#define MAX_SUITABLE_LABEL_WIDTH 320

/* Labels that are measured to find a suitable width for all. */
#define N_LABELS_MEASURED 100
#define NATURAL_ROWS 10

G_DEFINE_FINAL_TYPE (TvTimeline, tv_timeline, GTK_TYPE_WIDGET)

/* Has everything drawn anew, not only what follows the pointer. Lanes that are still
 * right keep their pictures. */
void
tv_timeline_redraw (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
measure_child (GtkWidget *child, GtkOrientation orientation)
{
  int natural = 0;

  gtk_widget_measure (child, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static int
get_ruler_height (TvTimeline *self)
{
  return (int) (tv_ruler_get_height (self->ruler) + 0.5);
}

static void
tv_timeline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 2 * MIN_LABEL_WIDTH;
      *natural = 3 * MAX_SUITABLE_LABEL_WIDTH;
    }
  else
    {
      int head = measure_child (self->read_out, orientation)
                 + tv_timeline_get_overview_height (self) + get_ruler_height (self);
      *minimum = head + TV_ROW_HEIGHT;
      *natural = head + NATURAL_ROWS * TV_ROW_HEIGHT;
    }
}

/* From left to right: labels, lanes, scroll bar; mirrored where text runs the other
 * way. Time itself always runs to the right. */
static void
place_columns (TvTimeline *self, int width, int bar_width)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int labels = self->label_width > 0 ? MIN (self->label_width, width / 2)
                                     : MIN (self->suitable_label_width, width / 4);
  int lanes;

  labels = MAX (labels, MIN_LABEL_WIDTH);
  lanes = MAX (width - labels - bar_width, 1);
  self->label_area.width = labels;
  self->label_area.x = mirrored ? width - labels : 0;
  self->rows_area.width = self->ruler_area.width = lanes;
  self->rows_area.x = self->ruler_area.x = mirrored ? bar_width : labels;
}

static void
tv_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);
  int read_out_height = measure_child (self->read_out, GTK_ORIENTATION_VERTICAL);
  int ruler_height = get_ruler_height (self);
  int overview_height = tv_timeline_get_overview_height (self);
  int top = read_out_height + overview_height + ruler_height;
  int bar_height = gtk_widget_get_visible (self->horizontal_bar)
                       ? measure_child (self->horizontal_bar, GTK_ORIENTATION_VERTICAL)
                       : 0;
  int rows_height = MAX (height - top - bar_height, 0);
  gboolean scrolls = self->layout != NULL
                     && tv_timeline_layout_get_height (self->layout) > rows_height;
  int lanes_width;
  int bar_width
      = scrolls ? measure_child (self->vertical_bar, GTK_ORIENTATION_HORIZONTAL) : 0;

  lanes_width = self->rows_area.width;
  place_columns (self, width, bar_width);
  if (self->rows_area.width != lanes_width)
    tv_timeline_queue_update (self);
  self->ruler_area.y = read_out_height + overview_height;
  self->ruler_area.height = ruler_height;
  self->rows_area.y = self->label_area.y = top;
  self->rows_area.height = self->label_area.height = rows_height;

  gtk_widget_size_allocate (self->read_out,
                            &(GtkAllocation){ 0, 0, width, read_out_height }, -1);
  if (bar_height > 0)
    gtk_widget_size_allocate (self->horizontal_bar,
                              &(GtkAllocation){ self->rows_area.x, height - bar_height,
                                                self->rows_area.width, bar_height },
                              -1);
  tv_timeline_place_overview (self, read_out_height);
  tv_timeline_place_filter (self);
  tv_timeline_present_row_menu (self);
  /* Before the bar is placed, for it places its slider then. */
  tv_timeline_sync_vertical (self);
  gtk_widget_set_child_visible (self->vertical_bar, scrolls);
  if (scrolls)
    {
      gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
      gtk_widget_size_allocate (self->vertical_bar,
                                &(GtkAllocation){ mirrored ? 0 : width - bar_width, top,
                                                  bar_width, rows_height },
                                -1);
    }
  g_clear_pointer (&self->picture, gsk_render_node_unref);
}

static void
tv_timeline_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvTimeline *self = TV_TIMELINE (widget);

  GTK_WIDGET_CLASS (tv_timeline_parent_class)->css_changed (widget, change);

  /* Colours and fonts come from the theme: read them again before the next frame. */
  self->styled = FALSE;
  if (self->ruler != NULL)
    tv_ruler_forget_layouts (self->ruler);
  if (self->labels != NULL)
    tv_timeline_labels_forget (self->labels);
  if (self->labels != NULL && self->rows != NULL)
    tv_timeline_follow_font (self);
  if (self->charts != NULL)
    tv_timeline_charts_write_anew (self->charts, NULL);
  if (self->card != NULL)
    tv_timeline_dismiss_card (self);
  tv_timeline_redraw (self);
}

static void
tv_timeline_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  TvTimeline *self = TV_TIMELINE (widget);

  GTK_WIDGET_CLASS (tv_timeline_parent_class)->direction_changed (widget, previous);
  tv_timeline_labels_forget (self->labels);
  gtk_widget_queue_resize (widget);
}

static void
tv_timeline_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  GTK_WIDGET_CLASS (tv_timeline_parent_class)->state_flags_changed (widget, previous);
  gtk_widget_queue_draw (widget);
}

static void
tv_timeline_dispose (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  if (self->session_signals != NULL)
    tv_timeline_set_session (self, NULL);
  tv_timeline_drop_actions (self);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->lanes);
  g_clear_object (&self->charts);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  tv_timeline_drop_rows (self);
  g_clear_pointer (&self->read_out, gtk_widget_unparent);
  g_clear_pointer (&self->overview, gtk_widget_unparent);
  g_clear_pointer (&self->horizontal_bar, gtk_widget_unparent);
  g_clear_pointer (&self->vertical_bar, gtk_widget_unparent);
  g_clear_object (&self->horizontal);
  g_clear_object (&self->vertical);
  G_OBJECT_CLASS (tv_timeline_parent_class)->dispose (object);
}

static void
tv_timeline_finalize (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  g_clear_pointer (&self->history, tv_view_history_free);
  g_clear_pointer (&self->labels, tv_timeline_labels_free);
  g_clear_pointer (&self->ruler, tv_ruler_free);
  tv_timeline_free_card (self);
  g_clear_pointer (&self->shown_details, tv_details_query_free);
  g_clear_pointer (&self->selected_details, tv_details_query_free);
  g_free (self->told_range);
  g_free (self->told_description);
  tv_timeline_free_rows (self);
  tv_timeline_free_levels (self);
  tv_timeline_free_range (self);
  tv_timeline_free_marks (self);
  G_OBJECT_CLASS (tv_timeline_parent_class)->finalize (object);
}

static void
tv_timeline_class_init (TvTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_timeline_dispose;
  object_class->finalize = tv_timeline_finalize;
  widget_class->measure = tv_timeline_measure;
  widget_class->size_allocate = tv_timeline_size_allocate;
  widget_class->snapshot = tv_timeline_snapshot;
  widget_class->css_changed = tv_timeline_css_changed;
  widget_class->direction_changed = tv_timeline_direction_changed;
  widget_class->state_flags_changed = tv_timeline_state_flags_changed;
  widget_class->query_tooltip = tv_timeline_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  tv_timeline_class_init_actions (widget_class);
}

static void
follow_view (TvTimeline *self)
{
  tv_timeline_queue_update (self);
  tv_timeline_redraw (self);
}

static void
follow_selection (TvTimeline *self)
{
  tv_timeline_reveal_selected_call (self);
  /* The first of other hits is shown with them, above the lanes as well. */
  if (self->hits_frames > 0)
    return;
  tv_timeline_update_read_out (self);
  tv_timeline_queue_update (self);
  tv_timeline_redraw (self);
}

/* The card goes by itself when the pointer is over another call. */
static void
follow_names (TvTimeline *self)
{
  tv_timeline_charts_write_anew (self->charts,
                                 tv_trace_session_get_stacks (self->session));
  tv_timeline_dismiss_card (self);
  tv_timeline_update_read_out (self);
  tv_timeline_describe (self);
  follow_view (self);
}

/* Finds a width that suits the labels of the first rows. */
void
tv_timeline_choose_label_width (TvTimeline *self)
{
  int width = MIN_LABEL_WIDTH;
  guint n_rows;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  n_rows = tv_timeline_layout_get_n_rows (self->layout);
  for (guint row = 0; row < MIN (n_rows, N_LABELS_MEASURED); row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;
      if (thread != TV_THREAD_NONE)
        width = MAX (width, tv_timeline_labels_measure (self->labels, thread));
    }
  width += TV_TIMELINE_TRIANGLE_WIDTH;
  self->suitable_label_width = MIN (width, MAX_SUITABLE_LABEL_WIDTH);
}

/* Shows the layout, which is new or changed. */
void
tv_timeline_follow_layout (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  tv_timeline_describe (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_timeline_update_pointer (self);
  tv_timeline_redraw (self);
}

static void
forget_session (TvTimeline *self)
{
  tv_timeline_cancel_drag (self);
  tv_timeline_start_levels (self, NULL);
  tv_timeline_forget_rows (self);
  tv_view_history_clear (self->history);
  g_clear_pointer (&self->method_indexer, tv_method_indexer_free);
  tv_timeline_labels_set_trace (self->labels, NULL);
  tv_timeline_lanes_set_trace (self->lanes, NULL);
  tv_timeline_charts_set_stacks (self->charts, NULL);
  self->hover_call.thread = TV_THREAD_NONE;
  tv_timeline_forget_shown_call (self);
  tv_details_query_forget (self->selected_details);
  tv_timeline_dismiss_card (self);
  self->styled = FALSE;
  g_clear_object (&self->session);
}

/**
 * tv_timeline_set_session:
 * @self: a timeline
 * @session: (nullable): the trace to show, %NULL for none
 */
void
tv_timeline_set_session (TvTimeline *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_TIMELINE (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == self->session)
    return;

  tv_timeline_forget_colors (self);
  forget_session (self);
  g_signal_group_set_target (self->session_signals, session);
  gtk_adjustment_set_value (self->vertical, 0);
  if (session != NULL)
    {
      TvTrace *trace = tv_trace_session_get_trace (session);
      self->session = g_object_ref (session);
      tv_timeline_labels_set_trace (self->labels, trace);
      tv_timeline_lanes_set_trace (self->lanes, trace);
      tv_timeline_charts_set_stacks (self->charts,
                                     tv_trace_session_get_stacks (session));
      tv_timeline_start_levels (self, trace);
      tv_timeline_follow_colors (self);
      tv_timeline_start_rows (self, trace);
    }
  tv_overview_set_session (TV_OVERVIEW (self->overview), session);
  tv_timeline_update_actions (self);
  tv_timeline_sync_horizontal (self);
  tv_timeline_describe (self);
  follow_view (self);
  tv_timeline_update_read_out (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

TvTraceSession *
tv_timeline_get_session (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return self->session;
}

void
tv_timeline_set_label_width (TvTimeline *self, int width)
{
  int limit;

  g_return_if_fail (TV_IS_TIMELINE (self));

  limit = MAX (gtk_widget_get_width (GTK_WIDGET (self)) / 2, MIN_LABEL_WIDTH);
  self->label_width = CLAMP (width, MIN_LABEL_WIDTH, limit);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
take_shown_details (gpointer data)
{
  tv_timeline_update_read_out (data);
  tv_timeline_follow_card (data);
}

static void
take_selected_details (gpointer data)
{
  tv_timeline_queue_update (data);
}

static void
tv_timeline_init (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->suitable_label_width = MIN_LABEL_WIDTH;
  self->hover_row = -1;
  self->hover_call.thread = TV_THREAD_NONE;
  self->shown_details = tv_details_query_new (take_shown_details, self);
  self->selected_details = tv_details_query_new (take_selected_details, self);
  tv_timeline_init_card (self);
  self->history = tv_view_history_new ();
  self->labels = tv_timeline_labels_new (widget);
  self->ruler = tv_ruler_new (gtk_widget_get_pango_context (widget));
  self->lanes = tv_timeline_lanes_new ();
  g_signal_connect_object (self->lanes, "ready", G_CALLBACK (tv_timeline_redraw), self,
                           G_CONNECT_SWAPPED);

  self->read_out = tv_read_out_new ();
  gtk_widget_set_parent (self->read_out, widget);

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::trace",
                                  G_CALLBACK (follow_names), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::view-start",
                                  G_CALLBACK (follow_view), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::selected-method",
                                  G_CALLBACK (follow_selection), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::selected-call",
                                  G_CALLBACK (follow_selection), self);

  gtk_widget_add_css_class (widget, "view");
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  tv_timeline_init_levels (self);
  tv_timeline_init_charts (self);
  tv_timeline_init_actions (self);
  tv_timeline_init_rows (self);
  tv_timeline_init_range (self);
  tv_timeline_init_marks (self);
  tv_timeline_init_colors (self);
  tv_timeline_init_overview (self);
  tv_timeline_init_view (self);
  tv_timeline_init_input (self);
  tv_timeline_describe (self);
}

GtkWidget *
tv_timeline_new (void)
{
  return g_object_new (TV_TYPE_TIMELINE, NULL);
}
