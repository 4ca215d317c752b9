/* SPDX-License-Identifier: Apache-2.0 */

/* Times in blocks of packets: ticks, impossible ones, and such as go back. */

#include "support/packet-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define METHOD 0x70
#define DAY_SECONDS G_GUINT64_CONSTANT (86400)

/* A clock is held at 2⁴⁷ − 1 ns, some 39 hours. */
#define LATEST G_GINT64_CONSTANT (140737488355327)

/* One call of @METHOD by thread 7, from @start to @end in the file's unit. */
static TvTrace *
load_call (TvWriterClock clock, const TvPacketForm *form, guint64 start, guint64 end)
{
  guint version = clock == TV_WRITER_CLOCK_DUAL ? 3 : 2;
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (version, clock);
  g_autoptr (TvPacketWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_writer_add_thread (tables, 7, "main");
  tv_trace_writer_add_method (tables, METHOD, "A", "a", "()V", "A.java", 0);
  writer = tv_packet_writer_new (tables, form);
  tv_packet_writer_add_names (writer);
  tv_packet_writer_record (writer, 7,
                           &(TvPacketRecord){ METHOD, TV_WRITER_ENTER, start, 10 });
  tv_packet_writer_record (writer, 7,
                           &(TvPacketRecord){ METHOD, TV_WRITER_EXIT, end, 25 });
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
  return trace;
}

static void
assert_call (const TvTrace *trace, TvClock clock, gint64 start, gint64 end)
{
  TvCalls calls = tv_trace_get_calls (trace, 0);

  ck_assert_int_eq (tv_times_get (&calls.start[clock], 0), start);
  ck_assert_int_eq (tv_times_get (&calls.end[clock], 0), end);
}

/* The file's frequency, then ticks and the nanoseconds that have passed at them. */
START_TEST (ticks_become_nanoseconds_rounded_down)
{
  static const struct
  {
    guint64 frequency;
    guint64 start;
    guint64 end;
    gint64 start_ns;
    gint64 end_ns;
  } examples[] = {
    { 1000, 1, 3, 1000000, 3000000 }, { 32768, 1, 32769, 30517, 1000030517 },
    { 19200000, 1, 192, 52, 10000 },  { 24000000, 1, 5, 41, 208 },
    { 1000000000, 7, 9, 7, 9 },       { 18000000000, 17, 18, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = examples[i].frequency };
      g_autoptr (TvTrace) trace
          = load_call (TV_WRITER_CLOCK_DUAL, &form, examples[i].start, examples[i].end);

      tv_assert_no_warning (trace);
      assert_call (trace, TV_CLOCK_WALL, examples[i].start_ns, examples[i].end_ns);
      assert_call (trace, TV_CLOCK_THREAD_CPU, 10, 25);
    }
}
END_TEST

/* Where ticks × 10⁹ no longer fits into 64 bits: after 9 s at 1 GHz, after 16 minutes
 * at 19.2 MHz. */
START_TEST (ticks_of_a_day_do_not_overflow)
{
  static const guint64 frequencies[] = { 19200000, 1000000000, 18000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = frequencies[i] };
      guint64 day = DAY_SECONDS * frequencies[i];
      g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_WALL, &form, day,
                                             day + day / 2 + frequencies[i] / 2);

      tv_assert_no_warning (trace);
      assert_call (trace, TV_CLOCK_WALL, G_GINT64_CONSTANT (86400000000000),
                   G_GINT64_CONSTANT (129600500000000));
    }
}
END_TEST

START_TEST (ticks_hold_for_the_only_clock_too)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_C, .frequency = 1000000 };
  g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_THREAD_CPU, &form, 3, 8);

  tv_assert_no_warning (trace);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
  assert_call (trace, TV_CLOCK_THREAD_CPU, 3000, 8000);
}
END_TEST

/* Less than 1000 Hz and more than 18 GHz; the last ones of each are above. */
START_TEST (impossible_frequencies_are_ignored)
{
  static const guint64 frequencies[]
      = { 1, 999, 18000000001, G_GUINT64_CONSTANT (1) << 63, G_MAXUINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      const TvPacketForm form
          = { .layout = TV_WRITER_LAYOUT_C, .frequency = frequencies[i] };
      g_autoptr (TvTrace) trace = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, 3500);
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, frequencies[i]);
      const TvWarning *warning
          = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_FREQUENCY);

      tv_assert_only_warning (trace, TV_WARNING_FREQUENCY);
      ck_assert_str_eq (warning->detail, text);
      ck_assert_uint_eq (warning->count, 1);
      assert_call (trace, TV_CLOCK_WALL, 1000, 3500);
    }
}
END_TEST

/* A time of 2⁶² ns or more is taken as the one before. */
START_TEST (impossible_times)
{
  static const guint64 impossible[]
      = { G_GUINT64_CONSTANT (1) << 62, (G_GUINT64_CONSTANT (1) << 62) + 1,
          G_GUINT64_CONSTANT (1) << 63 };
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  guint64 last = (G_GUINT64_CONSTANT (1) << 62) - 1;
  g_autoptr (TvTrace) late = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, last);

  tv_assert_only_warning (late, TV_WARNING_TIME_TOO_LATE);
  assert_call (late, TV_CLOCK_WALL, 1000, LATEST);
  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++)
    {
      g_autoptr (TvTrace) trace
          = load_call (TV_WRITER_CLOCK_DUAL, &form, 1000, impossible[i]);

      tv_assert_only_warning (trace, TV_WARNING_TIME_IMPOSSIBLE);
      assert_call (trace, TV_CLOCK_WALL, 1000, 1000);
      assert_call (trace, TV_CLOCK_THREAD_CPU, 10, 25);
    }
}
END_TEST

/* 2⁶¹ ticks at 1000 Hz are 73 million years. */
START_TEST (ticks_that_make_an_impossible_time)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_C, .frequency = 1000 };
  g_autoptr (TvTrace) trace
      = load_call (TV_WRITER_CLOCK_WALL, &form, 5, G_GUINT64_CONSTANT (1) << 61);

  tv_assert_only_warning (trace, TV_WARNING_TIME_IMPOSSIBLE);
  assert_call (trace, TV_CLOCK_WALL, 5000000, 5000000);
}
END_TEST

/* A step back is not followed; the differences that come after it still hold. */
static void
check_step_back (TvWriterLayout layout)
{
  static const guint64 walls[] = { 1000, 600, 2000, 2500 };
  const TvPacketForm form = { .layout = layout };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_thread (tables, 7, "main");
  tv_trace_writer_add_method (tables, METHOD, "A", "a", "()V", "A.java", 0);
  writer = tv_packet_writer_new (tables, &form);
  tv_packet_writer_add_names (writer);
  for (guint i = 0; i < 4; i++)
    {
      TvPacketRecord record
          = { METHOD, i < 2 ? TV_WRITER_ENTER : TV_WRITER_EXIT, walls[i], 10 * i };

      tv_packet_writer_record (writer, 7, &record);
    }
  tv_packet_writer_add_summary (writer);
  bytes = tv_packet_writer_to_bytes (writer);
  trace = tv_test_load_bytes (bytes, NULL);
  tv_assert_only_warning (trace, TV_WARNING_TIME_BACKWARDS);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
  assert_call (trace, TV_CLOCK_WALL, 1000, 2500);
  ck_assert_int_eq (tv_times_get (&tv_trace_get_calls (trace, 0).start[1], 1), 1000);
  ck_assert_int_eq (tv_times_get (&tv_trace_get_calls (trace, 0).end[1], 1), 2000);
}

START_TEST (time_that_goes_back)
{
  check_step_back (TV_WRITER_LAYOUT_B);
  check_step_back (TV_WRITER_LAYOUT_C);
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
  const TTest *const tests[] = { ticks_become_nanoseconds_rounded_down,
                                 ticks_of_a_day_do_not_overflow,
                                 ticks_hold_for_the_only_clock_too,
                                 impossible_frequencies_are_ignored,
                                 impossible_times,
                                 ticks_that_make_an_impossible_time,
                                 time_that_goes_back };

  return tv_test_run ("packet-times", tests, G_N_ELEMENTS (tests));
}
