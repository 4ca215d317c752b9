/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-lanes.h"

#include "trace/model/parallel.h"
#include "ui/widgets/job.h"

/* A thread and its job. */
typedef struct
{
  TvLaneIndexer *indexer;
  guint32 thread;
  TvLaneHelp known;
  TvJob *job;
} Indexed;

typedef struct
{
  TvTrace *trace;
  guint32 thread;
  gboolean had_index;
  TvLaneHelp known; /* the usable parts of an earlier job, then the result */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
} IndexJob;

struct _TvLaneIndexer
{
  TvTrace *trace;
  void (*ready) (gpointer user_data);
  gpointer user_data;
  GHashTable *threads; /* thread to Indexed */
  GArray *wanted;      /* of TvRowWish: threads */
  TvLaneMark mark;
  TvMethodSet *hit_methods; /* or NULL */
  guint n_running;          /* jobs */
};

static void start_next (TvLaneIndexer *self);

/* Returns the same, with a reference to each. */
TvLaneHelp
tv_lane_help_ref (TvLaneHelp help)
{
  return (TvLaneHelp){ help.index != NULL ? tv_lane_index_ref (help.index) : NULL,
                       help.marks != NULL ? tv_lane_marks_ref (help.marks) : NULL,
                       help.hits != NULL ? tv_lane_hits_ref (help.hits) : NULL };
}

void
tv_lane_help_clear (TvLaneHelp *help)
{
  g_clear_pointer (&help->index, tv_lane_index_unref);
  g_clear_pointer (&help->marks, tv_lane_marks_unref);
  g_clear_pointer (&help->hits, tv_lane_hits_unref);
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
  tv_lane_help_clear (&indexed->known);
  g_free (indexed);
}

static void
index_job_free (IndexJob *job)
{
  tv_trace_unref (job->trace);
  tv_lane_help_clear (&job->known);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_free (job);
}

static gpointer
make_missing (gpointer question, GCancellable *cancellable, GError **error)
{
  IndexJob *job = question;
  TvLaneHelp *known = &job->known;

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
  tv_lane_help_clear (&indexed->known);
  indexed->known = job->known;
  job->known = (TvLaneHelp){ NULL, NULL, NULL };
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
  self->wanted = g_array_new (FALSE, FALSE, sizeof (TvRowWish));
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
  const TvLaneHelp known
      = tv_lane_indexer_get (self, thread, &self->mark, self->hit_methods);

  return !tv_lane_index_is_useful (self->trace, thread)
         || (known.index != NULL
             && (!tv_lane_mark_is_set (&self->mark) || known.marks != NULL)
             && (self->hit_methods == NULL || known.hits != NULL));
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
  IndexJob *job = g_new0 (IndexJob, 1);

  job->trace = tv_trace_ref (self->trace);
  job->thread = indexed->thread;
  job->known = tv_lane_help_ref (
      tv_lane_indexer_get (self, indexed->thread, &self->mark, self->hit_methods));
  job->had_index = job->known.index != NULL;
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
      const guint32 thread = g_array_index (self->wanted, TvRowWish, i).row;

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
tv_lane_indexer_request (TvLaneIndexer *self, const TvRowWish *wishes, guint n_wishes,
                         const TvLaneMark *mark)
{
  g_array_set_size (self->wanted, 0);
  g_array_append_vals (self->wanted, wishes, n_wishes);
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

/* Returns the parts of a thread that are known and fit a mark and a search. */
TvLaneHelp
tv_lane_indexer_get (TvLaneIndexer *self, guint32 thread, const TvLaneMark *mark,
                     const TvMethodSet *hit_methods)
{
  const Indexed *indexed
      = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));
  TvLaneHelp known = { NULL, NULL, NULL };

  if (indexed != NULL)
    known = indexed->known;
  if (known.marks != NULL && !tv_lane_marks_is_for (known.marks, known.index, mark))
    known.marks = NULL;
  if (known.hits != NULL && !tv_lane_hits_is_for (known.hits, known.index, hit_methods))
    known.hits = NULL;
  return known;
}
