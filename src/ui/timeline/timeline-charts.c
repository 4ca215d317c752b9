/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-charts.h"

#include "analysis/lanes/lane-columns.h"
#include "trace/model/parallel.h"
#include "ui/timeline/chart-picture.h"
#include "ui/timeline/timeline-layout.h"

typedef struct
{
  TvCallStacks *stacks;
  TvChartSpan span;
  GArray *wishes;  /* TvChartWish */
  GPtrArray *hits; /* TvChartHits or NULL, for each of these */
} Job;

/* A job at work: each chart goes to its own place. */
typedef struct
{
  const Job *job;
  GCancellable *cancellable;
  GPtrArray *charts;
} Work;

static void
job_free (Job *job)
{
  tv_call_stacks_unref (job->stacks);
  g_array_unref (job->wishes);
  g_ptr_array_unref (job->hits);
  g_free (job);
}

static gboolean
tv_chart_span_equal (const TvChartSpan *a, const TvChartSpan *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns;
}

static TvCallChart *
tv_chart_wish_compute (const TvChartWish *wish, const TvCallStacks *stacks,
                       TvChartHits *hits, const TvChartSpan *span)
{
  g_return_val_if_fail (wish != NULL && stacks != NULL && span != NULL, NULL);

  return tv_call_chart_new (stacks, hits, wish->thread, span->start, span->end,
                            span->n_columns, wish->first_level, wish->n_levels);
}

static void
compute_one (guint i, gpointer data)
{
  const Work *work = data;
  const Job *job = work->job;

  if (!g_cancellable_is_cancelled (work->cancellable))
    work->charts->pdata[i]
        = tv_chart_wish_compute (&g_array_index (job->wishes, TvChartWish, i),
                                 job->stacks, job->hits->pdata[i], &job->span);
}

static void
compute_in_worker (GTask *task, gpointer source, gpointer task_data,
                   GCancellable *cancellable)
{
  const Job *job = task_data;
  g_autoptr (GPtrArray) charts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_call_chart_free);
  Work work = { job, cancellable, charts };

  g_ptr_array_set_size (charts, (gint) job->wishes->len);
  tv_parallel_run (job->wishes->len, 0, compute_one, &work);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&charts),
                           (GDestroyNotify) g_ptr_array_unref);
}

static void
unref_hits (gpointer hits)
{
  if (hits != NULL)
    tv_chart_hits_unref (hits);
}

/* Computes charts in workers, as many as the machine has processors. */
static void
tv_chart_task_compute_async (TvCallStacks *stacks, TvChartHitFinder *finder,
                             const GArray *wishes, const TvChartSpan *span,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (stacks != NULL && wishes != NULL && span != NULL);

  job = g_new0 (Job, 1);
  job->stacks = tv_call_stacks_ref (stacks);
  job->span = *span;
  job->wishes = g_array_copy ((GArray *) wishes);
  job->hits = g_ptr_array_new_with_free_func (unref_hits);
  for (guint i = 0; i < wishes->len; i++)
    {
      const TvChartWish *wish = &g_array_index (wishes, TvChartWish, i);
      TvChartHits *hits = tv_chart_hit_finder_get (finder, wish->thread,
                                                   wish->first_level, wish->n_levels);

      g_ptr_array_add (job->hits, hits != NULL ? tv_chart_hits_ref (hits) : NULL);
    }
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_chart_task_compute_async);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, compute_in_worker);
}

static GPtrArray *
tv_chart_task_compute_finish (GAsyncResult *result, const TvChartWish **wishes,
                              TvChartSpan *span, GError **error)
{
  const Job *job;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (wishes != NULL && span != NULL, NULL);

  job = g_task_get_task_data (G_TASK (result));
  *wishes = (const TvChartWish *) (gpointer) job->wishes->data;
  *span = job->span;
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Levels are worked out in steps of so many, so that scrolling seldom needs more. */
#define LEVEL_STEP 16

/* Calls that may be gone through within a frame, some milliseconds' work, and how many
 * of them a column full of calls is worth. */
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
  GObject parent_instance;

  GtkWidget *widget; /* borrowed: it owns this */
  TvCallStacks *stacks;
  TvChartHitFinder *finder; /* of what a search found */
  TvChartNames *names;
  GHashTable *charts; /* thread to Chart */
  TvChartSpan span;
  guint scale;
  guint32 mark_method; /* that the pictures show */
  guint frame;
  guint n_names; /* of the frame */
  GCancellable *job;
};

enum
{
  SIGNAL_READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvTimelineCharts, tv_timeline_charts, G_TYPE_OBJECT)

static void
chart_free (Chart *chart)
{
  tv_chart_picture_free (chart->computed);
  tv_chart_picture_free (chart->shown);
  g_free (chart);
}

static void
tv_timeline_charts_dispose (GObject *object)
{
  TvTimelineCharts *self = TV_TIMELINE_CHARTS (object);

  if (self->charts != NULL)
    tv_timeline_charts_set_stacks (self, NULL);
  g_clear_pointer (&self->charts, g_hash_table_unref);
  G_OBJECT_CLASS (tv_timeline_charts_parent_class)->dispose (object);
}

static void
tv_timeline_charts_class_init (TvTimelineChartsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_timeline_charts_dispose;

  signals[SIGNAL_READY]
      = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_timeline_charts_init (TvTimelineCharts *self)
{
  self->charts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) chart_free);
  self->mark_method = TV_METHOD_NONE;
}

TvTimelineCharts *
tv_timeline_charts_new (GtkWidget *widget)
{
  TvTimelineCharts *self = g_object_new (TV_TYPE_TIMELINE_CHARTS, NULL);

  self->widget = widget;
  return self;
}

static void
drop_finder (TvTimelineCharts *self)
{
  if (self->finder == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->finder, self);
  tv_chart_hit_finder_stop (self->finder);
  g_clear_object (&self->finder);
}

static void
emit_ready (TvTimelineCharts *self)
{
  g_signal_emit (self, signals[SIGNAL_READY], 0);
}

/* Forgets all charts and stops the worker. */
void
tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks)
{
  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self));

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_hash_table_remove_all (self->charts);
  g_clear_pointer (&self->names, tv_chart_names_free);
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  drop_finder (self);
  if (stacks == NULL)
    return;

  self->stacks = tv_call_stacks_ref (stacks);
  self->finder = tv_chart_hit_finder_new (tv_call_stacks_get_trace (stacks));
  g_signal_connect_swapped (self->finder, "ready", G_CALLBACK (emit_ready), self);
}

void
tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods)
{
  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self) && self->finder != NULL);

  tv_chart_hit_finder_set_methods (self->finder, methods);
}

/* Has all be drawn anew, because the colours changed. */
void
tv_timeline_charts_forget_colors (TvTimelineCharts *self)
{
  GHashTableIter iter;
  gpointer chart;

  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self));

  g_hash_table_iter_init (&iter, self->charts);
  while (g_hash_table_iter_next (&iter, NULL, &chart))
    {
      tv_chart_picture_forget_colors (((Chart *) chart)->computed);
      if (((Chart *) chart)->shown != NULL)
        tv_chart_picture_forget_colors (((Chart *) chart)->shown);
    }
}

/* Forgets the names that are written in the boxes: names, fonts or sizes have changed.
 */
void
tv_timeline_charts_write_anew (TvTimelineCharts *self, TvCallStacks *renamed)
{
  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self));

  g_clear_pointer (&self->names, tv_chart_names_free);
  if (renamed == NULL)
    return;
  g_clear_pointer (&self->stacks, tv_call_stacks_unref);
  self->stacks = tv_call_stacks_ref (renamed);
}

/* The levels that are worked out where some are in sight: whole steps, and one more
 * before and behind. */
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

/* Whether it is known by now where hits are that a chart does not show. What it shows
 * of another search has faded colours. */
static gboolean
lacks_hits (TvTimelineCharts *self, guint32 thread, const TvCallChart *computed)
{
  const TvChartHits *hits = tv_chart_hit_finder_get (
      self->finder, thread, tv_call_chart_get_first_level (computed),
      tv_call_chart_get_n_levels (computed));

  return hits != NULL && hits != tv_call_chart_get_hits (computed);
}

static gboolean
shows_old_hits (TvTimelineCharts *self, const TvCallChart *computed)
{
  return tv_chart_hit_finder_get_methods (self->finder) == NULL
         && tv_call_chart_get_hits (computed) != NULL;
}

static gboolean
is_missing (TvTimelineCharts *self, const TvChartWish *wish)
{
  const Chart *chart
      = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (wish->thread));

  return chart == NULL || !tv_chart_span_equal (&chart->span, &self->span)
         || !has_levels (chart, wish)
         || lacks_hits (self, wish->thread,
                        tv_chart_picture_get_chart (chart->computed))
         || shows_old_hits (self, tv_chart_picture_get_chart (chart->computed));
}

/* Hits are found for the levels that there are, or will be in a moment. */
static void
want_hits (TvTimelineCharts *self, const TvChartWish *wish, const TvChartWish *wider)
{
  const Chart *chart
      = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (wish->thread));
  guint first_level = wider->first_level;
  guint n_levels = wider->n_levels;

  if (chart != NULL && has_levels (chart, wish))
    {
      const TvCallChart *computed = tv_chart_picture_get_chart (chart->computed);

      first_level = tv_call_chart_get_first_level (computed);
      n_levels = tv_call_chart_get_n_levels (computed);
    }
  tv_chart_hit_finder_want (self->finder, wish->thread, first_level, n_levels);
}

static void
take_chart (TvTimelineCharts *self, const TvChartWish *wish, const TvChartSpan *span,
            TvCallChart *computed)
{
  Chart *chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (wish->thread));

  if (chart == NULL)
    {
      chart = g_new0 (Chart, 1);
      chart->last_frame = self->frame;
      g_hash_table_insert (self->charts, GUINT_TO_POINTER (wish->thread), chart);
    }
  g_clear_pointer (&chart->shown, tv_chart_picture_free);
  tv_chart_picture_free (chart->computed);
  chart->computed = tv_chart_picture_new (computed, span->n_columns, self->scale);
  chart->span = *span;
}

static void
take_charts_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvTimelineCharts) self = user_data;
  const TvChartWish *wishes;
  TvChartSpan span;
  g_autoptr (GPtrArray) charts
      = tv_chart_task_compute_finish (result, &wishes, &span, NULL);

  /* The only error is a cancellation: the trace was changed or closed. The worker's own
   * cancellable tells whether it is still the one that is waited for. */
  if (charts == NULL || g_task_get_cancellable (G_TASK (result)) != self->job)
    return;
  g_clear_object (&self->job);

  g_ptr_array_set_free_func (charts, NULL);
  for (guint i = 0; i < charts->len; i++)
    take_chart (self, &wishes[i], &span, g_ptr_array_index (charts, i));
  g_signal_emit (self, signals[SIGNAL_READY], 0);
}

static gsize
get_cost (TvTimelineCharts *self, guint32 thread)
{
  gsize cost = tv_lane_cost (tv_call_stacks_get_trace (self->stacks), thread,
                             self->span.start, self->span.end);

  return MIN (cost, (gsize) self->span.n_columns * COLUMN_COST);
}

/* Charts out of sight are not kept: they take more memory than time. */
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

/* Begins a frame. Charts that are not known are computed now if that is quick. If not,
 * a worker computes them, unless it is still at work for an earlier view; then its
 * result makes the next frame ask again. */
void
tv_timeline_charts_prepare (TvTimelineCharts *self, const TvChartSpan *span,
                            guint scale, const GArray *wishes)
{
  g_autoptr (GArray) missing = NULL;
  gsize cost = 0;

  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self) && self->stacks != NULL);
  g_return_if_fail (span != NULL && span->start < span->end && wishes != NULL);

  self->span = *span;
  self->scale = scale;
  self->frame++;
  self->n_names = 0;
  missing = g_array_new (FALSE, FALSE, sizeof (TvChartWish));
  for (guint i = 0; i < wishes->len; i++)
    {
      const TvChartWish *wish = &g_array_index (wishes, TvChartWish, i);
      TvChartWish wider = widen (wish);

      want_hits (self, wish, &wider);
      if (!is_missing (self, wish))
        continue;
      g_array_append_val (missing, wider);
      cost += get_cost (self, wish->thread);
    }

  if (missing->len > 0 && cost > MAX_COST_IN_FRAME && self->job == NULL)
    {
      self->job = g_cancellable_new ();
      tv_chart_task_compute_async (self->stacks, self->finder, missing, span, self->job,
                                   take_charts_of_worker, g_object_ref (self));
    }
  for (guint i = 0; i < missing->len && cost <= MAX_COST_IN_FRAME; i++)
    {
      const TvChartWish *wish = &g_array_index (missing, TvChartWish, i);
      TvChartHits *hits = tv_chart_hit_finder_get (self->finder, wish->thread,
                                                   wish->first_level, wish->n_levels);

      take_chart (self, wish, span,
                  tv_chart_wish_compute (wish, self->stacks, hits, span));
    }
  forget_old_charts (self, wishes);
}

/* The picture for the range in view, if there is any. */
static TvChartPicture *
get_picture (TvTimelineCharts *self, guint32 thread)
{
  Chart *chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));

  if (chart == NULL)
    return NULL;
  if (tv_chart_span_equal (&chart->span, &self->span))
    return chart->computed;
  if (chart->shown == NULL || !tv_chart_span_equal (&chart->shown_span, &self->span))
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

/* Draws the levels of a chart that was prepared, or nothing if nothing is known of it
 * yet. */
void
tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvChartWish *levels,
                             const TvLaneStyle *style, GtkSnapshot *snapshot, float x,
                             float y)
{
  TvChartPicture *picture;

  g_return_if_fail (TV_IS_TIMELINE_CHARTS (self) && self->stacks != NULL);
  g_return_if_fail (levels != NULL && style != NULL && GTK_IS_SNAPSHOT (snapshot));

  if (style->mark_method != self->mark_method)
    tv_timeline_charts_forget_colors (self);
  self->mark_method = style->mark_method;
  if (self->names == NULL)
    self->names = tv_chart_names_new (tv_call_stacks_get_trace (self->stacks),
                                      gtk_widget_create_pango_context (self->widget));
  picture = get_picture (self, levels->thread);
  for (guint i = 0; picture != NULL && i < levels->n_levels; i++, y += TV_LEVEL_HEIGHT)
    {
      tv_chart_picture_snapshot (picture, levels->first_level + i, style, snapshot, x,
                                 y);
      self->n_names += tv_chart_picture_snapshot_names (
          picture, levels->first_level + i, self->names, style,
          MAX_NAMES_IN_FRAME - self->n_names, snapshot, x, y);
    }
}

/* Returns FALSE if nothing is there, or it is not known for the present view. */
gboolean
tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                         guint column, TvChartBox *box)
{
  const TvChartBox *found;
  const Chart *chart;

  g_return_val_if_fail (TV_IS_TIMELINE_CHARTS (self) && box != NULL, FALSE);

  chart = g_hash_table_lookup (self->charts, GUINT_TO_POINTER (thread));
  if (chart == NULL || !tv_chart_span_equal (&chart->span, &self->span))
    return FALSE;
  found = tv_call_chart_find (tv_chart_picture_get_chart (chart->computed), level,
                              column);
  if (found == NULL)
    return FALSE;
  *box = *found;
  return TRUE;
}
