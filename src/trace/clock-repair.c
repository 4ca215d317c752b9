/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/clock-repair.h"

#define WRAP (G_GINT64_CONSTANT (1) << 32)

/* In microseconds: neighbours in a file in order of time are never this far apart
 * backwards, batches of ART from 2023 on are. */
#define DISORDER (-1000000)

/* A new thread's CPU clock starts near zero; that of a running one never does so again.
 */
#define REUSE_LIMIT_NS (1000 * 1000)

/**
 * tv_clock_rules_get_reuse_limit:
 * @rules: the rules
 * @clock: a clock
 *
 * Returns: what tv_thread_clock_step() wants to know: only the thread-cpu clock tells
 *   that an id was given to a new thread
 */
gint64
tv_clock_rules_get_reuse_limit (const TvClockRules *rules, TvClock clock)
{
  return clock == TV_CLOCK_THREAD_CPU ? REUSE_LIMIT_NS / rules->unit : -1;
}

/**
 * tv_file_clock_step:
 * @clock: the clock, all zero before the first step
 * @raw: a record's 32-bit wall time, in microseconds
 *
 * Carries the wall clock on over all threads in file order. The result means something
 * only while @clock is not disordered.
 *
 * Returns: the time in 64 bits, not below 0
 */
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

/**
 * tv_thread_clock_step:
 * @clock: the clock, all zero before the first step
 * @raw: a record's time
 * @rule: how wraps are found; with %TV_WRAP_IN_FILE_ORDER @raw comes from
 *   tv_file_clock_step()
 * @reuse_limit: a drop to this or less means that the id was given to a new thread; -1
 *   for clocks that cannot tell
 * @time: (out): the repaired time, never before that of the last step
 *
 * Repairs the next time of a thread: a wrap adds 2³², a reused id goes on from the last
 * value, and anything else that goes back is held at the last value.
 *
 * Returns: what was repaired
 */
TvClockStep
tv_thread_clock_step (TvThreadClock *clock, gint64 raw, TvWrapRule rule,
                      gint64 reuse_limit, gint64 *time)
{
  gint64 now = raw + clock->offset;
  TvClockStep result = TV_CLOCK_STEP_FINE;

  if (clock->started && G_UNLIKELY (now < clock->previous))
    {
      if (rule == TV_WRAP_PER_THREAD && clock->previous - now > WRAP / 2)
        {
          clock->offset += WRAP;
          now += WRAP;
          result = TV_CLOCK_STEP_WRAPPED;
        }
      else if (raw <= reuse_limit)
        {
          clock->offset = clock->previous;
          now = raw + clock->offset;
          result = TV_CLOCK_STEP_REUSED;
        }
      else
        {
          now = clock->previous;
          result = TV_CLOCK_STEP_BACKWARDS;
        }
    }
  clock->started = TRUE;
  clock->previous = now;
  *time = now;
  return result;
}
