/* SPDX-License-Identifier: Apache-2.0 */

/* The relatives of a method: one scan over all calls. */

#include "analysis/relatives/piece-children-private.h"
#include "analysis/relatives/relatives-private.h"

/* How many calls are looked at between two questions whether to go on: well under a
 * millisecond. */
#define CALLS_PER_CHECK (1 << 18)

typedef struct
{
  TvRelatives *relatives;
  guint32 method;
  TvRelativeTally tally;
  TvPieceChildren children; /* of the thread that is looked at */
} RelativesScan;

static void
add_own_call (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &scan->children.calls;
  const guint32 parent = calls->parent[call];
  const gboolean recursive = (calls->flags[call] & TV_CALL_RECURSIVE) != 0;
  const guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (calls, parent);

  tv_relative_tally_add (&scan->tally,
                         recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE
                                   : TV_RELATION_PARENTS,
                         caller, inclusive)
      ->has_more
      = caller != TV_METHOD_NONE;
  for (guint clock = 0; !recursive && clock < TV_N_CLOCKS; clock++)
    scan->relatives->self[clock] += inclusive[clock];
}

static TvRelation
relation_to_callee (const RelativesScan *scan, guint32 call)
{
  const TvCalls *calls = &scan->children.calls;

  return calls->flags[calls->parent[call]] & TV_CALL_RECURSIVE
             ? TV_RELATION_CHILDREN_WHILE_RECURSIVE
             : TV_RELATION_CHILDREN;
}

static void
add_callee (RelativesScan *scan, guint32 call, const gint64 inclusive[TV_N_CLOCKS])
{
  const TvRelation relation = relation_to_callee (scan, call);
  TvRelative *row = tv_relative_tally_add (
      &scan->tally, relation, tv_calls_method (&scan->children.calls, call), inclusive);

  row->has_more = row->has_more || tv_piece_children_exist (&scan->children, call);
  for (guint clock = 0; relation == TV_RELATION_CHILDREN && clock < TV_N_CLOCKS;
       clock++)
    scan->relatives->self[clock] -= inclusive[clock];
}

static gboolean
is_own_call (const RelativesScan *scan, gsize call)
{
  return tv_calls_method (&scan->children.calls, call) == scan->method;
}

static gboolean
is_callee (const RelativesScan *scan, gsize call)
{
  const guint32 parent = scan->children.calls.parent[call];

  return parent != TV_CALL_NONE && is_own_call (scan, parent);
}

static void
scan_call (RelativesScan *scan, guint32 call)
{
  const gboolean own = is_own_call (scan, call);
  const gboolean callee = is_callee (scan, call);
  gint64 inclusive[TV_N_CLOCKS];

  if (!own && !callee)
    return;
  /* Also one that doesn't count can have called one that does. */
  if (own)
    tv_path_calls_append (&scan->relatives->path, call);
  if (!tv_piece_children_cut (&scan->children, call, inclusive))
    return;
  if (own)
    add_own_call (scan, call, inclusive);
  if (callee)
    add_callee (scan, call, inclusive);
}

static void
add_wait (RelativesScan *scan, guint32 call, gint64 length)
{
  const TvCalls *calls = &scan->children.calls;
  TvRelative *row = NULL;

  if (is_own_call (scan, call) && !(calls->flags[call] & TV_CALL_RECURSIVE))
    {
      scan->relatives->waiting += length;
      scan->relatives->n_waits++;
    }
  if (is_callee (scan, call))
    row = tv_relative_tally_find (&scan->tally, relation_to_callee (scan, call),
                                  tv_calls_method (calls, call));
  if (row != NULL)
    row->has_more = TRUE;
}

static void
scan_waits (RelativesScan *scan, const TvWaits *waits)
{
  const TvThreadPiece *piece = &scan->children.piece;
  const gint64 from = piece->from[TV_CLOCK_WALL];
  const gint64 to = piece->to[TV_CLOCK_WALL];

  for (gsize wait = piece->first_wait; wait < piece->end_wait; wait++)
    if (waits->call[wait] != TV_CALL_NONE)
      add_wait (scan, waits->call[wait],
                MIN (tv_times_get (&waits->end, wait), to)
                    - MAX (tv_times_get (&waits->start, wait), from));
}

static gboolean
scan_calls (RelativesScan *scan, GCancellable *cancellable, GError **error)
{
  const TvOpenCalls *open = &scan->children.open;
  const gsize end = scan->children.piece.end_call;
  gsize next_check = 0;

  for (guint32 i = 0; i < open->n; i++)
    scan_call (scan, open->calls[i]);
  for (gsize call = scan->children.piece.first_call; call < end; call++)
    {
      scan_call (scan, (guint32) call);
      if (call < next_check)
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      next_check = call + CALLS_PER_CHECK;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
scan_thread (RelativesScan *scan, guint thread, GCancellable *cancellable,
             GError **error)
{
  TvRelatives *relatives = scan->relatives;
  TvWaits waits = tv_trace_get_waits (relatives->trace, thread);
  gboolean done;

  tv_path_calls_begin_thread (&relatives->path, thread);
  tv_piece_children_init (&scan->children, relatives->trace, &relatives->range, thread);
  done = scan_calls (scan, cancellable, error);
  if (done)
    scan_waits (scan, &waits);
  tv_piece_children_clear (&scan->children);
  return done;
}

/* A range with nothing in it has no calls, not even those that are open there. */
static gboolean
scan_range (RelativesScan *scan, const TvProfileRange *range, GCancellable *cancellable,
            GError **error)
{
  const guint n = tv_thread_set_count (range->threads, scan->relatives->trace);

  if (range->start >= range->end)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!scan_thread (scan, tv_thread_set_get_nth (range->threads, i), cancellable,
                      error))
      return FALSE;
  return TRUE;
}

/**
 * tv_relatives_new:
 * @profile: the profile whose threads are looked at, in the range of time that it is of
 * @method: the index of the method whose relatives are wanted
 * @cancellable: (nullable): a #GCancellable, asked several hundred times a second
 * @error: return location for a #GError
 *
 * Collects the callers and callees of @method in one scan over all calls in the
 * profile's range, so it takes time in proportion to them and belongs in a worker
 * thread. Calls are cut and counted as #TvProfileRange says. The rows are sorted on the
 * trace's primary clock.
 *
 * Returns: (transfer full): the relatives, or %NULL with %G_IO_ERROR_CANCELLED
 */
TvRelatives *
tv_relatives_new (const TvProfile *profile, guint32 method, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvRelatives) relatives = NULL;
  RelativesScan scan = { .method = method };
  TvTrace *trace;
  gboolean done;

  g_return_val_if_fail (profile != NULL, NULL);
  trace = tv_profile_get_trace (profile);
  g_return_val_if_fail (method < tv_trace_get_n_methods (trace), NULL);

  relatives = tv_relatives_new_empty (trace, tv_profile_get_range (profile));
  scan.relatives = relatives;
  tv_relative_tally_init (&scan.tally, relatives);
  done = scan_range (&scan, tv_profile_get_range (profile), cancellable, error);
  tv_relative_tally_clear (&scan.tally);
  if (!done)
    return NULL;
  tv_relatives_sort_by_time (relatives, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&relatives);
}
