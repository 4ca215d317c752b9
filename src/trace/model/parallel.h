/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

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

G_END_DECLS
