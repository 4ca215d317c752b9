/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-match.h"
#include "ui/timeline/row-threads.h"

G_BEGIN_DECLS

/* Order of the rows. Among equals, the lower id comes first. */
typedef enum
{
  /* longest time in calls first, as in Traceview */
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

/* The user's choice of threads, by index. */
typedef struct
{
  TvThreadOrder order; /* the order of the rows */
  gboolean main_first; /* whether the main thread comes before the others */
  gboolean idle_open;  /* whether the rows of idle threads are shown under their line */
  guint32 only;        /* the one thread that is shown, or TV_THREAD_NONE */
  char *filter;        /* a part of the label of each thread, NULL for all threads */
  GArray *pinned;      /* threads that come first in any order */
  GHashTable *hidden;  /* a set of keys of hidden rows */
  GHashTable
      *toggled; /* a set of anchors of groups that are not folded or open by default */
} TvRowChoice;

TvRowChoice *tv_row_choice_new (void);
TvRowChoice *tv_row_choice_copy (const TvRowChoice *choice);
void tv_row_choice_free (TvRowChoice *choice);

void tv_row_choice_change_threads (TvRowChoice *choice, const TvTraceMatch *match);
void tv_row_choice_show_all (TvRowChoice *choice);
void tv_row_choice_hide (TvRowChoice *choice, guint32 key);
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
  guint n_pinned; /* number of pinned rows; they come first */
  /* threads of the line of idle threads, 0 without such a line */
  guint n_idle;
  guint n_shown; /* threads and extra rows, including those of that line and folded ones
                  */
  guint n_all;   /* threads with events, and extra rows */
} TvRowList;

TvRowList *tv_row_list_new (const TvTimelineThreads *threads, const TvRowChoice *choice,
                            GCancellable *cancellable);
void tv_row_list_free (TvRowList *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowList, tv_row_list_free)

G_END_DECLS
