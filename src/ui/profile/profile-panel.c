/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-panel.h"

#include "ui/profile/profile-actions.h"
#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/session/pending.h"
#include "ui/table/table-view.h"
#include "ui/widgets/placeholder.h"

#include <glib/gi18n-lib.h>

struct _TvProfilePanel
{
  GtkWidget parent_instance;

  TvNoticeBar *notice;
  TvTableCopier *copier;
  TvTableView *table;
  TvPlaceholder *placeholder;
  TvPending *pending;

  GSimpleActionGroup *actions;
  TvColumnLayout *layout;
  TvTimeUnit unit;
  TvProfileGrouping grouping;
  gboolean both_clocks;
  gboolean toplevel;

  TvProfileTree *tree;
};

G_DEFINE_FINAL_TYPE (TvProfilePanel, tv_profile_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_BOTH_CLOCKS = 1,
  PROP_TOPLEVEL,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void
update_view (TvProfilePanel *self)
{
  TvTraceSession *session = tv_profile_panel_get_session (self);
  TvProfileView view = TV_PROFILE_VIEW_CPU;

  if (session != NULL && tv_trace_session_get_primary_clock (session) == TV_CLOCK_WALL)
    view = TV_PROFILE_VIEW_REAL;
  tv_column_layout_set_view (self->layout,
                             self->both_clocks ? TV_PROFILE_VIEW_BOTH : view);
}

static void
clear_session (TvProfilePanel *self)
{
  tv_table_view_set_model (self->table, NULL);
  g_clear_object (&self->tree);
}

/* The group may outlive the panel, which its actions point to. */
static void
remove_actions (TvProfilePanel *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self->actions), names[i]);
}

static void
tv_profile_panel_dispose (GObject *object)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);
  GtkWidget *child;

  if (self->copier != NULL)
    tv_table_copier_stop (self->copier);
  g_clear_object (&self->copier);
  if (self->table != NULL)
    clear_session (self);
  g_clear_object (&self->layout);
  g_clear_pointer (&self->pending, tv_pending_free);
  self->table = NULL;
  self->notice = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  if (self->actions != NULL)
    remove_actions (self);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (tv_profile_panel_parent_class)->dispose (object);
}

static void
tv_profile_panel_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  g_value_set_boolean (value,
                       prop_id == PROP_TOPLEVEL ? self->toplevel : self->both_clocks);
}

static void
tv_profile_panel_set_property (GObject *object, guint prop_id, const GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  if (prop_id == PROP_TOPLEVEL)
    self->toplevel = g_value_get_boolean (value);
  else if (self->both_clocks != g_value_get_boolean (value))
    {
      self->both_clocks = g_value_get_boolean (value);
      update_view (self);
      g_object_notify_by_pspec (object, pspec);
    }
}

/* The view's key leads to what is looked at, and not to the options above it. */
static gboolean
tv_profile_panel_mnemonic_activate (GtkWidget *widget, gboolean group_cycling)
{
  return gtk_widget_grab_focus (GTK_WIDGET (
      tv_table_view_get_rows (tv_profile_panel_get_table (TV_PROFILE_PANEL (widget)))));
}

static void tv_profile_panel_map (GtkWidget *widget);
static void tv_profile_panel_unmap (GtkWidget *widget);

static void
tv_profile_panel_class_init (TvProfilePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_profile_panel_dispose;
  object_class->get_property = tv_profile_panel_get_property;
  object_class->set_property = tv_profile_panel_set_property;
  widget_class->mnemonic_activate = tv_profile_panel_mnemonic_activate;
  widget_class->map = tv_profile_panel_map;
  widget_class->unmap = tv_profile_panel_unmap;

  properties[PROP_BOTH_CLOCKS] = g_param_spec_boolean (
      "both-clocks", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TOPLEVEL] = g_param_spec_boolean (
      "toplevel", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  g_signal_new ("emptied", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "profile");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

/* Clicks */

static void
on_row_clicked (TvTableRows *rows, guint position, int n_press, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);

  if (self->tree != NULL && n_press == 1)
    tv_profile_tree_pick (self->tree, position);
}

static void
on_row_activated (TvTableRows *rows, guint position, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);

  if (self->tree != NULL)
    tv_profile_tree_activate (self->tree, position);
}

/* Actions */

static const char *const grouping_names[TV_N_PROFILE_GROUPINGS]
    = { "none", "class", "package" };

static void
change_grouping (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; i < TV_N_PROFILE_GROUPINGS; i++)
    if (g_str_equal (name, grouping_names[i]))
      {
        self->grouping = (TvProfileGrouping) i;
        g_simple_action_set_state (action, state);
        if (self->tree != NULL)
          tv_profile_tree_set_grouping (self->tree, self->grouping);
      }
}

static void
change_unit (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);

  if (!tv_time_unit_parse (g_variant_get_string (state, NULL), &self->unit))
    return;
  g_simple_action_set_state (action, state);
  if (self->tree != NULL)
    tv_trace_session_set_time_unit (tv_profile_panel_get_session (self), self->unit);
}

static void
go_to_next_unit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  const TvTimeUnit next
      = self->unit == TV_TIME_UNIT_S ? TV_TIME_UNIT_US : self->unit + 1;

  g_action_group_change_action_state (
      G_ACTION_GROUP (self->actions), "time-unit",
      g_variant_new_string (tv_time_unit_get_nick (next)));
}

/* The lengths of calls are found only for columns that show them. */
static void
update_needs_lengths (TvProfilePanel *self)
{
  gboolean needed = FALSE;

  if (self->tree == NULL)
    return;
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    needed = needed
             || (tv_column_layout_is_shown (self->layout, i)
                 && tv_profile_column_needs_lengths (i));
  tv_trace_session_set_needs_lengths (tv_profile_panel_get_session (self), needed);
}

static void
tv_profile_panel_map (GtkWidget *widget)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (widget);

  if (self->tree != NULL)
    tv_profile_model_set_paused (tv_profile_tree_get_methods (self->tree), FALSE);
  update_needs_lengths (self);
  GTK_WIDGET_CLASS (tv_profile_panel_parent_class)->map (widget);
}

/* Nothing is computed for a table that nobody sees. */
static void
tv_profile_panel_unmap (GtkWidget *widget)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (widget);

  GTK_WIDGET_CLASS (tv_profile_panel_parent_class)->unmap (widget);
  if (self->tree == NULL)
    return;
  tv_profile_model_set_paused (tv_profile_tree_get_methods (self->tree), TRUE);
  tv_trace_session_set_needs_lengths (tv_profile_panel_get_session (self), FALSE);
}

static void
add_actions (TvProfilePanel *self)
{
  static const GActionEntry entries[] = {
    { "group-by", NULL, "s", "'none'", change_grouping, { 0 } },
    { "time-unit", NULL, "s", "'ms'", change_unit, { 0 } },
    { "next-time-unit", go_to_next_unit, NULL, NULL, NULL, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  tv_table_view_set_layout (self->table, self->layout, G_ACTION_MAP (self->actions),
                            "profile");
  tv_profile_copy_add (G_ACTION_MAP (self->actions), self);
  tv_profile_actions_add (G_ACTION_MAP (self->actions), self);
  tv_profile_row_actions_add (G_ACTION_MAP (self->actions), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "profile",
                                  G_ACTION_GROUP (self->actions));
}

static void
tv_profile_panel_init (TvProfilePanel *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *scrolled = tv_table_view_new_scrolled (&self->table);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->unit = TV_TIME_UNIT_MS;
  self->pending = tv_pending_new (GTK_WIDGET (self));
  self->layout = tv_column_layout_new (tv_profile_columns_get (), TV_PROFILE_N_COLUMNS);
  g_signal_connect_object (self->layout, "changed", G_CALLBACK (update_needs_lengths),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (tv_table_view_get_rows (self->table), "activate",
                    G_CALLBACK (on_row_activated), self);
  g_signal_connect (tv_table_view_get_rows (self->table), "clicked",
                    G_CALLBACK (on_row_clicked), self);
  add_actions (self);

  self->placeholder = TV_PLACEHOLDER (tv_placeholder_new (scrolled, NULL));
  gtk_widget_set_parent (GTK_WIDGET (self->placeholder), GTK_WIDGET (self));
  self->notice = TV_NOTICE_BAR (tv_notice_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->notice), GTK_WIDGET (self));
  self->copier = tv_table_copier_new (self->notice);
  tv_profile_panel_update_actions (self);
}

/* Scrolls to the row that was selected before there was a table. */
static void
show_selected_row (TvProfilePanel *self)
{
  const guint position
      = gtk_single_selection_get_selected (tv_profile_tree_get_selection (self->tree));

  if (position != GTK_INVALID_LIST_POSITION)
    tv_table_rows_scroll_to (tv_table_view_get_rows (self->table), position,
                             TV_TABLE_SCROLL_TOP_THIRD);
}

GtkWidget *
tv_profile_panel_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_PANEL, NULL);
}

/**
 * tv_profile_panel_get_session:
 * @self: a panel
 *
 * Returns: (transfer none) (nullable): what it shows
 */
TvTraceSession *
tv_profile_panel_get_session (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->tree != NULL ? tv_profile_tree_get_session (self->tree) : NULL;
}

/* Rows may be gone only until others are ordered. The find bar and the notice of hidden
 * packages speak for themselves. */
static void
on_rows_changed (TvProfilePanel *self)
{
  TvTraceSession *session = tv_profile_panel_get_session (self);

  if (session != NULL && tv_trace_session_get_method_filter (session) == NULL
      && tv_trace_session_get_packages (session) == NULL
      && g_list_model_get_n_items (
             G_LIST_MODEL (tv_profile_tree_get_selection (self->tree)))
             == 0)
    tv_placeholder_say_soon (
        self->placeholder,
        _ ("There are no calls in this range of time and these threads."));
  else
    tv_placeholder_say (self->placeholder, NULL);
}

static void
update_pending (TvProfilePanel *self)
{
  tv_pending_set_asking (
      self->pending,
      self->tree != NULL
          && tv_profile_model_is_pending (tv_profile_tree_get_methods (self->tree)));
}

static void
connect_session (TvProfilePanel *self, TvTraceSession *session)
{
  g_object_connect (tv_profile_tree_get_methods (self->tree),
                    "swapped-object-signal::asked", update_pending, self,
                    "swapped-object-signal::reordered", update_pending, self, NULL);
  g_object_connect (tv_profile_tree_get_selection (self->tree),
                    "swapped-object-signal::items-changed", on_rows_changed, self,
                    "swapped-object-signal::notify::selected",
                    tv_profile_panel_update_actions, self, NULL);
  g_object_connect (tv_profile_tree_get_history (self->tree),
                    "swapped-object-signal::changed", tv_profile_panel_update_actions,
                    self, NULL);
  g_object_connect (session, "swapped-object-signal::notify::primary-clock",
                    update_view, self, "swapped-object-signal::notify::packages",
                    tv_profile_panel_update_actions, self, NULL);
}

/* What changed most comes first in a comparison, unless another order was asked for.
 * There is no such order without one. */
static guint
choose_sort (TvTraceSession *session, guint sorted, gboolean *descending)
{
  const gboolean is_compared = tv_trace_session_get_base (session) != NULL;

  if (is_compared && sorted == TV_TABLE_MAX_COLUMNS)
    {
      *descending = TRUE;
      return tv_trace_session_get_primary_clock (session) == TV_CLOCK_WALL
                 ? TV_PROFILE_COLUMN_DIFF_EXCL_REAL
                 : TV_PROFILE_COLUMN_DIFF_EXCL_CPU;
    }
  if (!is_compared && sorted != TV_TABLE_MAX_COLUMNS
      && tv_profile_column_get_kind (sorted)->of != TV_PROFILE_OF_TRACE)
    return TV_TABLE_MAX_COLUMNS;
  return sorted;
}

/**
 * tv_profile_panel_set_session:
 * @self: a panel
 * @session: (nullable): what to show, %NULL for nothing
 *
 * Shows another session, by rank, with the columns of the clocks that it has; one that
 * is compared by what changed most. A trace that is read again keeps its order and its
 * open rows.
 */
void
tv_profile_panel_set_session (TvProfilePanel *self, TvTraceSession *session)
{
  g_autoptr (TvProfileTree) before = NULL;
  const TvTraceMatch *match;
  gboolean descending = FALSE;
  guint sorted = TV_TABLE_MAX_COLUMNS;

  g_return_if_fail (TV_IS_PROFILE_PANEL (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (session == tv_profile_panel_get_session (self))
    return;

  match = session != NULL ? tv_trace_session_get_match (session) : NULL;
  if (match != NULL && self->tree != NULL)
    {
      before = g_object_ref (self->tree);
      sorted = tv_table_columns_find_sort (tv_table_view_get_columns (self->table),
                                           &descending);
    }
  clear_session (self);
  if (session != NULL)
    {
      self->tree = tv_profile_tree_new (session);
      tv_profile_tree_set_grouping (self->tree, self->grouping);
      tv_profile_model_set_toplevel (tv_profile_tree_get_methods (self->tree),
                                     self->toplevel);
      tv_trace_session_set_time_unit (session, self->unit);
      update_view (self);
      tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->tree));
      sorted = choose_sort (session, sorted, &descending);
      if (sorted != TV_TABLE_MAX_COLUMNS)
        tv_table_columns_sort_by (tv_table_view_get_columns (self->table), sorted,
                                  descending);
      if (before != NULL)
        tv_profile_tree_continue (self->tree, before, match);
      update_needs_lengths (self);
      show_selected_row (self);
      connect_session (self, session);
    }
  tv_pending_set_session (self->pending, session);
  update_pending (self);
  on_rows_changed (self);
  tv_profile_panel_update_actions (self);
}

/**
 * tv_profile_panel_get_action_group:
 * @self: a panel
 *
 * Returns: (transfer none): its actions, to be inserted as `profile`
 */
GActionGroup *
tv_profile_panel_get_action_group (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return G_ACTION_GROUP (self->actions);
}

/**
 * tv_profile_panel_get_tree:
 * @self: a panel
 *
 * Returns: (transfer none) (nullable): its rows, %NULL without a session
 */
TvProfileTree *
tv_profile_panel_get_tree (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->tree;
}

/**
 * tv_profile_panel_get_layout:
 * @self: a panel
 *
 * Returns: (transfer none): the columns of its table, which others may share
 */
TvColumnLayout *
tv_profile_panel_get_layout (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->layout;
}

/**
 * tv_profile_panel_get_table:
 * @self: a panel
 *
 * Returns: (transfer none): the table in it
 */
TvTableView *
tv_profile_panel_get_table (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->table;
}

/**
 * tv_profile_panel_get_notice:
 * @self: a panel
 *
 * Returns: (transfer none): the bar under the table that says how something went
 */
TvNoticeBar *
tv_profile_panel_get_notice (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->notice;
}

/**
 * tv_profile_panel_get_copier:
 * @self: a panel
 *
 * Returns: (transfer none): what copies and exports its rows
 */
TvTableCopier *
tv_profile_panel_get_copier (TvProfilePanel *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_PANEL (self), NULL);

  return self->copier;
}
