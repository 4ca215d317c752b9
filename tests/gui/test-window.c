/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/notice-bar.h"

#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static TvApplication *application;
static char *folder;

static void
set_up (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static TvTrace *
get_trace (TvWindow *window)
{
  return tv_trace_session_get_trace (tv_window_get_session (window));
}

static gboolean
is_enabled (TvWindow *window, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

static gboolean
can_zoom (GtkWidget *timeline)
{
  return g_action_group_get_action_enabled (
      tv_timeline_get_action_group (TV_TIMELINE (timeline)), "zoom-in");
}

START_TEST (test_open_by_argument)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);

  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "one.trace");
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (window), "one.trace"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (window), folder));
  ck_assert_uint_eq (tv_trace_get_n_calls (get_trace (window)), 7);
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);
  tv_gui_close (window);
}
END_TEST

/* Neither the desktop's list of windows nor its list of files is put out of order. */
START_TEST (test_name_with_controls)
{
  static const char shown[] = "a\\u202eb\\x1b.trace";
  g_autofree char *path = tv_sample_write (folder, "a\u202eb\033.trace");
  TvWindow *window = tv_gui_open (application, path);

  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), shown);
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (window), shown));
  g_free (tv_sample_write_text (folder, "a\u202eb\033.trace", "no trace\n"));
  tv_window_reload (window);
  tv_gui_wait_for_page (window, "trace");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“a\\u202eb\\x1b.trace”");
  tv_gui_close (window);
}
END_TEST

START_TEST (test_window_per_file)
{
  g_autofree char *one = tv_sample_write (folder, "one.trace");
  g_autofree char *two = tv_sample_write (folder, "two.trace");
  TvWindow *first = NULL;
  TvWindow *second = NULL;

  first = tv_gui_open (application, NULL);
  ck_assert_ptr_eq (tv_gui_open (application, one), first);
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);

  second = tv_gui_open (application, two);
  ck_assert_ptr_ne (second, first);
  ck_assert_uint_eq (tv_gui_count_windows (application), 2);
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (first)), "one.trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (second)), "two.trace");
}
END_TEST

START_TEST (test_bad_file)
{
  g_autofree char *bad = tv_sample_write_text (folder, "bad.trace", "no trace\n");
  g_autofree char *good = tv_sample_write (folder, "good.trace");
  g_autoptr (GFile) bad_file = g_file_new_for_path (bad);
  g_autoptr (GFile) good_file = g_file_new_for_path (good);
  g_autoptr (GError) error = NULL;
  TvWindow *window = tv_gui_open (application, NULL);
  GtkWidget *sentence = NULL;
  GtkWidget *timeline = NULL;
  TvTrace *trace = NULL;

  ck_assert_ptr_null (tv_trace_load (bad_file, 0, NULL, NULL, NULL, NULL, &error));
  tv_window_open_file (window, bad_file);
  tv_gui_wait_for_page (window, "error");
  sentence = tv_gui_find_text (GTK_WIDGET (window), error->message);
  ck_assert_ptr_nonnull (sentence);
  ck_assert (!gtk_label_get_selection_bounds (GTK_LABEL (sentence), NULL, NULL));
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (window), "Could Not Open “bad.trace”"));
  ck_assert (!is_enabled (window, "properties"));

  tv_window_open_file (window, good_file);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);
  ck_assert_uint_eq (tv_trace_get_n_calls (get_trace (window)), 7);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  ck_assert (can_zoom (timeline));

  g_free (tv_sample_write_text (folder, "good.trace", "no trace\n"));
  trace = get_trace (window);
  tv_window_reload (window);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_eq (get_trace (window), trace);
  ck_assert (can_zoom (timeline));
  sentence = tv_gui_find_type (GTK_WIDGET (window), "TvNoticeBar");
  ck_assert_ptr_nonnull (
      strstr (tv_notice_bar_get_sentence (TV_NOTICE_BAR (sentence)), error->message));
}
END_TEST

START_TEST (test_try_again)
{
  g_autofree char *path = g_build_filename (folder, "late.trace", NULL);
  g_autofree char *written = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);

  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "error");
  written = tv_sample_write (folder, "late.trace");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Try Again"));
  tv_gui_wait_for_page (window, "trace");
}
END_TEST

/* A pipe that gives the reader nothing until the test wants it to. */
static int
make_pipe (const char *name, char **path)
{
  int fd = -1;

  *path = g_build_filename (folder, name, NULL);
  ck_assert_int_eq (mkfifo (*path, 0600), 0);
  fd = open (*path, O_RDWR | O_CLOEXEC);
  ck_assert_int_ge (fd, 0);
  return fd;
}

static TvWindow *
open_pipe (const char *path)
{
  TvWindow *window = tv_gui_open (application, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_gui_set_busy (TRUE);
  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "loading");
  return window;
}

START_TEST (test_cancel_by_escape)
{
  g_autofree char *path = NULL;
  g_autofree char *good = tv_sample_write (folder, "good.trace");
  g_autoptr (GFile) good_file = g_file_new_for_path (good);
  int fd = make_pipe ("slow.trace", &path);
  TvWindow *window = open_pipe (path);

  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "slow.trace");
  ck_assert (!tv_window_is_empty (window));
  tv_gui_keys (GTK_WIDGET (window), "Escape");
  ck_assert_str_eq (tv_window_get_page (window), "welcome");
  ck_assert (tv_window_is_empty (window));
  ck_assert_ptr_null (tv_window_get_file (window));

  /* The reader now finds an end of file: whatever comes of it must not show. */
  close (fd);
  tv_gui_set_busy (FALSE);
  tv_gui_settle ();
  ck_assert_str_eq (tv_window_get_page (window), "welcome");

  tv_window_open_file (window, good_file);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "good.trace");
}
END_TEST

START_TEST (test_cancel_by_button)
{
  g_autofree char *path = NULL;
  int fd = make_pipe ("slow.trace", &path);
  TvWindow *window = open_pipe (path);

  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Cancel"));
  ck_assert_str_eq (tv_window_get_page (window), "welcome");
  close (fd);
}
END_TEST

/* tv_gui_close() waits until the window is freed, which must not wait for the reader.
 */
START_TEST (test_close_while_loading)
{
  g_autofree char *path = NULL;
  int fd = make_pipe ("slow.trace", &path);
  TvWindow *window = open_pipe (path);

  tv_gui_close (window);
  ck_assert_uint_eq (tv_gui_count_windows (application), 0);
  close (fd);
}
END_TEST

START_TEST (test_reload)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  TvTraceSession *before = tv_window_get_session (window);
  TvTrace *trace = tv_trace_ref (get_trace (window));

  g_object_add_weak_pointer (G_OBJECT (before), (gpointer *) &before);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+r");
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_ne (get_trace (window), trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (get_trace (window)), 7);
  ck_assert_ptr_null (before);
  tv_trace_unref (trace);
}
END_TEST

static gboolean
has_no_list (gpointer bar)
{
  return tv_gui_find_type (bar, "GtkListBox") == NULL;
}

START_TEST (test_warnings)
{
  g_autofree char *cut = tv_sample_write_cut (folder, "cut.trace");
  g_autofree char *good = tv_sample_write (folder, "good.trace");
  TvWindow *window = tv_gui_open (application, good);
  GtkWidget *bar = NULL;
  const TvWarnings *warnings = NULL;
  g_autofree char *message = NULL;

  ck_assert_ptr_null (tv_gui_find_type (GTK_WIDGET (window), "GtkInfoBar"));

  window = tv_gui_open (application, cut);
  bar = tv_gui_find_type (GTK_WIDGET (window), "GtkInfoBar");
  ck_assert_ptr_nonnull (bar);
  warnings = tv_trace_get_warnings (get_trace (window));
  ck_assert_uint_eq (tv_warnings_get_n (warnings), 2);
  message = tv_warning_dup_message (tv_warnings_get (warnings, 1));
  tv_gui_click_middle (tv_gui_find_text (bar, "Show Problems"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, message));
  tv_gui_input ("key", "Escape", NULL);
  tv_gui_wait (has_no_list, bar, "the list to close");
}
END_TEST

START_TEST (test_properties)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  GtkWindow *dialog = NULL;
  GtkWidget *location = NULL;

  tv_gui_keys (GTK_WIDGET (window), "alt+Return");
  dialog = tv_gui_wait_for_dialog ("GtkWindow");
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "vm"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "art"));
  location = tv_gui_find_text (GTK_WIDGET (dialog), path);
  ck_assert_ptr_nonnull (location);
  ck_assert (!gtk_label_get_selection_bounds (GTK_LABEL (location), NULL, NULL));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "1000.000\u00a0ms"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "End"));
  tv_gui_keys (GTK_WIDGET (dialog), "Escape");
  tv_gui_wait_for_no_dialog ("GtkWindow");

  /* In the unit of the table. */
  tv_trace_session_set_time_unit (tv_window_get_session (window), TV_TIME_UNIT_US);
  tv_gui_keys (GTK_WIDGET (window), "alt+Return");
  dialog = tv_gui_wait_for_dialog ("GtkWindow");
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "1000000\u00a0µs"));
}
END_TEST

START_TEST (test_primary_clock)
{
  g_autofree char *dual = tv_sample_write (folder, "dual.trace");
  g_autofree char *wall = tv_sample_write_wall (folder, "wall.trace");
  TvWindow *window = tv_gui_open (application, dual);
  TvTraceSession *session = tv_window_get_session (window);

  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_THREAD_CPU);
  g_action_group_activate_action (G_ACTION_GROUP (window), "primary-clock",
                                  g_variant_new_string ("wall"));
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_WALL);

  window = tv_gui_open (application, wall);
  ck_assert (!is_enabled (window, "primary-clock"));
}
END_TEST

static gint64
get_view_length (TvWindow *window)
{
  gint64 start = 0;
  gint64 end = 0;

  tv_trace_session_get_view (tv_window_get_session (window), &start, &end);
  return end - start;
}

START_TEST (test_zoom)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  gint64 whole = get_view_length (window);

  ck_assert_int_ge (whole, 1000000000);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+plus");
  ck_assert_int_lt (get_view_length (window), whole);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+0");
  ck_assert_int_eq (get_view_length (window), whole);
}
END_TEST

/* Wherever the focus is, but not in text. */
START_TEST (test_keys_of_time_work_everywhere)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  TvTraceSession *session = tv_window_get_session (window);
  const gint64 whole = get_view_length (window);
  const char *const places[]
      = { "TvTableRows", "GtkStackSwitcher", "TvScopeBar", "TvSideBar" };
  gint64 start;
  gint64 end;
  gint64 before;
  GtkWidget *entry;

  tv_trace_session_select_method (session, 1);
  tv_gui_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      GtkWidget *place = tv_gui_find_type (GTK_WIDGET (window), places[i]);

      tv_gui_focus (GTK_WIDGET (window));
      if (!gtk_widget_grab_focus (place))
        (void) gtk_widget_child_focus (place, GTK_DIR_TAB_FORWARD);
      tv_gui_settle ();
      ck_assert_msg (gtk_widget_get_focus_child (place) != NULL, "%s", places[i]);
      tv_gui_keys (GTK_WIDGET (window), "plus");
      ck_assert_msg (get_view_length (window) < whole, "%s", places[i]);
      tv_trace_session_get_view (session, &before, &end);
      tv_gui_keys (GTK_WIDGET (window), "a");
      tv_trace_session_get_view (session, &start, &end);
      ck_assert_msg (start < before, "%s", places[i]);
      tv_gui_keys (GTK_WIDGET (window), "shift+t");
      ck_assert_msg (tv_trace_session_get_range (session, &start, &end), "%s",
                     places[i]);
      tv_gui_keys (GTK_WIDGET (window), "shift+Escape");
      ck_assert_msg (!tv_trace_session_get_range (session, &start, &end), "%s",
                     places[i]);
      tv_gui_keys (GTK_WIDGET (window), "0");
      ck_assert_msg (get_view_length (window) == whole, "%s", places[i]);
    }
  tv_gui_keys (GTK_WIDGET (window), "ctrl+f");
  tv_gui_keys (GTK_WIDGET (window), "w");
  ck_assert_int_eq (get_view_length (window), whole);
  entry = tv_gui_find_type (tv_gui_find_type (GTK_WIDGET (window), "TvFindBar"),
                            "GtkSearchEntry");
  ck_assert_str_eq (gtk_editable_get_text (GTK_EDITABLE (entry)), "w");
}
END_TEST

/* Without a selection, keys begin at the first call and at the first thread. */
START_TEST (test_keys_select_the_first_call)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  TvTraceSession *session = tv_window_get_session (window);

  tv_gui_focus (GTK_WIDGET (window));
  gtk_widget_grab_focus (tv_gui_find_type (GTK_WIDGET (window), "TvTableRows"));
  tv_gui_keys (GTK_WIDGET (window), "alt+Down");
  ck_assert_uint_ne (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
}
END_TEST

/* Tab comes to the tab of the view in sight, and from there out; the arrows go along.
 */
START_TEST (test_tabs_are_one_stop)
{
  g_autofree char *path = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, path);
  GtkWidget *tabs = tv_gui_find_type (GTK_WIDGET (window), "GtkStackSwitcher");
  GtkStack *views = gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (tabs));

  tv_gui_keys (GTK_WIDGET (window), "alt+1");
  (void) gtk_widget_child_focus (tabs, GTK_DIR_TAB_FORWARD);
  ck_assert (gtk_toggle_button_get_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_focus_child (tabs))));
  tv_gui_keys (GTK_WIDGET (window), "Right");
  ck_assert_str_eq (gtk_stack_get_visible_child_name (views), "call-tree");
  ck_assert_ptr_nonnull (gtk_widget_get_focus_child (tabs));
  tv_gui_keys (GTK_WIDGET (window), "Left");
  tv_gui_keys (GTK_WIDGET (window), "Left");
  ck_assert_str_eq (gtk_stack_get_visible_child_name (views), "methods");
  tv_gui_keys (GTK_WIDGET (window), "Tab");
  ck_assert_ptr_null (gtk_widget_get_focus_child (tabs));
}
END_TEST

/* Whether a menu has an item below it. */
static gboolean
has_item (GMenuModel *menu, const char *title)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label)
          && g_str_equal (label, title))
        return TRUE;
      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) below = g_menu_link_iter_get_value (links);

          if (has_item (below, title))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_main_button (GtkWidget *widget, const char *key)
{
  return GTK_IS_MENU_BUTTON (widget)
         && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget));
}

static gboolean
is_in_main_menu (TvWindow *window, const char *item)
{
  GtkWidget *button = tv_gui_find (GTK_WIDGET (window), is_main_button, NULL);

  return has_item (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), item);
}

static gboolean
is_in_menu (TvWindow *window, const char *button, const char *item)
{
  GtkWidget *label = tv_gui_find_text (GTK_WIDGET (window), button);

  return has_item (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (
                       gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON))),
                   item);
}

/* A trace of slices has no calls and no methods: no view, menu or tab speaks of them,
 * until a method trace is opened. */
START_TEST (test_words_of_slices)
{
  static const char *const views[]
      = { "methods", "flame-graph", "callers-callees", "calls", "call-tree" };
  g_autofree char *slices = tv_test_trace_path ("slices/chrome.json");
  g_autofree char *calls = tv_sample_write (folder, "one.trace");
  TvWindow *window = tv_gui_open (application, slices);
  GtkWidget *all = GTK_WIDGET (window);

  tv_gui_wait_for_text (all, "Names");
  tv_gui_wait_for_text (all, "Slices");
  tv_gui_wait_for_text (all, "Parents & Children");
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                          g_variant_new_string (views[i]));
      for (guint selected = 0; selected < 2; selected++)
        {
          if (selected == 0)
            tv_trace_session_clear_selection (tv_window_get_session (window));
          else
            tv_trace_session_select_method (tv_window_get_session (window), 0);
          tv_gui_settle ();
          ck_assert_msg (tv_gui_find_part (all, "ethod") == NULL, "%s", views[i]);
          ck_assert_msg (tv_gui_find_part (all, "Caller") == NULL, "%s", views[i]);
          ck_assert_msg (tv_gui_find_part (all, "Calls") == NULL, "%s", views[i]);
          ck_assert_msg (tv_gui_find_part (all, "calls") == NULL, "%s", views[i]);
        }
    }
  ck_assert (is_in_main_menu (window, "_Next Slice of Name"));
  ck_assert (is_in_menu (window, "View", "_Zoom to Slice"));

  window = tv_gui_open (application, calls);
  all = GTK_WIDGET (window);
  tv_gui_wait_for_text (all, "Methods");
  ck_assert (is_in_main_menu (window, "_Next Call of Method"));
}
END_TEST

static gboolean
has_two_windows (gpointer data)
{
  return tv_gui_count_windows (data) == 2;
}

START_TEST (test_recent)
{
  g_autofree char *path = tv_sample_write (folder, "seen.trace");
  TvWindow *window = tv_gui_open (application, path);
  GtkApplication *program = GTK_APPLICATION (application);
  GtkWidget *row = NULL;

  tv_gui_keys (GTK_WIDGET (window), "ctrl+n");
  tv_gui_wait (has_two_windows, application, "a second window");
  /* The latest window comes first as long as there is no window manager. */
  window = TV_WINDOW (gtk_application_get_windows (program)->data);
  tv_gui_wait_for_page (window, "welcome");
  tv_gui_focus (GTK_WIDGET (window));
  row = tv_gui_find_text (GTK_WIDGET (window), "seen.trace");
  ck_assert_ptr_nonnull (row);
  tv_gui_click_middle (row);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "seen.trace");
}
END_TEST

static gboolean
is_in_recent (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

/* What is gone leaves the list when it is chosen. */
START_TEST (test_recent_has_what_can_be_opened)
{
  g_autofree char *path = tv_sample_write (folder, "gone.trace");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  TvWindow *window = tv_gui_open (application, path);

  ck_assert (is_in_recent (path));
  ck_assert_int_eq (unlink (path), 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-recent", "s", uri);
  tv_gui_settle ();
  ck_assert (!is_in_recent (path));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
