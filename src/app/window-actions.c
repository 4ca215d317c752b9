/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/open-dialog.h"
#include "app/properties-dialog.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "ui/profile/profile-row-menu.h"

#include <glib/gi18n-lib.h>

#define CLOCK_CPU "cpu"
#define CLOCK_WALL "wall"

static void
open_by_dialog (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_open_dialog_show (user_data);
}

static void
open_recent (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  tv_window_open_file (user_data, file);
}

static void
reload (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_window_reload (user_data);
}

static void
cancel_loading (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_window_cancel_loading (user_data);
}

static void
show_properties (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;

  tv_properties_dialog_show (GTK_WINDOW (self), self->session, self->file,
                             self->mappings, self->n_renamed);
}

static void
open_view_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvWindow *self = user_data;

  gtk_menu_button_popup (self->view_button);
}

static void
change_primary_clock (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvWindow *self = user_data;
  gboolean cpu = g_str_equal (g_variant_get_string (state, NULL), CLOCK_CPU);

  if (self->session == NULL)
    return;
  tv_trace_session_set_primary_clock (self->session,
                                      cpu ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL);
  g_simple_action_set_state (action, state);
}

static void
set_enabled (TvWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static gboolean
update_primary_clock (TvWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "primary-clock");
  TvTrace *trace = NULL;
  TvClock clock = TV_CLOCK_THREAD_CPU;

  if (self->session == NULL)
    return FALSE;
  trace = tv_trace_session_get_trace (self->session);
  clock = tv_trace_session_get_primary_clock (self->session);
  g_simple_action_set_state (
      G_SIMPLE_ACTION (action),
      g_variant_new_string (clock == TV_CLOCK_THREAD_CPU ? CLOCK_CPU : CLOCK_WALL));
  return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
         && tv_trace_has_clock (trace, TV_CLOCK_WALL);
}

/* Enables the actions that make sense on the page that is shown. */
void
tv_window_update_actions (TvWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);
  gboolean has_trace = g_strcmp0 (page, TV_PAGE_TRACE) == 0;
  gboolean two_clocks = update_primary_clock (self);

  set_enabled (self, "reload", self->file != NULL && self->cancellable == NULL);
  set_enabled (self, "cancel", self->cancellable != NULL);
  set_enabled (self, "properties", has_trace);
  set_enabled (self, "open-mapping", has_trace);
  set_enabled (self, "remove-mapping", has_trace && self->mappings != NULL);
  set_enabled (self, "view-menu", has_trace);
  set_enabled (self, "primary-clock", has_trace && two_clocks);
  gtk_widget_set_visible (GTK_WIDGET (self->view_button), has_trace);
  gtk_widget_set_visible (self->history_buttons, has_trace);
}

/* What had the focus may be gone with what was chosen, such as a row when all are
 * grouped: then it stays in the menu, where no key of the window is heard. */
static void
leave_menu (gpointer data)
{
  g_autoptr (TvWindow) self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == NULL || !gtk_widget_get_mapped (focus))
    (void) gtk_widget_grab_focus (
        GTK_WIDGET (tv_profile_panel_get_rows (self->profile_panel)));
}

static void
follow_menu (TvWindow *self)
{
  g_idle_add_once (leave_menu, g_object_ref (self));
}

/* Files of their own, for they are long. */
static void
load_view_menu (TvWindow *self)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/traceview/Traceview/view-menu.ui");
  g_autoptr (GtkBuilder) of_profile
      = gtk_builder_new_from_resource ("/org/traceview/Traceview/profile-menu.ui");
  GObject *menu = gtk_builder_get_object (builder, "view_menu");
  GObject *section = gtk_builder_get_object (builder, "profile_section");
  GMenuModel *items
      = G_MENU_MODEL (gtk_builder_get_object (of_profile, "profile_menu"));
  GObject *rows = gtk_builder_get_object (builder, "row_section");
  g_autoptr (GMenuModel) row_menu = tv_profile_row_menu_new_model ();

  g_menu_append_submenu (G_MENU (rows), _ ("Selected Ro_w"), row_menu);
  for (int i = 0; i < g_menu_model_get_n_items (items); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new_from_model (items, i);

      g_menu_append_item (G_MENU (section), item);
    }
  gtk_menu_button_set_menu_model (self->view_button, G_MENU_MODEL (menu));
  g_signal_connect_object (gtk_menu_button_get_popover (self->view_button), "closed",
                           G_CALLBACK (follow_menu), self, G_CONNECT_SWAPPED);
}

/* Adds the actions of the prefix `win`, the timeline's of the prefix `timeline`, the
 * scope bar's of the prefix `scope`, and the profile panel's of the prefixes `profile`
 * and `find`. */
void
tv_window_init_actions (TvWindow *self)
{
  static const GActionEntry entries[] = {
    { "open", open_by_dialog, NULL, NULL, NULL, { 0 } },
    { "open-recent", open_recent, "s", NULL, NULL, { 0 } },
    { "reload", reload, NULL, NULL, NULL, { 0 } },
    { "cancel", cancel_loading, NULL, NULL, NULL, { 0 } },
    { "properties", show_properties, NULL, NULL, NULL, { 0 } },
    { "view-menu", open_view_menu, NULL, NULL, NULL, { 0 } },
    { "primary-clock", NULL, "s", "'" CLOCK_CPU "'", change_primary_clock, { 0 } },
  };
  static const char *const of_profile[] = { "group-by", "columns", "time-unit" };
  static const char *const remembered[]
      = { "color-by",     "palette",           "overview",
          "thread-order", "main-thread-first", "row-height" };

  load_view_menu (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline",
                                  tv_timeline_get_action_group (self->timeline));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "scope",
                                  tv_scope_bar_get_action_group (self->scope_bar));
  gtk_widget_insert_action_group (
      GTK_WIDGET (self), "find",
      tv_profile_panel_get_find_actions (self->profile_panel));
  gtk_widget_insert_action_group (
      GTK_WIDGET (self), "profile",
      tv_profile_panel_get_action_group (self->profile_panel));
  for (guint i = 0; i < G_N_ELEMENTS (of_profile); i++)
    tv_settings_bind_action (self->settings,
                             tv_profile_panel_get_action_group (self->profile_panel),
                             of_profile[i]);
  for (guint i = 0; i < G_N_ELEMENTS (remembered); i++)
    tv_settings_bind_action (
        self->settings, tv_timeline_get_action_group (self->timeline), remembered[i]);
}
