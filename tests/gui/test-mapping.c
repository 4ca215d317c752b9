/* SPDX-License-Identifier: Apache-2.0 */

/* Mapping files in the whole window: opened, dropped, given on the command line and
 * taken away again, and what each part of the window calls the methods then. */

#include "gui/find-window.h"
#include "support/test-runner.h"
#include "ui/profile/row-values.h"

#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The classes of the trace taken for obfuscated ones. */
static const char cart[] = "# compiler: R8\n"
                           "com.shop.Cart -> app.Work:\n"
                           "# {\"id\":\"sourceFile\",\"fileName\":\"Cart.kt\"}\n"
                           "    1:9:void addItem():41:49 -> outer\n"
                           "    1:9:void sum() -> inner\n";
static const char shop[] = "com.shop.Shop -> app.Main:\n"
                           "    1:9:void open():7:15 -> main\n";

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
write_text (TvFindWindow *window, const char *name, const char *text)
{
  char *path = g_build_filename (window->folder, name, NULL);

  ck_assert (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
open_by_dialog (TvFindWindow *window, const char *path)
{
  GtkWindow *dialog;

  tv_find_window_press (window, "ctrl+shift+o");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_keys (GTK_WIDGET (dialog), "ctrl+l");
  tv_gui_type (GTK_WIDGET (dialog), path);
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
}

/* As the dialog does. */
static void
add_mapping (TvFindWindow *window, const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_path (path));
  tv_window_add_mappings (window->window, files);
}

static gboolean
is_enabled (TvFindWindow *window, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window->window), name);
}

static void
assert_copied (TvFindWindow *window, const char *action, const char *expected)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autofree char *text = NULL;

  ck_assert (g_action_parse_detailed_name (action, &name, &target, NULL));
  ck_assert (gtk_widget_activate_action_variant (window->rows, name, target));
  tv_gui_settle ();
  text = tv_gui_read_clipboard (GTK_WIDGET (window->window));
  ck_assert_msg (strstr (text, expected) != NULL, "%s: no “%s” in “%.400s”", action,
                 expected, text);
}

static void
assert_tooltip (TvFindWindow *window, guint position, const char *part)
{
  g_autoptr (TvProfileItem) item
      = tv_profile_tree_dup_row (tv_profile_panel_get_tree (window->panel), position);
  g_autofree char *tooltip = tv_profile_item_dup_tooltip (
      item, tv_trace_session_get_trace (window->session));

  ck_assert_ptr_nonnull (strstr (tooltip, part));
}

START_TEST (test_a_mapping_changes_names_and_nothing_else)
{
  g_autofree char *path = NULL;
  gint64 start, end, new_start, new_end;
  guint32 outer;
  TvProfileTree *tree;
  GtkSingleSelection *selection;
  guint position;
  gboolean descending;

  path = write_text (&fixture, "mapping.txt", cart);
  ck_assert (!is_enabled (&fixture, "remove-mapping"));
  tree = tv_profile_panel_get_tree (fixture.panel);
  selection = tv_profile_tree_get_selection (tree);
  outer = tv_find_window_find_method (&fixture, TV_FIND_OUTER);
  tv_trace_session_select_method (fixture.session, outer);
  tv_trace_session_set_view (fixture.session, 100000000, 700000000);
  tv_profile_model_sort (tv_profile_tree_get_methods (tree), TV_PROFILE_COLUMN_EXCL_CPU,
                         TRUE);
  tv_gui_settle ();
  tv_gui_focus (fixture.rows);
  tv_find_window_press (&fixture, "Right");
  position = gtk_single_selection_get_selected (selection);
  tv_trace_session_get_view (fixture.session, &start, &end);
  /* Open, with its parent and its child. */
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "4 Work.inner()  app"));

  open_by_dialog (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (fixture.window)),
                    "3 methods have their original names now");
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "4 Cart.sum()  com.shop"));
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "2 Worker.run()  app"));
  ck_assert_ptr_null (tv_gui_find_text (fixture.rows, "4 Work.inner()  app"));

  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_OUTER);
  ck_assert_uint_eq (gtk_single_selection_get_selected (selection), position);
  tv_trace_session_get_view (fixture.session, &new_start, &new_end);
  ck_assert_int_eq (new_start, start);
  ck_assert_int_eq (new_end, end);
  ck_assert_int_eq (
      tv_profile_model_get_sort (tv_profile_tree_get_methods (tree), &descending),
      TV_PROFILE_COLUMN_EXCL_CPU);

  assert_copied (&fixture, "profile.copy-name::jvm", "com/shop/Cart.addItem:()V");
  assert_copied (&fixture, "profile.copy-row", "3 com.shop.Cart.addItem ()V\t");
  assert_copied (&fixture, "profile.copy-as(('table', 'json'))", "com.shop.Cart");
  assert_tooltip (&fixture, position, "com.shop.Cart.addItem");
  assert_tooltip (&fixture, position, "\nCart.kt\n");
}
END_TEST

START_TEST (test_names_are_taken_back)
{
  g_autofree char *path = NULL;

  path = write_text (&fixture, "mapping.txt", cart);
  add_mapping (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
  ck_assert (is_enabled (&fixture, "remove-mapping"));
  tv_find_window_press (&fixture, "ctrl+shift+m");
  tv_gui_wait_for_text (fixture.rows, "3 Work.outer()  app");
  ck_assert (!is_enabled (&fixture, "remove-mapping"));
  ck_assert_ptr_null (
      tv_gui_find_part (GTK_WIDGET (fixture.window), "names from “mapping.txt”"));
}
END_TEST

START_TEST (test_mappings_go_over_each_other)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  GtkWindow *dialog;

  first = write_text (&fixture, "mapping.txt", cart);
  second = write_text (&fixture, "shop.map", shop);
  add_mapping (&fixture, first);
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
  ck_assert_ptr_nonnull (
      tv_gui_find_part (GTK_WIDGET (fixture.window), "names from “mapping.txt”"));
  add_mapping (&fixture, second);
  tv_gui_wait_for_text (fixture.rows, "1 Shop.open()  com.shop");
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "3 Cart.addItem()  com.shop"));
  ck_assert_ptr_nonnull (tv_gui_find_part (
      GTK_WIDGET (fixture.window), "names from “mapping.txt” and 1 other file"));

  tv_find_window_press (&fixture, "alt+Return");
  dialog = tv_gui_wait_for_dialog ("GtkWindow");
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), first));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), second));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "4 of 5"));
  gtk_window_destroy (dialog);
}
END_TEST

START_TEST (test_what_is_found_follows_the_names)
{
  g_autofree char *path = NULL;

  path = write_text (&fixture, "mapping.txt", cart);
  tv_find_window_open_bar (&fixture);
  tv_gui_type (GTK_WIDGET (fixture.window), "Wor");
  tv_find_window_wait_for (&fixture, "1 of 3, 1 more not called");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_RUN);
  tv_trace_session_select_method (fixture.session,
                                  tv_find_window_find_method (&fixture, TV_FIND_INNER));
  add_mapping (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "4 Cart.sum()  com.shop");
  tv_find_window_wait_for (&fixture, "1 hit");
  /* Nobody asked to go there. */
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
}
END_TEST

START_TEST (test_groups_and_packages_follow_the_names)
{
  g_autofree char *path = NULL;

  path = write_text (&fixture, "mapping.txt", cart);
  gtk_widget_activate_action (fixture.rows, "profile.group-by", "s", "class");
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "Work  app"));
  add_mapping (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "Cart  com.shop");
  ck_assert_ptr_null (tv_gui_find_text (fixture.rows, "Work  app"));

  gtk_widget_activate_action (fixture.rows, "profile.group-by", "s", "none");
  tv_trace_session_select_method (fixture.session,
                                  tv_find_window_find_method (&fixture, TV_FIND_OUTER));
  tv_gui_settle ();
  gtk_widget_activate_action (fixture.rows, "profile.hide-package", NULL);
  tv_gui_settle ();
  ck_assert_ptr_null (tv_gui_find_text (fixture.rows, "3 Cart.addItem()  com.shop"));
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "2 Worker.run()  app"));
  /* The package is no more. */
  tv_find_window_press (&fixture, "ctrl+shift+m");
  tv_gui_wait_for_text (fixture.rows, "3 Work.outer()  app");
  ck_assert_ptr_null (tv_gui_find_part (fixture.profile, "Hidden packages"));
}
END_TEST

/* One switch shows names as the trace has them, those of a mapping too. */
START_TEST (test_names_of_the_jvm)
{
  g_autofree char *path = NULL;

  path = write_text (&fixture, "mapping.txt", cart);
  tv_gui_wait_for_text (fixture.rows, "3 Work.outer()  app");
  tv_find_window_press (&fixture, "ctrl+shift+n");
  tv_gui_wait_for_text (fixture.rows, "3 app.Work.outer ()V");
  add_mapping (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "3 com.shop.Cart.addItem ()V");
  tv_find_window_press (&fixture, "ctrl+shift+n");
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
}
END_TEST

START_TEST (test_what_is_no_mapping_is_refused_with_its_line)
{
  g_autofree char *good = NULL;
  g_autofree char *bad = NULL;
  g_autofree char *half = NULL;
  g_autofree char *other = NULL;

  good = write_text (&fixture, "mapping.txt", cart);
  bad = write_text (&fixture, "letter.txt", "# Dear all\n\nwhat a day\n");
  half = write_text (&fixture, "half.txt", "com.shop.Shop -> app.Main:\nwhat a day\n");
  other = write_text (&fixture, "other.txt", "com.other.Thing -> x.y:\n");
  add_mapping (&fixture, good);
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
  add_mapping (&fixture, bad);
  tv_gui_wait_for_notice (
      GTK_WIDGET (fixture.window),
      "“letter.txt”: This is not a mapping file of ProGuard or R8: line 3 ");
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "3 Cart.addItem()  com.shop"));
  ck_assert_ptr_nonnull (
      tv_gui_find_part (GTK_WIDGET (fixture.window), "names from “mapping.txt”"));
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (fixture.window), "other file"));

  add_mapping (&fixture, half);
  tv_gui_wait_for_text (fixture.rows, "1 Shop.main()  com.shop");
  tv_gui_wait_for_notice (
      GTK_WIDGET (fixture.window),
      "“half.txt”: 1 line does not belong to a mapping and was skipped: line 2");
  tv_find_window_press (&fixture, "ctrl+shift+m");
  tv_gui_wait_for_text (fixture.rows, "3 Work.outer()  app");
  add_mapping (&fixture, other);
  tv_gui_wait_for_notice (GTK_WIDGET (fixture.window),
                          "“other.txt” renames no method of this trace");
}
END_TEST

static gboolean
has_cancel_button (gpointer data)
{
  TvFindWindow *window = data;

  return tv_gui_find_text (GTK_WIDGET (window->window), "Cancel") != NULL;
}

/* A mapping whose end does not come. */
START_TEST (test_reading_is_given_up)
{
  g_autofree char *path = NULL;
  int pipe;

  path = g_build_filename (fixture.folder, "pipe.txt", NULL);
  ck_assert_int_eq (mkfifo (path, 0600), 0);
  pipe = open (path, O_RDWR | O_CLOEXEC);
  ck_assert_int_ge (pipe, 0);
  add_mapping (&fixture, path);
  tv_gui_set_busy (TRUE);
  tv_gui_wait (has_cancel_button, &fixture, "a button to give up");
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (fixture.window)),
                    "Reading names from “pipe.txt”…");
  /* The window goes on. */
  tv_trace_session_select_method (fixture.session,
                                  tv_find_window_find_method (&fixture, TV_FIND_INNER));
  ck_assert (gtk_widget_grab_focus (fixture.rows));
  tv_find_window_press (&fixture, "Escape");
  ck_assert (!has_cancel_button (&fixture));
  ck_assert (!is_enabled (&fixture, "remove-mapping"));
  ck_assert_int_eq (write (pipe, cart, sizeof cart - 1), (int) sizeof cart - 1);
  ck_assert_int_eq (close (pipe), 0);
  tv_gui_set_busy (FALSE);
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "3 Work.outer()  app"));
}
END_TEST

static void
drop (TvFindWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GdkContentProvider) content
      = gdk_content_provider_new_typed (G_TYPE_FILE, file);
  GtkWidget *page = gtk_window_get_child (GTK_WINDOW (window->window));
  GtkWidget *bar = tv_gui_find_type (page, "TvScopeBar");
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_content (source, content);
  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source),
                                              GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (source));
  tv_gui_drag (bar, gtk_widget_get_width (bar) * 0.5, 10,
               gtk_widget_get_width (bar) * 0.5 + 80, 160);
  gtk_widget_remove_controller (bar, GTK_EVENT_CONTROLLER (source));
}

START_TEST (test_a_mapping_is_dropped)
{
  g_autofree char *path = NULL;

  /* The name does not tell. */
  path = write_text (&fixture, "names", cart);
  drop (&fixture, path);
  tv_gui_wait_for_text (fixture.rows, "3 Cart.addItem()  com.shop");
  ck_assert_uint_eq (tv_gui_count_windows (fixture.application), 1);
}
END_TEST

START_TEST (test_a_mapping_comes_with_the_trace)
{
  g_autofree char *path = NULL;
  g_autofree char *trace = NULL;
  g_autofree char *hint = NULL;
  g_autoptr (GFile) file = NULL;
  TvFindWindow second;

  path = write_text (&fixture, "mapping.txt", cart);
  trace = g_build_filename (fixture.folder, "find.trace", NULL);
  file = g_file_new_for_path (trace);
  hint = g_filename_to_uri (path, NULL, NULL);
  /* What the command line comes to. */
  g_application_open (G_APPLICATION (fixture.application), &file, 1, hint);
  second = fixture;
  second.window = TV_WINDOW (
      gtk_application_get_active_window (GTK_APPLICATION (fixture.application)));
  ck_assert_ptr_ne (second.window, fixture.window);
  tv_gui_wait_for_page (second.window, "trace");
  second.session = tv_window_get_session (second.window);
  second.panel = TV_PROFILE_PANEL (
      tv_gui_find_type (GTK_WIDGET (second.window), "TvProfilePanel"));
  second.rows = GTK_WIDGET (
      tv_table_view_get_rows (tv_view_get_table (TV_VIEW (second.panel))));
  tv_gui_wait_for_text (second.rows, "3 Cart.addItem()  com.shop");
  /* And again when the file is read again. */
  tv_window_reload (second.window);
  tv_gui_wait_for_page (second.window, "trace");
  tv_gui_wait_for_text (second.rows, "3 Cart.addItem()  com.shop");
  ck_assert_ptr_nonnull (tv_gui_find_text (fixture.rows, "3 Work.outer()  app"));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
