/* SPDX-License-Identifier: Apache-2.0 */

/* The worker that reads mapping files and gives a trace the names that are in them. */

#include "config.h"

#include "app/mapping-task.h"

#include "trace/mapping/renamed-trace.h"
#include "trace/model/background.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  GPtrArray *files; /* of GFile */
} MappingJob;

static void
mapping_job_free (gpointer data)
{
  MappingJob *job = data;

  tv_trace_unref (job->trace);
  g_ptr_array_unref (job->files);
  g_free (job);
}

void
tv_mapping_answer_free (TvMappingAnswer *answer)
{
  g_clear_pointer (&answer->renamed, tv_trace_unref);
  g_free (answer->warning);
  g_free (answer);
}

char *
tv_mapping_dup_quoted_name (GFile *file)
{
  g_autofree char *base_name = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  base_name = g_file_get_basename (file);
  name = g_filename_display_name (base_name != NULL ? base_name : "");
  return g_strdup_printf (_ ("“%s”"), name);
}

static char *
dup_sentence (const MappingJob *job, guint index, const char *sentence)
{
  g_autofree char *name
      = tv_mapping_dup_quoted_name (g_ptr_array_index (job->files, index));

  /* Translators: a file's name in quotes, and a sentence about the file */
  return g_strdup_printf (_ ("%s: %s"), name, sentence);
}

typedef struct
{
  const MappingJob *job;
  TvMappingAnswer *answer;
} Listener;

static void
note_warning (guint index, const char *sentence, gpointer user_data)
{
  const Listener *listener = user_data;

  if (listener->answer->warning == NULL)
    listener->answer->warning = dup_sentence (listener->job, index, sentence);
}

static gboolean
rename_trace (const MappingJob *job, TvMappingAnswer *answer, GCancellable *cancellable,
              GError **error)
{
  Listener listener = { job, answer };
  g_autoptr (TvNameMapping) mapping = NULL;
  guint failed = 0;

  mapping = tv_name_mapping_load (job->files, note_warning, &listener, &failed,
                                  cancellable, error);
  if (mapping == NULL)
    {
      g_autofree char *sentence = dup_sentence (job, failed, (*error)->message);

      g_free ((*error)->message);
      (*error)->message = g_steal_pointer (&sentence);
      return FALSE;
    }
  answer->renamed = tv_trace_new_renamed (job->trace, mapping, cancellable, error);
  if (answer->renamed == NULL)
    return FALSE;
  answer->n_renamed = tv_trace_count_renamed (answer->renamed);
  return TRUE;
}

static void
rename_in_worker (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  g_autoptr (TvMappingAnswer) answer = g_new0 (TvMappingAnswer, 1);
  GError *error = NULL;

  if (rename_trace (task_data, answer, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&answer),
                           (GDestroyNotify) tv_mapping_answer_free);
  else
    g_task_return_error (task, error);
}

/* Renames the methods of trace in a worker. */
void
tv_mapping_task_start (TvTrace *trace, GPtrArray *files, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  MappingJob *job;

  g_return_if_fail (trace != NULL && files != NULL);
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  job = g_new0 (MappingJob, 1);
  job->trace = tv_trace_ref (trace);
  job->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (job->files, g_object_ref (g_ptr_array_index (files, i)));
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_mapping_task_start);
  g_task_set_task_data (task, job, mapping_job_free);
  tv_background_run_task (task, TV_BACKGROUND_SOON, rename_in_worker);
}

TvMappingAnswer *
tv_mapping_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
