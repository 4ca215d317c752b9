/* SPDX-License-Identifier: Apache-2.0 */

/* Files that the menu of a row writes, or not: replaced, left, given up, a full disk.
 */

#include "gui/panel-fixture.h"
#include "gui/shop-window.h"
#include "support/test-folder.h"
#include "support/test-runner.h"
#include "ui/profile/profile-copy.h"

#include <check.h>
#include <string.h>

static void
assert_content (const char *path, const char *start)
{
  g_autofree char *text = NULL;

  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_msg (g_str_has_prefix (text, start), "%.200s", text);
}

START_TEST (test_items_that_write_files)
{
  static const struct
  {
    const char *item;
    const char *name;
    const char *start;
    const char *notice;
  } items[] = {
    { "Export/Table…", "table.csv", "\"Name\",\"Level\"", "Wrote 5 rows to" },
    { "Export/Row with Open Rows…", "rows.md", "| Name |", "Wrote 1 row to" },
    { "Export/Row…", "row.json", "{\"rows\":[", "Wrote 1 row to" },
  };
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *path = g_build_filename (window.folder, items[i].name, NULL);

      tv_shop_choose (&window, TV_SHOP_ADD_ROW, items[i].item);
      tv_gui_save_as (path, "Export");
      tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
      tv_gui_wait_for_notice (GTK_WIDGET (window.panel), items[i].notice);
      assert_content (path, items[i].start);
      tv_gui_hide_notice (GTK_WIDGET (window.panel));
    }
  tv_find_window_clear (&window);
}
END_TEST

static gboolean
asks_to_replace (gpointer data)
{
  return tv_gui_find_dialog ("GtkMessageDialog") != NULL
         && tv_gui_find_text (GTK_WIDGET (tv_gui_find_dialog ("GtkMessageDialog")),
                              "Replace")
                != NULL;
}

static void
replace (void)
{
  GtkWidget *dialog;

  tv_gui_wait (asks_to_replace, NULL, "the question whether to replace the file");
  tv_gui_settle ();
  dialog = GTK_WIDGET (tv_gui_find_dialog ("GtkMessageDialog"));
  tv_gui_click_middle (tv_gui_find_text (dialog, "Replace"));
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
}

START_TEST (test_a_file_is_replaced_or_left)
{
  TvFindWindow window;
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  tv_find_window_init_with (&window, tv_shop_write);
  path = g_build_filename (window.folder, "old.csv", NULL);
  ck_assert (g_file_set_contents (path, "old", -1, NULL));
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Export/Table…");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (dialog), "Cancel"));
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (window.panel)), "");
  assert_content (path, "old");

  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Export/Table…");
  tv_gui_save_as (path, "Export");
  replace ();
  tv_gui_wait_for_notice (GTK_WIDGET (window.panel), "Wrote 5 rows to “old.csv”.");
  assert_content (path, "\"Name\",");

  /* A disk that is full. */
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Export/Table…");
  tv_gui_save_as ("/dev/full", "Export");
  replace ();
  tv_gui_wait_for_notice (GTK_WIDGET (window.panel), "“full” could not be written: ");
  tv_find_window_clear (&window);
}
END_TEST

static gboolean
can_be_cancelled (gpointer panel)
{
  return tv_gui_find_text (panel, "Cancel") != NULL;
}

static gboolean
has_no_notice (gpointer panel)
{
  return *tv_gui_get_notice (panel) == '\0';
}

/* So many rows are written by a worker, for longer than it takes to click. */
START_TEST (test_writing_is_given_up)
{
  TvPanelFixture *fixture = tv_panel_fixture_new (tv_profile_sample_new_many (800000));
  char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "long.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GDir) left = NULL;

  ck_assert (g_file_set_contents (path, "old", -1, NULL));
  tv_gui_focus (fixture->window);
  tv_profile_copy_save (fixture->panel, "table", TV_TABLE_JSON, file);

  tv_gui_wait (can_be_cancelled, fixture->panel, "a button to give up");
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (fixture->panel), "Cancel"));
  tv_gui_wait (has_no_notice, fixture->panel, "the notice to go");
  g_usleep (300000);
  tv_gui_settle ();
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (fixture->panel)), "");
  assert_content (path, "old");
  /* Nothing half-written stays beside it. */
  left = g_dir_open (folder, 0, NULL);
  ck_assert_str_eq (g_dir_read_name (left), "long.json");
  ck_assert_ptr_null (g_dir_read_name (left));
  tv_panel_fixture_free (fixture);
  tv_test_folder_remove (folder);
}
END_TEST

/* The worker cannot end before the main loop runs. */
START_TEST (test_writing_goes_on_while_rows_are_copied)
{
  TvPanelFixture *fixture = tv_panel_fixture_new (tv_profile_sample_new_many (5000));
  GActionGroup *actions = tv_profile_panel_get_action_group (fixture->panel);
  char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "long.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture->panel);

  /* No row is selected: there is nothing to copy. */
  ck_assert_uint_eq (tv_panel_fixture_get_selected (fixture),
                     GTK_INVALID_LIST_POSITION);
  tv_profile_copy_save (fixture->panel, "table", TV_TABLE_JSON, file);
  g_action_group_activate_action (actions, "copy-row", NULL);
  tv_gui_wait_for_notice (GTK_WIDGET (fixture->panel), "Wrote 5000 rows to");
  assert_content (path, "{\"rows\":[");
  ck_assert (g_file_delete (file, NULL, NULL));
  tv_gui_hide_notice (GTK_WIDGET (fixture->panel));

  tv_profile_tree_select (tree, 0);
  tv_profile_copy_save (fixture->panel, "table", TV_TABLE_JSON, file);
  g_action_group_activate_action (actions, "copy-row", NULL);
  ck_assert_str_eq (
      tv_notice_bar_get_sentence (tv_profile_panel_get_notice (fixture->panel)),
      "Exporting…");
  tv_gui_wait_for_notice (GTK_WIDGET (fixture->panel), "Wrote 5000 rows to");
  assert_content (path, "{\"rows\":[");
  tv_panel_fixture_free (fixture);
  tv_test_folder_remove (folder);
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_items_that_write_files,
    test_a_file_is_replaced_or_left,
    test_writing_is_given_up,
    test_writing_goes_on_while_rows_are_copied,
  };

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  return tv_test_run ("profile-export", tests, G_N_ELEMENTS (tests));
}
