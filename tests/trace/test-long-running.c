/* SPDX-License-Identifier: Apache-2.0 */

/* Traces of long-running methods, version 6, with and without a header. Times are
 * worked out by hand: of the counter, 24.576 ticks are a microsecond. */

#include "support/long-running-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"

#include <string.h>

#define LOAD G_GUINT64_CONSTANT (0x7000001000)
#define DRAW G_GUINT64_CONSTANT (0x7000000F00)

static TvTrace *
load (TvLongRunningWriter *writer)
{
  g_autoptr (GBytes) bytes = tv_long_running_writer_to_bytes (writer);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  return trace;
}

static void
add_names (TvLongRunningWriter *writer)
{
  tv_long_running_writer_add_thread (writer, 77, "main");
  tv_long_running_writer_add_thread (writer, 78, "worker");
  tv_long_running_writer_add_method (writer, LOAD, "a.B\tload\t()V\tB.java");
  tv_long_running_writer_add_method (writer, DRAW, "a.B\tdraw\t(I)V\tB.java");
}

static void
assert_calls (const TvTrace *trace, guint index, const char *expected)
{
  g_autofree char *calls = tv_test_calls_to_string (trace, index);

  ck_assert_str_eq (calls, expected);
}

/* In nanoseconds, behind the packet of 17 bytes that newer systems write first. The
 * second block of a thread goes on with its stack. */
static void
add_blocks (TvLongRunningWriter *writer)
{
  tv_long_running_writer_begin (writer, 77);
  tv_long_running_writer_enter (writer, 1000000, LOAD);
  tv_long_running_writer_enter (writer, 1004000, DRAW);
  tv_long_running_writer_exit (writer, 1009000);
  tv_long_running_writer_end (writer);
  tv_long_running_writer_begin (writer, 78);
  tv_long_running_writer_enter (writer, 1002000, DRAW);
  tv_long_running_writer_end (writer);
  tv_long_running_writer_begin (writer, 77);
  tv_long_running_writer_enter (writer, 1010000, DRAW);
  tv_long_running_writer_exit (writer, 1012000);
  tv_long_running_writer_exit (writer, 1020000);
  tv_long_running_writer_end (writer);
  add_names (writer);
}

static void
assert_blocks (const TvTrace *trace, guint version)
{
  ck_assert_uint_eq (tv_trace_get_info (trace)->version, version);
  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_CALLS);
  ck_assert_uint_eq (tv_trace_get_info (trace)->start_time, 1000);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "main");
  assert_calls (trace, 0,
                "load wall 0-20\n"
                "  draw wall 4-9\n"
                "  draw wall 10-12\n");
  assert_calls (trace, 1, "draw wall 2-2 still-open\n");
  ck_assert_str_eq (tv_trace_get_method (trace, 0)->class_name, "a.B");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "recorded"),
                    "long-running methods");
  tv_assert_no_warning (trace);
}

START_TEST (nanoseconds_behind_a_preface)
{
  static const char preface[17] = "\x03TMOL";
  g_autoptr (TvLongRunningWriter) writer = tv_long_running_writer_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_long_running_writer_raw (writer, preface, sizeof preface);
  add_blocks (writer);
  trace = load (writer);
  assert_blocks (trace, 6);
}
END_TEST

START_TEST (nanoseconds_behind_a_header)
{
  static const char header[32] = "SLOW\xF6";
  g_autoptr (TvLongRunningWriter) writer = tv_long_running_writer_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_long_running_writer_raw (writer, header, sizeof header);
  add_blocks (writer);
  trace = load (writer);
  assert_blocks (trace, 0xF6);
}
END_TEST

/* Without either, times are ticks since boot, but for calls that ran when tracing
 * began: those are in nanoseconds. Tracing began 10 s after boot. */
START_TEST (ticks_of_a_counter)
{
  const guint64 start = 10 * G_GUINT64_CONSTANT (24576000);
  g_autoptr (TvLongRunningWriter) writer = tv_long_running_writer_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_long_running_writer_begin (writer, 77);
  tv_long_running_writer_enter (writer, G_GUINT64_CONSTANT (10000000000), LOAD);
  tv_long_running_writer_enter (writer, start + 24576, DRAW);
  tv_long_running_writer_exit (writer, start + 3 * 24576);
  tv_long_running_writer_exit (writer, start + 4 * 24576);
  tv_long_running_writer_end (writer);
  add_names (writer);
  trace = load (writer);
  assert_calls (trace, 0,
                "load wall 0-4000\n"
                "  draw wall 1000-3000\n");
  ck_assert_uint_eq (tv_trace_get_info (trace)->start_time, 10000000);
  tv_assert_no_warning (trace);
}
END_TEST

/* A method that nobody names, and a number of eleven bytes in the second block. */
START_TEST (broken_records)
{
  static const guint8 broken[]
      = { 2,   78,  0,   0,   0,   1,   0,   0,   11,  0,   0,  0,
          255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255 };
  g_autoptr (TvLongRunningWriter) writer = tv_long_running_writer_new ();
  g_autoptr (TvTrace) trace = NULL;

  tv_long_running_writer_begin (writer, 77);
  tv_long_running_writer_enter (writer, 2000, 0x10);
  tv_long_running_writer_exit (writer, 5000);
  tv_long_running_writer_end (writer);
  tv_long_running_writer_raw (writer, broken, sizeof broken);
  add_names (writer);
  trace = load (writer);
  assert_calls (trace, 0, "0x10 wall 0-122\n");
  tv_assert_only_warning (trace, TV_WARNING_BLOCK_BROKEN);
}
END_TEST

static gboolean
is_read (gconstpointer data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, NULL);

  return trace != NULL;
}

/* Files that begin with the same byte are not all of the format. */
START_TEST (other_files)
{
  static const guint8 too_many[] = { 2, 1, 0, 0, 0, 5, 0, 0, 2, 0, 0, 0, 2, 2 };
  static const guint8 too_large[] = { 2, 1, 0, 0, 0, 1, 0, 0, 22, 0, 0, 0, 2, 2 };
  static const guint8 names_only[] = { 0, 1, 0, 0, 0, 1, 0, 'a' };
  static const guint8 other_type[]
      = { 2, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2, 2, 9, 0, 0, 0, 0 };
  static const guint8 good[] = { 2, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2, 2 };

  ck_assert (!is_read (too_many, sizeof too_many));
  ck_assert (!is_read (too_large, sizeof too_large));
  ck_assert (!is_read (names_only, sizeof names_only));
  ck_assert (!is_read (other_type, sizeof other_type));
  ck_assert (is_read (good, sizeof good));
}
END_TEST

/* A file that is cut anywhere in its blocks and names never fails another way than one
 * that is cut does. */
START_TEST (cut_files)
{
  g_autoptr (TvLongRunningWriter) writer = tv_long_running_writer_new ();
  g_autoptr (GBytes) whole = NULL;

  add_blocks (writer);
  whole = tv_long_running_writer_to_bytes (writer);
  for (gsize size = 14; size < g_bytes_get_size (whole); size++)
    ck_assert_msg (is_read (g_bytes_get_data (whole, NULL), size), "%zu", size);
}
END_TEST

TV_TESTS (NULL, NULL)
