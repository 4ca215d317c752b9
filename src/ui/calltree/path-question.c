/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-question.h"

#include "ui/calltree/path-lister.h"
#include "ui/session/trace-match.h"

/* Nobody reads a longer path at once. */
#define HEAVIEST_LEVELS 100

/* Trees */

/* Returns a set of one method. */
TvMethodSet *
tv_path_make_set (const TvTrace *trace, guint32 method)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  words[method / 64] = (guint64) 1 << (method % 64);
  return tv_method_set_new (words, n);
}

/* Adds up what is under a node, or the roots. */
static gboolean
open_node (TvCallTree *tree, guint32 node, GCancellable *cancellable, GError **error)
{
  const TvCallTreeGrowth one_level = { .max_depth = 1, .complete = TRUE };

  return (node != TV_NODE_NONE
          && (tv_call_tree_is_open (tree, node)
              || !tv_call_tree_has_children (tree, node)))
         || tv_call_tree_grow (tree, node, &one_level, cancellable, error);
}

/* Opens what the top rows stand under: a root, and in it the one method that paths
 * begin with. */
static gboolean
open_top (const TvPathQuestion *self, TvCallTree *tree, GCancellable *cancellable,
          GError **error)
{
  const guint n_levels = self->per_thread ? 0 : self->kind == TV_PATHS_AROUND ? 2 : 1;
  guint32 node = TV_NODE_NONE;
  guint n = 1;

  for (guint i = 0; i <= n_levels && n > 0; i++)
    {
      if (!open_node (tree, node, cancellable, error))
        return FALSE;
      node = tv_call_tree_get_children (tree, node, &n);
    }
  return TRUE;
}

static gboolean
make_trees (TvPathQuestion *self, guint side, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = tv_profile_get_trace (self->profiles[side]);
  const gboolean around = self->kind == TV_PATHS_AROUND;
  g_autoptr (TvMethodSet) from = around ? tv_path_make_set (trace, self->method) : NULL;
  const TvCallTreeLimits limits
      = { .per_thread = self->per_thread, .clock = self->clock, .from = from };

  for (guint i = 0; i < (around ? TV_PATH_N_TREES : 1); i++)
    {
      const gboolean bottom_up
          = i == TV_PATH_TREE_CALLERS && self->kind != TV_PATHS_TOP_DOWN;

      self->trees[side][i]
          = tv_call_tree_new_closed (trace, tv_profile_get_range (self->profiles[side]),
                                     &limits, bottom_up, cancellable, error);
      if (self->trees[side][i] == NULL
          || !open_top (self, self->trees[side][i], cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static guint32
find_top_of_side (const TvPathQuestion *self, const TvCallTree *tree)
{
  guint32 node;
  guint n;

  if (tree == NULL || self->per_thread)
    return TV_NODE_NONE;
  node = tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  if (n > 0 && self->kind == TV_PATHS_AROUND)
    node = tv_call_tree_get_children (tree, node, &n);
  return n > 0 ? node : TV_NODE_NONE;
}

/**
 * tv_path_find_top:
 * @question: a question with trees
 * @tree: which of them
 * @nodes: (out): the nodes that the top rows stand under, %TV_NODE_NONE if they are
 *   roots, or there are none
 *
 * Returns: whether there are top rows
 */
gboolean
tv_path_find_top (const TvPathQuestion *question, guint tree, TvPathNodes *nodes)
{
  gboolean any = question->per_thread;

  for (guint side = 0; side < TV_PATH_N_SIDES; side++)
    {
      nodes->of[side] = find_top_of_side (question, question->trees[side][tree]);
      any |= nodes->of[side] != TV_NODE_NONE;
    }
  return any;
}

/* Returns the index by which rows know a thread of a side. */
guint32
tv_path_get_thread (const TvPathQuestion *question, guint side, guint32 thread)
{
  guint32 same;

  if (side == TV_PATH_SHOWN || thread == TV_THREAD_NONE)
    return thread;
  same = tv_trace_find_same_thread (
      tv_profile_get_trace (question->profiles[TV_PATH_BASE]), thread,
      tv_profile_get_trace (question->profiles[TV_PATH_SHOWN]));
  return same != TV_THREAD_NONE ? same : thread | TV_PATH_BASE_THREAD;
}

/* Rows and nodes */

static gboolean
has_none (TvPathNodes nodes)
{
  return nodes.of[TV_PATH_SHOWN] == TV_NODE_NONE
         && nodes.of[TV_PATH_BASE] == TV_NODE_NONE;
}

static guint32
find_under_node (const TvPathQuestion *self, guint side, guint32 above,
                 const TvPathStep *step)
{
  const TvCallTree *tree = self->trees[side][step->tree];
  guint32 first;
  guint n;

  if (tree == NULL || (above == TV_NODE_NONE && (step->depth > 0 || !self->per_thread)))
    return TV_NODE_NONE;
  first = tv_call_tree_get_children (tree, above, &n);
  for (guint i = 0; i < n; i++)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, first + i);

      if (node->method == step->method
          && (step->method != TV_METHOD_NONE
              || tv_path_get_thread (self, side, node->thread) == step->thread))
        return first + i;
    }
  return TV_NODE_NONE;
}

/* Finds the nodes of a step under others, or at the top. */
static TvPathNodes
find_under (const TvPathQuestion *self, TvPathNodes above, const TvPathStep *step)
{
  TvPathNodes nodes;

  if (step->depth == 0)
    (void) tv_path_find_top (self, step->tree, &above);
  for (guint side = 0; side < TV_PATH_N_SIDES; side++)
    nodes.of[side] = find_under_node (self, side, above.of[side], step);
  return nodes;
}

/* Returns the nodes of a row, none if they are not in the trees. */
static TvPathNodes
find_nodes (const TvPathQuestion *self, const GArray *steps)
{
  TvPathNodes nodes = TV_PATH_NO_NODES;

  for (guint i = 0; i < steps->len && (i == 0 || !has_none (nodes)); i++)
    nodes = find_under (self, nodes, &g_array_index (steps, TvPathStep, i));
  return nodes;
}

static gboolean
open_nodes (TvPathQuestion *self, guint tree, TvPathNodes nodes,
            GCancellable *cancellable, GError **error)
{
  for (guint side = 0; side < TV_PATH_N_SIDES; side++)
    if (nodes.of[side] != TV_NODE_NONE
        && !open_node (self->trees[side][tree], nodes.of[side], cancellable, error))
      return FALSE;
  return TRUE;
}

/* Opens rows as far as they are there. */
static gboolean
open_steps (TvPathQuestion *self, const GArray *steps, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (TvPathNodes));

  for (guint i = 0; i < steps->len; i++)
    {
      const TvPathStep *step = &g_array_index (steps, TvPathStep, i);
      TvPathNodes nodes = TV_PATH_NO_NODES;

      g_assert (step->depth <= path->len);
      if (step->depth > 0)
        nodes = g_array_index (path, TvPathNodes, step->depth - 1);
      if (step->depth == 0 || !has_none (nodes))
        nodes = find_under (self, nodes, step);
      g_array_set_size (path, step->depth);
      g_array_append_val (path, nodes);
      if (!open_nodes (self, step->tree, nodes, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns the path of a node of the first tree. */
static GArray *
list_steps (const TvPathQuestion *self, guint32 node)
{
  const TvCallTree *tree = self->trees[TV_PATH_SHOWN][0];
  const guint32 top = find_top_of_side (self, tree);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvPathStep));

  while (node != top && node != TV_NODE_NONE)
    {
      const TvCallTreeNode *of = tv_call_tree_get_node (tree, node);
      const TvPathStep step = { 0, 0, of->method, of->thread };

      g_array_prepend_val (steps, step);
      node = of->parent;
    }
  for (guint i = 0; i < steps->len; i++)
    g_array_index (steps, TvPathStep, i).depth = i;
  return steps;
}

/* What is opened */

/* Opens what took most of what is opened before, as the rows come by themselves. */
static gboolean
open_heaviest (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  TvPathQuestion by_time = *self;
  TvPathNodes nodes;
  guint n = tv_path_find_top (self, 0, &nodes) ? HEAVIEST_LEVELS : 0;

  by_time.column = TV_PROFILE_N_COLUMNS;
  for (guint level = 0; level < n; level++)
    {
      g_autoptr (GArray) rows = tv_path_list_under (&by_time, 0, nodes);
      const TvPathRow *row = (const TvPathRow *) (gconstpointer) rows->data;

      if (rows->len == 0)
        break;
      nodes = row->nodes;
      g_array_append_val (
          self->open, ((TvPathStep){ level, 0, row->sums.method, row->sums.thread }));
      if (!open_nodes (self, 0, nodes, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Opens the heaviest row that is closed, again and again, until there is no room. */
static gboolean
open_all (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  const guint tree = g_array_index (self->all_under, TvPathStep, 0).tree;
  g_autoptr (GSequence) closed = g_sequence_new (g_free);
  TvPathRow row = { .nodes = find_nodes (self, self->all_under) };
  guint n_rows = 0;

  for (guint side = 0; side < TV_PATH_N_SIDES; side++)
    self->opened[side] = g_hash_table_new (NULL, NULL);
  if (!has_none (row.nodes))
    g_sequence_append (closed, g_memdup2 (&row, sizeof row));
  while (!g_sequence_is_empty (closed))
    {
      GSequenceIter *first = g_sequence_get_begin_iter (closed);
      g_autoptr (GArray) rows = NULL;

      row = *(const TvPathRow *) g_sequence_get (first);
      g_sequence_remove (first);
      if (!open_nodes (self, tree, row.nodes, cancellable, error))
        return FALSE;
      rows = tv_path_list_under (self, tree, row.nodes);
      self->cut = rows->len > TV_PATH_MAX_ROWS - n_rows;
      if (self->cut)
        break;
      n_rows += rows->len;
      for (guint side = 0; side < TV_PATH_N_SIDES; side++)
        g_hash_table_add (self->opened[side], GUINT_TO_POINTER (row.nodes.of[side]));
      for (guint i = 0; i < rows->len; i++)
        g_sequence_insert_sorted (
            closed, g_memdup2 (&g_array_index (rows, TvPathRow, i), sizeof row),
            tv_path_compare_weights, self);
    }
  return TRUE;
}

/* What is found */

/* Whether the nodes of one trace know the order of the rows. */
static gboolean
has_own_order (const TvPathQuestion *self)
{
  return self->column < TV_PROFILE_N_COLUMNS
         && tv_profile_column_get_subject (self->column) == TV_PROFILE_OF_TRACE;
}

/* Goes on from the other end where there is none. A path that only the base has is not
 * found. */
static gboolean
find_row (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  TvCallTree *tree = self->trees[TV_PATH_SHOWN][0];
  TvCallTreeSearch search
      = { .methods = self->wanted,
          .after = TV_NODE_NONE,
          .backwards = self->backward,
          .compare = has_own_order (self) ? tv_path_compare_nodes : NULL,
          .data = self };
  guint32 node;

  if (self->after != NULL)
    search.after = find_nodes (self, self->after).of[TV_PATH_SHOWN];
  if (!tv_call_tree_grow_to (tree, &search, &node, cancellable, error))
    return FALSE;
  if (node == TV_NODE_NONE && search.after != TV_NODE_NONE)
    {
      search.after = TV_NODE_NONE;
      if (!tv_call_tree_grow_to (tree, &search, &node, cancellable, error))
        return FALSE;
    }
  if (node == TV_NODE_NONE)
    return TRUE;
  self->found = list_steps (self, node);
  return open_steps (self, self->found, cancellable, error);
}

/* Builds the trees if there are none, and grows them. Returns the question. */
gpointer
tv_path_question_answer (gpointer question, GCancellable *cancellable, GError **error)
{
  TvPathQuestion *self = question;

  self->is_fresh = self->trees[TV_PATH_SHOWN][0] == NULL;
  for (guint side = 0; side < TV_PATH_N_SIDES && self->is_fresh; side++)
    if (self->profiles[side] != NULL && !make_trees (self, side, cancellable, error))
      return NULL;
  if (!open_steps (self, self->open, cancellable, error))
    return NULL;
  if (self->heaviest && !open_heaviest (self, cancellable, error))
    return NULL;
  if (self->all_under != NULL && !open_all (self, cancellable, error))
    return NULL;
  if (self->wanted != NULL && !find_row (self, cancellable, error))
    return NULL;
  return self;
}

void
tv_path_question_free (gpointer question)
{
  TvPathQuestion *self = question;

  for (guint side = 0; side < TV_PATH_N_SIDES; side++)
    {
      g_clear_pointer (&self->profiles[side], tv_profile_unref);
      g_clear_pointer (&self->opened[side], g_hash_table_unref);
      for (guint i = 0; i < TV_PATH_N_TREES; i++)
        g_clear_pointer (&self->trees[side][i], tv_call_tree_free);
    }
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->all_under, g_array_unref);
  g_clear_pointer (&self->wanted, tv_method_set_unref);
  g_clear_pointer (&self->after, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_free (self);
}
