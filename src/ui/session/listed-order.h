/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-tree.h"

G_BEGIN_DECLS

/**
 * TvListedOrder:
 * @outlined: (nullable): the methods in order if they stand under classes
 *
 * The methods of a profile as they stand in its table. All zeros at first.
 */
typedef struct
{
  TvMethodSequence *outlined;
} TvListedOrder;

void tv_listed_order_learn (TvListedOrder *self, TvProfileTree *tree);
void tv_listed_order_clear (TvListedOrder *self);
const TvMethodSequence *tv_listed_order_get (const TvListedOrder *self,
                                             TvProfileTree *tree);

G_END_DECLS
