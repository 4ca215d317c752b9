/* SPDX-License-Identifier: Apache-2.0 */

/* A trace that is recorded again, with other ids and a few methods and threads more,
 * and read again: what a person looks at stays. */

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/calltree/call-tree-view.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-panel.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/notice-bar.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvApplication *application;
static char *folder;
static char *path;
static TvWindow *window;

static void
set_up (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "app.trace", NULL);
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  g_clear_pointer (&path, g_free);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static void
event (TvTraceWriter *writer, gboolean is_enter, guint32 thread, guint32 method, int ms)
{
  if (is_enter)
    tv_trace_writer_enter (writer, thread, method, (guint64) ms * 1000,
                           (guint64) ms * 1000);
  else
    tv_trace_writer_exit (writer, thread, method, (guint64) ms * 1000,
                          (guint64) ms * 1000);
}

/* main 0–1000 calls outer 100–600, which calls inner 200–300 and 400–500. Another
 * thread runs 50–950. The later recording lists a thread and a method more before
 * these. */
static void
write_recording (gboolean later)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  const guint32 shift = later ? 4 : 0;
  const guint32 main_id = 4 + shift, run = 8 + shift, outer = 12 + shift,
                inner = 16 + shift;

  if (later)
    {
      tv_trace_writer_add_thread (writer, 7, "first");
      tv_trace_writer_add_method (writer, 4, "app.A", "first", "()V", "A.java", 1);
    }
  tv_trace_writer_add_thread (writer, 8, "main");
  tv_trace_writer_add_thread (writer, later ? 21 : 20, "worker");
  tv_trace_writer_add_method (writer, main_id, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, run, "app.Worker", "run", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, outer, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, inner, "app.Work", "inner", "(I)V", "W.java", 2);
  event (writer, TRUE, 8, main_id, 0);
  event (writer, TRUE, later ? 21 : 20, run, 50);
  if (later)
    {
      event (writer, TRUE, 7, 4, 60);
      event (writer, FALSE, 7, 4, 90);
    }
  event (writer, TRUE, 8, outer, 100);
  for (int ms = 200; ms <= 400; ms += 200)
    {
      event (writer, TRUE, 8, inner, ms);
      event (writer, FALSE, 8, inner, ms + 100);
    }
  event (writer, FALSE, 8, outer, 600);
  event (writer, FALSE, later ? 21 : 20, run, 950);
  event (writer, FALSE, 8, main_id, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static TvTraceSession *
get_session (void)
{
  return tv_window_get_session (window);
}

static TvTrace *
get_trace (void)
{
  return tv_trace_session_get_trace (get_session ());
}

static TvTimeline *
get_timeline (void)
{
  return TV_TIMELINE (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"));
}

static TvProfilePanel *
get_panel (void)
{
  return TV_PROFILE_PANEL (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));
}

static guint32
find_method (const char *name)
{
  for (guint i = 0; i < tv_trace_get_n_methods (get_trace ()); i++)
    if (g_str_equal (tv_trace_get_method (get_trace (), i)->name, name))
      return i;
  ck_abort_msg ("no method %s", name);
}

static guint32
find_thread (const char *name)
{
  for (guint i = 0; i < tv_trace_get_n_threads (get_trace ()); i++)
    if (g_strcmp0 (tv_trace_get_thread (get_trace (), i)->name, name) == 0)
      return i;
  ck_abort_msg ("no thread %s", name);
}

/* The row of a method at the top level. */
static GtkTreeListRow *
find_row (const char *name)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (get_panel ());
  const guint position = tv_profile_tree_get_method_position (tree, find_method (name));

  ck_assert_uint_ne (position, GTK_INVALID_LIST_POSITION);
  return gtk_tree_list_model_get_row (tv_profile_tree_get_rows (tree), position);
}

static gboolean
is_open (const char *name)
{
  g_autoptr (GtkTreeListRow) row = find_row (name);

  return gtk_tree_list_row_get_expanded (row);
}

static void
activate (GActionGroup *group, const char *action)
{
  g_action_group_activate_action (group, action, NULL);
}

static void
reload (void)
{
  TvTraceSession *before = g_object_ref (get_session ());

  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  (void) tv_gui_wait_for_session (window, before);
}

/* Writes the other recording, and reads it. */
static void
record_again (gboolean later)
{
  write_recording (later);
  reload ();
}

/* Opens a recording. */
static void
open_recording (gboolean later)
{
  write_recording (later);
  window = tv_gui_open (application, path);
}

static void
assert_range (gint64 start, gint64 end)
{
  gint64 from, to;

  ck_assert (tv_trace_session_get_range (get_session (), &from, &to));
  ck_assert_int_eq (from, start * MS);
  ck_assert_int_eq (to, end * MS);
}

START_TEST (test_session)
{
  g_autoptr (TvThreadSet) only = NULL;
  const guint32 *threads = NULL;
  guint32 worker;
  TvCallRef call;
  gint64 start, end;
  guint n = 0;

  open_recording (FALSE);
  worker = find_thread ("worker");
  tv_trace_session_select_call (get_session (), (TvCallRef){ find_thread ("main"), 3 });
  tv_trace_session_set_view (get_session (), 100 * MS, 700 * MS);
  tv_trace_session_set_range (get_session (), 50 * MS, 800 * MS);
  tv_trace_session_enter_range (get_session ());
  tv_trace_session_set_range (get_session (), 200 * MS, 500 * MS);
  tv_trace_session_set_restricted_to_range (get_session (), FALSE);
  tv_trace_session_set_mark (get_session (), TV_MARK_B, 333 * MS);
  only = tv_thread_set_new (&worker, 1);
  tv_trace_session_set_threads (get_session (), only);
  tv_trace_session_set_primary_clock (get_session (), TV_CLOCK_WALL);
  tv_gui_settle ();

  record_again (TRUE);
  ck_assert_uint_eq (tv_trace_get_n_threads (get_trace ()), 3);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (get_session ()),
                     find_method ("inner"));
  call = tv_trace_session_get_selected_call (get_session ());
  ck_assert_uint_eq (call.thread, find_thread ("main"));
  ck_assert_uint_eq (call.call, 3);
  tv_trace_session_get_view (get_session (), &start, &end);
  ck_assert_int_eq (start, 100 * MS);
  ck_assert_int_eq (end, 700 * MS);
  assert_range (200, 500);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (get_session ()), 2);
  ck_assert (!tv_trace_session_is_restricted_to_range (get_session ()));
  ck_assert (!tv_trace_session_get_mark (get_session (), TV_MARK_A, &start));
  ck_assert (tv_trace_session_get_mark (get_session (), TV_MARK_B, &start));
  ck_assert_int_eq (start, 333 * MS);
  threads = tv_thread_set_get (tv_trace_session_get_threads (get_session ()), &n);
  ck_assert_uint_eq (n, 1);
  ck_assert_uint_eq (threads[0], find_thread ("worker"));
  ck_assert_int_eq (tv_trace_session_get_primary_clock (get_session ()), TV_CLOCK_WALL);
}
END_TEST

START_TEST (test_table)
{
  gboolean descending = TRUE;

  open_recording (FALSE);
  tv_table_columns_sort_by (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (get_panel ()))),
      TV_PROFILE_COLUMN_EXCL_CPU, FALSE);
  {
    g_autoptr (GtkTreeListRow) row = find_row ("outer");

    gtk_tree_list_row_set_expanded (row, TRUE);
    tv_profile_tree_record_toggle (tv_profile_panel_get_tree (get_panel ()), row);
  }
  tv_gui_settle ();
  ck_assert (is_open ("outer"));

  record_again (TRUE);
  ck_assert_uint_eq (
      tv_table_columns_find_sort (
          tv_table_view_get_columns (tv_view_get_table (TV_VIEW (get_panel ()))),
          &descending),
      TV_PROFILE_COLUMN_EXCL_CPU);
  ck_assert (!descending);
  ck_assert (is_open ("outer"));
  ck_assert (!is_open ("inner"));
}
END_TEST

/* What was open because it was selected closes when the selection leaves, as before. */
START_TEST (test_selected_row)
{
  open_recording (FALSE);
  tv_trace_session_select_method (get_session (), find_method ("outer"));
  tv_gui_settle ();
  ck_assert (is_open ("outer"));
  record_again (TRUE);
  ck_assert (is_open ("outer"));
  tv_trace_session_select_method (get_session (), find_method ("inner"));
  tv_gui_settle ();
  ck_assert (!is_open ("outer"));
  ck_assert (is_open ("inner"));
}
END_TEST

/* Tells the name that the selection goes to. */
static const char *
go (const char *keys)
{
  guint32 method;

  tv_gui_keys (GTK_WIDGET (window), keys);
  method = tv_trace_session_get_selected_method (get_session ());
  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return tv_trace_get_method (get_trace (), method)->name;
}

/* Methods that are not there any more are no places to go to. */
START_TEST (test_back_and_forward)
{
  static const char *const names[] = { "main", "outer", "first", "inner" };

  open_recording (TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    tv_trace_session_select_method (get_session (), find_method (names[i]));
  ck_assert_str_eq (go ("alt+Left"), "first");
  record_again (FALSE);
  ck_assert_str_eq (go ("alt+Left"), "main");
  ck_assert_str_eq (go ("alt+Right"), "outer");
  ck_assert_str_eq (go ("alt+Right"), "inner");
  ck_assert_str_eq (go ("alt+Right"), "inner");
}
END_TEST

/* What is open, the order and the selected path stay in the call tree, too. */
START_TEST (test_call_tree)
{
  const TvCallPath *selected;
  const guint32 *methods;
  gboolean descending = TRUE;
  TvCallTreeView *view;
  TvTableView *table;
  guint n;

  open_recording (FALSE);
  tv_gui_keys (GTK_WIDGET (window), "alt+2");
  view = TV_CALL_TREE_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvCallTreeView"));
  ck_assert (gtk_widget_get_mapped (GTK_WIDGET (view)));
  table = tv_view_get_table (TV_VIEW (view));
  tv_table_columns_sort_by (tv_table_view_get_columns (table), TV_TABLE_NAME_COLUMN,
                            FALSE);
  /* main, outer, inner, run */
  ck_assert_uint_eq (tv_table_rows_get_n (tv_table_view_get_rows (table)), 4);
  tv_gui_keys (GTK_WIDGET (window), "Home");
  tv_gui_keys (GTK_WIDGET (window), "Down");
  tv_gui_keys (GTK_WIDGET (window), "Left");
  ck_assert_uint_eq (tv_table_rows_get_n (tv_table_view_get_rows (table)), 3);

  record_again (TRUE);
  /* first, main, outer, run */
  ck_assert_uint_eq (tv_table_rows_get_n (tv_table_view_get_rows (table)), 4);
  ck_assert_uint_eq (
      tv_table_columns_find_sort (tv_table_view_get_columns (table), &descending),
      TV_TABLE_NAME_COLUMN);
  ck_assert (!descending);
  selected = tv_trace_session_get_selected_path (get_session ());
  ck_assert_ptr_nonnull (selected);
  methods = tv_call_path_get_methods (selected, &n);
  ck_assert_uint_eq (n, 2);
  ck_assert_uint_eq (methods[0], find_method ("main"));
  ck_assert_uint_eq (methods[1], find_method ("outer"));
  ck_assert_uint_eq (tv_table_rows_get_selected (tv_table_view_get_rows (table)), 2);
}
END_TEST

START_TEST (test_zooming_back)
{
  gint64 start, end, was_start, was_end;

  open_recording (FALSE);
  tv_trace_session_set_view (get_session (), 100 * MS, 700 * MS);
  tv_gui_settle ();
  activate (tv_timeline_get_action_group (get_timeline ()), "zoom-in");
  tv_trace_session_get_view (get_session (), &was_start, &was_end);
  ck_assert_int_lt (was_end - was_start, 600 * MS);
  record_again (TRUE);
  activate (tv_timeline_get_action_group (get_timeline ()), "zoom-back");
  tv_trace_session_get_view (get_session (), &start, &end);
  ck_assert_int_eq (start, 100 * MS);
  ck_assert_int_eq (end, 700 * MS);
}
END_TEST

/* So many methods that a worker puts them under their classes, ten in each, and a
 * hundred in each package. */
static void
write_many (gboolean later)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  guint32 id = 4;

  tv_trace_writer_add_thread (writer, 8, "main");
  for (guint i = later ? 0 : 1; i <= 20100; i++, id += 4)
    {
      g_autofree char *class_name = g_strdup_printf ("app.p%u.C%u", i / 100, i / 10);
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, id, class_name, name, "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 8, id, 20 * i, 20 * i);
      tv_trace_writer_exit (writer, 8, id, 20 * i + 10, 20 * i + 10);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

/* Returns the row of a class or package that can be seen, NULL if there is none. */
static GtkTreeListRow *
find_group (const char *name)
{
  GListModel *rows = G_LIST_MODEL (
      tv_profile_tree_get_rows (tv_profile_panel_get_tree (get_panel ())));

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
      g_autofree char *text
          = tv_profile_sample_dup_text (item, get_session (), TV_PROFILE_COLUMN_NAME);

      if (g_str_equal (text, name))
        return g_steal_pointer (&row);
    }
  return NULL;
}

static void
assert_group (const char *name, gboolean expected)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  tv_gui_settle ();
  row = find_group (name);
  ck_assert_msg ((row != NULL) == expected, "%s is %sthere", name,
                 expected ? "not " : "");
}

static void
open_group (const char *name)
{
  g_autoptr (GtkTreeListRow) row = find_group (name);

  ck_assert_msg (row != NULL, "no %s", name);
  gtk_tree_list_row_set_expanded (row, TRUE);
  tv_profile_tree_record_toggle (tv_profile_panel_get_tree (get_panel ()), row);
}

static void
open_packages (void)
{
  write_many (FALSE);
  window = tv_gui_open (application, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.group-by", "s", "package");
  assert_group ("app.p3", TRUE);
}

/* The rows that stand under what a worker has to find again. */
START_TEST (test_classes_and_packages)
{
  g_autoptr (GtkTreeListRow) selected = NULL;
  TvProfileTree *tree;
  guint position;

  open_packages ();
  open_group ("0 (toplevel)");
  open_group ("app.p3");
  open_group ("C35");
  selected = find_group ("C35");
  tv_profile_tree_select (tv_profile_panel_get_tree (get_panel ()),
                          gtk_tree_list_row_get_position (selected));
  tv_gui_settle ();

  write_many (TRUE);
  reload ();
  assert_group ("app.p3", TRUE);
  assert_group ("C35", TRUE);
  assert_group ("C40", FALSE);
  {
    g_autoptr (GtkTreeListRow) class_row = find_group ("C35");
    g_autoptr (GtkTreeListRow) toplevel = find_group ("0 (toplevel)");

    ck_assert (gtk_tree_list_row_get_expanded (class_row));
    ck_assert (gtk_tree_list_row_get_expanded (toplevel));
    tree = tv_profile_panel_get_tree (get_panel ());
    position = gtk_single_selection_get_selected (tv_profile_tree_get_selection (tree));
    ck_assert_uint_eq (position, gtk_tree_list_row_get_position (class_row));
  }
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.group-by", "s", "none");
  tv_gui_settle ();
}
END_TEST

/* They are not there while only hits are listed, but open again behind them. */
START_TEST (test_packages_behind_hits)
{
  open_packages ();
  open_group ("app.p3");
  open_group ("C35");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+f");
  tv_gui_type (GTK_WIDGET (window), "m12345");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Show Only Hits"));
  assert_group ("app.p3", FALSE);

  write_many (TRUE);
  reload ();
  assert_group ("app.p3", FALSE);
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Show Only Hits"));
  assert_group ("app.p3", TRUE);
  assert_group ("C35", TRUE);
  {
    g_autoptr (GtkTreeListRow) class_row = find_group ("C35");

    ck_assert (gtk_tree_list_row_get_expanded (class_row));
  }
  assert_group ("C40", FALSE);
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.group-by", "s", "none");
  tv_gui_settle ();
}
END_TEST

static void
get_area (const char *thread, GdkRectangle *area)
{
  ck_assert (tv_timeline_get_call_area (get_timeline (),
                                        (TvCallRef){ find_thread (thread), 0 }, area));
}

START_TEST (test_timeline)
{
  GActionGroup *actions;
  GdkRectangle before, after;
  GdkRectangle main_before, main_after;

  open_recording (FALSE);
  actions = tv_timeline_get_action_group (get_timeline ());
  activate (actions, "close-rows");
  tv_trace_session_select_call (get_session (),
                                (TvCallRef){ find_thread ("worker"), 0 });
  get_area ("worker", &before);
  activate (actions, "toggle-row");
  tv_trace_session_clear_selection (get_session ());
  tv_gui_settle ();
  get_area ("worker", &after);
  ck_assert_int_ne (after.height, before.height);
  get_area ("main", &main_before);
  before = after;

  record_again (TRUE);
  get_area ("worker", &after);
  get_area ("main", &main_after);
  ck_assert_int_eq (after.y - main_after.y, before.y - main_before.y);
  ck_assert_int_eq (after.height, before.height);
  ck_assert_int_eq (main_after.height, main_before.height);
}
END_TEST

/* Threads and methods that are gone take nothing with them. */
START_TEST (test_what_is_gone)
{
  open_recording (TRUE);
  tv_trace_session_select_method (get_session (), find_method ("first"));
  tv_trace_session_set_view (get_session (), 100 * MS, 700 * MS);
  tv_gui_settle ();
  record_again (FALSE);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (get_session ()),
                     TV_METHOD_NONE);
  ck_assert_uint_eq (tv_trace_get_n_threads (get_trace ()), 2);
}
END_TEST

static const char *
get_look (void)
{
  static const char *const looks[] = { "success", "info", "error" };
  GtkWidget *bar = tv_gui_find_type (GTK_WIDGET (window), "TvNoticeBar");
  const char *found = "";

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (bar != NULL && gtk_widget_has_css_class (bar, looks[i]))
      found = looks[i];
  return found;
}

/* A file that is written again is offered; one that cannot be read leaves what is
 * there, and another attempt. Each says so in a look of its own. */
START_TEST (test_change_on_disk)
{
  TvTraceSession *before;

  open_recording (FALSE);
  before = g_object_ref (get_session ());
  tv_trace_session_select_method (before, find_method ("outer"));
  write_recording (TRUE);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“app.trace” has changed on disk");
  ck_assert_str_eq (get_look (), "info");
  ck_assert_ptr_eq (get_session (), before);
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Reload"));
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_str_eq (tv_gui_get_notice (GTK_WIDGET (window)), "");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (get_session ()),
                     find_method ("outer"));

  before = g_object_ref (get_session ());
  ck_assert (g_file_set_contents (path, "no trace", -1, NULL));
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“app.trace” has changed on disk");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (window), "Reload"));
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“app.trace” could not be reloaded");
  ck_assert_str_eq (get_look (), "error");
  ck_assert_ptr_eq (get_session (), before);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (before),
                     find_method ("outer"));
  write_recording (FALSE);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“app.trace” has changed on disk");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
