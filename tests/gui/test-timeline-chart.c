/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of the timeline that show the stack: what they draw, and what pointer and keys
 * do with them. */

#include "analysis/lookup/call-query.h"
#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/timeline/timeline.h"

#include <check.h>

/* The sample's ranks are Outer 0, Inner 1, Leaf 2, Waiter 3, Wrapper 4: the soft
 * colours in this order. */
#define OUTER 0x3e87e4
#define INNER 0xa2a15f
#define WAITER 0x9fc864
#define WRAPPER 0xe1618d

/* A stack so deep that a window shows but a part of it. */
#define N_DEEP 3000

static GtkWidget *window;
static GtkWidget *timeline;
static TvTraceSession *session;
static TvTimelineStage stage;

/* Calls of thread 1 of the sample, in order of entry. */
enum
{
  CALL_OUTER,
  CALL_INNER,
  CALL_SECOND_INNER,
  CALL_WRAPPER,
  CALL_LEAF
};

static void
show_trace (TvTrace *shown)
{
  tv_timeline_stage_open (&stage, shown);
  window = stage.window;
  timeline = stage.timeline;
  session = stage.session;
}

static void
set_up (void)
{
  show_trace (tv_sample_trace_new ());
}

/* One call a level, entered one a microsecond. */
static void
set_up_deep (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "deep");
  tv_trace_writer_add_method (writer, 0x10, "a.Outer", "run", "()V", "Outer.java", 1);
  for (guint i = 0; i < N_DEEP; i++)
    tv_trace_writer_enter (writer, 1, 0x10, 0, i);
  for (guint i = 0; i < N_DEEP; i++)
    tv_trace_writer_exit (writer, 1, 0x10, 0, 9 * N_DEEP + i);
  show_trace (tv_test_load (writer));
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static TvCallRef
find_call (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_call (&stage, thread_id, index);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_area (&stage, find_call (thread_id, index));
}

/* Puts the pointer on the row of a thread, by its longest call. */
static void
point_at_row (guint32 thread_id)
{
  GdkRectangle area = get_area (thread_id, 0);

  tv_gui_move (timeline, area.x + area.width - 4, area.y + 4);
}

static void
press (const char *keys)
{
  tv_gui_keys (timeline, keys);
}

/* How much of a call's box has a colour, in percent. */
static guint
get_share (GdkRectangle area, guint32 color)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);

  return tv_pixels_count (pixels, &area, color) * 100
         / (guint) (area.width * area.height);
}

static void
assert_level (guint32 thread_id, guint32 call, int level)
{
  ck_assert_int_eq (get_area (thread_id, call).y - get_area (thread_id, 0).y,
                    level * TV_LEVEL_HEIGHT);
}

static gboolean
row_is_open (guint32 thread_id)
{
  return get_area (thread_id, 0).height < TV_LEVEL_HEIGHT;
}

/* Most of a box is its colour; its name takes some. */
START_TEST (e_opens_the_row_under_the_pointer)
{
  int next = get_area (3, 0).y;
  GdkRectangle wrapper;

  point_at_row (1);
  press ("e");
  ck_assert (row_is_open (1));
  ck_assert (!row_is_open (3));
  ck_assert_int_eq (get_area (3, 0).y - next,
                    3 * TV_LEVEL_HEIGHT + TV_ROW_MARGIN - TV_ROW_HEIGHT);
  assert_level (1, CALL_INNER, 1);
  assert_level (1, CALL_WRAPPER, 1);
  assert_level (1, CALL_LEAF, 2);
  ck_assert_uint_ge (get_share (get_area (1, CALL_OUTER), OUTER), 85);
  ck_assert_uint_ge (get_share (get_area (1, CALL_INNER), INNER), 75);
  /* It has no time of its own: no strip shows it. */
  wrapper = get_area (1, CALL_WRAPPER);
  ck_assert_uint_ge (get_share (wrapper, WRAPPER), 60);

  press ("e");
  ck_assert (!row_is_open (1));
  ck_assert_int_eq (get_area (3, 0).y, next);
  ck_assert_uint_eq (get_share (wrapper, WRAPPER), 0);
}
END_TEST

START_TEST (all_rows_open_and_close)
{
  static const guint32 ids[] = { 1, 3, 7, 9 };

  press ("shift+e");
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ck_assert_msg (row_is_open (ids[i]), "thread %u", ids[i]);
  press ("ctrl+shift+e");
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ck_assert_msg (!row_is_open (ids[i]), "thread %u", ids[i]);
}
END_TEST

/* The Waiter of thread 3 waits from 1.5 to 4.5 of its 4 ms. */
START_TEST (a_wait_is_pale_but_for_its_foot)
{
  GdkRectangle box, foot;

  point_at_row (3);
  press ("e");
  box = get_area (3, 0);
  ck_assert_uint_le (get_share (box, WAITER), 45);
  foot = (GdkRectangle){ box.x, box.y + box.height - 3, box.width, 3 };
  ck_assert_uint_ge (get_share (foot, WAITER), 95);
}
END_TEST

START_TEST (any_call_can_be_selected)
{
  GdkRectangle wrapper;
  TvCallRef call;

  point_at_row (1);
  press ("e");
  wrapper = get_area (1, CALL_WRAPPER);
  tv_gui_click (timeline, wrapper.x + wrapper.width / 2, wrapper.y + 8);
  call = tv_trace_session_get_selected_call (session);
  ck_assert_uint_eq (call.call, CALL_WRAPPER);
  /* An outline round it, half outside. */
  wrapper.y -= 1;
  wrapper.height = 2;
  tv_gui_park ();
  ck_assert_uint_eq (get_share (wrapper, WRAPPER), 0);

  /* Nothing is below a call that made none. */
  wrapper = get_area (1, CALL_INNER);
  tv_gui_click (timeline, wrapper.x + wrapper.width / 2,
                wrapper.y + TV_LEVEL_HEIGHT + 8);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
}
END_TEST

/* Where text runs to the left, it is on the right. */
START_TEST (the_triangle_opens_and_closes_a_row)
{
  static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      double x;

      gtk_widget_set_default_direction (directions[i]);
      tv_gui_settle ();
      x = i == 0 ? 9 : gtk_widget_get_width (timeline) - 9;
      tv_gui_click (timeline, x, get_area (1, 0).y + 9);
      ck_assert_msg (row_is_open (1), "direction %u", i);
      assert_level (1, CALL_LEAF, 2);
      tv_gui_click (timeline, x, get_area (1, 0).y + 9);
      ck_assert_msg (!row_is_open (1), "direction %u", i);
    }
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)

/* The stack is scrolled to the last of its calls. */
START_TEST (deep_stacks_scroll)
{
  GdkRectangle area;

  press ("e");
  ck_assert_uint_ge (get_share (get_area (1, 0), OUTER), 85);
  press ("ctrl+End");
  area = get_area (1, N_DEEP - 1);
  ck_assert_int_gt (area.y, 0);
  ck_assert_int_lt (area.y + area.height, gtk_widget_get_height (timeline));
  ck_assert_uint_ge (get_share (area, OUTER), 80);
  ck_assert_int_lt (get_area (1, 0).y, 0);

  /* Selecting a call far up brings it back into sight. */
  tv_trace_session_select_call (session, find_call (1, 1500));
  tv_gui_settle ();
  area = get_area (1, 1500);
  ck_assert_int_gt (area.y, 0);
  ck_assert_int_lt (area.y + area.height, gtk_widget_get_height (timeline));
  ck_assert_uint_ge (get_share (area, OUTER), 60);
}
END_TEST

TV_GUI_TESTS (set_up_deep, tear_down)

/* A window that nobody has closed a row in yet. */
static void
open_anew (int height)
{
  gtk_window_destroy (GTK_WINDOW (window));
  stage.timeline = timeline = tv_timeline_new ();
  stage.window = window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, height);
  gtk_window_set_child (GTK_WINDOW (window), timeline);
  tv_timeline_set_session (TV_TIMELINE (timeline), session);
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  gtk_widget_grab_focus (timeline);
}

START_TEST (the_main_row_is_open_where_there_is_room)
{
  /* Four rows of 34 pixels, and what is over them. */
  open_anew (240);
  ck_assert (!row_is_open (1));
  open_anew (480);
  ck_assert (row_is_open (1));
  ck_assert (!row_is_open (3));

  /* Who closes it does not want it open for the next trace either. */
  point_at_row (1);
  press ("e");
  ck_assert (!row_is_open (1));
  tv_timeline_set_session (TV_TIMELINE (timeline), NULL);
  tv_timeline_set_session (TV_TIMELINE (timeline), session);
  tv_gui_settle ();
  ck_assert (!row_is_open (1));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)

/* Three calls that last all the time, and in the innermost of them two others: from 1
 * to 4 and from 5 to 9 ms of 10. */
static void
set_up_trunk (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x10, "a.Main", "main", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x20, "a.Loop", "loop", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x30, "a.Loop", "once", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x40, "a.Work", "work", "()V", "A.java", 1);
  for (guint32 method = 0x10; method <= 0x30; method += 0x10)
    tv_trace_writer_enter (writer, 1, method, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x40, 0, 1000);
  tv_trace_writer_exit (writer, 1, 0x40, 0, 4000);
  tv_trace_writer_enter (writer, 1, 0x40, 0, 5000);
  tv_trace_writer_exit (writer, 1, 0x40, 0, 9000);
  for (guint32 method = 0x30; method >= 0x10; method -= 0x10)
    tv_trace_writer_exit (writer, 1, method, 0, 10000);
  show_trace (tv_test_load (writer));
}

START_TEST (calls_that_span_the_view_share_a_line)
{
  GdkRectangle line;

  point_at_row (1);
  press ("e");
  line = get_area (1, 0);
  assert_level (1, 1, 0);
  assert_level (1, 2, 1);
  assert_level (1, 3, 2);
  tv_gui_wait_for_tooltip (timeline, line.x + 300, line.y + 8, "Main.main\nLoop.loop");

  /* In the first of the inner calls three do; what is in the row moves up. */
  tv_timeline_stage_set_view (&stage, 2, 3);
  assert_level (1, 2, 0);
  assert_level (1, 3, 1);

  /* A click shows each, until the row is closed. */
  tv_gui_click (timeline, line.x + 300, line.y + 8);
  assert_level (1, 1, 1);
  assert_level (1, 3, 3);
  press ("e");
  press ("e");
  assert_level (1, 1, 0);
  assert_level (1, 3, 1);
}
END_TEST

/* Text of the row of the only thread, as a screen reader hears it. */
static gboolean
is_called (gpointer text)
{
  GtkWidget *list = gtk_widget_get_last_child (timeline);
  GtkWidget *row = NULL;
  g_autofree char *other = NULL;

  while (list != NULL
         && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (list))
                != GTK_ACCESSIBLE_ROLE_LIST)
    list = gtk_widget_get_prev_sibling (list);
  row = list != NULL ? gtk_widget_get_first_child (list) : NULL;
  if (row == NULL)
    return FALSE;
  other = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, (const char *) text);
  return other == NULL;
}

START_TEST (a_key_shows_and_folds_outer_calls)
{
  char folded[] = "[1] main, open row 1 of 1, outer calls folded";
  char shown[] = "[1] main, open row 1 of 1";

  press ("u");
  assert_level (1, 1, 0);
  point_at_row (1);
  press ("e");
  assert_level (1, 2, 1);
  tv_gui_wait (is_called, folded, folded);
  press ("u");
  assert_level (1, 1, 1);
  assert_level (1, 3, 3);
  tv_gui_wait (is_called, shown, shown);
  press ("u");
  assert_level (1, 1, 0);
  assert_level (1, 3, 2);
  tv_gui_wait (is_called, folded, folded);
}
END_TEST

/* Whether the first word in the line of the folded calls has a colour behind it. */
static gboolean
is_lit (void)
{
  const GdkRectangle inner = get_area (1, 2);
  g_autoptr (TvPixels) pixels = NULL;
  const int y = inner.y - TV_LEVEL_HEIGHT + 4;

  tv_gui_settle ();
  pixels = tv_pixels_take (timeline);
  return tv_pixels_count (pixels, &(GdkRectangle){ inner.x + 10, y, 20, 8 },
                          tv_pixels_get (pixels, inner.x + 2, y))
         < 20;
}

START_TEST (a_selected_outer_call_is_lit)
{
  press ("u");
  point_at_row (1);
  press ("e");
  assert_level (1, 1, 0);
  assert_level (1, 2, 1);
  ck_assert (!is_lit ());
  tv_trace_session_select_method (session, 0);
  ck_assert (is_lit ());
  tv_trace_session_select_method (session, 2);
  ck_assert (!is_lit ());
}
END_TEST

TV_GUI_TESTS (set_up_trunk, tear_down)
