/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/listed-order.h"

/**
 * tv_listed_order_clear:
 * @self: an order
 *
 * Gives its memory back.
 */
void
tv_listed_order_clear (TvListedOrder *self)
{
  g_clear_pointer (&self->outlined, g_free);
  self->n_outlined = 0;
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

  tv_listed_order_clear (self);
  if (outline != NULL)
    self->outlined = tv_profile_outline_list_methods (outline, &self->n_outlined);
}

/**
 * tv_listed_order_get:
 * @self: an order
 * @tree: the rows that it follows
 * @n: (out): how many methods
 *
 * Returns: (transfer none) (array length=n): the methods from the top down
 */
const guint32 *
tv_listed_order_get (const TvListedOrder *self, TvProfileTree *tree, guint *n)
{
  if (self->outlined == NULL)
    return tv_profile_model_get_order (tv_profile_tree_get_methods (tree), n);
  *n = self->n_outlined;
  return self->outlined;
}

/**
 * tv_listed_order_find:
 * @self: an order
 * @tree: the rows that it follows
 * @method: index of a method
 *
 * Returns: where it stands; %G_MAXUINT if it is not listed
 */
guint
tv_listed_order_find (const TvListedOrder *self, TvProfileTree *tree, guint32 method)
{
  if (self->outlined == NULL)
    return tv_profile_model_get_position (tv_profile_tree_get_methods (tree), method);
  for (guint i = 0; i < self->n_outlined; i++)
    if (self->outlined[i] == method)
      return i;
  return G_MAXUINT;
}
