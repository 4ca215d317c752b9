/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/mapping-option.h"

#include "cli/messages.h"

#include <glib/gi18n-lib.h>

static void
print_warning (guint index, const char *warning, gpointer user_data)
{
  char **names = user_data;
  g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), warning);

  tv_report_file_error (names[index], sentence);
}

/* Reads mapping files one over the other. Warnings and errors go to standard error. */
TvNameMapping *
tv_mapping_option_load (char **files)
{
  g_autoptr (GPtrArray) opened = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  TvNameMapping *mapping;
  guint failed = 0;

  for (guint i = 0; files[i] != NULL; i++)
    g_ptr_array_add (opened, g_str_equal (files[i], "-")
                                 ? g_file_new_for_path ("/dev/stdin")
                                 : g_file_new_for_commandline_arg (files[i]));
  mapping = tv_name_mapping_load (opened, print_warning, files, &failed, NULL, &error);
  if (mapping == NULL)
    tv_report_file_error (files[failed], error->message);
  return mapping;
}
