/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/parallel.h"

#include <sys/resource.h>
#include <unistd.h>

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
