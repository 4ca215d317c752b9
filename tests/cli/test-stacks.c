/* SPDX-License-Identifier: Apache-2.0 */

/* The commands about stacks: fold, tree and flamegraph. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

/* On thread 1 a from 0 to 100, in it b from 10 to 40; on thread 2 b from 0 to 50. The
 * CPU clock runs at half the speed. */
static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *path = NULL;

  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "new.trace", NULL);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "pool 1");
  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p/A", "b", "(I)V", "A.java", 2);
  tv_test_write_calls (writer, "a 0-50/100 { b 5/10-20/40 } 2: b 0-25/50");
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
}

static void
assert_output (const char *command, const char *option, const char *second,
               const char *expected)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, command, "new.trace", option, second, NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (run.out, expected);
}

START_TEST (stacks_are_folded)
{
  assert_output ("fold", "--clock=wall", NULL, "p.A.a 70\np.A.a;p.A.b 30\np.A.b 50\n");
  assert_output ("fold", "--clock=cpu", "--thread=main", "p.A.a 35\np.A.a;p.A.b 15\n");
  assert_output ("fold", "--clock=wall", "--range=20..60",
                 "p.A.a 20\np.A.a;p.A.b 20\np.A.b 30\n");
  assert_output ("fold", "--per-thread", "--unit=ns",
                 "[1]_main;p.A.a 35000\n[1]_main;p.A.a;p.A.b 15000\n"
                 "[2]_pool_1;p.A.b 25000\n");
}
END_TEST

/* The same as another program would get from a conversion. */
START_TEST (folding_is_what_a_conversion_writes)
{
  g_auto (TvRun) fold = tv_run_tracedump (folder, "fold", "new.trace", NULL);
  g_auto (TvRun) convert
      = tv_run_tracedump (folder, "convert", "--to=collapsed", "new.trace", NULL);

  ck_assert_int_eq (fold.status, 0);
  ck_assert_str_eq (fold.out, "p.A.a 35\np.A.a;p.A.b 15\np.A.b 25\n");
  ck_assert_str_eq (convert.out, fold.out);
}
END_TEST

START_TEST (folded_stacks_have_a_depth)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "fold", "new.trace", "--depth=1", NULL);
  g_auto (TvRun) none
      = tv_run_tracedump (folder, "fold", "new.trace", "--depth=0", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (run.out, "p.A.a 50\np.A.b 25\n");
  ck_assert_ptr_nonnull (strstr (run.err, "below level 1 "));
  ck_assert_int_eq (none.status, 2);
}
END_TEST

static gint64
get_number (JsonObject *node, const char *clock, const char *name)
{
  return json_object_get_int_member (json_object_get_object_member (node, clock), name);
}

START_TEST (a_tree_is_json)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "tree", "new.trace", "--format=json",
                                         "--bottom-up", "--min=0", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root;
  JsonObject *node;
  JsonArray *nodes;

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert (json_parser_load_from_data (parser, run.out, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  ck_assert_int_eq (json_object_get_int_member (root, "wall_ns"), 150000);
  ck_assert_int_eq (json_object_get_int_member (root, "cpu_ns"), 75000);
  nodes = json_object_get_array_member (root, "nodes");
  ck_assert_uint_eq (json_array_get_length (nodes), 4);
  node = json_array_get_object_element (nodes, 1);
  ck_assert_str_eq (json_object_get_string_member (node, "method"), "b");
  ck_assert_int_eq (json_object_get_int_member (node, "parent"), 0);
  ck_assert_int_eq (json_object_get_int_member (node, "calls"), 2);
  ck_assert_int_eq (get_number (node, "cpu", "exclusive_ns"), 40000);
  ck_assert_int_eq (get_number (node, "wall", "inclusive_ns"), 80000);
  node = json_array_get_object_element (nodes, 2);
  ck_assert_str_eq (json_object_get_string_member (node, "method"), "a");
  ck_assert_int_eq (json_object_get_int_member (node, "parent"), 1);
  ck_assert_int_eq (json_object_get_int_member (node, "level"), 2);
  ck_assert_int_eq (get_number (node, "wall", "exclusive_ns"), 30000);
}
END_TEST

START_TEST (a_tree_tells_its_limits)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "tree", "new.trace", "--min=60us",
                                         "--clock=wall", "--depth=7", NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_ptr_nonnull (strstr (run.out, "p.A.a ()V"));
  ck_assert_ptr_null (strstr (run.out, "p.A.b"));
  ck_assert_ptr_nonnull (strstr (run.out, "less than 0.060 ms of inclusive time"));
  ck_assert_ptr_nonnull (strstr (run.out, "Levels below 7 are"));
}
END_TEST

/* Each of 2,000 methods takes less than 0.1 %, and a later one less than an earlier
 * one. */
START_TEST (the_longest_paths_are_listed_however_short_they_are)
{
  static const char *const directions[] = { "--bottom-up", "--per-thread" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "flat.trace", NULL);
  guint32 now = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint32 i = 1; i <= 2000; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%04u", i);

      tv_trace_writer_add_method (writer, 4 * i, "p.A", name, "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, now);
      now += 3000 - i;
      tv_trace_writer_exit (writer, 1, 4 * i, 0, now);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_auto (TvRun) cut = tv_run_tracedump (folder, "tree", directions[i], "flat",
                                             "--format=tsv", "--top=5", NULL);
      g_auto (TvRun) one = tv_run_tracedump (folder, "tree", directions[i], "flat",
                                             "--format=tsv", "--top=1", NULL);
      g_auto (TvRun) asked
          = tv_run_tracedump (folder, "tree", directions[i], "flat", "--format=tsv",
                              "--top=5", "--min=0.1", NULL);
      g_auto (GStrv) rows = g_strsplit (cut.out, "\n", -1);

      ck_assert_uint_eq (g_strv_length (rows), 1 + 5 + 1);
      ck_assert (g_str_has_prefix (rows[2], "1\t0\t1\tp.A\tm0001\t"));
      ck_assert (g_str_has_prefix (rows[5], "4\t0\t1\tp.A\tm0004\t"));
      ck_assert (g_str_has_suffix (one.out, "\n") && strstr (one.out, "\n0\t-\t0\t"));
      ck_assert_str_eq (strchr (asked.out, '\n'), "\n");
    }
}
END_TEST

START_TEST (a_picture_is_written_whole_or_not_at_all)
{
  g_autofree char *path = g_build_filename (folder, "x.svg", NULL);
  g_autofree char *text = NULL;
  g_auto (TvRun) run = tv_run_tracedump (folder, "flamegraph", "new.trace", "--diff",
                                         "new.trace", "-o", "x.svg", NULL);
  g_auto (TvRun) full
      = tv_run_tracedump (folder, "flamegraph", "new.trace", "-o", "/dev/full", NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert (g_str_has_suffix (text, "</svg>\n"));
  ck_assert_ptr_nonnull (strstr (text, "new.trace compared with new.trace"));
  ck_assert_int_eq (full.status, 1);
  ck_assert_str_ne (full.err, "");
}
END_TEST

START_TEST (a_title_has_no_control_characters)
{
  static const char *const charts[] = { "--icicle", "--chart" };

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (folder, "flamegraph", "new.trace", charts[i],
                              "--title=a\033\302\233b\342\200\256c\357\277\277<", NULL);

      ck_assert_msg (run.status == 0, "%s", run.err);
      ck_assert_ptr_nonnull (
          strstr (run.out, "a \357\277\275b\\u202ec\357\277\275&lt;"));
      ck_assert_ptr_null (strstr (run.out, "\342\200\256"));
      ck_assert_ptr_null (strstr (run.out, "\302\233"));
    }
}
END_TEST

START_TEST (mistakes_are_told)
{
  static const char *const lines[][3] = { { "fold", "--unit=min", "min" },
                                          { "tree", "--min=much", "much" },
                                          { "tree", "--min=101%", "101" },
                                          { "tree", "--depth=0", "depth" },
                                          { "flamegraph", "--width=3", "width" },
                                          { "flamegraph", "--min-width=nan", "width" },
                                          { "flamegraph", "--depth=-1", "depth" },
                                          { "flamegraph", "--diff-by=luck", "luck" } };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (folder, lines[i][0], "new.trace", lines[i][1], NULL);

      ck_assert_int_eq (run.status, 2);
      ck_assert_str_eq (run.out, "");
      ck_assert_msg (strstr (run.err, lines[i][2]) != NULL, "%s", run.err);
    }
}
END_TEST

/* Of 100 samples, b has 10 and c 60: their errors are √(0.1 · 0.9 / 100) = 3.0 and
 * √(0.6 · 0.4 / 100) = 4.9 points. A tree tells how many there are. */
START_TEST (shares_of_samples_are_not_exact)
{
  g_autofree char *path = g_build_filename (folder, "samples.txt", NULL);
  g_auto (TvRun) top = { 0 };
  g_auto (TvRun) tree = { 0 };

  ck_assert (g_file_set_contents (path, "a;b 10\na 30\nc 60\n", -1, NULL));
  top = tv_run_tracedump (folder, "top", "samples.txt", NULL);
  ck_assert_str_eq (top.out, "Numbers of: Samples\n"
                             "\n"
                             "Excl Samples     %    ±  Sum %  Incl Samples  Method\n"
                             "          60  60.0  4.9   60.0            60  c\n"
                             "          30  30.0  4.6   90.0            40  a\n"
                             "          10  10.0  3.0  100.0            10  b\n");
  tv_run_clear (&top);
  top = tv_run_tracedump (folder, "top", "--format=json", "samples.txt", NULL);
  ck_assert_ptr_nonnull (strstr (top.out, ",\"share_error_percent\":3.00"));
  tree = tv_run_tracedump (folder, "tree", "samples.txt", NULL);
  ck_assert_ptr_nonnull (strstr (tree.out, "\nSamples of equal weight: 100\n"));
}
END_TEST

TV_TESTS (set_up, tear_down)
