/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-stacks.h"
#include "analysis/sums/method-set.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvChartHits:
 *
 * On which levels of the stack of a thread calls of a set of methods are, and where.
 * They never change; the reference count is atomic.
 */
typedef struct _TvChartHits TvChartHits;

TvChartHits *tv_chart_hits_new (TvTrace *trace, guint thread, TvMethodSet *methods,
                                guint first_level, guint n_levels,
                                GCancellable *cancellable);
TvChartHits *tv_chart_hits_ref (TvChartHits *hits);
void tv_chart_hits_unref (TvChartHits *hits);

gboolean tv_chart_hits_cover (const TvChartHits *hits, const TvMethodSet *methods,
                              guint first_level, guint n_levels);
const TvMethodSet *tv_chart_hits_get_methods (const TvChartHits *hits);
gsize tv_chart_hits_get_size (const TvChartHits *hits);

void tv_chart_hits_find_first (const TvChartHits *hits, const TvCallStacks *stacks,
                               gsize first, gsize end, guint first_level,
                               guint n_levels, guint32 *found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChartHits, tv_chart_hits_unref)

G_END_DECLS
