/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/profile.h"

/* Cancelling is looked at once in so many calls. */
#define CALLS_PER_CHECK (1u << 18)

struct _TvProfile
{
  gatomicrefcount references;
  TvTrace *trace;
  guint first_thread;
  guint n_threads;
  TvMethodTotals *totals;
  gint64 root_inclusive[TV_N_CLOCKS];
  guint64 n_waits;
};

/* The calls that first_call and longest_call name so far, by method. */
typedef struct
{
  gint64 first_start;
  gint64 longest;
} Extremes;

typedef struct
{
  TvProfile *profile;
  Extremes *extremes;
  gboolean has_clock[TV_N_CLOCKS];
  TvClock primary;
  guint32 thread;
  TvCalls calls;
} Pass;

static void
note_extremes (Pass *pass, guint32 call, gint64 inclusive)
{
  guint32 method = tv_calls_method (&pass->calls, call);
  TvMethodTotals *totals = &pass->profile->totals[method];
  Extremes *extremes = &pass->extremes[method];
  gint64 start = tv_times_get (&pass->calls.axis_start, call);

  if (totals->first_call.thread == TV_THREAD_NONE || start < extremes->first_start)
    {
      totals->first_call.thread = pass->thread;
      totals->first_call.call = call;
      extremes->first_start = start;
    }
  if (totals->longest_call.thread == TV_THREAD_NONE || inclusive > extremes->longest)
    {
      totals->longest_call.thread = pass->thread;
      totals->longest_call.call = call;
      extremes->longest = inclusive;
    }
}

/* A call's inclusive time is added to its method's exclusive and taken off its
 * caller's: what remains at the end is the time without callees, found without a stack.
 */
static void
add_call (Pass *pass, guint32 call)
{
  const TvCalls *calls = &pass->calls;
  TvMethodTotals *all = pass->profile->totals;
  TvMethodTotals *totals = &all[tv_calls_method (calls, call)];
  guint32 parent = calls->parent[call];
  gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  gint64 inclusive[TV_N_CLOCKS];

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (!pass->has_clock[clock])
        continue;
      inclusive[clock] = tv_times_get (&calls->end[clock], call)
                         - tv_times_get (&calls->start[clock], call);
      totals->exclusive[clock] += inclusive[clock];
      if (parent != TV_CALL_NONE)
        all[tv_calls_method (calls, parent)].exclusive[clock] -= inclusive[clock];
      if (!recursive)
        totals->inclusive[clock] += inclusive[clock];
    }
  if (recursive)
    totals->recursive_calls++;
  else
    totals->calls++;
  note_extremes (pass, call, inclusive[pass->primary]);
}

static void
add_waits (Pass *pass)
{
  TvWaits waits = tv_trace_get_waits (pass->profile->trace, pass->thread);

  pass->profile->n_waits += waits.n;
  for (gsize i = 0; i < waits.n; i++)
    {
      TvMethodTotals *totals;

      if (waits.call[i] == TV_CALL_NONE)
        continue;
      totals = &pass->profile->totals[tv_calls_method (&pass->calls, waits.call[i])];
      totals->waiting += tv_times_get (&waits.end, i) - tv_times_get (&waits.start, i);
      totals->n_waits++;
    }
}

static gboolean
add_thread (Pass *pass, guint32 thread, GCancellable *cancellable, GError **error)
{
  const TvThread *row = tv_trace_get_thread (pass->profile->trace, thread);

  pass->thread = thread;
  pass->calls = tv_trace_get_calls (pass->profile->trace, thread);
  for (gsize i = 0; i < pass->calls.n; i++)
    {
      if (i % CALLS_PER_CHECK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_call (pass, (guint32) i);
    }
  add_waits (pass);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pass->profile->root_inclusive[clock] += row->root_inclusive[clock];
  return TRUE;
}

static TvProfile *
make_profile (TvTrace *trace, guint first, guint n, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (TvProfile) profile = g_new0 (TvProfile, 1);
  guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree Extremes *extremes = g_new0 (Extremes, MAX (n_methods, 1));
  Pass pass = { .profile = profile, .extremes = extremes };

  g_atomic_ref_count_init (&profile->references);
  profile->trace = tv_trace_ref (trace);
  profile->first_thread = first;
  profile->n_threads = n;
  profile->totals = g_new0 (TvMethodTotals, MAX (n_methods, 1));
  for (guint i = 0; i < n_methods; i++)
    profile->totals[i].first_call.thread = profile->totals[i].longest_call.thread
        = TV_THREAD_NONE;
  pass.primary = tv_trace_get_primary_clock (trace);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    pass.has_clock[clock] = tv_trace_has_clock (trace, clock);
  for (guint thread = first; thread < first + n; thread++)
    if (!add_thread (&pass, thread, cancellable, error))
      return NULL;
  return g_steal_pointer (&profile);
}

/**
 * tv_profile_new:
 * @trace: a trace
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each method took, over all threads. Takes time in proportion to the
 * number of calls: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvProfile *
tv_profile_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return make_profile (trace, 0, tv_trace_get_n_threads (trace), cancellable, error);
}

/**
 * tv_profile_new_for_thread:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @cancellable: (nullable): stops the summing
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what each method took on one thread.
 *
 * Returns: (transfer full) (nullable): the totals, or %NULL with @error set
 */
TvProfile *
tv_profile_new_for_thread (TvTrace *trace, guint thread, GCancellable *cancellable,
                           GError **error)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), NULL);

  return make_profile (trace, thread, 1, cancellable, error);
}

/**
 * tv_profile_ref:
 * @profile: a profile
 *
 * Adds a reference, from any thread.
 *
 * Returns: (transfer full): @profile
 */
TvProfile *
tv_profile_ref (TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  g_atomic_ref_count_inc (&profile->references);
  return profile;
}

/**
 * tv_profile_unref:
 * @profile: (transfer full): a profile
 *
 * Drops a reference, from any thread; the last one frees the profile.
 */
void
tv_profile_unref (TvProfile *profile)
{
  g_return_if_fail (profile != NULL);

  if (!g_atomic_ref_count_dec (&profile->references))
    return;
  tv_trace_unref (profile->trace);
  g_free (profile->totals);
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
 * tv_profile_get_threads:
 * @profile: a profile
 * @first: (out): index of the first thread that was summed up
 * @n_threads: (out): how many threads were summed up from there
 *
 * Tells whose calls a profile is about.
 */
void
tv_profile_get_threads (const TvProfile *profile, guint *first, guint *n_threads)
{
  g_return_if_fail (profile != NULL && first != NULL && n_threads != NULL);

  *first = profile->first_thread;
  *n_threads = profile->n_threads;
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

  return &profile->totals[method];
}

/**
 * tv_profile_get_root_inclusive:
 * @profile: a profile
 * @clock: a clock
 *
 * Returns: nanoseconds of all calls without a parent, which is what percentages are of:
 *   the exclusive times of all methods add up to it
 */
gint64
tv_profile_get_root_inclusive (const TvProfile *profile, TvClock clock)
{
  g_return_val_if_fail (profile != NULL, 0);
  g_return_val_if_fail (clock < TV_N_CLOCKS, 0);

  return profile->root_inclusive[clock];
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

  return profile->n_waits;
}
