/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/measure.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvYardSums:
 * @calls: number of calls
 * @inclusive: microseconds by #TvClock, a recursive call's counted again
 * @exclusive: microseconds by #TvClock without the time of callees
 *
 * The sums of one method.
 */
typedef struct
{
  guint64 calls;
  guint64 inclusive[2];
  guint64 exclusive[2];
} TvYardSums;

/**
 * TvYardstick:
 * @n_records: number of records
 * @n_calls: number of calls
 * @n_methods: length of @sums
 * @sums: (array length=n_methods): by a quarter of the method's id
 * @root_time: microseconds by #TvClock of the calls that have no caller
 *
 * The calls and sums of a trace.
 */
typedef struct
{
  gsize n_records;
  gsize n_calls;
  guint n_methods;
  TvYardSums *sums;
  guint64 root_time[2];
} TvYardstick;

TvYardstick *tv_yardstick_run (const char *path, GError **error);
void tv_yardstick_free (TvYardstick *yardstick);

gboolean tv_yardstick_measure (const char *path, TvTimings *samples, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvYardstick, tv_yardstick_free)

G_END_DECLS
