/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-charts.h"

#include "analysis/lanes/lane-columns.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/widgets/job.h"

/* Levels are computed in steps of this many, so that scrolling seldom needs more. */
#define LEVEL_STEP 16

/* The cost of a full column in calls. */
#define COLUMN_COST 40

#define MAX_NAMES_IN_FRAME 400

typedef struct
{
  TvRowData row;
  TvCallStacks *stacks;
  TvChartHits *hits; /* hits of a search, or NULL */
  TvChartPicture *picture;
  guint style; /* the number of the picture's style */
} ChartData;

struct _TvTimelineCharts
{
  GtkWidget *widget; /* borrowed: it owns this */
  void (*ready) (gpointer user_data);
  gpointer user_data;
  TvRowPictures *pictures;
  TvCallStacks *stacks;
  TvChartNames *names;
  TvLaneStyle style;
  guint n_styles; /* number of styles so far */
  guint n_names;  /* number of names in the frame */

  TvMethodSet *hit_methods; /* hits of a search, or NULL */
  GHashTable *hits;         /* thread to TvChartHits */
  TvJob *hit_job;
};

typedef struct
{
  TvTrace *trace;
  TvMethodSet *methods;
  TvRowWish wish;
} HitJob;

/* Rounds levels to whole steps, with one more before and after. */
static TvRowWish
widen (const TvRowWish *wish)
{
  guint first = wish->first_level / LEVEL_STEP * LEVEL_STEP;
  guint end
      = (wish->first_level + wish->n_levels + LEVEL_STEP - 1) / LEVEL_STEP * LEVEL_STEP;

  first -= MIN (first, LEVEL_STEP);
  end += LEVEL_STEP;
  return (TvRowWish){ wish->row, first, end - first };
}

static gboolean
has_levels (const TvRowData *data, const TvRowWish *wish)
{
  return wish->first_level >= data->wish.first_level
         && wish->first_level + wish->n_levels
                <= data->wish.first_level + data->wish.n_levels;
}

/* Returns the hits on some levels, NULL until they are known. */
static TvChartHits *
get_hits (const TvTimelineCharts *self, const TvRowWish *wish)
{
  TvChartHits *hits = g_hash_table_lookup (self->hits, GUINT_TO_POINTER (wish->row));

  return hits != NULL
                 && tv_chart_hits_cover (hits, self->hit_methods, wish->first_level,
                                         wish->n_levels)
             ? hits
             : NULL;
}

static TvRowData *
ask (gpointer owner, const TvRowData *wanted)
{
  const TvTimelineCharts *self = owner;
  ChartData *data = g_new0 (ChartData, 1);
  TvChartHits *hits;

  data->row = (TvRowData){ wanted->span, widen (&wanted->wish) };
  data->stacks = tv_call_stacks_ref (self->stacks);
  hits = get_hits (self, &data->row.wish);
  if (hits != NULL)
    data->hits = tv_chart_hits_ref (hits);
  return &data->row;
}

static gsize
get_cost (const TvRowData *row)
{
  const TvTrace *trace = tv_call_stacks_get_trace (((const ChartData *) row)->stacks);
  const gsize cost
      = tv_lane_cost (trace, row->wish.row, row->span.start, row->span.end);

  return MIN (cost, (gsize) row->span.n_columns * COLUMN_COST);
}

static void
compute (TvRowData *row)
{
  ChartData *data = (ChartData *) row;
  const TvRowSpan *span = &row->span;

  data->picture = tv_chart_picture_new (
      tv_call_chart_new (data->stacks, data->hits, row->wish.row, span->start,
                         span->end, span->n_columns, row->wish.first_level,
                         row->wish.n_levels),
      span->n_columns, span->scale);
}

/* Hits of the previous search, in faded colours, are shown until there are new ones or
 * none. */
static gboolean
is_current (gpointer owner, const TvRowData *row, const TvRowData *wanted)
{
  const TvTimelineCharts *self = owner;
  const TvChartHits *shown = ((const ChartData *) row)->hits;
  const TvChartHits *known = get_hits (self, &row->wish);

  return has_levels (row, &wanted->wish)
         && (known == NULL ? shown == NULL || self->hit_methods != NULL
                           : shown == known);
}

static GskRenderNode *
draw (gpointer owner, TvRowData *row, const TvRowWish *wish)
{
  const TvTimelineCharts *self = owner;
  ChartData *data = (ChartData *) row;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  if (data->style != self->n_styles)
    tv_chart_picture_forget_colors (data->picture);
  data->style = self->n_styles;
  for (guint i = 0; i < wish->n_levels; i++)
    tv_chart_picture_snapshot (data->picture, wish->first_level + i, &self->style,
                               snapshot, 0, (float) (i * TV_LEVEL_HEIGHT));
  return gtk_snapshot_free_to_node (snapshot);
}

static void
chart_data_free (TvRowData *row)
{
  ChartData *data = (ChartData *) row;

  tv_chart_picture_free (data->picture);
  g_clear_pointer (&data->hits, tv_chart_hits_unref);
  tv_call_stacks_unref (data->stacks);
  g_free (data);
}

/* Charts out of sight are dropped: they cost more memory than time. */
static const TvRowKind chart_kind = {
  .ask = ask,
  .get_cost = get_cost,
  .compute = compute,
  .is_current = is_current,
  .draw = draw,
  .free = chart_data_free,
  .most_cost = 30000, /* some milliseconds of work */
  .n_kept = 0,
};

/* Calls @ready when a job has finished charts that are in the frame. */
TvTimelineCharts *
tv_timeline_charts_new (GtkWidget *widget, void (*ready) (gpointer user_data),
                        gpointer user_data)
{
  TvTimelineCharts *self = g_new0 (TvTimelineCharts, 1);

  self->widget = widget;
  self->ready = ready;
  self->user_data = user_data;
  self->pictures = tv_row_pictures_new (&chart_kind, self, ready, user_data);
  self->hits
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_chart_hits_unref);
  return self;
}

void
tv_timeline_charts_free (TvTimelineCharts *self)
{
  tv_timeline_charts_set_stacks (self, NULL);
  tv_row_pictures_free (self->pictures);
  g_hash_table_unref (self->hits);
  g_free (self);
}

/* Drops all charts and cancels the jobs. */
void
tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks)
{
  tv_row_pictures_forget (self->pictures);
  tv_timeline_charts_set_hits (self, NULL);
  tv_timeline_charts_refresh_names (self, NULL);
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  if (stacks != NULL)
    self->stacks = tv_call_stacks_ref (stacks);
}

/* Sets the hits of a search, and drops those of the previous one. */
void
tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods)
{
  if (methods == self->hit_methods)
    return;
  tv_job_cancel (&self->hit_job);
  g_hash_table_remove_all (self->hits);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  if (methods != NULL)
    self->hit_methods = tv_method_set_ref (methods);
}

static void
hit_job_free (HitJob *job)
{
  tv_trace_unref (job->trace);
  tv_method_set_unref (job->methods);
  g_free (job);
}

static gpointer
find_hits (gpointer question, GCancellable *cancellable, GError **error)
{
  const HitJob *job = question;

  return tv_chart_hits_new (job->trace, job->wish.row, job->methods,
                            job->wish.first_level, job->wish.n_levels, cancellable);
}

static void
on_hits_found (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvTimelineCharts *self = owner;
  const HitJob *job = question;

  g_hash_table_replace (self->hits, GUINT_TO_POINTER (job->wish.row), answer);
  self->ready (self->user_data);
}

static const TvJobType hit_job = {
  .run = find_hits,
  .done = on_hits_found,
  .free_question = (GDestroyNotify) hit_job_free,
  .free_answer = (GDestroyNotify) tv_chart_hits_unref,
  .pace = TV_JOB_NOW,
};

/* Drops the pictures, because the colours changed. */
void
tv_timeline_charts_forget_colors (TvTimelineCharts *self)
{
  self->n_styles++;
  tv_row_pictures_redraw (self->pictures);
}

/* Drops the layouts of names after a change of names, fonts or sizes. */
void
tv_timeline_charts_refresh_names (TvTimelineCharts *self, TvCallStacks *renamed)
{
  g_clear_pointer (&self->names, tv_chart_names_free);
  if (renamed == NULL)
    return;
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  self->stacks = tv_call_stacks_ref (renamed);
}

/* Requests the hits in the levels that are computed or about to be. While a job is
 * busy with another chart nothing happens: the next frame asks again. */
static void
request_hits (TvTimelineCharts *self, const TvRowWish *wish)
{
  const TvRowData *data = tv_row_pictures_get (self->pictures, wish->row, NULL);
  const TvRowWish levels
      = data != NULL && has_levels (data, wish) ? data->wish : widen (wish);
  HitJob *job;

  if (self->hit_methods == NULL || self->hit_job != NULL
      || get_hits (self, &levels) != NULL)
    return;
  job = g_new (HitJob, 1);
  *job = (HitJob){ tv_trace_ref (tv_call_stacks_get_trace (self->stacks)),
                   tv_method_set_ref (self->hit_methods), levels };
  tv_job_start (&self->hit_job, &hit_job, job, self);
}

/* Begins a frame. The colours of @style are the caller's. */
void
tv_timeline_charts_prepare (TvTimelineCharts *self, const TvRowSpan *span,
                            const TvLaneStyle *style, const TvRowWish *wishes,
                            guint n_wishes)
{
  if (style->mark_method != self->style.mark_method)
    tv_timeline_charts_forget_colors (self);
  self->style = *style;
  self->n_names = 0;
  tv_row_pictures_prepare (self->pictures, span, wishes, n_wishes);
  for (guint i = 0; i < n_wishes; i++)
    request_hits (self, &wishes[i]);
}

static TvChartNames *
get_names (TvTimelineCharts *self)
{
  if (self->names == NULL)
    self->names = tv_chart_names_new (tv_call_stacks_get_trace (self->stacks),
                                      gtk_widget_create_pango_context (self->widget));
  return self->names;
}

/* Writes the name of a method into @area, which is filled with its colour, if there is
 * room. */
void
tv_timeline_charts_snapshot_name (TvTimelineCharts *self, guint32 method,
                                  GtkSnapshot *snapshot, const GdkRectangle *area)
{
  TvChartNames *names = get_names (self);
  const int height = tv_chart_names_get_height (names);
  PangoLayout *layout;

  if (area->width < TV_CHART_MIN_NAME_ROOM || area->height < height
      || self->n_names >= MAX_NAMES_IN_FRAME)
    return;
  layout = tv_chart_names_get (names, method, area->width - 2 * TV_CHART_NAME_MARGIN);
  if (layout == NULL)
    return;
  self->n_names++;
  tv_chart_picture_write_name (
      layout, tv_method_colors_get (self->style.method_colors, method), 255,
      &self->style, snapshot,
      GRAPHENE_POINT_INIT ((float) (area->x + TV_CHART_NAME_MARGIN),
                           (float) (area->y + (area->height - height) / 2)));
}

/* Draws the levels of a prepared chart, or nothing until it is known. Names are not
 * stretched with their boxes. */
void
tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvRowWish *levels,
                             GtkSnapshot *snapshot, float x, float y)
{
  TvRowStretch stretch;
  const ChartData *data
      = (const ChartData *) tv_row_pictures_get (self->pictures, levels->row, &stretch);

  if (data == NULL)
    return;
  tv_row_pictures_snapshot (self->pictures, levels, snapshot, x, y);
  tv_chart_picture_set_stretch (data->picture, stretch.factor, stretch.shift);
  for (guint i = 0; i < levels->n_levels; i++, y += TV_LEVEL_HEIGHT)
    self->n_names += tv_chart_picture_snapshot_names (
        data->picture, levels->first_level + i, get_names (self), &self->style,
        MAX_NAMES_IN_FRAME - self->n_names, snapshot, x, y);
}

/* Returns FALSE if there is no box, or the chart is not known for this view. */
gboolean
tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                         guint column, TvChartBox *box)
{
  const ChartData *data
      = (const ChartData *) tv_row_pictures_get (self->pictures, thread, NULL);
  const TvChartBox *found = NULL;

  if (data != NULL)
    found = tv_call_chart_find (tv_chart_picture_get_chart (data->picture), level,
                                column);
  if (found == NULL)
    return FALSE;
  *box = *found;
  return TRUE;
}
