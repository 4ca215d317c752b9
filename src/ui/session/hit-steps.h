/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "ui/session/listed-order.h"

G_BEGIN_DECLS

guint tv_hit_steps_find_selected (TvProfileTree *tree, const TvListedOrder *order);
void tv_hit_steps_go_to_first (TvProfileTree *tree, const TvListedOrder *order,
                               const TvMethodSet *hits);
int tv_hit_steps_take (TvProfileTree *tree, const TvListedOrder *order,
                       const TvMethodSet *hits, gboolean forward);

G_END_DECLS
