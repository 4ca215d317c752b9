/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/bench-table.h"

G_BEGIN_DECLS

gboolean tv_baseline_run (const char *path, TvSamples *samples, GError **error);
gboolean tv_baseline_table (const char *path, int n_runs, gint64 n_events,
                            TvBenchTable *table, GError **error);

G_END_DECLS
