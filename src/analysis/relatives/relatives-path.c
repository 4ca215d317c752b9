/* SPDX-License-Identifier: Apache-2.0 */

/* A step along a path of callers or callees: goes through the calls on the path and
 * what they called, and through no others. */

#include "analysis/relatives/piece-children-private.h"
#include "analysis/relatives/relatives-private.h"
#include "analysis/sums/wait-bounds-private.h"

/* How many calls are looked at between two questions whether to go on: well under a
 * millisecond. */
#define CALLS_PER_CHECK (1 << 14)

typedef struct
{
  const TvRelatives *from;
  TvRelatives *to;
  TvRelation relation;
  guint32 method;
  TvRelativeTally tally;

  /* The thread that is looked at, and where its calls begin in the result. */
  TvPieceChildren children;
  TvWaits waits;
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

/* The first step is from the method's calls of both kinds. */
static gboolean
is_on_path (const PathStep *step, guint32 call)
{
  return step->from->depth > 0
         || ((step->children.calls.flags[call] & TV_CALL_RECURSIVE) != 0)
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

/* Calls inside of each other, as on the way from recursive ones, don't come in order of
 * entry. */
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
  const TvPieceChildren *children = &step->children;

  for (guint i = 0; i < n; i++)
    for (guint32 child = is_on_path (step, calls[i])
                             ? tv_piece_children_first (children, calls[i])
                             : TV_CALL_NONE;
         child != TV_CALL_NONE; child = tv_piece_children_next (children, child))
      {
        if (is_cancelled (step))
          return FALSE;
        if (tv_calls_method (&children->calls, child) == step->method)
          tv_path_calls_append (&step->to->path, child);
      }
  sort_calls_of_thread (step);
  return TRUE;
}

/* For a call that calls nothing: all waits in it are its own. */
static gboolean
has_waits (const PathStep *step, guint32 call)
{
  const TvThreadPiece *piece = &step->children.piece;
  const TvCalls *calls = &step->children.calls;
  gint64 from, to;
  gsize wait;

  if (piece->first_wait == piece->end_wait)
    return FALSE;
  from = MAX (tv_times_get (&calls->start[TV_CLOCK_WALL], call),
              piece->from[TV_CLOCK_WALL]);
  to = MIN (tv_times_get (&calls->end[TV_CLOCK_WALL], call), piece->to[TV_CLOCK_WALL]);
  wait = tv_waits_first_after (&step->waits, from);
  return wait < piece->end_wait && tv_times_get (&step->waits.start, wait) < to
         && step->waits.call[wait] == call;
}

static void
add_callee (PathStep *step, guint32 call)
{
  gint64 inclusive[TV_N_CLOCKS];
  TvRelative *row;

  if (!tv_piece_children_cut (&step->children, call, inclusive))
    return;
  row = tv_relative_tally_add (&step->tally, step->relation,
                               tv_calls_method (&step->children.calls, call),
                               inclusive);
  row->has_more = row->has_more || tv_piece_children_exist (&step->children, call)
                  || has_waits (step, call);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    step->to->self[clock] -= inclusive[clock];
}

static gboolean
relate_callees (PathStep *step)
{
  TvPieceChildren *children = &step->children;
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 inclusive[TV_N_CLOCKS];

      if (is_cancelled (step))
        return FALSE;
      if (tv_piece_children_cut (children, calls[i], inclusive))
        for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
          step->to->self[clock] += inclusive[clock];
      for (guint32 child = tv_piece_children_first (children, calls[i]);
           child != TV_CALL_NONE; child = tv_piece_children_next (children, child))
        {
          if (is_cancelled (step))
            return FALSE;
          add_callee (step, child);
        }
    }
  return TRUE;
}

/* The waits of calls on the path between two moments. */
static void
add_waits (PathStep *step, gint64 from, gint64 to)
{
  const TvWaits *waits = &step->waits;
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  for (gsize wait = tv_waits_first_after (waits, from);
       wait < step->children.piece.end_wait && tv_times_get (&waits->start, wait) < to;
       wait++)
    if (bsearch (&waits->call[wait], calls, n, sizeof *calls, compare_calls) != NULL)
      {
        step->to->waiting += MIN (tv_times_get (&waits->end, wait), to)
                             - MAX (tv_times_get (&waits->start, wait), from);
        step->to->n_waits++;
      }
}

/* Goes through the waits in the outermost of the calls, once. */
static void
relate_waits (PathStep *step)
{
  const TvThreadPiece *piece = &step->children.piece;
  const TvCalls *columns = &step->children.calls;
  gint64 after = piece->from[TV_CLOCK_WALL];
  guint n;
  const guint32 *calls = get_calls_of_thread (step, &n);

  if (piece->first_wait == piece->end_wait)
    return;
  for (guint i = 0; i < n; i++)
    {
      const gint64 from
          = MAX (tv_times_get (&columns->start[TV_CLOCK_WALL], calls[i]), after);
      const gint64 to = MIN (tv_times_get (&columns->end[TV_CLOCK_WALL], calls[i]),
                             piece->to[TV_CLOCK_WALL]);

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
  const TvCalls *calls = &step->children.calls;
  const guint32 parent = calls->parent[end];
  const guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);
  gint64 inclusive[TV_N_CLOCKS];

  if (!tv_piece_children_cut (&step->children, call, inclusive))
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
  const TvCalls *calls = &step->children.calls;

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

  step->waits = tv_trace_get_waits (step->to->trace, thread);
  step->first = step->to->path.calls->len;
  tv_path_calls_begin_thread (&step->to->path, thread);
  tv_piece_children_init (&step->children, step->to->trace, &step->to->range, thread);
  done = tv_relation_is_upward (step->relation) ? follow_callers (step, first, n)
                                                : follow_callees (step, first, n);
  tv_piece_children_clear (&step->children);
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
 * Goes a step further along a path: to the callees of @method in the calls on the path,
 * or to its callers there. Takes time for each call on the path before this step, for
 * what these called and for what that called, but for no others; sorted on the trace's
 * primary clock.
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
