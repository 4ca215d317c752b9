/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"
#include "ui/bars/find-bar-private.h"

#include <glib/gi18n-lib.h>

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

static void
tv_find_bar_dispose (GObject *object)
{
  TvFindBar *self = TV_FIND_BAR (object);
  GtkWidget *bar = GTK_WIDGET (g_steal_pointer (&self->bar));

  forget_find (self);
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
}

/* What is found */

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
follow_find (TvFindBar *self)
{
  g_autofree char *status = tv_session_find_dup_status (self->find);

  if (g_strcmp0 (status, gtk_label_get_label (GTK_LABEL (self->status))) != 0)
    gtk_label_set_label (GTK_LABEL (self->status), status);
  set_error (self, tv_session_find_get_error (self->find));
}

/* Looks for what the entry says. */
void
tv_find_bar_search (TvFindBar *self)
{
  if (self->find != NULL)
    tv_session_find_search (self->find,
                            gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                            self->match, self->class_only);
}

/* Goes to another hit. A closed bar opens, for there is nothing to go to. */
void
tv_find_bar_step (TvFindBar *self, gboolean forward)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    g_action_group_activate_action (G_ACTION_GROUP (self->actions), "show", NULL);
  else if (self->find != NULL)
    tv_session_find_step (self->find, forward);
}

static void
go_to_next (TvFindBar *self)
{
  tv_find_bar_step (self, TRUE);
}

static void
go_to_previous (TvFindBar *self)
{
  tv_find_bar_step (self, FALSE);
}

/* Closes the bar, looks for nothing any more, and gives the focus to the table. */
gboolean
tv_find_bar_close (TvFindBar *self)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    return FALSE;
  gtk_search_bar_set_search_mode (self->bar, FALSE);
  return TRUE;
}

/* It closes also by the entry's Escape and by its own button. */
static void
follow_mode (GtkSearchBar *bar, GParamSpec *pspec, gpointer user_data)
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
  (void) gtk_widget_grab_focus (self->table);
}

/* Construction */

static void
set_accessible_label (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
make_entry (TvFindBar *self)
{
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Find methods"), NULL);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 50);
  set_accessible_label (self->entry, _ ("Find methods"));
  /* Not `search-changed`, which waits for the end of typing. */
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (tv_find_bar_search),
                           self, G_CONNECT_SWAPPED);
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

  /* In a narrow window. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "find.only-hits");
  gtk_widget_set_tooltip_text (button, _ ("Hide All Other Methods"));
  return button;
}

static GtkWidget *
make_status (TvFindBar *self)
{
  /* A role that is read out whenever it changes. */
  self->status = g_object_new (
      GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, "ellipsize",
      PANGO_ELLIPSIZE_END, "width-chars", 6, "xalign", 0.0, NULL);
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

/**
 * tv_find_bar_new:
 * @table: what is found in: typing there opens the bar, and it has the focus when the
 *   bar closes. Must outlive the bar's use
 *
 * Returns: (transfer floating): a closed bar
 */
GtkWidget *
tv_find_bar_new (GtkWidget *table)
{
  TvFindBar *self;

  g_return_val_if_fail (GTK_IS_WIDGET (table), NULL);

  self = g_object_new (TV_TYPE_FIND_BAR, NULL);
  self->table = table;
  tv_find_bar_add_actions (self);
  self->bar = GTK_SEARCH_BAR (gtk_search_bar_new ());
  gtk_search_bar_set_child (self->bar, make_content (self));
  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
  g_signal_connect_object (self->bar, "notify::search-mode-enabled",
                           G_CALLBACK (follow_mode), self, 0);
  gtk_widget_set_parent (GTK_WIDGET (self->bar), GTK_WIDGET (self));
  tv_find_bar_add_keys (self);
  tv_find_bar_enable_actions (self);
  return GTK_WIDGET (self);
}

/**
 * tv_find_bar_set_session:
 * @self: a bar
 * @session: (nullable): where to find, %NULL for nowhere
 *
 * Finds in another session: the same as before if the bar is open.
 */
void
tv_find_bar_set_session (TvFindBar *self, TvTraceSession *session)
{
  g_autoptr (GVariant) only_hits = NULL;

  g_return_if_fail (TV_IS_FIND_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  forget_find (self);
  if (session != NULL)
    {
      self->session = g_object_ref (session);
      self->find = tv_trace_session_get_find (session);
      g_signal_connect_swapped (self->find, "changed", G_CALLBACK (follow_find), self);
      only_hits = g_action_group_get_action_state (G_ACTION_GROUP (self->actions),
                                                   "only-hits");
      tv_session_find_set_only_hits (self->find, g_variant_get_boolean (only_hits));
      tv_find_bar_search (self);
    }
  tv_find_bar_enable_actions (self);
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
