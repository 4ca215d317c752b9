/* SPDX-License-Identifier: Apache-2.0 */

/* A lane's columns, and the stand-in that is drawn while they are computed. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/sample-trace.h"
#include "ui/timeline/timeline-lanes.h"

#define MS G_GINT64_CONSTANT (1000000)

static TvLaneView
make_view (gint64 start, gint64 end, guint n_columns, guint32 marked)
{
  return (TvLaneView){ .start = start,
                       .end = end,
                       .n_columns = n_columns,
                       .scale = 1,
                       .mark = { marked, { TV_THREAD_NONE, 0 } } };
}

/* One letter a column: O for Outer, I for Inner, L for Leaf, a dot for none. */
static char *
draw_columns (const TvTrace *trace, const TvLaneData *data)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < data->view.n_columns; i++)
    {
      guint32 method = data->columns[i].method;
      g_string_append_c (text,
                         method == TV_METHOD_NONE
                             ? '.'
                             : tv_trace_get_method (trace, method)->class_name[2]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_columns (const TvTrace *trace, const TvLaneData *data, const char *expected)
{
  g_autofree char *columns = draw_columns (trace, data);

  ck_assert_str_eq (columns, expected);
}

START_TEST (test_columns)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  guint32 thread = tv_test_find_thread (trace, 1);
  TvLaneView view = make_view (0, 12 * MS, 24, TV_METHOD_NONE);
  g_autoptr (TvLaneData) data = tv_lane_data_new (trace, thread, &view, NULL);

  /* Half a millisecond a column. */
  assert_columns (trace, data, "OOOOIIIIOOOOIIIIOLLO....");
  ck_assert_ptr_null (data->extents);
}
END_TEST

START_TEST (test_stretch_to_detail)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  guint32 thread = tv_test_find_thread (trace, 1);
  TvLaneView whole = make_view (0, 12 * MS, 24, TV_METHOD_NONE);
  TvLaneView detail = make_view (1 * MS, 3 * MS, 8, TV_METHOD_NONE);
  g_autoptr (TvLaneData) data = tv_lane_data_new (trace, thread, &whole, NULL);
  g_autoptr (TvLaneData) stretched = tv_lane_data_new_stretched (data, &detail);

  assert_columns (trace, stretched, "OOOOIIII");
  ck_assert (tv_lane_view_equal (&stretched->view, &detail));
}
END_TEST

START_TEST (test_stretch_beyond_what_is_known)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  guint32 thread = tv_test_find_thread (trace, 1);
  TvLaneView known = make_view (2 * MS, 6 * MS, 4, TV_METHOD_NONE);
  TvLaneView wider = make_view (0, 10 * MS, 10, TV_METHOD_NONE);
  g_autoptr (TvLaneData) data = tv_lane_data_new (trace, thread, &known, NULL);
  g_autoptr (TvLaneData) stretched = tv_lane_data_new_stretched (data, &wider);

  assert_columns (trace, data, "IIOO");
  assert_columns (trace, stretched, "..IIOO....");
}
END_TEST

START_TEST (test_extents_stretch_along)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  guint32 thread = tv_test_find_thread (trace, 1);
  guint32 wrapper = tv_test_find_method (trace, "a.Wrapper.call");
  TvLaneView whole = make_view (0, 10 * MS, 20, wrapper);
  TvLaneView detail = make_view (9 * MS, 10 * MS, 10, wrapper);
  g_autoptr (TvLaneData) data = tv_lane_data_new (trace, thread, &whole, NULL);
  g_autoptr (TvLaneData) stretched = tv_lane_data_new_stretched (data, &detail);
  const TvExtent *extent = NULL;

  ck_assert_uint_eq (data->extents->len, 1);
  ck_assert_uint_eq (stretched->extents->len, 1);
  extent = &g_array_index (stretched->extents, TvExtent, 0);
  ck_assert_int_eq (extent->x0, 0);
  ck_assert_int_eq (extent->x1, 4);
  ck_assert (!extent->starts);
  ck_assert (extent->ends);
}
END_TEST

START_TEST (test_views_differ)
{
  TvLaneView a = make_view (0, 10, 5, 3);
  TvLaneView b = a;

  ck_assert (tv_lane_view_equal (&a, &b));
  /* Without a thread, the number of the call says nothing. */
  b.mark.call.call = 7;
  ck_assert (tv_lane_view_equal (&a, &b));
  b.mark.call.thread = 0;
  ck_assert (!tv_lane_view_equal (&a, &b));
  b = a;
  b.mark.method = 4;
  ck_assert (!tv_lane_view_equal (&a, &b));
  b = a;
  b.scale = 2;
  ck_assert (!tv_lane_view_equal (&a, &b));
  b = a;
  b.end = 11;
  ck_assert (!tv_lane_view_equal (&a, &b));
}
END_TEST

static TvMethodSet *
find_method (const TvTrace *trace, const char *name)
{
  guint64 *words = g_new0 (guint64, 1);

  words[0] = G_GUINT64_CONSTANT (1) << tv_test_find_method (trace, name);
  return tv_method_set_new (words, tv_trace_get_n_methods (trace));
}

static TvLaneData *
new_data_with_hits (TvTrace *trace, TvMethodSet *methods)
{
  TvLaneView view = make_view (0, 12 * MS, 24, TV_METHOD_NONE);

  return tv_lane_data_new (trace, tv_test_find_thread (trace, 1), &view, methods);
}

static guint
count_hits (const TvLaneData *data)
{
  guint n = 0;

  for (guint i = 0; i < data->view.n_columns; i++)
    n += data->columns[i].hit != TV_METHOD_NONE;
  return n;
}

/* While another search is at work, the hits of the last one are not drawn. */
START_TEST (test_hits_of_another_search_are_dropped)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvMethodSet) leafs = find_method (trace, "a.Leaf.end");
  g_autoptr (TvMethodSet) inner = find_method (trace, "a.Inner.work");
  TvLaneCache *lane = g_new0 (TvLaneCache, 1);
  TvLaneData *data = new_data_with_hits (trace, leafs);

  ck_assert (!data->lacks_hits);
  /* As in "OOOOIIIIOOOOIIIIOLLO....". */
  for (guint i = 0; i < 24; i++)
    ck_assert_int_eq (data->columns[i].hit != TV_METHOD_NONE, i == 17 || i == 18);
  tv_lane_cache_take (lane, data, leafs);
  ck_assert (tv_lane_cache_is_for (lane, &data->view, leafs));
  ck_assert (!tv_lane_cache_is_for (lane, &data->view, inner));
  ck_assert_uint_eq (count_hits (data), 2);
  tv_lane_cache_forget_hits (lane);
  ck_assert_uint_eq (count_hits (data), 0);

  /* A worker that began before the search is late. */
  data = new_data_with_hits (trace, leafs);
  tv_lane_cache_take (lane, data, inner);
  ck_assert_uint_eq (count_hits (data), 0);
  tv_lane_cache_free (lane);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = { test_columns,
                                 test_stretch_to_detail,
                                 test_stretch_beyond_what_is_known,
                                 test_extents_stretch_along,
                                 test_views_differ,
                                 test_hits_of_another_search_are_dropped };

  return tv_test_run ("timeline-lane-data", tests, G_N_ELEMENTS (tests));
}
