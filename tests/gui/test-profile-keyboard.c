/* SPDX-License-Identifier: Apache-2.0 */

/* The table of the profile panel with the keyboard alone, its columns, rows, find bar
 * and groups: nothing here but keys changes anything. What is done with it is in
 * test-profile-keyboard-use.c. */

#include "gui/keyboard.h"
#include "support/test-runner.h"
#include "ui/table/table-view.h"

#include <check.h>

static TvFindWindow fixture;

static void
set_up (void)
{
  tv_find_window_init (&fixture);
}

static void
tear_down (void)
{
  tv_find_window_clear (&fixture);
}

static TvProfileColumn
get_sort (TvFindWindow *window, gboolean *descending)
{
  return tv_profile_model_get_sort (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (window->panel)),
      descending);
}

static GtkColumnViewColumn *
get_column (TvFindWindow *window, TvProfileColumn column)
{
  return tv_table_columns_get (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (window->panel))), column);
}

static gboolean
is_column_shown (TvFindWindow *window, TvProfileColumn column)
{
  return gtk_column_view_column_get_visible (get_column (window, column));
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

START_TEST (test_1_columns)
{
  gboolean descending;
  int width;

  tv_keyboard_go_to_table (&fixture);
  /* The first tick that can be taken away, and another that is not set. */
  tv_keyboard_press (&fixture, "ctrl+l space");
  go_to_tick (&fixture, "Longest Call");
  ck_assert (!is_column_shown (&fixture, TV_PROFILE_COLUMN_LONGEST_CALL));
  tv_keyboard_press (&fixture, "space Escape");
  ck_assert (is_column_shown (&fixture, TV_PROFILE_COLUMN_LONGEST_CALL));
  ck_assert (!is_column_shown (&fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  tv_keyboard_press (&fixture, "ctrl+shift+l");
  ck_assert (is_column_shown (&fixture, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  /* By name, by the last column, by the first of numbers, and back to the ranks. */
  tv_keyboard_press (&fixture, "ctrl+Next");
  ck_assert_int_eq (get_sort (&fixture, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (!descending);
  tv_keyboard_press (&fixture, "ctrl+i");
  ck_assert_int_eq (get_sort (&fixture, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (descending);
  tv_keyboard_press (&fixture, "ctrl+Next");
  ck_assert_int_eq (get_sort (&fixture, &descending),
                    TV_PROFILE_COLUMN_INCL_CPU_PERCENT);
  ck_assert (descending);
  tv_keyboard_press (&fixture, "ctrl+Prior ctrl+Prior");
  ck_assert_int_eq (get_sort (&fixture, &descending), TV_PROFILE_N_COLUMNS);
  tv_keyboard_press (&fixture, "ctrl+Prior");
  ck_assert_int_eq (get_sort (&fixture, &descending), TV_PROFILE_COLUMN_CPU_PER_CALL);
  tv_keyboard_press (&fixture, "ctrl+Next");
  ck_assert_int_eq (get_sort (&fixture, &descending), TV_PROFILE_N_COLUMNS);
  ck_assert_int_eq (tv_trace_session_get_time_unit (fixture.session), TV_TIME_UNIT_MS);
  tv_keyboard_press (&fixture, "ctrl+k");
  ck_assert_int_eq (tv_trace_session_get_time_unit (fixture.session), TV_TIME_UNIT_S);
  tv_keyboard_press (&fixture, "ctrl+k ctrl+k");
  /* The same in the View menu. */
  width = gtk_column_view_column_get_fixed_width (
      get_column (&fixture, TV_PROFILE_COLUMN_NAME));
  tv_keyboard_press (&fixture, "F9 u w");
  ck_assert_int_gt (gtk_column_view_column_get_fixed_width (
                        get_column (&fixture, TV_PROFILE_COLUMN_NAME)),
                    width);
  gtk_widget_activate_action (fixture.rows, "profile.reset-columns", NULL);
}
END_TEST

START_TEST (test_2_rows)
{
  guint n;

  tv_keyboard_go_to_table (&fixture);
  /* Back and forth through the methods that were visited. */
  tv_keyboard_press (&fixture, "Home Down Return Left End Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
  tv_keyboard_press (&fixture, "alt+Left");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_MAIN);
  tv_keyboard_press (&fixture, "alt+Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);

  tv_keyboard_press (&fixture, "Left Home Down Left Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_MAIN);
  n = tv_find_window_count_rows (&fixture);
  ck_assert_uint_gt (n, 4);
  /* Into its children, and the child opened in place. */
  for (guint i = 0; i < n && tv_find_window_get_selected (&fixture) != TV_FIND_OUTER;
       i++)
    tv_keyboard_press (&fixture, "Down");
  tv_keyboard_press (&fixture, "Right");
  ck_assert_uint_gt (tv_find_window_count_rows (&fixture), n);
  n = tv_find_window_count_rows (&fixture);
  tv_keyboard_press (&fixture, "Home Down Left");
  ck_assert_uint_lt (tv_find_window_count_rows (&fixture), n);
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
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "End ctrl+p");
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_GROUP);
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
  /* They are there already. */
  ck_assert (!g_action_group_get_action_enabled (
      tv_view_get_action_group (TV_VIEW (fixture.panel)), "show-callers"));
  tv_keyboard_press (&fixture, "Down Right Down");
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_RELATIVE);
  ck_assert_ptr_nonnull (tv_gui_find_part (fixture.rows, "Main.main()  app"));
  /* To the row of the caller's caller itself, and back. */
  tv_keyboard_press (&fixture, "Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_MAIN);
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_METHOD);
  tv_keyboard_press (&fixture, "alt+Left");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
}
END_TEST

/* What the tooltip tells the pointer. */
START_TEST (test_2_details)
{
  g_autofree char *copied = NULL;
  GtkWidget *text;

  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "End ctrl+F1");
  text = tv_gui_find_part (GTK_WIDGET (fixture.panel), "app.Work.inner");
  ck_assert_ptr_nonnull (text);
  text = tv_gui_find_part (GTK_WIDGET (fixture.panel), "A.java");
  ck_assert_ptr_nonnull (text);
  ck_assert_ptr_nonnull (tv_gui_find_part (text, "app.Work.inner"));
  tv_keyboard_press (&fixture, "ctrl+a ctrl+c");
  copied = tv_gui_read_clipboard (GTK_WIDGET (fixture.window));
  ck_assert_str_eq (copied, gtk_label_get_text (GTK_LABEL (text)));
  tv_keyboard_press (&fixture, "Escape");
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (fixture.panel), "A.java"));
  tv_keyboard_press (&fixture, "Home Down");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_MAIN);
  /* In the menu, too. */
  tv_keyboard_press (&fixture, "Menu d");
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (fixture.panel), "A.java"));
  tv_keyboard_press (&fixture, "Escape");
}
END_TEST

START_TEST (test_3_find)
{
  tv_keyboard_go_to_table (&fixture);
  /* A slash in the table finds. */
  tv_gui_type (GTK_WIDGET (fixture.window), "/er");
  tv_find_window_wait_for (&fixture, "1 of 3");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_RUN);
  tv_keyboard_press (&fixture, "F3");
  tv_find_window_wait_for (&fixture, "2 of 3");
  tv_keyboard_press (&fixture, "shift+F3 shift+F3");
  tv_find_window_wait_for (&fixture, "3 of 3, continued from the bottom");
  tv_keyboard_press (&fixture, "alt+h");
  ck_assert (!tv_keyboard_shows (&fixture, TV_KEYBOARD_MAIN_ROW));
  ck_assert (tv_keyboard_shows (&fixture, TV_KEYBOARD_OUTER_ROW));
  tv_keyboard_press (&fixture, "alt+h");
  ck_assert (tv_keyboard_shows (&fixture, TV_KEYBOARD_MAIN_ROW));
  tv_keyboard_press (&fixture, "Escape");
  ck_assert (!tv_find_window_is_open (&fixture));

  /* A regular expression, chosen in the menu of the bar, behind the steps. */
  tv_keyboard_press (&fixture, "ctrl+f");
  tv_gui_type (GTK_WIDGET (fixture.window), "r.n|inner");
  tv_find_window_wait_for (&fixture, "Not found");
  tv_keyboard_press (&fixture, "Tab Tab Tab space r");
  tv_find_window_wait_for (&fixture, "1 of 2");
  tv_keyboard_press (&fixture, "space t Escape");
}
END_TEST

/* In the menu of the bar, which is behind the two steps. */
START_TEST (test_3_ways_to_find)
{
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "ctrl+f");
  tv_gui_type (GTK_WIDGET (fixture.window), "inner work");
  tv_find_window_wait_for (&fixture, "Not found");
  tv_keyboard_press (&fixture, "Tab Tab Tab space a");
  tv_find_window_wait_for (&fixture, "1 of 1");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
  tv_keyboard_press (&fixture, "space t");
  tv_find_window_wait_for (&fixture, "Not found");

  /* No class is called so, but a method. */
  tv_keyboard_press (&fixture, "ctrl+f");
  tv_gui_type (GTK_WIDGET (fixture.window), "run");
  tv_find_window_wait_for (&fixture, "1 of 1");
  tv_keyboard_press (&fixture, "Tab Tab Tab space c");
  tv_find_window_wait_for (&fixture, "Not found");
  tv_keyboard_press (&fixture, "space c");
  tv_find_window_wait_for (&fixture, "1 of 1");

  /* One that was never called, which is seen where hits alone are. */
  tv_keyboard_press (&fixture, "ctrl+f");
  tv_gui_type (GTK_WIDGET (fixture.window), "rest");
  tv_keyboard_press (&fixture, "alt+h");
  tv_find_window_wait_for (&fixture, "1 hit");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 1);
  tv_keyboard_press (&fixture, "F3");
  tv_find_window_wait_for (&fixture, "1 of 1");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_REST);
  tv_keyboard_press (&fixture, "Escape");
}
END_TEST

START_TEST (test_4_groups)
{
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "F9 g c");
  tv_gui_wait_for_text (GTK_WIDGET (fixture.window), "Work  app");
  ck_assert (!tv_keyboard_shows (&fixture, TV_KEYBOARD_OUTER_ROW));
  tv_keyboard_press (&fixture, "F9 g n");
  tv_gui_wait_for_text (GTK_WIDGET (fixture.window), TV_KEYBOARD_OUTER_ROW);

  tv_keyboard_press (&fixture, "F9 g p");
  tv_gui_wait_for_text (GTK_WIDGET (fixture.window), "app");
  tv_keyboard_go_to_table (&fixture);
  /* The package, its classes, and the methods of the first. */
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 1);
  tv_keyboard_press (&fixture, "Home Down Return");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 4);
  tv_keyboard_press (&fixture, "Right");
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_CLASS);
  tv_keyboard_press (&fixture, "Right");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 5);
  tv_keyboard_press (&fixture, "Right");
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_METHOD);
  tv_keyboard_press (&fixture, "Left Left Left Left");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 1);
  ck_assert_int_eq (get_kind_of_selected (&fixture), TV_PROFILE_ITEM_PACKAGE);
  tv_keyboard_press (&fixture, "F9 g n");
  tv_gui_wait_for_text (GTK_WIDGET (fixture.window), TV_KEYBOARD_OUTER_ROW);
  /* And the clock. */
  tv_keyboard_press (&fixture, "F9 c r");
  ck_assert_int_eq (tv_trace_session_get_primary_clock (fixture.session),
                    TV_CLOCK_WALL);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
