/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-path.h"
#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallTreeNode:
 * @method: index of the method, %TV_METHOD_NONE for a root
 * @parent: index of the node above, %TV_NODE_NONE for a root
 * @thread: index of the thread, %TV_THREAD_NONE in a tree of all threads together
 * @calls: number of calls along this path
 * @inclusive: nanoseconds of those calls by #TvClock
 * @exclusive: @inclusive less that of the children
 * @waiting: wall nanoseconds of @exclusive that were spent off the CPU
 * @n_waits: number of waits that @waiting is the sum of
 *
 * The time spent along one path of callers. A call belongs to exactly one node: the
 * exclusive times of all nodes add up to the inclusive times of the roots, and those of
 * one method to its sum in a #TvProfile. A recursive call has a node below its caller's
 * node, like any other call.
 *
 * The inclusive time of a root is that of its children. It has no exclusive time.
 */
typedef struct
{
  guint64 calls;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
  guint32 n_waits;
  guint32 method;
  guint32 parent;
  guint32 thread;
  /*< private >*/
  guint32 first_child;
  guint32 n_children;
  guint32 *entries; /* its calls; see call-tree-private.h */
  guint32 n_entries;
  gboolean has_below; /* whether it may have children */
} TvCallTreeNode;

#define TV_NODE_NONE G_MAXUINT32

/**
 * TV_CALL_TREE_DEPTH:
 *
 * The default number of levels of outputs. A deeper stack is a recursion that nobody
 * reads to its end.
 */
#define TV_CALL_TREE_DEPTH 500

/**
 * TvCallTree:
 *
 * The calls of a trace, or of a part of it, merged by the path of their callers. Calls
 * and waits are clipped and counted as in #TvProfileRange.
 *
 * A node is closed until its callees, or its callers in a bottom-up tree, are added up
 * by method. Then it is open and has all its children at once. A node never moves and
 * does not change in any other way: while one thread grows a tree, others may read the
 * nodes that they know.
 */
typedef struct _TvCallTree TvCallTree;

/**
 * TvCallTreeStarts:
 * @TV_CALL_TREE_STARTS_ALL: all calls; in a top-down tree that is not nested, calls
 *   within another one are below it and not on the first level
 * @TV_CALL_TREE_STARTS_OUTERMOST: calls that are not within another one
 * @TV_CALL_TREE_STARTS_RECURSIVE: calls within another one. Each counts with all its
 * time
 *
 * The calls of some methods that paths begin with.
 */
typedef enum
{
  TV_CALL_TREE_STARTS_ALL,
  TV_CALL_TREE_STARTS_OUTERMOST,
  TV_CALL_TREE_STARTS_RECURSIVE
} TvCallTreeStarts;

/**
 * TvCallTreeLimits:
 * @bottom_up: whether all methods are below the roots, and below each method its
 * callers. A node has the sums of the method at the start of its path, when called
 * along that path: calls, exclusive times, and the inclusive times of calls that are
 * not recursive. So the sums on the first level are those of a #TvProfile.
 * @least_share,
 *   @least_time and the order of children are then of exclusive times
 * @per_thread: whether each thread has a root of its own
 * @clock: the clock of @least_share and of the order of children
 * @least_share: the least share of the inclusive time of all calls that a node must
 *   have, 0 to 1; nodes with less are left out with everything below them
 * @least_time: the same in nanoseconds; the greater of both applies
 * @max_depth: the most levels below the roots, 0 for all
 * @same: (nullable): by method, the method that its calls are counted as; only in a
 *   top-down tree or with @from
 * @through: (nullable): methods of which one must be on a path, %NULL for all paths.
 *   Callers of the topmost of them keep only the time spent there, and no exclusive
 * time; shares are of what is left
 * @from: (nullable): methods that paths begin with, %NULL for all paths; not together
 *   with @through. In a top-down tree, the first level has their calls that are not
 *   within another one. In a bottom-up tree, it has all their calls; inclusive times
 * add up only calls that are not within another one, and @least_share, @least_time and
 * the order of children are of inclusive times. Shares are of the time of calls that
 * are not within another one
 * @starts: with @from, the calls that paths begin with
 * @nested: with @from and all their calls, whether the first level of a top-down tree
 * has all their calls too. The time and the callees of a call within another one are
 * then on the first level. Where it is called it only counts, and adds nothing to the
 * times of its callers. So the times of callees and the exclusive time add up to the
 *   inclusive time
 *
 * The paths of a tree. The limits on time and depth don't change the times of the
 * remaining nodes.
 */
typedef struct
{
  gboolean bottom_up;
  gboolean per_thread;
  TvClock clock;
  double least_share;
  gint64 least_time;
  guint max_depth;
  const guint32 *same;
  const TvMethodSet *through;
  const TvMethodSet *from;
  TvCallTreeStarts starts;
  gboolean nested;
} TvCallTreeLimits;

/**
 * TvCallTreeGrowth:
 * @least_time: the least time of nodes that are opened, in nanoseconds on the clock of
 *   the tree
 * @max_depth: the most levels that are added, 0 for all
 * @complete: whether children with less time are added as closed nodes instead of left
 *   out
 *
 * How far a tree grows.
 */
typedef struct
{
  gint64 least_time;
  guint max_depth;
  gboolean complete;
} TvCallTreeGrowth;

TvCallTree *tv_call_tree_new_closed (TvTrace *trace, const TvProfileRange *range,
                                     const TvCallTreeLimits *limits,
                                     GCancellable *cancellable, GError **error);
TvCallTree *tv_call_tree_new (TvTrace *trace, const TvProfileRange *range,
                              const TvCallTreeLimits *limits, GCancellable *cancellable,
                              GError **error);
void tv_call_tree_free (TvCallTree *tree);

gboolean tv_call_tree_grow (TvCallTree *tree, guint32 node,
                            const TvCallTreeGrowth *growth, GCancellable *cancellable,
                            GError **error);
gboolean tv_call_tree_grow_path (TvCallTree *tree, const TvCallPath *path,
                                 guint32 *last, gboolean *found,
                                 GCancellable *cancellable, GError **error);
void tv_call_tree_mark (TvCallTree *tree, const TvMethodSet *methods);
gboolean tv_call_tree_leads_to (const TvCallTree *tree, guint32 index,
                                const TvMethodSet *methods);

TvTrace *tv_call_tree_get_trace (const TvCallTree *tree);
gint64 tv_call_tree_get_least (const TvCallTree *tree, const TvCallTreeLimits *limits);
gint64 tv_call_tree_get_whole (const TvCallTree *tree, TvClock clock);
guint32 tv_call_tree_get_n_nodes (const TvCallTree *tree);
const TvCallTreeNode *tv_call_tree_get_node (const TvCallTree *tree, guint32 node);
guint32 tv_call_tree_get_children (const TvCallTree *tree, guint32 node,
                                   guint *n_children);
gboolean tv_call_tree_is_open (const TvCallTree *tree, guint32 node);
gboolean tv_call_tree_has_children (const TvCallTree *tree, guint32 node);
guint32 tv_call_tree_get_next (const TvCallTree *tree, guint32 node, guint *depth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTree, tv_call_tree_free)

G_END_DECLS
