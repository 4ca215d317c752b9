/* SPDX-License-Identifier: Apache-2.0 */

/* Light and dark, beside a desktop portal that the test plays. */

#include "app/appearance.h"
#include "driver.h"
#include "ui/pixels.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define NAMESPACE "org.freedesktop.appearance"

enum
{
  NO_PREFERENCE,
  DARK,
  LIGHT
};

static guint32 scheme = DARK;
static GDBusConnection *bus;

static void
answer (GDBusConnection *connection, const char *sender, const char *path,
        const char *interface, const char *method, GVariant *parameters,
        GDBusMethodInvocation *invocation, gpointer user_data)
{
  const char *namespace, *key;

  g_variant_get (parameters, "(&s&s)", &namespace, &key);
  ck_assert_str_eq (namespace, NAMESPACE);
  ck_assert_str_eq (key, "color-scheme");
  g_dbus_method_invocation_return_value (
      invocation,
      g_variant_new ("(v)", g_variant_new_variant (g_variant_new_uint32 (scheme))));
}

static void
on_name_acquired (GDBusConnection *connection, const char *name, gpointer acquired)
{
  *(gboolean *) acquired = TRUE;
}

static gboolean
is_set (gpointer flag)
{
  return *(gboolean *) flag;
}

/* A desktop's portal, which answers from another connection than the program's. */
static guint
own_portal (void)
{
  static const char xml[] = "<node><interface name='" PORTAL_SETTINGS "'>"
                            "<method name='Read'><arg type='s' direction='in'/>"
                            "<arg type='s' direction='in'/>"
                            "<arg type='v' direction='out'/></method>"
                            "<signal name='SettingChanged'><arg type='s'/>"
                            "<arg type='s'/><arg type='v'/></signal>"
                            "</interface></node>";
  static const GDBusInterfaceVTable table = { .method_call = answer };
  static gboolean acquired = FALSE;
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (xml, NULL);
  g_autofree char *address
      = g_dbus_address_get_for_bus_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  guint owner;

  ck_assert_ptr_nonnull (address);
  bus = g_dbus_connection_new_for_address_sync (
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, NULL);
  ck_assert_ptr_nonnull (bus);
  ck_assert_uint_ne (g_dbus_connection_register_object (bus, PORTAL_PATH,
                                                        node->interfaces[0], &table,
                                                        NULL, NULL, NULL),
                     0);
  owner = g_bus_own_name_on_connection (bus, PORTAL_NAME, 0, on_name_acquired, NULL,
                                        &acquired, NULL);
  tv_gui_wait (is_set, &acquired, "the portal's name");
  return owner;
}

static void
change_scheme (guint32 value)
{
  scheme = value;
  ck_assert (g_dbus_connection_emit_signal (
      bus, NULL, PORTAL_PATH, PORTAL_SETTINGS, "SettingChanged",
      g_variant_new ("(ssv)", NAMESPACE, "color-scheme", g_variant_new_uint32 (value)),
      NULL));
}

static gboolean
is_dark_as (gpointer dark)
{
  gboolean prefers_dark;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme",
                &prefers_dark, NULL);
  return prefers_dark == GPOINTER_TO_INT (dark);
}

static void
wait_for (gboolean dark)
{
  tv_gui_wait (is_dark_as, GINT_TO_POINTER (dark), dark ? "dark" : "light");
}

/* The corner of the welcome page is bright or it is not. */
static void
assert_brightness (TvWindow *window, gboolean dark)
{
  g_autoptr (TvPixels) pixels = NULL;

  tv_gui_settle ();
  pixels = tv_pixels_take (GTK_WIDGET (window));
  if (dark)
    ck_assert_uint_lt (tv_pixels_get (pixels, 60, 200) & 0xff, 0x60);
  else
    ck_assert_uint_gt (tv_pixels_get (pixels, 60, 200) & 0xff, 0xd0);
}

static void
choose (TvApplication *application, const char *choice)
{
  g_action_group_activate_action (G_ACTION_GROUP (application), "appearance",
                                  g_variant_new_string (choice));
}

START_TEST (test_desktop_is_followed_until_the_user_chooses)
{
  const guint owner = own_portal ();
  TvApplication *application = tv_gui_start ();
  TvWindow *window = tv_window_new (application);

  gtk_window_present (GTK_WINDOW (window));
  wait_for (TRUE);
  assert_brightness (window, TRUE);
  change_scheme (LIGHT);
  wait_for (FALSE);
  assert_brightness (window, FALSE);

  choose (application, "dark");
  wait_for (TRUE);
  assert_brightness (window, TRUE);
  choose (application, "light");
  wait_for (FALSE);
  change_scheme (DARK);
  tv_gui_settle ();
  ck_assert (is_dark_as (GINT_TO_POINTER (FALSE)));
  choose (application, "system");
  wait_for (TRUE);
  /* Without a preference, GTK's own setting counts. */
  change_scheme (NO_PREFERENCE);
  wait_for (FALSE);

  tv_gui_close_all (application);
  g_bus_unown_name (owner);
  g_clear_object (&bus);
}
END_TEST

START_TEST (test_choice_is_remembered)
{
  TvApplication *application = tv_gui_start ();
  g_autoptr (GVariant) state = NULL;

  choose (application, "dark");
  tv_gui_close_all (application);
  application = tv_gui_start ();
  state = g_action_group_get_action_state (G_ACTION_GROUP (application), "appearance");
  ck_assert_str_eq (g_variant_get_string (state, NULL), "dark");
  wait_for (TRUE);
  choose (application, "system");
  wait_for (FALSE);
  tv_gui_close_all (application);
}
END_TEST

/* The program of the other tests has found a portal. */
START_TEST (test_settings_of_the_desktop_are_followed_without_a_portal)
{
  g_autoptr (GSettings) desktop = g_settings_new ("org.gnome.desktop.interface");
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  TvAppearance *appearance;

  g_settings_set_string (desktop, "color-scheme", "prefer-dark");
  appearance = tv_appearance_new (G_ACTION_MAP (group));
  wait_for (TRUE);
  g_settings_set_string (desktop, "color-scheme", "prefer-light");
  wait_for (FALSE);
  g_settings_set_string (desktop, "color-scheme", "prefer-dark");
  wait_for (TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (group), "appearance",
                                  g_variant_new_string ("light"));
  wait_for (FALSE);
  g_action_group_activate_action (G_ACTION_GROUP (group), "appearance",
                                  g_variant_new_string ("system"));
  wait_for (TRUE);
  g_settings_reset (desktop, "color-scheme");
  wait_for (FALSE);
  tv_appearance_free (appearance);
}
END_TEST

TV_GUI_TESTS (NULL, NULL)
