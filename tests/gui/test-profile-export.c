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

static TvFindWindow shop;

static void
set_up (void)
{
  tv_find_window_init_with (&shop, tv_shop_write);
}

static void
tear_down (void)
{
  tv_find_window_clear (&shop);
}

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

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *path = g_build_filename (shop.folder, items[i].name, NULL);

      tv_shop_choose (&shop, TV_SHOP_ADD_ROW, items[i].item);
      tv_gui_save_as (path, "Export");
      tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
      tv_gui_wait_for_notice (GTK_WIDGET (shop.panel), items[i].notice);
      assert_content (path, items[i].start);
      tv_gui_hide_notice (GTK_WIDGET (shop.panel));
    }
}
END_TEST

/* Exports the view that a key leads to, and returns the file. */
static char *
export_view (const char *key, const char *name, const char *notice)
{
  g_autofree char *path = g_build_filename (shop.folder, name, NULL);
  char *text = NULL;

  tv_gui_keys (GTK_WIDGET (shop.window), key);
  tv_gui_keys (GTK_WIDGET (shop.window), "ctrl+e");
  tv_gui_save_as (path, g_str_has_suffix (name, ".svg") ? "Save" : "Export");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_notice (GTK_WIDGET (shop.window), notice);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  tv_gui_hide_notice (GTK_WIDGET (shop.window));
  return text;
}

#define TITLES "Name\tIncl CPU %\tIncl CPU (ms)\tExcl CPU %\tExcl CPU (ms)\t"

START_TEST (test_each_view_is_exported)
{
  g_autofree char *methods = NULL;
  g_autofree char *tree = NULL;
  g_autofree char *flame = NULL;
  g_autofree char *around = NULL;
  g_autofree char *calls = NULL;

  tv_gui_click_middle (tv_gui_find_part (shop.rows, "Cart.add"));
  methods = export_view ("alt+1", "methods.tsv", "Wrote 10 rows to");
  ck_assert_msg (g_str_has_prefix (methods,
                                   TITLES "Calls+Recur\tCPU/Call (ms)\n"
                                          "0 (toplevel)\t100.0%\t1000.000\t0.0%\t"),
                 "%s", methods);
  tree = export_view ("alt+2", "tree.tsv", "Wrote 3 rows to");
  ck_assert_str_eq (
      tree, TITLES "Calls\tCPU/Call (ms)\n"
                   "Main.main ()V\t100.0%\t1000.000\t40.0%\t400.000\t1\t1000.000\n"
                   "  shop.Cart.sum ()V\t40.0%\t400.000\t40.0%\t400.000\t1\t400.000\n"
                   "  shop.Cart.add ()V\t20.0%\t200.000\t14.0%\t140.000\t2\t100.000\n");
  flame = export_view ("alt+3", "flame.svg", "Wrote the flame graph to");
  ck_assert_ptr_nonnull (strstr (flame, "shop.Cart.sum()V\n400.000 ms"));
  around = export_view ("alt+4", "around.tsv", "Wrote 6 rows to");
  ck_assert_str_eq (around, TITLES
                    "Calls\tCPU/Call (ms)\n"
                    "Callers\t\t\t\t\t\t\n"
                    "Main.main ()V\t20.0%\t200.000\t14.0%\t140.000\t2\t100.000\n"
                    "shop.Cart.add ()V\t20.0%\t200.000\t14.0%\t140.000\t2\t100.000\n"
                    "Callees\t\t\t\t\t\t\n"
                    "self\t14.0%\t140.000\t14.0%\t140.000\t\t\n"
                    "shop.net.Net.send ()V\t6.0%\t60.000\t6.0%\t60.000\t1\t60.000\n");
  calls = export_view ("alt+5", "calls.tsv", "Wrote 2 rows to");
  ck_assert_str_eq (
      calls, "Caller\tStart (ms)\tIncl CPU (ms)\tExcl CPU (ms)\tWaiting (ms)\tThread\n"
             "Main.main ()V\t100.000\t100.000\t100.000\t0.000\t[1] main\n"
             "Main.main ()V\t300.000\t100.000\t40.000\t0.000\t[1] main\n");
  tv_gui_keys (GTK_WIDGET (shop.window), "alt+1");
}
END_TEST

static void
replace (void)
{
  GtkWidget *dialog = GTK_WIDGET (tv_gui_wait_for_dialog ("GtkMessageDialog"));

  tv_gui_click_middle (tv_gui_find_text (dialog, "Replace"));
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
}

START_TEST (test_a_file_is_replaced_or_left)
{
  g_autoptr (GFile) nowhere = NULL;
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  path = g_build_filename (shop.folder, "old.csv", NULL);
  ck_assert (g_file_set_contents (path, "old", -1, NULL));
  tv_shop_choose (&shop, TV_SHOP_ADD_ROW, "Export/Table…");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (dialog), "Cancel"));
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (shop.panel)), "");
  assert_content (path, "old");

  tv_shop_choose (&shop, TV_SHOP_ADD_ROW, "Export/Table…");
  tv_gui_save_as (path, "Export");
  replace ();
  tv_gui_wait_for_notice (GTK_WIDGET (shop.panel), "Wrote 5 rows to “old.csv”.");
  assert_content (path, "\"Name\",");

  /* A disk that is full. */
  tv_shop_choose (&shop, TV_SHOP_ADD_ROW, "Export/Table…");
  tv_gui_save_as ("/dev/full", "Export");
  replace ();
  tv_gui_wait_for_notice (GTK_WIDGET (shop.panel), "“full” could not be written: ");
  nowhere = g_file_new_for_path ("/nowhere/at/all.csv");
  tv_profile_copy_save (shop.panel, "table", TV_TABLE_CSV, nowhere);
  tv_gui_wait_for_notice (GTK_WIDGET (shop.panel), "“all.csv” could not be written: ");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)

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

/* Writes more than is buffered, and goes on until it is given up. */
static gboolean
write_without_end (gpointer rows, const TvTableOutput *output, GError **error)
{
  GPollFD given_up;

  tv_text_writer_add_padding (output->writer, 1 << 20);
  (void) g_atomic_int_add (output->n_written, 1);
  if (g_cancellable_make_pollfd (output->cancellable, &given_up))
    {
      (void) g_poll (&given_up, 1, -1);
      g_cancellable_release_fd (output->cancellable);
    }
  return TRUE;
}

static void
free_nothing (gpointer rows)
{
}

START_TEST (test_writing_is_given_up)
{
  const TvTakenRows taken = { .n_rows = TV_ROWS_UNCOUNTED,
                              .write = write_without_end,
                              .free = free_nothing };
  TvPanelFixture *fixture = tv_panel_fixture_new (tv_profile_sample_new_many (2));
  TvTableCopier *copier = tv_view_get_copier (TV_VIEW (fixture->panel));
  char *folder = tv_test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "long.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GDir) left = NULL;

  ck_assert (g_file_set_contents (path, "old", -1, NULL));
  tv_gui_focus (fixture->window);
  tv_table_copier_save (copier, &taken, TV_TABLE_JSON, file);
  tv_gui_set_busy (TRUE);
  tv_gui_wait (can_be_cancelled, fixture->panel, "a button to give up");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (fixture->panel), "Cancel"));
  tv_gui_wait (has_no_notice, fixture->panel, "the notice to go");
  tv_gui_set_busy (FALSE);
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
  GActionGroup *actions = tv_view_get_action_group (TV_VIEW (fixture->panel));
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
  /* It goes by itself, after some seconds. */
  tv_gui_wait (has_no_notice, fixture->panel, "the notice to go");

  tv_profile_tree_select (tree, 0);
  tv_profile_copy_save (fixture->panel, "table", TV_TABLE_JSON, file);
  g_action_group_activate_action (actions, "copy-row", NULL);
  ck_assert_str_eq (
      tv_notice_bar_get_sentence (tv_view_get_notice (TV_VIEW (fixture->panel))),
      "Exporting…");
  tv_gui_wait_for_notice (GTK_WIDGET (fixture->panel), "Wrote 5000 rows to");
  assert_content (path, "{\"rows\":[");
  tv_panel_fixture_free (fixture);
  tv_test_folder_remove (folder);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
