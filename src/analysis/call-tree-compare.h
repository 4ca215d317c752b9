/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/**
 * TvCallTreeOther:
 * @inclusive: by node, nanoseconds
 * @exclusive: by node, nanoseconds
 * @whole: nanoseconds of all calls, be there a node for them or not
 *
 * What another trace spent along the paths of a tree, on one clock.
 */
typedef struct
{
  gint64 *inclusive;
  gint64 *exclusive;
  gint64 whole;
} TvCallTreeOther;

TvCallTreeOther *tv_call_tree_compare (const TvCallTree *tree, const TvCallTree *other,
                                       const guint32 *methods, TvClock clock);
void tv_call_tree_other_free (TvCallTreeOther *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTreeOther, tv_call_tree_other_free)

G_END_DECLS
