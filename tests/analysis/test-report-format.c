/* SPDX-License-Identifier: Apache-2.0 */

/* How reports write numbers, fields and tables. */

#include "output/table/table.h"
#include "output/table/text-writer.h"
#include "support/test-runner.h"

#include <string.h>

typedef struct
{
  GOutputStream *out;
  TvTextWriter *writer;
} Fixture;

static Fixture
make_fixture (void)
{
  Fixture fixture;

  fixture.out = g_memory_output_stream_new_resizable ();
  fixture.writer = tv_text_writer_new (fixture.out, NULL);
  return fixture;
}

static char *
finish (Fixture *fixture)
{
  char *text;

  ck_assert (tv_text_writer_finish (fixture->writer, NULL));
  ck_assert (g_output_stream_write_all (fixture->out, "", 1, NULL, NULL, NULL));
  ck_assert (g_output_stream_close (fixture->out, NULL, NULL));
  text = g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (fixture->out));
  tv_text_writer_free (fixture->writer);
  g_object_unref (fixture->out);
  return text;
}

START_TEST (numbers_are_filled_up_to_a_width)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_number (fixture.writer, 0, 0);
  tv_text_writer_add_number (fixture.writer, 42, 5);
  tv_text_writer_add_number (fixture.writer, -7, 4);
  tv_text_writer_add_number (fixture.writer, 123456, 3);
  tv_text_writer_add_char (fixture.writer, ' ');
  tv_text_writer_add_number (fixture.writer, G_MAXINT64, 0);
  tv_text_writer_add_number (fixture.writer, G_MININT64, 0);
  text = finish (&fixture);
  ck_assert_str_eq (text, "0   42  -7123456 9223372036854775807-9223372036854775808");
}
END_TEST

START_TEST (numbers_have_a_point_where_it_is_wanted)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_fixed (fixture.writer, 0, 3, 0);
  tv_text_writer_add_fixed (fixture.writer, -5, 3, 8);
  tv_text_writer_add_fixed (fixture.writer, 123456, 3, 9);
  tv_text_writer_add_fixed (fixture.writer, -1234, 2, 3);
  tv_text_writer_add_char (fixture.writer, ' ');
  tv_text_writer_add_fixed (fixture.writer, G_MAXINT64, 9, 0);
  tv_text_writer_add_fixed (fixture.writer, G_MININT64, 1, 0);
  text = finish (&fixture);
  ck_assert_str_eq (text, "0.000  -0.005  123.456-12.34 "
                          "9223372036.854775807-922337203685477580.8");
}
END_TEST

static void
assert_rounded (double value, guint decimals, guint width)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;
  char expected[400];

  tv_text_writer_add_rounded (fixture.writer, value, decimals, width);
  text = finish (&fixture);
  g_snprintf (expected, sizeof expected, "%*.*f", (int) width, (int) decimals, value);
  ck_assert_str_eq (text, expected);
}

/* As the C library has it, which knows all digits: 0.15 is a little less than it looks,
 * 0.25 is just between and goes to the even digit, and some zeros have a sign. */
START_TEST (numbers_are_rounded_as_printf_does_it)
{
  static const double values[]
      = { 0,      -0.0, 0.04,   0.05,     -0.04,   -0.05,  -0.06,   0.15,
          0.25,   0.35, 1.005,  -1.005,   2.5,     99.95,  100,     99.9499,
          12.345, 1e9,  123e15, -4.5e200, 1e8 + 1, 1 / 3., -2 / 3., 1e-300 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint decimals = 0; decimals < 4; decimals++)
      {
        assert_rounded (values[i], decimals, 0);
        assert_rounded (values[i], decimals, 9);
      }
  for (guint whole = 1; whole < 130; whole++)
    for (guint part = 0; part <= whole; part += 1 + whole / 40)
      assert_rounded (100.0 * part / whole - 30, whole % 2 + 1, 6);
}
END_TEST

START_TEST (microseconds_have_decimals_only_where_needed)
{
  static const gint64 times[] = { 0, 1000, 1500, 2005, 3050, 999, -1000, -1, -1234567 };
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      tv_text_writer_add_microseconds (fixture.writer, times[i]);
      tv_text_writer_add_char (fixture.writer, ' ');
    }
  text = finish (&fixture);
  ck_assert_str_eq (text, "0 1 1.500 2.005 3.050 0.999 -1 -0.001 -1234.567 ");
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

START_TEST (a_field_has_no_control_characters)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_field (fixture.writer, "a\tb\nc\rd é");
  text = finish (&fixture);
  ck_assert_str_eq (text, "a b c d é");
}
END_TEST

/* More than a buffer, in pieces that do not divide it. */
START_TEST (long_reports_arrive_whole)
{
  const guint n = 100000;
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < n; i++)
    tv_text_writer_add (fixture.writer, "abcdefg");
  text = finish (&fixture);
  ck_assert_uint_eq (strlen (text), 7 * n);
  for (guint i = 0; i < n; i++)
    if (memcmp (text + 7 * (gsize) i, "abcdefg", 7) != 0)
      ck_abort_msg ("broken at %u", 7 * i);
}
END_TEST

static void
append_cell (GString *text, gsize row, guint column, gpointer user_data)
{
  const char *const *cells = user_data;

  g_string_append (text, cells[2 * row + column]);
}

START_TEST (columns_are_as_wide_as_their_characters)
{
  const char *const titles[] = { "N", "Name" };
  const char *cells[] = { "1", "one", "éé", "two", "333", "three" };
  TvReportTable table = { .titles = titles,
                          .n_columns = 2,
                          .n_rows = 3,
                          .cell = append_cell,
                          .user_data = cells };
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_report_table_write (&table, fixture.writer);
  text = finish (&fixture);
  ck_assert_str_eq (text, "  N  Name\n"
                          "  1  one\n"
                          " éé  two\n"
                          "333  three\n");
}
END_TEST

START_TEST (formats_have_names)
{
  TvReportFormat format = TV_REPORT_TEXT;

  ck_assert (tv_report_format_parse ("json", &format));
  ck_assert_int_eq (format, TV_REPORT_JSON);
  ck_assert (tv_report_format_parse ("tsv", &format));
  ck_assert_int_eq (format, TV_REPORT_TSV);
  ck_assert (!tv_report_format_parse ("TSV", &format));
  ck_assert_int_eq (format, TV_REPORT_TSV);
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[] = { numbers_are_filled_up_to_a_width,
                                 numbers_have_a_point_where_it_is_wanted,
                                 numbers_are_rounded_as_printf_does_it,
                                 a_field_has_no_control_characters,
                                 long_reports_arrive_whole,
                                 columns_are_as_wide_as_their_characters,
                                 formats_have_names };

  return tv_test_run ("report-format", tests, G_N_ELEMENTS (tests));
}
