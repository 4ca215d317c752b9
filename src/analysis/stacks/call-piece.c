/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-piece-private.h"

#include <string.h>

/* The number of a call of the thread that is in the piece. */
static guint32
find_number (const TvCallPiece *self, guint32 call)
{
  if (call >= self->piece.first_call)
    return self->open.n + (guint32) (call - self->piece.first_call);
  return tv_open_calls_find (&self->open, call);
}

guint32
tv_call_piece_find_parent (const TvCallPiece *self, guint32 number)
{
  const guint32 parent = self->calls.parent[tv_call_piece_get_call (self, number)];

  return parent == TV_CALL_NONE ? TV_PIECE_NONE : find_number (self, parent);
}

/* Returns whether the call has a part in the range. */
gboolean
tv_call_piece_get_inclusive (const TvCallPiece *self, guint32 number,
                             gint64 inclusive[TV_N_CLOCKS])
{
  const gsize call = tv_call_piece_get_call (self, number);
  const gboolean counts = tv_thread_piece_cut_open_call (&self->piece, &self->calls,
                                                         (guint32) call, inclusive);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->inclusive[clock] != NULL)
      inclusive[clock] = self->inclusive[clock][number];
  return counts || number >= self->open.n;
}

static void
find_exclusive_times (TvCallPiece *self)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&self->calls.start[clock]))
      self->exclusive[clock] = g_new0 (gint64, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 parent = tv_call_piece_find_parent (self, i);
      gint64 inclusive[TV_N_CLOCKS];

      (void) tv_call_piece_get_inclusive (self, i, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (self->exclusive[clock] != NULL)
          {
            self->exclusive[clock][i] += inclusive[clock];
            if (parent != TV_PIECE_NONE)
              self->exclusive[clock][parent] -= inclusive[clock];
          }
    }
}

static void
find_waiting (TvCallPiece *self, const TvTrace *trace)
{
  const TvThreadPiece *piece = &self->piece;
  const TvWaits waits = tv_trace_get_waits (trace, piece->thread);

  if (piece->first_wait < piece->end_wait)
    self->waiting = g_new0 (gint64, MAX (self->n, 1));
  for (gsize i = piece->first_wait; i < piece->end_wait; i++)
    if (waits.call[i] != TV_CALL_NONE)
      self->waiting[find_number (self, waits.call[i])]
          += MIN (tv_times_get (&waits.end, i), piece->to[TV_CLOCK_WALL])
             - MAX (tv_times_get (&waits.start, i), piece->from[TV_CLOCK_WALL]);
}

static guint8 *
find_within (const TvCallPiece *self, const guint8 *through)
{
  guint8 *within = g_new0 (guint8, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 parent = tv_call_piece_find_parent (self, i);

      within[i] = (parent != TV_PIECE_NONE && within[parent])
                  || through[tv_calls_method (&self->calls,
                                              tv_call_piece_get_call (self, i))];
    }
  return within;
}

static void
take_own_times_off (TvCallPiece *self, guint32 number)
{
  if (self->waiting != NULL)
    self->waiting[number] = 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->exclusive[clock] != NULL)
      self->exclusive[clock][number] = 0;
}

/* Leaves what goes through the methods, as #TvCallTreeLimits says. */
static void
leave_through (TvCallPiece *self, const guint8 *through)
{
  g_autofree guint8 *within = find_within (self, through);
  gint64 *sums[TV_N_CLOCKS] = { NULL };

  self->is_left_out = g_new (guint8, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    self->is_left_out[i] = !within[i];
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->exclusive[clock] != NULL)
      sums[clock] = g_new0 (gint64, MAX (self->n, 1));
  for (guint32 i = self->n; i-- > 0;)
    {
      const guint32 parent = tv_call_piece_find_parent (self, i);
      gint64 inclusive[TV_N_CLOCKS];

      (void) tv_call_piece_get_inclusive (self, i, inclusive);
      if (!within[i])
        take_own_times_off (self, i);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (sums[clock] != NULL)
          {
            if (within[i])
              sums[clock][i] = inclusive[clock];
            if (parent != TV_PIECE_NONE && !within[parent])
              sums[clock][parent] += sums[clock][i];
          }
      if (parent != TV_PIECE_NONE && !self->is_left_out[i])
        self->is_left_out[parent] = FALSE;
    }
  memcpy (self->inclusive, sums, sizeof sums);
}

/* Takes time for each call in the range. */
void
tv_call_piece_init (TvCallPiece *self, const TvTrace *trace,
                    const TvProfileRange *range, guint thread, const guint8 *through)
{
  *self = (TvCallPiece){ .calls = tv_trace_get_calls (trace, thread) };
  tv_thread_piece_find (&self->piece, trace, range, thread);
  tv_open_calls_init (&self->open, &self->piece, &self->calls);
  self->n = self->open.n + (guint32) (self->piece.end_call - self->piece.first_call);
  find_exclusive_times (self);
  find_waiting (self, trace);
  if (through != NULL)
    leave_through (self, through);
}

/* Gives back their memory. */
void
tv_call_piece_clear (TvCallPiece *self)
{
  tv_open_calls_clear (&self->open);
  g_clear_pointer (&self->waiting, g_free);
  g_clear_pointer (&self->is_left_out, g_free);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_clear_pointer (&self->exclusive[clock], g_free);
      g_clear_pointer (&self->inclusive[clock], g_free);
    }
}
