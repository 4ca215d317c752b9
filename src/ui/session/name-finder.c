/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/name-finder.h"

#include "analysis/find/name-search.h"
#include "trace/model/parallel.h"

struct _TvNameFinder
{
  GObject parent_instance;

  TvTrace *trace;
  TvNameHaystack *names; /* %NULL until it is read */
  GCancellable *reading; /* of the worker that reads it, if one does */
  GTask *search;         /* the latest, until it ends */
};

typedef struct
{
  TvNamePattern *pattern;
  TvNameHaystack *names; /* %NULL while it is being read */
} SearchJob;

G_DEFINE_FINAL_TYPE (TvNameFinder, tv_name_finder, G_TYPE_OBJECT)

static void
tv_name_finder_finalize (GObject *object)
{
  TvNameFinder *self = TV_NAME_FINDER (object);

  g_clear_pointer (&self->names, tv_name_haystack_unref);
  g_clear_pointer (&self->trace, tv_trace_unref);

  G_OBJECT_CLASS (tv_name_finder_parent_class)->finalize (object);
}

static void
tv_name_finder_class_init (TvNameFinderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_name_finder_finalize;
}

static void
tv_name_finder_init (TvNameFinder *self)
{
}

/**
 * tv_name_finder_new:
 * @trace: whose methods are looked for
 *
 * Returns: (transfer full): a finder. Its searches keep it alive:
 *   tv_name_finder_stop() ends them
 */
TvNameFinder *
tv_name_finder_new (TvTrace *trace)
{
  TvNameFinder *self;

  g_return_val_if_fail (trace != NULL, NULL);

  self = g_object_new (TV_TYPE_NAME_FINDER, NULL);
  self->trace = tv_trace_ref (trace);
  return self;
}

static void
search_job_free (gpointer data)
{
  SearchJob *job = data;

  g_clear_pointer (&job->pattern, tv_name_pattern_free);
  g_clear_pointer (&job->names, tv_name_haystack_unref);
  g_free (job);
}

static void
search_in_worker (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  const SearchJob *job = task_data;
  GError *error = NULL;
  TvMethodSet *hits = tv_name_search (job->names, job->pattern, cancellable, &error);

  if (hits != NULL)
    g_task_return_pointer (task, hits, (GDestroyNotify) tv_method_set_unref);
  else
    g_task_return_error (task, error);
}

static void
run_search (TvNameFinder *self)
{
  SearchJob *job = g_task_get_task_data (self->search);

  job->names = tv_name_haystack_ref (self->names);
  g_task_run_in_thread (self->search, search_in_worker);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  GError *error = NULL;
  TvNameHaystack *names
      = tv_name_haystack_new (TV_NAME_FINDER (source)->trace, cancellable, &error);

  if (names != NULL)
    g_task_return_pointer (task, names, (GDestroyNotify) tv_name_haystack_unref);
  else
    g_task_return_error (task, error);
}

static void
on_names_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvNameFinder *self = TV_NAME_FINDER (source);
  GError *error = NULL;
  TvNameHaystack *names = g_task_propagate_pointer (G_TASK (result), &error);

  /* Stopped, and perhaps started again. */
  if (g_task_get_cancellable (G_TASK (result)) != self->reading)
    {
      g_clear_pointer (&names, tv_name_haystack_unref);
      g_clear_error (&error);
      return;
    }
  g_clear_object (&self->reading);
  self->names = names;
  if (self->search == NULL)
    {
      /* Nothing waits for it. A search that does will see what goes wrong. */
      g_clear_error (&error);
      return;
    }
  if (names != NULL)
    {
      run_search (self);
      return;
    }
  g_task_return_error (self->search, error);
  g_clear_object (&self->search);
}

static void
start_reading (TvNameFinder *self)
{
  g_autoptr (GTask) task = NULL;

  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, on_names_read, NULL);
  g_task_set_source_tag (task, start_reading);
  tv_background_run_task (task, TV_BACKGROUND_SOON, read_in_worker);
}

/**
 * tv_name_finder_prepare:
 * @self: a finder
 *
 * Reads the names, if that was not done, so that the first search is as fast as others.
 */
void
tv_name_finder_prepare (TvNameFinder *self)
{
  g_return_if_fail (TV_IS_NAME_FINDER (self));

  if (self->names == NULL && self->reading == NULL)
    start_reading (self);
}

/* One that waits for the names ends here, one that runs by itself. */
static void
stop_search (TvNameFinder *self)
{
  g_autoptr (GTask) search = g_steal_pointer (&self->search);

  if (search == NULL)
    return;
  g_cancellable_cancel (g_task_get_cancellable (search));
  if (((const SearchJob *) g_task_get_task_data (search))->names == NULL)
    (void) g_task_return_error_if_cancelled (search);
}

/**
 * tv_name_finder_find_async:
 * @self: a finder
 * @pattern: (transfer full): what to look for
 * @callback: called when it is found
 * @user_data: for @callback
 *
 * Looks for methods, called or not. The search before, if it is not done, ends as
 * cancelled.
 */
void
tv_name_finder_find_async (TvNameFinder *self, TvNamePattern *pattern,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GCancellable) cancellable = NULL;
  SearchJob *job;

  g_return_if_fail (TV_IS_NAME_FINDER (self));
  g_return_if_fail (pattern != NULL);

  stop_search (self);
  job = g_new0 (SearchJob, 1);
  job->pattern = pattern;
  cancellable = g_cancellable_new ();
  self->search = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->search, tv_name_finder_find_async);
  g_task_set_task_data (self->search, job, search_job_free);
  if (self->names != NULL)
    run_search (self);
  else
    tv_name_finder_prepare (self);
}

/**
 * tv_name_finder_find_finish:
 * @self: a finder
 * @result: what the callback was given
 * @error: %G_IO_ERROR_CANCELLED if another search or tv_name_finder_stop() overtook
 *   this one, else as for tv_name_search() and tv_name_haystack_new()
 *
 * Returns: (transfer full) (nullable): the methods, or %NULL with @error set
 */
TvMethodSet *
tv_name_finder_find_finish (TvNameFinder *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TV_IS_NAME_FINDER (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * tv_name_finder_stop:
 * @self: a finder
 *
 * Ends what is being searched, as cancelled.
 */
void
tv_name_finder_stop (TvNameFinder *self)
{
  g_return_if_fail (TV_IS_NAME_FINDER (self));

  stop_search (self);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}
