/* SPDX-License-Identifier: Apache-2.0 */

/* What the timeline says: on the card under the pointer, and to those who do not see
 * it. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"

#include <check.h>

#define MS 1000000

static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static TvCallRef
get_call (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_call (&stage, thread_id, index);
}

/* Numbers hold together with their units by spaces that do not break. */
static void
assert_text (const char *text, const char *expected)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\u00a0", " ", 0);
  ck_assert_str_eq (plain->str, expected);
}

/* Points at a part of a call, in the middle of its bar. */
static void
point_at (TvCallRef call, double part)
{
  GdkRectangle area = tv_timeline_stage_area (&stage, call);

  tv_gui_move (stage.timeline, area.x + area.width * part, area.y + area.height / 2);
  tv_gui_settle ();
}

static gboolean
has_card (gpointer data)
{
  return tv_timeline_get_card (TV_TIMELINE (stage.timeline), NULL) != NULL;
}

static gboolean
has_no_card (gpointer data)
{
  return !has_card (NULL);
}

/* Points at a part of a call, and waits for its card. */
static void
assert_card (TvCallRef call, double part, const char *expected)
{
  GdkRectangle bar = tv_timeline_stage_area (&stage, call);
  GdkRectangle card;

  point_at (call, part);
  tv_gui_wait (has_card, NULL, "the card");
  assert_text (tv_timeline_get_card (TV_TIMELINE (stage.timeline), &card), expected);
  ck_assert (!gdk_rectangle_intersect (&card, &bar, NULL));
  ck_assert_int_ge (card.x, 0);
  ck_assert_int_ge (card.y, 0);
  ck_assert_int_le (card.x + card.width, gtk_widget_get_width (stage.timeline));
  ck_assert_int_le (card.y + card.height, gtk_widget_get_height (stage.timeline));
}

#define OUTER_CARD                                                                     \
  "Outer.run()  a\n"                                                                   \
  "CPU 10.000 ms (self 5.000 ms) · Real 10.000 ms (self 5.000 ms)\n"                  \
  "at 0.000 ms · [1] first"

/* Three lines, in sight, and not over the call. */
START_TEST (test_card_text)
{
  assert_card (get_call (1, 1), 0.5,
               "Inner.work()  a\n"
               "CPU 2.000 ms (self 2.000 ms) · Real 2.000 ms (self 2.000 ms)\n"
               "at 2.000 ms · [1] first");
  assert_card (get_call (1, 0), 0.005, OUTER_CARD);
  assert_card (get_call (1, 0), 0.995, OUTER_CARD);
  /* In a wait: the call that waits. */
  assert_card (get_call (3, 0), 0.5,
               "Waiter.wait()  a\n"
               "CPU 1.000 ms (self 1.000 ms) · Real 4.000 ms (self 4.000 ms)\n"
               "at 1.000 ms · [3] worker");
}
END_TEST

/* In the lowest row of a short timeline, the card is above, over the overview if need
 * be. */
START_TEST (test_card_in_a_short_timeline)
{
  tv_gui_resize (stage.window, 900, gtk_widget_get_height (stage.timeline) / 2);
  assert_card (get_call (9, 0), 0.5,
               "Leaf.end()  a\n"
               "CPU 1.000 ms (self 1.000 ms) · Real 1.000 ms (self 1.000 ms)\n"
               "at 9.000 ms · [9] Thread 9");
}
END_TEST

static TvTrace *
make_long_names (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *name = g_strnfill (400, 'n');

  tv_trace_writer_add_thread (writer, 1, name);
  tv_trace_writer_add_method (writer, 0x10, "a.A", name, "()V", "", 0);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_exit (writer, 1, 0x10, 105512, 203007);
  return tv_test_load (writer);
}

static void
enlarge_text (void)
{
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (style, "timeline { font-size: 20px; }", -1);
  gtk_style_context_add_provider (gtk_widget_get_style_context (stage.timeline),
                                  GTK_STYLE_PROVIDER (style), G_MAXUINT);
  tv_gui_settle ();
}

/* Names are shortened, numbers are not. */
START_TEST (test_card_of_long_names)
{
  GdkRectangle card;
  g_auto (GStrv) lines = NULL;
  g_autoptr (PangoLayout) times = NULL;
  int width;

  tear_down ();
  tv_timeline_stage_open (&stage, make_long_names ());
  enlarge_text ();
  point_at (get_call (1, 0), 0.5);
  tv_gui_wait (has_card, NULL, "the card");
  lines = g_strsplit (tv_timeline_get_card (TV_TIMELINE (stage.timeline), &card), "\n",
                      -1);
  ck_assert_uint_eq (g_strv_length (lines), 3);
  assert_text (lines[1],
               "CPU 105.512 ms (self 105.512 ms) · Real 203.007 ms (self 203.007 ms)");
  times = gtk_widget_create_pango_layout (stage.timeline, lines[1]);
  pango_layout_get_pixel_size (times, &width, NULL);
  ck_assert_int_gt (width, 680);
  ck_assert_int_ge (card.width, width);
  ck_assert_int_lt (card.width, 900);
}
END_TEST

START_TEST (test_card)
{
  GdkRectangle leaf = tv_timeline_stage_area (&stage, get_call (1, 4));
  GdkRectangle area = { 0, 0, 0, 0 };
  GdkRectangle card;
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;

  point_at (get_call (1, 4), 0.5);
  before = tv_pixels_take (stage.timeline);
  tv_gui_wait (has_card, NULL, "the card");
  tv_gui_settle ();
  assert_text (tv_timeline_get_card (TV_TIMELINE (stage.timeline), &card),
               "Leaf.end()  a\n"
               "CPU 1.000 ms (self 1.000 ms) · Real 1.000 ms (self 1.000 ms)\n"
               "at 8.500 ms · [1] first");
  after = tv_pixels_take (stage.timeline);
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &card), 500);
  ck_assert (!gdk_rectangle_intersect (&card, &leaf, &area));
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &leaf), 0);

  /* It goes with the pointer, and away with it. */
  point_at (get_call (3, 0), 0.9);
  ck_assert (g_str_has_prefix (
      tv_timeline_get_card (TV_TIMELINE (stage.timeline), NULL), "Waiter.wait()"));
  point_at (get_call (1, 0), 0.995);
  tv_gui_park ();
  tv_gui_wait (has_no_card, NULL, "the card to go");
}
END_TEST

START_TEST (test_escape_puts_the_card_away)
{
  tv_trace_session_select_call (stage.session, get_call (1, 1));
  point_at (get_call (1, 4), 0.5);
  tv_gui_wait (has_card, NULL, "the card");
  tv_gui_keys (stage.timeline, "Escape");
  ck_assert (!has_card (NULL));
  /* The selection goes only after it. */
  tv_timeline_stage_assert_selected (&stage, get_call (1, 1));
}
END_TEST

/* Numbers hold together with their units by what is written as a low line here. */
static void
assert_described (const char *expected)
{
  g_autoptr (GString) text = g_string_new (expected);

  g_string_replace (text, "_", "\u00a0", 0);
  tv_timeline_assert_described (stage.timeline, text->str);
}

static void
assert_heard (const char *expected)
{
  g_autoptr (GString) text = g_string_new (expected);

  g_string_replace (text, "_", "\u00a0", 0);
  tv_timeline_assert_said (stage.timeline, text->str);
}

#define INNER_IN_WORDS                                                                 \
  "Inner.work()  a, thread [1] first, depth 1, inclusive CPU time 2.000_ms, "          \
  "inclusive "                                                                         \
  "real time 2.000_ms, exclusive CPU time 2.000_ms, exclusive real time 2.000_ms"

START_TEST (test_description)
{
  assert_described ("Drag to zoom, click to select a call, arrow keys to move");
  tv_timeline_stage_select_method (&stage, "a.Leaf.end");
  assert_described ("Leaf.end()  a");
  tv_trace_session_select_call (stage.session, get_call (1, 1));
  tv_gui_settle ();
  assert_described (INNER_IN_WORDS);
  tv_trace_session_select_call (stage.session, get_call (3, 0));
  tv_gui_settle ();
  assert_described (
      "Waiter.wait()  a, thread [3] worker, depth 0, inclusive CPU time "
      "1.000_ms, inclusive real time 4.000_ms, exclusive CPU time 1.000_ms, exclusive "
      "real time 4.000_ms, waiting 3.000_ms");
}
END_TEST

START_TEST (test_keys_are_heard)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  tv_gui_settle ();
  tv_gui_keys (stage.timeline, "alt+Down");
  assert_heard (INNER_IN_WORDS);
  tv_gui_keys (stage.timeline, "f");
  assert_heard ("1.750_ms – 4.250_ms · 2.500_ms · real time, dual clock");
  /* What the pointer does is not. */
  point_at (get_call (1, 0), 0.1);
  tv_trace_session_select_call (stage.session, get_call (1, 2));
  tv_gui_settle ();
  assert_heard ("1.750_ms – 4.250_ms · 2.500_ms · real time, dual clock");
}
END_TEST

START_TEST (test_accessible)
{
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (stage.timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "Timeline of 4 threads, 0.00\u00a0ms – 10.05\u00a0ms · "
      "10.05\u00a0ms · real time, dual clock");

  ck_assert_msg (wrong == NULL, "%s", wrong);
  ck_assert (gtk_test_accessible_has_role (GTK_ACCESSIBLE (stage.timeline),
                                           GTK_ACCESSIBLE_ROLE_IMG));
  ck_assert (gtk_widget_get_focusable (stage.timeline));
  ck_assert (gtk_widget_has_focus (stage.timeline));
  /* Screen readers go through the children as they are seen. */
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (gtk_widget_get_first_child (stage.timeline)),
                    "TvOverview");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
