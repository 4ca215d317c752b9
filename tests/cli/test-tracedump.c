/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump as a user runs it: help, exit status, messages, formats, closed and full
 * outputs. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* A folder with the trace "small.trace": a dual trace of two threads and four methods,
 * with a wait, recursion and a stray exit, which is worth a warning. */
static char *
make_folder (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("tracedump-test-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);

  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 7, "idle");
  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 10);
  tv_trace_writer_add_method (writer, 0x8, "p/B", "b", "(I)I", "B.java", 20);
  tv_trace_writer_add_method (writer, 0xc, "p/C", "c", "()V", "C.java", 30);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 100);
  tv_trace_writer_enter (writer, 1, 0x8, 10, 110);
  tv_trace_writer_enter (writer, 1, 0x8, 20, 120);
  tv_trace_writer_exit (writer, 1, 0x8, 30, 1130);
  tv_trace_writer_exit (writer, 1, 0x8, 40, 1140);
  tv_trace_writer_exit (writer, 1, 0xc, 50, 1150);
  tv_trace_writer_exit (writer, 1, 0x4, 60, 1160);
  tv_trace_writer_enter (writer, 2, 0xf0, 0, 200);
  tv_trace_writer_exit (writer, 2, 0xf0, 5, 205);
  if (!tv_trace_writer_save (writer, path, &error))
    g_error ("%s", error->message);
  return folder;
}

static void
remove_folder (char *folder)
{
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);

  g_unlink (path);
  g_rmdir (folder);
  g_free (folder);
}

#define WARNING                                                                        \
  "warning: 1 exit from a method that was not running was ignored (at byte "

START_TEST (help_goes_to_standard_output)
{
  g_auto (TvRun) run = tv_run_tracedump (NULL, "--help", NULL);
  g_auto (TvRun) short_run = tv_run_tracedump (NULL, "-h", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (run.err, "");
  ck_assert_str_eq (run.out, short_run.out);
  ck_assert (
      g_str_has_prefix (run.out, "Usage:\n  tracedump COMMAND [OPTION…] FILE\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n  info "));
  ck_assert_ptr_nonnull (strstr (run.out, "\n  methods "));
  ck_assert_ptr_nonnull (strstr (run.out, "\n  threads "));
  ck_assert_ptr_nonnull (strstr (run.out, "\n  regression "));
}
END_TEST

START_TEST (each_command_has_help)
{
  static const struct
  {
    const char *command;
    const char *option;
  } cases[] = { { "info", "--format=text|tsv|csv|json|html|markdown" },
                { "methods", "--sort=rank|inclusive-cpu|" },
                { "methods", "--thread=ID|NAME" },
                { "methods", "--range=START..END" },
                { "info", "--output=FILE" },
                { "threads", "--format=text|tsv|csv|json|html|markdown" },
                { "regression", "--help" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TvRun) run = tv_run_tracedump (NULL, cases[i].command, "--help", NULL);
      g_autofree char *usage = g_strdup_printf (
          "Usage:\n  tracedump %s [OPTION…] FILE\n", cases[i].command);

      ck_assert_int_eq (run.status, 0);
      ck_assert_str_eq (run.err, "");
      ck_assert_msg (g_str_has_prefix (run.out, usage), "%s", run.out);
      ck_assert_ptr_nonnull (strstr (run.out, cases[i].option));
    }
}
END_TEST

START_TEST (version_is_one_line)
{
  g_auto (TvRun) run = tv_run_tracedump (NULL, "--version", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_regex_match_simple ("^tracedump \\d+\\.\\d+\\.\\d+\\n$", run.out, 0, 0));
}
END_TEST

static void
assert_usage_error (TvRun run, const char *message)
{
  ck_assert_msg (run.status == 2, "%d: %s", run.status, run.err);
  ck_assert_str_eq (run.out, "");
  ck_assert_str_eq (run.err, message);
  tv_run_clear (&run);
}

START_TEST (a_wrong_command_line_ends_with_2)
{
  assert_usage_error (tv_run_tracedump (NULL, NULL),
                      "tracedump: A command is missing\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "explain", NULL),
                      "tracedump: There is no command “explain”\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "-x", NULL),
                      "tracedump: There is no option “-x”\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "info", NULL),
                      "tracedump: The name of a trace file is missing\n"
                      "Try “tracedump info --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "threads", "a", "b", NULL),
                      "tracedump: Only one trace file can be given\n"
                      "Try “tracedump threads --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "info", "", NULL),
                      "tracedump: The name of the trace file is empty\n"
                      "Try “tracedump info --help” for help.\n");
  assert_usage_error (
      tv_run_tracedump (NULL, "info", "--format=xml", "a", NULL),
      "tracedump: “xml” is not a value of --format, which can be: text, "
      "tsv, csv, json, html, markdown\n"
      "Try “tracedump info --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "methods", "--sort=size", "a", NULL),
                      "tracedump: “size” is not a value of --sort, which can be: rank, "
                      "inclusive-cpu, exclusive-cpu, inclusive-wall, exclusive-wall, "
                      "waiting, calls, name\n"
                      "Try “tracedump methods --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "methods", "--range=5", "a", NULL),
                      "tracedump: “5” is not a range of time, such as 1.5s..1700ms\n"
                      "Try “tracedump methods --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "info", "--memory-limit=4Q", "a", NULL),
                      "tracedump: “4Q” is not a memory size, such as 4GiB\n"
                      "Try “tracedump info --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "methods", "--qwerty", "a", NULL),
                      "tracedump: There is no option “--qwerty”\n"
                      "Try “tracedump methods --help” for help.\n");
}
END_TEST

/* The nearest word is offered, if there is one. */
START_TEST (a_mistyped_word_is_recognized)
{
  assert_usage_error (tv_run_tracedump (NULL, "methds", "a", NULL),
                      "tracedump: There is no command “methds”\n"
                      "Did you mean “methods”?\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "help", "grpah", NULL),
                      "tracedump: There is no command “grpah”\n"
                      "Did you mean “graph”?\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "--verison", NULL),
                      "tracedump: There is no option “--verison”\n"
                      "Did you mean “--version”?\n"
                      "Try “tracedump --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "tree", "--botom-up=1", "a", NULL),
                      "tracedump: There is no option “--botom-up”\n"
                      "Did you mean “--bottom-up”?\n"
                      "Try “tracedump tree --help” for help.\n");
  assert_usage_error (tv_run_tracedump (NULL, "tree", "--clock=wal", "a", NULL),
                      "tracedump: “wal” is not a value of --clock, which can be: cpu, "
                      "wall\n"
                      "Did you mean “wall”?\n"
                      "Try “tracedump tree --help” for help.\n");
}
END_TEST

/* `tracedump help COMMAND` and `-V` are other ways to say it. */
START_TEST (help_has_two_forms)
{
  const char *const commands[] = { NULL, "methods", "convert" };
  g_auto (TvRun) version = tv_run_tracedump (NULL, "--version", NULL);
  g_auto (TvRun) letter = tv_run_tracedump (NULL, "-V", NULL);

  ck_assert_int_eq (letter.status, 0);
  ck_assert_str_eq (letter.out, version.out);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *command = commands[i];
      g_auto (TvRun) option = tv_run_tracedump (
          NULL, command != NULL ? command : "--help", command ? "--help" : NULL, NULL);
      g_auto (TvRun) help = tv_run_tracedump (NULL, "help", command, NULL);

      ck_assert_int_eq (help.status, 0);
      ck_assert (g_str_has_prefix (help.out, "Usage:\n"));
      ck_assert_str_eq (help.out, option.out);
    }
}
END_TEST

START_TEST (a_file_that_cannot_be_read_ends_with_1)
{
  static const char *const commands[] = { "info", "methods", "threads", "regression" };
  char *folder = make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (TvRun) run = tv_run_tracedump (folder, commands[i], "absent.trace", NULL);

      ck_assert_int_eq (run.status, 1);
      ck_assert_str_eq (run.out, "");
      ck_assert (g_regex_match_simple ("^tracedump: absent\\.trace: [A-Z][^\\n]*\\n$",
                                       run.err, 0, 0));
    }
  remove_folder (folder);
}
END_TEST

START_TEST (warnings_go_to_standard_error_and_do_no_harm)
{
  char *folder = make_folder ();
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "threads", "--format=tsv", "small", NULL);
  g_auto (TvRun) info
      = tv_run_tracedump (folder, "info", "--format=tsv", "small", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_msg (g_str_has_prefix (run.err, "tracedump: small: " WARNING), "%s",
                 run.err);
  ck_assert_str_eq (run.out, "tid\tname\tevents\tfirst_us\tlast_us\ttotal\n"
                             "1\tmain\t7\t100\t1160\t1060\n"
                             "2\tThread 2\t2\t200\t205\t5\n"
                             "7\tidle\t0\t0\t0\t0\n");
  ck_assert_msg (g_str_has_suffix (info.out, "\nwarning:stray-exits\t1\n"), "%s",
                 info.out);
  remove_folder (folder);
}
END_TEST

START_TEST (methods_as_tsv)
{
  char *folder = make_folder ();
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "methods", "--format", "tsv", "small.trace", NULL);

  ck_assert_str_eq (run.out, "class\tmethod\tsignature\tcalls\trecursive_calls"
                             "\tinclusive_cpu_us\texclusive_cpu_us"
                             "\tinclusive_wall_us\texclusive_wall_us\n"
                             "p/A\ta\t()V\t1\t0\t60\t30\t1060\t30\n"
                             "p/B\tb\t(I)I\t1\t1\t30\t30\t1030\t1030\n"
                             "(unknown)\t0xf0\t\t1\t0\t5\t5\t5\t5\n");
  remove_folder (folder);
}
END_TEST

START_TEST (methods_as_text)
{
  char *folder = make_folder ();
  g_auto (TvRun) run = tv_run_tracedump (folder, "methods", "small.trace", NULL);

  ck_assert_str_eq (run.out, "Times in milliseconds\n"
                             "\n"
                             "Rank  Incl CPU     %  Excl CPU     %  Incl Wall     %  "
                             "Excl Wall     %  Waiting  "
                             "Calls+Recur  Method\n"
                             "   1     0.060  92.3     0.030  46.2      1.060  99.5    "
                             "  0.030   2.8    0.000  "
                             "        1+0  p.A.a ()V\n"
                             "   2     0.030  46.2     0.030  46.2      1.030  96.7    "
                             "  1.030  96.7    1.000  "
                             "        1+1  p.B.b (I)I\n"
                             "   3     0.005   7.7     0.005   7.7      0.005   0.5    "
                             "  0.005   0.5    0.000  "
                             "        1+0  (0xf0)\n");
  remove_folder (folder);
}
END_TEST

static void
assert_first_method (const char *folder, const char *option, const char *expected)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "methods", "--format=tsv", option, "small", NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);

  ck_assert_int_eq (run.status, 0);
  ck_assert_uint_ge (g_strv_length (lines), 2);
  ck_assert_str_eq (lines[1], expected);
}

START_TEST (methods_in_another_order_or_of_one_thread)
{
  char *folder = make_folder ();

  assert_first_method (folder, "--sort=name", "(unknown)\t0xf0\t\t1\t0\t5\t5\t5\t5");
  assert_first_method (folder, "--sort=calls",
                       "p/B\tb\t(I)I\t1\t1\t30\t30\t1030\t1030");
  assert_first_method (folder, "--sort=waiting",
                       "p/B\tb\t(I)I\t1\t1\t30\t30\t1030\t1030");
  assert_first_method (folder, "--thread=1", "p/A\ta\t()V\t1\t0\t60\t30\t1060\t30");
  assert_first_method (folder, "--thread=2", "(unknown)\t0xf0\t\t1\t0\t5\t5\t5\t5");
  assert_first_method (folder, "--thread=7", "");
  remove_folder (folder);
}
END_TEST

START_TEST (a_thread_that_is_not_there_ends_with_1)
{
  char *folder = make_folder ();
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "methods", "--thread=3", "small", NULL);

  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.out, "");
  ck_assert (g_str_has_suffix (
      run.err, "tracedump: small: There is no thread with the id or name “3” in the "
               "file\n"));
  remove_folder (folder);
}
END_TEST

static JsonObject *
parse_json (JsonParser *parser, const char *folder, const char *command)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, command, "--format=json", "small", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (run.status, 0);
  if (!json_parser_load_from_data (parser, run.out, -1, &error))
    g_error ("%s", error->message);
  return json_node_get_object (json_parser_get_root (parser));
}

START_TEST (methods_as_json)
{
  char *folder = make_folder ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *methods = json_object_get_array_member (
      parse_json (parser, folder, "methods"), "methods");
  JsonObject *method = json_array_get_object_element (methods, 1);
  JsonObject *wall = json_object_get_object_member (method, "wall");
  JsonObject *longest = json_object_get_object_member (method, "longest_call");

  ck_assert_uint_eq (json_array_get_length (methods), 3);
  ck_assert_int_eq (json_object_get_int_member (method, "rank"), 2);
  ck_assert_str_eq (json_object_get_string_member (method, "id"), "0x8");
  ck_assert_str_eq (json_object_get_string_member (method, "class"), "p/B");
  ck_assert_str_eq (json_object_get_string_member (method, "method"), "b");
  ck_assert_str_eq (json_object_get_string_member (method, "signature"), "(I)I");
  ck_assert_str_eq (json_object_get_string_member (method, "file"), "B.java");
  ck_assert_int_eq (json_object_get_int_member (method, "line"), 20);
  ck_assert_int_eq (json_object_get_int_member (method, "calls"), 1);
  ck_assert_int_eq (json_object_get_int_member (method, "recursive_calls"), 1);
  ck_assert_int_eq (json_object_get_int_member (wall, "inclusive_ns"), 1030000);
  ck_assert_int_eq (json_object_get_int_member (wall, "exclusive_ns"), 1030000);
  ck_assert_double_eq (json_object_get_double_member (wall, "inclusive_per_call_ns"),
                       515000.0);
  ck_assert_int_eq (json_object_get_int_member (method, "waiting_ns"), 1000000);
  ck_assert_int_eq (json_object_get_int_member (method, "waits"), 1);
  ck_assert_int_eq (json_object_get_int_member (longest, "tid"), 1);
  ck_assert_int_eq (json_object_get_int_member (longest, "start_ns"), 110000);
  ck_assert_int_eq (json_object_get_int_member (longest, "end_ns"), 1140000);
  remove_folder (folder);
}
END_TEST

START_TEST (threads_as_json)
{
  char *folder = make_folder ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *threads = json_object_get_array_member (
      parse_json (parser, folder, "threads"), "threads");
  JsonObject *thread = json_array_get_object_element (threads, 0);

  ck_assert_uint_eq (json_array_get_length (threads), 3);
  ck_assert_str_eq (json_object_get_string_member (thread, "name"), "main");
  ck_assert_int_eq (json_object_get_int_member (thread, "calls"), 3);
  ck_assert_int_eq (
      json_object_get_int_member (json_object_get_object_member (thread, "cpu"),
                                  "root_inclusive_ns"),
      60000);
  ck_assert (
      json_object_get_null_member (json_array_get_object_element (threads, 1), "name"));
  remove_folder (folder);
}
END_TEST

START_TEST (info_as_json)
{
  char *folder = make_folder ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *info = parse_json (parser, folder, "info");
  JsonArray *warnings = json_object_get_array_member (info, "warnings");
  JsonObject *warning;

  ck_assert_str_eq (json_object_get_string_member (info, "format"), "classic");
  ck_assert_str_eq (json_object_get_string_member (info, "clock"), "dual");
  ck_assert_int_eq (json_object_get_int_member (info, "records"), 9);
  ck_assert_int_eq (json_object_get_int_member (info, "threads"), 3);
  ck_assert_int_eq (json_object_get_int_member (info, "threads_with_events"), 2);
  ck_assert_int_eq (json_object_get_int_member (info, "methods_named"), 3);
  ck_assert_int_eq (json_object_get_int_member (info, "methods_unnamed"), 1);
  ck_assert_int_eq (json_object_get_int_member (info, "methods_called"), 3);
  ck_assert_int_eq (json_object_get_int_member (info, "waits"), 1);
  ck_assert_int_eq (json_object_get_int_member (info, "waiting_ns"), 1000000);
  ck_assert_int_eq (json_object_get_int_member (info, "wall_last_ns"), 1160000);
  ck_assert_uint_eq (json_array_get_length (warnings), 1);
  warning = json_array_get_object_element (warnings, 0);
  ck_assert_int_eq (json_object_get_int_member (warning, "count"), 1);
  ck_assert_str_eq (json_object_get_string_member (warning, "kind"), "stray-exits");
  remove_folder (folder);
}
END_TEST

/* The waiting time is the sum over methods, as "methods" lists it. Thread 1 waits for 1
 * ms while no method runs, and for 0.5 ms in a recursive call. */
START_TEST (info_tells_waits_outside_methods_apart)
{
  char *folder = g_dir_make_tmp ("tracedump-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) text = { 0 };

  tv_trace_writer_add_method (writer, 4, "p.A", "a", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_exit (writer, 1, 4, 10, 10);
  tv_trace_writer_enter (writer, 1, 4, 20, 1020);
  tv_trace_writer_enter (writer, 1, 4, 30, 1030);
  tv_trace_writer_exit (writer, 1, 4, 40, 1540);
  tv_trace_writer_exit (writer, 1, 4, 50, 1550);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  run = tv_run_tracedump (folder, "info", "--format=tsv", "small", NULL);
  ck_assert_ptr_nonnull (strstr (run.out, "\ncalls\t2\nrecursive_calls\t1\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\nwaits\t1\nwaits_outside\t1\n"));
  ck_assert_ptr_nonnull (
      strstr (run.out, "\nwaiting_us\t500\nwaiting_outside_us\t1000\n"));
  text = tv_run_tracedump (folder, "info", "small", NULL);
  ck_assert_ptr_nonnull (strstr (text.out, "\n  Calls, not recursive         2\n"));
  ck_assert_ptr_nonnull (strstr (text.out,
                                 "\n  Waiting in methods           0.500 ms\n"
                                 "  Waiting outside methods      1.000 ms\n"));
  remove_folder (folder);
}
END_TEST

/* Dalvik's start time is a date; ART's counts from boot. */
START_TEST (info_of_real_traces_says_when_they_began)
{
  static const struct
  {
    const char *file;
    const char *line;
  } cases[] = { { "real/basic.trace",
                  "  Start of tracing             2013-07-24 22:12:51 UTC\n" },
                { "real/art-trace-regular.trace",
                  "  Start of tracing             749848.949749 s after boot\n" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = tv_test_trace_path (cases[i].file);
      g_auto (TvRun) run = { 0 };

      if (!tv_test_has_trace (cases[i].file))
        continue;
      run = tv_run_tracedump (NULL, "info", path, NULL);
      ck_assert_msg (strstr (run.out, cases[i].line) != NULL, "%s", run.out);
    }
}
END_TEST

START_TEST (info_as_text)
{
  char *folder = make_folder ();
  g_auto (TvRun) run = tv_run_tracedump (folder, "info", "small", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (run.out, "  Clock                        dual\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "  Last wall time               1.160 ms\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\nProperties\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\nWarnings\n  1 exit from a method"));
  remove_folder (folder);
}
END_TEST

/* What tracedump does when its output goes to @redirection. */
static TvRun
run_redirected (const char *redirection)
{
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);
  g_autofree char *command
      = g_strdup_printf ("\"$0\" regression \"$1\" %s", redirection);
  TvRun run = tv_run_shell (command, path);

  remove_folder (folder);
  return run;
}

/* tests/query/test-slices.c has the slices of this trace. */
static char *
dup_slices_path (void)
{
  return g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests", "traces", "slices",
                           "two-processes.json", NULL);
}

START_TEST (counts_are_not_exported_as_times)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_auto (TvRun) folded
      = tv_run_tracedump (NULL, "convert", "--to=collapsed", path, NULL);

  ck_assert_int_eq (folded.status, 0);
  for (const char *const *format
       = (const char *const[]){ "perfetto", "csv", "chrome", NULL };
       *format != NULL; format++)
    {
      g_autofree char *option = g_strconcat ("--to=", *format, NULL);
      g_auto (TvRun) run = tv_run_tracedump (NULL, "convert", option, path, NULL);

      ck_assert_int_ne (run.status, 0);
      ck_assert_str_eq (run.out, "");
      ck_assert_ptr_nonnull (strstr (run.err, "only --to=collapsed, speedscope, "));
    }
}
END_TEST

/* The calls of a library within calls of the same become one. main and run are in
 * none. */
START_TEST (libraries_are_collapsed)
{
  static const char text[] = "main;run_[j];go_[j] 2\nmain;run_[j] 1\nmain;at_[k] 3\n";
  char *folder = g_dir_make_tmp ("tracedump-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);
  g_auto (TvRun) folded = { 0 };
  g_auto (TvRun) missing = { 0 };
  g_auto (TvRun) table = { 0 };

  ck_assert (g_file_set_contents (path, text, -1, NULL));
  folded = tv_run_tracedump (NULL, "fold", "--collapse-library=JIT", path, NULL);
  missing = tv_run_tracedump (NULL, "fold", "--collapse-library=lib.so", path, NULL);
  table = tv_run_tracedump (NULL, "methods", "--format=tsv", path, NULL);
  ck_assert_msg (folded.status == 0, "%s", folded.err);
  ck_assert_str_eq (folded.out, "main;JIT 3\nmain;at 3\n");
  ck_assert_int_ne (missing.status, 0);
  ck_assert_ptr_nonnull (strstr (missing.err, "There is no library “lib.so”"));
  /* Samples tell no calls. */
  ck_assert_msg (strstr (table.out, "calls") == NULL, "%s", table.out);
  remove_folder (folder);
}
END_TEST

/* Samples do not tell calls: no picture or table counts them, and what is about them
 * says why there is no answer. */
START_TEST (samples_are_no_calls)
{
  static const char *const tables[][3]
      = { { "methods", "--format=csv" }, { "top", "--format=html" },
          { "tree", "--format=tsv" },    { "tracks", "--format=text" },
          { "graph", "--format=dot" },   { "flamegraph", "--icicle" } };
  static const char *const refused[][2] = { { "report", "--all" },
                                            { "dump", "--format=text" },
                                            { "top", "--sort=calls" } };
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, tables[i][0], tables[i][1], path, NULL);

      ck_assert_msg (run.status == 0, "%s: %s", tables[i][0], run.err);
      ck_assert_msg (!g_regex_match_simple ("\\b[0-9]+ calls?\\b|[0-9]×|\\bcalls\\b|"
                                            "[0-9] ms",
                                            run.out, 0, 0),
                     "%s", run.out);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, refused[i][0], refused[i][1], path, NULL);

      ck_assert_msg (run.status != 0 && *run.out == '\0', "%s", refused[i][0]);
      ck_assert_msg (strstr (run.err, "do not tell single calls") != NULL, "%s",
                     run.err);
    }
}
END_TEST

/* What is written for people speaks of slices and names, where a trace has no calls. */
START_TEST (slices_are_no_calls)
{
  static const char *const commands[][4]
      = { { "methods" },         { "top" },  { "threads" },       { "tree" },
          { "callers", "text" }, { "info" }, { "calls", "text" }, { "tracks" },
          { "callees", "text" } };
  g_autofree char *path = dup_slices_path ();
  g_auto (TvRun) diff = tv_run_tracedump (NULL, "diff", path, path, NULL);
  g_auto (TvRun) missing = tv_run_tracedump (NULL, "calls", "nobody", path, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const gboolean has_name = commands[i][1] != NULL;
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, commands[i][0], has_name ? commands[i][1] : path,
                              has_name ? path : NULL, NULL);

      ck_assert_msg (run.status == 0, "%s", run.err);
      ck_assert_msg (strstr (run.out, "ethod") == NULL, "%s", run.out);
      ck_assert_msg (strstr (run.out, "Call") == NULL, "%s", run.out);
      ck_assert_msg (strstr (run.out, "calls") == NULL, "%s", run.out);
    }
  ck_assert_ptr_null (strstr (diff.out, "ethod"));
  ck_assert_ptr_null (strstr (diff.out, "Calls"));
  ck_assert_ptr_nonnull (strstr (diff.out, "Slices Old"));
  ck_assert_ptr_nonnull (strstr (missing.err, "There is no name “nobody” in the file"));
}
END_TEST

START_TEST (rows_of_slices_have_processes)
{
  g_autofree char *path = dup_slices_path ();
  g_auto (TvRun) info = tv_run_tracedump (NULL, "info", "--format=tsv", path, NULL);
  g_auto (TvRun) run = tv_run_tracedump (NULL, "threads", "--format=tsv", path, NULL);
  g_auto (TvRun) shown = tv_run_tracedump (NULL, "threads", path, NULL);

  ck_assert_ptr_nonnull (strstr (info.out, "format\tchrome-json\n"));
  ck_assert_ptr_nonnull (strstr (info.out, "processes\t2\n"));
  ck_assert_ptr_nonnull (strstr (info.out, "slices\t9\n"));
  ck_assert_ptr_nonnull (strstr (info.out, "still_open\t1\n"));
  /* The clock is not known. */
  ck_assert_ptr_null (strstr (info.out, "start_time_us"));
  ck_assert_ptr_null (strstr (info.out, "method"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n10\tThread 10\t10\t"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n11\tui\t10\t"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n11\tThread 11\t20\t"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n-\tload\t20\t"));
  ck_assert_ptr_nonnull (strstr (shown.out, "[10] shop"));
  ck_assert_ptr_null (strstr (shown.out, "1073741824"));
}
END_TEST

/* Two of its counters are in one event. */
START_TEST (info_counts_what_is_no_slice)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", "chrome.json", NULL);
  g_auto (TvRun) info = tv_run_tracedump (NULL, "info", "--format=tsv", path, NULL);
  g_auto (TvRun) run = tv_run_tracedump (NULL, "counters", "--format=tsv", path, NULL);

  ck_assert_ptr_nonnull (strstr (info.out, "counters\t2\ncounter_values\t2\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\tprocess\t-\t1\tmemory stack\n"));
}
END_TEST

START_TEST (commands_about_methods_refuse_slices)
{
  static const char *const commands[][2] = { { "dump", "--format=text" },
                                             { "regression", "--memory-limit=2G" },
                                             { "convert", "--to=trace" } };
  g_autofree char *path = dup_slices_path ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, commands[i][0], commands[i][1], path, NULL);

      ck_assert_int_eq (run.status, 1);
      ck_assert_str_eq (run.out, "");
      ck_assert_ptr_nonnull (
          strstr (run.err, "This trace has slices and no calls of methods, which"));
    }
}
END_TEST

START_TEST (a_closed_output_is_an_error)
{
  g_auto (TvRun) run = run_redirected (">&-");

  ck_assert_int_eq (run.status, 1);
  ck_assert_ptr_nonnull (strstr (run.err, "tracedump: standard output: "));
}
END_TEST

START_TEST (a_full_disk_is_an_error)
{
  g_auto (TvRun) run = { 0 };

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    return;
  run = run_redirected ("> /dev/full");
  ck_assert_int_eq (run.status, 1);
  ck_assert_ptr_nonnull (strstr (run.err, "tracedump: standard output: "));
}
END_TEST

/* As with head(1), which has seen enough. */
START_TEST (a_reader_that_went_away_is_no_news)
{
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);
  g_auto (TvRun) run = tv_run_unread ("regression", path);

  ck_assert_int_eq (run.status, 1);
  ck_assert_ptr_null (strstr (run.err, "standard output"));
  remove_folder (folder);
}
END_TEST

START_TEST (a_closed_error_stream_does_no_harm)
{
  g_auto (TvRun) run = run_redirected ("2>&-");

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_prefix (run.out, "totalCpuTime 65us\n"));
}
END_TEST

/* Three samples; and times, which keep their names. */
START_TEST (weights_are_named_after_what_they_are)
{
  static const struct
  {
    const char *command;
    const char *format;
    const char *expected;
  } tables[]
      = { { "methods", "--format=json", "\"cpu\":{\"inclusive_count\":3," },
          { "methods", "--format=tsv", "\tinclusive_cpu_count\texclusive_cpu_count\n" },
          { "tree", "--format=json", "\"cpu_count\":3,\"least_count\":0" },
          { "tree", "--format=json", "\"cpu\":{\"inclusive_count\":3," },
          { "tree", "--format=csv", "\"inclusive_cpu_count\"" },
          { "threads", "--format=json", "\"root_inclusive_count\":3}" },
          { "threads", "--format=tsv", "\tfirst_count\tlast_count\t" } };
  char *folder = g_dir_make_tmp ("tracedump-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "small.trace", NULL);
  g_autofree char *times = tv_test_trace_path ("samples/node.cpuprofile");
  g_auto (TvRun) of_times
      = tv_run_tracedump (NULL, "methods", "--format=json", times, NULL);

  ck_assert (g_file_set_contents (path, "main;run 2\nmain 1\n", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, tables[i].command, tables[i].format, path, NULL);

      ck_assert_msg (strstr (run.out, tables[i].expected) != NULL
                         && strstr (run.out, "_ns") == NULL
                         && strstr (run.out, "_us") == NULL,
                     "%s", run.out);
    }
  ck_assert_ptr_nonnull (strstr (of_times.out, "\"inclusive_ns\":"));
  remove_folder (folder);
}
END_TEST

TV_TESTS (NULL, NULL)
