/* SPDX-License-Identifier: Apache-2.0 */

/* The menus of the window: everything is found in them, and they fit a small screen. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"

#include <check.h>

#define MAX_ITEMS 12
#define SMALL_WIDTH 800
#define SMALL_HEIGHT 600

static TvApplication *application;
static char *folder;
static TvWindow *window;

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "one.trace");
  window = tv_gui_open (application, path);
  tv_gui_resize (GTK_WIDGET (window), SMALL_WIDTH, SMALL_HEIGHT);
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static GtkMenuButton *
find_button (const char *title)
{
  GtkWidget *label = tv_gui_find_text (GTK_WIDGET (window), title);

  ck_assert_msg (label != NULL, "no %s", title);
  label = gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON);
  ck_assert_msg (label != NULL, "%s has no menu", title);
  return GTK_MENU_BUTTON (label);
}

static gboolean
is_main_button (GtkWidget *widget, const char *key)
{
  return GTK_IS_MENU_BUTTON (widget)
         && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget));
}

/* Counts the items of a menu, those of its sections included and a submenu as one, and
 * adds the names of all actions in it and below to actions. */
static guint
count_items (GMenuModel *menu, GHashTable *actions)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section
          = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu
          = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      char *action = NULL;

      if (section != NULL)
        n += count_items (section, actions);
      else
        n++;
      if (submenu != NULL)
        ck_assert_uint_le (count_items (submenu, actions), MAX_ITEMS);
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s",
                                           &action))
        g_hash_table_add (actions, action);
    }
  return n;
}

static void
check_menu (const char *title, const char *const *expected)
{
  GtkMenuButton *button = find_button (title);
  g_autoptr (GHashTable) actions
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint n = count_items (gtk_menu_button_get_menu_model (button), actions);

  ck_assert_msg (n <= MAX_ITEMS, "%s has %u items", title, n);
  for (guint i = 0; expected[i] != NULL; i++)
    ck_assert_msg (g_hash_table_contains (actions, expected[i]), "%s is not in %s",
                   expected[i], title);
}

START_TEST (test_short_menus)
{
  check_menu ("View", (const char *[]){ "timeline.zoom-in", "timeline.overview",
                                        "win.primary-clock", "profile.group-by",
                                        "columns.choose-columns", "timeline.color-by",
                                        "timeline.palette", NULL });
  check_menu ("Threads",
              (const char *[]){ "timeline.pin-thread", "timeline.filter-threads",
                                "timeline.thread-order", "timeline.toggle-row", NULL });
}
END_TEST

static gboolean
is_menu_open (const char *title)
{
  return gtk_widget_get_visible (
      GTK_WIDGET (gtk_menu_button_get_popover (find_button (title))));
}

/* By the mouse and by the keys, whether something is chosen or not. */
START_TEST (test_menus_give_the_focus_back)
{
  static const char *const titles[] = { "View", "Threads" };
  GtkWidget *rows = tv_gui_find_type (GTK_WIDGET (window), "TvTableRows");

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      tv_gui_focus (GTK_WIDGET (window));
      gtk_widget_grab_focus (rows);
      tv_gui_settle ();
      ck_assert_ptr_nonnull (gtk_widget_get_focus_child (rows));
      tv_gui_click_middle (GTK_WIDGET (find_button (titles[i])));
      ck_assert (is_menu_open (titles[i]));
      tv_gui_keys (GTK_WIDGET (window), "Escape");
      tv_gui_settle ();
      ck_assert (!is_menu_open (titles[i]));
      ck_assert_msg (gtk_widget_get_focus_child (rows) != NULL, "%s", titles[i]);
    }
  tv_gui_click_middle (GTK_WIDGET (find_button ("View")));
  tv_gui_choose (GTK_WIDGET (find_button ("View")), "Zoom In");
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (rows));
}
END_TEST

/* Each menu opens by a click and lies inside the small window. */
START_TEST (test_menus_fit_a_small_screen)
{
  static const char *const titles[] = { "View", "Threads" };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkMenuButton *button = find_button (titles[i]);
      GtkWidget *menu = GTK_WIDGET (gtk_menu_button_get_popover (button));
      int height = 0;

      tv_gui_click_middle (GTK_WIDGET (button));
      ck_assert_msg (gtk_widget_get_mapped (menu), "%s", titles[i]);
      gtk_widget_measure (menu, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                          NULL);
      ck_assert_int_gt (height, 0);
      ck_assert_msg (height <= SMALL_HEIGHT - 60, "%s is %d pixels high", titles[i],
                     height);
      gtk_menu_button_popdown (button);
      tv_gui_settle ();
      ck_assert_msg (!gtk_widget_get_mapped (menu), "%s", titles[i]);
    }
}
END_TEST

/* All buttons of the header bar are whole in a window of 800 pixels. */
START_TEST (test_header_fits_a_small_screen)
{
  static const char *const titles[] = { "Open…", "View", "Threads" };

  ck_assert_int_le (gtk_widget_get_width (GTK_WIDGET (window)), SMALL_WIDTH);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkWidget *label = tv_gui_find_text (GTK_WIDGET (window), titles[i]);
      int needed = 0;

      ck_assert_ptr_nonnull (label);
      gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &needed, NULL,
                          NULL);
      ck_assert_int_ge (gtk_widget_get_width (label), needed);
    }
}
END_TEST

static gboolean
does (GtkWidget *widget, const char *action)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action)
                == 0;
}

/* Find and Back stay. */
START_TEST (test_buttons_of_a_small_screen)
{
  static const char *const actions[]
      = { "profile.go-back", "profile.go-forward", "find.show" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWidget *button = tv_gui_find (GTK_WIDGET (window), does, actions[i]);

      ck_assert_msg (button != NULL && gtk_widget_get_mapped (button), "%s",
                     actions[i]);
    }
}
END_TEST

static gboolean
has_two_windows (gpointer data)
{
  return tv_gui_count_windows (data) == 2;
}

/* A new window opens on the methods, whatever another one shows. */
START_TEST (test_a_new_window_opens_on_methods)
{
  g_autofree char *path = g_build_filename (folder, "one.trace", NULL);
  g_autoptr (GVariant) view = NULL;
  TvWindow *second;

  tv_gui_keys (GTK_WIDGET (window), "alt+5");
  second = tv_gui_open (application, path);
  tv_gui_wait (has_two_windows, application, "a second window");
  view = g_action_group_get_action_state (G_ACTION_GROUP (second), "view");
  ck_assert_str_eq (g_variant_get_string (view, NULL), "methods");
}
END_TEST

/* With the side bar, too. */
START_TEST (test_window_can_be_small)
{
  GtkWidget *root = GTK_WIDGET (window);
  int least = 0;

  tv_gui_keys (root, "F4");
  ck_assert_ptr_nonnull (tv_gui_find_type (root, "TvSideBar"));
  gtk_widget_measure (root, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  ck_assert_int_le (least, SMALL_WIDTH);
  tv_gui_keys (root, "F4");
}
END_TEST

START_TEST (test_main_menu)
{
  static const char *const expected[] = { "win.reload",
                                          "win.export",
                                          "win.properties",
                                          "win.source-settings",
                                          "find.show",
                                          "profile.go-back",
                                          "timeline.zoom-back",
                                          "timeline.next-call",
                                          "timeline.pan-left",
                                          "timeline.set-mark",
                                          "scope.time",
                                          "win.open-mapping",
                                          "win.show-help-overlay",
                                          "app.help",
                                          "app.about" };
  GtkMenuButton *button
      = GTK_MENU_BUTTON (tv_gui_find (GTK_WIDGET (window), is_main_button, NULL));
  g_autoptr (GHashTable) actions
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) keys = NULL;

  ck_assert_uint_le (count_items (gtk_menu_button_get_menu_model (button), actions),
                     MAX_ITEMS);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    ck_assert_msg (g_hash_table_contains (actions, expected[i]), "no %s", expected[i]);
  ck_assert (g_action_group_get_action_enabled (G_ACTION_GROUP (application), "help"));
  keys = gtk_application_get_accels_for_action (GTK_APPLICATION (application),
                                                "app.help");
  ck_assert_str_eq (keys[0], "F1");
}
END_TEST

/* The shortcuts begin with the timeline and need no more room than a small screen. */
START_TEST (test_shortcuts_fit_a_small_screen)
{
  GtkWindow *help = NULL;
  g_autofree char *section = NULL;
  int width = 0;
  int height = 0;

  tv_gui_keys (GTK_WIDGET (window), "ctrl+question");
  help = tv_gui_wait_for_dialog ("GtkShortcutsWindow");
  g_object_get (help, "section-name", &section, NULL);
  ck_assert_str_eq (section, "timeline");
  gtk_widget_measure (GTK_WIDGET (help), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (help), GTK_ORIENTATION_VERTICAL, -1, &height, NULL,
                      NULL, NULL);
  ck_assert_int_gt (width, 0);
  ck_assert_int_le (width, SMALL_WIDTH);
  ck_assert_int_le (height, SMALL_HEIGHT);
  gtk_window_close (help);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
