/* SPDX-License-Identifier: Apache-2.0 */

/* Samples that are written and read back: the sums of all frames, and the threads. */

#include "analysis/sums/profile.h"
#include "output/export/export.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-samples.h"

#include <string.h>

#define NO_THREAD "(no thread)"

static TvTrace *
load_sample (const char *name)
{
  g_autofree char *relative = g_build_filename ("samples", name, NULL);
  g_autofree char *path = tv_test_trace_path (relative);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

/* Writes a trace, and reads what was written. */
static TvTrace *
pass_through (TvTrace *trace, const char *format)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const TvExportSpec spec = { .title = "x",
                              .notes = notes,
                              .part = { .start = G_MININT64, .end = G_MAXINT64 },
                              .clock = tv_trace_get_primary_clock (trace) };
  TvTrace *read;

  ck_assert_msg (tv_export_find (format) (trace, &spec, out, NULL, &error), "%s",
                 error != NULL ? error->message : "");
  ck_assert (g_output_stream_close (out, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  read = tv_trace_load_bytes (bytes, NULL, &error);
  ck_assert_msg (read != NULL, "%s", error != NULL ? error->message : "");
  ck_assert_int_eq (tv_trace_get_info (read)->kind, TV_TRACE_KIND_SAMPLES);
  return read;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* The inclusive and exclusive weights of all frames, in the trace's unit times @scale,
 * rounded to @step; with their names, unless these are changed by the format. */
static char *
describe_sums (TvTrace *trace, gint64 scale, gint64 step, gboolean with_names)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);
      g_autofree char *name
          = tv_method_dup_display_name (tv_trace_get_method (trace, i));

      if (totals->calls > 0 && tv_trace_get_frame_kind (trace, i) != TV_FRAME_SLICE)
        g_ptr_array_add (
            lines, g_strdup_printf (
                       "%08d %08d %s",
                       (int) (totals->inclusive[TV_CLOCK_THREAD_CPU] * scale / step),
                       (int) (totals->exclusive[TV_CLOCK_THREAD_CPU] * scale / step),
                       with_names ? name : ""));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines,
                   g_strdup_printf ("%d", (int) (tv_profile_get_root_inclusive (
                                                     profile, TV_CLOCK_THREAD_CPU)
                                                 * scale / step)));
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The names of all frames with what the file says of their code. */
static char *
describe_frames (TvTrace *trace, gboolean with_libraries)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethod *method = tv_trace_get_method (trace, i);
      g_autofree char *name = tv_method_dup_display_name (method);

      if (tv_profile_get_totals (profile, i)->calls > 0
          && tv_trace_get_frame_kind (trace, i) != TV_FRAME_SLICE)
        g_ptr_array_add (
            lines,
            g_strdup_printf (
                "%s %s %s %d", name,
                method->category != NULL && with_libraries ? method->category : "-",
                method->file != NULL ? method->file : "-", MAX (method->line, 0)));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The labels of the threads that have samples. Some formats need an id. */
static char *
describe_threads (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, i);
      const gint64 weight = thread->root_inclusive[TV_CLOCK_THREAD_CPU];
      g_autofree char *label = tv_trace_dup_thread_label (trace, i);

      if (weight > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                g_str_has_suffix (label, NO_THREAD) ? NO_THREAD
                                                                    : label);
    }
  return g_string_free (text, FALSE);
}

/* Exact in all formats that have weights with decimals. pprof rounds those that are not
 * times; collapsed stacks are of one thread and count nanoseconds. */
START_TEST (samples_come_back_with_the_same_sums)
{
  static const char *const files[]
      = { "collapsed.txt", "gecko.json", "node.cpuprofile", "processed.firefox.json",
          "sampled.speedscope.json" };
  static const char *const formats[]
      = { "speedscope", "firefox", "pprof", "collapsed" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
      {
        const gboolean is_collapsed = g_str_equal (formats[j], "collapsed");
        g_autoptr (TvTrace) trace = load_sample (files[i]);
        g_autoptr (TvTrace) read = pass_through (trace, formats[j]);
        const gboolean is_time
            = tv_trace_get_clock_quantity (trace, TV_CLOCK_THREAD_CPU)
              == TV_QUANTITY_TIME;
        const gboolean is_rounded = g_str_equal (formats[j], "pprof")
                                    && g_str_equal (files[i], "collapsed.txt");
        gint64 scale = is_collapsed && is_time ? TV_WEIGHT_ONE : 1;
        g_autofree char *expected = NULL;
        g_autofree char *found = NULL;
        g_autofree char *threads = describe_threads (trace);
        g_autofree char *read_threads = describe_threads (read);

        /* In collapsed stacks, times are in the coarsest unit that is exact. */
        if (is_collapsed && is_time && tv_trace_get_time_unit (trace) % 1000 == 0)
          scale = 1;
        expected = describe_sums (trace, scale, 1, !is_collapsed);
        found = describe_sums (read, 1, 1, !is_collapsed);
        if (!is_rounded)
          ck_assert_msg (g_str_equal (expected, found), "%s as %s: %s is now %s",
                         files[i], formats[j], expected, found);
        if (!is_collapsed)
          ck_assert_msg (g_str_equal (threads, read_threads), "%s as %s: %s is now %s",
                         files[i], formats[j], threads, read_threads);
      }
}
END_TEST

/* speedscope has no place for libraries. */
START_TEST (frames_come_back_with_libraries_files_and_lines)
{
  static const char *const files[]
      = { "collapsed.txt", "gecko.json", "node.cpuprofile", "processed.firefox.json",
          "sampled.speedscope.json" };
  static const char *const formats[] = { "speedscope", "firefox", "pprof" };
  g_autoptr (TvTrace) first = load_sample ("processed.firefox.json");
  g_autofree char *frames = describe_frames (first, TRUE);

  ck_assert_str_eq (frames, "draw - app.js 9\nmain - - 0\nrun libxul.so - 0");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint j = 0; j < G_N_ELEMENTS (formats); j++)
      {
        g_autoptr (TvTrace) trace = load_sample (files[i]);
        g_autoptr (TvTrace) read = pass_through (trace, formats[j]);
        g_autofree char *expected = describe_frames (trace, j > 0);
        g_autofree char *found = describe_frames (read, j > 0);

        ck_assert_msg (g_str_equal (expected, found), "%s as %s: %s is now %s",
                       files[i], formats[j], expected, found);
      }
}
END_TEST

/* Weights that are as large as weights can be are not cut. */
START_TEST (large_weights_come_back)
{
  static const char text[] = "a 1/1 1.000000: 9000000000000 cycles:\n\t12 f (l)\n\n"
                             "a 1/1 2.000000: 1 cycles:\n\t12 g (l)\n\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (TvTrace) trace = tv_trace_load_bytes (bytes, NULL, NULL);
  g_autoptr (TvTrace) read = pass_through (trace, "firefox");
  g_autoptr (TvProfile) profile = tv_profile_new (read, NULL, NULL);

  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU),
                    G_GINT64_CONSTANT (9000000000001) * TV_WEIGHT_ONE);
}
END_TEST

/* Of 12.5 samples, 5.5 and 1.5 become 6 and 2. */
START_TEST (weights_without_decimals_are_rounded)
{
  g_autoptr (TvTrace) trace = load_sample ("collapsed.txt");
  g_autoptr (TvTrace) read = pass_through (trace, "pprof");
  g_autofree char *sums = describe_sums (read, 1, TV_WEIGHT_ONE, TRUE);

  ck_assert_str_eq (sums, "00000002 00000000 wait\n00000002 00000002 idle\n"
                          "00000003 00000003 a.b.C.call\n00000006 00000006 read\n"
                          "00000009 00000002 run\n00000011 00000000 main\n13");
}
END_TEST

/* The clock that was asked for alone: runs in real time, and no weights. */
START_TEST (real_times_are_written_on_request)
{
  g_autoptr (TvTrace) trace = load_sample ("processed.firefox.json");
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  const TvExportSpec spec = { .title = "x",
                              .part = { .start = G_MININT64, .end = G_MAXINT64 },
                              .clock = TV_CLOCK_WALL,
                              .only_clock = TRUE };
  g_autofree char *text = NULL;

  ck_assert (tv_export_find ("speedscope") (trace, &spec, out, NULL, NULL));
  ck_assert (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL)
             && g_output_stream_close (out, NULL, NULL));
  text = g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
  ck_assert_ptr_nonnull (strstr (text, "\"evented\""));
  ck_assert_ptr_null (strstr (text, "\"sampled\""));
}
END_TEST

TV_TESTS (NULL, NULL)
