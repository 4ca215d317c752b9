/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"

G_BEGIN_DECLS

/* What changes without the picture and is drawn over it: the hovered row and call, the
 * current row, and the ring round a call that was jumped to. */
typedef struct _TvTimelineOverlay TvTimelineOverlay;

TvTimelineOverlay *tv_timeline_overlay_new (const TvTimelineContext *context,
                                            TvTimelineView *view, TvTimelineRows *rows,
                                            TvTimelinePicture *picture);
void tv_timeline_overlay_free (TvTimelineOverlay *self);

void tv_timeline_overlay_flash_call (TvTimelineOverlay *self);
char *tv_timeline_overlay_dup_value (TvTimelineOverlay *self);
void tv_timeline_overlay_snapshot (TvTimelineOverlay *self, GtkSnapshot *snapshot);

G_END_DECLS
