/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/settings.h"

/**
 * tv_settings_new:
 *
 * Opens what is remembered from one run to the next. The schema is looked up first, as
 * GSettings ends the program where it is missing, and it is where the program runs from
 * its build folder.
 *
 * Returns: (transfer full) (nullable): the settings, or %NULL where they are not
 * installed
 */
GSettings *
tv_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, APP_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static void
save_state (GActionGroup *actions, const char *name, GVariant *state,
            GSettings *settings)
{
  g_settings_set_value (settings, name, state);
}

/**
 * tv_settings_keep_state:
 * @settings: settings
 * @actions: actions
 * @name: one of them, which has a state, and a key of @settings of the same type
 *
 * Gives an action the state that is remembered, and remembers what it becomes. What
 * another window does with its own is for windows to come.
 */
void
tv_settings_keep_state (GSettings *settings, GActionGroup *actions, const char *name)
{
  g_autoptr (GVariant) state = NULL;
  g_autofree char *signal = NULL;

  g_return_if_fail (G_IS_SETTINGS (settings) && G_IS_ACTION_GROUP (actions));
  g_return_if_fail (name != NULL);

  state = g_settings_get_value (settings, name);
  g_action_group_change_action_state (actions, name, state);
  signal = g_strconcat ("action-state-changed::", name, NULL);
  g_signal_connect_object (actions, signal, G_CALLBACK (save_state), settings, 0);
}
