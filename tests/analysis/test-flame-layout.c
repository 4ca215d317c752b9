/* SPDX-License-Identifier: Apache-2.0 */

/* Frames laid out by hand on a small script, and held against their tree on traces. */

#include "analysis/charts/call-chart.h"
#include "analysis/stacks/flame-layout.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define A 0x4
#define B 0x8
#define C 0xc

#define US G_GINT64_CONSTANT (1000)

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

/* a from 0 to 100, in it a2 from 0 to 20 and b from 20 to 90, in that an a from 30 to
 * 40; on the second thread b from 0 to 25. */
static TvTrace *
load_script (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "a2", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, C, 0, 0);
  tv_trace_writer_enter (writer, 2, B, 0, 0);
  tv_trace_writer_exit (writer, 1, C, 0, 20);
  tv_trace_writer_enter (writer, 1, B, 0, 20);
  tv_trace_writer_exit (writer, 2, B, 0, 25);
  tv_trace_writer_enter (writer, 1, A, 0, 30);
  tv_trace_writer_exit (writer, 1, A, 0, 40);
  tv_trace_writer_exit (writer, 1, B, 0, 90);
  tv_trace_writer_exit (writer, 1, A, 0, 100);
  return tv_test_load (writer);
}

static const char *
get_name (const TvFlameLayout *layout, const TvFlameFrame *frame)
{
  TvTrace *trace = layout->trace;

  if (frame->sums.method != TV_METHOD_NONE)
    return tv_trace_get_method (trace, frame->sums.method)->name;
  if (tv_flame_frame_is_merged (frame))
    return "narrow";
  if (frame->sums.thread == TV_THREAD_NONE)
    return "all";
  return tv_trace_get_thread (trace, frame->sums.thread)->id == 1 ? "one" : "two";
}

/* Levels from the root on, as NAME:START-END. */
static char *
to_string (const TvFlameLayout *layout)
{
  const TvFlameFrame *frames = layout->frames;
  GString *text = g_string_new (NULL);

  for (guint level = 0; level < layout->n_levels; level++)
    {
      const guint32 first = layout->levels[level];
      const guint32 n = layout->levels[level + 1] - first;

      if (level > 0)
        g_string_append (text, " / ");
      for (guint i = 0; i < n; i++)
        {
          const TvFlameFrame *frame = &frames[first + i];

          ck_assert_uint_eq (frame->level, level);
          g_string_append_printf (text, "%s%s:%d-%d", i > 0 ? " " : "",
                                  get_name (layout, frame), (int) (frame->start / US),
                                  (int) (frame->end / US));
        }
    }
  return g_string_free (text, FALSE);
}

static void
assert_layout (const TvCallTree *tree, const TvFlameSpec *spec, const char *expected)
{
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (tree, spec);
  g_autofree char *text = to_string (layout);

  ck_assert_str_eq (text, expected);
}

START_TEST (frames_stand_on_their_callers)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) all = tv_call_tree_new (
      trace, &whole, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (TvCallTree) apart = tv_call_tree_new (
      trace, &whole,
      &(TvCallTreeLimits){ .per_thread = TRUE,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  const TvFlameSpec spec = { .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE };

  assert_layout (all, &spec,
                 "all:0-125 / a:0-100 b:100-125 / b:0-70 a2:70-90 / a:0-10");
  assert_layout (apart, &spec,
                 "all:0-125 / one:0-100 two:100-125 / a:0-100 b:100-125 / "
                 "b:0-70 a2:70-90 / a:0-10");
}
END_TEST

START_TEST (siblings_can_be_ordered_by_name)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole,
      &(TvCallTreeLimits){ .per_thread = TRUE,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);

  assert_layout (
      tree,
      &(TvFlameSpec){ .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE, .by_name = TRUE },
      "all:0-125 / one:0-100 two:100-125 / a:0-100 b:100-125 / "
      "a2:0-20 b:20-90 / a:20-30");
}
END_TEST

START_TEST (narrow_callees_are_one_frame)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  TvFlameSpec spec
      = { .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE, .least_time = 80 * US };
  g_autoptr (TvFlameLayout) layout = NULL;

  assert_layout (tree, &spec, "all:0-125 / a:0-100 / narrow:0-90");
  spec.least_time = 30 * US;
  assert_layout (tree, &spec, "all:0-125 / a:0-100 / b:0-70");
  spec.least_time = 1;
  spec.max_frames = 3;
  assert_layout (tree, &spec, "all:0-125 / a:0-100 / b:0-70");
  layout = tv_flame_layout_new (tree, &spec);
  ck_assert_int_eq (layout->merged_time, 25 * US + 1);
  ck_assert (!layout->is_cut);
}
END_TEST

START_TEST (a_root_is_as_wide_as_the_picture)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole,
      &(TvCallTreeLimits){ .per_thread = TRUE,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE });
  const TvFlameFrame *frames = layout->frames;
  const guint32 b = tv_flame_layout_find (layout, 3, 69 * US);

  ck_assert_uint_ne (b, TV_FRAME_NONE);
  assert_layout (tree, &(TvFlameSpec){ .clock = TV_CLOCK_WALL, .root = frames[b].node },
                 "all:0-70 / one:0-70 / a:0-70 / b:0-70 / a:0-10");
}
END_TEST

START_TEST (frames_are_found_by_their_place)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE });
  const struct
  {
    guint level;
    gint64 time;
    guint32 frame;
  } cases[] = { { 0, 0, 0 },
                { 0, 125 * US - 1, 0 },
                { 0, 125 * US, TV_FRAME_NONE },
                { 0, -1, TV_FRAME_NONE },
                { 1, 100 * US - 1, 1 },
                { 1, 100 * US, 2 },
                { 2, 70 * US, 4 },
                { 2, 90 * US, TV_FRAME_NONE },
                { 3, 10 * US, TV_FRAME_NONE },
                { 4, 0, TV_FRAME_NONE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ck_assert_uint_eq (tv_flame_layout_find (layout, cases[i].level, cases[i].time),
                       cases[i].frame);
}
END_TEST

START_TEST (nothing_has_no_frames)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvProfileRange empty = { .start = 10 * US, .end = 10 * US };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &empty, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);

  assert_layout (
      tree,
      &(TvFlameSpec){ .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE, .max_frames = 5 },
      "");
}
END_TEST

START_TEST (levels_can_be_left_out)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvCallTreeLimits limits = { .clock = TV_CLOCK_WALL, .max_depth = 1 };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  const TvFlameSpec spec
      = { .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE, .max_depth = 1 };
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (tree, &spec);

  assert_layout (tree, &spec, "all:0-125 / a:0-100 b:100-125");
  ck_assert (layout->is_cut);
}
END_TEST

static void
assert_boxes (const TvFlameLayout *layout, guint n_columns, guint level,
              const char *expected)
{
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new_from_frames (layout, n_columns, 1, 3);
  const TvFlameFrame *frames = layout->frames;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const TvChartBox *boxes = tv_call_chart_get_boxes (chart, level, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s%s:%u-%u", i > 0 ? " " : "",
                            boxes[i].kind == TV_CHART_CROWD ? "~" : "",
                            get_name (layout, &frames[boxes[i].call]), boxes[i].x0,
                            boxes[i].x1);
  ck_assert_str_eq (text->str, expected);
}

/* A column is 5 us, or 25. */
START_TEST (a_box_has_the_columns_whose_middles_its_frame_covers)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  TvFlameSpec spec = { .clock = TV_CLOCK_WALL, .root = TV_NODE_NONE };
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (tree, &spec);
  g_autoptr (TvFlameLayout) merged = NULL;

  assert_boxes (layout, 25, 1, "a:0-20 b:20-25");
  assert_boxes (layout, 25, 2, "b:0-14 a2:14-18");
  assert_boxes (layout, 25, 3, "a:0-2");
  assert_boxes (layout, 25, 0, "");
  assert_boxes (layout, 25, 4, "");
  assert_boxes (layout, 5, 2, "b:0-3 a2:3-4");
  assert_boxes (layout, 5, 3, "");
  spec.least_time = 80 * US;
  merged = tv_flame_layout_new (tree, &spec);
  assert_boxes (merged, 25, 2, "~narrow:0-18");
}
END_TEST

/* Callees are within their caller and beside one another, and each node has a frame. */
static void
check_frames (const TvCallTree *tree, TvClock clock)
{
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = clock, .root = TV_NODE_NONE });
  const TvFlameFrame *frames = layout->frames;
  const guint32 n_frames = layout->n_frames;
  guint n_roots, depth = 0;
  guint n_nodes = 0;
  guint32 node = TV_NODE_NONE;

  while ((node = tv_call_tree_get_next (tree, node, &depth)) != TV_NODE_NONE)
    n_nodes++;
  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n_roots);
  ck_assert_uint_eq (n_frames, n_nodes + (n_roots > 1));
  for (guint32 i = 0; i < n_frames; i++)
    {
      const TvFlameFrame *frame = &frames[i];
      const TvFlameFrame *parent
          = frame->parent != TV_FRAME_NONE ? &frames[frame->parent] : NULL;

      ck_assert_int_eq (frame->end - frame->start, frame->sums.inclusive[clock]);
      if (parent == NULL)
        continue;
      ck_assert (i >= parent->first_callee
                 && i < parent->first_callee + parent->n_callees);
      ck_assert_uint_eq (frame->level, parent->level + 1);
      ck_assert_int_ge (frame->start, parent->start);
      ck_assert_int_le (frame->end, parent->end);
      if (i > parent->first_callee)
        ck_assert_int_eq (frame->start, frames[i - 1].end);
    }
}

START_TEST (frames_are_the_nodes_of_any_tree)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (TvCallTree) tree = tv_call_tree_new (
          trace, &whole,
          &(TvCallTreeLimits){ .per_thread = seed % 4 < 2,
                               .clock = tv_trace_get_primary_clock (trace) },
          NULL, NULL);

      check_frames (tree, seed % 2);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
