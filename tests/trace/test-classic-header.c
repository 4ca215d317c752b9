/* SPDX-License-Identifier: Apache-2.0 */

/* The data header and the layout of the records behind it. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define A 0x4

static void
add_call (TvTraceWriter *writer)
{
  tv_trace_writer_add_property (writer, "elapsed-time-usec", "1000");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_exit (writer, 1, A, 3, 40);
}

START_TEST (every_version_and_clock)
{
  static const struct
  {
    guint version;
    TvWriterClock clock;
    const char *name;
    const char *calls;
  } rows[] = {
    { 1, TV_WRITER_CLOCK_THREAD_CPU, "thread-cpu", "a cpu 1-3\n" },
    { 1, TV_WRITER_CLOCK_GLOBAL, "global", "a wall 10-40\n" },
    { 1, TV_WRITER_CLOCK_WALL, "wall", "a wall 10-40\n" },
    { 2, TV_WRITER_CLOCK_THREAD_CPU, "thread-cpu", "a cpu 1-3\n" },
    { 2, TV_WRITER_CLOCK_WALL, "wall", "a wall 10-40\n" },
    { 3, TV_WRITER_CLOCK_THREAD_CPU, "thread-cpu", "a cpu 1-3\n" },
    { 3, TV_WRITER_CLOCK_WALL, "wall", "a wall 10-40\n" },
    { 3, TV_WRITER_CLOCK_DUAL, "dual", "a cpu 1-3 wall 10-40\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTraceWriter) writer
          = tv_trace_writer_new (rows[i].version, rows[i].clock);
      g_autoptr (TvTrace) trace = NULL;

      add_call (writer);
      trace = tv_test_load (writer);
      ck_assert_uint_eq (tv_trace_get_info (trace)->version, rows[i].version);
      ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, rows[i].name);
      ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
      tv_assert_calls (trace, 1, rows[i].calls);
    }
}
END_TEST

START_TEST (every_header_length)
{
  for (guint version = 1; version <= 3; version++)
    for (guint length = version == 3 ? 18 : 16; length <= 100; length++)
      {
        g_autoptr (TvTraceWriter) writer
            = tv_trace_writer_new (version, TV_WRITER_CLOCK_WALL);
        g_autoptr (TvTrace) trace = NULL;

        tv_trace_writer_set_field (writer, TV_WRITER_HEADER_LENGTH, length);
        add_call (writer);
        trace = tv_test_load (writer);
        ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
        tv_assert_calls (trace, 1, "a wall 10-40\n");
      }
}
END_TEST

START_TEST (every_record_size)
{
  static const guint sizes[] = { 14, 15, 18, 30, 255, 4096 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_RECORD_LENGTH, sizes[i]);
      add_call (writer);
      trace = tv_test_load (writer);
      ck_assert_uint_eq (tv_trace_get_info (trace)->record_size, sizes[i]);
      ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 2);
      ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
      tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
    }
}
END_TEST

START_TEST (one_clock_in_records_of_ten_bytes)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (writer, TV_WRITER_RECORD_LENGTH, 10);
  add_call (writer);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
  tv_assert_calls (trace, 1, "a wall 10-40\n");
}
END_TEST

/* Two clocks do not fit in such records: the one time is taken as thread-cpu. */
START_TEST (dual_without_room_for_two_times)
{
  for (guint size = 10; size <= 13; size++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_RECORD_LENGTH, size);
      add_call (writer);
      trace = tv_test_load (writer);
      tv_assert_only_warning (trace, TV_WARNING_ONE_TIME_ONLY);
      ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, "thread-cpu");
      tv_assert_calls (trace, 1, "a cpu 1-3\n");
    }
  for (guint version = 1; version <= 2; version++)
    {
      g_autoptr (TvTraceWriter) writer
          = tv_trace_writer_new (version, TV_WRITER_CLOCK_THREAD_CPU);
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_add_property (writer, "clock", "dual");
      add_call (writer);
      trace = tv_test_load (writer);
      tv_assert_only_warning (trace, TV_WARNING_ONE_TIME_ONLY);
      tv_assert_calls (trace, 1, "a cpu 1-3\n");
    }
}
END_TEST

START_TEST (record_size_zero)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (writer, TV_WRITER_RECORD_SIZE, 0);
  add_call (writer);
  trace = tv_test_load (writer);
  tv_assert_only_warning (trace, TV_WARNING_RECORD_SIZE);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
}
END_TEST

START_TEST (record_size_too_small)
{
  for (guint size = 1; size <= 9; size++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_RECORD_SIZE, size);
      add_call (writer);
      bytes = tv_trace_writer_to_bytes (writer);
      ck_assert_ptr_null (tv_test_load_bytes (bytes, &error));
      ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_HEADER));
    }
}
END_TEST

START_TEST (data_offset_too_small)
{
  for (guint offset = 0; offset < 16; offset += 5)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_DATA_OFFSET, offset);
      add_call (writer);
      trace = tv_test_load (writer);
      tv_assert_only_warning (trace, TV_WARNING_DATA_OFFSET);
      tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
    }
}
END_TEST

START_TEST (data_offset_past_the_end)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (writer, TV_WRITER_DATA_OFFSET, 60000);
  add_call (writer);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_DATA_OFFSET_PAST_END),
                     1);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 0);
}
END_TEST

/* Version 3 keeps the record size at byte 16: a header of 16 bytes has none. */
START_TEST (version_3_in_a_header_of_sixteen_bytes)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_set_field (writer, TV_WRITER_HEADER_LENGTH, 16);
  add_call (writer);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
  ck_assert_uint_eq (tv_trace_get_info (trace)->record_size, 14);
}
END_TEST

START_TEST (versions_that_are_not_read)
{
  static const guint versions[] = { 0, 7, 8, 0xf7, 0xffff };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_DATA_VERSION, versions[i]);
      add_call (writer);
      bytes = tv_trace_writer_to_bytes (writer);
      ck_assert_ptr_null (tv_test_load_bytes (bytes, &error));
      ck_assert (
          g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION));
    }
}
END_TEST

START_TEST (header_cut_at_every_length)
{
  for (guint length = 0; length < 32; length++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (GError) error = NULL;

      tv_trace_writer_set_field (writer, TV_WRITER_HEADER_LENGTH, length);
      tv_trace_writer_set_field (writer, TV_WRITER_DATA_OFFSET, 32);
      bytes = tv_trace_writer_to_bytes (writer);
      trace = tv_test_load_bytes (bytes, &error);
      ck_assert_msg ((trace == NULL) == (length < 16), "%u bytes", length);
      if (length < 16)
        ck_assert_int_eq (error->domain, TV_TRACE_ERROR);
      else
        ck_assert_uint_gt (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
    }
}
END_TEST

START_TEST (bytes_after_the_last_record)
{
  for (guint extra = 1; extra < 14; extra++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (TvTrace) trace = NULL;

      add_call (writer);
      tv_trace_writer_raw_data (writer, "\1\0\4\0\0\0\1\1\1\1\1\1\1\1", extra);
      trace = tv_test_load (writer);
      tv_assert_only_warning (trace, TV_WARNING_PARTIAL_RECORD);
      tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");
    }
}
END_TEST

START_TEST (no_records)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = tv_test_load (writer);

  tv_assert_only_warning (trace, TV_WARNING_NO_EVENTS);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 0);
}
END_TEST

START_TEST (junk_before_the_header)
{
  g_autoptr (TvTraceWriter) near = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTraceWriter) far = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *junk = g_malloc0 (5000);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  memcpy (junk + 7, "SLO", 3);
  add_call (near);
  tv_trace_writer_set_junk (near, junk, 4000);
  trace = tv_test_load (near);
  tv_assert_only_warning (trace, TV_WARNING_JUNK_BEFORE_DATA);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");

  add_call (far);
  tv_trace_writer_set_junk (far, junk, 5000);
  bytes = tv_trace_writer_to_bytes (far);
  ck_assert_ptr_null (tv_test_load_bytes (bytes, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_DATA));
}
END_TEST

START_TEST (key_section_without_end)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GBytes) key = NULL;
  g_autoptr (GError) error = NULL;

  add_call (writer);
  tv_trace_writer_set_flags (writer, TV_WRITER_NO_END);
  trace = tv_test_load (writer);
  tv_assert_only_warning (trace, TV_WARNING_KEY_NOT_TERMINATED);
  tv_assert_calls (trace, 1, "a cpu 1-3 wall 10-40\n");

  key = tv_trace_writer_key_to_bytes (writer);
  ck_assert_ptr_null (tv_test_load_bytes (key, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_KEY_SECTION));
}
END_TEST

/* Early Dalvik keeps thread ids in one byte, all values of which are ids. */
START_TEST (thread_ids_are_unsigned)
{
  g_autoptr (TvTraceWriter) narrow = tv_trace_writer_new (1, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTraceWriter) wide = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) narrow_trace = NULL;
  g_autoptr (TvTrace) wide_trace = NULL;

  tv_trace_writer_enter (narrow, 0, A, 0, 1);
  tv_trace_writer_enter (narrow, 255, A, 0, 2);
  narrow_trace = tv_test_load (narrow);
  ck_assert_uint_ne (tv_test_find_thread (narrow_trace, 0), TV_THREAD_NONE);
  ck_assert_uint_ne (tv_test_find_thread (narrow_trace, 255), TV_THREAD_NONE);

  tv_trace_writer_enter (wide, 0, A, 0, 1);
  tv_trace_writer_enter (wide, 65535, A, 0, 2);
  wide_trace = tv_test_load (wide);
  ck_assert_uint_ne (tv_test_find_thread (wide_trace, 0), TV_THREAD_NONE);
  ck_assert_uint_ne (tv_test_find_thread (wide_trace, 65535), TV_THREAD_NONE);
}
END_TEST

/* A call takes 2 bytes for its method, 4 for its parent, 1 for its flags and 4 for each
 * of its times: two with one clock, four with two, or with the axis of all threads. A
 * run of neighbours in one thread takes 8 bytes. */
START_TEST (memory_of_calls)
{
  static const struct
  {
    guint version;
    TvWriterClock clock;
    gsize size;
  } rows[] = { { 2, TV_WRITER_CLOCK_WALL, 2 * 15 + 8 },
               { 2, TV_WRITER_CLOCK_THREAD_CPU, 2 * 23 + 8 },
               { 3, TV_WRITER_CLOCK_DUAL, 2 * 23 + 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTraceWriter) writer
          = tv_trace_writer_new (rows[i].version, rows[i].clock);
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_enter (writer, 1, A, 0, 1);
      tv_trace_writer_enter (writer, 1, A, 1, 2);
      trace = tv_test_load (writer);
      ck_assert_uint_eq (tv_trace_get_memory_size (trace), rows[i].size);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
