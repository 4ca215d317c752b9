/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTimelineThreads:
 *
 * What the timeline has to know of the threads of a trace to choose its rows and to
 * order them: sums that take a walk over all calls. Never changes, and may be read by
 * several threads at once.
 */
typedef struct _TvTimelineThreads TvTimelineThreads;

TvTimelineThreads *tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable);
TvTimelineThreads *tv_timeline_threads_ref (TvTimelineThreads *threads);
void tv_timeline_threads_unref (TvTimelineThreads *threads);

TvTrace *tv_timeline_threads_get_trace (const TvTimelineThreads *threads);
gint64 tv_timeline_threads_get_covered (const TvTimelineThreads *threads,
                                        guint32 thread);

const guint32 *tv_timeline_threads_get_all (const TvTimelineThreads *threads, guint *n);
guint32 tv_timeline_threads_get_main (const TvTimelineThreads *threads);
gboolean tv_timeline_threads_is_idle (const TvTimelineThreads *threads, guint32 thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineThreads, tv_timeline_threads_unref)

G_END_DECLS
