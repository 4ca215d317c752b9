/* SPDX-License-Identifier: Apache-2.0 */

/* The columns of lanes in which calls of some methods show, compared with a slow
 * program that checks every column against every piece of a thread. */

#include "analysis/lanes/lane-columns.h"
#include "lane-pieces.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

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
  tv_lane_pieces_clear (&lane->pieces);
  tv_lane_index_unref (lane->index);
}

static const TvLanePiece *
get_piece (const Lane *lane, guint i)
{
  return &g_array_index (lane->pieces.pieces, TvLanePiece, i);
}

/* Whether a piece, of which @start to @end is in the range, shows in a column. */
static gboolean
shows_in (gint64 start, gint64 end, guint column, gint64 width, guint n)
{
  gint64 left = column * width;

  if (start == end)
    return (start >= left && start < left + width)
           || (column + 1 == n && start == n * width);
  if (end - start <= width)
    return start + end >= 2 * left && start + end < 2 * (left + width);
  return 2 * start < 2 * left + width && 2 * end >= 2 * left + width;
}

static void
fill_expected (const Lane *lane, const TvMethodSet *set, gint64 from, gint64 width,
               guint n, guint32 *expected)
{
  for (guint i = 0; i < n; i++)
    expected[i] = TV_METHOD_NONE;
  for (guint i = 0; i < lane->pieces.pieces->len; i++)
    {
      const TvLanePiece *piece = get_piece (lane, i);
      gint64 start = MAX (piece->start - from, 0);
      gint64 end = MIN (piece->end - from, n * width);

      if (start > end || (start == end && piece->start < piece->end)
          || !tv_method_set_contains (set, piece->method))
        continue;
      for (guint column = 0; column < n; column++)
        if (expected[column] == TV_METHOD_NONE
            && shows_in (start, end, column, width, n))
          expected[column] = piece->method;
    }
}

/* What an index knows of a column is right but for its borders: it shows a hit that
 * lies in it, and the first one if they are apart. Pieces before @first end before. */
static void
check_column (const Lane *lane, const TvMethodSet *set, guint32 hit, gint64 left,
              gint64 right, guint *first)
{
  const gint64 slack = (right - left) / 8 + 1;
  gint64 first_end = G_MAXINT64;
  gint64 first_start = G_MAXINT64;

  while (*first < lane->pieces.pieces->len
         && get_piece (lane, *first)->end < left - slack)
    ++*first;
  for (guint i = *first; i < lane->pieces.pieces->len; i++)
    {
      const TvLanePiece *piece = get_piece (lane, i);

      if (piece->start > right + slack)
        break;
      if (!tv_method_set_contains (set, piece->method))
        continue;
      if (piece->start >= left + slack && piece->end <= right - slack)
        first_end = MIN (first_end, piece->end);
      if (piece->method == hit)
        first_start = MIN (first_start, piece->start);
    }
  if (hit == TV_METHOD_NONE)
    ck_assert_msg (first_end == G_MAXINT64,
                   "the column from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   " shows no hit",
                   left, right);
  else
    ck_assert_msg (first_start < G_MAXINT64 && first_start <= MAX (first_end, right),
                   "the column from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   " shows a hit",
                   left, right);
  if (first_end < G_MAXINT64)
    ck_assert_int_le (first_start, first_end + slack);
}

/* Every hit that is all in the range shows in one of the columns around it. */
static void
check_no_hit_is_lost (const Lane *lane, const TvMethodSet *set,
                      const TvLaneColumn *columns, gint64 from, gint64 width, guint n)
{
  for (guint i = 0; i < lane->pieces.pieces->len; i++)
    {
      const TvLanePiece *piece = get_piece (lane, i);
      gint64 slack = width / 8 + 1;
      gboolean shows = FALSE;

      if (piece->start < from + slack || piece->end > from + n * width - slack
          || !tv_method_set_contains (set, piece->method))
        continue;
      for (gint64 column = MAX ((piece->start - from - slack) / width, 0);
           column <= MIN ((piece->end - from + slack) / width, (gint64) n - 1);
           column++)
        shows |= columns[column].hit != TV_METHOD_NONE;
      ck_assert_msg (shows,
                     "a hit from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " is lost",
                     piece->start, piece->end);
    }
}

static guint
check_range (const Lane *lane, const TvMethodSet *set, const TvLaneHits *hits,
             gint64 from, gint64 width, guint n)
{
  g_autofree guint32 *expected = g_new (guint32, n);
  g_autofree TvLaneColumn *columns = g_new (TvLaneColumn, n);
  guint n_hits = 0;
  guint first = 0;

  fill_expected (lane, set, from, width, n, expected);
  tv_lane_columns (lane->pieces.trace, lane->pieces.thread, from, from + n * width,
                   NULL, set, columns, n);
  for (guint i = 0; i < n; i++)
    ck_assert_msg (columns[i].hit == expected[i],
                   "column %u from %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                   " has %d, not %d",
                   i, from, width, (int) columns[i].hit, (int) expected[i]);
  tv_lane_columns_indexed (lane->index, NULL, hits, from, from + n * width, NULL,
                           columns, n);
  for (guint i = 0; i < n; i++)
    {
      check_column (lane, set, columns[i].hit, from + i * width, from + (i + 1) * width,
                    &first);
      n_hits += columns[i].hit != TV_METHOD_NONE;
    }
  check_no_hit_is_lost (lane, set, columns, from, width, n);
  return n_hits;
}

/* All zooms, from more than the whole thread on, at random places. */
static void
check_zooms (const Lane *lane, TvMethodSet *set, GRand *random)
{
  g_autoptr (TvLaneHits) hits = tv_lane_hits_new (lane->index, set, NULL);
  const TvThread *about = tv_trace_get_thread (lane->pieces.trace, lane->pieces.thread);
  gint64 span = MAX (about->axis_last - about->axis_first, 16);
  gboolean any = FALSE;

  ck_assert (tv_lane_hits_is_for (hits, lane->index, set));
  for (guint i = 0; i < lane->pieces.pieces->len; i++)
    any |= tv_method_set_contains (set, get_piece (lane, i)->method);
  for (gint64 width = span; width > 0; width = width * 2 / 3)
    {
      guint n = (guint) g_rand_int_range (random, 1, 150);
      gint64 from
          = (gint64) g_rand_double_range (random, (double) (about->axis_first - width),
                                          (double) (about->axis_last + width));
      guint n_hits;

      check_range (lane, set, hits, MAX (from, 0), width, n);
      n_hits = check_range (lane, set, hits, about->axis_first, width, 3);
      if (3 * width > span)
        ck_assert_int_eq (n_hits > 0, any);
    }
}

/* One method, a few and most of them. */
static TvMethodSet *
make_set (const Lane *lane, guint how, GRand *random)
{
  guint n_methods = tv_trace_get_n_methods (lane->pieces.trace);
  guint64 *words = g_new0 (guint64, (n_methods + 63) / 64);
  gsize call = (gsize) g_rand_int_range (random, 0, (gint32) lane->pieces.calls.n);
  guint32 method = tv_calls_method (&lane->pieces.calls, call);

  words[method / 64] |= G_GUINT64_CONSTANT (1) << method % 64;
  for (guint i = 0; i < n_methods; i++)
    if ((how == 1 && g_rand_int_range (random, 0, 20) == 0)
        || (how == 2 && g_rand_int_range (random, 0, 4) > 0))
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n_methods);
}

static void
check_thread (TvTrace *trace, guint thread, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Lane lane;

  lane_init (&lane, trace, thread);
  for (guint how = 0; how < 3; how++)
    {
      g_autoptr (TvMethodSet) set = make_set (&lane, how, random);

      check_zooms (&lane, set, random);
    }
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

START_TEST (random_traces_agree)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 6; seed++)
    {
      TvRandomTrace spec = { .seed = seed,
                             .n_events = 20000,
                             .n_threads = 2,
                             .n_methods = seed % 2 == 0 ? 3 : 400,
                             .max_depth = 20,
                             .recursion_percent = 5,
                             .wait_percent = seed == 2 ? 40 : 1,
                             .unwind_percent = 2,
                             .before_percent = 5,
                             .lost_percent = 1,
                             .stray_percent = 1 };

      check_random (spec, clocks[seed % G_N_ELEMENTS (clocks)]);
    }
}
END_TEST

/* Enters and leaves a stack, an event each few microseconds or all at once. */
static void
check_stack (guint depth, guint64 first, guint step)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  guint64 now = first;

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
  check_stack (20000, 123456, 3);
  check_stack (9000, 77, 0);
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
      tv_trace_writer_enter (writer, 1, i % 61 * 4, 0, now);
      tv_trace_writer_exit (writer, 1, i % 61 * 4, 0, now + (i % 3 == 0));
      now += i % 3 == 0 ? 1 : 0;
      now += i % 1000 == 0 ? 200000000 : 0;
    }
  trace = tv_test_load (writer);
  check_thread (trace, 0, 5);
}
END_TEST

/* Calls 0 to 10 and 10 to 20 µs; the first calls another from 3 to 4 µs. */
START_TEST (a_hit_has_a_column_however_narrow_it_is)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvMethodSet) set = NULL;
  TvLaneColumn columns[4];
  guint32 inner;

  tv_trace_writer_add_method (writer, 0, "A", "outer", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, 4, "A", "inner", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 1, 0, 0, 0);
  tv_trace_writer_enter (writer, 1, 4, 0, 3);
  tv_trace_writer_exit (writer, 1, 4, 0, 4);
  tv_trace_writer_exit (writer, 1, 0, 0, 20);
  trace = tv_test_load (writer);
  inner = tv_test_find_method (trace, "A.inner()V");
  set = tv_method_set_new (
      g_memdup2 (&(guint64){ G_GUINT64_CONSTANT (1) << inner }, sizeof (guint64)),
      tv_trace_get_n_methods (trace));

  tv_lane_columns (trace, 0, 0, 20000, NULL, set, columns, 4);
  ck_assert_uint_eq (columns[0].hit, inner);
  for (guint i = 1; i < 4; i++)
    ck_assert_uint_eq (columns[i].hit, TV_METHOD_NONE);
  /* Four columns of 333 ns in its second microsecond, the first is before it. */
  tv_lane_columns (trace, 0, 2667, 3999, NULL, set, columns, 4);
  ck_assert_uint_eq (columns[0].hit, TV_METHOD_NONE);
  for (guint i = 1; i < 4; i++)
    ck_assert_uint_eq (columns[i].hit, inner);
}
END_TEST

START_TEST (the_work_can_be_cancelled)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvMethodSet) set = NULL;
  g_autoptr (TvLaneHits) hits = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Lane lane;

  tv_trace_writer_enter (writer, 1, 0, 0, 0);
  trace = tv_test_load (writer);
  lane_init (&lane, trace, 0);
  set = make_set (&lane, 0, random);
  hits = tv_lane_hits_new (lane.index, set, cancellable);
  ck_assert_ptr_nonnull (hits);
  ck_assert_uint_gt (tv_lane_hits_get_size (hits), 0);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_lane_hits_new (lane.index, set, cancellable));
  lane_clear (&lane);
}
END_TEST

TV_TESTS (NULL, NULL)
