/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/relatives/piece-children-private.h"

#include "analysis/sums/call-bounds-private.h"

/* Finds out what the thread has in the range. */
void
tv_piece_children_init (TvPieceChildren *self, const TvTrace *trace,
                        const TvProfileRange *range, guint thread)
{
  self->calls = tv_trace_get_calls (trace, thread);
  tv_thread_piece_find (&self->piece, trace, range, thread);
  tv_open_calls_init (&self->open, &self->piece, &self->calls);
}

/* Frees what it holds. */
void
tv_piece_children_clear (TvPieceChildren *self)
{
  tv_open_calls_clear (&self->open);
}

static gboolean
is_child (const TvPieceChildren *self, gsize call, guint32 parent)
{
  return call < self->piece.end_call && self->calls.parent[call] == parent;
}

/* A call that is open as the range begins may have called for long before. */
static guint32
find_first_of_open (const TvPieceChildren *self, guint32 call)
{
  const guint32 depth = tv_open_calls_find (&self->open, call);

  if (depth == self->open.n)
    return TV_CALL_NONE;
  if (depth + 1 < self->open.n)
    return self->open.calls[depth + 1];
  return is_child (self, self->piece.first_call, call)
             ? (guint32) self->piece.first_call
             : TV_CALL_NONE;
}

/* Returns the first call that call made and that is entered in the range or open as it
 * begins; %TV_CALL_NONE if there is none. */
guint32
tv_piece_children_first (const TvPieceChildren *self, guint32 call)
{
  if (call < self->piece.first_call)
    return find_first_of_open (self, call);
  return is_child (self, (gsize) call + 1, call) ? call + 1 : TV_CALL_NONE;
}

/* Takes the logarithm of the number of calls inside of child. */
guint32
tv_piece_children_next (const TvPieceChildren *self, guint32 child)
{
  const TvCalls *calls = &self->calls;
  gsize next = (gsize) child + 1;

  if (next < calls->n && calls->parent[next] == child)
    next = tv_calls_subtree_end (calls, child);
  return is_child (self, next, calls->parent[child]) ? (guint32) next : TV_CALL_NONE;
}

/* Cuts a call at both ends of the range. */
gboolean
tv_piece_children_cut (TvPieceChildren *self, guint32 call,
                       gint64 inclusive[TV_N_CLOCKS])
{
  const TvCalls *calls = &self->calls;

  if (call < self->piece.first_call)
    return tv_thread_piece_cut_open_call (&self->piece, calls, call, inclusive);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      inclusive[clock] = 0;
      if (tv_times_exist (&calls->start[clock]))
        inclusive[clock]
            = MIN (tv_times_get (&calls->end[clock], call), self->piece.to[clock])
              - tv_times_get (&calls->start[clock], call);
    }
  return TRUE;
}

/* Returns whether it made a call that counts in the range. */
gboolean
tv_piece_children_exist (TvPieceChildren *self, guint32 call)
{
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 child = tv_piece_children_first (self, call); child != TV_CALL_NONE;
       child = tv_piece_children_next (self, child))
    if (tv_piece_children_cut (self, child, inclusive))
      return TRUE;
  return FALSE;
}
