/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/bars/package-bar.h"

#include <glib/gi18n-lib.h>

struct _TvPackageBar
{
  GtkBox parent_instance;

  GtkWidget *label;
  GtkWidget *button;
  TvTraceSession *session;
};

G_DEFINE_FINAL_TYPE (TvPackageBar, tv_package_bar, GTK_TYPE_BOX)

static void
tv_package_bar_dispose (GObject *object)
{
  TvPackageBar *self = TV_PACKAGE_BAR (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (tv_package_bar_parent_class)->dispose (object);
}

static gboolean
tv_package_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TV_PACKAGE_BAR (widget)->button);
}

static void
tv_package_bar_class_init (TvPackageBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_package_bar_dispose;
  widget_class->grab_focus = tv_package_bar_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "packagebar");
}

static void
tv_package_bar_init (TvPackageBar *self)
{
  self->button = gtk_button_new_with_mnemonic (_ ("Show _All Packages"));
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->label = g_object_new (GTK_TYPE_LABEL, "accessible-role",
                              GTK_ACCESSIBLE_ROLE_STATUS, "xalign", 0.0, "hexpand",
                              TRUE, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button),
                                  "profile.show-all-packages");
  gtk_widget_set_margin_start (GTK_WIDGET (self), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self), 6);
  gtk_box_append (GTK_BOX (self), self->label);
  gtk_box_append (GTK_BOX (self), self->button);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static char *
dup_names (const TvPackageFilter *filter)
{
  const char *const *packages = filter->packages;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; packages[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            *packages[i] != '\0' ? packages[i]
                                                 : _ ("(default package)"));
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
on_packages_changed (TvPackageBar *self)
{
  const TvPackageFilter *filter
      = self->session != NULL ? tv_trace_session_get_packages (self->session) : NULL;
  g_autofree char *names = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), filter != NULL);
  if (filter == NULL)
    return;
  names = dup_names (filter);
  text = g_strdup_printf (filter->only ? _ ("Only the package %s is shown")
                                       : _ ("Hidden packages: %s"),
                          names);
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, text);
}

/**
 * tv_package_bar_set_session:
 * @self: a bar
 * @session: (nullable): the session whose packages it shows, %NULL for none
 */
void
tv_package_bar_set_session (TvPackageBar *self, TvTraceSession *session)
{
  g_return_if_fail (TV_IS_PACKAGE_BAR (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    g_signal_connect_swapped (session, "notify::packages",
                              G_CALLBACK (on_packages_changed), self);
  on_packages_changed (self);
}
