/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/memory-budget.h"
#include "trace/model/trace-storage.h"
#include "trace/transform/thread-match.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The parts of a joined trace. */
enum
{
  TV_JOIN_CALLS,
  TV_JOIN_SYSTEM,
  TV_N_JOIN_PARTS
};

typedef struct
{
  const TvTrace *trace;
  gint64 shift;     /* nanoseconds from the start of the joined trace to its start */
  guint32 *rows;    /* by thread: row of its calls in the joined trace, or none */
  guint32 *threads; /* by thread: its row in the joined trace */
  guint32 first_method;
} TvJoinPart;

/* A row of the joined trace. */
typedef struct
{
  guint part;
  guint32 thread;
  guint32 id;
} TvJoinRow;

typedef struct
{
  TvTrace *to;
  TvJoinPart parts[TV_N_JOIN_PARTS];
  TvThreadMatch match;
  GArray *rows;    /* of TvJoinRow, by id */
  guint32 *states; /* by row: the thread of the system trace whose states it has */
  gint64 latest[TV_N_CLOCKS];
  TvMemoryBudget budget;
  GCancellable *cancellable;
} TvJoining;

void tv_joining_write_times (TvTimeColumn *column, gsize at, const TvTimes *times,
                             gsize n, gint64 shift);
void tv_joining_copy_system (const TvJoining *self);
void tv_joining_copy_details (const TvJoining *self);

G_END_DECLS
