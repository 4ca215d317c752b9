/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/hit-steps.h"

#include "analysis/find/ordered-hits.h"

/**
 * tv_hit_steps_find_selected:
 * @tree: the rows of a table
 * @order: the methods as they stand in it
 *
 * Returns: the place of the selected method in @order, %G_MAXUINT if none that is
 *   listed is selected
 */
guint
tv_hit_steps_find_selected (TvProfileTree *tree, const TvListedOrder *order)
{
  const guint32 method
      = tv_trace_session_get_selected_method (tv_profile_tree_get_session (tree));

  if (method == TV_METHOD_NONE)
    return G_MAXUINT;
  return tv_method_sequence_find (tv_listed_order_get (order, tree), method);
}

static int
step_forward (TvProfileTree *tree, const TvListedOrder *order, const TvMethodSet *hits,
              guint place)
{
  const TvMethodSequence *methods = tv_listed_order_get (order, tree);
  const guint found = tv_ordered_hits_find_next (methods, hits, place);

  if (found != G_MAXUINT)
    tv_profile_tree_go_to (tree, tv_method_sequence_get (methods, found));
  return found < place ? 1 : 0;
}

static int
step_back (TvProfileTree *tree, const TvListedOrder *order, const TvMethodSet *hits,
           guint place)
{
  const TvMethodSequence *methods = tv_listed_order_get (order, tree);
  const guint n = tv_method_sequence_get_n (methods);
  const guint found = tv_ordered_hits_find_previous (methods, hits, MIN (place, n));

  if (found != G_MAXUINT)
    tv_profile_tree_go_to (tree, tv_method_sequence_get (methods, found));
  return found != G_MAXUINT && found >= place ? -1 : 0;
}

/**
 * tv_hit_steps_go_to_first:
 * @tree: the rows of a table
 * @order: the methods as they stand in it
 * @hits: what was found
 *
 * Selects the first hit, if any is listed.
 */
void
tv_hit_steps_go_to_first (TvProfileTree *tree, const TvListedOrder *order,
                          const TvMethodSet *hits)
{
  (void) step_forward (tree, order, hits, 0);
}

/**
 * tv_hit_steps_take:
 * @tree: the rows of a table
 * @order: the methods as they stand in it
 * @hits: what was found
 * @forward: whether to the next hit, not to the previous
 *
 * Selects the hit after or before the selected method, and goes on from the other end
 * where there is none.
 *
 * Returns: 1 if it went on from the top, -1 if from the end, else 0
 */
int
tv_hit_steps_take (TvProfileTree *tree, const TvListedOrder *order,
                   const TvMethodSet *hits, gboolean forward)
{
  const guint place = tv_hit_steps_find_selected (tree, order);

  if (!forward)
    return step_back (tree, order, hits, place);
  return step_forward (tree, order, hits, place != G_MAXUINT ? place + 1 : 0);
}
