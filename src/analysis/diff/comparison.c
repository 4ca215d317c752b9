/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/diff/comparison.h"

#include "trace/model/trace-samples.h"

/* Samples have weights alone. */
static gboolean
has_amounts (const TvTrace *trace, TvClock clock)
{
  return tv_trace_has_clock (trace, clock)
         && (clock == TV_CLOCK_THREAD_CPU || !tv_trace_has_samples (trace));
}

/**
 * tv_traces_measure_the_same:
 * @old: a trace
 * @now: another trace
 *
 * Returns: whether what they took can be subtracted. Samples are no measured times, and
 *   weights of different events have different units: these have only shares in common
 */
gboolean
tv_traces_measure_the_same (const TvTrace *old, const TvTrace *now)
{
  const TvClock weight = TV_CLOCK_THREAD_CPU;

  g_return_val_if_fail (old != NULL && now != NULL, FALSE);

  if (tv_trace_has_samples (old) != tv_trace_has_samples (now))
    return FALSE;
  return !tv_trace_has_samples (old)
         || (tv_trace_get_clock_quantity (old, weight)
                 == tv_trace_get_clock_quantity (now, weight)
             && g_str_equal (tv_trace_get_clock_title (old, weight),
                             tv_trace_get_clock_title (now, weight)));
}

/**
 * tv_traces_find_old_clock:
 * @old: a trace
 * @now: the trace that is compared with it
 * @clock: a clock
 * @old_clock: (out): the clock of @old that @clock of @now is compared with
 *
 * Clocks are compared with the same ones. Only where the traces measure different
 * things anyway, a clock that the old one lacks is compared with its primary one.
 * Samples have weights alone, on the CPU clock.
 *
 * Returns: whether there is one, and @now has @clock
 */
gboolean
tv_traces_find_old_clock (const TvTrace *old, const TvTrace *now, TvClock clock,
                          TvClock *old_clock)
{
  g_return_val_if_fail (old != NULL && now != NULL, FALSE);
  g_return_val_if_fail (clock < TV_N_CLOCKS && old_clock != NULL, FALSE);

  *old_clock = clock;
  if (!has_amounts (now, clock))
    return FALSE;
  if (has_amounts (old, clock))
    return TRUE;
  *old_clock = tv_trace_get_primary_clock (old);
  return has_amounts (old, *old_clock) && !tv_traces_measure_the_same (old, now);
}

/**
 * tv_comparison_init:
 * @self: (out caller-allocates): the comparison
 * @old: the sums of the old trace, or of a part of it
 * @now: the sums of the new trace
 * @by_share: whether shares are compared, each of the time of all calls of its sums
 */
void
tv_comparison_init (TvComparison *self, const TvProfile *old, const TvProfile *now,
                    gboolean by_share)
{
  g_return_if_fail (self != NULL && old != NULL && now != NULL);

  self->by_share = by_share;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      (void) tv_traces_find_old_clock (tv_profile_get_trace (old),
                                       tv_profile_get_trace (now), clock,
                                       &self->old_clock[clock]);
      self->whole[TV_DIFF_OLD][clock]
          = tv_profile_get_root_inclusive (old, self->old_clock[clock]);
      self->whole[TV_DIFF_NEW][clock] = tv_profile_get_root_inclusive (now, clock);
    }
}

/**
 * tv_comparison_get_number:
 * @self: a comparison
 * @side: a trace
 * @clock: a clock of the new trace
 * @amount: what something took in the trace of @side
 *
 * Returns: the number to compare: @amount, or its share in billionths, rounded; of
 *   nothing, everything is 0
 */
gint64
tv_comparison_get_number (const TvComparison *self, TvDiffSide side, TvClock clock,
                          gint64 amount)
{
  const gint64 whole = self->whole[side][clock];
  double share;

  if (!self->by_share)
    return amount;
  if (whole <= 0)
    return 0;
  share = (double) amount / (double) whole * (double) TV_SHARE_WHOLE;
  return (gint64) (share < 0 ? share - 0.5 : share + 0.5);
}
