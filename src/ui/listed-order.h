/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-tree.h"

G_BEGIN_DECLS

/**
 * TvListedOrder:
 * @outlined: (nullable): the methods in order if they stand under classes
 * @n_outlined: how many
 *
 * The methods of a profile as they stand in its table. All zeros at first.
 */
typedef struct
{
  guint32 *outlined;
  guint n_outlined;
} TvListedOrder;

void tv_listed_order_learn (TvListedOrder *self, TvProfileTree *tree);
void tv_listed_order_clear (TvListedOrder *self);
const guint32 *tv_listed_order_get (const TvListedOrder *self, TvProfileTree *tree,
                                    guint *n);
guint tv_listed_order_find (const TvListedOrder *self, TvProfileTree *tree,
                            guint32 method);

G_END_DECLS
