/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/row-tree.h"

/* The time to open rows between two frames, in microseconds, and the number of rows
 * between two looks at the clock. */
#define OPENING_TIME 10000
#define ROWS_PER_READING 64

/* A row that is open, or has open rows under it. */
typedef struct _Node Node;
struct _Node
{
  Node *above;
  guint32 kind;
  guint32 index;
  gboolean open;
  Node *first; /* the first child */
  Node *next;  /* the next sibling */
};

/* A row to be opened. */
typedef struct
{
  Node *node;
  GtkTreeListRow *row; /* NULL while it is not found yet */
  gboolean all;        /* whether to open all known rows under it, too */
} Opening;

struct _TvRowTree
{
  GObject parent_instance;

  const TvRowTreeType *type;
  gpointer owner;
  GtkTreeListModel *rows;
  GtkSingleSelection *selection;

  GHashTable *nodes; /* a set of Node */
  Node *root;        /* above all of them */

  GArray *openings; /* of Opening; the last one is the next to open */
  gboolean is_opening;
  guint source;
};

G_DEFINE_FINAL_TYPE (TvRowTree, tv_row_tree, G_TYPE_OBJECT)

/* The set of open rows */

static guint
node_hash (gconstpointer data)
{
  const Node *node = data;

  return (g_direct_hash (node->above) * 31u + node->kind) * 31u + node->index;
}

static gboolean
node_equal (gconstpointer a, gconstpointer b)
{
  const Node *first = a;
  const Node *second = b;

  return first->above == second->above && first->kind == second->kind
         && first->index == second->index;
}

static Node *
find_node (TvRowTree *self, Node *above, const TvRowStep *step)
{
  const Node node = { .above = above, .kind = step->kind, .index = step->index };

  return g_hash_table_lookup (self->nodes, &node);
}

static Node *
add_node (TvRowTree *self, Node *above, const TvRowStep *step, gboolean open)
{
  Node *node = find_node (self, above, step);

  if (node == NULL)
    {
      node = g_new (Node, 1);
      *node = (Node){ above, step->kind, step->index, FALSE, NULL, above->first };
      above->first = node;
      g_hash_table_add (self->nodes, node);
    }
  node->open = node->open || open;
  return node;
}

/* Returns the node of a path, NULL if there is none. */
static Node *
follow_nodes (TvRowTree *self, const GArray *path)
{
  Node *node = self->root;

  for (guint i = 0; i < path->len && node != NULL; i++)
    node = find_node (self, node, &g_array_index (path, TvRowStep, i));
  return node;
}

/* Returns the node after one in pre-order, without those under it if they are left out.
 */
static Node *
get_next (Node *node, gboolean with_under, guint *depth)
{
  if (with_under && node->first != NULL)
    {
      ++*depth;
      return node->first;
    }
  while (node->next == NULL && node->above != NULL)
    {
      --*depth;
      node = node->above;
    }
  return node->next;
}

static void
close_under (Node *top)
{
  guint depth = 1;

  for (Node *node = top->first; node != NULL && depth > 0;
       node = get_next (node, TRUE, &depth))
    node->open = FALSE;
}

/**
 * tv_row_tree_is_open:
 * @self: a tree
 * @path: the path of a row
 *
 * Returns: whether the row is recorded as open
 */
gboolean
tv_row_tree_is_open (TvRowTree *self, const GArray *path)
{
  const Node *node = follow_nodes (self, path);

  return node != NULL && node->open;
}

/**
 * tv_row_tree_add:
 * @self: a tree
 * @steps: (element-type TvRowStep): rows, each after its parent: a path, or the list of
 *   tv_row_tree_append_open()
 *
 * Records rows as open. tv_row_tree_reopen() opens them.
 */
void
tv_row_tree_add (TvRowTree *self, const GArray *steps)
{
  g_autoptr (GPtrArray) way = g_ptr_array_new ();

  g_ptr_array_add (way, self->root);
  for (guint i = 0; i < steps->len; i++)
    {
      const TvRowStep *step = &g_array_index (steps, TvRowStep, i);

      g_ptr_array_set_size (way, (int) step->depth + 1);
      g_ptr_array_add (
          way, add_node (self, g_ptr_array_index (way, step->depth), step, TRUE));
    }
}

/**
 * tv_row_tree_remove:
 * @self: a tree
 * @path: (element-type TvRowStep): the path of a row
 *
 * Drops the record that a row and rows under it are open, without closing it.
 */
void
tv_row_tree_remove (TvRowTree *self, const GArray *path)
{
  Node *node = follow_nodes (self, path);

  if (node == NULL)
    return;
  node->open = FALSE;
  close_under (node);
}

/**
 * tv_row_tree_clear:
 * @self: a tree
 *
 * Drops the record of all open rows, without closing them.
 */
void
tv_row_tree_clear (TvRowTree *self)
{
  close_under (self->root);
}

/**
 * tv_row_tree_record:
 * @self: a tree
 * @row: a row that opened or closed
 * @with_under: whether a row that closed forgets its open children
 *
 * Records that a person opened or closed a row.
 *
 * Returns: whether the record changed: it does not for rows that the program opens or
 *   closes, because these are recorded before
 */
gboolean
tv_row_tree_record (TvRowTree *self, GtkTreeListRow *row, gboolean with_under)
{
  const gboolean expanded = gtk_tree_list_row_get_expanded (row);
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);
  g_autoptr (GArray) path = NULL;

  /* A row that is removed notifies, too, and has no item any more. */
  if (item == NULL)
    return FALSE;
  path = self->type->list_path (item);
  if (expanded == tv_row_tree_is_open (self, path))
    return FALSE;
  if (expanded)
    tv_row_tree_add (self, path);
  else if (with_under)
    tv_row_tree_remove (self, path);
  else
    follow_nodes (self, path)->open = FALSE;
  return TRUE;
}

/**
 * tv_row_tree_append_open:
 * @self: a tree
 * @steps: (element-type TvRowStep): an array
 *
 * Appends the open rows and all their parents, each after its parent.
 */
void
tv_row_tree_append_open (TvRowTree *self, GArray *steps)
{
  guint depth = 0;

  for (Node *node = self->root->first; node != NULL;
       node = get_next (node, node->open, &depth))
    if (node->open)
      g_array_append_val (steps, ((TvRowStep){ depth, node->kind, node->index }));
}

/**
 * tv_row_tree_continue:
 * @self: a tree
 * @before: another one
 * @translate: (scope call): translates its steps into those of @self
 * @data: for @translate
 *
 * Records the open rows of another tree, such as that of a previous trace, as open.
 */
void
tv_row_tree_continue (TvRowTree *self, TvRowTree *before, TvRowTranslator translate,
                      gpointer data)
{
  g_autoptr (GPtrArray) way = g_ptr_array_new ();
  gboolean is_there;
  guint depth = 0;

  g_ptr_array_add (way, self->root);
  for (Node *node = before->root->first; node != NULL;
       node = get_next (node, is_there, &depth))
    {
      TvRowStep step = { depth, node->kind, node->index };

      is_there = translate (data, &step);
      g_ptr_array_set_size (way, (int) depth + 1);
      if (is_there)
        g_ptr_array_add (
            way, add_node (self, g_ptr_array_index (way, depth), &step, node->open));
    }
}

/* Rows */

/* Returns the position of a step in a list, or %G_MAXUINT. */
static guint
find_place (TvRowTree *self, GListModel *list, const TvRowStep *step)
{
  const guint n = list != NULL ? g_list_model_get_n_items (list) : 0;

  for (guint i = 0; i < n; i++)
    {
      const TvRowStep other = self->type->get_step (TV_ITEM_LIST (list), i);

      if (other.kind == step->kind && other.index == step->index)
        return i;
    }
  return G_MAXUINT;
}

/* Takes the parent. GTK has no rows under a closed one. */
static GtkTreeListRow *
step_down (GtkTreeListRow *above, guint place)
{
  GtkTreeListRow *row = NULL;

  if (above != NULL && place != G_MAXUINT)
    row = gtk_tree_list_row_get_child_row (above, place);
  g_clear_object (&above);
  return row;
}

static GtkTreeListRow *
find_first (TvRowTree *self, const TvRowStep *step)
{
  guint places[TV_ROW_MAX_ABOVE + 1];
  guint n = 1;
  GtkTreeListRow *row;

  if (self->type->locate != NULL)
    n = self->type->locate (self->owner, step, places);
  else
    places[0] = find_place (self, gtk_tree_list_model_get_model (self->rows), step);
  if (n == 0 || places[0] == G_MAXUINT)
    return NULL;
  row = gtk_tree_list_model_get_child_row (self->rows, places[0]);
  for (guint i = 1; i < n; i++)
    row = step_down (row, places[i]);
  return row;
}

/* Takes the parent. */
static GtkTreeListRow *
find_under (TvRowTree *self, GtkTreeListRow *above, const TvRowStep *step)
{
  GListModel *list = gtk_tree_list_row_get_children (above);

  return step_down (above, find_place (self, list, step));
}

/**
 * tv_row_tree_find:
 * @self: a tree
 * @path: (element-type TvRowStep): the path of a row
 *
 * Returns: (transfer full) (nullable): the row, if it exists and all its parents are
 *   open
 */
GtkTreeListRow *
tv_row_tree_find (TvRowTree *self, const GArray *path)
{
  GtkTreeListRow *row
      = path->len > 0 ? find_first (self, &g_array_index (path, TvRowStep, 0)) : NULL;

  for (guint i = 1; i < path->len && row != NULL; i++)
    row = find_under (self, row, &g_array_index (path, TvRowStep, i));
  return row;
}

/**
 * tv_row_tree_find_position:
 * @self: a tree
 * @path: (element-type TvRowStep): the path of a row
 *
 * Returns: the position of that row, %GTK_INVALID_LIST_POSITION if tv_row_tree_find()
 *   returns none
 */
guint
tv_row_tree_find_position (TvRowTree *self, const GArray *path)
{
  g_autoptr (GtkTreeListRow) row = tv_row_tree_find (self, path);

  return row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}

/**
 * tv_row_tree_list_path:
 * @self: a tree
 * @position: a row
 *
 * Returns: (transfer full) (nullable) (element-type TvRowStep): its path, %NULL if
 * there is no such row
 */
GArray *
tv_row_tree_list_path (TvRowTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, position);
  g_autoptr (GObject) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return item != NULL ? self->type->list_path (item) : NULL;
}

/* Opening */

static void
clear_opening (gpointer opening)
{
  g_clear_object (&((Opening *) opening)->row);
}

/* Takes the row. */
static void
push (TvRowTree *self, Node *node, GtkTreeListRow *row, gboolean all)
{
  const Opening opening = { node, row, all };

  g_array_append_val (self->openings, opening);
}

/* Plans to open those children of an open row that are recorded as open, or all whose
 * children are known. There may be many, so the list is read once. */
static void
push_under (TvRowTree *self, const Opening *above, TvItemList *list)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = n; i-- > 0 && (above->all || above->node->first != NULL);)
    {
      const TvRowStep step = self->type->get_step (list, i);
      Node *node = above->all && self->type->is_known (self->owner, list, i)
                       ? add_node (self, above->node, &step, TRUE)
                       : find_node (self, above->node, &step);

      if (node != NULL && node->open)
        push (self, node, gtk_tree_list_row_get_child_row (above->row, i), above->all);
    }
}

static void
open_row (TvRowTree *self, Opening *opening)
{
  const TvRowStep step = { 0, opening->node->kind, opening->node->index };
  GListModel *list;

  if (opening->row == NULL && opening->node->above == self->root)
    opening->row = find_first (self, &step);
  /* It may have been closed meanwhile. */
  if (opening->row == NULL || !opening->node->open
      || !gtk_tree_list_row_is_expandable (opening->row))
    return;
  gtk_tree_list_row_set_expanded (opening->row, TRUE);
  list = gtk_tree_list_row_get_children (opening->row);
  if (list != NULL && tv_item_list_is_filled (TV_ITEM_LIST (list)))
    push_under (self, opening, TV_ITEM_LIST (list));
}

/* GTK takes longer for deeper rows: thousands of levels take seconds. Returns whether
 * all rows are open. */
static gboolean
open_some (TvRowTree *self)
{
  const gint64 end = g_get_monotonic_time () + OPENING_TIME;

  self->is_opening = TRUE;
  for (guint n = 1; self->openings->len > 0; n++)
    {
      Opening opening
          = g_array_index (self->openings, Opening, self->openings->len - 1);

      g_array_index (self->openings, Opening, self->openings->len - 1).row = NULL;
      g_array_set_size (self->openings, self->openings->len - 1);
      open_row (self, &opening);
      clear_opening (&opening);
      if (n % ROWS_PER_READING == 0 && g_get_monotonic_time () >= end)
        break;
    }
  self->is_opening = FALSE;
  return self->openings->len == 0;
}

static gboolean run (TvRowTree *self);

static gboolean
open_more (gpointer user_data)
{
  TvRowTree *self = TV_ROW_TREE (user_data);

  self->source = 0;
  if (run (self))
    self->type->done (self->owner);
  return G_SOURCE_REMOVE;
}

/* Returns whether all rows are open. */
static gboolean
run (TvRowTree *self)
{
  if (self->is_opening || self->source != 0)
    return FALSE;
  if (open_some (self))
    return TRUE;
  self->source = g_idle_add_full (GDK_PRIORITY_REDRAW, open_more, self, NULL);
  return FALSE;
}

/* The last one is the next, because it may be the parent of others. */
static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const guint32 first = ((const Opening *) a)->node->kind;
  const guint32 second = ((const Opening *) b)->node->kind;

  return (first > second) - (first < second);
}

/**
 * tv_row_tree_reopen:
 * @self: a tree
 *
 * Opens the rows that are recorded as open and exist.
 *
 * Returns: whether all are open now; otherwise @done of the type is called later
 */
gboolean
tv_row_tree_reopen (TvRowTree *self)
{
  tv_row_tree_stop (self);
  for (Node *node = self->root->first; node != NULL; node = node->next)
    if (node->open)
      push (self, node, NULL, FALSE);
  g_array_sort (self->openings, compare_kinds);
  return run (self);
}

/**
 * tv_row_tree_open_path:
 * @self: a tree
 * @path: (element-type TvRowStep): the path of a row
 *
 * Opens the parents of a row.
 *
 * Returns: (transfer full) (nullable): the row, %NULL if it does not exist
 */
GtkTreeListRow *
tv_row_tree_open_path (TvRowTree *self, const GArray *path)
{
  Node *node = self->root;
  GtkTreeListRow *row
      = path->len > 0 ? find_first (self, &g_array_index (path, TvRowStep, 0)) : NULL;

  for (guint i = 1; i < path->len && row != NULL; i++)
    {
      node = add_node (self, node, &g_array_index (path, TvRowStep, i - 1), TRUE);
      gtk_tree_list_row_set_expanded (row, TRUE);
      row = find_under (self, row, &g_array_index (path, TvRowStep, i));
    }
  return row;
}

/**
 * tv_row_tree_open_all:
 * @self: a tree
 * @path: (element-type TvRowStep): the path of a row
 *
 * Opens the row, its parents, and all rows under it whose children are known.
 *
 * Returns: the same as tv_row_tree_reopen()
 */
gboolean
tv_row_tree_open_all (TvRowTree *self, const GArray *path)
{
  GtkTreeListRow *row = tv_row_tree_open_path (self, path);

  if (row != NULL)
    {
      tv_row_tree_add (self, path);
      push (self, follow_nodes (self, path), row, TRUE);
    }
  return run (self);
}

/**
 * tv_row_tree_stop:
 * @self: a tree
 *
 * Stops the opening of rows.
 */
void
tv_row_tree_stop (TvRowTree *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_array_set_size (self->openings, 0);
}

/* Life */

static void
tv_row_tree_finalize (GObject *object)
{
  TvRowTree *self = TV_ROW_TREE (object);

  tv_row_tree_stop (self);
  g_array_unref (self->openings);
  g_hash_table_unref (self->nodes);
  g_free (self->root);
  g_object_unref (self->selection);
  g_object_unref (self->rows);

  G_OBJECT_CLASS (tv_row_tree_parent_class)->finalize (object);
}

static void
tv_row_tree_class_init (TvRowTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_row_tree_finalize;
}

static void
tv_row_tree_init (TvRowTree *self)
{
  self->nodes = g_hash_table_new_full (node_hash, node_equal, g_free, NULL);
  self->root = g_new0 (Node, 1);
  self->openings = g_array_new (FALSE, FALSE, sizeof (Opening));
  g_array_set_clear_func (self->openings, clear_opening);
}

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  TvRowTree *self = user_data;

  return self->type->list_under (self->owner, item);
}

/**
 * tv_row_tree_new:
 * @type: the functions of its owner
 * @owner: the owner of the tree; must outlive it
 * @top: (transfer none): a #TvItemList of the rows at the top
 *
 * Returns: (transfer full): a tree of closed rows
 */
TvRowTree *
tv_row_tree_new (const TvRowTreeType *type, gpointer owner, GListModel *top)
{
  TvRowTree *self = g_object_new (TV_TYPE_ROW_TREE, NULL);

  self->type = type;
  self->owner = owner;
  self->rows = gtk_tree_list_model_new (g_object_ref (top), FALSE, FALSE,
                                        create_children, self, NULL);
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE,
                                  "can-unselect", TRUE, "model", self->rows, NULL);
  return self;
}

/**
 * tv_row_tree_get_rows:
 * @self: a tree
 *
 * Returns: (transfer none): the rows whose parents are all open
 */
GtkTreeListModel *
tv_row_tree_get_rows (TvRowTree *self)
{
  return self->rows;
}

/**
 * tv_row_tree_get_selection:
 * @self: a tree
 *
 * Returns: (transfer none): the same rows with their selection
 */
GtkSingleSelection *
tv_row_tree_get_selection (TvRowTree *self)
{
  return self->selection;
}

/**
 * tv_row_tree_get_selected:
 * @self: a tree
 *
 * Returns: the selected row, %GTK_INVALID_LIST_POSITION for none
 */
guint
tv_row_tree_get_selected (TvRowTree *self)
{
  return gtk_single_selection_get_selected (self->selection);
}

/**
 * tv_row_tree_select:
 * @self: a tree
 * @position: a row, %GTK_INVALID_LIST_POSITION for none
 * @align: as for tv_table_rows_scroll_to()
 *
 * Selects a row, and asks the table of the owner, a #TvTableModel, to scroll to it.
 */
void
tv_row_tree_select (TvRowTree *self, guint position, double align)
{
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self->owner, "show-row", position, align);
}
