/* SPDX-License-Identifier: Apache-2.0 */

/* The table of the profile panel with the keyboard alone, its columns, rows, find bar
 * and groups: nothing here but keys changes anything. What is done with it is in
 * test-profile-keyboard-use.c. */

#include "gui/keyboard.h"
#include "support/test-runner.h"
#include "ui/table/table-view.h"

#include <check.h>

static TvProfileColumn
get_sort (TvFindWindow *window, gboolean *descending)
{
  return tv_profile_model_get_sort (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (window->panel)),
      descending);
}

static gboolean
is_column_shown (TvFindWindow *window, TvProfileColumn column)
{
  return gtk_column_view_column_get_visible (tv_table_columns_get (
      tv_table_view_get_columns (tv_profile_panel_get_table (window->panel)), column));
}

START_TEST (test_1_columns)
{
  TvFindWindow window;
  gboolean descending;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  /* The first tick that can be taken away. */
  tv_keyboard_press (&window, "ctrl+l space Escape");
  ck_assert (!is_column_shown (&window, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  tv_keyboard_press (&window, "ctrl+shift+l");
  ck_assert (is_column_shown (&window, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  /* By name, by the last column, by the first of numbers, and back to the ranks. */
  tv_keyboard_press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (!descending);
  tv_keyboard_press (&window, "ctrl+i");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (descending);
  tv_keyboard_press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending),
                    TV_PROFILE_COLUMN_INCL_CPU_PERCENT);
  ck_assert (descending);
  tv_keyboard_press (&window, "ctrl+Prior ctrl+Prior");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_N_COLUMNS);
  tv_keyboard_press (&window, "ctrl+Prior");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_CPU_PER_CALL);
  tv_keyboard_press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_N_COLUMNS);
  ck_assert_int_eq (tv_trace_session_get_time_unit (window.session), TV_TIME_UNIT_MS);
  tv_keyboard_press (&window, "ctrl+k");
  ck_assert_int_eq (tv_trace_session_get_time_unit (window.session), TV_TIME_UNIT_S);
  tv_keyboard_press (&window, "ctrl+k ctrl+k");
  tv_find_window_clear (&window);
}
END_TEST

static int
get_width (TvFindWindow *window, TvProfileColumn column)
{
  return gtk_column_view_column_get_fixed_width (tv_table_columns_get (
      tv_table_view_get_columns (tv_profile_panel_get_table (window->panel)), column));
}

static guint
get_place (TvFindWindow *window, TvProfileColumn column)
{
  GListModel *columns = gtk_column_view_get_columns (
      tv_table_view_get_column_view (tv_profile_panel_get_table (window->panel)));
  guint place = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) each = g_list_model_get_item (columns, i);

      if (each
          == tv_table_columns_get (
              tv_table_view_get_columns (tv_profile_panel_get_table (window->panel)),
              column))
        place = i;
    }
  return place;
}

/* To a tick of the chooser, which is open. */
static void
go_to_tick (TvFindWindow *window, const char *title)
{
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window->window));

      if (GTK_IS_CHECK_BUTTON (focus)
          && g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (focus)), title)
                 == 0)
        return;
      tv_keyboard_press (window, "Down");
    }
  ck_abort_msg ("Down does not lead to “%s”", title);
}

START_TEST (test_1_order_and_widths)
{
  TvFindWindow window;
  int width;

  tv_find_window_init (&window);
  g_object_set (window.panel, "both-clocks", TRUE, NULL);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "ctrl+l");
  go_to_tick (&window, "Waiting");
  width = get_width (&window, TV_PROFILE_COLUMN_WAITING);
  ck_assert_int_gt (width, 0);
  tv_keyboard_press (&window, "ctrl+alt+plus");
  ck_assert_int_gt (get_width (&window, TV_PROFILE_COLUMN_WAITING), width);
  tv_keyboard_press (&window, "ctrl+alt+0");
  ck_assert_int_eq (get_width (&window, TV_PROFILE_COLUMN_WAITING), width);
  ck_assert_uint_lt (get_place (&window, TV_PROFILE_COLUMN_WAITING),
                     get_place (&window, TV_PROFILE_COLUMN_CALLS));
  tv_keyboard_press (&window, "alt+Down alt+Down alt+Down alt+Down");
  ck_assert_uint_gt (get_place (&window, TV_PROFILE_COLUMN_WAITING),
                     get_place (&window, TV_PROFILE_COLUMN_CALLS));
  go_to_tick (&window, "Longest Call");
  ck_assert (!is_column_shown (&window, TV_PROFILE_COLUMN_LONGEST_CALL));
  tv_keyboard_press (&window, "space");
  ck_assert (is_column_shown (&window, TV_PROFILE_COLUMN_LONGEST_CALL));
  tv_keyboard_press (&window, "Escape");

  /* In the table it is the column of names, and then that which is sorted by. */
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "ctrl+alt+0");
  width = get_width (&window, TV_PROFILE_COLUMN_NAME);
  tv_keyboard_press_in_menu (&window, "F9 u w");
  ck_assert_int_gt (get_width (&window, TV_PROFILE_COLUMN_NAME), width);
  tv_keyboard_go_to_table (&window);
  width = get_width (&window, TV_PROFILE_COLUMN_LONGEST_CALL);
  tv_keyboard_press (&window, "ctrl+Prior ctrl+alt+minus");
  ck_assert_int_lt (get_width (&window, TV_PROFILE_COLUMN_LONGEST_CALL), width);
  g_object_set (window.panel, "both-clocks", FALSE, NULL);
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_2_rows)
{
  TvFindWindow window;
  guint n;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  /* Back and forth through the methods that were visited. */
  tv_keyboard_press (&window, "Home Down Return Left End Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  tv_keyboard_press (&window, "alt+Left");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  tv_keyboard_press (&window, "alt+Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);

  tv_keyboard_press (&window, "Left Home Down Left Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  n = tv_find_window_count_rows (&window);
  ck_assert_uint_gt (n, 4);
  /* Into its children, and the child opened in place. */
  for (guint i = 0; i < n && tv_find_window_get_selected (&window) != TV_FIND_OUTER;
       i++)
    tv_keyboard_press (&window, "Down");
  tv_keyboard_press (&window, "Right");
  ck_assert_uint_gt (tv_find_window_count_rows (&window), n);
  n = tv_find_window_count_rows (&window);
  tv_keyboard_press (&window, "Home Down Left");
  ck_assert_uint_lt (tv_find_window_count_rows (&window), n);
  tv_find_window_clear (&window);
}
END_TEST

static TvProfileItemKind
get_kind_of_selected (TvFindWindow *window)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (window->panel);
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (
      tree, gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree)));

  ck_assert_ptr_nonnull (row);
  return row->kind;
}

/* inner is called by outer, and that by main. */
START_TEST (test_2_up_the_callers)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End ctrl+p");
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_GROUP);
  tv_keyboard_press (&window, "Down Right Down");
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_RELATIVE);
  ck_assert_ptr_nonnull (tv_gui_find_part (window.rows, "Main.main()  app"));
  /* To the row of the caller's caller itself, and back. */
  tv_keyboard_press (&window, "Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_METHOD);
  tv_keyboard_press (&window, "alt+Left");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  tv_find_window_clear (&window);
}
END_TEST

/* What the tooltip tells the pointer. */
START_TEST (test_2_details)
{
  TvFindWindow window;
  g_autofree char *copied = NULL;
  GtkWidget *text;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End ctrl+F1");
  text = tv_gui_find_part (GTK_WIDGET (window.panel), "app.Work.inner");
  ck_assert_ptr_nonnull (text);
  text = tv_gui_find_part (GTK_WIDGET (window.panel), "A.java");
  ck_assert_ptr_nonnull (text);
  ck_assert_ptr_nonnull (tv_gui_find_part (text, "app.Work.inner"));
  tv_keyboard_press (&window, "ctrl+a ctrl+c");
  copied = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert_str_eq (copied, gtk_label_get_text (GTK_LABEL (text)));
  tv_keyboard_press (&window, "Escape");
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window.panel), "A.java"));
  tv_keyboard_press (&window, "Home Down");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  /* In the menu, too. */
  tv_keyboard_press_in_menu (&window, "Menu d");
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (window.panel), "A.java"));
  tv_keyboard_press (&window, "Escape");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_3_find)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  /* Typing in the table finds. */
  tv_gui_type (GTK_WIDGET (window.window), "er");
  tv_find_window_wait_for (&window, "1 of 3");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_RUN);
  tv_keyboard_press (&window, "F3");
  tv_find_window_wait_for (&window, "2 of 3");
  tv_keyboard_press (&window, "shift+F3 shift+F3");
  tv_find_window_wait_for (&window, "3 of 3, continued from the bottom");
  tv_keyboard_press (&window, "alt+h");
  ck_assert (!tv_keyboard_shows (&window, TV_KEYBOARD_MAIN_ROW));
  ck_assert (tv_keyboard_shows (&window, TV_KEYBOARD_OUTER_ROW));
  tv_keyboard_press (&window, "alt+h");
  ck_assert (tv_keyboard_shows (&window, TV_KEYBOARD_MAIN_ROW));
  tv_keyboard_press (&window, "Escape");
  tv_gui_settle ();
  ck_assert (!tv_find_window_is_open (&window));

  /* A regular expression, chosen in the menu of the bar, behind the steps. */
  tv_keyboard_press (&window, "ctrl+f");
  tv_gui_type (GTK_WIDGET (window.window), "r.n|inner");
  tv_find_window_wait_for (&window, "Not found");
  tv_keyboard_press (&window, "Tab Tab Tab space r");
  tv_find_window_wait_for (&window, "1 of 2");
  tv_keyboard_press (&window, "space t Escape");
  tv_find_window_clear (&window);
}
END_TEST

/* In the menu of the bar, which is behind the two steps. */
START_TEST (test_3_ways_to_find)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "ctrl+f");
  tv_gui_type (GTK_WIDGET (window.window), "inner work");
  tv_find_window_wait_for (&window, "Not found");
  tv_keyboard_press (&window, "Tab Tab Tab space a");
  tv_find_window_wait_for (&window, "1 of 1");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  tv_keyboard_press (&window, "space t");
  tv_find_window_wait_for (&window, "Not found");

  /* No class is called so, but a method. */
  tv_keyboard_press (&window, "ctrl+f");
  tv_gui_type (GTK_WIDGET (window.window), "run");
  tv_find_window_wait_for (&window, "1 of 1");
  tv_keyboard_press (&window, "Tab Tab Tab space c");
  tv_find_window_wait_for (&window, "Not found");
  tv_keyboard_press (&window, "space c");
  tv_find_window_wait_for (&window, "1 of 1");

  /* One that was never called, which is seen where hits alone are. */
  tv_keyboard_press (&window, "ctrl+f");
  tv_gui_type (GTK_WIDGET (window.window), "rest");
  tv_keyboard_press (&window, "alt+h");
  tv_find_window_wait_for (&window, "1 hit");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 1);
  tv_keyboard_press (&window, "F3");
  tv_find_window_wait_for (&window, "1 of 1");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_REST);
  tv_keyboard_press (&window, "Escape");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_4_groups)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press_in_menu (&window, "F9 g c");
  tv_keyboard_wait_for_text (&window, "Work  app");
  ck_assert (!tv_keyboard_shows (&window, TV_KEYBOARD_OUTER_ROW));
  tv_keyboard_press_in_menu (&window, "F9 g n");
  tv_keyboard_wait_for_text (&window, TV_KEYBOARD_OUTER_ROW);

  tv_keyboard_press_in_menu (&window, "F9 g p");
  tv_keyboard_wait_for_text (&window, "app");
  tv_keyboard_go_to_table (&window);
  /* The package, its classes, and the methods of the first. */
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 1);
  tv_keyboard_press (&window, "Home Down Right");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 4);
  tv_keyboard_press (&window, "Right");
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_CLASS);
  tv_keyboard_press (&window, "Right");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 5);
  tv_keyboard_press (&window, "Right");
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_METHOD);
  tv_keyboard_press (&window, "Left Left Left Left");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 1);
  ck_assert_int_eq (get_kind_of_selected (&window), TV_PROFILE_ITEM_PACKAGE);
  tv_keyboard_press_in_menu (&window, "F9 g n");
  tv_keyboard_wait_for_text (&window, TV_KEYBOARD_OUTER_ROW);
  tv_find_window_clear (&window);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_1_columns,        test_1_order_and_widths, test_2_rows,
    test_2_up_the_callers, test_2_details,          test_3_find,
    test_3_ways_to_find,   test_4_groups,
  };

  return tv_gui_run ("profile-keyboard", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
