/* SPDX-License-Identifier: Apache-2.0 */

/* Calls of which there are many, or which are deep: whatever is asked of them is there
 * at once, and rows are bounded. */

#include "support/trace-fixtures.h"
#include "ui/calls/calls-view.h"
#include "ui/display.h"
#include "ui/sample-trace.h"
#include "ui/table/table-rows.h"

#include <check.h>

#define MAIN 0x10
#define SIDE 0x20
#define STEP 0x30

#define LEVELS 3000
#define MANY 200000

static GtkWidget *window;
static GtkWidget *view;
static TvTableRows *rows;
static GtkDropDown *grouping;

static void
set_up (void)
{
  GtkWidget *options;

  window = gtk_window_new ();
  view = tv_calls_view_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 360);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  options = tv_view_get_options (TV_VIEW (view));
  grouping = GTK_DROP_DOWN (gtk_widget_get_next_sibling (
      gtk_widget_get_next_sibling (gtk_widget_get_first_child (options))));
  tv_gui_settle ();
}

static void
tear_down (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
  tv_gui_settle ();
}

/* Shows the calls of a method. The view keeps the session. */
static TvTraceSession *
show (TvTraceWriter *writer, guint32 method)
{
  g_autoptr (TvTraceSession) session = tv_sample_session_new (tv_test_load (writer));

  tv_view_set_session (TV_VIEW (view), session);
  tv_trace_session_select_method (session, method);
  return session;
}

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, MAIN, "p.Main", "go", "()V", "", 0);
  return writer;
}

/* The rows are found when there are calls. */
static void
assert_rows (guint n)
{
  tv_gui_settle ();
  rows = TV_TABLE_ROWS (tv_gui_find_type (view, "TvTableRows"));
  ck_assert_ptr_nonnull (rows);
  ck_assert_uint_eq (tv_table_rows_get_n (rows), n);
}

/* A method without a name that calls itself, over and over. */
START_TEST (test_deep_calls_without_a_name)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, MAIN, "", "", "", "", 0);
  for (guint i = 0; i < LEVELS; i++)
    tv_trace_writer_enter (writer, 1, MAIN, 0, i);
  for (guint i = 0; i < LEVELS; i++)
    tv_trace_writer_exit (writer, 1, MAIN, 0, LEVELS + i);
  show (writer, 0);
  assert_rows (LEVELS);
  gtk_drop_down_set_selected (grouping, 1);
  assert_rows (1);
  gtk_drop_down_set_selected (grouping, 2);
  assert_rows (2);
  gtk_drop_down_set_selected (grouping, 3);
  assert_rows (LEVELS);
  tv_view_set_session (TV_VIEW (view), NULL);
}
END_TEST

static gboolean
is_busy (void)
{
  return gtk_widget_has_css_class (view, "pending");
}

/* Whatever is asked of many calls is there at once. */
START_TEST (test_many_calls)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  for (guint i = 0; i < MANY; i++)
    {
      tv_trace_writer_enter (writer, 1, MAIN, 0, i * 10);
      tv_trace_writer_exit (writer, 1, MAIN, 0, i * 10 + i % 7);
    }
  show (writer, 0);
  assert_rows (MANY);
  tv_table_rows_move_cursor (rows, MANY - 1, TRUE);
  ck_assert_uint_eq (tv_table_rows_get_selected (rows), MANY - 1);
  /* The group opens to what GTK can have, and says so. */
  ck_assert (!is_busy ());
  gtk_drop_down_set_selected (grouping, 1);
  ck_assert (is_busy ());
  assert_rows (1);
  ck_assert (!is_busy ());
  g_signal_emit_by_name (rows, "activate", 0);
  assert_rows (1 + 100000 + 1);
  tv_table_rows_move_cursor (rows, 100001, TRUE);
  tv_gui_wait_for_text (view, "… and 100000 more calls");
}
END_TEST

/* What was asked for is not there yet, and there is no need of it any more. */
START_TEST (test_work_that_is_given_up)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  TvTraceSession *session;

  tv_trace_writer_add_method (writer, SIDE, "p.Side", "go", "()V", "", 0);
  for (guint i = 0; i < 10; i++)
    {
      tv_trace_writer_enter (writer, 1, i < 7 ? MAIN : SIDE, 0, i * 10);
      tv_trace_writer_exit (writer, 1, i < 7 ? MAIN : SIDE, 0, i * 10 + 5);
    }
  session = show (writer, 0);
  assert_rows (7);
  /* The calls of the one method are not to be taken for those of the other. */
  tv_trace_session_select_method (session, 1);
  ck_assert (is_busy ());
  tv_trace_session_select_method (session, 0);
  ck_assert (!is_busy ());
  ck_assert_uint_eq (tv_table_rows_get_n (rows), 7);
  gtk_drop_down_set_selected (grouping, 1);
  ck_assert (is_busy ());
  gtk_widget_hide (view);
  ck_assert (!is_busy ());
  gtk_widget_show (view);
  assert_rows (1);
  tv_trace_session_select_method (session, TV_METHOD_NONE);
  ck_assert (!is_busy ());
  tv_gui_wait_for_text (view, "Select a method to see its calls.");
}
END_TEST

/* Calls SIDE below each path of so many levels, each of which has two ways. */
static void
write_paths (TvTraceWriter *writer, guint levels, guint *time)
{
  const guint ways[] = { MAIN, STEP };

  *time += 1;
  if (levels == 0)
    {
      tv_trace_writer_enter (writer, 1, SIDE, 0, *time);
      tv_trace_writer_exit (writer, 1, SIDE, 0, *time + 1);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      tv_trace_writer_enter (writer, 1, ways[i], 0, *time);
      write_paths (writer, levels - 1, time);
      *time += 2;
      tv_trace_writer_exit (writer, 1, ways[i], 0, *time);
    }
}

/* Of 131,072 paths, as many have rows as GTK can have, and one row says so. */
START_TEST (test_many_groups)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  TvTraceSession *session;
  TvCalls calls;
  guint time = 0;

  tv_trace_writer_add_method (writer, SIDE, "p.Side", "go", "()V", "", 0);
  tv_trace_writer_add_method (writer, STEP, "p.Work", "step", "()V", "", 0);
  write_paths (writer, 17, &time);
  session = show (writer, 1);
  gtk_drop_down_set_selected (grouping, 3);
  assert_rows (100000 + 1);
  tv_table_rows_move_cursor (rows, 100000, TRUE);
  tv_gui_wait_for_text (view, "… and 31072 more groups");
  /* Nothing can be done with it, and what is in it is selected as that row. */
  gtk_widget_activate_action (view, "calls.show-in-timeline", NULL);
  tv_table_rows_move_cursor (rows, 0, TRUE);
  calls = tv_trace_get_calls (tv_trace_session_get_trace (session), 0);
  tv_trace_session_select_call (session, (TvCallRef){ 0, calls.n - 1 });
  tv_gui_settle ();
  ck_assert_uint_eq (tv_table_rows_get_selected (rows), 100000);
}
END_TEST

static void
find_texts (GskRenderNode *node, graphene_point_t origin, GArray *places)
{
  const GskRenderNodeType type = gsk_render_node_get_node_type (node);
  graphene_rect_t bounds;

  if (type == GSK_CONTAINER_NODE)
    for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
      find_texts (gsk_container_node_get_child (node, i), origin, places);
  else if (type == GSK_CLIP_NODE)
    find_texts (gsk_clip_node_get_child (node), origin, places);
  else if (type == GSK_TRANSFORM_NODE)
    {
      gsk_transform_transform_point (gsk_transform_node_get_transform (node), &origin,
                                     &origin);
      find_texts (gsk_transform_node_get_child (node), origin, places);
    }
  else if (type == GSK_TEXT_NODE)
    {
      gsk_render_node_get_bounds (node, &bounds);
      graphene_rect_offset (&bounds, origin.x, origin.y);
      g_array_append_val (places, bounds);
    }
}

/* Short calls have the mean, the median and the number of calls at the left. */
START_TEST (test_labels_do_not_overlap)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GdkPaintable) picture = NULL;
  GtkWidget *histogram;
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  for (guint i = 0; i < 2000; i++)
    {
      tv_trace_writer_enter (writer, 1, MAIN, 0, i * 10000);
      tv_trace_writer_exit (writer, 1, MAIN, 0, i * 10000 + (i < 1999 ? 1 : 9000));
    }
  show (writer, 0);
  assert_rows (2000);
  histogram = tv_gui_find_type (view, "TvCallHistogram");
  picture = gtk_widget_paintable_new (histogram);
  gdk_paintable_snapshot (picture, snapshot, gtk_widget_get_width (histogram),
                          gtk_widget_get_height (histogram));
  node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
  find_texts (node, GRAPHENE_POINT_INIT (0, 0), places);
  /* Two names, the number of calls, and ticks. */
  ck_assert_uint_ge (places->len, 5);
  for (guint i = 0; i < places->len; i++)
    for (guint k = 0; k < i; k++)
      ck_assert (!graphene_rect_intersection (
          &g_array_index (places, graphene_rect_t, i),
          &g_array_index (places, graphene_rect_t, k), NULL));
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
