/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/flame/flame-parts.h"

static gint64
get_time (const TvFlameLayout *layout, guint32 frame)
{
  return layout->frames[frame].sums.inclusive[layout->clock];
}

/* Returns the widest frame of a method. */
static guint32
find_widest (const TvFlameLayout *layout, guint32 method)
{
  guint32 widest = TV_FRAME_NONE;
  gint64 most = -1;
  const TvFlameFrame *frames = layout->frames;

  for (guint32 i = 0; i < layout->n_frames; i++)
    if (frames[i].sums.method == method && frames[i].end - frames[i].start > most)
      {
        widest = i;
        most = frames[i].end - frames[i].start;
      }
  return widest;
}

/* Returns the selected path, or the path of the selected call, or the heaviest path of
 * the selected method. */
static TvCallPath *
dup_selected_path (const TvFlameLayout *layout, TvTraceSession *session)
{
  TvCallPath *path = tv_trace_session_get_selected_path (session);
  const TvCallRef call = tv_trace_session_get_selected_call (session);

  if (path == NULL && call.thread != TV_THREAD_NONE)
    return tv_call_path_new_to_original (layout->trace, call);
  if (path == NULL)
    path = tv_trace_session_get_heaviest_path (session);
  return path != NULL ? tv_call_path_ref (path) : NULL;
}

/* Returns the frame of the selected path, or else the widest frame of the selected
 * method. */
guint32
tv_flame_find_selected (const TvFlameLayout *layout, TvTraceSession *session)
{
  const guint32 method = tv_trace_session_get_selected_method (session);
  g_autoptr (TvCallPath) path = dup_selected_path (layout, session);
  gboolean found = FALSE;
  guint32 frame = TV_FRAME_NONE;

  if (method == TV_METHOD_NONE)
    return TV_FRAME_NONE;
  if (path != NULL)
    frame = tv_flame_layout_find_path (layout, path, &found);
  return found ? frame : find_widest (layout, method);
}

guint32
tv_flame_find_widest_callee (const TvFlameLayout *layout, guint32 frame)
{
  const TvFlameFrame *frames = layout->frames;
  const guint32 first = frames[frame].first_callee;
  guint32 widest = TV_FRAME_NONE;

  for (guint32 i = first; i < first + frames[frame].n_callees; i++)
    if (widest == TV_FRAME_NONE
        || frames[i].end - frames[i].start > frames[widest].end - frames[widest].start)
      widest = i;
  return widest;
}

/* Returns the next frame of the same level with at least @least_time. */
guint32
tv_flame_find_beside (const TvFlameLayout *layout, guint32 frame, int step,
                      gint64 least_time)
{
  const TvFlameFrame *frames = layout->frames;
  const guint32 *ends = &layout->levels[frames[frame].level];

  for (gint64 i = (gint64) frame + step; i >= ends[0] && i < ends[1]; i += step)
    if (frames[i].end - frames[i].start >= least_time)
      return (guint32) i;
  return TV_FRAME_NONE;
}

/* Returns the first frame from the root to @frame that has less time than the root. */
guint32
tv_flame_find_narrower (const TvFlameLayout *layout, guint32 frame)
{
  const TvFlameFrame *frames = layout->frames;
  const guint32 root = layout->root;
  guint32 found = TV_FRAME_NONE;

  for (; frame != TV_FRAME_NONE && frame > root; frame = frames[frame].parent)
    if (!tv_flame_frame_is_merged (&frames[frame])
        && get_time (layout, frame) < get_time (layout, root))
      found = frame;
  return found;
}

/* Returns the innermost caller of the root that has more time, or else the outermost
 * caller. */
guint32
tv_flame_find_wider (const TvFlameLayout *layout)
{
  const guint32 root = layout->root;
  guint32 frame = root;

  while (frame != 0 && get_time (layout, frame) <= get_time (layout, root))
    frame = layout->frames[frame].parent;
  return frame != root ? frame : TV_FRAME_NONE;
}

/* Returns the frames of hits in reading order, and how many of them precede the current
 * frame. */
GArray *
tv_flame_list_hits (const TvFlameLayout *layout, TvMethodSet *hits, guint32 current,
                    guint *n_before)
{
  const TvFlameFrame *frames = layout->frames;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  *n_before = 0;
  for (guint32 i = tv_flame_layout_get_next (layout, TV_FRAME_NONE); i != TV_FRAME_NONE;
       i = tv_flame_layout_get_next (layout, i))
    {
      if (i == current)
        *n_before = list->len;
      if (frames[i].sums.method != TV_METHOD_NONE
          && tv_method_set_contains (hits, frames[i].sums.method))
        g_array_append_val (list, i);
    }
  return list;
}
