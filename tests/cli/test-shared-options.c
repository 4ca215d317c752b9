/* SPDX-License-Identifier: Apache-2.0 */

/* What commands of tracedump have in common: standard input, files to write, threads
 * and ranges of time. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <string.h>
#include <unistd.h>

static char *folder;
static char *path;

/* Two threads of the same name and one whose name is the id of another. */
static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "pool.trace", NULL);
  tv_trace_writer_add_thread (writer, 1, "pool");
  tv_trace_writer_add_thread (writer, 2, "pool");
  tv_trace_writer_add_thread (writer, 3, "1");
  tv_trace_writer_add_method (writer, 0x4, "p.A", "a", "()V", "A.java", 1);
  for (guint32 thread = 1; thread <= 3; thread++)
    tv_trace_writer_enter (writer, thread, 0x4, 0, 0);
  for (guint32 thread = 1; thread <= 3; thread++)
    tv_trace_writer_exit (writer, thread, 0x4, 0, 100 * thread);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
  g_clear_pointer (&path, g_free);
}

/* Calls and inclusive microseconds of the one method. */
static void
assert_sum (const char *first, const char *second, const char *calls,
            const char *inclusive)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "methods", "--format=json", "pool",
                                         first, second, NULL);
  g_autofree char *in_calls = g_strdup_printf ("\"calls\":%s,", calls);
  g_autofree char *in_time
      = g_strdup_printf ("\"wall\":{\"inclusive_ns\":%s000,", inclusive);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_msg (strstr (run.out, in_calls) != NULL, "%s", run.out);
  ck_assert_msg (strstr (run.out, in_time) != NULL, "%s", run.out);
}

START_TEST (threads_are_named_by_id_or_name)
{
  assert_sum ("--thread=2", NULL, "1", "200");
  assert_sum ("--thread=pool", NULL, "2", "300");
  assert_sum ("--thread=2", "--thread=3", "2", "500");
  /* The id goes before the name. */
  assert_sum ("--thread=1", NULL, "1", "100");
}
END_TEST

START_TEST (a_range_cuts_calls)
{
  assert_sum ("--range=50us..0.15ms", NULL, "3", "250");
  assert_sum ("--range=150..", NULL, "2", "200");
  assert_sum ("--range=..40", "--thread=3", "1", "40");
}
END_TEST

START_TEST (standard_input_is_read)
{
  g_auto (TvRun) plain = tv_run_tracedump (folder, "info", "pool", NULL);
  g_auto (TvRun) piped = tv_run_shell ("cat \"$1\" | \"$0\" info -", path);
  g_auto (TvRun) zipped = tv_run_shell ("gzip -c \"$1\" | \"$0\" methods -", path);
  g_auto (TvRun) methods = tv_run_tracedump (folder, "methods", "pool", NULL);
  g_auto (TvRun) empty = tv_run_shell ("\"$0\" info - </dev/null", path);

  ck_assert_int_eq (piped.status, 0);
  ck_assert_str_eq (piped.out, plain.out);
  ck_assert_str_eq (zipped.out, methods.out);
  ck_assert_int_eq (empty.status, 1);
  ck_assert (g_str_has_prefix (empty.err, "tracedump: standard input: "));
}
END_TEST

START_TEST (a_file_is_written)
{
  g_autofree char *target = g_build_filename (folder, "out.json", NULL);
  g_autofree char *text = NULL;
  g_auto (TvRun) expected
      = tv_run_tracedump (folder, "info", "--format=json", "pool", NULL);
  /* The ending says the format. */
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "info", "-o", "out.json", "pool", NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (run.out, "");
  ck_assert (g_file_get_contents (target, &text, NULL, NULL));
  ck_assert_str_eq (text, expected.out);
}
END_TEST

/* Writing more than a file may hold fails half-way. */
START_TEST (a_file_that_was_there_is_not_spoiled)
{
  g_autofree char *target = g_build_filename (folder, "good", NULL);
  g_autofree char *text = NULL;
  g_auto (TvRun) run = { 0 };
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  ck_assert (g_file_set_contents (target, "good", -1, NULL));
  run = tv_run_shell ("cd \"$(dirname \"$1\")\"; ulimit -f 0; trap '' XFSZ;"
                      " \"$0\" info -o good pool",
                      path);
  ck_assert_int_eq (run.status, 1);
  ck_assert (g_str_has_prefix (run.err, "tracedump: good: "));
  ck_assert (g_file_get_contents (target, &text, NULL, NULL));
  ck_assert_str_eq (text, "good");
  dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  ck_assert_uint_eq (n, 2);
}
END_TEST

START_TEST (a_file_that_cannot_be_written_is_told)
{
  g_auto (TvRun) full
      = tv_run_tracedump (folder, "info", "--output=/dev/full", "pool", NULL);
  g_auto (TvRun) nowhere
      = tv_run_tracedump (folder, "info", "--output=no/where", "pool", NULL);
  g_auto (TvRun) directory = tv_run_tracedump (folder, "info", "-o", ".", "pool", NULL);

  ck_assert_int_eq (full.status, 1);
  ck_assert (g_str_has_prefix (full.err, "tracedump: /dev/full: "));
  ck_assert_int_eq (nowhere.status, 1);
  ck_assert (g_str_has_prefix (nowhere.err, "tracedump: no/where: "));
  ck_assert_int_eq (directory.status, 1);
  ck_assert (g_str_has_prefix (directory.err, "tracedump: .: "));
}
END_TEST

/* A loop of links is no file that could be replaced. */
START_TEST (a_loop_of_links_is_told)
{
  g_autofree char *one = g_build_filename (folder, "one", NULL);
  g_autofree char *two = g_build_filename (folder, "two", NULL);
  g_autofree char *target = NULL;
  g_auto (TvRun) run = { 0 };

  ck_assert_int_eq (symlink ("two", one), 0);
  ck_assert_int_eq (symlink ("one", two), 0);
  run = tv_run_tracedump (folder, "info", "-o", "one", "pool", NULL);
  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.err, "tracedump: one: Too many levels of symbolic links\n");
  target = g_file_read_link (one, NULL);
  ck_assert_pstr_eq (target, "two");
}
END_TEST

/* What a terminal would obey is written out. */
START_TEST (control_characters_in_names_are_escaped)
{
  static const struct
  {
    const char *name;
    const char *shown;
  } cases[] = { { "a\033[31mb", "a\\x1b[31mb" },
                { "a\nb", "a\\x0ab" },
                { "a\302\233b", "a\\x9bb" },
                { "a\177b", "a\\x7fb" },
                { "a\u202eb", "a\\u202eb" },
                { "a\u2066b\u2069", "a\\u2066b\\u2069" },
                { "ä b", "ä b" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *name = cases[i].name;
      g_auto (TvRun) read = tv_run_tracedump (folder, "info", name, NULL);
      g_auto (TvRun) written
          = tv_run_tracedump (folder, "info", "-o", "no/x", name, NULL);
      g_auto (TvRun) command = tv_run_tracedump (folder, name, NULL);
      g_autofree char *begin = g_strdup_printf ("tracedump: %s: ", cases[i].shown);
      g_autofree char *unknown
          = g_strdup_printf ("tracedump: There is no command “%s”\n", cases[i].shown);

      ck_assert_msg (g_str_has_prefix (read.err, begin), "%s", read.err);
      ck_assert_msg (g_str_has_prefix (written.err, begin), "%s", written.err);
      ck_assert_msg (g_str_has_prefix (command.err, unknown), "%s", command.err);
    }
}
END_TEST

START_TEST (titles_have_no_controls)
{
  static const char *const lines[][2]
      = { { "info", "--format=html" },     { "threads", "--format=html" },
          { "methods", "--format=text" },  { "methods", "--format=html" },
          { "tree", "--format=markdown" }, { "dump", "--format=html" },
          { "report", "--format=html" },   { "flamegraph", "--icicle" },
          { "flamegraph", "--chart" },     { "graph", "--threshold=0" },
          { "--dmtracedump", "-h" } };
  static const char name[] = "a\u202eb\033.trace";
  g_autofree char *odd = g_build_filename (folder, name, NULL);
  g_autofree char *pool = g_build_filename (folder, "pool.trace", NULL);

  ck_assert_int_eq (symlink (pool, odd), 0);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (folder, lines[i][0], lines[i][1], name, NULL);

      ck_assert_msg (run.status == 0, "%s: %s", lines[i][0], run.err);
      ck_assert_msg (strstr (run.out, "\u202e") == NULL
                         && strchr (run.out, '\033') == NULL,
                     "%s", lines[i][0]);
    }
}
END_TEST

TV_TESTS (set_up, tear_down)
