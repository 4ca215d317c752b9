/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-tree.h"

#include "ui/open-rows.h"
#include "ui/profile-places.h"
#include "ui/profile-text.h"
#include "ui/profile-tree-model.h"

struct _TvProfileTree
{
  GObject parent_instance;

  TvTraceSession *session;
  TvProfileModel *methods;
  TvProfilePlaces *places;
  TvProfileOutline *outline; /* what the tree is over if not over places */
  GtkTreeListModel *tree;
  GtkSingleSelection *selection;
  GObject *selected_item;
  TvOpenRows *open_rows;

  /* Opened because it was picked; to be closed when the selection leaves. */
  guint32 opened_method;
  guint closing_source;

  /* The next order comes with another grouping: the selected method is to be shown. */
  gboolean revealing;

  /* The selection is being brought in line with the session, not by a person. */
  gboolean following;
};

enum
{
  SIGNAL_SHOW_ROW,
  SIGNAL_REORDERED,
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
  g_clear_object (&self->selected_item);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->outline);
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
}

static void
tv_profile_tree_init (TvProfileTree *self)
{
  self->opened_method = TV_METHOD_NONE;
}

static void
close_opened_method (TvProfileTree *self)
{
  const guint32 method = self->opened_method;

  g_clear_handle_id (&self->closing_source, g_source_remove);
  self->opened_method = TV_METHOD_NONE;
  if (method != TV_METHOD_NONE)
    tv_open_rows_close (self->open_rows, method);
}

static gboolean
close_when_left (gpointer user_data)
{
  TvProfileTree *self = TV_PROFILE_TREE (user_data);
  g_autoptr (TvProfileRow) row = tv_profile_tree_dup_row (
      self, gtk_single_selection_get_selected (self->selection));

  self->closing_source = 0;
  if (row == NULL || tv_profile_row_get_method (row) != self->opened_method)
    close_opened_method (self);
  return G_SOURCE_REMOVE;
}

static void
open_picked_method (TvProfileTree *self, guint32 method)
{
  if (self->opened_method != method)
    close_opened_method (self);
  if (tv_open_rows_contains (self->open_rows, method))
    return;
  self->opened_method = method;
  tv_open_rows_open (self->open_rows, method);
}

static void
select_row (TvProfileTree *self, guint position)
{
  self->following = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->following = FALSE;
}

static void
follow_selection (TvProfileTree *self)
{
  const guint position = gtk_single_selection_get_selected (self->selection);
  g_autoptr (TvProfileRow) row = tv_profile_tree_dup_row (self, position);
  guint32 method;

  /* The position changes also when something above opens. */
  if (!g_set_object (&self->selected_item,
                     gtk_single_selection_get_selected_item (self->selection)))
    return;
  if (self->following || row == NULL)
    return;

  method = tv_profile_row_get_method (row);
  /* Rows under the selected method keep the call that may be selected. */
  if (method != tv_trace_session_get_selected_method (self->session)
      || tv_profile_row_get_kind (row) == TV_PROFILE_ROW_METHOD)
    {
      self->following = TRUE;
      tv_trace_session_select_method (self->session, method);
      self->following = FALSE;
    }
  /* Not now: whoever moved the selection may go on to use its position. Before the next
   * layout, though, so that nothing is seen to jump. */
  if (self->opened_method != TV_METHOD_NONE && self->opened_method != method
      && self->closing_source == 0)
    self->closing_source
        = g_idle_add_full (G_PRIORITY_HIGH_IDLE, close_when_left, self, NULL);
}

static void
select_method_row (TvProfileTree *self, guint32 method, double align)
{
  const guint position = tv_profile_tree_get_method_position (self, method);

  select_row (self, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[SIGNAL_SHOW_ROW], 0, position, align);
}

static void
go_to_method (TvProfileTree *self, guint32 method, double align)
{
  tv_open_rows_reveal (self->open_rows, method);
  open_picked_method (self, method);
  select_method_row (self, method, align);
}

static void
follow_session (TvProfileTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);

  if (self->following)
    return;
  if (method == TV_METHOD_NONE)
    {
      select_row (self, GTK_INVALID_LIST_POSITION);
      close_opened_method (self);
    }
  else
    go_to_method (self, method, TV_LIST_SCROLL_TOP_THIRD);
}

/* The rows of an order of before are still there, and about what stood there. */
static void
leave_order (TvProfileTree *self)
{
  tv_open_rows_suspend (self->open_rows);
}

/* Classes have another tree with every order: there are not that many of them. */
static void
follow_outline (TvProfileTree *self)
{
  g_autoptr (GtkTreeListModel) old = g_object_ref (self->tree);

  if (!g_set_object (&self->outline, tv_profile_model_get_outline (self->methods)))
    return;
  g_clear_object (&self->tree);
  self->tree = tv_profile_tree_model_new (self->session, self->places, self->outline);
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

  tv_profile_places_follow (self->places);
  follow_outline (self);
  g_signal_emit (self, signals[SIGNAL_REORDERED], 0);
  tv_open_rows_restore (self->open_rows);
  if (self->revealing && method != TV_METHOD_NONE)
    tv_open_rows_reveal (self->open_rows, method);
  self->revealing = FALSE;
  if (method != TV_METHOD_NONE)
    select_method_row (self, method, TV_LIST_SCROLL_TOP_THIRD);
}

/**
 * tv_profile_tree_new:
 * @session: the session to show; followed until the tree is gone
 *
 * Returns: (transfer full): the methods of @session by rank, all closed but for the one
 *   that the session has selected
 */
TvProfileTree *
tv_profile_tree_new (TvTraceSession *session)
{
  TvProfileTree *self;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  self = g_object_new (TV_TYPE_PROFILE_TREE, NULL);
  self->session = g_object_ref (session);
  self->methods = tv_profile_model_new (session);
  self->places = tv_profile_places_new (self->methods);
  self->tree = tv_profile_tree_model_new (session, self->places, NULL);
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE,
                                  "can-unselect", TRUE, "model", self->tree, NULL);
  self->open_rows = tv_open_rows_new (self->tree, self->places);
  g_signal_connect_object (self->methods, "reordering", G_CALLBACK (leave_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->methods, "reordered", G_CALLBACK (follow_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected",
                           G_CALLBACK (follow_selection), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-method",
                           G_CALLBACK (follow_session), self, G_CONNECT_SWAPPED);
  follow_session (self);
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

/**
 * tv_profile_tree_set_grouping:
 * @self: a tree
 * @grouping: how the methods are to be grouped
 *
 * Puts methods under their classes and packages. What is open and selected stays so; a
 * selected method is shown.
 */
void
tv_profile_tree_set_grouping (TvProfileTree *self, TvProfileGrouping grouping)
{
  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  self->revealing = TRUE;
  tv_profile_model_set_grouping (self->methods, grouping);
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

/**
 * tv_profile_tree_dup_row:
 * @self: a tree
 * @position: a place in tv_profile_tree_get_selection()
 *
 * Returns: (transfer full) (nullable): what stands there, %NULL beyond the end
 */
TvProfileRow *
tv_profile_tree_dup_row (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), NULL);

  row = gtk_tree_list_model_get_row (self->tree, position);
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/**
 * tv_profile_tree_get_method_position:
 * @self: a tree
 * @method: index of a method
 *
 * Returns: where the row of @method stands in tv_profile_tree_get_selection(),
 *   %GTK_INVALID_LIST_POSITION if it was never called, or if its class is closed
 */
guint
tv_profile_tree_get_method_position (TvProfileTree *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (TV_IS_PROFILE_TREE (self), GTK_INVALID_LIST_POSITION);

  row = tv_open_rows_find (self->open_rows, method);
  return row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}

/**
 * tv_profile_tree_go_to:
 * @self: a tree
 * @method: index of a method
 *
 * Selects a method and shows its row, if it has one, without opening it: what a walk
 * from one to the next does.
 */
void
tv_profile_tree_go_to (TvProfileTree *self, guint32 method)
{
  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  self->following = TRUE;
  tv_trace_session_select_method (self->session, method);
  self->following = FALSE;
  if (self->opened_method != method)
    close_opened_method (self);
  tv_open_rows_reveal (self->open_rows, method);
  select_method_row (self, method, TV_LIST_SCROLL_IF_UNSEEN);
}

static void
pick_row (TvProfileTree *self, TvProfileRow *row)
{
  const guint32 target = tv_profile_row_get_target (row);
  const TvProfileRowKind kind = tv_profile_row_get_kind (row);

  if (target == TV_METHOD_NONE || kind == TV_PROFILE_ROW_SELF)
    return;
  self->following = TRUE;
  tv_trace_session_select_method (self->session, target);
  self->following = FALSE;
  go_to_method (self, target,
                kind == TV_PROFILE_ROW_METHOD ? TV_LIST_SCROLL_LEAST
                                              : TV_LIST_SCROLL_TOP_THIRD);
}

/**
 * tv_profile_tree_pick:
 * @self: a tree
 * @position: a place in tv_profile_tree_get_selection()
 *
 * What a click does: a method opens and all its calls are selected; a caller or callee
 * leads to that method. A method's own time, its waiting, a heading and `(toplevel)`
 * lead nowhere.
 */
void
tv_profile_tree_pick (TvProfileTree *self, guint position)
{
  g_autoptr (TvProfileRow) row = NULL;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  row = tv_profile_tree_dup_row (self, position);
  if (row != NULL)
    pick_row (self, row);
}

/* Opens or closes a row as a person does by its triangle. */
static void
expand_row (TvProfileTree *self, GtkTreeListRow *row, gboolean expanded)
{
  gtk_tree_list_row_set_expanded (row, expanded);
  tv_profile_tree_note_expanded (self, row);
}

/**
 * tv_profile_tree_activate:
 * @self: a tree
 * @position: a place in tv_profile_tree_get_selection()
 *
 * What Enter and a double click do: a heading, class or package opens or closes,
 * anything else is as tv_profile_tree_pick().
 */
void
tv_profile_tree_activate (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) tree_row = NULL;
  g_autoptr (TvProfileRow) row = NULL;
  TvProfileRowKind kind;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  tree_row = gtk_tree_list_model_get_row (self->tree, position);
  if (tree_row == NULL)
    return;
  row = gtk_tree_list_row_get_item (tree_row);
  kind = tv_profile_row_get_kind (row);
  if (kind == TV_PROFILE_ROW_GROUP || kind == TV_PROFILE_ROW_CLASS
      || kind == TV_PROFILE_ROW_PACKAGE)
    expand_row (self, tree_row, !gtk_tree_list_row_get_expanded (tree_row));
  else
    pick_row (self, row);
}

/* Closing a row takes the selection from what was under it. */
static void
keep_selection (TvProfileTree *self, GtkTreeListRow *row, guint32 method)
{
  const guint32 selected = tv_trace_session_get_selected_method (self->session);

  if (gtk_single_selection_get_selected (self->selection) != GTK_INVALID_LIST_POSITION
      || selected == TV_METHOD_NONE)
    return;
  if (method == TV_METHOD_NONE && !gtk_tree_list_row_get_expanded (row))
    select_row (self, gtk_tree_list_row_get_position (row));
  else if (method == selected)
    select_row (self, tv_profile_tree_get_method_position (self, method));
}

/**
 * tv_profile_tree_note_expanded:
 * @self: a tree
 * @row: a row whose `expanded` was notified
 *
 * Must be called for each such row that is on the screen. A row that a person opens or
 * closes is remembered, and stays so when the selection leaves.
 */
void
tv_profile_tree_note_expanded (TvProfileTree *self, GtkTreeListRow *row)
{
  g_autoptr (TvProfileRow) item = NULL;
  guint32 method;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));
  g_return_if_fail (GTK_IS_TREE_LIST_ROW (row));

  if (!tv_open_rows_note (self->open_rows, row))
    return;
  item = gtk_tree_list_row_get_item (row);
  method = tv_profile_row_get_method (item);
  if (method == self->opened_method)
    self->opened_method = TV_METHOD_NONE;
  keep_selection (self, row, method);
}
