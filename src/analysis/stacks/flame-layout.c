/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/stacks/flame-layout.h"

#include "analysis/sums/ranking.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const TvCallTree *tree;
  const TvFlameSpec *spec;
  TvFlameLayout *layout;
  GArray *frames; /* TvFlameFrame */
  GArray *levels; /* guint32 */
  gint64 least;
  gboolean grouped; /* whether the roots have a frame below them */
  guint32 *ranks;   /* by method of a node: its place by name; NULL for none */
} Building;

static TvFlameFrame *
get_frame (const Building *building, guint32 index)
{
  return &g_array_index (building->frames, TvFlameFrame, index);
}

static gint64
get_time (const Building *building, guint32 node)
{
  return tv_call_tree_get_node (building->tree, node)->inclusive[building->spec->clock];
}

static gboolean
is_shown (const Building *building, guint32 node)
{
  return get_time (building, node) >= building->least;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return (first < second) - (first > second);
}

/* Raises the least time if there are too many frames. A callee never has more time than
 * its caller, so no frame loses its caller. */
static void
limit_frames (Building *building)
{
  const TvFlameSpec *spec = building->spec;
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = 1;
  guint32 first = spec->root;

  if (spec->root == TV_NODE_NONE)
    first = tv_call_tree_get_children (building->tree, TV_NODE_NONE, &n);
  for (guint32 i = 0;; i++)
    {
      for (guint32 node = first; node < first + n; node++)
        if (is_shown (building, node))
          {
            const gint64 time = get_time (building, node);

            g_array_append_val (shown, node);
            g_array_append_val (times, time);
          }
      if (i >= shown->len)
        break;
      first = tv_call_tree_get_children (building->tree,
                                         g_array_index (shown, guint32, i), &n);
    }
  if (times->len <= spec->max_frames)
    return;
  g_array_sort (times, compare_times);
  building->least = g_array_index (times, gint64, spec->max_frames) + 1;
}

static void
add_frame (Building *building, const TvFlameFrame *frame)
{
  const guint32 index = building->frames->len;

  if (frame->level == building->levels->len)
    g_array_append_val (building->levels, index);
  if (frame->parent != TV_FRAME_NONE)
    {
      TvFlameFrame *parent = get_frame (building, frame->parent);

      if (parent->n_callees++ == 0)
        parent->first_callee = index;
    }
  g_array_append_val (building->frames, *frame);
}

static void
add_node (Building *building, guint32 node, guint32 parent, gint64 start, gint64 end)
{
  const TvFlameFrame frame
      = { .sums = *tv_call_tree_get_node (building->tree, node),
          .node = node,
          .parent = parent,
          .level
          = parent == TV_FRAME_NONE ? 0 : get_frame (building, parent)->level + 1,
          .start = start,
          .end = end };

  add_frame (building, &frame);
}

/* Finds the places of the nodes' methods in the order of names. */
static void
rank_methods (Building *building)
{
  TvTrace *trace = building->layout->trace;
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 n_nodes = tv_call_tree_get_n_nodes (building->tree);

  building->ranks = g_new0 (guint32, MAX (tv_trace_get_n_methods (trace), 1));
  for (guint32 i = 0; i < n_nodes; i++)
    {
      const guint32 method = tv_call_tree_get_node (building->tree, i)->method;

      if (method != TV_METHOD_NONE && building->ranks[method]++ == 0)
        g_array_append_val (methods, method);
    }
  tv_methods_sort_by_name (trace, (guint32 *) (gpointer) methods->data, methods->len);
  for (guint32 i = 0; i < methods->len; i++)
    building->ranks[g_array_index (methods, guint32, i)] = i;
}

static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Building *building = user_data;
  const guint32 first
      = tv_call_tree_get_node (building->tree, *(const guint32 *) a)->method;
  const guint32 second
      = tv_call_tree_get_node (building->tree, *(const guint32 *) b)->method;
  const guint32 *ranks = building->ranks;

  return (ranks[first] > ranks[second]) - (ranks[first] < ranks[second]);
}

/* Lays out nodes from @first on beside each other. */
static gint64
add_nodes (Building *building, guint32 first, guint n, guint32 parent, gint64 start)
{
  g_autofree guint32 *nodes = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    nodes[i] = first + i;
  if (building->ranks != NULL && n > 1
      && tv_call_tree_get_node (building->tree, first)->parent != TV_NODE_NONE)
    g_qsort_with_data (nodes, (gint) n, sizeof *nodes, compare_ranks, building);
  for (guint i = 0; i < n; i++)
    if (is_shown (building, nodes[i]))
      {
        const gint64 end = start + get_time (building, nodes[i]);

        add_node (building, nodes[i], parent, start, end);
        start = end;
      }
  return start;
}

/* Adds a frame for the callees that have no frame of their own. */
static void
add_merged (Building *building, guint32 index, gint64 start)
{
  const TvFlameFrame *caller = get_frame (building, index);
  const TvClock clock = building->spec->clock;
  TvFlameFrame frame = { .sums = { .method = TV_METHOD_NONE,
                                   .parent = caller->node,
                                   .thread = caller->sums.thread },
                         .node = TV_NODE_NONE,
                         .parent = index,
                         .level = caller->level + 1,
                         .start = start };

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      frame.sums.inclusive[i] = caller->sums.inclusive[i] - caller->sums.exclusive[i];
      for (guint k = 0; k < caller->n_callees; k++)
        frame.sums.inclusive[i]
            -= get_frame (building, caller->first_callee + k)->sums.inclusive[i];
    }
  frame.end = start + frame.sums.inclusive[clock];
  if (frame.end > start)
    building->layout->merged_time = building->least;
  if (frame.end > start && frame.end - start >= building->least)
    add_frame (building, &frame);
}

static void
add_callees (Building *building, guint32 index)
{
  const TvFlameSpec *spec = building->spec;
  const TvFlameFrame *caller = get_frame (building, index);
  const gint64 start = caller->start;
  const guint depth = caller->level - building->grouped;
  guint32 first;
  guint n;

  if (spec->max_depth > 0 && depth == spec->max_depth)
    {
      building->layout->is_cut
          |= caller->sums.exclusive[spec->clock] < caller->sums.inclusive[spec->clock];
      return;
    }
  first = tv_call_tree_get_children (building->tree, caller->node, &n);
  add_merged (building, index, add_nodes (building, first, n, index, start));
}

/* Adds the frame below the frames of threads. */
static void
add_ground (Building *building)
{
  TvFlameFrame ground = { .sums = { .method = TV_METHOD_NONE,
                                    .parent = TV_NODE_NONE,
                                    .thread = TV_THREAD_NONE },
                          .node = TV_NODE_NONE,
                          .parent = TV_FRAME_NONE,
                          .end = building->layout->whole };

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    ground.sums.inclusive[clock] = tv_call_tree_get_whole (building->tree, clock);
  add_frame (building, &ground);
}

/* Adds the callers of the root from the outermost to the root itself. */
static void
add_path (Building *building)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 node = building->spec->root; node != TV_NODE_NONE;
       node = tv_call_tree_get_node (building->tree, node)->parent)
    g_array_append_val (path, node);
  for (guint i = path->len; i-- > 0;)
    {
      const guint32 n_frames = building->frames->len;

      add_node (building, g_array_index (path, guint32, i),
                n_frames > 0 ? n_frames - 1 : TV_FRAME_NONE, 0,
                building->layout->whole);
    }
}

static void
add_frames (Building *building)
{
  TvFlameLayout *layout = building->layout;
  guint n_roots;

  (void) tv_call_tree_get_children (building->tree, TV_NODE_NONE, &n_roots);

  building->grouped = n_roots > 1;
  if (building->grouped)
    add_ground (building);
  if (building->spec->root != TV_NODE_NONE)
    {
      add_path (building);
      layout->root = building->frames->len - 1;
    }
  else
    (void) add_nodes (building, 0, n_roots, building->grouped ? 0 : TV_FRAME_NONE, 0);
  for (guint32 i = layout->root; i < building->frames->len; i++)
    if (get_frame (building, i)->node != TV_NODE_NONE)
      add_callees (building, i);
  layout->n_frames = building->frames->len;
  layout->n_levels = building->levels->len;
  g_array_append_val (building->levels, layout->n_frames);
}

/**
 * tv_flame_layout_new:
 * @tree: a tree of calls
 * @spec: what to lay out
 *
 * Lays out a frame for each node of a tree, as wide as its time and above its caller.
 *
 * Returns: (transfer full): the frames
 */
TvFlameLayout *
tv_flame_layout_new (const TvCallTree *tree, const TvFlameSpec *spec)
{
  TvFlameLayout *layout = g_new0 (TvFlameLayout, 1);
  Building building = { .tree = tree,
                        .spec = spec,
                        .layout = layout,
                        .frames = g_array_new (FALSE, FALSE, sizeof (TvFlameFrame)),
                        .levels = g_array_new (FALSE, FALSE, sizeof (guint32)),
                        .least = spec->least_time };

  layout->trace = tv_trace_ref (tv_call_tree_get_trace (tree));
  layout->clock = spec->clock;
  layout->whole = spec->root != TV_NODE_NONE
                      ? get_time (&building, spec->root)
                      : tv_call_tree_get_whole (tree, spec->clock);
  if (spec->max_frames > 0)
    limit_frames (&building);
  if (spec->by_name)
    rank_methods (&building);
  add_frames (&building);
  layout->frames = (TvFlameFrame *) (gpointer) g_array_free (building.frames, FALSE);
  layout->levels = (guint32 *) (gpointer) g_array_free (building.levels, FALSE);
  g_free (building.ranks);
  return layout;
}

void
tv_flame_layout_free (TvFlameLayout *layout)
{
  if (layout == NULL)
    return;
  tv_trace_unref (layout->trace);
  g_free (layout->frames);
  g_free (layout->levels);
  g_free (layout);
}

/**
 * tv_flame_layout_get_next:
 * @layout: a layout
 * @frame: index of a frame, %TV_FRAME_NONE for the first one
 *
 * Visits the frames in reading order: from left to right, callers before callees.
 *
 * Returns: index of the next frame, %TV_FRAME_NONE after the last one
 */
guint32
tv_flame_layout_get_next (const TvFlameLayout *layout, guint32 frame)
{
  const TvFlameFrame *frames = layout->frames;

  if (frame == TV_FRAME_NONE)
    return layout->n_frames > 0 ? 0 : TV_FRAME_NONE;
  if (frames[frame].n_callees > 0)
    return frames[frame].first_callee;
  for (; frames[frame].parent != TV_FRAME_NONE; frame = frames[frame].parent)
    {
      const TvFlameFrame *caller = &frames[frames[frame].parent];

      if (frame + 1 < caller->first_callee + caller->n_callees)
        return frame + 1;
    }
  return frame + 1 < layout->levels[1] ? frame + 1 : TV_FRAME_NONE;
}

/**
 * tv_flame_layout_find:
 * @layout: a layout
 * @level: a level
 * @time: nanoseconds of the picture's width
 *
 * Returns: index of the frame there, %TV_FRAME_NONE if there is none
 */
guint32
tv_flame_layout_find (const TvFlameLayout *layout, guint level, gint64 time)
{
  const TvFlameFrame *frames = layout->frames;
  guint32 low, high;

  if (level >= layout->n_levels)
    return TV_FRAME_NONE;
  low = layout->levels[level];
  high = layout->levels[level + 1];
  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (time < frames[middle].start)
        high = middle;
      else if (time >= frames[middle].end)
        low = middle + 1;
      else
        return middle;
    }
  return TV_FRAME_NONE;
}

/* Returns the frame of the last method of a path that has a frame above @frame. */
static guint32
descend (const TvFlameLayout *layout, guint32 frame, const TvCallPath *path,
         gboolean *found)
{
  const TvFlameFrame *frames = layout->frames;
  guint n_methods;
  const guint32 *methods = tv_call_path_get_methods (path, &n_methods);

  *found = TRUE;
  for (guint i = 0; i < n_methods && *found; i++)
    {
      guint32 callee = frames[frame].first_callee;
      const guint32 end = callee + frames[frame].n_callees;

      while (callee < end && frames[callee].sums.method != methods[i])
        callee++;
      *found = callee < end;
      if (*found)
        frame = callee;
    }
  return frame;
}

/**
 * tv_flame_layout_find_path:
 * @layout: a layout
 * @path: a path; without methods for the frame of its thread
 * @found: (out) (optional): whether the path has a frame
 *
 * The thread matters only if threads have frames.
 *
 * Returns: index of the frame of a path, or else of its last caller that has one;
 *   %TV_FRAME_NONE if there are no frames
 */
guint32
tv_flame_layout_find_path (const TvFlameLayout *layout, const TvCallPath *path,
                           gboolean *found)
{
  const TvFlameFrame *frames = layout->frames;
  gboolean is_found = FALSE;
  guint32 thread;
  guint32 best = TV_FRAME_NONE;
  guint32 first = 0;
  guint32 end;

  g_return_val_if_fail (layout != NULL && path != NULL, TV_FRAME_NONE);

  thread = path->thread;
  end = MIN (layout->n_frames, 1);
  if (end > 0 && frames[0].node == TV_NODE_NONE)
    {
      best = 0;
      is_found = thread == TV_THREAD_NONE
                 && tv_call_path_get_method (path) == TV_METHOD_NONE;
      first = frames[0].first_callee;
      end = first + frames[0].n_callees;
    }
  for (guint32 i = first; i < end && !is_found; i++)
    if (thread == TV_THREAD_NONE || frames[i].sums.thread == TV_THREAD_NONE
        || frames[i].sums.thread == thread)
      {
        const guint32 frame = descend (layout, i, path, &is_found);

        if (best == TV_FRAME_NONE || frames[frame].level > frames[best].level)
          best = frame;
      }
  if (found != NULL)
    *found = is_found;
  return best;
}

/**
 * tv_flame_layout_dup_path:
 * @layout: a layout
 * @frame: index of a frame
 *
 * Returns: (transfer full) (nullable): its path, without methods for the frame of a
 *   thread or of all threads; %NULL for merged callees
 */
TvCallPath *
tv_flame_layout_dup_path (const TvFlameLayout *layout, guint32 frame)
{
  const TvFlameFrame *frames = layout->frames;
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 thread;

  g_return_val_if_fail (layout != NULL && frame < layout->n_frames, NULL);

  if (tv_flame_frame_is_merged (&frames[frame]))
    return NULL;
  thread = frames[frame].sums.thread;
  while (frames[frame].sums.method != TV_METHOD_NONE)
    {
      g_array_prepend_val (methods, frames[frame].sums.method);
      frame = frames[frame].parent;
    }
  return tv_call_path_new (thread, (guint32 *) (gpointer) methods->data, methods->len);
}

/**
 * tv_flame_layout_dup_label:
 * @layout: a layout
 * @frame: index of a frame without a method
 *
 * Returns: (transfer full): its name
 */
char *
tv_flame_layout_dup_label (const TvFlameLayout *layout, guint32 frame)
{
  const TvFlameFrame *found;

  g_return_val_if_fail (layout != NULL && frame < layout->n_frames, NULL);

  found = &layout->frames[frame];
  if (tv_flame_frame_is_merged (found))
    return g_strdup (_ ("Frames too narrow to be told apart"));
  return found->sums.thread != TV_THREAD_NONE
             ? tv_trace_dup_thread_label (layout->trace, found->sums.thread)
             : g_strdup (_ ("All threads"));
}
