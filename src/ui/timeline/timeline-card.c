/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-card.h"

#include "draw/name-layout.h"
#include "trace/model/trace-samples.h"
#include "ui/session/call-details.h"
#include "ui/timeline/timeline-tracks.h"
#include "ui/widgets/later.h"
#include <glib/gi18n-lib.h>

/* In pixels. */
#define PADDING 8
#define CORNER 6
#define MAX_TEXT_WIDTH 660

/* Distance to the target, and to the pointer. */
#define GAP 6
#define POINTER_GAP 14

#define DIM_ALPHA 0.8f

/* The rest of the pointer on a call before the card appears. */
#define DELAY_MS 500

/* A name may be shortened, but never a number. */
enum
{
  LINE_NAME,
  LINE_TIMES,
  LINE_PLACE,
  LINE_MEANING, /* only some calls have it */
  LINE_STATE,   /* of the thread under the pointer, if known */
  N_LINES
};

struct _TvTimelineCard
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvTimelinePicture *picture;
  TvDetailsQuery *details;
  gboolean allowed;            /* whether nothing is dragged */
  PangoLayout *lines[N_LINES]; /* NULL for empty lines */
  char *text;                  /* the same in one */
  TvLater *timer;              /* shows the card when the pointer rests on a call */
  gboolean shown;
  GdkRectangle area;
};

static void
forget_text (TvTimelineCard *self)
{
  for (guint i = 0; i < N_LINES; i++)
    g_clear_object (&self->lines[i]);
  g_clear_pointer (&self->text, g_free);
}

/* Takes the name. */
static void
set_name (TvTimelineCard *self, TvNameText *name)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autoptr (PangoLayout) style
      = gtk_widget_create_pango_layout (self->context->widget, NULL);
  g_autoptr (TvNameLayout) layout = tv_name_layout_new (name, style);

  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (style, attributes);
  pango_layout_set_single_paragraph_mode (style, TRUE);
  self->lines[LINE_NAME] = g_object_ref (tv_name_layout_fit (layout, MAX_TEXT_WIDTH));
}

static void
set_line (TvTimelineCard *self, guint line, const char *text)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoLayout *layout = gtk_widget_create_pango_layout (self->context->widget, text);
  int width;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (line >= LINE_PLACE && width > MAX_TEXT_WIDTH)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, MAX_TEXT_WIDTH * PANGO_SCALE);
    }
  self->lines[line] = layout;
}

static void
get_size (const TvTimelineCard *self, int *width, int *height)
{
  *width = 0;
  *height = 2 * PADDING;
  for (guint i = 0; i < N_LINES; i++)
    {
      int line_width;
      int line_height;

      if (self->lines[i] == NULL)
        continue;
      pango_layout_get_pixel_size (self->lines[i], &line_width, &line_height);
      *width = MAX (*width, line_width + 2 * PADDING);
      *height += line_height;
    }
}

/* Beside the target, in reading direction if there is room. */
static gboolean
locate_beside (const GdkRectangle *bounds, const GdkRectangle *target,
               gboolean mirrored, GdkRectangle *area)
{
  int right = target->x + target->width + GAP;
  int left = target->x - GAP - area->width;
  gboolean fits_right = right + area->width <= bounds->x + bounds->width;
  gboolean fits_left = left >= bounds->x;
  int y = target->y + target->height / 2 - area->height / 2;

  if ((!fits_right && !fits_left) || area->height > bounds->height)
    return FALSE;
  area->x = fits_right && (!mirrored || !fits_left) ? right : left;
  area->y = CLAMP (y, bounds->y, bounds->y + bounds->height - area->height);
  return TRUE;
}

/* Finds an area for a card: below its target, else above it, else beside
 * it. */
gboolean
tv_timeline_card_locate (const GdkRectangle *bounds, const GdkRectangle *target,
                         double x, gboolean mirrored, GdkRectangle *area)
{
  const int below = target->y + target->height + GAP;
  const int above = target->y - GAP - area->height;
  int aside;

  if (below + area->height <= bounds->y + bounds->height)
    area->y = below;
  else if (above >= bounds->y)
    area->y = above;
  else
    return locate_beside (bounds, target, mirrored, area);

  if (area->width > bounds->width)
    return FALSE;
  aside = mirrored ? (int) x - POINTER_GAP - area->width : (int) x + POINTER_GAP;
  area->x = CLAMP (aside, bounds->x, bounds->x + bounds->width - area->width);
  return TRUE;
}

static gboolean
is_due (TvTimelineCard *self)
{
  return self->context->session != NULL
         && self->context->hover.call.thread != TV_THREAD_NONE && self->allowed;
}

/* For a call as long as the trace, the self time comes later. */
static void
append_times (TvTimelineCard *self, GString *text, TvClock clock, gint64 inclusive,
              const gint64 *exclusive)
{
  TvTraceSession *session = self->context->session;
  g_autofree char *whole = tv_trace_session_dup_amount (session, clock, inclusive);

  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append_printf (
      text, "%s %s",
      tv_trace_get_clock_title (tv_trace_session_get_trace (session), clock), whole);
  if (exclusive != NULL)
    {
      g_autofree char *own = tv_trace_session_dup_amount (session, clock, *exclusive);

      /* Translators: a call's time without what it called, after its whole time. */
      g_string_append_printf (text, _ (" (self %s)"), own);
    }
}

static char *
dup_times (TvTimelineCard *self, const TvCalls *calls, guint32 call)
{
  const TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  const TvCallDetails *details = tv_details_query_get (self->details);
  const TvClock first = tv_trace_session_get_primary_clock (self->context->session);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      const TvClock clock = (first + i) % TV_N_CLOCKS;

      if (tv_trace_has_clock (trace, clock))
        append_times (self, text, clock,
                      tv_times_get (&calls->end[clock], call)
                          - tv_times_get (&calls->start[clock], call),
                      details != NULL ? &details->exclusive[clock] : NULL);
    }
  return g_string_free (text, FALSE);
}

/* The start comes first, because a long name of a thread is cut. */
static char *
dup_place (TvTimelineCard *self, const TvCalls *calls, TvCallRef call)
{
  const gint64 entry = tv_times_get (&calls->axis_start, call.call);
  g_autofree char *start
      = tv_trace_session_dup_duration (self->context->session, entry);
  g_autofree char *thread = tv_trace_dup_thread_label (
      tv_trace_session_get_trace (self->context->session), call.thread);

  /* Translators: when a call was entered, and its thread. */
  return g_strdup_printf (_ ("at %s · %s"), start, thread);
}

/* Returns the text of rules about the call, or NULL. */
static char *
dup_meaning (TvTimelineCard *self, guint32 method)
{
  TvEvent meaning;

  if (!tv_trace_session_get_meaning (self->context->session, method, &meaning))
    return NULL;
  if (meaning.explanation == NULL)
    return g_strdup (meaning.label);
  /* Translators: what a call is, and a sentence on what that means. */
  return g_strdup_printf (_ ("%s: %s"), meaning.label, meaning.explanation);
}

static char *
dup_state (TvTimelineCard *self, guint32 thread)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self->view, &scale);
  return tv_timeline_tracks_dup_text (
      self->context->session, thread,
      tv_time_scale_to_time (&scale,
                             self->context->hover.x - self->context->rows_area.x));
}

static void
write_text (TvTimelineCard *self)
{
  const TvCallRef call = self->context->hover.call;
  const TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  const TvCalls calls = tv_trace_get_calls (trace, call.thread);
  g_autoptr (TvNameText) name = tv_name_text_new (
      tv_trace_get_method (trace, tv_calls_method (&calls, call.call)));
  g_autofree char *times = NULL;
  g_autofree char *place = dup_place (self, &calls, call);
  g_autofree char *meaning = dup_meaning (self, tv_calls_method (&calls, call.call));
  g_autofree char *state = dup_state (self, call.thread);
  g_autofree char *text = NULL;

  (void) tv_details_query_ask (
      self->details, tv_trace_session_get_stacks (self->context->session), call);
  times = dup_times (self, &calls, call.call);
  text = g_strjoin ("\n", name->text, times, place, meaning != NULL ? meaning : state,
                    meaning != NULL ? state : NULL, NULL);
  if (g_strcmp0 (text, self->text) == 0)
    return;
  forget_text (self);
  set_name (self, g_steal_pointer (&name));
  set_line (self, LINE_TIMES, times);
  set_line (self, LINE_PLACE, place);
  if (meaning != NULL)
    set_line (self, LINE_MEANING, meaning);
  if (state != NULL)
    set_line (self, LINE_STATE, state);
  self->text = g_steal_pointer (&text);
}

/* The bar of the call under the pointer. */
static void
get_target (TvTimelineCard *self, GdkRectangle *target)
{
  GdkRectangle row;

  if (!tv_timeline_picture_get_call_area (self->picture, self->context->hover.call,
                                          target))
    *target = (GdkRectangle){ (int) self->context->hover.x,
                              (int) self->context->hover.y, 1, 1 };
  if (self->context->hover.row >= 0
      && tv_timeline_rows_get_area (self->rows, (guint) self->context->hover.row, &row)
      && row.height <= TV_ROW_MAX_HEIGHT)
    {
      target->y = row.y;
      target->height = row.height;
    }
}

static void
show_card (TvTimelineCard *self)
{
  const GdkRectangle bounds = { 0, 0, gtk_widget_get_width (self->context->widget),
                                gtk_widget_get_height (self->context->widget) };
  GdkRectangle target;

  get_target (self, &target);
  write_text (self);
  get_size (self, &self->area.width, &self->area.height);
  self->shown
      = tv_timeline_card_locate (&bounds, &target, self->context->hover.x,
                                 tv_timeline_is_mirrored (self->context), &self->area);
}

static void
on_rested (gpointer data)
{
  TvTimelineCard *self = data;

  show_card (self);
  gtk_widget_queue_draw (self->context->widget);
}

/* Hides the card until the pointer rests on a call again. */
gboolean
tv_timeline_card_dismiss (TvTimelineCard *self)
{
  gboolean was_shown = self->shown;

  tv_later_cancel (&self->timer);
  self->shown = FALSE;
  forget_text (self);
  tv_details_query_forget (self->details);
  if (was_shown)
    gtk_widget_queue_draw (self->context->widget);
  return was_shown;
}

/* Moves a card that is shown to the call under the pointer, or hides it. @allowed is
 * FALSE while something is dragged. */
void
tv_timeline_card_update (TvTimelineCard *self, gboolean allowed)
{
  self->allowed = allowed;
  if (!is_due (self))
    tv_timeline_card_dismiss (self);
  else if (self->shown)
    show_card (self);
}

/* Shows the card when the pointer rests on a call. */
void
tv_timeline_card_show_later (TvTimelineCard *self)
{
  if (self->shown || !is_due (self))
    return;
  tv_later_add (&self->timer, DELAY_MS, on_rested, self);
}

/* Draws the card, if it is shown. */
void
tv_timeline_card_snapshot (TvTimelineCard *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->area;
  const GdkRGBA ground = tv_color_to_rgba (self->context->colors.stripe, 1);
  GdkRGBA ink = self->context->text_color;
  GskRoundedRect outline;
  int y = area->y + PADDING;

  if (!self->shown)
    return;
  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width,
                           (float) area->height),
      CORNER);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &ground, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  tv_timeline_paint_border (snapshot, area, 0, CORNER, 1, &self->context->line_color);
  for (guint i = 0; i < N_LINES; i++)
    {
      int height;

      if (self->lines[i] == NULL)
        continue;
      if (i > LINE_NAME)
        ink.alpha = self->context->text_color.alpha * DIM_ALPHA;
      tv_timeline_paint_layout (snapshot, self->lines[i], (float) (area->x + PADDING),
                                (float) y, &ink);
      pango_layout_get_pixel_size (self->lines[i], NULL, &height);
      y += height;
    }
}

/* Returns the text of the card, NULL while it is hidden. */
const char *
tv_timeline_card_get_text (const TvTimelineCard *self, GdkRectangle *area)
{
  if (!self->shown)
    return NULL;
  if (area != NULL)
    *area = self->area;
  return self->text;
}

static void
on_details (gpointer data)
{
  TvTimelineCard *self = data;

  tv_timeline_card_update (self, self->allowed);
  gtk_widget_queue_draw (self->context->widget);
}

TvTimelineCard *
tv_timeline_card_new (const TvTimelineContext *context, TvTimelineView *view,
                      TvTimelineRows *rows, TvTimelinePicture *picture)
{
  TvTimelineCard *self = g_new0 (TvTimelineCard, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->picture = picture;
  self->details = tv_details_query_new (on_details, self);
  return self;
}

void
tv_timeline_card_free (TvTimelineCard *self)
{
  tv_later_cancel (&self->timer);
  forget_text (self);
  tv_details_query_free (self->details);
  g_free (self);
}
