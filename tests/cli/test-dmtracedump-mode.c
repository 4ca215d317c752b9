/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump in place of dmtracedump. What the profile says is held against dmtracedump
 * itself by the test dmtracedump. */

#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <glib/gstdio.h>
#include <string.h>

#define A 0x4
#define B 0x8
#define C 0xc
#define D 0x10

typedef struct
{
  char *folder;
  char *old_path;
  char *new_path;
} Files;

static void
files_clear (Files *files)
{
  g_unlink (files->old_path);
  g_unlink (files->new_path);
  g_rmdir (files->folder);
  g_free (files->old_path);
  g_free (files->new_path);
  g_free (files->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static void
save (const char *path, guint64 scale, guint32 last)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (3, TV_WRITER_CLOCK_THREAD_CPU);

  tv_trace_writer_add_thread (writer, 11, "other");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "<init>", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "<init>", "(I)V", "Q.java", 1);
  tv_trace_writer_add_method (writer, D, "p.R", "d", "()V", "R.java", 1);
  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 10, 0);
  tv_trace_writer_exit (writer, 1, B, 10 + 30 * scale, 0);
  tv_trace_writer_enter (writer, 1, last, 20 + 30 * scale, 0);
  tv_trace_writer_unwind (writer, 1, last, 25 + 30 * scale, 0);
  tv_trace_writer_exit (writer, 1, 0x40, 26 + 30 * scale, 0);
  tv_trace_writer_exit (writer, 1, A, 30 + 30 * scale, 0);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

/* Both: a 0-… { <init> () 10-… }. The old one then has d, the new one <init> (I), and
 * <init> () takes a third. */
static Files
save_both (void)
{
  Files files = { .folder = g_dir_make_tmp ("tracedump-test-XXXXXX", NULL) };

  files.old_path = g_build_filename (files.folder, "old.trace", NULL);
  files.new_path = g_build_filename (files.folder, "new.trace", NULL);
  save (files.old_path, 3, D);
  save (files.new_path, 1, C);
  return files;
}

START_TEST (both_names_lead_to_the_profile)
{
  g_auto (Files) files = save_both ();
  g_auto (TvRun) by_option
      = tv_run_tracedump (NULL, "--dmtracedump", files.new_path, NULL);
  g_auto (TvRun) by_name
      = tv_run_shell ("(exec -a /usr/bin/dmtracedump \"$0\" \"$1\")", files.new_path);

  ck_assert_int_eq (by_option.status, 0);
  ck_assert (g_str_has_prefix (by_option.out,
                               "\n==================================================="
                               "===================\nTotal cycles: 60\n\n"));
  ck_assert_str_eq (by_name.out, by_option.out);
  ck_assert_int_eq (by_name.status, 0);
}
END_TEST

START_TEST (records_are_listed_as_they_were)
{
  g_auto (Files) files = save_both ();
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "--dmtracedump", "-o", files.new_path, NULL);

  ck_assert_str_eq (run.out, "VERSION: 3\n"
                             "Threads (2):\n"
                             " 1 main\n"
                             "11 other\n"
                             "Trace (threadID action usecs class.method signature):\n"
                             " 1 ent         0 ...p.Q.a ()V\n"
                             " 1 ent        10 ....p.Q.<init> ()V\n"
                             " 1 xit        40 ....p.Q.<init> ()V\n"
                             " 1 ent        50 ....p.Q.<init> (I)V\n"
                             " 1 unr        55 ....p.Q.<init> (I)V\n"
                             " 1 xit!       56 ....???.??? methodId: 0x40\n"
                             " 1 xit        60 ...p.Q.a ()V\n");
  ck_assert_int_eq (run.status, 0);
}
END_TEST

static char *
cut_file_names (const char *text)
{
  g_autoptr (GRegex) tab = g_regex_new ("\t[^\n]*", G_REGEX_RAW, 0, NULL);

  return g_regex_replace_literal (tab, text, -1, 0, "", 0, NULL);
}

static void
assert_records_equal (const char *path)
{
  g_auto (TvRun) ours
      = tv_run_shell ("\"$0\" --dmtracedump -o \"$1\" 2>/dev/null", path);
  g_auto (TvRun) theirs = tv_run_shell ("dmtracedump -o \"$1\"", path);
  g_autofree char *expected = cut_file_names (theirs.out);

  ck_assert_int_eq (ours.status, 0);
  ck_assert_uint_gt (strlen (expected), 1000);
  ck_assert_msg (g_str_equal (ours.out, expected), "%s", path);
}

START_TEST (records_are_those_of_dmtracedump)
{
  const TvRandomTrace spec = { .seed = 5,
                               .n_events = 5000,
                               .n_threads = 4,
                               .n_methods = 30,
                               .max_depth = 40,
                               .recursion_percent = 20,
                               .unwind_percent = 5 };
  g_autofree char *program = g_find_program_in_path ("dmtracedump");
  g_auto (Files) files = save_both ();
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  if (program == NULL)
    {
      g_print ("skipped: dmtracedump is not installed\n");
      return;
    }
  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  ck_assert (tv_trace_writer_save (writer, files.new_path, NULL));
  assert_records_equal (files.new_path);
  if (tv_test_has_trace ("real/art-trace-regular.trace"))
    {
      g_autofree char *path = tv_test_trace_path ("real/art-trace-regular.trace");

      assert_records_equal (path);
    }
}
END_TEST

START_TEST (differences_are_signed)
{
  g_auto (Files) files = save_both ();
  g_auto (TvRun) run = tv_run_tracedump (NULL, "--dmtracedump", "-d", files.old_path,
                                         files.new_path, NULL);
  g_auto (TvRun) page = tv_run_tracedump (NULL, "--dmtracedump", "-hd", files.old_path,
                                          files.new_path, NULL);

  ck_assert_str_eq (run.out, "p.Q.a 25 25 0 0.00\n1\n1\n"
                             "p.Q.<init>()V 90 30 -60 -66.67\n1\n1\n"
                             "p.Q.<init>()V 90 30 -60 -66.67\n1\n1\n"
                             "p.Q.a 120 60 -60 -50.00\n1\n1\n"
                             "p.R.d 5 5 1\n"
                             "p.Q.<init>(I)V 5 5 1\n");
  ck_assert_int_eq (run.status, 0);
  ck_assert_int_eq (page.status, 0);
  ck_assert (g_str_has_prefix (page.out, "<!DOCTYPE html>\n"));
  ck_assert_ptr_nonnull (strstr (page.out, "<td>-66.67</td><td>1</td><td>1</td><td>"
                                           "p.Q.&lt;init&gt;()V</td></tr>\n"));
  ck_assert (g_str_has_suffix (page.out, "</html>\n"));
  ck_assert_ptr_null (strstr (page.out + 1, "<!DOCTYPE"));
}
END_TEST

START_TEST (a_page_needs_no_other_script)
{
  g_auto (Files) files = save_both ();
  g_auto (TvRun) run = tv_run_tracedump (NULL, "--dmtracedump", "-h", "-s", "/js/",
                                         files.new_path, NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_prefix (run.out, "<!DOCTYPE html>\n"));
  ck_assert_ptr_null (strstr (run.out, "sortable.js"));
}
END_TEST

START_TEST (a_graph_is_written_beside_the_profile)
{
  static const char command[]
      = "cd \"$(dirname \"$1\")\" && \"$0\" --dmtracedump -k -t 10 -g x.dot \"$1\" "
        ">x.txt && head -3 x.txt && rm x.txt && ls && cmp x.dot x.dot.dot && head -c 7 "
        "x.dot; rm x.*";
  g_auto (Files) files = save_both ();
  g_auto (TvRun) run = tv_run_shell (command, files.new_path);

  ck_assert_ptr_nonnull (strstr (run.out, "Total cycles: 60\nnew.trace\nold.trace\n"
                                          "x.dot\nx.dot.dot\ndigraph"));
}
END_TEST

START_TEST (failures_are_told)
{
  static const char *const wrong[][2]
      = { { "-x", "a" },  { "-t", "a" }, { "-t101", "a" },
          { "-tx", "a" }, { "-g", "" },  { "a", "b" } };
  g_auto (TvRun) missing
      = tv_run_tracedump (NULL, "--dmtracedump", "-o", "/nowhere/a.trace", NULL);
  g_auto (TvRun) none = tv_run_tracedump (NULL, "--dmtracedump", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, "--dmtracedump", wrong[i][0], wrong[i][1], NULL);

      ck_assert_int_eq (run.status, 2);
      ck_assert (g_str_has_prefix (run.err, "usage: dmtracedump "));
    }
  ck_assert_int_eq (none.status, 2);
  ck_assert_int_eq (missing.status, 1);
  ck_assert_str_eq (missing.out, "");
  ck_assert_ptr_nonnull (strstr (missing.err, "/nowhere/a.trace"));
}
END_TEST

TV_TESTS (NULL, NULL)
