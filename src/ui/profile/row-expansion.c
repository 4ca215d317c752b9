/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/row-expansion.h"

#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"

struct _TvRowExpansion
{
  GObject parent_instance;

  GtkTreeListModel *tree;
  TvProfileModel *methods;
  TvRelativesStore *store;

  /* The rows that are open, as a set of TvRowPath. Those under a closed row stay in
   * here: they open with it. */
  GHashTable *open;
};

G_DEFINE_FINAL_TYPE (TvRowExpansion, tv_row_expansion, G_TYPE_OBJECT)

/* Paths */

static TvRowPath *
path_alloc (TvProfileItemKind kind, guint32 index, TvRelation relation, guint n_steps)
{
  TvRowPath *path = g_malloc0 (sizeof *path + n_steps * sizeof *path->steps);

  path->kind = kind;
  path->index = index;
  path->relation = relation;
  path->n_steps = n_steps;
  return path;
}

static TvRowPath *
path_new_sub (TvProfileItem *item)
{
  TvRelativesQuery *query = item->query;
  const guint depth = query->depth;
  const guint n_steps = depth + (item->kind == TV_PROFILE_ITEM_RELATIVE ? 1 : 0);
  TvRowPath *path = path_alloc (item->kind, query->method, item->relation, n_steps);

  if (n_steps > depth)
    path->steps[depth] = tv_profile_item_get_target (item);
  for (guint i = depth; i > 0; i--)
    {
      path->steps[i - 1] = query->last_method;
      query = query->parent;
    }
  return path;
}

/* Returns the way to a row, to be freed with g_free(). */
TvRowPath *
tv_row_path_new (TvProfileItem *item)
{
  if (tv_profile_item_is_sub (item))
    return path_new_sub (item);
  return path_alloc (item->kind,
                     item->kind == TV_PROFILE_ITEM_METHOD ? item->method : item->index,
                     0, 0);
}

static gboolean
is_group (const TvRowPath *path)
{
  return path->kind == TV_PROFILE_ITEM_CLASS || path->kind == TV_PROFILE_ITEM_PACKAGE;
}

/* Returns a class or package by its methods, NULL if they were never grouped. */
static TvRowPath *
path_new_members (const TvRowPath *group, TvProfileModel *methods)
{
  const TvMethodGroups *groups = tv_profile_model_get_groups (
      methods,
      group->kind == TV_PROFILE_ITEM_CLASS ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvRowPath *path;

  if (groups == NULL)
    return NULL;
  for (guint32 i = 0; i < groups->n_methods; i++)
    if (groups->by_method[i] == group->index)
      g_array_append_val (members, i);
  path = path_alloc (group->kind, 0, 0, members->len);
  memcpy (path->steps, members->data, members->len * sizeof *path->steps);
  return path;
}

/* Returns the way to the same row in another trace, to be freed with g_free(); NULL if
 * one of its methods is not there. @methods are those of the trace of @path. */
TvRowPath *
tv_row_path_new_matching (const TvRowPath *path, TvProfileModel *methods,
                          const TvTraceMatch *match)
{
  g_autofree TvRowPath *members = NULL;
  g_autofree TvRowPath *found = NULL;
  guint n = 0;

  if (is_group (path) && path->n_steps == 0)
    path = members = path_new_members (path, methods);
  if (path == NULL)
    return NULL;
  found = path_alloc (path->kind, path->index, path->relation, path->n_steps);
  if (!is_group (path) && path->index != TV_METHOD_NONE)
    {
      found->index = tv_trace_match_method (match, path->index);
      if (found->index == TV_METHOD_NONE)
        return NULL;
    }
  for (guint i = 0; i < path->n_steps; i++)
    {
      found->steps[n] = tv_trace_match_method (match, path->steps[i]);
      if (found->steps[n] != TV_METHOD_NONE)
        n++;
      else if (!is_group (path))
        return NULL;
    }
  found->n_steps = n;
  return is_group (path) && n == 0 ? NULL : g_steal_pointer (&found);
}

static guint
path_hash (gconstpointer path)
{
  const TvRowPath *self = path;
  guint hash = self->index * 31u + self->relation;

  for (guint i = 0; i < self->n_steps; i++)
    hash = hash * 31u + self->steps[i];
  return hash * 31u + self->kind;
}

static gboolean
path_equal (gconstpointer a, gconstpointer b)
{
  const TvRowPath *first = a;
  const TvRowPath *second = b;

  return first->kind == second->kind && first->index == second->index
         && first->relation == second->relation && first->n_steps == second->n_steps
         && memcmp (first->steps, second->steps, first->n_steps * sizeof *first->steps)
                == 0;
}

/* How many rows a row stands under at most, to open those above before those below. */
static guint
path_get_depth (const TvRowPath *path)
{
  return path->kind == TV_PROFILE_ITEM_PACKAGE  ? 0
         : path->kind == TV_PROFILE_ITEM_CLASS  ? 1
         : path->kind == TV_PROFILE_ITEM_METHOD ? 2
                                                : 3 + path->n_steps;
}

/* Rows above come before those below, groups in the order in which they stand. */
static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const TvRowPath *first = *(const TvRowPath *const *) a;
  const TvRowPath *second = *(const TvRowPath *const *) b;
  const guint first_depth = path_get_depth (first);
  const guint second_depth = path_get_depth (second);

  if (first_depth != second_depth)
    return first_depth < second_depth ? -1 : 1;
  return (int) first->relation - (int) second->relation;
}

/* Rows */

/* Takes the parent row. GTK has no rows under one that is closed. */
static GtkTreeListRow *
step_down (GtkTreeListRow *parent, guint place)
{
  GtkTreeListRow *child = NULL;

  if (parent != NULL && place != TV_OUTLINE_NONE)
    child = gtk_tree_list_row_get_child_row (parent, place);
  g_clear_object (&parent);
  return child;
}

/* Takes the place among the methods, classes or packages at the top. */
static GtkTreeListRow *
find_top (TvRowExpansion *self, guint place)
{
  if (place == G_MAXUINT)
    return NULL;
  if (place >= tv_profile_model_get_toplevel (self->methods))
    place++;
  return gtk_tree_list_model_get_child_row (self->tree, place);
}

static GtkTreeListRow *
find_class (TvRowExpansion *self, TvProfileOutline *outline, guint32 class_)
{
  const guint32 package = tv_profile_outline_get_package (outline, class_);
  const guint place
      = tv_profile_outline_get_place (outline, TV_OUTLINE_CLASSES, class_);

  if (package == TV_OUTLINE_NONE)
    return find_top (self, place);
  return step_down (find_top (self, tv_profile_outline_get_place (
                                        outline, TV_OUTLINE_PACKAGES, package)),
                    place);
}

/* Returns the row of a method, or of `(toplevel)` for TV_METHOD_NONE; NULL if it has no
 * calls, or if its class or package is closed. */
GtkTreeListRow *
tv_row_expansion_find_method (TvRowExpansion *self, guint32 method)
{
  TvProfileOutline *outline = tv_profile_model_get_outline (self->methods);
  guint32 class_;

  if (method == TV_METHOD_NONE)
    return gtk_tree_list_model_get_child_row (
        self->tree, tv_profile_model_get_toplevel (self->methods));
  if (outline == NULL)
    return find_top (self, tv_profile_model_get_position (self->methods, method));
  class_ = tv_profile_outline_get_class (outline, method);
  if (class_ == TV_OUTLINE_NONE)
    return NULL;
  return step_down (find_class (self, outline, class_),
                    tv_profile_outline_get_place (outline, TV_OUTLINE_METHODS, method));
}

/* Finds the class or package of a path, which may be known by its methods only. */
static gboolean
find_group_index (TvProfileOutline *outline, const TvRowPath *path, guint32 *index)
{
  *index = path->n_steps > 0 ? TV_OUTLINE_NONE : path->index;
  for (guint i = 0; i < path->n_steps && *index == TV_OUTLINE_NONE; i++)
    {
      *index = tv_profile_outline_get_class (outline, path->steps[i]);
      if (*index != TV_OUTLINE_NONE && path->kind == TV_PROFILE_ITEM_PACKAGE)
        *index = tv_profile_outline_get_package (outline, *index);
    }
  return *index != TV_OUTLINE_NONE;
}

static GtkTreeListRow *
find_group (TvRowExpansion *self, const TvRowPath *path)
{
  TvProfileOutline *outline = tv_profile_model_get_outline (self->methods);
  guint32 index;

  if (outline == NULL || !find_group_index (outline, path, &index))
    return NULL;
  if (path->kind == TV_PROFILE_ITEM_CLASS)
    return find_class (self, outline, index);
  return find_top (self,
                   tv_profile_outline_get_place (outline, TV_OUTLINE_PACKAGES, index));
}

/* Takes the parent row. */
static GtkTreeListRow *
find_sub (GtkTreeListRow *parent, TvProfileItemKind kind, TvRelation relation,
          guint32 method)
{
  GListModel *children
      = parent != NULL ? gtk_tree_list_row_get_children (parent) : NULL;
  guint position = G_MAXUINT;

  if (children != NULL)
    position = tv_relatives_list_find (TV_ITEM_LIST (children), kind, relation, method);
  return step_down (parent, position);
}

/* Returns the row that a path leads to; NULL if one on the way is closed or not there,
 * or not there yet. */
GtkTreeListRow *
tv_row_expansion_find (TvRowExpansion *self, const TvRowPath *path)
{
  GtkTreeListRow *row;

  if (is_group (path))
    return find_group (self, path);
  row = tv_row_expansion_find_method (self, path->index);
  if (path->kind == TV_PROFILE_ITEM_METHOD)
    return row;
  row = find_sub (row, TV_PROFILE_ITEM_GROUP, path->relation, TV_METHOD_NONE);
  for (guint i = 0; i < path->n_steps; i++)
    row = find_sub (row, TV_PROFILE_ITEM_RELATIVE, path->relation, path->steps[i]);
  if (path->kind == TV_PROFILE_ITEM_SELF || path->kind == TV_PROFILE_ITEM_WAIT)
    row = find_sub (row, path->kind, path->relation, TV_METHOD_NONE);
  return row;
}

/* Opening */

static void expand_all (TvRowExpansion *self);

static void
on_rows_found (TvRowExpansion *self)
{
  expand_all (self);
  g_signal_emit_by_name (self, "rows-found");
}

/* Goes on where a worker has to find out what is under a row. */
static void
wait_for_rows (TvRowExpansion *self, GListModel *children)
{
  const GSignalMatchType match = G_SIGNAL_MATCH_FUNC | G_SIGNAL_MATCH_DATA;

  if (g_signal_handler_find (children, match, 0, 0, NULL, on_rows_found, self) == 0)
    g_signal_connect_object (children, "items-changed", G_CALLBACK (on_rows_found),
                             self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
expand (TvRowExpansion *self, const TvRowPath *path)
{
  g_autoptr (GtkTreeListRow) row = tv_row_expansion_find (self, path);
  GListModel *children;

  if (row == NULL || !gtk_tree_list_row_is_expandable (row))
    return;
  gtk_tree_list_row_set_expanded (row, TRUE);
  children = gtk_tree_list_row_get_children (row);
  if (!tv_item_list_is_filled (TV_ITEM_LIST (children)))
    wait_for_rows (self, children);
}

static GPtrArray *
list_paths (TvRowExpansion *self)
{
  GPtrArray *paths = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (paths, path);
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

static void
add (TvRowExpansion *self, TvProfileItemKind kind, guint32 index, TvRelation relation)
{
  g_hash_table_add (self->open, path_alloc (kind, index, relation, 0));
}

/* Finds the classes and packages of a trace before, once the methods are grouped. */
static void
resolve_groups (TvRowExpansion *self)
{
  TvProfileOutline *outline = tv_profile_model_get_outline (self->methods);
  g_autoptr (GPtrArray) resolved = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->open);
  while (outline != NULL && g_hash_table_iter_next (&iter, &key, NULL))
    {
      const TvRowPath *path = key;
      guint32 index;

      if (!is_group (path) || path->n_steps == 0
          || !find_group_index (outline, path, &index))
        continue;
      g_ptr_array_add (resolved, path_alloc (path->kind, index, 0, 0));
      g_hash_table_iter_remove (&iter);
    }
  for (guint i = 0; i < resolved->len; i++)
    g_hash_table_add (self->open, g_ptr_array_index (resolved, i));
}

/* Opens all rows that are to be open and can be seen. Few are. */
static void
expand_all (TvRowExpansion *self)
{
  g_autoptr (GPtrArray) paths = NULL;

  resolve_groups (self);
  paths = list_paths (self);
  for (guint i = 0; i < paths->len; i++)
    expand (self, g_ptr_array_index (paths, i));
}

gboolean
tv_row_expansion_contains (TvRowExpansion *self, guint32 method)
{
  const TvRowPath path = { .kind = TV_PROFILE_ITEM_METHOD, .index = method };

  return g_hash_table_contains (self->open, &path);
}

/* Opens a method with its Parents and its Children, as Traceview does. */
void
tv_row_expansion_open (TvRowExpansion *self, guint32 method)
{
  add (self, TV_PROFILE_ITEM_METHOD, method, 0);
  add (self, TV_PROFILE_ITEM_GROUP, method, TV_RELATION_PARENTS);
  add (self, TV_PROFILE_ITEM_GROUP, method, TV_RELATION_CHILDREN);
  expand_all (self);
}

static gboolean
is_of_method (gpointer key, gpointer value, gpointer method)
{
  const TvRowPath *path = key;

  return path->index == GPOINTER_TO_UINT (method) && !is_group (path);
}

static gboolean
is_method_or_heading (gpointer key, gpointer value, gpointer method)
{
  return is_of_method (key, value, method)
         && ((const TvRowPath *) key)->kind != TV_PROFILE_ITEM_RELATIVE;
}

/* Closes a method. The relatives that are open in it open again with it. */
void
tv_row_expansion_close (TvRowExpansion *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = tv_row_expansion_find_method (self, method);

  g_hash_table_foreach_remove (self->open, is_method_or_heading,
                               GUINT_TO_POINTER (method));
  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, FALSE);
}

/* Opens the class of a method, and its package. */
void
tv_row_expansion_reveal (TvRowExpansion *self, guint32 method)
{
  TvProfileOutline *outline = tv_profile_model_get_outline (self->methods);
  guint32 class_;
  guint32 package;

  if (outline == NULL)
    return;
  class_ = tv_profile_outline_get_class (outline, method);
  if (class_ == TV_OUTLINE_NONE)
    return;
  package = tv_profile_outline_get_package (outline, class_);
  if (package != TV_OUTLINE_NONE)
    add (self, TV_PROFILE_ITEM_PACKAGE, package, 0);
  add (self, TV_PROFILE_ITEM_CLASS, class_, 0);
  expand_all (self);
}

/* Records a row that a person opened or closed. A method that is opened that way opens
 * its Parents and its Children, too; any other row opens what was open in it. A method
 * that is closed forgets what was open in it.
 *
 * Returns whether it was news: what the program opens or closes is recorded before. */
gboolean
tv_row_expansion_record_toggle (TvRowExpansion *self, GtkTreeListRow *row)
{
  const gboolean expanded = gtk_tree_list_row_get_expanded (row);
  g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
  g_autofree TvRowPath *path = NULL;

  /* A row that goes away notifies, too, and has no item any more. */
  if (item == NULL)
    return FALSE;
  path = tv_row_path_new (item);
  if (expanded == g_hash_table_contains (self->open, path))
    return FALSE;
  if (expanded && path->kind == TV_PROFILE_ITEM_METHOD)
    tv_row_expansion_open (self, path->index);
  else if (expanded)
    {
      g_hash_table_add (self->open, g_steal_pointer (&path));
      expand_all (self);
    }
  else if (path->kind == TV_PROFILE_ITEM_METHOD)
    g_hash_table_foreach_remove (self->open, is_of_method,
                                 GUINT_TO_POINTER (path->index));
  else
    g_hash_table_remove (self->open, path);
  return TRUE;
}

/* Must come before the methods get another order: has the store keep what is under all
 * open rows, which are rows of the same relatives then. */
void
tv_row_expansion_save (TvRowExpansion *self)
{
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autoptr (GtkTreeListRow) row = tv_row_expansion_find (self, path);
      GListModel *children = row != NULL ? gtk_tree_list_row_get_children (row) : NULL;

      if (children != NULL && !is_group (path))
        tv_relatives_store_keep (self->store,
                                 tv_relatives_list_get_query (TV_ITEM_LIST (children)));
    }
}

/* Opens what was open, wherever it stands now. */
void
tv_row_expansion_restore (TvRowExpansion *self)
{
  expand_all (self);
  tv_relatives_store_forget (self->store);
}

/* Opens what is open in the rows of another trace. */
void
tv_row_expansion_continue (TvRowExpansion *self, TvRowExpansion *before,
                           const TvTraceMatch *match)
{
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, before->open);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      TvRowPath *found = tv_row_path_new_matching (path, before->methods, match);

      if (found != NULL)
        g_hash_table_add (self->open, found);
    }
  expand_all (self);
}

/* Life */

static void
tv_row_expansion_finalize (GObject *object)
{
  TvRowExpansion *self = TV_ROW_EXPANSION (object);

  g_hash_table_unref (self->open);
  g_object_unref (self->store);
  g_object_unref (self->methods);
  g_object_unref (self->tree);

  G_OBJECT_CLASS (tv_row_expansion_parent_class)->finalize (object);
}

static void
tv_row_expansion_class_init (TvRowExpansionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_row_expansion_finalize;
  g_signal_new ("rows-found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_row_expansion_init (TvRowExpansion *self)
{
  self->open = g_hash_table_new_full (path_hash, path_equal, g_free, NULL);
}

/* Returns the state of a tree that is all closed. */
TvRowExpansion *
tv_row_expansion_new (GtkTreeListModel *tree, TvProfileModel *methods,
                      TvRelativesStore *store)
{
  TvRowExpansion *self = g_object_new (TV_TYPE_ROW_EXPANSION, NULL);

  self->tree = g_object_ref (tree);
  self->methods = g_object_ref (methods);
  self->store = g_object_ref (store);
  return self;
}
