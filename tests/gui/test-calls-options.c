/* SPDX-License-Identifier: Apache-2.0 */

/* How the calls of a method are shown is remembered: in another window it is the same.
 */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/calls/call-histogram.h"
#include "ui/calls/calls-view.h"
#include "ui/session/session-colors.h"
#include "ui/table/column-chooser.h"
#include "ui/table/table-view.h"

#include <check.h>
#include <math.h>

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvCallsView *view;

static GtkWidget *
find_title (guint column)
{
  GtkWidget *table = tv_gui_find_type (GTK_WIDGET (view), "TvTableView");
  TvTableColumns *columns
      = table != NULL ? tv_table_view_get_columns (TV_TABLE_VIEW (table)) : NULL;

  return columns != NULL ? tv_table_columns_get_title (columns, column) : NULL;
}

static gboolean
is_shown (guint column)
{
  GtkWidget *title;

  tv_gui_settle ();
  title = find_title (column);
  return title != NULL && gtk_widget_get_mapped (title);
}

/* Opens a window and shows the calls of its first method. */
static void
open_window (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  window = tv_gui_open (application, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "calls");
  tv_gui_settle ();
  view = TV_CALLS_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvCallsView"));
  tv_trace_session_select_method (tv_window_get_session (window), 0);
  ck_assert (is_shown (2));
}

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "sample.trace");
  open_window ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static void
assert_state (const char *action, const char *expected)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (
      tv_view_get_action_group (TV_VIEW (view)), action);
  g_autofree char *text = g_variant_print (state, FALSE);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_options_are_remembered)
{
  GActionGroup *actions = tv_view_get_action_group (TV_VIEW (view));

  assert_state ("log-time", "true");
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.log-time", NULL);
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.by-time", NULL);
  g_action_group_change_action_state (actions, "number", g_variant_new_uint32 (1));
  g_action_group_change_action_state (actions, "grouping", g_variant_new_uint32 (3));
  tv_gui_close (window);
  open_window ();
  assert_state ("log-time", "false");
  assert_state ("log-bars", "false");
  assert_state ("by-time", "true");
  assert_state ("trim", "false");
  assert_state ("number", "1");
  assert_state ("grouping", "3");
  tv_gui_wait_for_text (GTK_WIDGET (view), "By Call Path");
}
END_TEST

/* With the secondary button on the header, as in other tables. */
START_TEST (test_columns_are_chosen)
{
  /* The second one: when the call began. */
  const guint start = 1;

  ck_assert (is_shown (start));
  tv_gui_click_secondary (find_title (start), 5, 5);
  tv_gui_wait_for_text (GTK_WIDGET (view), "Inclusive");
  tv_gui_click_middle (tv_gui_find_text (
      tv_gui_find_type (GTK_WIDGET (view), "TvColumnChooser"), "Start"));
  ck_assert (!is_shown (start));
  tv_gui_close (window);
  open_window ();
  ck_assert (!is_shown (start));
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.reset-columns", NULL);
  ck_assert (is_shown (start));
}
END_TEST

/* In each view the columns of its own table; a flame graph has none. */
START_TEST (test_key_of_columns)
{
  static const struct
  {
    const char *name;
    const char *type;
  } views[] = { { "methods", "TvProfilePanel" },
                { "call-tree", "TvCallTreeView" },
                { "flame-graph", NULL },
                { "callers-callees", "TvCallTreeView" },
                { "calls", "TvCallsView" } };
  GtkWidget *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", views[i].name);
      tv_gui_settle ();
      tv_gui_keys (GTK_WIDGET (window), "ctrl+l");
      shown = gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (window)),
                                       TV_TYPE_COLUMN_CHOOSER);
      ck_assert_msg ((shown != NULL) == (views[i].type != NULL), "%s", views[i].name);
      if (shown == NULL)
        continue;
      ck_assert_msg (gtk_widget_get_ancestor (shown, g_type_from_name (views[i].type))
                         != NULL,
                     "the columns are not those of %s", views[i].name);
      gtk_popover_popdown (GTK_POPOVER (shown));
      tv_gui_settle ();
    }
}
END_TEST

/* Method `work`: two calls, of 10 and 30 ms; in the base three, of 10, 10 and 20 ms. */
static char *
write_trace (const char *name, TvWriterClock clock, const guint *times, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  char *path = g_build_filename (folder, name, NULL);
  guint time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 16, "p.Work", "work", "()V", "", 0);
  for (guint i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, 16, time, time);
      time += times[i] * 1000;
      tv_trace_writer_exit (writer, 1, 16, time, time);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  return path;
}

/* Compares the trace of the window, and shows the calls of the first method. */
static void
compare_with (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvTraceSession *session = tv_window_get_session (window);

  tv_window_compare_with (window, file);
  session = tv_gui_wait_for_session (window, session);
  tv_trace_session_select_method (session, 0);
}

/* Opens another window, which shows calls. */
static void
open_calls (const char *path)
{
  tv_gui_close (window);
  window = tv_gui_open (application, path);
  tv_gui_resize (GTK_WIDGET (window), 800, 600);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "calls");
  tv_gui_settle ();
  view = TV_CALLS_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvCallsView"));
}

/* Counts the pixels of the colour of texts where the first bin begins. */
static guint
count_outline (GtkWidget *histogram)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (histogram);
  const GdkRectangle area = { 6, 0, 1, gtk_widget_get_height (histogram) };
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (histogram), &text);
  return tv_pixels_count (pixels, &area,
                          (guint32) lround (text.red * 255) << 16
                              | (guint32) lround (text.green * 255) << 8
                              | (guint32) lround (text.blue * 255));
}

/* The numbers are seen as far as their last column. */
static gboolean
has_room_for_difference (void)
{
  GtkWidget *title = tv_gui_find_text (GTK_WIDGET (view), "Difference");
  GtkWidget *port = gtk_widget_get_ancestor (title, GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (title, port, &bounds)
         && bounds.origin.x + bounds.size.width <= (float) gtk_widget_get_width (port);
}

/* The first two calls of the base stand out in its pictures; does the last one? */
static void
assert_base_marks (gboolean last)
{
  TvTraceSession *base = tv_trace_session_get_base (tv_window_get_session (window));
  TvMethodSet *lit;
  TvHitTest test;

  tv_gui_settle ();
  lit = tv_session_colors_get_lit (tv_trace_session_get_colors (base));
  ck_assert_ptr_nonnull (lit);
  test = tv_method_set_get_test (lit, 0);
  ck_assert (tv_hit_test_passes (&test, 0, 0));
  ck_assert (tv_hit_test_passes (&test, 0, 1));
  ck_assert_int_eq (tv_hit_test_passes (&test, 0, 2), last);
}

START_TEST (test_calls_are_compared)
{
  static const guint times[] = { 10, 30 };
  static const guint base_times[] = { 10, 10, 20 };
  g_autofree char *path
      = write_trace ("new.trace", TV_WRITER_CLOCK_WALL, times, G_N_ELEMENTS (times));
  g_autofree char *base
      = write_trace ("old.trace", TV_WRITER_CLOCK_WALL, base_times, 3);
  GtkWidget *histogram;
  g_autofree char *text = NULL;

  open_calls (path);
  tv_trace_session_select_method (tv_window_get_session (window), 0);
  tv_gui_wait_for_text (GTK_WIDGET (view), "20.000\u00a0ms");
  histogram = tv_gui_find_type (GTK_WIDGET (view), "TvCallHistogram");
  ck_assert_uint_lt (count_outline (histogram), 20);
  compare_with (base);
  /* Two calls and three; both take 40 ms; means of 20 and 13.333; medians of 20 and 10;
   * longest of 30 and 20; deviations of 10 and 4.714. */
  tv_gui_wait_for_text (GTK_WIDGET (view), "Difference");
  tv_gui_wait_for_text (GTK_WIDGET (view), "\u22121");
  tv_gui_wait_for_text (GTK_WIDGET (view), "13.333\u00a0ms");
  tv_gui_wait_for_text (GTK_WIDGET (view), "+6.667\u00a0ms");
  tv_gui_wait_for_text (GTK_WIDGET (view), "+10.000\u00a0ms");
  tv_gui_wait_for_text (GTK_WIDGET (view), "+5.286\u00a0ms");
  ck_assert (has_room_for_difference ());
  /* The longest bar is an outline: two calls of the base. */
  tv_gui_settle ();
  ck_assert_uint_gt (count_outline (histogram),
                     (guint) gtk_widget_get_height (histogram) / 3);
  gtk_widget_activate_action (GTK_WIDGET (view), "calls.normalize", NULL);
  assert_state ("normalize", "true");
  /* What is kept is so in both. */
  gtk_widget_grab_focus (histogram);
  tv_gui_keys (histogram, "Home");
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (histogram));
  ck_assert (g_str_has_suffix (text, ": 1 call, 10.000\u00a0ms together; base 2 calls, "
                                     "20.000\u00a0ms"));
  tv_gui_keys (histogram, "Return");
  tv_gui_wait_for_text (GTK_WIDGET (view), "Selected");
  tv_gui_wait_for_text (GTK_WIDGET (view), "\u221210.000\u00a0ms");
  assert_base_marks (FALSE);
  tv_gui_keys (histogram, "Escape");
  assert_base_marks (TRUE);
}
END_TEST

/* The base does not tell what its calls waited. */
START_TEST (test_time_without_waiting_is_compared_with_its_like)
{
  static const guint times[] = { 10, 30 };
  g_autofree char *path
      = write_trace ("new.trace", TV_WRITER_CLOCK_DUAL, times, G_N_ELEMENTS (times));
  g_autofree char *base
      = write_trace ("old.trace", TV_WRITER_CLOCK_WALL, times, G_N_ELEMENTS (times));

  open_calls (path);
  compare_with (base);
  tv_gui_wait_for_text (GTK_WIDGET (view), "Difference");
  g_action_group_change_action_state (tv_view_get_action_group (TV_VIEW (view)),
                                      "number", g_variant_new_uint32 (2));
  tv_gui_settle ();
  ck_assert_ptr_null (tv_gui_find_text (GTK_WIDGET (view), "Difference"));
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_options_are_remembered,
    test_columns_are_chosen,
    test_key_of_columns,
    test_calls_are_compared,
    test_time_without_waiting_is_compared_with_its_like,
  };

  return tv_gui_run ("calls-options", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
