/* SPDX-License-Identifier: Apache-2.0 */

/* The call tree, and callers and callees, in the window by mouse and by keys. The tree
 * of the sample, in milliseconds:
 *
 *   main 1000
 *     outer 500
 *       inner 200
 *     wrapper 100
 *       inner 100
 *   run 900
 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-fixtures.h"
#include "support/trace-writer.h"
#include "ui/calltree/call-tree-view.h"
#include "ui/columns/profile-column.h"
#include "ui/table/table-row.h"

#include <check.h>

static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static TvTableRows *rows;

static void
assert_rows (guint n)
{
  tv_gui_settle ();
  ck_assert_uint_eq (tv_table_rows_get_n (rows), n);
}

static GtkWidget *
find_view (const char *name)
{
  GtkWidget *switcher = tv_gui_find_type (GTK_WIDGET (window), "GtkStackSwitcher");

  return gtk_stack_get_child_by_name (
      gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)), name);
}

/* Shows a view by its key. */
static void
show_view (const char *key, const char *name)
{
  GtkWidget *view = find_view (name);

  tv_gui_keys (GTK_WIDGET (window), key);
  ck_assert (gtk_widget_get_mapped (view));
  rows = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (view)));
}

static void
set_up (void)
{
  window = tv_sample_open (&folder);
  session = tv_window_get_session (window);
  /* The keys may be elsewhere. */
  tv_gui_keys (GTK_WIDGET (window), "alt+1");
  show_view ("alt+2", "call-tree");
  assert_rows (5);
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

static const char *
get_name (guint32 method)
{
  return method != TV_METHOD_NONE
             ? tv_trace_get_method (tv_trace_session_get_trace (session), method)->name
             : "";
}

/* The names of the selected path, or of the selected method. */
static char *
dup_selected (void)
{
  TvCallPath *path = tv_trace_session_get_selected_path (session);
  GString *text = g_string_new (NULL);
  const guint32 *methods;
  guint n;

  if (path == NULL)
    return g_strdup (get_name (tv_trace_session_get_selected_method (session)));
  methods = tv_call_path_get_methods (path, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", get_name (methods[i]));
  return g_string_free (text, FALSE);
}

static void
assert_selected (const char *names)
{
  g_autofree char *selected = NULL;

  tv_gui_settle ();
  selected = dup_selected ();
  ck_assert_str_eq (selected, names);
}

static GtkWidget *
find_row (guint position)
{
  return GTK_WIDGET (tv_gui_find_row (GTK_WIDGET (rows), position));
}

static void
click (guint position, double x)
{
  GtkWidget *row = find_row (position);

  ck_assert_ptr_nonnull (row);
  tv_gui_click (row, x, gtk_widget_get_height (row) / 2.0);
}

START_TEST (test_the_mouse_selects_paths_and_opens_rows)
{
  click (2, 120);
  assert_selected ("main outer inner");
  click (4, 80);
  assert_selected ("run");
  click (3, 28); /* the triangle of wrapper */
  assert_rows (6);
  click (4, 120);
  assert_selected ("main wrapper inner");
  click (0, 12);
  assert_rows (2);
}
END_TEST

START_TEST (test_keys_alone)
{
  static const struct
  {
    const char *key;
    const char *selected;
    guint n_rows;
  } steps[] = {
    { "Home", "main", 5 },       { "Left", "main", 2 },
    { "asterisk", "main", 6 },   { "Right", "main outer", 6 },
    { "Left", "main outer", 5 }, { "Left", "main", 5 },
    { "Down", "main outer", 5 }, { "ctrl+Return", "outer", 5 },
  };

  tv_gui_focus (GTK_WIDGET (rows));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      tv_gui_keys (GTK_WIDGET (rows), steps[i].key);
      assert_selected (steps[i].selected);
      assert_rows (steps[i].n_rows);
    }
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 1);
}
END_TEST

/* Returns the number of titles with an arrow. */
static guint
count_arrows (GtkWidget *widget)
{
  guint n = gtk_widget_has_css_class (widget, "ascending")
            || gtk_widget_has_css_class (widget, "descending");

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_arrows (child);
  return n;
}

static void
assert_sorted_by (TvProfileColumn column)
{
  gboolean descending;

  ck_assert_uint_eq (
      tv_table_columns_find_sort (tv_table_view_get_columns (tv_view_get_table (
                                      TV_VIEW (find_view ("call-tree")))),
                                  &descending),
      column);
  ck_assert (descending);
  ck_assert_uint_eq (count_arrows (find_view ("call-tree")), 1);
}

/* The titles say what the rows are ordered by; what the user chose stays. */
START_TEST (test_titles_show_the_own_order)
{
  assert_sorted_by (TV_PROFILE_COLUMN_INCL_CPU);
  tv_gui_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_sorted_by (TV_PROFILE_COLUMN_EXCL_CPU);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_sorted_by (TV_PROFILE_COLUMN_INCL_CPU);
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Down");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Down");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Down");
  assert_sorted_by (TV_PROFILE_COLUMN_CALLS);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_sorted_by (TV_PROFILE_COLUMN_CALLS);
  tv_gui_keys (GTK_WIDGET (rows), "b");
}
END_TEST

static void
assert_row_selected (const char *name)
{
  guint selected;

  tv_gui_settle ();
  selected = tv_table_rows_get_selected (rows);
  ck_assert_msg (selected != GTK_INVALID_LIST_POSITION, "not %s", name);
  ck_assert_ptr_nonnull (tv_gui_find_part (find_row (selected), name));
}

/* The method of the side bar is selected from the bottom up as well, with threads and
 * without, whatever view it was selected in. */
START_TEST (test_bottom_up_selects_the_method)
{
  GtkWidget *view = find_view ("call-tree");

  for (guint i = 0; i < 2; i++)
    {
      g_object_set (view, "per-thread", i == 1, "bottom-up", FALSE, NULL);
      tv_gui_settle ();
      tv_gui_keys (GTK_WIDGET (window), "alt+2");
      tv_trace_session_select_call (session, (TvCallRef){ 0, 2 });
      tv_gui_settle ();
      assert_row_selected ("inner");
      tv_gui_keys (GTK_WIDGET (rows), "b");
      assert_row_selected ("inner");
      tv_gui_keys (GTK_WIDGET (rows), "b");
      assert_row_selected ("inner");
      tv_trace_session_select_method (session, TV_METHOD_NONE);
      tv_gui_keys (GTK_WIDGET (window), "alt+1");
      tv_trace_session_select_method (session, 1);
      g_object_set (view, "bottom-up", TRUE, NULL);
      tv_gui_keys (GTK_WIDGET (window), "alt+2");
      assert_row_selected (get_name (1));
    }
  g_object_set (view, "per-thread", FALSE, "bottom-up", FALSE, NULL);
}
END_TEST

START_TEST (test_bottom_up_by_a_key)
{
  tv_gui_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "End");
  assert_selected ("run");
  tv_gui_keys (GTK_WIDGET (rows), "b");
  /* By their own time: run, main, outer, inner, wrapper. */
  assert_rows (5);
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  assert_selected ("main");
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  tv_gui_keys (GTK_WIDGET (rows), "Right");
  assert_rows (6);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_rows (5);
  assert_selected ("outer");
}
END_TEST

static void
assert_threads (gboolean expected)
{
  tv_gui_settle ();
  ck_assert_int_eq (tv_gui_find_part (GTK_WIDGET (rows), "[1] ") != NULL, expected);
}

/* The switches can be clicked; all threads together have no row of their own. */
START_TEST (test_switches_by_mouse)
{
  GtkWidget *by_thread = tv_gui_find_text (find_view ("call-tree"), "By Thread");
  GtkWidget *switch_of = gtk_widget_get_ancestor (by_thread, GTK_TYPE_TOGGLE_BUTTON);

  ck_assert (gtk_widget_is_sensitive (by_thread));
  tv_gui_click_middle (by_thread);
  assert_threads (TRUE);
  ck_assert (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (switch_of)));
  tv_gui_click_middle (by_thread);
  assert_rows (5);
  assert_threads (FALSE);
}
END_TEST

START_TEST (test_find_goes_from_place_to_place)
{
  tv_gui_keys (GTK_WIDGET (window), "ctrl+f");
  tv_gui_type (GTK_WIDGET (window), "inner");
  assert_selected ("inner");
  tv_gui_keys (GTK_WIDGET (window), "F3");
  assert_selected ("main wrapper inner");
  tv_gui_keys (GTK_WIDGET (window), "F3");
  assert_selected ("main outer inner");
}
END_TEST

/* Without outer, the longest of the inner calls below main is the first: it is not the
 * second call of the trace any more, but it is shown where the timeline has it. */
START_TEST (test_the_longest_call_under_a_transform)
{
  click (1, 80);
  assert_selected ("main outer");
  tv_gui_keys (GTK_WIDGET (rows), "m");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Merge: Work.outer");
  /* main inner wrapper run */
  assert_rows (4);
  click (1, 80);
  assert_selected ("main inner");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Return");
  assert_selected ("inner");
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread, 0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 2);
}
END_TEST

START_TEST (test_a_stack_is_copied)
{
  g_autofree char *name = NULL;
  g_autofree char *stack = NULL;
  g_autofree char *table = NULL;

  click (2, 120);
  assert_selected ("main outer inner");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+alt+c");
  name = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert_str_eq (name, "void app.Work.inner(int)");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+alt+s");
  stack = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert_str_eq (stack, "void app.Work.inner(int)\nvoid app.Work.outer()\n"
                           "void app.Main.main()\n");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+shift+c");
  table = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert_str_eq (
      table, "Name\tIncl CPU %\tIncl CPU (ms)\tExcl CPU %\tExcl CPU (ms)\tCalls"
             "\tCPU/Call (ms)\n"
             "app.Main.main ()V\t52.6%\t1000.000\t21.1%\t400.000\t1\t1000.000\n"
             "  app.Work.outer ()V\t26.3%\t500.000\t15.8%\t300.000\t1\t500.000\n"
             "    app.Work.inner (I)V\t10.5%\t200.000\t10.5%\t200.000\t2\t100.000\n"
             "  app.Work.wrapper ()V\t5.3%\t100.000\t0.0%\t0.000\t1\t100.000\n"
             "app.Worker.run ()V\t47.4%\t900.000\t47.4%\t900.000\t1\t900.000\n");
}
END_TEST

static gboolean
has_focus (GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static void
assert_row (guint position, const char *name)
{
  tv_gui_settle ();
  ck_assert_ptr_nonnull (find_row (position));
  ck_assert_msg (tv_gui_find_part (find_row (position), name) != NULL,
                 "row %u is not %s", position, name);
}

static void
assert_order (const char *const names[5])
{
  for (guint i = 0; i < 5; i++)
    assert_row (i, names[i]);
}

static const char *const by_time[] = { "main", "outer", "inner", "wrapper", "run" };

static void
click_title (const char *title)
{
  GtkColumnView *table = tv_table_view_get_column_view (
      tv_view_get_table (TV_VIEW (find_view ("call-tree"))));

  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (table), title));
}

/* Children within their parents; and the keys go on in that order. */
START_TEST (test_a_click_on_a_title_sorts)
{
  static const char *const by_own_time[]
      = { "run", "main", "outer", "inner", "wrapper" };

  click (2, 120);
  assert_selected ("main outer inner");
  click_title ("Excl CPU\n(ms)");
  assert_order (by_own_time);
  assert_row_selected ("inner");
  click (1, 60);
  assert_selected ("main");
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  assert_selected ("main outer");
  click_title ("Name");
  assert_order (by_time);
  assert_row_selected ("outer");
}
END_TEST

/* By the next column, the other way round, and as before. */
START_TEST (test_keys_sort)
{
  static const char *const by_name_backward[]
      = { "run", "main", "wrapper", "outer", "inner" };

  tv_gui_focus (GTK_WIDGET (rows));
  for (guint i = 0; i < 2; i++)
    tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Up");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+i");
  assert_order (by_name_backward);
  for (guint i = 0; i < 2; i++)
    tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Down");
  assert_order (by_time);
}
END_TEST

/* From the tree to the methods and the timeline, and back from each of them. */
START_TEST (test_selection_links)
{
  const guint32 main_thread = 0;

  click (2, 120);
  assert_selected ("main outer inner");
  tv_gui_keys (GTK_WIDGET (window), "alt+1");
  rows = TV_TABLE_ROWS (tv_gui_find_type (
      tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"), "TvTableRows"));
  ck_assert (gtk_widget_get_mapped (GTK_WIDGET (rows)));
  assert_row_selected ("inner");
  tv_gui_click_middle (tv_gui_find_part (GTK_WIDGET (rows), "wrapper"));
  assert_selected ("wrapper");
  show_view ("alt+2", "call-tree");
  assert_row_selected ("wrapper");
  /* The second call of inner, which is below outer. */
  tv_trace_session_select_call (session, (TvCallRef){ main_thread, 3 });
  assert_row_selected ("inner");
  ck_assert_uint_eq (tv_table_rows_get_selected (rows), 2);
  show_view ("alt+4", "callers-callees");
  assert_rows (6);
}
END_TEST

START_TEST (test_back_and_forward)
{
  click (1, 80);
  assert_selected ("main outer");
  click (2, 120);
  assert_selected ("main outer inner");
  tv_gui_keys (GTK_WIDGET (rows), "alt+Left");
  assert_selected ("outer");
  assert_row_selected ("outer");
  tv_gui_keys (GTK_WIDGET (rows), "alt+Right");
  assert_selected ("inner");
  assert_row_selected ("inner");
}
END_TEST

/* The key of a view that is shown already leads to its rows. */
START_TEST (test_the_key_leads_to_the_rows)
{
  tv_gui_focus (GTK_WIDGET (window));
  gtk_widget_grab_focus (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"));
  ck_assert (!has_focus (GTK_WIDGET (rows)));
  tv_gui_keys (GTK_WIDGET (window), "alt+2");
  ck_assert (has_focus (GTK_WIDGET (rows)));
}
END_TEST

/* Another window begins as this one is left. */
START_TEST (test_switches_are_remembered)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  tv_gui_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "b");
  tv_gui_click_middle (tv_gui_find_text (find_view ("call-tree"), "By Thread"));
  assert_threads (TRUE);
  tv_gui_close (window);
  window = tv_gui_open (tv_gui_start (), path);
  session = tv_window_get_session (window);
  show_view ("alt+2", "call-tree");
  assert_threads (TRUE);
  ck_assert (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (
      gtk_widget_get_ancestor (tv_gui_find_text (find_view ("call-tree"), "Bottom Up"),
                               GTK_TYPE_TOGGLE_BUTTON))));
  g_object_set (find_view ("call-tree"), "bottom-up", FALSE, "per-thread", FALSE, NULL);
}
END_TEST

START_TEST (test_a_caller_becomes_the_method)
{
  click (2, 120);
  assert_selected ("main outer inner");
  show_view ("alt+4", "callers-callees");
  /* Callers, outer, wrapper, inner, Callees, self */
  assert_rows (6);
  assert_row (0, "Callers");
  assert_row (4, "Callees");
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (rows), "self"));
  tv_gui_focus (GTK_WIDGET (rows));
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  tv_gui_keys (GTK_WIDGET (rows), "Return");
  assert_selected ("outer");
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  tv_gui_keys (GTK_WIDGET (rows), "Return");
  assert_selected ("main");
  /* Callers, toplevel, main, Callees, outer, self, wrapper */
  assert_rows (7);
}
END_TEST

static gboolean
is_alone (gpointer list)
{
  return tv_table_rows_get_n (list) == 1;
}

/* The list has all methods by inclusive time: main, run, outer, inner, wrapper. */
START_TEST (test_a_list_stands_beside)
{
  TvTableRows *list;
  GtkWidget *panel;
  GtkWidget *entry;

  show_view ("alt+4", "callers-callees");
  panel = tv_gui_find_type (find_view ("callers-callees"), "TvProfilePanel");
  list = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (panel)));
  ck_assert_uint_eq (tv_table_rows_get_n (list), 5);
  tv_gui_click_middle (GTK_WIDGET (tv_gui_find_row (GTK_WIDGET (list), 2)));
  assert_selected ("outer");
  /* Callers, main, outer, Callees, self, inner */
  assert_rows (6);
  tv_gui_keys (GTK_WIDGET (list), "Down");
  assert_selected ("inner");
  ck_assert_uint_eq (tv_table_rows_get_n (list), 5);
  tv_trace_session_select_method (session, TV_METHOD_NONE);

  entry = tv_gui_find_type (panel, "GtkSearchEntry");
  gtk_editable_set_text (GTK_EDITABLE (entry), "wrap");
  tv_gui_wait (is_alone, list, "one method");
  tv_gui_keys (tv_gui_find_type (entry, "GtkText"), "Down");
  ck_assert (!GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (window))));
  tv_gui_keys (GTK_WIDGET (list), "Home");
  assert_selected ("wrapper");

  tv_gui_resize (GTK_WIDGET (window), 800, 700);
  ck_assert (!gtk_widget_get_mapped (panel));
  ck_assert (gtk_widget_get_mapped (GTK_WIDGET (rows)));
}
END_TEST

/* The options are in the line of the scope, and none are left in the view. */
START_TEST (test_options_share_the_line)
{
  GtkWidget *options = tv_view_get_options (TV_VIEW (find_view ("call-tree")));
  GtkWidget *scope = tv_gui_find_type (GTK_WIDGET (window), "TvScopeBar");

  ck_assert (gtk_widget_get_mapped (options));
  ck_assert (gtk_widget_is_ancestor (options, gtk_widget_get_parent (scope)));
  show_view ("alt+1", "methods");
  ck_assert (!gtk_widget_get_mapped (options));
}
END_TEST

START_TEST (test_nothing_selected_is_said)
{
  show_view ("alt+4", "callers-callees");
  tv_gui_wait_for_text (find_view ("callers-callees"),
                        "Select a method to see its callers and callees.");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)

/* Odd traces */

static void
set_up_odd (void)
{
  folder = tv_test_folder_new ();
}

/* Takes over @path. */
static void
open_odd (char *path)
{
  window = tv_gui_open (tv_gui_start (), path);
  session = tv_window_get_session (window);
  g_free (path);
  tv_gui_keys (GTK_WIDGET (window), "alt+1");
  show_view ("alt+2", "call-tree");
  tv_gui_settle ();
  tv_gui_focus (GTK_WIDGET (rows));
}

/* Opens a trace of @n methods, each called once by the first. */
static void
open_methods (guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  char *path = g_build_filename (folder, "odd.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * i, "a.B", name, "()V", "B.java", 1);
    }
  if (n > 0)
    tv_trace_writer_enter (writer, 1, 0, 0, 0);
  for (guint i = 1; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, 4 * i, 0, 10 * i);
      tv_trace_writer_exit (writer, 1, 4 * i, 0, 10 * i + 5);
    }
  if (n > 0)
    tv_trace_writer_exit (writer, 1, 0, 0, 10 * n);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  open_odd (path);
}

static void
assert_path_length (guint n)
{
  TvCallPath *path;
  guint n_methods = 0;

  tv_gui_settle ();
  path = tv_trace_session_get_selected_path (session);
  ck_assert_ptr_nonnull (path);
  (void) tv_call_path_get_methods (path, &n_methods);
  ck_assert_uint_eq (n_methods, n);
}

/* Returns where the name of a row begins. */
static float
find_name_x (guint position)
{
  GtkWidget *row = find_row (position);
  graphene_rect_t bounds;

  ck_assert_ptr_nonnull (row);
  ck_assert (gtk_widget_compute_bounds (tv_gui_find_type (row, "TvNameLabel"),
                                        GTK_WIDGET (rows), &bounds));
  return bounds.origin.x;
}

/* Each level has its full indent, and names are scrolled sideways to where they begin:
 * by the keys, by scrolling down, and by the wheel. */
static void
assert_indents (guint last)
{
  GtkWidget *name = tv_gui_find_type (find_row (last), "TvNameLabel");
  GtkAdjustment *names = tv_table_rows_get_names (rows);
  double value;

  ck_assert_float_eq (find_name_x (last) - find_name_x (last - 1), 18);
  ck_assert_float_gt (find_name_x (last), 0);
  ck_assert_int_gt (gtk_widget_get_width (name), 20);
  value = gtk_adjustment_get_value (names);
  ck_assert_double_gt (value, 0);
  tv_gui_move (GTK_WIDGET (rows), 100, 30);
  tv_gui_turn_wheel ("shift", "4");
  tv_gui_settle ();
  ck_assert_double_lt (gtk_adjustment_get_value (names), value);
}

/* Its names are seen at all levels, and it opens from either end. */
START_TEST (test_3000_levels)
{
  open_odd (tv_test_trace_path ("bad/23-3000-deep.trace"));
  /* What is opened by itself. */
  assert_rows (101);
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_keys (GTK_WIDGET (rows), "asterisk");
  assert_rows (3000);
  tv_gui_keys (GTK_WIDGET (rows), "End");
  assert_path_length (3000);
  assert_indents (2999);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_rows (1);
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_keys (GTK_WIDGET (rows), "asterisk");
  assert_rows (3000);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  show_view ("alt+4", "callers-callees");
  /* itself and the top level, it, itself and its own time, under two headings */
  assert_rows (7);
}
END_TEST

#define N_NESTED 3500

/* Opens a trace of that many calls, each in the one before. */
static void
open_nested (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  char *path = g_build_filename (folder, "odd.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "a.B", "again", "()V", "B.java", 1);
  for (guint i = 0; i < N_NESTED; i++)
    tv_trace_writer_enter (writer, 1, 4, 0, i);
  for (guint i = 0; i < N_NESTED; i++)
    tv_trace_writer_exit (writer, 1, 4, 0, N_NESTED + i);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  open_odd (path);
}

static gboolean
is_partly_open (gpointer data)
{
  const guint n = tv_table_rows_get_n (rows);

  return n > 101 && n < N_NESTED;
}

/* The window is not held while thousands of rows open, and closing the first one ends
 * that. */
START_TEST (test_all_below_opens_bit_by_bit)
{
  open_nested ();
  assert_rows (101);
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  tv_gui_set_hurry (TRUE);
  tv_gui_input ("key", "asterisk", NULL);
  tv_gui_wait (is_partly_open, NULL, "some rows before all");
  tv_gui_input ("key", "shift+Left", NULL);
  tv_gui_set_hurry (FALSE);
  tv_gui_settle ();
  ck_assert_uint_eq (tv_table_rows_get_n (rows), 1);
  tv_gui_keys (GTK_WIDGET (rows), "asterisk");
  assert_rows (N_NESTED);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_rows (1);
  tv_gui_keys (GTK_WIDGET (rows), "b");
}
END_TEST

START_TEST (test_many_methods)
{
  open_methods (100000);
  assert_rows (100000);
  tv_gui_keys (GTK_WIDGET (rows), "End");
  assert_selected ("m0 m99999");
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  for (guint i = 0; i < 2; i++)
    tv_gui_keys (GTK_WIDGET (rows), "ctrl+Page_Up");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+i");
  assert_row (1, "m99999");
  tv_gui_keys (GTK_WIDGET (rows), "Down");
  assert_selected ("m0 m99999");
  tv_gui_keys (GTK_WIDGET (rows), "b");
  assert_row (0, "m99999");
  tv_gui_keys (GTK_WIDGET (rows), "End");
  assert_selected ("m0");
  show_view ("alt+4", "callers-callees");
  /* toplevel, the method, self, 99,999 callees, under two headings */
  assert_rows (100004);
  g_object_set (find_view ("call-tree"), "bottom-up", FALSE, NULL);
}
END_TEST

START_TEST (test_one_call)
{
  open_methods (1);
  assert_rows (1);
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  assert_selected ("m0");
  tv_gui_keys (GTK_WIDGET (rows), "asterisk");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Return");
  show_view ("alt+4", "callers-callees");
  /* toplevel, it, self, under two headings */
  assert_rows (5);
}
END_TEST

static const char no_calls[]
    = "There are no calls in this range of time and these threads.";

START_TEST (test_no_call)
{
  open_odd (tv_test_trace_path ("bad/50-header-only.trace"));
  tv_gui_wait_for_text (find_view ("call-tree"), no_calls);
  tv_gui_keys (GTK_WIDGET (rows), "b");
  tv_gui_keys (GTK_WIDGET (rows), "asterisk");
  tv_gui_keys (GTK_WIDGET (rows), "Menu");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+Return");
  tv_gui_keys (GTK_WIDGET (rows), "ctrl+alt+s");
  tv_gui_wait_for_text (find_view ("call-tree"), no_calls);
  g_object_set (find_view ("call-tree"), "bottom-up", FALSE, NULL);
  show_view ("alt+4", "callers-callees");
  tv_gui_wait_for_text (find_view ("callers-callees"),
                        "Select a method to see its callers and callees.");
}
END_TEST

START_TEST (test_a_method_without_a_name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  char *path = g_build_filename (folder, "odd.trace", NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_enter (writer, 1, 0x40, 0, 0);
  tv_trace_writer_exit (writer, 1, 0x40, 0, 10);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  open_odd (path);
  assert_rows (1);
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (rows), "0x40"));
  tv_gui_keys (GTK_WIDGET (rows), "Home");
  assert_path_length (1);
}
END_TEST

START_TEST (test_a_range_without_calls)
{
  g_autofree char *path = tv_sample_write (folder, "sample.trace");

  open_odd (g_steal_pointer (&path));
  assert_rows (5);
  /* After run, in the thread of run alone. */
  click (4, 80);
  assert_selected ("run");
  {
    const guint32 worker = 1;
    g_autoptr (TvThreadSet) threads = tv_thread_set_new (&worker, 1);

    tv_trace_session_set_threads (session, threads);
    tv_trace_session_set_range (session, 960000000, 990000000);
  }
  tv_gui_wait_for_text (find_view ("call-tree"), no_calls);
  show_view ("alt+4", "callers-callees");
  tv_gui_wait_for_text (
      find_view ("callers-callees"),
      "The selected method is not called in this range of time and these threads.");
  tv_trace_session_clear_range (session);
  assert_rows (5);
}
END_TEST

TV_GUI_TESTS (set_up_odd, tear_down)
