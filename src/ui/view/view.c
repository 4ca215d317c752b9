/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/view/view.h"

#include "ui/session/pending.h"
#include "ui/session/session-find.h"
#include "ui/widgets/fit.h"
#include "ui/widgets/placeholder.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTraceSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *find_signals;
  TvPending *pending;
  TvJob *longest_job;
  gboolean is_seen;

  GSimpleActionGroup *actions;
  GtkWidget *options;         /* NULL without options */
  GMenu *menu;                /* the same for where there is little room */
  TvPlaceholder *placeholder; /* with the content in it */
  TvTableView *table;         /* NULL without a table */
  GtkWidget *focus;           /* gets the focus of the view */
  TvNoticeBar *notice;
  TvTableCopier *copier;
} TvViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TvView, tv_view, GTK_TYPE_WIDGET)

enum
{
  PROP_SESSION = 1
};

static GParamSpec *session_property;

static TvViewPrivate *
get_private (gpointer self)
{
  return tv_view_get_instance_private (self);
}

/* The target */

static gboolean
get_target (TvView *self, TvRowTarget *target)
{
  TvViewClass *klass = TV_VIEW_GET_CLASS (self);

  *target = TV_ROW_TARGET_NONE;
  return get_private (self)->session != NULL && klass->get_target != NULL
         && klass->get_target (self, target);
}

static void
show_in_timeline (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvViewPrivate *priv = get_private (user_data);
  g_auto (TvRowTarget) target = TV_ROW_TARGET_NONE;

  if (get_target (user_data, &target))
    tv_row_target_show_in_timeline (&target, priv->session, user_data,
                                    &priv->longest_job);
}

/* @text: (transfer full) */
static void
copy (TvView *self, char *text)
{
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_free (text);
}

static char *
dup_name (TvView *self, const char *how)
{
  g_auto (TvRowTarget) target = TV_ROW_TARGET_NONE;

  return get_target (self, &target) ? tv_row_target_dup_name (&target, how) : NULL;
}

static void
copy_name (GSimpleAction *action, GVariant *how, gpointer user_data)
{
  copy (user_data, TV_VIEW_GET_CLASS (user_data)->dup_name (
                       user_data, g_variant_get_string (how, NULL)));
}

static void
copy_stack (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_auto (TvRowTarget) target = TV_ROW_TARGET_NONE;

  if (get_target (user_data, &target))
    copy (user_data, tv_row_target_dup_stack (&target));
}

static void
copy_row (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  copy (user_data, tv_table_view_dup_selected_text (get_private (user_data)->table));
}

static void
copy_rows (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTakenRows taken;

  if (tv_view_take_rows (user_data, &taken))
    tv_table_copier_copy (get_private (user_data)->copier, &taken, TV_TABLE_TSV);
  else
    gtk_widget_error_bell (user_data);
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tv_row_menu_open (TV_VIEW_GET_CLASS (user_data)->row_menu,
                    tv_table_view_get_rows (get_private (user_data)->table), user_data);
}

static const GActionEntry target_actions[] = {
  { "show-in-timeline", show_in_timeline, NULL, NULL, NULL, { 0 } },
  { "copy-name", copy_name, "s", NULL, NULL, { 0 } },
  { "copy-stack", copy_stack, NULL, NULL, NULL, { 0 } },
};

static const GActionEntry table_actions[] = {
  { "copy-row", copy_row, NULL, NULL, NULL, { 0 } },
  { "copy-rows", copy_rows, NULL, NULL, NULL, { 0 } },
  { "row-menu", open_menu, NULL, NULL, NULL, { 0 } },
};

static void
update_actions (TvView *self)
{
  TvViewPrivate *priv = get_private (self);

  for (guint i = 0; i < G_N_ELEMENTS (target_actions); i++)
    tv_view_set_enabled (self, target_actions[i].name, priv->session != NULL);
  for (guint i = 0; priv->table != NULL && i < G_N_ELEMENTS (table_actions); i++)
    tv_view_set_enabled (self, table_actions[i].name, priv->session != NULL);
}

/* The session */

static gboolean
on_find_step (TvView *self, gboolean forward, TvSessionFind *find)
{
  TvMethodSet *hits = tv_session_find_get_hits (find);
  TvViewClass *klass = TV_VIEW_GET_CLASS (self);

  return hits != NULL && tv_view_is_seen (self) && klass->find_step != NULL
         && klass->find_step (self, hits, forward);
}

/**
 * tv_view_get_session:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): its session
 */
TvTraceSession *
tv_view_get_session (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return get_private (self)->session;
}

/**
 * tv_view_set_session:
 * @self: a view
 * @session: (nullable): a session, %NULL for none
 *
 * Shows another session. The order and the open rows of a reloaded trace are kept.
 */
void
tv_view_set_session (TvView *self, TvTraceSession *session)
{
  TvViewPrivate *priv;
  g_autoptr (TvTraceSession) before = NULL;

  g_return_if_fail (TV_IS_VIEW (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  priv = get_private (self);
  if (session == priv->session)
    return;
  tv_job_cancel (&priv->longest_job);
  g_signal_group_set_target (priv->session_signals, NULL);
  before = g_steal_pointer (&priv->session);
  priv->session = session != NULL ? g_object_ref (session) : NULL;
  update_actions (self);
  TV_VIEW_GET_CLASS (self)->session_changed (self);
  g_signal_group_set_target (priv->session_signals, session);
  g_signal_group_set_target (
      priv->find_signals, session != NULL ? tv_trace_session_get_find (session) : NULL);
  tv_pending_set_session (priv->pending, session);
  g_object_notify_by_pspec (G_OBJECT (self), session_property);
}

/**
 * tv_view_is_seen:
 * @self: a view
 *
 * Returns: whether it is visible and may start workers
 */
gboolean
tv_view_is_seen (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);

  return get_private (self)->is_seen;
}

/**
 * tv_view_get_action_group:
 * @self: a view
 *
 * Returns: (transfer none): its actions, which have the prefix of its class
 */
GActionGroup *
tv_view_get_action_group (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return G_ACTION_GROUP (get_private (self)->actions);
}

/**
 * tv_view_get_table:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the table in it
 */
TvTableView *
tv_view_get_table (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return get_private (self)->table;
}

/**
 * tv_view_get_notice:
 * @self: a view
 *
 * Returns: (transfer none): the bar under the content that reports results and errors
 */
TvNoticeBar *
tv_view_get_notice (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return get_private (self)->notice;
}

/**
 * tv_view_get_copier:
 * @self: a view
 *
 * Returns: (transfer none): the object that copies and exports its rows
 */
TvTableCopier *
tv_view_get_copier (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return get_private (self)->copier;
}

/**
 * tv_view_take_rows:
 * @self: a view with a table
 * @taken: (out): a copy of all its rows
 *
 * Returns: whether there are any
 */
gboolean
tv_view_take_rows (TvView *self, TvTakenRows *taken)
{
  g_return_val_if_fail (TV_IS_VIEW (self), FALSE);
  g_return_val_if_fail (taken != NULL, FALSE);

  return get_private (self)->session != NULL
         && TV_VIEW_GET_CLASS (self)->take_rows (self, taken);
}

static gboolean
take_rows (TvView *self, TvTakenRows *taken)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n = tv_table_columns_list_shown (
      tv_table_view_get_columns (get_private (self)->table), columns);
  TvTableExport *table = TV_VIEW_GET_CLASS (self)->export_rows (self, columns, n);

  if (table != NULL)
    *taken = tv_table_export_take_rows (table);
  return table != NULL;
}

/* Life */

static gboolean
tv_view_mnemonic_activate (GtkWidget *widget, gboolean group_cycling)
{
  return gtk_widget_grab_focus (get_private (widget)->focus);
}

static void
set_seen (TvView *self, gboolean seen)
{
  TvViewClass *klass = TV_VIEW_GET_CLASS (self);

  get_private (self)->is_seen = seen;
  if (klass->seen_changed != NULL)
    klass->seen_changed (self);
}

static void
tv_view_map (GtkWidget *widget)
{
  GtkWidget *options = get_private (widget)->options;

  if (options != NULL && gtk_widget_get_parent (options) == NULL)
    gtk_widget_insert_after (options, widget, NULL);
  GTK_WIDGET_CLASS (tv_view_parent_class)->map (widget);
  set_seen (TV_VIEW (widget), TRUE);
}

static void
tv_view_unmap (GtkWidget *widget)
{
  tv_job_cancel (&get_private (widget)->longest_job);
  GTK_WIDGET_CLASS (tv_view_parent_class)->unmap (widget);
  set_seen (TV_VIEW (widget), FALSE);
}

/* The group may outlive the view that its actions point to. */
static void
remove_actions (TvView *self)
{
  TvViewPrivate *priv = get_private (self);
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (priv->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (priv->actions), names[i]);
}

static void
tv_view_dispose (GObject *object)
{
  TvViewPrivate *priv = get_private (object);
  GtkWidget *child;

  tv_view_set_session (TV_VIEW (object), NULL);
  tv_table_copier_stop (priv->copier);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  remove_actions (TV_VIEW (object));

  G_OBJECT_CLASS (tv_view_parent_class)->dispose (object);
}

static void
tv_view_finalize (GObject *object)
{
  TvViewPrivate *priv = get_private (object);

  g_object_unref (priv->session_signals);
  g_object_unref (priv->find_signals);
  g_object_unref (priv->copier);
  g_clear_object (&priv->options);
  g_clear_object (&priv->menu);
  g_object_unref (priv->actions);
  tv_pending_free (priv->pending);

  G_OBJECT_CLASS (tv_view_parent_class)->finalize (object);
}

static void
tv_view_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, get_private (object)->session);
}

static void
tv_view_set_property (GObject *object, guint prop_id, const GValue *value,
                      GParamSpec *pspec)
{
  tv_view_set_session (TV_VIEW (object), g_value_get_object (value));
}

static void
tv_view_constructed (GObject *object)
{
  G_OBJECT_CLASS (tv_view_parent_class)->constructed (object);
  gtk_widget_insert_action_group (GTK_WIDGET (object),
                                  TV_VIEW_GET_CLASS (object)->prefix,
                                  tv_view_get_action_group (TV_VIEW (object)));
}

static void
tv_view_class_init (TvViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  klass->dup_name = dup_name;
  klass->take_rows = take_rows;
  object_class->constructed = tv_view_constructed;
  object_class->dispose = tv_view_dispose;
  object_class->finalize = tv_view_finalize;
  object_class->get_property = tv_view_get_property;
  object_class->set_property = tv_view_set_property;
  widget_class->mnemonic_activate = tv_view_mnemonic_activate;
  widget_class->map = tv_view_map;
  widget_class->unmap = tv_view_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  session_property = g_param_spec_object ("session", NULL, NULL, TV_TYPE_TRACE_SESSION,
                                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                              | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (object_class, PROP_SESSION, session_property);
}

static void
tv_view_init (TvView *self)
{
  TvViewPrivate *priv = get_private (self);

  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
      GTK_ORIENTATION_VERTICAL);
  priv->session_signals = g_signal_group_new (TV_TYPE_TRACE_SESSION);
  priv->find_signals = g_signal_group_new (TV_TYPE_SESSION_FIND);
  g_signal_group_connect_swapped (priv->find_signals, "step", G_CALLBACK (on_find_step),
                                  self);
  priv->pending = tv_pending_new (GTK_WIDGET (self));
  priv->notice = TV_NOTICE_BAR (tv_notice_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (priv->notice), GTK_WIDGET (self));
  priv->copier = tv_table_copier_new (priv->notice);
  priv->actions = g_simple_action_group_new ();
  tv_view_add_actions (self, target_actions, G_N_ELEMENTS (target_actions));
  update_actions (self);
}

/* For subclasses */

/**
 * tv_view_listen:
 * @self: a view
 * @signal: a signal of the session
 * @callback: called with the view
 *
 * Connects to a signal of each session that the view shows.
 */
void
tv_view_listen (TvView *self, const char *signal, GCallback callback)
{
  g_signal_group_connect_swapped (get_private (self)->session_signals, signal, callback,
                                  self);
}

/**
 * tv_view_add_actions:
 * @self: a view
 * @entries: (array length=n): actions, called with the view
 * @n: their number
 *
 * Adds actions, which may replace those that each view has.
 */
void
tv_view_add_actions (TvView *self, const GActionEntry *entries, guint n)
{
  TvViewPrivate *priv = get_private (self);

  g_action_map_add_action_entries (G_ACTION_MAP (priv->actions), entries, (gint) n,
                                   self);
}

/**
 * tv_view_set_enabled:
 * @self: a view
 * @action: one of its actions
 * @enabled: whether it can be used
 */
void
tv_view_set_enabled (TvView *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                   G_ACTION_MAP (get_private (self)->actions), action)),
                               enabled);
}

/**
 * tv_view_add_options:
 * @self: a view without options
 *
 * Returns: (transfer none): the row of options, see tv_view_get_options()
 */
GtkWidget *
tv_view_add_options (TvView *self)
{
  TvViewPrivate *priv = get_private (self);

  priv->menu = g_menu_new ();
  priv->options
      = g_object_ref_sink (tv_fit_row_new (G_MENU_MODEL (priv->menu), _ ("Options")));
  gtk_widget_add_css_class (priv->options, "options");
  gtk_widget_insert_action_group (priv->options, TV_VIEW_GET_CLASS (self)->prefix,
                                  tv_view_get_action_group (self));
  return priv->options;
}

/**
 * tv_view_get_menu:
 * @self: a view with options
 *
 * Returns: (transfer none): the menu that has what there is no room for
 */
GMenu *
tv_view_get_menu (TvView *self)
{
  return get_private (self)->menu;
}

/**
 * tv_view_get_options:
 * @self: a view
 *
 * Gets the row of options for a line that others share. A view whose row has no parent
 * shows it above its content.
 *
 * Returns: (transfer none) (nullable): the row, %NULL for none
 */
GtkWidget *
tv_view_get_options (TvView *self)
{
  g_return_val_if_fail (TV_IS_VIEW (self), NULL);

  return get_private (self)->options;
}

/**
 * tv_view_add_toggle:
 * @self: a view with options
 * @label: with a mnemonic
 * @tooltip: what it does
 * @property: a boolean property of the view
 *
 * Adds a button for a property to the options, and an action of the same name.
 *
 * Returns: (transfer none): the button
 */
GtkWidget *
tv_view_add_toggle (TvView *self, const char *label, const char *tooltip,
                    const char *property)
{
  TvViewPrivate *priv = get_private (self);
  GtkWidget *toggle = gtk_toggle_button_new_with_mnemonic (label);
  g_autoptr (GPropertyAction) state
      = g_property_action_new (property, toggle, "active");
  g_autofree char *action
      = g_strconcat (TV_VIEW_GET_CLASS (self)->prefix, ".", property, NULL);

  gtk_widget_set_tooltip_text (toggle, tooltip);
  /* The keys of the view go on to work. */
  gtk_widget_set_focus_on_click (toggle, FALSE);
  gtk_box_append (GTK_BOX (priv->options), toggle);
  g_menu_append (priv->menu, label, action);
  g_action_map_add_action (G_ACTION_MAP (priv->actions), G_ACTION (state));
  g_object_bind_property (self, property, toggle, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  return toggle;
}

static void
on_row_activated (TvView *self, guint position)
{
  if (get_private (self)->session != NULL)
    TV_VIEW_GET_CLASS (self)->activate_row (self, position);
}

/**
 * tv_view_make_table:
 * @self: a view without a table
 *
 * Makes the table of the view, with the menu and the keys of its rows.
 *
 * Returns: (transfer floating): the table in a scrolled window
 */
GtkWidget *
tv_view_make_table (TvView *self)
{
  TvViewPrivate *priv = get_private (self);
  GtkWidget *scrolled = tv_table_view_new_scrolled (&priv->table);
  TvTableRows *rows = tv_table_view_get_rows (priv->table);

  priv->focus = GTK_WIDGET (rows);
  g_signal_connect_swapped (rows, "activate", G_CALLBACK (on_row_activated), self);
  tv_row_menu_add (TV_VIEW_GET_CLASS (self)->row_menu, rows, GTK_WIDGET (self));
  tv_view_add_actions (self, table_actions, G_N_ELEMENTS (table_actions));
  update_actions (self);
  return scrolled;
}

/**
 * tv_view_make_split:
 * @start: a widget
 * @end: a widget beside it
 * @place: sets the position as soon as there is a layout, and disconnects itself: GTK
 *   keeps the proportion afterwards
 *
 * Returns: (transfer floating): both
 */
GtkWidget *
tv_view_make_split (GtkWidget *start, GtkWidget *end, void (*place) (GtkPaned *paned))
{
  GtkWidget *paned
      = g_object_new (GTK_TYPE_PANED, "start-child", start, "end-child", end,
                      "shrink-start-child", FALSE, "shrink-end-child", FALSE, NULL);

  g_signal_connect (paned, "notify::max-position", G_CALLBACK (place), NULL);
  return paned;
}

/**
 * tv_view_make_placeholder:
 * @self: a view without one
 * @content: a widget
 * @hidden_focus: (nullable): see tv_placeholder_new()
 *
 * Returns: (transfer floating): shows @content, or the sentence of tv_view_say()
 */
GtkWidget *
tv_view_make_placeholder (TvView *self, GtkWidget *content, GtkWidget *hidden_focus)
{
  GtkWidget *placeholder = tv_placeholder_new (content, hidden_focus);

  get_private (self)->placeholder = TV_PLACEHOLDER (placeholder);
  return placeholder;
}

/**
 * tv_view_set_content:
 * @self: a view without content
 * @content: the widget between the options and the notice
 */
void
tv_view_set_content (TvView *self, GtkWidget *content)
{
  gtk_widget_set_vexpand (content, TRUE);
  gtk_widget_insert_before (content, GTK_WIDGET (self),
                            GTK_WIDGET (get_private (self)->notice));
}

/**
 * tv_view_set_focus:
 * @self: a view
 * @focus: a widget in it
 *
 * Sets the widget that gets the focus when the user goes to the view, instead of the
 * first option. By default, these are the rows of the table.
 */
void
tv_view_set_focus (TvView *self, GtkWidget *focus)
{
  get_private (self)->focus = focus;
}

/**
 * tv_view_say:
 * @self: a view
 * @sentence: (nullable): why there is nothing to show, see tv_placeholder_say()
 */
void
tv_view_say (TvView *self, const char *sentence)
{
  tv_placeholder_say (get_private (self)->placeholder, sentence);
}

/**
 * tv_view_say_soon:
 * @self: a view
 * @sentence: what the view is waiting for, see tv_placeholder_say_soon()
 */
void
tv_view_say_soon (TvView *self, const char *sentence)
{
  tv_placeholder_say_soon (get_private (self)->placeholder, sentence);
}

/**
 * tv_view_set_asking:
 * @self: a view
 * @asking: whether a worker of the view is busy, see tv_pending_set_asking()
 */
void
tv_view_set_asking (TvView *self, gboolean asking)
{
  tv_pending_set_asking (get_private (self)->pending, asking);
}
