/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

guint8 *tv_call_tree_through_find (const TvTrace *trace,
                                   const TvCallTreeLimits *limits);
void tv_call_tree_through_apply (GArray *nodes, const guint8 *through,
                                 const TvCallTreeLimits *limits,
                                 gint64 whole[TV_N_CLOCKS]);

G_END_DECLS
