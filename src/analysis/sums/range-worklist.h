/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRangeSlice:
 * @range: the range of the thread
 * @has_open_calls: whether the calls that are open at the start belong to the slice
 * @first_call: the first call entered in the range that belongs to it
 * @end_call: the call after the last one
 * @first_wait: the first wait that belongs to it
 * @end_wait: the wait after the last one
 *
 * Calls and waits of one thread that are added together.
 */
typedef struct
{
  const TvThreadRange *range;
  gboolean has_open_calls;
  gsize first_call;
  gsize end_call;
  gsize first_wait;
  gsize end_wait;
} TvRangeSlice;

/**
 * TvRangeWork:
 * @new_sums: makes the empty sums of a worker
 * @add: adds a slice to the sums of a worker
 * @merge: adds @more to @sums and frees @more
 *
 * How a range is summed up. Every function is given the data of the job; @new_sums and
 * @add run in workers.
 */
typedef struct
{
  gpointer (*new_sums) (gconstpointer data);
  void (*add) (gpointer sums, const TvRangeSlice *slice, gconstpointer data);
  void (*merge) (gpointer sums, gpointer more, gconstpointer data);
} TvRangeWork;

gpointer tv_range_worklist_run (const TvTrace *trace, const TvProfileRange *range,
                                const TvRangeWork *work, guint n_rows,
                                gconstpointer data, GCancellable *cancellable);

G_END_DECLS
