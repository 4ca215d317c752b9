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
