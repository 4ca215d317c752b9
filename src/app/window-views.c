/* SPDX-License-Identifier: Apache-2.0 */

/* The views under the timeline, one of which is shown at a time. */

#include "app/settings.h"
#include "app/window-private.h"

/* Gives the keyboard focus to the view that is shown. */
void
tv_window_focus_view (TvWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);

  if (!gtk_widget_mnemonic_activate (view, FALSE))
    (void) gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD);
}

/* Its keys are heard at once, unless somebody types a text or walks along the tabs. */
static void
on_view_changed (TvWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (gtk_widget_get_mapped (GTK_WIDGET (self->views)) && !GTK_IS_EDITABLE (focus)
      && (focus == NULL
          || gtk_widget_get_ancestor (focus, GTK_TYPE_STACK_SWITCHER) == NULL))
    tv_window_focus_view (self);
}

/* Remembers how the flame graph is drawn. */
static void
bind_flame_view (TvWindow *self)
{
  static const char *const options[][2]
      = { { "flame-graph-icicle", "icicle" },
          { "flame-graph-by-name", "by-name" },
          { "flame-graph-per-thread", "per-thread" } };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (tv_settings_has_key (self->settings, options[i][0]))
      g_settings_bind (self->settings, options[i][0], self->flame_view, options[i][1],
                       G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_NO_SENSITIVITY);
}

/* Adds the action `view`, whose state is the name of the view that is shown. */
void
tv_window_init_views (TvWindow *self)
{
  TvColumnLayout *columns = tv_profile_panel_get_layout (self->profile_panel);
  g_autoptr (GPropertyAction) action
      = g_property_action_new ("view", self->views, "visible-child-name");

  tv_call_tree_view_set_layout (self->call_tree, columns);
  tv_call_tree_view_set_layout (self->callers_callees, columns);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  if (tv_settings_has_key (self->settings, "view"))
    g_settings_bind (self->settings, "view", self->views, "visible-child-name",
                     G_SETTINGS_BIND_DEFAULT);
  bind_flame_view (self);
  g_signal_connect_object (self->views, "notify::visible-child",
                           G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
}
