/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-keys.h"

static gboolean
step_sideways (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (TV_PROFILE_PANEL (user_data));
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const gboolean left = g_variant_get_boolean (arguments);

  if (tree == NULL)
    return FALSE;
  if (left != rtl)
    tv_profile_tree_step_out (tree);
  else
    tv_profile_tree_step_in (tree);
  return TRUE;
}

static void
add_step_key (TvProfilePanel *panel, GtkEventController *controller, guint key,
              gboolean left)
{
  GtkShortcut *shortcut
      = gtk_shortcut_new (gtk_keyval_trigger_new (key, 0),
                          gtk_callback_action_new (step_sideways, panel, NULL));

  gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (left));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
}

/* Returns the keys that go from row to row sideways, for its table. */
GtkEventController *
tv_profile_keys_new (TvProfilePanel *panel)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), controller);

  /* Before the list, which has the arrows move sideways to where there is nothing. */
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  add_step_key (panel, controller, GDK_KEY_Left, TRUE);
  add_step_key (panel, controller, GDK_KEY_KP_Left, TRUE);
  add_step_key (panel, controller, GDK_KEY_Right, FALSE);
  add_step_key (panel, controller, GDK_KEY_KP_Right, FALSE);
  return controller;
}
