/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/row-branch.h"

struct _TvRowBranch
{
  GObject parent_instance;

  guint place;
  GHashTable *branches; /* of the tree, by place */
  GListStore *root;     /* the one item */
  GtkTreeListModel *rows;
  GtkTreeListRow *open_row; /* the row at the top while it is open: it holds this */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvRowBranch, tv_row_branch, G_TYPE_OBJECT)

/* What a row at the top knows its branch by. */
static G_DEFINE_QUARK (tv - row - branch, tv_row_branch)

static void
leave_tree (TvRowBranch *self)
{
  if (self->branches != NULL)
    g_hash_table_remove (self->branches, GUINT_TO_POINTER (self->place));
  g_clear_pointer (&self->branches, g_hash_table_unref);
}

static void
tv_row_branch_dispose (GObject *object)
{
  TvRowBranch *self = TV_ROW_BRANCH (object);

  leave_tree (self);
  g_clear_object (&self->rows);
  g_clear_object (&self->root);

  G_OBJECT_CLASS (tv_row_branch_parent_class)->dispose (object);
}

static void
tv_row_branch_class_init (TvRowBranchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_row_branch_dispose;

  signals[SIGNAL_CHANGED] = g_signal_new (
      "changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
      G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

static void
tv_row_branch_init (TvRowBranch *self)
{
}

/* What is open stays so when nobody looks at it any more. */
static void
follow_expanded (TvRowBranch *self)
{
  g_autoptr (TvRowBranch) held = g_object_ref (self);
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, 0);

  if (row != NULL && !gtk_tree_list_row_get_expanded (row))
    g_clear_object (&row);
  g_set_object (&self->open_row, row);
}

static void
tell (TvRowBranch *self, guint position, guint removed, guint added)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, position, removed, added);
}

TvRowBranch *
tv_row_branch_new (gpointer item, guint place, GHashTable *branches,
                   GtkTreeListModelCreateModelFunc create_children, GObject *context)
{
  TvRowBranch *self = g_object_new (TV_TYPE_ROW_BRANCH, NULL);

  self->place = place;
  self->branches = g_hash_table_ref (branches);
  g_hash_table_insert (branches, GUINT_TO_POINTER (place), self);
  self->root = g_list_store_new (G_OBJECT_TYPE (item));
  g_list_store_append (self->root, item);
  self->rows = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (self->root)), FALSE,
                                        FALSE, create_children, g_object_ref (context),
                                        g_object_unref);
  g_signal_connect_object (self->rows, "items-changed", G_CALLBACK (tell), self,
                           G_CONNECT_SWAPPED);
  return self;
}

guint
tv_row_branch_get_place (TvRowBranch *self)
{
  return self->place;
}

/* To be called when items before it came or went, by who puts it to its new place
 * among the branches, too. */
void
tv_row_branch_set_place (TvRowBranch *self, guint place)
{
  self->place = place;
}

/* Returns how many rows it has, that at the top included. */
guint
tv_row_branch_get_n_rows (TvRowBranch *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

GtkTreeListRow *
tv_row_branch_get_row (TvRowBranch *self, guint position)
{
  GtkTreeListRow *row = gtk_tree_list_model_get_row (self->rows, position);

  if (position > 0 || row == NULL
      || g_object_get_qdata (G_OBJECT (row), tv_row_branch_quark ()) != NULL)
    return row;
  g_object_set_qdata_full (G_OBJECT (row), tv_row_branch_quark (), g_object_ref (self),
                           g_object_unref);
  g_signal_connect_object (row, "notify::expanded", G_CALLBACK (follow_expanded), self,
                           G_CONNECT_SWAPPED);
  return row;
}

/* To be called when its item is gone: its rows show nothing any more. */
void
tv_row_branch_end (TvRowBranch *self)
{
  leave_tree (self);
  g_list_store_remove_all (self->root);
  g_clear_object (&self->open_row);
}

gboolean
tv_row_branch_is_ended (TvRowBranch *self)
{
  return self->branches == NULL;
}

TvRowBranch *
tv_row_branch_of (GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) top = g_object_ref (row);
  GtkTreeListRow *parent;
  TvRowBranch *self;

  while ((parent = gtk_tree_list_row_get_parent (top)) != NULL)
    {
      g_object_unref (top);
      top = parent;
    }
  self = g_object_get_qdata (G_OBJECT (top), tv_row_branch_quark ());
  return self != NULL && !tv_row_branch_is_ended (self) ? g_object_ref (self) : NULL;
}
