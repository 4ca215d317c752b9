/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/listed-order.h"

/**
 * tv_listed_order_clear:
 * @self: an order
 *
 * Gives its memory back.
 */
void
tv_listed_order_clear (TvListedOrder *self)
{
  g_clear_pointer (&self->outlined, tv_method_sequence_unref);
}

/**
 * tv_listed_order_learn:
 * @self: an order
 * @tree: the rows of a table, which have been put in another order
 *
 * Follows the table.
 */
void
tv_listed_order_learn (TvListedOrder *self, TvProfileTree *tree)
{
  TvProfileOutline *outline
      = tv_profile_model_get_outline (tv_profile_tree_get_methods (tree));
  guint32 *methods;
  guint n;

  tv_listed_order_clear (self);
  if (outline == NULL)
    return;
  methods = tv_profile_outline_list_methods (outline, &n);
  self->outlined = tv_method_sequence_new_listed (methods, n);
}

/**
 * tv_listed_order_get:
 * @self: an order
 * @tree: the rows that it follows
 *
 * Returns: (transfer none): the methods from the top down
 */
const TvMethodSequence *
tv_listed_order_get (const TvListedOrder *self, TvProfileTree *tree)
{
  if (self->outlined != NULL)
    return self->outlined;
  return tv_profile_model_get_listed (tv_profile_tree_get_methods (tree));
}
