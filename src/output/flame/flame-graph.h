/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree-compare.h"
#include "analysis/stacks/flame-layout.h"
#include "output/flame/folded-stacks.h"

G_BEGIN_DECLS

/**
 * TvFlameChange:
 * @TV_FLAME_CHANGE_SELF: the change of the exclusive time
 * @TV_FLAME_CHANGE_INCLUSIVE: the change of the inclusive time
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
 * @layout: the places of the frames
 * @names: names of frames
 * @other: (nullable): the times of another trace on the same paths, in the order of the
 *   tree that @layout was made of
 * @other_trace: (nullable): the other trace, which says what it measures; with @other
 * @other_clock: the clock of @other
 * @change: the change that colours the frames if @other is set
 * @hits: (nullable): methods that stand out
 * @icicle: whether callers are above their callees
 * @width: size of all frames in pixels
 * @max_depth: the greatest depth in @layout, 0 for all
 * @title: title of the picture
 *
 * A flame graph.
 */
typedef struct
{
  const TvFlameLayout *layout;
  const TvFrameNames *names;
  const TvCallTreeOther *other;
  const TvTrace *other_trace;
  TvClock other_clock;
  TvFlameChange change;
  const TvMethodSet *hits;
  gboolean icicle;
  guint width;
  guint max_depth;
  const char *title;
} TvFlameGraph;

gboolean tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
