/* SPDX-License-Identifier: Apache-2.0 */

/* Copying and the menu of a row in the whole window: what mouse and keys do, and what
 * is in the clipboard afterwards. */

#include "gui/shop-window.h"
#include "support/test-runner.h"

#include <check.h>
#include <string.h>

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

static char *
read_clipboard (TvFindWindow *window)
{
  return tv_gui_read_clipboard (GTK_WIDGET (window->window));
}

static void
forget_clipboard (TvFindWindow *window)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window->window)), "-");
}

static void
assert_clipboard (TvFindWindow *window, const char *expected)
{
  g_autofree char *text = read_clipboard (window);

  ck_assert_str_eq (text, expected);
}

static void
run_action (TvFindWindow *window, const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  ck_assert (g_action_parse_detailed_name (detailed, &name, &target, NULL));
  ck_assert (gtk_widget_activate_action_variant (window->rows, name, target));
  tv_gui_settle ();
}

static gboolean
is_enabled (TvFindWindow *window, const char *name)
{
  return g_action_group_get_action_enabled (
      tv_view_get_action_group (TV_VIEW (window->panel)), name);
}

static guint
get_selected_row (TvFindWindow *window)
{
  return gtk_single_selection_get_selected (
      tv_profile_tree_get_selection (tv_profile_panel_get_tree (window->panel)));
}

/* Selects a row by the keyboard, without opening it. */
static void
go_to_row (TvFindWindow *window, guint position)
{
  tv_find_window_go_to_row (window, position);
  /* After (toplevel). */
  ck_assert_uint_eq (get_selected_row (window), position + 1);
}

#define MAIN_ROW "1 app.Main.main ()V\t52.6%\t1000.000\t26.3%\t500.000\t1+0\t1000.000\n"

START_TEST (test_keys_copy_the_row)
{
  g_autofree char *rows = NULL;

  go_to_row (&fixture, 0);
  tv_find_window_press (&fixture, "ctrl+c");
  assert_clipboard (&fixture, MAIN_ROW);
  tv_find_window_press (&fixture, "Right");
  tv_find_window_press (&fixture, "ctrl+shift+c");
  rows = read_clipboard (&fixture);
  ck_assert (g_str_has_prefix (rows, "Name\tIncl CPU %\tIncl CPU (ms)\t"));
  ck_assert_ptr_nonnull (strstr (rows, "\n" MAIN_ROW "  Parents\t"));
  ck_assert_ptr_nonnull (strstr (rows, "\n    3 app.Work.outer ()V\t50.0%\t500.000\t"));
  ck_assert_ptr_null (strstr (rows, "app.Worker"));
}
END_TEST

/* The keys of an entry are its own. */
START_TEST (test_the_find_entry_copies_its_own)
{
  go_to_row (&fixture, 0);
  tv_find_window_open_bar (&fixture);
  tv_gui_type (GTK_WIDGET (fixture.window), "outer");
  tv_find_window_press (&fixture, "ctrl+a");
  tv_find_window_press (&fixture, "ctrl+c");
  assert_clipboard (&fixture, "outer");
}
END_TEST

START_TEST (test_a_hidden_column_is_not_copied)
{
  g_autofree char *text = NULL;

  for (TvProfileColumn i = TV_PROFILE_COLUMN_INCL_CPU; i < TV_PROFILE_N_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = tv_table_columns_get (
          tv_table_view_get_columns (tv_view_get_table (TV_VIEW (fixture.panel))), i);

      if (column != NULL)
        gtk_column_view_column_set_visible (column, FALSE);
    }
  tv_gui_settle ();
  run_action (&fixture, "profile.copy-as(('table', 'tsv'))");
  assert_clipboard (&fixture, "Name\tIncl CPU %\n"
                              "0 (toplevel)\t100.0%\n"
                              "1 app.Main.main ()V\t52.6%\n"
                              "2 app.Worker.run ()V\t47.4%\n"
                              "3 app.Work.outer ()V\t26.3%\n"
                              "4 app.Work.inner ()V\t15.8%\n");
}
END_TEST

START_TEST (test_each_scope_in_each_format)
{
  static const char *const scopes[] = { "row", "rows", "table" };
  static const char *const formats[] = { "tsv", "markdown", "csv", "json" };
  static const char *const starts[3][4] = {
    { "1 app.Main.main ()V\t", "| Name |", "\"Name\",\"Level\"", "{\"rows\":[" },
    { "Name\t", "| Name |", "\"Name\",\"Level\"", "{\"rows\":[" },
    { "Name\t", "| Name |", "\"Name\",\"Level\"", "{\"rows\":[" },
  };

  go_to_row (&fixture, 0);
  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
      {
        g_autofree char *action
            = g_strdup_printf ("profile.copy-as(('%s', '%s'))", scopes[i], formats[j]);
        g_autofree char *text = NULL;

        forget_clipboard (&fixture);
        run_action (&fixture, action);
        text = read_clipboard (&fixture);
        ck_assert_msg (g_str_has_prefix (text, starts[i][j]), "%s: %s", action, text);
        ck_assert_int_eq (strstr (text, "app.Worker.run") != NULL, i == 2);
      }
}
END_TEST

START_TEST (test_names_are_copied)
{
  go_to_row (&fixture, 1);
  run_action (&fixture, "profile.copy-name::short");
  assert_clipboard (&fixture, "Worker.run");
  run_action (&fixture, "profile.copy-name::jvm");
  assert_clipboard (&fixture, "app/Worker.run:()V");
  tv_find_window_press (&fixture, "ctrl+alt+c");
  assert_clipboard (&fixture, "void app.Worker.run()");
  /* A class with its package, and a package. */
  run_action (&fixture, "profile.group-by::package");
  /* The selected method was brought to sight, so that all is open over it. */
  go_to_row (&fixture, 1);
  run_action (&fixture, "profile.copy-name::full");
  assert_clipboard (&fixture, "app.Main");
  run_action (&fixture, "profile.copy-name::short");
  assert_clipboard (&fixture, "Main");
  run_action (&fixture, "profile.copy-name::jvm");
  assert_clipboard (&fixture, "app/Main");
  ck_assert (!is_enabled (&fixture, "show-in-timeline"));
  run_action (&fixture, "profile.group-by::none");
}
END_TEST

START_TEST (test_a_secondary_click_opens_the_menu)
{
  tv_shop_choose (&fixture, "2 Worker.run()  app", "Copy Row");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_RUN);
  {
    g_autofree char *text = read_clipboard (&fixture);

    ck_assert (g_str_has_prefix (text, "2 app.Worker.run ()V\t47.4%\t900.000\t"));
  }
  /* The focus is in the table again. */
  tv_find_window_press (&fixture, "Down");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_OUTER);
}
END_TEST

static gboolean
has_menu (TvFindWindow *window)
{
  return tv_gui_find_type (GTK_WIDGET (window->panel), "GtkPopoverMenu") != NULL;
}

START_TEST (test_keys_open_the_menu)
{
  static const char *const keys[] = { "Menu", "shift+F10" };

  go_to_row (&fixture, 2);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      forget_clipboard (&fixture);
      tv_find_window_press (&fixture, keys[i]);
      ck_assert (has_menu (&fixture));
      /* By its letter. */
      tv_find_window_press (&fixture, "c");
      ck_assert (!has_menu (&fixture));
      {
        g_autofree char *text = read_clipboard (&fixture);

        ck_assert (g_str_has_prefix (text, "3 app.Work.outer ()V\t"));
      }
    }
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
