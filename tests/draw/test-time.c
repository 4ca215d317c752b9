/* SPDX-License-Identifier: Apache-2.0 */

/* Times on pixels: scale and ticks. */

#include "draw/time-scale.h"
#include "draw/time-ticks.h"
#include "support/test-runner.h"

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)
#define S (1000 * MS)

static void
assert_range (const TvTimeScale *scale, gint64 start, gint64 end)
{
  ck_assert_int_eq (scale->start, start);
  ck_assert_int_eq (scale->end, end);
}

START_TEST (x_and_time_are_inverse)
{
  TvTimeScale scale;

  tv_time_scale_init (&scale, 100, 100 + 5 * MS, 1000);
  ck_assert_double_eq (tv_time_scale_to_x (&scale, 100), 0);
  ck_assert_double_eq (tv_time_scale_to_x (&scale, 100 + 5 * MS), 1000);
  ck_assert_double_eq (tv_time_scale_to_x (&scale, 100 + MS), 200);
  ck_assert_int_eq (tv_time_scale_to_time (&scale, 200), 100 + MS);
  ck_assert_int_eq (tv_time_scale_to_time (&scale, -5), 100);
  ck_assert_int_eq (tv_time_scale_to_time (&scale, 1005), 100 + 5 * MS);
  for (gint64 time = 100; time < 100 + 5 * MS; time += 77777)
    ck_assert_int_eq (tv_time_scale_to_time (&scale, tv_time_scale_to_x (&scale, time)),
                      time);
}
END_TEST

START_TEST (hours_lose_no_nanosecond)
{
  TvTimeScale scale;
  const gint64 end = 30 * 3600 * S;

  tv_time_scale_init (&scale, 0, end, 1600);
  tv_time_scale_set_range (&scale, end - 2000, end - 1);
  ck_assert_int_eq (
      tv_time_scale_to_time (&scale, tv_time_scale_to_x (&scale, end - 7)), end - 7);
}
END_TEST

START_TEST (zooming_keeps_the_time_under_the_pointer)
{
  TvTimeScale scale;

  tv_time_scale_init (&scale, 0, 1000 * US, 500);
  tv_time_scale_zoom (&scale, 250, 2);
  assert_range (&scale, 250 * US, 750 * US);
  tv_time_scale_zoom (&scale, 0, 2);
  assert_range (&scale, 250 * US, 500 * US);
  tv_time_scale_zoom (&scale, 500, 5);
  assert_range (&scale, 450 * US, 500 * US);
  tv_time_scale_zoom (&scale, 500, 0.1);
  assert_range (&scale, 0, 500 * US);
  tv_time_scale_zoom (&scale, 100, 0.01);
  ck_assert (tv_time_scale_shows_all (&scale));
}
END_TEST

START_TEST (zooming_ends_at_the_least_span)
{
  TvTimeScale scale;

  tv_time_scale_init (&scale, 0, S, 1000);
  tv_time_scale_set_least_span (&scale, US);
  for (guint i = 0; i < 100; i++)
    tv_time_scale_zoom (&scale, 500, 2);
  ck_assert_int_eq (scale.end - scale.start, US);
  /* The middle stays where it is but for the rounding to whole nanoseconds. */
  ck_assert_int_le (ABS (scale.start + US / 2 - S / 2), 20);
  for (guint i = 0; i < 100; i++)
    tv_time_scale_zoom (&scale, 500, 0.5);
  ck_assert (tv_time_scale_shows_all (&scale));
}
END_TEST

/* A nanosecond of a trace of 70 minutes, on as many pixels as there may be. */
START_TEST (a_single_nanosecond)
{
  static const double widths[] = { 1, 700, 1600, 100000 };
  const gint64 full = 70 * 60 * S;

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      double width = widths[i];
      TvTimeScale scale;

      tv_time_scale_init (&scale, 0, full, width);
      for (guint step = 0; step < 200; step++)
        tv_time_scale_zoom (&scale, width, 1.25);
      assert_range (&scale, full - 1, full);
      ck_assert_double_eq (tv_time_scale_to_x (&scale, full - 1), 0);
      ck_assert_double_eq_tol (tv_time_scale_to_x (&scale, full), width, 1e-6);
      ck_assert_int_eq (tv_time_scale_to_time (&scale, width * 0.4), full - 1);
      ck_assert_int_eq (tv_time_scale_to_time (&scale, width * 0.6), full);
      /* Every step back shows more, however small it is. */
      for (guint step = 0; !tv_time_scale_shows_all (&scale); step++)
        {
          gint64 span = scale.end - scale.start;

          tv_time_scale_zoom (&scale, width, 1 / 1.25);
          ck_assert_int_gt (scale.end - scale.start, span);
          ck_assert_uint_lt (step, 200);
        }
    }
}
END_TEST

START_TEST (a_hundred_thousand_pixels)
{
  const gint64 full = 70 * 60 * S;
  TvTimeScale scale;

  tv_time_scale_init (&scale, 0, full, 100000);
  ck_assert_double_eq (tv_time_scale_get_pixel_time (&scale), 42 * MS);
  for (int x = 0; x <= 100000; x += 77)
    {
      gint64 time = tv_time_scale_to_time (&scale, x);

      ck_assert_int_eq (time, x * 42 * MS);
      ck_assert_double_eq_tol (tv_time_scale_to_x (&scale, time), x, 1e-6);
    }
  tv_time_scale_zoom (&scale, 50000, 100);
  assert_range (&scale, full / 2 - full / 200, full / 2 + full / 200);
  tv_time_scale_pan (&scale, 100000);
  assert_range (&scale, full / 2 + full / 200, full / 2 + 3 * (full / 200));
}
END_TEST

START_TEST (panning_stays_inside)
{
  TvTimeScale scale;

  tv_time_scale_init (&scale, 0, 1000 * US, 100);
  tv_time_scale_set_range (&scale, 200 * US, 300 * US);
  tv_time_scale_pan (&scale, 50);
  assert_range (&scale, 250 * US, 350 * US);
  tv_time_scale_pan (&scale, -100);
  assert_range (&scale, 150 * US, 250 * US);
  tv_time_scale_pan (&scale, -1000);
  assert_range (&scale, 0, 100 * US);
  tv_time_scale_pan (&scale, 1e9);
  assert_range (&scale, 900 * US, 1000 * US);
}
END_TEST

START_TEST (ranges_are_cut_and_widened)
{
  TvTimeScale scale;

  tv_time_scale_init (&scale, 7, 7, 100);
  assert_range (&scale, 7, 8);
  tv_time_scale_set_least_span (&scale, US);
  assert_range (&scale, 7, 8);
  tv_time_scale_init (&scale, 0, MS, 100);
  tv_time_scale_set_least_span (&scale, US);
  tv_time_scale_set_range (&scale, 900 * US, 300 * US);
  assert_range (&scale, 300 * US, 900 * US);
  tv_time_scale_set_range (&scale, -5, 2 * MS);
  ck_assert (tv_time_scale_shows_all (&scale));
  tv_time_scale_set_range (&scale, MS, MS);
  assert_range (&scale, MS - US, MS);
  tv_time_scale_set_range (&scale, 500 * US, 500 * US);
  assert_range (&scale, 500 * US - 500, 500 * US + 500);
  tv_time_scale_init (&scale, G_MININT64, G_MAXINT64, 100);
  tv_time_scale_pan (&scale, 10);
  ck_assert (tv_time_scale_shows_all (&scale));
}
END_TEST

/* Labels of the first ticks, for a full range that begins at 0. */
static void
assert_ticks (gint64 full_end, gint64 start, gint64 end, double width, gint64 step,
              gint64 minor_step, const char *labels)
{
  TvTimeScale scale;
  TvTimeTicks ticks;
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 time;

  tv_time_scale_init (&scale, 0, full_end, width);
  tv_time_scale_set_range (&scale, start, end);
  tv_time_ticks_init (&ticks, &scale, 50);
  ck_assert_int_eq (ticks.step, step);
  ck_assert_int_eq (ticks.minor_step, minor_step);
  time = tv_time_ticks_first (step, start);
  for (guint i = 0; i < 3; i++, time += step)
    {
      g_autofree char *label = tv_time_ticks_format (&ticks, &scale, time);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", label);
    }
  ck_assert_str_eq (text->str, labels);
}

START_TEST (ticks_suit_range_and_width)
{
  assert_ticks (5 * S, 0, 5 * S, 1000, 500 * MS, 100 * MS,
                "0\302\240ms|500\302\240ms|1000\302\240ms");
  assert_ticks (5 * S, 0, 5 * S, 500, 500 * MS, 100 * MS,
                "0\302\240ms|500\302\240ms|1000\302\240ms");
  assert_ticks (5 * S, 0, 5 * S, 499, S, 200 * MS, "0\302\240s|1\302\240s|2\302\240s");
  assert_ticks (5 * S, 1350 * MS + 1, 1800 * MS, 1000, 50 * MS, 10 * MS,
                "1400\302\240ms|1450\302\240ms|1500\302\240ms");
  assert_ticks (5 * S, 2114 * MS + 1, 2114 * MS + 201 * US, 600, 20 * US, 5 * US,
                "2114.02\302\240ms|2114.04\302\240ms|2114.06\302\240ms");
  assert_ticks (800 * US, 0, 800 * US, 500, 100 * US, 20 * US,
                "0\302\240µs|100\302\240µs|200\302\240µs");
  assert_ticks (2 * US, 0, 1 * US, 50000, 1, 1, "0\302\240ns|1\302\240ns|2\302\240ns");
  assert_ticks (3600 * S, 0, 3600 * S, 1000, 200 * S, 50 * S,
                "0\302\240s|200\302\240s|400\302\240s");
  assert_ticks (4200 * S, 0, 4200 * S, 100000, 5 * S, S,
                "0\302\240s|5\302\240s|10\302\240s");
  assert_ticks (4200 * S, 4200 * S - 1, 4200 * S, 1600, 1, 1,
                "4199999.999999\302\240ms|4200000.000000\302\240ms|"
                "4200000.000001\302\240ms");
}
END_TEST

/* From a nanosecond to 70 minutes, wherever the view is, some label has room. */
START_TEST (every_view_has_a_tick_with_a_label)
{
  const gint64 full = 70 * 60 * S;

  for (gint64 span = 1; span <= full; span += span / 3 + 1)
    for (int place = 0; place <= 7; place++)
      {
        gint64 start = (full - span) / 7 * place;
        TvTimeScale scale;
        TvTimeTicks ticks;
        gint64 first;

        tv_time_scale_init (&scale, 0, full, 500);
        tv_time_scale_set_range (&scale, start, start + span);
        tv_time_ticks_init (&ticks, &scale, 100);
        first = tv_time_ticks_first (ticks.step, scale.start);
        ck_assert_double_le (tv_time_scale_to_x (&scale, first), 400);
      }
}
END_TEST

static void
assert_on_scale (gint64 full_end, gint64 start, gint64 end, gint64 time,
                 const char *expected)
{
  TvTimeScale scale;
  g_autofree char *text = NULL;

  tv_time_scale_init (&scale, 0, full_end, 1000);
  tv_time_scale_set_range (&scale, start, end);
  text = tv_time_format_on_scale (&scale, time);
  ck_assert_str_eq (text, expected);
}

START_TEST (a_time_is_as_precise_as_the_zoom)
{
  const gint64 time = 2114026123;

  /* 4.2 s a pixel, 10 ms, 2 ms, 100 µs, 1 µs, 20 ns, and less than 1 ns. */
  assert_on_scale (4200 * S, 0, 4200 * S, time, "2\302\240s");
  assert_on_scale (10 * S, 0, 10 * S, time, "2.11\302\240s");
  assert_on_scale (10 * S, 1 * S, 3 * S, time, "2114\302\240ms");
  assert_on_scale (10 * S, 2100 * MS, 2200 * MS, time, "2114.0\302\240ms");
  assert_on_scale (10 * S, 2114 * MS, 2115 * MS, time, "2114.026\302\240ms");
  assert_on_scale (10 * S, time - 10 * US, time + 10 * US, time,
                   "2114.02612\302\240ms");
  assert_on_scale (10 * S, time - 9, time + 9, time, "2114.026123\302\240ms");
  assert_on_scale (9 * MS, 1 * MS, 2 * MS, 1234567, "1235\302\240µs");
  assert_on_scale (900, 0, 900, 123, "123\302\240ns");
  assert_on_scale (9 * US, 1000, 1001, 1001, "1001\302\240ns");
}
END_TEST

START_TEST (a_clock_of_microseconds_shows_no_nanoseconds)
{
  TvTimeScale scale;
  g_autofree char *text = NULL;

  tv_time_scale_init (&scale, 0, 10 * S, 1000);
  tv_time_scale_set_least_span (&scale, US);
  tv_time_scale_set_range (&scale, 2 * S, 2 * S + US);
  text = tv_time_format_on_scale (&scale, 2 * S + US);
  ck_assert_str_eq (text, "2000.001\302\240ms");
}
END_TEST

/* 12 things and a half, each 1000 wide. */
START_TEST (numbers_of_things_have_no_unit)
{
  const TvTimeTicks ticks = { 2000, 1000 };
  const TvTimeTicks fine = { 500, 100 };
  TvTimeScale scale;
  g_autofree char *label = NULL;
  g_autofree char *half = NULL;
  g_autofree char *place = NULL;

  tv_time_scale_init (&scale, 0, 12500, 1000);
  tv_time_scale_set_least_span (&scale, 1000);
  tv_time_scale_set_counts (&scale, TRUE);
  label = tv_time_ticks_format (&ticks, &scale, 4000);
  ck_assert_str_eq (label, "4");
  half = tv_time_ticks_format (&fine, &scale, 1500);
  ck_assert_str_eq (half, "1.5");
  place = tv_time_format_on_scale (&scale, 5000);
  ck_assert_str_eq (place, "5");
}
END_TEST

START_TEST (coarser_ticks)
{
  TvTimeTicks ticks = { 1, 1 };
  const gint64 steps[] = { 2, 5, 10, 20, 50, 100 };
  const gint64 minor_steps[] = { 1, 1, 2, 5, 10, 20 };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      ck_assert (tv_time_ticks_coarsen (&ticks));
      ck_assert_int_eq (ticks.step, steps[i]);
      ck_assert_int_eq (ticks.minor_step, minor_steps[i]);
      ck_assert_int_eq (ticks.step % ticks.minor_step, 0);
    }
  while (tv_time_ticks_coarsen (&ticks))
    ck_assert_int_gt (ticks.step, 0);
}
END_TEST

START_TEST (the_first_tick_is_not_before_the_start)
{
  ck_assert_int_eq (tv_time_ticks_first (10, 0), 0);
  ck_assert_int_eq (tv_time_ticks_first (10, 1), 10);
  ck_assert_int_eq (tv_time_ticks_first (10, 20), 20);
  ck_assert_int_eq (tv_time_ticks_first (10, -1), 0);
  ck_assert_int_eq (tv_time_ticks_first (10, -11), -10);
  ck_assert_int_eq (tv_time_ticks_first (10, -20), -20);
}
END_TEST

TV_TESTS (NULL, NULL)
