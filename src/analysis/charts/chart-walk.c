/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/charts/chart-walk-private.h"

#include "analysis/sums/call-bounds.h"

/* A column in which more calls than this are entered, or so many times more are left,
 * is not gone through call by call. */
#define MAX_ENTRIES 32
#define MAX_EXITS (4 * MAX_ENTRIES)

/* The moments of such a column that are looked at, and as many calls between them. */
#define N_SAMPLES 4

typedef struct
{
  TvChartSight sight;
  TvLaneGrid grid;
  TvChartLevel *levels;
  TvChartStack now;
  TvChartStack then;
  TvChartStack sample;
  guint32 *hits; /* by level: of a column */
  gsize next;    /* call to be entered */
} Walk;

static void
leave (Walk *walk)
{
  if (tv_chart_stack_leave (&walk->now, &walk->sight))
    tv_chart_level_add (&walk->levels[walk->now.n], &walk->grid, &walk->sight.calls,
                        walk->now.calls[walk->now.n]);
}

/* The number of calls entered before a time; it is not much larger than walk->next. */
static gsize
find_entries_before (const Walk *walk, gint64 time)
{
  const TvCalls *calls = &walk->sight.calls;
  gsize low = walk->next, step = MAX_ENTRIES;

  while (step < calls->n - low && tv_times_get (&calls->axis_start, low + step) < time)
    {
      low += step;
      step *= 2;
    }
  return tv_calls_lower_bound (calls, low, low + MIN (step, calls->n - low), time);
}

/* Enters and leaves calls one by one, up to the call @n and the time @limit. */
static gboolean
go_through_calls (Walk *walk, gsize n, gint64 limit)
{
  const TvCalls *calls = &walk->sight.calls;
  guint n_exits = 0;

  for (; walk->next < n; walk->next++)
    {
      while (walk->now.innermost != calls->parent[walk->next])
        {
          if (++n_exits > MAX_EXITS)
            return FALSE;
          leave (walk);
        }
      tv_chart_stack_enter (&walk->now, &walk->sight, (guint32) walk->next);
    }
  while (walk->now.innermost != TV_CALL_NONE
         && tv_times_get (&calls->axis_end, walk->now.innermost) < limit)
    {
      if (++n_exits > MAX_EXITS)
        return FALSE;
      leave (walk);
    }
  return TRUE;
}

/* Adds what of the sample began and is over between now and then. */
static void
add_sample (Walk *walk, guint column, gint64 limit, guint32 call, gint64 busy)
{
  const TvCalls *calls = &walk->sight.calls;
  TvChartStack *sample = &walk->sample;

  if (!tv_chart_stack_find (sample, &walk->sight, &walk->now, call))
    return;
  for (guint i = sample->n; i > 0 && sample->calls[i - 1] >= walk->next; i--)
    if (tv_times_get (&calls->axis_end, sample->calls[i - 1]) < limit)
      tv_chart_level_add_sample (&walk->levels[i - 1], &walk->grid, calls, column,
                                 sample->calls[i - 1], busy);
}

/* A call in the middle of some; where it made the next one, that, and so on, for what
 * is deep would be found too rarely. */
static guint32
find_leaf (const TvCalls *calls, gsize first, gsize end)
{
  gsize call = first + (end - first) / 2;

  while (call + 1 < end && calls->parent[call + 1] == call)
    call++;
  return (guint32) call;
}

/* Looks at some moments up to @limit, and at a call between each two of them, which
 * finds also what takes next to no time. All in order of entry. */
static void
look_at_samples (Walk *walk, guint column, gsize n, gint64 limit)
{
  const TvCalls *calls = &walk->sight.calls;
  gint64 begin = tv_times_get (&calls->axis_start, walk->next);
  gint64 busy = tv_lane_grid_place (&walk->grid, limit)
                - tv_lane_grid_place (&walk->grid, MAX (begin, walk->grid.start));
  gsize seen = walk->next;

  for (gint64 i = 0; i < N_SAMPLES; i++)
    {
      gint64 time
          = begin + (gint64) ((double) (limit - begin) * (2 * i + 1) / (2 * N_SAMPLES));
      gsize before = tv_calls_lower_bound (calls, seen, n, time + 1);

      if (before > seen)
        add_sample (walk, column, limit, find_leaf (calls, seen, before), 0);
      add_sample (walk, column, limit,
                  tv_call_stacks_find_open (walk->sight.stacks, walk->sight.thread,
                                            before, time),
                  busy / N_SAMPLES);
      seen = before;
    }
  if (n > seen)
    add_sample (walk, column, limit, find_leaf (calls, seen, n), 0);
}

/* Adds hits that no sample may have shown: of each level the first that is over by the
 * end of the column. One that is open then is the last of its level. */
static void
add_hits (Walk *walk, guint column, gsize n, gint64 limit)
{
  const TvChartSight *sight = &walk->sight;

  if (sight->hits == NULL)
    return;
  tv_chart_hits_find_first (sight->hits, sight->stacks, walk->next, n,
                            sight->first_level, sight->n_levels, walk->hits);
  for (guint i = 0; i < sight->n_levels; i++)
    if (walk->hits[i] != TV_CALL_NONE
        && tv_times_get (&sight->calls.axis_end, walk->hits[i]) < limit)
      tv_chart_level_add_hit (&walk->levels[i], &walk->grid, &sight->calls, column,
                              walk->hits[i]);
}

/* Goes to the end of a column with many calls, of which only those are gone through
 * that are open at one of its ends. */
static void
jump (Walk *walk, guint column, gsize n, gint64 limit)
{
  const TvCalls *calls = &walk->sight.calls;
  TvChartStack then;

  tv_chart_stack_find (
      &walk->then, &walk->sight, &walk->now,
      tv_call_stacks_find_open (walk->sight.stacks, walk->sight.thread, n, limit - 1));
  for (guint i = walk->now.n; i > 0; i--)
    if (tv_times_get (&calls->axis_end, walk->now.calls[i - 1]) < limit)
      tv_chart_level_add (&walk->levels[i - 1], &walk->grid, calls,
                          walk->now.calls[i - 1]);
  if (n > walk->next)
    {
      look_at_samples (walk, column, n, limit);
      add_hits (walk, column, n, limit);
    }
  then = walk->then;
  walk->then = walk->now;
  walk->now = then;
  walk->next = n;
}

/* When the stack changes next. */
static gint64
get_next_change (const Walk *walk)
{
  const TvCalls *calls = &walk->sight.calls;
  gint64 time = G_MAXINT64;

  if (walk->next < calls->n)
    time = tv_times_get (&calls->axis_start, walk->next);
  if (walk->now.innermost != TV_CALL_NONE)
    time = MIN (time, tv_times_get (&calls->axis_end, walk->now.innermost));
  return time;
}

static void
begin_walk (Walk *walk)
{
  const TvChartSight *sight = &walk->sight;

  tv_chart_stack_init (&walk->now, sight);
  tv_chart_stack_init (&walk->then, sight);
  tv_chart_stack_init (&walk->sample, sight);
  walk->hits = g_new (guint32, sight->n_levels);
  walk->next
      = tv_calls_lower_bound (&sight->calls, 0, sight->calls.n, walk->grid.start);
  tv_chart_stack_find (&walk->now, sight, &walk->then,
                       tv_call_stacks_find_open (sight->stacks, sight->thread,
                                                 walk->next, walk->grid.start - 1));
}

/* What has no length at the very end would be in no range otherwise. */
static void
take_last_instants (Walk *walk)
{
  gsize n = find_entries_before (walk, walk->grid.end + 1);

  if (n - walk->next <= MAX_ENTRIES)
    go_through_calls (walk, n, walk->grid.end);
  else
    add_hits (walk, walk->grid.n - 1, n, walk->grid.end + 1);
}

static void
end_walk (Walk *walk)
{
  take_last_instants (walk);
  for (guint i = 0; i < walk->now.n; i++)
    tv_chart_level_add (&walk->levels[i], &walk->grid, &walk->sight.calls,
                        walk->now.calls[i]);
  for (guint i = 0; i < walk->sight.n_levels; i++)
    tv_chart_level_finish (&walk->levels[i], &walk->grid, &walk->sight.calls);
  tv_chart_stack_clear (&walk->now);
  tv_chart_stack_clear (&walk->then);
  tv_chart_stack_clear (&walk->sample);
  g_free (walk->hits);
}

/* Goes along the calls in a range of time and fills in the levels, see
 * tv_call_chart_new(). */
void
tv_chart_walk (const TvChartSight *sight, const TvLaneGrid *grid, TvChartLevel *levels)
{
  Walk walk = { .sight = *sight, .grid = *grid, .levels = levels };
  gint64 time;

  begin_walk (&walk);
  while ((time = get_next_change (&walk)) < grid->end)
    {
      guint column = tv_lane_grid_column (
          grid, tv_lane_grid_place (grid, MAX (time, grid->start)));
      gint64 limit = tv_chart_get_column_limit (grid, column);
      gsize n = find_entries_before (&walk, limit);

      if (n - walk.next > MAX_ENTRIES || !go_through_calls (&walk, n, limit))
        jump (&walk, column, n, limit);
    }
  end_walk (&walk);
}
