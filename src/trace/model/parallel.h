/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTask:
 * @task: number of the task, from 0
 * @data: what tv_parallel_run() was given
 *
 * A piece of work that any thread may do.
 */
typedef void (*TvTask) (guint task, gpointer data);

guint tv_parallel_get_n_workers (void);
void tv_parallel_run (guint n_tasks, guint n_workers, TvTask run, gpointer data);

/**
 * TvBackground:
 * @TV_BACKGROUND_SOON: a picture lacks it
 * @TV_BACKGROUND_LATER: it makes what comes later quick
 *
 * How far a task stands back: one that is for later also lets the others go first.
 */
typedef enum
{
  TV_BACKGROUND_SOON,
  TV_BACKGROUND_LATER,
} TvBackground;

void tv_background_run_task (GTask *task, TvBackground background, GTaskThreadFunc run);

G_END_DECLS
