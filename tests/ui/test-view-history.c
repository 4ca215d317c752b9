/* SPDX-License-Identifier: Apache-2.0 */

/* Going back to the views that were left. */

#include "support/test-runner.h"
#include "ui/view-history.h"

#define SECOND G_USEC_PER_SEC

static void
assert_back (TvViewHistory *history, gint64 expected_start, gint64 expected_end)
{
  gint64 start = -1;
  gint64 end = -1;

  ck_assert (tv_view_history_go_back (history, &start, &end));
  ck_assert_int_eq (start, expected_start);
  ck_assert_int_eq (end, expected_end);
}

static void
assert_empty (TvViewHistory *history)
{
  gint64 start = -1;
  gint64 end = -1;

  ck_assert (!tv_view_history_go_back (history, &start, &end));
  ck_assert_int_eq (start, -1);
  ck_assert_int_eq (end, -1);
}

START_TEST (test_last_left_comes_first)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();

  assert_empty (history);
  tv_view_history_leave (history, 0, 100, TV_VIEW_CHANGE_JUMP, 0);
  tv_view_history_leave (history, 10, 90, TV_VIEW_CHANGE_JUMP, 1);
  assert_back (history, 10, 90);
  assert_back (history, 0, 100);
  assert_empty (history);
}
END_TEST

START_TEST (test_small_steps_count_as_one)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();

  tv_view_history_leave (history, 0, 100, TV_VIEW_CHANGE_ZOOM, 0);
  tv_view_history_leave (history, 10, 90, TV_VIEW_CHANGE_ZOOM, SECOND / 10);
  tv_view_history_leave (history, 20, 80, TV_VIEW_CHANGE_ZOOM, 2 * SECOND / 10);
  /* Another kind of step, and a pause, begin anew. */
  tv_view_history_leave (history, 30, 70, TV_VIEW_CHANGE_PAN, 3 * SECOND / 10);
  tv_view_history_leave (history, 31, 71, TV_VIEW_CHANGE_PAN, 4 * SECOND / 10);
  tv_view_history_leave (history, 32, 72, TV_VIEW_CHANGE_PAN, 2 * SECOND);
  assert_back (history, 32, 72);
  assert_back (history, 30, 70);
  assert_back (history, 0, 100);
  assert_empty (history);
}
END_TEST

START_TEST (test_a_step_after_going_back_begins_anew)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();

  tv_view_history_leave (history, 0, 100, TV_VIEW_CHANGE_JUMP, 0);
  tv_view_history_leave (history, 10, 90, TV_VIEW_CHANGE_ZOOM, 0);
  assert_back (history, 10, 90);
  tv_view_history_leave (history, 10, 90, TV_VIEW_CHANGE_ZOOM, 1);
  assert_back (history, 10, 90);
  assert_back (history, 0, 100);
}
END_TEST

START_TEST (test_old_views_are_forgotten)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();

  for (gint64 i = 0; i < 250; i++)
    tv_view_history_leave (history, i, 1000 + i, TV_VIEW_CHANGE_JUMP, i);
  for (gint64 i = 249; i >= 50; i--)
    assert_back (history, i, 1000 + i);
  assert_empty (history);
}
END_TEST

START_TEST (test_clear)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();

  tv_view_history_leave (history, 0, 100, TV_VIEW_CHANGE_ZOOM, 0);
  tv_view_history_clear (history);
  assert_empty (history);
  tv_view_history_leave (history, 5, 50, TV_VIEW_CHANGE_ZOOM, 1);
  assert_back (history, 5, 50);
}
END_TEST

int
main (void)
{
  const TTest *const tests[]
      = { test_last_left_comes_first, test_small_steps_count_as_one,
          test_a_step_after_going_back_begins_anew, test_old_views_are_forgotten,
          test_clear };

  return tv_test_run ("view-history", tests, G_N_ELEMENTS (tests));
}
