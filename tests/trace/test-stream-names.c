/* SPDX-License-Identifier: Apache-2.0 */

/* Names of methods and threads that stand among the events of streamed traces. */

#include "support/stream-sample.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define DUAL TV_WRITER_CLOCK_DUAL

static const TvMethod *
find_method (const TvTrace *trace, guint64 id)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (tv_trace_get_method (trace, i)->id == id)
      return tv_trace_get_method (trace, i);
  ck_abort_msg ("no method %u", (guint) id);
  return NULL;
}

/* Loads a stream that names method 4 by @line, with or without its use before it. */
static TvTrace *
load_with_line (const char *line)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);

  tv_sample_call (writer, 1, 4, 10, 30);
  tv_stream_writer_add_method (writer, line);
  tv_sample_call (writer, 1, 4, 40, 50);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  return tv_test_load_stream (writer);
}

START_TEST (odd_method_lines)
{
  static const struct
  {
    const char *line;
    TvWarningKind kind;
    const char *name;
  } cases[]
      = { { "0x4\tA\ta\t()V\tA.java", TV_N_WARNING_KINDS, "A.a ()V" },
          { "0x4\tA\ta\t()V\tA.java\r\n", TV_N_WARNING_KINDS, "A.a ()V" },
          { "0x4\tA\tnew\t()V\tA.java\n", TV_WARNING_METHOD_RENAMED, "A.new ()V" },
          { "", TV_WARNING_METHOD_ID, "A.a ()V" },
          { "0x4\n", TV_WARNING_METHOD_FIELDS, "A.a ()V" },
          { "spam\tA\tx\t()V\n", TV_WARNING_METHOD_ID, "A.a ()V" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_with_line (cases[i].line);
      g_autofree char *name = tv_method_dup_full_name (find_method (trace, 4));

      if (cases[i].kind == TV_N_WARNING_KINDS)
        tv_assert_no_warning (trace);
      else
        tv_assert_only_warning (trace, cases[i].kind);
      ck_assert_str_eq (name, cases[i].name);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
    }
}
END_TEST

START_TEST (the_summary_fills_gaps_only)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_stream_writer_add_method (writer, "0x4\tOther\tname\t()V\tA.java\n");
  tv_sample_call (writer, 1, 4, 10, 30);
  trace = tv_test_load_stream (writer);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_METHOD_RENAMED), 1);
  g_clear_pointer (&trace, tv_trace_unref);

  tv_trace_writer_add_method (tables, 4, "Other", "name", "()V", "A.java", 0);
  tv_trace_writer_add_method (tables, 12, "A", "c", "()V", "A.java", 0);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_FULL);
  trace = tv_test_load_stream (writer);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_SUMMARY_DIFFERS), 1);
  ck_assert_str_eq (find_method (trace, 4)->name, "a");
  ck_assert_str_eq (find_method (trace, 12)->name, "c");
}
END_TEST

/* What ART of 2015 to 2022 does: the line of the interface's method has an id that no
 * record uses, and the record behind it one that no line names. */
static TvStreamWriter *
write_proxy (TvTraceWriter *tables)
{
  TvStreamWriter *writer = tv_stream_writer_new (tables);

  tv_sample_call (writer, 1, 4, 10, 20);
  tv_stream_writer_add_method (writer, "0x104\tp.Shape\tdraw\t(I)V\tShape.java\n");
  tv_stream_writer_add_thread (writer, 2, "worker");
  tv_sample_call (writer, 2, 0x100, 30, 40);
  tv_sample_call (writer, 1, 0x200, 50, 60);
  return writer;
}

START_TEST (proxies_get_the_name_before_them)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = write_proxy (tables);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *full = NULL;
  g_autofree char *display = NULL;
  g_autofree char *other = NULL;

  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  trace = tv_test_load_stream (writer);
  full = tv_method_dup_full_name (find_method (trace, 0x100));
  display = tv_method_dup_display_name (find_method (trace, 0x100));
  other = tv_method_dup_display_name (find_method (trace, 0x200));
  ck_assert_str_eq (full, "(0x100)");
  ck_assert_str_eq (display, "proxy p.Shape.draw (I)V");
  ck_assert_str_eq (find_method (trace, 0x100)->proxy_name, "p.Shape.draw (I)V");
  ck_assert_str_eq (find_method (trace, 0x100)->class_name, "(unknown)");
  ck_assert (!find_method (trace, 0x100)->named);
  /* Nothing stands before this one. */
  ck_assert_str_eq (other, "(0x200)");
  ck_assert (!find_method (trace, 0x200)->is_proxy);
}
END_TEST

START_TEST (a_proxy_that_is_listed_later_keeps_its_own_name)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = write_proxy (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_method (tables, 0x100, "$Proxy1", "draw", "(I)V", "x", 0);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_FULL);
  trace = tv_test_load_stream (writer);
  ck_assert_str_eq (find_method (trace, 0x100)->class_name, "$Proxy1");
  ck_assert_ptr_null (find_method (trace, 0x100)->proxy_name);
}
END_TEST

/* A classic trace keeps no order of lines and records, but a proxy's method calls
 * nothing but Proxy.invoke. */
START_TEST (classic_proxies_are_told_by_what_they_call)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *display = NULL;

  tv_trace_writer_add_method (writer, 4, "java.lang.reflect.Proxy", "invoke", "()V",
                              "Proxy.java", 0);
  tv_trace_writer_add_method (writer, 8, "A", "a", "()V", "A.java", 0);
  tv_trace_writer_enter (writer, 1, 0x100, 1, 1);
  tv_trace_writer_enter (writer, 1, 4, 2, 2);
  tv_trace_writer_enter (writer, 1, 0x200, 3, 3);
  tv_trace_writer_enter (writer, 1, 4, 4, 4);
  tv_trace_writer_exit (writer, 1, 4, 5, 5);
  tv_trace_writer_enter (writer, 1, 8, 6, 6);
  tv_trace_writer_enter (writer, 1, 0x300, 7, 7);
  trace = tv_test_load (writer);
  display = tv_method_dup_display_name (find_method (trace, 0x100));
  ck_assert_str_eq (display, "proxy method 0x100");
  ck_assert (!find_method (trace, 0x200)->is_proxy);
  ck_assert (!find_method (trace, 0x300)->is_proxy);
  ck_assert (!find_method (trace, 8)->is_proxy);
}
END_TEST

static const TvThread *
find_thread (const TvTrace *trace, guint32 id)
{
  guint32 index = tv_test_find_thread (trace, id);

  ck_assert_msg (index != TV_THREAD_NONE, "no thread %u", id);
  return tv_trace_get_thread (trace, index);
}

/* Records and items have the low 16 bits of an id, the summary has all of it. */
START_TEST (thread_ids_are_whole_where_the_summary_has_them)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = NULL;
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (tables, 0x10005, "five");
  tv_trace_writer_add_thread (tables, 0x10006, "six");
  tv_trace_writer_add_thread (tables, 0x20006, "also six");
  writer = tv_stream_writer_new (tables);
  tv_sample_call (writer, 0x10005, 4, 10, 20);
  tv_stream_writer_add_thread (writer, 6, "six");
  tv_stream_writer_add_thread (writer, 6, "also six");
  tv_sample_call (writer, 0x20006, 4, 30, 40);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  trace = tv_test_load_stream (writer);
  ck_assert_uint_eq (find_thread (trace, 0x10005)->n_events, 2);
  ck_assert_str_eq (find_thread (trace, 0x10005)->name, "five");
  ck_assert_uint_eq (find_thread (trace, 0x20006)->n_events, 2);
  ck_assert_uint_eq (find_thread (trace, 0x10006)->n_events, 0);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_LISTED_TWICE), 1);
}
END_TEST

/* Each unnamed method of the real trace is one of the interfaces of two libraries. */
START_TEST (proxies_of_a_real_trace)
{
  g_autofree char *path = NULL;
  g_autoptr (TvTrace) trace = NULL;
  guint n_recovered = 0;

  if (!tv_test_has_trace ("real/art-trace-streaming.trace"))
    return;
  path = tv_test_trace_path ("real/art-trace-streaming.trace");
  trace = tv_test_load_path (path, NULL);
  ck_assert_ptr_nonnull (trace);
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);

      ck_assert_int_eq (method->named, method->proxy_name == NULL);
      if (method->named)
        continue;
      ck_assert (g_str_has_prefix (method->proxy_name, "mozilla.appservices.places."
                                                       "LibPlacesFFI.")
                 || g_str_has_prefix (method->proxy_name,
                                      "mozilla.telemetry.glean.rust.LibGleanFFI."));
      n_recovered++;
    }
  ck_assert_uint_eq (n_recovered, 9);
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
  const TTest *const tests[] = { odd_method_lines,
                                 the_summary_fills_gaps_only,
                                 proxies_get_the_name_before_them,
                                 a_proxy_that_is_listed_later_keeps_its_own_name,
                                 classic_proxies_are_told_by_what_they_call,
                                 thread_ids_are_whole_where_the_summary_has_them,
                                 proxies_of_a_real_trace };

  return tv_test_run ("stream-names", tests, G_N_ELEMENTS (tests));
}
