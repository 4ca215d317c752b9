/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-levels-private.h"

/* Returns: how many levels there are */
static guint
find_depths (TvCallLevels *levels, guint32 *depths)
{
  const gsize first = levels->piece.first_call;
  guint deepest = levels->open.n;

  for (gsize call = first; call < levels->piece.end_call; call++)
    {
      const guint32 parent = levels->calls.parent[call];
      guint32 depth = 0;

      if (parent != TV_CALL_NONE)
        depth = 1
                + (parent >= first ? depths[parent - first]
                                   : tv_open_calls_find (&levels->open, parent));
      depths[call - first] = depth;
      deepest = MAX (deepest, depth + 1);
    }
  return deepest;
}

static gboolean
is_within (const TvCallLevels *levels, const guint8 *through, const guint8 *within,
           const guint8 *open_within, gsize call)
{
  const gsize first = levels->piece.first_call;
  const guint32 parent = levels->calls.parent[call];

  if (through[tv_calls_method (&levels->calls, call)])
    return TRUE;
  if (parent == TV_CALL_NONE)
    return FALSE;
  return parent >= first ? within[parent - first]
                         : open_within[tv_open_calls_find (&levels->open, parent)];
}

/* Leaves the calls of the methods of @through, all below them, and their callers. */
static void
leave_through (TvCallLevels *levels, guint32 *depths, const guint8 *through)
{
  const gsize first = levels->piece.first_call;
  const gsize n = levels->piece.end_call - first;
  g_autofree guint8 *wanted = g_new0 (guint8, MAX (n, 1));
  g_autofree guint8 *open_wanted = g_new0 (guint8, MAX (levels->open.n, 1));

  for (guint i = 0; i < levels->open.n; i++)
    open_wanted[i]
        = (i > 0 && open_wanted[i - 1])
          || through[tv_calls_method (&levels->calls, levels->open.calls[i])];
  for (gsize i = 0; i < n; i++)
    wanted[i] = is_within (levels, through, wanted, open_wanted, first + i);
  levels->n_open_wanted
      = levels->open.n > 0 && open_wanted[levels->open.n - 1] ? levels->open.n : 0;
  levels->n_levels = levels->n_open_wanted;
  for (gsize i = n; i-- > 0;)
    {
      const guint32 parent = levels->calls.parent[first + i];

      if (!wanted[i])
        {
          depths[i] = G_MAXUINT32;
          continue;
        }
      levels->n_levels = MAX (levels->n_levels, depths[i] + 1);
      if (parent != TV_CALL_NONE && parent >= first)
        wanted[parent - first] = TRUE;
      else if (parent != TV_CALL_NONE)
        levels->n_open_wanted = MAX (levels->n_open_wanted,
                                     tv_open_calls_find (&levels->open, parent) + 1);
    }
}

/* A counting sort: within a level the calls stay in order. */
static void
sort_by_depth (TvCallLevels *levels)
{
  const gsize n = levels->piece.end_call - levels->piece.first_call;
  guint32 *depths = levels->nodes;
  guint32 *starts = g_new0 (guint32, (gsize) levels->n_levels + 2);

  for (gsize i = 0; i < n; i++)
    if (depths[i] < levels->n_levels)
      starts[depths[i] + 2]++;
  for (guint level = 0; level < levels->n_levels; level++)
    starts[level + 2] += starts[level + 1];
  levels->order = g_new (guint32, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    if (depths[i] < levels->n_levels)
      levels->order[starts[depths[i] + 1]++] = (guint32) i;
    else
      depths[i] = G_MAXUINT32;
  levels->level_starts = starts;
}

/* Takes time for each call in the range. */
void
tv_call_levels_init (TvCallLevels *levels, const TvTrace *trace,
                     const TvProfileRange *range, guint thread, guint max_levels,
                     const guint8 *through)
{
  *levels = (TvCallLevels){ .calls = tv_trace_get_calls (trace, thread) };
  tv_thread_piece_find (&levels->piece, trace, range, thread);
  tv_open_calls_init (&levels->open, &levels->piece, &levels->calls);
  levels->open_nodes = g_new (guint32, MAX (levels->open.n, 1));
  levels->nodes = g_new (
      guint32, MAX (levels->piece.end_call - levels->piece.first_call, (gsize) 1));
  levels->n_levels = find_depths (levels, levels->nodes);
  levels->n_open_wanted = levels->open.n;
  if (through != NULL)
    leave_through (levels, levels->nodes, through);
  if (max_levels > 0)
    levels->n_levels = MIN (levels->n_levels, max_levels);
  for (guint i = MIN (levels->n_levels, levels->n_open_wanted); i < levels->open.n; i++)
    levels->open_nodes[i] = G_MAXUINT32;
  sort_by_depth (levels);
}

/* Gives back their memory. */
void
tv_call_levels_clear (TvCallLevels *levels)
{
  tv_open_calls_clear (&levels->open);
  g_clear_pointer (&levels->open_nodes, g_free);
  g_clear_pointer (&levels->nodes, g_free);
  g_clear_pointer (&levels->order, g_free);
  g_clear_pointer (&levels->level_starts, g_free);
}
