/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-tree.h"

#include "ui/profile/profile-item.h"
#include "ui/profile/relatives-list.h"
#include "ui/profile/row-expansion.h"
#include "ui/profile/row-values.h"
#include "ui/session/session-colors.h"
#include "ui/session/session-find.h"

struct _TvProfileTree
{
  GObject parent_instance;

  TvTraceSession *session;
  TvProfileSnapshot *snapshot; /* NULL until somebody asks for it */
  TvProfileModel *methods;
  TvRelativesStore *store;
  GtkTreeListModel *rows;
  GtkSingleSelection *selection;
  TvRowExpansion *expansion;
  TvMethodHistory *history;

  /* A row other than a method that is to be selected when it is there again. */
  TvRowPath *wanted;

  /* Opened because it was picked; to be closed when the selection leaves. */
  guint32 opened_method;
  guint closing_source;

  /* The next order comes with another grouping: the selected method is to be shown. */
  gboolean revealing;
};

/* As a model of a table */

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return TV_PROFILE_TREE (model)->selection;
}

static void
select_row (TvTableModel *model, guint position)
{
  tv_profile_tree_select (TV_PROFILE_TREE (model), position);
}

/* The model's own order is that of ranks. */
static void
sort (TvTableModel *model, guint column, gboolean descending)
{
  tv_profile_model_sort (TV_PROFILE_TREE (model)->methods,
                         MIN (column, TV_PROFILE_N_COLUMNS), descending);
}

static void
record_toggle (TvTableModel *model, GtkTreeListRow *row)
{
  tv_profile_tree_record_toggle (TV_PROFILE_TREE (model), row);
}

static gboolean
keeps_place (TvTableModel *model)
{
  return tv_profile_model_keeps_place (TV_PROFILE_TREE (model)->methods);
}

/* A row is found again by its method. */
static guint32
get_anchor (TvTableModel *model, guint position)
{
  g_autoptr (TvProfileItem) item
      = tv_profile_tree_dup_row (TV_PROFILE_TREE (model), position);

  return item != NULL ? item->method : TV_TABLE_NO_ANCHOR;
}

static guint
find_anchor (TvTableModel *model, guint32 method)
{
  return tv_profile_tree_get_method_position (TV_PROFILE_TREE (model), method);
}

static void
tv_profile_tree_init_table_model (TvTableModelInterface *iface)
{
  iface->get_selection = get_selection;
  iface->select = select_row;
  iface->record_toggle = record_toggle;
  iface->sort = sort;
  iface->keeps_place = keeps_place;
  iface->get_anchor = get_anchor;
  iface->find_anchor = find_anchor;
  tv_profile_tree_init_cells (iface);
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvProfileTree, tv_profile_tree, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TV_TYPE_TABLE_MODEL,
                                                      tv_profile_tree_init_table_model))

G_STATIC_ASSERT (TV_METHOD_NONE == TV_TABLE_NO_ANCHOR);

static void
tv_profile_tree_dispose (GObject *object)
{
  TvProfileTree *self = TV_PROFILE_TREE (object);

  g_clear_handle_id (&self->closing_source, g_source_remove);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_object (&self->history);
  g_clear_object (&self->expansion);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->store);
  g_clear_object (&self->methods);
  g_clear_object (&self->session);
  g_clear_pointer (&self->snapshot, tv_profile_snapshot_unref);

  G_OBJECT_CLASS (tv_profile_tree_parent_class)->dispose (object);
}

static void
tv_profile_tree_class_init (TvProfileTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_tree_dispose;
}

static void
tv_profile_tree_init (TvProfileTree *self)
{
  self->opened_method = TV_METHOD_NONE;
  self->history = tv_method_history_new ();
}

/* What stands under a row */

/* A relative opens where the path leads on from it. */
static GListModel *
create_under_relative (TvRelativesStore *store, TvProfileItem *item)
{
  const TvRelation relation = item->relation;
  const TvRelativePair pair = tv_profile_item_get_relatives (item);
  g_autoptr (TvRelativesQuery) query = NULL;

  if (!pair.of[TV_SIDE_SHOWN].has_more && !pair.of[TV_SIDE_BASE].has_more)
    return NULL;
  query = tv_relatives_store_get_under (store, item->query, relation,
                                        pair.of[TV_SIDE_SHOWN].method);
  return G_LIST_MODEL (tv_relatives_list_new_members (
      query, relation, tv_relatives_store_get_order (store)));
}

/* Called by GTK also to learn whether a row can open: it must cost nothing. */
static GListModel *
create_children (gpointer row, gpointer user_data)
{
  TvRelativesStore *store = user_data;
  TvProfileItem *item = row;
  g_autoptr (TvRelativesQuery) query = NULL;

  if (item->kind == TV_PROFILE_ITEM_METHOD)
    {
      query = tv_relatives_store_get (store, item->method);
      return G_LIST_MODEL (tv_relatives_list_new_groups (query));
    }
  if (item->kind == TV_PROFILE_ITEM_GROUP)
    return G_LIST_MODEL (tv_relatives_list_new_members (
        item->query, item->relation, tv_relatives_store_get_order (store)));
  if (item->kind == TV_PROFILE_ITEM_RELATIVE)
    return create_under_relative (store, item);
  return item->outline != NULL ? G_LIST_MODEL (tv_profile_list_new_under (item)) : NULL;
}

/* What is selected */

static TvProfileItem *
dup_selected_item (TvProfileTree *self)
{
  return tv_profile_tree_dup_row (self,
                                  gtk_single_selection_get_selected (self->selection));
}

static gboolean
is_toplevel (TvProfileItem *item)
{
  return item->kind == TV_PROFILE_ITEM_METHOD && item->method == TV_METHOD_NONE;
}

static void
close_opened_method (TvProfileTree *self)
{
  const guint32 method = self->opened_method;

  g_clear_handle_id (&self->closing_source, g_source_remove);
  self->opened_method = TV_METHOD_NONE;
  if (method != TV_METHOD_NONE)
    tv_row_expansion_close (self->expansion, method);
}

static gboolean
close_when_left (gpointer user_data)
{
  TvProfileTree *self = TV_PROFILE_TREE (user_data);
  g_autoptr (TvProfileItem) item = dup_selected_item (self);

  self->closing_source = 0;
  if ((item != NULL ? item->method : TV_METHOD_NONE) != self->opened_method)
    close_opened_method (self);
  return G_SOURCE_REMOVE;
}

static void
show_selected (TvProfileTree *self, guint position, double align)
{
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "show-row", position, align);
}

/* Selects the row of a method and has it shown; nothing if it has none. */
static void
show_method (TvProfileTree *self, guint32 method, double align)
{
  show_selected (self, tv_profile_tree_get_method_position (self, method), align);
}

static void
go_to_method (TvProfileTree *self, guint32 method, double align)
{
  g_clear_pointer (&self->wanted, g_free);
  tv_row_expansion_reveal (self->expansion, method);
  if (self->opened_method != method)
    close_opened_method (self);
  if (!tv_row_expansion_contains (self->expansion, method))
    {
      self->opened_method = method;
      tv_row_expansion_open (self->expansion, method);
    }
  show_method (self, method, align);
}

/* Another view selected a method: it is opened and shown. */
static void
on_session_selection_changed (TvProfileTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);
  g_autoptr (TvProfileItem) item = dup_selected_item (self);

  /* The table was first to select it. */
  if (item != NULL && item->method == method)
    return;
  if (method == TV_METHOD_NONE)
    {
      gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
      close_opened_method (self);
    }
  else
    {
      tv_method_history_visit (self->history, method);
      go_to_method (self, method, TV_TABLE_SCROLL_TOP_THIRD);
    }
}

/**
 * tv_profile_tree_select:
 * @self: a tree
 * @position: position of a row, %GTK_INVALID_LIST_POSITION for none
 *
 * What the arrow keys do: selects a row, and its method in the session, without opening
 * it. With no row, the session's selection stays.
 */
void
tv_profile_tree_select (TvProfileTree *self, guint position)
{
  g_autoptr (TvProfileItem) item = NULL;
  guint32 method;

  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  item = dup_selected_item (self);
  if (item == NULL)
    return;

  g_clear_pointer (&self->wanted, g_free);
  method = item->method;
  if (method != TV_METHOD_NONE)
    tv_method_history_pass (self->history, method);
  /* Rows under the selected method keep the call that may be selected. */
  if (method != tv_trace_session_get_selected_method (self->session)
      || item->kind == TV_PROFILE_ITEM_METHOD)
    tv_trace_session_select_method (self->session, method);
  /* Not now: whoever moved the selection may go on to use its position. Before the next
   * layout, though, so that nothing is seen to jump. */
  if (self->opened_method != TV_METHOD_NONE && self->opened_method != method
      && self->closing_source == 0)
    self->closing_source
        = g_idle_add_full (G_PRIORITY_HIGH_IDLE, close_when_left, self, NULL);
}

/* Goes to another of the methods that were visited: it is selected, opened and shown.
 */
void
tv_profile_tree_go (TvProfileTree *self, gboolean forward)
{
  const guint32 method = tv_method_history_go (self->history, forward);

  if (method == TV_METHOD_NONE)
    return;
  go_to_method (self, method, TV_TABLE_SCROLL_TOP_THIRD);
  tv_trace_session_select_method (self->session, method);
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
  tv_method_history_pass (self->history, method);
  g_clear_pointer (&self->wanted, g_free);
  if (self->opened_method != method)
    close_opened_method (self);
  tv_row_expansion_reveal (self->expansion, method);
  show_method (self, method, TV_TABLE_SCROLL_IF_UNSEEN);
  tv_trace_session_select_method (self->session, method);
}

static void
pick_item (TvProfileTree *self, TvProfileItem *item)
{
  const guint32 target = tv_profile_item_get_target (item);
  const TvProfileItemKind kind = item->kind;

  if (target == TV_METHOD_NONE || kind == TV_PROFILE_ITEM_SELF)
    return;
  tv_method_history_visit (self->history, target);
  go_to_method (self, target,
                kind == TV_PROFILE_ITEM_METHOD ? TV_TABLE_SCROLL_LEAST
                                               : TV_TABLE_SCROLL_TOP_THIRD);
  tv_trace_session_select_method (self->session, target);
}

/* What a click does: a method opens and all its calls are selected; a caller or callee
 * leads to that method. A method's own time, its waiting, a heading and `(toplevel)`
 * lead nowhere. */
void
tv_profile_tree_pick (TvProfileTree *self, guint position)
{
  g_autoptr (TvProfileItem) item = tv_profile_tree_dup_row (self, position);

  if (item != NULL)
    pick_item (self, item);
}

/* What is open */

/* What Enter and a double click do: a heading, class, package or `(toplevel)` opens or
 * closes, anything else is as tv_profile_tree_pick(). */
void
tv_profile_tree_activate (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, position);
  g_autoptr (TvProfileItem) item
      = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item == NULL)
    return;
  if (item->kind == TV_PROFILE_ITEM_GROUP || item->kind == TV_PROFILE_ITEM_CLASS
      || item->kind == TV_PROFILE_ITEM_PACKAGE || is_toplevel (item))
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      tv_profile_tree_record_toggle (self, row);
    }
  else
    pick_item (self, item);
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
    gtk_single_selection_set_selected (self->selection,
                                       gtk_tree_list_row_get_position (row));
}

/* Must be called for each row on the screen that opens or closes. One that a person
 * opens or closes is remembered, and stays so when the selection leaves. */
void
tv_profile_tree_record_toggle (TvProfileTree *self, GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = NULL;
  guint32 method;

  if (!tv_row_expansion_record_toggle (self->expansion, row))
    return;
  item = gtk_tree_list_row_get_item (row);
  method = item->method;
  if (method == self->opened_method)
    self->opened_method = TV_METHOD_NONE;
  keep_selection (self, row, method);
}

/* Another order */

/* A method that is selected is that of the session. */
static void
remember_selected (TvProfileTree *self)
{
  g_autoptr (TvProfileItem) item = dup_selected_item (self);

  if (item == NULL)
    return;
  /* The row under it may not have come back from the order before. */
  if (item->kind == TV_PROFILE_ITEM_METHOD && self->wanted != NULL
      && self->wanted->kind >= TV_PROFILE_ITEM_GROUP
      && self->wanted->index == item->method)
    return;
  g_clear_pointer (&self->wanted, g_free);
  if (item->kind != TV_PROFILE_ITEM_METHOD || is_toplevel (item))
    self->wanted = tv_row_path_new (item);
}

static void
on_reordering (TvProfileTree *self)
{
  remember_selected (self);
  tv_row_expansion_save (self->expansion);
  g_signal_emit_by_name (self, "reordering");
}

/* Selects the row that was selected in another order, if there is one, and it is there
 * already. */
static gboolean
select_remembered (TvProfileTree *self, double align)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  if (self->wanted != NULL)
    row = tv_row_expansion_find (self->expansion, self->wanted);
  if (row == NULL)
    return FALSE;
  g_clear_pointer (&self->wanted, g_free);
  show_selected (self, gtk_tree_list_row_get_position (row), align);
  return TRUE;
}

/* Find goes from hit to hit in this order. */
static void
publish_order (TvProfileTree *self)
{
  g_autoptr (TvMethodSequence) shown = tv_profile_model_dup_shown (self->methods);

  tv_session_find_set_order (tv_trace_session_get_find (self->session), shown);
}

/* All rows are new: open and select as before. */
static void
on_reordered (TvProfileTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);
  const double align = tv_profile_model_keeps_place (self->methods)
                           ? TV_TABLE_SCROLL_NOT
                           : TV_TABLE_SCROLL_TOP_THIRD;

  tv_row_expansion_restore (self->expansion);
  if (self->revealing && method != TV_METHOD_NONE)
    tv_row_expansion_reveal (self->expansion, method);
  self->revealing = FALSE;
  if (!select_remembered (self, align) && method != TV_METHOD_NONE)
    show_method (self, method, align);
  g_signal_emit_by_name (self, "settled");
  publish_order (self);
}

/* Rows that a worker had to find. */
static void
on_rows_found (TvProfileTree *self)
{
  (void) select_remembered (self, tv_profile_model_keeps_place (self->methods)
                                      ? TV_TABLE_SCROLL_NOT
                                      : TV_TABLE_SCROLL_IF_UNSEEN);
}

/* The session and its parts may outlive the tree. */
static void
connect_session (TvProfileTree *self)
{
  g_object_connect (self->session, "swapped-object-signal::selection-changed::method",
                    on_session_selection_changed, self,
                    "swapped-object-signal::notify::time-unit",
                    tv_table_model_texts_changed, self, NULL);
  g_object_connect (tv_trace_session_get_colors (self->session),
                    "swapped-object-signal::changed", tv_table_model_looks_changed,
                    self, "swapped-object-signal::hits-changed",
                    tv_table_model_looks_changed, self, NULL);
  g_signal_connect_object (tv_trace_session_get_find (self->session), "go-to",
                           G_CALLBACK (tv_profile_tree_go_to), self, G_CONNECT_SWAPPED);
}

/* Returns the methods of session by rank, all closed but for the one that the session
 * has selected. */
TvProfileTree *
tv_profile_tree_new (TvTraceSession *session)
{
  TvProfileTree *self = g_object_new (TV_TYPE_PROFILE_TREE, NULL);
  self->session = g_object_ref (session);
  self->methods = tv_profile_model_new (session);
  self->store = tv_relatives_store_new (session, self->methods);
  self->rows = gtk_tree_list_model_new (
      g_object_ref (tv_profile_model_get_rows (self->methods)), FALSE, FALSE,
      create_children, g_object_ref (self->store), g_object_unref);
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE,
                                  "can-unselect", TRUE, "model", self->rows, NULL);
  self->expansion = tv_row_expansion_new (self->rows, self->methods, self->store);
  g_signal_connect_object (self->expansion, "rows-found", G_CALLBACK (on_rows_found),
                           self, G_CONNECT_SWAPPED);
  g_object_connect (self->methods, "swapped-object-signal::reordering", on_reordering,
                    self, "swapped-object-signal::reordered", on_reordered, self, NULL);
  connect_session (self);
  publish_order (self);
  on_session_selection_changed (self);
  return self;
}

/**
 * tv_profile_tree_continue:
 * @self: a new tree
 * @before: the tree of the same file when it was read before
 * @match: how to get from one trace to the other
 *
 * Opens what is open in the other tree, selects the row that is selected there, and
 * takes over the methods that were visited. The selected method is that of the session.
 */
void
tv_profile_tree_continue (TvProfileTree *self, TvProfileTree *before,
                          const TvTraceMatch *match)
{
  tv_method_history_continue (self->history, before->history, match);
  close_opened_method (self);
  self->opened_method = tv_trace_match_method (match, before->opened_method);
  tv_row_expansion_continue (self->expansion, before->expansion, match);
  remember_selected (before);
  if (before->wanted != NULL)
    self->wanted = tv_row_path_new_matching (before->wanted, before->methods, match);
  (void) select_remembered (self, TV_TABLE_SCROLL_NOT);
}

TvTraceSession *
tv_profile_tree_get_session (TvProfileTree *self)
{
  return self->session;
}

/* Returns what the cells of its rows show now. */
TvProfileSnapshot *
tv_profile_tree_get_snapshot (TvProfileTree *self)
{
  if (self->snapshot != NULL
      && !tv_profile_snapshot_is_current (self->snapshot, self->session))
    g_clear_pointer (&self->snapshot, tv_profile_snapshot_unref);
  if (self->snapshot == NULL)
    self->snapshot = tv_profile_snapshot_new (self->session);
  return self->snapshot;
}

/* Returns its top level, which can be sorted. */
TvProfileModel *
tv_profile_tree_get_methods (TvProfileTree *self)
{
  return self->methods;
}

/* Puts methods under their classes and packages. What is open and selected stays so; a
 * selected method is shown. */
void
tv_profile_tree_set_grouping (TvProfileTree *self, TvProfileGrouping grouping)
{
  if (grouping == tv_profile_model_get_grouping (self->methods))
    return;
  self->revealing = TRUE;
  tv_profile_model_set_grouping (self->methods, grouping);
}

/* Returns all visible rows. */
GtkTreeListModel *
tv_profile_tree_get_rows (TvProfileTree *self)
{
  return self->rows;
}

/* Returns all visible rows as a list of #GtkTreeListRow, with what is selected: to be
 * changed by tv_profile_tree_select(). */
GtkSingleSelection *
tv_profile_tree_get_selection (TvProfileTree *self)
{
  return self->selection;
}

TvMethodHistory *
tv_profile_tree_get_history (TvProfileTree *self)
{
  return self->history;
}

TvProfileItem *
tv_profile_tree_dup_row (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->rows, position);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* Returns where the row of method stands in tv_profile_tree_get_selection(),
 * %GTK_INVALID_LIST_POSITION if it was never called, or if its class is closed. */
guint
tv_profile_tree_get_method_position (TvProfileTree *self, guint32 method)
{
  g_autoptr (GtkTreeListRow) row
      = tv_row_expansion_find_method (self->expansion, method);

  return row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}
