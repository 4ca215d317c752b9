/* SPDX-License-Identifier: Apache-2.0 */

/* Rows of a system trace: processes that fold, by keys and with the mouse. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/rows-sample.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/timeline-tracks.h"

#include <check.h>

/* Where a label is pressed, behind its triangle. */
#define LABEL_X 60

static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_rows_sample_new_system ());
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static GdkRectangle
get_area (guint32 id)
{
  return tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, id, 0));
}

/* Calls of a folded group are where its header is. */
static void
assert_places (int first, int second, int third, int fourth)
{
  static const guint32 ids[] = { 11, 12, 21, 31 };
  const int places[] = { first, second, third, fourth };
  GdkRectangle top = get_area (ids[0]);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const int place = (get_area (ids[i]).y - top.y) / 34;

      ck_assert_msg (place == places[i], "thread %u is in place %d, not %d", ids[i],
                     place, places[i]);
    }
}

static void
press (const char *keys)
{
  tv_gui_keys (stage.timeline, keys);
}

static double
get_middle (guint32 id, int rows)
{
  const GdkRectangle area = get_area (id);

  return area.y + area.height / 2.0 + rows * 34;
}

/* The header of 30 is folded: its thread did next to nothing. */
START_TEST (test_fold_by_mouse)
{
  assert_places (0, 1, 3, 4);
  tv_gui_click (stage.timeline, LABEL_X, get_middle (11, -1));
  assert_places (0, 0, 2, 3);
  tv_gui_click (stage.timeline, LABEL_X, get_middle (31, 0));
  assert_places (0, 0, 2, 4);
  tv_gui_click (stage.timeline, LABEL_X, get_middle (11, 0));
  assert_places (0, 1, 3, 5);
}
END_TEST

START_TEST (test_fold_by_key)
{
  press ("ctrl+Down");
  tv_timeline_assert_said (stage.timeline, "[10] shop, open group, row 1 of 6");
  press ("e");
  assert_places (0, 0, 2, 3);
  tv_timeline_assert_said (stage.timeline, "[10] shop, folded group, row 1 of 4");
  press ("ctrl+Down");
  tv_timeline_assert_said (stage.timeline, "[20] store, open group, row 2 of 4");
  press ("ctrl+Down");
  tv_timeline_assert_said (stage.timeline, "[21] io, row 3 of 4");
  press ("ctrl+Up");
  press ("ctrl+Up");
  press ("e");
  assert_places (0, 1, 3, 4);
}
END_TEST

/* The header of a folded group shows how busy it is, and outlines its selected slice.
 */
START_TEST (test_folded_group_marks_selection)
{
  const TvCallRef call = tv_timeline_stage_call (&stage, 12, 0);
  g_autoptr (TvPixels) open = tv_pixels_take (stage.timeline);
  g_autoptr (TvPixels) folded = NULL;
  g_autoptr (TvPixels) marked = NULL;
  GdkRectangle area;

  press ("ctrl+Down");
  press ("e");
  folded = tv_pixels_take (stage.timeline);
  area = get_area (12);
  ck_assert_uint_gt (tv_pixels_count_changes (open, folded, &area), 100);

  tv_trace_session_select_call (stage.session, call);
  tv_gui_settle ();
  marked = tv_pixels_take (stage.timeline);
  assert_places (0, 0, 2, 3); /* it does not open */
  area.width = 1;
  ck_assert_uint_gt (tv_pixels_count_changes (folded, marked, &area), 10);
}
END_TEST

START_TEST (test_hide_and_profile_group)
{
  GdkRectangle area;

  press ("ctrl+Down");
  press ("shift+o");
  ck_assert (tv_thread_set_contains (tv_trace_session_get_threads (stage.session),
                                     tv_test_find_thread (stage.trace, 12)));
  ck_assert (!tv_thread_set_contains (tv_trace_session_get_threads (stage.session),
                                      tv_test_find_thread (stage.trace, 21)));
  press ("h");
  ck_assert (!tv_timeline_get_call_area (
      TV_TIMELINE (stage.timeline), tv_timeline_stage_call (&stage, 11, 0), &area));
  press ("shift+h");
  assert_places (0, 1, 3, 4);
}
END_TEST

/* Threads that are looked for are shown, whether their group is folded or not. */
START_TEST (test_filter_opens_groups)
{
  const GdkRectangle place = get_area (11);

  press ("ctrl+shift+f");
  tv_gui_type (stage.timeline, "timer");
  ck_assert_int_eq (get_area (31).y, place.y);
  press ("Escape");
  assert_places (0, 1, 3, 4);
}
END_TEST

static void
assert_text (guint32 key, double ms, const char *expected)
{
  g_autofree char *text
      = tv_timeline_tracks_dup_text (stage.session, key, (gint64) (ms * 1e6));

  if (expected == NULL)
    ck_assert_ptr_null (text);
  else
    ck_assert_str_eq (text, expected);
}

/* What rows show is said in words, too. */
START_TEST (test_words)
{
  guint32 main_thread;

  tear_down ();
  tv_timeline_stage_open (&stage, tv_rows_sample_new_scheduled ());
  main_thread = tv_test_find_thread (stage.trace, 11);
  assert_text (main_thread, 10, "Running · CPU 0 · 20.000\u00a0ms");
  assert_text (main_thread, 40, "Asleep · 40.000\u00a0ms");
  assert_text (main_thread, 70,
               "Runnable, waiting for a CPU · 20.000\u00a0ms · woken by [12] worker");
  assert_text (main_thread, 90, "Running · CPU 1 · 20.000\u00a0ms");
  assert_text (tv_row_key_new (TV_TIMELINE_ROW_COUNTER, 0), 49, "heap: 40");
  assert_text (tv_row_key_new (TV_TIMELINE_ROW_COUNTER, 0), 51, "heap: 80");
  assert_text (tv_row_key_new (TV_TIMELINE_ROW_CPU, 0), 10, "[11] main");
  assert_text (tv_row_key_new (TV_TIMELINE_ROW_CPU, 0), 30, "[12] worker");
  assert_text (tv_row_key_new (TV_TIMELINE_ROW_CPU, 0), 95, "Idle");
}
END_TEST

/* A counter has a menu, and its label a tooltip. */
START_TEST (test_counter_label)
{
  g_autofree char *text = NULL;
  double y;

  tear_down ();
  tv_timeline_stage_open (&stage, tv_rows_sample_new_scheduled ());
  y = get_middle (11, 2);
  text = tv_timeline_tracks_dup_tooltip (stage.session,
                                         tv_row_key_new (TV_TIMELINE_ROW_COUNTER, 0));
  ck_assert_str_eq (text, "heap\n[10] Process 10\n2 values\n40 to 80");
  tv_gui_wait_for_tooltip (stage.timeline, LABEL_X, y, text);
  tv_gui_park ();
  tv_gui_click_secondary (stage.timeline, LABEL_X, y);
  tv_gui_wait_for_text (stage.timeline, "Hide Row");
  ck_assert_ptr_null (tv_gui_find_text (stage.timeline, "Pin to Top"));
  tv_gui_choose (stage.timeline, "Hide Row");
  press ("ctrl+Up");
  tv_timeline_assert_said (stage.timeline, "[11] main, row 3 of 4");
}
END_TEST

/* Lists the colours of the strip of states, from the left. */
static guint32
get_strip_pixel (const TvPixels *pixels, const GdkRectangle *row, double ms)
{
  return tv_pixels_get (pixels, row->x + (int) (row->width * ms / 100),
                        row->y + 20 + 4);
}

/* A strip under the row shows what the thread did in the view of the scheduler. */
START_TEST (test_states_strip)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle row;

  tear_down ();
  tv_timeline_stage_open (&stage, tv_rows_sample_new_scheduled ());
  pixels = tv_pixels_take (stage.timeline);
  row = get_area (11);
  ck_assert_uint_eq (get_strip_pixel (pixels, &row, 10),
                     get_strip_pixel (pixels, &row, 90));
  ck_assert_uint_ne (get_strip_pixel (pixels, &row, 10),
                     get_strip_pixel (pixels, &row, 70));
  ck_assert_uint_ne (get_strip_pixel (pixels, &row, 70),
                     get_strip_pixel (pixels, &row, 40));
}
END_TEST

/* An arrow goes from `draw` to the beginning of `load`, which is selected. */
START_TEST (test_flow)
{
  const TvCallRef draw = tv_timeline_stage_call (&stage, 11, 1);
  const GdkRectangle from = tv_timeline_stage_area (&stage, draw);
  const GdkRectangle to = get_area (12);
  const GdkRectangle between = { to.x - 2, from.y + from.height + 1, 5, 4 };
  g_autoptr (TvPixels) before = tv_pixels_take (stage.timeline);
  g_autoptr (TvPixels) after = NULL;

  tv_trace_session_select_call (stage.session, tv_timeline_stage_call (&stage, 12, 0));
  tv_gui_settle ();
  after = tv_pixels_take (stage.timeline);
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &between), 3);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
