/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-charts.h"

#include "analysis/charts/call-chart.h"
#include "analysis/lanes/lane-columns.h"
#include "trace/model/parallel.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/widgets/chart-picture.h"
#include "ui/widgets/job.h"

/* Levels are computed in steps of this many, so that scrolling seldom needs more. */
#define LEVEL_STEP 16

/* Calls that may be visited within a frame, some milliseconds' work, and the cost of
 * a full column in calls. */
#define MAX_COST_IN_FRAME 30000
#define COLUMN_COST 40

#define MAX_NAMES_IN_FRAME 400

typedef struct
{
  TvChartPicture *computed; /* the last that was */
  TvChartSpan span;         /* of it */
  TvChartPicture *shown;    /* a stand-in, or NULL */
  TvChartSpan shown_span;
  guint last_frame;
} Chart;

struct _TvTimelineCharts
{
  GtkWidget *widget; /* borrowed: it owns this */
  void (*ready) (gpointer user_data);
  gpointer user_data;
  TvCallStacks *stacks;
  TvChartNames *names;
  GHashTable *charts; /* thread to Chart */
  TvChartSpan span;
  guint scale;
  guint32 mark_method; /* that the pictures show */
  guint frame;
  guint n_names; /* of the frame */
  TvJob *job;

  TvMethodSet *hit_methods; /* what a search found, or NULL */
  GHashTable *hits;         /* thread to TvChartHits */
  TvJob *hit_job;
};

typedef struct
{
  TvChartWish wish;
  TvChartHits *hits;  /* or NULL */
  TvCallChart *chart; /* the answer */
} Ask;

typedef struct
{
  TvCallStacks *stacks;
  TvChartSpan span;
  GArray *asks;
  GCancellable *cancellable;
} ChartJob;

typedef struct
{
  TvTrace *trace;
  TvMethodSet *methods;
  TvChartWish wish;
} HitJob;

static gboolean
span_equal (const TvChartSpan *a, const TvChartSpan *b)
{
  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns;
}

static void
chart_free (Chart *chart)
{
  tv_chart_picture_free (chart->computed);
  tv_chart_picture_free (chart->shown);
  g_free (chart);
}

/* Calls @ready when a job has finished charts that are to be drawn. */
TvTimelineCharts *
tv_timeline_charts_new (GtkWidget *widget, void (*ready) (gpointer user_data),
                        gpointer user_data)
{
  TvTimelineCharts *self = g_new0 (TvTimelineCharts, 1);

  self->widget = widget;
  self->ready = ready;
  self->user_data = user_data;
  self->charts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) chart_free);
  self->hits
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_chart_hits_unref);
  self->mark_method = TV_METHOD_NONE;
  return self;
}

void
tv_timeline_charts_free (TvTimelineCharts *self)
{
  tv_timeline_charts_set_stacks (self, NULL);
  g_hash_table_unref (self->charts);
  g_hash_table_unref (self->hits);
  g_free (self);
}

static void
forget_hits (TvTimelineCharts *self)
{
  tv_job_cancel (&self->hit_job);
  g_hash_table_remove_all (self->hits);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
}

/* Forgets all charts and cancels the jobs. */
void
tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks)
{
  tv_job_cancel (&self->job);
  forget_hits (self);
  g_hash_table_remove_all (self->charts);
  g_clear_pointer (&self->names, tv_chart_names_free);
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  if (stacks != NULL)
    self->stacks = tv_call_stacks_ref (stacks);
}

/* Sets what a search found, and forgets the hits of the last one. */
void
tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods)
{
  if (methods == self->hit_methods)
    return;
  forget_hits (self);
  if (methods != NULL)
    self->hit_methods = tv_method_set_ref (methods);
}

/* Returns the hits in a chart, NULL until they are known. */
static TvChartHits *
get_hits (TvTimelineCharts *self, const TvChartWish *wish)
{
  TvChartHits *hits = g_hash_table_lookup (self->hits, GUINT_TO_POINTER (wish->thread));

  return hits != NULL
                 && tv_chart_hits_cover (hits, self->hit_methods, wish->first_level,
                                         wish->n_levels)
             ? hits
             : NULL;
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

  return tv_chart_hits_new (job->trace, job->wish.thread, job->methods,
                            job->wish.first_level, job->wish.n_levels, cancellable);
}

static void
on_hits_found (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvTimelineCharts *self = owner;
  const HitJob *job = question;

  g_hash_table_replace (self->hits, GUINT_TO_POINTER (job->wish.thread), answer);
  self->ready (self->user_data);
}

static const TvJobType hit_job = {
  .run = find_hits,
  .done = on_hits_found,
  .free_question = (GDestroyNotify) hit_job_free,
  .free_answer = (GDestroyNotify) tv_chart_hits_unref,
  .pace = TV_JOB_NOW,
};

/* Drops the textures, because the colours changed. */
void
tv_timeline_charts_forget_colors (TvTimelineCharts *self)
{
  GHashTableIter iter;
  gpointer chart;

  g_hash_table_iter_init (&iter, self->charts);
  while (g_hash_table_iter_next (&iter, NULL, &chart))
    {
      tv_chart_picture_forget_colors (((Chart *) chart)->computed);
      if (((Chart *) chart)->shown != NULL)
        tv_chart_picture_forget_colors (((Chart *) chart)->shown);
    }
}

/* Forgets the layouts of names: names, fonts or sizes changed. */
void
tv_timeline_charts_write_anew (TvTimelineCharts *self, TvCallStacks *renamed)
{
  g_clear_pointer (&self->names, tv_chart_names_free);
  if (renamed == NULL)
    return;
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  self->stacks = tv_call_stacks_ref (renamed);
}

/* Rounds levels to whole steps, with one more before and after. */
static TvChartWish
widen (const TvChartWish *wish)
{
  guint first = wish->first_level / LEVEL_STEP * LEVEL_STEP;
  guint end
      = (wish->first_level + wish->n_levels + LEVEL_STEP - 1) / LEVEL_STEP * LEVEL_STEP;

  first -= MIN (first, LEVEL_STEP);
  end += LEVEL_STEP;
  return (TvChartWish){ wish->thread, first, end - first };
}

static gboolean
has_levels (const Chart *chart, const TvChartWish *wish)
{
  const TvCallChart *computed = tv_chart_picture_get_chart (chart->computed);
  guint first = tv_call_chart_get_first_level (computed);

  return wish->first_level >= first
         && wish->first_level + wish->n_levels
                <= first + tv_call_chart_get_n_levels (computed);
}

/* The levels that a chart was computed for. */
static TvChartWish
get_computed_levels (guint32 thread, const TvCallChart *computed)
{
  return (TvChartWish){ thread, tv_call_chart_get_first_level (computed),
                        tv_call_chart_get_n_levels (computed) };
}

/* Returns whether hits are known that a chart does not show yet. Hits of another
 * search have faded colours. */
static gboolean
lacks_hits (TvTimelineCharts *self, guint32 thread, const TvCallChart *computed)
{
  const TvChartWish levels = get_computed_levels (thread, computed);
  const TvChartHits *hits = get_hits (self, &levels);

  return hits != NULL && hits != tv_call_chart_get_hits (computed);
}

static gboolean
shows_old_hits (TvTimelineCharts *self, const TvCallChart *computed)
{
  return self->hit_methods == NULL && tv_call_chart_get_hits (computed) != NULL;
}

static gboolean
is_missing (TvTimelineCharts *self, const TvChartWish *wish)
{
  const Chart *chart
      = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (wish->thread));

  return chart == NULL || !span_equal (&chart->span, &self->span)
         || !has_levels (chart, wish)
         || lacks_hits (self, wish->thread,
                        tv_chart_picture_get_chart (chart->computed))
         || shows_old_hits (self, tv_chart_picture_get_chart (chart->computed));
}

/* Requests the hits in the levels that are computed or about to be. While a job is
 * busy with another chart nothing happens: the next frame asks again. */
static void
want_hits (TvTimelineCharts *self, const TvChartWish *wish, const TvChartWish *wider)
{
  const Chart *chart
      = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (wish->thread));
  TvChartWish levels = *wider;
  HitJob *job;

  if (chart != NULL && has_levels (chart, wish))
    levels = get_computed_levels (wish->thread,
                                  tv_chart_picture_get_chart (chart->computed));
  if (self->hit_methods == NULL || self->hit_job != NULL
      || get_hits (self, &levels) != NULL)
    return;
  job = g_new (HitJob, 1);
  *job = (HitJob){ tv_trace_ref (tv_call_stacks_get_trace (self->stacks)),
                   tv_method_set_ref (self->hit_methods), levels };
  tv_job_start (&self->hit_job, &hit_job, job, self);
}

static void
keep_chart (TvTimelineCharts *self, guint32 thread, const TvChartSpan *span,
            TvCallChart *computed)
{
  Chart *chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));

  if (chart == NULL)
    {
      chart = g_new0 (Chart, 1);
      chart->last_frame = self->frame;
      g_hash_table_insert (self->charts, GUINT_TO_POINTER (thread), chart);
    }
  g_clear_pointer (&chart->shown, tv_chart_picture_free);
  tv_chart_picture_free (chart->computed);
  chart->computed = tv_chart_picture_new (computed, span->n_columns, self->scale);
  chart->span = *span;
}

static void
ask_clear (Ask *ask)
{
  g_clear_pointer (&ask->hits, tv_chart_hits_unref);
  g_clear_pointer (&ask->chart, tv_call_chart_free);
}

static ChartJob *
chart_job_new (TvTimelineCharts *self)
{
  ChartJob *job = g_new0 (ChartJob, 1);

  job->stacks = tv_call_stacks_ref (self->stacks);
  job->span = self->span;
  job->asks = g_array_new (FALSE, FALSE, sizeof (Ask));
  g_array_set_clear_func (job->asks, (GDestroyNotify) ask_clear);
  return job;
}

static void
chart_job_free (ChartJob *job)
{
  tv_call_stacks_unref (job->stacks);
  g_array_unref (job->asks);
  g_free (job);
}

static void
compute_one (guint i, gpointer data)
{
  const ChartJob *job = data;
  Ask *ask = &g_array_index (job->asks, Ask, i);

  if (!g_cancellable_is_cancelled (job->cancellable))
    ask->chart = tv_call_chart_new (job->stacks, ask->hits, ask->wish.thread,
                                    job->span.start, job->span.end, job->span.n_columns,
                                    ask->wish.first_level, ask->wish.n_levels);
}

static gpointer
compute_charts (gpointer question, GCancellable *cancellable, GError **error)
{
  ChartJob *job = question;

  job->cancellable = cancellable;
  tv_parallel_run (job->asks->len, 0, compute_one, job);
  return NULL;
}

static void
keep_charts (TvTimelineCharts *self, const ChartJob *job)
{
  for (guint i = 0; i < job->asks->len; i++)
    {
      Ask *ask = &g_array_index (job->asks, Ask, i);

      keep_chart (self, ask->wish.thread, &job->span, g_steal_pointer (&ask->chart));
    }
}

static void
on_charts_computed (gpointer owner, gpointer question, gpointer answer,
                    const GError *error)
{
  TvTimelineCharts *self = owner;

  keep_charts (self, question);
  self->ready (self->user_data);
}

static const TvJobType chart_job = {
  .run = compute_charts,
  .done = on_charts_computed,
  .free_question = (GDestroyNotify) chart_job_free,
  .pace = TV_JOB_NOW,
};

static gsize
get_cost (TvTimelineCharts *self, guint32 thread)
{
  gsize cost = tv_lane_cost (tv_call_stacks_get_trace (self->stacks), thread,
                             self->span.start, self->span.end);

  return MIN (cost, (gsize) self->span.n_columns * COLUMN_COST);
}

/* Charts out of sight are dropped: they cost more memory than time. */
static void
forget_old_charts (TvTimelineCharts *self, const GArray *wishes)
{
  GHashTableIter iter;
  gpointer chart;

  for (guint i = 0; i < wishes->len; i++)
    {
      guint32 thread = g_array_index (wishes, TvChartWish, i).thread;
      Chart *kept = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));
      if (kept != NULL)
        kept->last_frame = self->frame;
    }
  g_hash_table_iter_init (&iter, self->charts);
  while (g_hash_table_iter_next (&iter, NULL, &chart))
    if (((Chart *) chart)->last_frame != self->frame)
      g_hash_table_iter_remove (&iter);
}

/* Begins a frame. Missing charts are computed now if that is quick, else by a job.
 * If a job for an earlier view is still running, its result makes the next frame ask
 * again. */
void
tv_timeline_charts_prepare (TvTimelineCharts *self, const TvChartSpan *span,
                            guint scale, const GArray *wishes)
{
  ChartJob *job;
  gsize cost = 0;

  self->span = *span;
  self->scale = scale;
  self->frame++;
  self->n_names = 0;
  job = chart_job_new (self);
  for (guint i = 0; i < wishes->len; i++)
    {
      const TvChartWish *wish = &g_array_index (wishes, TvChartWish, i);
      const TvChartWish wider = widen (wish);
      TvChartHits *hits = get_hits (self, &wider);
      const Ask ask = { wider, hits, NULL };

      want_hits (self, wish, &wider);
      if (!is_missing (self, wish))
        continue;
      if (hits != NULL)
        tv_chart_hits_ref (hits);
      g_array_append_val (job->asks, ask);
      cost += get_cost (self, wish->thread);
    }

  if (cost > MAX_COST_IN_FRAME && self->job == NULL)
    tv_job_start (&self->job, &chart_job, g_steal_pointer (&job), self);
  for (guint i = 0; job != NULL && cost <= MAX_COST_IN_FRAME && i < job->asks->len; i++)
    compute_one (i, job);
  if (cost <= MAX_COST_IN_FRAME)
    keep_charts (self, job);
  g_clear_pointer (&job, chart_job_free);
  forget_old_charts (self, wishes);
}

/* Returns the picture for the range in view, NULL if there is none. */
static TvChartPicture *
get_picture (TvTimelineCharts *self, guint32 thread)
{
  Chart *chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));

  if (chart == NULL)
    return NULL;
  if (span_equal (&chart->span, &self->span))
    return chart->computed;
  if (chart->shown == NULL || !span_equal (&chart->shown_span, &self->span))
    {
      tv_chart_picture_free (chart->shown);
      chart->shown = tv_chart_picture_new (
          tv_call_chart_new_stretched (tv_chart_picture_get_chart (chart->computed),
                                       self->span.start, self->span.end,
                                       self->span.n_columns),
          self->span.n_columns, self->scale);
      chart->shown_span = self->span;
    }
  return chart->shown;
}

static TvChartNames *
get_names (TvTimelineCharts *self)
{
  if (self->names == NULL)
    self->names = tv_chart_names_new (tv_call_stacks_get_trace (self->stacks),
                                      gtk_widget_create_pango_context (self->widget));
  return self->names;
}

/* Writes the name of a method into @area, which has its colour, if there is room. */
void
tv_timeline_charts_snapshot_name (TvTimelineCharts *self, guint32 method,
                                  const TvLaneStyle *style, GtkSnapshot *snapshot,
                                  const GdkRectangle *area)
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
      layout, tv_method_colors_get (style->method_colors, method), 255, style, snapshot,
      GRAPHENE_POINT_INIT ((float) (area->x + TV_CHART_NAME_MARGIN),
                           (float) (area->y + (area->height - height) / 2)));
}

/* Draws the levels of a prepared chart, or nothing until it is known. */
void
tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvChartWish *levels,
                             const TvLaneStyle *style, GtkSnapshot *snapshot, float x,
                             float y)
{
  TvChartPicture *picture;

  if (style->mark_method != self->mark_method)
    tv_timeline_charts_forget_colors (self);
  self->mark_method = style->mark_method;
  picture = get_picture (self, levels->thread);
  for (guint i = 0; picture != NULL && i < levels->n_levels; i++, y += TV_LEVEL_HEIGHT)
    {
      tv_chart_picture_snapshot (picture, levels->first_level + i, style, snapshot, x,
                                 y);
      self->n_names += tv_chart_picture_snapshot_names (
          picture, levels->first_level + i, get_names (self), style,
          MAX_NAMES_IN_FRAME - self->n_names, snapshot, x, y);
    }
}

/* Returns FALSE if there is no box, or the chart is not known for this view. */
gboolean
tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                         guint column, TvChartBox *box)
{
  const TvChartBox *found;
  const Chart *chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));

  if (chart == NULL || !span_equal (&chart->span, &self->span))
    return FALSE;
  found = tv_call_chart_find (tv_chart_picture_get_chart (chart->computed), level,
                              column);
  if (found == NULL)
    return FALSE;
  *box = *found;
  return TRUE;
}
