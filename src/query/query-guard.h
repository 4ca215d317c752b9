/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Why a statement was stopped. */
typedef enum
{
  TV_QUERY_NOT_STOPPED,
  TV_QUERY_CANCELLED,
  TV_QUERY_OUT_OF_TIME,
  TV_QUERY_OUT_OF_MEMORY
} TvQueryStop;

/* What holds the statements of a connection back. */
typedef struct
{
  GCancellable *cancellable; /* (nullable) */
  GCancellable *work;        /* of what is added up for a statement: no SQLite runs */
  gulong link;               /* from @cancellable to @work */
  gint64 deadline;           /* of the monotonic clock; G_MAXINT64 for none */
  GThread *timer;            /* (nullable): cancels @work at the deadline, … */
  GAsyncQueue *ended;        /* … unless the script says here that it has ended */
  gint64 bytes;              /* the most memory; G_MAXINT64 for no limit */
  gint64 held;               /* memory that is not SQLite's */
  gboolean has_left_joins;
  TvQueryStop stop;
} TvQueryGuard;

void tv_query_guard_install (TvQueryGuard *guard, sqlite3 *db);
void tv_query_guard_begin (TvQueryGuard *guard, gint64 microseconds,
                           GCancellable *cancellable);
void tv_query_guard_end (TvQueryGuard *guard);
gboolean tv_query_guard_must_stop (TvQueryGuard *guard);
void tv_query_guard_stop (TvQueryGuard *guard, TvQueryStop reason);
gint64 tv_query_guard_get_room (const TvQueryGuard *guard);
gboolean tv_query_guard_take (TvQueryGuard *guard, gint64 bytes);
gboolean tv_query_guard_demand (TvQueryGuard *guard, gint64 bytes);

G_END_DECLS
