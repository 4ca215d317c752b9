/* SPDX-License-Identifier: Apache-2.0 */

/* `tracedump diff` on two small traces, every number of which is worked out by hand:
 *
 *     old (CPU = wall / 10)                  new
 *     0        run                     100   0        run                     100
 *     10..40   a (I)V                        5..25    a (I)V
 *     40..50   a (J)V                        40..70   a (J)V
 *     60..60   zero                          70..71   zero
 *     80..90   gone                          80..95   <init>
 */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

static char *folder;

typedef struct
{
  guint32 id;
  const char *class_name;
  const char *name;
  const char *signature;
  guint start;
  guint end;
} Called;

/* Ids, files, lines and the way the class is written are others in each trace. */
static const Called old_calls[] = { { 0x4, "p/A", "a", "(I)V", 10, 40 },
                                    { 0x8, "p/A", "a", "(J)V", 40, 50 },
                                    { 0xc, "p/A", "zero", "()V", 60, 60 },
                                    { 0x10, "p/A", "gone", "()V", 80, 90 } };
static const Called new_calls[]
    = { { 0x8, "p.A", "a", "(I)V", 5, 25 },
        { 0x4, "p.A", "a", "(J)V", 40, 70 },
        { 0x14, "p.A", "zero", "()V", 70, 71 },
        { 0x10, "p.<script>&B", "<init>", "(\")V", 80, 95 } };

static void
write_trace (const char *name, const char *source, const Called *calls, gsize n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x100, "p/A", "run", "()V", source, 1);
  for (gsize i = 0; i < n; i++)
    tv_trace_writer_add_method (writer, calls[i].id, calls[i].class_name, calls[i].name,
                                calls[i].signature, source, 2);
  tv_trace_writer_enter (writer, 1, 0x100, 0, 0);
  for (gsize i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, calls[i].id, calls[i].start,
                             calls[i].start * 10);
      tv_trace_writer_exit (writer, 1, calls[i].id, calls[i].end, calls[i].end * 10);
    }
  tv_trace_writer_exit (writer, 1, 0x100, 100, 1000);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
}

static void
set_up (void)
{
  folder = g_dir_make_tmp ("tracedump-test-XXXXXX", NULL);
  write_trace ("old.trace", "Old.java", old_calls, G_N_ELEMENTS (old_calls));
  write_trace ("new.trace", "New.java", new_calls, G_N_ELEMENTS (new_calls));
}

static void
tear_down (void)
{
  static const char *const names[]
      = { "old.trace", "new.trace", "cpu.trace", "old.txt", "new.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  ck_assert_int_eq (g_rmdir (folder), 0);
  g_clear_pointer (&folder, g_free);
}

/* The fields of the methods, from the class to the exclusive CPU time. */
static char *
dup_tsv (const char *first, const char *second)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "diff", "--format=tsv", "old", "new",
                                         first, second, NULL);
  g_auto (GStrv) lines = g_strsplit (run.out, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_prefix (lines[0], "status\tclass\tmethod\tsignature\tcalls_old\t"
                                         "calls_new\tcalls_change\t"
                                         "inclusive_cpu_old_us\t"));
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);

      ck_assert_uint_eq (g_strv_length (fields), 22);
      for (guint field = 0; field < 13; field++)
        g_string_append_printf (text, "%s%s", fields[field], field < 12 ? " " : "\n");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define A_J "changed p/A a (J)V 1 1 0 10 30 20 10 30 20\n"
#define INIT "new p.<script>&B <init> (\")V 0 1 1 0 15 15 0 15 15\n"
#define RUN "changed p/A run ()V 1 1 0 100 100 0 50 34 -16\n"
#define A_I "changed p/A a (I)V 1 1 0 30 20 -10 30 20 -10\n"
#define GONE "gone p/A gone ()V 1 0 -1 10 0 -10 10 0 -10\n"
#define ZERO "changed p/A zero ()V 1 1 0 0 1 1 0 1 1\n"

/* The row has the class as the old trace writes it; new ones as the new one does. */
START_TEST (methods_are_matched_by_name)
{
  g_autofree char *tsv = dup_tsv (NULL, NULL);

  ck_assert_str_eq (tsv, A_J RUN INIT A_I GONE ZERO);
}
END_TEST

START_TEST (orders)
{
  g_autofree char *inclusive = dup_tsv ("--sort=inclusive", NULL);
  g_autofree char *calls = dup_tsv ("--sort=calls", "--filter=init|gone|zero");
  g_autofree char *name = dup_tsv ("--sort=name", "--filter=\\ba$");

  ck_assert_str_eq (inclusive, A_J INIT A_I GONE ZERO RUN);
  ck_assert_str_eq (calls, INIT GONE ZERO);
  ck_assert_str_eq (name, A_I A_J);
}
END_TEST

/* Neither the exclusive nor the inclusive time changed by so much. */
START_TEST (small_changes_can_be_left_out)
{
  g_autofree char *time = dup_tsv ("--min=10.001us", NULL);
  g_autofree char *edge = dup_tsv ("--min=10us", "--filter=gone|zero");
  g_autofree char *percent = dup_tsv ("--min=15.5%", NULL);
  g_autofree char *all = dup_tsv ("--range=0..50us", "--all");

  ck_assert_str_eq (time, A_J RUN INIT);
  ck_assert_str_eq (edge, GONE);
  ck_assert_str_eq (percent, A_J RUN);
  ck_assert_str_eq (all, "same p/A run ()V 1 1 0 5 5 0 5 5 0\n");
}
END_TEST

START_TEST (text_has_signs_and_true_percentages)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "diff", "old", "new", NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_prefix (
      run.out,
      "Old: old\n"
      "New: new\n"
      "CPU time in milliseconds\n"
      "All methods: 0.100, now 0.100 (0.000, 0.0 %)\n"
      "Methods: 6, of which new: 1, gone: 1, not listed: 0\n"
      "\n"
      "Method                    Excl Old    New  Change       %  Incl Old    New  "
      "Change       %  Waiting Old    New  Change  Calls Old  New  Change\n"
      "p.A.a (J)V                   0.010  0.030  +0.020  +200.0     0.010  0.030  "
      "+0.020  +200.0        0.000  0.270  +0.270          1    1       0\n"));
}
END_TEST

START_TEST (json_has_both_clocks)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "diff", "--format=json", "old", "new", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root;
  JsonObject *row;
  JsonObject *wall;
  JsonArray *methods;

  ck_assert_int_eq (run.status, 0);
  ck_assert (json_parser_load_from_data (parser, run.out, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  methods = json_object_get_array_member (root, "methods");
  ck_assert_uint_eq (json_array_get_length (methods), 6);
  row = json_array_get_object_element (methods, 3);
  ck_assert_str_eq (json_object_get_string_member (row, "signature"), "(I)V");
  wall = json_object_get_object_member (json_object_get_object_member (row, "wall"),
                                        "exclusive");
  ck_assert_int_eq (json_object_get_int_member (wall, "old_ns"), 300000);
  ck_assert_int_eq (json_object_get_int_member (wall, "new_ns"), 200000);
  ck_assert_int_eq (json_object_get_int_member (wall, "change_ns"), -100000);
  ck_assert (json_object_get_double_member (wall, "percent") < -33.33);
  ck_assert (json_object_get_double_member (wall, "percent") > -33.34);
  row = json_array_get_object_element (methods, 5);
  ck_assert_str_eq (json_object_get_string_member (row, "method"), "zero");
  ck_assert (json_object_get_null_member (
      json_object_get_object_member (json_object_get_object_member (row, "cpu"),
                                     "exclusive"),
      "percent"));
}
END_TEST

START_TEST (page_is_escaped_and_whole)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "diff", "--format=html", "old", "new", NULL);
  const char *row;

  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_prefix (run.out, "<!DOCTYPE html>\n"));
  ck_assert (g_str_has_suffix (run.out, "</script>\n</body>\n</html>\n"));
  ck_assert_ptr_null (strstr (run.out, "<init>"));
  row = strstr (run.out, "<tr><td>p.&lt;script&gt;&amp;B.&lt;init&gt; (&quot;)V</td>");
  ck_assert_ptr_nonnull (row);
  ck_assert_ptr_nonnull (strstr (run.out, "<td class=\"more\" data-value=\"Infinity\">"
                                          "new</td>"));
  ck_assert_ptr_nonnull (strstr (run.out, "<td class=\"less\">-0.010</td>"
                                          "<td class=\"less\">-33.3</td>"));
  ck_assert_ptr_null (strstr (run.out, "://"));
}
END_TEST

static void
assert_limit (const char *limit, const char *min, const char *filter, int status,
              const char *name, const char *more)
{
  g_autofree char *option = g_strconcat ("--fail-above=", limit, NULL);
  g_autofree char *least = g_strconcat ("--min=", min, NULL);
  g_autofree char *regex = g_strconcat ("--filter=", filter, NULL);
  g_auto (TvRun) run = tv_run_tracedump (folder, "diff", option, least, regex, "old",
                                         "new", more, NULL);

  ck_assert_int_eq (run.status, status);
  ck_assert_ptr_nonnull (strstr (run.out, "Excl Old"));
  if (status == 0)
    ck_assert_str_eq (run.err, "");
  else
    {
      g_autofree char *start = g_strconcat ("tracedump: new: ", name, ": the ", NULL);

      ck_assert (g_str_has_prefix (run.err, start));
      ck_assert (g_str_has_suffix (run.err, "which is above the limit\n"));
      ck_assert_ptr_eq (strchr (run.err, '\n'), strrchr (run.err, '\n'));
    }
}

START_TEST (limits)
{
  /* The greatest increase is that of a (J)V, from 10 to 30 µs. */
  assert_limit ("20us", "0us", "", 0, NULL, NULL);
  assert_limit ("19.999us", "0us", "", 3, "p.A.a (J)V", NULL);
  assert_limit ("200%", "0us", "\\ba$", 0, NULL, NULL);
  assert_limit ("199.9%", "0us", "\\ba$", 3, "p.A.a (J)V", NULL);
  /* What took nothing before has no percentage; what is faster is no matter. */
  assert_limit ("1000000%", "0us", "zero", 3, "p.A.zero ()V", NULL);
  assert_limit ("1000000%", "1.001us", "zero", 0, NULL, NULL);
  assert_limit ("1000000%", "15%", "", 3, "p.<script>&B.<init> (\")V", NULL);
  assert_limit ("1000000%", "15.1%", "", 0, NULL, NULL);
  assert_limit ("0%", "0us", "gone", 0, NULL, NULL);
  assert_limit ("0%", "0us", "", 0, NULL, "--filter-signature=^\\(I");
}
END_TEST

/* All methods together took no more, though each of them is another. */
START_TEST (total_counts)
{
  const Called longer = { 0x4, "p/A", "a", "(I)V", 10, 100 };
  g_auto (TvRun) run = { 0 };

  write_trace ("new.trace", "New.java", &longer, 1);
  run = tv_run_tracedump (folder, "diff", "--fail-above=0us", "old", "old", NULL);
  ck_assert_int_eq (run.status, 0);
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "--fail-above=60us", "old", "new", NULL);
  ck_assert_int_eq (run.status, 0);
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "--fail-above=59us", "old", "new", NULL);
  ck_assert_int_eq (run.status, 3);
}
END_TEST

START_TEST (mistakes)
{
  static const char *const amounts[]
      = { "--min=5",    "--min=-5%",         "--min=5 %",       "--min=%",
          "--min=0x5%", "--fail-above=",     "--fail-above=5x", "--fail-above=nan%",
          "--min=1e9%", "--fail-above=inf%", "--min=5.5.5%" };
  g_auto (TvRun) one = tv_run_tracedump (folder, "diff", "old", NULL);
  g_auto (TvRun) three = tv_run_tracedump (folder, "diff", "old", "new", "new", NULL);
  g_auto (TvRun) sort
      = tv_run_tracedump (folder, "diff", "-s", "x", "old", "new", NULL);
  g_auto (TvRun) missing = tv_run_tracedump (folder, "diff", "old", "none", NULL);
  g_auto (TvRun) thread
      = tv_run_tracedump (folder, "diff", "--thread=2", "old", "new", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (folder, "diff", amounts[i], "old", "new", NULL);

      ck_assert_int_eq (run.status, 2);
      ck_assert_str_eq (run.out, "");
    }
  ck_assert_int_eq (one.status, 2);
  ck_assert_int_eq (three.status, 2);
  ck_assert_int_eq (sort.status, 2);
  ck_assert_str_eq (missing.err, "tracedump: none: There is no such file\n");
  ck_assert_int_eq (missing.status, 1);
  ck_assert_int_eq (thread.status, 1);
}
END_TEST

START_TEST (clocks_must_be_common)
{
  g_autoptr (TvTraceWriter) cpu = tv_trace_writer_new (3, TV_WRITER_CLOCK_THREAD_CPU);
  g_autofree char *path = g_build_filename (folder, "cpu.trace", NULL);
  g_auto (TvRun) run = { 0 };

  tv_trace_writer_add_thread (cpu, 1, "main");
  tv_trace_writer_add_method (cpu, 0x100, "p/A", "run", "()V", "A.java", 1);
  tv_trace_writer_enter (cpu, 1, 0x100, 0, 0);
  tv_trace_writer_exit (cpu, 1, 0x100, 70, 0);
  ck_assert (tv_trace_writer_save (cpu, path, NULL));
  run = tv_run_tracedump (folder, "diff", "old", "cpu", "--filter=run", "--format=tsv",
                          NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (run.out, "\nchanged\tp/A\trun\t()V\t1\t1\t0\t100\t70\t"
                                          "-30\t50\t70\t20\t-\t-\t-\t-\t-\t-\t-\t-\t"
                                          "-\n"));
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "old", "cpu", "--clock=wall", NULL);
  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.err, "tracedump: cpu: The file has no wall clock\n");
}
END_TEST

/* Shares */

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  ck_assert (g_file_set_contents (path, text, -1, NULL));
}

/* Runs `diff` on two files and returns its lines of TSV without the first. */
static char *
dup_rows (const char *old, const char *now, const char *first, const char *second)
{
  g_auto (TvRun) run = tv_run_tracedump (folder, "diff", "--format=tsv", old, now,
                                         first, second, NULL);
  const char *rows = strchr (run.out, '\n');

  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (rows);
  return g_strdup (rows + 1);
}

/* 10 samples and 20. Whole: 10 and 20, call 3 and 9, run 2 and 2 of its own. */
static void
write_profiles (void)
{
  write_file ("old.txt", "main;run;read 4\nmain;run 2\nmain;call 3\nidle 1\n");
  write_file ("new.txt", "main;run;read 8\nmain;run 2\nmain;call 9\nmain;fresh 1\n");
}

#define NO_CALLS "\t\t-\t-\t-\t"
#define NO_WALL "\t-\t-\t-\t-\t-\t-\t-\t-\t-\n"

/* The greatest change in points comes first. What kept its share is unchanged. */
START_TEST (shares_of_samples)
{
  g_autofree char *rows = NULL;
  g_autofree char *by_weight = NULL;
  g_auto (TvRun) page = { 0 };

  write_profiles ();
  rows = dup_rows ("old.txt", "new.txt", "--by=share", NULL);
  ck_assert_str_eq (rows, "changed\t\tcall" NO_CALLS "30\t45\t15\t30\t45\t15" NO_WALL
                          "gone\t\tidle" NO_CALLS "10\t0\t-10\t10\t0\t-10" NO_WALL
                          "changed\t\trun" NO_CALLS "60\t50\t-10\t20\t10\t-10" NO_WALL
                          "new\t\tfresh" NO_CALLS "0\t5\t5\t0\t5\t5" NO_WALL
                          "changed\t\tmain" NO_CALLS "90\t100\t10\t0\t0\t0" NO_WALL);
  /* call: √(0.3 · 0.7 / 10 + 0.45 · 0.55 / 20) = 0.183; idle: √(0.1 · 0.9 / 10). */
  page = tv_run_tracedump (folder, "diff", "--by=share", "old.txt", "new.txt", NULL);
  ck_assert_ptr_nonnull (strstr (page.out, "  Change     ±      %  Incl Old "));
  ck_assert_ptr_nonnull (
      strstr (page.out, "\ncall        30.0  45.0   +15.0  18.3  +50.0 "));
  ck_assert_ptr_nonnull (
      strstr (page.out, "\nidle        10.0   0.0   -10.0   9.5   gone "));
  /* Weights are numbers of samples, as in all reports. */
  by_weight = dup_rows ("old.txt", "new.txt", "--filter=call|run", NULL);
  ck_assert_str_eq (by_weight, "changed\t\tcall" NO_CALLS "3\t9\t6\t3\t9\t6" NO_WALL
                               "changed\t\trun" NO_CALLS "6\t10\t4\t2\t2\t0" NO_WALL);
}
END_TEST

/* Totals are numbers of samples, as the rows are. */
START_TEST (totals_of_samples)
{
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) other = { 0 };

  write_profiles ();
  run = tv_run_tracedump (folder, "diff", "--format=json", "old.txt", "new.txt", NULL);
  ck_assert_ptr_nonnull (
      strstr (run.out, "\n\"total\":{\"cpu\":{\"old_count\":10,\"new_count\":20,"
                       "\"change_count\":10,\"percent\":100.0}},\n"));
  ck_assert_ptr_nonnull (strstr (run.out, "\"inclusive\":{\"old_count\":3,"
                                          "\"new_count\":9,\"change_count\":6,"));
  other = tv_run_tracedump (folder, "diff", "--format=tsv", "old.txt", "new.txt", NULL);
  ck_assert_ptr_nonnull (strstr (other.out, "\tinclusive_cpu_old_count\t"));
  tv_run_clear (&other);
  other = tv_run_tracedump (folder, "diff", "old.txt", "new.txt", NULL);
  ck_assert_ptr_nonnull (strstr (other.out, "\nSamples of equal weight: 10, now 20\n"));
}
END_TEST

/* Runs `diff` of the profiles for its status and error. */
static void
assert_error (const char *first, const char *second, int status, const char *error)
{
  g_auto (TvRun) run
      = tv_run_tracedump (folder, "diff", first, second, "old.txt", "new.txt", NULL);

  ck_assert_int_eq (run.status, status);
  ck_assert_str_eq (run.err, error);
}

/* A limit of shares is in percentage points: that of call increases by 15. */
START_TEST (limits_of_shares)
{
  write_profiles ();
  assert_error ("--by=share", "--fail-above=15%", 0, "");
  assert_error ("--by=share", "--fail-above=14.9%", 3,
                "tracedump: new.txt: call: the exclusive share has increased by 15.0 "
                "percentage points, which is above the limit\n");
  assert_error ("--by=share", "--fail-above=2ms", 1,
                "tracedump: new.txt: Shares are compared, so --fail-above must be "
                "percentage points such as 5%\n");
  assert_error ("--by=share", "--min=2ms", 1,
                "tracedump: new.txt: Shares are compared, so --min must be percentage "
                "points such as 5%\n");
  /* The whole is twice as large. */
  assert_error ("--by=amount", "--fail-above=200%", 3,
                "tracedump: new.txt: fresh: the exclusive weight has increased by 1 "
                "(Samples), which is above the limit\n");
  assert_error ("--by=amount", "--fail-above=2ms", 1,
                "tracedump: new.txt: No times are compared, so --fail-above must be a "
                "percentage such as 5%\n");
}
END_TEST

/* A change that is smaller than so many percentage points is left out. */
START_TEST (small_changes_of_shares)
{
  g_autofree char *rows = NULL;

  write_profiles ();
  rows = dup_rows ("old.txt", "new.txt", "--by=share", "--min=10.1%");
  ck_assert_str_eq (rows, "changed\t\tcall" NO_CALLS "30\t45\t15\t30\t45\t15" NO_WALL);
}
END_TEST

/* Times by shares: b is 30 of 100 then, 60 of 200 now. Calls do not count. */
START_TEST (shares_of_times)
{
  static const Called then[] = { { 0x4, "p/A", "b", "()V", 10, 40 } };
  static const Called now[]
      = { { 0x4, "p/A", "b", "()V", 0, 10 }, { 0x4, "p/A", "b", "()V", 20, 40 } };
  g_autofree char *rows = NULL;
  g_autofree char *times = NULL;

  write_trace ("old.trace", "Old.java", then, 1);
  write_trace ("new.trace", "New.java", now, 2);
  /* Waiting has changed, by 9 points. */
  rows = dup_rows ("old", "new", "--by=share", "--min=0.0001%");
  ck_assert_str_eq (rows, "");
  times = dup_rows ("old", "new", NULL, NULL);
  ck_assert (g_str_has_prefix (times, "changed\tp/A\tb\t()V\t1\t2\t1\t30\t30\t0\t"));
}
END_TEST

/* A method trace of 100 µs of real time, of which p.A.a took 10, half of them in its
 * overloaded namesake, and 8 samples, of which it has 2: 10 % and 25 %. */
static void
write_times_and_samples (void)
{
  g_autoptr (TvTraceWriter) wall = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *path = g_build_filename (folder, "old.trace", NULL);

  tv_trace_writer_add_thread (wall, 1, "main");
  tv_trace_writer_add_method (wall, 4, "p.A", "run", "()V", "A.java", 1);
  tv_trace_writer_add_method (wall, 8, "p.A", "a", "(I)V", "A.java", 2);
  tv_trace_writer_add_method (wall, 12, "p.A", "a", "(J)V", "A.java", 2);
  tv_trace_writer_enter (wall, 1, 4, 0, 0);
  tv_trace_writer_enter (wall, 1, 8, 50, 50);
  tv_trace_writer_exit (wall, 1, 8, 55, 55);
  tv_trace_writer_enter (wall, 1, 12, 55, 55);
  tv_trace_writer_exit (wall, 1, 12, 60, 60);
  tv_trace_writer_exit (wall, 1, 4, 100, 100);
  ck_assert (tv_trace_writer_save (wall, path, NULL));
  write_file ("new.txt", "p.A.run_[j];p.A.a_[j] 2\np.A.run_[j] 6\n");
}

START_TEST (times_and_samples_have_shares_in_common)
{
  static const char *const sentence
      = "The traces measure different things, so only their shares can be compared\n";
  g_auto (TvRun) run = { 0 };

  write_times_and_samples ();
  run = tv_run_tracedump (folder, "diff", "old", "new.txt", "--format=tsv", NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert (g_str_has_suffix (run.err, sentence));
  ck_assert_ptr_nonnull (
      strstr (run.out, "\nchanged\tp.A\ta" NO_CALLS "10\t25\t15\t10\t25\t15" NO_WALL));
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "new.txt", "old", NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_str_eq (run.err, "");
  ck_assert_ptr_nonnull (
      strstr (run.out, "\nThe old trace has samples, the new one measured times: only "
                       "shares of each in percent can be compared, and their changes "
                       "in percentage points\n100 % is 8 Samples in the old trace and "
                       "0.100 ms in the new one\n"));
  ck_assert_ptr_nonnull (
      strstr (run.out, "\np.A.a        25.0  10.0   -15.0  15.3  -60.0"));
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "old", "new.txt", "--by=amount", NULL);
  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.out, "");
  ck_assert (g_str_has_suffix (run.err, sentence));
}
END_TEST

/* Flame graphs compare shares anyway, and say what each trace measures. */
START_TEST (flame_graphs_compare_times_and_samples)
{
  g_auto (TvRun) run = { 0 };

  write_times_and_samples ();
  run = tv_run_tracedump (folder, "flamegraph", "new.txt", "--diff", "old", NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (
      strstr (run.out, "2 Samples (25.0 %), self 2 Samples (25.0 %); before 0.010 ms "
                       "(10.0 %), self 0.010 ms; change +15.00 %"));
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "flamegraph", "old", "--diff", "new.txt", NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (run.out, "before 2 Samples (25.0 %), self 2 Samples; "
                                          "change -15.00 %"));
}
END_TEST

#define SAMPLE(time, weight) "app 7/8 " time ": " weight " cpu-clock:\n\t10 a (/b)\n\n"

/* Times of samples are named after their clock; totals keep their names. */
START_TEST (samples_of_time)
{
  static const char speedscope[]
      = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
        "\"shared\":{\"frames\":[{\"name\":\"a\"}]},\"profiles\":[{\"type\":"
        "\"sampled\",\"name\":\"p\",\"unit\":\"milliseconds\",\"startValue\":0,"
        "\"endValue\":3,\"samples\":[[0]],\"weights\":[3]}]}";
  g_auto (TvRun) run = { 0 };

  write_file ("new.txt", SAMPLE ("1.0", "20000") SAMPLE ("2.0", "20000"));
  run = tv_run_tracedump (folder, "diff", "--format=json", "old", "new.txt", NULL);
  ck_assert_ptr_nonnull (
      strstr (run.out, "\n\"total\":{\"cpu\":{\"old_ns\":100000,\"new_ns\":40000}},"));
  write_file ("old.txt", speedscope);
  write_file ("new.txt", speedscope);
  tv_run_clear (&run);
  run = tv_run_tracedump (folder, "diff", "old.txt", "new.txt", NULL);
  ck_assert_ptr_nonnull (strstr (run.out, "\nTime in milliseconds\n"));
}
END_TEST

/* Their times are no clock on which they are compared. */
START_TEST (mistakes_about_samples)
{
  write_file ("old.txt", SAMPLE ("1.0", "10000") SAMPLE ("2.0", "10000"));
  write_file ("new.txt", SAMPLE ("1.0", "20000") SAMPLE ("2.0", "20000"));
  assert_error ("--clock=cpu", "--all", 0, "");
  assert_error ("--clock=wall", "--all", 1,
                "tracedump: new.txt: The files have no wall clock in common\n");
  assert_error ("--sort=calls", "--all", 1,
                "tracedump: old.txt: This trace has samples, which do not tell single "
                "calls of methods, which “--sort=calls” is about\n");
  assert_error ("--sort=waiting", "--all", 1,
                "tracedump: old.txt: This trace has samples, which do not tell single "
                "calls of methods, which “--sort=waiting” is about\n");
}
END_TEST

/* Of nothing, the share is 0. Of its 1000 µs, run waits from 250 to 400, less 15 on the
 * CPU. */
START_TEST (shares_of_nothing)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autofree char *path = g_build_filename (folder, "old.trace", NULL);
  g_autofree char *rows = NULL;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "p/A", "run", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_exit (writer, 1, 4, 0, 0);
  ck_assert (tv_trace_writer_save (writer, path, NULL));
  rows = dup_rows ("old", "new", "--by=share", "--filter=run");
  ck_assert_str_eq (rows, "changed\tp/A\trun\t()V\t1\t1\t0\t0\t100\t100\t0\t34\t34"
                          "\t0\t100\t100\t0\t34\t34\t0\t13.5\t13.5\n");
}
END_TEST

TV_TESTS (set_up, tear_down)
