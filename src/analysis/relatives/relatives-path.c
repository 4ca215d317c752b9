/* SPDX-License-Identifier: Apache-2.0 */

/* A step along a path of callers or callees. It visits the calls on the path and their
 * callees, no others. */

#include "analysis/relatives/relatives-private.h"
#include "analysis/sums/call-bounds.h"

/* Calls between two checks for cancellation: well under a millisecond. */
#define CALLS_PER_CHECK (1 << 14)

/* Children of a call */

static gboolean
is_child (const TvThreadRange *range, gsize call, guint32 parent)
{
  return call < range->end_call && range->calls.parent[call] == parent;
}

/* A call that is open as the range begins may have made calls long before. */
static guint32
find_first_of_open (const TvThreadRange *range, guint32 call)
{
  const guint32 depth = tv_thread_range_find_open (range, call);

  if (depth == range->n_open)
    return TV_CALL_NONE;
  if (depth + 1 < range->n_open)
    return range->open_calls[depth + 1];
  return is_child (range, range->first_call, call) ? (guint32) range->first_call
                                                   : TV_CALL_NONE;
}

/* Returns the first callee of a call that the range touches, TV_CALL_NONE if there is
 * none. TV_CALL_NONE calls the roots. */
static guint32
find_first_child (const TvThreadRange *range, guint32 call)
{
  if (call == TV_CALL_NONE && range->n_open > 0)
    return range->open_calls[0];
  if (call == TV_CALL_NONE)
    return is_child (range, range->first_call, call) ? (guint32) range->first_call
                                                     : TV_CALL_NONE;
  if (call < range->first_call)
    return find_first_of_open (range, call);
  return is_child (range, (gsize) call + 1, call) ? call + 1 : TV_CALL_NONE;
}

/* Returns the next callee of the same call. Takes the logarithm of the number of calls
 * inside @child. */
static guint32
find_next_child (const TvThreadRange *range, guint32 child)
{
  const TvCalls *calls = &range->calls;
  gsize next = (gsize) child + 1;

  if (next < calls->n && calls->parent[next] == child)
    next = tv_calls_subtree_end (calls, child);
  return is_child (range, next, calls->parent[child]) ? (guint32) next : TV_CALL_NONE;
}

/* Returns whether the call made one that counts in the range. */
gboolean
tv_range_has_child (const TvThreadRange *range, guint32 call)
{
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 child = find_first_child (range, call); child != TV_CALL_NONE;
       child = find_next_child (range, child))
    if (tv_thread_range_clip_call (range, child, inclusive))
      return TRUE;
  return FALSE;
}

/* Steps */

typedef struct
{
  const TvRelatives *from;
  TvRelatives *to;
  TvRelation relation;
  guint32 method;
  TvRelativeTally tally;

  /* The present thread, and where its calls begin in the result. */
  TvThreadRange range;
  guint first;

  GCancellable *cancellable;
  guint n_looked_at;
} PathStep;

static gboolean
is_cancelled (PathStep *step)
{
  return ++step->n_looked_at % CALLS_PER_CHECK == 0
         && g_cancellable_is_cancelled (step->cancellable);
}

/* The first step starts from calls of both kinds. */
static gboolean
is_on_path (const PathStep *step, guint32 call)
{
  return step->from->depth > 0 || call == TV_CALL_NONE
         || ((step->range.calls.flags[call] & TV_CALL_RECURSIVE) != 0)
                == tv_relation_is_of_recursive (step->relation);
}

/* Callees */

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

static guint32 *
get_calls_of_thread (const PathStep *step, guint *n)
{
  GArray *calls = step->to->path.calls;

  *n = calls->len - step->first;
  return &g_array_index (calls, guint32, step->first);
}

/* The callees of nested calls, as of recursive ones, don't come in order of entry. */
static void
sort_calls_of_thread (const PathStep *step)
{
  guint n;
  guint32 *calls = get_calls_of_thread (step, &n);

  for (guint i = 1; i < n; i++)
    if (calls[i] < calls[i - 1])
      {
        qsort (calls, n, sizeof *calls, compare_calls);
        return;
      }
}

static gboolean
gather_callees (PathStep *step, const guint32 *calls, guint n)
{
  const TvThreadRange *range = &step->range;

  for (guint i = 0; i < n; i++)
    for (guint32 child = is_on_path (step, calls[i])
                             ? find_first_child (range, calls[i])
                             : TV_CALL_NONE;
         child != TV_CALL_NONE; child = find_next_child (range, child))
      {
        if (is_cancelled (step))
          return FALSE;
        if (tv_calls_method (&range->calls, child) == step->method)
          tv_path_calls_append (&step->to->path, child);
      }
  sort_calls_of_thread (step);
  return TRUE;
}

/* Only for a call without callees: all waits in it are its own. */
static gboolean
has_waits (const PathStep *step, guint32 call)
{
  const TvThreadRange *range = &step->range;
  const TvCalls *calls = &step->range.calls;
  gint64 from, to;
  gsize wait;

  if (range->first_wait == range->end_wait)
    return FALSE;
  from = MAX (tv_times_get (&calls->start[TV_CLOCK_WALL], call),
              range->from[TV_CLOCK_WALL]);
  to = MIN (tv_times_get (&calls->end[TV_CLOCK_WALL], call), range->to[TV_CLOCK_WALL]);
  wait = tv_waits_first_after (&step->range.waits, from);
  return wait < range->end_wait && tv_times_get (&step->range.waits.start, wait) < to
         && step->range.waits.call[wait] == call;
}

static void
add_callee (PathStep *step, guint32 call)
{
  gint64 inclusive[TV_N_CLOCKS];
  TvRelative *row;

  if (!tv_thread_range_clip_call (&step->range, call, inclusive))
    return;
  row = tv_relative_tally_add (&step->tally, step->relation,
                               tv_calls_method (&step->range.calls, call), inclusive);
  row->has_more = row->has_more || tv_range_has_child (&step->range, call)
                  || has_waits (step, call);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    step->to->own.self[clock] -= inclusive[clock];
}

static gboolean
relate_callees (PathStep *step)
{
  const TvThreadRange *range = &step->range;
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 inclusive[TV_N_CLOCKS];

      if (is_cancelled (step))
        return FALSE;
      if (tv_thread_range_clip_call (range, calls[i], inclusive))
        for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
          step->to->own.self[clock] += inclusive[clock];
      for (guint32 child = find_first_child (range, calls[i]); child != TV_CALL_NONE;
           child = find_next_child (range, child))
        {
          if (is_cancelled (step))
            return FALSE;
          add_callee (step, child);
        }
    }
  return TRUE;
}

/* Adds the waits of calls on the path between two moments. */
static void
add_waits (PathStep *step, gint64 from, gint64 to)
{
  const TvWaits *waits = &step->range.waits;
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  for (gsize wait = tv_waits_first_after (waits, from);
       wait < step->range.end_wait && tv_times_get (&waits->start, wait) < to; wait++)
    if (bsearch (&waits->call[wait], calls, n, sizeof *calls, compare_calls) != NULL)
      {
        step->to->own.waiting += MIN (tv_times_get (&waits->end, wait), to)
                                 - MAX (tv_times_get (&waits->start, wait), from);
        step->to->own.n_waits++;
      }
}

/* Visits the waits in the outermost of the calls, once each. */
static void
relate_waits (PathStep *step)
{
  const TvThreadRange *range = &step->range;
  const TvCalls *columns = &step->range.calls;
  gint64 after = range->from[TV_CLOCK_WALL];
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  if (range->first_wait == range->end_wait)
    return;
  for (guint i = 0; i < n; i++)
    {
      const gint64 from
          = MAX (tv_times_get (&columns->start[TV_CLOCK_WALL], calls[i]), after);
      const gint64 to = MIN (tv_times_get (&columns->end[TV_CLOCK_WALL], calls[i]),
                             range->to[TV_CLOCK_WALL]);

      if (from >= to)
        continue;
      add_waits (step, from, to);
      after = to;
    }
}

static gboolean
follow_callees (PathStep *step, guint first, guint n)
{
  const guint32 *calls = &g_array_index (step->from->path.calls, guint32, first);

  if (!gather_callees (step, calls, n) || !relate_callees (step))
    return FALSE;
  relate_waits (step);
  return TRUE;
}

/* Callers */

static void
add_caller (PathStep *step, guint32 call, guint32 end)
{
  const TvCalls *calls = &step->range.calls;
  const guint32 parent = calls->parent[end];
  const guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);
  gint64 inclusive[TV_N_CLOCKS];

  if (!tv_thread_range_clip_call (&step->range, call, inclusive))
    return;
  tv_path_calls_append (&step->to->path, call);
  g_array_append_val (step->to->path.ends, end);
  tv_relative_tally_add (&step->tally, step->relation, caller, inclusive)->has_more
      = caller != TV_METHOD_NONE;
}

static gboolean
follow_callers (PathStep *step, guint first, guint n)
{
  const TvPathCalls *path = &step->from->path;
  const TvCalls *calls = &step->range.calls;

  for (guint i = first; i < first + n; i++)
    {
      const guint32 call = g_array_index (path->calls, guint32, i);
      const guint32 end
          = calls->parent[path->ends != NULL ? g_array_index (path->ends, guint32, i)
                                             : call];

      if (is_cancelled (step))
        return FALSE;
      if (end != TV_CALL_NONE && is_on_path (step, call)
          && tv_calls_method (calls, end) == step->method)
        add_caller (step, call, end);
    }
  return TRUE;
}

static gboolean
follow_in_thread (PathStep *step, guint thread, guint first, guint n)
{
  gboolean done;

  step->first = step->to->path.calls->len;
  tv_path_calls_begin_thread (&step->to->path, thread);
  tv_thread_range_init (&step->range, step->to->trace, &step->to->range, thread);
  done = tv_relation_is_upward (step->relation) ? follow_callers (step, first, n)
                                                : follow_callees (step, first, n);
  tv_thread_range_clear (&step->range);
  return done;
}

static gboolean
follow_in_all (PathStep *step)
{
  const GArray *threads = step->from->path.threads;
  guint first = 0;

  for (guint i = 0; i < threads->len; i++)
    {
      const TvPathThread *row = &g_array_index (threads, TvPathThread, i);

      if (g_cancellable_is_cancelled (step->cancellable)
          || !follow_in_thread (step, row->thread, first, row->n))
        return FALSE;
      first += row->n;
    }
  return TRUE;
}

/**
 * tv_relatives_follow:
 * @relatives: relatives of a method, or on a path from it
 * @relation: one of them; on a path, that of its first step
 * @method: the method of one of the rows in @relation
 * @cancellable: (nullable): a #GCancellable, asked several hundred times a second
 * @error: return location for a #GError
 *
 * Takes a step along a path: to the callees of @method in the calls on the path, or to
 * its callers there. Takes time for each call on the path before this step, its callees
 * and their callees, but for no others. The rows are sorted on the trace's primary
 * clock.
 *
 * Returns: (transfer full): the relatives on the longer path, or %NULL with
 *   %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_follow (const TvRelatives *relatives, TvRelation relation, guint32 method,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (TvRelatives) found = NULL;
  PathStep step = { .from = relatives, .relation = relation, .method = method };
  gboolean done;

  g_return_val_if_fail (relatives != NULL, NULL);
  g_return_val_if_fail ((guint) relation < TV_N_RELATIONS, NULL);
  g_return_val_if_fail (relatives->depth == 0 || relatives->relation == relation, NULL);
  g_return_val_if_fail (method < tv_trace_get_n_methods (relatives->trace), NULL);

  found = tv_relatives_new_empty (relatives->trace, &relatives->range);
  found->depth = relatives->depth + 1;
  found->relation = relation;
  if (tv_relation_is_upward (relation))
    found->path.ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  step.to = found;
  step.cancellable = cancellable;
  tv_relative_tally_init (&step.tally, found);
  done = follow_in_all (&step);
  tv_relative_tally_clear (&step.tally);
  if (!done)
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  tv_relatives_sort_by_time (found, tv_trace_get_primary_clock (found->trace));
  return g_steal_pointer (&found);
}
