/* SPDX-License-Identifier: Apache-2.0 */

/* The flame graph in the window, by mouse and by keys. Of the sample, all is 1900 ms:
 *
 *   level 3  inner 0-200                    inner 500-600
 *   level 2  outer 0-500                    wrapper 500-600
 *   level 1  main 0-1000                                    run 1000-1900
 *   level 0  All threads
 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-fixtures.h"
#include "support/trace-writer.h"
#include "ui/flame/flame-view.h"
#include "ui/pixels.h"
#include "ui/session/session-colors.h"
#include "ui/timeline-stage.h"
#include "ui/widgets/chart-picture.h"

#include <check.h>
#include <string.h>

#define LEVEL_HEIGHT (TV_CHART_BOX_HEIGHT + 1)

/* Of the first method by time, and of the fourth. */
#define COLOR_OF_MAIN 0x3E87E4
#define COLOR_OF_INNER 0x9FC864

#define MS G_GINT64_CONSTANT (1000000)

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static TvFlameView *view;
static GtkWidget *picture;

static void
assert_levels (guint n)
{
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_flame_view_get_answer (view));
  ck_assert_uint_eq (tv_flame_view_get_answer (view)->layout->n_levels, n);
}

static void
open_trace (const char *path)
{
  window = tv_gui_open (application, path);
  session = tv_window_get_session (window);
  tv_gui_keys (GTK_WIDGET (window), "alt+3");
  view = TV_FLAME_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvFlameView"));
  picture = tv_gui_find_type (GTK_WIDGET (window), "TvFlamePicture");
  ck_assert (gtk_widget_get_mapped (picture));
  /* From where it was, the pointer might describe a frame. */
  tv_gui_park ();
  /* They are remembered. */
  g_object_set (view, "icicle", FALSE, "by-name", FALSE, "per-thread", FALSE,
                "by-share", FALSE, NULL);
}

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "sample.trace");
  open_trace (path);
  assert_levels (4);
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

/* Where a time is on a level, in a picture that is @whole wide. */
static double
get_x (int time, int whole)
{
  return (double) gtk_widget_get_width (picture) * time / whole;
}

static double
get_y (int level)
{
  return gtk_widget_get_height (picture) - (level + 0.5) * LEVEL_HEIGHT;
}

/* Methods of the selected path, the outermost first. */
static char *
dup_path (void)
{
  TvCallPath *path = tv_trace_session_get_selected_path (session);
  GString *text = g_string_new (NULL);
  guint n = 0;
  const guint32 *methods = path != NULL ? tv_call_path_get_methods (path, &n) : NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        text, "/%s",
        tv_trace_get_method (tv_trace_session_get_trace (session), methods[i])->name);
  return g_string_free (text, FALSE);
}

/* Presses keys with spaces between them. */
static void
press (const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, " ", -1);

  for (char **name = names; *name != NULL; name++)
    tv_gui_keys (picture, *name);
}

/* Reaches the picture by keys alone. */
static void
tab_to_picture (void)
{
  for (guint i = 0; i < 60 && !gtk_widget_has_focus (picture); i++)
    tv_gui_keys (picture, "Tab");
  ck_assert (gtk_widget_has_focus (picture));
}

static void
assert_path (const char *expected)
{
  g_autofree char *path = dup_path ();

  ck_assert_str_eq (path, expected);
}

/* How long the root is. */
static void
assert_whole (int ms)
{
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_flame_view_get_answer (view));
  ck_assert_int_eq (tv_flame_view_get_answer (view)->layout->whole, ms * MS);
}

static void
assert_text (const char *text)
{
  tv_gui_wait_for_text (GTK_WIDGET (view), text);
}

static guint32
get_color (int time, int level)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (picture);

  /* Near the right edge: names are at the left. */
  return tv_pixels_get (pixels, (int) get_x (time, 1900) - 8, (int) get_y (level));
}

START_TEST (test_a_frame_is_described_and_selected)
{
  tv_gui_move (picture, get_x (400, 1900), get_y (2));
  assert_text ("Work.outer()  app");
  assert_text ("CPU 500.000\u00a0ms · Real 500.000\u00a0ms · 1 call · 50.0% "
               "of its caller · 26.3% of all");
  assert_path ("");
  tv_gui_click (picture, get_x (550, 1900), get_y (3));
  assert_path ("/main/wrapper/inner");
  assert_text ("CPU 100.000\u00a0ms · Real 100.000\u00a0ms · 1 call · 100.0% "
               "of its caller · 5.3% of all");
}
END_TEST

/* The frame under the pointer is lit, and so are its callers. */
START_TEST (test_a_frame_is_lit_with_its_path)
{
  const guint32 run = get_color (1900, 1);

  tv_gui_move (picture, get_x (100, 1900), get_y (3));
  tv_gui_settle ();
  ck_assert_uint_ne (get_color (1000, 1), COLOR_OF_MAIN);
  ck_assert_uint_eq (get_color (1900, 1), run);
}
END_TEST

START_TEST (test_double_click_makes_a_root)
{
  GtkWidget *back;

  tv_gui_move (picture, get_x (450, 1900), get_y (2));
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  assert_whole (500);
  assert_levels (4);
  /* inner takes 200 of 500, and its callers the whole width. */
  tv_gui_click (picture, get_x (195, 500), get_y (3));
  assert_path ("/main/outer/inner");
  assert_text ("CPU 200.000\u00a0ms · Real 200.000\u00a0ms · 2 calls · 40.0% "
               "of the root · 10.5% of all");
  tv_gui_click (picture, get_x (490, 500), get_y (1));
  assert_path ("/main");
  /* From the caller one step up, and back twice. */
  press ("Return");
  assert_whole (1000);
  back = gtk_widget_get_next_sibling (
      gtk_widget_get_parent (tv_gui_find_text (GTK_WIDGET (view), "By Thread")));
  tv_gui_click_middle (back);
  assert_whole (500);
  press ("Escape");
  assert_whole (1900);
}
END_TEST

START_TEST (test_keys_alone)
{
  static const struct
  {
    const char *keys;
    const char *path;
    int whole;
  } steps[] = {
    { "Home", "", 1900 },
    { "Up", "/main", 1900 },
    { "Right", "/run", 1900 },
    { "Right", "/run", 1900 },
    { "Left Up Right Up", "/main/wrapper/inner", 1900 },
    { "Left", "/main/outer/inner", 1900 },
    { "Down", "/main/outer", 1900 },
    { "Return", "/main/outer", 500 },
    { "Home", "/main/outer", 500 },
    { "Down Down", "", 500 },
    { "Return", "", 1900 },
  };

  tab_to_picture ();
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      press (steps[i].keys);
      assert_path (steps[i].path);
      assert_whole (steps[i].whole);
    }
}
END_TEST

START_TEST (test_icicle)
{
  GtkPaned *split = GTK_PANED (gtk_widget_get_ancestor (picture, GTK_TYPE_PANED));

  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "Icicle"));
  tv_gui_click (picture, get_x (400, 1900), 2.5 * LEVEL_HEIGHT);
  assert_path ("/main/outer");
  press ("Down");
  assert_path ("/main/outer/inner");
  press ("Up Up");
  assert_path ("/main");
  /* The caller comes under the pointer. GTK leaves out of its drawing what changes a
   * text while it is laid out, which ends the test. */
  gtk_paned_set_position (split, gtk_paned_get_position (split) + LEVEL_HEIGHT);
  assert_text ("Main.main()  app");
}
END_TEST

START_TEST (test_each_thread_by_itself)
{
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "By Thread"));
  assert_levels (5);
  tv_gui_click (picture, get_x (1500, 1900), get_y (2));
  assert_path ("/run");
  ck_assert_uint_eq (tv_trace_session_get_selected_path (session)->thread, 1);
  tv_gui_move (picture, get_x (1500, 1900), get_y (1));
  assert_text ("[2] worker");
}
END_TEST

START_TEST (test_search)
{
  tv_gui_keys (GTK_WIDGET (window), "ctrl+f");
  tv_gui_type (GTK_WIDGET (window), "inner");
  assert_text ("Matched: 15.8% · frame 1 of 2");
  ck_assert_uint_eq (get_color (600, 3), COLOR_OF_INNER);
  ck_assert_uint_ne (get_color (1000, 1), COLOR_OF_MAIN);
  /* Of a root, its share. */
  tv_gui_move (picture, get_x (450, 1900), get_y (2));
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  assert_whole (500);
  assert_text ("Matched: 40.0% · 1 frame");
}
END_TEST

/* Through all frames of hits, as they are read: n is in main, outer, inner twice and
 * run.
 */
START_TEST (test_steps_of_the_search)
{
  static const char *const steps[][2] = { { "F3", "/main/outer/inner" },
                                          { "F3", "/main/wrapper/inner" },
                                          { "F3", "/run" },
                                          { "F3", "/main" },
                                          { "shift+F3", "/run" },
                                          { "shift+F3", "/main/wrapper/inner" } };

  tv_gui_keys (GTK_WIDGET (window), "ctrl+f");
  tv_gui_type (GTK_WIDGET (window), "n");
  assert_text ("Matched: 100.0% · frame 1 of 4");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      tv_gui_keys (GTK_WIDGET (window), steps[i][0]);
      assert_path (steps[i][1]);
    }
  assert_text ("Matched: 100.0% · frame 3 of 4");
}
END_TEST

/* Presses a key, or with a number turns the wheel, and looks at the root each time. */
static void
assert_zoom (const char *const *keys, const int *whole, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (g_ascii_isdigit (keys[i][0]))
        tv_gui_turn_wheel ("ctrl", keys[i]);
      else
        press (keys[i]);
      assert_whole (whole[i]);
    }
}

START_TEST (test_zoom)
{
  static const char *const keys[] = { "plus", "plus", "Escape", "minus" };
  static const char *const turns[] = { "4", "4", "5", "5" };
  static const char *const again[] = { "equal", "equal", "minus" };

  tv_gui_click (picture, get_x (100, 1900), get_y (3));
  assert_zoom (keys, (const int[]){ 1000, 500, 1000, 1900 }, G_N_ELEMENTS (keys));
  /* All of wrapper is in inner: one step leads over both. */
  tv_gui_click (picture, get_x (550, 1900), get_y (3));
  assert_zoom (again, (const int[]){ 1000, 100, 1000 }, G_N_ELEMENTS (again));
  press ("Escape");
  tv_gui_move (picture, get_x (100, 1900), get_y (2));
  assert_zoom (turns, (const int[]){ 1000, 500, 1000, 1900 }, G_N_ELEMENTS (turns));
}
END_TEST

/* With another method before the others, which has no calls. */
static void
write_again (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);
  static const char start[] = "*methods\n";
  g_autoptr (GString) text = NULL;
  g_autofree char *old = NULL;
  gsize length;

  ck_assert (g_file_get_contents (path, &old, &length, NULL));
  text = g_string_new_len (old, (gssize) length);
  g_string_insert (text, strstr (old, start) - old + (gssize) strlen (start),
                   "0x64\tapp.A\tfirst\t()V\tA.java\t1\n");
  ck_assert (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}

START_TEST (test_a_root_over_a_reload)
{
  const guint32 method
      = tv_test_find_method (tv_trace_session_get_trace (session), "app.Work.inner");
  TvTraceSession *before = g_object_ref (session);

  tv_gui_click (picture, get_x (450, 1900), get_y (2));
  press ("Return");
  assert_whole (500);
  tv_gui_click (picture, get_x (195, 500), get_y (3));
  write_again ();
  press ("F5");
  session = tv_gui_wait_for_session (window, before);
  assert_whole (500);
  ck_assert_uint_ne (method, tv_test_find_method (tv_trace_session_get_trace (session),
                                                  "app.Work.inner"));
  assert_path ("/main/outer/inner");
  gtk_widget_grab_focus (picture);
  press ("Escape");
  assert_whole (1900);
}
END_TEST

/* Another window draws it likewise. */
START_TEST (test_options_are_remembered)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);
  gboolean icicle, by_name, per_thread;

  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "Icicle"));
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "By Name"));
  tv_gui_close (window);
  window = tv_gui_open (application, path);
  tv_gui_keys (GTK_WIDGET (window), "alt+3");
  view = TV_FLAME_VIEW (tv_gui_find_type (GTK_WIDGET (window), "TvFlameView"));
  g_object_get (view, "icicle", &icicle, "by-name", &by_name, "per-thread", &per_thread,
                NULL);
  ck_assert (icicle);
  ck_assert (by_name);
  ck_assert (!per_thread);
}
END_TEST

START_TEST (test_menu)
{
  g_autofree char *name = NULL;
  g_autofree char *stack = NULL;

  tv_gui_click_secondary (picture, get_x (550, 1900), get_y (3));
  assert_path ("/main/wrapper/inner");
  assert_text ("Copy Stack");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "Copy Stack"));
  stack = tv_gui_read_clipboard (picture);
  ck_assert_str_eq (stack, "void app.Work.inner(int)\n"
                           "void app.Work.wrapper()\n"
                           "void app.Main.main()\n");
  gtk_widget_grab_focus (picture);
  press ("Down ctrl+c");
  name = tv_gui_read_clipboard (picture);
  ck_assert_str_eq (name, "void app.Work.wrapper()");
}
END_TEST

/* Saves what is seen. */
static char *
save_picture (void)
{
  g_autofree char *path = g_build_filename (folder, "seen.svg", NULL);
  char *svg = NULL;

  press ("ctrl+s");
  tv_gui_save_as (path, "Save");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_notice (GTK_WIDGET (window), "Wrote the flame graph to “seen.svg”");
  ck_assert (g_file_get_contents (path, &svg, NULL, NULL));
  return svg;
}

START_TEST (test_what_is_seen_is_saved)
{
  g_autofree char *svg = NULL;

  tv_gui_click (picture, get_x (450, 1900), get_y (2));
  press ("Return");
  assert_whole (500);
  svg = save_picture ();
  ck_assert_ptr_nonnull (strstr (svg, "app.Work.inner(I)V\n200.000 ms (40.0 %)"));
  ck_assert_ptr_nonnull (strstr (svg, "app.Main.main()V"));
  ck_assert_ptr_null (strstr (svg, "app.Worker.run"));
}
END_TEST

static void
compare_with_base (void)
{
  g_autofree char *path = tv_sample_write_base (folder, "base.trace");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvTraceSession *before = g_object_ref (session);

  tv_window_compare_with (window, file);
  session = tv_gui_wait_for_session (window, before);
  ck_assert_ptr_nonnull (tv_flame_view_get_answer (view)->other);
}

START_TEST (test_a_comparison_by_mouse)
{
  compare_with_base ();
  tv_gui_move (picture, get_x (800, 1900), get_y (1));
  assert_text ("CPU 1000.000\u00a0ms · Real 1000.000\u00a0ms · 1 call · base "
               "800.000\u00a0ms, +200.000\u00a0ms (+25.0%) · 40.000\u00a0ms in paths "
               "that are gone · 52.6% of all");
  tv_gui_move (picture, get_x (550, 1900), get_y (2));
  assert_text ("CPU 100.000\u00a0ms · Real 100.000\u00a0ms · 1 call · new · 10.0% of "
               "its caller · 5.3% of all");
  tv_gui_click_middle (tv_gui_find_text (GTK_WIDGET (view), "By Share"));
  assert_text ("−14.6 ■■■■■ +14.6 points · ▨ new · 2.4% of the base is in paths that "
               "are gone");
}
END_TEST

/* Below outer nothing is gone; in the picture, a share of inner is 10 points less. */
START_TEST (test_a_compared_root_is_saved)
{
  g_autofree char *svg = NULL;

  compare_with_base ();
  tv_gui_click (picture, get_x (450, 1900), get_y (2));
  press ("Return");
  assert_whole (500);
  assert_text ("−300.000\u00a0ms ■■■■■ +300.000\u00a0ms · ▨ new");
  svg = save_picture ();
  ck_assert_ptr_nonnull (strstr (
      svg, "200.000 ms (40.0 %), self 200.000 ms (40.0 %), 2 calls; before 100.000 ms "
           "(50.0 %), self 100.000 ms; change -10.00 %"));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)

/* Traces that have next to nothing, or far too much. */

static void
set_up_alone (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
}

static void
open_calls (const char *calls)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_DUAL);
  g_autofree char *path = g_build_filename (folder, "written.trace", NULL);

  tv_test_write_calls (writer, calls);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  open_trace (path);
}

/* Of `z`, the 26th id, the trace knows no name. */
START_TEST (test_one_call_without_a_name)
{
  open_calls ("z 0-7000");
  assert_levels (2);
  tv_gui_move (picture, get_x (3, 7), get_y (1));
  assert_text ("(0x68)");
  assert_text ("CPU 7.000\u00a0ms · Real 7.000\u00a0ms · 1 call · 100.0% of all");
  tv_gui_click (picture, get_x (3, 7), get_y (1));
  ck_assert_ptr_nonnull (tv_trace_session_get_selected_path (session));
  press ("Return Up Down Left Right Home plus minus Escape");
  assert_whole (7);
}
END_TEST

/* 3000 calls, each in the one before and 1 ms shorter, are walked up by keys; near the
 * top, the frame of the 2990th is clicked on. */
START_TEST (test_a_deep_stack)
{
  g_autofree char *path = tv_test_trace_path ("bad/23-3000-deep.trace");
  GtkAdjustment *adjustment;
  double top;
  guint n;

  open_trace (path);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (picture));
  top = gtk_adjustment_get_value (adjustment);
  gtk_widget_grab_focus (picture);
  for (guint i = 0; i < 6; i++)
    press ("Up Up Up Up Up Up Up Up Up Up");
  ck_assert_double_lt (gtk_adjustment_get_value (adjustment), top);
  gtk_adjustment_set_value (adjustment, 0);
  tv_gui_settle ();
  tv_gui_click (picture, 1, 9.5 * LEVEL_HEIGHT);
  tv_call_path_get_methods (tv_trace_session_get_selected_path (session), &n);
  ck_assert_uint_eq (n, 2990);
}
END_TEST

/* More methods than there are frames, each called once. */
START_TEST (test_narrow_frames)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "written.trace", NULL);

  tv_test_write_calls (writer, "a 0-2000000");
  for (guint32 i = 0; i < 100100; i++)
    {
      tv_trace_writer_enter (writer, 1, 4000 + 4 * i, 0, 2000000 + 10 * i);
      tv_trace_writer_exit (writer, 1, 4000 + 4 * i, 0, 2000000 + 10 * i + 10);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  open_trace (path);
  tv_gui_click (picture, gtk_widget_get_width (picture) / 3.0, get_y (1));
  assert_path ("/a");
  tv_gui_move (picture, gtk_widget_get_width (picture) * 0.8, get_y (1));
  assert_text ("Frames too narrow to be told apart");
}
END_TEST

/* No key and no click finds a frame where a sentence says that there is none. */
static void
check_without_frames (const char *sentence)
{
  assert_text (sentence);
  gtk_widget_grab_focus (picture);
  press ("Return Up Down Left Right Home plus minus Escape ctrl+c ctrl+alt+s Menu");
  tv_gui_click (picture, 50, 50);
  tv_gui_click_secondary (picture, 50, 50);
  assert_text (sentence);
  assert_path ("");
}

/* No call, one that was open before the trace began, and what transforms and a range
 * leave. */
START_TEST (test_nothing_to_show)
{
  open_calls ("");
  check_without_frames ("Nothing was called here.");
  tv_gui_close (window);
  open_calls ("a -5000");
  check_without_frames ("No time was spent here.");
  tv_gui_close (window);
  open_calls ("a 0-5000");
  tv_gui_click (picture, get_x (1, 2), get_y (1));
  press ("d");
  check_without_frames ("Nothing was called here.");
  press ("ctrl+z");
  assert_whole (5);
  ck_assert_ptr_null (tv_gui_find_text (GTK_WIDGET (view), "Nothing was called here."));
  tv_gui_close (window);
  open_calls ("a 0-1000 b 4000-5000");
  tv_trace_session_set_range (session, 2 * MS, 3 * MS);
  check_without_frames ("Nothing was called here.");
}
END_TEST

TV_GUI_TESTS (set_up_alone, tear_down)
