/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/chart-hit-finder.h"

/* What a worker is asked. */
typedef struct
{
  TvTrace *trace;
  TvMethodSet *methods;
  guint32 thread;
  guint first_level;
  guint n_levels;
} Job;

struct _TvChartHitFinder
{
  GObject parent_instance;

  TvTrace *trace;
  TvMethodSet *methods;  /* or NULL */
  GHashTable *threads;   /* thread to TvChartHits */
  GCancellable *running; /* of the worker, if one is at work */
};

enum
{
  SIGNAL_READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvChartHitFinder, tv_chart_hit_finder, G_TYPE_OBJECT)

static void
job_free (Job *job)
{
  tv_trace_unref (job->trace);
  tv_method_set_unref (job->methods);
  g_free (job);
}

static void
tv_chart_hit_finder_dispose (GObject *object)
{
  TvChartHitFinder *self = TV_CHART_HIT_FINDER (object);

  tv_chart_hit_finder_stop (self);
  g_clear_pointer (&self->threads, g_hash_table_unref);
  g_clear_pointer (&self->methods, tv_method_set_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);
  G_OBJECT_CLASS (tv_chart_hit_finder_parent_class)->dispose (object);
}

static void
tv_chart_hit_finder_class_init (TvChartHitFinderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_chart_hit_finder_dispose;

  signals[SIGNAL_READY]
      = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_chart_hit_finder_init (TvChartHitFinder *self)
{
  self->threads
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_chart_hits_unref);
}

TvChartHitFinder *
tv_chart_hit_finder_new (TvTrace *trace)
{
  TvChartHitFinder *self;

  g_return_val_if_fail (trace != NULL, NULL);

  self = g_object_new (TV_TYPE_CHART_HIT_FINDER, NULL);
  self->trace = tv_trace_ref (trace);
  return self;
}

/* Stops the worker. What it finds is not wanted any more. */
void
tv_chart_hit_finder_stop (TvChartHitFinder *self)
{
  g_return_if_fail (TV_IS_CHART_HIT_FINDER (self));

  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

/* Forgets where the hits of the last search are. */
void
tv_chart_hit_finder_set_methods (TvChartHitFinder *self, TvMethodSet *methods)
{
  g_return_if_fail (TV_IS_CHART_HIT_FINDER (self));

  if (methods == self->methods)
    return;
  tv_chart_hit_finder_stop (self);
  g_hash_table_remove_all (self->threads);
  if (methods != NULL)
    tv_method_set_ref (methods);
  g_clear_pointer (&self->methods, tv_method_set_unref);
  self->methods = methods;
}

TvMethodSet *
tv_chart_hit_finder_get_methods (TvChartHitFinder *self)
{
  g_return_val_if_fail (TV_IS_CHART_HIT_FINDER (self), NULL);

  return self->methods;
}

static void
find_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  const Job *job = task_data;

  g_task_return_pointer (task,
                         tv_chart_hits_new (job->trace, job->thread, job->methods,
                                            job->first_level, job->n_levels,
                                            cancellable),
                         (GDestroyNotify) tv_chart_hits_unref);
}

static void
take_hits (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvChartHitFinder *self = TV_CHART_HIT_FINDER (source);
  const Job *job = g_task_get_task_data (G_TASK (result));
  TvChartHits *hits = g_task_propagate_pointer (G_TASK (result), NULL);

  /* The only error is a cancellation. */
  if (hits == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    {
      g_clear_pointer (&hits, tv_chart_hits_unref);
      return;
    }
  g_clear_object (&self->running);
  g_hash_table_replace (self->threads, GUINT_TO_POINTER (job->thread), hits);
  g_signal_emit (self, signals[SIGNAL_READY], 0);
}

/* Has it found out where hits are in a chart, unless that is known, or a worker is
 * busy with another chart: then one has to ask again when it is `ready`. */
void
tv_chart_hit_finder_want (TvChartHitFinder *self, guint32 thread, guint first_level,
                          guint n_levels)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (TV_IS_CHART_HIT_FINDER (self));

  if (self->methods == NULL || self->running != NULL
      || tv_chart_hit_finder_get (self, thread, first_level, n_levels) != NULL)
    return;
  job = g_new (Job, 1);
  *job = (Job){ tv_trace_ref (self->trace), tv_method_set_ref (self->methods), thread,
                first_level, n_levels };
  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, take_hits, NULL);
  g_task_set_source_tag (task, tv_chart_hit_finder_want);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, find_in_worker);
}

/* Returns where hits are in the chart, if that is known. */
TvChartHits *
tv_chart_hit_finder_get (TvChartHitFinder *self, guint32 thread, guint first_level,
                         guint n_levels)
{
  TvChartHits *hits;

  g_return_val_if_fail (TV_IS_CHART_HIT_FINDER (self), NULL);

  hits = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));
  return hits != NULL
                 && tv_chart_hits_cover (hits, self->methods, first_level, n_levels)
             ? hits
             : NULL;
}
