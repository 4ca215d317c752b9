/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-stacks.h"
#include "analysis/stacks/flame-layout.h"
#include "analysis/sums/method-set.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvChartBoxKind:
 * @TV_CHART_CALL: one call
 * @TV_CHART_CROWD: one column that several calls share
 *
 * What a box of a call chart stands for.
 */
typedef enum
{
  TV_CHART_CALL,
  TV_CHART_CROWD
} TvChartBoxKind;

/**
 * TvChartBox:
 * @call: the call; of a crowd, the call that takes most of the column
 * @method: its method
 * @hit: @method if that is a hit of a search, or else a hit in the crowd;
 *   %TV_METHOD_NONE for none
 * @x0: first column
 * @x1: the column after the last
 * @kind: a #TvChartBoxKind
 * @busy: how much of the column is taken if the box has only one, 0 to 255
 * @starts: whether the call begins in the range
 * @ends: whether the call ends in the range
 *
 * A box on a level of a call chart.
 */
typedef struct
{
  guint32 call;
  guint32 method;
  guint32 hit;
  guint32 x0;
  guint32 x1;
  guint8 kind;
  guint8 busy;
  guint8 starts;
  guint8 ends;
} TvChartBox;

/**
 * TvChartWait:
 * @x0: first column
 * @x1: the column after the last
 *
 * Columns in which the innermost call is on this level and waits off the CPU.
 */
typedef struct
{
  guint32 x0;
  guint32 x1;
} TvChartWait;

/**
 * TvChartHits:
 *
 * The places of calls of a set of methods on the levels of a thread's stack.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvChartHits TvChartHits;

/**
 * TvCallChart:
 *
 * The calls that are open on some levels of a thread's stack in a range of time, as
 * boxes of columns of equal width. See tv_call_chart_new().
 */
typedef struct _TvCallChart TvCallChart;

TvCallChart *tv_call_chart_new (const TvCallStacks *stacks, TvChartHits *hits,
                                guint thread, gint64 start, gint64 end, guint n_columns,
                                guint first_level, guint n_levels);
TvCallChart *tv_call_chart_new_from_frames (const TvFlameLayout *layout,
                                            guint n_columns, guint first_level,
                                            guint n_levels);
void tv_call_chart_free (TvCallChart *chart);

guint tv_call_chart_get_first_level (const TvCallChart *chart);
guint tv_call_chart_get_n_levels (const TvCallChart *chart);
const TvChartBox *tv_call_chart_get_boxes (const TvCallChart *chart, guint level,
                                           guint *n_boxes);
const TvChartWait *tv_call_chart_get_waits (const TvCallChart *chart, guint level,
                                            guint *n_waits);
const TvChartBox *tv_call_chart_find (const TvCallChart *chart, guint level,
                                      guint column);

TvChartHits *tv_chart_hits_new (TvTrace *trace, guint thread, TvMethodSet *methods,
                                guint first_level, guint n_levels,
                                GCancellable *cancellable);
TvChartHits *tv_chart_hits_ref (TvChartHits *hits);
void tv_chart_hits_unref (TvChartHits *hits);

gboolean tv_chart_hits_cover (const TvChartHits *hits, const TvMethodSet *methods,
                              guint first_level, guint n_levels);

guint tv_thread_count_levels (const TvTrace *trace, guint thread,
                              GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvChartHits, tv_chart_hits_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallChart, tv_call_chart_free)

G_END_DECLS
