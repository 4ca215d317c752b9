/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* The menu of a row, and the keys of what is in it. */

#include "ui/profile/profile-row-menu.h"

#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/profile-rows.h"
#include "ui/profile/row-values.h"
#include "ui/widgets/popup-menu.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *action; /* with its target */
  const char *keys;
} shortcuts[] = {
  { "profile.row-menu", "Menu|<Shift>F10" },
  { "profile.row-details", "<Control>F1" },
  { "profile.copy-row", "<Control>c|<Control>Insert" },
  { "profile.copy-rows", "<Control><Shift>c" },
  { "profile.copy-name::full", "<Control><Alt>c" },
  { "profile.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "profile.next-call", "<Control>period" },
  { "profile.previous-call", "<Control>comma" },
  { "profile.show-callers", "<Control>p" },
  { "profile.hide-package", "<Control>h" },
  { "profile.only-package", "<Control><Shift>h" },
  { "profile.show-all-packages", "<Control><Alt>h" },
};

static void
append (GMenu *menu, const char *title, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, action);

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (g_str_equal (shortcuts[i].action, action))
      {
        g_auto (GStrv) keys = g_strsplit (shortcuts[i].keys, "|", 2);

        g_menu_item_set_attribute (item, "accel", "s", keys[0]);
      }
  g_menu_append_item (menu, item);
}

static GMenuModel *
new_calls_section (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("_Show in Timeline"), "profile.show-in-timeline");
  append (menu, _ ("_Next Call"), "profile.next-call");
  append (menu, _ ("_Previous Call"), "profile.previous-call");
  append (menu, _ ("Show Ca_llers"), "profile.show-callers");
  append (menu, _ ("_Details"), "profile.row-details");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
new_packages_section (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("_Hide Package"), "profile.hide-package");
  append (menu, _ ("Sho_w Only This Package"), "profile.only-package");
  append (menu, _ ("Show All Pac_kages"), "profile.show-all-packages");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
new_names_section (void)
{
  g_autoptr (GMenu) names = g_menu_new ();
  GMenu *menu = g_menu_new ();

  append (names, _ ("_Short"), "profile.copy-name::short");
  append (names, _ ("_Full"), "profile.copy-name::full");
  append (names, _ ("_JVM"), "profile.copy-name::jvm");
  g_menu_append_submenu (menu, _ ("Copy Na_me"), G_MENU_MODEL (names));
  return G_MENU_MODEL (menu);
}

static GMenuModel *
new_source_section (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("Open Sou_rce"), "win.open-source");
  append (menu, _ ("Source Sett_ings…"), "win.source-settings");
  return G_MENU_MODEL (menu);
}

/**
 * tv_profile_row_menu_new_model:
 *
 * Returns: (transfer full): what can be done with the selected row
 */
GMenuModel *
tv_profile_row_menu_new_model (void)
{
  g_autoptr (GMenuModel) calls = new_calls_section ();
  g_autoptr (GMenuModel) packages = new_packages_section ();
  g_autoptr (GMenuModel) names = new_names_section ();
  g_autoptr (GMenuModel) copies = tv_profile_copy_new_menu ();
  g_autoptr (GMenuModel) source = new_source_section ();
  GMenu *menu = g_menu_new ();

  g_menu_append_section (menu, NULL, calls);
  g_menu_append_section (menu, NULL, packages);
  g_menu_append_section (menu, NULL, names);
  g_menu_append_section (menu, NULL, copies);
  g_menu_append_section (menu, NULL, source);
  return G_MENU_MODEL (menu);
}

static void
menu_closed (GtkPopover *menu, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);

  gtk_widget_grab_focus (GTK_WIDGET (tv_profile_panel_get_rows (panel)));
}

/* From pixels of the rows to those of the panel. */
static void
place_in_panel (TvProfilePanel *panel, GdkRectangle *place)
{
  GtkWidget *rows = GTK_WIDGET (tv_profile_panel_get_rows (panel));
  double x;
  double y;

  if (!gtk_widget_translate_coordinates (rows, GTK_WIDGET (panel), place->x, place->y,
                                         &x, &y))
    return;
  place->x = (int) x;
  place->y = (int) y;
}

/* At a place of the rows. */
static void
open_at (TvProfilePanel *panel, GdkRectangle place)
{
  g_autoptr (GMenuModel) model = tv_profile_row_menu_new_model ();
  GtkWidget *menu;

  place_in_panel (panel, &place);
  menu = tv_popup_menu_open (GTK_WIDGET (panel), model, &place);
  g_signal_connect (menu, "closed", G_CALLBACK (menu_closed), panel);
}

/* That of the selected row, which is scrolled to, or of that which keys go on from,
 * which is selected. */
static gboolean
go_to_row (TvProfilePanel *panel, GdkRectangle *place)
{
  TvProfileRows *rows = tv_profile_panel_get_rows (panel);
  guint position = tv_profile_rows_get_selected (rows);

  if (position == GTK_INVALID_LIST_POSITION)
    position = tv_profile_rows_get_cursor (rows);
  if (position >= tv_profile_rows_get_n (rows))
    return FALSE;
  tv_profile_rows_move_cursor (rows, position, TRUE);
  *place = tv_profile_rows_get_cursor_area (rows);
  return TRUE;
}

/* Opens the menu at the selected row, which is scrolled to, or at that which keys go
 * on from, which is selected. */
void
tv_profile_row_menu_open (TvProfilePanel *panel)
{
  GdkRectangle place;

  g_return_if_fail (TV_IS_PROFILE_PANEL (panel));

  if (go_to_row (panel, &place))
    open_at (panel, place);
}

/* Shows at the selected row, or at that which keys go on from, what its tooltip tells
 * the pointer, if anything, as text that can be copied. */
void
tv_profile_row_menu_show_details (TvProfilePanel *panel)
{
  g_autoptr (TvProfileItem) row = NULL;
  g_autofree char *text = NULL;
  GtkWidget *popover;
  GdkRectangle place;

  g_return_if_fail (TV_IS_PROFILE_PANEL (panel));

  if (!go_to_row (panel, &place))
    return;
  row = tv_profile_panel_dup_selected_row (panel);
  if (row != NULL)
    text = tv_profile_item_dup_tooltip (
        row, tv_trace_session_get_trace (tv_profile_panel_get_session (panel)));
  if (text == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (panel));
      return;
    }
  place_in_panel (panel, &place);
  popover = tv_popup_text_open (GTK_WIDGET (panel), text, &place);
  g_signal_connect (popover, "closed", G_CALLBACK (menu_closed), panel);
}

static void
press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  TvProfileRows *rows = tv_profile_panel_get_rows (panel);
  GdkEvent *event
      = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };
  guint position;

  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  position = tv_profile_rows_find_position (rows, y);
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tv_profile_rows_move_cursor (rows, position, TRUE);
  open_at (panel, place);
}

static void
add_shortcut (GtkShortcutController *controller, guint index)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (shortcuts[index].action, &name, &target, NULL))
    g_assert_not_reached ();
  shortcut
      = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[index].keys),
                          gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

/* Has the keys of what is in the menu heard while widget, or something in it, has the
 * focus. */
void
tv_profile_row_menu_add_keys (GtkWidget *widget)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_return_if_fail (GTK_IS_WIDGET (widget));

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), i);
  gtk_widget_add_controller (widget, keys);
}

/* Has a secondary click on a row open its menu, and gives the rows the keys of what is
 * in it. */
void
tv_profile_row_menu_add_controllers (TvProfilePanel *panel)
{
  GtkWidget *rows;
  GtkGesture *click = gtk_gesture_click_new ();

  g_return_if_fail (TV_IS_PROFILE_PANEL (panel));

  rows = GTK_WIDGET (tv_profile_panel_get_rows (panel));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_object (click, "pressed", G_CALLBACK (press), panel, 0);
  gtk_widget_add_controller (rows, GTK_EVENT_CONTROLLER (click));
  tv_profile_row_menu_add_keys (rows);
}
