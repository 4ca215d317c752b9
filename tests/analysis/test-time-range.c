/* SPDX-License-Identifier: Apache-2.0 */

/* Times and ranges of time as people write them. */

#include "analysis/text/time-range.h"
#include "support/test-runner.h"

START_TEST (times_have_units)
{
  static const struct
  {
    const char *text;
    gint64 nanoseconds;
  } cases[] = {
    { "0", 0 },
    { "12", 12000 },
    { "7ns", 7 },
    { "7us", 7000 },
    { "7µs", 7000 },
    { "1.5ms", 1500000 },
    { "1.000000001s", 1000000001 },
    { "0.5", 500 },
    { "0.0000000019s", 1 },
    { "1.9ns", 1 },
    { "9223372036s", G_GINT64_CONSTANT (9223372036000000000) },
    { "9223372036854775807ns", G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 nanoseconds = -1;

      ck_assert_msg (tv_time_parse (cases[i].text, &nanoseconds), "%s", cases[i].text);
      ck_assert_msg (nanoseconds == cases[i].nanoseconds, "%s: %" G_GINT64_FORMAT " ns",
                     cases[i].text, nanoseconds);
    }
}
END_TEST

START_TEST (what_is_no_time_is_refused)
{
  static const char *const cases[] = { "",
                                       "-1",
                                       "ms",
                                       ".5",
                                       "5.",
                                       "1 ms",
                                       "1h",
                                       "1e3",
                                       "0x1",
                                       "1.5.5s",
                                       "+3",
                                       "9223372037s",
                                       "1sx",
                                       "1.ms",
                                       "99999999999999999999999",
                                       "9223372036854775808ns" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 nanoseconds;

      ck_assert_msg (!tv_time_parse (cases[i], &nanoseconds), "%s", cases[i]);
    }
}
END_TEST

START_TEST (ranges_may_be_open)
{
  gint64 start;
  gint64 end;

  ck_assert (tv_time_range_parse ("1ms..2.5ms", &start, &end));
  ck_assert_int_eq (start, 1000000);
  ck_assert_int_eq (end, 2500000);
  ck_assert (tv_time_range_parse ("..3", &start, &end));
  ck_assert_int_eq (start, G_MININT64);
  ck_assert_int_eq (end, 3000);
  ck_assert (tv_time_range_parse ("1s..", &start, &end));
  ck_assert_int_eq (start, 1000000000);
  ck_assert_int_eq (end, G_MAXINT64);
  ck_assert (tv_time_range_parse ("5..5", &start, &end));
}
END_TEST

START_TEST (what_is_no_range_is_refused)
{
  static const char *const cases[] = { "", "5", "2ms..1ms", "1.2", "a..b", "1...2" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 start;
      gint64 end;

      ck_assert_msg (!tv_time_range_parse (cases[i], &start, &end), "%s", cases[i]);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
