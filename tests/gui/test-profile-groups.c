/* SPDX-License-Identifier: Apache-2.0 */

/* The profile panel by class and package: what mouse and keys do, and that the choice
 * is remembered. */

#include "app/window.h"
#include "gui/driver.h"
#include "gui/panel-fixture.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/test-runner.h"
#include "ui/profile-sample.h"

#include <check.h>

static void
group_by (TvPanelFixture *fixture, const char *what)
{
  g_action_group_change_action_state (
      tv_profile_panel_get_action_group (fixture->panel), "group-by",
      g_variant_new_string (what));
  tv_gui_settle ();
}

/* @name is the name in copies, @seen that on the screen. */
static void
assert_row (TvPanelFixture *fixture, guint position, const char *name, const char *seen,
            const char *calls)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (tree, position);
  g_autofree char *found_name
      = tv_profile_sample_dup_text (row, fixture->session, TV_PROFILE_COLUMN_NAME);
  g_autofree char *found_calls
      = tv_profile_sample_dup_text (row, fixture->session, TV_PROFILE_COLUMN_CALLS);

  ck_assert_str_eq (found_name, name);
  ck_assert_str_eq (found_calls, calls);
  ck_assert_ptr_nonnull (tv_gui_find_text (tv_panel_fixture_get_rows (fixture), seen));
}

START_TEST (test_classes_and_packages_are_shown)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  group_by (fixture, "class");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 2);
  /* walk is called by main, and by itself: one call of the class is not nested. */
  assert_row (fixture, 0, "a.Main", "Main  a", "1+2");
  assert_row (fixture, 1, "a.Leaf", "Leaf  a", "2+0");
  group_by (fixture, "package");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 1);
  assert_row (fixture, 0, "a", "a", "1+4");
  group_by (fixture, "none");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 3);
  assert_row (fixture, 0, "1 a.Main.main ()V", "1 Main.main()  a", "1+0");
}
END_TEST

START_TEST (test_keys_go_through_classes)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());
  const guint32 leaf = tv_profile_sample_find (fixture->session, "a.Leaf.end");
  GtkWidget *rows = tv_panel_fixture_get_rows (fixture);

  group_by (fixture, "class");
  gtk_widget_grab_focus (rows);
  tv_gui_keys (rows, "End");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 1);
  tv_gui_keys (rows, "Return");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 3);
  tv_gui_keys (rows, "Right");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 2);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (fixture->session), leaf);
  /* The method with its six rows of parents and children. */
  tv_gui_keys (rows, "Right");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 9);
  tv_gui_keys (rows, "Left");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 3);
  tv_gui_keys (rows, "Left");
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture), 1);
  tv_gui_keys (rows, "Left");
  ck_assert_uint_eq (tv_panel_fixture_count_rows (fixture), 2);
}
END_TEST

START_TEST (test_a_click_on_a_method_opens_it_in_its_class)
{
  g_autoptr (TvPanelFixture) fixture = tv_panel_fixture_new (tv_profile_sample_new ());

  group_by (fixture, "class");
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

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_classes_and_packages_are_shown,
    test_keys_go_through_classes,
    test_a_click_on_a_method_opens_it_in_its_class,
    test_the_grouping_is_remembered,
  };

  return tv_gui_run ("profile-groups", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
