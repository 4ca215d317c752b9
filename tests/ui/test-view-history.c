/* SPDX-License-Identifier: Apache-2.0 */

/* Going back to the views that were left, and forward again. */

#include "support/test-runner.h"
#include "ui/timeline/timeline-view.h"

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

/* Goes a step from the view @from and finds the view @to, which begins with that. */
static void
assert_step (TvViewHistory *history,
             gboolean (*go) (TvViewHistory *history, gint64 *start, gint64 *end),
             gint64 from, gint64 to)
{
  gint64 start = from;
  gint64 end = from + 10;

  ck_assert (go (history, &start, &end));
  ck_assert_int_eq (start, to);
  ck_assert_int_eq (end, to + 10);
}

START_TEST (test_forward)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();
  gint64 start = 5;
  gint64 end = 50;

  tv_view_history_leave (history, 0, 10, TV_VIEW_CHANGE_JUMP, 0);
  tv_view_history_leave (history, 100, 110, TV_VIEW_CHANGE_JUMP, 1);
  ck_assert (!tv_view_history_go_forward (history, &start, &end));
  assert_step (history, tv_view_history_go_back, 200, 100);
  assert_step (history, tv_view_history_go_back, 100, 0);
  assert_step (history, tv_view_history_go_forward, 0, 100);
  assert_step (history, tv_view_history_go_forward, 100, 200);
  ck_assert (!tv_view_history_go_forward (history, &start, &end));
  assert_step (history, tv_view_history_go_back, 200, 100);

  /* A new way ends the old one. */
  tv_view_history_leave (history, 100, 110, TV_VIEW_CHANGE_PAN, 2);
  ck_assert (!tv_view_history_go_forward (history, &start, &end));
  ck_assert_int_eq (start, 5);
  ck_assert_int_eq (end, 50);
  assert_step (history, tv_view_history_go_back, 300, 100);
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

TV_TESTS (NULL, NULL)
