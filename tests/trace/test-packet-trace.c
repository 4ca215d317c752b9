/* SPDX-License-Identifier: Apache-2.0 */

/* A file of packets, written out byte by byte in both layouts of its records. Its one
 * call takes 2.5 µs of wall and 0.9 µs of CPU time. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <string.h>

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

/* A file of the thread 77 and the method 0x7000 in layout B that ends in @end. */
static TvTrace *
load_ending_in (const void *end, gsize length)
{
  GByteArray *file = start_file (header_b);

  ADD (file, block_b);
  g_byte_array_append (file, end, (guint) length);
  return load (file);
}

/* Its length takes two bytes, or four, and says anything: it is read up to its end. */
START_TEST (the_length_of_the_summary_is_not_trusted)
{
  static const char *const lengths[]
      = { "", "\x20", "\x01\x02", "\xff\xff\xff\xff", "0123456789abcdef" };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *end = g_strdup_printf (
          "\x03%s*version\n5\nclock=dual\nvm=art\n*end\n", lengths[i]);
      g_autoptr (TvTrace) trace = load_ending_in (end, strlen (end));

      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
      if (strlen (lengths[i]) < 16)
        {
          tv_assert_no_warning (trace);
          ck_assert_str_eq (tv_trace_lookup_property (trace, "vm"), "art");
          continue;
        }
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_PACKET_CUT), 1);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_NOT_FINISHED), 1);
    }
}
END_TEST

START_TEST (what_follows_the_summary_is_counted)
{
  static const char end[] = "\x03\x20\0*version\n5\nclock=dual\n*end\nseven b";
  g_autoptr (TvTrace) trace = load_ending_in (end, sizeof end - 1);

  tv_assert_only_warning (trace, TV_WARNING_AFTER_SUMMARY);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_AFTER_SUMMARY), 7);
}
END_TEST

/* The version with one clock does not say which it is before the summary does. */
START_TEST (the_clock_of_version_4)
{
  static const struct
  {
    const char *line;
    TvClock clock;
    gboolean known;
  } examples[] = { { "clock=wall\n", TV_CLOCK_WALL, TRUE },
                   { "clock=global\n", TV_CLOCK_WALL, TRUE },
                   { "clock=thread-cpu\n", TV_CLOCK_THREAD_CPU, TRUE },
                   { "", TV_CLOCK_WALL, TRUE },
                   { "clock=banana\n", TV_CLOCK_WALL, FALSE } };
  static const char block[] = "\x02\x4d\0\0\0\x02\0\0\x08\0\0\0"
                              "\x80\xe0\x01\xe8\x07\x01\xc4\x13";

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      TvClock clock = examples[i].clock;
      g_autofree char *end
          = g_strdup_printf ("\x03\x20\x20*version\n4\n%s*end\n", examples[i].line);
      GByteArray *file = start_file (header_b);
      g_autoptr (TvTrace) trace = NULL;

      file->data[4] = i % 2 ? 4 : 0xF4;
      ADD (file, block);
      g_byte_array_append (file, (const guint8 *) end, (guint) strlen (end));
      trace = load (file);
      ck_assert (tv_trace_has_clock (trace, clock));
      ck_assert (!tv_trace_has_clock (trace, TV_N_CLOCKS - 1 - clock));
      ck_assert_int_eq (tv_trace_get_thread (trace, 0)->root_inclusive[clock], 2500);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_UNKNOWN_CLOCK),
                         examples[i].known ? 0 : 1);
    }
}
END_TEST

/* Perfetto reads a line number behind the file's name. */
START_TEST (fields_of_a_method)
{
  static const char more[] = "\x01\x04\x70\0\0\0\0\0\0\x14\0"
                             "a.B\td\t()V\tB.java\t42\n"
                             "\x01\x08\x70\0\0\0\0\0\0\x06\0"
                             "a.B\te\n";
  g_autoptr (TvTrace) trace = load_ending_in (more, sizeof more - 1);
  const TvMethod *method = tv_trace_get_method (trace, 1);

  ck_assert_uint_eq (method->id, 0x7004);
  ck_assert_str_eq (method->signature, "()V");
  ck_assert_str_eq (method->file, "B.java");
  ck_assert_int_eq (method->line, 42);
  ck_assert_str_eq (tv_trace_get_method (trace, 2)->name, "e");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_METHOD_FIELDS), 1);
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
  const TTest *const tests[] = { layout_b,
                                 layout_c_in_ticks,
                                 an_exit_without_a_method_and_a_call,
                                 cut_at_every_byte,
                                 the_length_of_the_summary_is_not_trusted,
                                 what_follows_the_summary_is_counted,
                                 the_clock_of_version_4,
                                 fields_of_a_method };

  return tv_test_run ("packet-trace", tests, G_N_ELEMENTS (tests));
}
