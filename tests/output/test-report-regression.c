/* SPDX-License-Identifier: Apache-2.0 */

/* What -r prints, against the original's own output. report_regression.md says which of
 * the reference traces differ and why; those are compared without what has to differ.
 */

#include "output/report/report-regression.h"
#include "regression-text.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#include <string.h>

static char *
report_to_string (TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  ck_assert (tv_report_regression (profile, out, NULL, &error));
  ck_assert_ptr_null (error);
  ck_assert (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL));
  ck_assert (g_output_stream_close (out, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

/* The reference output of a trace, and ours. */
typedef struct
{
  TvTrace *trace;
  char *expected;
  char *actual;
} Reference;

/* The traces from devices, "real-…", are not in the repository. */
static gboolean
has_reference (const char *name)
{
  g_autofree char *expected = g_strdup_printf ("regress/%s.txt", name);

  return tv_test_has_trace (expected);
}

static Reference
load_reference (const char *name)
{
  g_autofree char *expected_name = g_strdup_printf ("regress/%s.txt", name);
  g_autofree char *trace_name
      = g_str_has_prefix (name, "real-")
            ? g_strdup_printf ("real/%s.trace", name + strlen ("real-"))
            : g_strdup_printf ("regress/%s.trace", name);
  g_autofree char *expected_path = tv_test_trace_path (expected_name);
  g_autofree char *trace_path = tv_test_trace_path (trace_name);
  g_autoptr (GError) error = NULL;
  Reference reference = { 0 };

  ck_assert (g_file_get_contents (expected_path, &reference.expected, NULL, NULL));
  reference.trace = tv_test_load_path (trace_path, &error);
  ck_assert_msg (reference.trace != NULL, "%s", trace_path);
  reference.actual = report_to_string (reference.trace);
  return reference;
}

static void
clear_reference (Reference *reference)
{
  tv_trace_unref (reference->trace);
  g_free (reference->expected);
  g_free (reference->actual);
}

static void
assert_lines (const TvRegressionText *actual, const TvRegressionText *expected,
              TvRegressionSection section)
{
  const GPtrArray *actual_lines = actual->lines[section];
  const GPtrArray *expected_lines = expected->lines[section];

  for (guint i = 0; i < MIN (actual_lines->len, expected_lines->len); i++)
    if (!g_str_equal (actual_lines->pdata[i], expected_lines->pdata[i]))
      ck_abort_msg ("«%s» is not «%s»", (const char *) actual_lines->pdata[i],
                    (const char *) expected_lines->pdata[i]);
  ck_assert_uint_eq (actual_lines->len, expected_lines->len);
}

static void
assert_texts (const TvRegressionText *actual, const TvRegressionText *expected)
{
  for (guint section = 0; section < TV_N_REGRESSION_SECTIONS; section++)
    assert_lines (actual, expected, section);
}

START_TEST (whole_dual_and_wall_traces_are_the_same_byte_for_byte)
{
  static const char *const names[] = {
    "allzero",   "incomplete-dual", "incomplete-wall", "norecords",      "pad",
    "recursion", "samename",        "sleep",           "thread-renamed", "thread0",
    "ties",      "unknown-ids",     "unroll",          "wall2"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (has_reference (names[i]))
      {
        Reference reference = load_reference (names[i]);

        ck_assert_msg (g_str_equal (reference.actual, reference.expected),
                       "%s differs:\n%s", names[i], reference.actual);
        clear_reference (&reference);
      }
}
END_TEST

/* ART's method 0 takes the place of (toplevel) in the original; a hash map decides on
 * the order of its threads. */
START_TEST (art_traces_differ_in_toplevel_and_order_of_threads)
{
  static const char *const names[] = { "id0", "real-art-trace-regular" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (has_reference (names[i]))
      {
        Reference reference = load_reference (names[i]);
        g_autoptr (TvRegressionText) actual = tv_regression_text_new (reference.actual);
        g_autoptr (TvRegressionText) expected
            = tv_regression_text_new (reference.expected);

        ck_assert_uint_eq (actual->lines[TV_REGRESSION_METHODS]->len,
                           expected->lines[TV_REGRESSION_METHODS]->len + 1);
        tv_regression_text_drop_method (actual, "(toplevel)");
        tv_regression_text_drop_ranks (actual);
        tv_regression_text_drop_ranks (expected);
        tv_regression_text_sort_threads (expected);
        assert_texts (actual, expected);
        clear_reference (&reference);
      }
}
END_TEST

static char *
replace_all (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* The wall clock steps back by 16 µs, which is repaired. */
START_TEST (a_step_back_is_no_negative_time)
{
  Reference reference;
  g_autofree char *columns = NULL;
  g_autofree char *expected = NULL;

  reference = load_reference ("bigdelta");
  columns = replace_all (reference.expected, "     -16", "       0");
  expected = replace_all (columns, "-16us", "0us");
  ck_assert_str_eq (reference.actual, expected);
  clear_reference (&reference);
}
END_TEST

START_TEST (thread_cpu_traces_have_the_same_cpu_columns)
{
  static const char *const names[] = { "incomplete-cpu", "switch", "switchroot" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (has_reference (names[i]))
      {
        Reference reference = load_reference (names[i]);
        g_autoptr (TvRegressionText) actual = tv_regression_text_new (reference.actual);
        g_autoptr (TvRegressionText) expected
            = tv_regression_text_new (reference.expected);

        tv_regression_text_drop_waits (expected);
        tv_regression_text_keep_cpu (actual);
        tv_regression_text_keep_cpu (expected);
        assert_texts (actual, expected);
        clear_reference (&reference);
      }
}
END_TEST

/* All lines of @expected are in @actual, in that order. */
static void
assert_lines_contained (const TvRegressionText *actual,
                        const TvRegressionText *expected, TvRegressionSection section,
                        guint n_more)
{
  const GPtrArray *actual_lines = actual->lines[section];
  const GPtrArray *expected_lines = expected->lines[section];
  guint at = 0;

  for (guint i = 0; i < actual_lines->len && at < expected_lines->len; i++)
    if (g_str_equal (actual_lines->pdata[i], expected_lines->pdata[at]))
      at++;
  ck_assert_msg (at == expected_lines->len, "missing: %s",
                 at < expected_lines->len ? (const char *) expected_lines->pdata[at]
                                          : "");
  ck_assert_uint_eq (actual_lines->len, expected_lines->len + n_more);
}

/* Drops the methods that a frame open before tracing belongs to, and returns how many
 * such frames there are. */
static guint
drop_pre_open_methods (const TvTrace *trace, TvRegressionText *actual,
                       TvRegressionText *expected)
{
  guint n = 0;

  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      for (gsize call = 0; call < calls.n; call++)
        {
          g_autofree char *name = NULL;

          if (!(calls.flags[call] & TV_CALL_PRE_OPEN))
            continue;
          name = tv_method_dup_full_name (
              tv_trace_get_method (trace, tv_calls_method (&calls, call)));
          tv_regression_text_drop_method (actual, name);
          tv_regression_text_drop_method (expected, name);
          n++;
        }
    }
  return n;
}

/* The original ignores exits of methods entered before tracing. Here they are calls,
 * which come on top of the original's. */
START_TEST (calls_open_before_tracing_come_on_top)
{
  static const struct
  {
    const char *name;
    gboolean has_wall;
    guint n_pre_open;
  } cases[] = { { "real-basic", TRUE, 3 },
                { "real-exception", TRUE, 3 },
                { "unmatched-exit", TRUE, 2 },
                { "real-basic-api10", FALSE, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (has_reference (cases[i].name))
      {
        Reference reference = load_reference (cases[i].name);
        g_autoptr (TvRegressionText) actual = tv_regression_text_new (reference.actual);
        g_autoptr (TvRegressionText) expected
            = tv_regression_text_new (reference.expected);

        ck_assert_uint_eq (drop_pre_open_methods (reference.trace, actual, expected),
                           cases[i].n_pre_open);
        tv_regression_text_drop_method (actual, "(toplevel)");
        tv_regression_text_drop_method (expected, "(toplevel)");
        tv_regression_text_drop_ranks (actual);
        tv_regression_text_drop_ranks (expected);
        tv_regression_text_sort_threads (expected);
        if (!cases[i].has_wall)
          {
            tv_regression_text_keep_cpu (actual);
            tv_regression_text_keep_cpu (expected);
          }
        ck_assert_str_eq (actual->lines[TV_REGRESSION_TOTALS]->pdata[0],
                          expected->lines[TV_REGRESSION_TOTALS]->pdata[0]);
        assert_lines (actual, expected, TV_REGRESSION_THREADS);
        assert_lines_contained (actual, expected, TV_REGRESSION_CALLS,
                                cases[i].n_pre_open);
        assert_lines (actual, expected, TV_REGRESSION_METHODS);
        assert_lines_contained (actual, expected, TV_REGRESSION_RECORDS,
                                cases[i].n_pre_open);
        clear_reference (&reference);
      }
}
END_TEST

/* Without a wall clock, every event moves one common clock on by its thread's CPU step.
 */
START_TEST (real_times_of_a_thread_cpu_trace_are_those_of_the_axis)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/B", "b", "()V", "B.java", 1);
  tv_trace_writer_enter (writer, 1, 0x4, 5, 0);
  tv_trace_writer_enter (writer, 2, 0x8, 100, 0);
  tv_trace_writer_enter (writer, 2, 0x8, 103, 0);
  tv_trace_writer_exit (writer, 1, 0x4, 15, 0);
  tv_trace_writer_exit (writer, 2, 0x8, 110, 0);
  tv_trace_writer_exit (writer, 2, 0x8, 130, 0);
  trace = tv_test_load (writer);
  text = report_to_string (trace);
  ck_assert_str_eq (
      text, "totalCpuTime 40us\n"
            "totalRealTime 53us\n"
            "\n"
            "Thread Times\n"
            "id  t-start    t-end  g-start    g-end     name\n"
            " 1        5       15        0       13  [1] main\n"
            " 2      100      130        0       40  [2] worker\n"
            "\n"
            "Call Times\n"
            "id  t-start    t-end  g-start    g-end    excl.    incl.  method\n"
            " 1        5       15        0       13       10       10  p/A.a ()V\n"
            " 2      100      130        0       40       23       30  p/B.b ()V\n"
            " 2      103      110        3       20        7        7  p/B.b ()V\n"
            "\n"
            "Method Stats\n"
            "Excl Cpu  Incl Cpu  Excl Real Incl Real    Calls  Method\n"
            "        0        40         0        53       2+0  0 (toplevel)\n"
            "       30        30        40        40       1+1  1 p/B.b ()V\n"
            "       10        10        13        13       1+0  2 p/A.a ()V\n"
            "\n"
            "Time Records\n"
            "id  t-start    t-end  g-start    g-end  method\n"
            " 2      100      130        0       40  (toplevel)\n"
            " 1        5       15        0       13  (toplevel)\n"
            " 1        5       15        0       13  p/A.a ()V\n"
            " 2      100      130        0       40  p/B.b ()V\n"
            " 2      103      110        3       20  p/B.b ()V\n");
}
END_TEST

/* The original reads 16-bit ids with a sign. Methods of the same time come by name,
 * roots of the same time by name from the end. */
START_TEST (thread_ids_are_unsigned_and_ties_go_by_name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  tv_trace_writer_add_method (writer, 0x4, "p.B", "b", "()V", "B.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.A", "a", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 65535, 0x4, 0, 1);
  tv_trace_writer_exit (writer, 65535, 0x4, 0, 6);
  tv_trace_writer_enter (writer, 40000, 0x8, 0, 7);
  tv_trace_writer_exit (writer, 40000, 0x8, 0, 12);
  trace = tv_test_load (writer);
  text = report_to_string (trace);
  ck_assert_str_eq (
      text, "totalCpuTime 0us\n"
            "totalRealTime 10us\n"
            "\n"
            "Thread Times\n"
            "id  t-start    t-end  g-start    g-end     name\n"
            "40000        0        0        7       12  [40000] [40000]\n"
            "65535        0        0        1        6  [65535] [65535]\n"
            "\n"
            "Call Times\n"
            "id  t-start    t-end  g-start    g-end    excl.    incl.  method\n"
            "65535        0        0        1        6        0        0  p.B.b ()V\n"
            "40000        0        0        7       12        0        0  p.A.a ()V\n"
            "\n"
            "Method Stats\n"
            "Excl Cpu  Incl Cpu  Excl Real Incl Real    Calls  Method\n"
            "        0         0         0        10       2+0  0 (toplevel)\n"
            "        0         0         5         5       1+0  1 p.A.a ()V\n"
            "        0         0         5         5       1+0  2 p.B.b ()V\n"
            "\n"
            "Time Records\n"
            "id  t-start    t-end  g-start    g-end  method\n"
            "65535        0        0        1        6  (toplevel)\n"
            "40000        0        0        7       12  (toplevel)\n"
            "65535        0        0        1        6  p.B.b ()V\n"
            "40000        0        0        7       12  p.A.a ()V\n");
}
END_TEST

START_TEST (names_compare_by_utf16)
{
  ck_assert_int_eq (tv_regression_compare_names ("a", "a"), 0);
  ck_assert_int_lt (tv_regression_compare_names ("a", "ab"), 0);
  ck_assert_int_gt (tv_regression_compare_names ("b", "ab"), 0);
  ck_assert_int_lt (tv_regression_compare_names ("a", "\xc3\xa9"), 0);
  /* U+FF5E and U+1F600, whose first surrogate is U+D83D. */
  ck_assert_int_gt (tv_regression_compare_names ("\xef\xbd\x9e", "\xf0\x9f\x98\x80"),
                    0);
  /* U+D7A3 stands before all surrogates. */
  ck_assert_int_lt (tv_regression_compare_names ("\xed\x9e\xa3", "\xf0\x9f\x98\x80"),
                    0);
}
END_TEST

START_TEST (a_full_stream_is_an_error)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = tv_test_load (writer);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GOutputStream) out = NULL;
  char buffer[10];

  out = g_memory_output_stream_new (buffer, sizeof buffer, NULL, NULL);
  ck_assert (!tv_report_regression (profile, out, NULL, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE));
}
END_TEST

START_TEST (a_report_can_be_cancelled)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (!tv_report_regression (profile, out, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
