/* SPDX-License-Identifier: Apache-2.0 */

/* Files of samples: runs of frames on the clock of weights, events, repairs. The
 * expected values are worked out by hand. */

#include "support/proto-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/build/sample-builder.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-storage.h"

#include <string.h>

static TvTrace *
load (const void *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SAMPLES);
  return trace;
}

static TvTrace *
load_text (const char *text)
{
  return load (text, strlen (text));
}

static void
assert_thread (const TvTrace *trace, guint thread, const char *expected)
{
  g_autofree char *text = tv_test_calls_to_string (trace, thread);

  ck_assert_str_eq (text, expected);
}

static void
assert_warning (const TvTrace *trace, TvWarningKind kind, guint64 count, guint64 at)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->count, count);
  ck_assert_uint_eq (warning->at, at);
}

/* Weights and leaves of the samples of a thread. */
static void
assert_samples (const TvTrace *trace, guint thread, const char *expected)
{
  const TvSamples samples = tv_trace_get_samples (trace, thread);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < samples.n; i++)
    {
      if (samples.time != NULL)
        g_string_append_printf (text, "@%" G_GINT64_FORMAT " ", samples.time[i] / 1000);
      g_string_append_printf (text, "%" G_GINT64_FORMAT " in %d\n",
                              samples.weight[i] / 1000, (int) samples.leaf[i]);
    }
  ck_assert_str_eq (text->str, expected);
}

/* The builder */

static guint32
add_name (TvSampleBuilder *builder, const char *name)
{
  const TvMethod method
      = { .class_name = "", .name = name, .signature = "", .named = TRUE };

  return tv_run_builder_add_name (tv_sample_builder_get_runs (builder), &method);
}

/* Reads microseconds, or as many nanoseconds if there are too many. */
static gint64
read_time (const char *text, char **end)
{
  const gint64 time = g_ascii_strtoll (text, end, 10);

  return ABS (time) < G_MAXINT32 ? time * 1000 : time;
}

/* Adds a sample of "TIME:WEIGHT:FRAMES", the outermost first, each one letter. */
static void
add_sample (TvSampleBuilder *builder, guint32 thread, guint32 event, const char *text)
{
  TvSampleSpec sample = { .thread = thread, .event = event, .stack = TV_STACK_EMPTY };
  char *end;

  sample.time = read_time (text, &end);
  sample.weight = read_time (end + 1, &end);
  for (end++; *end != '\0'; end++)
    {
      const char name[] = { *end, '\0' };

      sample.stack = tv_sample_builder_add_stack (builder, sample.stack,
                                                  add_name (builder, name));
    }
  ck_assert (tv_sample_builder_add_sample (builder, &sample));
}

static TvTrace *
build (const char *const *samples, const char *event, gboolean has_times)
{
  TvTrace *trace = tv_trace_new_empty ();
  const TvLoadOptions options = { .event = event };
  const TvSampleEvent time = { .name = "time", .quantity = TV_QUANTITY_TIME };
  const TvSampleEvent count = { .name = "count", .quantity = TV_QUANTITY_COUNT };
  g_autoptr (TvSampleBuilder) builder = tv_sample_builder_new (trace, &options);
  g_autoptr (GError) error = NULL;
  guint32 thread = 0;

  ck_assert_uint_eq (tv_sample_builder_add_event (builder, &time), 0);
  ck_assert_uint_eq (tv_sample_builder_add_event (builder, &count), 1);
  ck_assert_uint_eq (tv_sample_builder_add_event (builder, &time), 0);
  for (; *samples != NULL; samples++)
    if (g_str_has_prefix (*samples, "thread "))
      thread = tv_sample_builder_add_thread (
          builder, TV_PROCESS_NONE, g_ascii_strtoll (*samples + 7, NULL, 10), NULL);
    else
      add_sample (builder, thread, g_str_has_prefix (*samples, "#") ? 1 : 0,
                  *samples + g_str_has_prefix (*samples, "#"));
  if (tv_sample_builder_finish (builder, has_times, &error))
    return trace;
  tv_trace_unref (trace);
  return NULL;
}

/* Frames that samples share with their callers are one run; the last sample lasts as
 * long as one usually does. */
START_TEST (samples_share_runs)
{
  const char *samples[] = { "thread 7", "100:5:ab", "110:6:abc", "120:1:ab",
                            "130:2:ad", "140:4:b",  NULL };
  g_autoptr (TvTrace) trace = build (samples, NULL, TRUE);

  assert_thread (trace, 0,
                 "a cpu 0-14 wall 0-40\n"
                 "  b cpu 0-12 wall 0-30\n"
                 "    c cpu 5-11 wall 10-20\n"
                 "  d cpu 12-14 wall 30-40\n"
                 "b cpu 14-18 wall 40-50\n");
  assert_samples (trace, 0,
                  "@0 5 in 1\n@10 6 in 2\n@20 1 in 1\n@30 2 in 3\n@40 4 in 4\n");
  ck_assert_int_eq (tv_trace_get_info (trace)->origin, 100000);
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->root_inclusive[TV_CLOCK_THREAD_CPU],
                    18000);
  tv_assert_no_warning (trace);
}
END_TEST

/* Times of two threads that are mixed, out of order and equal; a gap of over ten
 * intervals ends runs, and the same frames begin others. */
START_TEST (gaps_end_runs)
{
  const char *samples[]
      = { "thread 7", "20:1:a", "10:1:ab",  "0:1:a",   "thread 5", "0:9:x",
          "0:1:xy",   "0:1:x",  "thread 7", "121:1:a", "130:1:a",  NULL };
  g_autoptr (TvTrace) trace = build (samples, NULL, TRUE);

  assert_thread (trace, 0,
                 "x cpu 0-11 wall 0-10\n"
                 "  y cpu 9-10 wall 0-0\n");
  assert_thread (trace, 1,
                 "a cpu 0-3 wall 0-30\n"
                 "  b cpu 1-2 wall 10-20\n"
                 "a cpu 3-5 wall 121-140\n");
  ck_assert_uint_eq (tv_trace_get_thread (trace, 1)->id, 7);
  tv_assert_no_warning (trace);
}
END_TEST

/* Without times, the axis is the clock of weights. A sample without frames weighs, too.
 */
START_TEST (samples_without_times)
{
  const char *samples[] = { "thread 1", "0:2:ab", "0:0:", "0:3:", "0:4:ab", NULL };
  g_autoptr (TvTrace) trace = build (samples, NULL, FALSE);

  assert_thread (trace, 0,
                 "a cpu 0-2\n"
                 "  b cpu 0-2\n"
                 "a cpu 5-9\n"
                 "  b cpu 5-9\n");
  assert_samples (trace, 0, "2 in 1\n0 in -1\n3 in -1\n4 in 3\n");
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
  ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_CPU_PER_THREAD);
}
END_TEST

/* Events are never mixed. */
START_TEST (events_are_chosen)
{
  const char *samples[] = { "thread 1", "0:2:a", "#1:7:b", "#2:7:b", "3:4:a", NULL };
  g_autoptr (TvTrace) first = build (samples, NULL, TRUE);
  g_autoptr (TvTrace) second = build (samples, "count", TRUE);

  assert_thread (first, 0, "a cpu 0-6 wall 0-6\n");
  assert_thread (second, 0, "b cpu 0-14 wall 0-2\n");
  ck_assert_uint_eq (tv_trace_get_n_sample_events (second), 2);
  ck_assert_uint_eq (tv_trace_get_chosen_event (second), 1);
  ck_assert_uint_eq (tv_trace_get_sample_event (second, 0)->n_samples, 2);
  ck_assert_str_eq (tv_trace_get_clock_title (second, TV_CLOCK_THREAD_CPU), "count");
  ck_assert_int_eq (tv_trace_get_clock_quantity (second, TV_CLOCK_THREAD_CPU),
                    TV_QUANTITY_COUNT);
  ck_assert_ptr_null (build (samples, "other", TRUE));
}
END_TEST

START_TEST (weights_and_times_that_cannot_be)
{
  const char *samples[]
      = { "thread 1", "0:-5:a", "9223372036854775807:3:a", "1:9223372036854775807:b",
          "2:1:c",    NULL };
  g_autoptr (TvTrace) trace = build (samples, NULL, TRUE);
  const TvSamples all = tv_trace_get_samples (trace, 0);

  assert_warning (trace, TV_WARNING_SAMPLE_TIME, 1, 0);
  assert_warning (trace, TV_WARNING_SAMPLE_WEIGHT, 3, 0);
  ck_assert_uint_eq (all.n, 4);
  ck_assert_int_eq (all.weight[0], 0);
  ck_assert_int_eq (all.weight[3], 0);
  ck_assert_int_gt (tv_trace_get_thread (trace, 0)->root_inclusive[TV_CLOCK_THREAD_CPU],
                    0);
}
END_TEST

/* The innermost frames of a stack that is too deep are dropped. */
START_TEST (stacks_have_a_bound)
{
  g_autoptr (GString) line = g_string_new ("a");
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 1; i < TV_MAX_STACK_DEPTH + 10; i++)
    g_string_append_printf (line, ";%c", i % 2 == 0 ? 'a' : 'b');
  g_string_append (line, " 1\nc 1\n");
  trace = load_text (line->str);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 0)->n_calls, TV_MAX_STACK_DEPTH + 1);
  assert_warning (trace, TV_WARNING_STACK_DEEP, 1, 1);
}
END_TEST

/* Collapsed stacks */

START_TEST (collapsed_stacks)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);

  assert_thread (trace, 0,
                 "main cpu 0-10\n"
                 "  run cpu 0-9\n"
                 "    read cpu 0-4\n"
                 "    call cpu 6-9\n"
                 "      call cpu 6-9 recursive\n"
                 "  wait cpu 9-10\n"
                 "    read cpu 9-10\n"
                 "idle cpu 10-12\n");
  ck_assert_str_eq (tv_trace_get_method (trace, 2)->category, "kernel");
  ck_assert_str_eq (tv_trace_get_method (trace, 3)->class_name, "a.b.C");
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 2), TV_FRAME_KERNEL);
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 3), TV_FRAME_JIT);
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 0), TV_FRAME_UNKNOWN);
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (collapsed_lines_of_other_forms)
{
  g_autoptr (TvTrace) trace = load_text (
      "\xEF\xBB\xBF\n# a comment\na;b 1\r\n// none\na;b 12 3\na;b 2\n 7\na b;c x 4");
  g_autoptr (TvTrace) wide = load ("\xFF\xFE\x61\0;\0\xE4\0 \0\x35\0\n\0", 14);
  g_autoptr (TvTrace) pair = load_text ("a;b 1 4\na;c 2 3\nb 7 9\n");

  assert_thread (trace, 0,
                 "a cpu 0-6\n"
                 "  b cpu 0-1\n"
                 "  b 12 cpu 1-4\n"
                 "  b cpu 4-6\n"
                 "a b cpu 6-10\n"
                 "  c x cpu 6-10\n");
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 2, 4);
  assert_thread (wide, 0, "a cpu 0-5\n  ä cpu 0-5\n");
  assert_thread (pair, 0,
                 "a cpu 0-3\n"
                 "  b cpu 0-1\n"
                 "  c cpu 1-3\n"
                 "b cpu 3-10\n");
  ck_assert_str_eq (tv_trace_get_sample_event (pair, 1)->name, "after");
}
END_TEST

/* Lines that no profiler wrote are repaired, and said: the number is that of a line. */
START_TEST (collapsed_lines_that_cannot_be)
{
  g_autoptr (TvTrace) negative = load_text ("a;b 3\nc -4\n");
  g_autoptr (TvTrace) large = load_text ("a;b 3\nc 99999999999999999999999\n");
  g_autoptr (TvTrace) dots = load_text ("a;b 3\nc 1\na;b 2\na .\na -\na -.\n");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TvTrace) deep = NULL;

  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (text, "f%u;", i);
  g_string_append (text, "g 5\na;b 2\n");
  deep = load_text (text->str);

  assert_thread (negative, 0, "a cpu 0-3\n  b cpu 0-3\nc cpu 3-3\n");
  assert_warning (negative, TV_WARNING_SAMPLE_WEIGHT, 1, 2);
  ck_assert_uint_eq (tv_trace_get_n_calls (large), 3);
  assert_warning (dots, TV_WARNING_SAMPLE_UNREADABLE, 3, 4);
  assert_warning (large, TV_WARNING_SAMPLE_WEIGHT, 1, 2);
  ck_assert_uint_eq (tv_trace_get_n_calls (deep), TV_MAX_STACK_DEPTH + 2);
  ck_assert_int_eq (tv_trace_get_thread (deep, 0)->root_inclusive[TV_CLOCK_THREAD_CPU],
                    7000);
  assert_warning (deep, TV_WARNING_STACK_DEEP, 1, 1);
}
END_TEST

/* The last line of a file that is cut has lost its weight. */
START_TEST (collapsed_stacks_that_are_cut)
{
  g_autoptr (TvTrace) trace = load_text ("a;b 4\na;b 2\na;");
  g_autoptr (TvTrace) pair = load_text ("a;b 4 1\na;b 2 1\na;b 2");

  assert_thread (trace, 0, "a cpu 0-6\n  b cpu 0-6\n");
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 1, 3);
  ck_assert_uint_eq (tv_trace_get_n_sample_events (pair), 2);
  assert_warning (pair, TV_WARNING_SAMPLE_UNREADABLE, 1, 3);
}
END_TEST

/* simpleperf */

/* Makes a report of records, each a message, with or without its end. */
static GBytes *
make_report (const char *const *records, gboolean has_end)
{
  GByteArray *bytes = g_byte_array_new ();
  const guint8 end[4] = { 0 };

  g_byte_array_append (bytes, (const guint8 *) "SIMPLEPERF\1", 12);
  for (; *records != NULL; records++)
    {
      g_autoptr (GByteArray) message = g_byte_array_new ();
      guint32 size;

      tv_test_put_message (message, *records);
      size = GUINT32_TO_LE (message->len);
      g_byte_array_append (bytes, (const guint8 *) &size, sizeof size);
      g_byte_array_append (bytes, message->data, message->len);
    }
  if (has_end)
    g_byte_array_append (bytes, end, sizeof end);
  return g_byte_array_free_to_bytes (bytes);
}

static const char *const report[]
    = { "5{1=\"cpu-clock:u\" 1=\"sched:sched_switch\" 2=\"a.b\" 6=1}",
        /* Off for 300 µs, until the switch; and for 50, until the next sample. */
        "1{1=1000000 2=8 3{1=16 2=1 3=0} 3{1=32 2=0 3=0} 4=250000 5=0}",
        "1{1=1100000 2=8 3{1=16 2=1 3=1} 3{1=32 2=0 3=0} 4=1 5=1}",
        "6{1=0 2=1100000 3=8}", "6{1=1 2=1400000 3=8}",
        "1{1=1250000 2=9 3{1=48 2=0 3=18446744073709551615} 4=250000 5=0}",
        "1{1=1450000 2=8 3{1=16 2=1 3=1} 3{1=32 2=0 3=0} 4=1 5=1}",
        "1{1=1500000 2=8 3{1=16 2=1 3=1} 3{1=32 2=0 3=0} 4=250000 5=0}", "2{1=5 2=3}",
        "3{1=0 2=\"/system/lib64/libc.so\" 3=\"start(int)\"}",
        "3{1=1 2=\"/data/app/base.apk!/classes.dex\" 3=\"a.b.C.run\" 3=\"a.b.C.wait\"}",
        "3{1=2 2=\"/data/app/base.apk\"}", "4{1=8 2=8 3=\"main\"}",
        "4{1=9 2=8 3=\"Worker\"}", NULL };

static TvTrace *
load_event (GBytes *bytes, const char *event)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("samples-XXXXXX", &stream, NULL);
  TvTrace *trace;

  ck_assert (g_file_replace_contents (file, g_bytes_get_data (bytes, NULL),
                                      g_bytes_get_size (bytes), NULL, FALSE, 0, NULL,
                                      NULL, NULL));
  trace = tv_trace_load_event (file, 0, event, NULL, NULL, NULL, NULL, NULL);
  g_file_delete (file, NULL, NULL);
  return trace;
}

START_TEST (simpleperf_report)
{
  g_autoptr (GBytes) bytes = make_report (report, TRUE);
  g_autoptr (TvTrace) trace = load_event (bytes, NULL);
  g_autoptr (TvTrace) off = load_event (bytes, "sched:sched_switch");

  assert_thread (trace, 0,
                 "start(int) cpu 0-500 wall 0-1000\n"
                 "  run cpu 0-250 wall 0-500\n"
                 "  wait cpu 250-500 wall 500-1000\n");
  assert_thread (trace, 1, "libc.so+0x30 cpu 0-250 wall 250-750\n");
  assert_thread (off, 0,
                 "start(int) cpu 0-350 wall 0-700\n"
                 "  wait cpu 0-350 wall 0-700\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 1)->name, "Worker");
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "main");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "lost-samples"), "3");
  ck_assert_str_eq (tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU), "CPU");
  ck_assert_str_eq (tv_trace_get_clock_title (off, TV_CLOCK_THREAD_CPU), "Off CPU");
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (simpleperf_reports_that_are_broken)
{
  const char *records[] = { "5{1=\"cpu-cycles\"}",
                            "1{1=5 2=8 3{1=16 2=7 3=0} 4=3}",
                            "1{1=6 2=8 3{1=16 2=0 3=4} 4=18446744073709551615}",
                            "1{1=7 2=8 5=9}",
                            "3{1=0 2=\"libx.so\"}",
                            NULL };
  g_autoptr (GBytes) bytes = make_report (records, FALSE);
  g_autoptr (TvTrace) trace = load_event (bytes, NULL);
  g_autofree char *path = tv_test_trace_path ("bad/58-simpleperf.trace");
  g_autoptr (TvTrace) empty = NULL;

  ck_assert_str_eq (tv_trace_get_method (trace, 0)->name, "0x10");
  ck_assert_str_eq (tv_trace_get_method (trace, 1)->name, "libx.so+0x10");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 2, 30);
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 1, 78);
  assert_warning (trace, TV_WARNING_EVENTS_CUT, 1, g_bytes_get_size (bytes));
  for (gsize size = 12; size < g_bytes_get_size (bytes); size++)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, 0, size);
      g_autoptr (TvTrace) cut = load (g_bytes_get_data (part, NULL), size);

      ck_assert_ptr_nonnull (cut);
    }
  empty = tv_test_load_path (path, NULL);
  tv_assert_only_warning (empty, TV_WARNING_NO_EVENTS);
}
END_TEST

/* pprof */

/* Two types, of which the last counts unless another one is named; a function that is
 * inlined in another one; a location without functions; strings at the end. */
#define PROFILE                                                                        \
  "9=12345 1{1=1 2=2} 1{1=3 2=4} "                                                     \
  "2{1=7 1=8 2=2 2=20000} 2{1=9 1=8 2=1 2=10000 3{1=12 3=6}} "                         \
  "2{1=8 2=-1 2=5000} 2{1=99 1=8 2=1 2=1000} 2{1=8 2=1} "                              \
  "3{1=1 5=11} 4{1=7 2=1 3=4096 4{1=1 2=5} 4{1=2 2=6}} 4{1=8 4{1=3}} "                 \
  "4{1=9 2=1 3=4096} 5{1=1 2=5 4=10 5=3} 5{1=2 2=6} 5{1=3 2=7} "                       \
  "6=\"\" 6=\"samples\" 6=\"count\" 6=\"cpu\" 6=\"nanoseconds\" 6=\"inlined\" "        \
  "6=\"outer\" 6=\"main\" 6=\"x\" 6=\"x\" 6=\"a/b.go\" 6=\"/bin/app\" 6=\"tid\" "

static TvTrace *
load_profile (const char *text, const char *event)
{
  GByteArray *message = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;

  tv_test_put_message (message, text);
  bytes = g_byte_array_free_to_bytes (message);
  return load_event (bytes, event);
}

START_TEST (pprof_profile)
{
  g_autoptr (TvTrace) trace = load_profile (PROFILE, NULL);
  g_autoptr (TvTrace) named = load_profile (PROFILE "14=1", NULL);
  g_autoptr (TvTrace) count = load_profile (PROFILE, "samples");

  assert_thread (trace, 0, "main cpu 0-10\n  app+0x1000 cpu 0-10\n");
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->number, 6);
  assert_thread (trace, 1,
                 "main cpu 0-26\n"
                 "  outer cpu 0-20\n"
                 "    inlined cpu 0-20\n");
  assert_thread (count, 1,
                 "main cpu 0-3\n"
                 "  outer cpu 0-2\n"
                 "    inlined cpu 0-2\n");
  ck_assert_str_eq (tv_trace_get_clock_title (named, TV_CLOCK_THREAD_CPU), "Samples");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_FRAME_UNKNOWN), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_SAMPLE_UNREADABLE), 1);
  ck_assert_uint_eq (tv_test_count_warnings (count, TV_WARNING_SAMPLE_WEIGHT), 1);
}
END_TEST

/* A number where a string or a message belongs is an unknown field, as in other
 * readers. */
START_TEST (pprof_fields_of_other_types)
{
  g_autoptr (TvTrace) trace
      = load_profile ("11{1=3 2=4} 1=1 2=1 3=1 4=1 5=1 6=1 " PROFILE, "samples");

  assert_thread (trace, 0, "main cpu 0-1\n  app+0x1000 cpu 0-1\n");
  ck_assert_str_eq (tv_trace_get_sample_event (trace, 0)->name, "samples");
}
END_TEST

/* The name of a library only begins like "kernel". */
START_TEST (libraries_like_kernels)
{
  g_autoptr (TvTrace) trace
      = load_profile ("1{1=1 2=2} 2{1=1 2=1} 3{1=1 5=3} 4{1=1 2=1 4{1=1}} 5{1=1 2=1} "
                      "6=\"\" 6=\"samples\" 6=\"count\" 6=\"kernelbase.dll\"",
                      NULL);

  assert_thread (trace, 0, "samples cpu 0-1\n");
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 0), TV_FRAME_NATIVE);
}
END_TEST

/* A message that is cut anywhere is read so far, or refused with a reason. */
START_TEST (pprof_profiles_that_are_cut)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();

  tv_test_put_message (message, PROFILE);
  for (guint size = 1; size < message->len; size++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (message->data, size);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, &error);

      ck_assert ((trace == NULL) == (error != NULL));
    }
}
END_TEST

/* Perfetto */

#define STACKS                                                                         \
  "12{5{1=1 2=\"main\"} 5{1=2 2=\"run\"} 17{1=1 2=\"system\"} 17{1=2 2=\"lib.so\"} "   \
  "19{1=1 7=1 7=2} 6{1=1 2=1 3=1} 6{1=2 2=2 3=1} 6{1=3 3=1 4=32} "                     \
  "7{1=1 2=1 2=2} 7{1=2 2=1 2=3}} "

#define PERF_SAMPLES                                                                   \
  "1{10=1 13=1 " STACKS "59{12{1{2=100 4=1}}}}"                                        \
  "1{8=1000000 10=1 13=2 66{2=5 3=7 4=1}}"                                             \
  "1{8=3000000 10=1 13=2 66{2=5 3=7 4=2}}"                                             \
  "1{8=4000000 10=1 13=2 66{2=5 3=8 4=9}}"                                             \
  "1{8=5000000 10=1 13=2 66{2=5 3=7 4=1}}"                                             \
  "1{8=6000000 10=1 13=2 66{2=5 3=7 18=1}}"                                            \
  "1{8=6000000 10=3 13=2 66{2=5 3=7 4=1}}"

START_TEST (perfetto_samples)
{
  g_autoptr (TvTrace) trace = load_profile (PERF_SAMPLES, NULL);

  assert_thread (trace, 0,
                 "main cpu 0-3 wall 0-6000\n"
                 "  run cpu 0-1 wall 0-2000\n"
                 "  lib.so+0x20 cpu 1-2 wall 2000-4000\n"
                 "  run cpu 2-3 wall 4000-6000\n");
  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SAMPLES);
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->number, 7);
  ck_assert_str_eq (tv_trace_get_sample_event (trace, 0)->name, "cpu-clock");
  ck_assert_str_eq (tv_trace_get_method (trace, 0)->category, "/system/lib.so");
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 0), TV_FRAME_NATIVE);
  ck_assert_str_eq (tv_trace_lookup_property (trace, "lost-samples"), "1");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1, 154);
  assert_warning (trace, TV_WARNING_EVENT_STATELESS, 1, 215);
}
END_TEST

/* The thread is that of the writer, the times are steps of microseconds. */
START_TEST (perfetto_streaming_profile)
{
  g_autoptr (TvTrace) trace
      = load_profile ("1{8=1000000 10=2 13=1 " STACKS "44{1=5 2=9}}"
                      "1{8=2000000 10=2 13=2 54{1=1 1=2 1=1 2=10 2=5}}",
                      NULL);

  assert_thread (trace, 0,
                 "main cpu 0-2 wall 0-10\n"
                 "  run cpu 0-1 wall 0-5\n"
                 "  lib.so+0x20 cpu 1-2 wall 5-10\n");
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->number, 9);
}
END_TEST

/* Packets of Chrome have no times: their steps add up from the time of the thread. */
START_TEST (perfetto_streaming_profile_of_chrome)
{
  g_autoptr (TvTrace) trace = load_profile ("1{10=2 13=1 " STACKS "44{1=5 2=9 6=1000}}"
                                            "1{10=2 13=2 54{1=1 2=10}}"
                                            "1{10=2 13=2 54{1=2 1=1 2=5 2=20}}"
                                            "1{10=2 13=1 " STACKS "44{1=5 2=9 6=1050}}"
                                            "1{10=2 13=2 54{1=2 2=5}}",
                                            NULL);

  ck_assert_int_eq (tv_trace_get_info (trace)->origin, 1010000);
  assert_samples (trace, 0, "@0 1 in 1\n@5 1 in 2\n@25 1 in 3\n@45 1 in 4\n");
}
END_TEST

/* Names of frames are made once, but again if a packet says otherwise of what they are
 * made of, or what they lacked. */
START_TEST (perfetto_frames_that_change)
{
  g_autoptr (TvTrace) trace = load_profile (
      "1{10=1 13=1 12{5{1=1 2=\"a\"} 6{1=1 2=1} 6{1=2 2=2 4=16} 7{1=1 2=1 2=2 2=1}}}"
      "1{8=1000000 10=1 13=2 66{2=5 3=7 4=1}}"
      "1{8=2000000 10=1 13=2 12{5{1=1 2=\"b\"} 7{1=2 2=1}} 66{2=5 3=7 4=2}}"
      "1{8=3000000 10=1 13=2 12{5{1=2 2=\"c\"} 7{1=3 2=2}} 66{2=5 3=7 4=3}}"
      "1{8=4000000 10=1 13=2 12{6{1=2 2=1} 7{1=4 2=2}} 66{2=5 3=7 4=4}}"
      "1{8=5000000 10=1 13=2 12{7{1=4 2=1 2=1}} 66{2=5 3=7 4=4}}",
      NULL);

  assert_thread (trace, 0,
                 "a cpu 0-1 wall 0-1000\n"
                 "  +0x10 cpu 0-1 wall 0-1000\n"
                 "    a cpu 0-1 wall 0-1000 recursive\n"
                 "b cpu 1-2 wall 1000-2000\n"
                 "c cpu 2-3 wall 2000-3000\n"
                 "b cpu 3-5 wall 3000-5000\n"
                 "  b cpu 4-5 wall 4000-5000 recursive\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* A frame that no table has is said. */
START_TEST (perfetto_frames_that_are_unknown)
{
  g_autoptr (TvTrace) trace
      = load_profile ("1{10=1 13=1 12{5{1=1 2=\"a\"} 6{1=1 2=1} 7{1=1 2=1 2=9}}}"
                      "1{8=1000000 10=1 13=2 66{2=5 3=7 4=1}}"
                      "1{8=2000000 10=1 13=2 66{2=5 3=7 4=1}}",
                      NULL);

  assert_thread (trace, 0,
                 "a cpu 0-2 wall 0-2000\n"
                 "  ? cpu 0-2 wall 0-2000\n");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1, 31);
}
END_TEST

/* The path of a library is bounded, however long and many its pieces are. */
START_TEST (perfetto_libraries_have_a_bound)
{
  g_autofree char *long_text = g_strnfill (70000, 'x');
  g_autoptr (GString) text
      = g_string_new ("1{10=1 13=1 12{17{1=1 2=\"a\"} 17{1=2 2=\"");
  g_autoptr (TvTrace) trace = NULL;

  g_string_append_printf (text, "%s\"} 19{1=2 7=2 7=1 7=2} 19{1=1", long_text);
  for (guint i = 0; i < 300; i++)
    g_string_append (text, " 7=1");
  g_string_append (text, "} 5{1=1 2=\"main\"} 6{1=1 2=1 3=1} 6{1=2 2=1 3=2} "
                         "7{1=1 2=1 2=2}}} 1{10=1 13=2 66{2=5 3=7 4=1}}");
  trace = load_profile (text->str, NULL);
  assert_thread (trace, 0,
                 "main cpu 0-1 wall 0-1000\n"
                 "  main cpu 0-1 wall 0-1000\n");
  ck_assert_uint_eq (strlen (tv_trace_get_method (trace, 0)->category), 256 * 2);
  ck_assert_uint_eq (strlen (tv_trace_get_method (trace, 1)->category), 1 + 4096);
}
END_TEST

/* Beside slices, samples are counted, and an event that is asked for is there; what is
 * beside it is counted, too. */
START_TEST (perfetto_samples_beside_slices)
{
  const char *both
      = PERF_SAMPLES "1{60{1=3 4{1=5 2=7}}} 1{8=1000000 11{9=1 11=3 23=\"a\"}}"
                     "1{8=2000000 11{9=2 11=3}}";
  g_autoptr (TvTrace) slices = load_profile (both, NULL);
  g_autoptr (TvTrace) samples = load_profile (both, "cpu-clock");

  ck_assert_int_eq (tv_trace_get_info (slices)->kind, TV_TRACE_KIND_SLICES);
  assert_thread (slices, 0, "a wall 0-1000\n");
  ck_assert_str_eq (tv_trace_lookup_property (slices, "hidden-events"), "samples 6");
  ck_assert_int_eq (tv_trace_get_info (samples)->kind, TV_TRACE_KIND_SAMPLES);
  ck_assert_uint_eq (tv_trace_get_samples (samples, 0).n, 3);
  ck_assert_str_eq (tv_trace_lookup_property (samples, "hidden-events"), "others 2");
}
END_TEST

/* perf script */

START_TEST (perf_script)
{
  const char *file
      = "# ========\n# captured on: Mon\n#\n"
        "My App   7/8   [001]    10.000100:     250000 cpu-clock:u: \n"
        "\t      4006f4 leaf(int, char)+0x10 (/lib/libc.so (deleted))\n"
        "\t  ffffffff81 [unknown] ([kernel.kallsyms])\n"
        "\n"
        "swapper     0 [000]    10.000050: cycles: \n"
        "\t  ff idle (vmlinux)\n\n"
        /* Behind its time, after a line of no form, and without an empty line. */
        "what is this\n"
        "My App\t7/8 10.000000:     150000 cpu-clock:u:\r\n"
        "        12\ta.b.C.run (/data/base.apk)\r\n"
        "My App   7/8   [001]    10.000200: 1 cpu-clock:u: \n\n"
        "perf 9/9 10.000200: PERF_RECORD_COMM: perf:9/9\n"
        "app 7/7 10.000300: 50 cpu-clock:u: 77 main (/bin/app)\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (file, strlen (file));
  g_autoptr (TvTrace) trace = load_event (bytes, NULL);
  g_autoptr (TvTrace) cycles = load_event (bytes, "cycles");

  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 3);
  ck_assert_str_eq (tv_trace_get_thread (trace, 2)->name, "My App");
  assert_thread (trace, 2,
                 "run cpu 0-150 wall 0-100\n"
                 "[unknown] cpu 150-400 wall 100-200\n"
                 "  leaf(int, char) cpu 150-400 wall 100-200\n"
                 "[no stack] cpu 400-400 wall 200-300\n");
  assert_thread (trace, 1, "main cpu 0-0 wall 300-400\n");
  assert_thread (cycles, 0, "idle cpu 0-1 wall 0-1000\n");
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "app");
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 1, 262);
}
END_TEST

/* Fields that are left out: times, ids, events; and lines that look like others. */
START_TEST (perf_script_without_some_fields)
{
  static const struct
  {
    const char *file;
    const char *calls;
  } files[] = {
    { "\njava 19983 cycles:\n"
      "7f72 b::c(int) const (/lib/libjvm.so)\n"
      "7f43 start (/lib/libpthread.so)\n\n"
      "java 7/8 [001] 250 cycles:\n\tff start (/lib/libpthread.so)\n",
      "java\nstart cpu 0-250\njava\nstart cpu 0-1\n  b::c(int) const cpu 0-1\n" },
    { "my app\n\tffff a (x)\n\teeee main (x)\n\n"
      "my app\n\tffff b (x)\n\teeee main (x)\n",
      "my app\nmain cpu 0-2\n  a cpu 0-1\n  b cpu 1-2\n" },
    { "my app 12\n\tffff a (x)\n", "my app\na cpu 0-1\n" },
    { "a 1 cycles:\n\tfff f (x)\n\na 1 2.0: cycles:\n\tff g (x)\n\n"
      "a 1 3.0: cycles:\n\tff f (x)\n",
      "a\nf cpu 0-1\ng cpu 1-2\nf cpu 2-3\n" },
    { "app 1.000001: cycles: \n\tffff a (x)\n", "app\na cpu 0-1 wall 0-1000\n" },
    /* Frames without symbols or libraries, with the places of their code. */
    { "my app 12\n\t        ffffffff f+0x1\n\t            ffff\n",
      "my app\n0xffff cpu 0-1\n  f cpu 0-1\n" },
    { "a 1 1.0: cycles: \n\tff f (/x)\n  g]\n\tee h (/x)\n", "a\nf cpu 0-1\ng]\n" },
    { "a 1 1.0: cycles: \n\tff (/x)\n\tee\n\na 1 2.0: cycles: \n\tdd g\n",
      "a\n0xee cpu 0-1 wall 0-1000000\n  [no name] cpu 0-1 wall 0-1000000\n"
      "g cpu 1-2 wall 1000000-2000000\n" },
    { "a 1 1.0: cycles: \n\tff f (/x)\n  f.c:12\n\tee g (/x)\n  /x[ee]\n"
      "\tdd h ([kernel])\n  [kernel][dd]\n\tcc i (/x)\n  :0\n",
      "a\ni cpu 0-1 wall 0-1000\n  h cpu 0-1 wall 0-1000\n    g cpu 0-1 wall 0-1000\n"
      "      f cpu 0-1 wall 0-1000\n" },
    { " dd 12/13 [000] 1.000000: 5 cycles: ffff a (x)\n"
      " dd 12/13 [000] 2.000000: 7 cycles: ffff 1 (x)\n",
      "dd\na cpu 0-5 wall 0-1000000\n1 cpu 5-12 wall 1000000-2000000\n" },
    { "java 12 1.0: cycles:\n\tff La/B;::c->La/B;::d->Le;::f (/tmp/perf-12.map)\n"
      "\tee operator-> (x)\n",
      "java\noperator-> cpu 0-1 wall 0-1000\n  La/B;::c cpu 0-1 wall 0-1000\n"
      "    La/B;::d cpu 0-1 wall 0-1000\n      Le;::f cpu 0-1 wall 0-1000\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GBytes) bytes
          = g_bytes_new_static (files[i].file, strlen (files[i].file));
      g_autoptr (TvTrace) trace = load_event (bytes, NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      ck_assert_ptr_nonnull (trace);
      for (guint t = 0; t < tv_trace_get_n_threads (trace); t++)
        {
          g_autofree char *calls = tv_test_calls_to_string (trace, t);

          g_string_append_printf (text, "%s\n%s", tv_trace_get_thread (trace, t)->name,
                                  calls);
        }
      ck_assert_str_eq (text->str, files[i].calls);
      tv_assert_no_warning (trace);
    }
}
END_TEST

/* One line that lacks its time does not take those of the others away. */
START_TEST (perf_script_with_one_time_missing)
{
  const char *file = "a 1 2.0: 5 cycles:\n\t1 f (/x)\n\n"
                     "a 1 7 cycles:\n\t1 g (/x)\n\n"
                     "a 1 2.000001: 1 cycles:\n\t1 h (/x)\n\n"
                     "a 1 2.000002: 1 cycles:\n\t1 f (/x)\n\n"
                     "a 1 9999999999.0: 1 other:\n\t1 f (/x)\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (file, strlen (file));
  g_autoptr (TvTrace) trace = load_event (bytes, NULL);

  assert_thread (trace, 0,
                 "f cpu 0-5 wall 0-0\n"
                 "g cpu 5-12 wall 0-1\n"
                 "h cpu 12-13 wall 1-2\n"
                 "f cpu 13-14 wall 2-3\n");
  assert_warning (trace, TV_WARNING_SAMPLE_TIME, 2, 30);
}
END_TEST

START_TEST (kinds_of_frames_of_perf_script)
{
  const char *file = "a 1 1.0: cycles:\n\t1 a (/tmp/perf-1.map)\n\t1 b (inlined)\n"
                     "\t1 c ([kernel.kallsyms])\n\t1 d (//anon)\n"
                     "\t1 e (/tmp/jitted-31-4.so)\n\t1 f (/a/perf-1)\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (file, strlen (file));
  g_autoptr (TvTrace) trace = load_event (bytes, NULL);
  g_autoptr (GString) kinds = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    g_string_append_printf (
        kinds, "%s %s; ", tv_trace_get_method (trace, i)->name,
        tv_frame_kind_get_name (tv_trace_get_frame_kind (trace, i)));
  ck_assert_str_eq (kinds->str, "a JIT; b native; c kernel; d JIT; e JIT; f native; ");
}
END_TEST

/* The figures of another reader. */
START_TEST (a_real_simpleperf_report)
{
  g_autofree char *path = tv_test_trace_path ("real/simpleperf-cpu-clock.trace");
  g_autoptr (TvTrace) trace = NULL;
  guint64 n_samples = 0;
  gint64 weight = 0;

  if (!tv_test_has_trace ("real/simpleperf-cpu-clock.trace"))
    return;
  trace = tv_test_load_path (path, NULL);
  for (guint i = 0; i < tv_trace_get_n_sample_events (trace); i++)
    n_samples += tv_trace_get_sample_event (trace, i)->n_samples;
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    weight += tv_trace_get_thread (trace, i)->root_inclusive[TV_CLOCK_THREAD_CPU];
  ck_assert_uint_eq (n_samples, 1234);
  ck_assert_int_eq (weight, 231750000);
  tv_assert_no_warning (trace);
}
END_TEST

TV_TESTS (NULL, NULL)
