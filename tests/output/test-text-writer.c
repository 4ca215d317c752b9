/* SPDX-License-Identifier: Apache-2.0 */

/* How the writers of text and JSON write numbers and strings. */

#include "output/table/json-writer.h"
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
  tv_text_writer_add_number (fixture.writer, -42, 30);
  text = finish (&fixture);
  ck_assert_str_eq (text, "0   42  -7123456 9223372036854775807-9223372036854775808"
                          "                           -42");
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

/* As printf() writes them, on both sides of each number of digits. */
START_TEST (numbers_have_all_their_digits)
{
  Fixture fixture = make_fixture ();
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *text = NULL;
  guint64 scale = 1;

  for (guint i = 0; i < 19; i++, scale *= 10)
    for (guint decimals = 0; decimals <= MIN (i, 9); decimals++)
      for (guint64 number = scale - 1; number <= scale + 1; number++)
        {
          guint64 point = 1;

          for (guint j = 0; j < decimals; j++)
            point *= 10;
          g_string_append_printf (expected, "%" G_GUINT64_FORMAT, number / point);
          if (decimals > 0)
            g_string_append_printf (expected, ".%0*" G_GUINT64_FORMAT, (int) decimals,
                                    number % point);
          g_string_append_c (expected, '\n');
          tv_text_writer_add_fixed (fixture.writer, (gint64) number, decimals, 0);
          tv_text_writer_add_char (fixture.writer, '\n');
        }
  text = finish (&fixture);
  ck_assert_str_eq (text, expected->str);
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

/* ASCII's own, DEL, one of Latin-1, one that turns what follows, and a line separator;
 * then their neighbours, which are text. */
#define CONTROLS "a\tb\033c\177d\302\205e\342\200\256f\342\200\250g\330\234h"
#define TEXT "~\302\240\342\200\247\342\200\257\330\233é"

START_TEST (control_characters_are_shown_or_escaped)
{
  static const char shown[] = "a b c\357\277\275d\357\277\275e\\u202ef\\u2028g\\u061ch";
  g_autofree char *name = tv_json_dup_name (CONTROLS TEXT);
  g_autofree char *fields = g_strconcat (shown, TEXT, NULL);
  g_autofree char *markup = g_strconcat (shown, TEXT "\357\277\275", NULL);
  g_autofree char *dot = NULL;
  g_autofree char *lines = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  Fixture fixture = make_fixture ();

  ck_assert_uint_eq (tv_text_count_letters (CONTROLS TEXT), g_utf8_strlen (fields, -1));
  ck_assert_str_eq (name, "a\\tb\\u001bc\\u007fd\\u0085e\\u202ef\\u2028g\\u061ch" TEXT);
  tv_text_writer_add_field (fixture.writer, CONTROLS TEXT);
  tv_text_writer_add_char (fixture.writer, '\n');
  tv_text_writer_add_tsv (fixture.writer, CONTROLS TEXT);
  tv_text_writer_add_char (fixture.writer, '\n');
  tv_text_writer_add_json (fixture.writer, CONTROLS TEXT);
  tv_text_writer_add_char (fixture.writer, '\n');
  tv_text_writer_add_markup (fixture.writer, CONTROLS TEXT "\357\277\277", -1);
  tv_text_writer_add_char (fixture.writer, '\n');
  tv_text_writer_add_dot (fixture.writer, CONTROLS TEXT "\357\277\276\"&\\", -1);
  text = finish (&fixture);
  dot = g_strescape (shown, "\357\277\275");
  lines = g_strconcat (fields, "\n", fields, "\n\"", name, "\"\n", markup, "\n", NULL);
  expected = g_strconcat (lines, dot, TEXT "\357\277\275\\\"&amp;\\\\", NULL);
  ck_assert_str_eq (text, expected);
}
END_TEST

START_TEST (markdown_has_no_control_characters)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_markdown (fixture.writer, "a\n|\302\205$\342\201\246é");
  text = finish (&fixture);
  ck_assert_str_eq (text, "a \\|\357\277\275\\$\\\\u2066é");
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

/* A stream that takes less than is written. */
START_TEST (a_failed_write_is_told)
{
  static char memory[100000];
  g_autoptr (GOutputStream) out
      = g_memory_output_stream_new (memory, sizeof memory, NULL, NULL);
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert (!tv_text_writer_has_failed (writer));
  while (!tv_text_writer_has_failed (writer))
    tv_text_writer_add (writer, "abcdefg");
  ck_assert (!tv_text_writer_finish (writer, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE));
}
END_TEST

START_TEST (strings_are_escaped_for_json)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_json (fixture.writer, "\"\\/\b\t\n\f\r\001\037\177é");
  text = finish (&fixture);
  ck_assert_str_eq (text, "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001f\\u007fé\"");
}
END_TEST

START_TEST (strings_are_escaped_for_markup)
{
  Fixture fixture = make_fixture ();
  g_autofree char *text = NULL;

  tv_text_writer_add_markup (fixture.writer, "<a b=\"c\" d='&'>\n\357\277\276é", -1);
  tv_text_writer_add_markup (fixture.writer, "abc", 2);
  text = finish (&fixture);
  ck_assert_str_eq (text,
                    "&lt;a b=&quot;c&quot; d=&#39;&amp;&#39;&gt; \357\277\275éab");
}
END_TEST

START_TEST (json_has_commas_between_values)
{
  Fixture fixture = make_fixture ();
  TvJsonWriter json = { .out = fixture.writer };
  g_autofree char *text = NULL;

  tv_json_begin_object (&json, NULL);
  tv_json_add_string (&json, "a", "x");
  tv_json_add_string (&json, "b", NULL);
  tv_json_begin_array (&json, "c");
  tv_json_end_array (&json);
  tv_json_begin_array (&json, "d");
  tv_json_break_line (&json);
  tv_json_begin_object (&json, NULL);
  tv_json_add_boolean (&json, "e", TRUE);
  tv_json_end_object (&json);
  tv_json_break_line (&json);
  tv_json_add_number (&json, NULL, -5);
  tv_json_add_double (&json, NULL, 2);
  tv_json_add_double (&json, NULL, 0.1);
  tv_json_add_double (&json, NULL, 1e300);
  tv_json_end_array (&json);
  tv_json_end_object (&json);
  text = finish (&fixture);
  ck_assert_str_eq (text, "{\"a\":\"x\",\"b\":null,\"c\":[],\"d\":[\n{\"e\":true},\n"
                          "-5,2.0,0.10000000000000001,1.0000000000000001e+300]}");
}
END_TEST

TV_TESTS (NULL, NULL)
