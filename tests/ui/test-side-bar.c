/* SPDX-License-Identifier: Apache-2.0 */

/* What the side bar says of a call, a method and a trace, and where its links lead. The
 * numbers are those of tv_sample_trace_new(), worked out by hand. */

#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "ui/display.h"
#include "ui/rows-sample.h"
#include "ui/sample-trace.h"
#include "ui/sidebar/side-bar.h"
#include "ui/timeline-stage.h"

#include <check.h>

static TvTimelineStage stage;
static GtkWidget *bar;

/* A timeline with a side bar at its right, as in the window. */
static void
set_up (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  bar = tv_side_bar_new ();
  g_object_ref (stage.timeline);
  gtk_window_set_child (GTK_WINDOW (stage.window), box);
  gtk_widget_set_hexpand (stage.timeline, TRUE);
  gtk_box_append (GTK_BOX (box), stage.timeline);
  gtk_box_append (GTK_BOX (box), bar);
  g_object_unref (stage.timeline);
  gtk_widget_set_size_request (bar, 300, 600);
  tv_side_bar_set_session (TV_SIDE_BAR (bar), stage.session);
  tv_gui_park ();
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static char *
dup_text (void)
{
  g_autofree char *copied = NULL;
  GString *text;

  gtk_widget_activate_action (bar, "side-bar.copy", NULL);
  copied = tv_gui_read_clipboard (bar);
  text = g_string_new (copied);
  g_string_replace (text, "\u00a0", " ", 0);
  return g_string_free (text, FALSE);
}

static gboolean
says (gpointer expected)
{
  g_autofree char *text = dup_text ();

  return g_str_equal (text, expected);
}

static void
assert_says (const char *expected)
{
  tv_gui_wait (says, (gpointer) expected, expected);
}

static TvCallRef
get_call (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_call (&stage, thread_id, index);
}

#define OUTER_HEAD                                                                     \
  "a.Outer.run ()V\n"                                                                  \
  "\nThis Call\n"                                                                      \
  "Thread\t[1] first\n"                                                                \
  "Start\t0.000 ms\n"                                                                  \
  "End\t10.000 ms\n"                                                                   \
  "\tCPU\tReal\n"                                                                      \
  "Inclusive\t10.000 ms\t10.000 ms\n"                                                  \
  "Share\t76.9%\t52.6%\n"                                                              \
  "Exclusive\t5.000 ms\t5.000 ms\n"

#define INNER_OF_METHOD                                                                \
  "a.Inner.work ()V\n"                                                                 \
  "\nCallers\n"                                                                        \
  "a.Outer.run ()V\t4.000 ms\t100.0%\n"                                                \
  "\nStatistics · CPU\n"                                                              \
  "Count\t2\n"                                                                         \
  "Total\t4.000 ms\n"                                                                  \
  "Exclusive\t4.000 ms\n"                                                              \
  "Shortest\t2.000 ms\n"                                                               \
  "Median\t2.000 ms\n"                                                                 \
  "95th Percentile\t2.000 ms\n"                                                        \
  "Longest\t2.000 ms\n"

#define OUTER                                                                          \
  OUTER_HEAD                                                                           \
  "\nTime Spent In · CPU\n"                                                           \
  "a.Outer.run ()V\t5.000 ms\t50.0%\n"                                                 \
  "a.Inner.work ()V\t4.000 ms\t40.0%\n"                                                \
  "a.Leaf.end ()V\t1.000 ms\t10.0%\n"                                                  \
  "a.Wrapper.call ()V\t0.000 ms\t0.0%\n"                                               \
  "\nStatistics · CPU\n"                                                              \
  "Count\t1\n"                                                                         \
  "Total\t10.000 ms\n"                                                                 \
  "Exclusive\t5.000 ms\n"                                                              \
  "Shortest\t10.000 ms\n"                                                              \
  "Median\t10.000 ms\n"                                                                \
  "95th Percentile\t10.000 ms\n"                                                       \
  "Longest\t10.000 ms\n"

START_TEST (test_trace)
{
  assert_says ("\nTrace\n"
               "Length\t10.000 ms\n"
               "Threads\t5\n"
               "Without Calls\t1\n"
               "Calls\t8\n"
               "Methods\t5\n"
               "Clocks\tCPU, Real\n");
  ck_assert_ptr_nonnull (tv_gui_find_part (bar, "Click a call"));
}
END_TEST

/* Samples do not tell how many calls there were. */
START_TEST (test_trace_of_samples)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvTrace) samples = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (samples, NULL, NULL);
  g_autoptr (TvTraceSession) session = tv_trace_session_new (samples, profile);
  g_autofree char *text = NULL;

  tv_side_bar_set_session (TV_SIDE_BAR (bar), session);
  tv_gui_settle ();
  text = dup_text ();
  ck_assert_msg (strstr (text, "\nTotal\t13 samples\n") != NULL, "%s", text);
  ck_assert_msg (strstr (text, "Calls") == NULL, "%s", text);
  g_clear_pointer (&text, g_free);
  /* Its 5.5 of 12.5 samples; see tests/analysis/test-group-profile.c. */
  tv_trace_session_select_method (session, tv_test_find_method (samples, ".read"));
  tv_gui_settle ();
  text = dup_text ();
  ck_assert_msg (strstr (text, "Inclusive\t6\nShare\t44.0% ± 14.0\nExclusive\t6\n"
                               "Share\t44.0% ± 14.0\n")
                     != NULL,
                 "%s", text);
  ck_assert_msg (strstr (text, "Count") == NULL, "%s", text);
  ck_assert_msg (strstr (text, "s\t100.0%") == NULL, "%s", text);
  tv_side_bar_set_session (TV_SIDE_BAR (bar), stage.session);
}
END_TEST

START_TEST (test_selected_call)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  assert_says (OUTER);
  /* A call that waits, of a method of two. */
  tv_trace_session_select_call (stage.session, get_call (3, 0));
  assert_says ("a.Waiter.wait ()V\n"
               "\nThis Call\n"
               "Thread\t[3] worker\n"
               "Start\t1.000 ms\n"
               "End\t5.000 ms\n"
               "\tCPU\tReal\n"
               "Inclusive\t1.000 ms\t4.000 ms\n"
               "Share\t7.7%\t21.1%\n"
               "Exclusive\t1.000 ms\t4.000 ms\n"
               "Waiting\t\t3.000 ms\n"
               "\nTime Spent In · CPU\n"
               "a.Waiter.wait ()V\t1.000 ms\t100.0%\n"
               "\nStatistics · CPU\n"
               "Count\t2\n"
               "Total\t2.000 ms\n"
               "Exclusive\t2.000 ms\n"
               "Shortest\t1.000 ms\n"
               "Median\t1.000 ms\n"
               "95th Percentile\t1.000 ms\n"
               "Longest\t1.000 ms\n");
}
END_TEST

START_TEST (test_unit)
{
  tv_trace_session_select_method (stage.session,
                                  tv_test_find_method (stage.trace, "a.Inner.work"));
  assert_says (INNER_OF_METHOD);
  tv_trace_session_set_time_unit (stage.session, TV_TIME_UNIT_US);
  tv_gui_wait_for_text (bar, "4000\u00a0µs");
}
END_TEST

/* A number of nothing is dim. */
START_TEST (test_zeros)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  assert_says (OUTER);
  ck_assert (
      gtk_widget_has_css_class (tv_gui_find_text (bar, "0.000\u00a0ms"), "dim-label"));
  ck_assert (
      !gtk_widget_has_css_class (tv_gui_find_text (bar, "5.000\u00a0ms"), "dim-label"));
}
END_TEST

START_TEST (test_other_clock)
{
  tv_trace_session_set_primary_clock (stage.session, TV_CLOCK_WALL);
  tv_trace_session_select_call (stage.session, get_call (7, 0));
  assert_says ("a.Waiter.wait ()V\n"
               "\nThis Call\n"
               "Thread\t[7] tie\n"
               "Start\t5.000 ms\n"
               "End\t9.000 ms\n"
               "\tReal\tCPU\n"
               "Inclusive\t4.000 ms\t1.000 ms\n"
               "Share\t21.1%\t7.7%\n"
               "Exclusive\t4.000 ms\t1.000 ms\n"
               "Waiting\t3.000 ms\t\n"
               "\nTime Spent In · Real\n"
               "a.Waiter.wait ()V\t4.000 ms\t100.0%\n"
               "\nStatistics · Real\n"
               "Count\t2\n"
               "Total\t8.000 ms\n"
               "Exclusive\t8.000 ms\n"
               "Shortest\t4.000 ms\n"
               "Median\t4.000 ms\n"
               "95th Percentile\t4.000 ms\n"
               "Longest\t4.000 ms\n");
}
END_TEST

START_TEST (test_scope)
{
  tv_trace_session_select_method (stage.session,
                                  tv_test_find_method (stage.trace, "a.Leaf.end"));
  tv_trace_session_set_range (stage.session, 8000000, 9000000);
  assert_says ("a.Leaf.end ()V\n"
               "\nCallers\n"
               "a.Wrapper.call ()V\t0.500 ms\t100.0%\n"
               "\nStatistics in Scope · CPU\n"
               "Count\t1\n"
               "Total\t0.500 ms\n"
               "Exclusive\t0.500 ms\n"
               "Shortest\t0.500 ms\n"
               "Median\t0.500 ms\n"
               "95th Percentile\t0.500 ms\n"
               "Longest\t0.500 ms\n");
}
END_TEST

/* One of the two calls of the leaf is a root, and nothing calls it. */
START_TEST (test_path)
{
  const guint32 leaf = tv_test_find_method (stage.trace, "a.Leaf.end");
  g_autoptr (TvCallPath) path = tv_call_path_new (TV_THREAD_NONE, &leaf, 1);

  tv_trace_session_select_method (stage.session, leaf);
  tv_trace_session_select_path (stage.session, path);
  assert_says ("a.Leaf.end ()V\n"
               "\nThis Path\n"
               "\tCPU\tReal\n"
               "Inclusive\t1.000 ms\t1.000 ms\n"
               "Share\t7.7%\t5.3%\n"
               "Exclusive\t1.000 ms\t1.000 ms\n"
               "Calls\t1\n"
               "\nCallers\n"
               "(toplevel)\t1.000 ms\t50.0%\n"
               "a.Wrapper.call ()V\t1.000 ms\t50.0%\n"
               "\nStatistics · CPU\n"
               "Count\t2\n"
               "Total\t2.000 ms\n"
               "Exclusive\t2.000 ms\n"
               "Shortest\t1.000 ms\n"
               "Median\t1.000 ms\n"
               "95th Percentile\t1.000 ms\n"
               "Longest\t1.000 ms\n");
}
END_TEST

START_TEST (test_source)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  tv_gui_wait_for_text (bar, "Outer.java");
}
END_TEST

/* A name that is too long loses its package, not its front. */
START_TEST (test_names_fit)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  tv_gui_wait_for_text (bar, "Inner.work()  a");
  ck_assert_str_eq (G_OBJECT_TYPE_NAME (tv_gui_find_text (bar, "Inner.work()  a")),
                    "TvNameLabel");
}
END_TEST

/* Whether a line may end before a part of the heading. */
static gboolean
can_break_before (const char *part)
{
  GtkLabel *heading = GTK_LABEL (tv_gui_find_part (bar, "Outer."));
  PangoLayout *layout = gtk_label_get_layout (heading);
  const char *text = pango_layout_get_text (layout);
  int n;
  const PangoLogAttr *attributes = pango_layout_get_log_attrs_readonly (layout, &n);

  return attributes[g_utf8_pointer_to_offset (text, strstr (text, part))].is_line_break;
}

START_TEST (test_headings_break_between_names)
{
  tv_trace_session_select_call (stage.session, get_call (1, 0));
  assert_says (OUTER);
  ck_assert (can_break_before ("run"));
  ck_assert (can_break_before ("("));
  ck_assert (!can_break_before (")"));
}
END_TEST

/* Goes where a link leads. */
static void
activate_link (const char *text)
{
  g_signal_emit_by_name (gtk_widget_get_parent (tv_gui_find_text (bar, text)),
                         "clicked");
}

/* The call that is pointed at, and then what is selected again. */
START_TEST (test_links)
{
  const guint32 inner = tv_test_find_method (stage.trace, "a.Inner.work");

  tv_trace_session_select_call (stage.session, get_call (1, 4));
  tv_gui_wait_for_text (bar, "Wrapper.call()  a");
  activate_link ("Outer.run()  a");
  tv_timeline_stage_assert_selected (&stage, get_call (1, 0));
  assert_says (OUTER);
  activate_link ("Inner.work()  a");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (stage.session), inner);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (stage.session).thread,
                     TV_THREAD_NONE);
  assert_says (INNER_OF_METHOD);
  tv_trace_session_set_pointed_call (stage.session, get_call (1, 0));
  assert_says (OUTER_HEAD);
  tv_trace_session_set_pointed_call (stage.session, (TvCallRef){ TV_THREAD_NONE, 0 });
  assert_says (INNER_OF_METHOD);
}
END_TEST

/* A link has a name with its number, a section the name of its heading. */
START_TEST (test_accessible)
{
  GtkWidget *link;

  tv_trace_session_select_call (stage.session, get_call (1, 0));
  assert_says (OUTER);
  link = gtk_widget_get_parent (tv_gui_find_text (bar, "Inner.work()  a"));
  ck_assert (
      gtk_test_accessible_has_role (GTK_ACCESSIBLE (link), GTK_ACCESSIBLE_ROLE_BUTTON));
  ck_assert_pstr_eq (gtk_test_accessible_check_property (
                         GTK_ACCESSIBLE (link), GTK_ACCESSIBLE_PROPERTY_LABEL,
                         "Inner.work 4.000\u00a0ms 40.0%"),
                     NULL);
  ck_assert (gtk_test_accessible_has_relation (
      GTK_ACCESSIBLE (gtk_widget_get_parent (tv_gui_find_text (bar, "This Call"))),
      GTK_ACCESSIBLE_RELATION_LABELLED_BY));
}
END_TEST

/* A method whose calls last 1, 2, 3, 1, 2, 3, … us. */
static TvTraceSession *
make_many_calls (guint n)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (1, TV_WRITER_CLOCK_THREAD_CPU);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "a.Often", "run", "()V", "A.java", 1);
  for (guint i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, 4, 5 * i, 5 * i);
      tv_trace_writer_exit (writer, 1, 4, 5 * i + 1 + i % 3, 5 * i + 1 + i % 3);
    }
  return tv_sample_session_new (tv_test_load (writer));
}

static gboolean
says_part (gpointer part)
{
  g_autofree char *text = dup_text ();

  return strstr (text, part) != NULL;
}

/* The count is that of the calls whose lengths are compared. */
START_TEST (test_recursion)
{
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (1, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTraceSession) session = NULL;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "a.Deep", "dive", "()V", "A.java", 1);
  for (guint time = 0; time < 6; time += 2)
    tv_trace_writer_enter (writer, 1, 4, time, time);
  for (guint time = 6; time < 12; time += 2)
    tv_trace_writer_exit (writer, 1, 4, time, time);
  session = tv_sample_session_new (tv_test_load (writer));

  tv_side_bar_set_session (TV_SIDE_BAR (bar), session);
  tv_trace_session_select_method (session, 0);
  tv_gui_wait (says_part,
               (gpointer) "\nStatistics · CPU\n"
                          "Count\t3\n"
                          "Total\t0.010 ms\n"
                          "Exclusive\t0.010 ms\n"
                          "Shortest\t0.002 ms\n"
                          "Median\t0.006 ms\n"
                          "95th Percentile\t0.010 ms\n"
                          "Longest\t0.010 ms\n",
               "three calls");
  tv_side_bar_set_session (TV_SIDE_BAR (bar), stage.session);
  tv_gui_settle ();
}
END_TEST

/* Once there was no median of more than four million calls. */
START_TEST (test_very_many_calls)
{
  g_autoptr (TvTraceSession) session = make_many_calls (4000002);
  gboolean found = FALSE;

  tv_side_bar_set_session (TV_SIDE_BAR (bar), session);
  tv_trace_session_select_method (session, 0);
  /* On a busy machine that takes its time. */
  for (guint i = 0; i < 6 && !found; i++)
    found = tv_gui_wait_until (says_part, (gpointer) "Median\t0.002 ms");
  ck_assert (found);
  tv_side_bar_set_session (TV_SIDE_BAR (bar), stage.session);
  tv_gui_settle ();
}
END_TEST

/* Arguments of a slice, and what flows into it and out of it. */
START_TEST (test_slice)
{
  TvTrace *trace = tv_rows_sample_new_system ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvTraceSession) session = tv_trace_session_new (trace, profile);

  tv_side_bar_set_session (TV_SIDE_BAR (bar), session);
  tv_trace_session_select_call (session,
                                (TvCallRef){ tv_test_find_thread (trace, 12), 0 });
  tv_gui_wait (says_part, (gpointer) "\nArguments\nargs.url\ta.b\nargs.tries\t3\n",
               "arguments");
  tv_gui_wait (says_part, (gpointer) "\nFlows\ndraw\tfrom there\n", "a flow");
  tv_trace_session_select_call (session,
                                (TvCallRef){ tv_test_find_thread (trace, 11), 1 });
  tv_gui_wait (says_part, (gpointer) "\nFlows\nload\tto there\n", "the same flow");
  tv_side_bar_set_session (TV_SIDE_BAR (bar), NULL);
  tv_trace_unref (trace);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
