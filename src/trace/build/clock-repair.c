/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/clock-repair.h"

#define WRAP (G_GINT64_CONSTANT (1) << 32)

/* A step back of this many microseconds means that the file is not in order of time:
 * ART writes large batches of each thread since 2023. */
#define DISORDER (-1000000)

/* The CPU clock of a new thread starts near zero; that of a running one never returns
 * there. */
#define REUSE_LIMIT_NS (1000 * 1000)

/* Continues the wall clock over all threads in file order. The result is valid while
 * the clock is not disordered. */
gint64
tv_file_clock_step (TvFileClock *clock, gint64 raw)
{
  gint32 step = (gint32) ((guint32) raw - (guint32) clock->now);

  if (!clock->started)
    clock->now = raw;
  else
    {
      clock->now += step;
      if (step <= DISORDER)
        clock->disordered = TRUE;
    }
  clock->started = TRUE;
  clock->latest = MAX (clock->latest, clock->now);
  return MAX (clock->now, 0);
}

/* Only the thread-cpu clock shows that an id was given to a new thread. */
static gboolean
is_reuse (gint64 raw, const TvClockRules *rules, TvClock kind)
{
  return kind == TV_CLOCK_THREAD_CPU && raw <= REUSE_LIMIT_NS / rules->unit;
}

/* Finds out what a step back means and repairs it. */
static TvClockStep
repair_step_back (TvThreadClock *clock, gint64 raw, const TvClockRules *rules,
                  TvClock kind, gint64 *time)
{
  if (rules->wrap[kind] == TV_WRAP_PER_THREAD && clock->previous - *time > WRAP / 2)
    {
      clock->offset += WRAP;
      *time += WRAP;
      return TV_CLOCK_STEP_WRAPPED;
    }
  if (is_reuse (raw, rules, kind))
    {
      clock->offset = clock->previous;
      *time = raw + clock->offset;
      return TV_CLOCK_STEP_REUSED;
    }
  *time = clock->previous;
  return TV_CLOCK_STEP_BACKWARDS;
}

/* The rare case of tv_thread_clock_step(). */
TvClockStep
tv_thread_clock_repair (TvThreadClock *clock, gint64 raw, const TvClockRules *rules,
                        TvClock kind, gint64 *time)
{
  TvClockStep result = TV_CLOCK_STEP_FINE;
  gint64 now;

  if (G_UNLIKELY (raw >= (gint64) TV_TIME_IMPOSSIBLE))
    {
      *time = clock->previous;
      return TV_CLOCK_STEP_IMPOSSIBLE;
    }
  now = raw + clock->offset;
  if (G_UNLIKELY (now < clock->previous))
    result = repair_step_back (clock, raw, rules, kind, &now);
  if (now > rules->latest)
    {
      now = rules->latest;
      if (result != TV_CLOCK_STEP_REUSED)
        result = TV_CLOCK_STEP_TOO_LATE;
    }
  clock->previous = now;
  *time = now;
  return result;
}
