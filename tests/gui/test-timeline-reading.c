/* SPDX-License-Identifier: Apache-2.0 */

/* What the timeline says: in its read-out, on the card under the pointer, and to those
 * who do not see it. */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "gui/timeline-stage.h"
#include "support/trace-fixtures.h"
#include "ui/sample-trace.h"

#include <check.h>

#define MS 1000000

enum
{
  LINE_TIME,
  LINE_RANGE,
  LINE_METHOD,
  LINE_PLACE,
  LINE_NUMBERS
};

static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  tv_gui_move (stage.timeline, 5, 5);
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

static void
assert_line (guint line, const char *expected)
{
  GtkWidget *child
      = gtk_widget_get_first_child (tv_gui_find_type (stage.timeline, "TvReadOut"));

  for (guint i = 0; i < line; i++)
    child = gtk_widget_get_next_sibling (child);
  assert_text (gtk_inscription_get_text (GTK_INSCRIPTION (child)), expected);
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

START_TEST (test_call_under_the_pointer)
{
  point_at (get_call (1, 1), 0.5);
  assert_line (LINE_METHOD, "1 a.Inner.work ()V");
  assert_line (LINE_PLACE, "depth 1 · [1] first");
  assert_line (LINE_NUMBERS,
               "excl CPU 2 ms · excl real 2 ms · incl CPU 2 ms · incl real 2 ms");
  /* In a wait: the call that waits. */
  point_at (get_call (3, 0), 0.5);
  assert_line (LINE_METHOD, "3 a.Waiter.wait ()V");
  assert_line (LINE_PLACE, "depth 0 · [3] worker");
  assert_line (LINE_NUMBERS,
               "excl CPU 1 ms · excl real 4 ms · incl CPU 1 ms · incl real 4 ms · "
               "waiting 3 ms");
}
END_TEST

/* A time of @us microseconds, to @decimals of a millisecond. */
static void
assert_time (int us, int decimals)
{
  g_autofree char *expected = g_strdup_printf ("%.*f ms", decimals, us / 1000.0);

  assert_line (LINE_TIME, expected);
}

START_TEST (test_time_under_the_pointer)
{
  GdkRectangle outer;

  tv_trace_session_set_view (stage.session, 0, 10 * MS);
  tv_gui_settle ();
  outer = tv_timeline_stage_area (&stage, get_call (1, 0));
  /* The first pixel that is not the divider's. */
  tv_gui_move (stage.timeline, outer.x + 6, outer.y);
  tv_gui_settle ();
  assert_time ((int) (6 * 10000.0 / outer.width), 2);
  assert_line (LINE_RANGE, "0.00 ms – 10.00 ms · 10 ms · real time, dual clock");

  /* The same place a thousand times nearer. */
  tv_trace_session_set_view (stage.session, 2 * MS, 2 * MS + 10000);
  tv_gui_settle ();
  assert_time (2000, 3);
  assert_line (LINE_RANGE, "2.000 ms – 2.010 ms · 10 µs · real time, dual clock");
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
               "a.Leaf.end ()V\n"
               "Leaf.java\n"
               "8.50 ms – 9.50 ms · depth 2 · [1] first\n"
               "excl CPU 1 ms · excl real 1 ms · incl CPU 1 ms · incl real 1 ms\n"
               "↑ a.Wrapper.call ()V\n"
               "↑ a.Outer.run ()V");
  after = tv_pixels_take (stage.timeline);
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &card), 500);
  ck_assert (!gdk_rectangle_intersect (&card, &leaf, &area));
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &leaf), 0);

  /* It goes with the pointer, and away with it. */
  point_at (get_call (3, 0), 0.9);
  ck_assert (g_str_has_prefix (
      tv_timeline_get_card (TV_TIMELINE (stage.timeline), NULL), "a.Waiter.wait"));
  point_at (get_call (1, 0), 0.995);
  tv_gui_move (stage.timeline, 5, 5);
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

#define DEPTH 60

static TvTrace *
make_deep_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint i = 0; i < DEPTH; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * (i + 1), "a.A", name, "()V", "", 0);
      tv_trace_writer_enter (writer, 1, 4 * (i + 1), i, i);
    }
  for (guint i = DEPTH; i > 0; i--)
    tv_trace_writer_exit (writer, 1, 4 * i, 2000 - i, 2000 - i);
  return tv_test_load (writer);
}

START_TEST (test_card_of_a_deep_stack)
{
  const char *text;
  g_auto (GStrv) lines = NULL;
  guint n;
  guint n_callers;
  g_autofree char *more = NULL;
  GdkRectangle card;

  tear_down ();
  tv_timeline_stage_open (&stage, make_deep_trace ());
  point_at (get_call (1, DEPTH - 1), 0.5);
  tv_gui_wait (has_card, NULL, "the card");
  text = tv_timeline_get_card (TV_TIMELINE (stage.timeline), &card);
  lines = g_strsplit (text, "\n", -1);
  n = g_strv_length (lines);
  ck_assert_str_eq (lines[0], "a.A.m59 ()V");
  ck_assert_str_eq (lines[3], "↑ a.A.m58 ()V");
  n_callers = n - 4;
  ck_assert_uint_gt (n_callers, 3);
  more = g_strdup_printf ("… and %u more", DEPTH - 1 - n_callers);
  ck_assert_str_eq (lines[n - 1], more);
  ck_assert_int_le (card.y + card.height, gtk_widget_get_height (stage.timeline));
}
END_TEST

static void
assert_accessible (GtkWidget *widget, GtkAccessibleProperty property,
                   const char *expected)
{
  g_autofree char *actual = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                                property, expected);

  ck_assert_msg (actual == NULL, "%s instead of %s", actual, expected);
}

static void
assert_described (const char *expected)
{
  g_autoptr (GString) text = g_string_new (expected);

  g_string_replace (text, "_", "\u00a0", 0);
  assert_accessible (stage.timeline, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str);
}

static void
assert_heard (const char *expected)
{
  g_autoptr (GString) text = g_string_new (expected);
  GtkWidget *read_out = tv_gui_find_type (stage.timeline, "TvReadOut");

  ck_assert (gtk_test_accessible_has_role (GTK_ACCESSIBLE (read_out),
                                           GTK_ACCESSIBLE_ROLE_STATUS));
  g_string_replace (text, "_", "\u00a0", 0);
  assert_accessible (read_out, GTK_ACCESSIBLE_PROPERTY_LABEL, text->str);
}

#define INNER_IN_WORDS                                                                 \
  "a.Inner.work ()V, thread [1] first, depth 1, inclusive CPU time 2_ms, inclusive "   \
  "real time 2_ms, exclusive CPU time 2_ms, exclusive real time 2_ms"

START_TEST (test_description)
{
  assert_described ("Drag to zoom, click to select a call, arrow keys to move");
  tv_trace_session_select_method (stage.session,
                                  tv_test_find_method (stage.trace, "a.Leaf.end"));
  tv_gui_settle ();
  assert_described ("a.Leaf.end ()V");
  tv_trace_session_select_call (stage.session, get_call (1, 1));
  tv_gui_settle ();
  assert_described (INNER_IN_WORDS);
  tv_trace_session_select_call (stage.session, get_call (3, 0));
  tv_gui_settle ();
  assert_described (
      "a.Waiter.wait ()V, thread [3] worker, depth 0, inclusive CPU time "
      "1_ms, inclusive real time 4_ms, exclusive CPU time 1_ms, exclusive "
      "real time 4_ms, waiting 3_ms");
}
END_TEST

START_TEST (test_keys_are_heard)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  tv_gui_settle ();
  tv_gui_keys (stage.timeline, "alt+Down");
  assert_heard (INNER_IN_WORDS);
  tv_gui_keys (stage.timeline, "f");
  assert_heard ("1.750_ms – 4.250_ms · 2.5_ms · real time, dual clock");
  /* What the pointer does is not. */
  point_at (get_call (1, 0), 0.1);
  tv_trace_session_select_call (stage.session, get_call (1, 2));
  tv_gui_settle ();
  assert_heard ("1.750_ms – 4.250_ms · 2.5_ms · real time, dual clock");
}
END_TEST

START_TEST (test_focus)
{
  ck_assert (gtk_widget_get_focusable (stage.timeline));
  ck_assert (gtk_widget_has_focus (stage.timeline));
  assert_accessible (stage.timeline, GTK_ACCESSIBLE_PROPERTY_LABEL,
                     "Timeline of 4 threads, 0.00\u00a0ms – 10.05\u00a0ms · "
                     "10.05\u00a0ms · real time, dual clock");
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("timeline-reading");
  TCase *tcase = tcase_create ("timeline-reading");

  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, test_call_under_the_pointer);
  tcase_add_test (tcase, test_time_under_the_pointer);
  tcase_add_test (tcase, test_card);
  tcase_add_test (tcase, test_escape_puts_the_card_away);
  tcase_add_test (tcase, test_card_of_a_deep_stack);
  tcase_add_test (tcase, test_description);
  tcase_add_test (tcase, test_keys_are_heard);
  tcase_add_test (tcase, test_focus);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
