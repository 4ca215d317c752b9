/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "query/column-check.h"
#include "query/query-source.h"

G_BEGIN_DECLS

/* What a column of calls shows. Those from TV_CALL_UTID on belong to the thread, and
 * those from TV_CALL_NOTHING on are texts. */
typedef enum
{
  TV_CALL_ID,
  TV_CALL_NUMBER,
  TV_CALL_TS,
  TV_CALL_DUR,
  TV_CALL_SELF,
  TV_CALL_METHOD,
  TV_CALL_ARG_SET,
  TV_CALL_PARENT,
  TV_CALL_DEPTH,
  TV_CALL_CPU_START,
  TV_CALL_CPU_END,
  TV_CALL_CPU_DUR,
  TV_CALL_CPU_SELF,
  TV_CALL_WALL_START,
  TV_CALL_WALL_END,
  TV_CALL_WALL_DUR,
  TV_CALL_WALL_SELF,
  TV_CALL_IS_PRE_OPEN,
  TV_CALL_IS_OPEN,
  TV_CALL_IS_EXIT_LOST,
  TV_CALL_IS_BY_EXCEPTION,
  TV_CALL_IS_RECURSIVE,
  TV_CALL_STACK,
  TV_CALL_PARENT_STACK,
  TV_CALL_PARAMETER,
  TV_CALL_UTID,
  TV_CALL_THREAD,
  TV_CALL_TID,
  TV_CALL_IS_MAIN,
  TV_CALL_UPID,
  TV_CALL_PID,
  TV_CALL_NOTHING,
  TV_CALL_NAME,
  TV_CALL_THREAD_NAME
} TvCallField;

static inline gboolean
tv_call_field_is_text (guint field)
{
  return field >= TV_CALL_NOTHING;
}

static inline gboolean
tv_call_field_is_of_thread (guint field)
{
  return field >= TV_CALL_UTID && field != TV_CALL_NOTHING && field != TV_CALL_NAME;
}

/* Goes over the calls of a trace, thread after thread, and reads their columns. */
typedef struct
{
  sqlite3_vtab_cursor base;
  TvQuerySource *source;
  gboolean at_end;
  guint32 id; /* of the call, counted over all threads */

  /* What is asked for. */
  GArray *checks;        /* TvColumnCheck of calls … */
  GArray *thread_checks; /* … and of threads */
  guint8 *methods;       /* (nullable): whether each method is asked for */
  gint64 low;            /* ids … */
  gint64 high;           /* … up to this one */
  gint64 earliest;
  gint64 latest;
  guint32 parent; /* unless TV_CALL_NONE, only the calls that it called */
  guint32 parameter;

  /* Calls that were put in order, if any. */
  GArray *order; /* guint32 */
  guint place;
  gboolean is_listed;
  TvCalls ahead; /* of the thread of a call some places ahead … */
  guint32 ahead_first;

  /* The thread of the call, and the ids in it that are gone over. */
  guint32 thread;
  guint32 first; /* id of its first call */
  guint32 end;
  TvCalls calls;
  GArray *path; /* guint32: the call and its callers, outermost first */
} TvCallCursor;

sqlite3_vtab_cursor *tv_call_cursor_new (TvQuerySource *source);
void tv_call_cursor_free (TvCallCursor *cursor);

void tv_call_cursor_reset (TvCallCursor *cursor);
gboolean tv_call_cursor_add_check (TvCallCursor *cursor, guint field, guint op,
                                   sqlite3_value *value, char **error);
void tv_call_cursor_list_nothing (TvCallCursor *cursor);
void tv_call_cursor_list_ancestors (TvCallCursor *cursor, guint32 id,
                                    gboolean with_self);
void tv_call_cursor_list_descendants (TvCallCursor *cursor, guint32 id,
                                      gboolean with_self);
void tv_call_cursor_start (TvCallCursor *cursor);
void tv_call_cursor_sort (TvCallCursor *cursor, gboolean by_name);
void tv_call_cursor_choose (TvCallCursor *cursor, guint field, gboolean greatest,
                            gint64 count);
void tv_call_cursor_next (TvCallCursor *cursor);

gboolean tv_call_cursor_get_number (TvCallCursor *cursor, guint field, gint64 *number);
const char *tv_call_cursor_get_text (TvCallCursor *cursor, guint field);

G_END_DECLS
