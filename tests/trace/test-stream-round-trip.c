/* SPDX-License-Identifier: Apache-2.0 */

/* The same random events as a streamed and as a classic trace give the same calls. */

#include "support/random-trace.h"
#include "support/stream-writer.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define N_SEEDS 8

static TvRandomTrace
make_spec (guint32 seed)
{
  TvRandomTrace spec = { .seed = seed,
                         .n_events = 400,
                         .n_threads = 1 + seed % 5,
                         .n_methods = 40,
                         .max_depth = 12,
                         .batch = seed % 2 == 0 ? 0 : 30,
                         .recursion_percent = 20,
                         .wait_percent = 10,
                         .unwind_percent = 5,
                         .before_percent = 20,
                         .lost_percent = seed % 3,
                         .stray_percent = seed % 3 };

  return spec;
}

static void
write_event (const TvWriterEvent *event, gpointer user_data)
{
  tv_stream_writer_event (user_data, event);
}

/* @form is that of the summary, or %TV_N_SUMMARY_FORMS for none. @length is what
 * records take if that is not what the header says. */
static void
check_round_trip (guint version, TvWriterClock clock, guint form, guint length,
                  guint32 seed)
{
  const TvRandomTrace spec = make_spec (seed);
  g_autofree char *what
      = g_strdup_printf ("seed %u, version %u, clock %d, summary %u, %u bytes", seed,
                         version, clock, form, length);
  g_autoptr (TvTraceWriter) classic = tv_trace_writer_new (version, clock);
  g_autoptr (TvStreamWriter) writer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) expected = NULL;

  tv_random_trace_add_tables (&spec, classic);
  writer = tv_stream_writer_new (classic);
  if (length != 0)
    tv_stream_writer_set_record_length (writer, version == 3 ? 14 : 10, length);
  tv_random_trace_run (&spec, write_event, writer);
  if (form < TV_N_SUMMARY_FORMS)
    tv_stream_writer_add_summary (writer, form);
  bytes = tv_stream_writer_to_bytes (writer);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");

  tv_random_trace_write (&spec, classic);
  expected = tv_test_load (classic);
  tv_assert_same_events (trace, expected, what);
  ck_assert_int_eq (tv_test_count_warnings (trace, TV_WARNING_NOT_FINISHED) > 0,
                    form >= TV_N_SUMMARY_FORMS);
  ck_assert_int_eq (tv_test_count_warnings (trace, TV_WARNING_STREAM_RECORD_SIZE) > 0,
                    length != 0);
}

START_TEST (two_clocks_with_every_summary)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    for (guint form = 0; form <= TV_N_SUMMARY_FORMS; form++)
      check_round_trip (3, TV_WRITER_CLOCK_DUAL, form, 0, seed);
}
END_TEST

START_TEST (one_clock_with_every_summary)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    for (guint form = 0; form < TV_N_SUMMARY_FORMS; form++)
      {
        check_round_trip (2, TV_WRITER_CLOCK_WALL, form, 0, seed);
        check_round_trip (2, TV_WRITER_CLOCK_THREAD_CPU, form, 0, seed);
        check_round_trip (3, TV_WRITER_CLOCK_WALL, form, 0, seed);
      }
}
END_TEST

START_TEST (records_of_14_bytes_under_a_header_that_says_10)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      check_round_trip (2, TV_WRITER_CLOCK_WALL, TV_SUMMARY_OF_2017, 14, seed);
      check_round_trip (2, TV_WRITER_CLOCK_THREAD_CPU, TV_SUMMARY_FULL, 14, seed);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
