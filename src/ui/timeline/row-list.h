/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-match.h"
#include <gio/gio.h>

G_BEGIN_DECLS

/* What a row shows. */
typedef enum
{
  TV_TIMELINE_ROW_THREAD, /* a thread, or a track of no thread */
  TV_TIMELINE_ROW_GROUP,  /* the header of a group */
  TV_TIMELINE_ROW_IDLE    /* the one line that stands for all idle threads */
} TvTimelineRowKind;

/* A row in a number: a thread's is its index, that of the line of idle threads
 * TV_THREAD_NONE. */
guint32 tv_row_key_new (TvTimelineRowKind kind, guint32 index);
TvTimelineRowKind tv_row_key_get_kind (guint32 key);
guint32 tv_row_key_get_index (guint32 key);

/* Rows that fold as one: those of a process, or of what belongs to none. */
typedef enum
{
  TV_ROW_GROUP_CPUS,
  TV_ROW_GROUP_GLOBAL,
  TV_ROW_GROUP_THREADS, /* of no known process */
  TV_N_ROW_GROUPS       /* the process of index 0, and so on */
} TvRowGroup;

char *tv_row_group_dup_title (const TvTrace *trace, guint32 group);

guint32 tv_timeline_find_main_thread (const TvTrace *trace);

/* Sums over the threads of a trace, by which rows are chosen and ordered. Immutable:
 * any thread may read it. */
typedef struct
{
  gatomicrefcount references;
  TvTrace *trace;
  gint64 *covered; /* by thread: the time in ns during which it has an open call */
  guint32 *all;    /* those with events */
  guint n_all;
  guint32 main_thread; /* TV_THREAD_NONE if it is unknown or has no events */
  gint64 busiest;      /* activity of the busiest thread */
  gsize most_calls;
  guint32 *groups;  /* by thread */
  guint32 *anchors; /* by group: its first row, TV_THREAD_NONE if it has none */
  guint8 *lively;   /* by group: whether one of its threads is not idle */
  guint n_groups;
  gboolean grouped; /* whether groups have headers: there are several */
} TvTimelineThreads;

TvTimelineThreads *tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable);
TvTimelineThreads *tv_timeline_threads_ref (TvTimelineThreads *threads);
void tv_timeline_threads_unref (TvTimelineThreads *threads);
gboolean tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread);
GArray *tv_timeline_threads_list_group (const TvTimelineThreads *threads,
                                        guint32 group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineThreads, tv_timeline_threads_unref)

/* Order of the rows. Among equals, the lower id comes first. */
typedef enum
{
  /* longest time in calls first, as in the original */
  TV_THREAD_ORDER_COVERED,
  /* most CPU time first; TV_THREAD_ORDER_COVERED without that clock */
  TV_THREAD_ORDER_CPU,
  TV_THREAD_ORDER_NAME, /* numbers in it by value, threads without a name last */
  TV_THREAD_ORDER_ID,
  TV_THREAD_ORDER_FIRST_EVENT /* first event first */
} TvThreadOrder;

#define TV_N_THREAD_ORDERS 5

const char *tv_thread_order_to_string (TvThreadOrder order);
gboolean tv_thread_order_from_string (const char *text, TvThreadOrder *order);

/* Which threads the user wants to see, by index. */
typedef struct
{
  TvThreadOrder order; /* how the rows are ordered */
  gboolean main_first; /* whether the main thread comes before the others */
  gboolean idle_open;  /* whether the rows of idle threads are shown under their line */
  guint32 only;        /* the one thread that is shown, or TV_THREAD_NONE */
  char *filter;        /* what the label of a thread must contain, NULL for any */
  GArray *pinned;      /* threads that come first in any order */
  GHashTable *hidden;  /* a set of threads that are not shown */
  GHashTable
      *toggled; /* a set of anchors of groups that are not as they are at first */
} TvRowChoice;

TvRowChoice *tv_row_choice_new (void);
TvRowChoice *tv_row_choice_copy (const TvRowChoice *choice);
void tv_row_choice_free (TvRowChoice *choice);

void tv_row_choice_change_threads (TvRowChoice *choice, const TvTraceMatch *match);
void tv_row_choice_show_all (TvRowChoice *choice);
void tv_row_choice_hide (TvRowChoice *choice, guint32 thread);
void tv_row_choice_set_pinned (TvRowChoice *choice, guint32 thread, gboolean pinned);
gboolean tv_row_choice_is_pinned (const TvRowChoice *choice, guint32 thread);
gboolean tv_row_choice_set_filter (TvRowChoice *choice, const char *filter);
gboolean tv_row_choice_is_all (const TvRowChoice *choice);
void tv_row_choice_toggle_group (TvRowChoice *choice, const TvTimelineThreads *threads,
                                 guint32 group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowChoice, tv_row_choice_free)

/* The rows that follow from a choice. */
typedef struct
{
  guint32 *keys;  /* by row, see tv_row_key_new() */
  guint n_rows;   /* length of keys */
  guint n_pinned; /* how many rows are pinned; they come first */
  /* threads behind the line of idle threads, 0 if there is no such line */
  guint n_idle;
  guint n_shown; /* threads that have a row, or are behind that line or folded */
  guint n_all;   /* threads with events */
} TvRowList;

TvRowList *tv_row_list_new (const TvTimelineThreads *threads, const TvRowChoice *choice,
                            GCancellable *cancellable);
void tv_row_list_free (TvRowList *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowList, tv_row_list_free)

G_END_DECLS
