/* SPDX-License-Identifier: Apache-2.0 */

/* Walks along the calls of a range of time, and makes the boxes of the levels in sight.
 *
 * A level gets its calls in order of time. The stack has the calls that are open at a
 * moment. The walk enters and leaves calls one by one, or jumps over a column that has
 * too many. */

#include "analysis/charts/chart-walk.h"

#include "analysis/sums/call-bounds.h"
#include "analysis/sums/method-set.h"

/* A column in which more calls than this are entered, or four times as many are left,
 * is not walked call by call. */
#define MAX_ENTRIES 32
#define MAX_EXITS (4 * MAX_ENTRIES)

/* The number of moments sampled in such a column, and of calls between them. */
#define N_SAMPLES 4

/* After so many steps from caller to caller, the index is used. */
#define MAX_STEPS 128

/* The open calls at a moment on the levels in sight. Of the calls below these levels it
 * has only the innermost. */
typedef struct
{
  guint32 innermost; /* or %TV_CALL_NONE */
  gint64 level;      /* of @innermost if it is above the levels in sight, or -1 */
  guint32 *calls;    /* on the levels in sight */
  guint n;           /* number of levels in sight with a call */
} Stack;

typedef struct
{
  TvChartSight sight;
  TvLaneGrid grid;
  TvChartLevel *levels;
  Stack now;
  Stack then;
  Stack sample;
  guint32 *hits; /* of a column, by level */
  gsize next;    /* the next call to enter */
} Walk;

static TvChartBox *
get_last_box (const TvChartLevel *level)
{
  return level->boxes->len > 0
             ? &g_array_index (level->boxes, TvChartBox, level->boxes->len - 1)
             : NULL;
}

static gint64
get_place_in_view (const TvLaneGrid *grid, gint64 time)
{
  return tv_lane_grid_place (grid, CLAMP (time, grid->start, grid->end));
}

/* Returns how much of a column a call covers, in places. */
static gint64
get_cover (const TvLaneGrid *grid, const TvCalls *calls, guint32 call, guint column)
{
  gint64 start = get_place_in_view (grid, tv_times_get (&calls->axis_start, call));
  gint64 end = get_place_in_view (grid, tv_times_get (&calls->axis_end, call));

  return MAX (MIN (end, tv_lane_grid_border (grid, column + 1))
                  - MAX (start, tv_lane_grid_border (grid, column)),
              0);
}

static gboolean
is_hit (const TvChartLevel *level, guint32 method, guint32 call)
{
  return level->hits.methods != NULL && tv_hit_test_passes (&level->hits, method, call);
}

static void
add_crumb (TvChartLevel *level, const TvCalls *calls, guint32 call, gint64 busy,
           gint64 weight)
{
  TvChartCrumbs *crumbs = &level->crumbs;
  guint32 method = tv_calls_method (calls, call);

  if (crumbs->hit == TV_METHOD_NONE && is_hit (level, method, call))
    crumbs->hit = method;

  if (crumbs->n == 0 || weight > crumbs->most)
    {
      crumbs->call = call;
      crumbs->most = weight;
    }
  crumbs->busy += busy;
  crumbs->n++;
}

/* If the box to the left covers the middle of the crumbs' column, shares that column
 * with it. */
static void
add_end_of_last_box (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls)
{
  TvChartBox *last = get_last_box (level);
  gint64 cover;

  if (last == NULL || last->x1 != level->crumbs.column + 1)
    return;
  cover = get_cover (grid, calls, last->call, level->crumbs.column);
  add_crumb (level, calls, last->call, cover, cover);
  if (--last->x1 == last->x0)
    g_array_set_size (level->boxes, level->boxes->len - 1);
}

static void
flush_crumbs (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls)
{
  TvChartCrumbs *crumbs = &level->crumbs;
  const TvChartBox *last = get_last_box (level);
  gint64 width;
  TvChartBox box;

  if (crumbs->n == 0)
    return;
  if (last == NULL || last->x1 <= crumbs->column + 1)
    {
      add_end_of_last_box (level, grid, calls);
      width = tv_lane_grid_border (grid, crumbs->column + 1)
              - tv_lane_grid_border (grid, crumbs->column);
      box = (TvChartBox){ .call = crumbs->call,
                          .method = tv_calls_method (calls, crumbs->call),
                          .x0 = crumbs->column,
                          .x1 = crumbs->column + 1,
                          .hit = crumbs->hit,
                          .kind = crumbs->n > 1 ? TV_CHART_CROWD : TV_CHART_CALL,
                          .starts = TRUE,
                          .ends = TRUE };
      if (is_hit (level, box.method, box.call))
        box.hit = box.method;
      box.busy = (guint8) (MIN (crumbs->busy, width) * 255 / width);
      g_array_append_val (level->boxes, box);
    }
  crumbs->n = 0;
  crumbs->busy = 0;
  crumbs->last_sample = TV_CALL_NONE;
  crumbs->hit = TV_METHOD_NONE;
}

static void
go_to_crumbs_at (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
                 guint column)
{
  if (level->crumbs.n > 0 && level->crumbs.column != column)
    flush_crumbs (level, grid, calls);
  level->crumbs.column = column;
}

/* Adds a call narrower than a column to the column of its middle. */
static void
add_narrow (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
            guint32 call)
{
  gint64 start = tv_lane_grid_place (grid, tv_times_get (&calls->axis_start, call));
  gint64 end = tv_lane_grid_place (grid, tv_times_get (&calls->axis_end, call));
  gint64 middle = start + (end - start) / 2;

  if (middle < 0 || middle > grid->total || (middle == grid->total && start < end))
    return;
  go_to_crumbs_at (level, grid, calls, tv_lane_grid_column (grid, middle));
  add_crumb (level, calls, call, end - start, end - start);
}

static void
add_wide (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
          guint32 call)
{
  gint64 start = tv_times_get (&calls->axis_start, call);
  gint64 end = tv_times_get (&calls->axis_end, call);
  const TvChartBox *last;
  TvChartBox box = { .call = call,
                     .method = tv_calls_method (calls, call),
                     .x0 = tv_lane_grid_round (grid, get_place_in_view (grid, start)),
                     .x1 = tv_lane_grid_round (grid, get_place_in_view (grid, end)),
                     .hit = TV_METHOD_NONE,
                     .kind = TV_CHART_CALL,
                     .busy = 255,
                     .starts = start >= grid->start,
                     .ends = end <= grid->end };

  if (box.x0 < box.x1 && level->crumbs.n > 0 && level->crumbs.column == box.x0)
    {
      gint64 cover = get_cover (grid, calls, call, box.x0);

      add_crumb (level, calls, call, cover, cover);
      box.x0++;
    }
  if (box.x0 >= box.x1)
    return;
  flush_crumbs (level, grid, calls);
  if (is_hit (level, box.method, box.call))
    box.hit = box.method;
  last = get_last_box (level);
  if (last == NULL || last->x1 <= box.x0)
    g_array_append_val (level->boxes, box);
}

static void
level_add (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
           guint32 call)
{
  gint64 start = tv_times_get (&calls->axis_start, call);
  gint64 end = tv_times_get (&calls->axis_end, call);

  if (end < grid->start || start > grid->end)
    return;
  if ((double) (end - start) * grid->n < (double) (grid->end - grid->start))
    add_narrow (level, grid, calls, call);
  else
    add_wide (level, grid, calls, call);
}

/* Adds a call that a sample of a crowded column shows. */
static void
level_add_sample (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
                  guint column, guint32 call, gint64 busy)
{
  go_to_crumbs_at (level, grid, calls, column);
  if (level->crumbs.n > 0 && level->crumbs.last_sample == call)
    level->crumbs.busy += busy;
  else
    add_crumb (level, calls, call, busy, get_cover (grid, calls, call, column));
  level->crumbs.last_sample = call;
}

/* Adds a hit of a search in a crowded column, unless a sample shows one. */
static void
level_add_hit (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
               guint column, guint32 call)
{
  go_to_crumbs_at (level, grid, calls, column);
  if (level->crumbs.hit == TV_METHOD_NONE)
    add_crumb (level, calls, call, 0, get_cover (grid, calls, call, column));
}

static gboolean
stack_is_in_sight (const Stack *stack)
{
  return stack->n > 0 && stack->calls[stack->n - 1] == stack->innermost;
}

static void
stack_enter (Stack *stack, const TvChartSight *sight, guint32 call)
{
  if (stack->n > 0)
    {
      if (stack->n < sight->n_levels && stack_is_in_sight (stack))
        stack->calls[stack->n++] = call;
    }
  else if (++stack->level == sight->first_level)
    stack->calls[stack->n++] = call;
  stack->innermost = call;
}

/* Returns whether the call that is left was in sight. */
static gboolean
stack_leave (Stack *stack, const TvChartSight *sight)
{
  gboolean in_sight = stack_is_in_sight (stack);

  if (in_sight)
    stack->n--;
  if (stack->n == 0)
    stack->level = in_sight ? (gint64) sight->first_level - 1 : stack->level - 1;
  stack->innermost = sight->calls.parent[stack->innermost];
  return in_sight;
}

static void
stack_init (Stack *stack, const TvChartSight *sight)
{
  g_return_if_fail (stack != NULL && sight != NULL);

  *stack = (Stack){ TV_CALL_NONE, -1, g_new (guint32, sight->n_levels), 0 };
}

static void
stack_clear (Stack *stack)
{
  g_return_if_fail (stack != NULL);

  g_clear_pointer (&stack->calls, g_free);
}

/* Counts the calls in sight of another stack that are @call or its callers. */
static guint
count_common (const TvChartSight *sight, const Stack *near, guint32 call)
{
  gint64 start = tv_times_get (&sight->calls.axis_start, call);
  guint n = near->n;

  while (
      n > 0
      && (near->calls[n - 1] > call
          || (near->calls[n - 1] < call
              && tv_times_get (&sight->calls.axis_end, near->calls[n - 1]) <= start)))
    n--;
  return n;
}

/* Finds the caller of @call on @level, which is above it. Among the calls before a
 * number, the innermost one that is open when @call begins is the deeper the greater
 * the number is, so the number is found by bisection. */
static guint32
find_ancestor (const TvChartSight *sight, guint32 call, guint level)
{
  gint64 time = tv_times_get (&sight->calls.axis_start, call);
  gsize low = 1, high = (gsize) call + 1;

  while (low < high)
    {
      gsize middle = low + (high - low + 1) / 2;
      guint32 open
          = tv_call_stacks_find_open (sight->stacks, sight->thread, middle, time);

      if (open == TV_CALL_NONE
          || tv_call_stacks_get_depth (sight->stacks, sight->thread, open) <= level)
        low = middle;
      else
        high = middle - 1;
    }
  return tv_call_stacks_find_open (sight->stacks, sight->thread, low, time);
}

/* Fills the stack upwards from @call, which is on @level. */
static void
fill_up (Stack *stack, const TvChartSight *sight, guint32 call, guint level)
{
  guint n_known = stack->n;

  stack->n = level - sight->first_level + 1;
  for (guint i = stack->n; i > n_known; i--)
    {
      stack->calls[i - 1] = call;
      call = sight->calls.parent[call];
    }
}

static gboolean
find_with_index (Stack *stack, const TvChartSight *sight, guint32 call)
{
  guint level = tv_call_stacks_get_depth (sight->stacks, sight->thread, call);
  guint last = sight->first_level + sight->n_levels - 1;

  stack->level = level;
  if (level < sight->first_level)
    return TRUE;
  if (level > last && level - last > MAX_STEPS)
    {
      /* The caller of a call without length cannot be found by time. */
      if (tv_times_get (&sight->calls.axis_start, call)
          == tv_times_get (&sight->calls.axis_end, call))
        return FALSE;
      call = find_ancestor (sight, call, last);
      level = last;
    }
  for (; level > last; level--)
    call = sight->calls.parent[call];
  fill_up (stack, sight, call, level);
  return TRUE;
}

/* Finds the stack of a call. Takes a step for each call that is not in the stack @near,
 * and uses the index after some steps. Returns %FALSE if the call is not found. */
static gboolean
stack_find (Stack *stack, const TvChartSight *sight, const Stack *near, guint32 call)
{
  guint32 around = call;
  guint32 known;
  guint steps = 0;

  stack->innermost = call;
  stack->level = -1;
  stack->n = 0;
  if (call == TV_CALL_NONE)
    return TRUE;

  stack->n = count_common (sight, near, call);
  for (guint i = 0; i < stack->n; i++)
    stack->calls[i] = near->calls[i];
  if (stack->n == sight->n_levels)
    return TRUE;
  known = stack->n > 0 ? stack->calls[stack->n - 1] : TV_CALL_NONE;
  while (around != known && steps <= MAX_STEPS)
    {
      around = sight->calls.parent[around];
      steps++;
    }
  if (around != known)
    return find_with_index (stack, sight, call);

  stack->level = (gint64) steps - 1;
  if (stack->n > 0)
    stack->level += (gint64) sight->first_level + stack->n;
  if (stack->level < sight->first_level)
    return TRUE;
  for (; stack->level >= (gint64) sight->first_level + sight->n_levels; stack->level--)
    call = sight->calls.parent[call];
  fill_up (stack, sight, call, (guint) stack->level);
  return TRUE;
}

static gint64
get_column_limit (const TvLaneGrid *grid, guint column)
{
  gint64 border = tv_lane_grid_border (grid, column + 1);

  return grid->start + ((border - 1) >> grid->shift) + 1;
}

static void
leave (Walk *walk)
{
  if (stack_leave (&walk->now, &walk->sight))
    level_add (&walk->levels[walk->now.n], &walk->grid, &walk->sight.calls,
               walk->now.calls[walk->now.n]);
}

/* Counts the calls entered before a time. They are not many more than walk->next. */
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
walk_calls (Walk *walk, gsize n, gint64 limit)
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
      stack_enter (&walk->now, &walk->sight, (guint32) walk->next);
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

/* Adds the calls of a sample that begin and end in the column. */
static void
add_sample (Walk *walk, guint column, gint64 limit, guint32 call, gint64 busy)
{
  const TvCalls *calls = &walk->sight.calls;
  Stack *sample = &walk->sample;

  if (!stack_find (sample, &walk->sight, &walk->now, call))
    return;
  for (guint i = sample->n; i > 0 && sample->calls[i - 1] >= walk->next; i--)
    if (tv_times_get (&calls->axis_end, sample->calls[i - 1]) < limit)
      level_add_sample (&walk->levels[i - 1], &walk->grid, calls, column,
                        sample->calls[i - 1], busy);
}

/* Chooses a call in the middle of some, and descends along first callees. Otherwise
 * deep calls would be found too rarely. */
static guint32
find_leaf (const TvCalls *calls, gsize first, gsize end)
{
  gsize call = first + (end - first) / 2;

  while (call + 1 < end && calls->parent[call + 1] == call)
    call++;
  return (guint32) call;
}

/* Samples some moments up to @limit and a call between each two of them, in order of
 * entry. The latter also finds calls that take next to no time. */
static void
add_samples (Walk *walk, guint column, gsize n, gint64 limit)
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

/* Adds hits that the samples may have missed: on each level the first that ends in the
 * column. A call that is open at the column's end is the last of its level. */
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
      level_add_hit (&walk->levels[i], &walk->grid, &sight->calls, column,
                     walk->hits[i]);
}

/* Jumps to the end of a crowded column. Only the calls that are open at its ends are
 * entered and left. */
static void
jump (Walk *walk, guint column, gsize n, gint64 limit)
{
  const TvCalls *calls = &walk->sight.calls;
  Stack then;

  stack_find (
      &walk->then, &walk->sight, &walk->now,
      tv_call_stacks_find_open (walk->sight.stacks, walk->sight.thread, n, limit - 1));
  for (guint i = walk->now.n; i > 0; i--)
    if (tv_times_get (&calls->axis_end, walk->now.calls[i - 1]) < limit)
      level_add (&walk->levels[i - 1], &walk->grid, calls, walk->now.calls[i - 1]);
  if (n > walk->next)
    {
      add_samples (walk, column, n, limit);
      add_hits (walk, column, n, limit);
    }
  then = walk->then;
  walk->then = walk->now;
  walk->now = then;
  walk->next = n;
}

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

  stack_init (&walk->now, sight);
  stack_init (&walk->then, sight);
  stack_init (&walk->sample, sight);
  walk->hits = g_new (guint32, sight->n_levels);
  walk->next
      = tv_calls_lower_bound (&sight->calls, 0, sight->calls.n, walk->grid.start);
  stack_find (&walk->now, sight, &walk->then,
              tv_call_stacks_find_open (sight->stacks, sight->thread, walk->next,
                                        walk->grid.start - 1));
}

/* Adds calls without length exactly at the end, which belong to this range. */
static void
add_last_instants (Walk *walk)
{
  gsize n = find_entries_before (walk, walk->grid.end + 1);

  if (n - walk->next <= MAX_ENTRIES)
    walk_calls (walk, n, walk->grid.end);
  else
    add_hits (walk, walk->grid.n - 1, n, walk->grid.end + 1);
}

static void
end_walk (Walk *walk)
{
  add_last_instants (walk);
  for (guint i = 0; i < walk->now.n; i++)
    level_add (&walk->levels[i], &walk->grid, &walk->sight.calls, walk->now.calls[i]);
  for (guint i = 0; i < walk->sight.n_levels; i++)
    flush_crumbs (&walk->levels[i], &walk->grid, &walk->sight.calls);
  stack_clear (&walk->now);
  stack_clear (&walk->then);
  stack_clear (&walk->sample);
  g_free (walk->hits);
}

/* Fills the levels of a chart, see tv_call_chart_new(). */
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
      gint64 limit = get_column_limit (grid, column);
      gsize n = find_entries_before (&walk, limit);

      if (n - walk.next > MAX_ENTRIES || !walk_calls (&walk, n, limit))
        jump (&walk, column, n, limit);
    }
  end_walk (&walk);
}
