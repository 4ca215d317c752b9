/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-tree.h"

#include "ui/profile/profile-item.h"
#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"
#include "ui/session/session-colors.h"
#include "ui/session/session-find.h"

struct _TvProfileTree
{
  GObject parent_instance;

  TvTraceSession *session;
  TvProfileSnapshot *snapshot; /* NULL until it is asked for */
  TvProfileModel *methods;
  gboolean is_flat; /* whether no method has rows below */
  GPtrArray *kept;  /* of TvRelativesQuery: those of open rows, which are few */
  TvRowTree *tree;
  TvMethodHistory *history;

  /* A row, not of a method, that is selected as soon as it exists again. */
  GArray *wanted;

  /* Opened because it was picked; closed when the selection leaves it. */
  guint32 opened_method;
  guint closing_source;

  /* Whether the next order has another grouping, so that the selected method is shown.
   */
  gboolean revealing;
};

/* As a model of a table */

static GtkSingleSelection *
get_selection (TvTableModel *model)
{
  return tv_profile_tree_get_selection (TV_PROFILE_TREE (model));
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
  g_clear_pointer (&self->wanted, g_array_unref);
  g_clear_object (&self->history);
  g_clear_object (&self->tree);
  g_ptr_array_set_size (self->kept, 0);
  g_clear_object (&self->methods);
  g_clear_object (&self->session);
  g_clear_pointer (&self->snapshot, tv_profile_snapshot_unref);

  G_OBJECT_CLASS (tv_profile_tree_parent_class)->dispose (object);
}

static void
tv_profile_tree_finalize (GObject *object)
{
  g_ptr_array_unref (TV_PROFILE_TREE (object)->kept);

  G_OBJECT_CLASS (tv_profile_tree_parent_class)->finalize (object);
}

static void
tv_profile_tree_class_init (TvProfileTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_tree_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_profile_tree_finalize;
}

static void
tv_profile_tree_init (TvProfileTree *self)
{
  self->opened_method = TV_METHOD_NONE;
  self->kept = g_ptr_array_new_with_free_func (g_object_unref);
  self->history = tv_method_history_new ();
}

/* Children of a row */

/* Follows the sorted column of the table, if rows below a method have a number in it.
 */
static TvRelativesOrder
get_order (TvProfileTree *self)
{
  TvRelativesOrder order = { 0 };

  (void) tv_trace_session_get_comparison (self->session, &order.by);
  order.column = tv_profile_model_get_sort (self->methods, &order.descending);
  if (order.column != TV_PROFILE_N_COLUMNS)
    {
      const TvMethodMeasure measure
          = tv_profile_column_get_kind (order.column)->measure;

      if (measure == TV_METHOD_MEASURE_INCLUSIVE
          || measure == TV_METHOD_MEASURE_ALL_CALLS)
        return order;
    }
  order.column = tv_trace_session_get_primary_clock (self->session) == TV_CLOCK_WALL
                     ? TV_PROFILE_COLUMN_INCL_REAL
                     : TV_PROFILE_COLUMN_INCL_CPU;
  order.descending = TRUE;
  return order;
}

/* Returns the children of a method's row, NULL if it cannot be opened. A relative can
 * be opened if its path continues. */
static TvItemList *
list_relatives (TvProfileTree *self, TvProfileItem *item)
{
  g_autoptr (TvRelativesQuery) query = NULL;
  TvRelativePair pair;

  if (item->kind == TV_PROFILE_ITEM_METHOD)
    {
      query = tv_relatives_query_get (self->kept, self->session, NULL,
                                      TV_RELATION_PARENTS, item->method);
      return tv_relatives_list_new_groups (query);
    }
  if (item->kind == TV_PROFILE_ITEM_GROUP)
    return tv_relatives_list_new_members (item->query, item->relation,
                                          get_order (self));
  if (item->kind != TV_PROFILE_ITEM_RELATIVE)
    return NULL;
  pair = tv_profile_item_get_relatives (item);
  if (!pair.of[TV_SIDE_SHOWN].has_more && !pair.of[TV_SIDE_BASE].has_more)
    return NULL;
  query = tv_relatives_query_get (self->kept, self->session, item->query,
                                  item->relation, pair.of[TV_SIDE_SHOWN].method);
  return tv_relatives_list_new_members (query, item->relation, get_order (self));
}

static void on_list_filled (TvProfileTree *self);

static GListModel *
list_under (gpointer tree, gpointer row)
{
  TvProfileItem *item = row;
  TvItemList *list;

  if (TV_PROFILE_TREE (tree)->is_flat)
    return NULL;
  if (item->outline != NULL)
    return G_LIST_MODEL (tv_profile_list_new_under (item));
  list = list_relatives (TV_PROFILE_TREE (tree), item);
  if (list != NULL && !tv_item_list_is_filled (list))
    g_signal_connect_object (list, "items-changed", G_CALLBACK (on_list_filled), tree,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return (GListModel *) list;
}

/* Open rows */

/* The first of the kinds of groups of the previous trace, by one of their methods, in
 * the order of #TvGrouping */
#define STEP_GROUP_OF (TV_PROFILE_ITEM_WAIT + 1)

/* Finds such a group as soon as methods are grouped. */
static gboolean
resolve_group (TvProfileTree *self, TvRowStep *step)
{
  const TvGrouping grouping = (TvGrouping) (step->kind - STEP_GROUP_OF);
  const TvMethodGroups *groups;

  if (step->kind < STEP_GROUP_OF)
    return FALSE;
  groups = tv_profile_model_get_groups (self->methods, grouping);
  if (groups == NULL)
    return FALSE;
  step->kind = TV_PROFILE_ITEM_CLASS + grouping;
  step->index = groups->by_method[step->index];
  return TRUE;
}

static guint
locate (gpointer tree, const TvRowStep *step, guint places[TV_ROW_MAX_ABOVE + 1])
{
  TvProfileTree *self = TV_PROFILE_TREE (tree);
  TvRowStep group = *step;

  (void) resolve_group (self, &group);
  return tv_profile_model_locate (self->methods, &group, places);
}

/* Returns the path of a method, a group of methods, or a heading of a method. */
static GArray *
path_new (TvProfileItemKind kind, guint32 index, guint n_steps, TvRelation relation)
{
  const TvRowStep steps[]
      = { { 0, kind, index }, { 1, TV_PROFILE_ITEM_GROUP, relation } };
  GArray *path = g_array_new (FALSE, FALSE, sizeof (TvRowStep));

  return g_array_append_vals (path, steps, n_steps);
}

/* Records a row as open. Takes its path. */
static void
add_path (TvProfileTree *self, GArray *path)
{
  tv_row_tree_add (self->tree, path);
  g_array_unref (path);
}

static void
reopen (TvProfileTree *self)
{
  if (tv_row_tree_reopen (self->tree))
    tv_relatives_forget_closed (self->kept);
}

/* Opens a method with its Parents and its Children, as Traceview does. */
static void
open_method (TvProfileTree *self, guint32 method)
{
  if (self->is_flat)
    return;
  add_path (self, path_new (TV_PROFILE_ITEM_METHOD, method, 2, TV_RELATION_PARENTS));
  add_path (self, path_new (TV_PROFILE_ITEM_METHOD, method, 2, TV_RELATION_CHILDREN));
  reopen (self);
}

static void
close_method (TvProfileTree *self, guint32 method)
{
  g_autoptr (GArray) path = path_new (TV_PROFILE_ITEM_METHOD, method, 1, 0);
  g_autoptr (GtkTreeListRow) row = tv_row_tree_find (self->tree, path);

  tv_row_tree_remove (self->tree, path);
  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, FALSE);
}

/* Opens the groups that a method is in. */
static void
reveal_method (TvProfileTree *self, guint32 method)
{
  TvProfileOutline *outline = tv_profile_model_get_outline (self->methods);
  TvOutlineLevel level = TV_OUTLINE_METHODS;
  guint32 group = outline != NULL
                      ? tv_profile_outline_get_owner (outline, &level, method)
                      : TV_OUTLINE_NONE;

  if (group == TV_OUTLINE_NONE)
    return;
  for (; group != TV_OUTLINE_NONE;
       group = tv_profile_outline_get_owner (outline, &level, group))
    add_path (self, path_new (TV_PROFILE_ITEM_CLASS + level, group, 1, 0));
  reopen (self);
}

/* Groups of the previous trace become those of this one. */
static void
resolve_groups (TvProfileTree *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (TvRowStep));

  tv_row_tree_append_open (self->tree, open);
  for (guint i = 0; i < open->len; i++)
    {
      TvRowStep *step = &g_array_index (open, TvRowStep, i);
      g_autoptr (GArray) old = path_new (step->kind, step->index, 1, 0);

      if (!resolve_group (self, step))
        continue;
      tv_row_tree_remove (self->tree, old);
      add_path (self, path_new (step->kind, step->index, 1, 0));
    }
}

/* Selection */

static TvProfileItem *
dup_selected_item (TvProfileTree *self)
{
  return tv_profile_tree_dup_row (self, tv_row_tree_get_selected (self->tree));
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
    close_method (self, method);
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

/* Selects the row of a method and shows it, if it has one. */
static void
show_method (TvProfileTree *self, guint32 method, double align)
{
  tv_row_tree_select (self->tree, tv_profile_tree_get_method_position (self, method),
                      align);
}

static void
go_to_method (TvProfileTree *self, guint32 method, double align)
{
  g_autoptr (GArray) path = path_new (TV_PROFILE_ITEM_METHOD, method, 1, 0);

  g_clear_pointer (&self->wanted, g_array_unref);
  reveal_method (self, method);
  if (self->opened_method != method)
    close_opened_method (self);
  if (!tv_row_tree_is_open (self->tree, path))
    {
      self->opened_method = method;
      open_method (self, method);
    }
  show_method (self, method, align);
}

/* Another view selected a method: it is opened and shown. */
static void
on_session_selection_changed (TvProfileTree *self)
{
  const guint32 method = tv_trace_session_get_selected_method (self->session);
  g_autoptr (TvProfileItem) item = dup_selected_item (self);

  /* The table has selected it itself. */
  if (item != NULL && item->method == method)
    return;
  if (method == TV_METHOD_NONE)
    {
      tv_row_tree_select (self->tree, GTK_INVALID_LIST_POSITION, 0);
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
 * Selects a row, and its method in the session, without opening it, as the arrow keys
 * do. Without a row, the session's selection stays.
 */
void
tv_profile_tree_select (TvProfileTree *self, guint position)
{
  GtkSingleSelection *selection = tv_profile_tree_get_selection (self);
  g_autoptr (TvProfileItem) item = NULL;
  guint32 method;

  if (position == gtk_single_selection_get_selected (selection))
    return;
  gtk_single_selection_set_selected (selection, position);
  item = dup_selected_item (self);
  if (item == NULL)
    return;

  g_clear_pointer (&self->wanted, g_array_unref);
  method = item->method;
  if (method != TV_METHOD_NONE)
    tv_method_history_pass (self->history, method);
  /* Rows under the selected method keep the call that may be selected. */
  if (method != tv_trace_session_get_selected_method (self->session)
      || item->kind == TV_PROFILE_ITEM_METHOD)
    tv_trace_session_select_method (self->session, method);
  /* Later, because the caller may still use the position of the selection; but before
   * the next layout, so that nothing is seen to jump. */
  if (self->opened_method != TV_METHOD_NONE && self->opened_method != method
      && self->closing_source == 0)
    self->closing_source
        = g_idle_add_full (G_PRIORITY_HIGH_IDLE, close_when_left, self, NULL);
}

/* Goes to another visited method, which is selected, opened and shown.
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
 * Selects a method and shows its row, if it has one, without opening it, as a walk from
 * one to the next does.
 */
void
tv_profile_tree_go_to (TvProfileTree *self, guint32 method)
{
  tv_method_history_pass (self->history, method);
  g_clear_pointer (&self->wanted, g_array_unref);
  if (self->opened_method != method)
    close_opened_method (self);
  reveal_method (self, method);
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

/* Handles a click. A method opens, and all its calls are selected. A click on a caller
 * or callee goes to that method; a click on own time, on waiting, on a heading and on
 * `(toplevel)` does nothing. */
void
tv_profile_tree_pick (TvProfileTree *self, guint position)
{
  g_autoptr (TvProfileItem) item = tv_profile_tree_dup_row (self, position);

  if (item != NULL)
    pick_item (self, item);
}

/* Opening by hand */

/* Handles Enter and a double click. A heading, a group or `(toplevel)` opens or closes;
 * any other row is handled by tv_profile_tree_pick(). */
void
tv_profile_tree_activate (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row
      = gtk_tree_list_model_get_row (tv_profile_tree_get_rows (self), position);
  g_autoptr (TvProfileItem) item
      = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item == NULL)
    return;
  if (item->kind == TV_PROFILE_ITEM_GROUP || tv_profile_item_kind_is_group (item->kind)
      || is_toplevel (item))
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      tv_profile_tree_record_toggle (self, row);
    }
  else
    pick_item (self, item);
}

/* Closing a row deselects the rows under it. */
static void
keep_selection (TvProfileTree *self, GtkTreeListRow *row, guint32 method)
{
  const guint32 selected = tv_trace_session_get_selected_method (self->session);

  if (tv_row_tree_get_selected (self->tree) != GTK_INVALID_LIST_POSITION
      || selected == TV_METHOD_NONE || gtk_tree_list_row_get_expanded (row))
    return;
  if (method == TV_METHOD_NONE || method == selected)
    gtk_single_selection_set_selected (tv_profile_tree_get_selection (self),
                                       gtk_tree_list_row_get_position (row));
}

/* Call it for each row on the screen that opens or closes. A row that a person opened
 * or closed stays so when the selection leaves it. */
void
tv_profile_tree_record_toggle (TvProfileTree *self, GtkTreeListRow *row)
{
  g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
  const gboolean is_method = item != NULL && item->kind == TV_PROFILE_ITEM_METHOD;

  /* A method that closes forgets its open children. */
  if (!tv_row_tree_record (self->tree, row, is_method))
    return;
  if (is_method && gtk_tree_list_row_get_expanded (row))
    open_method (self, item->method);
  else
    reopen (self);
  if (item->method == self->opened_method)
    self->opened_method = TV_METHOD_NONE;
  keep_selection (self, row, item->method);
}

/* Another order */

/* A method that is selected is that of the session. */
static void
remember_selected (TvProfileTree *self)
{
  g_autoptr (TvProfileItem) item = dup_selected_item (self);

  if (item == NULL)
    return;
  /* The row under it may be missing since the previous order. */
  if (item->kind == TV_PROFILE_ITEM_METHOD && self->wanted != NULL
      && self->wanted->len > 1
      && g_array_index (self->wanted, TvRowStep, 0).index == item->method)
    return;
  g_clear_pointer (&self->wanted, g_array_unref);
  if (item->kind != TV_PROFILE_ITEM_METHOD || is_toplevel (item))
    self->wanted = tv_profile_item_list_path (item);
}

static void
on_reordering (TvProfileTree *self)
{
  remember_selected (self);
  g_signal_emit_by_name (self, "reordering");
}

/* Selects the row that was selected in the previous order, if it exists already. */
static gboolean
select_remembered (TvProfileTree *self, double align)
{
  const guint position = self->wanted != NULL
                             ? tv_row_tree_find_position (self->tree, self->wanted)
                             : GTK_INVALID_LIST_POSITION;

  if (position == GTK_INVALID_LIST_POSITION)
    return FALSE;
  g_clear_pointer (&self->wanted, g_array_unref);
  tv_row_tree_select (self->tree, position, align);
  return TRUE;
}

/* Find visits the hits in this order. */
static void
publish_order (TvProfileTree *self)
{
  g_autoptr (TvMethodSequence) shown = NULL;

  if (self->is_flat)
    return;
  shown = tv_profile_model_dup_shown (self->methods);
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

  resolve_groups (self);
  reopen (self);
  if (self->revealing && method != TV_METHOD_NONE)
    reveal_method (self, method);
  self->revealing = FALSE;
  if (!select_remembered (self, align) && method != TV_METHOD_NONE)
    show_method (self, method, align);
  g_signal_emit_by_name (self, "settled");
  publish_order (self);
}

/* Called after rows that a worker had to find, or many rows, are open. */
static void
on_opened (gpointer tree)
{
  TvProfileTree *self = TV_PROFILE_TREE (tree);

  tv_relatives_forget_closed (self->kept);
  (void) select_remembered (self, tv_profile_model_keeps_place (self->methods)
                                      ? TV_TABLE_SCROLL_NOT
                                      : TV_TABLE_SCROLL_IF_UNSEEN);
}

static void
on_list_filled (TvProfileTree *self)
{
  if (tv_row_tree_reopen (self->tree))
    on_opened (self);
}

/* The session and its parts may outlive the tree. */
static void
connect_session (TvProfileTree *self)
{
  g_object_connect (
      self->session, "swapped-object-signal::selection-changed::method",
      on_session_selection_changed, self, "swapped-object-signal::notify::time-unit",
      tv_table_model_texts_changed, self, "swapped-object-signal::notify::by-share",
      tv_table_model_texts_changed, self, NULL);
  g_object_connect (tv_trace_session_get_colors (self->session),
                    "swapped-object-signal::changed", tv_table_model_looks_changed,
                    self, "swapped-object-signal::hits-changed",
                    tv_table_model_looks_changed, self, NULL);
  if (!self->is_flat)
    g_signal_connect_object (tv_trace_session_get_find (self->session), "go-to",
                             G_CALLBACK (tv_profile_tree_go_to), self,
                             G_CONNECT_SWAPPED);
}

static TvProfileTree *
tree_new (TvTraceSession *session, gboolean is_flat)
{
  static const TvRowTreeType type = { .list_path = tv_profile_item_list_path,
                                      .list_under = list_under,
                                      .locate = locate,
                                      .get_step = tv_relatives_list_get_step,
                                      .done = on_opened };
  TvProfileTree *self = g_object_new (TV_TYPE_PROFILE_TREE, NULL);

  self->session = g_object_ref (session);
  self->is_flat = is_flat;
  self->methods = tv_profile_model_new (session);
  self->tree = tv_row_tree_new (&type, self, tv_profile_model_get_rows (self->methods));
  g_object_connect (self->methods, "swapped-object-signal::reordering", on_reordering,
                    self, "swapped-object-signal::reordered", on_reordered, self, NULL);
  connect_session (self);
  publish_order (self);
  on_session_selection_changed (self);
  return self;
}

/* Returns the methods of the session by rank, all closed except the session's selected
 * one. */
TvProfileTree *
tv_profile_tree_new (TvTraceSession *session)
{
  return tree_new (session, FALSE);
}

/* Returns the same methods, none of which can be opened. Find does not go through
 * them. */
TvProfileTree *
tv_profile_tree_new_flat (TvTraceSession *session)
{
  return tree_new (session, TRUE);
}

typedef struct
{
  TvProfileModel *methods; /* of the previous trace */
  const TvTraceMatch *match;
} Translation;

/* Returns any method of a group that the other trace has, too. */
static guint32
translate_group (const Translation *self, TvGrouping grouping, guint32 group)
{
  const TvMethodGroups *groups = tv_profile_model_get_groups (self->methods, grouping);
  guint32 found = TV_METHOD_NONE;

  for (guint32 i = 0; groups != NULL && i < groups->n_methods; i++)
    if (groups->by_method[i] == group && found == TV_METHOD_NONE)
      found = tv_trace_match_method (self->match, i);
  return found;
}

static gboolean
translate (gpointer data, TvRowStep *step)
{
  const Translation *self = data;
  TvGrouping grouping;

  if (step->kind == TV_PROFILE_ITEM_GROUP || step->kind == TV_PROFILE_ITEM_SELF
      || step->kind == TV_PROFILE_ITEM_WAIT || step->index == TV_METHOD_NONE)
    return TRUE;
  if (tv_profile_item_kind_is_group (step->kind))
    {
      grouping = tv_profile_item_kind_get_grouping (step->kind);
      step->kind = STEP_GROUP_OF + grouping;
      step->index = translate_group (self, grouping, step->index);
    }
  else
    step->index = tv_trace_match_method (self->match, step->index);
  return step->index != TV_METHOD_NONE;
}

/**
 * tv_profile_tree_continue:
 * @self: a new tree
 * @before: the tree of an earlier reading of the same file
 * @match: the methods of one trace that match those of the other
 *
 * Takes over the open rows, the selected row and the visited methods of the other tree.
 * The selected method is that of the session.
 */
void
tv_profile_tree_continue (TvProfileTree *self, TvProfileTree *before,
                          const TvTraceMatch *match)
{
  Translation translation = { before->methods, match };
  gboolean is_there = TRUE;

  tv_method_history_continue (self->history, before->history, match);
  close_opened_method (self);
  self->opened_method = tv_trace_match_method (match, before->opened_method);
  tv_row_tree_continue (self->tree, before->tree, translate, &translation);
  resolve_groups (self);
  reopen (self);
  remember_selected (before);
  self->wanted = g_steal_pointer (&before->wanted);
  for (guint i = 0; self->wanted != NULL && i < self->wanted->len; i++)
    is_there &= translate (&translation, &g_array_index (self->wanted, TvRowStep, i));
  if (!is_there)
    g_clear_pointer (&self->wanted, g_array_unref);
  (void) select_remembered (self, TV_TABLE_SCROLL_NOT);
}

TvTraceSession *
tv_profile_tree_get_session (TvProfileTree *self)
{
  return self->session;
}

/* Returns the current contents of its rows. */
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

/* Puts methods under their groups. Open rows and the selection stay, and
 * a selected method is shown. */
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
  return tv_row_tree_get_rows (self->tree);
}

/* Returns all visible rows as a list of #GtkTreeListRow, with their selection, which
 * tv_profile_tree_select() changes. */
GtkSingleSelection *
tv_profile_tree_get_selection (TvProfileTree *self)
{
  return tv_row_tree_get_selection (self->tree);
}

TvMethodHistory *
tv_profile_tree_get_history (TvProfileTree *self)
{
  return self->history;
}

TvProfileItem *
tv_profile_tree_dup_row (TvProfileTree *self, guint position)
{
  g_autoptr (GtkTreeListRow) row
      = gtk_tree_list_model_get_row (tv_profile_tree_get_rows (self), position);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* Returns the position of the method's row in tv_profile_tree_get_selection(),
 * %GTK_INVALID_LIST_POSITION if it was never called, or if its class is closed. */
guint
tv_profile_tree_get_method_position (TvProfileTree *self, guint32 method)
{
  g_autoptr (GArray) path = path_new (TV_PROFILE_ITEM_METHOD, method, 1, 0);

  return tv_row_tree_find_position (self->tree, path);
}
