/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree-compare.h"
#include "output/flame/folded-stacks.h"

G_BEGIN_DECLS

/**
 * TvFlameChange:
 * @TV_FLAME_CHANGE_SELF: of the exclusive time
 * @TV_FLAME_CHANGE_INCLUSIVE: of the inclusive time
 *
 * The change that colours the frames of a comparison.
 */
typedef enum
{
  TV_FLAME_CHANGE_SELF,
  TV_FLAME_CHANGE_INCLUSIVE
} TvFlameChange;

/**
 * TvFlameGraph:
 * @tree: calls by path, with methods of the same name merged
 * @names: names of frames
 * @clock: the clock of the widths
 * @other: (nullable): the times of another trace on the same paths
 * @change: what colours the frames if @other is set
 * @icicle: whether callers are above their callees
 * @width: size of all frames in pixels
 * @max_depth: the greatest depth of @tree, 0 for all
 * @min_width: width in pixels of the narrowest frame; a caller's narrower callees are
 *   one frame
 * @max_frames: how many frames there are at most, 0 without limit; the least width
 * grows until that holds. Merged frames come on top, at most one for each
 * @title: title of the picture
 *
 * A flame graph.
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
  double min_width;
  guint max_frames;
  const char *title;
} TvFlameGraph;

gboolean tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
