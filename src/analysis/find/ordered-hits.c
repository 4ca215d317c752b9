/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/find/ordered-hits.h"

static gboolean
is_hit (const TvMethodSequence *sequence, const TvMethodSet *hits, guint place)
{
  return tv_method_set_contains (hits, tv_method_sequence_get (sequence, place));
}

/**
 * tv_ordered_hits_count:
 * @sequence: methods in the order of a list, which need not be all
 * @hits: the methods that a search found
 * @n: how many places of @sequence to look at
 *
 * Counts hits: in a whole list, their number; up to and including the current row, the
 * number of the current hit.
 *
 * Returns: how many of the first @n methods are in @hits
 */
guint
tv_ordered_hits_count (const TvMethodSequence *sequence, const TvMethodSet *hits,
                       guint n)
{
  guint count = 0;

  g_return_val_if_fail (sequence != NULL && hits != NULL, 0);
  g_return_val_if_fail (n <= tv_method_sequence_get_n (sequence), 0);

  for (guint i = 0; i < n; i++)
    count += is_hit (sequence, hits, i);
  return count;
}

/**
 * tv_ordered_hits_find_next:
 * @sequence: methods in the order of a list
 * @hits: the methods that a search found
 * @place: a place in @sequence, up to its end: that after the current row to leave the
 *   row
 *
 * Finds the first hit at or after a place. After the last hit it starts again at the
 * first: then the result is below @place.
 *
 * Returns: its place, or %G_MAXUINT if none is in @sequence
 */
guint
tv_ordered_hits_find_next (const TvMethodSequence *sequence, const TvMethodSet *hits,
                           guint place)
{
  guint n;

  g_return_val_if_fail (sequence != NULL && hits != NULL, G_MAXUINT);
  n = tv_method_sequence_get_n (sequence);
  g_return_val_if_fail (place <= n, G_MAXUINT);

  for (guint i = place; i < n; i++)
    if (is_hit (sequence, hits, i))
      return i;
  for (guint i = 0; i < place; i++)
    if (is_hit (sequence, hits, i))
      return i;
  return G_MAXUINT;
}

/**
 * tv_ordered_hits_find_previous:
 * @sequence: methods in the order of a list
 * @hits: the methods that a search found
 * @place: a place in @sequence, up to its end: the current row to leave the row
 *
 * Finds the last hit before a place. Before the first hit it starts again at the last:
 * then the result is @place or more.
 *
 * Returns: its place, or %G_MAXUINT if none is in @sequence
 */
guint
tv_ordered_hits_find_previous (const TvMethodSequence *sequence,
                               const TvMethodSet *hits, guint place)
{
  guint n;

  g_return_val_if_fail (sequence != NULL && hits != NULL, G_MAXUINT);
  n = tv_method_sequence_get_n (sequence);
  g_return_val_if_fail (place <= n, G_MAXUINT);

  for (guint i = place; i-- > 0;)
    if (is_hit (sequence, hits, i))
      return i;
  for (guint i = n; i-- > place;)
    if (is_hit (sequence, hits, i))
      return i;
  return G_MAXUINT;
}
