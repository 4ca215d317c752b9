/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

TvCallTree *tv_call_tree_new_from_nodes (TvTrace *trace, GArray *nodes, TvClock clock,
                                         const gint64 whole[TV_N_CLOCKS]);

G_END_DECLS
