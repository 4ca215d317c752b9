/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

#define TV_ROW_NONE G_MAXSIZE

/**
 * TvExportStep:
 * @enters: whether the call is entered here, or left
 * @row: number of the call among those of its thread that are exported, in order of
 *   entry
 * @parent_row: the same of the call around it, %TV_ROW_NONE for a root; only where it
 *   is entered
 * @depth: how many calls are around it
 * @call: index into the thread's #TvCalls
 * @method: index of its method
 * @flags: #TvCallFlags
 * @start: when it was entered, cut at the range, by #TvClock; 0 on a clock that the
 *   file lacks
 * @end: when it was left, cut likewise
 * @axis: when this is on the timeline's axis, cut likewise
 *
 * A call that is entered or left.
 */
typedef struct
{
  gboolean enters;
  gsize row;
  gsize parent_row;
  gsize depth;
  guint32 call;
  guint32 method;
  guint8 flags;
  gint64 start[TV_N_CLOCKS];
  gint64 end[TV_N_CLOCKS];
  gint64 axis;
} TvExportStep;

/**
 * TvExportWalk:
 *
 * A walk over the calls of a part of a trace, thread by thread, as they are entered and
 * left: always in pairs that nest, whatever the file says, and in order of time.
 */
typedef struct _TvExportWalk TvExportWalk;

TvExportWalk *tv_export_walk_new (TvTrace *trace, const TvProfileRange *part,
                                  GCancellable *cancellable);
void tv_export_walk_free (TvExportWalk *walk);

gboolean tv_export_walk_next_thread (TvExportWalk *walk, guint32 *thread);
gsize tv_export_walk_get_n_rows (const TvExportWalk *walk);
void tv_export_walk_rewind (TvExportWalk *walk);
gboolean tv_export_walk_next (TvExportWalk *walk, TvExportStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvExportWalk, tv_export_walk_free)

G_END_DECLS
