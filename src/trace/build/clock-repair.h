/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvWrapRule:
 * @TV_WRAP_NEVER: tracing was too short for a wrap
 * @TV_WRAP_IN_FILE_ORDER: the wall clock never goes back over all records of the file
 * @TV_WRAP_PER_THREAD: a large drop within a thread is a wrap
 *
 * How a 32-bit clock of microseconds continues after 71 minutes 35 seconds.
 */
typedef enum
{
  TV_WRAP_NEVER,
  TV_WRAP_IN_FILE_ORDER,
  TV_WRAP_PER_THREAD
} TvWrapRule;

/**
 * TvFileClock:
 * @now: the time of the previous record, continued in 64 bits
 * @started: whether there was a record
 * @disordered: whether time once went back by a second or more
 * @latest: the largest time
 *
 * The wall clock of all records in the order of the file.
 */
typedef struct
{
  gint64 now;
  gboolean started;
  gboolean disordered;
  gint64 latest;
} TvFileClock;

/**
 * TvThreadClock:
 * @offset: what to add to the file's times
 * @previous: the last time, repaired; 0 before the first
 *
 * One clock of one thread. Times in files are not negative.
 */
typedef struct
{
  gint64 offset;
  gint64 previous;
} TvThreadClock;

/**
 * TvClockStep:
 * @TV_CLOCK_STEP_FINE: nothing to repair
 * @TV_CLOCK_STEP_BACKWARDS: time went back and was held
 * @TV_CLOCK_STEP_WRAPPED: the clock passed 32 bits
 * @TV_CLOCK_STEP_TOO_LATE: the clock passed the longest possible trace and was held
 * @TV_CLOCK_STEP_IMPOSSIBLE: the time is impossible; the last one was taken
 * @TV_CLOCK_STEP_REUSED: another thread with the same id began
 *
 * The result of tv_thread_clock_step().
 */
typedef enum
{
  TV_CLOCK_STEP_FINE,
  TV_CLOCK_STEP_BACKWARDS,
  TV_CLOCK_STEP_WRAPPED,
  TV_CLOCK_STEP_TOO_LATE,
  TV_CLOCK_STEP_IMPOSSIBLE,
  TV_CLOCK_STEP_REUSED
} TvClockStep;

/**
 * TV_CLOCK_LATEST_NS:
 *
 * The latest time, 39 hours. Sums over all 65,536 thread ids then fit in 64 bits. Only
 * a crafted file gets there.
 */
#define TV_CLOCK_LATEST_NS (((gint64) 1 << 47) - 1)

/**
 * TvClockRules:
 * @has: which clocks the events have, by #TvClock
 * @wrap: how each continues past 32 bits, by #TvClock
 * @unit: nanoseconds in one step of the file's times
 * @latest: where clocks are held, in steps
 * @stated: how long tracing took if the header is right, in steps; %G_MAXINT64 if @wrap
 *   does not go by the header
 *
 * How the times of a file are read.
 */
typedef struct
{
  gboolean has[TV_N_CLOCKS];
  TvWrapRule wrap[TV_N_CLOCKS];
  gint64 unit;
  gint64 latest;
  gint64 stated;
} TvClockRules;

/**
 * TV_TIME_IMPOSSIBLE:
 *
 * From here on, over a hundred years in nanoseconds, a time is impossible. Only files
 * with 64-bit times can have one.
 */
#define TV_TIME_IMPOSSIBLE (G_GUINT64_CONSTANT (1) << 62)

gint64 tv_file_clock_step (TvFileClock *clock, gint64 raw);
TvClockStep tv_thread_clock_repair (TvThreadClock *clock, gint64 raw,
                                    const TvClockRules *rules, TvClock kind,
                                    gint64 *time);

/**
 * tv_thread_clock_step:
 * @clock: the clock, all zero before the first step
 * @raw: the time of a record, at least 0; for %TV_WRAP_IN_FILE_ORDER the result of
 *   tv_file_clock_step()
 * @rules: how times are read
 * @kind: which clock it is
 * @time: (out): the repaired time, never before that of the last step
 *
 * Repairs the next time of a thread: a wrap adds 2³², a reused id continues from the
 * last value, any other step back is held at the last value, and times past 39 hours
 * are held there. An impossible time is replaced by the last one.
 *
 * Returns: what was repaired
 */
static inline TvClockStep
tv_thread_clock_step (TvThreadClock *clock, gint64 raw, const TvClockRules *rules,
                      TvClock kind, gint64 *time)
{
  gint64 now = raw + clock->offset;

  if (G_UNLIKELY (now < clock->previous || now > rules->latest || raw > rules->latest))
    return tv_thread_clock_repair (clock, raw, rules, kind, time);
  clock->previous = now;
  *time = now;
  return TV_CLOCK_STEP_FINE;
}

G_END_DECLS
