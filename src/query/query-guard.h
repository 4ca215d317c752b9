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
  gint64 deadline;           /* of the monotonic clock; G_MAXINT64 for none */
  gint64 bytes;              /* the most memory of SQLite; G_MAXINT64 for no limit */
  TvQueryStop stop;
} TvQueryGuard;

void tv_query_guard_install (TvQueryGuard *guard, sqlite3 *db);

G_END_DECLS
