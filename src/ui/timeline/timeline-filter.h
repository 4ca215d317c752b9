/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* The corner above the labels: the number of threads, or the entry that filters them
 * by name. */
typedef struct _TvTimelineFilter TvTimelineFilter;

TvTimelineFilter *tv_timeline_filter_new (const TvTimelineContext *context,
                                          TvTimelineRows *rows);
void tv_timeline_filter_free (TvTimelineFilter *self);
void tv_timeline_filter_open (TvTimelineFilter *self);
void tv_timeline_filter_sync (TvTimelineFilter *self);
void tv_timeline_filter_update_count (TvTimelineFilter *self);
void tv_timeline_filter_allocate (TvTimelineFilter *self);
void tv_timeline_filter_snapshot (TvTimelineFilter *self, GtkSnapshot *snapshot);

G_END_DECLS
