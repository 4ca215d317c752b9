/* SPDX-License-Identifier: Apache-2.0 */

/* Lanes are computed in the frame where that is quick, in a worker where it isn't. */

#include "analysis/sums/ranking.h"
#include "draw/lane-raster.h"
#include "draw/method-colors.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/sample-trace.h"
#include "ui/timeline/timeline-lanes.h"
#include "ui/widgets/job.h"

#define US G_GINT64_CONSTANT (1000)
#define N_MANY_CALLS 600000
#define DEADLINE_SECONDS 60

/* Calls of one microsecond with as much between them. */
static TvTrace *
make_big_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x10, "a.Tiny", "run", "()V", "Tiny.java", 1);
  for (guint64 i = 0; i < N_MANY_CALLS; i++)
    {
      tv_trace_writer_enter (writer, 1, 0x10, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, 0x10, 0, 2 * i + 1);
    }
  return tv_test_load (writer);
}

/* How often lanes were ready since they were made. */
static guint n_ready;

static void
count_ready (gpointer data)
{
  n_ready++;
}

static void
set_colors (TvTimelineLanes *lanes, TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile, TV_CLOCK_WALL);
  g_autoptr (TvMethodColors) method_colors = NULL;
  TvDrawColors colors;

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  method_colors = tv_method_colors_new_by_rank (&colors, ranking->sequence,
                                                tv_trace_get_n_methods (trace));
  tv_timeline_lanes_set_colors (lanes, &colors, method_colors);
}

static TvTimelineLanes *
make_lanes (TvTrace *trace)
{
  TvTimelineLanes *lanes = tv_timeline_lanes_new (count_ready, NULL);

  tv_timeline_lanes_set_trace (lanes, trace);
  set_colors (lanes, trace);
  n_ready = 0;
  return lanes;
}

static const TvLaneMark no_mark = { TV_METHOD_NONE, { TV_THREAD_NONE, 0 } };

static TvRowSpan
make_span (gint64 start, gint64 end)
{
  return (TvRowSpan){ .start = start, .end = end, .n_columns = 600, .scale = 2 };
}

static void
prepare (TvTimelineLanes *lanes, const TvRowSpan *span, const TvLaneMark *mark,
         guint32 thread)
{
  const TvRowWish wish = { thread, 0, 0 };

  tv_timeline_lanes_prepare (lanes, span, mark, &wish, 1);
}

static gboolean
get_column (TvTimelineLanes *lanes, guint32 thread, guint column, TvLaneColumn *result)
{
  const TvLaneData *lane = tv_timeline_lanes_get (lanes, thread);

  if (lane == NULL)
    return FALSE;
  ck_assert_uint_lt (column, lane->row.span.n_columns);
  *result = lane->columns[column];
  return TRUE;
}

static void
wait_for (const guint *count, guint expected)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;

  while (*count < expected && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  ck_assert_uint_ge (*count, expected);
}

static GskRenderNode *
draw (TvTimelineLanes *lanes, guint32 thread)
{
  GtkSnapshot *snapshot = NULL;

  /* Makes the types of render nodes known; no display is needed. */
  gtk_init_check ();
  snapshot = gtk_snapshot_new ();
  tv_timeline_lanes_snapshot (lanes, thread, snapshot, 10, 20);
  return gtk_snapshot_free_to_node (snapshot);
}

/* One letter a column: O for Outer, I for Inner, L for Leaf, a dot for none. */
static char *
draw_columns (const TvTrace *trace, const TvLaneData *data)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < data->row.span.n_columns; i++)
    {
      guint32 method = data->columns[i].method;
      g_string_append_c (text,
                         method == TV_METHOD_NONE
                             ? '.'
                             : tv_trace_get_method (trace, method)->class_name[2]);
    }
  return g_string_free (text, FALSE);
}

/* Half a millisecond a column. */
static const TvRowSpan half_milliseconds = { 0, 12000 * US, 24, 1 };

START_TEST (test_columns)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  const TvRowData row = { half_milliseconds, { tv_test_find_thread (trace, 1), 0, 0 } };
  g_autoptr (TvLaneData) data = tv_lane_data_new (trace, &row, &no_mark, NULL,
                                                  (TvLaneHelp){ NULL, NULL, NULL });
  g_autofree char *columns = NULL;

  tv_lane_data_compute (data);
  columns = draw_columns (trace, data);
  ck_assert_str_eq (columns, "OOOOIIIIOOOOIIIIOLLO....");
  ck_assert_ptr_null (data->extents);
}
END_TEST

static TvMethodSet *
find_method (const TvTrace *trace, const char *name)
{
  guint64 *words = g_new0 (guint64, 1);

  words[0] = G_GUINT64_CONSTANT (1) << tv_test_find_method (trace, name);
  return tv_method_set_new (words, tv_trace_get_n_methods (trace));
}

static guint
count_hits (const TvLaneData *data)
{
  guint n = 0;

  for (guint i = 0; i < data->row.span.n_columns; i++)
    n += data->columns[i].hit != TV_METHOD_NONE;
  return n;
}

/* While another search is at work, the hits of the last one are not drawn. */
START_TEST (test_hits_of_another_search_are_dropped)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  g_autoptr (TvMethodSet) leafs = find_method (trace, "a.Leaf.end");
  g_autoptr (TvMethodSet) inner = find_method (trace, "a.Inner.work");
  const guint32 thread = tv_test_find_thread (trace, 1);
  const TvLaneData *data;

  tv_timeline_lanes_set_hits (lanes, leafs);
  prepare (lanes, &half_milliseconds, &no_mark, thread);
  gsk_render_node_unref (draw (lanes, thread));
  data = tv_timeline_lanes_get (lanes, thread);
  /* As in "OOOOIIIIOOOOIIIIOLLO....". */
  for (guint i = 0; i < 24; i++)
    ck_assert_int_eq (data->columns[i].hit != TV_METHOD_NONE, i == 17 || i == 18);

  tv_timeline_lanes_set_hits (lanes, inner);
  set_colors (lanes, trace);
  gsk_render_node_unref (draw (lanes, thread));
  ck_assert_uint_eq (count_hits (data), 0);
  prepare (lanes, &half_milliseconds, &no_mark, thread);
  ck_assert_uint_eq (count_hits (tv_timeline_lanes_get (lanes, thread)), 8);

  /* They are not those of the search before, if that is asked again. */
  tv_timeline_lanes_set_hits (lanes, leafs);
  set_colors (lanes, trace);
  gsk_render_node_unref (draw (lanes, thread));
  tv_timeline_lanes_set_hits (lanes, inner);
  prepare (lanes, &half_milliseconds, &no_mark, thread);
  ck_assert_uint_eq (count_hits (tv_timeline_lanes_get (lanes, thread)), 8);
}
END_TEST

START_TEST (test_small_lanes_come_at_once)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  const guint32 thread = tv_test_find_thread (trace, 1);
  TvRowSpan view = make_span (0, 12000 * US);
  g_autoptr (GskRenderNode) node = NULL;
  graphene_rect_t bounds;
  TvLaneColumn column;

  prepare (lanes, &view, &no_mark, thread);
  ck_assert (!tv_timeline_lanes_is_working (lanes));
  ck_assert (get_column (lanes, thread, 150, &column));
  ck_assert_uint_eq (column.method, tv_test_find_method (trace, "a.Inner.work"));

  /* 600 device pixels are 300 pixels at a scale of 2. */
  node = draw (lanes, thread);
  gsk_render_node_get_bounds (node, &bounds);
  ck_assert_float_eq (bounds.origin.x, 10);
  ck_assert_float_eq (bounds.origin.y, 20);
  ck_assert_float_eq (bounds.size.width, 300);
  ck_assert_float_eq (bounds.size.height,
                      TV_LANE_TAB_HEIGHT + TV_LANE_BAR_HEIGHT + TV_LANE_EXTENT_HEIGHT);
}
END_TEST

START_TEST (test_big_lanes_come_from_a_worker)
{
  g_autoptr (TvTrace) trace = make_big_trace ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  const guint32 thread = 0;
  TvRowSpan all = make_span (0, 2 * N_MANY_CALLS * US);
  TvRowSpan detail = make_span (0, 600 * US);
  TvLaneColumn column;

  prepare (lanes, &all, &no_mark, thread);
  ck_assert (tv_timeline_lanes_is_working (lanes));
  ck_assert (!get_column (lanes, thread, 0, &column));
  ck_assert_ptr_null (draw (lanes, thread));
  wait_for (&n_ready, 1);
  ck_assert (!tv_timeline_lanes_is_working (lanes));
  ck_assert (get_column (lanes, thread, 0, &column));
  ck_assert_uint_eq (column.method, 0);

  /* The same view once more is known; a part of it is small enough for the frame. */
  prepare (lanes, &all, &no_mark, thread);
  ck_assert (!tv_timeline_lanes_is_working (lanes));
  prepare (lanes, &detail, &no_mark, thread);
  ck_assert (!tv_timeline_lanes_is_working (lanes));
  ck_assert (get_column (lanes, thread, 0, &column));
}
END_TEST

START_TEST (test_old_columns_stand_in)
{
  g_autoptr (TvTrace) trace = make_big_trace ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  g_autoptr (GskRenderNode) node = NULL;
  const guint32 thread = 0;
  TvRowSpan all = make_span (0, 2 * N_MANY_CALLS * US);
  TvRowSpan moved = make_span (1000 * US, (2 * N_MANY_CALLS - 2000) * US);
  TvLaneColumn column;

  prepare (lanes, &all, &no_mark, thread);
  wait_for (&n_ready, 1);
  prepare (lanes, &moved, &no_mark, thread);
  ck_assert (tv_timeline_lanes_is_working (lanes));
  ck_assert (!get_column (lanes, thread, 0, &column));
  node = draw (lanes, thread);
  ck_assert_ptr_nonnull (node);
  /* Either the columns are ready then, or an index that gives them at once. */
  wait_for (&n_ready, 2);
  prepare (lanes, &moved, &no_mark, thread);
  ck_assert (get_column (lanes, thread, 0, &column));
}
END_TEST

/* Once they were seen, big lanes are indexed: then any view of them is at once. */
static void
wait_for_index (TvTimelineLanes *lanes, guint32 thread, gint64 end)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;
  TvRowSpan view = make_span (0, end);
  TvLaneColumn column;

  do
    {
      ck_assert_int_lt (g_get_monotonic_time (), deadline);
      g_main_context_iteration (NULL, FALSE);
      view.end--;
      prepare (lanes, &view, &no_mark, thread);
    }
  while (!get_column (lanes, thread, 0, &column));
}

START_TEST (test_an_index_makes_big_lanes_quick)
{
  g_autoptr (TvTrace) trace = make_big_trace ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  const guint32 thread = 0;
  TvRowSpan all = make_span (0, 2 * N_MANY_CALLS * US);
  const TvLaneMark mark = { TV_METHOD_NONE, { thread, N_MANY_CALLS / 2 + 500 } };
  TvLaneColumn column;

  prepare (lanes, &all, &no_mark, thread);
  wait_for_index (lanes, thread, all.end);
  prepare (lanes, &all, &no_mark, thread);
  ck_assert (get_column (lanes, thread, 300, &column));
  ck_assert_uint_eq (column.method, 0);
  ck_assert_uint_eq (column.depth, 1);
  ck_assert_uint_ge (column.busy, 125);
  ck_assert_uint_le (column.busy, 130);

  /* What is highlighted is known a moment later. */
  while (tv_timeline_lanes_is_working (lanes))
    g_main_context_iteration (NULL, TRUE);
  n_ready = 0;
  prepare (lanes, &all, &mark, thread);
  ck_assert (get_column (lanes, thread, 300, &column));
  ck_assert (!column.marked);
  wait_for (&n_ready, 1);
  prepare (lanes, &all, &mark, thread);
  ck_assert (get_column (lanes, thread, 300, &column));
  ck_assert (column.marked);
  ck_assert (get_column (lanes, thread, 302, &column));
  ck_assert (!column.marked);
}
END_TEST

START_TEST (test_another_trace_stops_the_worker)
{
  g_autoptr (TvTrace) trace = make_big_trace ();
  g_autoptr (TvTrace) other = tv_sample_trace_new ();
  g_autoptr (TvTimelineLanes) lanes = make_lanes (trace);
  const guint32 thread = 0;
  TvRowSpan all = make_span (0, 2 * N_MANY_CALLS * US);
  TvLaneColumn column;

  prepare (lanes, &all, &no_mark, thread);
  tv_timeline_lanes_set_trace (lanes, other);
  ck_assert (!tv_timeline_lanes_is_working (lanes));
  while (tv_job_get_n_running () > 0)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (n_ready, 0);
  ck_assert (!get_column (lanes, thread, 0, &column));
}
END_TEST

TV_TESTS (NULL, NULL)
