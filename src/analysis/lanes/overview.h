/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvOverviewColumn:
 * @main: the share of the column in which the main thread is in a call and does not
 *   wait, 0 to 1
 * @others: the sum of the same over all other threads
 * @n_calls: number of calls that all threads enter in it
 *
 * How busy a trace is in a column of the overview.
 */
typedef struct
{
  float main;
  float others;
  guint32 n_calls;
} TvOverviewColumn;

gboolean tv_overview_columns (const TvTrace *trace, guint32 main_thread, gint64 start,
                              gint64 end, TvOverviewColumn *columns, guint n_columns,
                              GCancellable *cancellable);
gboolean tv_overview_busy (const TvTrace *trace, const guint32 *threads,
                           guint n_threads, gint64 start, gint64 end, float *busy,
                           guint n_columns, GCancellable *cancellable);
gboolean tv_overview_hits (const TvTrace *trace, const TvMethodSet *methods,
                           gint64 start, gint64 end, guint32 *hits, guint n_columns,
                           GCancellable *cancellable);

G_END_DECLS
