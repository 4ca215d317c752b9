/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump convert --to=trace: the bytes of each form, and what a form cannot hold. */

#include "convert-copy.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define MAIN 0x4
#define LEAF 0x8

/* Thread 7: main from 100 to 200 (CPU 0 to 50), in it leaf from 120 to 160 (CPU 10 to
 * 30) by an exception, and at 180 one more, which ends with main. */
static TvTraceWriter *
begin_trace (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_property (writer, "elapsed-time-usec", "500");
  tv_trace_writer_add_property (writer, "vm", "art");
  tv_trace_writer_add_thread (writer, 7, "a thread");
  tv_trace_writer_add_method (writer, MAIN, "p/Main", "main", "()V", "M.java", 3);
  tv_trace_writer_add_method (writer, LEAF, "p/Leaf", "leaf", "(I)V", NULL, 0);
  tv_trace_writer_enter (writer, 7, MAIN, 0, 100);
  tv_trace_writer_enter (writer, 7, LEAF, 10, 120);
  tv_trace_writer_unwind (writer, 7, LEAF, 30, 160);
  tv_trace_writer_enter (writer, 7, LEAF, 45, 180);
  tv_trace_writer_exit (writer, 7, LEAF, 50, 200);
  tv_trace_writer_exit (writer, 7, MAIN, 50, 200);
  return writer;
}

static void
save_trace (void)
{
  g_autoptr (TvTraceWriter) writer = begin_trace ();

  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
}

static char *
dup_hex (const char *bytes, gsize size)
{
  GString *hex = g_string_new (NULL);

  for (gsize i = 0; i < size; i++)
    g_string_append_printf (hex, "%02x%s", (guchar) bytes[i],
                            i % 16 == 15 ? "\n" : " ");
  return g_string_free (hex, FALSE);
}

static void
assert_written (const char *option, const char *second, const char *expected,
                gsize size)
{
  g_autofree char *written = NULL;
  g_autofree char *hex = NULL;
  g_autofree char *expected_hex = dup_hex (expected, size);
  gsize n_written;
  g_auto (TvRun) run = { 0 };

  save_trace ();
  run = tv_copy_convert (option, second);
  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (run.err, "");
  ck_assert (g_file_get_contents (copy.path, &written, &n_written, NULL));
  hex = dup_hex (written, n_written);
  ck_assert_str_eq (hex, expected_hex);
}

#define NO_START "\0\0\0\0\0\0\0\0"
#define TABLES                                                                         \
  "*threads\n7\ta thread\n*methods\n"                                                  \
  "0x4\tp/Main\tmain\t()V\tM.java\t3\n0x8\tp/Leaf\tleaf\t(I)V\t(null)\t0\n*end\n"

/* Records of 9 bytes, and no word of their size. */
START_TEST (version_1_has_short_ids)
{
  static const char expected[]
      = "*version\n1\nclock=wall\nelapsed-time-usec=500\nnum-method-calls=6\nvm="
        "art\n" TABLES "SLOW\x01\0\x20\0" NO_START "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "\x07\x04\0\0\0\x64\0\0\0"
        "\x07\x08\0\0\0\x78\0\0\0"
        "\x07\x0a\0\0\0\xa0\0\0\0"
        "\x07\x08\0\0\0\xb4\0\0\0"
        "\x07\x09\0\0\0\xc8\0\0\0"
        "\x07\x05\0\0\0\xc8\0\0\0";

  assert_written ("--trace-version=1", "--clock=wall", expected, sizeof expected - 1);
}
END_TEST

/* The CPU clock first, then the wall clock. */
START_TEST (version_3_has_two_clocks)
{
  static const char expected[]
      = "*version\n3\nclock=dual\nelapsed-time-usec=500\nnum-method-calls=6\nvm="
        "art\n" TABLES "SLOW\x03\0\x20\0" NO_START "\x0e\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "\x07\0\x04\0\0\0\0\0\0\0\x64\0\0\0"
        "\x07\0\x08\0\0\0\x0a\0\0\0\x78\0\0\0"
        "\x07\0\x0a\0\0\0\x1e\0\0\0\xa0\0\0\0"
        "\x07\0\x08\0\0\0\x2d\0\0\0\xb4\0\0\0"
        "\x07\0\x09\0\0\0\x32\0\0\0\xc8\0\0\0"
        "\x07\0\x05\0\0\0\x32\0\0\0\xc8\0\0\0";

  assert_written (NULL, NULL, expected, sizeof expected - 1);
}
END_TEST

/* Items that begin with 0 are no records: names, and the summary. */
START_TEST (a_stream_has_names_among_the_records)
{
  static const char expected[]
      = "SLOW\xf2\0\x20\0" NO_START "\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "\0\0\x02\x07\0\x08\0a thread"
        "\0\0\x01\x1d\0"
        "0x4\tp/Main\tmain\t()V\tM.java\t3\n"
        "\0\0\x01\x1c\0"
        "0x8\tp/Leaf\tleaf\t(I)V\t(null)\n"
        "\x07\0\x04\0\0\0\0\0\0\0"
        "\x07\0\x08\0\0\0\x0a\0\0\0"
        "\x07\0\x0a\0\0\0\x1e\0\0\0"
        "\x07\0\x08\0\0\0\x2d\0\0\0"
        "\x07\0\x09\0\0\0\x32\0\0\0"
        "\x07\0\x05\0\0\0\x32\0\0\0"
        "\0\0\x03\x5b\0\0\0"
        "*version\n2\nclock=thread-cpu\nelapsed-time-usec=500\nvm=art\n"
        "*threads\n7\ta thread\n*methods\n*end\n";

  assert_written ("--streaming", "--clock=cpu", expected, sizeof expected - 1);
}
END_TEST

/* Differences to the record before, of method and action with a sign, and of wall and
 * CPU time in nanoseconds: 100000 is a0 8d 06, 20000 is a0 9c 01. */
START_TEST (packets_tell_differences)
{
  static const char expected[]
      = "SLOW\xf5\0" NO_START "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "\0\x07\0\0\0\x08\0a thread"
        "\x01\x04\0\0\0\0\0\0\0\x19\0p/Main\tmain\t()V\tM.java\t3\n"
        "\x01\x08\0\0\0\0\0\0\0\x18\0p/Leaf\tleaf\t(I)V\t(null)\n"
        "\x02\x07\0\0\0\x06\0\0\x21\0\0\0"
        "\x04\xa0\x8d\x06\0"
        "\x04\xa0\x9c\x01\x90\x4e"
        "\x02\xc0\xb8\x02\xa0\x9c\x01"
        "\x7e\xa0\x9c\x01\x98\x75"
        "\x01\xa0\x9c\x01\x88\x27"
        "\x7c\0\0"
        "\x03\x3b\0*version\n5\nclock=dual\nelapsed-time-nsec=500000\nvm=art\n*end\n";

  assert_written ("--trace-version=5", "--streaming", expected, sizeof expected - 1);
}
END_TEST

/* Main and the first leaf were entered before; of that leaf 10 of 40 us, a quarter of
 * its CPU time, are left. The second leaf has half of its own. */
START_TEST (a_range_has_entries_and_exits_at_its_ends)
{
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) threads = { 0 };

  save_trace ();
  run = tv_copy_convert ("--range=150..190", "--trace-version=5");
  ck_assert_msg (run.status == 0, "%s", run.err);
  tv_copy_assert_calls ("wall",
                        "7 \"main\" 150+40 7 \"leaf\" 150+10 7 \"leaf\" 180+10 ");
  tv_copy_assert_calls ("cpu", "7 \"main\" 25+22.5 7 \"leaf\" 25+5 7 \"leaf\" 45+2.5 ");
  threads = tv_run_tracedump (NULL, "threads", "--format=tsv", copy.path, NULL);
  ck_assert_str_eq (threads.out, "tid\tname\tevents\tfirst_us\tlast_us\ttotal\n"
                                 "7\ta thread\t6\t150\t190\t40\n");
}
END_TEST

/* A stray exit, a lost one, what was open before and what is open after. */
START_TEST (what_is_written_is_whole)
{
  g_autoptr (TvTraceWriter) writer = begin_trace ();
  g_auto (TvRun) before = { 0 };
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) after = { 0 };

  tv_trace_writer_exit (writer, 7, 0xc, 60, 210);
  tv_trace_writer_enter (writer, 7, MAIN, 70, 220);
  tv_trace_writer_enter (writer, 7, LEAF, 70, 220);
  tv_trace_writer_exit (writer, 7, MAIN, 70, 225);
  tv_trace_writer_enter (writer, 7, MAIN, 70, 226);
  tv_trace_writer_exit (writer, 7, LEAF, 80, 230);
  ck_assert (tv_trace_writer_save (writer, copy.file.path, NULL));
  before = tv_run_tracedump (NULL, "info", copy.file.path, NULL);
  ck_assert_ptr_nonnull (strstr (before.err, "warning"));
  run = tv_copy_convert (NULL, NULL);
  ck_assert_int_eq (run.status, 0);
  after = tv_run_tracedump (NULL, "info", "--format=tsv", copy.path, NULL);
  ck_assert_str_eq (after.err, "");
  ck_assert_ptr_nonnull (strstr (after.out, "\npre_open\t0\n"));
  ck_assert_ptr_nonnull (strstr (after.out, "\nstill_open\t0\n"));
  ck_assert_ptr_nonnull (strstr (after.out, "\nrecords\t14\n"));
  tv_copy_assert_calls ("wall",
                        "7 \"0xc\" 100+110 7 \"main\" 100+100 7 \"leaf\" 120+40 "
                        "7 \"leaf\" 180+20 7 \"main\" 220+5 7 \"leaf\" 220+5 "
                        "7 \"main\" 226+4 ");
}
END_TEST

/* One clock where there are two is told, unless it was asked for. */
START_TEST (the_clock_that_is_lost_is_told)
{
  g_auto (TvRun) wall = { 0 };
  g_auto (TvRun) asked = { 0 };

  save_trace ();
  wall = tv_copy_convert ("--trace-version=2", NULL);
  ck_assert_int_eq (wall.status, 0);
  ck_assert_ptr_nonnull (strstr (
      wall.err, "Version 2 has one clock: wall time is written, CPU time is not\n"));
  asked = tv_copy_convert ("--trace-version=2", "--clock=cpu");
  ck_assert_str_eq (asked.err, "");
  tv_copy_assert_calls ("cpu", "7 \"main\" 0+50 7 \"leaf\" 10+20 7 \"leaf\" 45+5 ");
}
END_TEST

START_TEST (what_no_trace_has_is_refused)
{
  static const char *const lines[][3] = {
    { "--trace-version=6", NULL, "“6” is not a value of --trace-version" },
    { "--trace-version=0", NULL, "“0” is not a value of --trace-version" },
    { "--trace-version=F3", NULL, "“F3” is not a value of --trace-version" },
    { "--trace-version=1", "--streaming", "version 1 cannot be streamed" },
    { "--to=csv", "--streaming", "need --to=trace" },
    { "--to=csv", "--trace-version=3", "need --to=trace" },
  };
  static const char *const versions[][2]
      = { { "--trace-version=5", NULL }, { "--trace-version=3", "--streaming" } };

  save_trace ();
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (TvRun) run = tv_copy_convert (lines[i][0], lines[i][1]);

      ck_assert_msg (run.status == 2, "%s: %d", lines[i][0], run.status);
      ck_assert_msg (strstr (run.err, lines[i][2]) != NULL, "%s", run.err);
    }
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, "convert", "--to=trace", "--clock=wall",
                              copy.file.path, versions[i][0], versions[i][1], NULL);

      ck_assert_int_eq (run.status, 1);
      ck_assert_str_eq (run.out, "");
      ck_assert_msg (strstr (run.err, "two clocks, and there is only one") != NULL,
                     "%s", run.err);
    }
}
END_TEST

TV_TESTS (tv_copy_set_up, tv_copy_tear_down)
