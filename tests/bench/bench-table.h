/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/measure.h"

G_BEGIN_DECLS

/**
 * TvBenchTable:
 * @n_events: records of the trace
 * @yardstick: (nullable): runs of the yardstick on the same events
 *
 * A printed table: a line for each thing that was measured.
 */
typedef struct
{
  gint64 n_events;
  TvTimings *yardstick;
} TvBenchTable;

void tv_bench_table_head (const TvBenchTable *table, const char *title);
void tv_bench_table_row (const TvBenchTable *table, const char *name,
                         TvTimings *samples);
void tv_bench_table_small_row (const char *name, TvTimings *samples);

G_END_DECLS
