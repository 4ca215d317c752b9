/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTask:
 * @task: number of the task, from 0
 * @data: the data given to tv_parallel_run()
 *
 * A task that any thread may run.
 */
typedef void (*TvTask) (guint task, gpointer data);

guint tv_parallel_get_n_workers (void);
void tv_parallel_run (guint n_tasks, guint n_workers, TvTask run, gpointer data);

/**
 * TvBlockFunc:
 * @block: a block
 * @data: the data given to tv_pipeline_new()
 *
 * Does something with a block.
 */
typedef void (*TvBlockFunc) (gpointer block, gpointer data);

/**
 * TvPipeline:
 *
 * Blocks of memory that one thread fills, any thread works on, and the first one
 * finishes in the order in which it filled them.
 */
typedef struct _TvPipeline TvPipeline;

TvPipeline *tv_pipeline_new (gsize block_size, TvBlockFunc work, TvBlockFunc finish,
                             gpointer data);
void tv_pipeline_free (TvPipeline *pipeline);

gpointer tv_pipeline_get_block (TvPipeline *pipeline);
gpointer tv_pipeline_push (TvPipeline *pipeline);
void tv_pipeline_flush (TvPipeline *pipeline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPipeline, tv_pipeline_free)

/**
 * TvBackground:
 * @TV_BACKGROUND_SOON: the window waits for the result
 * @TV_BACKGROUND_LATER: the result makes later work faster
 *
 * The priority of a background task.
 */
typedef enum
{
  TV_BACKGROUND_SOON,
  TV_BACKGROUND_LATER,
} TvBackground;

void tv_background_run_task (GTask *task, TvBackground background, GTaskThreadFunc run);

G_END_DECLS
