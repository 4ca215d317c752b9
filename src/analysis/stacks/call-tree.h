/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallTreeNode:
 * @method: index of the method, %TV_METHOD_NONE for a root
 * @parent: index of the node above, %TV_NODE_NONE for a root
 * @thread: index of the thread, %TV_THREAD_NONE in a tree of all threads together
 * @calls: calls that were made along this path
 * @inclusive: nanoseconds of those calls by #TvClock
 * @exclusive: @inclusive without that of the children
 * @waiting: wall nanoseconds of @exclusive that were spent off the CPU
 *
 * The time spent along one path of callers. A call belongs to exactly one node: the
 * exclusive times of all nodes add up to the inclusive times of the roots, and those of
 * one method to what a #TvProfile says. A recursive call has a node below its caller's
 * like any other.
 *
 * The inclusive time of a root is that of its children; it has no time of its own.
 */
typedef struct
{
  guint32 method;
  guint32 parent;
  guint32 thread;
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} TvCallTreeNode;

#define TV_NODE_NONE G_MAXUINT32

/**
 * TV_CALL_TREE_DEPTH:
 *
 * The number of levels that outputs have if nobody asks for another one. A deeper stack
 * is a recursion that nobody reads to its end.
 */
#define TV_CALL_TREE_DEPTH 500

/**
 * TvCallTree:
 *
 * The calls of a trace, or of a part of it, merged by the path of their callers. Calls
 * and waits are clipped and counted as #TvProfileRange says.
 */
typedef struct _TvCallTree TvCallTree;

/**
 * TvCallTreeLimits:
 * @per_thread: whether each thread has a root of its own
 * @clock: the clock of @least_share and of the order of children
 * @least_share: the least share of the inclusive time of all calls that a node must
 *   have, 0 to 1; nodes with less are left out with everything below them
 * @least_time: the same in nanoseconds; the greater of both counts
 * @max_depth: the most levels below the roots, 0 for all
 * @same: (nullable): by method, the method that its calls are counted as
 * @through: (nullable): methods of which one must be on a path, %NULL for all paths.
 *   Callers of the topmost of them keep only the times that led there, none of their
 *   own; shares are of what is left
 * @from: (nullable): methods that paths begin with, %NULL for all paths; not together
 *   with @same and @through. In a top-down tree, the first level is their calls that
 *   are not within another of them. In a bottom-up tree, it is all their calls, and
 *   inclusive times, which @least_share, @least_time and the order of children are of
 *   then, add up only those that are not within another. Shares are of the time of the
 *   latter
 *
 * Which paths of a trace are wanted. The limits on size and depth don't change the
 * times of the nodes that are left.
 */
typedef struct
{
  gboolean per_thread;
  TvClock clock;
  double least_share;
  gint64 least_time;
  guint max_depth;
  const guint32 *same;
  const TvMethodSet *through;
  const TvMethodSet *from;
} TvCallTreeLimits;

/**
 * TvCallTreeWalk:
 *
 * A walk through all nodes of a tree in pre-order. It takes memory for one path and
 * does not recurse.
 */
typedef struct _TvCallTreeWalk TvCallTreeWalk;

TvCallTree *tv_call_tree_new_limited (TvTrace *trace, const TvProfileRange *range,
                                      const TvCallTreeLimits *limits,
                                      GCancellable *cancellable, GError **error);
TvCallTree *tv_call_tree_new_bottom_up (TvTrace *trace, const TvProfileRange *range,
                                        const TvCallTreeLimits *limits,
                                        GCancellable *cancellable, GError **error);
TvCallTree *tv_call_tree_new (TvTrace *trace, const TvProfileRange *range,
                              gboolean per_thread, GCancellable *cancellable,
                              GError **error);
void tv_call_tree_free (TvCallTree *tree);

TvTrace *tv_call_tree_get_trace (const TvCallTree *tree);
gint64 tv_call_tree_get_least (const TvCallTree *tree, const TvCallTreeLimits *limits);
gint64 tv_call_tree_get_whole (const TvCallTree *tree, TvClock clock);
const TvCallTreeNode *tv_call_tree_get_nodes (const TvCallTree *tree, guint *n_nodes);
const guint32 *tv_call_tree_get_roots (const TvCallTree *tree, guint *n_roots);
const guint32 *tv_call_tree_get_children (const TvCallTree *tree, guint32 node,
                                          guint *n_children);

TvCallTreeWalk *tv_call_tree_walk_new (const TvCallTree *tree);
void tv_call_tree_walk_free (TvCallTreeWalk *walk);
gboolean tv_call_tree_walk_next (TvCallTreeWalk *walk, guint32 *node, guint *depth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTree, tv_call_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTreeWalk, tv_call_tree_walk_free)

G_END_DECLS
