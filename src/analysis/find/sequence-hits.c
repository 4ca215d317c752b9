/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/sequence-hits.h"

/* Looked at at once. */
#define PIECE 256

/**
 * tv_sequence_hits_count:
 * @sequence: methods as a list shows them, which need not be all
 * @hits: what was found
 * @n: how many of @sequence to look at
 *
 * Counts hits: of a whole list how many can be gone to, and up to a row and with it,
 * which of them it is.
 *
 * Returns: how many of the first @n methods are in @hits
 */
guint
tv_sequence_hits_count (const TvMethodSequence *sequence, const TvMethodSet *hits,
                        guint n)
{
  guint32 methods[PIECE];
  guint count = 0;

  g_return_val_if_fail (sequence != NULL && hits != NULL, 0);
  g_return_val_if_fail (n <= tv_method_sequence_get_n (sequence), 0);

  for (guint first = 0; first < n; first += PIECE)
    {
      const guint n_piece = MIN (PIECE, n - first);

      tv_method_sequence_copy (sequence, first, n_piece, methods);
      for (guint i = 0; i < n_piece; i++)
        count += tv_method_set_contains (hits, methods[i]);
    }
  return count;
}

static guint
find_first (const TvMethodSequence *sequence, const TvMethodSet *hits, guint from,
            guint to)
{
  guint32 methods[PIECE];

  for (guint first = from; first < to; first += PIECE)
    {
      const guint n_piece = MIN (PIECE, to - first);

      tv_method_sequence_copy (sequence, first, n_piece, methods);
      for (guint i = 0; i < n_piece; i++)
        if (tv_method_set_contains (hits, methods[i]))
          return first + i;
    }
  return G_MAXUINT;
}

static guint
find_last (const TvMethodSequence *sequence, const TvMethodSet *hits, guint from,
           guint to)
{
  guint32 methods[PIECE];

  while (to > from)
    {
      const guint n_piece = MIN (PIECE, to - from);

      to -= n_piece;
      tv_method_sequence_copy (sequence, to, n_piece, methods);
      for (guint i = n_piece; i-- > 0;)
        if (tv_method_set_contains (hits, methods[i]))
          return to + i;
    }
  return G_MAXUINT;
}

/**
 * tv_sequence_hits_find_next:
 * @sequence: methods as a list shows them
 * @hits: what was found
 * @place: a place in @sequence, up to its end: one after the current row to leave it
 *
 * Finds the first hit at or after a place, and after the last one the first of all:
 * then the result is below @place.
 *
 * Returns: its place, or %G_MAXUINT if none is in @sequence
 */
guint
tv_sequence_hits_find_next (const TvMethodSequence *sequence, const TvMethodSet *hits,
                            guint place)
{
  guint n, found;

  g_return_val_if_fail (sequence != NULL && hits != NULL, G_MAXUINT);
  n = tv_method_sequence_get_n (sequence);
  g_return_val_if_fail (place <= n, G_MAXUINT);

  found = find_first (sequence, hits, place, n);
  return found != G_MAXUINT ? found : find_first (sequence, hits, 0, place);
}

/**
 * tv_sequence_hits_find_previous:
 * @sequence: methods as a list shows them
 * @hits: what was found
 * @place: a place in @sequence, up to its end: the current row to leave it
 *
 * Finds the last hit before a place, and before the first one the last of all: then the
 * result is @place or more.
 *
 * Returns: its place, or %G_MAXUINT if none is in @sequence
 */
guint
tv_sequence_hits_find_previous (const TvMethodSequence *sequence,
                                const TvMethodSet *hits, guint place)
{
  guint n, found;

  g_return_val_if_fail (sequence != NULL && hits != NULL, G_MAXUINT);
  n = tv_method_sequence_get_n (sequence);
  g_return_val_if_fail (place <= n, G_MAXUINT);

  found = find_last (sequence, hits, 0, place);
  return found != G_MAXUINT ? found : find_last (sequence, hits, place, n);
}
