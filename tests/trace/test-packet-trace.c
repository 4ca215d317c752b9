/* SPDX-License-Identifier: Apache-2.0 */

/* A file of packets, written out byte by byte in both layouts of its records. Its one
 * call takes 2.5 µs of wall and 0.9 µs of CPU time. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

static const guint8 header_b[32]
    = { 'S', 'L', 'O', 'W', 0xF5, 0, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 };
static const guint8 header_c[32]
    = { 'S', 'L',  'O', 'W', 0xF5, 0, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0,
        0,   0x99, 0,   0,   0,    0, 0,    0,    0,    0x80, 0x96, 0x98, 0 };
static const char names[] = "\x01\0\x70\0\0\0\0\0\0\x11\0"
                            "a.B\tc\t()V\tB.java\n"
                            "\0\x4d\0\0\0\x04\0main";
static const char block_b[] = "\x02\x4d\0\0\0\x02\0\0\x0b\0\0\0"
                              "\x80\xe0\x01\xe8\x07\x05"
                              "\x01\xc4\x13\x84\x07";
static const char block_c[] = "\x02\x4d\0\0\0\x02\0\0\x09\0\0\0"
                              "\x28\x05\x80\xe0\x01"
                              "\xe5\0\x84\x07";
static const char exit_c[] = "\x02\x4d\0\0\0\x01\0\0\x04\0\0\0"
                             "\xa1\x01\x8e\x07";
static const char summary[] = "\x03\x20\0*version\n5\nclock=dual\n*end\n";

#define ADD(array, bytes)                                                              \
  g_byte_array_append (array, (const guint8 *) (bytes), sizeof (bytes) - 1)

static GByteArray *
start_file (const guint8 *header)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, header, 32);
  ADD (file, names);
  return file;
}

static TvTrace *
load (GByteArray *file)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (file);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

static void
assert_one_call (const TvTrace *trace)
{
  const TvThread *thread = tv_trace_get_thread (trace, 0);
  const TvMethod *method = tv_trace_get_method (trace, 0);

  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  ck_assert_uint_eq (thread->id, 77);
  ck_assert_str_eq (thread->name, "main");
  ck_assert_uint_eq (method->id, 0x7000);
  ck_assert_str_eq (method->class_name, "a.B");
  ck_assert_int_eq (thread->first[TV_CLOCK_WALL], 1000);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_WALL], 2500);
  ck_assert_int_eq (thread->first[TV_CLOCK_THREAD_CPU], 5);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_THREAD_CPU], 900);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 2);
}

START_TEST (layout_b)
{
  GByteArray *file = start_file (header_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD (file, block_b);
  ADD (file, summary);
  trace = load (file);
  assert_one_call (trace);
}
END_TEST

START_TEST (layout_c_in_ticks)
{
  GByteArray *file = start_file (header_c);
  g_autoptr (TvTrace) trace = NULL;

  ADD (file, block_c);
  ADD (file, summary);
  trace = load (file);
  assert_one_call (trace);
}
END_TEST

START_TEST (an_exit_without_a_method_and_a_call)
{
  GByteArray *file = start_file (header_c);
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  ADD (file, block_c);
  ADD (file, exit_c);
  ADD (file, summary);
  trace = load (file);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_str_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->name,
                    "(open before trace)");
  ck_assert_uint_eq (calls.parent[1], 0);
}
END_TEST

START_TEST (cut_at_every_byte)
{
  GByteArray *file = start_file (header_b);

  ADD (file, block_b);
  ADD (file, summary);
  for (gsize length = 0; length < file->len; length++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (file->data, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, &error);

      ck_assert ((trace == NULL) == (length < 32));
    }
  g_byte_array_unref (file);
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
      = { layout_b, layout_c_in_ticks, an_exit_without_a_method_and_a_call,
          cut_at_every_byte };

  return tv_test_run ("packet-trace", tests, G_N_ELEMENTS (tests));
}
