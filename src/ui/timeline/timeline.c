/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline.h"

#include "ui/timeline/overview.h"
#include "ui/timeline/thread-items.h"
#include "ui/timeline/timeline-colors.h"
#include "ui/timeline/timeline-labels.h"
#include "ui/timeline/timeline-overlay.h"
#include "ui/timeline/timeline-pointer.h"
#include "ui/timeline/timeline-status.h"
#include "ui/timeline/timeline-steps.h"
#include "ui/timeline/timeline-tracks.h"

#define MAX_SUITABLE_LABEL_WIDTH 320

/* Labels that are measured to find a suitable width. */
#define N_LABELS_MEASURED 100

#define NATURAL_ROWS 10
#define FOCUS_WIDTH 2

struct _TvTimeline
{
  GtkWidget parent_instance;

  TvTimelineContext context;
  GSimpleActionGroup *actions;
  GSignalGroup *session_signals;
  GtkWidget *overview;
  int content_height;       /* pixels, -1 while it is not known */
  guint update;             /* tick callback, 0 if there is nothing to do */
  TvTimeline *twin;         /* has the same settings, borrowed; or NULL */
  int suitable_label_width; /* that of the last trace until there are other labels */
  int chosen_label_width;   /* 0 for the suitable one */
  gboolean labels_measured;

  /* each part knows only parts above it; NULL after dispose */
  TvTimelineColors *colors;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvThreadItems *items;
  TvTimelineLevels *levels;
  TvTimelineFilter *filter;
  TvTimelineRowActions *row_actions;
  TvTimelinePicture *picture;
  TvTimelineOverlay *overlay;
  TvTimelineRange *range;
  TvTimelineNotes *notes;
  TvTimelineEvents *events;
  TvTimelineStatus *status;
  TvTimelineCard *card;
  TvTimelineSteps *steps;
  TvTimelinePointer *pointer;
};

G_DEFINE_FINAL_TYPE (TvTimeline, tv_timeline, GTK_TYPE_WIDGET)

void
tv_timeline_redraw (const TvTimelineContext *context)
{
  TvTimeline *self = TV_TIMELINE (context->widget);

  if (self->picture != NULL)
    {
      tv_timeline_picture_forget (self->picture);
      tv_timeline_events_forget_picture (self->events);
    }
  gtk_widget_queue_draw (context->widget);
}

void
tv_timeline_announce (const TvTimelineContext *context, const char *text)
{
  tv_timeline_status_announce (TV_TIMELINE (context->widget)->status, text);
}

/* The parts around the rows stay when the rows scroll. */
static void
update_content_height (TvTimeline *self)
{
  const TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  gint64 height = -1;

  if (layout != NULL && tv_timeline_levels_are_settled (self->levels))
    height = MIN (tv_timeline_layout_get_height (layout), G_MAXINT16)
             + gtk_widget_get_height (GTK_WIDGET (self))
             - self->context.rows_area.height;
  if (height == self->content_height)
    return;
  self->content_height = (int) height;
  g_object_notify (G_OBJECT (self), "content-height");
}

static gboolean
update_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);

  self->update = 0;
  tv_timeline_levels_open_first (self->levels);
  update_content_height (self);
  tv_timeline_levels_fold (self->levels);
  tv_timeline_view_sync_bar (self->view);
  tv_timeline_status_describe (self->status);
  tv_timeline_pointer_update (self->pointer);
  tv_thread_items_update (self->items);
  return G_SOURCE_REMOVE;
}

/* At most one update per frame. */
void
tv_timeline_queue_update (const TvTimelineContext *context)
{
  TvTimeline *self = TV_TIMELINE (context->widget);

  if (self->update == 0)
    self->update
        = gtk_widget_add_tick_callback (context->widget, update_in_frame, NULL, NULL);
}

static int
measure_child (GtkWidget *child, GtkOrientation orientation)
{
  int natural = 0;

  if (gtk_widget_get_visible (child))
    gtk_widget_measure (child, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
tv_timeline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 2 * TV_TIMELINE_MIN_LABEL_WIDTH;
      *natural = 3 * MAX_SUITABLE_LABEL_WIDTH;
    }
  else
    {
      int head = measure_child (self->overview, orientation)
                 + tv_timeline_picture_get_ruler_height (self->picture);

      *minimum = head + TV_ROW_HEIGHT;
      head += tv_timeline_events_get_height (self->events, G_MAXINT);
      *natural = head + NATURAL_ROWS * TV_ROW_HEIGHT;
    }
}

static int
get_suitable_width (TvTimeline *self)
{
  return self->twin != NULL && self->twin->context.session != NULL
             ? MAX (self->suitable_label_width, self->twin->suitable_label_width)
             : self->suitable_label_width;
}

/* From left to right: labels, lanes, scroll bar; mirrored for right-to-left text.
 * Time always runs to the right. */
static void
allocate_columns (TvTimeline *self, int width, int bar_width)
{
  TvTimelineContext *context = &self->context;
  const gboolean mirrored = tv_timeline_is_mirrored (context);
  const int chosen = self->chosen_label_width;
  const int wanted = chosen > 0 ? MIN (chosen, width / 2)
                                : MIN (get_suitable_width (self), width / 4);
  const int labels = MAX (wanted, TV_TIMELINE_MIN_LABEL_WIDTH);
  const int lanes = MAX (width - labels - bar_width, 1);

  context->label_area.width = labels;
  context->label_area.x = mirrored ? width - labels : 0;
  context->rows_area.width = context->ruler_area.width = lanes;
  context->rows_area.x = context->ruler_area.x = mirrored ? bar_width : labels;
}

static void
allocate_child (GtkWidget *child, int x, int y, int width, int height)
{
  if (gtk_widget_get_visible (child))
    tv_timeline_place_child (child, x, y, width, height);
}

static void
tv_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineContext *context = &self->context;
  GdkRectangle *rows = &context->rows_area;
  GtkWidget *time_bar = tv_timeline_view_get_bar (self->view);
  GtkWidget *row_bar = tv_timeline_rows_get_bar (self->rows);
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  const int overview_height = measure_child (self->overview, GTK_ORIENTATION_VERTICAL);
  const int ruler_height = tv_timeline_picture_get_ruler_height (self->picture);
  const int bar_height = measure_child (time_bar, GTK_ORIENTATION_VERTICAL);
  const int head = overview_height + ruler_height;
  const int events_height
      = tv_timeline_events_get_height (self->events, height - head - bar_height);
  const int top = head + events_height;
  const int rows_height = MAX (height - top - bar_height, 0);
  const gboolean scrolls
      = layout != NULL && tv_timeline_layout_get_height (layout) > rows_height;
  const int bar_width
      = scrolls ? measure_child (row_bar, GTK_ORIENTATION_HORIZONTAL) : 0;

  allocate_columns (self, width, bar_width);
  context->ruler_area.y = overview_height;
  context->ruler_area.height = ruler_height;
  context->events_area = (GdkRectangle){ rows->x, head, rows->width, events_height };
  rows->y = context->label_area.y = top;
  rows->height = context->label_area.height = rows_height;

  allocate_child (time_bar, rows->x, height - bar_height, rows->width, bar_height);
  allocate_child (self->overview, rows->x, 0, rows->width, overview_height);
  allocate_child (tv_timeline_status_get_speaker (self->status), 0, 0, 0, 0);
  allocate_child (tv_thread_items_get_list (self->items), 0, 0, width, height);
  tv_timeline_events_allocate (self->events);
  tv_timeline_filter_allocate (self->filter);
  tv_timeline_row_actions_present_menu (self->row_actions);
  /* Before the bar is allocated, because that allocates its slider. */
  tv_timeline_rows_sync_bar (self->rows);
  gtk_widget_set_child_visible (row_bar, scrolls);
  if (scrolls)
    allocate_child (row_bar, tv_timeline_is_mirrored (context) ? 0 : width - bar_width,
                    top, bar_width, rows_height);
  tv_timeline_redraw (context);
  tv_timeline_queue_update (context);
}

static void
draw_focus (TvTimeline *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const GdkRectangle area
      = { 0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget) };
  GdkRGBA color = self->context.accent_color;

  color.alpha = 0.6f;
  if (gtk_widget_has_visible_focus (widget))
    tv_timeline_paint_border (snapshot, &area, 0, 0, FOCUS_WIDTH, &color);
}

/* Draws the legend beside the overview. */
static void
draw_legend (TvTimeline *self, GtkSnapshot *snapshot)
{
  GdkRectangle area = self->context.label_area;

  if (!gtk_widget_get_visible (self->overview))
    return;
  area.height = gtk_widget_get_height (self->overview);
  area.y = self->context.ruler_area.y - area.height;
  area.x += TV_TIMELINE_LABEL_MARGIN;
  area.width -= 2 * TV_TIMELINE_LABEL_MARGIN;
  tv_overview_snapshot_legend (TV_OVERVIEW (self->overview), snapshot, &area);
}

/* Draws the parts over the picture. */
static void
draw_overlays (TvTimeline *self, GtkSnapshot *snapshot)
{
  const TvTimelineContext *context = &self->context;

  if (context->session == NULL)
    return;
  tv_timeline_push_clip (
      snapshot, 0, context->ruler_area.y, gtk_widget_get_width (context->widget),
      context->rows_area.y + context->rows_area.height - context->ruler_area.y);
  tv_timeline_range_snapshot (self->range, snapshot);
  tv_timeline_notes_snapshot (self->notes, snapshot);
  tv_timeline_range_snapshot_marks (self->range, snapshot);
  tv_timeline_pointer_snapshot (self->pointer, snapshot);
  gtk_snapshot_pop (snapshot);
  tv_timeline_overlay_snapshot (self->overlay, snapshot);
}

static void
tv_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (tv_timeline_colors_apply (self->colors))
    tv_timeline_picture_update_colors (self->picture);
  tv_timeline_picture_snapshot (self->picture, snapshot);
  tv_timeline_events_snapshot (self->events, snapshot);
  draw_overlays (self, snapshot);
  gtk_widget_snapshot_child (widget, self->overview, snapshot);
  draw_legend (self, snapshot);
  tv_timeline_filter_snapshot (self->filter, snapshot);
  gtk_widget_snapshot_child (widget, tv_timeline_view_get_bar (self->view), snapshot);
  gtk_widget_snapshot_child (widget, tv_timeline_rows_get_bar (self->rows), snapshot);
  tv_timeline_card_snapshot (self->card, snapshot);
  draw_focus (self, snapshot);
}

static void
tv_timeline_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvTimeline *self = TV_TIMELINE (widget);

  GTK_WIDGET_CLASS (tv_timeline_parent_class)->css_changed (widget, change);
  if (self->picture == NULL)
    return;
  /* Colours and fonts come from the theme. */
  tv_timeline_colors_forget (self->colors);
  tv_timeline_picture_forget_fonts (self->picture);
  tv_timeline_rows_set_text_height (
      self->rows, (guint) tv_timeline_picture_get_text_height (self->picture));
  tv_timeline_card_dismiss (self->card);
}

static void
tv_timeline_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  TvTimeline *self = TV_TIMELINE (widget);

  GTK_WIDGET_CLASS (tv_timeline_parent_class)->direction_changed (widget, previous);
  if (self->picture != NULL)
    tv_timeline_picture_forget_fonts (self->picture);
  gtk_widget_queue_resize (widget);
}

static void
tv_timeline_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  GTK_WIDGET_CLASS (tv_timeline_parent_class)->state_flags_changed (widget, previous);
  gtk_widget_queue_draw (widget);
}

/* Returns what the label at @y may not have room for, or NULL: the whole name, and sums
 * of a thread or what a counter says. */
static char *
dup_label_tooltip (TvTimeline *self, int y, GdkRectangle *label)
{
  const gint row = tv_timeline_rows_get_at (self->rows, y);
  TvTimelineRow shown;

  if (row < 0)
    return NULL;
  shown = tv_timeline_rows_get (self->rows, (guint) row);
  if (shown.kind == TV_TIMELINE_ROW_IDLE)
    return NULL;
  tv_timeline_rows_get_area (self->rows, (guint) row, label);
  label->x = self->context.label_area.x;
  label->width = self->context.label_area.width;
  if (shown.thread == TV_THREAD_NONE)
    return tv_timeline_tracks_dup_tooltip (self->context.session, shown.key);
  return tv_timeline_labels_dup_tooltip (
      self->context.session, shown.thread,
      tv_timeline_rows_get_threads (self->rows)->covered[shown.thread]);
}

/* Returns the state of a thread at @x, if no call there has a card. */
static char *
dup_state_tooltip (TvTimeline *self, int x, int y)
{
  const GdkRectangle *rows = &self->context.rows_area;
  const gint row = tv_timeline_rows_get_at (self->rows, y);
  TvTimeScale scale;
  guint32 thread;

  if (row < 0 || !tv_timeline_area_contains (rows, x, y)
      || self->context.hover.call.thread != TV_THREAD_NONE
      || self->context.move.by != 0)
    return NULL;
  thread = tv_timeline_rows_get (self->rows, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return NULL;
  tv_timeline_view_get_scale (self->view, &scale);
  return tv_timeline_tracks_dup_text (self->context.session, thread,
                                      tv_time_scale_to_time (&scale, x - rows->x));
}

static gboolean
tv_timeline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode,
                           GtkTooltip *tooltip)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const TvTimelineContext *context = &self->context;
  GdkRectangle label = { 0 };
  g_autofree char *text = NULL;

  if (keyboard_mode || tv_timeline_row_actions_has_menu (self->row_actions))
    return FALSE;
  text = tv_timeline_notes_dup_tooltip (self->notes, x, y);
  if (text == NULL)
    text = tv_timeline_events_dup_tooltip (self->events, x, y);
  if (text == NULL && tv_timeline_area_contains (&context->rows_area, x, y))
    text = tv_timeline_levels_dup_tooltip (self->levels, y);
  if (text == NULL)
    text = dup_state_tooltip (self, x, y);
  if (text == NULL && tv_timeline_area_contains (&context->label_area, x, y))
    text = dup_label_tooltip (self, y, &label);
  gtk_tooltip_set_text (tooltip, text);
  if (label.width > 0)
    gtk_tooltip_set_tip_area (tooltip, &label);
  return text != NULL;
}

static void
on_names_changed (TvTimeline *self)
{
  tv_timeline_picture_forget_names (self->picture);
  /* The card would keep its text while the pointer stays on the call. */
  tv_timeline_card_dismiss (self->card);
  tv_timeline_status_describe (self->status);
  tv_timeline_queue_update (&self->context);
  tv_timeline_redraw (&self->context);
}

static void
on_view_changed (TvTimeline *self)
{
  tv_timeline_range_follow_view (self->range);
  tv_timeline_queue_update (&self->context);
  tv_timeline_redraw (&self->context);
}

static void
on_time_unit_changed (TvTimeline *self)
{
  tv_timeline_picture_forget_fonts (self->picture);
  tv_timeline_events_update_text (self->events);
  on_view_changed (self);
}

/* A clicked call is under the pointer, so no ring is needed. */
static void
flash_selection (TvTimeline *self)
{
  const TvCallRef call = tv_trace_session_get_selected_call (self->context.session);
  const TvCallRef hover = self->context.hover.call;

  if (call.thread != TV_THREAD_NONE
      && (call.thread != hover.thread || call.call != hover.call))
    tv_timeline_overlay_flash_call (self->overlay);
}

static void
on_selection_changed (TvTimeline *self)
{
  flash_selection (self);
  tv_timeline_rows_reveal_selected (self->rows);
  tv_timeline_range_sync_actions (self->range);
  tv_timeline_events_sync (self->events);
  /* The first of new hits is shown with them. */
  if (tv_timeline_colors_await_hits (self->colors))
    return;
  tv_timeline_queue_update (&self->context);
  tv_timeline_colors_forget (self->colors);
}

static void
on_event_rows_changed (TvTimeline *self)
{
  tv_timeline_events_rows_changed (self->events);
}

/* The range and the marks are drawn over the picture. */
static void
on_range_changed (TvTimeline *self)
{
  tv_timeline_range_sync_actions (self->range);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_timeline_rows_changed (const TvTimelineContext *context)
{
  TvTimeline *self = TV_TIMELINE (context->widget);

  if (self->pointer == NULL)
    return;
  tv_timeline_queue_update (&self->context);
  tv_timeline_row_actions_sync (self->row_actions);
  tv_timeline_filter_update_count (self->filter);
}

void
tv_timeline_layout_changed (const TvTimelineContext *context)
{
  TvTimeline *self = TV_TIMELINE (context->widget);

  if (self->pointer == NULL)
    return;
  tv_timeline_levels_resume (self->levels);
  if (!self->labels_measured)
    {
      self->labels_measured = tv_timeline_rows_get_n (self->rows) > 0;
      if (self->labels_measured)
        self->suitable_label_width
            = MIN (tv_timeline_picture_measure_labels (self->picture, N_LABELS_MEASURED)
                       + TV_TIMELINE_TRIANGLE_WIDTH,
                   MAX_SUITABLE_LABEL_WIDTH);
      if (gtk_widget_get_visible (self->overview))
        self->suitable_label_width
            = MAX (self->suitable_label_width,
                   tv_overview_measure_legend (TV_OVERVIEW (self->overview))
                       + 2 * TV_TIMELINE_LABEL_MARGIN);
      if (self->twin != NULL)
        gtk_widget_queue_allocate (GTK_WIDGET (self->twin));
    }
  tv_timeline_status_describe (self->status);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_timeline_pointer_update (self->pointer);
  tv_timeline_queue_update (&self->context);
  tv_timeline_redraw (&self->context);
}

void
tv_timeline_rows_scrolled (const TvTimelineContext *context)
{
  TvTimeline *self = TV_TIMELINE (context->widget);

  if (self->pointer == NULL)
    return;
  tv_timeline_queue_update (&self->context);
  tv_timeline_pointer_update (self->pointer);
  tv_timeline_redraw (&self->context);
}

static void
on_view_chosen (TvOverview *overview, gint64 start, gint64 end, int change,
                TvTimeline *self)
{
  if (self->context.session != NULL)
    tv_timeline_view_show_times (self->view, start, end, (TvViewChange) change);
}

static gboolean
change_overview (gpointer data, GVariant *state)
{
  TvTimeline *self = data;

  gtk_widget_set_visible (self->overview, g_variant_get_boolean (state));
  return TRUE;
}

const TvTimelineAction tv_timeline_widget_actions[] = {
  { "overview", "v", .state = "true", .change = change_overview },
  { 0 },
};

static gboolean
run_by_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (tv_timeline_actions_run (&self->context, arguments) == GDK_EVENT_PROPAGATE)
    return GDK_EVENT_PROPAGATE;
  tv_timeline_status_expect_announcement (self->status);
  tv_timeline_queue_update (&self->context);
  return GDK_EVENT_STOP;
}

static void
forget_session (TvTimeline *self, const TvTraceMatch *match)
{
  tv_timeline_pointer_forget (self->pointer);
  tv_timeline_levels_start (self->levels, NULL);
  tv_timeline_rows_forget (self->rows, match);
  tv_timeline_filter_sync (self->filter);
  if (match == NULL)
    tv_timeline_view_forget (self->view);
  tv_timeline_picture_set_session (self->picture, NULL);
  tv_timeline_status_forget (self->status);
  tv_timeline_card_dismiss (self->card);
  self->labels_measured = FALSE;
  g_clear_object (&self->context.session);
  tv_timeline_events_rows_changed (self->events);
}

/**
 * tv_timeline_set_session:
 * @self: a timeline
 * @session: (nullable): the trace to show, %NULL for none
 */
void
tv_timeline_set_session (TvTimeline *self, TvTraceSession *session)
{
  const TvTraceMatch *match;
  g_autoptr (GArray) open = NULL;
  double scrolled;

  g_return_if_fail (TV_IS_TIMELINE (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == self->context.session)
    return;
  match = session != NULL ? tv_trace_session_get_match (session) : NULL;
  if (match != NULL && self->context.session != NULL)
    open = tv_timeline_levels_list_open (self->levels, match);
  scrolled
      = match != NULL
            ? gtk_adjustment_get_value (tv_timeline_rows_get_adjustment (self->rows))
            : 0;
  forget_session (self, match);
  g_signal_group_set_target (self->session_signals, session);
  tv_overview_set_session (TV_OVERVIEW (self->overview), session);
  gtk_adjustment_set_value (tv_timeline_rows_get_adjustment (self->rows), 0);
  tv_timeline_colors_set_session (self->colors, session);
  if (session != NULL)
    {
      self->context.session = g_object_ref (session);
      tv_timeline_picture_set_session (self->picture, session);
      tv_timeline_levels_start (self->levels, tv_trace_session_get_trace (session));
      tv_timeline_rows_start (self->rows);
      if (open != NULL)
        tv_timeline_levels_open (self->levels, open);
      gtk_adjustment_set_value (tv_timeline_rows_get_adjustment (self->rows), scrolled);
    }
  tv_timeline_events_rows_changed (self->events);
  tv_timeline_actions_enable (&self->context);
  tv_timeline_range_sync_actions (self->range);
  tv_timeline_pointer_sync_actions (self->pointer);
  tv_timeline_row_actions_sync (self->row_actions);
  tv_timeline_view_sync_bar (self->view);
  tv_timeline_status_describe (self->status);
  on_view_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
tv_timeline_set_label_width (const TvTimelineContext *context, int width)
{
  TvTimeline *self = TV_TIMELINE (context->widget);
  TvTimeline *const timelines[] = { self, self->twin };

  for (guint i = 0; i < G_N_ELEMENTS (timelines) && timelines[i] != NULL; i++)
    {
      timelines[i]->chosen_label_width = width;
      gtk_widget_queue_allocate (GTK_WIDGET (timelines[i]));
    }
}

/**
 * tv_timeline_join:
 * @self: a timeline
 * @twin: another one, above or below it
 *
 * Gives the labels of both the width that suits either, or that is chosen for one. From
 * now on the states of actions change in both.
 */
void
tv_timeline_join (TvTimeline *self, TvTimeline *twin)
{
  g_return_if_fail (TV_IS_TIMELINE (self));
  g_return_if_fail (TV_IS_TIMELINE (twin) && twin != self);

  g_set_weak_pointer (&self->twin, twin);
  g_set_weak_pointer (&twin->twin, self);
  tv_timeline_actions_follow (G_ACTION_GROUP (self->actions),
                              G_ACTION_GROUP (twin->actions));
  tv_timeline_actions_follow (G_ACTION_GROUP (twin->actions),
                              G_ACTION_GROUP (self->actions));
}

TvTraceSession *
tv_timeline_get_session (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return self->context.session;
}

/**
 * tv_timeline_get_action_group:
 * @self: a timeline
 *
 * Returns all actions of the timeline. Menus name them with the prefix of the group,
 * `timeline`. Their keys work while the timeline has the focus.
 *
 * Returns: (transfer none): the actions
 */
GActionGroup *
tv_timeline_get_action_group (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/* Returns the place of a call; FALSE if it is not in view. */
gboolean
tv_timeline_get_call_area (TvTimeline *self, TvCallRef call, GdkRectangle *area)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self) && area != NULL, FALSE);

  return tv_timeline_picture_get_call_area (self->picture, call, area);
}

/* Returns the text of the card under the pointer, or NULL. */
const char *
tv_timeline_get_card (TvTimeline *self, GdkRectangle *area)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return tv_timeline_card_get_text (self->card, area);
}

/**
 * tv_timeline_ask_for_note:
 * @self: a timeline with a session
 * @note: a note of the session, or a new one
 *
 * Emits `note-wanted` with the place of the note in the ruler.
 */
void
tv_timeline_ask_for_note (TvTimeline *self, TvNote *note)
{
  g_return_if_fail (TV_IS_TIMELINE (self) && TV_IS_NOTE (note));
  g_return_if_fail (self->context.session != NULL);

  tv_timeline_notes_ask_for (self->notes, note);
}

/* Returns the text of the ruler at the pointer; NULL while the pointer is elsewhere. */
char *
tv_timeline_dup_pointer_time (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return tv_timeline_pointer_dup_time (self->pointer);
}

/**
 * tv_timeline_get_content_height:
 * @self: a timeline
 *
 * Returns: the height in pixels of all rows, the overview and the ruler; -1 while the
 *   open rows are not known
 */
int
tv_timeline_get_content_height (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), -1);

  return self->content_height;
}

static void
tv_timeline_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_int (value, TV_TIMELINE (object)->content_height);
}

static void
tv_timeline_dispose (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  if (self->pointer != NULL)
    {
      tv_timeline_set_session (self, NULL);
      tv_timeline_actions_remove (&self->context);
      g_clear_pointer (&self->pointer, tv_timeline_pointer_free);
      g_clear_pointer (&self->steps, g_free);
      g_clear_pointer (&self->card, tv_timeline_card_free);
      g_clear_pointer (&self->status, tv_timeline_status_free);
      g_clear_pointer (&self->events, tv_timeline_events_free);
      g_clear_pointer (&self->notes, g_free);
      g_clear_pointer (&self->range, tv_timeline_range_free);
      g_clear_pointer (&self->overlay, tv_timeline_overlay_free);
      g_clear_pointer (&self->picture, tv_timeline_picture_free);
      g_clear_pointer (&self->row_actions, tv_timeline_row_actions_free);
      g_clear_pointer (&self->filter, tv_timeline_filter_free);
      g_clear_pointer (&self->levels, tv_timeline_levels_free);
      g_clear_pointer (&self->items, tv_thread_items_free);
      g_clear_pointer (&self->rows, tv_timeline_rows_free);
      g_clear_pointer (&self->view, tv_timeline_view_free);
      g_clear_pointer (&self->colors, tv_timeline_colors_free);
    }
  g_clear_object (&self->session_signals);
  g_clear_pointer (&self->overview, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_weak_pointer (&self->twin);

  G_OBJECT_CLASS (tv_timeline_parent_class)->dispose (object);
}

static void
tv_timeline_class_init (TvTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_timeline_dispose;
  G_OBJECT_CLASS (klass)->get_property = tv_timeline_get_property;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), 1,
      g_param_spec_int ("content-height", NULL, NULL, -1, G_MAXINT, -1,
                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_signal_new ("note-wanted", TV_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, TV_TYPE_NOTE, GDK_TYPE_RECTANGLE);
  widget_class->measure = tv_timeline_measure;
  widget_class->size_allocate = tv_timeline_size_allocate;
  widget_class->snapshot = tv_timeline_snapshot;
  widget_class->css_changed = tv_timeline_css_changed;
  widget_class->direction_changed = tv_timeline_direction_changed;
  widget_class->state_flags_changed = tv_timeline_state_flags_changed;
  widget_class->query_tooltip = tv_timeline_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  tv_timeline_actions_bind_keys (widget_class, run_by_key);
}

static void
connect_session (TvTimeline *self)
{
  const struct
  {
    const char *signal;
    GCallback callback;
  } signals[] = {
    { "notify::trace", G_CALLBACK (on_names_changed) },
    { "notify::view-start", G_CALLBACK (on_view_changed) },
    { "notify::time-unit", G_CALLBACK (on_time_unit_changed) },
    { "selection-changed", G_CALLBACK (on_selection_changed) },
    { "notify::range-start", G_CALLBACK (on_range_changed) },
    { "notify::marks", G_CALLBACK (on_range_changed) },
    { "notify::notes", G_CALLBACK (gtk_widget_queue_draw) },
    { "notify::event-rows", G_CALLBACK (on_event_rows_changed) },
  };

  self->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_group_connect_swapped (self->session_signals, signals[i].signal,
                                    signals[i].callback, self);
}

static void
create_parts (TvTimeline *self)
{
  TvTimelineContext *context = &self->context;

  self->colors = tv_timeline_colors_new (context);
  self->view = tv_timeline_view_new (context);
  self->rows = tv_timeline_rows_new (context);
  self->items = tv_thread_items_new (context->widget, self->rows);
  self->levels = tv_timeline_levels_new (context, self->rows);
  self->filter = tv_timeline_filter_new (context, self->rows);
  self->row_actions
      = tv_timeline_row_actions_new (context, self->rows, self->levels, self->filter);
  self->picture = tv_timeline_picture_new (context, self->view, self->rows,
                                           self->levels, self->filter);
  self->overlay
      = tv_timeline_overlay_new (context, self->view, self->rows, self->picture);
  self->range = tv_timeline_range_new (context, self->view, self->picture);
  self->notes = tv_timeline_notes_new (context, self->view, self->picture);
  self->events = tv_timeline_events_new (context, self->view, self->row_actions);
  self->status = tv_timeline_status_new (context, self->view, self->rows);
  self->card = tv_timeline_card_new (context, self->view, self->rows, self->picture);
  self->steps = tv_timeline_steps_new (context, self->view, self->rows);
  self->pointer = tv_timeline_pointer_new (
      context, &(TvTimelineParts){ self->view, self->rows, self->row_actions,
                                   self->filter, self->picture, self->range, self->card,
                                   self->notes, self->events });
}

static void
create_actions (TvTimeline *self)
{
  self->actions = g_simple_action_group_new ();
  self->context.actions = G_ACTION_MAP (self->actions);
  tv_timeline_actions_add (&self->context, tv_timeline_widget_actions, self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline",
                                  G_ACTION_GROUP (self->actions));
}

static void
tv_timeline_init (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->context.widget = widget;
  self->content_height = -1;
  gtk_widget_add_css_class (widget, "view");
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  connect_session (self);
  create_actions (self);
  self->overview = tv_overview_new ();
  g_signal_connect_object (self->overview, "view-chosen", G_CALLBACK (on_view_chosen),
                           self, 0);
  create_parts (self);
  /* Screen readers go through the children in this order. */
  gtk_widget_insert_after (self->overview, widget, NULL);
  tv_timeline_status_describe (self->status);
}

GtkWidget *
tv_timeline_new (void)
{
  return g_object_new (TV_TYPE_TIMELINE, NULL);
}
