/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/call-waits.h"

#include "trace/model/trace-system.h"

#include <string.h>

/* Parts of the names of slices that stand for a wait. */
static const struct
{
  const char *start;
  const char *end;
  TvWaitReason reason;
} slice_names[] = {
  { "binder transaction", "", TV_WAIT_BINDER },
  { "AIDL::", "::client", TV_WAIT_BINDER },
  { "HIDL::", "::client", TV_WAIT_BINDER },
  { "Lock contention on ", "", TV_WAIT_LOCK },
  { "monitor contention with ", "", TV_WAIT_LOCK },
  { "Contending for pthread mutex", "", TV_WAIT_LOCK },
};

/* Parts of the names of functions in which the kernel blocks. */
static const struct
{
  const char *part;
  TvWaitReason reason;
} functions[] = {
  { "binder", TV_WAIT_BINDER },
  { "futex", TV_WAIT_LOCK },
  { "mutex", TV_WAIT_LOCK },
  { "rwsem", TV_WAIT_LOCK },
};

typedef struct
{
  const TvTrace *trace;
  gint64 start; /* of the call */
  gint64 end;
  GArray *rows; /* of guint32: rows of the thread */
  TvCallWaits *waits;
} Survey;

/* Rows of a thread */

static void
find_rows (Survey *survey, guint32 thread)
{
  const TvThread *wanted = tv_trace_get_thread (survey->trace, thread);

  survey->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < tv_trace_get_n_threads (survey->trace); i++)
    {
      const TvThread *row = tv_trace_get_thread (survey->trace, i);

      if (row->kind == TV_TRACK_THREAD && row->number == wanted->number
          && row->process == wanted->process)
        g_array_append_val (survey->rows, i);
    }
}

/* Returns the states of the thread, which one of its rows has; there may be none. */
static TvThreadStates
find_states (const Survey *survey)
{
  TvThreadStates states = { 0 };

  for (guint i = 0; i < survey->rows->len && states.n == 0; i++)
    states
        = tv_trace_get_states (survey->trace, g_array_index (survey->rows, guint32, i));
  return states;
}

/* Reasons */

static TvWaitReason
find_slice_reason (const TvTrace *trace, guint32 method)
{
  const char *name = tv_trace_get_method (trace, method)->name;

  for (guint i = 0; i < G_N_ELEMENTS (slice_names) && tv_trace_is_slice (trace, method);
       i++)
    if (g_str_has_prefix (name, slice_names[i].start)
        && g_str_has_suffix (name, slice_names[i].end))
      return slice_names[i].reason;
  return TV_WAIT_UNKNOWN;
}

/* Finds the innermost slice of a row at a time that stands for a wait. */
static TvWaitReason
find_row_reason (const Survey *survey, guint32 row, gint64 time)
{
  const TvCalls calls = tv_trace_get_calls (survey->trace, row);
  const TvTimes *starts = &calls.start[TV_CLOCK_WALL];
  gsize low = 0, high = calls.n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (tv_times_get (starts, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint32 call = low > 0 ? (guint32) low - 1 : TV_CALL_NONE; call != TV_CALL_NONE;
       call = calls.parent[call])
    if (tv_times_get (&calls.end[TV_CLOCK_WALL], call) > time)
      {
        const TvWaitReason reason
            = find_slice_reason (survey->trace, tv_calls_method (&calls, call));

        if (reason != TV_WAIT_UNKNOWN)
          return reason;
      }
  return TV_WAIT_UNKNOWN;
}

/* A thread that sleeps ends no slice, so those at the beginning are those of the whole
 * sleep. */
static TvWaitReason
find_sleep_reason (const Survey *survey, const TvThreadState *state)
{
  for (guint i = 0; i < survey->rows->len; i++)
    {
      const TvWaitReason reason = find_row_reason (
          survey, g_array_index (survey->rows, guint32, i), state->start);

      if (reason != TV_WAIT_UNKNOWN)
        return reason;
    }
  for (guint i = 0; i < G_N_ELEMENTS (functions) && state->blocked_function != NULL;
       i++)
    if (strstr (state->blocked_function, functions[i].part) != NULL)
      return functions[i].reason;
  return state->kind == TV_STATE_SLEEPING ? TV_WAIT_ASLEEP : TV_WAIT_KERNEL;
}

static TvWaitReason
find_reason (const Survey *survey, const TvThreadState *state)
{
  switch (state->kind)
    {
    case TV_STATE_RUNNING:
      return TV_WAIT_RUNNING;
    case TV_STATE_RUNNABLE:
    case TV_STATE_PREEMPTED:
    case TV_STATE_CREATED:
      return TV_WAIT_RUNNABLE;
    case TV_STATE_IO:
      return TV_WAIT_IO;
    case TV_STATE_SLEEPING:
    case TV_STATE_BLOCKED:
    case TV_STATE_IDLE:
    case TV_STATE_PARKED:
      return find_sleep_reason (survey, state);
    case TV_STATE_STOPPED:
    case TV_STATE_TRACED:
    case TV_STATE_DEAD:
    case TV_STATE_ZOMBIE:
      return TV_WAIT_STOPPED;
    case TV_STATE_UNKNOWN:
    default:
      return TV_WAIT_UNKNOWN;
    }
}

/* Wakers */

static void
add_waker (Survey *survey, guint32 thread, gint64 waited)
{
  GArray *wakers = survey->waits->wakers;
  const TvWaker waker = { thread, 1, waited };

  for (guint i = 0; i < wakers->len; i++)
    {
      TvWaker *known = &g_array_index (wakers, TvWaker, i);

      if (known->thread != thread)
        continue;
      known->n++;
      known->waited += waited;
      return;
    }
  g_array_append_val (wakers, waker);
}

static gint
compare_wakers (gconstpointer a, gconstpointer b)
{
  const TvWaker *first = a;
  const TvWaker *second = b;

  if (first->waited != second->waited)
    return first->waited > second->waited ? -1 : 1;
  if (first->n != second->n)
    return first->n > second->n ? -1 : 1;
  return (first->thread > second->thread) - (first->thread < second->thread);
}

static gboolean
add_states (Survey *survey, const TvThreadStates *states, GCancellable *cancellable,
            GError **error)
{
  const gsize found = tv_thread_states_find (states, survey->start);
  gint64 waited = 0; /* since the thread ran */

  for (gsize i = found > 0 ? found - 1 : 0;
       i < states->n && tv_times_get (&states->start, i) < survey->end; i++)
    {
      TvThreadState state;
      TvWaitReason reason;
      gint64 length;

      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      tv_thread_states_get (states, i, &state);
      if (state.waker != TV_THREAD_NONE && state.start >= survey->start)
        add_waker (survey, state.waker, waited);
      reason = find_reason (survey, &state);
      length = MIN (state.end, survey->end) - MAX (state.start, survey->start);
      if (length > 0)
        survey->waits->time[reason] += length;
      waited = reason == TV_WAIT_RUNNING ? 0 : waited + MAX (length, 0);
    }
  return TRUE;
}

static void
free_survey (Survey *survey)
{
  g_array_unref (survey->rows);
  g_clear_pointer (&survey->waits, tv_call_waits_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Survey, free_survey)

/**
 * tv_call_waits_new:
 * @trace: a trace
 * @call: one of its calls, on a thread
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Adds up what the thread of a call did during it, by the states that the scheduler
 * gave the thread, and who woke it. Sleep in a slice of a transaction of Binder or of a
 * contended lock is for that reason; else the function in which the kernel blocked may
 * tell it.
 *
 * Takes time for each state during the call, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): what it did, or %NULL if the trace has no states
 *   of the thread, or with @error set
 */
TvCallWaits *
tv_call_waits_new (const TvTrace *trace, TvCallRef call, GCancellable *cancellable,
                   GError **error)
{
  g_auto (Survey) survey = { .trace = trace };
  TvThreadStates states;
  gint64 rest;

  find_rows (&survey, call.thread);
  states = find_states (&survey);
  if (states.n == 0 || tv_trace_get_thread (trace, call.thread)->kind != TV_TRACK_THREAD
      || tv_trace_is_idle_thread (trace, call.thread))
    return NULL;
  survey.start = tv_trace_get_call_start (trace, call.thread, call.call, TV_CLOCK_WALL);
  survey.end = tv_trace_get_call_end (trace, call.thread, call.call, TV_CLOCK_WALL);
  survey.waits = g_new0 (TvCallWaits, 1);
  survey.waits->wakers = g_array_new (FALSE, FALSE, sizeof (TvWaker));
  if (!add_states (&survey, &states, cancellable, error))
    return NULL;
  g_array_sort (survey.waits->wakers, compare_wakers);
  rest = survey.end - survey.start;
  for (guint i = 0; i < TV_N_WAIT_REASONS; i++)
    rest -= survey.waits->time[i];
  survey.waits->time[TV_WAIT_UNKNOWN] += MAX (rest, 0);
  return g_steal_pointer (&survey.waits);
}

void
tv_call_waits_free (TvCallWaits *waits)
{
  if (waits == NULL)
    return;
  g_array_unref (waits->wakers);
  g_free (waits);
}
