/* SPDX-License-Identifier: Apache-2.0 */

/* How the calls of a method are shown is remembered: in another window it is the same.
 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "ui/calls/calls-data.h"
#include "ui/calls/calls-view.h"
#include "ui/table/column-chooser.h"
#include "ui/table/table-view.h"

#include <check.h>

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvCallsView *view;

static GtkWidget *
find_title (guint column)
{
  GtkWidget *table = tv_gui_find_type (GTK_WIDGET (view), "TvTableView");
  TvTableColumns *columns
      = table != NULL ? tv_table_view_get_columns (TV_TABLE_VIEW (table)) : NULL;

  return columns != NULL ? tv_table_columns_get_title (columns, column) : NULL;
}

static gboolean
is_shown (guint column)
{
  GtkWidget *title;

  tv_gui_settle ();
  title = find_title (column);
  return title != NULL && gtk_widget_get_mapped (title);
}

/* Opens a window and shows the calls of its first method. */
static void
open_window (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  window = tv_gui_open (application, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "calls");
  tv_gui_settle ();
  view = TV_CALLS_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvCallsView"));
  tv_trace_session_select_method (tv_window_get_session (window), 0);
  ck_assert (is_shown (TV_CALLS_INCLUSIVE));
}

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "sample.trace");
  open_window ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static void
assert_state (const char *action, const char *expected)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (
      tv_view_get_action_group (TV_VIEW (view)), action);
  g_autofree char *text = g_variant_print (state, FALSE);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_options_are_remembered)
{
  GActionGroup *actions = tv_view_get_action_group (TV_VIEW (view));

  assert_state ("log-time", "true");
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.log-time", NULL);
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.by-time", NULL);
  g_action_group_change_action_state (actions, "number", g_variant_new_uint32 (1));
  g_action_group_change_action_state (actions, "grouping", g_variant_new_uint32 (3));
  tv_gui_close (window);
  open_window ();
  assert_state ("log-time", "false");
  assert_state ("log-bars", "false");
  assert_state ("by-time", "true");
  assert_state ("trim", "false");
  assert_state ("number", "1");
  assert_state ("grouping", "3");
  tv_gui_wait_for_text (GTK_WIDGET (view), "By Call Path");
}
END_TEST

/* With the secondary button on the header, as in other tables. */
START_TEST (test_columns_are_chosen)
{
  const guint start = TV_CALLS_START;

  ck_assert (is_shown (start));
  tv_gui_click_secondary (find_title (start), 5, 5);
  tv_gui_wait_for_text (GTK_WIDGET (view), "Inclusive");
  tv_gui_click_middle (tv_gui_find_text (
      tv_gui_find_type (GTK_WIDGET (view), "TvColumnChooser"), "Start"));
  ck_assert (!is_shown (start));
  tv_gui_close (window);
  open_window ();
  ck_assert (!is_shown (start));
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.reset-columns", NULL);
  ck_assert (is_shown (start));
}
END_TEST

/* In each view the columns of its own table; a flame graph has none. */
START_TEST (test_key_of_columns)
{
  static const struct
  {
    const char *name;
    const char *type;
  } views[] = { { "methods", "TvProfilePanel" },
                { "call-tree", "TvCallTreeView" },
                { "flame-graph", NULL },
                { "callers-callees", "TvCallTreeView" },
                { "calls", "TvCallsView" } };
  GtkWidget *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", views[i].name);
      tv_gui_settle ();
      tv_gui_keys (GTK_WIDGET (window), "ctrl+l");
      shown = gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)),
                                       TV_TYPE_COLUMN_CHOOSER);
      ck_assert_msg ((shown != NULL) == (views[i].type != NULL), "%s", views[i].name);
      if (shown == NULL)
        continue;
      ck_assert_msg (gtk_widget_get_ancestor (shown, g_type_from_name (views[i].type))
                         != NULL,
                     "the columns are not those of %s", views[i].name);
      gtk_popover_popdown (GTK_POPOVER (shown));
      tv_gui_settle ();
    }
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
