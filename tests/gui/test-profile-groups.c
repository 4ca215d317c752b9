/* SPDX-License-Identifier: Apache-2.0 */

/* The profile panel by class and package: what the mouse does, and that the choice is
 * remembered. What keys do is in test-profile-keyboard.c. */

#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/test-runner.h"

#include <check.h>

START_TEST (test_a_click_on_a_method_opens_it_in_its_class)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  g_action_group_change_action_state (
      tv_view_get_action_group (TV_VIEW (fixture->panel)), "group-by",
      g_variant_new_string ("class"));
  tv_gui_settle ();
  tv_gui_click (tv_panel_fixture_get_rows (fixture), 12,
                tv_panel_fixture_get_row_y (fixture, 1)
                    + tv_panel_fixture_get_row_height (fixture) / 2);
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 3);
  tv_panel_fixture_click_row (fixture, 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Leaf.end"));
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 9);
  /* Its first parent, in a class that opens for it. */
  tv_panel_fixture_click_row (fixture, 4);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session),
                     tv_profile_sample_find (fixture->session, "a.Main.main"));
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 1);
}
END_TEST

START_TEST (test_the_grouping_is_remembered)
{
  TvApplication *application = tv_gui_start ();
  char *folder = tv_test_folder_new ();
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *first = tv_gui_open (application, path);
  TvWindow *second;
  GtkWidget *panel;
  TvProfileTree *tree;
  g_autoptr (TvProfileItem) row = NULL;

  /* As the items of the View menu do. */
  gtk_widget_activate_action (GTK_WIDGET (first), "profile.group-by", "s", "package");
  tv_gui_close (first);
  second = tv_gui_open (application, path);
  panel = tv_gui_find_type (GTK_WIDGET (second), "TvProfilePanel");
  tree = tv_profile_panel_get_tree (TV_PROFILE_PANEL (panel));
  /* After (toplevel). */
  row = tv_profile_tree_dup_row (tree, 1);
  ck_assert_int_eq (row->kind, TV_PROFILE_ITEM_PACKAGE);
  gtk_widget_activate_action (GTK_WIDGET (second), "profile.group-by", "s", "none");
  tv_gui_close_all (application);
  tv_test_folder_remove (folder);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
