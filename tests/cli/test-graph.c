/* SPDX-License-Identifier: Apache-2.0 */

/* tracedump graph: what is in it, what is drawn of it. */

#include "support/test-folder.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "tracedump-run.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAIN 0x4
#define FIB 0x8
#define LEAF 0xc

/* Thread 1: main 0-20000 { fib 2000-17000 { fib 5000-14000 { leaf 6000-8000 } } }.
 * Thread 2: leaf 0-900. */
static TvTestFile
save_trace (const char *class_name)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (3, TV_WRITER_CLOCK_THREAD_CPU);
  TvTestFile file = tv_test_file_new ("calc.trace");

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "a \"b\" \\");
  tv_trace_writer_add_method (writer, MAIN, "p.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, FIB, class_name, "fib", "(I)I", "F.java", 1);
  tv_trace_writer_add_method (writer, LEAF, "p.Leaf", "<init>", "()V", "L.java", 1);
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  tv_trace_writer_enter (writer, 1, FIB, 2000, 0);
  tv_trace_writer_enter (writer, 1, FIB, 5000, 0);
  tv_trace_writer_enter (writer, 1, LEAF, 6000, 0);
  tv_trace_writer_exit (writer, 1, LEAF, 8000, 0);
  tv_trace_writer_exit (writer, 1, FIB, 14000, 0);
  tv_trace_writer_exit (writer, 1, FIB, 17000, 0);
  tv_trace_writer_exit (writer, 1, MAIN, 20000, 0);
  tv_trace_writer_enter (writer, 2, LEAF, 0, 0);
  tv_trace_writer_exit (writer, 2, LEAF, 900, 0);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  return file;
}

/* Only what stands in labels, without colours and widths. */
static char *
labels_of (const TvRun *run)
{
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);
  GString *text = g_string_new (NULL);

  ck_assert_str_eq (run->err, "");
  ck_assert_int_eq (run->status, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *label = strstr (lines[i], " [label=\"");
      const char *end = label != NULL ? strstr (label, "\", ") : NULL;

      if (end != NULL)
        g_string_append_printf (text, "%.*s%.*s\n", (int) (label - lines[i]), lines[i],
                                (int) (end - label - 8), label + 8);
      else if (label == NULL && g_str_has_prefix (lines[i], "label="))
        g_string_append_printf (text, "%s\n", lines[i]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_labels (const TvRun *run, const char *expected)
{
  g_autofree char *labels = labels_of (run);

  ck_assert_str_eq (labels, expected);
}

/* 900 of 20900 are less than 20 percent, 9000 of 15000 are more. The leaf is called by
 * a recursive call alone. */
START_TEST (calls_that_take_their_share_are_drawn)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "graph", "--threshold=20", file.path, NULL);
  g_auto (TvRun) fewer
      = tv_run_tracedump (NULL, "graph", "--threshold=61", file.path, NULL);
  g_auto (TvRun) all
      = tv_run_tracedump (NULL, "graph", "--threshold=0", file.path, NULL);

  assert_labels (&run, "m0\"[0] (toplevel)\\n(20.900, 0.000, 0)\n"
                       "m1\"[1] p.Main.main\\n(20.000, 5.000, 1)\n"
                       "m0 -> m1\"20.000 ms\\n1×\n"
                       "m2\"[2] p.Fib.fib\\n(15.000, 13.000, 1+1)\n"
                       "m1 -> m2\"15.000 ms\\n1×\n"
                       "m2 -> m2\"9.000 ms\\n1×\n");
  assert_labels (&fewer, "m0\"[0] (toplevel)\\n(20.900, 0.000, 0)\n"
                         "m1\"[1] p.Main.main\\n(20.000, 5.000, 1)\n"
                         "m0 -> m1\"20.000 ms\\n1×\n"
                         "m2\"[2] p.Fib.fib\\n(15.000, 13.000, 1+1)\n"
                         "m1 -> m2\"15.000 ms\\n1×\n");
  ck_assert_ptr_nonnull (strstr (all.out, "m0 -> m3 [label=\"0.900 ms\\n1×\""));
  ck_assert_ptr_nonnull (strstr (all.out, "m2 -> m3 [label=\"2.000 ms\\n1×\", "
                                          "penwidth=1.400, style=dashed];"));
}
END_TEST

/* fib calls leaf for 2000 us, thread 2 for 900: that is the time of all above. */
START_TEST (a_filter_keeps_the_callers_of_a_method)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run = tv_run_tracedump (NULL, "graph", "--threshold=0",
                                         "--filter=Leaf", file.path, NULL);
  g_auto (TvRun) first
      = tv_run_tracedump (NULL, "graph", "--threshold=0", "--filter=Main",
                          "--filter-signature=V$", "--thread=1", file.path, NULL);

  assert_labels (&run, "m0\"[0] (toplevel)\\n(2.900, 0.000, 0)\n"
                       "m3\"[3] p.Main.main\\n(2.000, 0.000, 1)\n"
                       "m0 -> m3\"2.000 ms\\n1×\n"
                       "m1\"[1] p.Leaf.<init>\\n(2.900, 2.900, 2)\n"
                       "m0 -> m1\"0.900 ms\\n1×\n"
                       "m2\"[2] p.Fib.fib\\n(2.000, 0.000, 1+1)\n"
                       "m3 -> m2\"2.000 ms\\n1×\n"
                       "m2 -> m2\"2.000 ms\\n1×\n"
                       "m2 -> m1\"2.000 ms\\n1×\n");
  ck_assert_ptr_nonnull (strstr (first.out, "[0] (toplevel)\\n(20.000, 0.000, 0)"));
  ck_assert_ptr_nonnull (strstr (first.out, "[2] p.Fib.fib\\n(15.000, 13.000, 1+1)"));
}
END_TEST

START_TEST (threads_have_clusters)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "graph", "--clusters=thread", file.path, NULL);

  assert_labels (&run, "label=\"[1] main\";\n"
                       "t0m0\"[0] [1] main\\n(20.000, 0.000, 0)\n"
                       "t0m1\"[1] p.Main.main\\n(20.000, 5.000, 1)\n"
                       "t0m0 -> t0m1\"20.000 ms\\n1×\n"
                       "t0m2\"[2] p.Fib.fib\\n(15.000, 13.000, 1+1)\n"
                       "t0m1 -> t0m2\"15.000 ms\\n1×\n"
                       "t0m2 -> t0m2\"9.000 ms\\n1×\n"
                       "label=\"[2] a \\\"b\\\" \\\\\";\n"
                       "t1m0\"[0] [2] a \\\"b\\\" \\\\\\n(0.900, 0.000, 0)\n"
                       "t1m1\"[1] p.Leaf.<init>\\n(0.900, 0.900, 1)\n"
                       "t1m0 -> t1m1\"0.900 ms\\n1×\n");
}
END_TEST

static gboolean
have_dot (void)
{
  g_autofree char *path = g_find_program_in_path ("dot");

  if (path == NULL)
    g_print ("skipped: dot is not installed\n");
  return path != NULL;
}

/* Names with all that means something to dot, XML or both come out as they are. */
START_TEST (dot_draws_what_is_written)
{
  static const char *const options[] = { "--threshold=0", "--clusters=thread" };

  if (!have_dot ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (TvTestFile) file = save_trace ("p.{a|b}\"\\N\\\"&amp;<x>é");
      g_autofree char *svg = g_build_filename (file.folder, "x.svg", NULL);
      g_autofree char *text = NULL;
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, "graph", options[i], "-o", svg, file.path, NULL);

      ck_assert_str_eq (run.err, "");
      ck_assert_int_eq (run.status, 0);
      ck_assert (g_file_get_contents (svg, &text, NULL, NULL));
      g_unlink (svg);
      ck_assert_ptr_nonnull (strstr (text, "<svg "));
      ck_assert_ptr_nonnull (strstr (text, "p.Leaf.&lt;init&gt;"));
      ck_assert_ptr_nonnull (
          strstr (text, "p.{a|b}&quot;\\N\\&quot;&amp;amp;&lt;x&gt;é.fib"));
    }
}
END_TEST

/* U+FFFE and U+FFFF are characters of Java's names, but none of XML. */
START_TEST (a_drawing_has_characters_of_xml_alone)
{
  g_auto (TvTestFile) file = save_trace ("p.\357\277\276A\357\277\277");
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "graph", "--threshold=0", file.path, NULL);

  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (run.out, "p.\357\277\275A\357\277\275.fib"));
  ck_assert_ptr_null (strstr (run.out, "\357\277\276"));
  ck_assert_ptr_null (strstr (run.out, "\357\277\277"));
}
END_TEST

/* dot reads no longer string than 16,382 bytes; both ends of a name tell it from
 * others.
 */
START_TEST (long_names_are_shortened)
{
  g_autofree char *amps = g_strnfill (20000, '&');
  g_autofree char *class_name = g_strconcat ("p.First", amps, "Last", NULL);
  g_auto (TvTestFile) file = save_trace (class_name);
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "graph", "--threshold=0", file.path, NULL);
  g_auto (TvRun) drawn = { 0 };
  const char *label = strstr (run.out, "label=\"[2] p.First&amp;&amp;");

  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (label);
  ck_assert_ptr_nonnull (strstr (label, "&amp;…&amp;"));
  ck_assert_ptr_nonnull (strstr (label, "&amp;Last.fib\\n(15.000"));
  ck_assert_ptr_nonnull (strstr (label, "&amp;Last.fib (I)I\", fillcolor"));
  if (!have_dot ())
    return;
  drawn = tv_run_tracedump (NULL, "graph", "--format=svg", file.path, NULL);
  ck_assert_str_eq (drawn.err, "");
  ck_assert_int_eq (drawn.status, 0);
  ck_assert_ptr_nonnull (strstr (drawn.out, "&amp;Last.fib</text>"));
}
END_TEST

/* 600 methods, each of which calls the next. */
static TvTestFile
save_chain (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  TvTestFile file = tv_test_file_new ("chain.trace");

  for (guint32 i = 0; i < 600; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * i, "C", name, "()V", NULL, 0);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, i);
    }
  for (guint32 i = 600; i > 0; i--)
    tv_trace_writer_exit (writer, 1, 4 * (i - 1), 0, 1800 - i);
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  return file;
}

static void
assert_drawn (const TvTestFile *file, const char *const *options, const char *last,
              const char *next, const char *note)
{
  g_auto (TvRun) run
      = tv_run_tracedump (NULL, "graph", file->path, options[0], options[1], NULL);
  g_autofree char *last_label = g_strdup_printf ("] C.%s\\n", last);
  g_autofree char *next_label = g_strdup_printf ("] C.%s\\n", next);
  g_autofree char *caption = g_strdup_printf ("\nlabel=\"%s\";\n}\n", note);
  g_autofree char *sentence = g_strdup_printf ("tracedump: %s: %s\n", file->path, note);

  ck_assert_int_eq (run.status, 0);
  ck_assert (last == NULL || strstr (run.out, last_label) != NULL);
  ck_assert_ptr_null (strstr (run.out, next_label));
  ck_assert_str_eq (run.err, *note != '\0' ? sentence : "");
  ck_assert (g_str_has_suffix (run.out, *note != '\0' ? caption : "];\n}\n"));
}

/* (toplevel) is the first method and level 0 */
START_TEST (large_graphs_say_what_they_leave_out)
{
  static const char *const plain[] = { NULL, NULL };
  static const char *const more[] = { "--top=1000", NULL };
  static const char *const deep[] = { "--top=1000", "--depth=600" };
  static const char *const both[] = { "--top=4", "--depth=3" };
  static const char *const shallow[] = { "--depth=3", NULL };
  static const char *const root[] = { "--top=1", NULL };
  g_auto (TvTestFile) file = save_chain ();

  assert_drawn (
      &file, plain, "m498", "m499",
      "Only the first 500 methods from the root are drawn; --top=N draws more.");
  assert_drawn (&file, more, "m499", "m500", "Levels below 500 are left out.");
  assert_drawn (&file, deep, "m599", "m600", "");
  assert_drawn (&file, shallow, "m2", "m3", "Levels below 3 are left out.");
  assert_drawn (&file, root, NULL, "m0",
                "Only the first method from the root is drawn; --top=N draws more.");
  assert_drawn (
      &file, both, "m2", "m3",
      "Only the first 4 methods from the root are drawn; --top=N draws more.");
}
END_TEST

/* Three methods, each of which takes a third of the time. */
START_TEST (an_empty_graph_says_why)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_auto (TvTestFile) file = tv_test_file_new ("flat.trace");
  g_auto (TvRun) run = { 0 };
  g_auto (TvRun) drawn = { 0 };

  for (guint32 i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 * i, "C", name, "()V", NULL, 0);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, 10 * i);
      tv_trace_writer_exit (writer, 1, 4 * i, 0, 10 * i + 10);
    }
  ck_assert (tv_trace_writer_save (writer, file.path, NULL));
  run = tv_run_tracedump (NULL, "graph", "--threshold=34", file.path, NULL);
  ck_assert_int_eq (run.status, 0);
  ck_assert_ptr_nonnull (strstr (run.err, "a lower --threshold draws more.\n"));
  drawn = tv_run_tracedump (NULL, "graph", "--threshold=33", file.path, NULL);
  ck_assert_str_eq (drawn.err, "");
}
END_TEST

START_TEST (a_picture_can_be_png)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run = { 0 };

  if (!have_dot ())
    return;
  run = tv_run_shell ("\"$0\" graph --format=png \"$1\" | head -c 8 | od -An -tx1",
                      file.path);
  ck_assert_str_eq (run.out, " 89 50 4e 47 0d 0a 1a 0a\n");
}
END_TEST

START_TEST (real_traces_are_drawn)
{
  static const char *const files[]
      = { "real/art-trace-regular.trace", "real/art-trace-streaming.trace",
          "gen/v3-recursion.trace", "regress/allzero.trace",
          "regress/norecords.trace" };

  if (!have_dot ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (tv_test_has_trace (files[i]))
      {
        g_autofree char *path = tv_test_trace_path (files[i]);
        g_auto (TvRun) run = tv_run_shell (
            "\"$0\" graph --clock=cpu \"$1\" 2>/dev/null | dot -Tcanon >/dev/null",
            path);

        ck_assert_str_eq (run.err, "");
        ck_assert_int_eq (run.status, 0);
      }
}
END_TEST

/* One sentence, and what was there before stays. */
START_TEST (without_dot_nothing_is_written)
{
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) run = tv_run_shell (
      "cd \"$(dirname \"$1\")\" && echo before > x.svg && PATH=/nowhere \"$0\" graph "
      "-o x.svg \"$1\"; status=$?; cat x.svg; rm x.svg; exit $status",
      file.path);

  ck_assert_int_eq (run.status, 1);
  ck_assert_str_eq (run.out, "before\n");
  ck_assert_ptr_nonnull (strstr (run.err, "Graphviz"));
  ck_assert (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
}
END_TEST

START_TEST (what_cannot_be_is_refused)
{
  static const char *const options[]
      = { "--threshold=101", "--threshold=-1",    "--threshold=nan",
          "--threshold=x",   "--clusters=method", "--format=gif" };
  g_auto (TvTestFile) file = save_trace ("p.Fib");
  g_auto (TvRun) full
      = tv_run_tracedump (NULL, "graph", "-o", "/dev/full", file.path, NULL);
  g_auto (TvRun) unread = tv_run_unread ("graph", file.path);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_auto (TvRun) run
          = tv_run_tracedump (NULL, "graph", options[i], file.path, NULL);

      ck_assert_msg (run.status == 2, "%s: %d", options[i], run.status);
      ck_assert_str_eq (run.out, "");
    }
  ck_assert_int_eq (full.status, 1);
  ck_assert_int_eq (unread.status, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
