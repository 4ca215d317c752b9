/* SPDX-License-Identifier: Apache-2.0 */

/* Where the rows of the timeline are, and which of them are in sight. */

#include "support/test-runner.h"
#include "ui/timeline/timeline-layout.h"

#include <math.h>

static guint32 *
list_threads (const guint32 *threads, guint n)
{
  return g_memdup2 (threads, n * sizeof threads[0]);
}

/* Of six threads four have a row: 4, 1, the idle line, 0. */
static TvTimelineLayout *
make_layout (void)
{
  TvTimelineLayout *layout = tv_timeline_layout_new (6);

  tv_timeline_layout_set_rows (
      layout, list_threads ((guint32[]){ 4, 1, TV_THREAD_NONE, 0 }, 4), 4, 1);
  return layout;
}

static void
assert_place (const TvTimelineLayout *layout, guint row, gint64 y, gint64 height)
{
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, row).y, y);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, row).height, height);
}

START_TEST (test_rows)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();

  ck_assert_uint_eq (tv_timeline_layout_get_n_rows (layout), 4);
  ck_assert_uint_eq (tv_timeline_layout_get_n_pinned (layout), 1);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 0).kind,
                    TV_TIMELINE_ROW_THREAD);
  ck_assert_uint_eq (tv_timeline_layout_get_row (layout, 0).thread, 4);
  ck_assert_int_eq (tv_timeline_layout_get_row (layout, 2).kind, TV_TIMELINE_ROW_IDLE);
  ck_assert_uint_eq (tv_timeline_layout_get_row (layout, 2).thread, TV_THREAD_NONE);
  assert_place (layout, 0, 0, 34);
  assert_place (layout, 3, 102, 34);
}
END_TEST

START_TEST (test_empty)
{
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (0);
  guint first = G_MAXUINT;

  ck_assert_uint_eq (tv_timeline_layout_get_n_rows (layout), 0);
  ck_assert_int_eq (tv_timeline_layout_get_height (layout), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 0), -1);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 0), -1);
  ck_assert_uint_eq (tv_timeline_layout_visible (layout, 0, 100, &first), 0);
  ck_assert_uint_eq (first, 0);
}
END_TEST

START_TEST (test_find)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();

  ck_assert_int_eq (tv_timeline_layout_find (layout, 4), 0);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 1), 1);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 0), 3);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 2), -1);
  ck_assert_int_eq (tv_timeline_layout_find (layout, TV_THREAD_NONE), -1);

  tv_timeline_layout_set_rows (layout, list_threads ((guint32[]){ 2, 4 }, 2), 2, 0);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 2), 0);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 4), 1);
  ck_assert_int_eq (tv_timeline_layout_find (layout, 1), -1);
}
END_TEST

START_TEST (test_row_at)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();

  ck_assert_int_eq (tv_timeline_layout_get_height (layout), 4 * TV_ROW_HEIGHT);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, -0.5), -1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 0), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, TV_ROW_HEIGHT - 0.5), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, TV_ROW_HEIGHT), 1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 4 * TV_ROW_HEIGHT - 0.5), 3);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 4 * TV_ROW_HEIGHT), -1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, (double) NAN), -1);
}
END_TEST

static void
assert_visible (const TvTimelineLayout *layout, double top, double height,
                guint expected_first, guint expected_n)
{
  guint first = G_MAXUINT;

  ck_assert_uint_eq (tv_timeline_layout_visible (layout, top, height, &first),
                     expected_n);
  ck_assert_uint_eq (first, expected_first);
}

START_TEST (test_visible)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();
  const double row = TV_ROW_HEIGHT;

  assert_visible (layout, 0, 1000, 0, 4);
  assert_visible (layout, 0, 2 * row, 0, 2);
  /* One pixel further, the third row comes into sight and the first is still there. */
  assert_visible (layout, 1, 2 * row, 0, 3);
  assert_visible (layout, row, 2 * row, 1, 2);
  assert_visible (layout, 3.5 * row, 1000, 3, 1);
  assert_visible (layout, 4 * row, 1000, 0, 0);
  assert_visible (layout, -row, 2 * row, 0, 1);
  assert_visible (layout, -row, row, 0, 0);
  assert_visible (layout, 0, 0, 0, 0);
}
END_TEST

START_TEST (test_levels)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();
  const guint32 levels[6] = { 2, 0, 0, 0, 1, 0 };

  /* Three levels of 18 pixels and what is round a bar. */
  tv_timeline_layout_set_levels (layout, 1, 3);
  ck_assert_uint_eq (tv_timeline_layout_get_row (layout, 1).levels, 3);
  assert_place (layout, 0, 0, 34);
  assert_place (layout, 1, 34, 68);
  assert_place (layout, 2, 102, 34);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 101.9), 1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 102), 2);
  assert_visible (layout, 34, 68, 1, 1);

  /* The height goes with the thread where its row goes. */
  tv_timeline_layout_set_rows (layout, list_threads ((guint32[]){ 0, 1 }, 2), 2, 0);
  assert_place (layout, 1, 34, 68);
  tv_timeline_layout_set_rows (layout, list_threads ((guint32[]){ 1, 0 }, 2), 2, 0);
  assert_place (layout, 1, 68, 34);

  tv_timeline_layout_set_levels (layout, 1, 0);
  assert_place (layout, 0, 0, 34);
  tv_timeline_layout_set_levels (layout, 5, 7); /* has no row */
  ck_assert_int_eq (tv_timeline_layout_get_height (layout), 68);

  tv_timeline_layout_set_levels_of_all (layout, levels);
  assert_place (layout, 0, 0, 34);
  assert_place (layout, 1, 34, 50);
  tv_timeline_layout_set_levels_of_all (layout, NULL);
  assert_place (layout, 1, 34, 34);
  ck_assert_uint_eq (tv_timeline_layout_get_row (layout, 1).levels, 0);
}
END_TEST

START_TEST (test_levels_of_some)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();
  const guint32 levels[6] = { 2, 9, 0, 0, 1, 7 };

  /* Thread 5 has no row, and thread 1 is not meant. */
  tv_timeline_layout_set_levels (layout, 1, 3);
  tv_timeline_layout_set_levels_of (layout, NULL, 0, levels);
  assert_place (layout, 0, 0, 34);
  tv_timeline_layout_set_levels_of (layout, (guint32[]){ 5, 0, 4 }, 3, levels);
  assert_place (layout, 0, 0, 32);
  assert_place (layout, 1, 32, 68);
  assert_place (layout, 3, 134, 50);
  tv_timeline_layout_set_rows (layout, list_threads ((guint32[]){ 5, 0 }, 2), 2, 0);
  assert_place (layout, 0, 0, 140);
  assert_place (layout, 1, 140, 50);
}
END_TEST

/* More pixels than 32 bits count: 2^32 - 1 levels twice. */
START_TEST (test_deep_stacks)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();
  const gint64 deep = G_GINT64_CONSTANT (4294967295) * 18 + 14;

  tv_timeline_layout_set_levels (layout, 4, G_MAXUINT32);
  tv_timeline_layout_set_levels (layout, 1, G_MAXUINT32);
  assert_place (layout, 0, 0, deep);
  assert_place (layout, 1, deep, deep);
  assert_place (layout, 3, 2 * deep + 34, 34);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, (double) deep - 1), 0);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, (double) deep), 1);
  ck_assert_int_eq (tv_timeline_layout_row_at (layout, 2.0 * (double) deep + 34), 3);
  assert_visible (layout, (double) deep + 1e9, 1000, 1, 1);
}
END_TEST

START_TEST (test_row_height)
{
  g_autoptr (TvTimelineLayout) layout = make_layout ();

  tv_timeline_layout_set_levels (layout, 1, 1);
  tv_timeline_layout_set_row_height (layout, 50);
  ck_assert_uint_eq (tv_timeline_layout_get_row_height (layout), 50);
  assert_place (layout, 0, 0, 50);
  /* Neither a chart nor the line of idle threads grows with the strips. */
  assert_place (layout, 1, 50, 32);
  assert_place (layout, 2, 82, 34);
  assert_place (layout, 3, 116, 50);
  tv_timeline_layout_set_row_height (layout, 18);
  assert_place (layout, 2, 50, 18);
}
END_TEST

/* At 34 and above there is room for tabs and brackets; a bar is 20 high as long as
 * possible. */
START_TEST (test_low_rows_give_up_margins_first)
{
  static const struct
  {
    guint row;
    guint bar;
    guint top;
  } expected[]
      = { { 114, 100, 6 }, { 34, 20, 6 }, { 27, 20, 3 }, { 22, 20, 1 }, { 18, 16, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      ck_assert_uint_eq (tv_row_get_bar_height (expected[i].row), expected[i].bar);
      ck_assert_uint_eq (tv_row_get_bar_top (expected[i].row), expected[i].top);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
