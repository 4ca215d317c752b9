/* SPDX-License-Identifier: Apache-2.0 */

/* Every item of the menu of a row, chosen by the mouse, and what comes of it; those
 * that write files are in test-profile-export.c. */

#include "app/settings.h"
#include "gui/shop-window.h"
#include "support/test-runner.h"
#include "ui/profile/profile-copy.h"

#include <check.h>
#include <string.h>

#define MS G_GINT64_CONSTANT (1000000)

static void
assert_rows (TvFindWindow *window, const char *expected)
{
  static const char *const rows[]
      = { TV_SHOP_MAIN_ROW, TV_SHOP_SUM_ROW, TV_SHOP_ADD_ROW, TV_SHOP_SEND_ROW };
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (tv_gui_find_text (window->rows, rows[i]) != NULL)
      g_string_append_printf (found, "%c", rows[i][0]);
  ck_assert_str_eq (found->str, expected);
}

static void
assert_clipboard (TvFindWindow *window, const char *expected)
{
  g_autofree char *text = tv_gui_read_clipboard (GTK_WIDGET (window->window));

  ck_assert_msg (g_str_has_prefix (text, expected), "“%.200s”", text);
}

START_TEST (test_items_about_calls)
{
  TvFindWindow window;
  gint64 start, end;
  g_autoptr (TvProfileItem) row = NULL;
  TvProfileTree *tree;

  tv_find_window_init_with (&window, tv_shop_write);
  tree = tv_profile_panel_get_tree (window.panel);
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Show in Timeline");
  tv_trace_session_get_view (window.session, &start, &end);
  ck_assert_int_gt (start, 50 * MS);
  ck_assert_int_lt (end, 250 * MS);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 100 * MS);
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Next Call");
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 300 * MS);
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_SHOP_ADD);
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Previous Call");
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 100 * MS);
  /* There is none before the first. */
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Previous Call");
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 100 * MS);

  tv_shop_choose (&window, TV_SHOP_SEND_ROW, "Show Callers");
  row = tv_profile_tree_dup_row (
      tree, gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)));
  ck_assert_int_eq (row->kind, TV_PROFILE_ITEM_GROUP);
  ck_assert_int_eq (row->relation, TV_RELATION_PARENTS);
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_SHOP_SEND);
  tv_find_window_clear (&window);
}
END_TEST

static guint
count_items (GtkWidget *widget)
{
  guint n = g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton")
            && gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_items (child);
  return n;
}

/* Whether a pointer on a row would ask it for a tooltip. */
static gboolean
has_row_under_pointer (gpointer data)
{
  TvFindWindow *window = data;
  GtkWidget *row = tv_find_window_get_row (window, TV_SHOP_ADD_ROW);
  GtkWidget *root = GTK_WIDGET (window->window);
  GtkWidget *picked;
  double x;
  double y;

  ck_assert (gtk_widget_translate_coordinates (
      row, root, 100, gtk_widget_get_height (row) / 2.0, &x, &y));
  picked = gtk_widget_pick (root, x, y, GTK_PICK_DEFAULT);
  return picked != NULL && (picked == row || gtk_widget_is_ancestor (picked, row));
}

START_TEST (test_a_menu_is_short)
{
  TvFindWindow window;
  GtkWidget *row;
  guint n;

  tv_find_window_init_with (&window, tv_shop_write);
  row = tv_find_window_get_row (&window, TV_SHOP_ADD_ROW);
  tv_gui_click_secondary (row, 100, gtk_widget_get_height (row) / 2.0);
  tv_gui_wait_for_text (window.profile, "Open Source");
  tv_gui_settle ();
  n = count_items (tv_gui_find_type (window.profile, "GtkPopoverMenu"));
  ck_assert_uint_ge (n, 8);
  ck_assert_uint_le (n, 12);
  /* No tooltip of the row comes beside it. */
  ck_assert (!has_row_under_pointer (&window));
  tv_find_window_press (&window, "Escape");
  tv_gui_wait (has_row_under_pointer, &window, "the row to be there again");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_items_about_packages)
{
  TvFindWindow window;
  GtkWidget *profile;

  tv_find_window_init_with (&window, tv_shop_write);
  profile = window.profile;
  assert_rows (&window, "1234");
  tv_shop_choose (&window, TV_SHOP_ADD_ROW, "Packages/Hide Package");
  assert_rows (&window, "14");
  ck_assert_ptr_nonnull (tv_gui_find_text (profile, "Hidden packages: shop"));
  /* It comes first, so that it does not move with every notice. */
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (gtk_widget_get_next_sibling (
                        tv_gui_find_type (profile, "TvPackageBar"))),
                    "TvNoticeBar");
  tv_shop_choose (&window, TV_SHOP_MAIN_ROW, "Packages/Hide Package");
  assert_rows (&window, "4");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (profile, "Hidden packages: shop, (default package)"));
  tv_shop_choose (&window, TV_SHOP_SEND_ROW, "Packages/Show All Packages");
  assert_rows (&window, "1234");
  ck_assert_ptr_null (tv_gui_find_part (profile, "Hidden packages"));
  /* Packages do not nest. */
  tv_shop_choose (&window, TV_SHOP_SUM_ROW, "Packages/Show Only This Package");
  assert_rows (&window, "23");
  ck_assert_ptr_nonnull (tv_gui_find_text (profile, "Only the package shop is shown"));
  /* To hide one when only one is shown is to begin anew. */
  tv_shop_choose (&window, TV_SHOP_SUM_ROW, "Packages/Hide Package");
  assert_rows (&window, "14");
  tv_shop_choose (&window, TV_SHOP_SEND_ROW, "Packages/Show All Packages");
  tv_shop_choose (&window, TV_SHOP_MAIN_ROW, "Packages/Show Only This Package");
  assert_rows (&window, "1");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_items_that_copy)
{
  static const struct
  {
    const char *path;
    const char *copied;
  } items[] = {
    { "Copy Name/Short", "Cart.add" },
    { "Copy Name/Full", "void shop.Cart.add()" },
    { "Copy Name/JVM", "shop/Cart.add:()V" },
    { "Copy Row", "3 shop.Cart.add ()V\t" },
    { "Copy As/Row/Tab-Separated Values", "3 shop.Cart.add ()V\t" },
    { "Copy As/Row/Markdown", "| Name |" },
    { "Copy As/Row/CSV", "\"Name\",\"Level\"" },
    { "Copy As/Row/JSON", "{\"rows\":[" },
    { "Copy As/Row with Open Rows/Markdown", "| Name |" },
    { "Copy As/Row with Open Rows/Tab-Separated Values", "Name\t" },
    { "Copy As/Row with Open Rows/CSV", "\"Name\",\"Level\"" },
    { "Copy As/Row with Open Rows/JSON", "{\"rows\":[" },
    { "Copy As/Table/Tab-Separated Values", "Name\tIncl CPU %\t" },
    { "Copy As/Table/Markdown", "| Name |" },
    { "Copy As/Table/CSV", "\"Name\",\"Level\"" },
    { "Copy As/Table/JSON", "{\"rows\":[" },
  };
  TvFindWindow window;

  tv_find_window_init_with (&window, tv_shop_write);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autofree char *text = NULL;

      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window.window)),
                              "-");
      tv_shop_choose (&window, TV_SHOP_ADD_ROW, items[i].path);
      assert_clipboard (&window, items[i].copied);
      text = tv_gui_read_clipboard (GTK_WIDGET (window.window));
      /* A table has all rows. */
      ck_assert_int_eq (strstr (text, "Net.send") != NULL,
                        strstr (items[i].path, "/Table/") != NULL);
    }
  tv_find_window_clear (&window);
}
END_TEST

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

START_TEST (test_items_about_the_source)
{
  TvFindWindow window;
  g_autoptr (GSettings) settings = tv_settings_new ();
  g_autofree char *copy = NULL;
  g_autofree char *command = NULL;

  tv_find_window_init_with (&window, tv_shop_write);
  copy = g_build_filename (window.folder, "opened-shop.net.Net", NULL);
  command = g_strdup_printf ("touch '%s/opened-{class}'", window.folder);
  g_settings_set_string (settings, "source-command", command);
  tv_shop_choose (&window, TV_SHOP_SEND_ROW, "Open Source");
  tv_gui_wait (is_there, copy, "the command to run");
  g_settings_reset (settings, "source-command");
  tv_find_window_clear (&window);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_items_about_calls, test_a_menu_is_short,        test_items_about_packages,
    test_items_that_copy,   test_items_about_the_source,
  };

  return tv_gui_run ("profile-row-menu", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
