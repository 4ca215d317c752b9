/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-question.h"

#include "ui/calltree/path-lister.h"

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
make_trees (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = tv_profile_get_trace (self->profile);
  const gboolean around = self->kind == TV_PATHS_AROUND;
  g_autoptr (TvMethodSet) from = around ? tv_path_make_set (trace, self->method) : NULL;
  const TvCallTreeLimits limits
      = { .per_thread = self->per_thread, .clock = self->clock, .from = from };

  for (guint i = 0; i < (around ? TV_PATH_N_TREES : 1); i++)
    {
      const gboolean bottom_up
          = i == TV_PATH_TREE_CALLERS && self->kind != TV_PATHS_TOP_DOWN;

      self->trees[i]
          = tv_call_tree_new_closed (trace, tv_profile_get_range (self->profile),
                                     &limits, bottom_up, cancellable, error);
      if (self->trees[i] == NULL
          || !open_top (self, self->trees[i], cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_path_tree_find_top:
 * @question: a question with trees
 * @tree: which of them
 *
 * Returns: the node that the top rows stand under, %TV_NODE_NONE if they are roots, or
 *   there are none
 */
guint32
tv_path_tree_find_top (const TvPathQuestion *question, guint tree)
{
  guint32 node;
  guint n;

  if (question->per_thread)
    return TV_NODE_NONE;
  node = tv_call_tree_get_children (question->trees[tree], TV_NODE_NONE, &n);
  if (n > 0 && question->kind == TV_PATHS_AROUND)
    node = tv_call_tree_get_children (question->trees[tree], node, &n);
  return n > 0 ? node : TV_NODE_NONE;
}

/* Rows and nodes */

/* Finds the node of a step under another one, or at the top. */
static guint32
find_under (const TvPathQuestion *self, guint32 above, const TvPathStep *step)
{
  const TvCallTree *tree = self->trees[step->tree];
  guint32 first;
  guint n;

  if (step->depth == 0)
    above = tv_path_tree_find_top (self, step->tree);
  if (above == TV_NODE_NONE && (step->depth > 0 || !self->per_thread))
    return TV_NODE_NONE;
  first = tv_call_tree_get_children (tree, above, &n);
  for (guint i = 0; i < n; i++)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, first + i);

      if (node->method == step->method
          && (step->method != TV_METHOD_NONE || node->thread == step->thread))
        return first + i;
    }
  return TV_NODE_NONE;
}

/* Returns the node of a row, %TV_NODE_NONE if it is not in the tree. */
guint32
tv_path_find_node (const TvPathQuestion *question, const TvPathStep *steps,
                   guint n_steps)
{
  guint32 node = TV_NODE_NONE;

  for (guint i = 0; i < n_steps; i++)
    {
      node = find_under (question, node, &steps[i]);
      if (node == TV_NODE_NONE)
        break;
    }
  return node;
}

/* Opens the rows of `open`, as far as they are there. */
static gboolean
open_steps (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->open->len; i++)
    {
      const TvPathStep *step = &g_array_index (self->open, TvPathStep, i);
      guint32 above = TV_NODE_NONE;
      guint32 node;

      g_assert (step->depth <= nodes->len);
      if (step->depth > 0)
        above = g_array_index (nodes, guint32, step->depth - 1);
      node = step->depth > 0 && above == TV_NODE_NONE ? TV_NODE_NONE
                                                      : find_under (self, above, step);
      g_array_set_size (nodes, step->depth);
      g_array_append_val (nodes, node);
      if (node != TV_NODE_NONE
          && !open_node (self->trees[step->tree], node, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns the path of a node of the first tree. */
static GArray *
list_steps (const TvPathQuestion *self, guint32 node)
{
  const guint32 top = tv_path_tree_find_top (self, 0);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvPathStep));

  while (node != top && node != TV_NODE_NONE)
    {
      const TvCallTreeNode *of = tv_call_tree_get_node (self->trees[0], node);
      const TvPathStep step = { 0, 0, of->method, of->thread };

      g_array_append_val (steps, step);
      node = of->parent;
    }
  for (guint i = 0; i < steps->len / 2; i++)
    {
      TvPathStep *first = &g_array_index (steps, TvPathStep, i);
      TvPathStep *last = &g_array_index (steps, TvPathStep, steps->len - 1 - i);
      const TvPathStep swapped = *first;

      *first = *last;
      *last = swapped;
    }
  for (guint i = 0; i < steps->len; i++)
    g_array_index (steps, TvPathStep, i).depth = i;
  return steps;
}

/* What is opened */

static gboolean
open_heaviest (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  TvCallTree *tree = self->trees[0];
  guint32 node = tv_path_tree_find_top (self, 0);
  g_autoptr (GArray) steps = NULL;

  for (guint level = 0; level < HEAVIEST_LEVELS; level++)
    {
      guint n;
      const guint32 first = tv_call_tree_get_children (tree, node, &n);

      if (n == 0)
        break;
      node = first;
      if (!open_node (tree, node, cancellable, error))
        return FALSE;
    }
  steps = list_steps (self, node);
  g_array_append_vals (self->open, steps->data, steps->len);
  return TRUE;
}

static int
compare_weights (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvPathQuestion *self = user_data;
  const TvCallTree *tree
      = self->trees[g_array_index (self->all_under, TvPathStep, 0).tree];
  const TvCallTreeNode *first = tv_call_tree_get_node (tree, GPOINTER_TO_UINT (a));
  const TvCallTreeNode *second = tv_call_tree_get_node (tree, GPOINTER_TO_UINT (b));
  const gboolean by_own = self->kind == TV_PATHS_BOTTOM_UP;
  const gint64 x
      = by_own ? first->exclusive[self->clock] : first->inclusive[self->clock];
  const gint64 y
      = by_own ? second->exclusive[self->clock] : second->inclusive[self->clock];

  return (x < y) - (x > y);
}

/* Opens the heaviest row that is closed, again and again, until there is no room. */
static gboolean
open_all (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GSequence) closed = g_sequence_new (NULL);
  TvCallTree *tree = self->trees[g_array_index (self->all_under, TvPathStep, 0).tree];
  guint32 node = tv_path_find_node (
      self, (const TvPathStep *) (gconstpointer) self->all_under->data,
      self->all_under->len);
  guint n_rows = 0;

  self->opened = g_hash_table_new (NULL, NULL);
  if (node != TV_NODE_NONE)
    g_sequence_append (closed, GUINT_TO_POINTER (node));
  while (!g_sequence_is_empty (closed))
    {
      GSequenceIter *first = g_sequence_get_begin_iter (closed);
      guint32 child;
      guint n;

      node = GPOINTER_TO_UINT (g_sequence_get (first));
      g_sequence_remove (first);
      if (!open_node (tree, node, cancellable, error))
        return FALSE;
      child = tv_call_tree_get_children (tree, node, &n);
      self->cut = n > TV_PATH_MAX_ROWS - n_rows;
      if (self->cut)
        break;
      n_rows += n;
      g_hash_table_add (self->opened, GUINT_TO_POINTER (node));
      for (guint i = 0; i < n; i++)
        g_sequence_insert_sorted (closed, GUINT_TO_POINTER (child + i), compare_weights,
                                  self);
    }
  return TRUE;
}

/* What is found */

/* Goes on from the other end where there is none. */
static gboolean
find_row (TvPathQuestion *self, GCancellable *cancellable, GError **error)
{
  TvCallTreeSearch search
      = { .methods = self->wanted,
          .after = TV_NODE_NONE,
          .backwards = self->backward,
          .compare = self->column < TV_PROFILE_N_COLUMNS ? tv_path_compare_nodes : NULL,
          .data = self };
  guint32 node;

  if (self->after != NULL)
    search.after = tv_path_find_node (
        self, (const TvPathStep *) (gconstpointer) self->after->data, self->after->len);
  if (!tv_call_tree_grow_to (self->trees[0], &search, &node, cancellable, error))
    return FALSE;
  if (node == TV_NODE_NONE && search.after != TV_NODE_NONE)
    {
      search.after = TV_NODE_NONE;
      if (!tv_call_tree_grow_to (self->trees[0], &search, &node, cancellable, error))
        return FALSE;
    }
  if (node != TV_NODE_NONE)
    self->found = list_steps (self, node);
  return TRUE;
}

/* Builds the trees if there are none, and grows them. Returns the question. */
gpointer
tv_path_question_answer (gpointer question, GCancellable *cancellable, GError **error)
{
  TvPathQuestion *self = question;

  self->is_fresh = self->trees[0] == NULL;
  if (self->is_fresh && !make_trees (self, cancellable, error))
    return NULL;
  if (!open_steps (self, cancellable, error))
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

  g_clear_pointer (&self->profile, tv_profile_unref);
  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    g_clear_pointer (&self->trees[i], tv_call_tree_free);
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->all_under, g_array_unref);
  g_clear_pointer (&self->opened, g_hash_table_unref);
  g_clear_pointer (&self->wanted, tv_method_set_unref);
  g_clear_pointer (&self->after, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_free (self);
}
