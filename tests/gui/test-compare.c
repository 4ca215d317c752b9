/* SPDX-License-Identifier: Apache-2.0 */

/* Two traces beside one another in the window. */

#include "gui/driver.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "trace/mapping/shared-methods.h"
#include "ui/calltree/call-tree-view.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-panel.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/timeline.h"
#include "ui/widgets/notice-bar.h"

#include <check.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvApplication *application;
static char *folder;
static char *path;
static char *base_path;
static TvWindow *window;

static void
event (TvTraceWriter *writer, gboolean is_enter, guint32 method, guint64 ms)
{
  if (is_enter)
    tv_trace_writer_enter (writer, 8, method, ms * 1000, ms * 1000);
  else
    tv_trace_writer_exit (writer, 8, method, ms * 1000, ms * 1000);
}

/* main 0–1000 calls outer 100–600, which calls inner 200–300 and 400–500, in that many
 * hundredths of @length. The base is: main 0–800, in it outer 100–300 with inner
 * 150–200, and gone 400–450. Its ids are others. */
static void
write_trace (const char *to, gboolean is_base, TvWriterClock clock, guint64 length)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  const guint32 shift = is_base ? 4 : 0;
  const guint32 main_id = 4 + shift, outer = 8 + shift, inner = 12 + shift;
  const guint64 hundredth = length / 100;

  if (is_base)
    tv_trace_writer_add_method (writer, 4, "app.Work", "gone", "()V", "W.java", 1);
  tv_trace_writer_add_thread (writer, 8, is_base ? "main of a longer name" : "main");
  tv_trace_writer_add_method (writer, main_id, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, outer, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, inner, "app.Work", "inner", "(I)V", "W.java", 2);
  event (writer, TRUE, main_id, 0);
  event (writer, TRUE, outer, 10 * hundredth);
  event (writer, TRUE, inner, (is_base ? 15 : 20) * hundredth);
  event (writer, FALSE, inner, (is_base ? 20 : 30) * hundredth);
  if (!is_base)
    {
      event (writer, TRUE, inner, 40 * hundredth);
      event (writer, FALSE, inner, 50 * hundredth);
    }
  event (writer, FALSE, outer, (is_base ? 30 : 60) * hundredth);
  if (is_base)
    {
      event (writer, TRUE, 4, 40 * hundredth);
      event (writer, FALSE, 4, 45 * hundredth);
    }
  event (writer, FALSE, main_id, (is_base ? 80 : 100) * hundredth);
  ck_assert (tv_trace_writer_save (writer, to, NULL));
}

static void
set_up (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "new.trace", NULL);
  base_path = g_build_filename (folder, "old.trace", NULL);
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 1000);
  write_trace (base_path, TRUE, TV_WRITER_CLOCK_DUAL, 1000);
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  g_clear_pointer (&path, g_free);
  g_clear_pointer (&base_path, g_free);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static TvTraceSession *
get_session (void)
{
  return tv_window_get_session (window);
}

static TvTraceSession *
get_base (void)
{
  return get_session () != NULL ? tv_trace_session_get_base (get_session ()) : NULL;
}

static void
assert_compared (void)
{
  tv_gui_wait_for_page (window, "trace");
  ck_assert_ptr_nonnull (get_base ());
}

static TvTimeline *
get_base_timeline (void)
{
  GtkWidget *label = tv_gui_find_part (GTK_WIDGET (window), "Base: ");

  ck_assert_ptr_nonnull (label);
  return TV_TIMELINE (tv_gui_find_type (
      gtk_widget_get_parent (gtk_widget_get_parent (label)), "TvTimeline"));
}

static void
compare_with (const char *with)
{
  g_autoptr (GFile) file = g_file_new_for_path (with);

  tv_window_compare_with (window, file);
  assert_compared ();
}

/* Presses a key that has the window show other sums. */
static void
press_for_session (const char *keys)
{
  TvTraceSession *before = g_object_ref (get_session ());

  tv_gui_keys (GTK_WIDGET (window), keys);
  (void) tv_gui_wait_for_session (window, before);
}

static void
open_both (void)
{
  window = tv_gui_open (application, path);
  compare_with (base_path);
}

/* Checks the inclusive CPU time of a method in milliseconds, in the trace and in the
 * base. */
static void
assert_method (const char *name, int inclusive, int in_base)
{
  const guint32 method = tv_profile_sample_find (get_session (), name);

  ck_assert_int_eq (
      tv_profile_get_totals (tv_trace_session_get_profile (get_session ()), method)
          ->inclusive[TV_CLOCK_THREAD_CPU],
      inclusive * MS);
  ck_assert_int_eq (
      tv_profile_get_totals (tv_trace_session_get_base_profile (get_session ()), method)
          ->inclusive[TV_CLOCK_THREAD_CPU],
      in_base * MS);
}

/* The labels of both timelines have one width, and the side bar does not count the
 * methods of the base. */
static void
assert_sides (void)
{
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  GdkRectangle area, base_area;

  ck_assert (
      tv_timeline_get_call_area (TV_TIMELINE (timeline), (TvCallRef){ 0, 0 }, &area));
  ck_assert (tv_timeline_get_call_area (get_base_timeline (), (TvCallRef){ 0, 0 },
                                        &base_area));
  /* Both calls begin with the trace, whose margin is a part of its length. */
  ck_assert_int_le (ABS (area.x - base_area.x), 2);
  tv_gui_wait_for_text (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar"), "Methods");
  ck_assert_uint_eq (
      tv_trace_get_n_own_methods (tv_trace_session_get_trace (get_session ())), 3);
}

START_TEST (test_keys)
{
  GtkWindow *dialog;

  window = tv_gui_open (application, path);
  ck_assert (!gtk_widget_activate_action (GTK_WIDGET (window), "win.swap-traces", NULL)
             || get_base () == NULL);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+d");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_keys (GTK_WIDGET (dialog), "ctrl+l");
  tv_gui_type (GTK_WIDGET (dialog), base_path);
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  assert_compared ();
  tv_gui_wait_for_text (GTK_WIDGET (window), "“new.trace” compared with “old.trace”");
  tv_gui_wait_for_text (
      GTK_WIDGET (window),
      "800.000\u00a0ms → 1000.000\u00a0ms · +200.000\u00a0ms (+25.0%)");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Base: old.trace");
  ck_assert_ptr_eq (tv_timeline_get_session (get_base_timeline ()), get_base ());
  ck_assert (gtk_widget_get_mapped (GTK_WIDGET (get_base_timeline ())));
  assert_method ("app.Main.main", 1000, 800);
  assert_method ("app.Work.gone", 0, 50);
  assert_sides ();

  press_for_session ("alt+w");
  tv_gui_wait_for_text (GTK_WIDGET (window), "“old.trace” compared with “new.trace”");
  tv_gui_wait_for_text (
      GTK_WIDGET (window),
      "1000.000\u00a0ms → 800.000\u00a0ms · \u2212200.000\u00a0ms (\u221220.0%)");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "old.trace");
  assert_method ("app.Main.main", 800, 1000);
  assert_method ("app.Work.gone", 50, 0);

  press_for_session ("alt+c");
  ck_assert_ptr_null (get_base ());
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), "Base: "));
  ck_assert_uint_eq (
      tv_trace_get_n_methods (tv_trace_session_get_trace (get_session ())), 4);
}
END_TEST

static TvProfilePanel *
get_panel (void)
{
  return TV_PROFILE_PANEL (tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel"));
}

/* Writes the rows of the methods: names and the texts of the columns of changes. */
static char *
dup_rows (void)
{
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_DIFF_INCL_CPU_PERCENT, TV_PROFILE_COLUMN_DIFF_EXCL_CPU,
          TV_PROFILE_COLUMN_DIFF_CALLS };
  GListModel *rows = tv_profile_model_get_rows (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (get_panel ())));
  TvTrace *trace = tv_trace_session_get_trace (get_session ());
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (TvProfileItem) row = g_list_model_get_item (rows, i);
      const guint32 method = row->method;

      g_string_append_printf (
          text, "%s%s", i > 0 ? " | " : "",
          method != TV_METHOD_NONE ? tv_trace_get_method (trace, method)->name : "all");
      for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
        {
          g_autofree char *cell
              = tv_profile_sample_dup_text (row, get_session (), columns[j]);

          g_string_append_printf (text, " %s", cell != NULL ? cell : "-");
        }
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (const char *expected)
{
  g_autofree char *rows = dup_rows ();

  ck_assert_str_eq (rows, expected);
}

/* The greatest change of exclusive time is first. The base takes 550 ms in main, 150 in
 * outer, 50 in inner and 50 in gone; the trace 500, 300 and 200. */
START_TEST (test_methods)
{
  GtkWidget *side_bar;
  char *clipboard;

  window = tv_gui_open (application, path);
  side_bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), "Δ Excl"));
  compare_with (base_path);
  assert_rows ("inner +300.0% +150.000 +1 | outer +150.0% +150.000 0"
               " | main +25.0% \u221250.000 0"
               " | gone gone \u221250.000 \u22121 | all +25.0% 0.000 0");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Δ Calls");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Old Incl\nCPU (ms)");
  tv_gui_wait_for_text (GTK_WIDGET (window), "New Incl\nCPU (ms)");
  tv_gui_wait_for_text (GTK_WIDGET (window), "Δ Incl\nCPU (ms)");
  /* Others are for those who choose them. */
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), "Old Calls"));
  tv_trace_session_select_method (
      get_session (), tv_profile_sample_find (get_session (), "app.Work.gone"));
  tv_gui_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "profile.copy-row", NULL);
  clipboard = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert (g_str_has_prefix (
      clipboard, "app.Work.gone ()V\t50.000\t\t\u221250.000\tgone\t50.000\t\t"
                 "\u221250.000\t\u22121\n"));
  g_free (clipboard);

  tv_trace_session_select_method (
      get_session (), tv_profile_sample_find (get_session (), "app.Work.outer"));
  tv_gui_wait_for_text (side_bar, "In the Base · CPU");
  tv_gui_wait_for_text (side_bar, "200.000\u00a0ms (+300.000\u00a0ms)");
  tv_gui_wait_for_text (side_bar, "150.000\u00a0ms (+150.000\u00a0ms)");

  press_for_session ("alt+c");
  ck_assert_ptr_null (tv_gui_find_part (GTK_WIDGET (window), "Δ Excl"));
  ck_assert_ptr_null (tv_gui_find_part (side_bar, "In the Base"));
  assert_rows ("all - - - | main - - - | outer - - - | inner - - -");
}
END_TEST

static void
click_text (const char *text)
{
  GtkWidget *label = tv_gui_find_text (GTK_WIDGET (window), text);

  ck_assert_ptr_nonnull (label);
  tv_gui_click_middle (label);
}

START_TEST (test_mouse)
{
  TvTraceSession *before;

  open_both ();
  before = g_object_ref (get_session ());
  click_text ("Swap");
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "old.trace");
  tv_gui_settle ();
  before = g_object_ref (get_session ());
  click_text ("Stop Comparing");
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_ptr_null (get_base ());
}
END_TEST

static TvTableRows *tree_rows;

static void
show_tree (const char *key, const char *name, guint n_rows)
{
  GtkWidget *switcher = tv_gui_find_type (GTK_WIDGET (window), "GtkStackSwitcher");
  GtkWidget *view = gtk_stack_get_child_by_name (
      gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)), name);

  tv_gui_keys (GTK_WIDGET (window), key);
  tree_rows = tv_table_view_get_rows (tv_view_get_table (TV_VIEW (view)));
  ck_assert_uint_eq (tv_table_rows_get_n (tree_rows), n_rows);
}

/* The name of the selected row, and what it says of the change. */
static void
assert_tree_row (const char *key, const char *expected)
{
  g_autofree char *text = NULL;

  tv_gui_keys (GTK_WIDGET (tree_rows), key);
  tv_gui_keys (GTK_WIDGET (tree_rows), "ctrl+c");
  text = tv_gui_read_clipboard (GTK_WIDGET (window));
  ck_assert_str_eq (g_strdelimit (g_strchomp (text), "\t", '|'), expected);
}

/* By the size of the change: main 200 ms more, outer 300 more, inner 150 more, and what
 * is gone 50 less. */
START_TEST (test_call_tree)
{
  TvTraceSession *before;

  open_both ();
  show_tree ("alt+2", "call-tree", 4);
  assert_tree_row (
      "Home", "Main.main()  "
              "app|800.000|1000.000|+200.000|+25.0%|550.000|500.000|\u221250.000|0");
  assert_tree_row (
      "Down",
      "Work.outer()  app|200.000|500.000|+300.000|+150.0%|150.000|300.000|+150.000|0");
  assert_tree_row ("Down",
                   "Work.inner(int)  "
                   "app|50.000|200.000|+150.000|+300.0%|50.000|200.000|+150.000|+1");
  assert_tree_row (
      "Down",
      "Work.gone()  app|50.000||\u221250.000|gone|50.000||\u221250.000|\u22121");
  tv_gui_keys (GTK_WIDGET (tree_rows), "Up");
  show_tree ("alt+4", "callers-callees", 5);
  tv_gui_keys (GTK_WIDGET (tree_rows), "Home");
  assert_tree_row (
      "Down",
      "Work.outer()  app|50.000|200.000|+150.000|+300.0%|50.000|200.000|+150.000|+1");
  before = g_object_ref (get_session ());
  click_text ("Swap");
  (void) tv_gui_wait_for_session (window, before);
  show_tree ("alt+2", "call-tree", 4);
  assert_tree_row ("End", "Work.gone()  app||50.000|+50.000|new||50.000|+50.000|+1");
}
END_TEST

static void
assert_range (TvTraceSession *session, int start, int end)
{
  gint64 from, to;

  ck_assert (tv_trace_session_get_range (session, &from, &to));
  ck_assert_int_eq (from, start * MS);
  ck_assert_int_eq (to, end * MS);
}

static gboolean
has_base_of_length (gpointer length)
{
  gint64 end = 0;

  if (get_base () != NULL)
    tv_trace_get_axis_range (tv_trace_session_get_trace (get_base ()), NULL, &end);
  return end == *(gint64 *) length;
}

/* Each trace has a range of its own, and keeps it. */
START_TEST (test_ranges)
{
  GdkRectangle area;
  gint64 start, end, length;
  double y;

  window = tv_gui_open (application, path);
  tv_trace_session_set_range (get_session (), 0, 500 * MS);
  compare_with (base_path);
  assert_range (get_session (), 0, 500);
  ck_assert (!tv_trace_session_get_range (get_base (), &start, &end));
  ck_assert (
      tv_timeline_get_call_area (get_base_timeline (), (TvCallRef){ 0, 0 }, &area));
  y = area.y + area.height / 2.0;
  /* A key of the timeline that has the focus: drags select a range. */
  ck_assert (gtk_widget_grab_focus (GTK_WIDGET (get_base_timeline ())));
  tv_gui_keys (GTK_WIDGET (get_base_timeline ()), "t");
  tv_gui_drag (GTK_WIDGET (get_base_timeline ()), area.x + area.width * 0.2, y,
               area.x + area.width * 0.6, y);
  ck_assert (tv_trace_session_get_range (get_base (), &start, &end));
  assert_range (get_session (), 0, 500);
  tv_trace_session_set_range (get_base (), 0, 250 * MS);
  tv_gui_settle ();
  assert_method ("app.Main.main", 500, 250);
  assert_method ("app.Work.outer", 400, 150);

  press_for_session ("alt+w");
  assert_range (get_session (), 0, 250);
  assert_range (get_base (), 0, 500);
  /* Both are read again. */
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 2000);
  length = 2000 * MS;
  tv_gui_keys (GTK_WIDGET (window), "F5");
  tv_gui_wait (has_base_of_length, &length, "the base again");
  tv_gui_wait_for_page (window, "trace");
  assert_range (get_session (), 0, 250);
  assert_range (get_base (), 0, 500);
  tv_trace_session_clear_range (get_base ());
  tv_gui_settle ();
  assert_method ("app.Work.gone", 0, 0);
  assert_method ("app.Main.main", 250, 2000);
}
END_TEST

/* What cannot be compared is said in a sentence, and the trace stays. */
START_TEST (test_what_cannot_be_compared)
{
  g_autofree char *bad = g_build_filename (folder, "bad.trace", NULL);
  g_autofree char *wall = g_build_filename (folder, "wall.trace", NULL);
  g_autofree char *cpu = g_build_filename (folder, "cpu.trace", NULL);
  g_autoptr (TvTraceWriter) empty = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GFile) file = g_file_new_for_path (bad);
  g_autoptr (GFile) cpu_file = g_file_new_for_path (cpu);

  write_trace (wall, FALSE, TV_WRITER_CLOCK_WALL, 1000);
  write_trace (cpu, TRUE, TV_WRITER_CLOCK_THREAD_CPU, 1000);
  window = tv_gui_open (application, wall);
  tv_window_compare_with (window, cpu_file);
  tv_gui_wait_for_notice (
      GTK_WIDGET (window),
      "“cpu.trace” cannot be compared: The traces have no clock in common");
  ck_assert_ptr_null (get_base ());
  ck_assert_str_eq (tv_window_get_page (window), "trace");
  tv_window_compare_with (window, file);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“bad.trace” cannot be compared: ");
  ck_assert (tv_trace_writer_save (empty, bad, NULL));
  tv_window_compare_with (window, file);
  tv_gui_wait_for_notice (GTK_WIDGET (window),
                          "“bad.trace” cannot be compared: The trace has no calls");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "wall.trace");
  compare_with (wall);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "The trace is compared with itself");
}
END_TEST

START_TEST (test_traces_without_a_common_method)
{
  g_autofree char *other = g_build_filename (folder, "other.trace", NULL);
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 4, "b.B", "b", "()V", "B.java", 1);
  event (writer, TRUE, 4, 10);
  event (writer, FALSE, 4, 20);
  ck_assert (tv_trace_writer_save (writer, other, NULL));
  window = tv_gui_open (application, path);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (get_session ()),
                    TV_CLOCK_THREAD_CPU);
  compare_with (other);
  tv_gui_wait_for_notice (GTK_WIDGET (window),
                          "“other.trace” has no method in common with this trace");
  /* The only clock that both have. */
  ck_assert_int_eq (tv_trace_session_get_primary_clock (get_session ()), TV_CLOCK_WALL);
  ck_assert (!tv_trace_session_has_clock_choice (get_session ()));
}
END_TEST

/* What the command line comes to: the base is read after the trace. */
START_TEST (test_base_comes_with_the_trace)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_filename_to_uri (base_path, NULL, NULL);
  g_autofree char *hint = g_strconcat ("base ", uri, NULL);

  g_application_open (G_APPLICATION (application), &file, 1, hint);
  window
      = TV_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  assert_compared ();
  assert_method ("app.Work.inner", 200, 50);
}
END_TEST

static gboolean
reads_base (gpointer data)
{
  return tv_gui_find_text (GTK_WIDGET (window), "Reading “old.trace”…") != NULL;
}

/* Who gives up the base, whose end does not come, gets the trace that was read before
 * it. */
START_TEST (test_cancelled_base)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) base = g_file_new_for_path (base_path);
  int pipe;

  ck_assert_int_eq (g_unlink (base_path), 0);
  ck_assert_int_eq (mkfifo (base_path, 0600), 0);
  pipe = open (base_path, O_RDWR | O_CLOEXEC);
  ck_assert_int_ge (pipe, 0);
  window = tv_window_new (application);
  gtk_window_present (GTK_WINDOW (window));
  tv_window_open_file (window, file);
  tv_window_compare_with (window, base);
  tv_gui_wait (reads_base, NULL, "the base to be read");
  tv_window_cancel_loading (window);
  ck_assert_int_eq (close (pipe), 0);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "new.trace");
  ck_assert_ptr_nonnull (get_session ());
  ck_assert_ptr_null (get_base ());
}
END_TEST

/* Reads the names of a file of mappings, or two. */
static void
assert_names (const char *part, const char *other)
{
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (get_panel ()), part));
  if (other != NULL)
    ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (get_panel ()), other));
}

/* Returns the file of a mapping that ends with @last and takes a while to read. */
static GPtrArray *
write_mapping (const char *name, const char *last)
{
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "com.shop.C%u -> a.C%u:\n", i, i);
  g_string_append (text, last);
  ck_assert (g_file_set_contents (to, text->str, -1, NULL));
  g_ptr_array_add (files, g_file_new_for_path (to));
  return files;
}

/* A mapping whose names are still being read when the traces change places. */
START_TEST (test_mappings_stay)
{
  g_autoptr (GPtrArray) files = write_mapping (
      "mapping.txt", "com.shop.Cart -> app.Work:\n    1:9:void sum() -> outer\n");

  open_both ();
  tv_window_add_mappings (window, files);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.swap-traces", NULL);
  tv_gui_wait_for_text (GTK_WIDGET (window), "“old.trace” compared with “new.trace”");
  assert_names ("Cart.sum()", NULL);
}
END_TEST

/* A mapping that is added while another one is read. */
START_TEST (test_both_mappings)
{
  g_autoptr (GPtrArray) files = write_mapping (
      "mapping.txt", "com.shop.Cart -> app.Work:\n    1:9:void sum() -> outer\n");
  g_autoptr (GPtrArray) others = write_mapping (
      "other.txt", "com.shop.Shop -> app.Main:\n    1:9:void open() -> main\n");

  window = tv_gui_open (application, path);
  tv_window_add_mappings (window, files);
  tv_window_add_mappings (window, others);
  assert_names ("Shop.open()", "Cart.sum()");
}
END_TEST

/* Notes and changes on disk are those of the trace that the window shows. */
START_TEST (test_the_file_is_that_of_the_trace)
{
  g_autoptr (TvNote) time = tv_note_new (TV_NOTE_TIME, 300 * MS, 300 * MS);
  g_autoptr (TvNote) note = NULL;

  open_both ();
  tv_gui_keys (GTK_WIDGET (window), "alt+w");
  tv_gui_wait_for_text (GTK_WIDGET (window), "“old.trace” compared with “new.trace”");
  note = tv_note_new_with_text (time, "of the old one");
  tv_notes_put (tv_trace_session_get_notes (get_session ()), note);
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 3000);
  tv_gui_close (window);
  window = tv_gui_open (application, base_path);
  ck_assert_uint_eq (tv_notes_get_n (tv_trace_session_get_notes (get_session ())), 1);
  ck_assert_str_eq (tv_notes_get (tv_trace_session_get_notes (get_session ()), 0)->text,
                    "of the old one");
  compare_with (path);
  tv_gui_keys (GTK_WIDGET (window), "alt+w");
  tv_gui_wait_for_text (GTK_WIDGET (window), "“new.trace” compared with “old.trace”");
  ck_assert_uint_eq (tv_notes_get_n (tv_trace_session_get_notes (get_session ())), 0);
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 1000);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“new.trace” has changed on disk");
}
END_TEST

/* Notes are about the trace that the window shows: a base has none. */
START_TEST (test_a_base_has_no_notes)
{
  GtkWidget *timeline;
  GdkRectangle area;

  open_both ();
  timeline = GTK_WIDGET (get_base_timeline ());
  ck_assert (
      tv_timeline_get_call_area (get_base_timeline (), (TvCallRef){ 0, 0 }, &area));
  tv_gui_click_secondary (timeline, area.x + area.width / 2.0,
                          area.y + area.height / 2.0);
  tv_gui_wait_for_text (timeline, "Zoom to Call");
  ck_assert_ptr_null (tv_gui_find_text (timeline, "Add Note…"));
  ck_assert_ptr_null (tv_gui_find_text (timeline, "Add Note about a Time…"));
  ck_assert (!g_action_group_get_action_enabled (
      tv_timeline_get_action_group (get_base_timeline ()), "add-note"));
  ck_assert (!g_action_group_get_action_enabled (
      tv_timeline_get_action_group (get_base_timeline ()), "add-note-at-time"));
  /* A menu that goes away with its window keeps the keyboard from the next one. */
  tv_gui_keys (timeline, "Escape");
}
END_TEST

/* Checks the states of both timelines. */
static void
assert_states (const char *action, const char *expected)
{
  TvTimeline *timelines[]
      = { TV_TIMELINE (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline")),
          get_base_timeline () };

  ck_assert_ptr_ne (timelines[0], timelines[1]);
  for (guint i = 0; i < G_N_ELEMENTS (timelines); i++)
    {
      g_autoptr (GVariant) state = g_action_group_get_action_state (
          tv_timeline_get_action_group (timelines[i]), action);
      g_autofree char *text = g_variant_print (state, FALSE);

      ck_assert_str_eq (text, expected);
    }
}

static TvColorMode
get_color_mode (TvTraceSession *session)
{
  return tv_session_colors_get_mode (tv_trace_session_get_colors (session));
}

/* Checks that lanes begin there, whose first call began before. */
static void
assert_lanes (TvTimeline *timeline, int start)
{
  GdkRectangle area;

  ck_assert (tv_timeline_get_call_area (timeline, (TvCallRef){ 0, 0 }, &area));
  ck_assert_int_eq (area.x, start);
}

/* The line between names and lanes is one line, whichever end of it is dragged. */
START_TEST (test_labels_stay_as_wide)
{
  TvTimeline *timeline;
  GdkRectangle area;

  open_both ();
  timeline = TV_TIMELINE (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline"));
  tv_trace_session_set_view (get_session (), 200 * MS, 400 * MS);
  tv_trace_session_set_view (get_base (), 200 * MS, 400 * MS);
  tv_gui_settle ();
  ck_assert (tv_timeline_get_call_area (timeline, (TvCallRef){ 0, 0 }, &area));
  assert_lanes (get_base_timeline (), area.x);
  tv_gui_drag (GTK_WIDGET (timeline), area.x, area.y, area.x + 60, area.y);
  assert_lanes (timeline, area.x + 60);
  assert_lanes (get_base_timeline (), area.x + 60);
  tv_gui_drag (GTK_WIDGET (get_base_timeline ()), area.x + 60, area.y, area.x + 40,
               area.y);
  assert_lanes (timeline, area.x + 40);
  assert_lanes (get_base_timeline (), area.x + 40);
}
END_TEST

/* What is chosen for one timeline is chosen for the other. */
START_TEST (test_timelines_look_alike)
{
  GtkWidget *timeline;

  window = tv_gui_open (application, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.color-by", "s", "class");
  gtk_widget_activate_action (GTK_WIDGET (window), "timeline.row-height", "i", 30);
  compare_with (base_path);
  assert_states ("color-by", "'class'");
  assert_states ("row-height", "30");
  ck_assert_int_eq (get_color_mode (get_session ()), TV_COLOR_BY_CLASS);
  ck_assert_int_eq (get_color_mode (get_base ()), TV_COLOR_BY_CLASS);
  timeline = GTK_WIDGET (get_base_timeline ());
  gtk_widget_grab_focus (timeline);
  tv_gui_keys (timeline, "c");
  assert_states ("color-by", "'package'");
  ck_assert_int_eq (get_color_mode (get_session ()), TV_COLOR_BY_PACKAGE);
  ck_assert_int_eq (get_color_mode (get_base ()), TV_COLOR_BY_PACKAGE);
  tv_gui_keys (timeline, "shift+c");
  assert_states ("palette", "'classic'");
}
END_TEST

/* A trace that cannot be compared any more is shown alone. */
START_TEST (test_reload_without_a_common_clock)
{
  TvTraceSession *before;

  write_trace (base_path, TRUE, TV_WRITER_CLOCK_THREAD_CPU, 1000);
  open_both ();
  before = g_object_ref (get_session ());
  write_trace (path, FALSE, TV_WRITER_CLOCK_WALL, 2000);
  tv_gui_keys (GTK_WIDGET (window), "F5");
  tv_gui_wait_for_notice (
      GTK_WIDGET (window),
      "“old.trace” cannot be compared: The traces have no clock in common");
  (void) tv_gui_wait_for_session (window, before);
  ck_assert_ptr_null (get_base ());
  ck_assert (!tv_trace_has_clock (tv_trace_session_get_trace (get_session ()),
                                  TV_CLOCK_THREAD_CPU));
}
END_TEST

/* The file of the base is watched as that of the trace is. */
START_TEST (test_base_changes_on_disk)
{
  gint64 length = 2000 * MS;

  open_both ();
  write_trace (base_path, TRUE, TV_WRITER_CLOCK_DUAL, 2000);
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“old.trace” has changed on disk");
  length = 1600 * MS;
  tv_gui_keys (GTK_WIDGET (window), "F5");
  tv_gui_wait (has_base_of_length, &length, "the base again");
}
END_TEST

/* Sessions that the window had, one after another. */
static guint n_sessions;
static TvTraceSession *last_session;

static gboolean
has_counted (gpointer data)
{
  if (get_session () != last_session)
    n_sessions++;
  last_session = get_session ();
  return has_base_of_length (data);
}

/* Both files are read before the traces are added up, so that no new trace is compared
 * with a base that is about to be read again. */
START_TEST (test_reload_adds_up_once)
{
  gint64 length = 1600 * MS;

  open_both ();
  last_session = get_session ();
  n_sessions = 0;
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 3000);
  write_trace (base_path, TRUE, TV_WRITER_CLOCK_DUAL, 2000);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  tv_gui_wait (has_counted, &length, "both again");
  ck_assert_uint_eq (n_sessions, 1);
  assert_method ("app.Main.main", 3000, 1600);
}
END_TEST

/* A base that is gone stays as it was read, beside the new trace. */
START_TEST (test_reload_without_the_base_file)
{
  TvTraceSession *before;

  open_both ();
  before = g_object_ref (get_session ());
  write_trace (path, FALSE, TV_WRITER_CLOCK_DUAL, 3000);
  ck_assert_int_eq (g_unlink (base_path), 0);
  tv_gui_keys (GTK_WIDGET (window), "F5");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "“old.trace” cannot be compared: ");
  (void) tv_gui_wait_for_session (window, before);
  assert_method ("app.Main.main", 3000, 800);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
