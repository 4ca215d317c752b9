/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-card.h"

#include "draw/time-ticks.h"

/* In pixels. */
#define PADDING 8
#define CORNER 6
#define MAX_TEXT_WIDTH 660

/* Distance to the target, and to the pointer. */
#define GAP 6
#define POINTER_GAP 14

#define BODY_ALPHA (G_MAXUINT16 / 100 * 80)

/* Time that the pointer rests on a call before the card appears. */
#define DELAY_MS 500

/* Lines of the card, and how many of them do not belong to the stack. */
#define LEAST_LINES 7
#define MOST_LINES 18
#define N_OTHER_LINES 5

struct _TvTimelineCard
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
  TvTimelinePicture *picture;
  TvTimelineStatus *status;
  gboolean allowed;  /* nothing is dragged */
  PangoLayout *text; /* heading and body, or NULL */
  guint timer;       /* 0 unless the pointer rests on a call for a moment */
  gboolean shown;
  TvCallRef call;       /* that the text is of */
  gboolean has_numbers; /* of the call */
  GdkRectangle area;
};

static void
add_attribute (PangoAttrList *attributes, PangoAttribute *attribute, guint start,
               guint end)
{
  attribute->start_index = start;
  attribute->end_index = end;
  pango_attr_list_insert (attributes, attribute);
}

/* Long lines are shortened in the middle. */
static void
set_text (TvTimelineCard *self, const char *heading, const char *body)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autofree char *text = g_strdup_printf ("%s\n%s", heading, body);
  const guint length = (guint) strlen (heading);
  int width;

  add_attribute (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD), 0, length);
  add_attribute (attributes, pango_attr_foreground_alpha_new (BODY_ALPHA), length,
                 G_MAXUINT);
  add_attribute (attributes, pango_attr_font_features_new ("tnum=1"), 0, G_MAXUINT);

  g_clear_object (&self->text);
  self->text = gtk_widget_create_pango_layout (self->context->widget, text);
  pango_layout_set_attributes (self->text, attributes);
  pango_layout_get_pixel_size (self->text, &width, NULL);
  pango_layout_set_ellipsize (self->text, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_width (self->text, MIN (width + 1, MAX_TEXT_WIDTH) * PANGO_SCALE);
}

static int
get_line_height (TvTimelineCard *self)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (self->context->widget, "0");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return MAX (height, 1);
}

static void
get_size (const TvTimelineCard *self, int *width, int *height)
{
  pango_layout_get_pixel_size (self->text, width, height);
  *width += 2 * PADDING;
  *height += 2 * PADDING;
}

/* Beside the pointer, in reading direction if there is room. */
static gboolean
locate_beside (const GdkRectangle *bounds, const GdkRectangle *target, double x,
               gboolean mirrored, GdkRectangle *area)
{
  int right = (int) x + POINTER_GAP;
  int left = (int) x - POINTER_GAP - area->width;
  gboolean fits_right = right + area->width <= bounds->x + bounds->width;
  gboolean fits_left = left >= bounds->x;
  int y = target->y + target->height / 2 - area->height / 2;

  if ((!fits_right && !fits_left) || area->height > bounds->height)
    return FALSE;
  area->x = fits_right && (!mirrored || !fits_left) ? right : left;
  area->y = CLAMP (y, bounds->y, bounds->y + bounds->height - area->height);
  return TRUE;
}

/* Finds an area for a card: below its target, else above it, else beside the
 * pointer. */
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
    return locate_beside (bounds, target, x, mirrored, area);

  if (area->width > bounds->width)
    return FALSE;
  aside = mirrored ? (int) x - POINTER_GAP - area->width : (int) x + POINTER_GAP;
  area->x = CLAMP (aside, bounds->x, bounds->x + bounds->width - area->width);
  return TRUE;
}

static void
draw_sheet (const TvTimelineCard *self, GtkSnapshot *snapshot, const GdkRectangle *area,
            const GdkRGBA *background, const GdkRGBA *border, const GdkRGBA *text)
{
  const float widths[4] = { 1, 1, 1, 1 };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width,
                           (float) area->height),
      CORNER);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, background, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[]){ *border, *border, *border, *border });
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (area->x + PADDING),
                                                          (float) (area->y + PADDING)));
  gtk_snapshot_append_layout (snapshot, self->text, text);
  gtk_snapshot_restore (snapshot);
}

static gboolean
is_wanted (TvTimelineCard *self)
{
  return self->context->session != NULL
         && self->context->hover.call.thread != TV_THREAD_NONE && self->allowed;
}

static void
stop_timer (TvTimelineCard *self)
{
  if (self->timer != 0)
    g_source_remove (self->timer);
  self->timer = 0;
}

/* Returns source position, start and end, numbers if they are known, and callers. */
static char *
dup_body (TvTimelineCard *self, guint n_callers)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  TvCallStacks *stacks = tv_trace_session_get_stacks (self->context->session);
  TvCallRef call = self->context->hover.call;
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  const TvCallDetails *details = tv_timeline_status_get_details (self->status);
  g_autofree char *source = tv_method_dup_source_text (
      tv_trace_get_method (trace, tv_calls_method (&calls, call.call)));
  g_autofree char *callers = tv_call_dup_callers_text (stacks, call, n_callers);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  GString *text = g_string_new (NULL);
  TvTimeScale scale;

  tv_timeline_view_get_scale (self->view, &scale);
  start = tv_time_format_on_scale (&scale, tv_times_get (&calls.axis_start, call.call));
  end = tv_time_format_on_scale (&scale, tv_times_get (&calls.axis_end, call.call));
  if (source != NULL)
    g_string_append_printf (text, "%s\n", source);
  g_string_append_printf (text, "%s – %s", start, end);
  if (details != NULL)
    {
      g_autofree char *numbers = tv_call_dup_numbers_text (trace, details);
      g_autofree char *position = tv_call_dup_position_text (trace, details);

      g_string_append_printf (text, " · %s\n%s", position, numbers);
    }
  if (*callers != '\0')
    g_string_append_printf (text, "\n%s", callers);
  return g_string_free (text, FALSE);
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
get_bounds (TvTimelineCard *self, GdkRectangle *bounds)
{
  GtkWidget *widget = self->context->widget;

  *bounds
      = (GdkRectangle){ 0, self->context->ruler_area.y, gtk_widget_get_width (widget),
                        gtk_widget_get_height (widget) - self->context->ruler_area.y };
}

/* Returns how many callers fit above or below the target, or else beside it. */
static guint
count_callers (TvTimelineCard *self, const GdkRectangle *bounds,
               const GdkRectangle *target)
{
  int line = get_line_height (self);
  int below = bounds->y + bounds->height - (target->y + target->height);
  int lines = MAX (below, target->y - bounds->y) / line - 2;

  if (lines < LEAST_LINES)
    lines = bounds->height / line - 2;
  return (guint) CLAMP (lines, LEAST_LINES, MOST_LINES) - N_OTHER_LINES;
}

static void
write_card (TvTimelineCard *self, const GdkRectangle *bounds,
            const GdkRectangle *target)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);
  TvCalls calls = tv_trace_get_calls (trace, self->context->hover.call.thread);
  g_autofree char *heading = tv_method_dup_display_name (tv_trace_get_method (
      trace, tv_calls_method (&calls, self->context->hover.call.call)));
  g_autofree char *body = dup_body (self, count_callers (self, bounds, target));

  set_text (self, heading, body);
  self->call = self->context->hover.call;
  self->has_numbers = tv_timeline_status_get_details (self->status) != NULL;
}

static void
show_card (TvTimelineCard *self)
{
  GdkRectangle bounds;
  GdkRectangle target;

  get_bounds (self, &bounds);
  get_target (self, &target);
  if (self->text == NULL || self->call.thread != self->context->hover.call.thread
      || self->call.call != self->context->hover.call.call
      || self->has_numbers != (tv_timeline_status_get_details (self->status) != NULL))
    write_card (self, &bounds, &target);
  get_size (self, &self->area.width, &self->area.height);
  self->shown
      = tv_timeline_card_locate (&bounds, &target, self->context->hover.x,
                                 tv_timeline_is_mirrored (self->context), &self->area);
}

static gboolean
on_rested (gpointer data)
{
  TvTimelineCard *self = data;

  self->timer = 0;
  show_card (self);
  gtk_widget_queue_draw (self->context->widget);
  return G_SOURCE_REMOVE;
}

/* Hides the card until the pointer rests on a call again. */
gboolean
tv_timeline_card_dismiss (TvTimelineCard *self)
{
  gboolean was_shown = self->shown;

  stop_timer (self);
  self->shown = FALSE;
  g_clear_object (&self->text);
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
  if (!is_wanted (self))
    tv_timeline_card_dismiss (self);
  else if (self->shown)
    show_card (self);
}

/* Shows the card when the pointer rests on a call. */
void
tv_timeline_card_await (TvTimelineCard *self)
{
  if (self->shown || !is_wanted (self))
    return;
  stop_timer (self);
  self->timer = g_timeout_add (DELAY_MS, on_rested, self);
}

/* Draws the card, if it is shown. */
void
tv_timeline_card_snapshot (TvTimelineCard *self, GtkSnapshot *snapshot)
{
  GdkRGBA background;

  if (!self->shown)
    return;
  background = tv_timeline_to_rgba (self->context->colors.stripe, 1);
  draw_sheet (self, snapshot, &self->area, &background, &self->context->line_color,
              &self->context->text_color);
}

/* Returns the text of the card, NULL while it is hidden. */
const char *
tv_timeline_card_get_text (const TvTimelineCard *self, GdkRectangle *area)
{
  if (!self->shown)
    return NULL;
  if (area != NULL)
    *area = self->area;
  return pango_layout_get_text (self->text);
}

TvTimelineCard *
tv_timeline_card_new (const TvTimelineContext *context, TvTimelineView *view,
                      TvTimelineRows *rows, TvTimelinePicture *picture,
                      TvTimelineStatus *status)
{
  TvTimelineCard *self = g_new0 (TvTimelineCard, 1);

  self->context = context;
  self->view = view;
  self->rows = rows;
  self->picture = picture;
  self->status = status;
  return self;
}

void
tv_timeline_card_free (TvTimelineCard *self)
{
  stop_timer (self);
  g_clear_object (&self->text);
  g_free (self);
}
