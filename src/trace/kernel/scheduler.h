/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/kernel/system-tasks.h"

G_BEGIN_DECLS

/**
 * TvSchedSwitch:
 * @time: nanoseconds on the clock of the file
 * @cpu: number of the processor
 * @previous: the number of the thread that ran on it; -1 if it is not known
 * @letters: the state of @previous after that, as the kernel writes it
 * @next: the number of the thread that runs on it from now on
 * @priority: of @next
 *
 * A switch from one thread to another. The number 0 is the idle thread.
 */
typedef struct
{
  gint64 time;
  guint32 cpu;
  gint64 previous;
  const char *letters;
  gint64 next;
  gint priority;
} TvSchedSwitch;

/**
 * TvScheduler:
 *
 * Makes states of threads from what the kernel's scheduler tells: switches, wake-ups,
 * and reasons for being blocked, in any order of time.
 */
typedef struct _TvScheduler TvScheduler;

TvScheduler *tv_scheduler_new (TvRunBuilder *builder, TvTrace *trace,
                               TvSystemTasks *tasks);
void tv_scheduler_free (TvScheduler *self);
gboolean tv_scheduler_add_switch (TvScheduler *self, const TvSchedSwitch *event);
gboolean tv_scheduler_add_wake_up (TvScheduler *self, gint64 time, gint64 tid,
                                   gint64 waker);
gboolean tv_scheduler_add_wake_up_on (TvScheduler *self, gint64 time, gint64 tid,
                                      guint32 cpu);
gboolean tv_scheduler_add_new_task (TvScheduler *self, gint64 time, gint64 tid,
                                    gint64 parent);
gboolean tv_scheduler_add_blocked (TvScheduler *self, gint64 time, gint64 tid,
                                   TvIoWait io_wait, const char *function);
gboolean tv_scheduler_add_state (TvScheduler *self, const TvSchedSwitch *event);
gboolean tv_scheduler_finish (TvScheduler *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvScheduler, tv_scheduler_free)

G_END_DECLS
