/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/sample-counts.h"

#include "trace/model/trace-samples.h"
#include "trace/transform/transform.h"

/* Returns the call of the trace that a call of the original became a part of, or
 * TV_CALL_NONE. */
static guint32
find_kept (const TvTrace *trace, guint thread, const TvCalls *original, guint32 call)
{
  for (; call != TV_CALL_NONE; call = original->parent[call])
    {
      const guint32 kept = tv_trace_find_transformed_call (trace, thread, call);

      if (kept < tv_trace_get_thread (trace, thread)->n_calls
          && tv_trace_get_original_call (trace, thread, kept) == call)
        return kept;
    }
  return TV_CALL_NONE;
}

/* Counts the samples of each call, without those of its callees. */
static guint32 *
count_leaves (const TvTrace *trace, const TvProfileRange *range, guint thread)
{
  const TvCalls original = tv_trace_get_calls (tv_trace_get_original (trace), thread);
  const TvSamples samples = tv_trace_get_samples (trace, thread);
  guint32 *counts
      = g_new0 (guint32, MAX (tv_trace_get_thread (trace, thread)->n_calls, 1));

  for (gsize i = 0; i < samples.n; i++)
    {
      guint32 call;

      if (samples.time != NULL
          && (samples.time[i] < range->start || samples.time[i] > range->end))
        continue;
      call = find_kept (trace, thread, &original, samples.leaf[i]);
      if (call != TV_CALL_NONE)
        counts[call]++;
    }
  return counts;
}

/* Counts for each method the samples that have it on their stacks, however often. After
 * calls were dropped with their time, the samples that are left are not known. Where
 * weights are numbers of samples, they say so. */
void
tv_sample_counts_add (const TvTrace *trace, const TvProfileRange *range,
                      TvMethodTotals *totals)
{
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree guint64 *seen = NULL; /* by method: the last call whose stack had it */
  guint64 stack = 0;

  if (tv_trace_get_n_sample_events (trace) == 0 || tv_trace_weighs_samples (trace)
      || tv_trace_has_drops (trace))
    return;
  seen = g_new0 (guint64, MAX (n_methods, 1));
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, thread);
      g_autofree guint32 *counts = NULL;

      if (range->threads != NULL && !tv_thread_set_contains (range->threads, thread))
        continue;
      counts = count_leaves (trace, range, thread);
      for (guint32 leaf = 0; leaf < calls.n; leaf++)
        {
          stack++;
          for (guint32 call = leaf; counts[leaf] > 0 && call != TV_CALL_NONE;
               call = calls.parent[call])
            {
              const guint32 method = tv_calls_method (&calls, call);

              if (seen[method] != stack)
                totals[method].samples += counts[leaf];
              seen[method] = stack;
            }
        }
    }
}
