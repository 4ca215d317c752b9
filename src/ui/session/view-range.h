/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvViewRange:
 * @start: nanoseconds on the timeline's axis
 * @end: nanoseconds on the timeline's axis
 *
 * A part of the timeline's axis that is, or can be, in view.
 */
typedef struct
{
  gint64 start;
  gint64 end;
} TvViewRange;

TvViewRange tv_view_range_widest (const TvTrace *trace);
TvViewRange tv_view_range_within (const TvViewRange *widest, gint64 least_span,
                                  gint64 start, gint64 end);

G_END_DECLS
