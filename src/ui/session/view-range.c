/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/view-range.h"

/* Room on either side of the calls, so that the ends of the first and the last call can
 * be seen and dragged over: a part of the range. */
#define PADDING_DIVISOR 200

/* Leaves room for the padding and the least span, whatever a file claims. */
#define TIME_LIMIT (G_MAXINT64 / 4)

/* Finds the range of all calls with some room round it. Time before 0, the start of
 * tracing, is shown only where the trace has any. */
TvViewRange
tv_view_range_widest (const TvTrace *trace)
{
  TvViewRange range;
  gint64 start;
  gint64 end;
  gint64 padding;

  tv_trace_get_axis_range (trace, &start, &end);
  start = CLAMP (start, -TIME_LIMIT, TIME_LIMIT);
  end = CLAMP (end, start, TIME_LIMIT);
  padding = (end - start) / PADDING_DIVISOR;

  range.start = MAX (start - padding, MIN (start, 0));
  range.end = MAX (end + padding, range.start + tv_trace_get_time_unit (trace));
  return range;
}

/* Moves a range that sticks out in, keeping its span; a span shorter than. */
TvViewRange
tv_view_range_within (const TvViewRange *widest, gint64 least_span, gint64 start,
                      gint64 end)
{
  gint64 span;

  start = CLAMP (start, -TIME_LIMIT, TIME_LIMIT);
  span = CLAMP (end, -TIME_LIMIT, TIME_LIMIT) - start;
  if (span < least_span)
    {
      start -= (least_span - span) / 2;
      span = least_span;
    }
  span = MIN (span, widest->end - widest->start);
  start = CLAMP (start, widest->start, widest->end - span);
  return (TvViewRange){ start, start + span };
}
