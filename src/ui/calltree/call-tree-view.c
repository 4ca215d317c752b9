/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/call-tree-view.h"

#include "config.h"

#include "ui/calltree/path-tree.h"
#include "ui/session/longest-call.h"
#include "ui/session/pending.h"
#include "ui/session/session-find.h"
#include "ui/session/transform-text.h"
#include "ui/table/row-menu.h"
#include "ui/widgets/notice-bar.h"
#include "ui/widgets/placeholder.h"

#include <glib/gi18n-lib.h>

struct _TvCallTreeView
{
  GtkWidget parent_instance;

  TvTableView *table;
  TvPlaceholder *placeholder; /* with the table in it */
  TvNoticeBar *notice;
  TvPending *pending;
  TvJob *longest_job;

  gboolean around;
  gboolean bottom_up;
  gboolean per_thread;
  GSimpleActionGroup *actions;
  TvColumnLayout *layout;

  TvPathTree *tree; /* NULL without a session */
};

G_DEFINE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, GTK_TYPE_WIDGET)

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
    return changed ? _ ("Transforms leave no calls in this range of time and these "
                        "threads.")
                   : _ ("There are no calls in this range of time and these threads.");
  if (tv_trace_session_get_selected_method (session) == TV_METHOD_NONE)
    return _ ("Select a method to see its callers and callees.");
  return changed
             ? _ ("Transforms leave no call of the selected method in this range of "
                  "time and these threads.")
             : _ ("The selected method is not called in this range of time and "
                  "these threads.");
}

static void
on_rows_changed (TvCallTreeView *self)
{
  tv_pending_set_asking (self->pending,
                         self->tree != NULL && tv_path_tree_is_pending (self->tree));
  if (self->tree == NULL
      || g_list_model_get_n_items (
             G_LIST_MODEL (tv_path_tree_get_selection (self->tree)))
             > 0)
    tv_placeholder_say (self->placeholder, NULL);
  else if (tv_path_tree_is_busy (self->tree))
    tv_placeholder_say_soon (self->placeholder, _ ("Adding up calls…"));
  else
    tv_placeholder_say (self->placeholder, get_sentence (self));
}

/* The selected row */

static TvTrace *
get_trace (TvCallTreeView *self)
{
  return tv_profile_get_trace (
      tv_trace_session_get_profile (tv_path_tree_get_session (self->tree)));
}

/* Returns a method of the trace that is selected, TV_METHOD_NONE for none. */
static guint32
get_selected_method (TvCallTreeView *self)
{
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  const guint32 method
      = item != NULL ? tv_path_item_get_row (item)->sums.method : TV_METHOD_NONE;

  return method < tv_trace_get_n_methods (get_trace (self)) ? method : TV_METHOD_NONE;
}

static void
copy (TvCallTreeView *self, const char *text)
{
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_name (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  const guint32 method = get_selected_method (self);
  g_autofree char *name
      = method != TV_METHOD_NONE
            ? tv_method_dup_java_name (tv_trace_get_method (get_trace (self), method))
            : NULL;

  copy (self, name);
}

static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  g_autofree char *text = tv_table_view_dup_selected_text (self->table);

  copy (self, text);
}

static void
copy_stack (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  g_autoptr (TvCallPath) path
      = item != NULL ? tv_path_tree_dup_stack (self->tree, item) : NULL;
  g_autofree char *text
      = path != NULL ? tv_call_path_dup_text (path, get_trace (self)) : NULL;

  copy (self, text);
}

/* Goes to the longest call along the path; where a row is no path, of its method. */
static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);
  TvTraceSession *session = tv_path_tree_get_session (self->tree);
  g_autoptr (TvPathItem) item = tv_path_tree_dup_selected (self->tree);
  g_autoptr (TvCallPath) path
      = item != NULL ? tv_path_tree_dup_path (self->tree, item) : NULL;
  const guint32 method = get_selected_method (self);

  if (path != NULL)
    tv_longest_call_show_in_timeline (&self->longest_job, GTK_WIDGET (self), session,
                                      path);
  else if (method != TV_METHOD_NONE)
    tv_call_show_in_timeline (
        GTK_WIDGET (self), session,
        tv_profile_get_totals (tv_trace_session_get_profile (session), method)
            ->longest_call);
}

static void
open_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  tv_notice_bar_hide (self->notice);
  tv_path_tree_open_all (
      self->tree, tv_table_rows_get_selected (tv_table_view_get_rows (self->table)));
}

static void
on_cut (TvCallTreeView *self)
{
  g_autofree char *sentence = g_strdup_printf (
      _ ("Only the heaviest %'d rows were opened."), TV_PATH_MAX_ROWS);

  tv_notice_bar_show_hint (self->notice, sentence);
}

/* The shape */

static void
update_shape (TvCallTreeView *self)
{
  if (self->tree != NULL && !self->around)
    tv_path_tree_set_shape (self->tree,
                            self->bottom_up ? TV_PATHS_BOTTOM_UP : TV_PATHS_TOP_DOWN,
                            self->per_thread);
}

/* The menu */

static GMenuModel *new_menu (GtkWidget *view);

static const TvRowMenu row_menu = { shortcuts, G_N_ELEMENTS (shortcuts), new_menu };

static GMenuModel *
new_menu (GtkWidget *view)
{
  g_autoptr (GMenuModel) transforms = tv_transform_menu_new ();
  GMenu *menu = g_menu_new ();

  tv_row_menu_append (&row_menu, menu, _ ("_Show in Timeline"),
                      "call-tree.show-in-timeline");
  tv_row_menu_append (&row_menu, menu, _ ("_Open All Below"), "call-tree.open-all");
  g_menu_append_submenu (menu, _ ("_Transform"), transforms);
  tv_row_menu_append (&row_menu, menu, _ ("_Copy Row"), "call-tree.copy-row");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Na_me"), "call-tree.copy-name::full");
  tv_row_menu_append (&row_menu, menu, _ ("Copy Stac_k"), "call-tree.copy-stack");
  tv_row_menu_append (&row_menu, menu, _ ("_Export…"), "win.export");
  return G_MENU_MODEL (menu);
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  tv_row_menu_open (&row_menu, tv_table_view_get_rows (self->table), user_data);
}

/* Actions and keys */

static const GActionEntry entries[] = {
  { "open-all", open_all, NULL, NULL, NULL, { 0 } },
  { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
  { "copy-row", copy_row, NULL, NULL, NULL, { 0 } },
  { "copy-name", copy_name, "s", NULL, NULL, { 0 } },
  { "copy-stack", copy_stack, NULL, NULL, NULL, { 0 } },
  { "row-menu", open_menu, NULL, NULL, NULL, { 0 } },
};

static void
update_actions (TvCallTreeView *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                     G_ACTION_MAP (self->actions), entries[i].name)),
                                 self->tree != NULL);
}

static void
add_actions (TvCallTreeView *self)
{
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "call-tree",
                                  G_ACTION_GROUP (self->actions));
  update_actions (self);
}

/* The session */

static void
on_row_activated (TvTableRows *rows, guint position, gpointer user_data)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (user_data);

  if (self->tree != NULL)
    tv_path_tree_activate (self->tree, position);
}

static gboolean
on_find_step (TvSessionFind *find, gboolean forward, TvCallTreeView *self)
{
  TvMethodSet *hits = tv_session_find_get_hits (find);

  if (self->around || hits == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  tv_path_tree_find (self->tree, hits, forward);
  return TRUE;
}

static void
clear_session (TvCallTreeView *self)
{
  tv_job_cancel (&self->longest_job);
  tv_pending_set_session (self->pending, NULL);
  if (self->tree == NULL)
    return;
  g_signal_handlers_disconnect_by_data (
      tv_trace_session_get_find (tv_path_tree_get_session (self->tree)), self);
  g_signal_handlers_disconnect_by_data (self->tree, self);
  tv_path_tree_set_active (self->tree, FALSE);
  tv_table_view_set_model (self->table, NULL);
  g_clear_object (&self->tree);
}

/**
 * tv_call_tree_view_set_session:
 * @self: a view
 * @session: (nullable): what to show, %NULL for nothing
 *
 * Shows the calls of another session. The view must have a layout. A trace that is read
 * again keeps its order and its open rows.
 */
void
tv_call_tree_view_set_session (TvCallTreeView *self, TvTraceSession *session)
{
  g_autoptr (TvPathTree) before = NULL;
  const TvTraceMatch *match;
  gboolean descending = FALSE;
  guint sorted = TV_TABLE_MAX_COLUMNS;
  guint top = 0;

  g_return_if_fail (TV_IS_CALL_TREE_VIEW (self));
  g_return_if_fail (session == NULL || self->layout != NULL);

  match = session != NULL ? tv_trace_session_get_match (session) : NULL;
  if (match != NULL && self->tree != NULL)
    {
      before = g_object_ref (self->tree);
      sorted = tv_table_columns_find_sort (tv_table_view_get_columns (self->table),
                                           &descending);
      top = tv_table_rows_find_position (tv_table_view_get_rows (self->table), 0);
    }
  clear_session (self);
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
      g_signal_connect (tv_trace_session_get_find (session), "step",
                        G_CALLBACK (on_find_step), self);
      tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->tree));
      if (sorted != TV_TABLE_MAX_COLUMNS)
        tv_table_columns_sort_by (tv_table_view_get_columns (self->table), sorted,
                                  descending);
      tv_pending_set_session (self->pending, session);
      tv_path_tree_set_active (self->tree, gtk_widget_get_mapped (GTK_WIDGET (self)));
    }
  update_actions (self);
  on_rows_changed (self);
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
  tv_table_view_set_layout (self->table, layout, G_ACTION_MAP (self->actions),
                            "call-tree");
}

/**
 * tv_call_tree_view_get_table:
 * @self: a view
 *
 * Returns: (transfer none): the table in it
 */
TvTableView *
tv_call_tree_view_get_table (TvCallTreeView *self)
{
  g_return_val_if_fail (TV_IS_CALL_TREE_VIEW (self), NULL);

  return self->table;
}

/**
 * tv_call_tree_view_get_action_group:
 * @self: a view
 *
 * Returns: (transfer none): its actions
 */
GActionGroup *
tv_call_tree_view_get_action_group (TvCallTreeView *self)
{
  g_return_val_if_fail (TV_IS_CALL_TREE_VIEW (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * tv_call_tree_view_take_rows:
 * @self: a view
 * @taken: (out): all rows that are open, with their levels
 *
 * Returns: whether there are any rows
 */
gboolean
tv_call_tree_view_take_rows (TvCallTreeView *self, TvTakenRows *taken)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  TvTableExport *table;
  guint n;

  g_return_val_if_fail (TV_IS_CALL_TREE_VIEW (self), FALSE);

  if (self->tree == NULL)
    return FALSE;
  n = tv_table_columns_list_shown (tv_table_view_get_columns (self->table), columns);
  table = tv_path_tree_export (self->tree, columns, n);
  if (table != NULL)
    *taken = tv_table_export_take_rows (table);
  return table != NULL;
}

/* Life */

/* The view's key leads to what is looked at, and not to the options above it. */
static gboolean
tv_call_tree_view_mnemonic_activate (GtkWidget *widget, gboolean group_cycling)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (tv_table_view_get_rows (TV_CALL_TREE_VIEW (widget)->table)));
}

static void
tv_call_tree_view_map (GtkWidget *widget)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (widget);

  GTK_WIDGET_CLASS (tv_call_tree_view_parent_class)->map (widget);
  if (self->tree != NULL)
    tv_path_tree_set_active (self->tree, TRUE);
}

static void
tv_call_tree_view_unmap (GtkWidget *widget)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (widget);

  if (self->tree != NULL)
    tv_path_tree_set_active (self->tree, FALSE);
  GTK_WIDGET_CLASS (tv_call_tree_view_parent_class)->unmap (widget);
}

static void
tv_call_tree_view_dispose (GObject *object)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);
  GtkWidget *child;

  if (self->table != NULL)
    clear_session (self);
  g_clear_pointer (&self->pending, tv_pending_free);
  g_clear_object (&self->layout);
  self->table = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "call-tree", NULL);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->dispose (object);
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

/* Adds a button for a property, and an action of the same name. */
static void
add_toggle (TvCallTreeView *self, GtkWidget *box, const char *label, const char *option,
            const char *tooltip)
{
  GtkWidget *toggle = gtk_toggle_button_new_with_mnemonic (label);
  g_autoptr (GPropertyAction) state = g_property_action_new (option, toggle, "active");

  gtk_widget_set_tooltip_text (toggle, tooltip);
  gtk_box_append (GTK_BOX (box), toggle);
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (state));
  g_object_bind_property (self, option, toggle, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
}

static void
make_options (TvCallTreeView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (box, "options");
  add_toggle (self, box, _ ("_Bottom Up"), "bottom-up",
              _ ("Begin with the methods and go up to their callers"));
  add_toggle (self, box, _ ("By _Thread"), "per-thread",
              _ ("Show a tree for each thread"));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static void
make_table (TvCallTreeView *self)
{
  GtkWidget *scrolled = tv_table_view_new_scrolled (&self->table);

  g_signal_connect (tv_table_view_get_rows (self->table), "activate",
                    G_CALLBACK (on_row_activated), self);
  tv_row_menu_add (&row_menu, tv_table_view_get_rows (self->table), GTK_WIDGET (self));
  self->placeholder = TV_PLACEHOLDER (tv_placeholder_new (scrolled, NULL));
  gtk_widget_set_parent (GTK_WIDGET (self->placeholder), GTK_WIDGET (self));
}

static void
tv_call_tree_view_constructed (GObject *object)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->constructed (object);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  add_actions (self);
  if (!self->around)
    make_options (self);
  make_table (self);
  self->notice = TV_NOTICE_BAR (tv_notice_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->notice), GTK_WIDGET (self));
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = tv_call_tree_view_constructed;
  object_class->dispose = tv_call_tree_view_dispose;
  object_class->get_property = tv_call_tree_view_get_property;
  object_class->set_property = tv_call_tree_view_set_property;
  widget_class->mnemonic_activate = tv_call_tree_view_mnemonic_activate;
  widget_class->map = tv_call_tree_view_map;
  widget_class->unmap = tv_call_tree_view_unmap;
  install_properties (object_class);
  gtk_widget_class_set_css_name (widget_class, "calltree");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_call_tree_view_init (TvCallTreeView *self)
{
  self->pending = tv_pending_new (GTK_WIDGET (self));
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
