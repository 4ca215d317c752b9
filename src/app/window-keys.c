/* SPDX-License-Identifier: Apache-2.0 */

/* The keyboard focus of the window: keys of the timeline work from everywhere, menus
 * give the focus back, and the tabs are one stop. */

#include "app/window-private.h"

/* Keys of the timeline */

/* Returns whether the focus is in a text or in a popover. */
static gboolean
takes_letters (GtkWidget *focus)
{
  return focus != NULL
         && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)
             || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL);
}

/* Returns whether a key presses a button, moves the focus or opens a menu. */
static gboolean
is_key_of_focus (guint key, GdkModifierType modifiers)
{
  static const guint keys[]
      = { GDK_KEY_space,     GDK_KEY_KP_Space, GDK_KEY_Return,  GDK_KEY_KP_Enter,
          GDK_KEY_ISO_Enter, GDK_KEY_Tab,      GDK_KEY_KP_Tab,  GDK_KEY_Up,
          GDK_KEY_KP_Up,     GDK_KEY_Down,     GDK_KEY_KP_Down, GDK_KEY_Escape,
          GDK_KEY_Menu };

  if (key == GDK_KEY_ISO_Left_Tab || key == GDK_KEY_F10)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (key == keys[i])
      return (modifiers & gtk_accelerator_get_default_mod_mask ()) == 0;
  return FALSE;
}

/* Passes keys on that nobody wanted. Letters of transforms never mean anything else in
 * the views. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code,
        GdkModifierType modifiers, TvWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *timeline = GTK_WIDGET (self->timeline);

  if (!gtk_widget_get_mapped (timeline) || takes_letters (focus)
      || is_key_of_focus (key, modifiers))
    return FALSE;
  if (focus != NULL
      && (focus == timeline || gtk_widget_is_ancestor (focus, timeline)
          || (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->views))
              && tv_transform_bar_has_key (key))))
    return FALSE;
  return gtk_event_controller_key_forward (controller, timeline);
}

/* Menus */

static void
on_focus_changed (TvWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  /* None is left to be focused when the window is disposed of. */
  if (focus != NULL && self->session != NULL
      && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) == NULL)
    g_set_weak_pointer (&self->last_focus, focus);
}

/* What is chosen in the menu may move the focus afterwards. */
static void
on_menu_closed (TvWindow *self, GtkPopover *popover)
{
  GtkWidget *button = gtk_widget_get_parent (GTK_WIDGET (popover));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (self->last_focus != NULL
      && (focus == NULL || gtk_widget_is_ancestor (focus, button)))
    (void) gtk_widget_grab_focus (self->last_focus);
}

static void
watch_menu (TvWindow *self, GParamSpec *pspec, GtkMenuButton *button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (popover != NULL)
    g_signal_connect_object (popover, "closed", G_CALLBACK (on_menu_closed), self,
                             G_CONNECT_SWAPPED);
}

static void
add_menu (TvWindow *self, GtkMenuButton *button)
{
  gtk_widget_set_focus_on_click (GTK_WIDGET (button), FALSE);
  g_signal_connect_object (button, "notify::popover", G_CALLBACK (watch_menu), self,
                           G_CONNECT_SWAPPED);
  watch_menu (self, NULL, button);
}

/* Tabs */

static void
update_tabs (TvWindow *self)
{
  GtkWidget *tab = gtk_widget_get_first_child (self->tabs);
  GtkWidget *view = gtk_widget_get_first_child (GTK_WIDGET (self->views));

  for (; tab != NULL && view != NULL; tab = gtk_widget_get_next_sibling (tab))
    {
      gtk_widget_set_focusable (tab, view == gtk_stack_get_visible_child (self->views));
      view = gtk_widget_get_next_sibling (view);
    }
}

/* The arrows show the view beside, and stay on the tabs. */
static gboolean
on_tab_key (GtkEventControllerKey *controller, guint key, guint code,
            GdkModifierType modifiers, TvWindow *self)
{
  const gboolean rtl = gtk_widget_get_direction (self->tabs) == GTK_TEXT_DIR_RTL;
  const gboolean left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  const gboolean right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  GtkWidget *tab = gtk_widget_get_focus_child (self->tabs);

  if ((!left && !right) || tab == NULL
      || (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  tab = left == rtl ? gtk_widget_get_next_sibling (tab)
                    : gtk_widget_get_prev_sibling (tab);
  if (tab == NULL)
    return TRUE;
  gtk_widget_set_focusable (tab, TRUE);
  (void) gtk_widget_grab_focus (tab);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (tab), TRUE);
  return TRUE;
}

/* Call it after the views have their titles. */
void
tv_window_init_keys (TvWindow *self)
{
  GtkMenuButton *const menus[]
      = { self->recent_button, self->menu_button, self->view_button,
          self->threads_button, self->notes_button };
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *tab_keys = gtk_event_controller_key_new ();

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (on_focus_changed), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (menus); i++)
    add_menu (self, menus[i]);

  g_signal_connect_object (tab_keys, "key-pressed", G_CALLBACK (on_tab_key), self, 0);
  gtk_widget_add_controller (self->tabs, tab_keys);
  g_signal_connect_object (self->views, "notify::visible-child",
                           G_CALLBACK (update_tabs), self, G_CONNECT_SWAPPED);
  update_tabs (self);
}
