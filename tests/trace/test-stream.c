/* SPDX-License-Identifier: Apache-2.0 */

/* Streamed traces: items, names and the summary */

#include "support/stream-sample.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <glib/gstdio.h>
#include <string.h>

/* Items of streamed traces that are cut, unknown or out of their place. */

#define DUAL TV_WRITER_CLOCK_DUAL

/* The header of 32 bytes, and the items that tv_sample_call() announces and adds:
 * "0x4\tA\ta\t()V\tA.java\n" (19 bytes), "main", and two records. */
#define FIRST_ITEM 32
#define THREAD_ITEM (FIRST_ITEM + 5 + 19)
#define FIRST_RECORD (THREAD_ITEM + 7 + 4)
#define AFTER_CALL (FIRST_RECORD + 2 * 14)

static guint64
get_place (const TvTrace *trace, TvWarningKind kind)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_int_eq (warning->place, TV_PLACE_OFFSET);
  return warning->at;
}

START_TEST (a_whole_trace_has_no_warning)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (tables, TV_WRITER_START_TIME, 77);
  tv_sample_call (writer, 1, 4, 10, 30);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  trace = tv_test_load_stream (writer);
  tv_assert_no_warning (trace);
  tv_assert_calls (trace, 1, "a cpu 10-30 wall 10-30\n");
  ck_assert_str_eq (tv_trace_get_info (trace)->format, "streaming");
  ck_assert_uint_eq (tv_trace_get_info (trace)->version, 0xF3);
  ck_assert_uint_eq (tv_trace_get_info (trace)->start_time, 77);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 2);
  ck_assert_str_eq (tv_trace_lookup_property (trace, "clock"), "dual");
  /* The summary also lists a thread without events. */
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
}
END_TEST

START_TEST (an_unknown_code_ends_the_reading)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_sample_call (writer, 1, 4, 10, 30);
  tv_stream_writer_raw (writer, "\0\0\x09", 3);
  tv_sample_call (writer, 1, 8, 40, 50);
  trace = tv_test_load_stream (writer);
  tv_assert_only_warning (trace, TV_WARNING_STREAM_CODE);
  ck_assert_uint_eq (get_place (trace, TV_WARNING_STREAM_CODE), AFTER_CALL);
  tv_assert_calls (trace, 1, "a cpu 10-30 wall 10-30\n");
}
END_TEST

/* Whatever is whole before the cut is kept. */
START_TEST (a_file_may_be_cut_anywhere)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (GBytes) bytes = NULL;

  tv_sample_call (writer, 1, 4, 10, 30);
  bytes = tv_stream_writer_to_bytes (writer);
  ck_assert_uint_eq (g_bytes_get_size (bytes), AFTER_CALL);
  for (gsize length = FIRST_ITEM; length <= AFTER_CALL; length++)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, length);
      g_autoptr (TvTrace) trace = tv_test_load_bytes (part, NULL);
      gboolean whole = length == FIRST_ITEM || length == THREAD_ITEM
                       || length == FIRST_RECORD || length == FIRST_RECORD + 14
                       || length == AFTER_CALL;

      ck_assert_ptr_nonnull (trace);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_NOT_FINISHED), 1);
      ck_assert_int_eq (tv_test_count_warnings (trace, TV_WARNING_STREAM_CUT) == 0,
                        whole);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), length >= FIRST_RECORD + 14);
      ck_assert_uint_eq (tv_trace_get_n_methods (trace), length >= THREAD_ITEM);
    }
}
END_TEST

START_TEST (a_header_may_be_cut)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (GBytes) bytes = tv_stream_writer_to_bytes (writer);

  for (gsize length = 6; length < FIRST_ITEM; length++)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_bytes (part, &error);

      if (length < 16)
        ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER));
      else
        ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_HEADER_CUT), 1);
    }
}
END_TEST

START_TEST (threads_that_nobody_announced)
{
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_sample_call (writer, 1, 4, 10, 30);
  tv_sample_call (writer, 7, 4, 40, 50);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  trace = tv_test_load_stream (writer);
  tv_assert_only_warning (trace, TV_WARNING_THREAD_NOT_ANNOUNCED);
  ck_assert_uint_eq (get_place (trace, TV_WARNING_THREAD_NOT_ANNOUNCED), AFTER_CALL);
  tv_assert_calls (trace, 7, "a cpu 40-50 wall 40-50\n");
}
END_TEST

START_TEST (the_reserved_action_is_skipped)
{
  const TvWriterEvent reserved = { 1, 8, TV_WRITER_RESERVED, 40, 40 };
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (TvTrace) trace = NULL;

  tv_sample_call (writer, 1, 4, 10, 30);
  tv_stream_writer_record (writer, &reserved);
  tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
  trace = tv_test_load_stream (writer);
  tv_assert_only_warning (trace, TV_WARNING_ACTION);
  ck_assert_uint_eq (get_place (trace, TV_WARNING_ACTION), AFTER_CALL);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), 1);
}
END_TEST

START_TEST (record_sizes_of_the_header)
{
  static const struct
  {
    guint stated;
    guint length;
    gboolean refused;
    TvWarningKind kind;
  } cases[] = { { 5, 14, TRUE, TV_N_WARNING_KINDS },
                { 0, 14, FALSE, TV_WARNING_RECORD_SIZE },
                { 18, 18, FALSE, TV_N_WARNING_KINDS },
                { 18, 14, FALSE, TV_WARNING_STREAM_RECORD_SIZE },
                { 65535, 14, FALSE, TV_WARNING_STREAM_RECORD_SIZE },
                { 10, 14, FALSE, TV_WARNING_STREAM_RECORD_SIZE },
                { 10, 10, FALSE, TV_WARNING_ONE_TIME_ONLY } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTraceWriter) tables = tv_sample_tables (3, DUAL);
      g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      tv_stream_writer_set_record_length (writer, cases[i].stated, cases[i].length);
      tv_sample_call (writer, 1, 4, 10, 30);
      tv_sample_call (writer, 1, 8, 40, 50);
      tv_stream_writer_add_summary (writer, TV_SUMMARY_OF_2017);
      bytes = tv_stream_writer_to_bytes (writer);
      trace = tv_test_load_bytes (bytes, &error);
      if (cases[i].refused)
        {
          ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER));
          continue;
        }
      if (cases[i].kind == TV_N_WARNING_KINDS)
        tv_assert_no_warning (trace);
      else
        tv_assert_only_warning (trace, cases[i].kind);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
      ck_assert_uint_eq (tv_trace_get_info (trace)->record_size, cases[i].length);
    }
}
END_TEST

/* Names of methods and threads that stand among the events of streamed traces. */

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

/* The summary of a streamed trace: damaged, somewhere else, or missing. */

#define WALL TV_WRITER_CLOCK_WALL

static TvTrace *
load_with_summary (guint version, const char *text, gsize announced, const char *after)
{
  g_autoptr (TvTraceWriter) tables
      = tv_sample_tables (version, version == 3 ? TV_WRITER_CLOCK_DUAL : WALL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);

  tv_sample_call (writer, 1, 4, 5000, 6000);
  tv_stream_writer_add_summary_text (writer, text, announced);
  tv_stream_writer_raw (writer, after, strlen (after));
  return tv_test_load_stream (writer);
}

START_TEST (damaged_summaries)
{
  static const char whole[] = "*version\n3\nclock=dual\n*threads\n*methods\n*end\n";
  static const struct
  {
    const char *text;
    guint announced; /* 0: as many as there are */
    const char *after;
    TvWarningKind kind;
    gboolean wall_only;
  } cases[] = {
    { whole, 0, "", TV_N_WARNING_KINDS, FALSE },
    { whole, 0xFFFFFFFF, "", TV_WARNING_SUMMARY_CUT, FALSE },
    { "*version\n3\nclock=dual\n", 0xFFFFFFFF, "", TV_WARNING_SUMMARY_CUT, FALSE },
    { "*version\n3\nclock=dual\n", 0, "", TV_WARNING_SUMMARY_NOT_TERMINATED, FALSE },
    { "*version\n3\n*end\n", 0, "", TV_WARNING_CLOCK_MISSING, FALSE },
    { "*version\n3\nclock=banana\n*end\n", 0, "", TV_WARNING_UNKNOWN_CLOCK, FALSE },
    { "*version\n3\nclock=wall\n*end\n", 0, "", TV_N_WARNING_KINDS, TRUE },
    { "*version\n2\nclock=dual\n*end\n", 0, "", TV_WARNING_VERSION_MISMATCH, FALSE },
    { "*version\n243\nclock=dual\n*end\n", 0, "", TV_N_WARNING_KINDS, FALSE },
    { whole, 0, "more", TV_WARNING_AFTER_SUMMARY, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize announced
          = cases[i].announced != 0 ? cases[i].announced : strlen (cases[i].text);
      g_autoptr (TvTrace) trace
          = load_with_summary (3, cases[i].text, announced, cases[i].after);

      if (cases[i].kind == TV_N_WARNING_KINDS)
        tv_assert_no_warning (trace);
      else
        tv_assert_only_warning (trace, cases[i].kind);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
      ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
      ck_assert_int_eq (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU),
                        !cases[i].wall_only);
    }
}
END_TEST

START_TEST (places_in_the_summary_are_bytes_of_the_file)
{
  static const char text[] = "*version\n3\nclock=dual\n*spam\n*end\n";
  g_autoptr (TvTrace) trace = load_with_summary (3, text, strlen (text), "");
  const TvWarning *warning
      = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_UNKNOWN_SECTION);
  guint64 size = tv_trace_get_info (trace)->file_size;

  ck_assert_ptr_nonnull (warning);
  ck_assert_int_eq (warning->place, TV_PLACE_OFFSET);
  ck_assert_uint_eq (warning->at, size - strlen ("*spam\n*end\n"));
}
END_TEST

START_TEST (two_clocks_do_not_fit_one_time)
{
  static const char text[] = "*version\n2\nclock=dual\n*end\n";
  g_autoptr (TvTrace) trace = load_with_summary (2, text, strlen (text), "");

  tv_assert_only_warning (trace, TV_WARNING_ONE_TIME_ONLY);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
}
END_TEST

/* First times of each thread, which is all there is to tell the clock from. */
START_TEST (the_clock_of_an_unfinished_trace)
{
  static const struct
  {
    guint version;
    guint first[2]; /* 0 for no second thread */
    const char *clock;
  } cases[] = { { 2, { 0, 0 }, "thread-cpu" },   { 2, { 1, 0 }, "wall" },
                { 2, { 1, 999 }, "thread-cpu" }, { 2, { 1, 1000 }, "wall" },
                { 2, { 5000, 5100 }, "wall" },   { 3, { 5000, 5100 }, "dual" },
                { 1, { 1, 999 }, "thread-cpu" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint version = cases[i].version;
      g_autoptr (TvTraceWriter) tables
          = tv_sample_tables (version, version == 3 ? TV_WRITER_CLOCK_DUAL : WALL);
      g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
      g_autoptr (TvTrace) trace = NULL;

      tv_sample_call (writer, 1, 4, cases[i].first[0], 10000);
      if (cases[i].first[1] != 0)
        tv_sample_call (writer, 2, 4, cases[i].first[1], 10000);
      trace = tv_test_load_stream (writer);
      tv_assert_only_warning (trace, TV_WARNING_NOT_FINISHED);
      ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, cases[i].clock);
    }
}
END_TEST

static void
save (GBytes *bytes, const char *path)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  ck_assert (g_file_set_contents (path, data, (gssize) size, NULL));
}

/* Loads app.trace with what was its summary in @side_name beside it. */
static TvTrace *
load_with_side_file (const char *side_name)
{
  g_autofree char *folder = g_dir_make_tmp ("traceview-side-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "app.trace", NULL);
  g_autofree char *side_path = g_build_filename (folder, side_name, NULL);
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (2, WALL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) side = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace = NULL;

  tv_sample_call (writer, 1, 4, 0, 30);
  bytes = tv_stream_writer_to_bytes (writer);
  side = tv_stream_writer_summary_to_bytes (writer, TV_SUMMARY_OF_2017);
  save (bytes, path);
  save (side, side_path);
  trace = tv_test_load_path (path, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  g_unlink (path);
  g_unlink (side_path);
  g_rmdir (folder);
  return trace;
}

START_TEST (the_summary_may_be_a_file_of_its_own)
{
  static const char *const names[] = { "app.trace.sec", "app.sec" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TvTrace) trace = load_with_side_file (names[i]);

      tv_assert_no_warning (trace);
      ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
      ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
      ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
