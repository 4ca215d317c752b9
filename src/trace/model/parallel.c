/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/parallel.h"

#include <sys/resource.h>
#include <unistd.h>

/* Enough that no thread of a pipeline often waits for another. */
#define BLOCKS_PER_WORKER 4

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

typedef struct
{
  gpointer block;
  gboolean is_pushed;
  gboolean is_done; /* under the mutex */
} Slot;

struct _TvPipeline
{
  TvBlockFunc work;
  TvBlockFunc finish;
  gpointer data;
  GThreadPool *threads; /* NULL if the system creates no more */
  GMutex mutex;
  GCond done;
  Slot *slots; /* a ring, filled and finished in turn */
  guint n_slots;
  guint present;
};

static void
work_on_slot (gpointer data, gpointer user_data)
{
  TvPipeline *self = user_data;
  Slot *slot = data;

  self->work (slot->block, self->data);
  g_mutex_lock (&self->mutex);
  slot->is_done = TRUE;
  g_cond_signal (&self->done);
  g_mutex_unlock (&self->mutex);
}

static void
finish_slot (TvPipeline *self, Slot *slot)
{
  if (!slot->is_pushed)
    return;
  g_mutex_lock (&self->mutex);
  while (!slot->is_done)
    g_cond_wait (&self->done, &self->mutex);
  g_mutex_unlock (&self->mutex);
  self->finish (slot->block, self->data);
  slot->is_pushed = slot->is_done = FALSE;
}

/**
 * tv_pipeline_new:
 * @block_size: number of bytes of a block
 * @work: (scope notified): works on a block, in any thread
 * @finish: (scope notified): finishes a block, in the thread that fills them
 * @data: for both
 *
 * A block is filled with zeros the first time, later it is as @finish left it. If the
 * system creates no more threads, the calling one does the work.
 *
 * Returns: (transfer full): a pipeline
 */
TvPipeline *
tv_pipeline_new (gsize block_size, TvBlockFunc work, TvBlockFunc finish, gpointer data)
{
  const guint n_workers = tv_parallel_get_n_workers ();
  TvPipeline *self;

  g_return_val_if_fail (block_size > 0 && work != NULL && finish != NULL, NULL);

  self = g_new0 (TvPipeline, 1);
  self->work = work;
  self->finish = finish;
  self->data = data;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->done);
  self->n_slots = BLOCKS_PER_WORKER * n_workers;
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < self->n_slots; i++)
    self->slots[i].block = g_malloc0 (block_size);
  self->threads = g_thread_pool_new (work_on_slot, self, (gint) n_workers, TRUE, NULL);
  if (g_thread_pool_get_num_threads (self->threads) == 0)
    g_thread_pool_free (g_steal_pointer (&self->threads), TRUE, TRUE);
  return self;
}

/**
 * tv_pipeline_free:
 * @pipeline: (nullable): a pipeline
 *
 * Frees the blocks. Those that are not finished are lost.
 */
void
tv_pipeline_free (TvPipeline *pipeline)
{
  if (pipeline == NULL)
    return;
  if (pipeline->threads != NULL)
    g_thread_pool_free (pipeline->threads, TRUE, TRUE);
  for (guint i = 0; i < pipeline->n_slots; i++)
    g_free (pipeline->slots[i].block);
  g_free (pipeline->slots);
  g_mutex_clear (&pipeline->mutex);
  g_cond_clear (&pipeline->done);
  g_free (pipeline);
}

/**
 * tv_pipeline_get_block:
 * @pipeline: a pipeline
 *
 * Returns: (transfer none): the block to fill
 */
gpointer
tv_pipeline_get_block (TvPipeline *pipeline)
{
  g_return_val_if_fail (pipeline != NULL, NULL);

  return pipeline->slots[pipeline->present].block;
}

/**
 * tv_pipeline_push:
 * @pipeline: a pipeline
 *
 * Hands the present block to the workers. If all blocks are with them, waits for the
 * first and finishes it.
 *
 * Returns: (transfer none): the next block to fill
 */
gpointer
tv_pipeline_push (TvPipeline *pipeline)
{
  Slot *slot;

  g_return_val_if_fail (pipeline != NULL, NULL);

  slot = &pipeline->slots[pipeline->present];
  slot->is_pushed = TRUE;
  if (pipeline->threads != NULL)
    (void) g_thread_pool_push (pipeline->threads, slot, NULL);
  else
    work_on_slot (slot, pipeline);
  pipeline->present = (pipeline->present + 1) % pipeline->n_slots;
  finish_slot (pipeline, &pipeline->slots[pipeline->present]);
  return tv_pipeline_get_block (pipeline);
}

/**
 * tv_pipeline_flush:
 * @pipeline: a pipeline
 *
 * Finishes all blocks that were pushed, then works on the present one and finishes it,
 * which is the next to fill again.
 */
void
tv_pipeline_flush (TvPipeline *pipeline)
{
  Slot *present;

  g_return_if_fail (pipeline != NULL);

  present = &pipeline->slots[pipeline->present];
  for (guint i = 1; i < pipeline->n_slots; i++)
    finish_slot (pipeline,
                 &pipeline->slots[(pipeline->present + i) % pipeline->n_slots]);
  pipeline->work (present->block, pipeline->data);
  pipeline->finish (present->block, pipeline->data);
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
