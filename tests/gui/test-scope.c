/* SPDX-License-Identifier: Apache-2.0 */

/* Which part of the trace the profile is of: mouse and keys on the bar, the list of
 * threads and the timeline's row. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/trace-fixtures.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-panel.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *bar;
static GtkWidget *panel;

static void
set_up (void)
{
  window = tv_sample_open (&folder);
  session = tv_window_get_session (window);
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvScopeBar");
  panel = tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel");
  ck_assert_ptr_nonnull (bar);
  ck_assert_ptr_nonnull (panel);
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

/* What the table says below (toplevel): names without rank and signature, with
 * inclusive CPU time. */
static void
assert_rows (const char *expected)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (TV_PROFILE_PANEL (panel));
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_selection (tree));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (tree, i);
      const guint32 method = row->method;
      g_autofree char *time
          = tv_profile_sample_dup_text (row, session, TV_PROFILE_COLUMN_INCL_CPU);

      if (row->kind != TV_PROFILE_ITEM_METHOD)
        continue;
      g_string_append_printf (
          text, "%s%s %s", text->len > 0 ? ", " : "",
          tv_trace_get_method (tv_trace_session_get_trace (session), method)->name,
          time);
    }
  ck_assert_str_eq (text->str, expected);
}

static void
click_text (GtkWidget *root, const char *text)
{
  GtkWidget *label = tv_gui_find_text (root, text);

  ck_assert_msg (label != NULL, "%s is not shown", text);
  tv_gui_click_middle (label);
}

static GtkWidget *
get_popover (void)
{
  return tv_gui_find_type (bar, "TvScopeThreads");
}

static gboolean
is_popover_open (void)
{
  return get_popover () != NULL;
}

static void
open_threads (void)
{
  tv_gui_keys (panel, "ctrl+t");
  ck_assert (is_popover_open ());
}

static void
close_threads (void)
{
  tv_gui_keys (panel, "Escape");
  ck_assert (!is_popover_open ());
}

START_TEST (test_threads_are_chosen_by_mouse)
{
  assert_rows ("main 1000.000, run 900.000, outer 500.000, inner 300.000,"
               " wrapper 100.000");
  click_text (bar, "All Threads");
  ck_assert (is_popover_open ());
  /* By CPU time: 1000 and 900 of 1900 ms. */
  ck_assert_ptr_nonnull (tv_gui_find_text (get_popover (), "52.6%"));
  ck_assert_ptr_nonnull (tv_gui_find_text (get_popover (), "47.4%"));
  click_text (get_popover (), "[1] main");
  assert_rows ("run 900.000");
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "[2] worker"));
  /* The last one that is left is not taken away: all are back. */
  click_text (get_popover (), "[2] worker");
  ck_assert_ptr_null (tv_trace_session_get_threads (session));
  click_text (get_popover (), "Only");
  assert_rows ("main 1000.000, outer 500.000, inner 300.000, wrapper 100.000");
  click_text (get_popover (), "All Threads");
  assert_rows ("main 1000.000, run 900.000, outer 500.000, inner 300.000,"
               " wrapper 100.000");
  close_threads ();
}
END_TEST

START_TEST (test_threads_are_chosen_by_keys)
{
  open_threads ();
  /* The tick of the first row, its button, the tick of the second. */
  tv_gui_keys (panel, "Tab");
  tv_gui_keys (panel, "Down");
  tv_gui_keys (panel, "Tab");
  tv_gui_keys (panel, "space");
  assert_rows ("main 1000.000, outer 500.000, inner 300.000, wrapper 100.000");
  tv_gui_keys (panel, "space");
  ck_assert_ptr_null (tv_trace_session_get_threads (session));
  tv_gui_keys (panel, "space");
  close_threads ();
  assert_rows ("main 1000.000, outer 500.000, inner 300.000, wrapper 100.000");
  tv_gui_keys (panel, "ctrl+shift+t");
  ck_assert_ptr_null (tv_trace_session_get_threads (session));
}
END_TEST

START_TEST (test_the_row_of_a_thread_is_profiled)
{
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");

  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "ctrl+Down");
  tv_gui_keys (timeline, "ctrl+Down");
  tv_gui_keys (timeline, "shift+o");
  assert_rows ("run 900.000");
  tv_gui_keys (timeline, "shift+o");
  ck_assert_ptr_null (tv_trace_session_get_threads (session));
}
END_TEST

/* From 150 to 350 ms: outer all the time, inner from 200 to 300. */
START_TEST (test_a_range_is_left_and_taken_up)
{
  tv_trace_session_set_range (session, 150 * MS, 350 * MS);
  tv_gui_settle ();
  assert_rows ("main 200.000, outer 200.000, run 200.000, inner 100.000");
  click_text (bar, "Trace");
  assert_rows ("main 1000.000, run 900.000, outer 500.000, inner 300.000,"
               " wrapper 100.000");
  tv_gui_keys (panel, "ctrl+2");
  assert_rows ("main 200.000, outer 200.000, run 200.000, inner 100.000");
  tv_gui_keys (panel, "ctrl+1");
  ck_assert (!tv_trace_session_is_restricted_to_range (session));
  /* Another range is there to be looked at. */
  tv_trace_session_set_range (session, 700 * MS, 800 * MS);
  tv_gui_settle ();
  assert_rows ("main 100.000, inner 100.000, wrapper 100.000, run 100.000");
}
END_TEST

START_TEST (test_the_clock_is_chosen)
{
  click_text (bar, "Real");
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_WALL);
  click_text (bar, "CPU");
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_THREAD_CPU);
}
END_TEST

static gboolean
shows_title (const char *title)
{
  return tv_gui_find_text (panel, title) != NULL;
}

static void
sort_by (TvProfileColumn column)
{
  TvProfilePanel *profile = TV_PROFILE_PANEL (panel);

  gtk_column_view_sort_by_column (
      tv_table_view_get_column_view (tv_view_get_table (TV_VIEW (profile))),
      tv_table_columns_get (
          tv_table_view_get_columns (tv_view_get_table (TV_VIEW (profile))), column),
      GTK_SORT_ASCENDING);
}

static TvProfileColumn
find_sort (gboolean *descending)
{
  return tv_table_columns_find_sort (
      tv_table_view_get_columns (tv_view_get_table (TV_VIEW (panel))), descending);
}

/* The ranks stay when both clocks are shown; a window that is opened then has both. */
START_TEST (test_the_columns_are_those_of_the_clock)
{
  gboolean descending;

  ck_assert (shows_title ("Incl CPU\n(ms)") && !shows_title ("Incl Real\n(ms)"));
  ck_assert (shows_title ("CPU/Call\n(ms)") && !shows_title ("Waiting\n(ms)"));
  sort_by (TV_PROFILE_COLUMN_EXCL_CPU);
  click_text (bar, "Real");
  ck_assert (!shows_title ("Incl CPU\n(ms)") && shows_title ("Incl Real\n(ms)"));
  ck_assert (!shows_title ("CPU/Call\n(ms)") && shows_title ("Waiting\n(ms)"));
  ck_assert_uint_eq (find_sort (&descending), TV_PROFILE_COLUMN_EXCL_REAL);
  ck_assert (!descending);
  click_text (bar, "Both");
  ck_assert (shows_title ("Incl CPU\n(ms)") && shows_title ("Incl Real\n(ms)"));
  ck_assert_int_eq (tv_trace_session_get_primary_clock (session), TV_CLOCK_WALL);
  click_text (bar, "CPU");
  ck_assert (shows_title ("Incl CPU\n(ms)") && !shows_title ("Incl Real\n(ms)"));
  ck_assert_uint_eq (find_sort (&descending), TV_PROFILE_COLUMN_EXCL_CPU);
}
END_TEST

START_TEST (test_both_clocks_are_remembered)
{
  g_autofree char *path = NULL;
  TvWindow *other;

  click_text (bar, "Both");
  path = g_file_get_path (tv_window_get_file (window));
  other = tv_gui_open (tv_gui_start (), path);
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (other), "Incl Real\n(ms)"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (other), "Incl CPU\n(ms)"));
  click_text (bar, "CPU");
  ck_assert_ptr_null (tv_gui_find_text (GTK_WIDGET (other), "Incl Real\n(ms)"));
}
END_TEST

START_TEST (test_a_trace_of_one_clock_has_no_choice)
{
  g_autofree char *path = tv_sample_write_wall (folder, "wall.trace");
  TvWindow *other = tv_gui_open (tv_gui_start (), path);
  GtkWidget *its_bar = tv_gui_find_type (GTK_WIDGET (other), "TvScopeBar");
  GtkWidget *label = tv_gui_find_text (its_bar, "Real");

  ck_assert (label == NULL || !gtk_widget_get_mapped (label));
}
END_TEST

/* Their other clock only tells when they were taken. */
START_TEST (test_samples_have_no_choice_of_clocks)
{
  g_autofree char *path = tv_test_trace_path ("samples/processed.firefox.json");
  TvWindow *other = tv_gui_open (tv_gui_start (), path);
  GtkWidget *its_bar = tv_gui_find_type (GTK_WIDGET (other), "TvScopeBar");
  GtkWidget *label = tv_gui_find_text (its_bar, "Real");

  ck_assert (label == NULL || !gtk_widget_get_mapped (label));
  ck_assert (
      !g_action_group_get_action_enabled (G_ACTION_GROUP (other), "primary-clock"));
}
END_TEST

/* A query is of all of the trace, whatever the scope. */
START_TEST (test_a_query_has_no_scope)
{
  GtkWidget *root = GTK_WIDGET (window);

  ck_assert (gtk_widget_activate_action (root, "win.view", "s", "query"));
  ck_assert (!gtk_widget_is_sensitive (bar));
  ck_assert (gtk_widget_activate_action (root, "scope.choose-threads", NULL));
  tv_gui_settle ();
  ck_assert (!is_popover_open ());
  ck_assert (gtk_widget_activate_action (root, "win.view", "s", "methods"));
  ck_assert (gtk_widget_is_sensitive (bar));
}
END_TEST

static gboolean
is_cut_label (GtkWidget *widget, const char *key)
{
  return GTK_IS_LABEL (widget)
         && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

START_TEST (test_a_small_window_has_room_beside_the_side_bar)
{
  GtkWidget *cut;

  tv_gui_resize (GTK_WIDGET (window), 800, 600);
  g_action_group_activate_action (G_ACTION_GROUP (window), "side-bar", NULL);
  tv_gui_settle ();
  ck_assert (
      gtk_widget_get_mapped (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar")));
  cut = tv_gui_find (bar, is_cut_label, NULL);
  ck_assert_msg (cut == NULL, "“%s” is cut", gtk_label_get_text (GTK_LABEL (cut)));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
