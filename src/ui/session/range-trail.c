/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/range-trail.h"

struct _TvRangeTrail
{
  GArray *entered; /* TvViewRange, each inside the one before */
  gboolean selects;
  TvViewRange selected;
};

TvRangeTrail *
tv_range_trail_new (void)
{
  TvRangeTrail *trail = g_new0 (TvRangeTrail, 1);

  trail->entered = g_array_new (FALSE, FALSE, sizeof (TvViewRange));
  return trail;
}

void
tv_range_trail_free (TvRangeTrail *trail)
{
  g_array_unref (trail->entered);
  g_free (trail);
}

static TvViewRange
get_entered (const TvRangeTrail *trail, guint index)
{
  return g_array_index (trail->entered, TvViewRange, index);
}

static gboolean
is_same (TvViewRange a, TvViewRange b)
{
  return a.start == b.start && a.end == b.end;
}

/* How many of the entered ranges have the selected one in them. The others are kept
 * while the selection is being dragged about, so that it may come back. */
static guint
count_around (const TvRangeTrail *trail)
{
  guint n = 0;

  while (n < trail->entered->len
         && get_entered (trail, n).start <= trail->selected.start
         && trail->selected.end <= get_entered (trail, n).end)
    n++;
  /* What was just entered stands at the end itself. */
  if (n > 0 && is_same (get_entered (trail, n - 1), trail->selected))
    n--;
  return n;
}

gboolean
tv_range_trail_get (const TvRangeTrail *trail, TvViewRange *range)
{
  *range = trail->selected;
  return trail->selects;
}

/* Returns how many ranges were selected, one in the other; 0 if none is. */
guint
tv_range_trail_get_depth (const TvRangeTrail *trail)
{
  return trail->selects ? count_around (trail) + 1 : 0;
}

TvViewRange
tv_range_trail_get_step (const TvRangeTrail *trail, guint depth)
{
  const guint n = tv_range_trail_get_depth (trail);

  g_return_val_if_fail (depth >= 1 && depth <= n, trail->selected);

  return depth == n ? trail->selected : get_entered (trail, depth - 1);
}

/* Selects a range in place of the one that is selected. */
void
tv_range_trail_select (TvRangeTrail *trail, TvViewRange range)
{
  trail->selected = range;
  trail->selects = TRUE;
}

/* Has the selected range stay in the trail when one inside it is selected. */
void
tv_range_trail_enter (TvRangeTrail *trail)
{
  if (!trail->selects)
    return;
  g_array_set_size (trail->entered, count_around (trail));
  g_array_append_val (trail->entered, trail->selected);
}

/* Selects a range that the selected one was narrowed down from. */
void
tv_range_trail_go_back (TvRangeTrail *trail, guint depth)
{
  g_return_if_fail (depth == 0 || depth <= tv_range_trail_get_depth (trail));

  if (depth == 0)
    {
      g_array_set_size (trail->entered, 0);
      trail->selects = FALSE;
      trail->selected = (TvViewRange){ 0, 0 };
      return;
    }
  trail->selected = tv_range_trail_get_step (trail, depth);
  tv_range_trail_enter (trail);
}
