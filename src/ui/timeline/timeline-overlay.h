/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"

G_BEGIN_DECLS

/* The parts over the picture that change without it: the hovered row and call, the
 * current row, and the ring around a call that was jumped to. */
typedef struct _TvTimelineOverlay TvTimelineOverlay;

TvTimelineOverlay *tv_timeline_overlay_new (const TvTimelineContext *context,
                                            TvTimelineView *view, TvTimelineRows *rows,
                                            TvTimelinePicture *picture);
void tv_timeline_overlay_free (TvTimelineOverlay *self);

void tv_timeline_overlay_flash_call (TvTimelineOverlay *self);
char *tv_timeline_overlay_dup_value (TvTimelineOverlay *self);
void tv_timeline_overlay_snapshot (TvTimelineOverlay *self, GtkSnapshot *snapshot);

G_END_DECLS
