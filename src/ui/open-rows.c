/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/open-rows.h"

#include "ui/outline-rows.h"
#include "ui/profile-row.h"
#include "ui/relatives-model.h"

/* What opens with a method, as in Traceview. */
#define GROUPS_AT_FIRST ((1u << TV_RELATION_PARENTS) | (1u << TV_RELATION_CHILDREN))

/* Set for each open method, so that none has the value 0. */
#define IS_OPEN (1u << TV_N_RELATIONS)

/* On relatives that a worker looks for: the groups to open when they are there. */
#define LATE_GROUPS_KEY "tv-open-rows-late-groups"

struct _TvOpenRows
{
  GtkTreeListModel *tree;
  TvProfilePlaces *places;
  TvProfileOutline *outline; /* what the tree is over if not over places */

  /* From the index of each open method to the bits of its open groups and IS_OPEN. */
  GHashTable *groups;

  /* The open classes and packages, see get_outlined_key(). */
  GHashTable *outlined;

  /* All is closed while the methods get another order. */
  gboolean suspended;
};

/**
 * tv_open_rows_new:
 * @tree: the tree whose rows open; must outlive the result
 * @places: its top level; must outlive the result
 *
 * Returns: (transfer full): the state of a tree that is all closed
 */
TvOpenRows *
tv_open_rows_new (GtkTreeListModel *tree, TvProfilePlaces *places)
{
  TvOpenRows *self = g_new0 (TvOpenRows, 1);

  self->tree = tree;
  self->places = places;
  self->groups = g_hash_table_new (NULL, NULL);
  self->outlined = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * tv_open_rows_free:
 * @self: (transfer full): open rows
 *
 * Forgets them.
 */
void
tv_open_rows_free (TvOpenRows *self)
{
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->outlined);
  g_free (self);
}

/**
 * tv_open_rows_set_tree:
 * @self: open rows, suspended
 * @tree: another tree; must outlive @self
 * @outline: (nullable): what @tree is over, %NULL for the methods' places; must outlive
 *   @self
 *
 * Opens rows in another tree from now on.
 */
void
tv_open_rows_set_tree (TvOpenRows *self, GtkTreeListModel *tree,
                       TvProfileOutline *outline)
{
  self->tree = tree;
  self->outline = outline;
}

/**
 * tv_open_rows_find:
 * @self: open rows
 * @method: index of a method
 *
 * Returns: (transfer full) (nullable): the row of @method; %NULL if it has no calls, or
 *   if its class or package is closed
 */
GtkTreeListRow *
tv_open_rows_find (TvOpenRows *self, guint32 method)
{
  guint place;

  if (self->outline != NULL)
    return tv_outline_rows_find (self->tree, self->outline, TV_PROFILE_ROW_METHOD,
                                 method);
  place = tv_profile_places_find (self->places, method);
  return place != G_MAXUINT ? gtk_tree_list_model_get_child_row (self->tree, place)
                            : NULL;
}

/* Neither 0 nor the same for a class and a package. */
static gpointer
get_outlined_key (TvProfileRowKind kind, guint32 index)
{
  return GSIZE_TO_POINTER ((gsize) index << 4 | kind);
}

static void
expand_outlined (TvOpenRows *self, TvProfileRowKind kind, guint32 index)
{
  g_autoptr (GtkTreeListRow) row
      = tv_outline_rows_find (self->tree, self->outline, kind, index);

  g_hash_table_add (self->outlined, get_outlined_key (kind, index));
  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, TRUE);
}

/**
 * tv_open_rows_reveal:
 * @self: open rows
 * @method: index of a method
 *
 * Opens the class of a method, and its package.
 */
void
tv_open_rows_reveal (TvOpenRows *self, guint32 method)
{
  guint32 class_;
  guint32 package;

  if (self->outline == NULL)
    return;
  class_ = tv_profile_outline_get_class (self->outline, method);
  if (class_ == TV_OUTLINE_NONE)
    return;
  package = tv_profile_outline_get_package (self->outline, class_);
  if (package != TV_OUTLINE_NONE)
    expand_outlined (self, TV_PROFILE_ROW_PACKAGE, package);
  expand_outlined (self, TV_PROFILE_ROW_CLASS, class_);
}

static guint
get_groups (TvOpenRows *self, guint32 method)
{
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (self->groups, GUINT_TO_POINTER (method)));
}

static void
set_groups (TvOpenRows *self, guint32 method, guint groups)
{
  if (groups == 0)
    g_hash_table_remove (self->groups, GUINT_TO_POINTER (method));
  else
    g_hash_table_insert (self->groups, GUINT_TO_POINTER (method),
                         GUINT_TO_POINTER (groups));
}

/**
 * tv_open_rows_contains:
 * @self: open rows
 * @method: index of a method
 *
 * Returns: whether the row of @method is open
 */
gboolean
tv_open_rows_contains (TvOpenRows *self, guint32 method)
{
  return get_groups (self, method) != 0;
}

static void
expand_groups (GtkTreeListRow *method_row, guint groups)
{
  GListModel *children = gtk_tree_list_row_get_children (method_row);
  guint n = children != NULL ? g_list_model_get_n_items (children) : 0;
  guint i;

  for (i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_row_get_child_row (method_row, i);
      g_autoptr (TvProfileRow) item = gtk_tree_list_row_get_item (row);

      if (groups & (1u << tv_profile_row_get_relation (item)))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

/* Relatives that a worker found: the groups are there now and can be opened. */
static void
expand_late_groups (GListModel *relatives, guint position, guint removed, guint added,
                    gpointer user_data)
{
  GtkTreeListRow *row = GTK_TREE_LIST_ROW (user_data);

  /* Once the row is closed or gone it has other children or none. */
  if (gtk_tree_list_row_get_children (row) == relatives)
    expand_groups (row, GPOINTER_TO_UINT (
                            g_object_get_data (G_OBJECT (relatives), LATE_GROUPS_KEY)));
}

static void
unref_row (gpointer row, GClosure *closure)
{
  g_object_unref (row);
}

static void
expand_method (TvOpenRows *self, guint32 method, guint groups)
{
  g_autoptr (GtkTreeListRow) row = tv_open_rows_find (self, method);
  GListModel *relatives;

  if (row == NULL)
    return;
  gtk_tree_list_row_set_expanded (row, TRUE);
  relatives = gtk_tree_list_row_get_children (row);
  if (tv_relatives_model_get_relatives (TV_RELATIVES_MODEL (relatives)) != NULL)
    expand_groups (row, groups);
  else
    {
      g_object_set_data (G_OBJECT (relatives), LATE_GROUPS_KEY,
                         GUINT_TO_POINTER (groups));
      /* Nobody else keeps a row that isn't on the screen. */
      g_signal_connect_data (relatives, "items-changed",
                             G_CALLBACK (expand_late_groups), g_object_ref (row),
                             unref_row, G_CONNECT_AFTER);
    }
}

/**
 * tv_open_rows_open:
 * @self: open rows
 * @method: index of a method
 *
 * Opens a method with its Parents and its Children.
 */
void
tv_open_rows_open (TvOpenRows *self, guint32 method)
{
  set_groups (self, method, IS_OPEN | GROUPS_AT_FIRST);
  expand_method (self, method, GROUPS_AT_FIRST);
}

static void
collapse_method (TvOpenRows *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = tv_open_rows_find (self, method);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, FALSE);
}

/**
 * tv_open_rows_close:
 * @self: open rows
 * @method: index of a method
 *
 * Closes a method.
 */
void
tv_open_rows_close (TvOpenRows *self, guint32 method)
{
  set_groups (self, method, 0);
  collapse_method (self, method);
}

static void
restore_outlined (TvOpenRows *self, TvProfileRowKind kind)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->outlined);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const gsize value = GPOINTER_TO_SIZE (key);

      if ((value & 0xf) == kind)
        expand_outlined (self, kind, (guint32) (value >> 4));
    }
}

static void
restore_all (TvOpenRows *self)
{
  GHashTableIter iter;
  gpointer method;
  gpointer groups;

  if (self->outline != NULL)
    {
      restore_outlined (self, TV_PROFILE_ROW_PACKAGE);
      restore_outlined (self, TV_PROFILE_ROW_CLASS);
    }
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &method, &groups))
    expand_method (self, GPOINTER_TO_UINT (method), GPOINTER_TO_UINT (groups));
}

/* What was open in it opens with it. */
static gboolean
note_outlined (TvOpenRows *self, TvProfileRow *item, gboolean expanded)
{
  gpointer key = get_outlined_key (tv_profile_row_get_kind (item),
                                   tv_profile_row_get_index (item));

  if (expanded == g_hash_table_contains (self->outlined, key))
    return FALSE;
  if (expanded)
    {
      g_hash_table_add (self->outlined, key);
      restore_all (self);
    }
  else
    g_hash_table_remove (self->outlined, key);
  return TRUE;
}

/**
 * tv_open_rows_note:
 * @self: open rows
 * @row: a row whose `expanded` was notified
 *
 * Takes note of a row that a person opened or closed. A method that is opened that way
 * opens its Parents and its Children, too.
 *
 * Returns: whether it was a person, not the program
 */
gboolean
tv_open_rows_note (TvOpenRows *self, GtkTreeListRow *row)
{
  const gboolean expanded = gtk_tree_list_row_get_expanded (row);
  g_autoptr (TvProfileRow) item = gtk_tree_list_row_get_item (row);
  guint32 method;
  guint bit;

  /* A row that goes away notifies, too, and has no item any more. */
  if (item == NULL || self->suspended)
    return FALSE;

  if (tv_profile_row_get_kind (item) == TV_PROFILE_ROW_CLASS
      || tv_profile_row_get_kind (item) == TV_PROFILE_ROW_PACKAGE)
    return note_outlined (self, item, expanded);

  method = tv_profile_row_get_method (item);
  bit = tv_profile_row_get_kind (item) == TV_PROFILE_ROW_METHOD
            ? IS_OPEN
            : 1u << tv_profile_row_get_relation (item);
  /* The program writes down what it does before it does it. */
  if (expanded == ((get_groups (self, method) & bit) != 0))
    return FALSE;

  if (bit != IS_OPEN)
    set_groups (self, method, (get_groups (self, method) ^ bit) | IS_OPEN);
  else if (expanded)
    tv_open_rows_open (self, method);
  else
    set_groups (self, method, 0);
  return TRUE;
}

/**
 * tv_open_rows_suspend:
 * @self: open rows
 *
 * Closes all methods, until tv_open_rows_restore().
 */
void
tv_open_rows_suspend (TvOpenRows *self)
{
  GHashTableIter iter;
  gpointer method;

  self->suspended = TRUE;
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &method, NULL))
    collapse_method (self, GPOINTER_TO_UINT (method));
}

/**
 * tv_open_rows_restore:
 * @self: open rows
 *
 * Opens what was open before tv_open_rows_suspend(), wherever it stands now.
 */
void
tv_open_rows_restore (TvOpenRows *self)
{
  self->suspended = FALSE;
  restore_all (self);
}
