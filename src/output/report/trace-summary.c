/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/trace-summary.h"

static void
add_methods (TvTraceSummary *summary, const TvProfile *profile, const TvTrace *trace)
{
  for (guint method = 0; method < tv_trace_get_n_methods (trace); method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

      if (tv_trace_get_method (trace, method)->named)
        summary->n_methods_named++;
      else
        summary->n_methods_unnamed++;
      if (totals->calls > 0)
        summary->n_methods_called++;
      summary->calls += totals->calls;
      summary->recursive_calls += totals->recursive_calls;
    }
}

static void
add_calls (TvTraceSummary *summary, const TvCalls *calls)
{
  for (gsize call = 0; call < calls->n; call++)
    {
      guint8 flags = calls->flags[call];

      summary->pre_open += (flags & TV_CALL_PRE_OPEN) != 0;
      summary->still_open += (flags & TV_CALL_STILL_OPEN) != 0;
      summary->exits_lost += (flags & TV_CALL_EXIT_LOST) != 0;
      summary->by_exception += (flags & TV_CALL_BY_EXCEPTION) != 0;
    }
}

static void
add_thread (TvTraceSummary *summary, const TvTrace *trace, guint index)
{
  const TvThread *thread = tv_trace_get_thread (trace, index);
  TvCalls calls = tv_trace_get_calls (trace, index);
  TvWaits waits = tv_trace_get_waits (trace, index);
  gboolean is_first = summary->n_threads_with_events == 0;

  summary->n_threads++;
  if (thread->n_events == 0)
    return;
  summary->n_threads_with_events++;
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (is_first || thread->first[clock] < summary->first[clock])
        summary->first[clock] = thread->first[clock];
      if (is_first || thread->last[clock] > summary->last[clock])
        summary->last[clock] = thread->last[clock];
      summary->root_inclusive[clock] += thread->root_inclusive[clock];
    }
  add_calls (summary, &calls);
  summary->n_waits += waits.n;
  for (gsize wait = 0; wait < waits.n; wait++)
    summary->waiting
        += tv_times_get (&waits.end, wait) - tv_times_get (&waits.start, wait);
}

/* Counts what is in a trace. It looks at every call, so for a trace that may be big it
 * belongs in a worker thread. */
gboolean
tv_trace_summarize (const TvProfile *profile, TvTraceSummary *summary,
                    GCancellable *cancellable, GError **error)
{
  const TvTrace *trace;

  g_return_val_if_fail (profile != NULL && summary != NULL, FALSE);

  trace = tv_profile_get_trace (profile);
  *summary = (TvTraceSummary){ 0 };
  add_methods (summary, profile, trace);
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_thread (summary, trace, thread);
    }
  return TRUE;
}
