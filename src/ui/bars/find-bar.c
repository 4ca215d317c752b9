/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/find-bar.h"

#include "ui/bars/transform-bar.h"
#include "ui/session/pending.h"
#include "ui/session/session-find.h"

#include <glib/gi18n-lib.h>

struct _TvFindBar
{
  GtkWidget parent_instance;

  GtkWidget *table; /* weak: gets the focus when the bar closes */
  GtkSearchBar *bar;
  GtkWidget *entry;
  GtkWidget *status;
  GtkWidget *error;

  GSimpleActionGroup *actions;
  TvTraceSession *session;
  TvSessionFind *find; /* of the session, NULL without one */
  TvPending *pending;  /* while the position of the current hit is unknown */
  TvNameMatch match;
  gboolean class_only;
};

G_DEFINE_FINAL_TYPE (TvFindBar, tv_find_bar, GTK_TYPE_WIDGET)

static void
forget_find (TvFindBar *self)
{
  if (self->find == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->find, self);
  tv_session_find_stop (self->find);
  self->find = NULL;
  g_clear_object (&self->session);
}

/* Results */

static void
set_error (TvFindBar *self, const char *error)
{
  gtk_label_set_label (GTK_LABEL (self->error), error != NULL ? error : "");
  gtk_widget_set_visible (self->error, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      error != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
on_find_changed (TvFindBar *self)
{
  g_autofree char *status = tv_session_find_dup_status (self->find);

  if (g_strcmp0 (status, gtk_label_get_label (GTK_LABEL (self->status))) != 0)
    gtk_label_set_label (GTK_LABEL (self->status), status);
  set_error (self, tv_session_find_get_error (self->find));
}

/* Searches for the text of the entry. */
static void
search (TvFindBar *self)
{
  if (self->find != NULL)
    tv_session_find_search (self->find,
                            gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                            self->match, self->class_only);
}

/* Goes to another hit. Opens the bar if it is closed, since it has no hits then. */
static void
step (TvFindBar *self, gboolean forward)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    g_action_group_activate_action (G_ACTION_GROUP (self->actions), "show", NULL);
  else if (self->find != NULL)
    tv_session_find_step (self->find, forward);
}

static void
go_to_next (TvFindBar *self)
{
  step (self, TRUE);
}

static void
go_to_previous (TvFindBar *self)
{
  step (self, FALSE);
}

/* Closes the bar. Returns FALSE if it was closed already. */
static gboolean
close_bar (TvFindBar *self)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    return FALSE;
  gtk_search_bar_set_search_mode (self->bar, FALSE);
  return TRUE;
}

/* Escape in the entry and the bar's own button also close the bar. */
static void
on_mode_changed (GtkSearchBar *bar, GParamSpec *pspec, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  if (gtk_search_bar_get_search_mode (bar))
    {
      if (self->find != NULL)
        tv_session_find_prepare (self->find);
      return;
    }
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (self->find != NULL)
    tv_session_find_stop (self->find);
  if (self->table != NULL)
    (void) gtk_widget_grab_focus (self->table);
}

/* Actions, for menus and keys of the whole window */

static const char *const match_names[] = { "text", "words", "regex" };

static void
show (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  gtk_search_bar_set_search_mode (self->bar, TRUE);
  /* GTK drops keys of a widget that is not realized, as it is before the next frame. */
  gtk_widget_realize (
      GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (TV_FIND_BAR (user_data), TRUE);
}

static void
previous (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (TV_FIND_BAR (user_data), FALSE);
}

static void
change_match (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (match_names); i++)
    if (g_str_equal (name, match_names[i]))
      {
        self->match = (TvNameMatch) i;
        g_simple_action_set_state (action, state);
        search (self);
      }
}

static void
change_class_only (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  self->class_only = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  search (self);
}

static void
change_only_hits (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  g_simple_action_set_state (action, state);
  if (self->find != NULL)
    tv_session_find_set_only_hits (self->find, g_variant_get_boolean (state));
}

static void
add_actions (TvFindBar *self)
{
  static const GActionEntry entries[] = {
    { "show", show, NULL, NULL, NULL, { 0 } },
    { "next", next, NULL, NULL, NULL, { 0 } },
    { "previous", previous, NULL, NULL, NULL, { 0 } },
    { "match", NULL, "s", "'text'", change_match, { 0 } },
    { "class-only", NULL, NULL, "false", change_class_only, { 0 } },
    { "only-hits", NULL, NULL, "false", change_only_hits, { 0 } },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "find",
                                  G_ACTION_GROUP (self->actions));
}

static void
enable_actions (TvFindBar *self)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (self->actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                     G_ACTION_MAP (self->actions), names[i])),
                                 self->find != NULL);
}

/* Keys of the bar, and keys of the table that open it */

static gboolean
focus_table (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);

  return self->table != NULL && gtk_widget_grab_focus (self->table);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  return close_bar (TV_FIND_BAR (user_data));
}

static void
add_keys (GtkEventController *controller, const char *keys, GtkShortcutAction *action)
{
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys), action));
}

static void
add_entry_keys (TvFindBar *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  add_keys (controller, "<Shift>Return|<Shift>KP_Enter|<Shift>ISO_Enter",
            gtk_named_action_new ("find.previous"));
  add_keys (controller, "Down|KP_Down",
            gtk_callback_action_new (focus_table, self, NULL));
  gtk_widget_add_controller (self->entry, controller);
}

static void
add_escape (TvFindBar *self, GtkWidget *widget)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  add_keys (controller, "Escape", gtk_callback_action_new (on_escape, self, NULL));
  gtk_widget_add_controller (widget, controller);
}

/* Whether a key types a character. Space does not count: it selects a row. */
static gboolean
is_typed (guint key, GdkModifierType modifiers)
{
  const gunichar character = gdk_keyval_to_unicode (key);

  return character != 0 && g_unichar_isgraph (character)
         && (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == 0;
}

/* In the table a slash opens the bar. Letters are added while it is open, and mean what
 * they mean elsewhere while it is closed. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code,
                GdkModifierType modifiers, gpointer user_data)
{
  TvFindBar *self = TV_FIND_BAR (user_data);
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));

  if (self->find == NULL || !is_typed (key, modifiers) || tv_transform_bar_has_key (key)
      || (key != GDK_KEY_slash && !gtk_search_bar_get_search_mode (self->bar)))
    return GDK_EVENT_PROPAGATE;
  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_text_grab_focus_without_selecting (GTK_TEXT (text));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  return key == GDK_KEY_slash || gtk_event_controller_key_forward (controller, text);
}

/* Construction */

static void
set_accessible_label (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
name_entry (TvFindBar *self, const char *name)
{
  g_object_set (self->entry, "placeholder-text", name, NULL);
  set_accessible_label (self->entry, name);
}

static GtkWidget *
make_entry (TvFindBar *self)
{
  self->entry = gtk_search_entry_new ();
  name_entry (self, _ ("Find methods"));
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 24);
  /* Not `search-changed`, which waits for a pause in typing. */
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (search), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (go_to_next), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "next-match", G_CALLBACK (go_to_next), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "previous-match", G_CALLBACK (go_to_previous),
                           self, G_CONNECT_SWAPPED);
  return self->entry;
}

static GtkWidget *
make_step_button (const char *icon, const char *action, const char *title)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, title);
  set_accessible_label (button, title);
  return button;
}

static GtkWidget *
make_step_buttons (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), make_step_button ("go-up-symbolic", "find.previous",
                                                   _ ("Previous Hit")));
  gtk_box_append (GTK_BOX (box),
                  make_step_button ("go-down-symbolic", "find.next", _ ("Next Hit")));
  return box;
}

static GtkWidget *
make_mode_button (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) matches = g_menu_new ();
  g_autoptr (GMenu) where = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  g_menu_append (matches, _ ("_Text"), "find.match::text");
  g_menu_append (matches, _ ("_All Words"), "find.match::words");
  g_menu_append (matches, _ ("_Regular Expression"), "find.match::regex");
  g_menu_append (where, _ ("_Class Only"), "find.class-only");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (matches));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (where));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Find Options"));
  set_accessible_label (button, _ ("Find Options"));
  return button;
}

static GtkWidget *
make_filter_button (void)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("Show Only _Hits"));

  /* For a narrow window. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "find.only-hits");
  gtk_widget_set_tooltip_text (button, _ ("Hide All Others"));
  set_accessible_label (button, gtk_label_get_text (GTK_LABEL (label)));
  return button;
}

static GtkWidget *
make_status (TvFindBar *self)
{
  /* Screen readers read this role whenever it changes. */
  self->status = g_object_new (
      GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, "ellipsize",
      PANGO_ELLIPSIZE_END, "width-chars", 12, "xalign", 0.0, NULL);
  gtk_widget_add_css_class (self->status, "status");
  gtk_widget_set_hexpand (self->status, TRUE);
  return self->status;
}

static GtkWidget *
make_error (TvFindBar *self)
{
  self->error
      = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT,
                      "wrap", TRUE, "xalign", 0.0, "visible", FALSE, NULL);
  gtk_widget_add_css_class (self->error, "error");
  return self->error;
}

static GtkWidget *
make_content (TvFindBar *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (line), make_entry (self));
  gtk_box_append (GTK_BOX (line), make_step_buttons ());
  gtk_box_append (GTK_BOX (line), make_mode_button ());
  gtk_box_append (GTK_BOX (line), make_filter_button ());
  gtk_box_append (GTK_BOX (line), make_status (self));
  gtk_box_append (GTK_BOX (content), line);
  gtk_box_append (GTK_BOX (content), make_error (self));
  gtk_widget_set_hexpand (content, TRUE);
  return content;
}

static void
tv_find_bar_dispose (GObject *object)
{
  TvFindBar *self = TV_FIND_BAR (object);
  GtkWidget *bar = GTK_WIDGET (g_steal_pointer (&self->bar));

  forget_find (self);
  g_clear_pointer (&self->pending, tv_pending_free);
  g_clear_weak_pointer (&self->table);
  g_clear_pointer (&bar, gtk_widget_unparent);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (tv_find_bar_parent_class)->dispose (object);
}

static void
tv_find_bar_class_init (TvFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_find_bar_dispose;
  gtk_widget_class_set_css_name (widget_class, "findbar");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
}

static void
tv_find_bar_init (TvFindBar *self)
{
  self->pending = tv_pending_new (GTK_WIDGET (self));
  add_actions (self);
  self->bar = GTK_SEARCH_BAR (gtk_search_bar_new ());
  gtk_search_bar_set_child (self->bar, make_content (self));
  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
  g_signal_connect_object (self->bar, "notify::search-mode-enabled",
                           G_CALLBACK (on_mode_changed), self, 0);
  gtk_widget_set_parent (GTK_WIDGET (self->bar), GTK_WIDGET (self));
  add_entry_keys (self);
  add_escape (self, GTK_WIDGET (self));
  enable_actions (self);
}

/**
 * tv_find_bar_set_table:
 * @self: a bar
 * @table: the widget that lists the methods. Typing there opens the bar, except for the
 *   letters of transforms; a slash opens it without being typed. The table gets the
 *   focus when the bar closes
 *
 * To be called once.
 */
void
tv_find_bar_set_table (TvFindBar *self, GtkWidget *table)
{
  GtkEventController *typing;

  g_return_if_fail (TV_IS_FIND_BAR (self));
  g_return_if_fail (GTK_IS_WIDGET (table));
  g_return_if_fail (self->table == NULL);

  g_set_weak_pointer (&self->table, table);
  add_escape (self, table);
  typing = gtk_event_controller_key_new ();
  g_signal_connect_object (typing, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  gtk_widget_add_controller (table, typing);
}

/**
 * tv_find_bar_set_session:
 * @self: a bar
 * @session: (nullable): the session to search, %NULL for none
 *
 * Changes the session. An open bar searches it for the same text.
 */
void
tv_find_bar_set_session (TvFindBar *self, TvTraceSession *session)
{
  g_autoptr (GVariant) only_hits = NULL;

  g_return_if_fail (TV_IS_FIND_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  forget_find (self);
  tv_pending_set_session (self->pending, session);
  if (session != NULL)
    {
      self->session = g_object_ref (session);
      self->find = tv_trace_session_get_find (session);
      name_entry (self, tv_trace_session_get_text (session, N_ ("Find methods")));
      g_signal_connect_swapped (self->find, "changed", G_CALLBACK (on_find_changed),
                                self);
      only_hits = g_action_group_get_action_state (G_ACTION_GROUP (self->actions),
                                                   "only-hits");
      tv_session_find_set_only_hits (self->find, g_variant_get_boolean (only_hits));
      search (self);
    }
  enable_actions (self);
}

/**
 * tv_find_bar_get_action_group:
 * @self: a bar
 *
 * Returns: (transfer none): its actions, to be inserted as `find`
 */
GActionGroup *
tv_find_bar_get_action_group (TvFindBar *self)
{
  g_return_val_if_fail (TV_IS_FIND_BAR (self), NULL);

  return G_ACTION_GROUP (self->actions);
}
