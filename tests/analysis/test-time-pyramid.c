/* SPDX-License-Identifier: Apache-2.0 */

/* Columns of few events next to columns of many, for which an index has cells of time:
 * wide pieces and waits show as they are. */

#include "analysis/lanes/lane-columns.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define N_BURST 100000
#define WIDE 24000
#define N_WIDE 20
#define NARROW 4000
#define N_NARROW 50
#define COLUMN 10000

/* Microseconds. */
typedef struct
{
  guint64 cpu;
  guint64 wall;
} Now;

static void
write_pieces (TvTraceWriter *writer, Now *now, guint n, guint length, gboolean waits)
{
  for (guint i = 0; i < n; i++)
    {
      gboolean sleeps = waits && i % 2 == 1;

      if (!sleeps)
        tv_trace_writer_enter (writer, 1, i % 3 * 4 + 4, now->cpu, now->wall);
      now->cpu += sleeps ? 0 : length;
      now->wall += length;
      if (!sleeps)
        tv_trace_writer_exit (writer, 1, i % 3 * 4 + 4, now->cpu, now->wall);
    }
}

/* Pieces of two columns and more do not make the columns mixed where they meet; pieces
 * of less than half a column do. */
START_TEST (wide_pieces_stay_solid)
{
  enum
  {
    WIDE_FROM = 2 * N_BURST / COLUMN,
    WAITS_FROM = WIDE_FROM + N_WIDE * WIDE / COLUMN,
    NARROW_FROM = WAITS_FROM + N_WIDE * WIDE / COLUMN,
    N_COLUMNS = NARROW_FROM + N_NARROW * NARROW / COLUMN
  };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvLaneIndex) index = NULL;
  TvLaneColumn columns[N_COLUMNS], exact[N_COLUMNS];
  const gint64 end = (gint64) N_COLUMNS * COLUMN * 1000;
  Now now = { 0 };

  tv_trace_writer_enter (writer, 1, 0, 0, 0);
  write_pieces (writer, &now, 2 * N_BURST, 1, FALSE);
  write_pieces (writer, &now, N_WIDE, WIDE, FALSE);
  write_pieces (writer, &now, N_WIDE, WIDE, TRUE);
  write_pieces (writer, &now, N_NARROW, NARROW, FALSE);
  tv_trace_writer_exit (writer, 1, 0, now.cpu, now.wall);
  trace = tv_test_load (writer);
  index = tv_lane_index_new (trace, 0, NULL);
  tv_lane_columns_indexed (index, NULL, NULL, 0, end, NULL, columns, N_COLUMNS);
  tv_lane_columns (trace, 0, 0, end, NULL, NULL, exact, N_COLUMNS);

  for (guint i = WIDE_FROM + 1; i + 1 < N_COLUMNS; i++)
    {
      if (i < WAITS_FROM - 1)
        ck_assert_uint_eq (columns[i].kind, TV_LANE_SOLID);
      else if (i > WAITS_FROM && i < NARROW_FROM - 1)
        ck_assert_uint_ne (columns[i].kind, TV_LANE_MIXED);
      else if (i > NARROW_FROM)
        ck_assert_uint_eq (columns[i].kind, TV_LANE_MIXED);
      if (i == WAITS_FROM - 1 || i == WAITS_FROM || i == NARROW_FROM - 1
          || i == NARROW_FROM)
        continue;
      ck_assert_uint_eq (columns[i].kind, exact[i].kind);
      if (columns[i].kind == TV_LANE_WAIT)
        ck_assert_uint_eq (columns[i].method, exact[i].method);
      ck_assert_uint_eq (columns[i].depth, exact[i].depth);
    }
}
END_TEST

#define N_PERIODS 20
#define PERIOD 4 /* columns */
#define RUNS_FROM 8000
#define WAITS 400

/* A method that runs for 24 ms, and at last calls one that only waits, a little. */
static void
write_period (TvTraceWriter *writer, guint64 *cpu, guint64 wall)
{
  tv_trace_writer_enter (writer, 1, 0x20, *cpu, wall + RUNS_FROM);
  *cpu += WIDE;
  tv_trace_writer_enter (writer, 1, 0x24, *cpu, wall + RUNS_FROM + WIDE);
  tv_trace_writer_exit (writer, 1, 0x24, *cpu, wall + RUNS_FROM + WIDE + WAITS);
  tv_trace_writer_exit (writer, 1, 0x20, *cpu, wall + RUNS_FROM + WIDE + WAITS);
}

/* Of each four columns the first has 2 ms of the method, and the last 2 ms and the
 * wait, which is shorter than the index can resolve: one cell has to name the method
 * that runs and the one that waits. */
START_TEST (a_wait_after_a_wide_piece_is_seen)
{
  enum
  {
    FROM = 2 * N_BURST / COLUMN,
    N_COLUMNS = FROM + N_PERIODS * PERIOD
  };
  static const TvLaneColumnKind kinds[PERIOD]
      = { TV_LANE_IDLE, TV_LANE_SOLID, TV_LANE_SOLID, TV_LANE_WAIT };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvLaneIndex) index = NULL;
  TvLaneColumn columns[N_COLUMNS];
  Now now = { 0 };

  write_pieces (writer, &now, 2 * N_BURST, 1, FALSE);
  for (guint i = 0; i < N_PERIODS; i++)
    write_period (writer, &now.cpu, now.wall + i * PERIOD * COLUMN);
  trace = tv_test_load (writer);
  index = tv_lane_index_new (trace, 0, NULL);
  tv_lane_columns_indexed (index, NULL, NULL, 0, (gint64) N_COLUMNS * COLUMN * 1000,
                           NULL, columns, N_COLUMNS);

  /* The first of these columns may take in a little of what is before it. */
  for (guint i = FROM + 1; i < N_COLUMNS; i++)
    {
      const TvLaneColumnKind kind = kinds[(i - FROM) % PERIOD];

      ck_assert_uint_eq (columns[i].kind, kind);
      if (kind == TV_LANE_IDLE)
        continue;
      ck_assert_uint_eq (tv_trace_get_method (trace, columns[i].method)->id,
                         kind == TV_LANE_WAIT ? 0x24 : 0x20);
      ck_assert_uint_eq (columns[i].depth, kind == TV_LANE_WAIT ? 2 : 1);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
