/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-threads.h"

#include "analysis/lookup/call-query.h"

#define MAIN_NAME "main"
#define MAIN_ID 1

/* An idle thread did less than such a part of what the busiest one did. */
#define IDLE_PART 1000

/* And it called little: a stack that was found at the start, and some calls. */
#define MAX_IDLE_CALLS 32

struct _TvTimelineThreads
{
  gatomicrefcount references;
  TvTrace *trace;
  gint64 *covered; /* by thread */
  guint32 *all;    /* those with events */
  guint n_all;
  guint32 main_thread; /* or TV_THREAD_NONE */
  gint64 busiest;      /* activity of the busiest thread */
  gsize most_calls;
};

static gint64
get_activity (const TvTimelineThreads *threads, guint32 thread)
{
  if (tv_trace_has_clock (threads->trace, TV_CLOCK_THREAD_CPU))
    return tv_trace_get_thread (threads->trace, thread)
        ->root_inclusive[TV_CLOCK_THREAD_CPU];
  return threads->covered[thread];
}

/* The first one that has its name; where none has, that with the id that it has in
 * traces of apps. */
static void
find_main (TvTimelineThreads *threads)
{
  threads->main_thread = TV_THREAD_NONE;
  for (guint i = 0; i < threads->n_all; i++)
    {
      const TvThread *info = tv_trace_get_thread (threads->trace, threads->all[i]);

      if (g_strcmp0 (info->name, MAIN_NAME) == 0)
        {
          threads->main_thread = threads->all[i];
          return;
        }
      if (info->id == MAIN_ID && threads->main_thread == TV_THREAD_NONE)
        threads->main_thread = threads->all[i];
    }
}

static gboolean
sum_up (TvTimelineThreads *threads, GCancellable *cancellable)
{
  guint n_threads = tv_trace_get_n_threads (threads->trace);

  for (guint32 thread = 0; thread < n_threads; thread++)
    {
      const TvThread *info = tv_trace_get_thread (threads->trace, thread);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (info->n_events == 0)
        continue;
      threads->all[threads->n_all++] = thread;
      threads->covered[thread] = tv_trace_covered_time (threads->trace, thread);
      threads->busiest = MAX (threads->busiest, get_activity (threads, thread));
      threads->most_calls = MAX (threads->most_calls, info->n_calls);
    }
  find_main (threads);
  return TRUE;
}

/* Walks over the calls of every thread once to find its covered time, so that big
 * traces want this in a worker. */
TvTimelineThreads *
tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (TvTimelineThreads) threads = NULL;
  guint n_threads;

  g_return_val_if_fail (trace != NULL, NULL);

  n_threads = tv_trace_get_n_threads (trace);
  threads = g_new0 (TvTimelineThreads, 1);
  g_atomic_ref_count_init (&threads->references);
  threads->trace = tv_trace_ref (trace);
  threads->covered = g_new0 (gint64, n_threads);
  threads->all = g_new (guint32, n_threads);
  if (!sum_up (threads, cancellable))
    return NULL;
  return g_steal_pointer (&threads);
}

TvTimelineThreads *
tv_timeline_threads_ref (TvTimelineThreads *threads)
{
  g_return_val_if_fail (threads != NULL, NULL);

  g_atomic_ref_count_inc (&threads->references);
  return threads;
}

void
tv_timeline_threads_unref (TvTimelineThreads *threads)
{
  g_return_if_fail (threads != NULL);

  if (!g_atomic_ref_count_dec (&threads->references))
    return;
  g_free (threads->covered);
  g_free (threads->all);
  tv_trace_unref (threads->trace);
  g_free (threads);
}

TvTrace *
tv_timeline_threads_get_trace (const TvTimelineThreads *threads)
{
  g_return_val_if_fail (threads != NULL, NULL);

  return threads->trace;
}

/* Returns nanoseconds of the axis during which the thread has a call open. */
gint64
tv_timeline_threads_get_covered (const TvTimelineThreads *threads, guint32 thread)
{
  g_return_val_if_fail (threads != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (threads->trace), 0);

  return threads->covered[thread];
}

const guint32 *
tv_timeline_threads_get_all (const TvTimelineThreads *threads, guint *n)
{
  g_return_val_if_fail (threads != NULL && n != NULL, NULL);

  *n = threads->n_all;
  return threads->all;
}

/* Returns the thread that runs the app's user interface, or %TV_THREAD_NONE if it is
 * not known which one does, or it has no events. */
guint32
tv_timeline_threads_get_main (const TvTimelineThreads *threads)
{
  g_return_val_if_fail (threads != NULL, TV_THREAD_NONE);

  return threads->main_thread;
}

/* Tells whether a thread did next to nothing: it took less than a thousandth of the
 * CPU time of the busiest thread (without that clock, it was in calls for less than a
 * thousandth of the time), and made few calls, at most 32 or a thousandth of the most.
 * The main thread is never idle. */
gboolean
tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread)
{
  gsize few;

  g_return_val_if_fail (threads != NULL, FALSE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (threads->trace), FALSE);

  few = MAX (threads->most_calls / IDLE_PART, MAX_IDLE_CALLS);
  return thread != threads->main_thread
         && get_activity (threads, thread) < threads->busiest / IDLE_PART
         && tv_trace_get_thread (threads->trace, thread)->n_calls <= few;
}
