/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/settings.h"

/* Opens the settings. Returns NULL if the schema is not installed, as in a build
 * folder: GSettings would end the program then. */
GSettings *
tv_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, APP_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

typedef struct
{
  GSettings *settings;
  char *key;
} BoundAction;

static void
bound_action_free (gpointer data, GClosure *closure)
{
  BoundAction *bound = data;

  g_object_unref (bound->settings);
  g_free (bound->key);
  g_free (bound);
}

static void
remember_state (GActionGroup *group, const char *action, GVariant *state,
                gpointer user_data)
{
  const BoundAction *bound = user_data;

  g_settings_set_value (bound->settings, bound->key, state);
}

/* Returns whether the installed schema, which may be older, has the key. */
gboolean
tv_settings_has_key (GSettings *settings, const char *key)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  if (settings == NULL)
    return FALSE;
  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key);
}

/* Restores the state of an action from a key, and saves its changes there. */
void
tv_settings_bind_action (GSettings *settings, const char *key, GActionGroup *group,
                         const char *name)
{
  g_autofree char *signal = NULL;
  g_autoptr (GVariant) value = NULL;
  BoundAction *bound;

  g_return_if_fail (G_IS_ACTION_GROUP (group));
  g_return_if_fail (key != NULL && name != NULL);

  if (!tv_settings_has_key (settings, key))
    return;
  value = g_settings_get_value (settings, key);
  g_action_group_change_action_state (group, name, value);

  bound = g_new (BoundAction, 1);
  *bound = (BoundAction){ g_object_ref (settings), g_strdup (key) };
  signal = g_strconcat ("action-state-changed::", name, NULL);
  g_signal_connect_data (group, signal, G_CALLBACK (remember_state), bound,
                         bound_action_free, 0);
}
