/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

TvCallTree *tv_call_tree_new_from_nodes (TvTrace *trace, GArray *nodes, TvClock clock,
                                         gboolean bottom_up,
                                         const gint64 whole[TV_N_CLOCKS]);

gint64 tv_call_tree_limits_find_least (const TvCallTreeLimits *limits, gint64 whole);

G_END_DECLS
