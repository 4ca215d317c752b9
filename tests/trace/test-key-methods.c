/* SPDX-License-Identifier: Apache-2.0 */

/* The method table: every form of line that a runtime, a tool or an accident writes. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_enter (writer, 1, 0x4, 1, 10);
  tv_trace_writer_exit (writer, 1, 0x4, 2, 20);
  return writer;
}

static TvTrace *
load_with_line (TvWriterSection section, const char *text, gssize length)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  tv_trace_writer_add_raw_line (writer, section, text, length);
  return tv_test_load (writer);
}

static const TvMethod *
find_id (const TvTrace *trace, guint64 id)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return tv_trace_get_method (trace, i);
  return NULL;
}

START_TEST (method_lines_by_number_of_fields)
{
  static const struct
  {
    const char *line;
    const char *class_name;
    const char *name;
    const char *signature;
    const char *file;
    int line_number;
    gboolean warns;
  } rows[] = {
    { "0x14\tfn", "", "fn", "", NULL, 0, FALSE },
    { "0x14\tC\tm", "C", "m", "", NULL, 0, TRUE },
    { "0x14\tC\tm\t()V", "C", "m", "()V", NULL, 0, FALSE },
    { "0x14\tC\tm\t()V\tC.java", "C", "m", "()V", "C.java", 0, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t77", "C", "m", "()V", "C.java", 77, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t-1", "C", "m", "()V", "C.java", -1, FALSE },
    { "0x14\tC\tm\t()V\tC.java\t7\tx\ty\tz", "C", "m", "()V", "C.java", 7, TRUE },
    { "20  C  m  ()V  C.java  7", "C", "m", "()V", "C.java", 7, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, rows[i].line, -1);
      const TvMethod *method = find_id (trace, 0x14);

      ck_assert_msg (method != NULL, "line “%s”", rows[i].line);
      ck_assert_str_eq (method->class_name, rows[i].class_name);
      ck_assert_str_eq (method->name, rows[i].name);
      ck_assert_str_eq (method->signature, rows[i].signature);
      ck_assert_pstr_eq (method->file, rows[i].file);
      if (rows[i].line_number > 0)
        ck_assert_int_eq (method->line, rows[i].line_number);
      else
        ck_assert_int_le (method->line, 0);
      ck_assert (method->named);
      if (rows[i].warns)
        tv_assert_only_warning (trace, TV_WARNING_METHOD_FIELDS);
      else
        tv_assert_no_warning (trace);
    }
}
END_TEST

START_TEST (method_line_with_file_but_no_method)
{
  g_autoptr (TvTrace) trace
      = load_with_line (TV_WRITER_METHODS, "0x14\tC\tC.java\t12", -1);
  const TvMethod *method = find_id (trace, 0x14);

  ck_assert_str_eq (method->class_name, "C");
  ck_assert_str_eq (method->file, "C.java");
  ck_assert_int_eq (method->line, 12);
}
END_TEST

START_TEST (method_line_with_an_id_alone)
{
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, "0x14", -1);

  tv_assert_only_warning (trace, TV_WARNING_METHOD_FIELDS);
}
END_TEST

START_TEST (method_ids)
{
  static const struct
  {
    const char *text;
    guint64 id;
  } rows[] = { { "0", 0 },
               { "0x0", 0 },
               { "0x00000010", 16 },
               { "16", 16 },
               { "0xABCDEF00", 0xabcdef00 },
               { "0x80000000", 0x80000000 },
               { "0xfffffffc", 0xfffffffc } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *line = g_strconcat (rows[i].text, "\tC\tm\t()V\tC.java", NULL);
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, line, -1);

      ck_assert_msg (find_id (trace, rows[i].id) != NULL, "id “%s”", rows[i].text);
      ck_assert_str_eq (find_id (trace, rows[i].id)->name, "m");
      tv_assert_no_warning (trace);
    }
}
END_TEST

START_TEST (method_ids_that_are_none)
{
  static const char *const lines[]
      = { "zzz\tC\tm\t()V", "\tC\tm\t()V", "-4\tC\tm\t()V", "0x\tC\tm\t()V" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, lines[i], -1);

      tv_assert_only_warning (trace, TV_WARNING_METHOD_ID);
      ck_assert_uint_eq (tv_test_find_method (trace, "C.m"), TV_METHOD_NONE);
    }
}
END_TEST

START_TEST (method_ids_are_masked)
{
  g_autoptr (TvTrace) action_bits
      = load_with_line (TV_WRITER_METHODS, "0x15\tC\tm\t()V", -1);
  g_autoptr (TvTrace) too_wide
      = load_with_line (TV_WRITER_METHODS, "0x700000014\tC\tm\t()V", -1);

  tv_assert_only_warning (action_bits, TV_WARNING_METHOD_ID_MASKED);
  ck_assert_str_eq (find_id (action_bits, 0x14)->name, "m");
  tv_assert_only_warning (too_wide, TV_WARNING_METHOD_ID_MASKED);
  ck_assert_str_eq (find_id (too_wide, 0x14)->name, "m");
}
END_TEST

START_TEST (method_named_twice)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) same = NULL;
  g_autoptr (TvTrace) other = NULL;

  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tC\tm\t()V\tC.java",
                                -1);
  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tC\tm\t()V\tC.java",
                                -1);
  same = tv_test_load (writer);
  tv_assert_no_warning (same);

  tv_trace_writer_add_raw_line (writer, TV_WRITER_METHODS, "0x14\tD\tn\t(I)V\tD.java",
                                -1);
  other = tv_test_load (writer);
  tv_assert_only_warning (other, TV_WARNING_METHOD_RENAMED);
  ck_assert_str_eq (find_id (other, 0x14)->class_name, "D");
  ck_assert_str_eq (find_id (other, 0x14)->name, "n");
  ck_assert_uint_eq (tv_test_find_method (other, "C.m"), TV_METHOD_NONE);
}
END_TEST

/* ART writes the word for a method whose source file it does not know. */
START_TEST (source_file_null_is_none)
{
  g_autoptr (TvTrace) trace
      = load_with_line (TV_WRITER_METHODS, "0x14\tC\tm\t()V\t(null)", -1);

  ck_assert_ptr_null (find_id (trace, 0x14)->file);
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (modified_utf_8)
{
  static const char line[] = "0x14\tcaf\xc3\xa9.\xed\xa0\xbd\xed\xb8\x80"
                             "C\ta\xc0\x80z\t()V\tb\xff.java";
  g_autoptr (TvTrace) trace = load_with_line (TV_WRITER_METHODS, line, sizeof line - 1);
  const TvMethod *method = find_id (trace, 0x14);

  ck_assert_str_eq (method->class_name, "café.😀C");
  ck_assert (g_utf8_validate (method->name, -1, NULL));
  ck_assert (g_str_has_prefix (method->name, "a"));
  ck_assert (g_str_has_suffix (method->name, "z"));
  ck_assert_str_eq (method->file, "b\xef\xbf\xbd.java");
  tv_assert_no_warning (trace);
}
END_TEST

/* 16 bits hold the indexes of 65,536 methods, the calls of the last one included. */
START_TEST (calls_of_the_last_of_many_methods)
{
  const guint counts[] = { G_MAXUINT16, G_MAXUINT16 + 1, G_MAXUINT16 + 2 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
      g_autoptr (TvTrace) trace = NULL;
      guint32 last = 4 * (counts[i] - 1);
      TvCalls calls;

      for (guint method = 0; method < counts[i]; method++)
        tv_trace_writer_add_method (writer, 4 * method, "C", "m", "()V", NULL, 0);
      tv_trace_writer_enter (writer, 1, 0, 0, 1);
      tv_trace_writer_enter (writer, 1, last, 0, 2);
      tv_trace_writer_exit (writer, 1, last, 0, 3);
      tv_trace_writer_exit (writer, 1, 0, 0, 4);
      trace = tv_test_load (writer);
      calls = tv_trace_get_calls (trace, 0);
      ck_assert_uint_eq (tv_trace_get_n_methods (trace), counts[i]);
      ck_assert_uint_eq (calls.n, 2);
      ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->id,
                         0);
      ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 1))->id,
                         last);
    }
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
  const TTest *const tests[] = { method_lines_by_number_of_fields,
                                 method_line_with_file_but_no_method,
                                 method_line_with_an_id_alone,
                                 method_ids,
                                 method_ids_that_are_none,
                                 method_ids_are_masked,
                                 method_named_twice,
                                 calls_of_the_last_of_many_methods,
                                 source_file_null_is_none,
                                 modified_utf_8 };

  return tv_test_run ("key-methods", tests, G_N_ELEMENTS (tests));
}
