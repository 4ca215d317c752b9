/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/call-tree-view.h"

#include "config.h"

#include "ui/calltree/path-tree.h"
#include "ui/session/transform-text.h"
#include "ui/widgets/fit.h"

#include <glib/gi18n-lib.h>

struct _TvCallTreeView
{
  TvView parent_instance;

  TvTableView *table;
  TvColumnLayout *layout;
  gboolean around;
  gboolean bottom_up;
  gboolean per_thread;

  TvPathTree *tree; /* NULL without a session */
  guint own_order;  /* see find_own_order() */
};

G_DEFINE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, TV_TYPE_VIEW)

enum
{
  PROP_AROUND = 1,
  PROP_BOTTOM_UP,
  PROP_PER_THREAD,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const TvRowShortcut shortcuts[] = {
  { "call-tree.row-menu", "Menu|<Shift>F10" },
  { "call-tree.bottom-up", "b" },
  { "call-tree.open-all", "asterisk|KP_Multiply" },
  { "call-tree.show-in-timeline", "<Control>Return|<Control>KP_Enter" },
  { "call-tree.copy-row", "<Control>c|<Control>Insert" },
  { "call-tree.copy-rows", "<Control><Shift>c" },
  { "call-tree.copy-name::full", "<Control><Alt>c" },
  { "call-tree.copy-stack", "<Control><Alt>s" },
};

/* What is said where there are no rows */

static const char *
get_sentence (TvCallTreeView *self)
{
  TvTraceSession *session = tv_path_tree_get_session (self->tree);
  const gboolean changed = tv_trace_session_get_transforms (session) != NULL;

  if (!self->around)
    return changed
               ? tv_trace_session_get_text (
                   session,
                   N_ ("Transforms leave no calls in this range of time and these "
                       "threads."))
               : tv_trace_session_get_text (
                   session,
                   N_ ("There are no calls in this range of time and these threads."));
  if (tv_trace_session_get_selected_method (session) == TV_METHOD_NONE)
    return tv_trace_session_get_text (
        session, N_ ("Select a method to see its callers and callees."));
  return changed ? tv_trace_session_get_text (
             session,
             N_ ("Transforms leave no call of the selected method in this range of "
                 "time and these threads."))
                 : tv_trace_session_get_text (
                     session,
                     N_ ("The selected method is not called in this range of time and "
                         "these threads."));
}

static void
on_rows_changed (TvCallTreeView *self)
{
  TvView *view = TV_VIEW (self);

  tv_view_set_asking (view, self->tree != NULL && tv_path_tree_is_pending (self->tree));
  if (self->tree == NULL
      || g_list_model_get_n_items (
             G_LIST_MODEL (tv_path_tree_get_selection (self->tree)))
             > 0)
    tv_view_say (view, NULL);
  else if (tv_path_tree_is_busy (self->tree))
    tv_view_say_soon (view, tv_trace_session_get_text (tv_view_get_session (view),
                                                       N_ ("Adding up calls…")));
  else
    tv_view_say (view, get_sentence (self));
}

/* The selected row */

static gboolean
get_target (TvView *view, TvRowTarget *target)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);
  TvTraceSession *session = tv_view_get_session (view);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  g_autoptr (TvCallPath) whole = NULL;
  guint32 method;

  if (item == NULL)
    return FALSE;
  method = tv_path_item_get_row (item)->sums.method;
  target->trace = tv_profile_get_trace (tv_trace_session_get_profile (session));
  if (method < tv_trace_get_n_methods (target->trace))
    target->method = method;
  target->path = tv_path_tree_dup_stack (self->tree, item);
  whole = tv_path_tree_dup_path (self->tree, item);
  /* Where a row is no path from the top, it stands for its method. */
  if (whole == NULL)
    target->call = tv_row_target_get_longest_call (target, session);
  return TRUE;
}

static void
open_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  tv_notice_bar_hide (tv_view_get_notice (user_data));
  tv_path_tree_open_all (
      self->tree, tv_table_rows_get_selected (tv_table_view_get_rows (self->table)));
}

static void
on_cut (TvCallTreeView *self)
{
  g_autofree char *sentence = g_strdup_printf (
      _ ("Only the heaviest %'d rows were opened."), TV_PATH_MAX_ROWS);

  tv_notice_bar_show_hint (tv_view_get_notice (TV_VIEW (self)), sentence);
}

/* The shape */

/* Returns the column by which rows are ordered unless somebody sorts them,
 * %TV_TABLE_MAX_COLUMNS if it is not shown. */
static guint
find_own_order (TvCallTreeView *self)
{
  TvTableColumns *columns = tv_table_view_get_columns (self->table);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    if (tv_path_tree_is_own_order (self->tree, i)
        && tv_table_columns_get (columns, i) != NULL
        && tv_column_layout_is_shown (self->layout, i))
      return i;
  return TV_TABLE_MAX_COLUMNS;
}

/* Shows the own order in the titles, unless somebody sorted the rows. */
static void
show_own_order (TvCallTreeView *self)
{
  const guint before = self->own_order;

  if (self->tree == NULL || tv_table_view_get_columns (self->table) == NULL)
    return;
  self->own_order = find_own_order (self);
  tv_table_columns_show_order (tv_table_view_get_columns (self->table), before,
                               self->own_order, TRUE);
}

static void
update_shape (TvCallTreeView *self)
{
  if (self->tree != NULL && !self->around)
    tv_path_tree_set_shape (self->tree,
                            self->bottom_up ? TV_PATHS_BOTTOM_UP : TV_PATHS_TOP_DOWN,
                            self->per_thread);
  show_own_order (self);
}

/* The menu */

static GMenuModel *new_menu (GtkWidget *view);

static const TvRowMenu row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static GMenuModel *
new_menu (GtkWidget *view)
{
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new (
      tv_trace_session_get_trace (tv_view_get_session (TV_VIEW (view))));
  GMenu *menu = g_menu_new ();

  tv_row_menu_append (&row_menu, menu, _ ("_Show in Timeline"),
                      "call-tree.show-in-timeline");
  tv_row_menu_append (&row_menu, menu, _ ("_Open All Below"), "call-tree.open-all");
  g_menu_append_submenu (menu, _ ("_Transform"), transforms);
  tv_row_menu_append (&row_menu, menu, _ ("_Copy Row"), "call-tree.copy-row");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Na_me"), "call-tree.copy-name::full");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Stac_k"), "call-tree.copy-stack");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Ta_ble"), "call-tree.copy-rows");
  tv_row_menu_append (&row_menu, menu, _ ("_Export…"), "win.export");
  return G_MENU_MODEL (menu);
}

/* The session */

static void
activate_row (TvView *view, guint position)
{
  tv_path_tree_activate (TV_CALL_TREE_VIEW (view)->tree, position);
}

static gboolean
find_step (TvView *view, TvMethodSet *hits, gboolean forward)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);

  if (self->around)
    return FALSE;
  tv_path_tree_find (self->tree, hits, forward);
  return TRUE;
}

static void
clear_tree (TvCallTreeView *self)
{
  if (self->tree == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->tree, self);
  tv_path_tree_set_active (self->tree, FALSE);
  tv_table_view_set_model (self->table, NULL);
  g_clear_object (&self->tree);
}

/* The view must have a layout. */
static void
session_changed (TvView *view)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);
  TvTraceSession *session = tv_view_get_session (view);
  g_autoptr (TvPathTree) before = NULL;
  const TvTraceMatch *match;
  gboolean descending = FALSE;
  guint sorted = TV_TABLE_MAX_COLUMNS;
  guint top = 0;

  match = session != NULL ? tv_trace_session_get_match (session) : NULL;
  if (match != NULL && self->tree != NULL)
    {
      before = g_object_ref (self->tree);
      sorted = tv_table_columns_find_sort (tv_table_view_get_columns (self->table),
                                           &descending);
      top = tv_table_rows_find_position (tv_table_view_get_rows (self->table), 0);
    }
  clear_tree (self);
  if (session != NULL)
    {
      self->tree = tv_path_tree_new (session, self->around ? TV_PATHS_AROUND
                                                           : TV_PATHS_TOP_DOWN);
      update_shape (self);
      if (before != NULL)
        tv_path_tree_continue (self->tree, before, match, top);
      g_signal_connect_swapped (self->tree, "changed", G_CALLBACK (on_rows_changed),
                                self);
      g_signal_connect_swapped (self->tree, "cut", G_CALLBACK (on_cut), self);
      tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->tree));
      if (sorted != TV_TABLE_MAX_COLUMNS)
        tv_table_columns_sort_by (tv_table_view_get_columns (self->table), sorted,
                                  descending);
      show_own_order (self);
      tv_path_tree_set_active (self->tree, tv_view_is_seen (view));
    }
  tv_view_set_enabled (view, "open-all", session != NULL);
  on_rows_changed (self);
}

static void
seen_changed (TvView *view)
{
  TvPathTree *tree = TV_CALL_TREE_VIEW (view)->tree;

  if (tree != NULL)
    tv_path_tree_set_active (tree, tv_view_is_seen (view));
}

/* All rows that are open, with their levels. */
static TvTableExport *
export_rows (TvView *view, const guint *columns, guint n_columns)
{
  return tv_path_tree_export (TV_CALL_TREE_VIEW (view)->tree, columns, n_columns);
}

/**
 * tv_call_tree_view_set_layout:
 * @self: a view that has none
 * @layout: the columns, perhaps of several tables
 *
 * Gives the table its columns.
 */
void
tv_call_tree_view_set_layout (TvCallTreeView *self, TvColumnLayout *layout)
{
  g_return_if_fail (TV_IS_CALL_TREE_VIEW (self));
  g_return_if_fail (TV_IS_COLUMN_LAYOUT (layout) && self->layout == NULL);

  self->layout = g_object_ref (layout);
  tv_table_view_set_layout (self->table, layout,
                            G_ACTION_MAP (tv_view_get_action_group (TV_VIEW (self))),
                            "call-tree");
}

/**
 * tv_call_tree_view_set_beside:
 * @self: a view that has nothing beside its table
 * @side: a widget
 *
 * Shows @side beside the table where there is room for both.
 */
void
tv_call_tree_view_set_beside (TvCallTreeView *self, GtkWidget *side)
{
  GtkWidget *content;

  g_return_if_fail (TV_IS_CALL_TREE_VIEW (self));
  g_return_if_fail (GTK_IS_WIDGET (side));

  content = gtk_widget_get_first_child (GTK_WIDGET (self));
  g_object_ref (content);
  gtk_widget_unparent (content);
  tv_view_set_content (TV_VIEW (self), tv_fit_pair_new (side, content));
  g_object_unref (content);
}

/* Life */

static void
tv_call_tree_view_finalize (GObject *object)
{
  g_clear_object (&TV_CALL_TREE_VIEW (object)->layout);

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->finalize (object);
}

static gboolean *
find_option (TvCallTreeView *self, guint prop_id)
{
  return prop_id == PROP_AROUND      ? &self->around
         : prop_id == PROP_BOTTOM_UP ? &self->bottom_up
                                     : &self->per_thread;
}

static void
tv_call_tree_view_get_property (GObject *object, guint prop_id, GValue *value,
                                GParamSpec *pspec)
{
  g_value_set_boolean (value, *find_option (TV_CALL_TREE_VIEW (object), prop_id));
}

static void
tv_call_tree_view_set_property (GObject *object, guint prop_id, const GValue *value,
                                GParamSpec *pspec)
{
  gboolean *option = find_option (TV_CALL_TREE_VIEW (object), prop_id);

  if (*option == g_value_get_boolean (value))
    return;
  *option = !*option;
  update_shape (TV_CALL_TREE_VIEW (object));
  g_object_notify_by_pspec (object, pspec);
}

static void
tv_call_tree_view_constructed (GObject *object)
{
  static const GActionEntry entries[] = {
    { "open-all", open_all, NULL, NULL, NULL, { 0 } },
  };
  TvView *view = TV_VIEW (object);
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->constructed (object);
  tv_view_add_actions (view, entries, G_N_ELEMENTS (entries));
  tv_view_set_enabled (view, "open-all", FALSE);
  tv_view_listen (view, "notify::primary-clock", G_CALLBACK (show_own_order));
  if (!self->around)
    {
      (void) tv_view_add_options (view);
      (void) tv_view_add_toggle (view, _ ("_Bottom Up"),
                                 _ ("Begin at the leaves and go up to the roots"),
                                 "bottom-up");
      (void) tv_view_add_toggle (view, _ ("By _Thread"),
                                 _ ("Show a tree for each thread"), "per-thread");
    }
  tv_view_set_content (
      view, tv_view_make_placeholder (view, tv_view_make_table (view), NULL));
  self->table = tv_view_get_table (view);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  properties[PROP_AROUND] = g_param_spec_boolean ("around", NULL, NULL, FALSE,
                                                  flags | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_BOTTOM_UP]
      = g_param_spec_boolean ("bottom-up", NULL, NULL, FALSE, flags);
  properties[PROP_PER_THREAD]
      = g_param_spec_boolean ("per-thread", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
tv_call_tree_view_class_init (TvCallTreeViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  object_class->constructed = tv_call_tree_view_constructed;
  object_class->finalize = tv_call_tree_view_finalize;
  object_class->get_property = tv_call_tree_view_get_property;
  object_class->set_property = tv_call_tree_view_set_property;
  view_class->prefix = "call-tree";
  view_class->row_menu = &row_menu;
  view_class->session_changed = session_changed;
  view_class->seen_changed = seen_changed;
  view_class->get_target = get_target;
  view_class->activate_row = activate_row;
  view_class->find_step = find_step;
  view_class->export_rows = export_rows;
  install_properties (object_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "calltree");
}

static void
tv_call_tree_view_init (TvCallTreeView *self)
{
  self->own_order = TV_TABLE_MAX_COLUMNS;
}

/**
 * tv_call_tree_view_new:
 * @around: whether to show the callers and callees of the selected method
 *
 * Returns: (transfer floating): a view that shows nothing
 */
GtkWidget *
tv_call_tree_view_new (gboolean around)
{
  return g_object_new (TV_TYPE_CALL_TREE_VIEW, "around", around, NULL);
}
