/* SPDX-License-Identifier: Apache-2.0 */

/* The menu of a row of the timeline. */

#include "gui/rows-window.h"
#include "ui/pixels.h"

#include <check.h>

static void
set_up (void)
{
  tv_rows_window_open (500);
}

static void
choose_from_menu (const char *text)
{
  tv_gui_wait_for_text (rows_stage.timeline, text);
  tv_gui_click_middle (tv_gui_find_text (rows_stage.timeline, text));
}

static void
open_menu (guint32 id)
{
  tv_gui_click_secondary (rows_stage.timeline, TV_LABEL_X,
                          tv_rows_window_get_middle (id));
  tv_gui_wait_for_text (rows_stage.timeline, "Hide Thread");
}

static void
choose (guint32 id, const char *text)
{
  open_menu (id);
  choose_from_menu (text);
  ck_assert_ptr_null (tv_gui_find_type (rows_stage.timeline, "GtkPopoverMenu"));
}

START_TEST (test_order_by_menu)
{
  static const struct
  {
    const char *item;
    const char *order;
    const char *rows;
  } cases[] = {
    { "CPU Time", "cpu-time", "3 12 7 20" },
    { "Name", "name", "7 3 12 20" },
    { "ID", "id", "3 7 12 20" },
    /* It goes with any order. */
    { "Main Thread First", "id", "7 3 12 20" },
  };
  GActionGroup *actions
      = tv_timeline_get_action_group (TV_TIMELINE (rows_stage.timeline));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GVariant) state = NULL;

      open_menu (3);
      choose_from_menu ("Order Threads By");
      choose_from_menu (cases[i].item);
      tv_rows_window_assert_rows (cases[i].rows);
      state = g_action_group_get_action_state (actions, "thread-order");
      ck_assert_str_eq (g_variant_get_string (state, NULL), cases[i].order);
    }
}
END_TEST

START_TEST (test_hide_by_menu)
{
  choose (12, "Hide Thread");
  tv_rows_window_assert_rows ("3 7 20");
  choose (7, "Show Only This Thread");
  tv_rows_window_assert_rows ("7");
  choose (7, "Show All Threads");
  tv_rows_window_assert_rows ("12 3 7 20");
}
END_TEST

START_TEST (test_pin)
{
  tv_rows_window_click_label (20);
  tv_rows_window_press ("p");
  tv_rows_window_assert_rows ("20 12 3 7");
  choose (7, "Pin to Top");
  tv_rows_window_assert_rows ("20 7 12 3");
  tv_rows_window_press ("r");
  tv_rows_window_assert_rows ("20 7 3 12");
  tv_rows_window_press ("p");
  tv_rows_window_assert_rows ("20 3 12 7");
  choose (20, "Pin to Top");
  tv_rows_window_assert_rows ("3 12 7 20");
}
END_TEST

START_TEST (test_filter_by_menu)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  GdkRectangle rows;

  choose (7, "Filter Threads by Name");
  ck_assert_ptr_nonnull (tv_gui_find_type (rows_stage.timeline, "GtkSearchEntry"));
  tv_gui_type (rows_stage.timeline, "Main");
  before = tv_pixels_take (rows_stage.timeline);
  rows = (GdkRectangle){ 0, before->height / 3, before->width, before->height / 2 };
  tv_rows_window_assert_rows (""); /* a capital is meant */
  tv_rows_window_press ("BackSpace");
  tv_rows_window_press ("BackSpace");
  tv_rows_window_press ("BackSpace");
  tv_rows_window_press ("BackSpace");
  tv_gui_type (rows_stage.timeline, "main");
  tv_rows_window_assert_rows ("7");
  /* Where there was no row, a sentence said so. */
  after = tv_pixels_take (rows_stage.timeline);
  ck_assert_uint_gt (tv_pixels_count_changes (before, after, &rows), 100);
}
END_TEST

START_TEST (test_idle_by_click)
{
  GdkRectangle last = tv_rows_window_get_area (20);
  double y = last.y + last.height / 2.0 + 34;

  tv_gui_click (rows_stage.timeline, TV_LABEL_X, y);
  tv_rows_window_assert_rows ("12 3 7 20 30 31");
  /* In the lane of the line as well. */
  tv_gui_click (rows_stage.timeline, 500, y);
  tv_rows_window_assert_rows ("12 3 7 20");

  /* Its menu has nothing about a thread. */
  tv_gui_click_secondary (rows_stage.timeline, TV_LABEL_X, y);
  tv_gui_wait_for_text (rows_stage.timeline, "Show Idle Threads");
  ck_assert_ptr_null (tv_gui_find_text (rows_stage.timeline, "Hide Thread"));
  choose_from_menu ("Show Idle Threads");
  tv_rows_window_assert_rows ("12 3 7 20 30 31");
}
END_TEST

START_TEST (test_menu_by_key)
{
  tv_rows_window_press ("ctrl+Down");
  tv_rows_window_press ("Menu");
  choose_from_menu ("Hide Thread");
  tv_rows_window_assert_rows ("3 7 20");
  ck_assert_ptr_null (tv_gui_find_type (rows_stage.timeline, "GtkPopoverMenu"));
  tv_rows_window_press ("shift+F10");
  choose_from_menu ("Pin to Top");
  tv_rows_window_press ("r");
  tv_rows_window_press ("r");
  tv_rows_window_assert_rows ("3 7 20");
}
END_TEST

TV_GUI_TESTS (set_up, tv_rows_window_close)
