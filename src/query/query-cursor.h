/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/call-choice.h"
#include "query/column-check.h"
#include "query/query-source.h"
#include "query/time-merge.h"

G_BEGIN_DECLS

/* Columns of times, which are gathered in the order of calls. */
#define TV_QUERY_N_TIMES (TV_FIELD_WALL_SELF - TV_FIELD_TS + 1)

/* Visits the calls of a trace, thread by thread, and reads their columns; or only
 * counts rows. */
struct _TvQueryCursor
{
  sqlite3_vtab_cursor base;
  TvQuerySource *source;
  gboolean at_end;
  guint32 id;          /* of the call, counted over all threads, or index of the row */
  TvQueryFlame *flame; /* (nullable): whose frames are the rows */

  /* Conditions */
  GArray *checks[2]; /* TvColumnCheck: of calls, and of their threads */
  guint kinds;       /* of tracks: bits of TvTrackKind, or 0 for all */
  gint64 low;        /* ids … */
  gint64 high;       /* … up to this one */
  gint64 earliest;
  gint64 latest;
  guint32 parent; /* only the callees of this call, unless TV_CALL_NONE */
  gint64 parameter;
  char *error; /* (nullable): a mistake in the conditions */

  TvTimeMerge *merge; /* (nullable): the calls that may match, by time */

  /* Calls in another order, if any. The calls with the greatest or the least numbers in
   * a column are chosen some at a time. */
  gboolean is_in_order;
  gboolean is_list;     /* whether some of the calls may not match */
  gboolean is_one_call; /* the one with the id */
  gboolean is_descending;
  GArray *order; /* guint32: ids by place; empty until they are needed */
  guint place;
  gint64 held; /* memory of the order */
  TvQueryField chosen_by;
  guint n_to_choose; /* 0 if no calls are chosen */
  TvCallChoice last_choice;

  /* Calls sorted by a column of their methods, within each thread or over all threads.
   */
  TvQueryField sorted_by;
  const guint32 *ranks; /* (nullable): by method */
  gboolean is_by_thread;
  gint64 last;  /* id of the last call, if one thread is sorted at a time */
  GArray *ends; /* guint32: by rank, the place after its last call */
  guint n_sorted;
  guint rank;                         /* of the present group */
  gint64 *gathered[TV_QUERY_N_TIMES]; /* (nullable): by place */

  /* The thread of the call, and the ids in it to visit. */
  guint32 thread;
  guint32 first; /* id of its first call */
  guint32 end;
  TvCalls calls;
  GArray *stack;  /* guint32: the call and its callers, outermost first */
  GArray *hashes; /* gint64: of the stacks of the first calls of @stack */
};

sqlite3_vtab_cursor *tv_query_cursor_new (TvQuerySource *source);
void tv_query_cursor_free (TvQueryCursor *cursor);

void tv_query_cursor_reset (TvQueryCursor *cursor);
void tv_query_cursor_add_check (TvQueryCursor *cursor, TvQueryField field, guint op,
                                sqlite3_value *value);
void tv_query_cursor_list_ancestors (TvQueryCursor *cursor, guint32 id,
                                     gboolean with_self);
void tv_query_cursor_list_descendants (TvQueryCursor *cursor, guint32 id,
                                       gboolean with_self);
void tv_query_cursor_list_stack (TvQueryCursor *cursor, sqlite3_value *stack,
                                 gboolean goes_up);
void tv_query_cursor_start_at (TvQueryCursor *cursor, gint64 id);
void tv_query_cursor_start (TvQueryCursor *cursor);
void tv_query_cursor_start_by_time (TvQueryCursor *cursor);
void tv_query_cursor_sort (TvQueryCursor *cursor, TvQueryField field,
                           gboolean by_thread);
void tv_query_cursor_choose (TvQueryCursor *cursor, TvQueryField field, gint64 limit);
void tv_query_cursor_next (TvQueryCursor *cursor);

void tv_query_cursor_find_stack (TvQueryCursor *cursor);
gboolean tv_query_cursor_read_time (const TvQueryCursor *cursor, TvQueryField field,
                                    gint64 *number);
gboolean tv_query_cursor_read_number (TvQueryCursor *cursor, TvQueryField field,
                                      gint64 *number);

gboolean tv_query_cursor_get_number (TvQueryCursor *cursor, TvQueryField field,
                                     gint64 *number);
const char *tv_query_cursor_get_text (TvQueryCursor *cursor, TvQueryField field);

/* Whether the table is about a track. */
static inline gboolean
tv_query_cursor_has_kind (const TvQueryCursor *cursor, guint32 thread)
{
  return cursor->kinds == 0
         || (cursor->kinds >> tv_query_source_get_kind (cursor->source, thread) & 1)
                != 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryCursor, tv_query_cursor_free)

G_END_DECLS
