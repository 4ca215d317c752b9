/* SPDX-License-Identifier: Apache-2.0 */

/* Writing the columns of calls, whoever makes the calls. */

#pragma once

#include "trace/model/trace-storage.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvCallWidths:
 * @wide_methods: whether an index of a method needs more than 16 bits
 * @latest: the largest time by #TvClock, in steps; negative for a clock that the trace
 *   lacks
 * @latest_axis: the same on the axis; negative if a clock of the calls is the axis
 *
 * What the columns of calls must hold.
 */
typedef struct
{
  gboolean wide_methods;
  gint64 latest[TV_N_CLOCKS];
  gint64 latest_axis;
} TvCallWidths;

gboolean tv_call_columns_need_wide_methods (guint n_methods);
gsize tv_call_columns_get_row_size (const TvCallWidths *widths);
void tv_call_columns_allocate (TvTrace *trace, const TvCallWidths *widths);
gboolean tv_call_columns_finish (TvTrace *trace, guint n_workers,
                                 GCancellable *cancellable, GError **error);

/**
 * tv_call_columns_set_method:
 * @trace: a trace with columns of calls
 * @row: a row of them
 * @method: index of the method of the call
 */
static inline void
tv_call_columns_set_method (const TvTrace *trace, gsize row, guint32 method)
{
  if (G_LIKELY (trace->call_method != NULL))
    trace->call_method[row] = (guint16) method;
  else
    trace->call_method_wide[row] = method;
}

/**
 * tv_call_columns_set_times:
 * @trace: a trace with columns of calls
 * @end: whether these are the times of the end of the call, or of its start
 * @row: a row of them
 * @times: by #TvClock, in the unit of the trace; those of clocks that it lacks do not
 *   count
 * @axis: the time on the axis, if no clock of the calls is the axis
 */
static inline void
tv_call_columns_set_times (const TvTrace *trace, gboolean end, gsize row,
                           const gint64 times[TV_N_CLOCKS], gint64 axis)
{
  const TvTimeColumn *columns = end ? trace->call_end : trace->call_start;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (trace->has_clock[clock])
      tv_time_column_set (&columns[clock], row, times[clock]);
  tv_time_column_set (end ? &trace->call_axis_end : &trace->call_axis_start, row, axis);
}

G_END_DECLS
