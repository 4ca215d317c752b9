/* SPDX-License-Identifier: Apache-2.0 */

/* The views under the timeline, one of which is visible. */

#include "config.h"

#include "app/settings.h"
#include "app/window-private.h"

#include <glib/gi18n-lib.h>

/* Puts the options of all views into the line of the scope. */
static void
collect_options (TvWindow *self)
{
  for (GtkWidget *view = gtk_widget_get_first_child (GTK_WIDGET (self->views));
       view != NULL; view = gtk_widget_get_next_sibling (view))
    {
      GtkWidget *options = tv_view_get_options (TV_VIEW (view));

      if (options != NULL)
        gtk_stack_add_child (self->options, options);
    }
}

/* The methods beside the callers and callees of the selected one. */
static void
add_callers_list (TvWindow *self)
{
  GtkWidget *list = g_object_new (TV_TYPE_PROFILE_PANEL, "beside", TRUE, NULL);

  self->callers_list = TV_PROFILE_PANEL (list);
  g_object_bind_property (self->callers_callees, "session", list, "session",
                          G_BINDING_SYNC_CREATE);
  tv_call_tree_view_set_beside (self->callers_callees, list);
}

/* Shows the options of the visible view. */
static void
update_options (TvWindow *self)
{
  GtkWidget *options
      = tv_view_get_options (TV_VIEW (gtk_stack_get_visible_child (self->views)));

  gtk_widget_set_visible (GTK_WIDGET (self->options), options != NULL);
  if (options != NULL)
    gtk_stack_set_visible_child (self->options, options);
}

/* Gives the keyboard focus to the visible view. */
void
tv_window_focus_view (TvWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);

  if (!gtk_widget_mnemonic_activate (view, FALSE))
    (void) gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD);
}

/* Menus and keys of columns act on the visible table. */
static void
update_columns (TvWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);
  const gboolean has_table = tv_view_get_table (TV_VIEW (view)) != NULL;

  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns",
                                  has_table ? tv_view_get_action_group (TV_VIEW (view))
                                            : NULL);
}

/* Queries are of the whole trace, unless they see what the other views show. */
static void
update_scope_bar (TvWindow *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);
  gboolean in_scope = TRUE;

  if (TV_IS_QUERY_VIEW (view))
    g_object_get (view, "in-scope", &in_scope, NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scope_bar), in_scope);
}

/* Focuses the view, so that its keys work at once, unless the user types a text or
 * walks along the tabs. */
static void
on_view_changed (TvWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "view");

  g_simple_action_set_state (
      G_SIMPLE_ACTION (action),
      g_variant_new_string (gtk_stack_get_visible_child_name (self->views)));
  update_columns (self);
  update_scope_bar (self);
  update_options (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->views)) && !GTK_IS_EDITABLE (focus)
      && (focus == NULL
          || gtk_widget_get_ancestor (focus, GTK_TYPE_STACK_SWITCHER) == NULL))
    tv_window_focus_view (self);
}

/* Leaves all the height to the timeline or to the view, whichever has the focus. */
static void
change_maximized (TvWindow *self, GVariant *state, GSimpleAction *action)
{
  GtkWidget *timelines = gtk_paned_get_start_child (self->paned);
  GtkWidget *views = gtk_paned_get_end_child (self->paned);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean maximized = g_variant_get_boolean (state);
  const gboolean in_views = focus != NULL && gtk_widget_is_ancestor (focus, views);

  gtk_widget_set_visible (timelines, !maximized || !in_views);
  gtk_widget_set_visible (views, !maximized || in_views);
  g_simple_action_set_state (action, state);
}

/* Shows both parts again: something is to be seen in the other one. */
static void
restore_parts (TvWindow *self)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "maximize-part",
                                      g_variant_new_boolean (FALSE));
}

/* The find bar, for instance, takes the focus where it may be hidden. */
static void
on_focus_moved (TvWindow *self)
{
  GtkWidget *const parts[] = { gtk_paned_get_start_child (self->paned),
                               gtk_paned_get_end_child (self->paned) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  for (guint i = 0; focus != NULL && i < G_N_ELEMENTS (parts); i++)
    if (!gtk_widget_get_visible (parts[i]) && gtk_widget_is_ancestor (focus, parts[i]))
      restore_parts (self);
}

/* The key of the visible view focuses its rows too. */
static void
change_view (TvWindow *self, GVariant *state)
{
  const char *name = g_variant_get_string (state, NULL);

  if (gtk_stack_get_child_by_name (self->views, name) == NULL)
    return;
  if (!gtk_widget_get_visible (gtk_paned_get_end_child (self->paned)))
    restore_parts (self);
  gtk_stack_set_visible_child_name (self->views, name);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->views)))
    tv_window_focus_view (self);
}

/* Saves the options of the views. */
static void
bind_options (TvWindow *self)
{
  const struct
  {
    const char *key;
    gpointer view;
    const char *property;
  } options[] = {
    { "flame-graph-icicle", self->flame_view, "icicle" },
    { "flame-graph-by-name", self->flame_view, "by-name" },
    { "flame-graph-per-thread", self->flame_view, "per-thread" },
    { "flame-graph-by-share", self->flame_view, "by-share" },
    { "call-tree-bottom-up", self->call_tree, "bottom-up" },
    { "call-tree-per-thread", self->call_tree, "per-thread" },
    { "query-history", self->query_view, "history" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (tv_settings_has_key (self->settings, options[i].key))
      g_settings_bind (self->settings, options[i].key, options[i].view,
                       options[i].property,
                       G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_NO_SENSITIVITY);
}

/* Saves the options of the histogram and of the list of calls. */
static void
bind_calls_view (TvWindow *self)
{
  static const char *const keys[]
      = { "calls-number",  "calls-grouping", "calls-log-time",  "calls-log-bars",
          "calls-by-time", "calls-trim",     "calls-normalize", "calls-columns" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    tv_settings_bind_action (self->settings, keys[i],
                             tv_view_get_action_group (TV_VIEW (self->calls_view)),
                             keys[i] + strlen ("calls-"));
}

/* Cuts long titles before the window grows past the screen. */
static void
let_tabs_shrink (TvWindow *self)
{
  for (GtkWidget *tab = gtk_widget_get_first_child (self->tabs); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    gtk_label_set_ellipsize (GTK_LABEL (gtk_widget_get_first_child (tab)),
                             PANGO_ELLIPSIZE_END);
}

/* Names the tables like their views. That of results has a name of its own. */
static void
name_tables (TvWindow *self)
{
  for (GtkWidget *view = gtk_widget_get_first_child (GTK_WIDGET (self->views));
       view != NULL; view = gtk_widget_get_next_sibling (view))
    {
      TvTableView *table = tv_view_get_table (TV_VIEW (view));

      if (table != NULL && !TV_IS_QUERY_VIEW (view))
        gtk_accessible_update_property (
            GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
            gtk_stack_page_get_title (gtk_stack_get_page (self->views, view)), -1);
    }
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (tv_view_get_table (TV_VIEW (self->callers_list))),
      GTK_ACCESSIBLE_PROPERTY_LABEL,
      gtk_stack_page_get_title (
          gtk_stack_get_page (self->views, GTK_WIDGET (self->profile_panel))),
      -1);
}

/* Titles the views in the words of the trace. */
void
tv_window_update_titles (TvWindow *self)
{
  static const char *const titles[][2] = {
    { "methods", N_ ("Methods") },
    { "callers-callees", N_ ("Callers & Callees") },
    { "calls", N_ ("Calls") },
  };

  for (guint i = 0; self->session != NULL && i < G_N_ELEMENTS (titles); i++)
    gtk_stack_page_set_title (
        gtk_stack_get_page (self->views,
                            gtk_stack_get_child_by_name (self->views, titles[i][0])),
        tv_trace_session_get_text (self->session, titles[i][1]));
  let_tabs_shrink (self);
  name_tables (self);
}

/* Adds the actions `export` and `maximize-part`, and `view`, whose state is the name of
 * the visible view.
 */
void
tv_window_init_views (TvWindow *self)
{
  static const TvWindowAction actions[]
      = { { "view", G_CALLBACK (change_view), "s", "'methods'" },
          { "export", G_CALLBACK (tv_window_export), NULL, NULL },
          { "maximize-part", G_CALLBACK (change_maximized), NULL, "false" } };
  TvColumnLayout *columns = tv_profile_panel_get_layout (self->profile_panel);

  tv_call_tree_view_set_layout (self->call_tree, columns);
  tv_call_tree_view_set_layout (self->callers_callees, columns);
  let_tabs_shrink (self);
  tv_window_add_actions (self, actions, G_N_ELEMENTS (actions));
  gtk_widget_insert_action_group (
      GTK_WIDGET (self), "query",
      tv_view_get_action_group (TV_VIEW (self->query_view)));
  bind_calls_view (self);
  g_signal_connect_object (self->views, "notify::visible-child",
                           G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->query_view, "notify::in-scope",
                           G_CALLBACK (update_scope_bar), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (on_focus_moved), NULL);
  bind_options (self);
  collect_options (self);
  add_callers_list (self);
  update_columns (self);
  update_options (self);
}
