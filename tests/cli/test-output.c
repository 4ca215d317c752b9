/* SPDX-License-Identifier: Apache-2.0 */

/* Where commands write to: a file is either the one that was there or the whole new
 * one, however the program ends. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many lines of a dump that a pipe's buffer does not hold them. */
#define N_CALLS 20000

static char *folder;
static char *path;

static char *
find_place (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_file (const char *name, const char *text)
{
  g_autofree char *place = find_place (name);

  ck_assert (g_file_set_contents (place, text, -1, NULL));
}

static char *
read_file (const char *name)
{
  g_autofree char *place = find_place (name);
  char *text = NULL;

  ck_assert (g_file_get_contents (place, &text, NULL, NULL));
  return text;
}

static void
assert_file (const char *name, const char *text)
{
  g_autofree char *found = read_file (name);

  ck_assert_str_eq (found, text);
}

/* The trace is one of them. */
static void
assert_number_of_files (guint expected)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  ck_assert_uint_eq (n, expected);
}

static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  folder = tv_test_folder_new ();
  path = find_place ("app.trace");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x4, "p.A", "a", "()V", "A.java", 1);
  for (guint32 i = 0; i < N_CALLS; i++)
    {
      tv_trace_writer_enter (writer, 1, 0x4, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, 0x4, 0, 2 * i + 1);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
  g_clear_pointer (&path, g_free);
}

/* A new name of the same file would leave the others with the old contents. */
START_TEST (the_file_behind_a_link_is_replaced)
{
  g_autofree char *link = find_place ("link");
  g_autofree char *dangling = find_place ("dangling");
  g_autofree char *good = find_place ("good");
  g_auto (TvRun) expected = tv_run_tracedump (folder, "info", "app", NULL);
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) other = { 0 };

  write_file ("good", "good");
  ck_assert_int_eq (g_chmod (good, 0640), 0);
  ck_assert_int_eq (symlink ("good", link), 0);
  ck_assert_int_eq (symlink ("made", dangling), 0);
  run = tv_run_tracedump (folder, "info", "-o", "link", "app", NULL);
  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_file ("good", expected.out);
  other = tv_run_tracedump (folder, "info", "-o", "dangling", "app", NULL);
  ck_assert_msg (other.status == 0, "%s", other.err);
  assert_file ("made", expected.out);
  assert_number_of_files (5);
}
END_TEST

START_TEST (modes_are_kept_and_made)
{
  g_autofree char *good = find_place ("good");
  g_autofree char *new = find_place ("new");
  GStatBuf status;
  g_auto (TvRun) run = { 0 };

  write_file ("good", "good");
  ck_assert_int_eq (g_chmod (good, 0604), 0);
  run = tv_run_shell ("cd \"$(dirname \"$1\")\"; umask 027;"
                      " \"$0\" info -o good app && \"$0\" info -o new app",
                      path);
  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_int_eq (g_stat (good, &status), 0);
  ck_assert_uint_eq (status.st_mode & 0777, 0604);
  ck_assert_int_eq (g_stat (new, &status), 0);
  ck_assert_uint_eq (status.st_mode & 0777, 0640);
}
END_TEST

/* Where files cannot be without a name, one may be left by who is not asked. */
static gboolean
can_have_nameless_files (void)
{
  const int fd = open (folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);

  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

/* What goes over the limit of 8 KiB is a failed write. */
START_TEST (a_file_that_becomes_too_large_is_told)
{
  static const char *const commands[] = { "dump",
                                          "calls --format=csv p.A.a",
                                          "flamegraph",
                                          "report --format=html",
                                          "convert --to=trace",
                                          "convert --to=perfetto",
                                          "convert --to=firefox",
                                          "convert --to=sqlite",
                                          "query -f all.sql" };
  static const char *const names[] = { "good", "new" };

  write_file ("good", "good");
  write_file ("all.sql", "SELECT * FROM slice");
  for (guint i = 0; i < G_N_ELEMENTS (commands) * G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i % G_N_ELEMENTS (names)];
      g_autofree char *command
          = g_strdup_printf ("cd \"$(dirname \"$1\")\"; ulimit -c 0; ulimit -f 8;"
                             " \"$0\" %s -o %s app",
                             commands[i / G_N_ELEMENTS (names)], name);
      g_autofree char *start = g_strdup_printf ("tracedump: %s: ", name);
      g_auto (TvRun) run = tv_run_shell (command, path);

      ck_assert_msg (run.status == 1, "%s: %d", command, run.status);
      ck_assert_msg (g_str_has_prefix (run.err, start)
                         && g_str_has_suffix (run.err, "File too large\n")
                         && strchr (run.err, '\n')[1] == '\0',
                     "%s: %s", command, run.err);
      assert_file ("good", "good");
      assert_number_of_files (3);
    }
}
END_TEST

/* It has opened its output and waits for the rest of its input. */
START_TEST (a_signal_leaves_what_was_there)
{
  static const char *const signals[] = { "KILL", "INT", "TERM", "HUP" };

  write_file ("good", "good");
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autofree char *command
          = g_strdup_printf ("cd \"$(dirname \"$1\")\"; exec {hold}<> <(:); set -m;"
                             " \"$0\" dump -o good - <&$hold & writer=$!;"
                             " until [ -e /proc/$writer/fd/1 ] && ls -l "
                             "/proc/$writer/fd | grep -q \"$PWD\";"
                             " do kill -0 $writer || break; sleep 0.01; done;"
                             " kill -%s $writer; wait $writer 2>/dev/null; kill -l $?",
                             signals[i]);
      g_auto (TvRun) run = tv_run_shell (command, path);
      g_autofree char *expected = g_strconcat (signals[i], "\n", NULL);

      ck_assert_msg (g_str_equal (run.out, expected), "%s%s", run.out, run.err);
      assert_file ("good", "good");
      if (can_have_nameless_files ())
        assert_number_of_files (2);
    }
}
END_TEST

START_TEST (what_is_no_file_is_written_as_it_is)
{
  g_auto (TvRun) expected = tv_run_tracedump (folder, "info", "app", NULL);
  g_autofree char *twice = g_strconcat ("before\n", expected.out, NULL);
  g_auto (TvRun) pipe = tv_run_shell (
      "cd \"$(dirname \"$1\")\"; mkfifo pipe; \"$0\" info -o pipe app & cat pipe",
      path);
  /* Not begun anew, though it is a file. */
  g_auto (TvRun) out
      = tv_run_shell ("cd \"$(dirname \"$1\")\"; { echo before; \"$0\" info "
                      "-o /dev/stdout app; } >file; cat file",
                      path);
  g_auto (TvRun) err = tv_run_shell (
      "cd \"$(dirname \"$1\")\"; { echo before; \"$0\" info -o /dev/fd/5 app; } 5>&1",
      path);

  ck_assert_str_eq (pipe.out, expected.out);
  ck_assert_str_eq (out.out, twice);
  ck_assert_str_eq (err.out, twice);
}
END_TEST

/* Everything is read before the new file takes the place of the old one. */
START_TEST (a_file_may_be_written_over_its_input)
{
  g_auto (TvRun) before = tv_run_tracedump (folder, "methods", "app", NULL);
  g_auto (TvRun) run = tv_run_tracedump (folder, "convert", "--to=trace", "-o",
                                         "app.trace", "app.trace", NULL);
  g_auto (TvRun) after = tv_run_tracedump (folder, "methods", "app", NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (after.out, before.out);
}
END_TEST

static void
assert_refused (const char *name, const char *sentence)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "dump", "-o", name, "app", NULL);
  g_autofree char *expected = g_strdup_printf ("tracedump: %s: %s\n", name, sentence);

  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.out, "");
  ck_assert_str_eq (run.err, expected);
}

START_TEST (what_cannot_be_written_is_told_in_one_sentence)
{
  g_autofree char *locked = find_place ("locked");
  g_autofree char *read_only = find_place ("read-only");

  write_file ("good", "good");
  write_file ("read-only", "good");
  ck_assert_int_eq (g_mkdir (locked, 0500), 0);
  ck_assert_int_eq (g_chmod (read_only, 0400), 0);
  assert_refused (".", "Is a directory");
  assert_refused ("", "No such file or directory");
  assert_refused ("nowhere/x", "No such file or directory");
  assert_refused ("nowhere/", "No such file or directory");
  assert_refused ("good/x", "Not a directory");
  assert_refused ("/dev/fd/77", "Bad file descriptor");
  if (geteuid () != 0)
    {
      assert_refused ("locked/x", "Permission denied");
      assert_refused ("read-only", "Permission denied");
    }
  assert_file ("read-only", "good");
}
END_TEST

START_TEST (a_full_device_is_told)
{
  static const char *const commands[]
      = { "info",    "methods",    "dump", "report", "graph",
          "threads", "flamegraph", "tree", "fold",   "regression" };

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (TvRun) file
          = tv_run_tracedump (folder, commands[i], "-o", "/dev/full", "app", NULL);
      g_autofree char *command = g_strdup_printf (
          "cd \"$(dirname \"$1\")\"; \"$0\" %s app >/dev/full", commands[i]);
      g_auto (TvRun) out = tv_run_shell (command, path);

      ck_assert_int_eq (file.status, 1);
      ck_assert (g_str_has_prefix (file.err, "tracedump: /dev/full: "));
      ck_assert_ptr_eq (strchr (file.err, '\n') + 1, file.err + strlen (file.err));
      ck_assert_int_eq (out.status, 1);
      ck_assert (g_str_has_prefix (out.err, "tracedump: standard output: "));
      ck_assert_ptr_eq (strchr (out.err, '\n') + 1, out.err + strlen (out.err));
    }
}
END_TEST

/* head(1) and the like have seen enough, which is no news. */
START_TEST (a_closed_pipe_ends_it_in_silence)
{
  g_auto (TvRun) run = tv_run_shell ("set -o pipefail; cd \"$(dirname \"$1\")\";"
                                     " \"$0\" dump app | head -1; echo $?",
                                     path);

  ck_assert_str_eq (run.err, "");
  ck_assert_msg (g_str_has_suffix (run.out, "\n1\n"), "%s", run.out);
}
END_TEST

TV_TESTS (set_up, tear_down)
