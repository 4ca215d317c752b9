/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/profile/profile-panel.h"

#include "ui/profile/profile-actions.h"
#include "ui/profile/profile-copy.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/profile-search.h"

#include <glib/gi18n-lib.h>

struct _TvProfilePanel
{
  TvView parent_instance;

  TvTableView *table;
  TvColumnLayout *layout;
  TvTimeUnit unit;
  TvProfileGrouping grouping;
  gboolean both_clocks;
  gboolean toplevel;
  gboolean beside;
  TvProfileSearch *search; /* NULL unless beside another view */

  TvProfileTree *tree;
};

G_DEFINE_FINAL_TYPE (TvProfilePanel, tv_profile_panel, TV_TYPE_VIEW)

enum
{
  PROP_BOTH_CLOCKS = 1,
  PROP_TOPLEVEL,
  PROP_BESIDE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/* Orders the list beside another view by the inclusive time of its clock. */
static void
sort_list (TvProfilePanel *self)
{
  TvTraceSession *session = tv_view_get_session (TV_VIEW (self));

  if (self->beside && session != NULL
      && tv_table_view_get_columns (self->table) != NULL)
    tv_table_columns_sort_by (tv_table_view_get_columns (self->table),
                              tv_trace_session_get_primary_clock (session)
                                      == TV_CLOCK_WALL
                                  ? TV_PROFILE_COLUMN_INCL_REAL_PERCENT
                                  : TV_PROFILE_COLUMN_INCL_CPU_PERCENT,
                              TRUE);
}

static void
update_view (TvProfilePanel *self)
{
  TvTraceSession *session = tv_view_get_session (TV_VIEW (self));
  guint view = TV_PROFILE_VIEW_CPU;

  if (self->both_clocks)
    view = TV_PROFILE_VIEW_BOTH;
  else if (session != NULL
           && tv_trace_session_get_primary_clock (session) == TV_CLOCK_WALL)
    view = TV_PROFILE_VIEW_REAL;
  if (session != NULL && tv_trace_session_get_base (session) != NULL)
    view += TV_PROFILE_VIEW_COMPARED;
  tv_column_layout_set_view (self->layout, view);
}

static void
on_clock_changed (TvProfilePanel *self)
{
  update_view (self);
  sort_list (self);
}

static void
tv_profile_panel_get_property (GObject *object, guint prop_id, GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  g_value_set_boolean (value, prop_id == PROP_TOPLEVEL ? self->toplevel
                              : prop_id == PROP_BESIDE ? self->beside
                                                       : self->both_clocks);
}

static void
tv_profile_panel_set_property (GObject *object, guint prop_id, const GValue *value,
                               GParamSpec *pspec)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (object);

  if (prop_id == PROP_TOPLEVEL)
    self->toplevel = g_value_get_boolean (value);
  else if (prop_id == PROP_BESIDE)
    self->beside = g_value_get_boolean (value);
  else if (self->both_clocks != g_value_get_boolean (value))
    {
      self->both_clocks = g_value_get_boolean (value);
      update_view (self);
      g_object_notify_by_pspec (object, pspec);
    }
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
activate_row (TvView *view, guint position)
{
  tv_profile_tree_activate (TV_PROFILE_PANEL (view)->tree, position);
}

/* Actions */

static const char *const grouping_names[TV_N_PROFILE_GROUPINGS]
    = { "none", "class", "package", "library" };

/* Returns the chosen grouping, or none where the trace has no libraries. */
static TvProfileGrouping
get_grouping (TvProfilePanel *self)
{
  TvTraceSession *session = tv_profile_tree_get_session (self->tree);

  return self->grouping != TV_PROFILE_GROUPING_LIBRARY
                 || tv_grouping_exists (TV_GROUPING_LIBRARY,
                                        tv_trace_session_get_trace (session))
             ? self->grouping
             : TV_PROFILE_GROUPING_NONE;
}

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
          tv_profile_tree_set_grouping (self->tree, get_grouping (self));
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
    tv_trace_session_set_time_unit (tv_view_get_session (TV_VIEW (self)), self->unit);
}

static void
go_to_next_unit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (user_data);
  const TvTimeUnit next
      = self->unit == TV_TIME_UNIT_S ? TV_TIME_UNIT_US : self->unit + 1;

  g_action_group_change_action_state (
      tv_view_get_action_group (TV_VIEW (self)), "time-unit",
      g_variant_new_string (tv_time_unit_get_nick (next)));
}

/* The lengths of calls are found only if a column shows them. */
static void
update_needs_lengths (TvProfilePanel *self)
{
  gboolean needed = FALSE;

  if (self->tree == NULL || self->beside)
    return;
  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    needed = needed
             || (tv_column_layout_is_shown (self->layout, i)
                 && tv_profile_column_needs_lengths (i));
  tv_trace_session_set_needs_lengths (tv_view_get_session (TV_VIEW (self)), needed);
}

/* Nothing is computed for a hidden table. */
static void
seen_changed (TvView *view)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (view);
  const gboolean seen = tv_view_is_seen (view);

  if (self->tree == NULL)
    return;
  tv_profile_model_set_paused (tv_profile_tree_get_methods (self->tree), !seen);
  if (seen)
    update_needs_lengths (self);
  else if (!self->beside)
    tv_trace_session_set_needs_lengths (tv_view_get_session (view), FALSE);
}

static void
add_actions (TvProfilePanel *self)
{
  static const GActionEntry entries[] = {
    { "group-by", NULL, "s", "'none'", change_grouping, { 0 } },
    { "time-unit", NULL, "s", "'ms'", change_unit, { 0 } },
    { "next-time-unit", go_to_next_unit, NULL, NULL, NULL, { 0 } },
  };
  GActionMap *actions = G_ACTION_MAP (tv_view_get_action_group (TV_VIEW (self)));

  tv_view_add_actions (TV_VIEW (self), entries, G_N_ELEMENTS (entries));
  tv_table_view_set_layout (self->table, self->layout, actions, "profile");
  tv_profile_copy_add (actions, self);
  tv_profile_actions_add (actions, self);
  tv_profile_row_actions_add (actions, self);
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

/* Rows may be missing only until others are ordered. The find bar and the notice of
 * hidden packages explain the other cases. */
static void
on_rows_changed (TvProfilePanel *self)
{
  TvTraceSession *session = tv_view_get_session (TV_VIEW (self));

  if (self->tree != NULL
      && (self->search == NULL || !tv_profile_search_has_text (self->search))
      && tv_trace_session_get_method_filter (session) == NULL
      && tv_trace_session_get_packages (session) == NULL
      && g_list_model_get_n_items (
             G_LIST_MODEL (tv_profile_tree_get_selection (self->tree)))
             == 0)
    tv_view_say_soon (
        TV_VIEW (self),
        tv_trace_session_get_text (
            session,
            N_ ("There are no calls in this range of time and these threads.")));
  else
    tv_view_say (TV_VIEW (self), NULL);
}

static void
update_pending (TvProfilePanel *self)
{
  tv_view_set_asking (
      TV_VIEW (self),
      self->tree != NULL
          && tv_profile_model_is_pending (tv_profile_tree_get_methods (self->tree)));
}

static void
connect_tree (TvProfilePanel *self)
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
}

/* A comparison begins with the greatest changes, unless another order was requested.
 * That order does not exist without a comparison. */
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
      && tv_profile_column_get_kind (sorted)->of != TV_SUBJECT_TRACE)
    return TV_TABLE_MAX_COLUMNS;
  return sorted;
}

/* Ordered by rank, with the columns of its clocks; a comparison by the greatest change.
 */
static void
session_changed (TvView *view)
{
  TvProfilePanel *self = TV_PROFILE_PANEL (view);
  TvTraceSession *session = tv_view_get_session (view);
  g_autoptr (TvProfileTree) before = NULL;
  const TvTraceMatch *match;
  gboolean descending = FALSE;
  guint sorted = TV_TABLE_MAX_COLUMNS;

  match = session != NULL ? tv_trace_session_get_match (session) : NULL;
  before = g_steal_pointer (&self->tree);
  if (match != NULL && before != NULL)
    sorted = tv_table_columns_find_sort (tv_table_view_get_columns (self->table),
                                         &descending);
  tv_table_view_set_model (self->table, NULL);
  if (match == NULL)
    g_clear_object (&before);
  if (session != NULL)
    {
      self->tree
          = (self->beside ? tv_profile_tree_new_flat : tv_profile_tree_new) (session);
      tv_profile_tree_set_grouping (self->tree, get_grouping (self));
      tv_profile_model_set_toplevel (tv_profile_tree_get_methods (self->tree),
                                     self->toplevel);
      if (!self->beside)
        tv_trace_session_set_time_unit (session, self->unit);
      update_view (self);
      tv_table_view_set_model (self->table, TV_TABLE_MODEL (self->tree));
      sorted = choose_sort (session, sorted, &descending);
      sort_list (self);
      if (!self->beside && sorted != TV_TABLE_MAX_COLUMNS)
        tv_table_columns_sort_by (tv_table_view_get_columns (self->table), sorted,
                                  descending);
      if (before != NULL)
        tv_profile_tree_continue (self->tree, before, match);
      update_needs_lengths (self);
      show_selected_row (self);
      connect_tree (self);
    }
  update_pending (self);
  on_rows_changed (self);
  tv_profile_panel_update_actions (self);
  if (self->search != NULL)
    tv_profile_search_restart (self->search);
}

/* The name and the share of inclusive time alone, and a search above. */
static void
build_list (TvProfilePanel *self)
{
  static const TvProfileColumn shown[]
      = { TV_PROFILE_COLUMN_INCL_CPU_PERCENT, TV_PROFILE_COLUMN_INCL_REAL_PERCENT };
  GtkWidget *entry;

  for (guint view = 0; view < 2 * TV_PROFILE_VIEW_COMPARED; view++)
    {
      tv_column_layout_set_view (self->layout, view);
      for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
        tv_column_layout_set_shown (self->layout, i,
                                    i == shown[view % TV_PROFILE_VIEW_COMPARED % 2]);
    }
  gtk_widget_add_css_class (GTK_WIDGET (self), "beside");
  self->search = tv_profile_search_new (self);
  entry = tv_profile_search_get_entry (self->search);
  gtk_widget_insert_after (entry, GTK_WIDGET (self), NULL);
}

static void
tv_profile_panel_constructed (GObject *object)
{
  G_OBJECT_CLASS (tv_profile_panel_parent_class)->constructed (object);
  if (TV_PROFILE_PANEL (object)->beside)
    build_list (TV_PROFILE_PANEL (object));
}

static void
tv_profile_panel_finalize (GObject *object)
{
  g_clear_pointer (&TV_PROFILE_PANEL (object)->search, tv_profile_search_free);
  g_object_unref (TV_PROFILE_PANEL (object)->layout);

  G_OBJECT_CLASS (tv_profile_panel_parent_class)->finalize (object);
}

static void
tv_profile_panel_class_init (TvProfilePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  object_class->constructed = tv_profile_panel_constructed;
  object_class->finalize = tv_profile_panel_finalize;
  object_class->get_property = tv_profile_panel_get_property;
  object_class->set_property = tv_profile_panel_set_property;
  view_class->prefix = "profile";
  view_class->row_menu = &tv_profile_row_menu;
  view_class->session_changed = session_changed;
  view_class->seen_changed = seen_changed;
  view_class->get_target = tv_profile_panel_get_target;
  view_class->dup_name = tv_profile_panel_dup_name;
  view_class->activate_row = activate_row;

  properties[PROP_BOTH_CLOCKS] = g_param_spec_boolean (
      "both-clocks", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TOPLEVEL] = g_param_spec_boolean (
      "toplevel", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_BESIDE] = g_param_spec_boolean (
      "beside", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  g_signal_new ("emptied", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "profile");
}

static void
tv_profile_panel_init (TvProfilePanel *self)
{
  TvView *view = TV_VIEW (self);
  GtkWidget *scrolled = tv_view_make_table (view);

  self->table = tv_view_get_table (view);
  self->unit = TV_TIME_UNIT_MS;
  self->layout = tv_column_layout_new (tv_profile_columns_get (), TV_PROFILE_N_COLUMNS);
  g_signal_connect_object (self->layout, "changed", G_CALLBACK (update_needs_lengths),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (tv_table_view_get_rows (self->table), "clicked",
                    G_CALLBACK (on_row_clicked), self);
  add_actions (self);
  tv_view_listen (view, "notify::primary-clock", G_CALLBACK (on_clock_changed));
  tv_view_listen (view, "notify::packages",
                  G_CALLBACK (tv_profile_panel_update_actions));
  tv_view_set_content (view, tv_view_make_placeholder (view, scrolled, NULL));
  tv_profile_panel_update_actions (self);
}

GtkWidget *
tv_profile_panel_new (void)
{
  return g_object_new (TV_TYPE_PROFILE_PANEL, NULL);
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
