/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/row-tree.h"

#include "ui/profile/row-branch.h"

/* A branch that has more rows than that at the top. */
typedef struct
{
  TvRowBranch *branch;
  guint first; /* position of its row at the top */
} OpenBranch;

struct _TvRowTree
{
  GObject parent_instance;

  GListModel *top;
  GtkTreeListModelCreateModelFunc create_children;
  GObject *context;

  GHashTable *branches; /* by place, those that somebody holds */
  GArray *open;         /* OpenBranch in the order of their places */
  guint n_under;        /* rows that are not at the top */
};

static void tv_row_tree_init_list_model (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvRowTree, tv_row_tree, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_row_tree_init_list_model))

static OpenBranch *
get_open (TvRowTree *self, guint index)
{
  return &g_array_index (self->open, OpenBranch, index);
}

static void
unref_branch (gpointer data)
{
  g_object_unref (((OpenBranch *) data)->branch);
}

/* Where open branches begin that come after another; how many rows there are. */
static void
count_from (TvRowTree *self, guint index)
{
  guint under = 0;

  if (index > 0)
    {
      const OpenBranch *before = get_open (self, index - 1);

      under = before->first - tv_row_branch_get_place (before->branch)
              + tv_row_branch_get_n_rows (before->branch) - 1;
    }
  for (guint i = index; i < self->open->len; i++)
    {
      OpenBranch *open = get_open (self, i);

      open->first = tv_row_branch_get_place (open->branch) + under;
      under += tv_row_branch_get_n_rows (open->branch) - 1;
    }
  self->n_under = under;
}

static gboolean
is_in_place_before (const OpenBranch *open, guint place)
{
  return tv_row_branch_get_place (open->branch) < place;
}

static gboolean
begins_by (const OpenBranch *open, guint position)
{
  return open->first <= position;
}

/* How many are so: all to the first that is not. */
static guint
count_open (TvRowTree *self, gboolean (*is_so) (const OpenBranch *open, guint value),
            guint value)
{
  guint from = 0;
  guint to = self->open->len;

  while (from < to)
    {
      const guint middle = from + (to - from) / 2;

      if (is_so (get_open (self, middle), value))
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

static guint
count_open_before (TvRowTree *self, guint place)
{
  return count_open (self, is_in_place_before, place);
}

/* Of the row at the top. */
static guint
find_position (TvRowTree *self, guint place)
{
  const guint n_before = count_open_before (self, place);
  const OpenBranch *before;

  if (n_before == 0)
    return place;
  before = get_open (self, n_before - 1);
  return before->first + tv_row_branch_get_n_rows (before->branch)
         + (place - tv_row_branch_get_place (before->branch) - 1);
}

static void
follow_branch (TvRowTree *self, guint position, guint removed, guint added,
               TvRowBranch *branch)
{
  const guint place = tv_row_branch_get_place (branch);
  const guint first = find_position (self, place);
  const guint index = count_open_before (self, place);
  const gboolean was_open
      = index < self->open->len && get_open (self, index)->branch == branch;
  const gboolean is_open = tv_row_branch_get_n_rows (branch) > 1;

  if (is_open && !was_open)
    {
      OpenBranch open = { g_object_ref (branch), first };

      g_array_insert_val (self->open, index, open);
    }
  else if (was_open && !is_open)
    g_array_remove_index (self->open, index);
  count_from (self, index);
  g_list_model_items_changed (G_LIST_MODEL (self), first + position, removed, added);
}

static TvRowBranch *
dup_branch (TvRowTree *self, guint place)
{
  TvRowBranch *branch = g_hash_table_lookup (self->branches, GUINT_TO_POINTER (place));
  g_autoptr (GObject) item = NULL;

  if (branch != NULL)
    return g_object_ref (branch);
  item = g_list_model_get_item (self->top, place);
  if (item == NULL)
    return NULL;
  branch = tv_row_branch_new (item, place, self->branches, self->create_children,
                              self->context);
  g_signal_connect_object (branch, "changed", G_CALLBACK (follow_branch), self,
                           G_CONNECT_SWAPPED);
  return branch;
}

static GType
tv_row_tree_get_item_type (GListModel *model)
{
  return GTK_TYPE_TREE_LIST_ROW;
}

static guint
tv_row_tree_get_n_items (GListModel *model)
{
  TvRowTree *self = TV_ROW_TREE (model);

  return g_list_model_get_n_items (self->top) + self->n_under;
}

static gpointer
tv_row_tree_get_item (GListModel *model, guint position)
{
  return tv_row_tree_get_row (TV_ROW_TREE (model), position);
}

static void
tv_row_tree_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_row_tree_get_item_type;
  iface->get_n_items = tv_row_tree_get_n_items;
  iface->get_item = tv_row_tree_get_item;
}

/* Rows that somebody holds still are told that they show nothing any more. */
static void
end_branch (TvRowTree *self, TvRowBranch *branch)
{
  g_signal_handlers_disconnect_by_func (branch, follow_branch, self);
  tv_row_branch_end (branch);
}

static GPtrArray *
dup_branches (TvRowTree *self)
{
  GPtrArray *branches = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer branch;

  g_hash_table_iter_init (&iter, self->branches);
  while (g_hash_table_iter_next (&iter, NULL, &branch))
    g_ptr_array_add (branches, g_object_ref (branch));
  return branches;
}

/* Those that were in the places from @position on: @removed went, others moved. */
static void
move_branches (TvRowTree *self, guint position, guint removed, guint added)
{
  g_autoptr (GPtrArray) branches = dup_branches (self);

  g_hash_table_remove_all (self->branches);
  for (guint i = 0; i < branches->len; i++)
    {
      TvRowBranch *branch = g_ptr_array_index (branches, i);
      const guint place = tv_row_branch_get_place (branch);

      if (place >= position && place - position < removed)
        end_branch (self, branch);
      else if (place >= position)
        tv_row_branch_set_place (branch, place - removed + added);
    }
  for (guint i = 0; i < branches->len; i++)
    {
      TvRowBranch *branch = g_ptr_array_index (branches, i);

      if (!tv_row_branch_is_ended (branch))
        g_hash_table_insert (self->branches,
                             GUINT_TO_POINTER (tv_row_branch_get_place (branch)),
                             branch);
    }
}

static void
follow_top (TvRowTree *self, guint position, guint removed, guint added)
{
  const guint first = find_position (self, position);
  const guint beyond = find_position (self, position + removed);
  const guint from = count_open_before (self, position);
  const guint to = count_open_before (self, position + removed);

  g_array_remove_range (self->open, from, to - from);
  move_branches (self, position, removed, added);
  count_from (self, from);
  g_list_model_items_changed (G_LIST_MODEL (self), first, beyond - first, added);
}

static void
tv_row_tree_dispose (GObject *object)
{
  TvRowTree *self = TV_ROW_TREE (object);

  if (self->top != NULL)
    {
      g_array_set_size (self->open, 0);
      move_branches (self, 0, G_MAXUINT, 0);
    }
  g_clear_object (&self->top);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (tv_row_tree_parent_class)->dispose (object);
}

static void
tv_row_tree_finalize (GObject *object)
{
  TvRowTree *self = TV_ROW_TREE (object);

  g_hash_table_unref (self->branches);
  g_array_unref (self->open);

  G_OBJECT_CLASS (tv_row_tree_parent_class)->finalize (object);
}

static void
tv_row_tree_class_init (TvRowTreeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tv_row_tree_dispose;
  object_class->finalize = tv_row_tree_finalize;
}

static void
tv_row_tree_init (TvRowTree *self)
{
  self->branches = g_hash_table_new (NULL, NULL);
  self->open = g_array_new (FALSE, FALSE, sizeof (OpenBranch));
  g_array_set_clear_func (self->open, unref_branch);
}

TvRowTree *
tv_row_tree_new (GListModel *top, GtkTreeListModelCreateModelFunc create_children,
                 GObject *context)
{
  TvRowTree *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (top), NULL);
  g_return_val_if_fail (create_children != NULL, NULL);
  g_return_val_if_fail (G_IS_OBJECT (context), NULL);

  self = g_object_new (TV_TYPE_ROW_TREE, NULL);
  self->top = g_object_ref (top);
  self->create_children = create_children;
  self->context = g_object_ref (context);
  g_signal_connect_object (top, "items-changed", G_CALLBACK (follow_top), self,
                           G_CONNECT_SWAPPED);
  return self;
}

GListModel *
tv_row_tree_get_top (TvRowTree *self)
{
  g_return_val_if_fail (TV_IS_ROW_TREE (self), NULL);

  return self->top;
}

/* Returns the row there, NULL beyond the end; the same object as long as somebody
 * holds it. */
GtkTreeListRow *
tv_row_tree_get_row (TvRowTree *self, guint position)
{
  guint n_begun;
  const OpenBranch *before;

  g_return_val_if_fail (TV_IS_ROW_TREE (self), NULL);

  n_begun = count_open (self, begins_by, position);
  if (n_begun == 0)
    return tv_row_tree_get_top_row (self, position);
  before = get_open (self, n_begun - 1);
  position -= before->first;
  if (position < tv_row_branch_get_n_rows (before->branch))
    return tv_row_branch_get_row (before->branch, position);
  return tv_row_tree_get_top_row (
      self, tv_row_branch_get_place (before->branch) + 1 + position
                - tv_row_branch_get_n_rows (before->branch));
}

/* Returns the row of the item there, NULL beyond the end. */
GtkTreeListRow *
tv_row_tree_get_top_row (TvRowTree *self, guint place)
{
  g_autoptr (TvRowBranch) branch = NULL;

  g_return_val_if_fail (TV_IS_ROW_TREE (self), NULL);

  branch = dup_branch (self, place);
  return branch != NULL ? tv_row_branch_get_row (branch, 0) : NULL;
}

/* Returns its place in the list of all rows, %GTK_INVALID_LIST_POSITION if it is not
 * in there any more. */
guint
tv_row_tree_get_position (TvRowTree *self, GtkTreeListRow *row)
{
  g_autoptr (TvRowBranch) branch = NULL;

  g_return_val_if_fail (TV_IS_ROW_TREE (self), GTK_INVALID_LIST_POSITION);
  g_return_val_if_fail (GTK_IS_TREE_LIST_ROW (row), GTK_INVALID_LIST_POSITION);

  branch = tv_row_branch_of (row);
  return branch != NULL ? find_position (self, tv_row_branch_get_place (branch))
                              + gtk_tree_list_row_get_position (row)
                        : GTK_INVALID_LIST_POSITION;
}
