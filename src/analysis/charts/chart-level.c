/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/charts/chart-level-private.h"

#include "analysis/sums/method-set-private.h"

void
tv_chart_level_init (TvChartLevel *level)
{
  g_return_if_fail (level != NULL);

  *level = (TvChartLevel){ .boxes = g_array_new (FALSE, FALSE, sizeof (TvChartBox)),
                           .waits = g_array_new (FALSE, FALSE, sizeof (TvChartWait)),
                           .crumbs
                           = { .last_sample = TV_CALL_NONE, .hit = TV_METHOD_NONE } };
}

void
tv_chart_level_clear (TvChartLevel *level)
{
  g_return_if_fail (level != NULL);

  g_clear_pointer (&level->boxes, g_array_unref);
  g_clear_pointer (&level->waits, g_array_unref);
}

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

/* What a call takes of a column. */
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
is_hit (const TvChartLevel *level, guint32 method)
{
  return level->hit_methods != NULL
         && tv_method_words_contain (level->hit_methods, method);
}

static void
add_crumb (TvChartLevel *level, const TvCalls *calls, guint32 call, gint64 busy,
           gint64 weight)
{
  TvChartCrumbs *crumbs = &level->crumbs;
  guint32 method = tv_calls_method (calls, call);

  if (crumbs->hit == TV_METHOD_NONE && is_hit (level, method))
    crumbs->hit = method;

  if (crumbs->n == 0 || weight > crumbs->most)
    {
      crumbs->call = call;
      crumbs->most = weight;
    }
  crumbs->busy += busy;
  crumbs->n++;
}

/* The last column of a box that reaches over the column's middle is theirs too. */
static void
take_end_of_last_box (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls)
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
      take_end_of_last_box (level, grid, calls);
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
      if (is_hit (level, box.method))
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

/* A call narrower than a column is where its middle is. */
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
  if (is_hit (level, box.method))
    box.hit = box.method;
  last = get_last_box (level);
  if (last == NULL || last->x1 <= box.x0)
    g_array_append_val (level->boxes, box);
}

/* Adds a call by its entry and its exit. */
void
tv_chart_level_add (TvChartLevel *level, const TvLaneGrid *grid, const TvCalls *calls,
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

/* Adds what a look into a column shows that has too many calls to add each. */
void
tv_chart_level_add_sample (TvChartLevel *level, const TvLaneGrid *grid,
                           const TvCalls *calls, guint column, guint32 call,
                           gint64 busy)
{
  go_to_crumbs_at (level, grid, calls, column);
  if (level->crumbs.n > 0 && level->crumbs.last_sample == call)
    level->crumbs.busy += busy;
  else
    add_crumb (level, calls, call, busy, get_cover (grid, calls, call, column));
  level->crumbs.last_sample = call;
}

/* Adds what a search found in a column that has too many calls to add each, unless a
 * sample showed a hit. */
void
tv_chart_level_add_hit (TvChartLevel *level, const TvLaneGrid *grid,
                        const TvCalls *calls, guint column, guint32 call)
{
  go_to_crumbs_at (level, grid, calls, column);
  if (level->crumbs.hit == TV_METHOD_NONE)
    add_crumb (level, calls, call, 0, get_cover (grid, calls, call, column));
}

/* No more calls will come: makes boxes of all that there is. */
void
tv_chart_level_finish (TvChartLevel *level, const TvLaneGrid *grid,
                       const TvCalls *calls)
{
  flush_crumbs (level, grid, calls);
}
