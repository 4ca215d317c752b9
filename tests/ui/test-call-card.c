/* SPDX-License-Identifier: Apache-2.0 */

/* Where the card of a call goes: on the screen, and not over what it tells of. */

#include "support/test-runner.h"
#include "ui/timeline/timeline-card.h"

static const GdkRectangle bounds = { 0, 50, 900, 350 };

static void
assert_place (const GdkRectangle *target, double x, gboolean mirrored, int width,
              int height, int expected_x, int expected_y)
{
  GdkRectangle area = { -1, -1, width, height };

  ck_assert (tv_timeline_card_locate (&bounds, target, x, mirrored, &area));
  ck_assert_int_eq (area.x, expected_x);
  ck_assert_int_eq (area.y, expected_y);
}

START_TEST (test_under)
{
  const GdkRectangle row = { 200, 100, 600, 34 };

  assert_place (&row, 300, FALSE, 200, 100, 314, 140);
  assert_place (&row, 300, TRUE, 200, 100, 86, 140);
  /* Not over the edges. */
  assert_place (&row, 790, FALSE, 200, 100, 700, 140);
  assert_place (&row, 110, TRUE, 200, 100, 0, 140);
}
END_TEST

START_TEST (test_over)
{
  const GdkRectangle row = { 200, 300, 600, 34 };

  assert_place (&row, 300, FALSE, 200, 100, 314, 194);
}
END_TEST

START_TEST (test_beside)
{
  const GdkRectangle box = { 300, 200, 200, 34 };

  assert_place (&box, 400, FALSE, 200, 300, 506, 67);
  assert_place (&box, 400, TRUE, 200, 300, 94, 67);
  /* Where there is room. */
  assert_place (&(GdkRectangle){ 600, 200, 200, 34 }, 650, FALSE, 200, 300, 394, 67);
  assert_place (&(GdkRectangle){ 100, 200, 200, 34 }, 150, TRUE, 200, 300, 306, 67);
}
END_TEST

START_TEST (test_no_room)
{
  const GdkRectangle row = { 200, 200, 600, 34 };
  GdkRectangle area = { 0, 0, 200, 351 };

  ck_assert (!tv_timeline_card_locate (&bounds, &row, 300, FALSE, &area));
  area = (GdkRectangle){ 0, 0, 901, 20 };
  ck_assert (!tv_timeline_card_locate (&bounds, &row, 300, FALSE, &area));
  /* Never over the call, which fills the width. */
  area = (GdkRectangle){ 0, 0, 200, 300 };
  ck_assert (!tv_timeline_card_locate (&bounds, &row, 450, FALSE, &area));
}
END_TEST

/* Cards of many sizes at many places are in sight, and never over the call. */
START_TEST (test_never_over_the_call)
{
  for (int y = 50; y + 34 <= 400; y += 7)
    for (int x = 0; x < 900; x += 13)
      for (int height = 20; height <= 350; height += 30)
        {
          const GdkRectangle box = { x - x % 100, y, 100, 34 };
          GdkRectangle area = { 0, 0, 300, height };

          ck_assert (tv_timeline_card_locate (&bounds, &box, x, x % 2 == 0, &area));
          ck_assert (!gdk_rectangle_intersect (&area, &box, NULL));
          gdk_rectangle_union (&area, &bounds, &area);
          ck_assert (gdk_rectangle_equal (&area, &bounds));
        }
}
END_TEST

TV_TESTS (NULL, NULL)
