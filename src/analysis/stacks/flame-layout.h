/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-path.h"
#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvFlameFrame:
 * @sums: the node of the call tree. %TV_METHOD_NONE as its method is a thread, or all
 * of them, or callees that were merged, see @node
 * @node: its index in the tree; %TV_NODE_NONE for merged callees, and for the frame of
 *   all threads where each has its own above it
 * @parent: index of the frame of the caller, %TV_FRAME_NONE for the outermost
 * @first_callee: index of the first frame of a callee
 * @n_callees: how many there are, one after the other
 * @level: how many frames are between it and the root
 * @start: its left edge, in nanoseconds of the layout's whole
 * @end: its right edge
 *
 * A frame of a flame graph. It is as wide as the time of its node. Only the callers of
 * the node that a layout is of are as wide as the picture.
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
 * Returns: whether it stands for callees that are too narrow for frames of their own
 */
static inline gboolean
tv_flame_frame_is_merged (const TvFlameFrame *frame)
{
  return frame->node == TV_NODE_NONE && frame->parent != TV_FRAME_NONE;
}

/**
 * TvFlameSpec:
 * @clock: the clock of the widths
 * @root: the node that is as wide as the picture, with its callers; %TV_NODE_NONE for
 *   everything
 * @least_time: nanoseconds of the narrowest frame; a caller's narrower callees are one
 *   frame, or none if that is narrower, too
 * @max_frames: how many frames there are at most, 0 without limit; the least time grows
 *   until that holds. Merged frames come on top, at most one for each
 * @max_depth: the greatest depth of the tree, 0 for all
 * @by_name: whether the callees of a frame are ordered by name instead of by time, so
 *   that pictures of two ranges can be compared. Threads always keep their order
 *
 * What is laid out, and how.
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
 * @trace: the trace whose methods the frames are of
 * @clock: the clock of the widths
 * @frames: (array length=n_frames): by level, and from left to right within a level
 * @n_frames: how many there are
 * @levels: (array): index of the first frame of each level, and @n_frames
 * @n_levels: how many levels have frames
 * @root: index of the frame of the root; its callers come before it. 0 if there is none
 * @whole: nanoseconds of the picture's width
 * @merged_time: nanoseconds that callees were merged below; 0 if all have frames
 * @is_cut: whether callees are deeper than #TvFlameSpec wants them
 *
 * Where the frames of a flame graph are. It needs its tree no longer, and never
 * changes.
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
