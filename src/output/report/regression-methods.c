/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/regression-methods.h"

#include "output/report/regression-names.h"

struct _TvRegressionMethods
{
  guint n_methods;
  GStringChunk *names;
  /* One row a method of the trace, then (toplevel). */
  TvRegressionMethod *rows;
  guint n_ranked;
  const TvRegressionMethod **ranked;
};

static void
fill_from_profile (TvRegressionMethods *methods, const TvProfile *profile)
{
  const TvTrace *trace = tv_profile_get_trace (profile);

  for (guint method = 0; method < methods->n_methods; method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
      TvRegressionMethod *row = &methods->rows[method];
      g_autofree char *name = NULL;

      if (totals->calls == 0)
        continue;
      name = tv_method_dup_full_name (tv_trace_get_method (trace, method));
      row->name = g_string_chunk_insert (methods->names, name);
      for (int clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          row->inclusive[clock] = totals->inclusive[clock];
          row->exclusive[clock] = totals->exclusive[clock];
        }
      /* Traceview floors this at 0 for each call. Here the waits of a call lie apart
       * from each other and from its callees, so that no call falls below. */
      row->exclusive[TV_CLOCK_WALL] -= totals->waiting;
      row->calls = totals->calls;
      row->recursive_calls = totals->recursive_calls;
    }
}

/* Traceview always has a root call above a thread's calls. It takes the whole CPU span
 * of the thread, but of the wall clock only what the calls and waits under it took. */
static void
fill_toplevel (TvRegressionMethods *methods, const TvTrace *trace)
{
  TvRegressionMethod *toplevel = &methods->rows[methods->n_methods];
  guint n_threads = tv_trace_get_n_threads (trace);

  toplevel->name = TV_REGRESSION_TOPLEVEL;
  toplevel->calls = n_threads;
  for (guint thread = 0; thread < n_threads; thread++)
    {
      const TvThread *info = tv_trace_get_thread (trace, thread);
      TvWaits waits = tv_trace_get_waits (trace, thread);
      gint64 span = info->last[TV_CLOCK_THREAD_CPU] - info->first[TV_CLOCK_THREAD_CPU];

      toplevel->inclusive[TV_CLOCK_THREAD_CPU] += span;
      toplevel->exclusive[TV_CLOCK_THREAD_CPU]
          += span - info->root_inclusive[TV_CLOCK_THREAD_CPU];
      toplevel->inclusive[TV_CLOCK_WALL] += info->root_inclusive[TV_CLOCK_WALL];
      for (gsize wait = 0; wait < waits.n; wait++)
        if (waits.call[wait] == TV_CALL_NONE)
          toplevel->inclusive[TV_CLOCK_WALL]
              += tv_times_get (&waits.end, wait) - tv_times_get (&waits.start, wait);
    }
}

static void
add_axis_times (TvRegressionMethods *methods, const TvCalls *calls)
{
  for (gsize call = 0; call < calls->n; call++)
    {
      guint32 parent = calls->parent[call];
      TvRegressionMethod *row = &methods->rows[tv_calls_method (calls, call)];
      TvRegressionMethod *caller
          = &methods->rows[parent == TV_CALL_NONE ? methods->n_methods
                                                  : tv_calls_method (calls, parent)];
      gint64 inclusive = tv_times_get (&calls->axis_end, call)
                         - tv_times_get (&calls->axis_start, call);

      row->exclusive[TV_CLOCK_WALL] += inclusive;
      if (!(calls->flags[call] & TV_CALL_RECURSIVE))
        row->inclusive[TV_CLOCK_WALL] += inclusive;
      if (parent == TV_CALL_NONE)
        caller->inclusive[TV_CLOCK_WALL] += inclusive;
      else
        caller->exclusive[TV_CLOCK_WALL] -= inclusive;
    }
}

/* Without a wall clock the real times are those of the timeline's axis. */
static gboolean
fill_from_axis (TvRegressionMethods *methods, const TvTrace *trace,
                GCancellable *cancellable, GError **error)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_axis_times (methods, &calls);
    }
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvRegressionMethod *first = *(const TvRegressionMethod *const *) a;
  const TvRegressionMethod *second = *(const TvRegressionMethod *const *) b;
  TvClock clock = *(const TvClock *) user_data;
  int order;

  if (first->inclusive[clock] != second->inclusive[clock])
    return first->inclusive[clock] > second->inclusive[clock] ? -1 : 1;
  order = tv_regression_compare_names (first->name, second->name);
  return order != 0 ? order : (first > second) - (first < second);
}

/* Traceview drops what took no time on the clock that ranks. */
static void
rank_rows (TvRegressionMethods *methods, TvClock clock)
{
  methods->ranked = g_new (const TvRegressionMethod *, (gsize) methods->n_methods + 1);
  for (guint row = 0; row <= methods->n_methods; row++)
    if (methods->rows[row].inclusive[clock] > 0)
      methods->ranked[methods->n_ranked++] = &methods->rows[row];
  g_qsort_with_data (methods->ranked, methods->n_ranked, sizeof *methods->ranked,
                     compare_rows, &clock);
}

/* Works out Traceview's method statistics. Unlike there, `(toplevel)` stays in even
 * where a method has the id 0. */
TvRegressionMethods *
tv_regression_methods_new (const TvProfile *profile, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (TvRegressionMethods) methods = NULL;
  const TvTrace *trace;

  g_return_val_if_fail (profile != NULL, NULL);

  trace = tv_profile_get_trace (profile);
  methods = g_new0 (TvRegressionMethods, 1);
  methods->n_methods = tv_trace_get_n_methods (trace);
  methods->names = g_string_chunk_new (64 * 1024);
  methods->rows = g_new0 (TvRegressionMethod, (gsize) methods->n_methods + 1);
  fill_from_profile (methods, profile);
  fill_toplevel (methods, trace);
  if (!tv_trace_has_clock (trace, TV_CLOCK_WALL)
      && !fill_from_axis (methods, trace, cancellable, error))
    return NULL;
  rank_rows (methods, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&methods);
}

/* Frees methods with its rows and names. */
void
tv_regression_methods_free (TvRegressionMethods *methods)
{
  if (methods == NULL)
    return;
  g_string_chunk_free (methods->names);
  g_free (methods->rows);
  g_free (methods->ranked);
  g_free (methods);
}

/* Returns the row `(toplevel)`, whose inclusive times are the totals of the trace. */
const TvRegressionMethod *
tv_regression_methods_get_toplevel (const TvRegressionMethods *methods)
{
  g_return_val_if_fail (methods != NULL, NULL);

  return &methods->rows[methods->n_methods];
}

const TvRegressionMethod *
tv_regression_methods_get (const TvRegressionMethods *methods, guint32 method)
{
  g_return_val_if_fail (methods != NULL && method < methods->n_methods, NULL);

  return &methods->rows[method];
}

/* Returns how many rows took any time on the trace's primary clock. */
guint
tv_regression_methods_get_n_ranked (const TvRegressionMethods *methods)
{
  g_return_val_if_fail (methods != NULL, 0);

  return methods->n_ranked;
}

const TvRegressionMethod *
tv_regression_methods_get_ranked (const TvRegressionMethods *methods, guint rank)
{
  g_return_val_if_fail (methods != NULL && rank < methods->n_ranked, NULL);

  return methods->ranked[rank];
}
