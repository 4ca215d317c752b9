/* SPDX-License-Identifier: Apache-2.0 */

/* How rows are selected, and open and close with that. */

#include "ui/profile/profile-text.h"
#include "ui/profile/profile-tree-private.h"

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
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (
      self, gtk_single_selection_get_selected (self->selection));

  self->closing_source = 0;
  if (row == NULL || tv_profile_item_get_method (row) != self->opened_method)
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

/* To be called when another row is selected: it tells the session. */
void
tv_profile_tree_follow_selection (TvProfileTree *self)
{
  const guint position = gtk_single_selection_get_selected (self->selection);
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (self, position);
  guint32 method;

  /* The position changes also when something above opens. */
  if (!g_set_object (&self->selected_item,
                     gtk_single_selection_get_selected_item (self->selection)))
    return;
  if (self->following || row == NULL)
    return;

  g_clear_pointer (&self->wanted, g_free);
  method = tv_profile_item_get_method (row);
  if (method != TV_METHOD_NONE)
    tv_method_history_pass (self->history, method);
  /* Rows under the selected method keep the call that may be selected. */
  if (method != tv_trace_session_get_selected_method (self->session)
      || tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_METHOD)
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

/* Selects the row of a method and has it shown; nothing if it has none. */
void
tv_profile_tree_select_method_row (TvProfileTree *self, guint32 method, double align)
{
  const guint position = tv_profile_tree_get_method_position (self, method);

  select_row (self, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "show-row", position, align);
}

static void
go_to_method (TvProfileTree *self, guint32 method, double align)
{
  g_clear_pointer (&self->wanted, g_free);
  tv_open_rows_reveal (self->open_rows, method);
  open_picked_method (self, method);
  tv_profile_tree_select_method_row (self, method, align);
}

/* To be called when the session has another method selected: it is opened and shown. */
void
tv_profile_tree_follow_session (TvProfileTree *self)
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
    {
      tv_method_history_visit (self->history, method);
      go_to_method (self, method, TV_LIST_SCROLL_TOP_THIRD);
    }
}

/* To be called before rows close to be opened in another order. */
void
tv_profile_tree_remember_selected (TvProfileTree *self)
{
  g_autoptr (TvProfileItem) row = tv_profile_tree_dup_row (
      self, gtk_single_selection_get_selected (self->selection));

  if (row == NULL)
    return;
  /* Its row may not have come back from the order before. */
  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_METHOD && self->wanted != NULL
      && self->wanted->method == tv_profile_item_get_method (row))
    return;
  g_clear_pointer (&self->wanted, g_free);
  if (tv_profile_item_is_sub (row))
    self->wanted = tv_row_path_new (row);
}

/* Selects the row that was selected in another order, if there is one, and it is there
 * already. */
gboolean
tv_profile_tree_select_remembered (TvProfileTree *self, double align)
{
  g_autoptr (GtkTreeListRow) method_row = NULL;
  g_autoptr (GtkTreeListRow) row = NULL;
  guint position;

  if (self->wanted == NULL)
    return FALSE;
  method_row = tv_open_rows_find (self->open_rows, self->wanted->method);
  if (method_row != NULL)
    row = tv_row_path_find (self->wanted, method_row);
  if (row == NULL)
    return FALSE;
  g_clear_pointer (&self->wanted, g_free);
  position = tv_row_tree_get_position (self->tree, row);
  select_row (self, position);
  g_signal_emit_by_name (self, "show-row", position, align);
  return TRUE;
}

/* Goes to another of the methods that were visited: it is selected, opened and shown.
 */
void
tv_profile_tree_go (TvProfileTree *self, gboolean forward)
{
  guint32 method;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  method = tv_method_history_go (self->history, forward);
  if (method == TV_METHOD_NONE)
    return;
  self->following = TRUE;
  tv_trace_session_select_method (self->session, method);
  self->following = FALSE;
  go_to_method (self, method, TV_LIST_SCROLL_TOP_THIRD);
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
  tv_method_history_pass (self->history, method);
  g_clear_pointer (&self->wanted, g_free);
  if (self->opened_method != method)
    close_opened_method (self);
  tv_open_rows_reveal (self->open_rows, method);
  tv_profile_tree_select_method_row (self, method, TV_LIST_SCROLL_IF_UNSEEN);
}

static void
pick_row (TvProfileTree *self, TvProfileItem *row)
{
  const guint32 target = tv_profile_item_get_target (row);
  const TvProfileItemKind kind = tv_profile_item_get_kind (row);

  if (target == TV_METHOD_NONE || kind == TV_PROFILE_ITEM_SELF)
    return;
  self->following = TRUE;
  tv_trace_session_select_method (self->session, target);
  self->following = FALSE;
  tv_method_history_visit (self->history, target);
  go_to_method (self, target,
                kind == TV_PROFILE_ITEM_METHOD ? TV_LIST_SCROLL_LEAST
                                               : TV_LIST_SCROLL_TOP_THIRD);
}

/* What a click does: a method opens and all its calls are selected; a caller or callee
 * leads to that method. A method's own time, its waiting, a heading and `(toplevel)`
 * lead nowhere. */
void
tv_profile_tree_pick (TvProfileTree *self, guint position)
{
  g_autoptr (TvProfileItem) row = NULL;

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

/* What Enter and a double click do: a heading, class or package opens or closes,
 * anything else is as tv_profile_tree_pick(). */
void
tv_profile_tree_activate (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) tree_row = NULL;
  g_autoptr (TvProfileItem) row = NULL;
  TvProfileItemKind kind;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));

  tree_row = tv_row_tree_get_row (self->tree, position);
  if (tree_row == NULL)
    return;
  row = gtk_tree_list_row_get_item (tree_row);
  kind = tv_profile_item_get_kind (row);
  if (kind == TV_PROFILE_ITEM_GROUP || kind == TV_PROFILE_ITEM_CLASS
      || kind == TV_PROFILE_ITEM_PACKAGE)
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
      || selected == TV_METHOD_NONE || gtk_tree_list_row_get_expanded (row))
    return;
  if (method == TV_METHOD_NONE || method == selected)
    select_row (self, tv_row_tree_get_position (self->tree, row));
}

/* Must be called for each such row that is on the screen. A row that a person opens or
 * closes is remembered, and stays so when the selection leaves. */
void
tv_profile_tree_note_expanded (TvProfileTree *self, GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = NULL;
  guint32 method;

  g_return_if_fail (TV_IS_PROFILE_TREE (self));
  g_return_if_fail (GTK_IS_TREE_LIST_ROW (row));

  if (!tv_open_rows_note (self->open_rows, row))
    return;
  item = gtk_tree_list_row_get_item (row);
  method = tv_profile_item_get_method (item);
  if (method == self->opened_method)
    self->opened_method = TV_METHOD_NONE;
  keep_selection (self, row, method);
}
