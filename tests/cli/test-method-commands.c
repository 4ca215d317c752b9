/* SPDX-License-Identifier: Apache-2.0 */

/* The commands about the heaviest methods and about one method: top, callers, callees
 * and calls. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

/* On thread 1 a from 0 to 1000, in it b from 100 to 400 and from 500 to 600, in the
 * first b an a from 200 to 300; on thread 2 b(int) from 0 to 250, in it the a of
 * another class from 220 to 240. The CPU clock stands still from 300 to 500, which is a
 * wait of the first b, and is slower elsewhere, but by less than a wait. */
static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *path = NULL;

  folder = tv_test_folder_new ();
  path = g_build_filename (folder, "new.trace", NULL);
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "pool 1");
  tv_trace_writer_add_method (writer, 0x4, "p.Shop", "a", "()V", "Shop.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.Cart", "b", "()V", "Cart.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p.Cart", "b", "(I)V", "Cart.java", 3);
  tv_trace_writer_add_method (writer, 0x10, "p.Cart", "never", "()V", "Cart.java", 4);
  tv_trace_writer_add_method (writer, 0x14, "q.Shop", "a", "()V", "Shop.java", 1);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 2, 0xc, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 50, 100);
  tv_trace_writer_enter (writer, 1, 0x4, 100, 200);
  tv_trace_writer_enter (writer, 2, 0x14, 130, 220);
  tv_trace_writer_exit (writer, 2, 0x14, 140, 240);
  tv_trace_writer_exit (writer, 2, 0xc, 145, 250);
  tv_trace_writer_exit (writer, 1, 0x4, 150, 300);
  tv_trace_writer_exit (writer, 1, 0x8, 150, 500);
  tv_trace_writer_enter (writer, 1, 0x8, 150, 500);
  tv_trace_writer_exit (writer, 1, 0x8, 200, 600);
  tv_trace_writer_exit (writer, 1, 0x4, 500, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
tear_down (void)
{
  g_clear_pointer (&folder, tv_test_folder_remove);
}

static void
assert_output (const char *command, const char *method, const char *option,
               const char *second, const char *expected)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, command, method, "new.trace", option, second, NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (run.out, expected);
}

#define CALL_FIELDS                                                                    \
  "tid\tthread\tclass\tmethod\tsignature\trecursive\tstart_cpu_us\t"                   \
  "inclusive_cpu_us\texclusive_cpu_us\tstart_wall_us\tinclusive_wall_us\t"             \
  "exclusive_wall_us\twaiting_us\tcaller_class\tcaller_method\tcaller_signature\n"
#define FIRST_B                                                                        \
  "1\tmain\tp.Cart\tb\t()V\t0\t50\t100\t50\t100\t400\t300\t200\tp.Shop\ta\t()V\n"
#define SECOND_B                                                                       \
  "1\tmain\tp.Cart\tb\t()V\t0\t150\t50\t50\t500\t100\t100\t0\tp.Shop\ta\t()V\n"
#define OTHER_B "2\tpool 1\tp.Cart\tb\t(I)V\t0\t0\t145\t135\t0\t250\t230\t0\t-\t-\t-\n"
#define OUTER_A "1\tmain\tp.Shop\ta\t()V\t0\t0\t500\t350\t0\t1000\t500\t0\t-\t-\t-\n"
#define INNER_A                                                                        \
  "1\tmain\tp.Shop\ta\t()V\t1\t100\t50\t50\t200\t100\t100\t0\tp.Cart\tb\t()V\n"

START_TEST (each_call_is_listed)
{
  const char *tsv = "--format=tsv";

  assert_output ("calls", "b", tsv, NULL, CALL_FIELDS OTHER_B FIRST_B SECOND_B);
  assert_output ("calls", "b", tsv, "--clock=wall",
                 CALL_FIELDS FIRST_B OTHER_B SECOND_B);
  assert_output ("calls", "p.Shop.a", tsv, NULL, CALL_FIELDS OUTER_A INNER_A);
  assert_output ("calls", "Cart.b (I)V", tsv, NULL, CALL_FIELDS OTHER_B);
  assert_output ("calls", "Cart.b(int)", tsv, "--demangle",
                 CALL_FIELDS
                 "2\tpool 1\tp.Cart\tb\t(int): void\t0\t0\t145\t135\t0\t250\t"
                 "230\t0\t-\t-\t-\n");
  assert_output ("calls", "never", tsv, NULL, CALL_FIELDS);
  assert_output ("calls", "b", tsv, "--thread=2", CALL_FIELDS OTHER_B);
}
END_TEST

START_TEST (calls_have_an_order_and_a_limit)
{
  const char *tsv = "--format=tsv";

  assert_output ("calls", "b", tsv, "--sort=start",
                 CALL_FIELDS OTHER_B FIRST_B SECOND_B);
  assert_output ("calls", "b", tsv, "--sort=waiting",
                 CALL_FIELDS FIRST_B SECOND_B OTHER_B);
  assert_output ("calls", "b", tsv, "--sort=exclusive",
                 CALL_FIELDS OTHER_B FIRST_B SECOND_B);
  assert_output ("calls", "b", tsv, "--top=1", CALL_FIELDS OTHER_B);
}
END_TEST

START_TEST (calls_are_summed_up)
{
  /* Of 400, 250 and 100, and of 1000 with 100 in it. */
  assert_output ("calls", "Cart.b", "--clock=wall", "--top=1",
                 "Calls: 3\n"
                 "Times in milliseconds\n"
                 "\n"
                 "Time       Total   Mean  Mean Length    Min  Median   95 %    Max\n"
                 "Incl CPU   0.295  0.098        0.098  0.050   0.100  0.145  0.145\n"
                 "Excl CPU   0.235  0.078        0.078  0.050   0.050  0.135  0.135\n"
                 "Incl Wall  0.750  0.250        0.250  0.100   0.250  0.400  0.400\n"
                 "Excl Wall  0.630  0.210        0.210  0.100   0.230  0.300  0.300\n"
                 "Waiting    0.200  0.067        0.067  0.000   0.000  0.200  0.200\n"
                 "\n"
                 "Start  Incl CPU  Excl CPU  Incl Wall  Excl Wall  Waiting  Signature  "
                 "  Thread  Caller\n"
                 "0.100     0.100     0.050      0.400      0.300    0.200        ()V  "
                 "[1] main  p.Shop.a ()V\n");
  assert_output ("calls", "p.Shop.a", "--sort=start", NULL,
                 "Calls: 2, of which recursive: 1\n"
                 "Times in milliseconds\n"
                 "The total counts nested time once, and the mean is of it; the mean "
                 "length is of all calls\n"
                 "\n"
                 "Time       Total   Mean  Mean Length    Min  Median   95 %    Max\n"
                 "Incl CPU   0.500  0.250        0.275  0.050   0.275  0.500  0.500\n"
                 "Excl CPU   0.400  0.200        0.200  0.050   0.200  0.350  0.350\n"
                 "Incl Wall  1.000  0.500        0.550  0.100   0.550  1.000  1.000\n"
                 "Excl Wall  0.600  0.300        0.300  0.100   0.300  0.500  0.500\n"
                 "Waiting    0.000  0.000        0.000  0.000   0.000  0.000  0.000\n"
                 "\n"
                 "Start  Incl CPU  Excl CPU  Incl Wall  Excl Wall  Waiting  Recursive  "
                 "  Thread  Caller\n"
                 "0.000     0.500     0.350      1.000      0.500    0.000         no  "
                 "[1] main  -\n"
                 "0.200     0.050     0.050      0.100      0.100    0.000        yes  "
                 "[1] main  p.Cart.b ()V\n");
  assert_output ("calls", "never", NULL, NULL,
                 "Calls: 0\n"
                 "Times in milliseconds\n"
                 "\n"
                 "Start  Incl CPU  Excl CPU  Incl Wall  Excl Wall  Waiting  Thread  "
                 "Caller\n");
}
END_TEST

START_TEST (calls_are_json)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "calls", "p.Shop.a", "new.trace",
                                         "--format=json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *times, *call;

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert (json_parser_load_from_data (parser, run.out, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  ck_assert_int_eq (json_object_get_int_member (root, "calls"), 1);
  ck_assert_int_eq (json_object_get_int_member (root, "recursive_calls"), 1);
  times
      = json_array_get_object_element (json_object_get_array_member (root, "times"), 2);
  ck_assert_str_eq (json_object_get_string_member (times, "time"), "inclusive");
  ck_assert_str_eq (json_object_get_string_member (times, "clock"), "wall");
  ck_assert_int_eq (json_object_get_int_member (times, "total_ns"), 1000000);
  ck_assert_double_eq_tol (json_object_get_double_member (times, "mean_ns"), 500000,
                           0.001);
  ck_assert_double_eq_tol (json_object_get_double_member (times, "mean_length_ns"),
                           550000, 0.001);
  ck_assert_int_eq (json_object_get_int_member (times, "p95_ns"), 1000000);
  ck_assert_double_eq_tol (json_object_get_double_member (times, "median_ns"), 550000,
                           0.001);
  call = json_array_get_object_element (json_object_get_array_member (root, "list"), 1);
  ck_assert_int_eq (json_object_get_int_member (call, "tid"), 1);
  ck_assert_int_eq (json_object_get_int_member (call, "call"), 2);
  ck_assert (json_object_get_boolean_member (call, "recursive"));
  ck_assert_str_eq (json_object_get_string_member (
                        json_object_get_object_member (call, "caller"), "method"),
                    "b");
}
END_TEST

#define NODE_FIELDS                                                                    \
  "node\tparent\tlevel\tclass\tmethod\tsignature\ttid\tthread\tcalls\t"                \
  "inclusive_cpu_us\texclusive_cpu_us\tinclusive_wall_us\texclusive_wall_us\t"         \
  "waiting_us\n"

START_TEST (callers_are_a_tree)
{
  assert_output ("callers", "b", "--format=tsv", "--min=0",
                 NODE_FIELDS
                 "0\t-\t0\t-\t-\t-\t-\t-\t0\t295\t0\t750\t0\t0\n"
                 "1\t0\t1\tp.Cart\tb\t-\t-\t-\t3\t295\t235\t750\t630\t200\n"
                 "2\t1\t2\tp.Shop\ta\t()V\t-\t-\t2\t150\t100\t500\t400\t200\n");
  /* The inner a, which b calls, has no time that the outer one has not. */
  assert_output (
      "callers", "p.Shop.a", "--clock=wall", NULL,
      "Times in milliseconds\n"
      "Percentages of the time in the method\n"
      "Nested calls of the method are counted, and their time counts once\n"
      "Paths with less than 0.001 ms of inclusive time are left out.\n"
      "Levels below 500 are left out.\n"
      "\n"
      "      Incl CPU      %      Excl CPU      %     Incl Wall      %     Excl "
      "Wall      %       Waiting     Calls Level  Method\n"
      "         0.500  100.0         0.000    0.0         1.000  100.0         "
      "0.000    0.0         0.000         0     0  All threads\n"
      "         0.500  100.0         0.400   80.0         1.000  100.0         "
      "0.600   60.0         0.000         2     1    p.Shop.a ()V\n");
  assert_output ("callers", "b(I)", "--format=tsv", "--per-thread",
                 NODE_FIELDS
                 "0\t-\t0\t-\t-\t-\t2\tpool 1\t0\t145\t0\t250\t0\t0\n"
                 "1\t0\t1\tp.Cart\tb\t(I)V\t-\t-\t1\t145\t135\t250\t230\t0\n");
  assert_output ("callers", "never", "--format=tsv", NULL, NODE_FIELDS);
}
END_TEST

/* With nothing in it but what the other overload takes, b took more itself than in all.
 */
START_TEST (overloads_are_one_method)
{
  const char *const commands[] = { "callers", "callees" };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "new.trace", NULL);

  tv_trace_writer_add_method (writer, 0x4, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.Q", "b", "()V", "Q.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p.Q", "b", "(J)V", "Q.java", 3);
  tv_test_write_calls (writer, "a 0-100 { b 10-50 { c 10-50 } }");
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    assert_output (commands[i], "b", "--format=tsv", "--depth=1",
                   NODE_FIELDS "0\t-\t0\t-\t-\t-\t-\t-\t0\t-\t-\t40\t0\t0\n"
                               "1\t0\t1\tp.Q\tb\t-\t-\t-\t2\t-\t-\t40\t40\t0\n");
  assert_output (
      "callers", "b", "--min=0", "--depth=2",
      "Times in milliseconds\n"
      "Percentages of the time in the method\n"
      "Nested calls of the method are counted, and their time counts once\n"
      "Levels below 2 are left out.\n"
      "\n"
      "     Incl Wall      %     Excl Wall      %     Calls Level  Method\n"
      "         0.040  100.0         0.000    0.0         0     0  All "
      "threads\n"
      "         0.040  100.0         0.040  100.0         2     1    p.Q.b\n"
      "         0.040  100.0         0.000    0.0         1     2      p.Q.a "
      "()V\n"
      "         0.000    0.0         0.040  100.0         1     2      "
      "p.Q.b\n");
  assert_output ("callees", "b (J)V", "--format=tsv", NULL,
                 NODE_FIELDS "0\t-\t0\t-\t-\t-\t-\t-\t0\t-\t-\t40\t0\t0\n"
                             "1\t0\t1\tp.Q\tb\t(J)V\t-\t-\t1\t-\t-\t40\t40\t0\n");
}
END_TEST

START_TEST (callees_are_a_tree)
{
  assert_output ("callees", "b", "--format=tsv", NULL,
                 NODE_FIELDS "0\t-\t0\t-\t-\t-\t-\t-\t0\t295\t0\t750\t0\t0\n"
                             "1\t0\t1\tp.Cart\tb\t-\t-\t-\t3\t295\t235\t750\t630\t200\n"
                             "2\t1\t2\tp.Shop\ta\t()V\t-\t-\t1\t50\t50\t100\t100\t0\n"
                             "3\t1\t2\tq.Shop\ta\t()V\t-\t-\t1\t10\t10\t20\t20\t0\n");
  assert_output ("callees", "b", "--format=tsv", "--min=20%",
                 NODE_FIELDS
                 "0\t-\t0\t-\t-\t-\t-\t-\t0\t295\t0\t750\t0\t0\n"
                 "1\t0\t1\tp.Cart\tb\t-\t-\t-\t3\t295\t235\t750\t630\t200\n");
  assert_output ("callees", "p.Shop.a", "--format=tsv", "--depth=1",
                 NODE_FIELDS
                 "0\t-\t0\t-\t-\t-\t-\t-\t0\t500\t0\t1000\t0\t0\n"
                 "1\t0\t1\tp.Shop\ta\t()V\t-\t-\t2\t500\t400\t1000\t600\t0\n");
  /* Of b, the time is what the inner a leaves, as its own time is with that of a. */
  assert_output ("callees", "p.Shop.a", "--format=tsv", "--min=0",
                 NODE_FIELDS
                 "0\t-\t0\t-\t-\t-\t-\t-\t0\t500\t0\t1000\t0\t0\n"
                 "1\t0\t1\tp.Shop\ta\t()V\t-\t-\t2\t500\t400\t1000\t600\t0\n"
                 "2\t1\t2\tp.Cart\tb\t()V\t-\t-\t2\t100\t100\t400\t400\t200\n"
                 "3\t2\t3\tp.Shop\ta\t()V\t-\t-\t1\t0\t0\t0\t0\t0\n");
  assert_output ("callees", "Cart.b", "--format=tsv", "--range=550us..",
                 NODE_FIELDS "0\t-\t0\t-\t-\t-\t-\t-\t0\t25\t0\t50\t0\t0\n"
                             "1\t0\t1\tp.Cart\tb\t-\t-\t-\t1\t25\t25\t50\t50\t0\n");
}
END_TEST

static void
assert_top (const char *option, const char *second, const char *third,
            const char *expected)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "top", "new.trace", option, second, third, NULL);

  ck_assert_msg (run.status == 0, "%s", run.err);
  ck_assert_str_eq (run.out, expected);
}

/* Of 645 us on the CPU. */
START_TEST (the_heaviest_methods_have_shares)
{
  assert_top (NULL, NULL, NULL,
              "Times in milliseconds\n"
              "\n"
              "Excl CPU     %  Sum %  Incl CPU  Waiting  Calls+Recur  Method\n"
              "   0.400  62.0   62.0     0.500    0.000          1+1  p.Shop.a ()V\n"
              "   0.135  20.9   82.9     0.145    0.000          1+0  p.Cart.b (I)V\n"
              "   0.100  15.5   98.4     0.150    0.200          2+0  p.Cart.b ()V\n"
              "   0.010   1.6  100.0     0.010    0.000          1+0  q.Shop.a ()V\n");
  assert_top ("--sort=inclusive", "--clock=wall", "--top=2",
              "Times in milliseconds\n"
              "\n"
              "Incl Wall     %  Excl Wall  Waiting  Calls+Recur  Method\n"
              "    1.000  80.0      0.600    0.000          1+1  p.Shop.a ()V\n"
              "    0.500  40.0      0.400    0.200          2+0  p.Cart.b ()V\n");
  assert_top ("--sort=calls", "--top=3", "--thread=1",
              "Times in milliseconds\n"
              "\n"
              "Calls+Recur     %  Sum %  Incl CPU  Excl CPU  Waiting  Method\n"
              "        1+1  50.0   50.0     0.500     0.400    0.000  p.Shop.a ()V\n"
              "        2+0  50.0  100.0     0.150     0.100    0.200  p.Cart.b ()V\n");
  /* What waits not is not listed. */
  assert_top ("--sort=waiting", "--format=tsv", NULL,
              "class\tmethod\tsignature\tcalls\trecursive_calls\tinclusive_cpu_us\t"
              "exclusive_cpu_us\tinclusive_wall_us\texclusive_wall_us\t"
              "share_percent\tsum_percent\n"
              "p.Cart\tb\t()V\t2\t0\t150\t100\t500\t400\t100\t100\n");
  assert_top ("--filter=Cart", "--format=csv", "--top=1",
              "\"class\",\"method\",\"signature\",\"calls\",\"recursive_calls\","
              "\"inclusive_cpu_us\",\"exclusive_cpu_us\",\"inclusive_wall_us\","
              "\"exclusive_wall_us\",\"share_percent\",\"sum_percent\"\r\n"
              "\"p.Cart\",\"b\",\"(I)V\",1,0,145,135,250,230,20.9302,20.9302\r\n");
}
END_TEST

START_TEST (twenty_are_enough)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "many.trace", NULL);
  g_auto (TvRun) run = { 0 };
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 30; i++)
    {
      tv_trace_writer_enter (writer, 1, 4 + 4 * i, 0, i);
      tv_trace_writer_exit (writer, 1, 4 + 4 * i, 0, i + 1);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  run = tv_run_tracedump (folder, "top", "--format=tsv", "many.trace", NULL);
  ck_assert_int_eq (run.status, 0);
  lines = g_strsplit (run.out, "\n", -1);
  ck_assert_uint_eq (g_strv_length (lines), 1 + 20 + 1);
}
END_TEST

START_TEST (pages_have_a_title)
{
  const char *const pages[][2]
      = { { "callers", "<h1>Callers of Cart.b in new.trace</h1>" },
          { "callees", "<h1>Callees of Cart.b in new.trace</h1>" },
          { "calls", "<h1>Calls of Cart.b in new.trace</h1>" } };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_auto (TvRun) run = tv_run_tracedump (folder, pages[i][0], "Cart.b", "new.trace",
                                             "--format=html", NULL);

      ck_assert_int_eq (run.status, 0);
      ck_assert_ptr_nonnull (strstr (run.out, pages[i][1]));
    }
}
END_TEST

static void
assert_error (const char *command, const char *method, const char *file, int status,
              const char *sentence)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, command, method, file, NULL);

  ck_assert_int_eq (run.status, status);
  ck_assert_str_eq (run.out, "");
  ck_assert_msg (strstr (run.err, sentence) != NULL, "%s", run.err);
}

START_TEST (mistakes_are_told)
{
  const char *const commands[] = { "callers", "callees", "calls" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      assert_error (commands[i], "Shop.a", "new.trace", 1,
                    "“Shop.a” does not name a single method; it could be p.Shop.a, "
                    "q.Shop.a\n");
      assert_error (commands[i], "cart.B", "new.trace", 1, "it could be p.Cart.b\n");
      assert_error (commands[i], "nothing", "new.trace", 1,
                    "There is no method “nothing” in the file\n");
      assert_error (commands[i], "a", NULL, 2, "The name of a trace file is missing");
      assert_error (commands[i], NULL, NULL, 2, "The name of a method is missing");
    }
}
END_TEST

/* A method of each of 13 classes. */
START_TEST (not_all_candidates_are_told)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "many.trace", NULL);

  for (guint i = 0; i < 13; i++)
    {
      g_autofree char *name = g_strdup_printf ("p.C%02u", i);

      tv_trace_writer_add_method (writer, 4 + 4 * i, name, "run", "()V", "C.java", 1);
      tv_trace_writer_enter (writer, 1, 4 + 4 * i, 0, i);
    }
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  assert_error ("calls", "run", "many.trace", 1,
                "p.C08.run, p.C09.run or one of 3 others");
}
END_TEST

TV_TESTS (set_up, tear_down)
