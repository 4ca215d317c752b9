/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/profile.h"

#include "analysis/sums/profile-sums.h"
#include "analysis/sums/sample-counts.h"
#include "trace/model/column.h"
#include "trace/model/trace-samples.h"

#include <math.h>

struct _TvProfile
{
  gatomicrefcount references;
  TvProfile *base; /* the owner of @sums, for a renamed profile */
  TvTrace *trace;
  TvProfileRange range;
  TvProfileSums sums;
  double n_samples; /* as many of equal weight would be as exact; 0 without samples */
};

G_DEFINE_BOXED_TYPE (TvProfile, tv_profile, tv_profile_ref, tv_profile_unref)

static const TvProfileRange whole_trace = { .start = G_MININT64, .end = G_MAXINT64 };

/**
 * tv_profile_new:
 * @trace: a trace
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each method took on all threads. Takes time for each call, divided among
 * the processors: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvProfile *
tv_profile_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return tv_profile_new_for_range (trace, &whole_trace, cancellable, error);
}

/* Returns how many samples of equal weight tell as much as those of the range: the
 * square of the sum of the weights, divided by the sum of their squares, unless weights
 * are numbers of samples. Transforms may have dropped some of them.
 * Source: L. Kish, "Survey Sampling", 1965, chapter 11.7 */
static double
count_samples (const TvProfile *self)
{
  const TvProfileRange *range = &self->range;
  const gint64 weight = self->sums.root_inclusive[TV_CLOCK_THREAD_CPU];
  double sum = 0, squares = 0;

  if (tv_trace_weighs_samples (self->trace))
    return (double) weight / TV_WEIGHT_ONE;
  for (guint thread = 0; thread < tv_trace_get_n_threads (self->trace); thread++)
    {
      const TvSamples samples = tv_trace_get_samples (self->trace, thread);

      if (range->threads != NULL && !tv_thread_set_contains (range->threads, thread))
        continue;
      for (gsize i = 0; i < samples.n; i++)
        if (samples.time == NULL
            || (samples.time[i] >= range->start && samples.time[i] <= range->end))
          {
            sum += (double) samples.weight[i];
            squares += (double) samples.weight[i] * (double) samples.weight[i];
          }
    }
  if (squares <= 0)
    return 0;
  return sum * MIN (sum, (double) weight) / squares;
}

static gboolean
has_threads (TvTrace *trace, const TvThreadSet *set)
{
  const guint32 *threads;
  guint n;

  if (set == NULL)
    return TRUE;
  threads = tv_thread_set_get (set, &n);
  return n == 0 || threads[n - 1] < tv_trace_get_n_threads (trace);
}

/**
 * tv_profile_new_for_range:
 * @trace: a trace
 * @range: the part of it
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each method took in a range. Takes time for each call entered in the
 * range; for each thread also a bisection and the depth of its stack at both ends.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvProfile *
tv_profile_new_for_range (TvTrace *trace, const TvProfileRange *range,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (TvProfile) profile = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL, NULL);
  g_return_val_if_fail (range->start <= range->end, NULL);
  g_return_val_if_fail (has_threads (trace, range->threads), NULL);

  profile = g_new0 (TvProfile, 1);
  g_atomic_ref_count_init (&profile->references);
  profile->trace = tv_trace_ref (trace);
  profile->range = *range;
  if (range->threads != NULL)
    tv_thread_set_ref (range->threads);
  if (!tv_profile_sums_make (&profile->sums, trace, &profile->range, cancellable,
                             error))
    return NULL;
  if (tv_trace_get_n_sample_events (trace) > 0)
    {
      profile->n_samples = count_samples (profile);
      tv_sample_counts_add (trace, &profile->range, profile->sums.totals);
    }
  return g_steal_pointer (&profile);
}

/**
 * tv_profile_new_between:
 * @trace: a trace
 * @start: nanoseconds on the timeline's axis, see #TvAxis
 * @end: nanoseconds on the axis, not before @start
 * @threads: (nullable) (array length=n_threads): indexes of threads, %NULL for all
 * @n_threads: length of @threads
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each method took between two moments: calls that are open at a moment,
 * and waits, count with the part of their times that lies in between.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvProfile *
tv_profile_new_between (TvTrace *trace, gint64 start, gint64 end,
                        const guint32 *threads, guint n_threads,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (TvThreadSet) set
      = threads != NULL ? tv_thread_set_new (threads, n_threads) : NULL;
  const TvProfileRange range = { .start = start, .end = end, .threads = set };

  return tv_profile_new_for_range (trace, &range, cancellable, error);
}

/**
 * tv_profile_new_renamed:
 * @profile: sums
 * @trace: a trace that differs from that of @profile in the names of methods alone, see
 *   tv_trace_new_renamed()
 *
 * Shares the sums of @profile with a trace that has other names.
 *
 * Returns: (transfer full): the sums, of @trace
 */
TvProfile *
tv_profile_new_renamed (TvProfile *profile, TvTrace *trace)
{
  TvProfile *renamed;

  g_return_val_if_fail (profile != NULL && trace != NULL, NULL);
  g_return_val_if_fail (
      tv_trace_get_n_methods (trace) == tv_trace_get_n_methods (profile->trace), NULL);

  if (trace == profile->trace)
    return tv_profile_ref (profile);
  if (profile->base != NULL)
    return tv_profile_new_renamed (profile->base, trace);
  renamed = g_memdup2 (profile, sizeof *profile);
  g_atomic_ref_count_init (&renamed->references);
  renamed->base = tv_profile_ref (profile);
  renamed->trace = tv_trace_ref (trace);
  if (renamed->range.threads != NULL)
    tv_thread_set_ref (renamed->range.threads);
  return renamed;
}

TvProfile *
tv_profile_ref (TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  g_atomic_ref_count_inc (&profile->references);
  return profile;
}

void
tv_profile_unref (TvProfile *profile)
{
  g_return_if_fail (profile != NULL);

  if (!g_atomic_ref_count_dec (&profile->references))
    return;
  tv_trace_unref (profile->trace);
  g_clear_pointer (&profile->range.threads, tv_thread_set_unref);
  if (profile->base == NULL)
    tv_column_free (profile->sums.totals);
  g_clear_pointer (&profile->base, tv_profile_unref);
  g_free (profile);
}

/**
 * tv_profile_get_trace:
 * @profile: a profile
 *
 * Returns: (transfer none): the trace that was summed up
 */
TvTrace *
tv_profile_get_trace (const TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  return profile->trace;
}

/**
 * tv_profile_get_range:
 * @profile: a profile
 *
 * Returns: (transfer none): the part of the trace that was summed up; from %G_MININT64
 *   to %G_MAXINT64 for all of the time
 */
const TvProfileRange *
tv_profile_get_range (const TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  return &profile->range;
}

/**
 * tv_profile_get_totals:
 * @profile: a profile
 * @method: index of a method of the trace
 *
 * Returns: (transfer none): what the method took; all zero if it was never called
 */
const TvMethodTotals *
tv_profile_get_totals (const TvProfile *profile, guint method)
{
  g_return_val_if_fail (profile != NULL, NULL);
  g_return_val_if_fail (method < tv_trace_get_n_methods (profile->trace), NULL);

  return &profile->sums.totals[method];
}

/**
 * tv_profile_get_root_inclusive:
 * @profile: a profile
 * @clock: a clock
 *
 * Returns: nanoseconds of all calls without a parent, to which the exclusive times of
 *   all methods add up: 100 %
 */
gint64
tv_profile_get_root_inclusive (const TvProfile *profile, TvClock clock)
{
  g_return_val_if_fail (profile != NULL, 0);
  g_return_val_if_fail (clock < TV_N_CLOCKS, 0);

  return profile->sums.root_inclusive[clock];
}

/**
 * tv_profile_get_n_waits:
 * @profile: a profile
 *
 * Returns: number of waits of its threads, those outside all calls included
 */
guint64
tv_profile_get_n_waits (const TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, 0);

  return profile->sums.n_waits;
}

/**
 * tv_profile_get_n_samples:
 * @profile: a profile
 *
 * Returns: how many samples of equal weight would be as exact as those of the profile;
 *   0 if the trace has none
 */
double
tv_profile_get_n_samples (const TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, 0);

  return profile->n_samples;
}

/**
 * tv_profile_get_share_error:
 * @profile: a profile
 * @part: a part of the weight of all samples
 *
 * How far the share of a part may be off, because samples are few: the standard error
 * of a proportion p among n samples, sqrt (p (1 − p) / n). Of three profiles of the
 * same program, about two (68 %) have a share within it, 95 % within twice as much.
 * Source: https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval
 *
 * Returns: the standard error, from 0 to 0.5; negative if the trace has no samples
 */
double
tv_profile_get_share_error (const TvProfile *profile, gint64 part)
{
  double share;

  g_return_val_if_fail (profile != NULL, -1);

  if (profile->n_samples <= 0)
    return -1;
  share = (double) part
          / (double) MAX (profile->sums.root_inclusive[TV_CLOCK_THREAD_CPU], 1);
  share = CLAMP (share, 0, 1);
  return sqrt (share * (1 - share) / profile->n_samples);
}
