/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/parallel.h"

/* More do not help: all of them wait for the same memory. */
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
 * Returns: how many threads are worth having on this machine
 */
guint
tv_parallel_get_n_workers (void)
{
  return MIN (g_get_num_processors (), MAX_WORKERS);
}

/**
 * tv_parallel_run:
 * @n_tasks: number of tasks, well below %G_MAXINT
 * @n_workers: number of threads that do them, the calling one included; 0 for as many
 *   as tv_parallel_get_n_workers() says
 * @run: (scope call): does one task
 * @data: for @run
 *
 * Does all tasks, in order of their numbers where one thread does them and nearly so
 * otherwise, and returns when all are done. Where the system gives no more threads,
 * those that there are do the work.
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
