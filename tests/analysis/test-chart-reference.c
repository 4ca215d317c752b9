/* SPDX-License-Identifier: Apache-2.0 */

/* Call charts of random traces, compared with a slow program that follows the rules
 * literally: every column of every level looks at every call. */

#include "analysis/charts/call-chart.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

/* With more entries or exits, a column is not gone through call by call. */
#define MAX_COUNTED 32

typedef struct
{
  TvCalls calls;
  guint *levels; /* by call */
  gint64 start;
  gint64 width; /* of a column */
  guint n_columns;
  const TvMethodSet *hits;
} Reference;

/* The expected content of a column of a level. */
typedef struct
{
  guint n_narrow;
  guint32 narrow; /* the last of them */
  guint32 wide;   /* over the middle, or TV_CALL_NONE */
  gint64 busy;
  gboolean hit; /* whether any of them is one */
} Content;

static void
init_reference (Reference *reference, const TvTrace *trace, guint thread)
{
  reference->calls = tv_trace_get_calls (trace, thread);
  reference->levels = g_new (guint, MAX (reference->calls.n, 1));
  for (gsize i = 0; i < reference->calls.n; i++)
    {
      guint32 parent = reference->calls.parent[i];

      reference->levels[i] = parent == TV_CALL_NONE ? 0 : reference->levels[parent] + 1;
    }
}

static gint64
start_of (const Reference *reference, gsize call)
{
  return tv_times_get (&reference->calls.axis_start, call) - reference->start;
}

static gint64
end_of (const Reference *reference, gsize call)
{
  return tv_times_get (&reference->calls.axis_end, call) - reference->start;
}

static gint64
get_cover (const Reference *reference, gsize call, guint column)
{
  gint64 left = MAX (start_of (reference, call), column * reference->width);
  gint64 right = MIN (end_of (reference, call), (column + 1) * reference->width);

  return MAX (right - left, 0);
}

static gboolean
is_narrow_in (const Reference *reference, gsize call, guint column)
{
  gint64 start = start_of (reference, call), end = end_of (reference, call);
  gint64 twice_middle = start + end;
  gboolean at_the_end = start == end && column + 1 == reference->n_columns
                        && start == reference->width * reference->n_columns;

  return end - start < reference->width
         && ((twice_middle >= 2 * column * reference->width
              && twice_middle < 2 * (column + 1) * reference->width)
             || at_the_end);
}

static gboolean
is_wide_over (const Reference *reference, gsize call, guint column)
{
  gint64 start = start_of (reference, call), end = end_of (reference, call);
  gint64 twice_middle = (2 * column + 1) * reference->width;

  return end - start >= reference->width && 2 * start < twice_middle
         && 2 * end >= twice_middle;
}

static gboolean
is_hit (const Reference *reference, gsize call)
{
  return tv_method_set_contains (reference->hits,
                                 tv_calls_method (&reference->calls, call));
}

static Content
look_at (const Reference *reference, guint level, guint column)
{
  Content content = { .wide = TV_CALL_NONE };

  for (guint32 call = 0; call < reference->calls.n; call++)
    {
      if (reference->levels[call] != level)
        continue;
      if (is_narrow_in (reference, call, column))
        {
          content.hit |= is_hit (reference, call);
          content.n_narrow++;
          content.narrow = call;
          content.busy += end_of (reference, call) - start_of (reference, call);
        }
      else if (is_wide_over (reference, call, column))
        content.wide = call;
    }
  if (content.wide != TV_CALL_NONE)
    {
      content.busy += get_cover (reference, content.wide, column);
      content.hit |= is_hit (reference, content.wide);
    }
  return content;
}

/* Whether the column has too many entries or exits to be exact. */
static gboolean
is_crowded (const Reference *reference, guint column)
{
  gint64 left = column * reference->width, right = left + reference->width;
  guint n_entries = 0, n_exits = 0;

  for (gsize call = 0; call < reference->calls.n; call++)
    {
      n_entries += start_of (reference, call) >= left
                   && start_of (reference, call)
                          < right + (column + 1 == reference->n_columns);
      n_exits += end_of (reference, call) >= left && end_of (reference, call) <= right;
    }
  return n_entries > MAX_COUNTED || n_exits > MAX_COUNTED;
}

static void
assert_exact (const Reference *reference, const Content *content, guint column,
              const TvChartBox *box)
{
  gint64 busy;

  if (content->n_narrow == 0 && content->wide == TV_CALL_NONE)
    {
      ck_assert_ptr_null (box);
      return;
    }
  ck_assert_ptr_nonnull (box);
  if (content->n_narrow + (content->wide != TV_CALL_NONE) > 1)
    {
      ck_assert_uint_eq (box->kind, TV_CHART_CROWD);
      busy = MIN (content->busy, reference->width) * 255 / reference->width;
      ck_assert_int_le (ABS ((gint64) box->busy - busy), 1);
      return;
    }
  ck_assert_uint_eq (box->kind, TV_CHART_CALL);
  ck_assert_uint_eq (box->call,
                     content->n_narrow > 0 ? content->narrow : content->wide);
  if (content->wide == TV_CALL_NONE)
    return;
  ck_assert_int_eq (box->starts, start_of (reference, box->call) >= 0);
  ck_assert_int_eq (box->ends, end_of (reference, box->call)
                                   <= reference->width * reference->n_columns);
}

/* In a crowded column, a wide call alone is still right, and nothing shows that is not
 * there. */
static void
assert_plausible (const Reference *reference, guint level, const Content *content,
                  const TvChartBox *box)
{
  if (content->n_narrow == 0)
    {
      ck_assert_int_eq (box != NULL, content->wide != TV_CALL_NONE);
      if (box != NULL)
        ck_assert_uint_eq (box->call, content->wide);
    }
  if (content->wide != TV_CALL_NONE)
    ck_assert_ptr_nonnull (box);
  if (box != NULL)
    ck_assert_uint_eq (reference->levels[box->call], level);
}

/* A hit shows however many calls the column has. */
static void
assert_hit (const Reference *reference, const Content *content, const TvChartBox *box)
{
  ck_assert_int_eq (box != NULL && box->hit != TV_METHOD_NONE, content->hit);
  if (content->hit)
    ck_assert (tv_method_set_contains (reference->hits, box->hit));
  if (content->hit && box->kind == TV_CHART_CALL)
    ck_assert_uint_eq (box->hit, box->method);
}

static guint
compare_charts (const TvCallStacks *stacks, const Reference *reference,
                TvChartHits *hits, guint thread, guint first_level, guint n_levels)
{
  gint64 end = reference->start + reference->width * reference->n_columns;
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, hits, thread, reference->start, end,
                           reference->n_columns, first_level, n_levels);
  guint n_crowded = 0;

  for (guint column = 0; column < reference->n_columns; column++)
    {
      gboolean crowded = is_crowded (reference, column);

      n_crowded += crowded;
      for (guint level = first_level; level < first_level + n_levels; level++)
        {
          Content content = look_at (reference, level, column);
          const TvChartBox *box = tv_call_chart_find (chart, level, column);

          if (crowded)
            assert_plausible (reference, level, &content, box);
          else
            assert_exact (reference, &content, column, box);
          assert_hit (reference, &content, box);
        }
    }
  return n_crowded;
}

/* One method in so many is a hit, beginning with a random one. */
static TvMethodSet *
choose_hits (const TvTrace *trace, GRand *random)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  const guint step = (guint) g_rand_int_range (random, 1, 12);
  guint64 *words = g_new0 (guint64, n_methods / 64 + 1);

  for (guint i = (guint) g_rand_int_range (random, 0, (gint32) n_methods);
       i < n_methods; i += step)
    words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n_methods);
}

static guint
compare_at_zooms (const TvRandomTrace *spec, guint32 seed)
{
  static const guint levels[][2] = { { 0, 40 }, { 0, 2 }, { 3, 4 }, { 70, 10 } };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvTrace) trace = NULL;
  gint64 first, last;
  guint n_crowded = 0;

  tv_random_trace_write (spec, writer);
  trace = tv_test_load (writer);
  stacks = tv_call_stacks_new (trace, NULL, NULL);
  tv_trace_get_axis_range (trace, &first, &last);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      Reference reference = { .n_columns = 60 };

      g_autoptr (TvMethodSet) set = choose_hits (trace, random);
      g_autoptr (TvChartHits) hits
          = tv_chart_hits_new (trace, thread, set, 0, 80, NULL);

      reference.hits = set;
      init_reference (&reference, trace, thread);
      for (guint i = 0; i < 24; i++)
        {
          gint64 span = MAX ((last - first) >> (i / 2), reference.n_columns);

          reference.width = span / reference.n_columns;
          reference.start
              = first
                + (gint64) (g_rand_double (random) * (double) (last - first - span));
          n_crowded += compare_charts (stacks, &reference, hits, thread,
                                       levels[i % 4][0], levels[i % 4][1]);
        }
      g_free (reference.levels);
    }
  return n_crowded;
}

START_TEST (usual_stacks)
{
  TvRandomTrace spec = { .n_events = 6000,
                         .n_threads = 2,
                         .n_methods = 30,
                         .max_depth = 20,
                         .wait_percent = 5,
                         .unwind_percent = 3,
                         .before_percent = 2,
                         .lost_percent = 2,
                         .stray_percent = 2 };

  for (spec.seed = 1; spec.seed <= 4; spec.seed++)
    ck_assert_uint_gt (compare_at_zooms (&spec, spec.seed), 0);
}
END_TEST

START_TEST (deep_stacks)
{
  TvRandomTrace spec = { .n_events = 6000,
                         .n_threads = 1,
                         .n_methods = 5,
                         .max_depth = 400,
                         .recursion_percent = 60 };

  for (spec.seed = 11; spec.seed <= 14; spec.seed++)
    ck_assert_uint_gt (compare_at_zooms (&spec, spec.seed), 0);
}
END_TEST

START_TEST (few_calls)
{
  TvRandomTrace spec = {
    .n_events = 300, .n_threads = 3, .n_methods = 9, .max_depth = 6, .wait_percent = 20
  };

  for (spec.seed = 21; spec.seed <= 30; spec.seed++)
    compare_at_zooms (&spec, spec.seed);
}
END_TEST

TV_TESTS (NULL, NULL)
