/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-path.h"
#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvFlameFrame:
 * @sums: the node of the call tree. Its method is %TV_METHOD_NONE for a thread, for all
 *   threads, and for merged callees, see @node
 * @node: its index in the tree; %TV_NODE_NONE for merged callees, and for the frame of
 *   all threads if each has its own above it
 * @parent: index of the frame of the caller, %TV_FRAME_NONE for the outermost
 * @first_callee: index of the first frame of a callee
 * @n_callees: number of frames of callees, which follow each other
 * @level: number of its callers
 * @start: its left edge, in nanoseconds of the layout's whole
 * @end: its right edge
 *
 * A frame of a flame graph, as wide as the time of its node. Only the callers of the
 * root of the layout are as wide as the picture instead.
 */
typedef struct
{
  TvCallTreeNode sums;
  guint32 node;
  guint32 parent;
  guint32 first_callee;
  guint32 n_callees;
  guint level;
  gint64 start;
  gint64 end;
} TvFlameFrame;

#define TV_FRAME_NONE G_MAXUINT32

/**
 * tv_flame_frame_is_merged:
 * @frame: a frame
 *
 * Returns: whether it stands for callees that are too narrow for their own frames
 */
static inline gboolean
tv_flame_frame_is_merged (const TvFlameFrame *frame)
{
  return frame->node == TV_NODE_NONE && frame->parent != TV_FRAME_NONE;
}

/**
 * TvFlameSpec:
 * @clock: the clock of the widths
 * @root: the node that is as wide as the picture, like its callers; %TV_NODE_NONE for
 *   everything
 * @least_time: nanoseconds of the narrowest frame; the narrower callees of a frame are
 *   merged into one frame, or left out if that is also narrower
 * @max_frames: the most frames, 0 without limit; beyond it, the least time grows. It
 * does not count merged frames, at most one for each frame
 * @max_depth: the greatest depth of the tree, 0 for all
 * @by_name: whether the callees of a frame are ordered by name instead of by time, so
 *   that pictures of two ranges can be compared. Threads always keep their order
 *
 * The frames of a layout.
 */
typedef struct
{
  TvClock clock;
  guint32 root;
  gint64 least_time;
  guint max_frames;
  guint max_depth;
  gboolean by_name;
} TvFlameSpec;

/**
 * TvFlameLayout:
 * @trace: the trace of the frames' methods
 * @clock: the clock of the widths
 * @frames: (array length=n_frames): by level, and from left to right within a level
 * @n_frames: number of frames
 * @levels: (array): index of the first frame of each level, then @n_frames
 * @n_levels: number of levels with frames
 * @root: index of the frame of the root, after its callers; 0 if there is none
 * @whole: nanoseconds of the picture's width
 * @merged_time: the least time below which callees were merged; 0 if all have frames
 * @is_cut: whether callees are deeper than #TvFlameSpec.max_depth
 *
 * The places of the frames of a flame graph. Immutable, and independent of its tree.
 */
typedef struct
{
  TvTrace *trace;
  TvClock clock;
  TvFlameFrame *frames;
  guint32 n_frames;
  guint32 *levels;
  guint n_levels;
  guint32 root;
  gint64 whole;
  gint64 merged_time;
  gboolean is_cut;
} TvFlameLayout;

TvFlameLayout *tv_flame_layout_new (const TvCallTree *tree, const TvFlameSpec *spec);
void tv_flame_layout_free (TvFlameLayout *layout);

guint32 tv_flame_layout_get_next (const TvFlameLayout *layout, guint32 frame);
guint32 tv_flame_layout_find (const TvFlameLayout *layout, guint level, gint64 time);
guint32 tv_flame_layout_find_path (const TvFlameLayout *layout, const TvCallPath *path,
                                   gboolean *found);
TvCallPath *tv_flame_layout_dup_path (const TvFlameLayout *layout, guint32 frame);
char *tv_flame_layout_dup_label (const TvFlameLayout *layout, guint32 frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlameLayout, tv_flame_layout_free)

G_END_DECLS
