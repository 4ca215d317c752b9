/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/method-order.h"

/**
 * tv_method_compare:
 * @a: a method
 * @b: another method of the same trace
 *
 * The order that ranks, relatives and reports fall back on where times are equal:
 * class, name and signature by their bytes, then id. Bytes rather than a locale's
 * collation, so that a report is the same on every machine.
 *
 * Returns: less than, equal to or greater than 0 as strcmp() does
 */
int
tv_method_compare (const TvMethod *a, const TvMethod *b)
{
  int order;

  g_return_val_if_fail (a != NULL && b != NULL, 0);

  order = strcmp (a->class_name, b->class_name);
  if (order == 0)
    order = strcmp (a->name, b->name);
  if (order == 0)
    order = strcmp (a->signature, b->signature);
  if (order == 0)
    order = (a->id > b->id) - (a->id < b->id);
  return order;
}
