/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-tree-private.h"

#include "ui/profile/profile-tree-model.h"

enum
{
  SIGNAL_SHOW_ROW,
  SIGNAL_REORDERED,
  SIGNAL_SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TvProfileTree, tv_profile_tree, G_TYPE_OBJECT)

static void
tv_profile_tree_dispose (GObject *object)
{
  TvProfileTree *self = TV_PROFILE_TREE (object);

  g_clear_handle_id (&self->closing_source, g_source_remove);
  g_clear_pointer (&self->open_rows, tv_open_rows_free);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_object (&self->history);
  g_clear_object (&self->selected_item);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->outline);
  g_clear_object (&self->store);
  g_clear_object (&self->places);
  g_clear_object (&self->methods);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_profile_tree_parent_class)->dispose (object);
}

static void
tv_profile_tree_class_init (TvProfileTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_tree_dispose;

  signals[SIGNAL_SHOW_ROW]
      = g_signal_new ("show-row", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_DOUBLE);
  signals[SIGNAL_REORDERED]
      = g_signal_new ("reordered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SETTLED]
      = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_profile_tree_init (TvProfileTree *self)
{
  self->opened_method = TV_METHOD_NONE;
  self->history = tv_method_history_new ();
}

/* The rows of an order of before are still there, and about what stood there. */
static void
leave_order (TvProfileTree *self)
{
  tv_profile_tree_remember_selected (self);
  tv_open_rows_suspend (self->open_rows);
}

/* Classes have another tree with every order: there are not that many of them. */
static void
follow_outline (TvProfileTree *self)
{
  g_autoptr (TvRowTree) old = g_object_ref (self->tree);

  if (!g_set_object (&self->outline, tv_profile_model_get_outline (self->methods)))
    return;
  g_clear_object (&self->tree);
  self->tree = tv_profile_tree_model_new (self->store, self->places, self->outline);
  tv_open_rows_set_tree (self->open_rows, self->tree, self->outline);
  self->following = TRUE;
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->tree));
  self->following = FALSE;
}

/* All rows are about other methods: open and select as before. */
static void
follow_order (TvProfileTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);
  const double align = tv_profile_model_keeps_place (self->methods)
                           ? TV_LIST_SCROLL_NOT
                           : TV_LIST_SCROLL_TOP_THIRD;

  tv_profile_places_follow (self->places);
  follow_outline (self);
  g_signal_emit (self, signals[SIGNAL_REORDERED], 0);
  tv_open_rows_restore (self->open_rows);
  if (self->revealing && method != TV_METHOD_NONE)
    tv_open_rows_reveal (self->open_rows, method);
  self->revealing = FALSE;
  if (method != TV_METHOD_NONE && !tv_profile_tree_select_remembered (self, align))
    tv_profile_tree_select_method_row (self, method, align);
  g_signal_emit (self, signals[SIGNAL_SETTLED], 0);
}

/* Rows that a worker had to find. */
static void
follow_late_rows (gpointer user_data)
{
  TvProfileTree *self = TV_PROFILE_TREE (user_data);
  const double align = tv_profile_model_keeps_place (self->methods)
                           ? TV_LIST_SCROLL_NOT
                           : TV_LIST_SCROLL_IF_UNSEEN;

  (void) tv_profile_tree_select_remembered (self, align);
}

/* Returns the methods of session by rank, all closed but for the one that the session
 * has selected. */
TvProfileTree *
tv_profile_tree_new (TvTraceSession *session)
{
  TvProfileTree *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_new (TV_TYPE_PROFILE_TREE, NULL);
  self->session = g_object_ref (session);
  self->methods = tv_profile_model_new (session);
  self->places = tv_profile_places_new (self->methods);
  self->store = tv_relatives_store_new (session, self->methods);
  self->tree = tv_profile_tree_model_new (self->store, self->places, NULL);
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE,
                                  "can-unselect", TRUE, "model", self->tree, NULL);
  self->open_rows = tv_open_rows_new (self->tree, self->methods, self->store);
  tv_open_rows_set_late_func (self->open_rows, follow_late_rows, self);
  g_signal_connect_object (self->methods, "reordering", G_CALLBACK (leave_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->methods, "reordered", G_CALLBACK (follow_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected",
                           G_CALLBACK (tv_profile_tree_follow_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-method",
                           G_CALLBACK (tv_profile_tree_follow_session), self,
                           G_CONNECT_SWAPPED);
  tv_profile_tree_follow_session (self);
  return self;
}

/**
 * tv_profile_tree_get_session:
 * @self: a tree
 *
 * Returns: (transfer none): what it shows
 */
TvTraceSession *
tv_profile_tree_get_session (TvProfileTree *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  return self->session;
}

/**
 * tv_profile_tree_get_methods:
 * @self: a tree
 *
 * Returns: (transfer none): its top level, which can be sorted
 */
TvProfileModel *
tv_profile_tree_get_methods (TvProfileTree *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  return self->methods;
}

/* Puts methods under their classes and packages. What is open and selected stays so; a
 * selected method is shown. */
void
tv_profile_tree_set_grouping (TvProfileTree *self, TvProfileGrouping grouping)
{
  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  self->revealing = TRUE;
  tv_profile_model_set_grouping (self->methods, grouping);
}

/* Returns all visible rows; others once the methods are grouped or sorted in their
 * groups. */
TvRowTree *
tv_profile_tree_get_rows (TvProfileTree *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  return self->tree;
}

/**
 * tv_profile_tree_get_selection:
 * @self: a tree
 *
 * Returns: (transfer none): all visible rows as a list of #GtkTreeListRow, with what is
 *   selected
 */
GtkSingleSelection *
tv_profile_tree_get_selection (TvProfileTree *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  return self->selection;
}

TvMethodHistory *
tv_profile_tree_get_history (TvProfileTree *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  return self->history;
}

TvProfileItem *
tv_profile_tree_dup_row (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  row = tv_row_tree_get_row (self->tree, position);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* Returns where the row of method stands in tv_profile_tree_get_selection(),
 * %GTK_INVALID_LIST_POSITION if it was never called, or if its class is closed. */
guint
tv_profile_tree_get_method_position (TvProfileTree *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), GTK_INVALID_LIST_POSITION);

  row = tv_open_rows_find (self->open_rows, method);
  return row != NULL ? tv_row_tree_get_position (self->tree, row)
                     : GTK_INVALID_LIST_POSITION;
}
