/* SPDX-License-Identifier: Apache-2.0 */

/* Items of streamed traces that are cut, unknown or out of their place. */

#include "support/stream-sample.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

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
  ck_assert_int_eq (tv_trace_get_info (trace)->format, TV_TRACE_FORMAT_STREAMING);
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

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[]
      = { a_whole_trace_has_no_warning,  an_unknown_code_ends_the_reading,
          a_file_may_be_cut_anywhere,    a_header_may_be_cut,
          threads_that_nobody_announced, the_reserved_action_is_skipped,
          record_sizes_of_the_header };

  return tv_test_run ("stream-items", tests, G_N_ELEMENTS (tests));
}
