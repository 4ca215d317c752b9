/* SPDX-License-Identifier: Apache-2.0 */

/* Columns from an index, compared with a slow program that looks at every block of
 * time. The index may move the borders of a column by a sixteenth of it, and drops the
 * methods that are third or less in a part. So a column must be possible for some
 * borders within that, and its method must be as large as any but for a third. */

#include "analysis/lanes/lane-columns.h"
#include "lane-pieces.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define MS G_GINT64_CONSTANT (1000000)

typedef struct
{
  TvLanePieces pieces;
  TvLaneIndex *index;
} Lane;

static void
lane_init (Lane *lane, TvTrace *trace, guint thread)
{
  tv_lane_pieces_init (&lane->pieces, trace, thread);
  lane->index = tv_lane_index_new (trace, thread, NULL);
}

static void
lane_clear (Lane *lane)
{
  tv_lane_index_unref (lane->index);
  tv_lane_pieces_clear (&lane->pieces);
}

/* The least and the most that may be in the column, both ends included. */
static void
check_kind (const TvLaneColumn *column, const TvLaneContent *inner,
            const TvLaneContent *outer)
{
  gint64 idle_most = outer->width - outer->busy;
  gint64 idle_least = inner->width - inner->busy;

  switch ((TvLaneColumnKind) column->kind)
    {
    case TV_LANE_IDLE:
      ck_assert_int_eq (inner->n_instants > 0 && inner->busy == 0, 0);
      ck_assert_int_eq (inner->n_narrow, 0);
      ck_assert_int_le (inner->busy, idle_most);
      ck_assert (inner->wait == 0);
      break;
    case TV_LANE_WAIT:
      ck_assert_int_eq (inner->n_instants, 0);
      ck_assert_int_eq (inner->n_narrow, 0);
      ck_assert_int_gt (outer->wait, 0);
      break;
    case TV_LANE_MIXED:
      ck_assert (outer->n_instants > 0 || outer->n_methods > 1
                 || (outer->n_methods == 1 && idle_most > inner->busy));
      break;
    case TV_LANE_SOLID:
      ck_assert_int_gt (outer->busy, 0);
      ck_assert (outer->busy >= idle_least || outer->best >= inner->width);
      ck_assert (inner->n_narrow == 0 || inner->n_methods <= 1
                 || outer->best >= inner->width);
      break;
    default:
      ck_abort ();
    }
}

/* A column is marked if its least content is marked, and only if its most is. */
static void
check_marked (const TvLaneColumn *column, const TvLaneMark *mark,
              const TvLaneContent *inner, const TvLaneContent *outer)
{
  if (column->kind == TV_LANE_MIXED || column->method == mark->method)
    {
      ck_assert (column->marked || !inner->marked);
      ck_assert (!column->marked || outer->marked);
    }
  else
    ck_assert (!column->marked);
}

static void
check_column (const TvLaneColumn *column, const TvLaneContent *inner,
              const TvLaneContent *outer)
{
  double idle_most = (double) (outer->width - outer->busy);
  double idle_least = (double) (inner->width - inner->busy);
  double own;

  check_kind (column, inner, outer);
  if (column->kind == TV_LANE_IDLE)
    return;
  ck_assert_uint_ge (column->depth, MIN (inner->depth, G_MAXUINT16));
  ck_assert_uint_le (column->depth, MIN (outer->depth, G_MAXUINT16));
  if (column->kind == TV_LANE_WAIT)
    return;

  ck_assert_double_ge (column->busy + 2.0,
                       255.0 * (double) inner->busy
                           / MAX ((double) inner->busy + idle_most, 1));
  ck_assert_double_le (column->busy - 2.0,
                       255.0 * (double) outer->busy
                           / MAX ((double) outer->busy + idle_least, 1));
  ck_assert_uint_le (column->share, column->busy);
  if (outer->busy == 0)
    return;

  own = (double) outer->sums[column->method];
  if (inner->busy > 0)
    ck_assert_double_gt (own, 0);
  ck_assert_double_ge (own + (double) outer->busy / 3 + (double) outer->width / 100,
                       (double) inner->best);
  ck_assert_double_le (column->share - 2.0, 255.0 * own / (double) inner->width);
  ck_assert_double_ge (
      column->share + 2.0,
      255.0 * ((double) inner->sums[column->method] - (double) outer->busy / 3)
          / (double) outer->width);
}

static gboolean
columns_equal (const TvLaneColumn *a, const TvLaneColumn *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (a[i].kind != b[i].kind || a[i].method != b[i].method || a[i].share != b[i].share
        || a[i].busy != b[i].busy || a[i].depth != b[i].depth
        || a[i].marked != b[i].marked)
      return FALSE;
  return TRUE;
}

static guint64
hash_extents (GArray *extents)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GStringChunk) texts = g_string_chunk_new (4096);
  guint64 sum = 0;

  for (guint i = 0; i < extents->len; i++)
    {
      const TvExtent *extent = &g_array_index (extents, TvExtent, i);
      g_autofree char *text = g_strdup_printf ("%d-%d %d %d", extent->x0, extent->x1,
                                               extent->starts, extent->ends);

      if (g_hash_table_add (seen, g_string_chunk_insert (texts, text)))
        sum += (guint64) g_str_hash (text) * 0x9e3779b97f4a7c15;
    }
  return sum;
}

/* The extents are the same, in whatever order. */
static void
check_extents (const Lane *lane, const TvLaneMarks *marks, const TvLaneMark *mark,
               gint64 start, gint64 end, guint n)
{
  g_autoptr (GArray) found = tv_lane_extents_indexed (marks, start, end, n);
  g_autoptr (GArray) expected
      = tv_lane_extents (lane->pieces.trace, lane->pieces.thread, start, end, mark, n);

  ck_assert_uint_le (found->len, 6 * n);
  ck_assert_uint_eq (hash_extents (found), hash_extents (expected));
}

/* Columns of whole nanoseconds, so that borders are exact. */
static void
check_range (const Lane *lane, const TvLaneMarks *marks, const TvLaneMark *mark,
             gint64 start, gint64 width, guint n)
{
  g_autofree TvLaneColumn *columns = g_new (TvLaneColumn, n);
  g_autofree TvLaneColumn *exact = g_new (TvLaneColumn, n);
  gint64 end = start + n * width;

  tv_lane_columns_indexed (lane->index, marks, NULL, start, end, mark, columns, n);
  tv_lane_columns (lane->pieces.trace, lane->pieces.thread, start, end, mark, NULL,
                   exact, n);
  if (tv_lane_pieces_count (&lane->pieces, start, end) + 600 < 12 * n)
    ck_assert (columns_equal (columns, exact, n));
  for (guint i = 0; i < n; i++)
    {
      gint64 low = start + i * width;
      TvLaneContent inner, outer;

      tv_lane_content_init (&inner, &lane->pieces, mark->method, low + width / 16 + 1,
                            low + width - width / 16 - 1, (width - width / 8) / 2);
      tv_lane_content_init (&outer, &lane->pieces, mark->method, low - width / 16 - 1,
                            low + width + width / 16 + 1, width);
      check_column (&columns[i], &inner, &outer);
      if (mark->call.thread == TV_THREAD_NONE)
        check_marked (&columns[i], mark, &inner, &outer);
      tv_lane_content_clear (&inner);
      tv_lane_content_clear (&outer);
    }
  check_extents (lane, marks, mark, start, end, n);
}

/* All zooms, from the whole thread on, at random places. */
static void
check_zooms (const Lane *lane, const TvLaneMark *mark, GRand *random)
{
  g_autoptr (TvLaneMarks) marks = tv_lane_marks_new (lane->index, mark, NULL);
  const TvThread *about = tv_trace_get_thread (lane->pieces.trace, lane->pieces.thread);
  gint64 span = MAX (about->axis_last - about->axis_first, 16);

  ck_assert (tv_lane_marks_is_for (marks, lane->index, mark));
  for (gint64 width = span; width > 0; width = width * 2 / 3)
    {
      guint n = (guint) g_rand_int_range (random, 1, 150);
      gint64 start = (gint64) g_rand_double_range (
          random, (double) (about->axis_first - 2 * width),
          (double) (about->axis_last + width));

      check_range (lane, marks, mark, MAX (start, 0), width, n);
      check_range (lane, marks, mark, about->axis_first, width, 3);
    }
}

static void
check_thread (TvTrace *trace, guint thread, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  TvLaneMark mark = { TV_METHOD_NONE, { TV_THREAD_NONE, 0 } };
  Lane lane;

  lane_init (&lane, trace, thread);
  mark.method = tv_calls_method (
      &lane.pieces.calls,
      (gsize) g_rand_int_range (random, 0, (gint32) lane.pieces.calls.n));
  check_zooms (&lane, &mark, random);
  mark.call = (TvCallRef){ thread, (guint32) g_rand_int_range (
                                       random, 0, (gint32) lane.pieces.calls.n) };
  mark.method = tv_calls_method (&lane.pieces.calls, mark.call.call);
  check_zooms (&lane, &mark, random);
  lane_clear (&lane);
}

static void
check_random (TvRandomTrace spec, TvWriterClock clock)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clock);
  g_autoptr (TvTrace) trace = NULL;

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    check_thread (trace, thread, spec.seed);
}

static const TvRandomTrace usual = { .n_events = 30000,
                                     .n_threads = 3,
                                     .n_methods = 40,
                                     .max_depth = 20,
                                     .recursion_percent = 5,
                                     .wait_percent = 1,
                                     .unwind_percent = 2,
                                     .before_percent = 5,
                                     .lost_percent = 1,
                                     .stray_percent = 1 };

START_TEST (random_traces_agree)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 9; seed++)
    {
      TvRandomTrace spec = usual;

      spec.seed = seed;
      spec.n_methods = seed % 2 == 0 ? 3 : 400;
      check_random (spec, clocks[seed % G_N_ELEMENTS (clocks)]);
    }
}
END_TEST

START_TEST (traces_full_of_waits_agree)
{
  TvRandomTrace spec = usual;

  spec.seed = 20;
  spec.wait_percent = 60;
  check_random (spec, TV_WRITER_CLOCK_DUAL);
}
END_TEST

/* Enters and leaves a stack, an event each microsecond or all at once. */
static void
check_stack (guint depth, guint64 first, guint step)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  guint64 now = first;

  /* Another thread begins at once. */
  tv_trace_writer_enter (writer, 2, 0, 0, 0);
  for (guint i = 0; i < depth; i++, now += step)
    tv_trace_writer_enter (writer, 1, i % 7 * 4, 0, now);
  for (guint i = depth; i > 0; i--, now += step)
    tv_trace_writer_exit (writer, 1, (i - 1) % 7 * 4, 0, now);
  trace = tv_test_load (writer);
  check_thread (trace, tv_test_find_thread (trace, 1), depth);
}

START_TEST (deep_stacks_agree)
{
  check_stack (100, 0, 1);
  check_stack (5000, 123456, 3);
  check_stack (100000, 5000, 1);
}
END_TEST

START_TEST (calls_at_one_time_agree)
{
  check_stack (20000, 77, 0);
}
END_TEST

/* Bursts of calls in the same microsecond, far from each other. */
START_TEST (bursts_agree)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  guint64 now = 0;

  for (guint i = 0; i < 20000; i++)
    {
      tv_trace_writer_enter (writer, 1, i % 11 * 4, 0, now);
      tv_trace_writer_exit (writer, 1, i % 11 * 4, 0, now + (i % 3 == 0));
      now += i % 3 == 0 ? 1 : 0;
      now += i % 1000 == 0 ? 200000000 : 0;
    }
  trace = tv_test_load (writer);
  check_thread (trace, 0, 5);
}
END_TEST

START_TEST (the_size_is_less_than_a_byte_a_call)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvLaneIndex) index = NULL;
  TvRandomTrace spec = usual;

  spec.n_events = 200000;
  spec.n_threads = 1;
  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  index = tv_lane_index_new (trace, 0, NULL);
  ck_assert (tv_lane_index_is_useful (trace, 0));
  ck_assert_uint_eq (tv_lane_index_get_thread (index), 0);
  ck_assert_uint_lt (tv_lane_index_get_size (index),
                     tv_trace_get_thread (trace, 0)->n_calls);
  ck_assert_uint_gt (tv_lane_index_get_size (index),
                     tv_trace_get_thread (trace, 0)->n_calls / 4);
}
END_TEST

START_TEST (a_build_can_be_cancelled)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvRandomTrace spec = usual;

  spec.n_events = 400000;
  spec.n_threads = 1;
  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_lane_index_new (trace, 0, cancellable));
}
END_TEST

TV_TESTS (NULL, NULL)
