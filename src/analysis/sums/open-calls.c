/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/open-calls-private.h"

/**
 * tv_open_calls_init:
 * @self: (out caller-allocates): filled; to be cleared
 * @piece: what a thread has in a range
 * @calls: the calls of the thread
 *
 * Lists the calls that are open where the range begins.
 */
void
tv_open_calls_init (TvOpenCalls *self, const TvThreadPiece *piece, const TvCalls *calls)
{
  guint32 n = 0;

  for (guint32 call = piece->open; call != TV_CALL_NONE; call = calls->parent[call])
    n++;
  self->n = n;
  self->calls = g_new (guint32, MAX (n, 1));
  for (guint32 call = piece->open; call != TV_CALL_NONE; call = calls->parent[call])
    self->calls[--n] = call;
}

/**
 * tv_open_calls_clear:
 * @self: open calls
 *
 * Gives back their memory.
 */
void
tv_open_calls_clear (TvOpenCalls *self)
{
  g_clear_pointer (&self->calls, g_free);
}

/**
 * tv_open_calls_find:
 * @self: open calls
 * @call: a call of the thread
 *
 * Returns: its depth in the stack, or the number of open calls if it is none of them
 */
guint32
tv_open_calls_find (const TvOpenCalls *self, guint32 call)
{
  guint32 low = 0, high = self->n;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (self->calls[middle] < call)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n && self->calls[low] == call ? low : self->n;
}
