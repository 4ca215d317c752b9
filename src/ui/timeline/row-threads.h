/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/text/time-text.h"
#include "trace/model/trace.h"
#include <gio/gio.h>

G_BEGIN_DECLS

/* The kind of a row. */
typedef enum
{
  TV_TIMELINE_ROW_THREAD,  /* a thread, or a track without a thread */
  TV_TIMELINE_ROW_GROUP,   /* the header of a group */
  TV_TIMELINE_ROW_COUNTER, /* a counter */
  TV_TIMELINE_ROW_CPU,     /* the threads that ran on a processor */
  TV_TIMELINE_ROW_IDLE     /* the one line for all idle threads */
} TvTimelineRowKind;

/* A row in a number: a thread's is its index, that of the line of idle threads
 * TV_THREAD_NONE. */
guint32 tv_row_key_new (TvTimelineRowKind kind, guint32 index);
TvTimelineRowKind tv_row_key_get_kind (guint32 key);
guint32 tv_row_key_get_index (guint32 key);

/* Rows that fold together: those of a process, and those without a process. */
typedef enum
{
  TV_ROW_GROUP_CPUS,
  TV_ROW_GROUP_GLOBAL,
  TV_ROW_GROUP_THREADS, /* threads without a known process */
  TV_N_ROW_GROUPS       /* the process of index 0, and so on */
} TvRowGroup;

char *tv_row_key_dup_label (const TvTrace *trace, guint32 key);
guint32 tv_row_key_find (guint32 key, TvTrace *before, TvTrace *now);

/* A row without a thread. It follows those of threads in its group. */
typedef struct
{
  guint32 key;
  guint32 group;
} TvExtraRow;

guint32 tv_timeline_find_main_thread (const TvTrace *trace);

/* Sums of the threads of a trace, for the choice and the order of rows. Immutable: any
 * thread may read it. */
typedef struct
{
  gatomicrefcount references;
  TvTrace *trace;
  gint64 *covered; /* by thread: the time in ns during which it has an open call */
  gint64 *waiting; /* by thread: the sum of its waits in ns */
  guint32 *all;    /* those with events or states */
  guint n_all;
  guint32 main_thread; /* TV_THREAD_NONE if it is unknown or has no events */
  gint64 busiest;      /* activity of the busiest thread */
  gint64 activity;     /* of all threads together */
  gsize most_calls;
  guint32 *groups;  /* by thread */
  guint32 *anchors; /* by group: its first row, TV_THREAD_NONE if it has none */
  guint8 *lively;   /* by group: whether one of its threads is not idle */
  guint n_groups;
  GArray *extras;   /* of TvExtraRow, in order of groups */
  gboolean grouped; /* whether groups have headers: there are several, or extra rows */
} TvTimelineThreads;

/* How much is said of a thread's sums, from the most. */
typedef enum
{
  TV_SUMS_ALL,
  TV_SUMS_WITHOUT_WAITING,
  TV_SUMS_SHARE,
  TV_N_SUMS_SIZES
} TvSumsSize;

TvTimelineThreads *tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable);
TvTimelineThreads *tv_timeline_threads_ref (TvTimelineThreads *threads);
void tv_timeline_threads_unref (TvTimelineThreads *threads);
gboolean tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread);
char *tv_timeline_threads_dup_sums (const TvTimelineThreads *threads, guint32 thread,
                                    TvTimeUnit unit, TvSumsSize size);
GArray *tv_timeline_threads_list_group (const TvTimelineThreads *threads,
                                        guint32 group);
guint32 tv_timeline_threads_find_group (const TvTimelineThreads *threads, guint32 key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineThreads, tv_timeline_threads_unref)

G_END_DECLS
