/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-choice.h"
#include "ui/timeline/timeline-threads.h"

G_BEGIN_DECLS

/**
 * TvRowList:
 * @threads: (array length=n_rows): the thread of each row, %TV_THREAD_NONE for the line
 *   of idle threads
 * @n_rows: length of @threads
 * @n_pinned: how many rows are pinned; they come first
 * @n_idle: threads that the line of idle threads stands for, 0 if there is no such line
 * @n_shown: threads that have a row or are behind that line
 * @n_all: threads with events
 *
 * The rows that a choice leads to.
 */
typedef struct
{
  guint32 *threads;
  guint n_rows;
  guint n_pinned;
  guint n_idle;
  guint n_shown;
  guint n_all;
} TvRowList;

TvRowList *tv_row_list_new (const TvTimelineThreads *threads, const TvRowChoice *choice,
                            GCancellable *cancellable);
void tv_row_list_free (TvRowList *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowList, tv_row_list_free)

G_END_DECLS
