/* SPDX-License-Identifier: Apache-2.0 */

/* What the timeline says: of a thread in its tooltip, of a call to a screen reader. */

#include "analysis/text/amount-text.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-samples.h"
#include "ui/sample-trace.h"
#include "ui/session/call-details.h"
#include "ui/timeline/timeline-labels.h"
#include "ui/timeline/timeline-status.h"

#define MS G_GINT64_CONSTANT (1000000)

/* Numbers hold together with their units by spaces that do not break. */
static void
assert_text (const char *text, const char *expected)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\u00a0", " ", 0);
  ck_assert_str_eq (plain->str, expected);
}

static void
assert_tooltip (TvTraceSession *session, guint32 id, gint64 covered,
                const char *expected)
{
  g_autofree char *text = tv_timeline_labels_dup_tooltip (
      session, tv_test_find_thread (tv_trace_session_get_trace (session), id), covered);

  assert_text (text, expected);
}

START_TEST (test_tooltips)
{
  g_autoptr (TvTraceSession) session = tv_sample_session_new (tv_sample_trace_new ());

  assert_tooltip (session, 1, 10 * MS,
                  "[1] first\nAlso named: main\nEvents: 10\nIn calls: 10.000 ms\n"
                  "CPU time: 10.000 ms");
  tv_trace_session_set_time_unit (session, TV_TIME_UNIT_US);
  assert_tooltip (session, 3, 4 * MS,
                  "[3] worker\nEvents: 2\nIn calls: 4000 µs\nCPU time: 1000 µs");
}
END_TEST

static TvTraceSession *
new_sampled_session (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_sample_session_new (tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL));
}

/* The axis of samples without times counts them: 12.5 of one thread. */
START_TEST (test_numbers_of_samples)
{
  g_autoptr (TvTraceSession) session = new_sampled_session ("samples/collapsed.txt");
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autofree char *one = tv_trace_session_dup_duration (session, TV_WEIGHT_ONE);
  g_autofree char *more = tv_trace_session_dup_duration (session, 1500);
  g_autofree char *tooltip = NULL;
  g_autofree char *range = NULL;
  TvTimeScale scale;

  ck_assert (tv_amount_is_on_axis (tv_trace_session_get_trace (session)));
  assert_text (one, "1 sample");
  assert_text (more, "2 samples");
  tooltip = tv_timeline_labels_dup_tooltip (session, 0, 12500);
  assert_text (tooltip, "(no thread)\nEvents: 8\nIn calls: 13 samples");
  tv_time_scale_init (&scale, 0, 12500, 3000);
  tv_time_scale_set_counts (&scale, TRUE);
  range = tv_timeline_dup_range_text (trace, &scale);
  assert_text (range,
               "0.000 – 12.500 · 12.500 · Samples, each thread from its own start");
}
END_TEST

/* Bytes have a word of their own; other events have their name. */
START_TEST (test_numbers_of_bytes_and_events)
{
  static const struct
  {
    const char *file;
    const char *one;
    const char *more;
  } cases[] = {
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":"
      "{\"frames\":[{\"name\":\"a\"}]},\"profiles\":[{\"type\":\"sampled\",\"unit\":"
      "\"bytes\",\"samples\":[[0]],\"weights\":[7]}]}",
      "1 byte", "7 bytes" },
    { "app 12      7 page-faults: \n\t    7f01 f+0x1 (/lib/x.so)\n\n", "1 page-faults",
      "7 page-faults" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes
          = g_bytes_new_static (cases[i].file, strlen (cases[i].file));
      g_autoptr (TvTraceSession) session
          = tv_sample_session_new (tv_test_load_bytes (bytes, NULL));
      g_autofree char *one = tv_trace_session_dup_duration (session, TV_WEIGHT_ONE);
      g_autofree char *more
          = tv_trace_session_dup_duration (session, 7 * TV_WEIGHT_ONE);

      assert_text (one, cases[i].one);
      assert_text (more, cases[i].more);
    }
}
END_TEST

START_TEST (test_samples_with_times_have_an_axis_of_time)
{
  g_autoptr (TvTraceSession) session = new_sampled_session ("samples/node.cpuprofile");
  g_autofree char *text = tv_trace_session_dup_duration (session, MS);

  ck_assert (!tv_amount_is_on_axis (tv_trace_session_get_trace (session)));
  assert_text (text, "1.000 ms");
}
END_TEST

START_TEST (test_words_of_a_call)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvCallStacks) stacks = tv_call_stacks_new (trace, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvTraceSession) session = tv_trace_session_new (trace, profile);
  TvCallRef leaf = { tv_test_find_thread (trace, 1), 4 };
  TvCallDetails details;
  g_autofree char *spoken = NULL;

  tv_call_get_details (stacks, leaf, NULL, &details);
  spoken = tv_call_dup_spoken_text (session, &details);
  assert_text (spoken, "Leaf.end()  a, thread [1] first, depth 2, inclusive CPU time "
                       "1.000 ms, inclusive real time 1.000 ms, exclusive CPU time "
                       "1.000 ms, exclusive real time 1.000 ms");
}
END_TEST

static void
assert_range (TvWriterClock clock, const char *expected)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;
  TvTimeScale scale;

  tv_trace_writer_add_method (writer, 0x10, "a.A", "a", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_exit (writer, 1, 0x10, 9000, 9000);
  trace = tv_test_load (writer);
  tv_time_scale_init (&scale, 0, 9 * MS, 3000);
  tv_time_scale_set_range (&scale, 2 * MS, 5 * MS);
  text = tv_timeline_dup_range_text (trace, &scale);
  assert_text (text, expected);
}

START_TEST (test_range)
{
  assert_range (TV_WRITER_CLOCK_DUAL,
                "2000 µs – 5000 µs · 3000 µs · real time, dual clock");
  assert_range (TV_WRITER_CLOCK_WALL, "2000 µs – 5000 µs · 3000 µs · real time");
  assert_range (TV_WRITER_CLOCK_THREAD_CPU,
                "2000 µs – 5000 µs · 3000 µs · CPU time of all threads, one after the "
                "other");
}
END_TEST

TV_TESTS (NULL, NULL)
