/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

#include "ui/session/session-colors.h"

#include <math.h>

/* The states of the actions, in order of TvColorMode and of TvPalette. */
static const char *const mode_names[] = { "rank", "class", "package", NULL };
static const char *const palette_names[] = { "classic", "accessible", NULL };

static TvColor
to_draw_color (const GdkRGBA *color)
{
  return (TvColor){ (guint8) lroundf (color->red * 255),
                    (guint8) lroundf (color->green * 255),
                    (guint8) lroundf (color->blue * 255) };
}

/* How bright a colour looks, 0 to 1, by the weights of ITU-R BT.709. */
static float
get_luminance (const GdkRGBA *color)
{
  return 0.2126f * color->red + 0.7152f * color->green + 0.0722f * color->blue;
}

static GdkRGBA
mix (const GdkRGBA *a, const GdkRGBA *b, float share_of_b)
{
  return (GdkRGBA){ a->red + (b->red - a->red) * share_of_b,
                    a->green + (b->green - a->green) * share_of_b,
                    a->blue + (b->blue - a->blue) * share_of_b, 1 };
}

/* All lines are the theme's text over its background, more or less of it: so they are
   seen with every theme, that of high contrast too. */
static void
take_theme (TvTimeline *self, const GdkRGBA *background)
{
  const struct
  {
    TvColor *color;
    float share_of_text;
  } lines[] = {
    { &self->colors.stripe, 0.035f },   { &self->colors.dim_text, 0.62f },
    { &self->colors.axis, 0.76f },      { &self->colors.minor_tick, 0.37f },
    { &self->colors.extent, 0.5f },     { &self->colors.cursor, 0.69f },
    { &self->colors.band, 0.1f },       { &self->colors.hover, 0.5f },
    { &self->colors.background, 0.0f }, { &self->colors.text, 1.0f },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      GdkRGBA color = mix (background, &self->text_color, lines[i].share_of_text);

      *lines[i].color = to_draw_color (&color);
    }
  self->line_color = mix (background, &self->text_color, 0.16f);
}

static void
color_lanes (TvTimeline *self)
{
  TvSessionColors *colors = tv_trace_session_get_colors (self->session);
  TvMethodSet *hits = tv_session_colors_get_hits (colors);

  /* Where some methods stand out, what several share does not. */
  if (hits != NULL)
    self->colors.mixed = tv_draw_colors_fade (&self->colors, self->colors.mixed);
  tv_timeline_lanes_set_hits (self->lanes, hits);
  tv_timeline_charts_set_hits (self->charts, hits);
  tv_timeline_lanes_set_colors (
      self->lanes, &self->colors,
      tv_session_colors_get_methods (colors, self->colors.dark));
}

/* Takes the colours from the theme, light or dark after its text, and gives the lanes
 * the colours of the session's methods. */
void
tv_timeline_restyle (TvTimeline *self)
{
  GtkStyleContext *style;
  GdkRGBA background;
  gboolean dark;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->styled)
    return;

  style = gtk_widget_get_style_context (GTK_WIDGET (self));
  gtk_style_context_get_color (style, &self->text_color);
  dark = get_luminance (&self->text_color) > 0.5f;
  if (!gtk_style_context_lookup_color (style, "theme_base_color", &background))
    background = dark ? (GdkRGBA){ 0.12f, 0.12f, 0.12f, 1 } : (GdkRGBA){ 1, 1, 1, 1 };
  if (!gtk_style_context_lookup_color (style, "theme_selected_bg_color",
                                       &self->accent_color))
    self->accent_color = (GdkRGBA){ 0.21f, 0.52f, 0.89f, 1 };

  tv_draw_colors_init (&self->colors, self->palette, dark);
  take_theme (self, &background);
  if (self->session != NULL)
    color_lanes (self);
  tv_timeline_charts_forget_colors (self->charts);
  self->styled = TRUE;
  tv_timeline_forget_shown_call (self);
  tv_timeline_update_read_out (self);
}

static void
follow_colors (TvTimeline *self)
{
  self->styled = FALSE;
  tv_timeline_redraw (self);
}

static gboolean
show_hits (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (widget);

  if (--self->hits_frames > 0)
    return G_SOURCE_CONTINUE;
  follow_colors (self);
  tv_timeline_queue_update (self);
  return G_SOURCE_REMOVE;
}

/* To draw all lanes anew takes longer than the list of what was found, which people
 * look at as they type: that has the next frame to itself. */
static void
follow_hits (TvTimeline *self)
{
  if (self->hits_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), show_hits, NULL, NULL);
  self->hits_frames = 2;
}

/* Follows the colours of the session, and gives it those that were chosen. */
void
tv_timeline_follow_colors (TvTimeline *self)
{
  TvSessionColors *colors;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  colors = tv_trace_session_get_colors (self->session);
  tv_session_colors_set_mode (colors, self->color_mode);
  tv_session_colors_set_palette (colors, self->palette);
  g_signal_connect_object (colors, "changed", G_CALLBACK (follow_colors), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (colors, "hits-changed", G_CALLBACK (follow_hits), self,
                           G_CONNECT_SWAPPED);
}

/* Follows the colours of its session no more. */
void
tv_timeline_forget_colors (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session != NULL)
    {
      TvSessionColors *colors = tv_trace_session_get_colors (self->session);

      g_signal_handlers_disconnect_by_func (colors, follow_colors, self);
      g_signal_handlers_disconnect_by_func (colors, follow_hits, self);
    }
}

static guint
find_name (const char *const *names, const char *name)
{
  guint i = 0;

  while (names[i] != NULL && !g_str_equal (names[i], name))
    i++;
  return i;
}

static void
change_mode (GSimpleAction *action, GVariant *state, TvTimeline *self)
{
  guint mode = find_name (mode_names, g_variant_get_string (state, NULL));

  if (mode_names[mode] == NULL)
    return;
  self->color_mode = (TvColorMode) mode;
  g_simple_action_set_state (action, state);
  if (self->session != NULL)
    tv_session_colors_set_mode (tv_trace_session_get_colors (self->session),
                                self->color_mode);
}

static void
change_palette (GSimpleAction *action, GVariant *state, TvTimeline *self)
{
  guint palette = find_name (palette_names, g_variant_get_string (state, NULL));

  if (palette_names[palette] == NULL)
    return;
  self->palette = (TvPalette) palette;
  g_simple_action_set_state (action, state);
  if (self->session != NULL)
    tv_session_colors_set_palette (tv_trace_session_get_colors (self->session),
                                   self->palette);
}

static void
add_choice (TvTimeline *self, const char *name, const char *state, GCallback change)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
      name, G_VARIANT_TYPE_STRING, g_variant_new_string (state));

  g_signal_connect (action, "change-state", change, self);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* Adds the choices of colours, which are there without a trace as well. */
void
tv_timeline_init_colors (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  add_choice (self, "color-by", mode_names[self->color_mode], G_CALLBACK (change_mode));
  add_choice (self, "palette", palette_names[self->palette],
              G_CALLBACK (change_palette));
}

static gboolean
choose_next (TvTimeline *self, const char *action, const char *const *names,
             guint present)
{
  const char *next = names[present + 1] != NULL ? names[present + 1] : names[0];

  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), action,
                                      g_variant_new_string (next));
  return GDK_EVENT_STOP;
}

static gboolean
choose_next_mode (TvTimeline *self)
{
  return choose_next (self, "color-by", mode_names, self->color_mode);
}

static gboolean
choose_next_palette (TvTimeline *self)
{
  return choose_next (self, "palette", palette_names, self->palette);
}

const TvTimelineAction tv_timeline_colorings[] = {
  { "next-color-by", "c", choose_next_mode },
  { "next-palette", "<Shift>c", choose_next_palette },
  { NULL, NULL, NULL },
};
