/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/background.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#define RUN_KEY "tv-background-run"

/* Behind what draws a window, however many processors there are. */
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

/* On Linux each thread has a priority of its own, and those that it starts have it,
 * too.
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
 * @background: how soon somebody looks at what it brings
 * @run: does it
 *
 * The same as g_task_run_in_thread() for something long that nobody waits for at every
 * frame: a thread that draws, and the window system, go before it and the threads that
 * it starts.
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
