/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/package-bar.h"

#include "analysis/sums/package-filter.h"
#include "ui/profile/profile-outline.h"
#include "ui/profile/profile-row-actions.h"
#include "ui/profile/row-values.h"

#include <glib/gi18n-lib.h>

struct _TvPackageBar
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *label;
  GtkWidget *button;
  TvProfilePanel *panel;   /* %NULL once it stopped */
  TvPackageFilter *filter; /* %NULL while nothing is hidden */
};

G_DEFINE_FINAL_TYPE (TvPackageBar, tv_package_bar, GTK_TYPE_WIDGET)

static void
tv_package_bar_dispose (GObject *object)
{
  TvPackageBar *self = TV_PACKAGE_BAR (object);

  g_clear_pointer (&self->filter, tv_package_filter_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (tv_package_bar_parent_class)->dispose (object);
}

static void
tv_package_bar_class_init (TvPackageBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_package_bar_dispose;
  gtk_widget_class_set_css_name (widget_class, "packagebar");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
tv_package_bar_init (TvPackageBar *self)
{
  self->button = gtk_button_new_with_mnemonic (_ ("Show _All Packages"));
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->label = g_object_new (GTK_TYPE_LABEL, "accessible-role",
                              GTK_ACCESSIBLE_ROLE_STATUS, "xalign", 0.0, "hexpand",
                              TRUE, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button),
                                  "profile.show-all-packages");
  gtk_widget_set_margin_start (self->box, 6);
  gtk_widget_set_margin_end (self->box, 6);
  gtk_box_append (GTK_BOX (self->box), self->label);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static char *
dup_names (const TvPackageFilter *filter)
{
  const char *const *packages = tv_package_filter_get_packages (filter);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; packages[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            *packages[i] != '\0' ? packages[i]
                                                 : _ ("(default package)"));
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
say_what_is_hidden (TvPackageBar *self)
{
  g_autofree char *names = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), self->filter != NULL);
  if (self->filter == NULL)
    return;
  names = dup_names (self->filter);
  text = g_strdup_printf (tv_package_filter_is_only (self->filter)
                              ? _ ("Only the package %s is shown")
                              : _ ("Hidden packages: %s"),
                          names);
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, text);
}

/* Actions */

static GActionMap *
get_map (TvPackageBar *self)
{
  return G_ACTION_MAP (tv_profile_panel_get_action_group (self->panel));
}

static void
enable (TvPackageBar *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (get_map (self), name)), enabled);
}

static gboolean
has_focus (TvPackageBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->panel));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->panel));
}

static gboolean
is_empty (TvProfileTree *tree)
{
  return g_list_model_get_n_items (G_LIST_MODEL (tv_profile_tree_get_selection (tree)))
         == 0;
}

static void
take_filter (TvPackageBar *self, TvPackageFilter *filter)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (self->panel);
  const gboolean focused = has_focus (self);

  g_clear_pointer (&self->filter, tv_package_filter_unref);
  self->filter = filter;
  if (tree != NULL)
    tv_trace_session_set_packages (tv_profile_tree_get_session (tree), filter);
  say_what_is_hidden (self);
  enable (self, "show-all-packages", filter != NULL);
  /* The row that had the focus is gone, and nothing would hear the keys. */
  if (filter != NULL && focused && is_empty (tree))
    (void) gtk_widget_grab_focus (self->button);
}

/* One of those that stand under it, for a class or package. */
static guint32
find_method (TvProfileItem *row)
{
  guint32 group = tv_profile_item_get_index (row);
  TvProfileOutline *outline = NULL;
  const guint32 *members;
  guint n;

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_PACKAGE:
      outline = TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row));
      members = tv_profile_outline_get_classes (outline, group, &n);
      if (n == 0)
        return TV_METHOD_NONE;
      group = members[0];
      break;
    case TV_PROFILE_ITEM_CLASS:
      outline = TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row));
      break;
    case TV_PROFILE_ITEM_METHOD:
    case TV_PROFILE_ITEM_GROUP:
    case TV_PROFILE_ITEM_RELATIVE:
    case TV_PROFILE_ITEM_SELF:
    case TV_PROFILE_ITEM_WAIT:
    default:
      return tv_profile_item_get_target (row);
    }
  members = tv_profile_outline_get_methods (outline, group, &n);
  return n > 0 ? members[0] : TV_METHOD_NONE;
}

/* %NULL where the selected row is of none. */
static char *
dup_package (TvPackageBar *self)
{
  g_autoptr (TvProfileItem) row = tv_profile_panel_dup_selected_row (self->panel);
  const guint32 method = row != NULL ? find_method (row) : TV_METHOD_NONE;

  if (method == TV_METHOD_NONE)
    return NULL;
  return tv_method_dup_package (tv_trace_get_method (
      tv_trace_session_get_trace (tv_profile_panel_get_session (self->panel)), method));
}

static void
hide_package (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvPackageBar *self = TV_PACKAGE_BAR (user_data);
  g_autofree char *package = dup_package (self);
  g_autoptr (GPtrArray) hidden = g_ptr_array_new ();

  if (package == NULL)
    return;
  if (self->filter != NULL && !tv_package_filter_is_only (self->filter))
    {
      const char *const *before = tv_package_filter_get_packages (self->filter);

      if (g_strv_contains (before, package))
        return;
      for (guint i = 0; before[i] != NULL; i++)
        g_ptr_array_add (hidden, (gpointer) before[i]);
    }
  g_ptr_array_add (hidden, package);
  g_ptr_array_add (hidden, NULL);
  take_filter (self,
               tv_package_filter_new ((const char *const *) hidden->pdata, FALSE));
}

static void
show_only_package (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvPackageBar *self = TV_PACKAGE_BAR (user_data);
  g_autofree char *package = dup_package (self);
  const char *packages[] = { package, NULL };

  if (package != NULL)
    take_filter (self, tv_package_filter_new (packages, TRUE));
}

static void
show_all_packages (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvPackageBar *self = TV_PACKAGE_BAR (user_data);

  take_filter (self, NULL);
  /* The button had it, and is gone. */
  (void) gtk_widget_grab_focus (GTK_WIDGET (tv_profile_panel_get_rows (self->panel)));
}

static const GActionEntry entries[] = {
  { "hide-package", hide_package, NULL, NULL, NULL, { 0 } },
  { "only-package", show_only_package, NULL, NULL, NULL, { 0 } },
  { "show-all-packages", show_all_packages, NULL, NULL, NULL, { 0 } },
};

/* Under other names there are other packages. */
static void
follow_names (TvPackageBar *self)
{
  if (self->panel != NULL && self->filter != NULL)
    take_filter (self, NULL);
}

static void
follow_session (TvPackageBar *self)
{
  TvTraceSession *session = tv_profile_panel_get_session (self->panel);
  const gboolean any = session != NULL;

  if (any)
    g_signal_connect_object (session, "notify::trace", G_CALLBACK (follow_names), self,
                             G_CONNECT_SWAPPED);

  enable (self, "hide-package", any);
  enable (self, "only-package", any);
  take_filter (self, NULL);
}

/**
 * tv_package_bar_new:
 * @panel: a panel under construction; must outlive the bar's use, see
 *   tv_package_bar_stop()
 *
 * Adds the actions to those of the panel.
 *
 * Returns: (transfer floating): a bar, while nothing is hidden
 */
GtkWidget *
tv_package_bar_new (TvProfilePanel *panel)
{
  TvPackageBar *self;

  g_return_val_if_fail (TV_IS_PROFILE_PANEL (panel), NULL);

  self = g_object_new (TV_TYPE_PACKAGE_BAR, NULL);
  self->panel = panel;
  g_action_map_add_action_entries (get_map (self), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (panel, "notify::session", G_CALLBACK (follow_session), self,
                           G_CONNECT_SWAPPED);
  follow_session (self);
  return GTK_WIDGET (self);
}

/**
 * tv_package_bar_stop:
 * @self: a bar
 *
 * Takes the actions from the panel, which goes.
 */
void
tv_package_bar_stop (TvPackageBar *self)
{
  g_return_if_fail (TV_IS_PACKAGE_BAR (self));

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_action_map_remove_action (get_map (self), entries[i].name);
  g_signal_handlers_disconnect_by_data (self->panel, self);
  self->panel = NULL;
}
