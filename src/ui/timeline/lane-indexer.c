/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-indexer.h"

#include "trace/model/parallel.h"
#include "ui/widgets/job.h"

typedef struct
{
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} Known;

/* A thread and its job. */
typedef struct
{
  TvLaneIndexer *indexer;
  guint32 thread;
  Known known;
  TvJob *job;
} Indexed;

typedef struct
{
  TvTrace *trace;
  guint32 thread;
  gboolean had_index;
  Known known; /* what was made before and can be used, then what is made */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
} IndexJob;

struct _TvLaneIndexer
{
  TvTrace *trace;
  void (*ready) (gpointer user_data);
  gpointer user_data;
  GHashTable *threads; /* thread to Indexed */
  GArray *wanted;      /* threads */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
  guint n_running;          /* jobs */
};

static void start_next (TvLaneIndexer *self);

static void
known_clear (Known *known)
{
  g_clear_pointer (&known->index, tv_lane_index_unref);
  g_clear_pointer (&known->marks, tv_lane_marks_unref);
  g_clear_pointer (&known->hits, tv_lane_hits_unref);
}

static void
cancel_job (Indexed *indexed)
{
  if (indexed->job != NULL)
    indexed->indexer->n_running--;
  tv_job_cancel (&indexed->job);
}

static void
indexed_free (Indexed *indexed)
{
  cancel_job (indexed);
  known_clear (&indexed->known);
  g_free (indexed);
}

static void
index_job_free (IndexJob *job)
{
  tv_trace_unref (job->trace);
  known_clear (&job->known);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_free (job);
}

static gpointer
make_missing (gpointer question, GCancellable *cancellable, GError **error)
{
  IndexJob *job = question;
  Known *known = &job->known;

  if (known->index == NULL)
    known->index = tv_lane_index_new (job->trace, job->thread, cancellable);
  if (known->index == NULL)
    return NULL;
  if (known->marks == NULL && tv_lane_mark_is_set (&job->mark))
    known->marks = tv_lane_marks_new (known->index, &job->mark, cancellable);
  if (known->hits == NULL && job->hit_methods != NULL)
    known->hits = tv_lane_hits_new (known->index, job->hit_methods, cancellable);
  return NULL;
}

static void
on_made (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  Indexed *indexed = owner;
  TvLaneIndexer *self = indexed->indexer;
  IndexJob *job = question;

  self->n_running--;
  known_clear (&indexed->known);
  indexed->known = job->known;
  job->known = (Known){ NULL, NULL, NULL };
  start_next (self);
  self->ready (self->user_data);
}

static const TvJobType index_job = {
  .run = make_missing,
  .done = on_made,
  .free_question = (GDestroyNotify) index_job_free,
  .pace = TV_JOB_LATER,
};

/* Calls @ready after each finished job. */
TvLaneIndexer *
tv_lane_indexer_new (TvTrace *trace, void (*ready) (gpointer user_data),
                     gpointer user_data)
{
  TvLaneIndexer *self = g_new0 (TvLaneIndexer, 1);

  self->trace = tv_trace_ref (trace);
  self->ready = ready;
  self->user_data = user_data;
  self->threads
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) indexed_free);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
tv_lane_indexer_free (TvLaneIndexer *self)
{
  g_hash_table_unref (self->threads);
  g_array_unref (self->wanted);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  tv_trace_unref (self->trace);
  g_free (self);
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

static Indexed *
ensure_indexed (TvLaneIndexer *self, guint32 thread)
{
  Indexed *indexed = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));

  if (indexed == NULL)
    {
      indexed = g_new0 (Indexed, 1);
      indexed->indexer = self;
      indexed->thread = thread;
      g_hash_table_insert (self->threads, GUINT_TO_POINTER (thread), indexed);
    }
  return indexed;
}

static void
start_job (TvLaneIndexer *self, Indexed *indexed)
{
  TvLaneIndex *index = indexed->known.index;
  TvLaneMarks *marks = tv_lane_indexer_get_marks (self, indexed->thread, &self->mark);
  TvLaneHits *hits
      = tv_lane_indexer_get_hits (self, indexed->thread, self->hit_methods);
  IndexJob *job = g_new0 (IndexJob, 1);

  job->trace = tv_trace_ref (self->trace);
  job->thread = indexed->thread;
  job->had_index = index != NULL;
  job->known = (Known){ index != NULL ? tv_lane_index_ref (index) : NULL,
                        marks != NULL ? tv_lane_marks_ref (marks) : NULL,
                        hits != NULL ? tv_lane_hits_ref (hits) : NULL };
  job->mark = self->mark;
  if (self->hit_methods != NULL)
    job->hit_methods = tv_method_set_ref (self->hit_methods);
  self->n_running++;
  tv_job_start (&indexed->job, &index_job, job, indexed);
}

/* Runs one job per processor: threads are independent. */
static void
start_next (TvLaneIndexer *self)
{
  const guint most = tv_parallel_get_n_workers ();

  for (guint i = 0; i < self->wanted->len && self->n_running < most; i++)
    {
      const guint32 thread = g_array_index (self->wanted, guint32, i);

      if (!is_complete (self, thread) && ensure_indexed (self, thread)->job == NULL)
        start_job (self, ensure_indexed (self, thread));
    }
}

/* Cancels jobs for another mark or search. Jobs that build an index continue: an
 * index serves any mark. */
static void
stop_other_work (TvLaneIndexer *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const IndexJob *job = tv_job_get_question (((Indexed *) value)->job);

      if (job != NULL && job->had_index
          && (!tv_lane_mark_equal (&job->mark, &self->mark)
              || job->hit_methods != self->hit_methods))
        cancel_job (value);
    }
}

/* Requests indexes and marks for these threads, in place of the previous request.
 * Existing indexes stay. */
void
tv_lane_indexer_want (TvLaneIndexer *self, const guint32 *threads, guint n_threads,
                      const TvLaneMark *mark)
{
  g_array_set_size (self->wanted, 0);
  g_array_append_vals (self->wanted, threads, n_threads);
  self->mark = *mark;
  stop_other_work (self);
  start_next (self);
}

/* Requests the hits of a search in the wanted threads, in place of the last search. */
void
tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods)
{
  if (hit_methods != NULL)
    tv_method_set_ref (hit_methods);
  g_clear_pointer (&self->hit_methods, tv_method_set_unref);
  self->hit_methods = hit_methods;
  stop_other_work (self);
  start_next (self);
}

static const Known *
get_known (TvLaneIndexer *self, guint32 thread)
{
  static const Known nothing = { NULL, NULL, NULL };
  const Indexed *indexed
      = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));

  return indexed != NULL ? &indexed->known : &nothing;
}

TvLaneIndex *
tv_lane_indexer_get_index (TvLaneIndexer *self, guint32 thread)
{
  return get_known (self, thread)->index;
}

TvLaneMarks *
tv_lane_indexer_get_marks (TvLaneIndexer *self, guint32 thread, const TvLaneMark *mark)
{
  const Known *known = get_known (self, thread);

  return known->marks != NULL && tv_lane_marks_is_for (known->marks, known->index, mark)
             ? known->marks
             : NULL;
}

TvLaneHits *
tv_lane_indexer_get_hits (TvLaneIndexer *self, guint32 thread,
                          const TvMethodSet *hit_methods)
{
  const Known *known = get_known (self, thread);

  return known->hits != NULL
                 && tv_lane_hits_is_for (known->hits, known->index, hit_methods)
             ? known->hits
             : NULL;
}
