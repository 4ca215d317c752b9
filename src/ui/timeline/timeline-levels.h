/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* Opens and closes rows: an open row shows all levels of the stack. */
typedef struct _TvTimelineLevels TvTimelineLevels;

extern const TvTimelineAction tv_timeline_level_actions[];

TvTimelineLevels *tv_timeline_levels_new (const TvTimelineContext *context,
                                          TvTimelineRows *rows);
void tv_timeline_levels_free (TvTimelineLevels *self);
void tv_timeline_levels_start (TvTimelineLevels *self, const TvTrace *trace);
gboolean tv_timeline_levels_can_open (TvTimelineLevels *self, guint row);
void tv_timeline_levels_toggle (TvTimelineLevels *self, guint row);
void tv_timeline_levels_open_first (TvTimelineLevels *self);

G_END_DECLS
