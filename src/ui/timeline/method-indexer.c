/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/method-indexer.h"

#include "trace/model/background.h"

struct _TvMethodIndexer
{
  TvTrace *trace;
  TvMethodIndex *index;
  GCancellable *job;
  TvMethodIndexReady ready; /* who asked last while the index is being made */
  gpointer user_data;
};

TvMethodIndexer *
tv_method_indexer_new (TvTrace *trace)
{
  TvMethodIndexer *indexer;

  g_return_val_if_fail (trace != NULL, NULL);

  indexer = g_new0 (TvMethodIndexer, 1);
  indexer->trace = tv_trace_ref (trace);
  return indexer;
}

void
tv_method_indexer_free (TvMethodIndexer *indexer)
{
  if (indexer == NULL)
    return;
  g_cancellable_cancel (indexer->job);
  g_clear_object (&indexer->job);
  g_clear_pointer (&indexer->index, tv_method_index_unref);
  tv_trace_unref (indexer->trace);
  g_free (indexer);
}

static void
index_in_worker (GTask *task, gpointer source, gpointer trace,
                 GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  TvMethodIndex *index = tv_method_index_new (trace, 0, cancellable, &error);

  if (index == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, index, (GDestroyNotify) tv_method_index_unref);
}

static void
take_index (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvMethodIndexer *indexer;
  TvMethodIndexReady ready;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvMethodIndex) index = g_task_propagate_pointer (G_TASK (result), &error);

  /* Cancelled means that the indexer is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  indexer = user_data;
  g_clear_object (&indexer->job);
  indexer->index = g_steal_pointer (&index);
  ready = g_steal_pointer (&indexer->ready);
  ready (indexer->index, error, indexer->user_data);
}

/* Asks for the index. While it is being made, only who asked last is answered. */
void
tv_method_indexer_ask (TvMethodIndexer *indexer, TvMethodIndexReady ready,
                       gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (indexer != NULL && ready != NULL);

  if (indexer->index != NULL)
    {
      ready (indexer->index, NULL, user_data);
      return;
    }
  indexer->ready = ready;
  indexer->user_data = user_data;
  if (indexer->job != NULL)
    return;

  indexer->job = g_cancellable_new ();
  task = g_task_new (NULL, indexer->job, take_index, indexer);
  g_task_set_source_tag (task, tv_method_indexer_ask);
  g_task_set_task_data (task, tv_trace_ref (indexer->trace),
                        (GDestroyNotify) tv_trace_unref);
  tv_background_run_task (task, TV_BACKGROUND_LATER, index_in_worker);
}
