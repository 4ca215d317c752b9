/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/view-range.h"

G_BEGIN_DECLS

/**
 * TvRangeTrail:
 *
 * The selected range of time and those that it was narrowed down from, each inside the
 * one before. The whole trace is the first, at depth 0, and never leaves. A range that
 * is selected stands at the end and gives way to the next one, until it is entered:
 * then ranges inside it stand after it.
 */
typedef struct _TvRangeTrail TvRangeTrail;

TvRangeTrail *tv_range_trail_new (void);
void tv_range_trail_free (TvRangeTrail *trail);

gboolean tv_range_trail_get (const TvRangeTrail *trail, TvViewRange *range);
guint tv_range_trail_get_depth (const TvRangeTrail *trail);
TvViewRange tv_range_trail_get_step (const TvRangeTrail *trail, guint depth);

void tv_range_trail_select (TvRangeTrail *trail, TvViewRange range);
void tv_range_trail_enter (TvRangeTrail *trail);
void tv_range_trail_go_back (TvRangeTrail *trail, guint depth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRangeTrail, tv_range_trail_free)

G_END_DECLS
