/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-indexer.h"

#include <gio/gio.h>

#include "trace/model/parallel.h"

/* What is known of a thread, and what a worker brings. */
typedef struct
{
  guint32 thread;
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} Indexed;

typedef struct
{
  TvTrace *trace;
  guint32 thread;
  Indexed known; /* what was made before and can be used */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
  GCancellable *cancellable;
} Job;

struct _TvLaneIndexer
{
  GObject parent_instance;

  TvTrace *trace;
  GHashTable *threads; /* thread to Indexed */
  GArray *wanted;      /* threads */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
  GPtrArray *running;       /* of Job: what workers are at and somebody waits for */
};

enum
{
  SIGNAL_READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvLaneIndexer, tv_lane_indexer, G_TYPE_OBJECT)

static void start_next (TvLaneIndexer *self);

static void
indexed_clear (Indexed *indexed)
{
  g_clear_pointer (&indexed->index, tv_lane_index_unref);
  g_clear_pointer (&indexed->marks, tv_lane_marks_unref);
  g_clear_pointer (&indexed->hits, tv_lane_hits_unref);
}

static void
indexed_free (Indexed *indexed)
{
  indexed_clear (indexed);
  g_free (indexed);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  tv_trace_unref (job->trace);
  indexed_clear (&job->known);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_object_unref (job->cancellable);
}

static void
job_unref (gpointer job)
{
  g_atomic_rc_box_release_full (job, job_free);
}

static void
tv_lane_indexer_dispose (GObject *object)
{
  TvLaneIndexer *self = TV_LANE_INDEXER (object);

  tv_lane_indexer_stop (self);
  g_clear_pointer (&self->threads, g_hash_table_unref);
  g_clear_pointer (&self->wanted, g_array_unref);
  g_clear_pointer (&self->running, g_ptr_array_unref);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);
  G_OBJECT_CLASS (tv_lane_indexer_parent_class)->dispose (object);
}

static void
tv_lane_indexer_class_init (TvLaneIndexerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_lane_indexer_dispose;

  signals[SIGNAL_READY]
      = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_lane_indexer_init (TvLaneIndexer *self)
{
  self->threads
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) indexed_free);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->running = g_ptr_array_new_with_free_func (job_unref);
}

TvLaneIndexer *
tv_lane_indexer_new (TvTrace *trace)
{
  TvLaneIndexer *self = g_object_new (TV_TYPE_LANE_INDEXER, NULL);

  self->trace = tv_trace_ref (trace);
  return self;
}

static void
make_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  const Job *job = task_data;
  Indexed *made = g_new0 (Indexed, 1);

  made->thread = job->known.thread;
  made->index = job->known.index != NULL
                    ? tv_lane_index_ref (job->known.index)
                    : tv_lane_index_new (job->trace, made->thread, cancellable);
  if (job->known.marks != NULL)
    made->marks = tv_lane_marks_ref (job->known.marks);
  else if (made->index != NULL && tv_lane_mark_is_set (&job->mark))
    made->marks = tv_lane_marks_new (made->index, &job->mark, cancellable);
  if (job->known.hits != NULL)
    made->hits = tv_lane_hits_ref (job->known.hits);
  else if (made->index != NULL && job->hit_methods != NULL)
    made->hits = tv_lane_hits_new (made->index, job->hit_methods, cancellable);
  g_task_return_pointer (task, made, (GDestroyNotify) indexed_free);
}

static void
take_from_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvLaneIndexer *self = TV_LANE_INDEXER (source);
  GTask *task = G_TASK (result);
  Indexed *made = g_task_propagate_pointer (task, NULL);

  /* The only error is a cancellation. */
  if (made == NULL || self->running == NULL
      || !g_ptr_array_remove_fast (self->running, g_task_get_task_data (task)))
    {
      g_clear_pointer (&made, indexed_free);
      return;
    }
  g_hash_table_replace (self->threads, GUINT_TO_POINTER (made->thread), made);
  start_next (self);
  g_signal_emit (self, signals[SIGNAL_READY], 0);
}

static gboolean
is_complete (TvLaneIndexer *self, guint32 thread)
{
  if (!tv_lane_index_is_useful (self->trace, thread))
    return TRUE;
  return tv_lane_indexer_get_index (self, thread) != NULL
         && (!tv_lane_mark_is_set (&self->mark)
             || tv_lane_indexer_get_marks (self, thread, &self->mark) != NULL)
         && (self->hit_methods == NULL
             || tv_lane_indexer_get_hits (self, thread, self->hit_methods) != NULL);
}

static gboolean
is_running (TvLaneIndexer *self, guint32 thread)
{
  for (guint i = 0; i < self->running->len; i++)
    if (((const Job *) g_ptr_array_index (self->running, i))->known.thread == thread)
      return TRUE;
  return FALSE;
}

static void
start_worker (TvLaneIndexer *self, guint32 thread)
{
  TvLaneIndex *index = tv_lane_indexer_get_index (self, thread);
  TvLaneMarks *marks = tv_lane_indexer_get_marks (self, thread, &self->mark);
  TvLaneHits *hits = tv_lane_indexer_get_hits (self, thread, self->hit_methods);
  g_autoptr (GTask) task = NULL;
  Job *job = g_atomic_rc_box_new0 (Job);

  job->trace = tv_trace_ref (self->trace);
  job->known = (Indexed){ thread, index != NULL ? tv_lane_index_ref (index) : NULL,
                          marks != NULL ? tv_lane_marks_ref (marks) : NULL,
                          hits != NULL ? tv_lane_hits_ref (hits) : NULL };
  job->mark = self->mark;
  if (self->hit_methods != NULL)
    job->hit_methods = tv_method_set_ref (self->hit_methods);
  job->cancellable = g_cancellable_new ();
  g_ptr_array_add (self->running, job);

  task = g_task_new (self, job->cancellable, take_from_worker, NULL);
  g_task_set_source_tag (task, start_worker);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (job), job_unref);
  tv_background_run_task (task, TV_BACKGROUND_LATER, make_in_worker);
}

/* As many at once as there are processors: threads do not depend on each other. */
static void
start_next (TvLaneIndexer *self)
{
  const guint most = tv_parallel_get_n_workers ();

  for (guint i = 0; i < self->wanted->len && self->running->len < most; i++)
    {
      guint32 thread = g_array_index (self->wanted, guint32, i);

      if (!is_running (self, thread) && !is_complete (self, thread))
        start_worker (self, thread);
    }
}

/* Stops the workers that mark what is not wanted any more. An index is good for any
   mark, so that work goes on. */
static void
stop_other_marks (TvLaneIndexer *self, const TvLaneMark *mark,
                  const TvMethodSet *hit_methods)
{
  for (guint i = self->running->len; i-- > 0;)
    {
      const Job *job = g_ptr_array_index (self->running, i);

      if (job->known.index == NULL
          || (tv_lane_mark_equal (&job->mark, mark) && job->hit_methods == hit_methods))
        continue;
      g_cancellable_cancel (job->cancellable);
      g_ptr_array_remove_index_fast (self->running, i);
    }
}

/* Has what is missing for these made, instead of what was wanted before. The indexes
 * that there are stay. */
void
tv_lane_indexer_want (TvLaneIndexer *self, const guint32 *threads, guint n_threads,
                      const TvLaneMark *mark)
{
  g_return_if_fail (TV_IS_LANE_INDEXER (self));
  g_return_if_fail (mark != NULL);

  stop_other_marks (self, mark, self->hit_methods);
  g_array_set_size (self->wanted, 0);
  g_array_append_vals (self->wanted, threads, n_threads);
  self->mark = *mark;
  start_next (self);
}

/* Has it found out where these show in the threads that are wanted, instead of what
 * the last search found. */
void
tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods)
{
  g_return_if_fail (TV_IS_LANE_INDEXER (self));

  stop_other_marks (self, &self->mark, hit_methods);
  if (hit_methods != NULL)
    tv_method_set_ref (hit_methods);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  self->hit_methods = hit_methods;
  start_next (self);
}

/* Stops the workers, and wants nothing. */
void
tv_lane_indexer_stop (TvLaneIndexer *self)
{
  g_return_if_fail (TV_IS_LANE_INDEXER (self));

  if (self->wanted == NULL)
    return;
  g_array_set_size (self->wanted, 0);
  for (guint i = 0; i < self->running->len; i++)
    g_cancellable_cancel (
        ((const Job *) g_ptr_array_index (self->running, i))->cancellable);
  g_ptr_array_set_size (self->running, 0);
}

TvLaneIndex *
tv_lane_indexer_get_index (TvLaneIndexer *self, guint32 thread)
{
  const Indexed *indexed;

  g_return_val_if_fail (TV_IS_LANE_INDEXER (self), NULL);

  indexed = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));
  return indexed != NULL ? indexed->index : NULL;
}

TvLaneMarks *
tv_lane_indexer_get_marks (TvLaneIndexer *self, guint32 thread, const TvLaneMark *mark)
{
  const Indexed *indexed;

  g_return_val_if_fail (TV_IS_LANE_INDEXER (self), NULL);
  g_return_val_if_fail (mark != NULL, NULL);

  indexed = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));
  if (indexed == NULL || indexed->marks == NULL
      || !tv_lane_marks_is_for (indexed->marks, indexed->index, mark))
    return NULL;
  return indexed->marks;
}

/* Returns where these show in it, if that is known by now. */
TvLaneHits *
tv_lane_indexer_get_hits (TvLaneIndexer *self, guint32 thread,
                          const TvMethodSet *hit_methods)
{
  const Indexed *indexed;

  g_return_val_if_fail (TV_IS_LANE_INDEXER (self), NULL);

  indexed = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));
  if (indexed == NULL || indexed->hits == NULL
      || !tv_lane_hits_is_for (indexed->hits, indexed->index, hit_methods))
    return NULL;
  return indexed->hits;
}

/* A lane that is asked for, and what helps to compute it. */
typedef struct
{
  guint32 thread;
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} Ask;

typedef struct
{
  TvTrace *trace;
  TvLaneView view;
  TvMethodSet *hit_methods;
  GArray *asks;
} LaneJob;

/* A job at work: each lane goes to its own place. */
typedef struct
{
  const LaneJob *job;
  GCancellable *cancellable;
  GPtrArray *lanes;
} Work;

static Ask
make_ask (TvLaneIndexer *indexer, guint32 thread, const TvLaneMark *mark,
          const TvMethodSet *hit_methods)
{
  TvLaneIndex *index = tv_lane_indexer_get_index (indexer, thread);
  TvLaneMarks *marks = tv_lane_indexer_get_marks (indexer, thread, mark);

  TvLaneHits *hits = tv_lane_indexer_get_hits (indexer, thread, hit_methods);

  return (Ask){ thread, index != NULL ? tv_lane_index_ref (index) : NULL,
                marks != NULL ? tv_lane_marks_ref (marks) : NULL,
                hits != NULL ? tv_lane_hits_ref (hits) : NULL };
}

static void
ask_clear (Ask *ask)
{
  g_clear_pointer (&ask->index, tv_lane_index_unref);
  g_clear_pointer (&ask->marks, tv_lane_marks_unref);
  g_clear_pointer (&ask->hits, tv_lane_hits_unref);
}

static void
lane_job_free (LaneJob *job)
{
  tv_trace_unref (job->trace);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_array_unref (job->asks);
  g_free (job);
}

/* Without its index a lane of many calls takes as long as the index. */
static gboolean
takes_long (const LaneJob *job)
{
  for (guint i = 0; i < job->asks->len; i++)
    {
      const Ask *ask = &g_array_index (job->asks, Ask, i);

      if (ask->index == NULL && tv_lane_index_is_useful (job->trace, ask->thread))
        return TRUE;
    }
  return FALSE;
}

static TvLaneData *
compute (const TvTrace *trace, const Ask *ask, const TvLaneView *view,
         TvMethodSet *hit_methods)
{
  TvLaneData *data = ask->index != NULL
                         ? tv_lane_data_new_indexed (ask->index, ask->marks, view)
                         : tv_lane_data_new (trace, ask->thread, view);

  tv_lane_data_find_hits (data, trace, ask->hits, hit_methods);
  return data;
}

static void
compute_one (guint i, gpointer data)
{
  const Work *work = data;
  const LaneJob *job = work->job;

  if (!g_cancellable_is_cancelled (work->cancellable))
    work->lanes->pdata[i] = compute (job->trace, &g_array_index (job->asks, Ask, i),
                                     &job->view, job->hit_methods);
}

static void
compute_in_worker (GTask *task, gpointer source, gpointer task_data,
                   GCancellable *cancellable)
{
  const LaneJob *job = task_data;
  g_autoptr (GPtrArray) lanes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_lane_data_free);
  Work work = { job, cancellable, lanes };

  g_ptr_array_set_size (lanes, (gint) job->asks->len);
  tv_parallel_run (job->asks->len, 0, compute_one, &work);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&lanes),
                           (GDestroyNotify) g_ptr_array_unref);
}

/* Computes a lane at once. */
TvLaneData *
tv_lane_task_compute (TvTrace *trace, TvLaneIndexer *indexer, guint32 thread,
                      const TvLaneView *view, TvMethodSet *hit_methods)
{
  TvLaneData *data;
  Ask ask;

  g_return_val_if_fail (trace != NULL && view != NULL, NULL);
  g_return_val_if_fail (TV_IS_LANE_INDEXER (indexer), NULL);

  ask = make_ask (indexer, thread, &view->mark, hit_methods);
  data = compute (trace, &ask, view, hit_methods);
  ask_clear (&ask);
  return data;
}

/* Computes lanes in workers, as many as the machine has processors. */
void
tv_lane_task_compute_async (TvTrace *trace, TvLaneIndexer *indexer,
                            const GArray *threads, const TvLaneView *view,
                            TvMethodSet *hit_methods, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  LaneJob *job;

  g_return_if_fail (trace != NULL && threads != NULL && view != NULL);
  g_return_if_fail (TV_IS_LANE_INDEXER (indexer));

  job = g_new0 (LaneJob, 1);
  job->trace = tv_trace_ref (trace);
  job->view = *view;
  job->hit_methods = hit_methods != NULL ? tv_method_set_ref (hit_methods) : NULL;
  job->asks = g_array_new (FALSE, FALSE, sizeof (Ask));
  g_array_set_clear_func (job->asks, (GDestroyNotify) ask_clear);
  for (guint i = 0; i < threads->len; i++)
    {
      Ask ask = make_ask (indexer, g_array_index (threads, guint32, i), &view->mark,
                          hit_methods);

      g_array_append_val (job->asks, ask);
    }

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_lane_task_compute_async);
  g_task_set_task_data (task, job, (GDestroyNotify) lane_job_free);
  if (takes_long (job))
    tv_background_run_task (task, TV_BACKGROUND_SOON, compute_in_worker);
  else
    g_task_run_in_thread (task, compute_in_worker);
}

GPtrArray *
tv_lane_task_compute_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
