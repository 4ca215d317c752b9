/* SPDX-License-Identifier: Apache-2.0 */

/* What a window takes from the settings: it is as large as the one that was closed
 * last, and reads traces within the limit of memory. */

#include "app/settings.h"
#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"

static TvApplication *application;
static GSettings *settings;
static char *folder;

static void
set_up (void)
{
  application = tv_gui_start ();
  settings = tv_settings_new ();
  ck_assert_ptr_nonnull (settings);
  folder = tv_test_folder_new ();
}

static void
tear_down (void)
{
  g_clear_object (&settings);
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

START_TEST (opens_as_large_as_the_last)
{
  TvWindow *window = NULL;
  int width = 0;
  int height = 0;

  ck_assert (g_settings_set_int (settings, "window-width", 1010));
  ck_assert (g_settings_set_int (settings, "window-height", 640));
  window = tv_gui_open (application, NULL);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  ck_assert_int_eq (width, 1010);
  ck_assert_int_eq (height, 640);
  ck_assert (!gtk_window_is_maximized (GTK_WINDOW (window)));

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 610);
  tv_gui_close (window);
  ck_assert_int_eq (g_settings_get_int (settings, "window-width"), 900);
  ck_assert_int_eq (g_settings_get_int (settings, "window-height"), 610);
  ck_assert (!g_settings_get_boolean (settings, "window-maximized"));
}
END_TEST

START_TEST (opens_maximized_as_the_last)
{
  TvWindow *window = NULL;

  ck_assert (g_settings_set_int (settings, "window-width", 1010));
  ck_assert (g_settings_set_boolean (settings, "window-maximized", TRUE));
  window = tv_gui_open (application, NULL);
  ck_assert (gtk_window_is_maximized (GTK_WINDOW (window)));
  tv_gui_close (window);
  ck_assert (g_settings_get_boolean (settings, "window-maximized"));
  /* What it is when it is not maximized any more. */
  ck_assert_int_eq (g_settings_get_int (settings, "window-width"), 1010);

  ck_assert (g_settings_set_boolean (settings, "window-maximized", FALSE));
  window = tv_gui_open (application, NULL);
  ck_assert (!gtk_window_is_maximized (GTK_WINDOW (window)));
  tv_gui_close (window);
}
END_TEST

START_TEST (refuses_what_is_over_the_limit)
{
  g_autofree char *path = tv_sample_write (folder, "good.trace");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);

  ck_assert (g_settings_set_uint (settings, "memory-limit", 1));
  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "error");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (window), "Could Not Open “good.trace”"));

  ck_assert (g_settings_set_uint (settings, "memory-limit", 4096));
  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "trace");
}
END_TEST

static int
get_height (TvWindow *window, const char *type)
{
  return gtk_widget_get_height (tv_gui_find_type (GTK_WIDGET (window), type));
}

static TvWindow *
open_sample (int width, int height)
{
  g_autofree char *path = tv_sample_write (folder, "good.trace");

  ck_assert (g_settings_set_int (settings, "window-width", width));
  ck_assert (g_settings_set_int (settings, "window-height", height));
  return tv_gui_open (application, path);
}

/* What the timeline shares with the table. */
static GtkWidget *
get_split (TvWindow *window)
{
  GtkWidget *timelines = gtk_widget_get_ancestor (
      tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"), GTK_TYPE_PANED);

  return gtk_widget_get_ancestor (gtk_widget_get_parent (timelines), GTK_TYPE_PANED);
}

/* The timeline's part of it. */
static double
get_share (TvWindow *window)
{
  return (double) get_height (window, "TvTimeline")
         / gtk_widget_get_height (get_split (window));
}

START_TEST (keeps_five_rows_of_the_table)
{
  TvWindow *window;

  ck_assert (g_settings_set_double (settings, "timeline-share", 0.9));
  window = open_sample (800, 600);
  ck_assert_int_ge (get_height (window, "TvTableRows"),
                    5 * get_height (window, "TvTableRow"));
  ck_assert_double_gt (get_share (window), 0.3);
  tv_gui_close (window);
}
END_TEST

START_TEST (remembers_the_split_as_a_proportion)
{
  TvWindow *window;
  GtkPaned *paned;

  ck_assert (g_settings_set_double (settings, "timeline-share", 0.55));
  window = open_sample (800, 600);
  tv_gui_resize (GTK_WIDGET (window), 800, 780);
  /* At 600 the table left less than that. */
  ck_assert_double_eq_tol (get_share (window), 0.55, 0.01);

  paned = GTK_PANED (get_split (window));
  gtk_paned_set_position (paned, gtk_widget_get_height (GTK_WIDGET (paned)) / 2);
  tv_gui_settle ();
  tv_gui_close (window);
  ck_assert_double_eq_tol (g_settings_get_double (settings, "timeline-share"), 0.5,
                           0.01);
}
END_TEST

/* Opens a trace of threads that have stacks of eight levels. */
static TvWindow *
open_threads (guint16 n_threads)
{
  g_autofree char *path = g_build_filename (folder, "deep.trace", NULL);
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_method (writer, 4, "a.B", "run", "()V", "B.java", 1);
  for (guint16 thread = 1; thread <= n_threads; thread++)
    {
      tv_trace_writer_add_thread (writer, thread, "main");
      for (guint32 time = 0; time < 2000; time += 1000)
        {
          for (guint32 i = 0; i < 8; i++)
            tv_trace_writer_enter (writer, thread, 4, time + i, time + i);
          for (guint32 i = 0; i < 8; i++)
            tv_trace_writer_exit (writer, thread, 4, time + 900 + i, time + 900 + i);
        }
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  ck_assert (g_settings_set_int (settings, "window-width", 1200));
  ck_assert (g_settings_set_int (settings, "window-height", 900));
  return tv_gui_open (application, path);
}

static TvWindow *
open_deep_trace (void)
{
  return open_threads (1);
}

static gboolean
is_bar_of_time (GtkWidget *child)
{
  return GTK_IS_SCROLLBAR (child) && gtk_widget_get_visible (child)
         && gtk_orientable_get_orientation (GTK_ORIENTABLE (child))
                == GTK_ORIENTATION_HORIZONTAL;
}

/* Whether the last row of the timeline ends where its room does. */
static gboolean
is_filled (GtkWidget *timeline)
{
  int end = gtk_widget_get_height (timeline);
  graphene_rect_t last = GRAPHENE_RECT_INIT (0, 0, 0, 0);

  for (GtkWidget *child = gtk_widget_get_first_child (timeline); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (is_bar_of_time (child))
        end -= gtk_widget_get_height (child);
      if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (child))
              == GTK_ACCESSIBLE_ROLE_LIST
          && gtk_widget_get_last_child (child) != NULL)
        ck_assert (gtk_widget_compute_bounds (gtk_widget_get_last_child (child),
                                              timeline, &last));
    }
  return last.size.height > 0 && ABS (last.origin.y + last.size.height - end) <= 1;
}

START_TEST (few_rows_leave_their_room_to_the_table)
{
  TvWindow *window;
  GtkWidget *timeline;
  GtkPaned *paned;
  const int closed_height = 34;
  const int open_height = 8 * 18 + 14;
  int head;

  g_settings_reset (settings, "timeline-share");
  window = open_deep_trace ();
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  paned = GTK_PANED (get_split (window));
  ck_assert (is_filled (timeline));
  head = gtk_widget_get_height (timeline) - open_height;
  ck_assert_double_lt (get_share (window), 0.4);

  /* Other rows need another room. */
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "ctrl+shift+e");
  ck_assert_int_eq (gtk_widget_get_height (timeline), head + closed_height);
  ck_assert (is_filled (timeline));
  tv_gui_keys (timeline, "shift+e");
  ck_assert_int_eq (gtk_widget_get_height (timeline), head + open_height);
  ck_assert (is_filled (timeline));

  /* What the user chooses stays. */
  gtk_paned_set_position (paned, 300);
  tv_gui_settle ();
  tv_gui_keys (timeline, "ctrl+shift+e");
  ck_assert_int_eq (gtk_widget_get_height (timeline), 300);
  tv_gui_close (window);
}
END_TEST

START_TEST (shares_the_height_evenly)
{
  TvWindow *window;

  g_settings_reset (settings, "timeline-share");
  ck_assert_double_eq (g_settings_get_double (settings, "timeline-share"), 0.5);
  window = open_threads (20);
  ck_assert_double_eq_tol (
      (double) gtk_paned_get_position (GTK_PANED (get_split (window)))
          / gtk_widget_get_height (get_split (window)),
      0.5, 0.01);
  tv_gui_close (window);
}
END_TEST

/* The range has its place in the line of the scope, and the find bar lies over it. */
START_TEST (bars_push_nothing_down)
{
  TvWindow *window = open_deep_trace ();
  GtkWidget *rows = tv_gui_find_type (GTK_WIDGET (window), "TvTableRows");
  const int height = gtk_widget_get_height (rows);
  GtkWidget *bar = NULL;

  tv_trace_session_set_range (tv_window_get_session (window), 200000, 900000);
  tv_gui_settle ();
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvRangeBar");
  ck_assert (bar != NULL && gtk_widget_get_mapped (bar));
  ck_assert_int_eq (gtk_widget_get_height (rows), height);
  tv_gui_keys (rows, "ctrl+f");
  tv_gui_settle ();
  ck_assert (GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))));
  ck_assert_int_eq (gtk_widget_get_height (rows), height);
  tv_gui_close (window);
}
END_TEST

/* Presses the key while @focus has the focus: @gone is hidden, and comes back. */
static void
assert_maximizes (TvWindow *window, GtkWidget *focus, GtkWidget *gone)
{
  const int before = gtk_widget_get_height (focus);

  gtk_widget_grab_focus (focus);
  tv_gui_keys (focus, "F11");
  ck_assert (!gtk_widget_get_mapped (gone));
  ck_assert_int_gt (gtk_widget_get_height (focus), before + 100);
  tv_gui_keys (focus, "F11");
  ck_assert (gtk_widget_get_mapped (gone));
  ck_assert_int_eq (gtk_widget_get_height (focus), before);
}

START_TEST (a_key_maximizes_the_part_with_the_focus)
{
  TvWindow *window = open_deep_trace ();
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  GtkWidget *rows = tv_gui_find_type (GTK_WIDGET (window), "TvTableRows");

  assert_maximizes (window, timeline, rows);
  assert_maximizes (window, rows, timeline);

  /* The find bar and the views are under the timeline. */
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "F11");
  tv_gui_keys (timeline, "ctrl+f");
  ck_assert (gtk_widget_get_mapped (rows));
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "F11");
  tv_gui_keys (timeline, "alt+1");
  ck_assert (gtk_widget_get_mapped (rows));
  tv_gui_close (window);
}
END_TEST

/* The names of the views are longer in other languages. */
START_TEST (titles_of_views_can_be_cut)
{
  TvWindow *window = open_deep_trace ();
  GtkWidget *tabs = tv_gui_find_type (GTK_WIDGET (window), "GtkStackSwitcher");
  GtkWidget *title = tv_gui_find_text (tabs, "Callers & Callees");
  int least;
  int wanted;

  ck_assert (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (title))));
  gtk_widget_measure (tabs, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL,
                      NULL);
  ck_assert_int_lt (least, wanted * 2 / 3);
  tv_gui_close (window);
}
END_TEST

static gboolean
is_whole (GtkWidget *label)
{
  return gtk_widget_get_width (label) > 0
         && !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

/* What stands beside it and is in a menu, too, makes room. */
START_TEST (a_narrow_window_shows_the_name_of_the_file)
{
  g_autofree char *path = tv_sample_write (folder, "art-trace-regular.trace");
  TvWindow *window;
  GtkWidget *name;

  ck_assert (g_settings_set_int (settings, "window-width", 1200));
  ck_assert (g_settings_set_int (settings, "window-height", 600));
  window = tv_gui_open (application, path);
  name = tv_gui_find_text (GTK_WIDGET (window), "art-trace-regular.trace");
  ck_assert (is_whole (name));
  tv_gui_resize (GTK_WIDGET (window), 800, 600);
  ck_assert_int_le (gtk_widget_get_width (GTK_WIDGET (window)), 800);
  ck_assert (is_whole (name));
  tv_gui_close (window);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
