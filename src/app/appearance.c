/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/appearance.h"

#include "app/settings.h"

#include <gtk/gtk.h>

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define NAMESPACE "org.freedesktop.appearance"
#define KEY "color-scheme"
#define DESKTOP_SCHEMA "org.gnome.desktop.interface"

/* The values of the portal's color-scheme. */
enum
{
  SCHEME_NO_PREFERENCE,
  SCHEME_DARK,
  SCHEME_LIGHT
};

struct _TvAppearance
{
  GSimpleAction *action; /* its state is `system`, `light` or `dark` */
  GSettings *settings;   /* nullable */
  GDBusProxy *portal;    /* nullable */
  GSettings *desktop;    /* has the preference without a portal; nullable */
  GCancellable *cancellable;
  guint32 scheme; /* what the desktop prefers */
};

/* Without a preference, GTK's own setting applies. */
static void
apply (TvAppearance *self)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (self->action));
  const char *choice = g_variant_get_string (state, NULL);

  if (g_str_equal (choice, "system") && self->scheme != SCHEME_DARK
      && self->scheme != SCHEME_LIGHT)
    gtk_settings_reset_property (settings, "gtk-application-prefer-dark-theme");
  else
    g_object_set (
        settings, "gtk-application-prefer-dark-theme",
        g_str_equal (choice, "dark")
            || (g_str_equal (choice, "system") && self->scheme == SCHEME_DARK),
        NULL);
}

static void
take_scheme (TvAppearance *self, GVariant *value)
{
  g_autoptr (GVariant) inner = g_variant_ref (value);

  /* The portal's older method wraps the value twice. */
  while (g_variant_is_of_type (inner, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *content = g_variant_get_variant (inner);

      g_variant_unref (inner);
      inner = content;
    }
  if (!g_variant_is_of_type (inner, G_VARIANT_TYPE_UINT32))
    return;
  self->scheme = g_variant_get_uint32 (inner);
  apply (self);
}

static void
on_portal_signal (GDBusProxy *portal, const char *sender, const char *signal,
                  GVariant *parameters, TvAppearance *self)
{
  g_autoptr (GVariant) value = NULL;
  const char *namespace, *key;

  if (!g_str_equal (signal, "SettingChanged")
      || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", &namespace, &key, &value);
  if (g_str_equal (namespace, NAMESPACE) && g_str_equal (key, KEY))
    take_scheme (self, value);
}

static void
take_desktop_scheme (TvAppearance *self)
{
  g_autofree char *scheme = g_settings_get_string (self->desktop, KEY);

  self->scheme = g_str_equal (scheme, "prefer-dark")    ? SCHEME_DARK
                 : g_str_equal (scheme, "prefer-light") ? SCHEME_LIGHT
                                                        : SCHEME_NO_PREFERENCE;
  apply (self);
}

/* Reads the preference from the settings of GNOME, if they are installed. */
static void
follow_desktop (TvAppearance *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, DESKTOP_SCHEMA, TRUE);
  if (schema == NULL || !g_settings_schema_has_key (schema, KEY))
    return;
  self->desktop = g_settings_new (DESKTOP_SCHEMA);
  g_signal_connect_swapped (self->desktop, "changed::" KEY,
                            G_CALLBACK (take_desktop_scheme), self);
  take_desktop_scheme (self);
}

/* An error means that the desktop has no portal, or a portal without this setting. */
static void
on_scheme_read (GObject *portal, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer
      = g_dbus_proxy_call_finish (G_DBUS_PROXY (portal), result, &error);
  g_autoptr (GVariant) value = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer == NULL)
    follow_desktop (user_data);
  if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("(v)")))
    return;
  g_variant_get (answer, "(v)", &value);
  take_scheme (user_data, value);
}

static void
on_portal_ready (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusProxy) portal = g_dbus_proxy_new_for_bus_finish (result, &error);
  TvAppearance *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (portal == NULL)
    {
      follow_desktop (self);
      return;
    }
  self->portal = g_steal_pointer (&portal);
  g_signal_connect (self->portal, "g-signal", G_CALLBACK (on_portal_signal), self);
  g_dbus_proxy_call (self->portal, "Read", g_variant_new ("(ss)", NAMESPACE, KEY),
                     G_DBUS_CALL_FLAGS_NONE, -1, self->cancellable, on_scheme_read,
                     self);
}

static void
on_change_state (GSimpleAction *action, GVariant *state, TvAppearance *self)
{
  static const char *const choices[] = { "system", "light", "dark", NULL };

  if (!g_strv_contains (choices, g_variant_get_string (state, NULL)))
    return;
  g_simple_action_set_state (action, state);
  apply (self);
}

/* Adds the action `appearance`. */
TvAppearance *
tv_appearance_new (GActionMap *map)
{
  TvAppearance *self = g_new0 (TvAppearance, 1);

  self->cancellable = g_cancellable_new ();
  self->settings = tv_settings_new ();
  self->action = g_simple_action_new_stateful ("appearance", G_VARIANT_TYPE_STRING,
                                               g_variant_new_string ("system"));
  g_signal_connect (self->action, "change-state", G_CALLBACK (on_change_state), self);
  g_action_map_add_action (map, G_ACTION (self->action));
  tv_settings_bind_action (self->settings, "appearance", G_ACTION_GROUP (map),
                           "appearance");
  g_dbus_proxy_new_for_bus (
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL, PORTAL_NAME,
      PORTAL_PATH, PORTAL_SETTINGS, self->cancellable, on_portal_ready, self);
  return self;
}

void
tv_appearance_free (TvAppearance *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  if (self->portal != NULL)
    g_signal_handlers_disconnect_by_data (self->portal, self);
  if (self->desktop != NULL)
    g_signal_handlers_disconnect_by_data (self->desktop, self);
  g_signal_handlers_disconnect_by_data (self->action, self);
  g_clear_object (&self->portal);
  g_clear_object (&self->desktop);
  g_clear_object (&self->action);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  g_free (self);
}
