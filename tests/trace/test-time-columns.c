/* SPDX-License-Identifier: Apache-2.0 */

/* Times of every length come back, out of columns that are no wider than they need. */

#include "support/packet-writer.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

/* The method, the parent and the flags of one call, and a run of entries. */
#define CALL_WITHOUT_TIMES (2 + 4 + 1 + 8)

/* One call from nanosecond 5 to @end on the wall clock, and to @cpu_end on the other.
 */
static TvTrace *
load_call (guint64 end, guint64 cpu_end)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  const TvPacketRecord enter
      = { .method = 16, .action = TV_WRITER_ENTER, .time = 5, .cpu = 5 };
  const TvPacketRecord leave
      = { .method = 16, .action = TV_WRITER_EXIT, .time = end, .cpu = cpu_end };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) packets = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_writer_add_thread (tables, 1, "main");
  tv_trace_writer_add_method (tables, 16, "A", "a", "()V", "A.java", 0);
  packets = tv_packet_writer_new (tables, &form);
  tv_packet_writer_add_names (packets);
  tv_packet_writer_record (packets, 1, &enter);
  tv_packet_writer_record (packets, 1, &leave);
  tv_packet_writer_add_summary (packets);
  bytes = tv_packet_writer_to_bytes (packets);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

START_TEST (times_at_the_ends_of_widths)
{
  static const struct
  {
    guint64 end;
    gsize width;
  } rows[] = {
    { G_GUINT64_CONSTANT (6), 4 },
    { G_GUINT64_CONSTANT (0xFFFFFFFF), 4 },
    { G_GUINT64_CONSTANT (0x100000000), 5 },
    { G_GUINT64_CONSTANT (0x123456789A), 5 },
    { G_GUINT64_CONSTANT (0xFFFFFFFFFF), 5 },
    { G_GUINT64_CONSTANT (0x10000000000), 6 },
    { G_GUINT64_CONSTANT (0x7EDCBA987654), 6 },
    { G_GUINT64_CONSTANT (0x7FFFFFFFFFFF), 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_call (rows[i].end, 7);
      TvCalls calls = tv_trace_get_calls (trace, 0);
      TvWaits waits;

      ck_assert_uint_eq (calls.n, 1);
      ck_assert_int_eq (tv_times_get (&calls.start[TV_CLOCK_WALL], 0), 5);
      ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], 0),
                        (gint64) rows[i].end);
      ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_THREAD_CPU], 0), 7);
      /* Longer than 0.1 ms off the CPU is a wait, which takes memory of its own. */
      waits = tv_trace_get_waits (trace, 0);
      ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                         CALL_WITHOUT_TIMES + 2 * rows[i].width + 2 * 4
                             + waits.n * (4 + 4 + 2 * rows[i].width));
    }
}
END_TEST

START_TEST (each_clock_has_its_own_width)
{
  g_autoptr (TvTrace) trace = load_call (G_GUINT64_CONSTANT (0x10000000000),
                                         G_GUINT64_CONSTANT (0x100000001));
  TvCalls calls = tv_trace_get_calls (trace, 0);
  TvWaits waits = tv_trace_get_waits (trace, 0);

  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], 0), 0x10000000000);
  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_THREAD_CPU], 0), 0x100000001);
  /* The wall clock went on for longer than the thread's: a wait, of 4 bytes for its
   * call, 4 for its place, and its two times. */
  ck_assert_uint_eq (waits.n, 1);
  ck_assert_int_eq (tv_times_get (&waits.end, 0) - tv_times_get (&waits.start, 0),
                    0x10000000000 - 0x100000001);
  ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                     CALL_WITHOUT_TIMES + 2 * 6 + 2 * 5 + 4 + 4 + 2 * 6);
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
      = { times_at_the_ends_of_widths, each_clock_has_its_own_width };

  return tv_test_run ("time-columns", tests, G_N_ELEMENTS (tests));
}
