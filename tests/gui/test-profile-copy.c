/* SPDX-License-Identifier: Apache-2.0 */

/* Copying, exporting and the menu of a row in the whole window: what mouse and keys do,
 * and what is in the clipboard and in files afterwards. */

#include "gui/find-window.h"
#include "support/test-runner.h"
#include "ui/profile/profile-copy.h"

#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

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
      tv_profile_panel_get_action_group (window->panel), name);
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
  tv_gui_settle ();
  /* After (toplevel). */
  ck_assert_uint_eq (get_selected_row (window), position + 1);
}

#define MAIN_ROW "1 app.Main.main ()V\t52.6%\t1000.000\t26.3%\t500.000\t1+0\t1000.000\n"

START_TEST (test_keys_copy_the_row)
{
  TvFindWindow window;
  g_autofree char *rows = NULL;

  tv_find_window_init (&window);
  go_to_row (&window, 0);
  tv_find_window_press (&window, "ctrl+c");
  assert_clipboard (&window, MAIN_ROW);
  tv_find_window_press (&window, "Right");
  tv_find_window_press (&window, "ctrl+shift+c");
  rows = read_clipboard (&window);
  ck_assert (g_str_has_prefix (rows, "Name\tIncl CPU %\tIncl CPU (ms)\t"));
  ck_assert_ptr_nonnull (strstr (rows, "\n" MAIN_ROW "  Parents\t"));
  ck_assert_ptr_nonnull (strstr (rows, "\n    3 app.Work.outer ()V\t50.0%\t500.000\t"));
  ck_assert_ptr_null (strstr (rows, "app.Worker"));
  tv_find_window_clear (&window);
}
END_TEST

/* The keys of an entry are its own. */
START_TEST (test_the_find_entry_copies_its_own)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_row (&window, 0);
  tv_find_window_open_bar (&window);
  tv_gui_type (GTK_WIDGET (window.window), "outer");
  tv_find_window_press (&window, "ctrl+a");
  tv_find_window_press (&window, "ctrl+c");
  assert_clipboard (&window, "outer");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_a_hidden_column_is_not_copied)
{
  TvFindWindow window;
  g_autofree char *text = NULL;

  tv_find_window_init (&window);
  for (TvProfileColumn i = TV_PROFILE_COLUMN_INCL_CPU; i < TV_PROFILE_N_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = tv_table_columns_get (
          tv_table_view_get_columns (tv_profile_panel_get_table (window.panel)), i);

      if (column != NULL)
        gtk_column_view_column_set_visible (column, FALSE);
    }
  tv_gui_settle ();
  run_action (&window, "profile.copy-as(('table', 'tsv'))");
  assert_clipboard (&window, "Name\tIncl CPU %\n"
                             "0 (toplevel)\t100.0%\n"
                             "1 app.Main.main ()V\t52.6%\n"
                             "2 app.Worker.run ()V\t47.4%\n"
                             "3 app.Work.outer ()V\t26.3%\n"
                             "4 app.Work.inner ()V\t15.8%\n");
  tv_find_window_clear (&window);
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
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_row (&window, 0);
  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
      {
        g_autofree char *action
            = g_strdup_printf ("profile.copy-as(('%s', '%s'))", scopes[i], formats[j]);
        g_autofree char *text = NULL;

        forget_clipboard (&window);
        run_action (&window, action);
        text = read_clipboard (&window);
        ck_assert_msg (g_str_has_prefix (text, starts[i][j]), "%s: %s", action, text);
        ck_assert_int_eq (strstr (text, "app.Worker.run") != NULL, i == 2);
      }
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_names_are_copied)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_row (&window, 1);
  run_action (&window, "profile.copy-name::short");
  assert_clipboard (&window, "Worker.run");
  run_action (&window, "profile.copy-name::jvm");
  assert_clipboard (&window, "app/Worker.run:()V");
  tv_find_window_press (&window, "ctrl+alt+c");
  assert_clipboard (&window, "void app.Worker.run()");
  /* A class with its package, and a package. */
  run_action (&window, "profile.group-by::package");
  /* The selected method was brought to sight, so that all is open over it. */
  go_to_row (&window, 1);
  run_action (&window, "profile.copy-name::full");
  assert_clipboard (&window, "app.Main");
  run_action (&window, "profile.copy-name::short");
  assert_clipboard (&window, "Main");
  run_action (&window, "profile.copy-name::jvm");
  assert_clipboard (&window, "app/Main");
  ck_assert (!is_enabled (&window, "show-in-timeline"));
  run_action (&window, "profile.group-by::none");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_calls_are_shown_in_the_timeline)
{
  TvFindWindow window;
  TvCallRef call;
  gint64 start;
  gint64 end;

  tv_find_window_init (&window);
  go_to_row (&window, 3);
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  tv_find_window_press (&window, "ctrl+Return");
  call = tv_trace_session_get_selected_call (window.session);
  ck_assert_uint_ne (call.thread, TV_THREAD_NONE);
  /* From 200 to 500 ms, with a little round it. */
  tv_trace_session_get_view (window.session, &start, &end);
  ck_assert_int_gt (start, 100 * G_GINT64_CONSTANT (1000000));
  ck_assert_int_lt (start, 200 * G_GINT64_CONSTANT (1000000));
  ck_assert_int_gt (end, 500 * G_GINT64_CONSTANT (1000000));
  ck_assert_int_lt (end, 600 * G_GINT64_CONSTANT (1000000));

  go_to_row (&window, 1);
  tv_find_window_press (&window, "alt+period");
  tv_gui_settle ();
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_RUN);
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_callers_are_shown)
{
  TvFindWindow window;
  g_autoptr (TvProfileItem) row = NULL;
  TvProfileTree *tree;

  tv_find_window_init (&window);
  go_to_row (&window, 3);
  tv_find_window_press (&window, "ctrl+p");
  tv_gui_settle ();
  tree = tv_profile_panel_get_tree (window.panel);
  row = tv_profile_tree_dup_row (tree, get_selected_row (&window));
  ck_assert_int_eq (row->kind, TV_PROFILE_ITEM_GROUP);
  ck_assert_int_eq (row->relation, TV_RELATION_PARENTS);
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  ck_assert (!is_enabled (&window, "show-callers"));
  tv_find_window_clear (&window);
}
END_TEST

/* The menu */

static gboolean
has_menu (gpointer data)
{
  TvFindWindow *window = data;

  return tv_gui_find_type (GTK_WIDGET (window->panel), "GtkPopoverMenu") != NULL;
}

static gboolean
has_no_menu (gpointer data)
{
  return !has_menu (data);
}

static void
choose (TvFindWindow *window, const char *title)
{
  GtkWidget *menu;
  GtkWidget *label;

  tv_gui_wait (has_menu, window, "the menu of the row");
  tv_gui_settle ();
  menu = tv_gui_find_type (GTK_WIDGET (window->panel), "GtkPopoverMenu");
  label = tv_gui_find_text (menu, title);
  ck_assert_msg (label != NULL, "no “%s”", title);
  tv_gui_click (label, gtk_widget_get_width (label) / 2.0,
                gtk_widget_get_height (label) / 2.0);
  tv_gui_settle ();
}

START_TEST (test_a_secondary_click_opens_the_menu)
{
  TvFindWindow window;
  GtkWidget *row;

  tv_find_window_init (&window);
  row = tv_find_window_get_row (&window, "2 Worker.run()  app");
  tv_gui_click_secondary (row, 100, gtk_widget_get_height (row) / 2.0);
  choose (&window, "Copy Row");
  tv_gui_wait (has_no_menu, &window, "the menu to close");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_RUN);
  {
    g_autofree char *text = read_clipboard (&window);

    ck_assert (g_str_has_prefix (text, "2 app.Worker.run ()V\t47.4%\t900.000\t"));
  }
  /* The focus is in the table again. */
  tv_find_window_press (&window, "Down");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_OUTER);
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_keys_open_the_menu)
{
  static const char *const keys[] = { "Menu", "shift+F10" };
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_row (&window, 2);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      forget_clipboard (&window);
      tv_find_window_press (&window, keys[i]);
      tv_gui_wait (has_menu, &window, "the menu of the row");
      tv_gui_settle ();
      /* By its letter. */
      tv_find_window_press (&window, "c");
      tv_gui_wait (has_no_menu, &window, "the menu to close");
      {
        g_autofree char *text = read_clipboard (&window);

        ck_assert (g_str_has_prefix (text, "3 app.Work.outer ()V\t"));
      }
    }
  tv_find_window_clear (&window);
}
END_TEST

/* Files */

static void
save (TvFindWindow *window, const char *path, TvTableFormat format)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_profile_copy_save (window->panel, "table", format, file);
  tv_gui_settle ();
}

START_TEST (test_files_are_written_or_it_is_said_why_not)
{
  TvFindWindow window;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  tv_find_window_init (&window);
  path = g_build_filename (window.folder, "out.csv", NULL);
  save (&window, path, TV_TABLE_CSV);
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (window.panel)),
                    "Wrote 5 rows to “out.csv”.");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (window.panel), "Wrote 5 rows to “out.csv”."));
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_ptr_nonnull (
      strstr (text, "\r\n\"app.Work.inner ()V\",0,\"method\",4,15.7895,300,"));
  save (&window, "/dev/full", TV_TABLE_CSV);
  ck_assert (g_str_has_prefix (tv_gui_get_notice (GTK_WIDGET (window.panel)),
                               "“full” could not be written: "));
  save (&window, "/nowhere/at/all.csv", TV_TABLE_CSV);
  ck_assert (g_str_has_prefix (tv_gui_get_notice (GTK_WIDGET (window.panel)),
                               "“all.csv” could not be written: "));
  tv_find_window_clear (&window);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_keys_copy_the_row,
    test_the_find_entry_copies_its_own,
    test_a_hidden_column_is_not_copied,
    test_each_scope_in_each_format,
    test_names_are_copied,
    test_calls_are_shown_in_the_timeline,
    test_callers_are_shown,
    test_a_secondary_click_opens_the_menu,
    test_keys_open_the_menu,
    test_files_are_written_or_it_is_said_why_not,
  };

  return tv_gui_run ("profile-copy", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
