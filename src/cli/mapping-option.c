/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/mapping-option.h"

#include "cli/messages.h"

#include <glib/gi18n-lib.h>

static gboolean
add_file (TvNameMapping *mapping, const char *name)
{
  g_autoptr (GFile) file = g_str_equal (name, "-")
                               ? g_file_new_for_path ("/dev/stdin")
                               : g_file_new_for_commandline_arg (name);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;

  if (!tv_name_mapping_add_file (mapping, file, &warnings, NULL, &error))
    {
      tv_report_file_error (name, error->message);
      return FALSE;
    }
  for (guint i = 0; warnings[i] != NULL; i++)
    {
      g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), warnings[i]);

      tv_report_file_error (name, sentence);
    }
  return TRUE;
}

/**
 * tv_mapping_option_load:
 * @files: (array zero-terminated=1): what was given with `--mapping`
 *
 * Reads mapping files one over the other. Warnings and errors go to standard error.
 *
 * Returns: (transfer full) (nullable): the names, or %NULL if a file cannot be read
 */
TvNameMapping *
tv_mapping_option_load (char **files)
{
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();

  for (guint i = 0; files[i] != NULL; i++)
    if (!add_file (mapping, files[i]))
      return NULL;
  return g_steal_pointer (&mapping);
}
