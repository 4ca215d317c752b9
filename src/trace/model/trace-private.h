/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"
#include "trace/tables/method-table.h"

G_BEGIN_DECLS

/**
 * TvTimeColumn:
 * @narrow: (nullable): the column in 32 bits
 * @low: (nullable): the low 32 bits of a column of 40 or 48
 * @high: (nullable): the next 8 bits
 * @top: (nullable): the highest 8 bits of a column of 48
 * @wide: (nullable): the column in 64 bits
 *
 * A column of times while it is being filled, see #TvTimes.
 */
typedef struct
{
  guint32 *narrow;
  guint32 *low;
  guint8 *high;
  guint8 *top;
  gint64 *wide;
} TvTimeColumn;

/**
 * tv_time_column_set:
 * @column: a column; nothing happens if it is not there
 * @index: a row of it
 * @time: in the unit of the column
 */
static inline void
tv_time_column_set (const TvTimeColumn *column, gsize index, gint64 time)
{
  if (column->narrow != NULL)
    column->narrow[index] = (guint32) time;
  else if (column->low != NULL)
    {
      column->low[index] = (guint32) time;
      column->high[index] = (guint8) (time >> 32);
      if (column->top != NULL)
        column->top[index] = (guint8) (time >> 40);
    }
  else if (column->wide != NULL)
    column->wide[index] = time;
}

gsize tv_time_column_measure (gint64 latest);
void tv_time_column_allocate (TvTimeColumn *column, gsize n, gint64 latest);
gint64 tv_time_column_get_latest (const TvTimeColumn *column);
gsize tv_time_column_get_size (const TvTimeColumn *column);
TvTimes tv_time_column_slice (const TvTimeColumn *column, gsize first, gint64 unit);
void tv_time_column_clear (TvTimeColumn *column);

/* The parts of a trace. Readers and builders fill them; nothing changes once
 * tv_trace_load() has handed the trace out. */
struct _TvTrace
{
  gatomicrefcount references;
  TvTrace *base; /* of a renamed trace: what all but methods and strings belong to */
  TvTraceInfo info;
  TvStringPool *strings; /* every string of the trace */
  GArray *properties;    /* of TvProperty */
  TvWarnings *warnings;

  gboolean has_clock[TV_N_CLOCKS];
  gint64 unit; /* nanoseconds in one step of a time column */
  TvAxis axis;
  gint64 axis_start; /* nanoseconds, like all below that are no columns */
  gint64 axis_end;

  GArray *methods; /* of TvMethod */

  TvThread *threads; /* by ascending id */
  guint n_threads;
  GPtrArray *name_lists; /* the arrays behind TvThread.other_names */
  gsize *first_call;     /* by thread, and one more at the end */
  gsize *first_wait;

  gsize n_calls;
  guint16 *call_method; /* or, with more methods than that holds, … */
  guint32 *call_method_wide;
  guint32 *call_parent;
  guint8 *call_flags;
  TvTimeColumn call_start[TV_N_CLOCKS];
  TvTimeColumn call_end[TV_N_CLOCKS];
  TvTimeColumn call_axis_start; /* only for TV_AXIS_CPU_ALL_THREADS */
  TvTimeColumn call_axis_end;

  gsize n_waits;
  guint32 *wait_call;
  guint32 *wait_calls_before;
  TvTimeColumn wait_start;
  TvTimeColumn wait_end;

  TvEntryRun *entry_runs;
  gsize n_entry_runs;
};

TvTrace *tv_trace_new_empty (void);
TvTrace *tv_trace_new_sharing (TvTrace *trace);

G_END_DECLS
