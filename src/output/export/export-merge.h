/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/export/export-walk.h"

G_BEGIN_DECLS

/**
 * TvExportMerge:
 *
 * A walk over the calls of a part of a trace as they are entered and left, all threads
 * together, in order of time. What a #TvExportWalk says of one thread holds.
 */
typedef struct _TvExportMerge TvExportMerge;

TvExportMerge *tv_export_merge_new (TvTrace *trace, const TvProfileRange *part,
                                    GCancellable *cancellable);
void tv_export_merge_free (TvExportMerge *merge);

gboolean tv_export_merge_next (TvExportMerge *merge, guint32 *thread,
                               TvExportStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvExportMerge, tv_export_merge_free)

G_END_DECLS
