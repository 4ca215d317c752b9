/* SPDX-License-Identifier: Apache-2.0 */

/* --mapping: the original names in what commands write. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <string.h>

static char *folder;

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  ck_assert (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = NULL;

  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "app.trace", NULL);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x4, "a.a", "a", "()V", "SourceFile", 1);
  tv_trace_writer_add_method (writer, 0x8, "a.b", "a", "(La/a;)V", "SourceFile", 1);
  tv_trace_writer_add_method (writer, 0xc, "android.os.Looper", "loop", "()V", "L.java",
                              1);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 10);
  tv_trace_writer_enter (writer, 1, 0xc, 0, 20);
  tv_trace_writer_exit (writer, 1, 0xc, 0, 30);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 60);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 100);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  write_file ("mapping.txt", "p.Main -> a.a:\n"
                             "    1:4:void start():10:13 -> a\n"
                             "p.Worker -> a.b:\n"
                             "    void work(p.Main) -> a\n");
  write_file ("later.txt", "p.Helper -> a.b:\n"
                           "    void help(p.Main) -> a\n");
  write_file ("half.txt", "p.Main -> a.a:\n"
                          "    void start( -> a\n");
  write_file ("none.txt", "Hello\n");
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
}

static void
assert_has (const TvRun *run, const char *text)
{
  ck_assert_msg (run->status == 0, "%s", run->err);
  ck_assert_msg (strstr (run->out, text) != NULL, "no “%s” in: %s", text, run->out);
}

START_TEST (methods_have_their_original_names)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "methods", "--format=json",
                                         "--mapping=mapping.txt", "app", NULL);
  g_auto (TvRun) before
      = tv_run_tracedump (folder, "methods", "--format=json", "app", NULL);

  assert_has (&run, "\"p.Main\"");
  assert_has (&run, "\"start\"");
  assert_has (&run, "\"p.Worker\"");
  assert_has (&run, "\"(Lp/Main;)V\"");
  assert_has (&run, "\"android.os.Looper\"");
  ck_assert_ptr_null (strstr (run.out, "\"a.a\""));
  ck_assert_str_eq (run.err, "");
  assert_has (&before, "\"a.a\"");
}
END_TEST

START_TEST (records_and_reports_have_them)
{
  g_auto (TvRun) dump = tv_run_tracedump (folder, "dump", "--mapping=mapping.txt",
                                          "--filter=Worker", "app", NULL);
  g_auto (TvRun) report
      = tv_run_tracedump (folder, "report", "--mapping=mapping.txt", "app", NULL);
  g_auto (TvRun) regression
      = tv_run_tracedump (folder, "regression", "--mapping=mapping.txt", "app", NULL);

  assert_has (&dump, "p.Worker.work (Lp/Main;)V");
  ck_assert_ptr_null (strstr (dump.out, "p.Main.start"));
  assert_has (&report, "p.Worker.work (Lp/Main;)V");
  assert_has (&regression, "p.Main.start");
}
END_TEST

START_TEST (the_last_file_with_a_class_counts)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "methods", "--mapping=mapping.txt",
                                         "--mapping=later.txt", "app", NULL);
  g_auto (TvRun) other = tv_run_tracedump (folder, "methods", "--mapping=later.txt",
                                           "--mapping=mapping.txt", "app", NULL);

  assert_has (&run, "p.Main.start ()V");
  assert_has (&run, "p.Helper.help (Lp/Main;)V");
  assert_has (&other, "p.Worker.work (Lp/Main;)V");
  ck_assert_ptr_null (strstr (other.out, "help"));
}
END_TEST

START_TEST (zipped_and_piped_mappings_are_read)
{
  g_autofree char *path = g_build_filename (folder, "app.trace", NULL);
  g_auto (TvRun) run = tv_run_shell (
      "gzip -c \"${1%app.trace}mapping.txt\" | \"$0\" methods --mapping=- \"$1\"",
      path);

  assert_has (&run, "p.Main.start ()V");
}
END_TEST

START_TEST (what_is_wrong_with_a_mapping_is_told)
{
  g_auto (TvRun) half
      = tv_run_tracedump (folder, "methods", "--mapping=half.txt", "app", NULL);
  g_auto (TvRun) none = tv_run_tracedump (folder, "methods", "--mapping=none.txt", "-o",
                                          "out.txt", "app", NULL);
  g_auto (TvRun) missing
      = tv_run_tracedump (folder, "methods", "--mapping=missing.txt", "app", NULL);
  g_autofree char *out = g_build_filename (folder, "out.txt", NULL);

  assert_has (&half, "p.Main.a ()V");
  ck_assert_str_eq (half.err,
                    "tracedump: half.txt: warning: 1 line does not belong to a mapping "
                    "and was skipped: line 2\n");
  ck_assert_int_eq (none.status, 1);
  ck_assert_str_eq (none.err,
                    "tracedump: none.txt: This is not a mapping file of ProGuard "
                    "or R8: line 1 does not belong to one, and there is no class\n");
  ck_assert (!g_file_test (out, G_FILE_TEST_EXISTS));
  ck_assert_int_eq (missing.status, 1);
  ck_assert_ptr_nonnull (strstr (missing.err, "tracedump: missing.txt: "));
  ck_assert_str_eq (missing.out, "");
}
END_TEST

TV_TESTS (set_up, tear_down)
