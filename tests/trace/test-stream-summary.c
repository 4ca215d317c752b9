/* SPDX-License-Identifier: Apache-2.0 */

/* The summary of a streamed trace: damaged, somewhere else, or missing. */

#include "support/stream-sample.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#include <glib/gstdio.h>
#include <string.h>

#define WALL TV_WRITER_CLOCK_WALL

static TvTrace *
load_with_summary (guint version, const char *text, gsize announced, const char *after)
{
  g_autoptr (TvTraceWriter) tables
      = tv_sample_tables (version, version == 3 ? TV_WRITER_CLOCK_DUAL : WALL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);

  tv_sample_call (writer, 1, 4, 5000, 6000);
  tv_stream_writer_add_summary_text (writer, text, announced);
  tv_stream_writer_raw (writer, after, strlen (after));
  return tv_test_load_stream (writer);
}

START_TEST (damaged_summaries)
{
  static const char whole[] = "*version\n3\nclock=dual\n*threads\n*methods\n*end\n";
  static const struct
  {
    const char *text;
    guint announced; /* 0: as many as there are */
    const char *after;
    TvWarningKind kind;
    gboolean wall_only;
  } cases[] = {
    { whole, 0, "", TV_N_WARNING_KINDS, FALSE },
    { whole, 0xFFFFFFFF, "", TV_WARNING_SUMMARY_CUT, FALSE },
    { "*version\n3\nclock=dual\n", 0xFFFFFFFF, "", TV_WARNING_SUMMARY_CUT, FALSE },
    { "*version\n3\nclock=dual\n", 0, "", TV_WARNING_SUMMARY_NOT_TERMINATED, FALSE },
    { "*version\n3\n*end\n", 0, "", TV_WARNING_CLOCK_MISSING, FALSE },
    { "*version\n3\nclock=banana\n*end\n", 0, "", TV_WARNING_UNKNOWN_CLOCK, FALSE },
    { "*version\n3\nclock=wall\n*end\n", 0, "", TV_N_WARNING_KINDS, TRUE },
    { "*version\n2\nclock=dual\n*end\n", 0, "", TV_WARNING_VERSION_MISMATCH, FALSE },
    { "*version\n243\nclock=dual\n*end\n", 0, "", TV_N_WARNING_KINDS, FALSE },
    { whole, 0, "more", TV_WARNING_AFTER_SUMMARY, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize announced
          = cases[i].announced != 0 ? cases[i].announced : strlen (cases[i].text);
      g_autoptr (TvTrace) trace
          = load_with_summary (3, cases[i].text, announced, cases[i].after);

      if (cases[i].kind == TV_N_WARNING_KINDS)
        tv_assert_no_warning (trace);
      else
        tv_assert_only_warning (trace, cases[i].kind);
      ck_assert_uint_eq (tv_trace_get_n_calls (trace), 1);
      ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
      ck_assert_int_eq (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU),
                        !cases[i].wall_only);
    }
}
END_TEST

START_TEST (places_in_the_summary_are_bytes_of_the_file)
{
  static const char text[] = "*version\n3\nclock=dual\n*spam\n*end\n";
  g_autoptr (TvTrace) trace = load_with_summary (3, text, strlen (text), "");
  const TvWarning *warning
      = tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_UNKNOWN_SECTION);
  guint64 size = tv_trace_get_info (trace)->file_size;

  ck_assert_ptr_nonnull (warning);
  ck_assert_int_eq (warning->place, TV_PLACE_OFFSET);
  ck_assert_uint_eq (warning->at, size - strlen ("*spam\n*end\n"));
}
END_TEST

START_TEST (two_clocks_do_not_fit_one_time)
{
  static const char text[] = "*version\n2\nclock=dual\n*end\n";
  g_autoptr (TvTrace) trace = load_with_summary (2, text, strlen (text), "");

  tv_assert_only_warning (trace, TV_WARNING_ONE_TIME_ONLY);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
}
END_TEST

/* First times of each thread, which is all there is to tell the clock from. */
START_TEST (the_clock_of_an_unfinished_trace)
{
  static const struct
  {
    guint version;
    guint first[2]; /* 0 for no second thread */
    const char *clock;
  } cases[] = { { 2, { 0, 0 }, "thread-cpu" },   { 2, { 1, 0 }, "wall" },
                { 2, { 1, 999 }, "thread-cpu" }, { 2, { 1, 1000 }, "wall" },
                { 2, { 5000, 5100 }, "wall" },   { 3, { 5000, 5100 }, "dual" },
                { 1, { 1, 999 }, "thread-cpu" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint version = cases[i].version;
      g_autoptr (TvTraceWriter) tables
          = tv_sample_tables (version, version == 3 ? TV_WRITER_CLOCK_DUAL : WALL);
      g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
      g_autoptr (TvTrace) trace = NULL;

      tv_sample_call (writer, 1, 4, cases[i].first[0], 10000);
      if (cases[i].first[1] != 0)
        tv_sample_call (writer, 2, 4, cases[i].first[1], 10000);
      trace = tv_test_load_stream (writer);
      tv_assert_only_warning (trace, TV_WARNING_NOT_FINISHED);
      ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, cases[i].clock);
    }
}
END_TEST

static void
save (GBytes *bytes, const char *path)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  ck_assert (g_file_set_contents (path, data, (gssize) size, NULL));
}

/* Loads app.trace with what was its summary in @side_name beside it. */
static TvTrace *
load_with_side_file (const char *side_name)
{
  g_autofree char *folder = g_dir_make_tmp ("traceview-side-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "app.trace", NULL);
  g_autofree char *side_path = g_build_filename (folder, side_name, NULL);
  g_autoptr (TvTraceWriter) tables = tv_sample_tables (2, WALL);
  g_autoptr (TvStreamWriter) writer = tv_stream_writer_new (tables);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) side = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace = NULL;

  tv_sample_call (writer, 1, 4, 0, 30);
  bytes = tv_stream_writer_to_bytes (writer);
  side = tv_stream_writer_summary_to_bytes (writer, TV_SUMMARY_OF_2017);
  save (bytes, path);
  save (side, side_path);
  trace = tv_test_load_path (path, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  g_unlink (path);
  g_unlink (side_path);
  g_rmdir (folder);
  return trace;
}

START_TEST (the_summary_may_be_a_file_of_its_own)
{
  static const char *const names[] = { "app.trace.sec", "app.sec" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TvTrace) trace = load_with_side_file (names[i]);

      tv_assert_no_warning (trace);
      ck_assert (tv_trace_has_clock (trace, TV_CLOCK_WALL));
      ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
      ck_assert_uint_eq (tv_trace_get_n_threads (trace), 2);
    }
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
      = { damaged_summaries, places_in_the_summary_are_bytes_of_the_file,
          two_clocks_do_not_fit_one_time, the_clock_of_an_unfinished_trace,
          the_summary_may_be_a_file_of_its_own };

  return tv_test_run ("stream-summary", tests, G_N_ELEMENTS (tests));
}
