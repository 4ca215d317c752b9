/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/parallel.h"

#include <sys/resource.h>
#include <unistd.h>

/* Enough that neither thread of a pipeline often waits for the other. */
#define N_BLOCKS 8

/* More do not help: they all wait for the same memory. */
#define MAX_WORKERS 16

typedef struct
{
  TvTask run;
  gpointer data;
  gint n_tasks;
  gint next; /* atomic: the first task that nobody took */
} Work;

static gpointer
take_tasks (gpointer data)
{
  Work *work = data;
  gint task;

  while ((task = g_atomic_int_add (&work->next, 1)) < work->n_tasks)
    work->run ((guint) task, work->data);
  return NULL;
}

/**
 * tv_parallel_get_n_workers:
 *
 * Returns: the useful number of threads on this machine
 */
guint
tv_parallel_get_n_workers (void)
{
  return MIN (g_get_num_processors (), MAX_WORKERS);
}

/**
 * tv_parallel_run:
 * @n_tasks: number of tasks, well below %G_MAXINT
 * @n_workers: number of threads, including the calling one; 0 for
 *   tv_parallel_get_n_workers()
 * @run: (scope call): runs one task
 * @data: for @run
 *
 * Runs tasks in parallel and returns when all are done. They start in the order of
 * their numbers. If the system creates no more threads, the existing ones do the work.
 */
void
tv_parallel_run (guint n_tasks, guint n_workers, TvTask run, gpointer data)
{
  Work work = { .run = run, .data = data, .n_tasks = (gint) n_tasks };
  GThread *threads[MAX_WORKERS];
  guint n_threads = 0;
  guint wanted = n_workers == 0 ? tv_parallel_get_n_workers () : n_workers;

  wanted = MIN (MIN (wanted, n_tasks), MAX_WORKERS);
  while (n_threads + 1 < wanted
         && (threads[n_threads] = g_thread_try_new ("worker", take_tasks, &work, NULL))
                != NULL)
    n_threads++;
  take_tasks (&work);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
}

struct _TvPipeline
{
  TvBlockFunc use;
  gpointer data;
  GThreadPool *thread; /* NULL if the system creates no more */
  GAsyncQueue *empty;  /* blocks */
};

static void
use_block (gpointer block, gpointer data)
{
  TvPipeline *self = data;

  self->use (block, self->data);
  g_async_queue_push (self->empty, block);
}

/**
 * tv_pipeline_new:
 * @block_size: number of bytes of a block
 * @use: (scope notified): uses up a block, in a thread of its own
 * @data: for @use
 *
 * The first time a block is taken, it is filled with zeros; later it is as @use left
 * it. If the system creates no more threads, tv_pipeline_push() does the work.
 *
 * Returns: (transfer full): a pipeline
 */
TvPipeline *
tv_pipeline_new (gsize block_size, TvBlockFunc use, gpointer data)
{
  g_autoptr (GError) error = NULL;
  TvPipeline *self;

  g_return_val_if_fail (block_size > 0 && use != NULL, NULL);

  self = g_new0 (TvPipeline, 1);
  self->use = use;
  self->data = data;
  self->empty = g_async_queue_new_full (g_free);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_async_queue_push (self->empty, g_malloc0 (block_size));
  self->thread = g_thread_pool_new (use_block, self, 1, TRUE, &error);
  if (error != NULL)
    g_thread_pool_free (g_steal_pointer (&self->thread), TRUE, TRUE);
  return self;
}

/**
 * tv_pipeline_free:
 * @pipeline: (nullable): a pipeline
 *
 * Waits until all blocks that were pushed are used up, and frees them.
 */
void
tv_pipeline_free (TvPipeline *pipeline)
{
  if (pipeline == NULL)
    return;
  if (pipeline->thread != NULL)
    g_thread_pool_free (pipeline->thread, FALSE, TRUE);
  g_async_queue_unref (pipeline->empty);
  g_free (pipeline);
}

/**
 * tv_pipeline_take:
 * @pipeline: a pipeline
 *
 * Waits until a block is used up, if none is left.
 *
 * Returns: (transfer full): a block for tv_pipeline_push(), or for g_free()
 */
gpointer
tv_pipeline_take (TvPipeline *pipeline)
{
  g_return_val_if_fail (pipeline != NULL, NULL);

  return g_async_queue_pop (pipeline->empty);
}

/**
 * tv_pipeline_push:
 * @pipeline: a pipeline
 * @block: (transfer full): a block that was taken
 *
 * Lets the other thread use up @block after those before it.
 */
void
tv_pipeline_push (TvPipeline *pipeline, gpointer block)
{
  g_return_if_fail (pipeline != NULL && block != NULL);

  if (pipeline->thread != NULL)
    (void) g_thread_pool_push (pipeline->thread, block, NULL);
  else
    use_block (block, pipeline);
}

/**
 * tv_pipeline_wait:
 * @pipeline: a pipeline of which no block is taken
 *
 * Waits until all blocks that were pushed are used up.
 */
void
tv_pipeline_wait (TvPipeline *pipeline)
{
  gpointer blocks[N_BLOCKS];

  g_return_if_fail (pipeline != NULL);

  for (guint i = 0; i < N_BLOCKS; i++)
    blocks[i] = g_async_queue_pop (pipeline->empty);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_async_queue_push (pipeline->empty, blocks[i]);
}

#define RUN_KEY "tv-background-run"

/* Below the threads that draw a window, however many processors there are. */
static const int niceness[] = { [TV_BACKGROUND_SOON] = 10, [TV_BACKGROUND_LATER] = 15 };

typedef struct
{
  GTaskThreadFunc run;
  TvBackground background;
} Run;

static void
run_here (GTask *task)
{
  const Run *run = g_object_get_data (G_OBJECT (task), RUN_KEY);

  run->run (task, g_task_get_source_object (task), g_task_get_task_data (task),
            g_task_get_cancellable (task));
}

/* On Linux each thread has its own priority, and the threads that it starts inherit it.
 */
static gpointer
run_behind (gpointer data)
{
#ifdef __linux__
  const Run *run = g_object_get_data (data, RUN_KEY);

  (void) setpriority (PRIO_PROCESS, (id_t) gettid (), niceness[run->background]);
#endif
  run_here (data);
  return NULL;
}

/* A thread cannot raise its priority again. So a thread of GLib's pool, which does
 * other things later, waits for one that ends with the task. */
static void
run_and_wait (GTask *task, gpointer source, gpointer task_data,
              GCancellable *cancellable)
{
  GThread *thread = g_thread_try_new ("background", run_behind, task, NULL);

  if (thread != NULL)
    (void) g_thread_join (thread);
  else
    run_here (task);
}

/**
 * tv_background_run_task:
 * @task: a task
 * @background: how soon its result is needed
 * @run: the work
 *
 * Like g_task_run_in_thread() for long work: the threads that draw, and the window
 * system, have priority over it and over the threads that it starts.
 */
void
tv_background_run_task (GTask *task, TvBackground background, GTaskThreadFunc run)
{
  Run *kept = NULL;

  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (background <= TV_BACKGROUND_LATER);
  g_return_if_fail (run != NULL);

  kept = g_new (Run, 1);
  *kept = (Run){ run, background };
  g_object_set_data_full (G_OBJECT (task), RUN_KEY, kept, g_free);
  g_task_run_in_thread (task, run_and_wait);
}
