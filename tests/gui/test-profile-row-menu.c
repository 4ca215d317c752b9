/* SPDX-License-Identifier: Apache-2.0 */

/* The menu of a row, and what comes of its items by the mouse. What the others do is
 * asked of their actions and keys in test-profile-copy.c and
 * test-profile-keyboard-use.c; those that write files are in test-profile-export.c. */

#include "app/settings.h"
#include "gui/shop-window.h"
#include "support/test-runner.h"

#include <check.h>
#include <string.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvFindWindow fixture;

static void
set_up (void)
{
  tv_find_window_init_with (&fixture, tv_shop_write);
}

static void
tear_down (void)
{
  tv_find_window_clear (&fixture);
}

/* @when is for the message of a failure. */
static void
assert_rows (const char *expected, const char *when)
{
  static const char *const rows[]
      = { TV_SHOP_MAIN_ROW, TV_SHOP_SUM_ROW, TV_SHOP_ADD_ROW, TV_SHOP_SEND_ROW };
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (tv_gui_find_text (fixture.rows, rows[i]) != NULL)
      g_string_append_printf (found, "%c", rows[i][0]);
  ck_assert_msg (g_str_equal (found->str, expected), "%s: %s instead of %s", when,
                 found->str, expected);
}

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

/* A line for each item, those of a submenu behind its title. */
static void
append_items (GString *text, GMenuModel *menu, GActionGroup *group, guint depth)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section
          = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu
          = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, i, "target", NULL);
      g_autofree char *label = NULL;
      g_autofree char *action = NULL;

      if (section != NULL)
        {
          append_items (text, section, group, depth);
          continue;
        }
      g_menu_model_get_item_attribute (menu, i, "label", "s", &label);
      g_string_append_printf (text, "%*s%s", (int) (2 * depth), "", label);
      if (g_menu_model_get_item_attribute (menu, i, "action", "s", &action))
        {
          g_autofree char *detailed = g_action_print_detailed_name (action, target);

          g_string_append_printf (text, " %s", detailed);
          if (g_str_has_prefix (action, "profile.")
              && !g_action_group_get_action_enabled (group, strchr (action, '.') + 1))
            g_string_append (text, " (disabled)");
        }
      g_string_append_c (text, '\n');
      if (submenu != NULL)
        append_items (text, submenu, group, depth + 1);
    }
}

#define FORMATS(what)                                                                  \
  "    _Tab-Separated Values profile.copy-as(('" what "', 'tsv'))",                    \
      "    _Markdown profile.copy-as(('" what "', 'markdown'))",                       \
      "    _CSV profile.copy-as(('" what "', 'csv'))",                                 \
      "    _JSON profile.copy-as(('" what "', 'json'))"

/* Titles with their letters, and actions. */
static const char *const items[] = {
  "_Show in Timeline profile.show-in-timeline",
  "_Next Call profile.next-call",
  "_Previous Call profile.previous-call",
  "Show Ca_llers profile.show-callers",
  "_Details profile.row-details",
  "_Transform",
  "  _Merge Method transform.merge",
  "  _Focus on Method transform.focus",
  "  Focus on _Subtree transform.focus-subtree",
  "  Collapse _Package transform.collapse-package",
  "  Collapse _Recursion transform.collapse-recursion",
  "  _Drop Method transform.drop",
  "  _Undo Last transform.undo",
  "Pac_kages",
  "  _Hide Package profile.hide-package",
  "  Sho_w Only This Package profile.only-package",
  "  Show _All Packages profile.show-all-packages (disabled)",
  "_Copy Row profile.copy-row",
  "Copy Na_me",
  "  _Short profile.copy-name::short",
  "  _Full profile.copy-name::full",
  "  _JVM profile.copy-name::jvm",
  "Copy _As",
  "  _Row",
  FORMATS ("row"),
  "  Row with _Open Rows",
  FORMATS ("rows"),
  "  _Table",
  FORMATS ("table"),
  "_Export",
  "  _Table… profile.export::table",
  "  Row with _Open Rows… profile.export::rows",
  "  _Row… profile.export::row",
  "Open Sou_rce win.open-source",
  "",
  NULL,
};

START_TEST (test_a_menu_is_short)
{
  g_autofree char *expected = g_strjoinv ("\n", (char **) items);
  GtkWidget *row;
  GtkWidget *menu;
  g_autoptr (GString) text = g_string_new (NULL);

  row = tv_find_window_get_row (&fixture, TV_SHOP_ADD_ROW);
  tv_gui_click_secondary (row, 100, gtk_widget_get_height (row) / 2.0);
  menu = tv_gui_find_type (fixture.profile, "GtkPopoverMenu");
  ck_assert_ptr_nonnull (menu);
  ck_assert_uint_ge (count_items (menu), 8);
  ck_assert_uint_le (count_items (menu), 12);
  append_items (text, gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)),
                tv_view_get_action_group (TV_VIEW (fixture.panel)), 0);
  ck_assert_str_eq (text->str, expected);
  /* No tooltip of the row comes beside it. */
  ck_assert (!has_row_under_pointer (&fixture));
  tv_find_window_press (&fixture, "Escape");
  ck_assert (has_row_under_pointer (&fixture));
}
END_TEST

/* Of the menu itself and two levels deeper. */
START_TEST (test_items_are_clicked)
{
  g_autofree char *text = NULL;

  tv_shop_choose (&fixture, TV_SHOP_ADD_ROW, "Next Call");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_SHOP_ADD);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&fixture), 100 * MS);
  tv_shop_choose (&fixture, TV_SHOP_ADD_ROW, "Copy As/Row with Open Rows/CSV");
  text = tv_gui_read_clipboard (GTK_WIDGET (fixture.window));
  ck_assert_msg (g_str_has_prefix (text, "\"Name\",\"Level\""), "“%.200s”", text);
  ck_assert_ptr_nonnull (strstr (text, "shop.Cart.add"));
  ck_assert_ptr_null (strstr (text, "shop.Cart.sum"));
}
END_TEST

/* A method that is called twice, from 100 and from 300 ms. */
START_TEST (test_items_about_calls)
{
  static const struct
  {
    const char *action;
    int start;
  } steps[] = {
    { "profile.show-in-timeline", 100 }, { "profile.next-call", 300 },
    { "profile.next-call", 300 },        { "profile.previous-call", 100 },
    { "profile.previous-call", 100 },
  };

  tv_trace_session_select_method (fixture.session,
                                  tv_find_window_find_method (&fixture, TV_SHOP_ADD));
  tv_gui_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      ck_assert (gtk_widget_activate_action (fixture.rows, steps[i].action, NULL));
      tv_gui_settle ();
      ck_assert_msg (tv_find_window_get_start_of_call (&fixture) == steps[i].start * MS,
                     "step %u: %" G_GINT64_FORMAT, i,
                     tv_find_window_get_start_of_call (&fixture));
      ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_SHOP_ADD);
    }
}
END_TEST

/* Without opening it. */
static void
select_row (guint position)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (fixture.panel);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));

  tv_profile_tree_select (tree, g_list_model_get_n_items (rows)
                                    - tv_find_window_count_rows (&fixture) + position);
  tv_gui_settle ();
}

START_TEST (test_items_about_packages)
{
  static const struct
  {
    guint position; /* of the selected row, after (toplevel) */
    const char *action;
    const char *rows;
    const char *sentence; /* NULL for none */
  } cases[] = {
    { 0, "profile.hide-package", "4", "Hidden packages: shop, (default package)" },
    { 0, "profile.show-all-packages", "1234", NULL },
    /* Packages do not nest. */
    { 1, "profile.only-package", "23", "Only the package shop is shown" },
    /* To hide one when only one is shown is to begin anew. */
    { 0, "profile.hide-package", "14", "Hidden packages: shop" },
    { 1, "profile.show-all-packages", "1234", NULL },
    { 0, "profile.only-package", "1", "Only the package (default package) is shown" },
  };
  GtkWidget *profile = fixture.profile;

  assert_rows ("1234", "at first");
  tv_shop_choose (&fixture, TV_SHOP_ADD_ROW, "Packages/Hide Package");
  assert_rows ("14", "by the menu");
  ck_assert_ptr_nonnull (tv_gui_find_text (profile, "Hidden packages: shop"));
  /* It comes first, so that it does not move with every notice. */
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (gtk_widget_get_next_sibling (
                        tv_gui_find_type (profile, "TvPackageBar"))),
                    "TvNoticeBar");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *sentence = cases[i].sentence;
      g_autofree char *when = g_strdup_printf ("%u, %s", i, cases[i].action);

      select_row (cases[i].position);
      ck_assert (gtk_widget_activate_action (fixture.rows, cases[i].action, NULL));
      tv_gui_settle ();
      assert_rows (cases[i].rows, when);
      ck_assert_msg (sentence != NULL
                         ? tv_gui_find_text (profile, sentence) != NULL
                         : tv_gui_find_part (profile, "packages: ") == NULL
                               && tv_gui_find_part (profile, "Only the package")
                                      == NULL,
                     "%s: %s", when, sentence);
    }
}
END_TEST

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

START_TEST (test_items_about_the_source)
{
  g_autoptr (GSettings) settings = tv_settings_new ();
  g_autofree char *copy = NULL;
  g_autofree char *command = NULL;

  copy = g_build_filename (fixture.folder, "opened-shop.net.Net", NULL);
  command = g_strdup_printf ("touch '%s/opened-{class}'", fixture.folder);
  g_settings_set_string (settings, "source-command", command);
  tv_shop_choose (&fixture, TV_SHOP_SEND_ROW, "Open Source");
  tv_gui_wait (is_there, copy, "the command to run");
  g_settings_reset (settings, "source-command");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
