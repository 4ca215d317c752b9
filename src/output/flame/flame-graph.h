/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree-compare.h"
#include "output/flame/folded-stacks.h"

G_BEGIN_DECLS

/**
 * TvFlameChange:
 * @TV_FLAME_CHANGE_SELF: of the time that a frame has of its own
 * @TV_FLAME_CHANGE_INCLUSIVE: of its whole time
 *
 * The change of which share colours the frames of a comparison.
 */
typedef enum
{
  TV_FLAME_CHANGE_SELF,
  TV_FLAME_CHANGE_INCLUSIVE
} TvFlameChange;

/**
 * TvFlameGraph:
 * @tree: calls by path, with methods of the same name put together
 * @names: what frames are called
 * @clock: whose times are the widths
 * @other: (nullable): what another trace has along the same paths
 * @change: what colours the frames, if @other is there
 * @icicle: whether callers are above what they call
 * @width: pixels that the frames take
 * @max_depth: how many levels below the roots @tree was made with at most, 0 for all
 * @title: what stands at the top
 *
 * A flame graph to be written.
 */
typedef struct
{
  const TvCallTree *tree;
  const TvFrameNames *names;
  TvClock clock;
  const TvCallTreeOther *other;
  TvFlameChange change;
  gboolean icicle;
  guint width;
  guint max_depth;
  const char *title;
} TvFlameGraph;

gboolean tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
