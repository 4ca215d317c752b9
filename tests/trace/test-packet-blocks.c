/* SPDX-License-Identifier: Apache-2.0 */

/* Blocks of packets: where they begin and end, whether they go on from the one before,
 * and which of the two layouts their records have. The bytes are worked out by hand. */

#include "support/packet-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/formats/trace-reader.h"

/* One byte of SLEB128 says -64 to 63, one of ULEB128 0 to 127. */
#define ADD_BLOCK(writer, thread, count, records)                                      \
  tv_packet_writer_add_block ((writer), (thread), (count), sizeof (records) - 1,       \
                              (records), sizeof (records) - 1)

typedef struct
{
  TvTraceWriter *tables;
  TvPacketWriter *packets;
} Sample;

/* A file of version 5 that names the threads 1 and 2 and the method 16 `a`. */
static Sample
start_sample (const TvPacketForm *form)
{
  Sample sample = { .tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL) };

  tv_trace_writer_add_thread (sample.tables, 1, "main");
  tv_trace_writer_add_thread (sample.tables, 2, "worker");
  tv_trace_writer_add_method (sample.tables, 16, "A", "a", "()V", "A.java", 0);
  sample.packets = tv_packet_writer_new (sample.tables, form);
  tv_packet_writer_add_names (sample.packets);
  return sample;
}

static TvTrace *
load_and_free (Sample *sample)
{
  g_autoptr (GBytes) bytes = tv_packet_writer_to_bytes (sample->packets);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  tv_packet_writer_free (sample->packets);
  tv_trace_writer_free (sample->tables);
  return trace;
}

static TvTrace *
finish_sample (Sample *sample)
{
  tv_packet_writer_add_summary (sample->packets);
  return load_and_free (sample);
}

/* Times of the thread's call in nanoseconds. */
static void
assert_call (const TvTrace *trace, guint32 thread_id, gsize call, gint64 start,
             gint64 end)
{
  TvCalls calls = tv_trace_get_calls (trace, tv_test_find_thread (trace, thread_id));

  ck_assert_uint_lt (call, calls.n);
  ck_assert_int_eq (tv_times_get (&calls.start[TV_CLOCK_WALL], call), start);
  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], call), end);
}

static const TvMethod *
method_of_second_call (const TvTrace *trace)
{
  TvCalls calls = tv_trace_get_calls (trace, 0);

  return tv_trace_get_method (trace, tv_calls_method (&calls, 1));
}

static const TvPacketForm layout_b = { .layout = TV_WRITER_LAYOUT_B };
static const TvPacketForm layout_c = { .layout = TV_WRITER_LAYOUT_C };

/* The second block leaves the method 16 with the difference 1; from 0 it would be the
 * method 0. */
START_TEST (a_block_that_goes_on_is_told_by_its_ids)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x64\x05");
  ADD_BLOCK (sample.packets, 1, 2, "\x01\x32\x04");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  assert_call (trace, 1, 0, 100, 150);
}
END_TEST

/* From 17 (the last id and action) the method would be 32. */
START_TEST (a_block_that_begins_anew_is_told_by_its_ids)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 2, "\x10\x0a\x05\x01\x05\x04");
  ADD_BLOCK (sample.packets, 1, 2, "\x10\x78\x10\x01\x05\x04");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  assert_call (trace, 1, 0, 10, 15);
  assert_call (trace, 1, 1, 120, 125);
}
END_TEST

/* Both 16 + 16 and 16 are methods; but a block of its own would begin at 20 ns. */
START_TEST (a_block_that_goes_on_is_told_by_its_time)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  tv_packet_writer_add_method (sample.packets, 32, "A\tb\t()V\tA.java\n");
  ADD_BLOCK (sample.packets, 1, 1, "\x10\x64\x05");
  ADD_BLOCK (sample.packets, 1, 3, "\x10\x14\x05\x01\x05\x04");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  assert_call (trace, 1, 1, 120, 125);
  ck_assert_str_eq (method_of_second_call (trace)->name, "b");
}
END_TEST

/* The same, but 100 ns may well come after 100 ns: only the count tells. */
static void
check_count (guint32 count, const char *method, gint64 start)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  tv_packet_writer_add_method (sample.packets, 32, "A\tb\t()V\tA.java\n");
  ADD_BLOCK (sample.packets, 1, 1, "\x10\x64\x05");
  ADD_BLOCK (sample.packets, 1, count, "\x10\xc8\x01\x05\x01\x05\x04");
  trace = finish_sample (&sample);
  assert_call (trace, 1, 1, start, start + 5);
  ck_assert_str_eq (method_of_second_call (trace)->name, method);
}

START_TEST (a_block_that_goes_on_is_told_by_its_count)
{
  check_count (2, "a", 200);
  check_count (3, "b", 300);
  check_count (9, "a", 200);
  check_count (0x10000 + 3, "b", 300);
}
END_TEST

/* Layout C's writer begins every block anew. */
START_TEST (blocks_of_layout_c_begin_anew)
{
  Sample sample = start_sample (&layout_c);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x05\x10");
  ADD_BLOCK (sample.packets, 1, 1, "\x21\x09");
  ADD_BLOCK (sample.packets, 1, 2, "\x30\x0a\x10\x05\x01");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  assert_call (trace, 1, 0, 4, 8);
  assert_call (trace, 1, 1, 12, 13);
}
END_TEST

START_TEST (a_block_of_another_thread_begins_anew)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x64\x05");
  ADD_BLOCK (sample.packets, 2, 2, "\x10\x05\x05\x01\x05\x04");
  ADD_BLOCK (sample.packets, 1, 1, "\x11\x6e\x09");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  assert_call (trace, 1, 0, 100, 110);
  assert_call (trace, 2, 0, 5, 10);
}
END_TEST

/* From the word 0 the difference -4 leads to 2⁶⁴ − 4, the last id; its action 3 is
 * skipped; two further is 1, the exit of the method 0. */
START_TEST (the_ids_0_and_the_last_one)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  tv_packet_writer_add_method (sample.packets, 0, "A\tzero\t()V\tA.java\n");
  tv_packet_writer_add_method (sample.packets, G_MAXUINT64 - 3,
                               "A\tlast\t()V\tA.java\n");
  ADD_BLOCK (sample.packets, 1, 5,
             "\x00\x0a\x01"
             "\x7c\x0a\x01"
             "\x01\x0a\x01"
             "\x02\x0a\x01"
             "\x02\x0a\x01");
  trace = finish_sample (&sample);
  calls = tv_trace_get_calls (trace, 0);
  tv_assert_only_warning (trace, TV_WARNING_ACTION);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_ACTION), 1);
  ck_assert_uint_eq (calls.n, 2);
  ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->id, 0);
  ck_assert_str_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->name,
                    "zero");
  ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 1))->id,
                     G_MAXUINT64 - 3);
  assert_call (trace, 1, 0, 10, 50);
  assert_call (trace, 1, 1, 20, 30);
}
END_TEST

/* In layout C an id is whole: 2⁶⁴ − 1 is one. */
START_TEST (the_last_id_in_layout_c)
{
  Sample sample = start_sample (&layout_c);
  g_autoptr (TvTrace) trace = NULL;
  const TvMethod *method;

  ADD_BLOCK (sample.packets, 1, 4,
             "\x04\x01\x10"
             "\x04\x01\x6f"
             "\x05\x01"
             "\x04\x01");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  method = method_of_second_call (trace);
  ck_assert_uint_eq (method->id, G_MAXUINT64);
  ck_assert_str_eq (method->class_name, "(unknown)");
  ck_assert_str_eq (method->name, "0xffffffffffffffff");
  assert_call (trace, 1, 0, 1, 4);
  assert_call (trace, 1, 1, 2, 3);
}
END_TEST

/* The block has two records of three bytes and announces a hundred bytes. */
START_TEST (a_block_cut_by_the_end_of_the_file)
{
  static const char records[] = "\x10\x64\x05\x01\x32\x04";

  for (gsize length = 0; length < sizeof records; length++)
    {
      Sample sample = start_sample (&layout_b);
      g_autoptr (TvTrace) trace = NULL;

      tv_packet_writer_add_block (sample.packets, 1, 2, 100, records, length);
      trace = load_and_free (&sample);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_BLOCK_CUT), 1);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_NOT_FINISHED), 1);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_BLOCK_COUNT), 0);
      ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, length / 3);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), length >= 3 ? 1 : 0);
      if (length >= 3)
        assert_call (trace, 1, 0, 100, length >= 6 ? 150 : 100);
    }
}
END_TEST

/* After a broken block comes the next one, at the place that the sizes say. */
START_TEST (a_number_cut_by_the_end_of_its_block)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 2, "\x10\x64\x05\x01\xb2");
  ADD_BLOCK (sample.packets, 2, 2, "\x10\x05\x05\x01\x05\x04");
  trace = finish_sample (&sample);
  tv_assert_only_warning (trace, TV_WARNING_BLOCK_BROKEN);
  assert_call (trace, 1, 0, 100, 100);
  assert_call (trace, 2, 0, 5, 10);
}
END_TEST

/* Every block is a part that is read by itself; those of two have no whole record. */
START_TEST (parts_without_a_whole_record)
{
  Sample sample = start_sample (&layout_b);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x64\x05");
  ADD_BLOCK (sample.packets, 2, 1, "\x10\xb2");
  ADD_BLOCK (sample.packets, 1, 1, "\x11\xb2");
  ADD_BLOCK (sample.packets, 2, 2, "\x10\x05\x05\x01\x05\x04");
  ADD_BLOCK (sample.packets, 1, 1, "\x11\x96\x01\x09");
  tv_packet_writer_add_summary (sample.packets);
  bytes = tv_packet_writer_to_bytes (sample.packets);
  tv_packet_writer_free (sample.packets);
  tv_trace_writer_free (sample.tables);
  trace = tv_trace_load_bytes_in_parts (bytes, 2, 1, NULL, NULL);
  tv_assert_only_warning (trace, TV_WARNING_BLOCK_BROKEN);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_BLOCK_BROKEN), 2);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 2);
  assert_call (trace, 1, 0, 100, 150);
  assert_call (trace, 2, 0, 5, 10);
}
END_TEST

/* In layout B this enters the method 16 at 5 ns and 16 ns of CPU time; in layout C it
 * enters it at 4 ns and 5 ns of CPU time. */
static gint64
start_of_ambiguous (guint64 frequency)
{
  const TvPacketForm form = { .frequency = frequency };
  Sample sample = start_sample (&form);
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x05\x10");
  trace = finish_sample (&sample);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_uint_eq (calls.n, 1);
  ck_assert_uint_eq (tv_trace_get_method (trace, tv_calls_method (&calls, 0))->id, 16);
  return tv_times_get (&calls.start[TV_CLOCK_WALL], 0);
}

START_TEST (an_ambiguous_layout_is_b_without_a_counter)
{
  ck_assert_int_eq (start_of_ambiguous (0), 5);
}
END_TEST

START_TEST (an_ambiguous_layout_is_c_with_a_counter)
{
  ck_assert_int_eq (start_of_ambiguous (1000000), 4000);
}
END_TEST

/* Layout C, although there is no counter: the second block is too short for layout B,
 * and it is of the same thread. */
START_TEST (blocks_of_one_thread_tell_the_layout)
{
  Sample sample = start_sample (&layout_c);
  g_autoptr (TvTrace) trace = NULL;

  ADD_BLOCK (sample.packets, 1, 1, "\x10\x05\x10");
  ADD_BLOCK (sample.packets, 1, 1, "\x25\x06");
  trace = finish_sample (&sample);
  tv_assert_no_warning (trace);
  assert_call (trace, 1, 0, 4, 9);
}
END_TEST

TV_TESTS (NULL, NULL)
