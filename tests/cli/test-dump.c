/* SPDX-License-Identifier: Apache-2.0 */

/* `tracedump dump`: every form of it, worked out by hand. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <json-glib/json-glib.h>
#include <string.h>

static char *folder;
static char *path;

static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "x.trace", NULL);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 7, "pool");
  tv_trace_writer_add_method (writer, 0x4, "p/A", "<init>", "(\"\\)V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/B", "b", "(I)I", "B.java", 2);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 100);
  tv_trace_writer_enter (writer, 7, 0x8, 5, 105);
  tv_trace_writer_enter (writer, 1, 0x8, 10, 110);
  tv_trace_writer_exit (writer, 7, 0x4, 15, 115);
  tv_trace_writer_unwind (writer, 1, 0x8, 20, 120);
  tv_trace_writer_exit (writer, 1, 0x4, 30, 130);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
  g_clear_pointer (&path, g_free);
}

START_TEST (records_as_text)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "dump", "x", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (
      run.out, "Threads (2):\n"
               "      1 main\n"
               "      7 pool\n"
               "\n"
               "Records (thread, action, CPU and wall microseconds, depth, method):\n"
               "      1 enter             0          100     0  p.A.<init> (\"\\)V\n"
               "      7 enter             5          105     0  p.B.b (I)I\n"
               "      1 enter            10          110     1 . p.B.b (I)I\n"
               "      7 exit             15          115     1!. p.A.<init> (\"\\)V\n"
               "      1 unwind           20          120     1 . p.B.b (I)I\n"
               "      1 exit             30          130     0  p.A.<init> (\"\\)V\n");
}
END_TEST

/* What comes after the offset of the record. */
static void
assert_tsv (const char *expected, const char *first, const char *second)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "dump", "--format=tsv", "x", first, second, NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (lines[0], "offset\ttid\taction\tcpu_ns\twall_ns\tdepth\tstray\tid\t"
                              "class\tmethod\tsignature");
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_string_append_printf (text, "%s\n", strchr (lines[i], '\t') + 1);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (records_can_be_chosen)
{
  assert_tsv ("7\tenter\t5000\t105000\t0\t0\t0x8\tp/B\tb\t(I)I\n"
              "7\texit\t15000\t115000\t1\t1\t0x4\tp/A\t<init>\t(\"\\)V\n",
              "--thread=pool", NULL);
  assert_tsv ("1\tunwind\t20000\t120000\t1\t0\t0x8\tp/B\tb\t(I)I\n",
              "--range=116us..200us", "--filter=^p\\.B");
}
END_TEST

/* Every thread has its own CPU clock. The order of the records says nothing. */
START_TEST (a_range_without_a_wall_clock_is_of_the_times_printed)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);

  tv_trace_writer_add_method (writer, 0x8, "p/B", "b", "(I)I", "B.java", 2);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 99, 0);
  tv_trace_writer_enter (writer, 2, 0x8, 7, 0);
  tv_trace_writer_exit (writer, 2, 0x8, 150, 0);
  tv_trace_writer_exit (writer, 1, 0x8, 100, 0);
  tv_trace_writer_exit (writer, 1, 0x8, 201, 0);
  tv_trace_writer_enter (writer, 2, 0x8, 200, 0);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  assert_tsv ("2\texit\t150000\t\t0\t0\t0x8\tp/B\tb\t(I)I\n"
              "1\texit\t100000\t\t1\t0\t0x8\tp/B\tb\t(I)I\n"
              "2\tenter\t200000\t\t0\t0\t0x8\tp/B\tb\t(I)I\n",
              "--range=100us..200us", NULL);
}
END_TEST

START_TEST (records_as_json)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "dump", "--format=jsonl", "x", NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object;

  ck_assert_uint_eq (g_strv_length (lines), 7);
  ck_assert (json_parser_load_from_data (parser, lines[3], -1, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  ck_assert_int_eq (json_object_get_int_member (object, "tid"), 7);
  ck_assert_str_eq (json_object_get_string_member (object, "action"), "exit");
  ck_assert_int_eq (json_object_get_int_member (object, "cpu_ns"), 15000);
  ck_assert_int_eq (json_object_get_int_member (object, "wall_ns"), 115000);
  ck_assert_int_eq (json_object_get_int_member (object, "depth"), 1);
  ck_assert (json_object_get_boolean_member (object, "stray"));
  ck_assert_str_eq (json_object_get_string_member (object, "signature"), "(\"\\)V");
  ck_assert (json_parser_load_from_data (parser, lines[5], -1, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  ck_assert (!json_object_has_member (object, "stray"));
}
END_TEST

/* The original's dump of a deep trace is depth times its records. */
START_TEST (deep_stacks_have_short_lines)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvRun) run = { 0 };

  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 1);
  for (guint i = 0; i < 10000; i++)
    tv_trace_writer_enter (writer, 1, 0x4, 0, i);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  run = tv_run_tracedump (folder, "dump", "x", NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_uint_lt (strlen (run.out), 10000 * 130);
  ck_assert_ptr_nonnull (strstr (run.out,
                                 "  9999 ........................................"
                                 "........................+p.A.a ()V\n"));
}
END_TEST

/* The output is open by the time that the threads of the file are known. */
START_TEST (no_empty_file_is_left)
{
  g_autofree char *output = g_build_filename (folder, "out.tsv", NULL);
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "dump", "x", "--thread=no", "-o", "out.tsv", NULL);

  ck_assert_int_eq (run.status, 1);
  ck_assert (!g_file_test (output, G_FILE_TEST_EXISTS));
}
END_TEST

START_TEST (what_goes_wrong_is_one_sentence)
{
  g_auto (TvRun) full = tv_run_shell ("\"$0\" dump \"$1\" >/dev/full", path);
  g_auto (TvRun) missing = tv_run_tracedump (folder, "dump", "y", NULL);
  g_auto (TvRun) thread = tv_run_tracedump (folder, "dump", "x", "--thread=no", NULL);
  g_auto (TvRun) regex = tv_run_tracedump (folder, "dump", "x", "--filter=(", NULL);

  ck_assert_int_eq (full.status, 1);
  ck_assert_ptr_nonnull (strstr (full.err, "\ntracedump: standard output: "));
  ck_assert_int_eq (missing.status, 1);
  ck_assert_str_eq (missing.err, "tracedump: y: There is no such file\n");
  ck_assert_int_eq (thread.status, 1);
  ck_assert_str_eq (thread.err, "tracedump: x: There is no thread with the id or name "
                                "“no” in the file\n");
  ck_assert_int_eq (regex.status, 2);
}
END_TEST

TV_TESTS (set_up, tear_down)
