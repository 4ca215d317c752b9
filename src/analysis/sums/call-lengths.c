/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/call-lengths.h"

#include "analysis/sums/range-worklist.h"

/* A pass of its own over the calls, because lengths are rarely needed: the sums that
 * every profile needs take one cache line per method, and lengths would take another.
 */

struct _TvCallLengths
{
  gatomicrefcount references;
  TvProfile *profile;
  TvClock clock;
  TvCallLength *lengths; /* by method */
};

typedef struct
{
  guint n_methods;
  TvClock clock;
} Measuring;

static TvCallLength *
new_lengths (guint n)
{
  TvCallLength *lengths = g_new (TvCallLength, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    lengths[i] = (TvCallLength){ G_MININT64, G_MAXINT64, 0 };
  return lengths;
}

static inline void
add_length (TvCallLength *length, gint64 inclusive)
{
  length->longest = MAX (length->longest, inclusive);
  length->shortest = MIN (length->shortest, inclusive);
  length->all += inclusive;
}

static void
join (TvCallLength *length, const TvCallLength *more)
{
  length->longest = MAX (length->longest, more->longest);
  length->shortest = MIN (length->shortest, more->shortest);
  length->all += more->all;
}

/* A method without calls has no lengths. */
static void
clear_uncalled (TvCallLength *lengths, guint n)
{
  for (guint i = 0; i < n; i++)
    if (lengths[i].longest < lengths[i].shortest)
      lengths[i] = (TvCallLength){ 0 };
}

static gpointer
new_sums (gconstpointer data)
{
  return new_lengths (((const Measuring *) data)->n_methods);
}

static void
add_slice (gpointer data, const TvRangeSlice *slice, gconstpointer user_data)
{
  TvCallLength *lengths = data;
  const TvClock clock = ((const Measuring *) user_data)->clock;
  const TvThreadRange *range = slice->range;
  const TvCalls calls = range->calls;
  const gint64 to = range->to[clock];

  for (guint32 i = 0; slice->has_open_calls && i < range->n_open; i++)
    {
      const guint32 call = range->open_calls[i];
      gint64 inclusive[TV_N_CLOCKS];

      if (tv_thread_range_clip_call (range, call, inclusive))
        add_length (&lengths[tv_calls_method (&calls, call)], inclusive[clock]);
    }
  for (gsize call = slice->first_call; call < slice->end_call; call++)
    add_length (&lengths[tv_calls_method (&calls, call)],
                MIN (tv_times_get (&calls.end[clock], call), to)
                    - tv_times_get (&calls.start[clock], call));
}

static void
merge_sums (gpointer data, gpointer more_data, gconstpointer user_data)
{
  TvCallLength *lengths = data;
  const TvCallLength *more = more_data;

  for (guint i = 0; i < ((const Measuring *) user_data)->n_methods; i++)
    join (&lengths[i], &more[i]);
  g_free (more_data);
}

/**
 * tv_call_lengths_new:
 * @profile: the profile whose calls are measured
 * @clock: a clock of the trace
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Measures the calls. Takes time as tv_profile_new_for_range() does, but less: call it
 * in a worker.
 *
 * Returns: (transfer full) (nullable): the lengths, or %NULL with @error set
 */
TvCallLengths *
tv_call_lengths_new (TvProfile *profile, TvClock clock, GCancellable *cancellable,
                     GError **error)
{
  static const TvRangeWork work = { new_sums, add_slice, merge_sums };
  g_autoptr (TvCallLengths) self = NULL;
  Measuring measuring = { .clock = clock };
  TvTrace *trace;

  g_return_val_if_fail (profile != NULL, NULL);
  trace = tv_profile_get_trace (profile);
  g_return_val_if_fail (tv_trace_has_clock (trace, clock), NULL);

  measuring.n_methods = tv_trace_get_n_methods (trace);
  self = g_new0 (TvCallLengths, 1);
  g_atomic_ref_count_init (&self->references);
  self->profile = tv_profile_ref (profile);
  self->clock = clock;
  self->lengths = tv_range_worklist_run (trace, tv_profile_get_range (profile), &work,
                                         measuring.n_methods, &measuring, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  clear_uncalled (self->lengths, measuring.n_methods);
  return g_steal_pointer (&self);
}

TvCallLengths *
tv_call_lengths_ref (TvCallLengths *lengths)
{
  g_return_val_if_fail (lengths != NULL, NULL);

  g_atomic_ref_count_inc (&lengths->references);
  return lengths;
}

void
tv_call_lengths_unref (TvCallLengths *lengths)
{
  g_return_if_fail (lengths != NULL);

  if (!g_atomic_ref_count_dec (&lengths->references))
    return;
  tv_profile_unref (lengths->profile);
  g_free (lengths->lengths);
  g_free (lengths);
}

/**
 * tv_call_lengths_get_clock:
 * @lengths: lengths of calls
 *
 * Returns: the clock of the lengths
 */
TvClock
tv_call_lengths_get_clock (const TvCallLengths *lengths)
{
  g_return_val_if_fail (lengths != NULL, TV_CLOCK_WALL);

  return lengths->clock;
}

/**
 * tv_call_lengths_get:
 * @lengths: lengths of calls
 * @method: index of a method of the trace
 *
 * Returns: (transfer none): the lengths of its calls
 */
const TvCallLength *
tv_call_lengths_get (const TvCallLengths *lengths, guint32 method)
{
  g_return_val_if_fail (lengths != NULL, NULL);
  g_return_val_if_fail (
      method < tv_trace_get_n_methods (tv_profile_get_trace (lengths->profile)), NULL);

  return &lengths->lengths[method];
}

/**
 * tv_call_lengths_sum_up:
 * @lengths: lengths of calls
 * @groups: groups of the methods of the same trace
 *
 * Merges the lengths of all methods of a group, nested calls included.
 *
 * Returns: (transfer full) (array): the lengths by group
 */
TvCallLength *
tv_call_lengths_sum_up (const TvCallLengths *lengths, const TvMethodGroups *groups)
{
  TvCallLength *sums;
  guint n_groups;
  guint n_methods;

  g_return_val_if_fail (lengths != NULL && groups != NULL, NULL);

  n_groups = groups->n;
  n_methods = groups->n_methods;
  sums = new_lengths (n_groups);
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (lengths->profile, i);
      const guint32 group = groups->by_method[i];

      if (group != TV_METHOD_GROUP_NONE
          && (totals->calls > 0 || totals->recursive_calls > 0))
        join (&sums[group], &lengths->lengths[i]);
    }
  clear_uncalled (sums, n_groups);
  return sums;
}
