/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/background.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#define RUN_KEY "tv-background-run"

/* Behind what draws a window, however many processors there are. */
#define NICENESS 10

static void
run_here (GTask *task)
{
  GTaskThreadFunc *run = g_object_get_data (G_OBJECT (task), RUN_KEY);

  (*run) (task, g_task_get_source_object (task), g_task_get_task_data (task),
          g_task_get_cancellable (task));
}

/* On Linux each thread has a priority of its own, and those that it starts have it,
 * too.
 */
static gpointer
run_behind (gpointer data)
{
#ifdef __linux__
  (void) setpriority (PRIO_PROCESS, (id_t) gettid (), NICENESS);
#endif
  run_here (data);
  return NULL;
}

/* There is no way back to the priority from before: a thread of GLib's, which does
 * other things later, only waits for one that ends with the task. */
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
 * @run: does it
 *
 * The same as g_task_run_in_thread() for something long that nobody waits for at every
 * frame: a thread that draws, and the window system, go before it and the threads that
 * it starts.
 */
void
tv_background_run_task (GTask *task, GTaskThreadFunc run)
{
  GTaskThreadFunc *kept = g_new (GTaskThreadFunc, 1);

  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (run != NULL);

  *kept = run;
  g_object_set_data_full (G_OBJECT (task), RUN_KEY, kept, g_free);
  g_task_run_in_thread (task, run_and_wait);
}
