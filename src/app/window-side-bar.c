/* SPDX-License-Identifier: Apache-2.0 */

/* The parts that a window shows if it is wide enough: the side bar, and buttons beside
 * the name of the file. */

#include "app/settings.h"
#include "app/window-private.h"

/* A narrower window keeps its width for timeline and table, unless the user opens the
 * side bar. */
#define WIDE 1200

/* A narrower window hides buttons that are also in a menu, to have room for the name of
 * the file. */
#define ROOMY 1024

#define DEFAULT_WIDTH 320

static gboolean
is_remembered (TvWindow *self)
{
  return !tv_settings_has_key (self->settings, "side-bar")
         || g_settings_get_boolean (self->settings, "side-bar");
}

static void
show_side_bar (TvWindow *self, gboolean shown)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "side-bar");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (shown));
  gtk_widget_set_visible (GTK_WIDGET (self->side_bar), shown);
}

static void
change_side_bar (TvWindow *self, GVariant *state)
{
  show_side_bar (self, g_variant_get_boolean (state));
  if (tv_settings_has_key (self->settings, "side-bar"))
    g_settings_set_value (self->settings, "side-bar", state);
}

static void
on_layout (GdkSurface *surface, int width, int height, TvWindow *self)
{
  const gboolean is_wide = width >= WIDE;
  const gboolean is_roomy = width >= ROOMY;

  if (is_roomy != self->is_roomy)
    {
      self->is_roomy = is_roomy;
      tv_window_update_actions (self);
    }
  if (is_wide == self->is_wide)
    return;
  self->is_wide = is_wide;
  show_side_bar (self, is_wide && is_remembered (self));
}

/* Keeps the width of the side bar when the window's width changes. */
static void
on_resized (TvWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->side_paned));

  if (!gtk_widget_get_visible (GTK_WIDGET (self->side_bar)))
    return;
  g_object_get (self->side_paned, "max-position", &self->side_room, NULL);
  gtk_paned_set_position (self->side_paned, MAX (width - self->side_width, 0));
}

/* GTK moves the split when its range changes. Any other move is the user's. */
static void
on_moved (TvWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->side_paned));
  int room;

  g_object_get (self->side_paned, "max-position", &room, NULL);
  if (room != self->side_room || !gtk_widget_get_mapped (GTK_WIDGET (self->side_bar)))
    return;
  self->side_width = width - gtk_paned_get_position (self->side_paned);
  if (tv_settings_has_key (self->settings, "side-bar-width"))
    g_settings_set_int (self->settings, "side-bar-width", MAX (self->side_width, 1));
}

/* Shows the side bar if the window is wide enough, once it has a surface. */
void
tv_window_watch_width (TvWindow *self)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)), "layout",
                           G_CALLBACK (on_layout), self, G_CONNECT_AFTER);
}

/* Adds the action `side-bar`. */
void
tv_window_init_side_bar (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "side-bar", G_CALLBACK (change_side_bar), NULL, "false" } };

  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  self->side_width = tv_settings_has_key (self->settings, "side-bar-width")
                         ? g_settings_get_int (self->settings, "side-bar-width")
                         : DEFAULT_WIDTH;
  g_signal_connect_swapped (self->side_paned, "notify::max-position",
                            G_CALLBACK (on_resized), self);
  g_signal_connect_swapped (self->side_paned, "notify::position", G_CALLBACK (on_moved),
                            self);
}
