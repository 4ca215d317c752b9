/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-row-actions.h"

#include "analysis/sums/method-groups.h"
#include "analysis/text/name-text.h"
#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-order.h"
#include "ui/profile/row-values.h"
#include "ui/session/transform-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The menu of a row, and the actions and keys of its items. */

static const TvRowShortcut shortcuts[] = {
  { "profile.row-menu", "Menu|<Shift>F10" },
  { "profile.row-details", "<Control>F1" },
  { "profile.copy-row", "<Control>c|<Control>Insert" },
  { "profile.copy-rows", "<Control><Shift>c" },
  { "profile.copy-name::full", "<Control><Alt>c" },
  { "profile.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "profile.next-call", "<Alt>period" },
  { "profile.previous-call", "<Alt>comma" },
  { "profile.show-callers", "<Control>p" },
  { "profile.hide-package", "<Control>h" },
  { "profile.only-package", "<Control><Shift>h" },
  { "profile.show-all-packages", "<Control><Alt>h" },
};

/* The trace of the rows, whose methods may have been collapsed. */
static TvTrace *
get_trace (TvProfilePanel *panel)
{
  return tv_profile_get_trace (
      tv_trace_session_get_profile (tv_view_get_session (TV_VIEW (panel))));
}

static GMenuModel *new_menu (GtkWidget *panel);

const TvRowMenu tv_profile_row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static const TvRowItem call_items[] = {
  { N_ ("_Show in Timeline"), "profile.show-in-timeline" },
  { N_ ("_Next Call"), "profile.next-call" },
  { N_ ("_Previous Call"), "profile.previous-call" },
  { N_ ("Show Ca_llers"), "profile.show-callers" },
  { N_ ("_Details"), "profile.row-details" },
};

static const TvRowItem package_items[] = {
  { N_ ("_Hide Package"), "profile.hide-package" },
  { N_ ("Sho_w Only This Package"), "profile.only-package" },
  { N_ ("Show _All Packages"), "profile.show-all-packages" },
  { NULL, NULL },
};

static const TvRowItem name_items[] = {
  { N_ ("_Short"), "profile.copy-name::short" },
  { N_ ("_Full"), "profile.copy-name::full" },
  { N_ ("_JVM"), "profile.copy-name::jvm" },
  { NULL, NULL },
};

/* A menu has at most 12 items, so that each is found quickly. */
static GMenuModel *
new_menu (GtkWidget *panel)
{
  TvTraceSession *session = tv_view_get_session (TV_VIEW (panel));
  g_autoptr (GMenuModel) transforms
      = tv_transform_menu_new (tv_trace_session_get_trace (session));
  g_autoptr (GMenu) packages
      = tv_row_menu_new_part (&tv_profile_row_menu, package_items);
  g_autoptr (GMenu) names = tv_row_menu_new_part (&tv_profile_row_menu, name_items);
  g_autoptr (GMenu) calls = g_menu_new ();
  g_autoptr (GMenu) stacks = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) source = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (call_items); i++)
    tv_row_menu_append (&tv_profile_row_menu, calls,
                        tv_trace_session_get_text (session, call_items[i].title),
                        call_items[i].action);
  g_menu_append_submenu (stacks, _ ("_Transform"), transforms);
  g_menu_append_submenu (stacks, _ ("Pac_kages"), G_MENU_MODEL (packages));
  tv_row_menu_append (&tv_profile_row_menu, copies, _ ("_Copy Row"),
                      "profile.copy-row");
  g_menu_append_submenu (copies, _ ("Copy Na_me"), G_MENU_MODEL (names));
  tv_profile_copy_append_menus (copies);
  tv_row_menu_append (&tv_profile_row_menu, source, _ ("Open Sou_rce"),
                      "win.open-source");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (calls));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (stacks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (source));
  return G_MENU_MODEL (menu);
}

/* The selected row */

static TvProfileItem *
dup_selected_row (TvProfilePanel *panel)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);

  return tree != NULL
             ? tv_profile_tree_dup_row (tree, gtk_single_selection_get_selected (
                                                  tv_profile_tree_get_selection (tree)))
             : NULL;
}

/**
 * tv_profile_panel_get_subject:
 * @panel: a panel
 *
 * Returns: index of the method of the selected row, see
 *   tv_profile_item_get_target(); %TV_METHOD_NONE if it has none
 */
guint32
tv_profile_panel_get_subject (TvProfilePanel *panel)
{
  g_autoptr (TvProfileItem) row = dup_selected_row (panel);

  return row != NULL ? tv_profile_item_get_target (row) : TV_METHOD_NONE;
}

/* Shows the text of the tooltip so that it can be copied. */
static void
show_details (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  TvTableRows *rows = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel)));
  g_autoptr (TvProfileItem) row = NULL;
  g_autofree char *text = NULL;

  if (!tv_row_menu_go_to_row (rows))
    return;
  row = dup_selected_row (panel);
  if (row != NULL)
    text = tv_profile_item_dup_details (
        row, tv_profile_tree_get_snapshot (tv_profile_panel_get_tree (panel)));
  tv_row_menu_show_text (rows, GTK_WIDGET (panel), text);
}

/* In the timeline */

gboolean
tv_profile_panel_get_target (TvView *view, TvRowTarget *target)
{
  target->trace = get_trace (TV_PROFILE_PANEL (view));
  target->method = tv_profile_panel_get_subject (TV_PROFILE_PANEL (view));
  return target->method != TV_METHOD_NONE;
}

/* Moves from a caller or callee to its own row, like a click. */
static gboolean
select_subject (TvProfilePanel *panel)
{
  const guint32 method = tv_profile_panel_get_subject (panel);
  TvTraceSession *session = tv_view_get_session (TV_VIEW (panel));

  if (method == TV_METHOD_NONE)
    return FALSE;
  if (tv_trace_session_get_selected_method (session) != method)
    tv_trace_session_select_method (session, method);
  return TRUE;
}

/* The timeline has actions of the same names. */
static void
go_to_call (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autofree char *name
      = g_strconcat ("timeline.", g_action_get_name (G_ACTION (action)), NULL);

  if (select_subject (user_data))
    (void) gtk_widget_activate_action (user_data, name, NULL);
}

/* In the table */

static void
show_callers (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);
  guint position;

  if (!select_subject (panel))
    return;
  position = tv_profile_tree_get_method_position (
      tree, tv_trace_session_get_selected_method (tv_profile_tree_get_session (tree)));
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  /* Opens it, with its Parents first. */
  tv_profile_tree_pick (tree, position);
  tv_table_model_step (TV_TABLE_MODEL (tree), TRUE);
}

/* Names */

static char *
dup_group_name (TvProfileItem *row, const TvTrace *trace, const char *how)
{
  g_autofree char *name = tv_profile_item_dup_tooltip (row, trace);
  const char *dot = strrchr (name, row->kind == TV_PROFILE_ITEM_LIBRARY ? '/' : '.');

  /* A class without its package, a library without its folder. */
  if (g_str_equal (how, "short"))
    return g_strdup (dot != NULL ? dot + 1 : name);
  if (g_str_equal (how, "jvm") && row->kind != TV_PROFILE_ITEM_LIBRARY)
    g_strdelimit (name, ".", '/');
  return g_steal_pointer (&name);
}

/* Groups have names, too. */
char *
tv_profile_panel_dup_name (TvView *view, const char *how)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (view);
  g_autoptr (TvProfileItem) row = dup_selected_row (panel);
  TvRowTarget target = TV_ROW_TARGET_NONE;

  if (row != NULL && tv_profile_item_kind_is_group (row->kind))
    return dup_group_name (row, get_trace (panel), how);
  return tv_profile_panel_get_target (view, &target)
             ? tv_row_target_dup_name (&target, how)
             : NULL;
}

/* Packages */

/* Takes the filter. If the focused row disappears with all others, no widget would get
 * the keys, so the signal lets another one take the focus. */
static void
set_packages (TvProfilePanel *panel, TvPackageFilter *filter)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (panel));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  const gboolean focused
      = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (panel));
  const gboolean any = filter != NULL;

  tv_trace_session_set_packages (tv_profile_tree_get_session (tree), filter);
  g_clear_pointer (&filter, tv_package_filter_unref);
  if (any && focused && g_list_model_get_n_items (rows) == 0)
    g_signal_emit_by_name (panel, "emptied");
}

/* Returns one of the methods of a group. */
static guint32
find_method_under (TvProfileItem *item)
{
  TvProfileOutline *outline = item->outline;
  guint32 class_ = item->index;
  const guint32 *members;
  guint n;

  if (item->kind == TV_PROFILE_ITEM_PACKAGE)
    {
      members
          = tv_profile_outline_get_members (outline, TV_OUTLINE_CLASSES, class_, &n);
      if (n == 0)
        return TV_METHOD_NONE;
      class_ = members[0];
    }
  members = tv_profile_outline_get_members (outline, TV_OUTLINE_METHODS, class_, &n);
  return n > 0 ? members[0] : TV_METHOD_NONE;
}

/* Returns the package of the selected row, or %NULL. */
static char *
dup_package (TvProfilePanel *panel)
{
  g_autoptr (TvProfileItem) item = dup_selected_row (panel);
  guint32 method;

  if (item == NULL)
    return NULL;
  method = tv_profile_item_kind_is_group (item->kind)
               ? find_method_under (item)
               : tv_profile_item_get_target (item);
  if (method == TV_METHOD_NONE)
    return NULL;
  return tv_method_dup_package (tv_trace_get_method (get_trace (panel), method));
}

static void
hide_package (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  g_autofree char *package = dup_package (panel);
  g_autoptr (GStrvBuilder) hidden = g_strv_builder_new ();
  g_auto (GStrv) packages = NULL;
  TvPackageFilter *old;

  if (package == NULL)
    return;
  old = tv_trace_session_get_packages (tv_view_get_session (TV_VIEW (panel)));
  if (old != NULL && !old->only)
    {
      if (g_strv_contains (old->packages, package))
        return;
      g_strv_builder_addv (hidden, (const char **) old->packages);
    }
  g_strv_builder_add (hidden, package);
  packages = g_strv_builder_end (hidden);
  set_packages (panel, tv_package_filter_new ((const char *const *) packages, FALSE));
}

static void
show_only_package (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);
  g_autofree char *package = dup_package (panel);
  const char *packages[] = { package, NULL };

  if (package != NULL)
    set_packages (panel, tv_package_filter_new (packages, TRUE));
}

static void
show_all_packages (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *panel = TV_PROFILE_PANEL (user_data);

  set_packages (panel, NULL);
  /* The button of the package bar hides with the focus. */
  (void) gtk_widget_grab_focus (
      GTK_WIDGET (tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel)))));
}

/**
 * tv_profile_row_menu_add_keys:
 * @widget: a widget in a window that has the actions of a profile panel
 *
 * Makes the keys of the row menu work while @widget, or a child of it, has the focus.
 */
void
tv_profile_row_menu_add_keys (GtkWidget *widget)
{
  tv_row_menu_add_keys (&tv_profile_row_menu, widget);
}

/* Enabling */

/* Call it when the session, the selected row, the history or the hidden packages
 * change.
 */
void
tv_profile_panel_update_actions (TvProfilePanel *panel)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (panel);
  TvTraceSession *session = tv_view_get_session (TV_VIEW (panel));
  TvMethodHistory *history = tree != NULL ? tv_profile_tree_get_history (tree) : NULL;
  g_autoptr (TvProfileItem) row = dup_selected_row (panel);
  const guint32 method
      = row != NULL ? tv_profile_item_get_target (row) : TV_METHOD_NONE;
  const TvMethodTotals *totals
      = method != TV_METHOD_NONE
            ? tv_profile_get_totals (tv_trace_session_get_profile (session), method)
            : NULL;
  const gboolean called = totals != NULL && totals->calls + totals->recursive_calls > 0;
  const gboolean any = session != NULL;
  const struct
  {
    const char *name;
    gboolean enabled;
  } states[] = {
    { "show-in-timeline", called },
    { "next-call", called },
    { "previous-call", called },
    { "show-callers", called },
    { "copy-name",
      row != NULL
          && (method != TV_METHOD_NONE || tv_profile_item_kind_is_group (row->kind)) },
    { "row-details", any },
    { "hide-package", any },
    { "only-package", any },
    { "copy-row", any },
    { "copy-rows", any },
    { "copy-as", any },
    { "export", any },
    { "go-back", any && tv_method_history_can_go (history, FALSE) },
    { "go-forward", any && tv_method_history_can_go (history, TRUE) },
    { "show-all-packages", any && tv_trace_session_get_packages (session) != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    tv_view_set_enabled (TV_VIEW (panel), states[i].name, states[i].enabled);
}

/* Adds actions of the selected row to those of a panel. */
void
tv_profile_row_actions_add (GActionMap *actions, TvProfilePanel *panel)
{
  static const GActionEntry entries[] = {
    { "next-call", go_to_call, NULL, NULL, NULL, { 0 } },
    { "previous-call", go_to_call, NULL, NULL, NULL, { 0 } },
    { "show-callers", show_callers, NULL, NULL, NULL, { 0 } },
    { "row-details", show_details, NULL, NULL, NULL, { 0 } },
    { "hide-package", hide_package, NULL, NULL, NULL, { 0 } },
    { "only-package", show_only_package, NULL, NULL, NULL, { 0 } },
    { "show-all-packages", show_all_packages, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), panel);
}
