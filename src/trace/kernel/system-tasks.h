/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/run-builder.h"

G_BEGIN_DECLS

/**
 * TvNameTrust:
 * @TV_NAME_FROM_SCHEDULER: the kernel's, cut to 15 bytes
 * @TV_NAME_FROM_PROGRAM: what the thread was called by its program
 * @TV_NAME_FROM_SYSTEM: from the system's list of processes and threads
 *
 * Where the name of a thread comes from; later ones are better.
 */
typedef enum
{
  TV_NAME_FROM_SCHEDULER,
  TV_NAME_FROM_PROGRAM,
  TV_NAME_FROM_SYSTEM
} TvNameTrust;

/**
 * TvSystemTasks:
 *
 * The threads of a system, which have one number each whatever their process, and what
 * a trace tells of them piece by piece.
 */
typedef struct _TvSystemTasks TvSystemTasks;

TvSystemTasks *tv_system_tasks_new (TvRunBuilder *builder);
void tv_system_tasks_free (TvSystemTasks *self);
void tv_system_tasks_set_time (TvSystemTasks *self, gint64 time);
void tv_system_tasks_begin (TvSystemTasks *self, gint64 tid, gboolean is_process);
void tv_system_tasks_set_process (TvSystemTasks *self, gint64 tid, gint64 pid);
void tv_system_tasks_place (TvSystemTasks *self, gint64 tid, guint32 process);
void tv_system_tasks_guess_process (TvSystemTasks *self, gint64 tid, gint64 pid);
guint32 tv_system_tasks_meet (TvSystemTasks *self, gint64 tid, gint64 pid,
                              const char *name);
void tv_system_tasks_set_name (TvSystemTasks *self, gint64 tid, const char *name,
                               TvNameTrust trust);
void tv_system_tasks_see_name (TvSystemTasks *self, gint64 tid, const char *bytes,
                               gsize length);
void tv_system_tasks_let_name_process (TvSystemTasks *self, gint64 tid);
gint64 tv_system_tasks_get_process (const TvSystemTasks *self, gint64 tid);
guint32 tv_system_tasks_get_track (TvSystemTasks *self, gint64 tid);
void tv_system_tasks_finish (TvSystemTasks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSystemTasks, tv_system_tasks_free)

G_END_DECLS
