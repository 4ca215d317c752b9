/* SPDX-License-Identifier: Apache-2.0 */

/* The turns of all threads as columns, put together from what the parts noted. */

#include "trace/build/call-builder-private.h"

/* Walks over what the parts noted, in the order of the file. */
typedef struct
{
  const GPtrArray *parts; /* of TvPartBuild */
  gint64 *ahead;          /* by thread: of its turn before */
  gsize *n;               /* by thread: how many turns it had */
} Walk;

/* A turn that goes on over the seam of two parts was noted by both. */
static gboolean
is_new (const Walk *walk, const TvTurnDraft *turn)
{
  return walk->n[turn->row] == 0 || turn->axis - turn->cpu != walk->ahead[turn->row];
}

static void
note (const Walk *walk, const TvTurnDraft *turn)
{
  walk->ahead[turn->row] = turn->axis - turn->cpu;
  walk->n[turn->row]++;
}

static void
count_turns (const Walk *walk)
{
  for (guint i = 0; i < walk->parts->len; i++)
    {
      const GArray *turns = ((const TvPartBuild *) walk->parts->pdata[i])->turns;

      for (guint j = 0; j < turns->len; j++)
        if (is_new (walk, &g_array_index (turns, TvTurnDraft, j)))
          note (walk, &g_array_index (turns, TvTurnDraft, j));
    }
}

static void
store_turns (const Walk *walk, TvTrace *trace, const gsize *first)
{
  for (guint i = 0; i < walk->parts->len; i++)
    {
      const GArray *turns = ((const TvPartBuild *) walk->parts->pdata[i])->turns;

      for (guint j = 0; j < turns->len; j++)
        {
          const TvTurnDraft *turn = &g_array_index (turns, TvTurnDraft, j);
          gsize row = first[turn->row] + walk->n[turn->row];

          if (!is_new (walk, turn))
            continue;
          tv_time_column_set (&trace->turn_axis, row, turn->axis);
          tv_time_column_set (&trace->turn_cpu, row, turn->cpu);
          note (walk, turn);
        }
    }
}

/* Where the turns of each thread begin in the columns, which are made for them. */
static gsize *
allocate_turns (const TvCallBuilder *builder, const gsize *n)
{
  TvTrace *trace = builder->trace;
  gsize *first = g_new (gsize, MAX (trace->n_threads, 1));

  for (guint row = 0; row < trace->n_threads; row++)
    {
      first[row] = trace->n_turns;
      trace->n_turns += n[row];
    }
  tv_time_column_allocate (&trace->turn_axis, trace->n_turns, builder->scan->axis);
  tv_time_column_allocate (&trace->turn_cpu, trace->n_turns,
                           builder->scan->latest[TV_CLOCK_THREAD_CPU]);
  return first;
}

static void
set_thread_turns (TvTrace *trace, guint row, gsize first, gsize n)
{
  TvThreadTurns *thread = &trace->thread_turns[row];
  gsize first_call = trace->first_call[row];
  gint64 unit = trace->unit;

  thread->turns.n = n;
  thread->turns.axis = tv_time_column_slice (&trace->turn_axis, first, unit);
  thread->turns.cpu = tv_time_column_slice (&trace->turn_cpu, first, unit);
  thread->start.axis = tv_time_column_slice (&trace->call_axis_start, first_call, unit);
  thread->end.axis = tv_time_column_slice (&trace->call_axis_end, first_call, unit);
  thread->start.turns = thread->end.turns = &thread->turns;
}

/**
 * tv_call_builder_finish_turns:
 * @builder: a builder of a trace whose CPU clock has no columns
 * @parts: (element-type TvPartBuild): all parts of the file in its order, finished
 *
 * Makes that clock readable.
 */
void
tv_call_builder_finish_turns (const TvCallBuilder *builder, const GPtrArray *parts)
{
  TvTrace *trace = builder->trace;
  guint n_threads = trace->n_threads;
  g_autofree gint64 *ahead = g_new (gint64, MAX (n_threads, 1));
  g_autofree gsize *n = g_new0 (gsize, MAX (n_threads, 1));
  g_autofree gsize *first = NULL;
  const Walk walk = { .parts = parts, .ahead = ahead, .n = n };

  count_turns (&walk);
  first = allocate_turns (builder, n);
  memset (n, 0, n_threads * sizeof *n);
  store_turns (&walk, trace, first);
  trace->thread_turns = g_new0 (TvThreadTurns, MAX (n_threads, 1));
  for (guint row = 0; row < n_threads; row++)
    set_thread_turns (trace, row, first[row], n[row]);
}
