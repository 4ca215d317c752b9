/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/query-flame.h"

#include "query/column-check.h"

#include <glib/gi18n-lib.h>

/* The number of flame graphs to keep. */
#define MAX_KEPT 4

/* Memory of a tree for each call, and for each node with its position. */
#define CALL_SIZE ((gint64) sizeof (guint32[2]))
#define NODE_SIZE                                                                      \
  ((gint64) (sizeof (TvCallTreeNode) + sizeof (gint64) + sizeof (gint32)))

static void
clear_flame (gpointer data)
{
  TvQueryFlame *flame = data;

  flame->guard->held -= flame->held;
  for (guint i = 0; i < flame->n_parts; i++)
    {
      tv_call_tree_free (flame->parts[i].tree);
      g_free (flame->parts[i].depths);
      g_free (flame->parts[i].starts);
    }
}

void
tv_query_flame_unref (TvQueryFlame *flame)
{
  g_atomic_rc_box_release_full (flame, clear_flame);
}

/* Returns the width of a frame. */
gint64
tv_flame_part_get_time (const TvFlamePart *part, guint32 node, TvClock clock)
{
  const TvCallTreeNode *sums = tv_call_tree_get_node (part->tree, node);

  return part->adds_own && sums->parent != TV_NODE_NONE ? sums->exclusive[clock]
                                                        : sums->inclusive[clock];
}

/* Returns the part of a frame's width that has no frame on it. */
gint64
tv_flame_part_get_self (const TvFlamePart *part, guint32 node, TvClock clock)
{
  gint64 self = tv_flame_part_get_time (part, node, clock);
  guint n;
  guint32 child = tv_call_tree_get_children (part->tree, node, &n);

  for (; n > 0; n--)
    self -= tv_flame_part_get_time (part, child++, clock);
  return self;
}

/* Positions the frames: the children of each from the left, in the order of the tree,
 * widest first. */
static void
lay_out (TvFlamePart *part, TvClock clock)
{
  const guint32 n = tv_call_tree_get_n_nodes (part->tree);

  part->depths = g_new0 (gint32, MAX (n, 1));
  part->starts = g_new0 (gint64, MAX (n, 1));
  for (guint32 node = 0; node < n; node++)
    {
      gint64 start = part->starts[node];
      guint n_children;
      guint32 child = tv_call_tree_get_children (part->tree, node, &n_children);

      for (; n_children > 0; n_children--, child++)
        {
          part->depths[child] = part->depths[node] + (part->goes_up ? -1 : 1);
          part->starts[child] = start;
          start += tv_flame_part_get_time (part, child, clock);
        }
    }
}

/* Builds a tree, unless it is too large. Top down, a call is in one node; bottom up, it
 * is in a node for each of its callers, so there can be far more nodes than calls. */
static TvCallTree *
make_tree (TvQuerySource *source, const TvCallTreeLimits *limits, char **error)
{
  const TvCallTreeGrowth growth = { .max_depth = 1, .complete = TRUE };
  const gint64 room
      = tv_query_guard_get_room (source->guard) - CALL_SIZE * source->n_calls;
  const gint64 most = room / NODE_SIZE;
  GCancellable *cancellable = source->guard->work;
  g_autoptr (TvCallTree) tree = NULL;

  if (!limits->bottom_up && source->n_calls < most)
    return tv_call_tree_new (source->trace, &source->scope, limits, cancellable, NULL);
  if (room > 0)
    tree = tv_call_tree_new_closed (source->trace, &source->scope, limits, cancellable,
                                    NULL);
  for (guint32 node = 0; tree != NULL && node < tv_call_tree_get_n_nodes (tree)
                         && tv_call_tree_get_n_nodes (tree) <= most;
       node++)
    if (!tv_call_tree_grow (tree, node, &growth, cancellable, NULL))
      return NULL;
  if (room > 0 && (tree == NULL || tv_call_tree_get_n_nodes (tree) <= most))
    return g_steal_pointer (&tree);
  *error = g_strdup (_ ("the call paths do not fit into the memory limit"));
  return NULL;
}

/* Adds a part. If the graph starts from methods, its callers leave out the methods
 * themselves, which are in the part that grows down. */
static gboolean
add_part (TvQueryFlame *flame, TvQuerySource *source, gboolean goes_up,
          const TvMethodSet *from, char **error)
{
  const TvCallTreeLimits limits = { .bottom_up = goes_up,
                                    .clock = tv_query_source_get_flame_clock (source),
                                    .from = from };
  TvFlamePart *part = &flame->parts[flame->n_parts];
  guint n_outermost = 0;
  guint32 n_nodes;
  gint64 held;

  part->tree = make_tree (source, &limits, error);
  if (part->tree == NULL)
    return FALSE;
  n_nodes = tv_call_tree_get_n_nodes (part->tree);
  held = CALL_SIZE * source->n_calls + NODE_SIZE * n_nodes;
  source->guard->held += held;
  flame->held += held;
  flame->n_parts++;
  part->goes_up = goes_up;
  part->adds_own = goes_up && from == NULL;
  if (goes_up && from != NULL && n_nodes > 0)
    tv_call_tree_get_children (part->tree, 0, &n_outermost);
  /* A tree without nodes has no rows, not even one for the root. */
  part->first = MIN (1 + n_outermost, n_nodes);
  part->n = n_nodes - part->first;
  lay_out (part, limits.clock);
  return TRUE;
}

/* Returns the methods whose names match a regular expression. */
static TvMethodSet *
find_methods (TvQuerySource *source, const char *pattern, char **error)
{
  g_autoptr (TvQueryRegex) regex = tv_query_regex_new (pattern, 0, error);
  guint64 *words;

  if (regex == NULL)
    return NULL;
  words = g_new0 (guint64, source->n_methods / 64 + 1);
  for (guint32 method = 0; method < source->n_methods && *error == NULL
                           && !g_cancellable_is_cancelled (source->guard->work);
       method++)
    {
      const char *name = tv_query_source_get_name (source, method);

      if (tv_query_regex_match (regex, source->guard, name, strlen (name), 0, NULL,
                                error))
        words[method / 64] |= G_GUINT64_CONSTANT (1) << method % 64;
    }
  return tv_method_set_new (words, source->n_methods);
}

/* Returns a flame graph, and keeps it. Returns NULL with an error, or without one if
 * the script was cancelled. */
TvQueryFlame *
tv_query_flame_find (TvQuerySource *source, const char *view, const char *pattern,
                     char **error)
{
  const gboolean is_pivot = g_ascii_strcasecmp (view, "PIVOT") == 0;
  const gboolean is_from = is_pivot || g_ascii_strcasecmp (view, "FROM_FRAME") == 0;
  const gboolean is_up = g_ascii_strcasecmp (view, "BOTTOM_UP") == 0;
  g_autofree char *key = g_strconcat (view, " ", is_from ? pattern : NULL, NULL);
  TvQueryFlame *flame = g_hash_table_lookup (source->flames, key);
  TvMethodSet *from = NULL;

  if (flame != NULL)
    return g_atomic_rc_box_acquire (flame);
  if (!is_from && !is_up && g_ascii_strcasecmp (view, "TOP_DOWN") != 0)
    *error = g_strdup_printf (_ ("flamegraph: there is no view “%s”"), view);
  else if (is_from && pattern == NULL)
    *error = g_strdup_printf (_ ("flamegraph: “%s” takes a pattern"), view);
  else if (is_from)
    from = find_methods (source, pattern, error);
  if (*error != NULL)
    {
      g_clear_pointer (&from, tv_method_set_unref);
      return NULL;
    }
  flame = g_atomic_rc_box_new0 (TvQueryFlame);
  flame->guard = source->guard;
  if (!add_part (flame, source, is_up, from, error)
      || (is_pivot && !add_part (flame, source, TRUE, from, error)))
    g_clear_pointer (&flame, tv_query_flame_unref);
  g_clear_pointer (&from, tv_method_set_unref);
  if (flame == NULL)
    return NULL;
  if (g_hash_table_size (source->flames) >= MAX_KEPT)
    g_hash_table_remove_all (source->flames);
  g_hash_table_insert (source->flames, g_steal_pointer (&key),
                       g_atomic_rc_box_acquire (flame));
  return flame;
}

/* Returns the part of a row, and changes @row to its index there. */
const TvFlamePart *
tv_query_flame_get_part (const TvQueryFlame *flame, guint32 *row)
{
  if (*row < flame->parts[0].n)
    return &flame->parts[0];
  *row -= flame->parts[0].n;
  return &flame->parts[1];
}
