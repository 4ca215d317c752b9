/* SPDX-License-Identifier: Apache-2.0 */

/* Profiles in JSON: those of speedscope, V8 and Firefox. The expected values are worked
 * out by hand. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-details.h"
#include "trace/model/trace-samples.h"
#include "trace/model/trace-storage.h"
#include "trace/model/trace-system.h"

#include <string.h>

static TvTrace *
load_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  return trace;
}

static TvTrace *
load_file (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);

  return tv_test_load_path (path, NULL);
}

static void
assert_thread (const TvTrace *trace, guint thread, const char *expected)
{
  g_autofree char *text = tv_test_calls_to_string (trace, thread);

  ck_assert_str_eq (text, expected);
}

static void
assert_warning (const TvTrace *trace, TvWarningKind kind, guint64 count)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->count, count);
}

/* Times, weights and leaves of the samples of a thread. */
static void
assert_samples (const TvTrace *trace, guint thread, const char *expected)
{
  const TvSamples samples = tv_trace_get_samples (trace, thread);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < samples.n; i++)
    {
      const guint32 leaf = samples.leaf[i];

      g_string_append_printf (
          text, "%d %d %s\n", (int) (samples.time[i] / 1000),
          (int) (samples.weight[i] / 1000),
          leaf != TV_CALL_NONE ? tv_trace_get_method (trace, tv_trace_get_call_method (
                                                                 trace, thread, leaf))
                                     ->name
                               : "-");
    }
  ck_assert_str_eq (text->str, expected);
}

static const TvMethod *
find_method (const TvTrace *trace, const char *name)
{
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    if (g_str_equal (tv_trace_get_method (trace, i)->name, name))
      return tv_trace_get_method (trace, i);
  ck_abort_msg ("no method %s", name);
  return NULL;
}

/* Names, units and values of all counters, by microseconds. */
static void
assert_counters (const TvTrace *trace, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_counters (trace); i++)
    {
      const TvCounter *counter = tv_trace_get_counter (trace, i);
      const TvCounterValues values = tv_trace_get_counter_values (trace, i);

      g_string_append_printf (text, "%s %s", counter->name,
                              counter->unit != NULL ? counter->unit : "");
      for (gsize j = 0; j < values.n; j++)
        g_string_append_printf (text, " %d:%g",
                                (int) (tv_times_get (&values.time, j) / 1000),
                                values.value[j]);
      g_string_append_c (text, '\n');
    }
  ck_assert_str_eq (text->str, expected);
}

/* speedscope */

/* The frames come behind the profiles. */
START_TEST (speedscope_samples)
{
  g_autoptr (TvTrace) trace = load_file ("samples/sampled.speedscope.json");

  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SAMPLES);
  assert_thread (trace, 0,
                 "main cpu 0-35 wall 0-35\n"
                 "  run cpu 0-30 wall 0-30\n"
                 "    read cpu 10-30 wall 10-30\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "worker");
  ck_assert_str_eq (find_method (trace, "run")->file, "a.py");
  ck_assert_int_eq (find_method (trace, "run")->line, 7);
  ck_assert_uint_eq (tv_trace_get_samples (trace, 0).n, 4);
  ck_assert_int_eq (tv_trace_get_samples (trace, 0).weight[3], 25000);
  tv_assert_no_warning (trace);
}
END_TEST

/* A sample weighs one where the file does not say. */
START_TEST (speedscope_samples_without_weights)
{
  g_autoptr (TvTrace) trace
      = load_text ("{\"shared\":{\"frames\":[{\"name\":\"a\"}]},\"profiles\":"
                   "[{\"type\":\"sampled\",\"samples\":[[0],[0,0]]}]}");

  assert_thread (trace, 0, "a cpu 0-2\n  a cpu 1-2 recursive\n");
  tv_assert_no_warning (trace);
}
END_TEST

START_TEST (speedscope_events)
{
  g_autoptr (TvTrace) trace = load_file ("samples/evented.speedscope.json");

  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SLICES);
  assert_thread (trace, 0,
                 "main wall 0-5000\n"
                 "  run wall 1000-3000\n"
                 "  [no name] wall 3500-4000\n");
  assert_thread (trace, 1, "run wall 2000-2250\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 1)->name, "second");
  tv_assert_no_warning (trace);
}
END_TEST

/* Values before their unit are as exact as others. The last sample lasts as long as the
 * first. */
START_TEST (speedscope_units_that_come_late)
{
  g_autoptr (TvTrace) trace
      = load_text ("{\"profiles\":[{\"type\":\"sampled\",\"samples\":[[0],[0]],"
                   "\"weights\":[0.0004,0.000001],\"unit\":\"seconds\"}],"
                   "\"shared\":{\"frames\":[{\"name\":\"a\"}]}}");

  assert_thread (trace, 0, "a cpu 0-401 wall 0-800\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* An end of a frame further out ends all in it; one of a frame that is not open means
 * nothing; times do not fall; what is open stays so. */
START_TEST (speedscope_events_that_are_broken)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]},\"profiles\":["
      "{\"type\":\"evented\",\"unit\":\"microseconds\",\"events\":["
      "{\"type\":\"O\",\"frame\":0,\"at\":1},{\"type\":\"O\",\"frame\":1,\"at\":3},"
      "{\"type\":\"C\",\"frame\":0,\"at\":5},{\"type\":\"C\",\"frame\":1,\"at\":6},"
      "{\"type\":\"O\",\"frame\":7,\"at\":4},{\"type\":\"X\",\"frame\":0,\"at\":7},"
      "{\"type\":\"O\",\"frame\":1,\"at\":9}]}]");

  assert_thread (trace, 0,
                 "a wall 0-4\n"
                 "  b wall 2-4 exit-lost\n"
                 "? wall 5-8 still-open\n"
                 "  b wall 8-8 still-open\n");
  assert_warning (trace, TV_WARNING_SLICE_STRAY_END, 1);
  assert_warning (trace, TV_WARNING_TIME_BACKWARDS, 1);
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1);
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 1);
  assert_warning (trace, TV_WARNING_EVENTS_CUT, 1);
}
END_TEST

/* Events that are no times are stacks with weights: 2 of a, 3 of a and b, 4 of a. */
START_TEST (speedscope_events_without_times)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]},\"profiles\":["
      "{\"endValue\":10,\"type\":\"evented\",\"startValue\":1,\"events\":["
      "{\"type\":\"O\",\"frame\":0,\"at\":1},{\"type\":\"O\",\"frame\":1,\"at\":3},"
      "{\"type\":\"C\",\"frame\":1,\"at\":6},{\"type\":\"C\",\"frame\":1,\"at\":7},5],"
      "\"unit\":\"bytes\"},"
      "{\"type\":\"sampled\",\"samples\":[[1],[1]],\"weights\":[-1,1e300]}]}");

  assert_thread (trace, 0,
                 "a cpu 0-9\n"
                 "  b cpu 2-5\n");
  assert_warning (trace, TV_WARNING_SLICE_STRAY_END, 1);
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 1);
  ck_assert_uint_eq (tv_trace_get_n_sample_events (trace), 2);
  ck_assert_str_eq (tv_trace_get_sample_event (trace, 0)->name, "bytes");
  ck_assert_str_eq (tv_trace_get_sample_event (trace, 1)->name, "weight");
  assert_warning (trace, TV_WARNING_SAMPLE_WEIGHT, 1);
}
END_TEST

/* Names that are no UTF-8 are repaired. */
START_TEST (names_in_other_encodings)
{
  g_autoptr (TvTrace) speedscope = load_text (
      "{\"shared\":{\"frames\":[{\"name\":\"a\xFF\"}]},\"profiles\":[{\"type\":"
      "\"sampled\",\"name\":\"\xE4\",\"samples\":[[0]],\"weights\":[1]}]}");
  g_autoptr (TvTrace) firefox = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"name\":\"\xE4\",\"pid\":\"\xE4\",\"stringArray\":[\"a\xFF\"],\"samples\":{"
      "\"stack\":[0],\"time\":[1]},\"stackTable\":{\"frame\":[0],\"prefix\":[null]},"
      "\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]}}]}");

  ck_assert_str_eq (tv_trace_get_thread (speedscope, 0)->name, "\uFFFD");
  ck_assert_str_eq (tv_trace_get_thread (firefox, 0)->name, "\uFFFD");
  ck_assert_str_eq (tv_trace_get_process (firefox, 0)->name, "\uFFFD");
  ck_assert_str_eq (tv_trace_get_method (firefox, 0)->name, "a\uFFFD");
}
END_TEST

/* V8 */

/* A sample weighs what it takes to the next one. The last one is drawn as long as one
 * usually takes. */
START_TEST (cpu_profile)
{
  g_autoptr (TvTrace) trace = load_file ("samples/node.cpuprofile");

  assert_thread (trace, 0,
                 "(anonymous) cpu 0-25 wall 0-25\n"
                 "  b cpu 0-20 wall 0-20\n"
                 "(idle) cpu 25-55 wall 25-55\n"
                 "(anonymous) cpu 55-90 wall 55-75\n"
                 "  b cpu 55-90 wall 55-75\n");
  ck_assert_str_eq (find_method (trace, "b")->file, "a.js");
  ck_assert_int_eq (find_method (trace, "b")->line, 7);
  ck_assert_int_eq (tv_trace_get_frame_kind (trace, 0), TV_FRAME_SCRIPT);
  tv_assert_no_warning (trace);
}
END_TEST

/* Nodes within nodes, with their ids behind; times of the whole in seconds; a time too
 * many. */
START_TEST (old_cpu_profile)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"head\":{\"functionName\":\"(root)\",\"children\":[{\"functionName\":\"a\","
      "\"url\":\"\",\"lineNumber\":3,\"hitCount\":1,\"children\":["
      "{\"functionName\":\"b\",\"children\":[],\"id\":30}],\"id\":2}],\"id\":1},"
      "\"startTime\":5.5,\"endTime\":5.50001,\"samples\":[2,30],"
      "\"timestamps\":[5500001,5500004,5500009]}");

  assert_thread (trace, 0,
                 "a cpu 0-9 wall 0-6\n"
                 "  b cpu 3-9 wall 3-6\n");
}
END_TEST

/* A caller of itself, two callers, ids that no node has, times that go back. */
START_TEST (cpu_profiles_that_are_broken)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"},\"children\":[2,8]}"
      ","
      "{\"id\":2,\"callFrame\":{\"functionName\":\"b\"},\"children\":[1]},"
      "{\"id\":3,\"callFrame\":{\"functionName\":\"c\"},\"children\":[2]}],"
      "\"startTime\":0,\"endTime\":40,\"samples\":[3,2,77,3],"
      "\"timeDeltas\":[10,20,-5,5]}");

  /* c at 10, nothing at 25, b at 30, c at 30. */
  assert_thread (trace, 0,
                 "c cpu 0-15 wall 0-15\n"
                 "[no stack] cpu 15-20 wall 15-20\n"
                 "a cpu 20-20 wall 20-20\n"
                 "  b cpu 20-20 wall 20-20\n"
                 "c cpu 20-30 wall 20-35\n");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 2);
  assert_warning (trace, TV_WARNING_FRAME_TWICE, 1);
  assert_warning (trace, TV_WARNING_FRAME_LOOP, 1);
}
END_TEST

/* Warnings say where the sample or the node is. */
START_TEST (cpu_profiles_with_unknown_ids)
{
  static const char sample[] = "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":"
                               "\"a\"}}],\"startTime\":0,"
                               "\"endTime\":9,\"samples\":[1,77],\"timeDeltas\":[0,2]}";
  static const char node[]
      = "{\"nodes\":[{\"callFrame\":{\"functionName\":\"a\"},\"id\":1},"
        "{\"callFrame\":{\"functionName\":\"b\"},\"id\":1}],\"startTime\":0,"
        "\"endTime\":9,\"samples\":[1],\"timeDeltas\":[0]}";
  g_autoptr (TvTrace) of_sample = load_text (sample);
  g_autoptr (TvTrace) of_node = load_text (node);
  const TvWarning *warning;

  assert_warning (of_sample, TV_WARNING_FRAME_UNKNOWN, 1);
  warning
      = tv_warnings_find (tv_trace_get_warnings (of_sample), TV_WARNING_FRAME_UNKNOWN);
  ck_assert_uint_eq (warning->at, strstr (sample, "],\"timeDeltas") - sample);
  assert_warning (of_node, TV_WARNING_FRAME_TWICE, 1);
  warning = tv_warnings_find (tv_trace_get_warnings (of_node), TV_WARNING_FRAME_TWICE);
  ck_assert_uint_eq (warning->at, strstr (node, ",{") + 2 - node);
}
END_TEST

/* Times with exponents beyond 40 are none. */
START_TEST (cpu_profile_with_wide_exponents)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"}}],\"startTime\":0,"
      "\"endTime\":5,\"samples\":[1,1,1,1],\"timeDeltas\":[0,1e-99999999999999999999,"
      "1e99999999999999999999,1e-41]}");

  assert_warning (trace, TV_WARNING_SAMPLE_TIME, 3);
  assert_thread (trace, 0, "a cpu 0-5 wall 0-1000\n");
}
END_TEST

/* Without samples, hits share the time: 30 and 10 of 40. */
START_TEST (cpu_profile_of_hits)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"},\"hitCount\":3},"
      "{\"id\":2,\"parent\":1,\"callFrame\":{\"functionName\":\"b\"},\"hitCount\":1}],"
      "\"startTime\":10,\"endTime\":50}");

  assert_thread (trace, 0,
                 "a cpu 0-40\n"
                 "  b cpu 30-40\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* Samples without times are left out, for the hits. */
START_TEST (cpu_profile_without_times)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"},\"hitCount\":3},"
      "{\"id\":2,\"parent\":1,\"callFrame\":{\"functionName\":\"b\"},\"hitCount\":1}],"
      "\"startTime\":10,\"endTime\":50,\"samples\":[1,1,2,1]}");

  assert_thread (trace, 0,
                 "a cpu 0-40\n"
                 "  b cpu 30-40\n");
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 4);
}
END_TEST

/* Chrome's trace events */

static TvTrace *
load_event (const char *name, const char *event)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_trace_load_event (file, G_MAXUINT64, event, NULL, NULL, NULL, NULL, NULL);
}

/* Pieces of profiles: one whose beginning comes behind its first piece, with a
 * difference below zero; one of the same id in another process, without a beginning and
 * with a sample too many; and a whole one. A piece is of its profile's thread. */
START_TEST (chrome_profiles_in_pieces)
{
  g_autoptr (TvTrace) slices = load_file ("samples/chrome-v8.json");
  g_autoptr (TvTrace) trace = load_event ("samples/chrome-v8.json", "time");

  ck_assert_int_eq (tv_trace_get_info (slices)->kind, TV_TRACE_KIND_SLICES);
  ck_assert_uint_eq (tv_trace_get_n_calls (slices), 2);
  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SAMPLES);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 3);
  assert_samples (trace, 0, "10 20 run\n30 4 run\n34 1 -\n35 15 read\n");
  assert_samples (trace, 1, "0 50 other\n50 0 other\n");
  assert_samples (trace, 2, "30 30 old\n");
  assert_thread (trace, 0,
                 "run cpu 0-24 wall 10-34\n"
                 "run cpu 25-40 wall 35-55\n"
                 "  read cpu 25-40 wall 35-55\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "main");
  ck_assert_int_eq (tv_trace_get_thread (trace, 2)->number, 10);
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "page");
  ck_assert_int_eq (find_method (trace, "run")->line, 7);
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 1);
}
END_TEST

#define CHUNK(time, id, name)                                                          \
  "{\"name\":\"ProfileChunk\",\"ph\":\"P\",\"id\":\"1\",\"pid\":7,\"ts\":" time        \
  ",\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":" id                        \
  ",\"callFrame\":{\"functionName\":\"" name "\"}}],\"samples\":[" id                  \
  "]},\"timeDeltas\":[10]}}},"

#define PROFILE(thread, start)                                                         \
  "{\"name\":\"Profile\",\"ph\":\"P\",\"id\":\"1\",\"pid\":7,\"tid\":" thread          \
  ",\"ts\":" start ",\"args\":{\"data\":{\"startTime\":" start "}}},"

/* Pieces count in the order of their times, and a profile may begin anew under its id.
 * A number that no system has is a name. */
START_TEST (chrome_profiles_that_follow_each_other)
{
  g_autoptr (TvTrace) trace
      = load_text ("[" PROFILE ("8", "100") CHUNK ("9", "2", "b") CHUNK ("5", "1", "a")
                       PROFILE ("9000000000000000", "200") CHUNK ("3", "1", "c") "]");

  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
  assert_samples (trace, 0, "0 10 a\n10 0 b\n");
  assert_samples (trace, 1, "100 0 c\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 1)->name, "9000000000000000");
}
END_TEST

/* Samples have events; a thread tells the process. */
START_TEST (chrome_samples_of_events)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"traceEvents\":[{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":3,\"tid\":4,"
      "\"args\":{\"name\":\"main\"}}],\"samples\":["
      "{\"name\":\"cycles\",\"tid\":4,\"ts\":1,\"weight\":7,\"sf\":\"a\"},"
      "{\"name\":\"faults\",\"tid\":4,\"ts\":2,\"sf\":\"a\"}],"
      "\"stackFrames\":{\"a\":{\"name\":\"f\"}}}");

  ck_assert_uint_eq (tv_trace_get_n_sample_events (trace), 2);
  assert_samples (trace, 0, "0 7 f\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "main");
  ck_assert_int_eq (tv_trace_get_process (trace, 0)->pid, 3);
}
END_TEST

/* A list of samples beside events, of which there are none. A frame calls itself, one
 * is unknown. */
START_TEST (chrome_list_of_samples)
{
  g_autoptr (TvTrace) trace = load_file ("samples/chrome-stack-frames.json");

  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SAMPLES);
  assert_samples (trace, 0, "0 1 [root]\n10 1 f(a.js:1:1)\n20 2 [no stack]\n30 3 h\n");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "js");
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "hermes");
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1);
}
END_TEST

/* What is cut inside an event is kept up to there, and a file without any samples stays
 * one of slices. */
START_TEST (chrome_samples_that_are_broken)
{
  g_autoptr (TvTrace) cut = load_text (
      "[{\"name\":\"ProfileChunk\",\"ph\":\"P\",\"ts\":1,\"args\":{\"data\":"
      "{\"cpuProfile\":{\"nodes\":[{\"id\":1,\"functionName\":\"a\"}],"
      "\"samples\":[1,7]},\"timeDeltas\":[3,2],\"endTime\":9}}},"
      "{\"name\":\"ProfileChunk\",\"ph\":\"P\",\"ts\":1,\"args\":{\"data\":"
      "{\"cpuProfile\":{\"samples\":[1");
  g_autoptr (TvTrace) empty
      = load_text ("{\"traceEvents\":[{\"name\":\"Profile\",\"ph\":\"P\",\"ts\":1}],"
                   "\"samples\":{\"a\":5},\"stackFrames\":[]}");

  assert_samples (cut, 0, "0 2 a\n2 4 [no stack]\n");
  assert_warning (cut, TV_WARNING_FRAME_UNKNOWN, 1);
  assert_warning (cut, TV_WARNING_EVENTS_CUT, 1);
  ck_assert_int_eq (tv_trace_get_info (empty)->kind, TV_TRACE_KIND_SLICES);
}
END_TEST

/* A frame that is its own caller, and two that call each other. */
START_TEST (chrome_frames_that_call_themselves)
{
  static const char text[]
      = "{\"traceEvents\":[],\"samples\":[{\"tid\":1,\"ts\":1,\"sf\":\"1\"},"
        "{\"tid\":1,\"ts\":2,\"sf\":\"3\"}],\"stackFrames\":{"
        "\"1\":{\"name\":\"a\",\"parent\":\"1\"},"
        "\"2\":{\"name\":\"b\",\"parent\":\"3\"},"
        "\"3\":{\"name\":\"c\",\"parent\":\"2\"}}}";
  g_autoptr (TvTrace) trace = load_text (text);
  const TvWarning *warning
      = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_FRAME_LOOP);

  assert_samples (trace, 0, "0 1 a\n1 1 c\n");
  assert_warning (trace, TV_WARNING_FRAME_LOOP, 2);
  ck_assert_uint_eq (warning->at, strstr (text, "{\"name\":\"a\"") + 1 - text);
}
END_TEST

/* JSON in general */

/* A name of 64 KiB and one byte more. */
START_TEST (long_texts_are_cut)
{
  for (guint over = 0; over < 2; over++)
    {
      g_autofree char *name = g_strnfill (64 * 1024 + over, 'a');
      g_autofree char *text = g_strdup_printf (
          "{\"shared\":{\"frames\":[{\"name\":\"%s\"}]},\"profiles\":"
          "[{\"type\":\"sampled\",\"samples\":[[0]],\"weights\":[1]}]}",
          name);
      g_autofree char *event = g_strdup_printf (
          "[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"%s\"}]", name);
      g_autoptr (TvTrace) profile = load_text (text);
      g_autoptr (TvTrace) slices = load_text (event);
      const TvWarning *warning
          = tv_warnings_find (tv_trace_get_warnings (profile), TV_WARNING_TEXT_CUT);

      ck_assert_uint_eq (strlen (tv_trace_get_method (profile, 0)->name), 64 * 1024);
      ck_assert_uint_eq (strlen (tv_trace_get_method (slices, 0)->name), 64 * 1024);
      ck_assert_int_eq (warning != NULL, over > 0);
      if (over == 0)
        continue;
      ck_assert_uint_eq (warning->at, strstr (text, "\"}]}") + 1 - text);
      assert_warning (slices, TV_WARNING_TEXT_CUT, 1);
    }
}
END_TEST

/* Blanks may follow, but no second value. */
START_TEST (text_behind_the_json_is_named)
{
  static const char *const texts[]
      = { "{\"shared\":{\"frames\":[{\"name\":\"a\"}]},\"profiles\":"
          "[{\"type\":\"sampled\",\"samples\":[[0]],\"weights\":[1]}]} \n",
          "[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"a\"}]\n \n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *more = g_strconcat (texts[i], "[1]", NULL);
      g_autoptr (TvTrace) alone = load_text (texts[i]);
      g_autoptr (TvTrace) trace = load_text (more);
      const TvWarning *warning
          = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_TEXT_BEHIND);

      tv_assert_no_warning (alone);
      ck_assert_ptr_nonnull (warning);
      ck_assert_uint_eq (warning->at, strlen (texts[i]));
    }
}
END_TEST

/* Firefox */

START_TEST (firefox_profile)
{
  g_autoptr (TvTrace) trace = load_file ("samples/processed.firefox.json");

  assert_thread (trace, 0,
                 "main cpu 0-3 wall 0-4000\n"
                 "  run cpu 0-3 wall 0-4000\n"
                 "    draw cpu 1-3 wall 2000-4000\n"
                 "main cpu 4-7 wall 9000-11000\n"
                 "  run cpu 4-7 wall 9000-11000\n"
                 "    draw cpu 4-7 wall 9000-11000\n");
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "Parent");
  ck_assert_str_eq (find_method (trace, "run")->category, "libxul.so");
  ck_assert_str_eq (find_method (trace, "draw")->file, "app.js");
  ck_assert_int_eq (find_method (trace, "draw")->line, 9);
  tv_assert_no_warning (trace);
}
END_TEST

/* Markers are slices below their thread, which weigh nothing; counters are sums of
 * what they counted, or rates. */
START_TEST (firefox_markers_and_counters)
{
  g_autoptr (TvTrace) trace = load_file ("samples/processed.firefox.json");
  guint n;
  const TvArg *args;

  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 1)->owner, 0);
  ck_assert_uint_eq (tv_trace_get_samples (trace, 1).n, 0);
  assert_thread (trace, 1,
                 "Click cpu 0-0 wall 0-0\n"
                 "Boot cpu 0-0 wall 1000-6000\n"
                 "  DOMEvent cpu 0-0 wall 3000-5000\n");
  ck_assert_str_eq (find_method (trace, "DOMEvent")->category, "DOM");
  ck_assert_int_eq (
      tv_trace_get_frame_kind (trace, tv_trace_get_call_method (trace, 1, 0)),
      TV_FRAME_SLICE);
  args = tv_trace_get_arg_set (trace, tv_trace_get_call_arg_set (trace, 1, 2), &n);
  ck_assert_uint_eq (n, 3);
  ck_assert_str_eq (args[0].key, "data.target");
  ck_assert_str_eq (args[0].value.text, "btn");
  ck_assert_str_eq (args[2].key, "data.at.x[1]");
  ck_assert_int_eq (args[2].value.integer, 4);
  assert_counters (trace, "malloc bytes 0:10 1000:6 3000:11\n"
                          "package W 0:3.6\n"
                          "processCPU % 0:50\n");
}
END_TEST

/* Old markers tell only in what they carry when they were. One ends twice, one does not
 * end, and one has no time; one has no name. */
START_TEST (firefox_markers_of_old_files)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"meta\":{\"interval\":1,\"startTime\":0,\"version\":4},\"threads\":["
      "{\"tid\":5,\"stringTable\":[\"a\",\"b\"],\"markers\":{\"schema\":"
      "{\"data\":2,\"name\":0,\"time\":1},\"data\":["
      "[0,1,{\"interval\":\"start\"}],[0,2,{\"interval\":\"start\"}],"
      "[0,4,{\"interval\":\"end\"}],[0,5,{\"interval\":\"end\"}],"
      "[0,6,{\"interval\":\"end\"}],[1,9,{\"startTime\":7,\"endTime\":8.5}],"
      "null,[1],[1,10,null],[0,11,{\"interval\":\"start\"}],[7,12]]}}]}");

  ck_assert_int_eq (tv_trace_get_info (trace)->kind, TV_TRACE_KIND_SLICES);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 11);
  assert_thread (trace, 0,
                 "a wall 0-4000\n"
                 "  a wall 1000-3000 recursive\n"
                 "b wall 6000-7500\n"
                 "b wall 9000-9000\n"
                 "a wall 10000-11000 still-open\n"
                 "  ? wall 11000-11000\n");
  assert_warning (trace, TV_WARNING_SLICE_STRAY_END, 1);
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 2);
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 1);
}
END_TEST

/* Times and counts that are missing or too large. */
START_TEST (firefox_counters_that_are_broken)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"stringArray\":[\"a\"],\"markers\":{\"name\":[0],\"startTime\":[1]}}],"
      "\"counters\":[5,{\"samples\":{\"time\":[1,null,1e99,3,4],"
      "\"count\":[1,2,\"x\",4]}},"
      "{\"category\":\"power\",\"samples\":{\"time\":[1,1,0,1e99],"
      "\"count\":[1,2,3,4]}},"
      "{\"name\":\"c\",\"samples\":{\"timeDeltas\":[1,9e12,9e12],"
      "\"count\":[1,2,3]}}]}");

  assert_counters (trace, "?  0:1 2000:7\n? W\nc  0:1\n");
  assert_warning (trace, TV_WARNING_EVENT_UNREADABLE, 6);
}
END_TEST

/* They start with the trace; fractions are added up as they are. */
START_TEST (firefox_counters_without_threads)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"meta\":{\"interval\":1,\"startTime\":1000,\"preprocessedProfileVersion\":20},"
      "\"threads\":[],\"counters\":[{\"name\":\"c\",\"samples\":{\"time\":[0,1,2],"
      "\"count\":[0.9,0.9,0.9]}}]}");

  assert_counters (trace, "c  0:0.9 1000:1.8 2000:2.7\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* Rows with schemas, within what the developer tools write; a process that started 0.1
 * seconds later. */
START_TEST (gecko_profile)
{
  g_autoptr (TvTrace) trace = load_file ("samples/gecko.json");

  assert_thread (trace, 0,
                 "main cpu 0-2 wall 0-2000\n"
                 "  f cpu 0-1 wall 0-1000\n");
  assert_thread (trace, 1, "0x1a2b cpu 0-1 wall 99500-100500\n");
  ck_assert_str_eq (find_method (trace, "0x1a2b")->category, "libxul.so");
  assert_thread (trace, 2,
                 "Paint cpu 0-0 wall 0-2000\n"
                 "  Paint cpu 0-0 wall 1500-1500 recursive\n");
  ck_assert_str_eq (find_method (trace, "Paint")->category, "Graphics");
  assert_counters (trace, "malloc bytes 0:7 1000:4\n");
  ck_assert_uint_eq (tv_trace_get_counter (trace, 0)->process, 0);
  ck_assert_str_eq (find_method (trace, "main")->category, "libc.so");
  ck_assert_str_eq (find_method (trace, "f")->file, "http://x/a.js");
  ck_assert_int_eq (find_method (trace, "f")->line, 12);
  tv_assert_no_warning (trace);
}
END_TEST

/* Addresses at the borders of libraries, which are in no order, and libraries that say
 * nothing of use. */
START_TEST (gecko_addresses)
{
  static const struct
  {
    const char *address;
    const char *library;
  } cases[] = {
    { "0x1fff", NULL },
    { "0x2000", "b.so" },
    { "0x2fff", "b.so" },
    { "0x3000", "a.so" },
    { "0x4000", NULL },
    { "0x9000", NULL },
    { "0xffffffffffffffff", NULL },
    { "0x", NULL },
    { "0x2000 (in c.so)", "c.so" },
    { "2000", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"libs\":[{\"name\":\"a.so\",\"start\":12288,\"end\":16384},"
          "{\"name\":\"b.so\",\"end\":12288,\"start\":8192},{},7,"
          "{\"name\":\"x.so\",\"start\":36864,\"end\":4096},"
          "{\"name\":\"y.so\",\"start\":\"z\",\"end\":1e99}],"
          "\"meta\":{\"version\":24,\"interval\":1,\"startTime\":0},\"threads\":[{"
          "\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[0,1]]},"
          "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]},"
          "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},"
          "\"stringTable\":[\"%s\"]}]}",
          cases[i].address);
      g_autoptr (TvTrace) trace = load_text (text);

      ck_assert_uint_eq (tv_trace_get_n_methods (trace), 1);
      ck_assert_pstr_eq (tv_trace_get_method (trace, 0)->category, cases[i].library);
    }
}
END_TEST

/* Threads of one pid are in one process, also if it is no number. */
START_TEST (firefox_pids_that_are_no_numbers)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"name\":\"a\",\"pid\":\"0 from profile 1\"},"
      "{\"name\":\"b\",\"pid\":\"0 from profile 2\",\"processName\":\"Tab\"},"
      "{\"name\":\"c\",\"pid\":\"0 from profile 1\"},"
      "{\"name\":\"d\",\"pid\":\"0 from profile 2\"}]}");

  ck_assert_uint_eq (tv_trace_get_n_processes (trace), 2);
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "0 from profile 1");
  ck_assert_str_eq (tv_trace_get_process (trace, 1)->name, "Tab");
  for (guint i = 0; i < 4; i++)
    ck_assert_uint_eq (tv_trace_get_thread (trace, i)->process, i % 2);
}
END_TEST

/* Times and weights that are missing or no numbers, and a stack below all. */
START_TEST (firefox_samples_that_are_broken)
{
  g_autoptr (TvTrace) times = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"stringArray\":[\"a\"],\"samples\":{\"stack\":[0,-5,0,0],"
      "\"time\":[1,2,\"x\",4],\"weight\":[2,null,3]},\"stackTable\":{\"frame\":[0],"
      "\"prefix\":[null]},\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]}}]"
      "}");
  g_autoptr (TvTrace) deltas = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"stringArray\":[\"a\"],\"samples\":{\"stack\":[0,0,0],"
      "\"timeDeltas\":[1,\"x\",2]},\"stackTable\":{\"frame\":[0],"
      "\"prefix\":[null]},\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]}}]"
      "}");
  g_autoptr (TvTrace) rows = load_text (
      "{\"meta\":{\"interval\":1,\"startTime\":0,\"version\":20},\"threads\":["
      "{\"stringTable\":[\"a\"],\"samples\":{\"data\":[[0,1],[0],[0,3]]},"
      "\"stackTable\":{\"data\":[[null,0]]},\"frameTable\":{\"data\":[[0]]}}]}");

  assert_thread (times, 0,
                 "a cpu 0-2 wall 0-1000\n"
                 "a cpu 2-5 wall 1000-5000\n");
  assert_warning (times, TV_WARNING_SAMPLE_TIME, 1);
  assert_warning (times, TV_WARNING_SAMPLE_WEIGHT, 2);
  assert_warning (times, TV_WARNING_FRAME_UNKNOWN, 1);
  assert_thread (deltas, 0, "a cpu 0-3 wall 0-4000\n");
  assert_warning (deltas, TV_WARNING_SAMPLE_TIME, 1);
  assert_thread (rows, 0, "a cpu 0-3 wall 0-4000\n");
  assert_warning (rows, TV_WARNING_SAMPLE_TIME, 1);
}
END_TEST

/* What is no list or object where one belongs. */
START_TEST (firefox_parts_of_other_types)
{
  static const char *const parts[]
      = { "\"threads\":\"x\"",
          "\"threads\":[\"x\",7,null]",
          "\"threads\":[[\"x\"]]",
          "\"counters\":5",
          "\"counters\":[5]",
          "\"counters\":[[5],{\"samples\":3}]",
          "\"shared\":7",
          "\"threads\":[{\"markers\":{\"schema\":5,\"data\":[5,[[]]]}}]",
          "\"counters\":[{\"samples\":{\"data\":[5,{\"a\":1},[[1]]]}}]" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},%s}", parts[i]);
      g_autoptr (TvTrace) trace = load_text (text);

      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 0);
    }
}
END_TEST

/* Callers behind what they call, indexes beyond tables, lists of different lengths. */
START_TEST (firefox_profiles_that_are_broken)
{
  g_autoptr (TvTrace) trace = load_text (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":20},\"threads\":["
      "{\"name\":\"x\",\"stringArray\":[\"a\",null],\"samples\":{\"length\":99,"
      "\"stack\":[0,1,2,7,0],\"time\":[1,2,3,4]},\"stackTable\":{\"frame\":[0,1,9],"
      "\"prefix\":[2,0,null]},\"frameTable\":{\"func\":[0,1]},"
      "\"funcTable\":{\"name\":[0,1]}},5,{}");

  assert_thread (trace, 0,
                 "a cpu 0-2 wall 0-2000\n"
                 "  ? cpu 1-2 wall 1000-2000\n"
                 "? cpu 2-3 wall 2000-3000\n");
  assert_warning (trace, TV_WARNING_SAMPLE_UNREADABLE, 1);
  assert_warning (trace, TV_WARNING_FRAME_UNKNOWN, 3);
  assert_warning (trace, TV_WARNING_FRAME_LOOP, 1);
  assert_warning (trace, TV_WARNING_EVENTS_CUT, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
