/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump report: its text on traces worked out by hand, and its page. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <string.h>

#define MAIN 0x4
#define FIB 0x8
#define LEAF 0xc

/* Thread 1: main 0-20 { fib 2-17 { fib 5-14 { leaf 6-8 } } }, the wall clock at double
 * speed. Thread 2: leaf 0-5. */
static TvTestFile
save_trace (const char *class_name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  TvTestFile file = tv_test_file_new ("calc.trace");

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "<b>\"w\"</b>");
  tv_trace_writer_add_method (writer, MAIN, "p.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, FIB, class_name, "fib", "(I)I", "F.java", 1);
  tv_trace_writer_add_method (writer, LEAF, "p.Leaf", "<init>", "()V", "L.java", 1);
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_enter (writer, 1, FIB, 2, 4);
  tv_trace_writer_enter (writer, 1, FIB, 5, 10);
  tv_trace_writer_enter (writer, 1, LEAF, 6, 12);
  tv_trace_writer_exit (writer, 1, LEAF, 8, 16);
  tv_trace_writer_exit (writer, 1, FIB, 14, 28);
  tv_trace_writer_exit (writer, 1, FIB, 17, 34);
  tv_trace_writer_exit (writer, 1, MAIN, 20, 40);
  tv_trace_writer_enter (writer, 2, LEAF, 0, 50);
  tv_trace_writer_exit (writer, 2, LEAF, 5, 60);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  return file;
}

static const char text_of_calc[]
    = "CPU time of the threads in microseconds: 25\n"
      "\n"
      "Exclusive elapsed times for each method, not including time spent in\n"
      "children, sorted by exclusive time.\n"
      "\n"
      "    Usecs  self %  sum %  Method\n"
      "       13   52.00  52.00  [2] p.Fib.fib (I)I\n"
      "        7   28.00  80.00  [3] p.Leaf.<init> ()V\n"
      "        5   20.00 100.00  [1] p.Main.main ()V\n"
      "\n"
      "======================================================================\n"
      "\n"
      "Inclusive elapsed times for each method and its parents and children,\n"
      "sorted by inclusive time.\n"
      "\n"
      "index  %/total %/self  index     calls         usecs name\n"
      "----------------------------------------------------\n"
      "[0]    100.0%                     0+0             25 (toplevel)\n"
      "                 0.0%   excl                       0\n"
      "                80.0%    [1]      1/1             20 p.Main.main ()V\n"
      "                20.0%    [3]      1/2              5 p.Leaf.<init> ()V\n"
      "----------------------------------------------------\n"
      "               100.0%    [0]      1/1             20 (toplevel)\n"
      "[1]     80.0%                     1+0             20 p.Main.main ()V\n"
      "                25.0%   excl                       5\n"
      "                75.0%    [2]      1/2             15 p.Fib.fib (I)I\n"
      "----------------------------------------------------\n"
      "               100.0%    [1]      1/2             15 p.Main.main ()V\n"
      "               +++++++++++++++++++++++++\n"
      "                         [2]      1/2              9 p.Fib.fib (I)I\n"
      "[2]     60.0%                     1+1             15 p.Fib.fib (I)I\n"
      "                40.0%   excl                       6\n"
      "                60.0%    [2]      1/2              9 p.Fib.fib (I)I\n"
      "               +++++++++++++++++++++++++\n"
      "                         [3]      1/2              2 p.Leaf.<init> ()V\n"
      "----------------------------------------------------\n"
      "                71.4%    [0]      1/2              5 (toplevel)\n"
      "                28.6%    [2]      1/2              2 p.Fib.fib (I)I\n"
      "[3]     28.0%                     2+0              7 p.Leaf.<init> ()V\n"
      "               100.0%   excl                       7\n"
      "\n"
      "======================================================================\n"
      "\n"
      "Exclusive elapsed time for each class, summed over all the methods\n"
      "in the class.\n"
      "\n"
      "   Cycles %/total Cumul.%  Calls+Recur  Class\n"
      "---------------------------------------------\n"
      "       13    52.0    52.0      1+1      p.Fib\n"
      "       13        15   100.0   100.0      1+1      [2] fib (I)I\n"
      "---------------------------------------------\n"
      "        7    28.0    80.0      2+0      p.Leaf\n"
      "        7         7   100.0   100.0      2+0      [3] <init> ()V\n"
      "---------------------------------------------\n"
      "        5    20.0   100.0      1+0      p.Main\n"
      "        5        20   100.0   100.0      1+0      [1] main ()V\n"
      "\n"
      "======================================================================\n"
      "\n"
      "Exclusive elapsed time for each method, summed over all the classes\n"
      "that contain a method with the same name.\n"
      "\n"
      "   Cycles %/total Cumul.%  Calls+Recur  Method\n"
      "---------------------------------------------\n"
      "       13    52.0    52.0      1+1      fib\n"
      "       13        15   100.0   100.0      1+1      [2] p.Fib.fib (I)I\n"
      "---------------------------------------------\n"
      "        7    28.0    80.0      2+0      <init>\n"
      "        7         7   100.0   100.0      2+0      [3] p.Leaf.<init> ()V\n"
      "---------------------------------------------\n"
      "        5    20.0   100.0      1+0      main\n"
      "        5        20   100.0   100.0      1+0      [1] p.Main.main ()V\n";

START_TEST (the_text_has_four_parts)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run = tv_run_tracedump (NULL, "report", file.path, NULL);

  ck_assert_str_eq (run.err, "");
  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (run.out, text_of_calc);
}
END_TEST

static void
assert_has (const TvRun *run, const char *text)
{
  ck_assert_int_eq (run->status, 0);
  ck_assert_msg (strstr (run->out, text) != NULL, "no “%s” in\n%.3000s%s", text,
                 run->out, run->err);
}

static void
assert_lacks (const TvRun *run, const char *text)
{
  ck_assert_int_eq (run->status, 0);
  ck_assert_msg (strstr (run->out, text) == NULL, "“%s” in\n%.3000s", text, run->out);
}

START_TEST (the_other_clock_and_single_threads)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) wall
      = tv_run_tracedump (NULL, "report", "--clock=wall", file.path, NULL);
  g_auto (TvRun) thread
      = tv_run_tracedump (NULL, "report", "--thread=2", file.path, NULL);
  g_auto (TvRun) each
      = tv_run_tracedump (NULL, "report", "--per-thread", file.path, NULL);
  g_auto (TvRun) range = tv_run_tracedump (NULL, "report", "--clock=wall",
                                           "--range=12..16", file.path, NULL);

  assert_has (&wall, "Wall time in microseconds: 50\n");
  assert_has (&wall, "       26   52.00  52.00  [2] p.Fib.fib (I)I\n");
  assert_has (&thread, "microseconds: 5\n");
  assert_has (&thread, "        5  100.00 100.00  [1] p.Leaf.<init> ()V\n");
  assert_lacks (&thread, "p.Fib");
  assert_has (&each, "microseconds: 20\n");
  assert_has (&each, "\n\n[2] <b>\"w\"</b>\n\nCPU time of the threads in "
                     "microseconds: 5\n");
  assert_has (&range, "Wall time in microseconds: 4\n");
  assert_has (&range, "        4  100.00 100.00  [2] p.Leaf.<init> ()V\n");
}
END_TEST

START_TEST (a_filter_lists_some_and_keeps_their_relatives)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "report", "--filter=Fib", file.path, NULL);

  assert_has (&run, "       13   52.00  52.00  [2] p.Fib.fib (I)I\n");
  assert_has (&run, "               100.0%    [1]      1/2             15 p.Main.main "
                    "()V\n");
  assert_lacks (&run, "\n[1] ");
  assert_lacks (&run, " p.Leaf\n");
}
END_TEST

/* All links lead to an id of the page, of which no two are the same. Returns how many
 * links there are. */
static guint
assert_links (const char *page)
{
  g_autoptr (GRegex) id = g_regex_new (" id=\"([^\"]*)\"", G_REGEX_RAW, 0, NULL);
  g_autoptr (GRegex) link
      = g_regex_new (" (?:href=\"#|data-list=\")([^\"]*)\"", G_REGEX_RAW, 0, NULL);
  g_autoptr (GHashTable) ids
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMatchInfo) found = NULL;
  g_autoptr (GMatchInfo) used = NULL;
  guint n = 0;

  g_regex_match (id, page, 0, &found);
  for (; g_match_info_matches (found); g_match_info_next (found, NULL))
    ck_assert (g_hash_table_add (ids, g_match_info_fetch (found, 1)));
  g_regex_match (link, page, 0, &used);
  for (; g_match_info_matches (used); g_match_info_next (used, NULL), n++)
    {
      g_autofree char *target = g_match_info_fetch (used, 1);

      ck_assert_msg (g_hash_table_contains (ids, target), "no id %s", target);
    }
  return n;
}

static void
assert_page_is_whole (const TvRun *run)
{
  g_autoptr (GRegex) outside = g_regex_new (
      "(src|href)=\"[^#\"]|https?:|@import|url\\(", G_REGEX_RAW, 0, NULL);

  assert_has (run, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                   "<meta charset=\"utf-8\">\n");
  ck_assert (g_str_has_suffix (run->out, "</script>\n</body>\n</html>\n"));
  ck_assert (!g_regex_match (outside, run->out, 0, NULL));
  ck_assert (g_utf8_validate (run->out, -1, NULL));
}

START_TEST (the_page_needs_nothing_else)
{
  g_auto (TvTestFile) file = save_trace ("p.<script>alert('&')</script>");
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "report", "--format=html", file.path, NULL);
  g_auto (TvRun) each = tv_run_tracedump (NULL, "report", "--format=html",
                                          "--per-thread", file.path, NULL);

  assert_page_is_whole (&run);
  assert_has (&run, "<title>calc.trace</title>");
  assert_has (&run, "prefers-color-scheme:dark");
  assert_has (&run, "p.&lt;script&gt;alert(&#39;&amp;&#39;)&lt;.script&gt;.fib (I)I");
  assert_has (&run, "p.Leaf.&lt;init&gt; ()V");
  assert_lacks (&run, "<script>alert");
  ck_assert_uint_gt (assert_links (run.out), 15);
  assert_page_is_whole (&each);
  assert_has (&each, "&lt;b&gt;&quot;w&quot;&lt;/b&gt;");
  ck_assert_uint_gt (assert_links (each.out), 15);
}
END_TEST

/* Methods that take no time, and methods that are not listed, are among the relatives
 * too. */
START_TEST (links_of_real_pages_lead_somewhere)
{
  static const char *const files[]
      = { "real/basic.trace", "real/art-trace-regular.trace", "gen/v3-recursion.trace",
          "regress/allzero.trace" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (tv_test_has_trace (files[i]))
      {
        g_autofree char *path = tv_test_trace_path (files[i]);
        g_auto (TvRun) run
            = tv_run_tracedump (NULL, "report", "--format=html", path, NULL);
        g_auto (TvRun) some = tv_run_tracedump (NULL, "report", "--format=html",
                                                "--filter=java", path, NULL);

        assert_page_is_whole (&run);
        assert_links (run.out);
        assert_page_is_whole (&some);
        assert_links (some.out);
      }
}
END_TEST

/* main 0-10,000 calls big, which takes 9,000, ten that take 49 each and one that takes
 * 50. */
static TvTestFile
save_hub (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  TvTestFile file = tv_test_file_new ("hub.trace");
  guint32 now = 9000;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "p.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 8, "p.Main", "big", "()V", "M.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_enter (writer, 1, 8, 0, 0);
  tv_trace_writer_exit (writer, 1, 8, 0, 9000);
  for (guint32 i = 0; i < 11; i++)
    {
      const guint32 id = 12 + 4 * i;
      g_autofree char *name = g_strdup_printf ("small%u", i);

      tv_trace_writer_add_method (writer, id, "p.Main", name, "()V", "M.java", 1);
      tv_trace_writer_enter (writer, 1, id, 0, now);
      now += i == 0 ? 50 : 49;
      tv_trace_writer_exit (writer, 1, id, 0, now);
    }
  tv_trace_writer_exit (writer, 1, 4, 0, 10000);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  return file;
}

START_TEST (what_takes_little_time_shares_a_line)
{
  g_auto (TvTestFile) file = save_hub ();
  g_auto (TvRun) run = tv_run_tracedump (NULL, "report", file.path, NULL);
  g_auto (TvRun) page
      = tv_run_tracedump (NULL, "report", "--format=html", file.path, NULL);
  g_auto (TvRun) all = tv_run_tracedump (NULL, "report", "--all", file.path, NULL);

  ck_assert_ptr_nonnull (strstr (
      run.out,
      "\nCallers and callees with less than 0.5 % of a method's time share a line; "
      "--all lists each.\n"));
  ck_assert_ptr_nonnull (strstr (
      run.out, "                90.0%    [2]      1/1           9000 p.Main.big "
               "()V\n"
               "                 0.5%    [3]      1/1             50 "
               "p.Main.small0 ()V\n"
               "                 4.9%            10              490 10 more "
               "callees\n"
               "---"));
  ck_assert_ptr_nonnull (strstr (
      page.out, "<tr><td>4.90</td><td>10</td><td>490</td><td>10 more callees</td>"));
  /* Of the class as well, whose exclusive time is 10,000 */
  ck_assert_ptr_nonnull (
      strstr (run.out, "\n      490               4.9   100.0     10+0      10 more "
                       "methods\n"));
  ck_assert_ptr_null (strstr (all.out, " more "));
  ck_assert_ptr_null (strstr (all.out, "--all"));
  ck_assert_ptr_nonnull (
      strstr (all.out, "  0.5%   [13]      1/1             49 p.Main.small9 ()V\n"));
}
END_TEST

START_TEST (the_first_are_listed)
{
  g_auto (TvTestFile) file = save_hub ();
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "report", "--top=2", "--all", file.path, NULL);

  /* main and big have the longest times in either order */
  ck_assert_ptr_nonnull (
      strstr (run.out, "      540    5.40 100.00  11 more methods\n"));
  ck_assert_ptr_nonnull (strstr (
      run.out, "\n11 more methods, each with at most 0.50 % of the time; --all"));
  ck_assert_ptr_nonnull (strstr (run.out, "\n[2]     90.0%"));
  ck_assert_ptr_null (strstr (run.out, "\n[3]  "));
  /* Of the names, big and main */
  ck_assert_ptr_nonnull (strstr (run.out, " 11+0      11 more names\n"));
}
END_TEST

/* Its 40,000 methods would be a page of 45 MB. */
START_TEST (a_page_can_be_opened)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvTestFile) file = tv_test_file_new ("many.trace");
  g_auto (TvRun) page = { 0 };
  g_auto (TvRun) threads = { 0 };

  for (guint32 i = 0; i < 40000; i++)
    {
      g_autofree char *name = g_strdup_printf ("method%u", i);

      tv_trace_writer_add_method (writer, 4 * i, "p.Main", name, "()V", "M.java", 1);
      tv_trace_writer_enter (writer, 1 + i % 16, 4 * i, 0, 10 * i);
      tv_trace_writer_exit (writer, 1 + i % 16, 4 * i, 0, 10 * i + 5);
    }
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  page = tv_run_tracedump (NULL, "report", "--format=html", file.path, NULL);
  threads = tv_run_tracedump (NULL, "report", "-p", "--format=html", file.path, NULL);
  ck_assert_uint_gt (strlen (page.out), 5 * 1000 * 1000);
  ck_assert_uint_lt (strlen (page.out), 20 * 1000 * 1000);
  ck_assert_uint_gt (strlen (threads.out), 5 * 1000 * 1000);
  ck_assert_uint_lt (strlen (threads.out), 20 * 1000 * 1000);
  ck_assert_ptr_nonnull (strstr (page.out, " more methods, each with at most 0.00 %"));
}
END_TEST

START_TEST (what_cannot_be_is_refused)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) format
      = tv_run_tracedump (NULL, "report", "--format=pdf", file.path, NULL);
  g_auto (TvRun) full
      = tv_run_tracedump (NULL, "report", "-o", "/dev/full", file.path, NULL);
  g_auto (TvRun) unread = tv_run_unread ("report", file.path);

  ck_assert_int_eq (format.status, 2);
  ck_assert_int_eq (full.status, 1);
  ck_assert (strchr (full.err, '\n') == full.err + strlen (full.err) - 1);
  ck_assert_int_eq (unread.status, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
