/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline.h"

G_BEGIN_DECLS

/**
 * TvSnapTargets:
 * @TV_SNAP_NONE: nothing
 * @TV_SNAP_CALLS: the ends of calls
 * @TV_SNAP_MARKS: the marks
 *
 * What draws the pointer to it.
 */
typedef enum
{
  TV_SNAP_NONE = 0,
  TV_SNAP_CALLS = 1 << 0,
  TV_SNAP_MARKS = 1 << 1
} TvSnapTargets;

gint64 tv_timeline_get_time_at (TvTimeline *self, double x);
gint64 tv_timeline_snap (TvTimeline *self, double x, double y, TvSnapTargets targets);

G_END_DECLS
