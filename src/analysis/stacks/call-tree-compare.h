/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvCallTreeOther:
 * @inclusive: by node, nanoseconds
 * @exclusive: by node, nanoseconds
 * @whole: nanoseconds of all calls, even without a node
 *
 * The time that another trace spent along the paths of a tree, on one clock.
 */
typedef struct
{
  gint64 *inclusive;
  gint64 *exclusive;
  gint64 whole;
} TvCallTreeOther;

/**
 * TvCallTreeComparison:
 * @trace: the other trace
 * @range: the part of it
 * @clock: the clock to compare by, one that both traces have
 * @methods: (array) (nullable): for each method of @trace, the method of the tree or
 *   %TV_METHOD_NONE; %NULL if both traces have the same indexes
 * @same: (nullable): as in #TvCallTreeLimits, for @through
 * @through: (nullable): as in #TvCallTreeLimits
 *
 * The trace that a tree is compared with.
 */
typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  TvClock clock;
  const guint32 *methods;
  const guint32 *same;
  const TvMethodSet *through;
} TvCallTreeComparison;

TvCallTreeOther *tv_call_tree_compare (const TvCallTree *tree,
                                       const TvCallTreeComparison *spec,
                                       GCancellable *cancellable, GError **error);
void tv_call_tree_other_free (TvCallTreeOther *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTreeOther, tv_call_tree_other_free)

G_END_DECLS
