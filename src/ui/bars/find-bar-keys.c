/* SPDX-License-Identifier: Apache-2.0 */

/* The keys of the find bar, and those of the table that open it. Keys of the whole
 * window are those of the actions. */

#include "ui/bars/find-bar-private.h"

static gboolean
step_back (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  tv_find_bar_step (TV_FIND_BAR (user_data), FALSE);
  return TRUE;
}

static gboolean
focus_table (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  return gtk_widget_grab_focus (TV_FIND_BAR (user_data)->table);
}

static gboolean
close_bar (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  return tv_find_bar_close (TV_FIND_BAR (user_data));
}

static void
add_key (GtkEventController *controller, guint key, GdkModifierType modifiers,
         GtkShortcutFunc function, TvFindBar *self)
{
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                        gtk_callback_action_new (function, self, NULL)));
}

static void
add_entry_keys (TvFindBar *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  add_key (controller, GDK_KEY_Return, GDK_SHIFT_MASK, step_back, self);
  add_key (controller, GDK_KEY_KP_Enter, GDK_SHIFT_MASK, step_back, self);
  add_key (controller, GDK_KEY_ISO_Enter, GDK_SHIFT_MASK, step_back, self);
  add_key (controller, GDK_KEY_Down, 0, focus_table, self);
  add_key (controller, GDK_KEY_KP_Down, 0, focus_table, self);
  gtk_widget_add_controller (self->entry, controller);
}

static void
add_escape (TvFindBar *self, GtkWidget *widget)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  add_key (controller, GDK_KEY_Escape, 0, close_bar, self);
  gtk_widget_add_controller (widget, controller);
}

/* A letter: the keys of the table come first, and the space selects there. */
static gboolean
is_typed (guint key, GdkModifierType modifiers)
{
  const gunichar character = gdk_keyval_to_unicode (key);

  return character != 0 && g_unichar_isgraph (character)
         && (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == 0;
}

static gboolean
begin_typing (GtkEventControllerKey *controller, guint key, guint code,
              GdkModifierType modifiers, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));

  if (self->find == NULL || !is_typed (key, modifiers))
    return GDK_EVENT_PROPAGATE;
  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_text_grab_focus_without_selecting (GTK_TEXT (text));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  return gtk_event_controller_key_forward (controller, text);
}

/* Has the bar listen to keys, and to those that its table has no use for. */
void
tv_find_bar_add_keys (TvFindBar *self)
{
  GtkEventController *typing = gtk_event_controller_key_new ();

  add_entry_keys (self);
  add_escape (self, GTK_WIDGET (self));
  add_escape (self, self->table);
  g_signal_connect_object (typing, "key-pressed", G_CALLBACK (begin_typing), self, 0);
  gtk_widget_add_controller (self->table, typing);
}
