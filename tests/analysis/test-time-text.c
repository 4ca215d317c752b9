/* SPDX-License-Identifier: Apache-2.0 */

/* Times and percentages as people read them. */

#include "analysis/text/time-text.h"
#include "support/test-runner.h"

#include <locale.h>

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)

static void
assert_text (char *text, const char *expected)
{
  g_autofree char *owned = text;

  ck_assert_str_eq (owned, expected);
}

static char *
format_ms (gint64 time)
{
  return tv_time_format_in_unit (time, TV_TIME_UNIT_MS, 3);
}

START_TEST (times_are_rounded_half_to_even)
{
  assert_text (format_ms (0), "0.000\302\240ms");
  assert_text (format_ms (2114026 * US), "2114.026\302\240ms");
  assert_text (format_ms (1500), "0.002\302\240ms");
  assert_text (format_ms (2500), "0.002\302\240ms");
  assert_text (format_ms (2501), "0.003\302\240ms");
  assert_text (format_ms (999999500), "1000.000\302\240ms");
  assert_text (format_ms (-1500 * US), "-1.500\302\240ms");
  assert_text (format_ms (-1), "0.000\302\240ms");
  assert_text (tv_time_format_in_unit (G_MININT64, TV_TIME_UNIT_S, 9),
               "-9223372036.854775808\302\240s");
}
END_TEST

START_TEST (durations_are_cells_with_their_unit)
{
  assert_text (tv_time_format_duration (0, TV_TIME_UNIT_US), "0\302\240µs");
  assert_text (tv_time_format_duration (20 * US, TV_TIME_UNIT_US), "20\302\240µs");
  assert_text (tv_time_format_duration (3850 * US, TV_TIME_UNIT_MS), "3.850\302\240ms");
  assert_text (tv_time_format_duration (1234567 * US, TV_TIME_UNIT_MS),
               "1234.567\302\240ms");
  assert_text (tv_time_format_duration (-1234567 * US, TV_TIME_UNIT_S),
               "-1.234567\302\240s");
}
END_TEST

START_TEST (the_locale_separates_thousands)
{
  if (setlocale (LC_NUMERIC, "en_US.UTF-8") == NULL)
    return;
  assert_text (format_ms (2114026 * US), "2,114.026\302\240ms");
  assert_text (tv_time_format_cell (2114026.0 * US, TV_TIME_UNIT_MS), "2,114.026");
  assert_text (tv_time_format_cell (2114026.0 * US, TV_TIME_UNIT_US), "2,114,026");
  assert_text (tv_time_format_duration (2114026 * US, TV_TIME_UNIT_MS),
               "2,114.026\302\240ms");
  assert_text (tv_time_format_in_unit (1234567, TV_TIME_UNIT_NS, 0),
               "1,234,567\302\240ns");
}
END_TEST

START_TEST (units_have_names_in_settings)
{
  TvTimeUnit unit = TV_TIME_UNIT_MS;

  ck_assert (tv_time_unit_parse ("s", &unit));
  ck_assert_int_eq (unit, TV_TIME_UNIT_S);
  ck_assert (!tv_time_unit_parse ("ns", &unit));
  ck_assert_int_eq (unit, TV_TIME_UNIT_S);
  ck_assert_str_eq (tv_time_unit_get_nick (TV_TIME_UNIT_US), "us");
  ck_assert_str_eq (tv_time_unit_get_symbol (TV_TIME_UNIT_US), "µs");
}
END_TEST

START_TEST (units_of_time)
{
  const struct
  {
    double nanoseconds;
    const char *texts[3];
  } times[] = {
    { 0, { "0", "0.000", "0.000000" } },
    { 499, { "0", "0.000", "0.000000" } },
    { 500, { "1", "0.001", "0.000001" } },
    { 1000500, { "1001", "1.001", "0.001001" } },
    { 12345678901.0, { "12345679", "12345.679", "12.345679" } },
    { -1500000, { "-1500", "-1.500", "-0.001500" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint unit = 0; unit < 3; unit++)
      {
        g_autofree char *text
            = tv_time_format_cell (times[i].nanoseconds, TV_TIME_UNIT_US + unit);

        ck_assert_str_eq (text, times[i].texts[unit]);
      }
}
END_TEST

START_TEST (test_halves_are_rounded_up)
{
  static const struct
  {
    double nanoseconds;
    const char *text;
  } times[]
      = { { 0, "0.000" },       { 499, "0.000" },           { 500, "0.001" },
          { 1000500, "1.001" }, { 1234567890, "1234.568" }, { -1500000, "-1.500" } };
  static const struct
  {
    gint64 part;
    gint64 whole;
    const char *text;
  } shares[] = { { 49, 400, "12.3%" }, { 1, 3, "33.3%" },  { 2, 3, "66.7%" },
                 { 5, 0, "0.0%" },     { 1, 1, "100.0%" }, { 1, 2000, "0.1%" },
                 { 1, 2001, "0.0%" } };

  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text
          = tv_time_format_cell (times[i].nanoseconds, TV_TIME_UNIT_MS);

      ck_assert_str_eq (text, times[i].text);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *text = tv_percent_format (shares[i].part, shares[i].whole);

      ck_assert_str_eq (text, shares[i].text);
    }
}
END_TEST

START_TEST (microseconds_have_decimals_only_where_needed)
{
  static const gint64 times[] = { 0, 1000, 1500, 2005, 3050, 999, -1000, -1, -1234567 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      tv_time_append_microseconds (text, times[i]);
      g_string_append_c (text, ' ');
    }
  ck_assert_str_eq (text->str, "0 1 1.500 2.005 3.050 0.999 -1 -0.001 -1234.567 ");
}
END_TEST

START_TEST (milliseconds_round_half_up)
{
  static const gint64 times[] = { 0, 499, 500, 1499, 12345678, -500, -499, -12345678 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      tv_time_append_milliseconds (text, times[i]);
      g_string_append_c (text, ' ');
    }
  ck_assert_str_eq (text->str, "0.000 0.000 0.001 0.001 12.346 -0.001 0.000 -12.346 ");
}
END_TEST

/* 2^63, and what a double cannot hold. */
START_TEST (numbers_are_written_out)
{
  assert_text (tv_number_format (0), "0");
  assert_text (tv_number_format (0.25), "0.25");
  assert_text (tv_number_format (-1234567.5), "-1234567.5");
  assert_text (tv_number_format (9.3e15), "9300000000000000");
  assert_text (tv_number_format (9223372036854775807.0), "9223372036854775808");
  assert_text (tv_number_format (1e22), "1e+22");
}
END_TEST

START_TEST (percent_of_nothing_is_zero)
{
  g_autoptr (GString) text = g_string_new (NULL);

  tv_percent_append (text, 1, 3);
  g_string_append_c (text, ' ');
  tv_percent_append (text, 2, 3);
  g_string_append_c (text, ' ');
  tv_percent_append (text, 5, 5);
  g_string_append_c (text, ' ');
  tv_percent_append (text, 5, 0);
  ck_assert_str_eq (text->str, "33.3 66.7 100.0 0.0");
}
END_TEST

TV_TESTS (NULL, NULL)
