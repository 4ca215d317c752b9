/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump convert: what the text formats look like, and what is refused. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <string.h>

#define MAIN 0x4
#define LEAF 0x8

/* Thread 7: main from 0 to 100 (CPU 0 to 50), in it leaf from 20 to 60 (CPU 10 to 30)
 * by an exception, and at 80 one more that is still open at 100 (CPU 45 to 50). */
static TvTestFile
save_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  TvTestFile file = tv_test_file_new ("calc.trace");

  tv_trace_writer_add_thread (writer, 7, "a \"b\", \\");
  tv_trace_writer_add_method (writer, MAIN, "p/Main", "main", "()V", "M.java", 3);
  tv_trace_writer_add_method (writer, LEAF, "p/Leaf", "<init>", "(I)V", NULL, -1);
  tv_trace_writer_enter (writer, 7, MAIN, 0, 0);
  tv_trace_writer_enter (writer, 7, LEAF, 10, 20);
  tv_trace_writer_unwind (writer, 7, LEAF, 30, 60);
  tv_trace_writer_enter (writer, 7, LEAF, 45, 80);
  tv_trace_writer_exit (writer, 7, MAIN, 50, 100);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  return file;
}

static void
assert_converted (const char *format, const char *option, const char *expected)
{
  g_auto (TvTestFile) file = save_trace ();
  g_autofree char *to = g_strconcat ("--to=", format, NULL);
  g_auto (TvRun) run = tv_run_tracedump (NULL, "convert", to, file.path, option, NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (run.out, expected);
}

START_TEST (csv_has_a_row_a_call)
{
  assert_converted (
      "csv", NULL,
      "thread_id,thread_name,call,parent,depth,class,method,signature,start_wall_us,"
      "inclusive_wall_us,exclusive_wall_us,start_cpu_us,inclusive_cpu_us,"
      "exclusive_cpu_us,recursive,end\r\n"
      "7,\"a \"\"b\"\", \\\",0,,0,\"p/Main\",\"main\",\"()V\",0,100,40,0,50,25,0,"
      "return\r\n"
      "7,\"a \"\"b\"\", \\\",1,0,1,\"p/Leaf\",\"<init>\",\"(I)V\",20,40,40,10,20,20,0,"
      "exception\r\n"
      "7,\"a \"\"b\"\", \\\",2,0,1,\"p/Leaf\",\"<init>\",\"(I)V\",80,20,20,45,5,5,0,"
      "lost\r\n");
}
END_TEST

START_TEST (csv_has_the_clock_that_is_asked_for)
{
  assert_converted (
      "csv", "--clock=cpu",
      "thread_id,thread_name,call,parent,depth,class,method,signature,"
      "start_cpu_us,inclusive_cpu_us,exclusive_cpu_us,recursive,end\r\n"
      "7,\"a \"\"b\"\", \\\",0,,0,\"p/Main\",\"main\",\"()V\",0,50,25,0,"
      "return\r\n"
      "7,\"a \"\"b\"\", \\\",1,0,1,\"p/Leaf\",\"<init>\",\"(I)V\",10,20,20,"
      "0,exception\r\n"
      "7,\"a \"\"b\"\", \\\",2,0,1,\"p/Leaf\",\"<init>\",\"(I)V\",45,5,5,0,"
      "lost\r\n");
}
END_TEST

/* Names of lambdas are no formulas. */
START_TEST (csv_is_for_spreadsheets_if_asked)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvTestFile) file = tv_test_file_new ("lambda.trace");
  g_auto (TvRun) exact = { 0 };
  g_auto (TvRun) marked = { 0 };
  g_auto (TvRun) other = { 0 };

  tv_trace_writer_add_thread (writer, 7, "=1+1");
  tv_trace_writer_add_method (writer, MAIN, "-$$Lambda$a,\"b\"", "@run", "+()V",
                              "M.java", 3);
  tv_trace_writer_enter (writer, 7, MAIN, 0, 0);
  tv_trace_writer_exit (writer, 7, MAIN, 0, 5);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  exact = tv_run_tracedump (NULL, "convert", "--to=csv", file.path, NULL);
  marked = tv_run_tracedump (NULL, "convert", "--to=csv", "--spreadsheet", file.path,
                             NULL);
  other = tv_run_tracedump (NULL, "convert", "--to=chrome", "--spreadsheet", file.path,
                            NULL);
  ck_assert_ptr_nonnull (strstr (exact.out,
                                 "\r\n7,\"=1+1\",0,,0,\"-$$Lambda$a,\"\"b\"\"\","
                                 "\"@run\",\"+()V\",0,"));
  ck_assert_ptr_nonnull (strstr (marked.out,
                                 "\r\n7,\"'=1+1\",0,,0,\"'-$$Lambda$a,\"\"b\"\"\","
                                 "\"'@run\",\"'+()V\",0,"));
  ck_assert_int_eq (other.status, 2);
  ck_assert_ptr_nonnull (strstr (other.err, "--spreadsheet needs --to=csv"));
}
END_TEST

/* From 50 to 90, that is from 25 on the CPU, when a quarter of the first leaf's time is
 * left, to the middle of the second leaf. */
START_TEST (a_range_cuts_what_it_cuts)
{
  assert_converted (
      "chrome", "--range=50..90",
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":"
      "\"calc.trace\"}},\n"
      "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":7,\"args\":{\"name\":"
      "\"a \\\"b\\\", \\\\\"}},\n"
      "{\"ph\":\"X\",\"cat\":\"method\",\"name\":\"p.Main.main ()V\",\"pid\":1,"
      "\"tid\":7,\"ts\":50,\"dur\":40,\"tts\":25,\"tdur\":22.5},\n"
      "{\"ph\":\"X\",\"cat\":\"method\",\"name\":\"p.Leaf.<init> (I)V\",\"pid\":1,"
      "\"tid\":7,\"ts\":50,\"dur\":10,\"tts\":25,\"tdur\":5},\n"
      "{\"ph\":\"X\",\"cat\":\"method\",\"name\":\"p.Leaf.<init> (I)V\",\"pid\":1,"
      "\"tid\":7,\"ts\":80,\"dur\":10,\"tts\":45,\"tdur\":2.5}\n"
      "]}\n");
}
END_TEST

START_TEST (speedscope_opens_and_closes)
{
  assert_converted (
      "speedscope", "--clock=cpu",
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
      "\"exporter\":\"tracedump\",\"name\":\"calc.trace\",\n"
      "\"shared\":{\"frames\":[\n"
      "{\"name\":\"p.Main.main ()V\",\"file\":\"M.java\"},\n"
      "{\"name\":\"p.Leaf.<init> (I)V\"}]},\n"
      "\"profiles\":[\n"
      "{\"type\":\"evented\",\"name\":\"[7] a \\\"b\\\", \\\\\",\"unit\":"
      "\"microseconds\",\"events\":[\n"
      "{\"type\":\"O\",\"frame\":0,\"at\":0},\n"
      "{\"type\":\"O\",\"frame\":1,\"at\":10},\n"
      "{\"type\":\"C\",\"frame\":1,\"at\":30},\n"
      "{\"type\":\"O\",\"frame\":1,\"at\":45},\n"
      "{\"type\":\"C\",\"frame\":1,\"at\":50},\n"
      "{\"type\":\"C\",\"frame\":0,\"at\":50}],\"startValue\":0,\"endValue\":50}]}\n");
}
END_TEST

static void
assert_profile (const char *profiles, const char *name, const char *end)
{
  g_autofree char *label
      = g_strdup_printf ("{\"type\":\"evented\",\"name\":\"%s\",", name);
  g_autofree char *times = g_strdup_printf ("\"startValue\":0,\"endValue\":%s}", end);
  const char *profile = strstr (profiles, label);

  ck_assert_ptr_nonnull (profile);
  ck_assert (g_str_has_prefix (strstr (profile, "\"startValue\""), times));
}

START_TEST (speedscope_has_a_profile_for_each_clock)
{
  g_auto (TvTestFile) file = save_trace ();
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "convert", "--to=speedscope", file.path, NULL);

  ck_assert_int_eq (run.status, 0);
  assert_profile (run.out, "[7] a \\\"b\\\", \\\\ (wall)", "100");
  assert_profile (run.out, "[7] a \\\"b\\\", \\\\ (CPU)", "50");
}
END_TEST

/* Samples begin at 0, 20, 60 and 80 by the wall clock, at 0, 10, 30 and 45 by the CPU
 * clock. The last one has no length: it has the CPU time of the one before. */
START_TEST (firefox_is_told_both_clocks)
{
  g_auto (TvTestFile) file = save_trace ();
  g_auto (TvRun) both
      = tv_run_tracedump (NULL, "convert", "--to=firefox", file.path, NULL);
  g_auto (TvRun) one = tv_run_tracedump (NULL, "convert", "--to=firefox", "--clock=cpu",
                                         file.path, NULL);

  ck_assert_ptr_nonnull (strstr (both.out,
                                 "\"stack\":[0,1,0,1,null],\n"
                                 "\"timeDeltas\":[0.000,0.020,0.040,0.020,0.020],\n"
                                 "\"weight\":[0.020,0.040,0.020,0.020,0.000],\n"
                                 "\"threadCPUDelta\":[0,10,20,15,5],\n"
                                 "\"length\":5}"));
  ck_assert_ptr_nonnull (strstr (one.out, "\"stack\":[0,1,0,1],\n"
                                          "\"timeDeltas\":[0.000,0.010,0.020,0.015],\n"
                                          "\"weight\":[0.010,0.020,0.015,0.005],\n"
                                          "\"length\":4}"));
}
END_TEST

/* Own CPU times: 50 - 20 - 5 in main, 20 + 5 in the leaf. */
START_TEST (stacks_are_collapsed)
{
  assert_converted ("collapsed", NULL,
                    "p.Main.main 25\np.Main.main;p.Leaf.<init> 25\n");
  assert_converted ("collapsed", "--clock=wall",
                    "p.Main.main 40\np.Main.main;p.Leaf.<init> 60\n");
}
END_TEST

START_TEST (the_ending_of_a_file_tells_its_format)
{
  g_auto (TvTestFile) file = save_trace ();
  g_auto (TvRun) run = tv_run_shell (
      "cd \"$(dirname \"$1\")\" && \"$0\" convert -o x.speedscope.json \"$1\" "
      "2>/dev/null"
      " && \"$0\" convert -o x.csv \"$1\" 2>/dev/null && head -c 9 x.speedscope.json"
      " && head -c 9 x.csv; rm -f x.*",
      file.path);

  ck_assert_str_eq (run.err, "");
  ck_assert_str_eq (run.out, "{\"$schemathread_id");
}
END_TEST

/* Two functions, of which one has a file, whose string comes after their names. */
START_TEST (firefox_is_told_files_and_lines)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvTestFile) file = tv_test_file_new ("calc.trace");
  g_auto (TvRun) run = { 0 };

  tv_trace_writer_set_flavour (writer, TV_WRITER_DALVIK);
  tv_trace_writer_add_method (writer, LEAF, "p/Leaf", "leaf", "(I)V", "", 0);
  tv_trace_writer_add_method (writer, MAIN, "p/Main", "main", "()V", "M.java", 3);
  tv_trace_writer_enter (writer, 7, LEAF, 0, 0);
  tv_trace_writer_enter (writer, 7, MAIN, 0, 20);
  tv_trace_writer_exit (writer, 7, MAIN, 0, 60);
  tv_trace_writer_exit (writer, 7, LEAF, 0, 100);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  run = tv_run_tracedump (NULL, "convert", "--to=firefox", file.path, NULL);
  ck_assert_ptr_nonnull (
      strstr (run.out, "\"fileName\":[null,2],\n\"lineNumber\":[null,3]"));
  ck_assert_ptr_nonnull (strstr (run.out, "\"stringArray\":[\n\"p.Leaf.leaf (I)V\",\n"
                                          "\"p.Main.main ()V\",\n\"M.java\"]"));
}
END_TEST

static gboolean
tells (const TvTestFile *file, const char *format, const char *option,
       const char *sentence)
{
  g_autofree char *to = g_strconcat ("--to=", format, NULL);
  g_auto (TvRun) run = tv_run_tracedump (NULL, "convert", to, "-o", "/dev/null",
                                         file->path, option, NULL);

  ck_assert_int_eq (run.status, 0);
  return strstr (run.err, sentence) != NULL;
}

/* Unless one was asked for. */
START_TEST (the_clock_that_is_lost_is_told)
{
  static const char told[]
      = "The format has one clock: CPU time is written, wall time is not\n";
  static const char *const with_two[]
      = { "chrome", "perfetto", "speedscope", "firefox", "pprof", "csv", "trace" };
  g_auto (TvTestFile) file = save_trace ();

  ck_assert (tells (&file, "collapsed", NULL, told));
  ck_assert (!tells (&file, "collapsed", "--clock=wall", "one clock"));
  ck_assert (!tells (&file, "collapsed", "--clock=cpu", "one clock"));
  for (guint i = 0; i < G_N_ELEMENTS (with_two); i++)
    ck_assert (!tells (&file, with_two[i], NULL, "one clock"));
}
END_TEST

/* Perfetto has CPU time in microseconds, and all else in nanoseconds. */
START_TEST (times_that_are_rounded_are_told)
{
  static const char told[]
      = "The format has CPU time in whole microseconds: it is rounded down\n";
  g_auto (TvTestFile) file = save_trace ();
  g_auto (TvRun) run
      = tv_run_shell ("\"$0\" convert --to=trace --trace-version=5 \"$1\" "
                      "2>/dev/null | \"$0\" convert --to=perfetto "
                      "-o /dev/null -",
                      file.path);

  ck_assert_ptr_nonnull (strstr (run.err, told));
  ck_assert (!tells (&file, "perfetto", NULL, told));
}
END_TEST

static void
save_deep_trace (const TvTestFile *file, guint depth)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint i = 0; i < depth; i++)
    tv_trace_writer_enter (writer, 7, MAIN, 0, i);
  for (guint i = 0; i < depth; i++)
    tv_trace_writer_exit (writer, 7, MAIN, 0, depth + i);
  ck_assert (tv_trace_writer_save (writer, file->path, NULL));
}

START_TEST (frames_that_are_left_out_are_told)
{
  g_auto (TvTestFile) file = tv_test_file_new ("deep.trace");

  save_deep_trace (&file, 1024);
  ck_assert (!tells (&file, "pprof", NULL, "deeper"));
  save_deep_trace (&file, 1026);
  ck_assert (
      tells (&file, "pprof", NULL,
             "2 paths are deeper than 1024 calls: their outer part is left out\n"));
}
END_TEST

/* One sentence, and what was there before stays. */
START_TEST (what_cannot_be_is_refused)
{
  g_auto (TvTestFile) file = save_trace ();
  g_auto (TvRun) none = tv_run_tracedump (NULL, "convert", file.path, NULL);
  g_auto (TvRun) json
      = tv_run_tracedump (NULL, "convert", "-o", "/nowhere/x.json", file.path, NULL);
  g_auto (TvRun) other
      = tv_run_tracedump (NULL, "convert", "--to=doc", file.path, NULL);
  g_auto (TvRun) full = tv_run_tracedump (NULL, "convert", "--to=csv", "-o",
                                          "/dev/full", file.path, NULL);
  g_auto (TvRun) zipped = tv_run_tracedump (NULL, "convert", "--to=pprof", "-o",
                                            "/dev/full", file.path, NULL);
  g_auto (TvRun) nowhere = tv_run_tracedump (NULL, "convert", "--to=chrome", "-o",
                                             "/nowhere/x", file.path, NULL);

  ck_assert_int_eq (none.status, 2);
  ck_assert_ptr_nonnull (
      strstr (none.err, "The format is missing; --to can be: chrome,"));
  ck_assert_int_eq (json.status, 2);
  ck_assert_ptr_nonnull (
      strstr (json.err, "The format is missing; --to can be: chrome,"));
  ck_assert_int_eq (other.status, 2);
  ck_assert_ptr_nonnull (
      strstr (other.err, "“doc” is not a value of --to, which can be: chrome,"));
  ck_assert_int_eq (full.status, 1);
  ck_assert_ptr_nonnull (strstr (full.err, "No space left on device"));
  ck_assert_int_eq (zipped.status, 1);
  ck_assert_ptr_nonnull (strstr (zipped.err, "No space left on device"));
  ck_assert_int_eq (nowhere.status, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
