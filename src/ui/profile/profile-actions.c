/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-actions.h"

/* The numbers that X gives to the buttons at the side of a mouse. */
#define BUTTON_BACK 8
#define BUTTON_FORWARD 9

/* Back and forward */

static void
go (GSimpleAction *action, GVariant *parameter, gpointer panel)
{
  tv_profile_tree_go (
      tv_profile_panel_get_tree (panel),
      g_str_equal (g_action_get_name (G_ACTION (action)), "go-forward"));
}

/* Keys and buttons */

static void
activate (GtkWidget *window, gboolean forward)
{
  if (!gtk_widget_activate_action (
          window, forward ? "profile.go-forward" : "profile.go-back", NULL))
    gtk_widget_error_bell (window);
}

/* Left means back if text runs from left to right. */
static gboolean
go_by_key (GtkWidget *window, GVariant *arguments, gpointer user_data)
{
  gboolean by_arrow, forward;

  g_variant_get (arguments, "(bb)", &by_arrow, &forward);
  if (by_arrow && gtk_widget_get_direction (window) == GTK_TEXT_DIR_RTL)
    forward = !forward;
  activate (window, forward);
  return TRUE;
}

static void
add_key (GtkEventController *controller, guint key, gboolean by_arrow, gboolean forward)
{
  GtkShortcut *shortcut
      = gtk_shortcut_new (gtk_keyval_trigger_new (key, by_arrow ? GDK_ALT_MASK : 0),
                          gtk_callback_action_new (go_by_key, NULL, NULL));

  gtk_shortcut_set_arguments (shortcut, g_variant_new ("(bb)", by_arrow, forward));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            gpointer user_data)
{
  const guint button
      = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button != BUTTON_BACK && button != BUTTON_FORWARD)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  activate (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)),
            button == BUTTON_FORWARD);
}

/**
 * tv_profile_actions_add_input:
 * @window: a window that has the actions under the prefix `profile`
 *
 * Makes Alt with the arrow keys, the Back and Forward keys of a keyboard, and the side
 * buttons of a mouse go back and forward.
 */
void
tv_profile_actions_add_input (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_return_if_fail (GTK_IS_WINDOW (window));

  add_key (keys, GDK_KEY_Left, TRUE, FALSE);
  add_key (keys, GDK_KEY_KP_Left, TRUE, FALSE);
  add_key (keys, GDK_KEY_Right, TRUE, TRUE);
  add_key (keys, GDK_KEY_KP_Right, TRUE, TRUE);
  add_key (keys, GDK_KEY_Back, FALSE, FALSE);
  add_key (keys, GDK_KEY_Forward, FALSE, TRUE);
  gtk_widget_add_controller (window, keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (click));
}

/* Adds the actions to those of a panel. */
void
tv_profile_actions_add (GActionMap *actions, TvProfilePanel *panel)
{
  static const GActionEntry entries[] = {
    { "go-back", go, NULL, NULL, NULL, { 0 } },
    { "go-forward", go, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), panel);
}
