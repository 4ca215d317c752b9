/* SPDX-License-Identifier: Apache-2.0 */

/* The card with the stack of the call under the pointer. */

#include "config.h"

#include "ui/timeline/timeline-private.h"

#include "draw/time-ticks.h"
#include "ui/timeline/call-card.h"
#include "ui/timeline/call-details.h"

/* The pointer rests on a call for so long before the card comes. */
#define DELAY_MS 500

/* Lines of the card, with those that are not of the stack. */
#define LEAST_LINES 7
#define MOST_LINES 18
#define N_OTHER_LINES 5

struct _TvTimelineCard
{
  TvCallCard *card;
  guint timer; /* 0 unless the pointer rests on a call for a moment */
  gboolean shown;
  TvCallRef call;       /* that the text is of */
  gboolean has_numbers; /* of the call */
  GdkRectangle area;
};

static gboolean
is_wanted (TvTimeline *self)
{
  return self->session != NULL && self->hover_call.thread != TV_THREAD_NONE
         && self->drag == TV_TIMELINE_DRAG_NONE && !self->space_held;
}

static void
stop_timer (TvTimelineCard *card)
{
  if (card->timer != 0)
    g_source_remove (card->timer);
  card->timer = 0;
}

/* A line of the call's beginning and end, and the lines of its numbers if they are
 * known. */
static char *
dup_body (TvTimeline *self, guint n_callers)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  TvCallStacks *stacks = tv_trace_session_get_stacks (self->session);
  TvCallRef call = self->hover_call;
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  const TvCallDetails *details = tv_details_query_get (self->shown_details);
  g_autofree char *source = tv_method_dup_source_text (
      tv_trace_get_method (trace, tv_calls_method (&calls, call.call)));
  g_autofree char *callers = tv_call_dup_callers_text (stacks, call, n_callers);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  GString *text = g_string_new (NULL);
  TvTimeScale scale;

  tv_timeline_get_scale (self, &scale);
  start = tv_time_format_on_scale (&scale, tv_times_get (&calls.axis_start, call.call));
  end = tv_time_format_on_scale (&scale, tv_times_get (&calls.axis_end, call.call));
  if (source != NULL)
    g_string_append_printf (text, "%s\n", source);
  g_string_append_printf (text, "%s – %s", start, end);
  if (details != NULL)
    {
      g_autofree char *numbers = tv_call_dup_numbers_text (trace, details);
      g_autofree char *place = tv_call_dup_place_text (trace, details);

      g_string_append_printf (text, " · %s\n%s", place, numbers);
    }
  if (*callers != '\0')
    g_string_append_printf (text, "\n%s", callers);
  return g_string_free (text, FALSE);
}

/* The bar under the pointer; a call's bar is where it is drawn. */
static void
get_target (TvTimeline *self, GdkRectangle *target)
{
  GdkRectangle row;

  if (!tv_timeline_get_call_area (self, self->hover_call, target))
    *target = (GdkRectangle){ (int) self->pointer_x, (int) self->pointer_y, 1, 1 };
  if (self->hover_row >= 0
      && tv_timeline_get_row_area (self, (guint) self->hover_row, &row)
      && row.height <= TV_ROW_MAX_HEIGHT)
    {
      target->y = row.y;
      target->height = row.height;
    }
}

static void
get_bounds (TvTimeline *self, GdkRectangle *bounds)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *bounds = (GdkRectangle){ 0, self->ruler_area.y, gtk_widget_get_width (widget),
                            gtk_widget_get_height (widget) - self->ruler_area.y };
}

/* Callers that there is room for over or under the target, or else beside it. */
static guint
count_callers (TvTimeline *self, const GdkRectangle *bounds, const GdkRectangle *target)
{
  int line = tv_call_card_get_line_height (self->card->card);
  int below = bounds->y + bounds->height - (target->y + target->height);
  int lines = MAX (below, target->y - bounds->y) / line - 2;

  if (lines < LEAST_LINES)
    lines = bounds->height / line - 2;
  return (guint) CLAMP (lines, LEAST_LINES, MOST_LINES) - N_OTHER_LINES;
}

static void
write_card (TvTimeline *self, const GdkRectangle *bounds, const GdkRectangle *target)
{
  TvTimelineCard *card = self->card;
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  TvCalls calls = tv_trace_get_calls (trace, self->hover_call.thread);
  g_autofree char *heading = tv_method_dup_display_name (
      tv_trace_get_method (trace, tv_calls_method (&calls, self->hover_call.call)));
  g_autofree char *body = dup_body (self, count_callers (self, bounds, target));

  tv_call_card_set_text (card->card, heading, body);
  card->call = self->hover_call;
  card->has_numbers = tv_details_query_get (self->shown_details) != NULL;
}

static void
show_card (TvTimeline *self)
{
  TvTimelineCard *card = self->card;
  GtkTextDirection direction = gtk_widget_get_direction (GTK_WIDGET (self));
  GdkRectangle bounds;
  GdkRectangle target;

  get_bounds (self, &bounds);
  get_target (self, &target);
  if (tv_call_card_get_text (card->card) == NULL
      || card->call.thread != self->hover_call.thread
      || card->call.call != self->hover_call.call
      || card->has_numbers != (tv_details_query_get (self->shown_details) != NULL))
    write_card (self, &bounds, &target);
  tv_call_card_get_size (card->card, &card->area.width, &card->area.height);
  card->shown = tv_call_card_place (&bounds, &target, self->pointer_x,
                                    direction == GTK_TEXT_DIR_RTL, &card->area);
}

static gboolean
come (gpointer data)
{
  TvTimeline *self = data;

  self->card->timer = 0;
  show_card (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* Puts the card away until the pointer has rested on a call again. */
gboolean
tv_timeline_dismiss_card (TvTimeline *self)
{
  gboolean was_shown;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  was_shown = self->card->shown;
  stop_timer (self->card);
  self->card->shown = FALSE;
  tv_call_card_forget_text (self->card->card);
  if (was_shown)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  return was_shown;
}

/* Has the card, if it is there, tell of the call that is under the pointer now, or go
 * with the last. */
void
tv_timeline_follow_card (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (!is_wanted (self))
    tv_timeline_dismiss_card (self);
  else if (self->card->shown)
    show_card (self);
}

/* Has the card come when the pointer comes to rest on a call. */
void
tv_timeline_await_card (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->card->shown || !is_wanted (self))
    return;
  stop_timer (self->card);
  self->card->timer = g_timeout_add (DELAY_MS, come, self);
}

/* Draws the card, if it is shown. */
void
tv_timeline_snapshot_card (TvTimeline *self, GtkSnapshot *snapshot)
{
  GdkRGBA background;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (!self->card->shown)
    return;
  background
      = (GdkRGBA){ self->colors.stripe.red / 255.0f, self->colors.stripe.green / 255.0f,
                   self->colors.stripe.blue / 255.0f, 1 };
  tv_call_card_snapshot (self->card->card, snapshot, &self->card->area, &background,
                         &self->line_color, &self->text_color);
}

/* Returns what the card under the pointer says; NULL if there is none. */
const char *
tv_timeline_get_card (TvTimeline *self, GdkRectangle *area)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  if (!self->card->shown)
    return NULL;
  if (area != NULL)
    *area = self->card->area;
  return tv_call_card_get_text (self->card->card);
}

void
tv_timeline_init_card (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->card = g_new0 (TvTimelineCard, 1);
  self->card->card = tv_call_card_new (GTK_WIDGET (self));
}

void
tv_timeline_free_card (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  stop_timer (self->card);
  tv_call_card_free (self->card->card);
  g_clear_pointer (&self->card, g_free);
}
