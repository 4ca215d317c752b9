/* SPDX-License-Identifier: Apache-2.0 */

/* A tree from the bottom up: each call is an item, which goes up its stack by one step
 * a level. So no path is ever kept but those of the tree, and items whose branch is too
 * small are not followed: most are not, after the first level. */

#include "analysis/stacks/call-piece-private.h"
#include "analysis/stacks/call-tree-nodes-private.h"
#include "analysis/stacks/call-tree-private.h"
#include "analysis/stacks/call-tree-through-private.h"
#include "trace/model/parallel.h"

#define ITEMS_PER_CHECK (1 << 16)

typedef struct
{
  guint32 number; /* of the call in its piece */
  guint32 at;     /* that of the caller that it has come to */
  guint32 branch; /* a node of the tree */
} Item;

/* A thread. */
typedef struct
{
  TvCallPiece piece;
  guint32 root;      /* %TV_NODE_NONE if nothing of it is wanted */
  guint32 *branches; /* by call, until there are items */
  GArray *items;     /* Item */
} Source;

typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvCallTreeLimits *limits;
  const guint8 *through; /* nullable */
  GCancellable *cancellable;
  Source *sources;
  guint n_sources;
  TvCallTreeNodes callers;
  gint64 whole[TV_N_CLOCKS];
  gint64 least;
} Building;

static gboolean
is_left_out (const Source *source, guint32 number)
{
  return source->piece.is_left_out != NULL && source->piece.is_left_out[number];
}

static guint32
get_method (const Source *source, guint32 number)
{
  return tv_calls_method (&source->piece.calls,
                          tv_call_piece_get_call (&source->piece, number));
}

static void
prepare_source (guint task, gpointer data)
{
  Building *building = data;

  tv_call_piece_init (&building->sources[task].piece, building->trace, building->range,
                      tv_thread_set_get_nth (building->range->threads, task),
                      building->through);
}

static gboolean
has_calls (const Source *source)
{
  for (guint32 i = 0; i < source->piece.n; i++)
    if (!is_left_out (source, i))
      return TRUE;
  return FALSE;
}

/* A root has the whole time of its calls, as in a tree from the top down. */
static void
add_to_root (Building *building, const Source *source)
{
  TvCallTreeNode *root = tv_call_tree_nodes_get (&building->callers, source->root);
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 i = 0; i < source->piece.n; i++)
    {
      if (is_left_out (source, i)
          || tv_call_piece_find_parent (&source->piece, i) != TV_PIECE_NONE)
        continue;
      (void) tv_call_piece_get_inclusive (&source->piece, i, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          root->inclusive[clock] += inclusive[clock];
          building->whole[clock] += inclusive[clock];
        }
    }
}

static void
add_roots (Building *building)
{
  guint32 root = TV_NODE_NONE;

  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      source->root = TV_NODE_NONE;
      if (!has_calls (source))
        continue;
      if (root == TV_NODE_NONE || building->limits->per_thread)
        root = tv_call_tree_nodes_add_root (
            &building->callers, building->limits->per_thread ? tv_thread_set_get_nth (
                                    building->range->threads, i)
                                                             : TV_THREAD_NONE);
      source->root = root;
      add_to_root (building, source);
    }
  building->least = tv_call_tree_limits_find_least (
      building->limits, building->whole[building->limits->clock]);
}

/* Adds a call to a node: what is below @above for the method of the call @at. */
static guint32
add_call (Building *building, const Source *source, guint32 above, guint32 number,
          guint32 at)
{
  const TvCallPiece *piece = &source->piece;
  const gsize call = tv_call_piece_get_call (piece, number);
  const guint32 branch
      = tv_call_tree_nodes_find (&building->callers, above, get_method (source, at));
  TvCallTreeNode *sum = tv_call_tree_nodes_get (&building->callers, branch);
  gint64 inclusive[TV_N_CLOCKS];

  sum->calls += tv_call_piece_get_inclusive (piece, number, inclusive);
  sum->waiting += piece->waiting != NULL ? piece->waiting[number] : 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (piece->exclusive[clock] != NULL)
      {
        sum->exclusive[clock] += piece->exclusive[clock][number];
        if (!(piece->calls.flags[call] & TV_CALL_RECURSIVE))
          sum->inclusive[clock] += inclusive[clock];
      }
  return branch;
}

/* The methods */

static gboolean
add_methods (Building *building, Source *source)
{
  source->branches = g_new (guint32, MAX (source->piece.n, 1));
  for (guint32 i = 0; i < source->piece.n; i++)
    {
      if (i % ITEMS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      source->branches[i] = is_left_out (source, i)
                                ? TV_NODE_NONE
                                : add_call (building, source, source->root, i, i);
    }
  return TRUE;
}

/* The calls that have a caller, of methods that are kept. */
static void
make_items (const Building *building, Source *source)
{
  source->items = g_array_new (FALSE, FALSE, sizeof (Item));
  for (guint32 i = 0; i < source->piece.n; i++)
    {
      const Item item = { .number = i,
                          .at = tv_call_piece_find_parent (&source->piece, i),
                          .branch = tv_call_tree_nodes_get_kept (&building->callers,
                                                                 source->branches[i]) };

      if (item.at != TV_PIECE_NONE && item.branch != TV_NODE_NONE)
        g_array_append_val (source->items, item);
    }
  g_clear_pointer (&source->branches, g_free);
}

/* Their callers */

static gboolean
add_items (Building *building, Source *source)
{
  for (guint i = 0; i < source->items->len; i++)
    {
      Item *item = &g_array_index (source->items, Item, i);

      if (i % ITEMS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      item->branch = add_call (building, source, item->branch, item->number, item->at);
    }
  return TRUE;
}

/* Leaves the items that have a caller further up, in a branch that is kept. */
static void
move_items (const Building *building, Source *source)
{
  guint n = 0;

  for (guint i = 0; i < source->items->len; i++)
    {
      Item item = g_array_index (source->items, Item, i);

      item.branch = tv_call_tree_nodes_get_kept (&building->callers, item.branch);
      item.at = tv_call_piece_find_parent (&source->piece, item.at);
      if (item.branch != TV_NODE_NONE && item.at != TV_PIECE_NONE)
        g_array_index (source->items, Item, n++) = item;
    }
  g_array_set_size (source->items, n);
}

static gboolean
add_level (Building *building, guint level)
{
  const TvCallTreeLimits *limits = building->limits;

  tv_call_tree_nodes_begin_level (&building->callers);
  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      if (source->root != TV_NODE_NONE
          && !(level == 0 ? add_methods (building, source)
                          : add_items (building, source)))
        return FALSE;
    }
  tv_call_tree_nodes_end_level (&building->callers, limits->clock, building->least,
                                TRUE);
  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      if (source->root == TV_NODE_NONE)
        continue;
      if (level == 0)
        make_items (building, source);
      else
        move_items (building, source);
    }
  return TRUE;
}

static gboolean
has_items (const Building *building)
{
  for (guint i = 0; i < building->n_sources; i++)
    if (building->sources[i].items != NULL && building->sources[i].items->len > 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_levels (Building *building)
{
  const guint max_depth = building->limits->max_depth;
  gboolean going_on = building->callers.nodes->len > 0;

  for (guint level = 0; going_on; level++)
    {
      if (max_depth > 0 && level == max_depth)
        break;
      if (!add_level (building, level))
        return FALSE;
      going_on = has_items (building);
    }
  return !g_cancellable_is_cancelled (building->cancellable);
}

static void
clear_source (Source *source)
{
  tv_call_piece_clear (&source->piece);
  g_clear_pointer (&source->branches, g_free);
  g_clear_pointer (&source->items, g_array_unref);
}

static gboolean
build (Building *building)
{
  const guint n = tv_thread_set_count (building->range->threads, building->trace);
  gboolean done;

  building->n_sources = building->range->start < building->range->end ? n : 0;
  building->sources = g_new0 (Source, MAX (building->n_sources, 1));
  tv_parallel_run (building->n_sources, building->range->n_workers, prepare_source,
                   building);
  add_roots (building);
  done = add_levels (building);
  for (guint i = 0; i < building->n_sources; i++)
    clear_source (&building->sources[i]);
  g_free (building->sources);
  return done;
}

/**
 * tv_call_tree_new_bottom_up:
 * @trace: a trace
 * @range: what of it
 * @limits: which paths are wanted, by their exclusive times; methods are not counted as
 *   others here
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a tree the other way round: below the roots are all methods, and below each
 * method its callers. A node has the sums of the method that its path begins with, when
 * called along that path: the calls, their exclusive times, and the inclusive times of
 * those that are not recursive, so that on the level of the methods they are those of a
 * #TvProfile.
 *
 * Takes up to 50 bytes for each call and memory for each path that is wanted, and time
 * for each call of the methods that are wanted on each level: call it in a worker, and
 * with limits where stacks may be deep.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by exclusive time
 *   on the clock of @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_bottom_up (TvTrace *trace, const TvProfileRange *range,
                            const TvCallTreeLimits *limits, GCancellable *cancellable,
                            GError **error)
{
  Building building = {
    .trace = trace, .range = range, .limits = limits, .cancellable = cancellable
  };
  g_autofree guint8 *through = NULL;
  TvCallTree *tree = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);
  g_return_val_if_fail (limits->same == NULL, NULL);

  building.through = through = tv_call_tree_through_find (trace, limits);
  tv_call_tree_nodes_init (&building.callers);
  if (build (&building))
    tree
        = tv_call_tree_new_from_nodes (trace, g_steal_pointer (&building.callers.nodes),
                                       limits->clock, TRUE, building.whole);
  else
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  tv_call_tree_nodes_clear (&building.callers);
  return tree;
}
