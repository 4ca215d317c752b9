/* SPDX-License-Identifier: Apache-2.0 */

/* How the calls of a method are shown is remembered: in another window it is the same.
 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "ui/calls/calls-view.h"
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
is_hidden (gpointer column)
{
  GtkWidget *title = find_title (GPOINTER_TO_UINT (column));

  return title == NULL || !gtk_widget_get_mapped (title);
}

static gboolean
is_shown (gpointer column)
{
  return !is_hidden (column);
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
  tv_gui_wait (is_shown, GUINT_TO_POINTER (2), "the list");
  tv_gui_settle ();
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
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (tv_calls_view_get_action_group (view), action);
  g_autofree char *text = g_variant_print (state, FALSE);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_options_are_remembered)
{
  GActionGroup *actions = tv_calls_view_get_action_group (view);

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
  /* The second one: when the call began. */
  const guint start = 1;

  tv_gui_wait (is_shown, GUINT_TO_POINTER (start), "all columns");
  tv_gui_click_secondary (find_title (start), 5, 5);
  tv_gui_wait_for_text (GTK_WIDGET (view), "Inclusive");
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (
      tv_gui_find_type (GTK_WIDGET (view), "TvColumnChooser"), "Start"));
  tv_gui_wait (is_hidden, GUINT_TO_POINTER (start), "a column less");
  tv_gui_close (window);
  open_window ();
  ck_assert (is_hidden (GUINT_TO_POINTER (start)));
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.reset-columns", NULL);
  tv_gui_wait (is_shown, GUINT_TO_POINTER (start), "all columns");
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("calls-options");
  TCase *tests = tcase_create ("calls-options");

  tcase_set_timeout (tests, 120);
  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, test_options_are_remembered);
  tcase_add_test (tests, test_columns_are_chosen);
  suite_add_tcase (suite, tests);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
