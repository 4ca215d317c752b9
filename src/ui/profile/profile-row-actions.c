/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-row-actions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-rows.h"
#include "ui/profile/row-values.h"
#include "ui/widgets/popup-menu.h"

/* The menu of a row, and the keys of what is in it. */

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
static void
tv_profile_row_menu_open (TvProfilePanel *panel)
{
  GdkRectangle place;

  g_return_if_fail (TV_IS_PROFILE_PANEL (panel));

  if (go_to_row (panel, &place))
    open_at (panel, place);
}

/* Shows at the selected row, or at that which keys go on from, what its tooltip tells
 * the pointer, if anything, as text that can be copied. */
static void
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

struct _TvProfileRowActions
{
  GObject parent_instance;

  TvProfilePanel *panel; /* %NULL once it stopped */
  GSignalGroup *selection_signals;
};

G_DEFINE_FINAL_TYPE (TvProfileRowActions, tv_profile_row_actions, G_TYPE_OBJECT)

static void
tv_profile_row_actions_finalize (GObject *object)
{
  g_clear_object (&TV_PROFILE_ROW_ACTIONS (object)->selection_signals);

  G_OBJECT_CLASS (tv_profile_row_actions_parent_class)->finalize (object);
}

static void
tv_profile_row_actions_class_init (TvProfileRowActionsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_row_actions_finalize;
}

static void
tv_profile_row_actions_init (TvProfileRowActions *self)
{
}

/**
 * tv_profile_panel_dup_selected_row:
 * @panel: a panel
 *
 * Returns: (transfer full) (nullable): the selected row, %NULL if there is none
 */
TvProfileItem *
tv_profile_panel_dup_selected_row (TvProfilePanel *panel)
{
  TvProfileTree *tree;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);

  tree = tv_profile_panel_get_tree (panel);
  if (tree == NULL)
    return NULL;
  return tv_profile_tree_dup_row (
      tree, gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)));
}

/**
 * tv_profile_panel_get_subject:
 * @panel: a panel
 *
 * Returns: index of the method that the selected row is about, see
 *   tv_profile_item_get_target(); %TV_METHOD_NONE if it is about none
 */
guint32
tv_profile_panel_get_subject (TvProfilePanel *panel)
{
  g_autoptr (TvProfileItem) row = tv_profile_panel_dup_selected_row (panel);

  return row != NULL ? tv_profile_item_get_target (row) : TV_METHOD_NONE;
}

/* In the timeline */

static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileRowActions *self = TV_PROFILE_ROW_ACTIONS (user_data);
  const guint32 method = tv_profile_panel_get_subject (self->panel);
  TvTraceSession *session = tv_profile_panel_get_session (self->panel);
  const TvMethodTotals *totals;

  if (method == TV_METHOD_NONE)
    return;
  totals = tv_profile_get_totals (tv_trace_session_get_profile (session), method);
  if (totals->longest_call.thread == TV_THREAD_NONE)
    return;
  tv_trace_session_select_call (session, totals->longest_call);
  (void) gtk_widget_activate_action (GTK_WIDGET (self->panel),
                                     "timeline.zoom-to-selection", NULL);
}

/* A caller or callee is left for its own row, as by a click. */
static gboolean
select_subject (TvProfileRowActions *self)
{
  const guint32 method = tv_profile_panel_get_subject (self->panel);
  TvTraceSession *session = tv_profile_panel_get_session (self->panel);

  if (method == TV_METHOD_NONE)
    return FALSE;
  if (tv_trace_session_get_selected_method (session) != method)
    tv_trace_session_select_method (session, method);
  return TRUE;
}

static void
go_to_next_call (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileRowActions *self = TV_PROFILE_ROW_ACTIONS (user_data);

  if (select_subject (self))
    (void) gtk_widget_activate_action (GTK_WIDGET (self->panel), "timeline.next-call",
                                       NULL);
}

static void
go_to_previous_call (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileRowActions *self = TV_PROFILE_ROW_ACTIONS (user_data);

  if (select_subject (self))
    (void) gtk_widget_activate_action (GTK_WIDGET (self->panel),
                                       "timeline.previous-call", NULL);
}

/* In the table */

static void
show_callers (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileRowActions *self = TV_PROFILE_ROW_ACTIONS (user_data);
  TvProfileTree *tree = tv_profile_panel_get_tree (self->panel);
  guint position;

  if (!select_subject (self))
    return;
  position = tv_profile_tree_get_method_position (
      tree, tv_trace_session_get_selected_method (tv_profile_tree_get_session (tree)));
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  /* Opens it, with its Parents first. */
  tv_profile_tree_pick (tree, position);
  tv_profile_tree_step_in (tree);
}

/* Names */

/* What is behind the last dot: a class without its package. */
static char *
dup_simple_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  return g_strdup (dot != NULL ? dot + 1 : name);
}

static char *
dup_group_name (TvProfileItem *row, TvTraceSession *session, const char *how)
{
  g_autofree char *name
      = tv_profile_item_dup_tooltip (row, tv_trace_session_get_trace (session));

  if (g_str_equal (how, "short"))
    return dup_simple_name (name);
  if (g_str_equal (how, "jvm"))
    g_strdelimit (name, ".", '/');
  return g_steal_pointer (&name);
}

static char *
dup_method_name (const TvMethod *method, const char *how)
{
  if (g_str_equal (how, "short"))
    return tv_method_dup_short_name (method);
  if (g_str_equal (how, "jvm"))
    return tv_method_dup_jvm_name (method);
  return tv_method_dup_java_name (method);
}

static gboolean
is_group (TvProfileItem *row)
{
  return tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_CLASS
         || tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_PACKAGE;
}

static void
copy_name (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfileRowActions *self = TV_PROFILE_ROW_ACTIONS (user_data);
  TvTraceSession *session = tv_profile_panel_get_session (self->panel);
  const char *how = g_variant_get_string (parameter, NULL);
  g_autoptr (TvProfileItem) row = tv_profile_panel_dup_selected_row (self->panel);
  g_autofree char *name = NULL;
  guint32 method;

  if (row == NULL)
    return;
  method = tv_profile_item_get_target (row);
  if (is_group (row))
    name = dup_group_name (row, session, how);
  else if (method != TV_METHOD_NONE)
    name = dup_method_name (
        tv_trace_get_method (tv_trace_session_get_trace (session), method), how);
  if (name != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->panel)), name);
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_profile_row_menu_open (TV_PROFILE_ROW_ACTIONS (user_data)->panel);
}

static void
show_details (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_profile_row_menu_show_details (TV_PROFILE_ROW_ACTIONS (user_data)->panel);
}

/* Which of them make sense */

static const GActionEntry entries[] = {
  { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
  { "next-call", go_to_next_call, NULL, NULL, NULL, { 0 } },
  { "previous-call", go_to_previous_call, NULL, NULL, NULL, { 0 } },
  { "show-callers", show_callers, NULL, NULL, NULL, { 0 } },
  { "copy-name", copy_name, "s", NULL, NULL, { 0 } },
  { "row-menu", open_menu, NULL, NULL, NULL, { 0 } },
  { "row-details", show_details, NULL, NULL, NULL, { 0 } },
};

static GActionMap *
get_map (TvProfileRowActions *self)
{
  return G_ACTION_MAP (tv_profile_panel_get_action_group (self->panel));
}

static void
enable (TvProfileRowActions *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (get_map (self), name)), enabled);
}

static gboolean
has_calls (TvProfileRowActions *self, guint32 method)
{
  TvTraceSession *session = tv_profile_panel_get_session (self->panel);
  const TvMethodTotals *totals;

  if (method == TV_METHOD_NONE)
    return FALSE;
  totals = tv_profile_get_totals (tv_trace_session_get_profile (session), method);
  return totals->calls + totals->recursive_calls > 0;
}

static void
enable_actions (TvProfileRowActions *self)
{
  g_autoptr (TvProfileItem) row = tv_profile_panel_dup_selected_row (self->panel);
  const guint32 method
      = row != NULL ? tv_profile_item_get_target (row) : TV_METHOD_NONE;
  const gboolean called = has_calls (self, method);

  enable (self, "show-in-timeline", called);
  enable (self, "next-call", called);
  enable (self, "previous-call", called);
  enable (self, "show-callers", called);
  enable (self, "copy-name",
          row != NULL && (method != TV_METHOD_NONE || is_group (row)));
  enable (self, "row-menu", tv_profile_panel_get_tree (self->panel) != NULL);
  enable (self, "row-details", tv_profile_panel_get_tree (self->panel) != NULL);
}

static void
follow_session (TvProfileRowActions *self)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (self->panel);

  g_signal_group_set_target (self->selection_signals,
                             tree != NULL ? tv_profile_tree_get_selection (tree)
                                          : NULL);
  enable_actions (self);
}

/* Adds the actions to those of the panel. */
TvProfileRowActions *
tv_profile_row_actions_new (TvProfilePanel *panel)
{
  TvProfileRowActions *self;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);

  self = g_object_new (TV_TYPE_PROFILE_ROW_ACTIONS, NULL);
  self->panel = panel;
  g_action_map_add_action_entries (get_map (self), entries, G_N_ELEMENTS (entries),
                                   self);
  self->selection_signals = g_signal_group_new (GTK_TYPE_SINGLE_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "notify::selected",
                                  G_CALLBACK (enable_actions), self);
  g_signal_connect_object (panel, "notify::session", G_CALLBACK (follow_session), self,
                           G_CONNECT_SWAPPED);
  follow_session (self);
  return self;
}

/* Takes the actions from the panel, which goes. */
void
tv_profile_row_actions_stop (TvProfileRowActions *self)
{
  g_return_if_fail (TV_IS_PROFILE_ROW_ACTIONS (self));

  g_signal_group_set_target (self->selection_signals, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_action_map_remove_action (get_map (self), entries[i].name);
  g_signal_handlers_disconnect_by_data (self->panel, self);
  self->panel = NULL;
}
