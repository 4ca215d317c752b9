/* SPDX-License-Identifier: Apache-2.0 */

/* Moving about in the timeline: with each key and each button of the mouse, from range
 * to range and from call to call. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"

#include <check.h>

#define MS 1000000

/* The methods, and the calls of thread 1 in order of entry. */
#define MAIN 0x10
#define WORK 0x20
#define PART 0x30
#define TINY 0x40
#define RUN 0x50

enum
{
  CALL_MAIN,
  CALL_WORK,
  CALL_PART,
  CALL_PART_2,
  CALL_TINY,
  CALL_WORK_2
};

static TvTimelineStage stage;

static void
enter (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 us)
{
  tv_trace_writer_enter (writer, thread, method, us, us);
}

static void
leave (TvTraceWriter *writer, guint32 thread, guint32 method, guint64 us)
{
  tv_trace_writer_exit (writer, thread, method, us, us);
}

/*
 * thread 1   0     100  150 160  200   300   500   600        800   1000
 *            main  work                 .    tiny  work        .      .
 *                  part  .  part  .          (1 µs)
 * thread 2         run (350 to 990), part (400 to 450), part (900 to 950)
 */
static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, MAIN, "a.Main", "main", "()V", "Main.java", 1);
  tv_trace_writer_add_method (writer, WORK, "a.Work", "work", "()V", "Work.java", 1);
  tv_trace_writer_add_method (writer, PART, "a.Work", "part", "()V", "Work.java", 9);
  tv_trace_writer_add_method (writer, TINY, "a.Work", "tiny", "()V", "Work.java", 20);
  tv_trace_writer_add_method (writer, RUN, "a.Run", "run", "()V", "Run.java", 1);
  enter (writer, 1, MAIN, 0);
  enter (writer, 1, WORK, 100000);
  enter (writer, 1, PART, 100000);
  leave (writer, 1, PART, 150000);
  enter (writer, 1, PART, 160000);
  leave (writer, 1, PART, 200000);
  leave (writer, 1, WORK, 300000);
  enter (writer, 2, RUN, 350000);
  enter (writer, 2, PART, 400000);
  leave (writer, 2, PART, 450000);
  enter (writer, 1, TINY, 500000);
  leave (writer, 1, TINY, 500001);
  enter (writer, 1, WORK, 600000);
  leave (writer, 1, WORK, 800000);
  enter (writer, 2, PART, 900000);
  leave (writer, 2, PART, 950000);
  leave (writer, 2, RUN, 990000);
  leave (writer, 1, MAIN, 1000000);
  return tv_test_load (writer);
}

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, make_trace ());
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

static void
select_call (guint32 thread_id, guint32 index)
{
  tv_trace_session_select_call (stage.session, get_call (thread_id, index));
}

static void
show (double start_ms, double end_ms)
{
  tv_timeline_stage_set_view (&stage, start_ms, end_ms);
}

static void
press (const char *keys)
{
  tv_gui_keys (stage.timeline, keys);
}

static void
assert_view (double start_ms, double end_ms)
{
  tv_timeline_stage_assert_view (&stage, start_ms, end_ms, 0.01);
}

static void
assert_key_leads_to (const char *key, guint32 thread_id, guint32 index)
{
  press (key);
  tv_timeline_stage_assert_selected (&stage, get_call (thread_id, index));
}

START_TEST (test_keys_move_the_view)
{
  static const struct
  {
    const char *key;
    double from[2];
    double to[2];
  } cases[] = {
    { "Right", { 400, 500 }, { 410, 510 } },
    { "d", { 410, 510 }, { 420, 520 } },
    { "Left", { 420, 520 }, { 410, 510 } },
    { "a", { 410, 510 }, { 400, 500 } },
    { "Home", { 400, 500 }, { 0, 100 } },
    { "End", { 0, 100 }, { 905, 1005 } },
    { "plus", { 400, 700 }, { 450, 650 } },
    { "equal", { 400, 700 }, { 450, 650 } },
    { "w", { 400, 700 }, { 450, 650 } },
    { "ctrl+plus", { 400, 700 }, { 450, 650 } },
    { "KP_Add", { 400, 700 }, { 450, 650 } },
    { "minus", { 450, 650 }, { 400, 700 } },
    { "s", { 450, 650 }, { 400, 700 } },
    { "ctrl+minus", { 450, 650 }, { 400, 700 } },
    { "KP_Subtract", { 450, 650 }, { 400, 700 } },
    /* Not out of the trace. */
    { "minus", { 335, 1005 }, { 0, 1005 } },
    { "0", { 450, 650 }, { 0, 1005 } },
    { "ctrl+0", { 450, 650 }, { 0, 1005 } },
    { "KP_0", { 450, 650 }, { 0, 1005 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 start, end;

      show (cases[i].from[0], cases[i].from[1]);
      press (cases[i].key);
      tv_trace_session_get_view (stage.session, &start, &end);
      ck_assert_msg (ABS ((double) start / MS - cases[i].to[0]) <= 0.01
                         && ABS ((double) end / MS - cases[i].to[1]) <= 0.01,
                     "case %zu, %s: from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, i,
                     cases[i].key, start, end);
    }
}
END_TEST

START_TEST (test_zoom_ends_at_the_unit_of_the_clock)
{
  gint64 start;
  gint64 end;

  tv_trace_session_set_view (stage.session, 500 * MS, 500 * MS + 1500);
  press ("plus");
  press ("plus");
  press ("plus");
  tv_trace_session_get_view (stage.session, &start, &end);
  ck_assert_int_eq (end - start, 1000);
  /* A step is not lost where a tenth of the view is less than a unit. */
  press ("Right");
  tv_trace_session_get_view (stage.session, &end, &end);
  ck_assert_int_eq (end - start, 2000);
}
END_TEST

START_TEST (test_history)
{
  show (400, 700);
  press ("0");
  show (0, 100);
  press ("End");
  assert_view (905, 1005);
  press ("BackSpace");
  assert_view (0, 100);
  press ("ctrl+bracketleft");
  assert_view (400, 700);
  press ("BackSpace");
  assert_view (400, 700);
  press ("shift+BackSpace");
  assert_view (0, 100);
  press ("ctrl+bracketright");
  assert_view (905, 1005);
}
END_TEST

START_TEST (test_fit)
{
  select_call (1, CALL_WORK_2);
  press ("f");
  assert_view (575, 825);
}
END_TEST

START_TEST (test_stack_steps)
{
  select_call (1, CALL_WORK);
  assert_key_leads_to ("alt+Down", 1, CALL_PART);
  assert_key_leads_to ("ctrl+Right", 1, CALL_PART_2);
  assert_key_leads_to ("ctrl+Right", 1, CALL_PART_2);
  assert_key_leads_to ("alt+Down", 1, CALL_PART_2);
  assert_key_leads_to ("ctrl+Left", 1, CALL_PART);
  assert_key_leads_to ("ctrl+Left", 1, CALL_PART);
  assert_key_leads_to ("alt+Up", 1, CALL_WORK);
  assert_key_leads_to ("ctrl+Right", 1, CALL_TINY);
  assert_key_leads_to ("ctrl+Right", 1, CALL_WORK_2);
  assert_key_leads_to ("ctrl+Left", 1, CALL_TINY);
  assert_key_leads_to ("ctrl+Left", 1, CALL_WORK);
  assert_key_leads_to ("alt+Up", 1, CALL_MAIN);
  assert_key_leads_to ("alt+Up", 1, CALL_MAIN);
}
END_TEST

START_TEST (test_stepping_begins_in_the_middle)
{
  GdkRectangle run = tv_timeline_stage_area (&stage, get_call (2, 0));

  show (120, 140);
  assert_key_leads_to ("alt+Down", 1, CALL_PART);
  press ("Escape");
  /* In the row under the pointer, if it has a call there. */
  show (380, 480);
  tv_gui_move (stage.timeline, run.x + 5, run.y + 5);
  assert_key_leads_to ("alt+Down", 2, 1);
}
END_TEST

START_TEST (test_steps_along_a_method)
{
  select_call (1, CALL_PART);
  assert_key_leads_to ("period", 1, CALL_PART_2);
  assert_key_leads_to ("period", 1, CALL_PART_2);
  assert_key_leads_to ("comma", 1, CALL_PART);
  assert_key_leads_to ("comma", 1, CALL_PART);

  /* Over all threads in order of time. */
  assert_key_leads_to ("greater", 1, CALL_PART_2);
  assert_key_leads_to ("greater", 2, 1);
  assert_key_leads_to ("greater", 2, 2);
  assert_key_leads_to ("greater", 2, 2);
  assert_key_leads_to ("less", 2, 1);
  assert_key_leads_to ("less", 1, CALL_PART_2);
}
END_TEST

START_TEST (test_steps_from_the_view)
{
  guint32 part = tv_test_find_method (stage.trace, "a.Work.part");

  press ("period");
  ck_assert_uint_eq (tv_trace_session_get_selected_call (stage.session).thread,
                     TV_THREAD_NONE);
  show (300, 600);
  tv_trace_session_select_method (stage.session, part);
  assert_key_leads_to ("period", 2, 1);
  tv_trace_session_clear_selection (stage.session);
  tv_trace_session_select_method (stage.session, part);
  show (300, 380);
  assert_key_leads_to ("comma", 1, CALL_PART_2);
}
END_TEST

START_TEST (test_a_step_brings_its_call_into_view)
{
  select_call (1, CALL_PART);
  show (0, 200);
  /* In view: nothing moves. */
  press ("period");
  assert_view (0, 200);
  /* Out of view: it comes to the middle. */
  press ("greater");
  assert_view (325, 525);
  /* Longer than the view: its beginning comes into it. */
  select_call (1, CALL_WORK);
  show (900, 910);
  press ("period");
  assert_view (599, 609);
  /* Too narrow to be seen: a microsecond on 40 pixels of some 700. */
  show (0, 1000);
  select_call (1, CALL_WORK);
  press ("ctrl+Right");
  tv_timeline_stage_assert_view (&stage, 500, 500, 0.02);
  ck_assert_int_ge (tv_timeline_stage_area (&stage, get_call (1, CALL_TINY)).width, 35);
}
END_TEST

typedef struct
{
  TvCallRef call;
  gboolean seen;
} Ring;

/* Whether there is a ring in the accent colour a few pixels round the call. */
static gboolean
has_ring (gpointer data)
{
  const Ring *ring = data;
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  const GdkRectangle area = tv_timeline_stage_area (&stage, ring->call);
  const GdkRectangle around
      = { area.x - 20, area.y - 20, area.width + 40, area.height + 40 };
  GdkRGBA accent;

  ck_assert (
      gtk_style_context_lookup_color (gtk_widget_get_style_context (stage.timeline),
                                      "theme_selected_bg_color", &accent));
  return (tv_pixels_count (pixels, &around,
                           (guint32) (accent.red * 255 + 0.5f) << 16
                               | (guint32) (accent.green * 255 + 0.5f) << 8
                               | (guint32) (accent.blue * 255 + 0.5f))
          >= 10)
         == ring->seen;
}

static gboolean
has_animations (void)
{
  gboolean enabled;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

START_TEST (test_a_ring_leads_to_the_call_of_a_jump)
{
  Ring ring = { tv_timeline_stage_call (&stage, 1, CALL_WORK_2), FALSE };
  GtkSettings *settings = gtk_settings_get_default ();
  const gboolean enabled = has_animations ();

  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  ck_assert (has_ring (&ring));
  tv_trace_session_select_call (stage.session, ring.call);
  ring.seen = TRUE;
  tv_gui_set_busy (TRUE);
  tv_gui_wait (has_ring, &ring, "the ring");
  tv_gui_set_busy (FALSE);
  ring.seen = FALSE;
  tv_gui_wait (has_ring, &ring, "the ring to fade");

  /* Who clicks on a call looks at it, and some people want nothing to move. */
  for (guint i = 0; i < 2; i++)
    {
      GdkRectangle area;

      ring.call.call = i == 0 ? CALL_PART : CALL_PART_2;
      area = tv_timeline_stage_area (&stage, ring.call);
      g_object_set (settings, "gtk-enable-animations", i == 0, NULL);
      if (i == 0)
        tv_gui_click (stage.timeline, area.x + area.width / 2, area.y + 8);
      else
        tv_trace_session_select_call (stage.session, ring.call);
      tv_timeline_stage_assert_selected (&stage, ring.call);
      for (guint frame = 0; frame < 3; frame++)
        {
          ck_assert (has_ring (&ring));
          tv_gui_settle ();
        }
    }
  g_object_set (settings, "gtk-enable-animations", enabled, NULL);
}
END_TEST

START_TEST (test_double_click_fits)
{
  GdkRectangle work = tv_timeline_stage_area (&stage, get_call (1, CALL_WORK_2));

  tv_gui_move (stage.timeline, work.x + work.width / 4.0, work.y + 5);
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  tv_timeline_stage_assert_selected (&stage, get_call (1, CALL_WORK_2));
  assert_view (575, 825);
}
END_TEST

/* Presses a button, drags it by 100 pixels to the left and 3 down, and lets it go. */
static void
drag_with (const char *button, GdkRectangle from)
{
  tv_gui_move (stage.timeline, 600, from.y + 10);
  tv_gui_input ("mousedown", button, NULL);
  for (int i = 1; i <= 4; i++)
    {
      tv_gui_move (stage.timeline, 600 - 25 * i, from.y + 10 + i);
      tv_gui_settle ();
    }
  tv_gui_input ("mouseup", button, NULL);
  tv_gui_settle ();
}

START_TEST (test_drags)
{
  GdkRectangle main_call = tv_timeline_stage_area (&stage, get_call (1, CALL_MAIN));
  double ms_per_pixel;

  show (400, 500);
  ms_per_pixel = 100.0 / tv_timeline_stage_area (&stage, get_call (1, CALL_MAIN)).width;
  drag_with ("2", main_call);
  tv_timeline_stage_assert_view (&stage, 400 + 100 * ms_per_pixel,
                                 500 + 100 * ms_per_pixel, 0.1);

  show (400, 500);
  tv_gui_input ("keydown", "space", NULL);
  tv_gui_settle ();
  drag_with ("1", main_call);
  tv_gui_input ("keyup", "space", NULL);
  tv_gui_settle ();
  tv_timeline_stage_assert_view (&stage, 400 + 100 * ms_per_pixel,
                                 500 + 100 * ms_per_pixel, 0.1);

  /* Without Space the same drag zooms. */
  show (400, 500);
  drag_with ("1", main_call);
  tv_timeline_stage_assert_view (&stage, 400 + (500 - main_call.x) * ms_per_pixel,
                                 400 + (600 - main_call.x) * ms_per_pixel, 0.3);
}
END_TEST

static int
get_top (guint32 thread_id)
{
  return tv_timeline_stage_area (&stage, get_call (thread_id, 0)).y;
}

/* Four rows, of which not all have room. */
START_TEST (test_rows)
{
  int head = get_top (1);
  int top, pitch;

  tear_down ();
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  gtk_window_set_default_size (GTK_WINDOW (stage.window), 900, head + 60);
  tv_gui_settle ();
  top = get_top (1);
  pitch = get_top (3) - top;
  press ("ctrl+End");
  ck_assert_int_lt (get_top (1), top);
  ck_assert_int_lt (get_top (9), head + 60);
  press ("ctrl+Home");
  ck_assert_int_eq (get_top (1), top);
  press ("Page_Down");
  ck_assert_int_lt (get_top (1), top);
  press ("Page_Up");
  ck_assert_int_eq (get_top (1), top);
  press ("Down");
  ck_assert_int_eq (get_top (1), top - pitch);
  press ("Up");
  ck_assert_int_eq (get_top (1), top);
  tv_gui_move (stage.timeline, 400, top + 5);
  tv_gui_turn_wheel (NULL, "5");
  ck_assert_int_lt (get_top (1), top);
}
END_TEST

/* At a quarter of the view, so that what is zoomed about is told from the middle. */
START_TEST (test_wheel)
{
  GdkRectangle main_call;

  show (400, 500);
  main_call = tv_timeline_stage_area (&stage, get_call (1, CALL_MAIN));
  tv_gui_move (stage.timeline, main_call.x + main_call.width / 4.0, main_call.y + 5);
  tv_gui_turn_wheel (NULL, "7");
  assert_view (410, 510);
  tv_gui_turn_wheel (NULL, "6");
  assert_view (400, 500);
  tv_gui_turn_wheel ("shift", "5");
  assert_view (410, 510);
  tv_gui_turn_wheel ("ctrl", "4");
  tv_timeline_stage_assert_view (&stage, 415, 495, 0.5);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
