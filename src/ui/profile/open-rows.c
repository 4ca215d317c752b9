/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/open-rows-private.h"

#include "ui/profile/outline-rows.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/row-path.h"

/* What opens with a method, as in Traceview. */
#define GROUPS_AT_FIRST ((1u << TV_RELATION_PARENTS) | (1u << TV_RELATION_CHILDREN))

/* Set for each open method, so that none has the value 0. */
#define IS_OPEN (1u << TV_N_RELATIONS)

/* Returns the state of a tree that is all closed. */
TvOpenRows *
tv_open_rows_new (TvRowTree *tree, TvProfileModel *methods, TvRelativesStore *store)
{
  TvOpenRows *self = g_rc_box_new0 (TvOpenRows);

  self->tree = tree;
  self->methods = methods;
  self->store = store;
  self->groups = g_hash_table_new (NULL, NULL);
  self->paths
      = g_hash_table_new_full (tv_row_path_hash, tv_row_path_equal, g_free, NULL);
  self->outlined = g_hash_table_new (NULL, NULL);
  return self;
}

void
tv_open_rows_free (TvOpenRows *self)
{
  self->tree = NULL;
  tv_open_rows_unref (self);
}

static void
clear (gpointer data)
{
  TvOpenRows *self = data;

  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->paths);
  g_hash_table_unref (self->outlined);
}

TvOpenRows *
tv_open_rows_ref (TvOpenRows *self)
{
  return g_rc_box_acquire (self);
}

void
tv_open_rows_unref (TvOpenRows *self)
{
  g_rc_box_release_full (self, clear);
}

/* Has somebody told when rows are there that were not at once. */
void
tv_open_rows_set_late_func (TvOpenRows *self, TvOpenRowsFunc func, gpointer user_data)
{
  self->late_func = func;
  self->late_data = user_data;
}

/* Opens rows in another tree from now on. */
void
tv_open_rows_set_tree (TvOpenRows *self, TvRowTree *tree, TvProfileOutline *outline)
{
  self->tree = tree;
  self->outline = outline;
}

/* Returns the row of method; NULL if it has no calls, or if its class or package is
 * closed. */
GtkTreeListRow *
tv_open_rows_find (TvOpenRows *self, guint32 method)
{
  guint place;

  if (self->outline != NULL)
    return tv_outline_rows_find (self->tree, self->outline, TV_PROFILE_ITEM_METHOD,
                                 method);
  place = tv_profile_model_get_position (self->methods, method);
  return place != G_MAXUINT ? tv_row_tree_get_top_row (self->tree, place) : NULL;
}

/* Neither 0 nor the same for a class and a package. */
static gpointer
get_outlined_key (TvProfileItemKind kind, guint32 index)
{
  return GSIZE_TO_POINTER ((gsize) index << 4 | kind);
}

static void
expand_outlined (TvOpenRows *self, TvProfileItemKind kind, guint32 index)
{
  g_autoptr (GtkTreeListRow) row
      = tv_outline_rows_find (self->tree, self->outline, kind, index);

  g_hash_table_add (self->outlined, get_outlined_key (kind, index));
  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, TRUE);
}

/* Opens the class of a method, and its package. */
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
    expand_outlined (self, TV_PROFILE_ITEM_PACKAGE, package);
  expand_outlined (self, TV_PROFILE_ITEM_CLASS, class_);
}

/* Returns bits for its open groups and one for itself, 0 if it is closed. */
guint
tv_open_rows_get_groups (TvOpenRows *self, guint32 method)
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

gboolean
tv_open_rows_contains (TvOpenRows *self, guint32 method)
{
  return tv_open_rows_get_groups (self, method) != 0;
}

static void
expand_method (TvOpenRows *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = tv_open_rows_find (self, method);

  if (row == NULL)
    return;
  gtk_tree_list_row_set_expanded (row, TRUE);
  tv_open_rows_open_below (self, row);
}

/* Opens a method with its Parents and its Children. */
void
tv_open_rows_open (TvOpenRows *self, guint32 method)
{
  set_groups (self, method, IS_OPEN | GROUPS_AT_FIRST);
  expand_method (self, method);
}

static void
collapse_method (TvOpenRows *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = tv_open_rows_find (self, method);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, FALSE);
}

void
tv_open_rows_close (TvOpenRows *self, guint32 method)
{
  set_groups (self, method, 0);
  collapse_method (self, method);
}

static void
restore_outlined (TvOpenRows *self, TvProfileItemKind kind)
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

  if (self->outline != NULL)
    {
      restore_outlined (self, TV_PROFILE_ITEM_PACKAGE);
      restore_outlined (self, TV_PROFILE_ITEM_CLASS);
    }
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &method, NULL))
    expand_method (self, GPOINTER_TO_UINT (method));
}

/* What was open in it opens with it. */
static gboolean
note_outlined (TvOpenRows *self, TvProfileItem *item, gboolean expanded)
{
  gpointer key = get_outlined_key (tv_profile_item_get_kind (item),
                                   tv_profile_item_get_index (item));

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

/* What was open in it opens with it. */
static gboolean
note_relative (TvOpenRows *self, GtkTreeListRow *row, TvProfileItem *item,
               gboolean expanded)
{
  g_autofree TvRowPath *path = tv_row_path_new (item);

  if (expanded == g_hash_table_contains (self->paths, path))
    return FALSE;
  if (expanded)
    {
      g_hash_table_add (self->paths, g_steal_pointer (&path));
      tv_open_rows_open_below (self, row);
    }
  else
    g_hash_table_remove (self->paths, path);
  return TRUE;
}

static gboolean
is_of_method (gpointer key, gpointer value, gpointer method)
{
  return ((const TvRowPath *) key)->method == GPOINTER_TO_UINT (method);
}

static void
forget_method (TvOpenRows *self, guint32 method)
{
  set_groups (self, method, 0);
  g_hash_table_foreach_remove (self->paths, is_of_method, GUINT_TO_POINTER (method));
}

/* Takes note of a row that a person opened or closed. A method that is opened that way
 * opens its Parents and its Children, too; a group or relative opens what was open in
 * it. */
gboolean
tv_open_rows_note (TvOpenRows *self, GtkTreeListRow *row)
{
  const gboolean expanded = gtk_tree_list_row_get_expanded (row);
  g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
  guint32 method;
  guint bit;

  /* A row that goes away notifies, too, and has no item any more. */
  if (item == NULL || self->suspended)
    return FALSE;

  if (tv_profile_item_get_kind (item) == TV_PROFILE_ITEM_CLASS
      || tv_profile_item_get_kind (item) == TV_PROFILE_ITEM_PACKAGE)
    return note_outlined (self, item, expanded);
  if (tv_profile_item_get_kind (item) == TV_PROFILE_ITEM_RELATIVE)
    return note_relative (self, row, item, expanded);

  method = tv_profile_item_get_method (item);
  bit = tv_profile_item_get_kind (item) == TV_PROFILE_ITEM_METHOD
            ? IS_OPEN
            : 1u << tv_profile_item_get_relation (item);
  /* The program writes down what it does before it does it. */
  if (expanded == ((tv_open_rows_get_groups (self, method) & bit) != 0))
    return FALSE;

  if (bit != IS_OPEN)
    {
      set_groups (self, method,
                  (tv_open_rows_get_groups (self, method) ^ bit) | IS_OPEN);
      if (expanded)
        tv_open_rows_open_below (self, row);
    }
  else if (expanded)
    tv_open_rows_open (self, method);
  else
    forget_method (self, method);
  return TRUE;
}

/* Closes all methods, until tv_open_rows_restore(). */
void
tv_open_rows_suspend (TvOpenRows *self)
{
  GHashTableIter iter;
  gpointer method;

  self->suspended = TRUE;
  tv_open_rows_keep_queries (self);
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &method, NULL))
    collapse_method (self, GPOINTER_TO_UINT (method));
}

/* Opens what was open before tv_open_rows_suspend(), wherever it stands now. */
void
tv_open_rows_restore (TvOpenRows *self)
{
  self->suspended = FALSE;
  restore_all (self);
  tv_relatives_store_forget (self->store);
}
