/* SPDX-License-Identifier: Apache-2.0 */

/* The columns, extents and call queries of random traces, compared with a slow program
 * that follows the rules literally: every column looks at every block. */

#include "analysis/lanes/lane-columns.h"
#include "analysis/lookup/call-query.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

/* A piece of a call's own time, or of its waiting. */
typedef struct
{
  guint32 call;
  gint64 start;
  gint64 end;
  gboolean waits;
} Block;

/* The content of a column. */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 busy;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  gboolean narrow;
  gboolean marked;
} Content;

static void
append_block (GArray *blocks, guint32 call, gint64 start, gint64 end, gboolean waits)
{
  Block block = { call, start, end, waits };

  if (end > start)
    g_array_append_val (blocks, block);
}

/* Own time from @start to @end, cut by the waits that the trace says are the call's. */
static void
append_own (GArray *blocks, const TvWaits *waits, guint32 call, gint64 start,
            gint64 end)
{
  for (gsize i = 0; i < waits->n; i++)
    {
      gint64 wait_start = tv_times_get (&waits->start, i);
      gint64 wait_end = tv_times_get (&waits->end, i);

      if (waits->call[i] != call || wait_start < start || wait_end > end)
        continue;
      append_block (blocks, call, start, wait_start, FALSE);
      append_block (blocks, call, wait_start, wait_end, TRUE);
      start = wait_end;
    }
  append_block (blocks, call, start, end, FALSE);
}

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  const Block *first = a, *second = b;

  return (first->start > second->start) - (first->start < second->start);
}

static GArray *
list_blocks (const TvTrace *trace, guint thread)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);

  for (guint32 call = 0; call < calls.n; call++)
    {
      gint64 now = tv_times_get (&calls.axis_start, call);

      for (gsize callee = call + 1; callee < calls.n; callee++)
        if (calls.parent[callee] == call)
          {
            append_own (blocks, &waits, call, now,
                        tv_times_get (&calls.axis_start, callee));
            now = tv_times_get (&calls.axis_end, callee);
          }
      append_own (blocks, &waits, call, now, tv_times_get (&calls.axis_end, call));
    }
  g_array_sort (blocks, compare_blocks);
  return blocks;
}

static gboolean
is_cut (const TvCalls *calls, const Block *block, gint64 start, gint64 end)
{
  return (block->start <= start
          && tv_times_get (&calls->axis_start, block->call) < start)
         || (block->end >= end && tv_times_get (&calls->axis_end, block->call) > end);
}

/* Whether a block, already cut to the range, fills no column by more than half. */
static gboolean
is_narrow (const Block *block, gint64 origin, gint64 width)
{
  gint64 first = (block->start - origin) / width;
  gint64 last = (block->end - 1 - origin) / width;
  gint64 border = origin + last * width;

  if (first == last)
    return 2 * (block->end - block->start) <= width;
  return last == first + 1 && 2 * (border - block->start) <= width
         && 2 * (block->end - border) <= width;
}

static gboolean
is_marked (const TvCalls *calls, const TvLaneMark *mark, guint thread, guint32 call)
{
  guint32 around = call;

  if (mark->call.thread == TV_THREAD_NONE)
    return tv_calls_method (calls, call) == mark->method;
  if (mark->call.thread != thread
      || tv_calls_method (calls, call) != tv_calls_method (calls, mark->call.call))
    return FALSE;
  while (around != TV_CALL_NONE && around != mark->call.call)
    around = calls->parent[around];
  return around != TV_CALL_NONE;
}

typedef struct
{
  const TvTrace *trace;
  const TvCallStacks *stacks;
  guint thread;
  TvCalls calls;
  GArray *blocks;
  gint64 start;
  gint64 end;
  gint64 width;
  const TvLaneMark *mark;
} Reference;

static void
look_at_block (const Reference *of, const Block *whole, Content *content, gint64 *sums,
               guint *n_methods, guint32 *best)
{
  Block block = *whole;
  guint32 method = tv_calls_method (&of->calls, block.call);
  gint64 length;

  block.start = MAX (block.start, of->start);
  block.end = MIN (block.end, of->end);
  length = MIN (block.end, content->end) - MAX (block.start, content->start);
  if (length <= 0)
    return;
  content->marked |= is_marked (&of->calls, of->mark, of->thread, block.call);
  if (block.waits)
    {
      if (method == content->wait_method)
        content->wait += length;
      else if (length > content->wait)
        {
          content->wait = length;
          content->wait_method = method;
        }
      return;
    }
  if (is_narrow (&block, of->start, of->width)
      && !is_cut (&of->calls, whole, of->start, of->end))
    content->narrow = TRUE;
  *n_methods += sums[method] == 0;
  content->busy += length;
  sums[method] += length;
  if (*best == TV_METHOD_NONE || sums[method] > sums[*best])
    *best = method;
}

static void
look_for_instants (const Reference *of, Content *content)
{
  for (guint32 call = 0; call < of->calls.n; call++)
    {
      gint64 time = tv_times_get (&of->calls.axis_start, call);

      if (time != tv_times_get (&of->calls.axis_end, call) || time < content->start
          || (time >= content->end && (time > of->end || content->end != of->end)))
        continue;
      if (content->instant_method == TV_METHOD_NONE)
        content->instant_method = tv_calls_method (&of->calls, call);
      content->marked |= is_marked (&of->calls, of->mark, of->thread, call);
    }
}

static TvLaneColumn
conclude (const Reference *of, const Content *content, const gint64 *sums,
          guint n_methods, guint32 best)
{
  TvLaneColumn column = { .method = TV_METHOD_NONE, .kind = TV_LANE_IDLE };
  gboolean mixed, solid;

  mixed
      = content->busy > 0
            ? (content->narrow && n_methods > 1)
                  || (2 * content->busy < of->width
                      && (content->narrow || content->instant_method != TV_METHOD_NONE))
            : content->instant_method != TV_METHOD_NONE;
  solid = content->busy > 0
          && (sums[best] == of->width || (!mixed && 2 * content->busy >= of->width));
  if (solid || mixed)
    {
      column.kind = solid ? TV_LANE_SOLID : TV_LANE_MIXED;
      column.method = content->busy > 0 ? best : content->instant_method;
      column.share = best != TV_METHOD_NONE ? sums[best] * 255 / of->width : 0;
      column.busy = content->busy * 255 / of->width;
    }
  else if (content->wait > 0)
    {
      column.kind = TV_LANE_WAIT;
      column.method = content->wait_method;
    }
  if (column.kind == TV_LANE_MIXED)
    column.marked = content->marked;
  else if (column.kind != TV_LANE_IDLE && content->marked)
    column.marked
        = of->mark->call.thread == TV_THREAD_NONE
              ? column.method == of->mark->method
              : column.method == tv_calls_method (&of->calls, of->mark->call.call);
  return column;
}

static TvLaneColumn
make_column (const Reference *of, guint index)
{
  g_autofree gint64 *sums = g_new0 (gint64, tv_trace_get_n_methods (of->trace));
  guint n_methods = 0;
  guint32 best = TV_METHOD_NONE;
  Content content = {
    .start = of->start + index * of->width,
    .end = of->start + (index + 1) * of->width,
    .wait_method = TV_METHOD_NONE,
    .instant_method = TV_METHOD_NONE,
  };

  for (guint i = 0; i < of->blocks->len; i++)
    look_at_block (of, &g_array_index (of->blocks, Block, i), &content, sums,
                   &n_methods, &best);
  look_for_instants (of, &content);
  return conclude (of, &content, sums, n_methods, best);
}

static void
check_columns (const Reference *of, guint n)
{
  g_autofree TvLaneColumn *columns = g_new (TvLaneColumn, n);

  tv_lane_columns (of->trace, of->thread, of->start, of->end, of->mark, NULL, columns,
                   n);
  for (guint i = 0; i < n; i++)
    {
      TvLaneColumn expected = make_column (of, i);

      ck_assert_msg (
          columns[i].kind == expected.kind && columns[i].method == expected.method
              && columns[i].share == expected.share && columns[i].busy == expected.busy
              && columns[i].marked == expected.marked,
          "column %u from %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
          ": kind %u method %d %u/%u mark %u, not %u %d %u/%u %u",
          i, of->start, of->width, columns[i].kind, (int) columns[i].method,
          columns[i].share, columns[i].busy, columns[i].marked, expected.kind,
          (int) expected.method, expected.share, expected.busy, expected.marked);
    }
}

/* The call at a time is the deepest one around it, found by looking at all. */
static void
check_call_at (const Reference *of, gint64 time)
{
  guint32 expected = TV_CALL_NONE;
  TvCallRef ref;
  gboolean found = tv_call_at (of->stacks, of->thread, time, &ref);

  for (guint32 call = 0; call < of->calls.n; call++)
    if (tv_times_get (&of->calls.axis_start, call) <= time
        && tv_times_get (&of->calls.axis_end, call) > time)
      expected = call;
  if (expected == TV_CALL_NONE)
    for (guint32 call = 0; call < of->calls.n; call++)
      if (tv_times_get (&of->calls.axis_start, call) == time
          && tv_times_get (&of->calls.axis_end, call) == time)
        expected = call;
  ck_assert_int_eq (found, expected != TV_CALL_NONE);
  ck_assert_uint_eq (ref.call, expected);
}

/* The call with the most own time in a range, its numbers summed over its blocks. */
static void
check_call_in_column (const Reference *of, gint64 start, gint64 end)
{
  g_autofree gint64 *own = g_new0 (gint64, of->calls.n + 1);
  gint64 most = 0;
  TvCallRef ref;
  gboolean found
      = tv_call_in_column (of->stacks, of->thread, start, end, TV_METHOD_NONE, &ref);

  for (guint i = 0; i < of->blocks->len; i++)
    {
      const Block *block = &g_array_index (of->blocks, Block, i);
      gint64 length = MIN (block->end, end) - MAX (block->start, start);

      if (!block->waits && length > 0)
        own[block->call] += length;
    }
  for (guint32 call = 0; call < of->calls.n; call++)
    most = MAX (most, own[call]);
  if (most > 0)
    {
      ck_assert (found);
      ck_assert_int_eq (own[ref.call], most);
    }
  else if (found)
    ck_assert_int_eq (own[ref.call], 0);
}

static void
check_extents (const Reference *of, guint n)
{
  g_autoptr (GArray) extents
      = tv_lane_extents (of->trace, of->thread, of->start, of->end, of->mark, n);
  g_autofree guint8 *covered = g_new0 (guint8, n);
  g_autofree guint8 *expected = g_new0 (guint8, n);

  ck_assert_uint_le (extents->len, 4 * n);
  for (guint i = 0; i < extents->len; i++)
    {
      const TvExtent *extent = &g_array_index (extents, TvExtent, i);

      ck_assert_int_le (0, extent->x0);
      ck_assert_int_le (extent->x0, extent->x1);
      ck_assert_int_lt (extent->x1, (int) n);
      memset (covered + extent->x0, 1, extent->x1 - extent->x0 + 1);
    }
  for (guint32 call = 0; call < of->calls.n; call++)
    {
      gint64 start = tv_times_get (&of->calls.axis_start, call);
      gint64 end = tv_times_get (&of->calls.axis_end, call);
      gint64 first, last;

      if (!is_marked (&of->calls, of->mark, of->thread, call)
          || (of->mark->call.thread != TV_THREAD_NONE && call != of->mark->call.call)
          || end < of->start || (end == of->start && start < end) || start > of->end
          || (start == of->end && start < end))
        continue;
      start = CLAMP (start, of->start, of->end) - of->start;
      end = CLAMP (end, of->start, of->end) - of->start;
      first = (start * 2 + of->width) / (of->width * 2);
      last = (end * 2 + of->width) / (of->width * 2) - 1;
      if (last < first)
        first = last = MIN (start / of->width, n - 1);
      memset (expected + first, 1, last - first + 1);
    }
  ck_assert_mem_eq (covered, expected, n);
}

static void
check_ranges (Reference *of, GRand *random)
{
  gint64 full_start, full_end;

  tv_trace_get_axis_range (of->trace, &full_start, &full_end);
  for (guint i = 0; i < 12; i++)
    {
      guint n = g_rand_int_range (random, 1, 60);
      guint32 call = g_rand_int_range (random, 0, of->calls.n);
      TvLaneMark mark = { .method = tv_calls_method (&of->calls, call),
                          .call = { i % 2 == 0 ? TV_THREAD_NONE : of->thread, call } };

      of->mark = &mark;
      of->start = g_rand_double_range (random, full_start - 1000, full_end);
      of->width = i % 3 == 0 ? g_rand_int_range (random, 2, 40) * 500
                             : 1 + (full_end - of->start) / n;
      if (i == 0)
        of->start = full_start;
      of->end = of->start + n * of->width;
      check_columns (of, n);
      check_extents (of, n);
      check_call_at (of, of->start / 1000 * 1000);
      check_call_at (of, of->start + of->width / 2);
      check_call_in_column (of, of->start, of->start + of->width);
    }
}

static void
check_seed (guint32 seed, TvWriterClock clock)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  TvRandomTrace spec = {
    .seed = seed,
    .n_events = 500,
    .n_threads = 2,
    .n_methods = 7,
    .max_depth = 9,
    .recursion_percent = 15,
    .wait_percent = 4,
    .unwind_percent = 3,
    .before_percent = 20,
    .lost_percent = 2,
    .stray_percent = 2,
  };

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  stacks = tv_call_stacks_new (trace, NULL, NULL);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      g_autoptr (GArray) blocks = list_blocks (trace, thread);
      Reference of = { .trace = trace,
                       .stacks = stacks,
                       .thread = thread,
                       .calls = tv_trace_get_calls (trace, thread),
                       .blocks = blocks };

      ck_assert_uint_gt (of.calls.n, 20);
      check_ranges (&of, random);
    }
}

START_TEST (wall_traces_agree)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    check_seed (seed, TV_WRITER_CLOCK_WALL);
}
END_TEST

START_TEST (dual_traces_agree)
{
  for (guint32 seed = 101; seed <= 116; seed++)
    check_seed (seed, TV_WRITER_CLOCK_DUAL);
}
END_TEST

START_TEST (thread_cpu_traces_agree)
{
  for (guint32 seed = 201; seed <= 212; seed++)
    check_seed (seed, TV_WRITER_CLOCK_THREAD_CPU);
}
END_TEST

TV_TESTS (NULL, NULL)
