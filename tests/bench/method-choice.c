/* SPDX-License-Identifier: Apache-2.0 */

/* The methods of a trace whose relatives are the most work. */

#include "bench/method-choice.h"

#include "trace/model/trace.h"

/**
 * tv_method_choice_heaviest:
 * @profile: a profile of a trace with methods
 *
 * Returns: index of the method with the longest inclusive time on the primary clock
 */
guint32
tv_method_choice_heaviest (const TvProfile *profile)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  TvClock clock = tv_trace_get_primary_clock (trace);
  guint32 heaviest = 0;
  gint64 most = -1;

  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      gint64 inclusive = tv_profile_get_totals (profile, i)->inclusive[clock];

      if (inclusive > most)
        {
          most = inclusive;
          heaviest = i;
        }
    }
  return heaviest;
}

/* Sets the bit of every pair of caller and callee, and counts each for both. */
static void
count_relatives (const TvTrace *trace, guint thread, gsize n_methods, guint8 *pairs,
                 guint32 *n_relatives)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);

  for (gsize i = 0; i < calls.n; i++)
    if (calls.parent[i] != TV_CALL_NONE)
      {
        guint32 caller = tv_calls_method (&calls, calls.parent[i]);
        guint32 callee = tv_calls_method (&calls, i);
        gsize pair = caller * n_methods + callee;

        if ((pairs[pair / 8] >> (pair % 8) & 1) == 0)
          {
            pairs[pair / 8] |= (guint8) (1 << (pair % 8));
            n_relatives[caller]++;
            n_relatives[callee]++;
          }
      }
}

/**
 * tv_method_choice_widest:
 * @trace: a trace with methods, but not so many that a bit for each pair of them would
 *   not fit into memory
 *
 * Returns: index of the method with the most callers and callees together
 */
guint32
tv_method_choice_widest (const TvTrace *trace)
{
  gsize n_methods = tv_trace_get_n_methods (trace);
  g_autofree guint8 *pairs = g_malloc0 (n_methods * n_methods / 8 + 1);
  g_autofree guint32 *n_relatives = g_new0 (guint32, n_methods);
  guint32 widest = 0;

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    count_relatives (trace, i, n_methods, pairs, n_relatives);
  for (guint32 i = 0; i < n_methods; i++)
    if (n_relatives[i] > n_relatives[widest])
      widest = i;
  return widest;
}
