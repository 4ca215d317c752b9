/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* The longest text or blob. Functions take little time for one. */
#define TV_QUERY_MAX_VALUE (1024 * 1024)

/* The longest statement. */
#define TV_QUERY_MAX_STATEMENT (4 * 1024 * 1024)

/* Why a statement was stopped. */
typedef enum
{
  TV_QUERY_NOT_STOPPED,
  TV_QUERY_CANCELLED,
  TV_QUERY_OUT_OF_TIME,
  TV_QUERY_OUT_OF_MEMORY
} TvQueryStop;

/* Restricts the statements of a connection. */
typedef struct _TvQueryGuard TvQueryGuard;

struct _TvQueryGuard
{
  sqlite3 *db;
  GCancellable *cancellable; /* (nullable) */
  GCancellable *work;        /* stops the sums for a statement, outside SQLite */
  gulong link;               /* from @cancellable to @work */
  gint64 deadline;           /* on the monotonic clock; G_MAXINT64 for none */
  GThread *timer;            /* (nullable): cancels @work at the deadline, … */
  GAsyncQueue *ended;        /* … unless the end of the script arrives here first */
  gint64 bytes;              /* memory limit; G_MAXINT64 for none */
  gint64 used;               /* memory that SQLite has allocated in scripts */
  gint64 held;               /* memory that is not SQLite's */
  TvQueryGuard *outer;       /* (nullable): of the script that waits for this one */
  gboolean is_installed;
  gboolean is_preparing; /* a statement, which cannot be interrupted */
  guint depth;           /* of nested functions of scripts */
  GHashTable *reads;     /* (nullable): takes the tables of `main` that statements
                            read, as they are prepared */
  gboolean has_left_joins;
  TvQueryStop stop;
};

void tv_query_guard_install (TvQueryGuard *guard);
int tv_query_guard_execute_trusted (TvQueryGuard *guard, const char *sql);
void tv_query_guard_begin (TvQueryGuard *guard, gint64 microseconds,
                           GCancellable *cancellable);
void tv_query_guard_end (TvQueryGuard *guard);
int tv_query_guard_prepare (TvQueryGuard *guard, const char *sql,
                            sqlite3_stmt **statement, const char **rest);
gboolean tv_query_guard_must_stop (TvQueryGuard *guard);
void tv_query_guard_stop (TvQueryGuard *guard, TvQueryStop reason);
gboolean tv_query_guard_grant (TvQueryGuard *guard, gint64 bytes);
gint64 tv_query_guard_get_room (const TvQueryGuard *guard);
gboolean tv_query_guard_take (TvQueryGuard *guard, gint64 bytes);
gboolean tv_query_guard_demand (TvQueryGuard *guard, gint64 bytes);

TvQueryGuard *tv_query_memory_count_for (TvQueryGuard *guard);

G_END_DECLS
