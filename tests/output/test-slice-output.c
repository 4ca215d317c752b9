/* SPDX-License-Identifier: Apache-2.0 */

/* Traces of slices in Chrome's JSON and as Perfetto's packets, and their tracks and
 * counters. */

#include "output/export/export.h"
#include "output/report/report-tracks.h"
#include "support/system-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/build/run-builder.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-storage.h"

#include <string.h>

typedef struct
{
  TvLoadOptions options;
  TvTrace *trace;
  TvRunBuilder *builder;
} Fixture;

static guint32
add_track (Fixture *fixture, TvTrackKind kind, guint32 process, gint64 number,
           const char *name)
{
  const TvTrackSpec spec = { .kind = kind,
                             .process = process,
                             .number = number,
                             .name = name,
                             .overlap = TV_OVERLAP_SPILL };

  return tv_run_builder_add_track (fixture->builder, &spec);
}

static void
add_run (Fixture *fixture, guint32 track, const char *name, gint64 start, gint64 end,
         guint32 tag)
{
  const TvMethod method = { .class_name = "",
                            .name = name,
                            .signature = "",
                            .named = TRUE,
                            .category = *name == 'a' ? "cat" : NULL };
  const TvRun run = { .name = tv_run_builder_add_name (fixture->builder, &method),
                      .start = start,
                      .end = end,
                      .tag = tag };

  tv_run_builder_add_run (fixture->builder, track, &run);
}

static void
add_counter (Fixture *fixture, const TvCounterSpec *spec, gint64 time, double value)
{
  TvSystemBuilder *system = tv_run_builder_get_system (fixture->builder);

  tv_system_builder_add_value (system, tv_system_builder_add_counter (system, spec),
                               time, value);
}

static guint32
add_args (Fixture *fixture)
{
  static const TvArg args[] = {
    { "args.n", "args.n", TV_ARG_INT, { .integer = -3 } },
    { "args.big", "args.big", TV_ARG_UINT, { .uinteger = G_MAXUINT64 } },
    { "args.on", "args.on", TV_ARG_BOOL, { .integer = 1 } },
    { "args.x", "args.x", TV_ARG_REAL, { .real = 0.25 } },
    { "debug.text", "debug.text", TV_ARG_STRING, { .text = "say \"b\"" } },
    { "args.deep.list[0].x", "args.deep.list.x", TV_ARG_INT, { .integer = 1 } },
    { "args.deep.list[0].y", "args.deep.list.y", TV_ARG_INT, { .integer = 2 } },
    { "args.deep.list[1]", "args.deep.list", TV_ARG_NULL, { .integer = 0 } },
    { "args.deep.last", "args.deep.last", TV_ARG_STRING, { .text = "" } },
  };
  TvDetailBuilder *details = tv_run_builder_get_details (fixture->builder);

  return tv_detail_builder_add_tag (
      details, tv_detail_builder_add_arg_set (details, args, G_N_ELEMENTS (args)));
}

static void
add_flow (Fixture *fixture, guint32 from, guint32 to)
{
  TvDetailBuilder *details = tv_run_builder_get_details (fixture->builder);
  const TvFlowPoint points[]
      = { { .id = 5, .phase = TV_FLOW_BEGIN, .time = 1300, .tag = from },
          { .id = 5, .phase = TV_FLOW_END, .time = 1700, .tag = to } };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    tv_detail_builder_add_flow_point (details, &points[i]);
}

/* Two processes have a thread 1. That of "one" has slices that overlap, and one in a
 * slice that did not end. */
static void
set_up (Fixture *fixture)
{
  guint32 one, two, thread, row;
  guint32 tags[2];
  TvCounterSpec heap;

  memset (fixture, 0, sizeof *fixture);
  fixture->trace = tv_trace_new_empty ();
  fixture->builder = tv_run_builder_new (fixture->trace, &fixture->options);
  one = tv_run_builder_add_process (fixture->builder, 10, "one");
  two = tv_run_builder_add_process (fixture->builder, 20, NULL);
  tags[0] = add_args (fixture);
  tags[1] = tv_detail_builder_add_tag (tv_run_builder_get_details (fixture->builder),
                                       TV_ARG_SET_NONE);

  thread = add_track (fixture, TV_TRACK_THREAD, one, 1, "main");
  add_run (fixture, thread, "a", 1000, 2000, tags[0]);
  add_run (fixture, thread, "b", 1000, 1200, 0);
  add_run (fixture, thread, "crossing", 1500, 2500, 0);
  add_run (fixture, thread, "open", 3000, TV_RUN_OPEN, 0);
  add_run (fixture, thread, "in it", 3100, 3200, 0);
  thread = add_track (fixture, TV_TRACK_THREAD, two, 1, NULL);
  add_run (fixture, thread, "d", 1600, 1800, tags[1]);
  row = add_track (fixture, TV_TRACK_PROCESS, one, 7, "loads");
  add_run (fixture, row, "e", 1100, 1400, 0);
  row = add_track (fixture, TV_TRACK_GLOBAL, TV_PROCESS_NONE, 8, "screen");
  add_run (fixture, row, "f", 1000, 4000, 0);
  add_flow (fixture, tags[0], tags[1]);

  heap = (TvCounterSpec){ .kind = TV_TRACK_PROCESS,
                          .process = one,
                          .track = TV_THREAD_NONE,
                          .name = "heap size",
                          .unit = "bytes" };
  add_counter (fixture, &heap, 1250, 0.5);
  add_counter (fixture, &heap, 2250, 2);
  add_counter (fixture,
               &(TvCounterSpec){ .kind = TV_TRACK_GLOBAL,
                                 .process = TV_PROCESS_NONE,
                                 .track = TV_THREAD_NONE,
                                 .name = "free" },
               1000, 1e15);
  ck_assert (tv_run_builder_finish (fixture->builder, NULL));
}

static void
tear_down (Fixture *fixture)
{
  tv_run_builder_free (fixture->builder);
  tv_trace_unref (fixture->trace);
}

static GBytes *export(TvTrace *trace, TvExportFunc write)
{
  const TvExportSpec spec = { .part = { .start = 0, .end = G_MAXINT64 },
                              .clock = TV_CLOCK_WALL,
                              .title = "t" };
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  write (trace, &spec, out, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

/* The flow leaves "a" when "b" has ended. */
START_TEST (chrome_by_hand)
{
  Fixture fixture;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  set_up (&fixture);
  bytes = export(fixture.trace, tv_export_chrome);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  ck_assert_str_eq (
      text, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10,\"tid\":1,\"args\":{\""
            "name\":\"main\"}},\n"
            "{\"ph\":\"X\",\"cat\":\"cat\",\"name\":\"a\",\"pid\":10,\"tid\":1,\"ts\""
            ":1,\"dur\":1,\"args\":{\"n\":-3,\"big\":18446744073709551615,\"on\":true"
            ",\"x\":0.25,\"text\":\"say \\\"b\\\"\",\"deep\":{\"list\":[{\"x\":1,\"y"
            "\":2},null],\"last\":\"\"}}},\n"
            "{\"ph\":\"X\",\"name\":\"b\",\"pid\":10,\"tid\":1,\"ts\":1,\"dur\":0.2},\n"
            "{\"ph\":\"B\",\"name\":\"open\",\"pid\":10,\"tid\":1,\"ts\":3},\n"
            "{\"ph\":\"X\",\"name\":\"in it\",\"pid\":10,\"tid\":1,\"ts\":3.1,\"dur\""
            ":0.1},\n"
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10,\"tid\":1,\"args\":{\""
            "name\":\"main\"}},\n"
            "{\"ph\":\"X\",\"name\":\"crossing\",\"pid\":10,\"tid\":1,\"ts\":1.5,\"du"
            "r\":1},\n"
            "{\"ph\":\"X\",\"name\":\"d\",\"pid\":20,\"tid\":1,\"ts\":1.6,\"dur\":0.2"
            "},\n"
            "{\"ph\":\"b\",\"name\":\"e\",\"pid\":10,\"id2\":{\"local\":\"4\"},\"ts\""
            ":1.1},\n"
            "{\"ph\":\"e\",\"name\":\"e\",\"pid\":10,\"id2\":{\"local\":\"4\"},\"ts\""
            ":1.4},\n"
            "{\"ph\":\"b\",\"name\":\"f\",\"pid\":0,\"id2\":{\"global\":\"5\"},\"ts\""
            ":1},\n"
            "{\"ph\":\"e\",\"name\":\"f\",\"pid\":0,\"id2\":{\"global\":\"5\"},\"ts\""
            ":4},\n"
            "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":10,\"args\":{\"name\":\""
            "one\"}},\n"
            "{\"ph\":\"C\",\"name\":\"heap\",\"pid\":10,\"ts\":1.25,\"args\":{\"size"
            "\":0.5}},\n"
            "{\"ph\":\"C\",\"name\":\"heap\",\"pid\":10,\"ts\":2.25,\"args\":{\"size"
            "\":2}},\n"
            "{\"ph\":\"C\",\"name\":\"free\",\"pid\":0,\"ts\":1,\"args\":{\"\":100000"
            "0000000000}},\n"
            "{\"ph\":\"s\",\"name\":\"flow\",\"cat\":\"flow\",\"bp\":\"e\",\"id\":1,"
            "\"pid\":10,\"tid\":1,\"ts\":1.201},\n"
            "{\"ph\":\"f\",\"name\":\"flow\",\"cat\":\"flow\",\"bp\":\"e\",\"id\":1,"
            "\"pid\":20,\"tid\":1,\"ts\":1.6}\n"
            "]}\n");
  tear_down (&fixture);
}
END_TEST

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* All slices as sorted lines: rows can come in another order. */
static char *
slices_to_string (const TvTrace *trace)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      g_autofree char *row = tv_test_calls_to_string (trace, i);

      g_string_append (text, row);
    }
  lines = g_strsplit (text->str, "\n", -1);
  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

static void
assert_read_back (const TvTrace *trace, GBytes *bytes, const char *counters,
                  const char *details)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) read = tv_trace_load_bytes (bytes, NULL, &error);
  g_autofree char *slices = slices_to_string (trace);
  g_autofree char *read_slices = NULL;
  g_autofree char *read_counters = NULL;
  g_autofree char *read_details = NULL;

  g_assert_no_error (error);
  read_counters = tv_test_counters_to_string (read);
  ck_assert_str_eq (read_counters, counters);
  read_details = tv_test_details_to_string (read);
  ck_assert_str_eq (read_details, details);
  read_slices = slices_to_string (read);
  ck_assert_str_eq (read_slices, slices);
  ck_assert_int_eq (tv_trace_get_info (read)->origin,
                    tv_trace_get_info (trace)->origin);
}

/* Chrome's JSON has counters of processes alone, and no units. The formats have other
 * words before the name of an argument. */
START_TEST (both_read_back)
{
  Fixture fixture;
  g_autoptr (GBytes) chrome = NULL;
  g_autoptr (GBytes) perfetto = NULL;

  set_up (&fixture);
  chrome = export(fixture.trace, tv_export_chrome);
  assert_read_back (fixture.trace, chrome,
                    "process 10 heap size: 250=0.5 1250=2\n"
                    "process 0 free: 0=1e+15\n",
                    "a@0\n"
                    "  args.n int -3\n"
                    "  args.big uint 18446744073709551615\n"
                    "  args.on bool true\n"
                    "  args.x real 0.25\n"
                    "  args.text string say \"b\"\n"
                    "  args.deep.list[0].x (args.deep.list.x) int 1\n"
                    "  args.deep.list[0].y (args.deep.list.y) int 2\n"
                    "  args.deep.last string \n"
                    "flow 1: a@0 -> d@600\n");
  perfetto = export(fixture.trace, tv_export_perfetto);
  assert_read_back (fixture.trace, perfetto,
                    "process 10 heap size [bytes]: 250=0.5 1250=2\n"
                    "global free: 0=1e+15\n",
                    "a@0\n"
                    "  debug.n int -3\n"
                    "  debug.big uint 18446744073709551615\n"
                    "  debug.on bool true\n"
                    "  debug.x real 0.25\n"
                    "  debug.text string say \"b\"\n"
                    "  debug.deep.list[0].x (debug.deep.list.x) int 1\n"
                    "  debug.deep.list[0].y (debug.deep.list.y) int 2\n"
                    "  debug.deep.last string \n"
                    "flow 1: a@0 -> d@600\n");
  tear_down (&fixture);
}
END_TEST

typedef gboolean (*Report) (const TvTrace *trace, const TvReportTracksSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

static void
assert_report (const TvTrace *trace, Report report, gint64 start, gint64 end,
               const char *expected)
{
  const TvReportTracksSpec spec
      = { "t", .format = TV_TABLE_TSV, .start = start, .end = end, .top = 100 };
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autofree char *text = NULL;
  gsize size;

  ck_assert (report (trace, &spec, out, NULL, NULL));
  size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out));
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (out)),
                    size);
  ck_assert_str_eq (text, expected);
}

START_TEST (tracks)
{
  Fixture fixture;

  set_up (&fixture);
  assert_report (
      fixture.trace, tv_report_tracks, G_MININT64, G_MAXINT64,
      "kind\tholds\tnumber\tcount\tfirst_us\tlast_us\tin_slices_us\tpid\tname\n"
      "thread\tslices\t1\t4\t0\t3\t2\t10\tmain\n"
      "thread\tslices\t1\t1\t0.500\t1.500\t1\t10\tmain\n"
      "thread\tslices\t1\t1\t0.600\t0.800\t0.200\t20\t-\n"
      "process\tslices\t-\t1\t0.100\t0.400\t0.300\t10\tloads\n"
      "global\tslices\t-\t1\t0\t3\t3\t-\tscreen\n"
      "process\tcounter\t-\t2\t0.250\t1.250\t-\t10\theap size\n"
      "global\tcounter\t-\t1\t0\t0\t-\t-\tfree\n");
  tear_down (&fixture);
}
END_TEST

/* The heap has 0.5 for 1 us and 2 for the rest of the trace, which is 1.75 us. */
START_TEST (counters)
{
  Fixture fixture;

  set_up (&fixture);
  assert_report (
      fixture.trace, tv_report_counters, G_MININT64, G_MAXINT64,
      "values\tfirst_us\tlast_us\tlowest\thighest\tmean\tlast_value\tunit\tkind\t"
      "number\tpid\tname\n"
      "2\t0.250\t1.250\t0.5\t2\t1.45455\t2\tbytes\tprocess\t-\t10\theap size\n"
      "1\t0\t0\t1e+15\t1e+15\t1e+15\t1e+15\t-\tglobal\t-\t-\tfree\n");
  /* A range has the value at its start, and each for its part of it. */
  assert_report (
      fixture.trace, tv_report_counters, 1000, 2000,
      "values\tfirst_us\tlast_us\tlowest\thighest\tmean\tlast_value\tunit\tkind\t"
      "number\tpid\tname\n"
      "2\t1\t1.250\t0.5\t2\t1.625\t2\tbytes\tprocess\t-\t10\theap size\n"
      "1\t1\t1\t1e+15\t1e+15\t1e+15\t1e+15\t-\tglobal\t-\t-\tfree\n");
  assert_report (
      fixture.trace, tv_report_counters, 0, 100,
      "values\tfirst_us\tlast_us\tlowest\thighest\tmean\tlast_value\tunit\tkind\t"
      "number\tpid\tname\n"
      "1\t0\t0\t1e+15\t1e+15\t1e+15\t1e+15\t-\tglobal\t-\t-\tfree\n");
  tear_down (&fixture);
}
END_TEST

TV_TESTS (NULL, NULL)
