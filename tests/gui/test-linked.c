/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "ui/pixels.h"

#include <check.h>
#include <stdlib.h>

/* The first colours of the default palette, which ranks go through in turn. */
#define COLOUR_OF_RANK_0 0x3E87E4
#define COLOUR_OF_RANK_3 0x9FC864

/* Backgrounds of the groups of callers and of callees. */
#define PURPLE 0xF4F4FF
#define YELLOW 0xFFFFEB

/* By CPU time: main 1000 ms, run 900, outer 500, inner 300, wrapper 100. */
#define ROW_MAIN "1 Main.main()  app"
#define ROW_RUN "2 Worker.run()  app"
#define ROW_OUTER "3 Work.outer()  app"
#define ROW_INNER "4 Work.inner(int)  app"
#define ROW_WRAPPER "5 Work.wrapper()  app"

static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *timeline;
static GtkWidget *panel;

static void
set_up (void)
{
  window = tv_sample_open (&folder);
  session = tv_window_get_session (window);
  timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  panel = tv_gui_find_type (GTK_WIDGET (window), "TvProfilePanel");
  ck_assert_ptr_nonnull (timeline);
  ck_assert_ptr_nonnull (panel);
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

static guint64
selected_method_id (void)
{
  guint32 method = tv_trace_session_get_selected_method (session);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return tv_trace_get_method (tv_trace_session_get_trace (session), method)->id;
}

static void
click_text (const char *text)
{
  tv_gui_wait_for_text (panel, text);
  tv_gui_click_middle (tv_gui_find_text (panel, text));
}

/* Where a row of the table is, in pixels from the top of the panel. */
static double
row_position (const char *text)
{
  GtkWidget *cell = NULL;
  double x = 0.0;
  double y = 0.0;

  tv_gui_wait_for_text (panel, text);
  cell = tv_gui_find_text (panel, text);
  ck_assert (gtk_widget_translate_coordinates (cell, panel, 0.0, 0.0, &x, &y));
  return y;
}

/* The blocks of inner() in the row of thread 1: at 200, 400 and 700 ms. */
static GdkRectangle
find_inner_block (guint index)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);
  GdkRectangle block = { 0 };

  ck_assert (tv_pixels_find_block (pixels, COLOUR_OF_RANK_3, index, &block));
  return block;
}

static void
choose_of_block (const GdkRectangle *block, const char *item)
{
  tv_gui_click_secondary (timeline, block->x + block->width / 2.0,
                          block->y + block->height / 2.0);
  tv_gui_choose (timeline, item);
}

/* The menu of a call says what can be done with it, and where it is shown. */
START_TEST (test_menu_of_a_call)
{
  GdkRectangle second = find_inner_block (1);
  g_autofree char *copied = NULL;

  choose_of_block (&second, "Copy Name");
  copied = tv_gui_read_clipboard (timeline);
  ck_assert_str_eq (copied, "void app.Work.inner(int)");
  choose_of_block (&second, "Show In/Flame Graph");
  ck_assert (
      gtk_widget_get_mapped (tv_gui_find_type (GTK_WIDGET (window), "TvFlameView")));
  choose_of_block (&second, "Show In/Calls");
  ck_assert (
      gtk_widget_get_mapped (tv_gui_find_type (GTK_WIDGET (window), "TvCallsView")));
  choose_of_block (&second, "Transform/Drop Method");
  ck_assert_ptr_nonnull (tv_trace_session_get_transforms (session));
}
END_TEST

START_TEST (test_blocks_seen)
{
  GdkRectangle first = find_inner_block (0);
  GdkRectangle second = find_inner_block (1);
  GdkRectangle third = find_inner_block (2);

  /* Each lasts 100 ms; they begin 200 and 300 ms apart. */
  ck_assert_int_ge (first.height, 10);
  ck_assert_int_le (abs (first.width - third.width), 1);
  ck_assert_int_le (abs (second.x - first.x - 2 * first.width), 3);
  ck_assert_int_le (abs (third.x - second.x - 3 * first.width), 4);
}
END_TEST

START_TEST (test_timeline_selects_in_panel)
{
  GdkRectangle block = find_inner_block (1);
  TvCallRef call;

  tv_gui_click (timeline, block.x + block.width / 2, block.y + block.height / 2);
  ck_assert_uint_eq (selected_method_id (), TV_SAMPLE_INNER);
  call = tv_trace_session_get_selected_call (session);
  /* Calls of the thread in order of entry: main, outer, inner, inner. */
  ck_assert_uint_eq (call.thread, 0);
  ck_assert_uint_eq (call.call, 3);

  tv_gui_wait_for_text (panel, ROW_INNER);
  tv_gui_wait_for_text (panel, "Parents");
  ck_assert_double_gt (row_position ("Parents"), row_position (ROW_INNER));
}
END_TEST

/* The colours of all methods are back then. */
START_TEST (test_escape_in_the_table_selects_nothing)
{
  g_autoptr (TvPixels) before = tv_pixels_take (timeline);
  g_autoptr (TvPixels) after = NULL;

  click_text (ROW_RUN);
  ck_assert_uint_eq (selected_method_id (), TV_SAMPLE_RUN);
  after = tv_pixels_take (timeline);
  ck_assert_uint_eq (tv_pixels_count (after, NULL, COLOUR_OF_RANK_3), 0);
  tv_gui_keys (panel, "Escape");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
  g_clear_pointer (&after, tv_pixels_free);
  after = tv_pixels_take (timeline);
  ck_assert_uint_eq (tv_pixels_count (after, NULL, COLOUR_OF_RANK_3),
                     tv_pixels_count (before, NULL, COLOUR_OF_RANK_3));
}
END_TEST

/* How many pixels under the bar that @block stands in have changed, from @x on. */
static guint
count_changes_below (const TvPixels *before, const TvPixels *after,
                     const GdkRectangle *block, int x, int width)
{
  const GdkRectangle area = { x, block->y + block->height + 1, width, 8 };

  return tv_pixels_count_changes (before, after, &area);
}

START_TEST (test_extents_of_wrapper)
{
  GdkRectangle first = find_inner_block (0);
  GdkRectangle third = find_inner_block (2);
  g_autoptr (TvPixels) before = tv_pixels_take (timeline);
  g_autoptr (TvPixels) after = NULL;

  click_text (ROW_WRAPPER);
  ck_assert_uint_eq (selected_method_id (), TV_SAMPLE_WRAPPER);
  after = tv_pixels_take (timeline);

  /* wrapper() has no time of its own, its one call lasts as long as the third inner().
   */
  ck_assert_uint_ge (count_changes_below (before, after, &third, third.x, third.width),
                     (guint) third.width - 2);
  ck_assert_uint_eq (count_changes_below (before, after, &first, first.x, first.width),
                     0);
  ck_assert_uint_eq (count_changes_below (before, after, &third,
                                          third.x + third.width + 4, third.width),
                     0);
}
END_TEST

START_TEST (test_groups_seen)
{
  g_autoptr (TvPixels) before = tv_pixels_take (panel);
  g_autoptr (TvPixels) after = NULL;

  ck_assert_uint_eq (tv_pixels_count (before, NULL, PURPLE), 0);
  ck_assert_uint_eq (tv_pixels_count (before, NULL, YELLOW), 0);
  click_text (ROW_OUTER);
  tv_gui_wait_for_text (panel, "Parents");
  tv_gui_wait_for_text (panel, "Children");
  tv_gui_wait_for_text (panel, "self");
  after = tv_pixels_take (panel);
  /* Two rows of callers and three of callees; the table may end before the panel. */
  ck_assert_uint_ge (tv_pixels_count (after, NULL, PURPLE),
                     (guint) after->width / 2 * 2 * 12);
  ck_assert_uint_ge (tv_pixels_count (after, NULL, YELLOW),
                     (guint) after->width / 2 * 3 * 12);
}
END_TEST

START_TEST (test_click_on_child)
{
  GtkWidget *child = NULL;

  click_text (ROW_WRAPPER);
  tv_gui_wait_for_text (panel, "self");
  ck_assert_uint_eq (selected_method_id (), TV_SAMPLE_WRAPPER);
  /* One row of inner() stands in the table above wrapper(), one among its callees. */
  child = tv_gui_find_last_text (panel, ROW_INNER);
  ck_assert (child != tv_gui_find_text (panel, ROW_INNER));
  tv_gui_click_middle (child);
  ck_assert_uint_eq (selected_method_id (), TV_SAMPLE_INNER);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
