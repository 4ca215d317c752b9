/* SPDX-License-Identifier: Apache-2.0 */

/* The flame graph alone. Of the sample, all is 1900 ms:
 *
 *   level 3  inner 0-200                    inner 500-600
 *   level 2  outer 0-500                    wrapper 500-600
 *   level 1  main 0-1000                                    run 1000-1900
 *   level 0  All threads
 */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/flame/flame-parts.h"
#include "ui/flame/flame-view.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/session/session-colors.h"
#include "ui/session/session-find.h"
#include "ui/widgets/chart-picture.h"

#include <check.h>

#define LEVEL_HEIGHT (TV_CHART_BOX_HEIGHT + 1)

/* Of the first method by time, and of the fourth. */
#define COLOR_OF_MAIN 0x3E87E4
#define COLOR_OF_INNER 0x9FC864

/* Of a comparison, as draw/palette has them on a light background. */
#define COLOR_OF_MORE 0xC82824
#define COLOR_OF_UNCHANGED 0xD4D2CE

#define MS G_GINT64_CONSTANT (1000000)

static GtkWidget *window;
static GtkWidget *view;
static GtkWidget *picture;
static TvTraceSession *session;

static void
show (TvTraceSession *shown)
{
  g_set_object (&session, shown);
  tv_view_set_session (TV_VIEW (view), session);
  tv_gui_settle ();
  g_object_unref (shown);
}

static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_sample_script (TV_WRITER_CLOCK_DUAL);

  window = gtk_window_new ();
  view = tv_flame_view_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 400);
  gtk_window_set_child (GTK_WINDOW (window), view);
  tv_gui_park ();
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  tv_gui_focus (window);
  show (tv_sample_session_new (tv_test_load (writer)));
  picture = tv_gui_find_type (view, "TvFlamePicture");
}

static void
tear_down (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
  tv_gui_settle ();
  g_clear_object (&session);
}

static guint32
find_method (const char *name)
{
  return tv_test_find_method (tv_trace_session_get_trace (session), name);
}

/* Selects a path of methods of `app`, such as `Main.main Work.outer`. */
static void
select_path (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, " ", -1);
  guint32 methods[4];
  guint n = 0;
  g_autoptr (TvCallPath) selected = NULL;

  for (; names[n] != NULL; n++)
    {
      g_autofree char *name = g_strconcat ("app.", names[n], NULL);

      methods[n] = find_method (name);
    }
  selected = tv_call_path_new (TV_THREAD_NONE, methods, n);
  tv_trace_session_select_path (session, selected);
  tv_gui_settle ();
}

/* Makes a path the root. */
static void
open_path (const char *path)
{
  select_path (path);
  gtk_widget_activate_action (view, "flame.open", NULL);
}

static void
assert_levels (guint n)
{
  tv_gui_settle ();
  ck_assert_uint_eq (tv_flame_view_get_answer (TV_FLAME_VIEW (view))->layout->n_levels,
                     n);
}

/* How long the root is. */
static void
assert_whole (int ms)
{
  tv_gui_settle ();
  ck_assert_int_eq (tv_flame_view_get_answer (TV_FLAME_VIEW (view))->layout->whole,
                    ms * MS);
}

/* `_` is a space that does not break. */
static void
assert_text (const char *text)
{
  g_autoptr (GString) unbroken = g_string_new (text);

  g_string_replace (unbroken, "_", "\u00a0", 0);
  tv_gui_wait_for_text (view, unbroken->str);
}

/* Near the right edge of the frame that ends there: names are at the left. */
static guint32
get_color (int end, int level)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (picture);

  return tv_pixels_get (pixels, pixels->width * end / 1900 - 8,
                        (int) (pixels->height - (level + 0.5) * LEVEL_HEIGHT));
}

START_TEST (test_frames_are_drawn_in_their_colors)
{
  ck_assert_uint_eq (get_color (1000, 1), COLOR_OF_MAIN);
  ck_assert_uint_eq (get_color (200, 3), COLOR_OF_INNER);
  ck_assert_uint_eq (get_color (600, 3), COLOR_OF_INNER);
  ck_assert_uint_ne (get_color (500, 3), COLOR_OF_INNER);
  /* Of one class. */
  ck_assert_uint_ne (get_color (500, 2), COLOR_OF_INNER);
  tv_session_colors_set_mode (tv_trace_session_get_colors (session), TV_COLOR_BY_CLASS);
  tv_gui_settle ();
  ck_assert_uint_eq (get_color (500, 2), get_color (200, 3));
}
END_TEST

/* A path has its frame, a call that of its stack, a method its widest one. */
START_TEST (test_what_is_selected_is_the_current_frame)
{
  /* The assertion makes its own expression a format. */
  const char *description
      = "CPU 1000.000\u00a0ms · Real 1000.000\u00a0ms · 1 call · 52.6% of all";

  select_path ("Main.main Work.wrapper");
  assert_text ("Work.wrapper()  app");
  tv_trace_session_select_call (session, (TvCallRef){ 0, 5 });
  assert_text (
      "CPU 100.000_ms · Real 100.000_ms · 1 call · 100.0% of its caller · 5.3% of all");
  tv_trace_session_select_method (session, find_method ("app.Work.inner"));
  assert_text ("CPU 200.000_ms · Real 200.000_ms · 2 calls · 40.0% of its caller · "
               "10.5% of all");

  /* So a screen reader hears. */
  select_path ("Main.main");
  ck_assert (
      gtk_test_accessible_has_role (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_ROLE_IMG));
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, "Main.main()  app");
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description);
}
END_TEST

/* The calls of thread 1 in order: main, outer, inner, inner, wrapper, inner. */
START_TEST (test_the_longest_call_is_shown)
{
  static const struct
  {
    const char *path;
    guint call;
  } cases[] = { { "Main.main Work.wrapper Work.inner", 5 },
                { "Main.main Work.outer Work.inner", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvCallRef selected;

      select_path (cases[i].path);
      gtk_widget_activate_action (view, "flame.show-in-timeline", NULL);
      tv_gui_settle ();
      selected = tv_trace_session_get_selected_call (session);
      ck_assert_uint_eq (selected.thread, 0);
      ck_assert_uint_eq (selected.call, cases[i].call);
    }
}
END_TEST

/* The frames of the range, and the root of before as long as it has a part in it. */
START_TEST (test_range)
{
  const guint32 second = 1;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&second, 1);

  open_path ("Main.main Work.outer");
  assert_whole (500);
  tv_trace_session_set_range (session, 250 * MS, 550 * MS);
  assert_whole (300);
  tv_trace_session_set_range (session, 600 * MS, 950 * MS);
  assert_whole (350);
  assert_levels (4);
  tv_trace_session_clear_range (session);
  assert_whole (500);
  /* The second thread does nothing any more. */
  tv_trace_session_set_threads (session, threads);
  tv_trace_session_set_range (session, 960 * MS, 990 * MS);
  assert_text ("Nothing was called here.");
  gtk_widget_activate_action (view, "flame.open", NULL);
}
END_TEST

static void
transform (TvTransformKind kind, const char *name)
{
  const guint32 method = find_method (name);
  g_autoptr (TvTransform) added = tv_transform_new (kind, &method, 1);

  tv_trace_session_add_transform (session, added);
  tv_gui_settle ();
}

/* A root stays while the trace has its path, and comes back with it. */
START_TEST (test_a_root_under_a_transform)
{
  open_path ("Main.main Work.wrapper");
  assert_whole (100);
  assert_levels (4);
  transform (TV_TRANSFORM_MERGE, "app.Work.inner");
  assert_levels (3);
  assert_whole (100);
  transform (TV_TRANSFORM_DROP, "app.Main.main");
  assert_whole (900);
  tv_trace_session_keep_transforms (session, 1);
  assert_whole (100);
  /* Transforms may leave nothing. */
  transform (TV_TRANSFORM_DROP, "app.Main.main");
  transform (TV_TRANSFORM_DROP, "app.Worker.run");
  assert_text ("Nothing was called here.");
  tv_trace_session_keep_transforms (session, 0);
  gtk_widget_activate_action (view, "flame.back", NULL);
  assert_whole (1900);
  ck_assert_ptr_null (tv_gui_find_text (view, "Nothing was called here."));
}
END_TEST

static void
compare (void)
{
  g_autoptr (TvTraceWriter) writer = tv_sample_script (TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTraceWriter) base = tv_sample_script_base ();

  show (tv_sample_session_new_compared (tv_test_load (writer), tv_test_load (base)));
  ck_assert_ptr_nonnull (tv_flame_view_get_answer (TV_FLAME_VIEW (view))->other);
}

/* All of this is 1900 ms, of the base 1700. outer has the greatest change: 300. */
START_TEST (test_frames_are_compared)
{
  compare ();
  assert_text ("−300.000_ms ■■■■■ +300.000_ms · ▨ new · 2.4% of the base is in paths "
               "that are gone");
  ck_assert_uint_eq (get_color (1900, 1), COLOR_OF_UNCHANGED);
  ck_assert_uint_eq (get_color (500, 2), COLOR_OF_MORE);
  select_path ("Main.main");
  assert_text ("CPU 1000.000_ms · Real 1000.000_ms · 1 call · base 800.000_ms, "
               "+200.000_ms (+25.0%) · 40.000_ms in paths that are gone · 52.6% of "
               "all");
  select_path ("Main.main Work.wrapper");
  assert_text (
      "CPU 100.000_ms · Real 100.000_ms · 1 call · new · 10.0% of its caller · "
      "5.3% of all");
}
END_TEST

/* run has 47.4 % instead of 52.9: 5.57 points less, where outer has 14.55 more. */
START_TEST (test_shares_are_compared)
{
  compare ();
  g_object_set (view, "by-share", TRUE, NULL);
  assert_text (
      "−14.6 ■■■■■ +14.6 points · ▨ new · 2.4% of the base is in paths that are gone");
  ck_assert_uint_eq (get_color (500, 2), COLOR_OF_MORE);
  ck_assert_uint_eq (get_color (1900, 1), 0x648BBE);
}
END_TEST

/* Below main, shares are of all as well: main has 52.63 % instead of 47.06, outer 26.32
 * instead of 11.76. Of the 1700 ms of the base, 40 are gone. */
START_TEST (test_shares_below_a_root)
{
  compare ();
  tv_trace_session_set_by_share (session, TRUE);
  open_path ("Main.main");
  assert_whole (1000);
  assert_text (
      "−14.6 ■■■■■ +14.6 points · ▨ new · 2.4% of the base is in paths that are gone");
  ck_assert_uint_ne (get_color (900, 1), COLOR_OF_UNCHANGED);
  select_path ("Main.main Work.outer");
  assert_text ("CPU 500.000_ms · Real 500.000_ms · 1 call · base 11.8%, +14.6 points · "
               "50.0% of the root · 26.3% of all");
}
END_TEST

/* A million methods, each called once; nearly all of them are too narrow for a frame.
 */
START_TEST (test_a_million_methods)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint n = 1000000;
  TvFlameLayout *layout;
  TvSessionFind *find;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "app.A", "wide", "()V", "A.java", 1);
  tv_test_write_calls (writer, "a 0-2000000000");
  for (guint32 i = 1; i <= n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 + 4 * i, "app.A", name, "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 1, 4 + 4 * i, 0, 2000000000 + 1000 * i);
      tv_trace_writer_exit (writer, 1, 4 + 4 * i, 0, 2000000000 + 1000 * i + 1000);
    }
  show (tv_sample_session_new (tv_test_load (writer)));
  assert_levels (2);
  select_path ("A.wide");
  assert_text ("A.wide()  app");
  layout = tv_flame_view_get_answer (TV_FLAME_VIEW (view))->layout;
  tv_flame_picture_select (TV_FLAME_PICTURE (picture), layout->n_frames - 1);
  assert_text ("Frames too narrow to be told apart");
  find = tv_trace_session_get_find (session);
  tv_session_find_search (find, "m7", TV_NAME_MATCH_TEXT, FALSE);
  assert_text ("Matched: 3.7% · 0 frames");
}
END_TEST

/* 3000 calls, each in the one before; the last has no time and no frame. The one before
 * it takes the leftmost 2999th of the whole. */
START_TEST (test_a_deep_stack)
{
  g_autofree char *path = tv_test_trace_path ("bad/23-3000-deep.trace");
  const guint32 methods[60] = { 0 };
  g_autoptr (TvCallPath) deep = tv_call_path_new (TV_THREAD_NONE, methods, 60);
  GtkAdjustment *adjustment;
  double top;

  show (tv_sample_session_new (tv_test_load_path (path, NULL)));
  assert_levels (3000);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (picture));
  top = gtk_adjustment_get_value (adjustment);
  ck_assert_double_eq_tol (top + gtk_adjustment_get_page_size (adjustment),
                           gtk_adjustment_get_upper (adjustment), 0.5);
  tv_trace_session_select_path (session, deep);
  tv_gui_settle ();
  ck_assert_double_lt (gtk_adjustment_get_value (adjustment), top);
  gtk_adjustment_set_value (adjustment, 0);
  tv_gui_settle ();
  ck_assert_uint_eq (
      tv_flame_picture_find (TV_FLAME_PICTURE (picture), 0.1, LEVEL_HEIGHT / 2.0),
      2999);
  ck_assert_uint_eq (
      tv_flame_picture_find (TV_FLAME_PICTURE (picture), 1, LEVEL_HEIGHT / 2.0),
      TV_FRAME_NONE);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
