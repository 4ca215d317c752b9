/* SPDX-License-Identifier: Apache-2.0 */

/* How two traces are compared in the window: by shares, which profiles of samples have
 * in common with method traces, and on one scale of time or two. */

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/calltree/call-tree-view.h"
#include "ui/profile-sample.h"

#include <check.h>

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvTableRows *tree_rows;

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

static TvTraceSession *
get_session (void)
{
  return tv_window_get_session (window);
}

static void
compare_with (const char *with)
{
  g_autoptr (GFile) file = g_file_new_for_path (with);

  tv_window_compare_with (window, file);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_nonnull (tv_trace_session_get_base (get_session ()));
}

/* Shows the call tree with its heaviest path open. */
static void
show_tree (guint n_rows)
{
  GtkWidget *switcher = tv_gui_find_type (GTK_WIDGET (window), "GtkStackSwitcher");
  GtkWidget *view = gtk_stack_get_child_by_name (
      gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)), "call-tree");

  tv_gui_keys (GTK_WIDGET (window), "alt+2");
  tree_rows = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (view)));
  ck_assert_uint_eq (tv_table_rows_get_n (tree_rows), n_rows);
}

/* The selected row as it is copied. */
static void
assert_tree_row (const char *key, const char *expected)
{
  g_autofree char *text = NULL;

  tv_gui_keys (GTK_WIDGET (tree_rows), key);
  tv_gui_keys (GTK_WIDGET (tree_rows), "ctrl+c");
  text = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert_str_eq (g_strdelimit (g_strchomp (text), "\t", '|'), expected);
}

/* main 0–1000 calls outer 100–600, which calls inner 200–300 and 400–500, in
 * thousandths of that many milliseconds of real time. */
static void
write_wall_trace (const char *to, guint64 length)
{
  static const struct
  {
    guint32 method; /* 0 for the end of a call */
    guint64 part;
  } events[] = { { 4, 0 },    { 8, 100 }, { 12, 200 }, { 0, 300 },
                 { 12, 400 }, { 0, 500 }, { 0, 600 },  { 0, 1000 } };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint32 stack[3];
  guint depth = 0;

  tv_trace_writer_add_thread (writer, 8, "main");
  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 8, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, 12, "app.Work", "inner", "(I)V", "W.java", 2);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      const guint64 us = events[i].part * length;

      if (events[i].method == 0)
        tv_trace_writer_exit (writer, 8, stack[--depth], us, us);
      else
        tv_trace_writer_enter (writer, 8, stack[depth++] = events[i].method, us, us);
    }
  ck_assert (tv_trace_writer_save (writer, to, NULL));
}

static char *
write_stacks (const char *name, const char *stacks)
{
  char *file = g_build_filename (folder, name, NULL);

  ck_assert (g_file_set_contents (file, stacks, -1, NULL));
  return file;
}

static gboolean
compares_by_share (void)
{
  GAction *action
      = g_action_map_lookup_action (G_ACTION_MAP (window), "compare-by-share");
  g_autoptr (GVariant) state = g_action_get_state (action);

  return g_variant_get_boolean (state);
}

/* Of 10 samples, read has 4 then; of 20, it has 8 now. call has 3 and 9. */
START_TEST (test_shares_of_samples)
{
  g_autofree char *then
      = write_stacks ("old.txt", "main;run;read 4\nmain;run 2\nmain;call 3\nidle 1\n");
  g_autofree char *now
      = write_stacks ("new.txt", "main;run;read 8\nmain;run 2\nmain;call 10\n");
  TvTraceSession *before;

  window = tv_gui_open (application, now);
  compare_with (then);
  tv_gui_wait_for_text (GTK_WIDGET (window), "10 Samples → 20 Samples · +10 (+100.0%)");
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), "Δ Calls"));
  tv_trace_session_select_method (get_session (),
                                  tv_profile_sample_find (get_session (), ".run"));
  tv_gui_wait_for_text (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar"), "6 (+4)");
  show_tree (4);
  assert_tree_row ("Home", "main|9|20|+11|+122.2%|0|0|0");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+d");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Shares of 10 Samples and of 20 Samples");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Old Incl\nSamples %");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Δ Incl\nSamples\n(points)");
  ck_assert (compares_by_share ());
  /* By the size of the change: call 20 points more, run 10 less, read none. */
  assert_tree_row ("Home", "main|90.0%|100.0%|+10.0|+11.1%|0.0%|0.0%|0.0");
  assert_tree_row ("Down", "call|30.0%|50.0%|+20.0|+66.7%|30.0%|50.0%|+20.0");
  assert_tree_row ("Down", "run|60.0%|50.0%|\u221210.0|\u221216.7%|20.0%|10.0%|"
                           "\u221210.0");
  tv_trace_session_select_method (get_session (),
                                  tv_profile_sample_find (get_session (), ".call"));
  tv_gui_wait_for_text (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar"),
                        "30.0% (+20.0 points)");
  /* The traces that are shown next are compared by shares as well. */
  before = g_object_ref (get_session ());
  tv_gui_keys (GTK_WIDGET (window), "F5");
  (void) tv_gui_wait_for_session (window, before);
  ck_assert (compares_by_share ());
  tv_gui_wait_for_text (GTK_WIDGET (window), "Shares of 10 Samples and of 20 Samples");
  before = g_object_ref (get_session ());
  tv_gui_keys (GTK_WIDGET (window), "alt+w");
  (void) tv_gui_wait_for_session (window, before);
  ck_assert (compares_by_share ());
  tv_gui_wait_for_text (GTK_WIDGET (window), "Shares of 20 Samples and of 10 Samples");
}
END_TEST

/* Times and samples have no difference, only shares. */
START_TEST (test_times_and_samples)
{
  g_autofree char *stacks = write_stacks (
      "old.txt", "app.Main.main_[j];app.Work.outer_[j] 2\napp.Main.main_[j] 6\n");
  g_autofree char *wall = g_build_filename (folder, "wall.trace", NULL);

  write_wall_trace (wall, 1000);
  window = tv_gui_open (application, wall);
  compare_with (stacks);
  tv_gui_wait_for_text (
      GTK_WIDGET (window),
      "Only shares can be compared: of 8 Samples and of 1000.000\u00a0ms");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Old Incl\nSamples %");
  ck_assert (compares_by_share ());
  ck_assert (
      !g_action_group_get_action_enabled (G_ACTION_GROUP (window), "compare-by-share"));
  show_tree (3);
  assert_tree_row ("Home", "Main.main()  app|100.0%|100.0%|0.0|0.0%|75.0%|50.0%|"
                           "\u221225.0");
  assert_tree_row ("Down", "Work.outer()  app|25.0%|50.0%|+25.0|+100.0%|25.0%|30.0%|"
                           "+5.0");
}
END_TEST

/* Of nothing, no share is a number that is none, and no increase has a percentage. */
START_TEST (test_nothing)
{
  g_autofree char *whole = g_build_filename (folder, "wall.trace", NULL);
  g_autofree char *nothing = g_build_filename (folder, "base.trace", NULL);

  write_wall_trace (whole, 1000);
  write_wall_trace (nothing, 0);
  window = tv_gui_open (application, whole);
  compare_with (nothing);
  tv_gui_wait_for_text (GTK_WIDGET (window),
                        "0.000\u00a0ms → 1000.000\u00a0ms · +1000.000\u00a0ms");
  show_tree (3);
  assert_tree_row ("Home", "Main.main()  app|0.000|1000.000|+1000.000||0.000|500.000|"
                           "+500.000|0");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+d");
  tv_gui_wait_for_text (GTK_WIDGET (window),
                        "Shares of 0.000\u00a0ms and of 1000.000\u00a0ms");
  assert_tree_row ("Home", "Main.main()  app|0.0%|100.0%|+100.0||0.0%|50.0%|+50.0|0");
}
END_TEST

static void
get_views (gint64 spans[2])
{
  TvTraceSession *sessions[2]
      = { get_session (), tv_trace_session_get_base (get_session ()) };

  for (guint i = 0; i < 2; i++)
    {
      gint64 start;

      tv_trace_session_get_view (sessions[i], &start, &spans[i]);
      spans[i] -= start;
    }
}

/* The timelines zoom together, until each gets a scale of its own. */
START_TEST (test_scales)
{
  g_autofree char *longer = g_build_filename (folder, "wall.trace", NULL);
  g_autofree char *shorter = g_build_filename (folder, "base.trace", NULL);
  TvTraceSession *before;
  gint64 all[2], spans[2];

  write_wall_trace (longer, 1000);
  write_wall_trace (shorter, 500);
  window = tv_gui_open (application, longer);
  compare_with (shorter);
  get_views (all);
  ck_assert_int_eq (all[0], all[1]);
  tv_gui_keys (GTK_WIDGET (window), "plus");
  get_views (spans);
  ck_assert_int_lt (spans[0], all[0]);
  ck_assert_int_eq (spans[1], spans[0]);

  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+s");
  tv_gui_keys (GTK_WIDGET (window), "0");
  get_views (spans);
  ck_assert_int_eq (spans[0], all[0]);
  ck_assert_int_lt (spans[1], all[1]);
  /* The traces that are shown next have it as well. */
  before = g_object_ref (get_session ());
  tv_gui_keys (GTK_WIDGET (window), "alt+w");
  (void) tv_gui_wait_for_session (window, before);
  get_views (spans);
  ck_assert_int_lt (spans[0], spans[1]);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+s");
  get_views (spans);
  ck_assert_int_eq (spans[0], spans[1]);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
