/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-colors.h"

#include "ui/session/session-colors.h"
#include <math.h>

struct _TvTimelineColors
{
  TvTimelineContext *context; /* it writes the colours of this */
  TvSessionColors *session;   /* the session's, or NULL */
  guint mode;                 /* of TvColorMode */
  guint palette;              /* of TvPalette */
  gboolean applied;           /* whether the context has the current colours */
  guint hits_frames;          /* frames until other hits are shown */
  guint tick;                 /* the callback that counts them, or 0 */
};

/* The states of the actions, in order of TvColorMode and of TvPalette. */
static const char *const mode_names[]
    = { "rank", "class", "package", "library", "kind", NULL };
static const char *const palette_names[] = { "soft", "classic", "accessible", NULL };

/* Every line is a blend of the theme's text and background colours, so that it is
 * visible in every theme, high contrast included. */
static void
derive_colors (TvTimelineColors *self, const GdkRGBA *background)
{
  TvDrawColors *colors = &self->context->colors;
  const struct
  {
    TvColor *color;
    float share_of_text;
  } lines[] = {
    { &colors->stripe, 0.035f },    { &colors->axis, 0.76f },
    { &colors->minor_tick, 0.37f }, { &colors->cursor, 0.69f },
    { &colors->background, 0.0f },  { &colors->text, 1.0f },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      GdkRGBA color = tv_timeline_mix (background, &self->context->text_color,
                                       lines[i].share_of_text);

      *lines[i].color = tv_timeline_to_draw_color (color);
    }
  self->context->line_color
      = tv_timeline_mix (background, &self->context->text_color, 0.16f);
}

/* Reads the colours of the theme. Returns FALSE if nothing changed since the last
 * call. */
gboolean
tv_timeline_colors_apply (TvTimelineColors *self)
{
  TvTimelineContext *context = self->context;
  GdkRGBA background;
  gboolean dark;

  if (self->applied)
    return FALSE;

  tv_timeline_read_theme (context->widget, &context->text_color, &background,
                          &context->accent_color);
  dark = tv_timeline_get_luminance (&context->text_color) > 0.5f;
  tv_draw_colors_init (&context->colors, (TvPalette) self->palette, dark);
  derive_colors (self, &background);
  /* Fade colours that several methods share while some stand out. */
  if (self->session != NULL && tv_session_colors_get_lit (self->session) != NULL)
    context->colors.mixed
        = tv_draw_colors_fade (&context->colors, context->colors.mixed);
  self->applied = TRUE;
  return TRUE;
}

/* The colours are read again before the next frame. */
void
tv_timeline_colors_forget (TvTimelineColors *self)
{
  self->applied = FALSE;
  tv_timeline_redraw (self->context);
}

static gboolean
show_hits (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TvTimelineColors *self = user_data;

  if (--self->hits_frames > 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  tv_timeline_colors_forget (self);
  tv_timeline_queue_update (self->context);
  return G_SOURCE_REMOVE;
}

/* Redrawing all lanes takes longer than updating the list of hits, which people
 * watch as they type: the list gets the next frame to itself. */
static void
on_hits_changed (TvTimelineColors *self)
{
  if (self->tick == 0)
    self->tick
        = gtk_widget_add_tick_callback (self->context->widget, show_hits, self, NULL);
  self->hits_frames = 2;
}

/* Returns whether new hits are about to be shown. */
gboolean
tv_timeline_colors_await_hits (const TvTimelineColors *self)
{
  return self->hits_frames > 0;
}

/* Tracks the colours of another session, and gives it the chosen mode and palette. */
void
tv_timeline_colors_set_session (TvTimelineColors *self, TvTraceSession *session)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  if (session != NULL)
    self->session = g_object_ref (tv_trace_session_get_colors (session));
  if (self->session != NULL)
    {
      tv_session_colors_set_mode (self->session, (TvColorMode) self->mode);
      tv_session_colors_set_palette (self->session, (TvPalette) self->palette);
      g_signal_connect_swapped (self->session, "changed",
                                G_CALLBACK (tv_timeline_colors_forget), self);
      g_signal_connect_swapped (self->session, "hits-changed",
                                G_CALLBACK (on_hits_changed), self);
    }
  self->applied = FALSE;
}

/* Finds a name among some, and keeps its place. */
static gboolean
choose (const char *const *names, GVariant *state, guint *chosen)
{
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      {
        *chosen = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
change_mode (gpointer data, GVariant *state)
{
  TvTimelineColors *self = data;

  if (!choose (mode_names, state, &self->mode))
    return FALSE;
  if (self->session != NULL)
    tv_session_colors_set_mode (self->session, (TvColorMode) self->mode);
  return TRUE;
}

static gboolean
change_palette (gpointer data, GVariant *state)
{
  TvTimelineColors *self = data;

  if (!choose (palette_names, state, &self->palette))
    return FALSE;
  if (self->session != NULL)
    tv_session_colors_set_palette (self->session, (TvPalette) self->palette);
  return TRUE;
}

/* Whether a choice makes a difference: the trace may have no such groups of methods. */
static gboolean
is_choice (const TvTimelineColors *self, gboolean is_palette, guint choice)
{
  return is_palette || self->session == NULL
         || tv_session_colors_has_mode (self->session, (TvColorMode) choice);
}

static gboolean
choose_next (gpointer data, int of_palette)
{
  TvTimelineColors *self = data;
  const char *const *names = of_palette ? palette_names : mode_names;
  guint next = of_palette ? self->palette : self->mode;

  do
    next = names[next + 1] != NULL ? next + 1 : 0;
  while (!is_choice (self, of_palette, next));
  g_action_group_change_action_state (G_ACTION_GROUP (self->context->actions),
                                      of_palette ? "palette" : "color-by",
                                      g_variant_new_string (names[next]));
  return GDK_EVENT_STOP;
}

static const TvTimelineAction choices[] = {
  { "color-by", NULL, .state = "'rank'", .change = change_mode },
  { "palette", NULL, .state = "'soft'", .change = change_palette },
  { 0 },
};

const TvTimelineAction tv_timeline_color_actions[] = {
  { "next-color-by", "c", choose_next, .argument = FALSE },
  { "next-palette", "<Shift>c", choose_next, .argument = TRUE },
  { 0 },
};

TvTimelineColors *
tv_timeline_colors_new (TvTimelineContext *context)
{
  TvTimelineColors *self = g_new0 (TvTimelineColors, 1);

  self->context = context;
  tv_timeline_actions_add (context, choices, self);
  tv_timeline_actions_add (context, tv_timeline_color_actions, self);
  return self;
}

void
tv_timeline_colors_free (TvTimelineColors *self)
{
  tv_timeline_colors_set_session (self, NULL);
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->context->widget, self->tick);
  g_free (self);
}
