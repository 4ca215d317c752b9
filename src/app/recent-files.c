/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/recent-files.h"

#define MAX_FILES 10
#define MIME_TYPE "application/x-android-method-trace"

/* The desktop's list is shared by all programs; ours are the entries under this name,
 * which unlike the application's name is not translated. */
#define OWNER "traceview"

/* Puts file at the top of the desktop's list of files opened last. */
void
tv_recent_files_add (GFile *file)
{
  g_autofree char *uri = NULL;
  GtkRecentData data = { 0 };

  g_return_if_fail (G_IS_FILE (file));

  uri = g_file_get_uri (file);
  data.mime_type = (char *) MIME_TYPE;
  data.app_name = (char *) OWNER;
  data.app_exec = (char *) "traceview %u";
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  GtkRecentInfo *first = *(GtkRecentInfo *const *) a;
  GtkRecentInfo *second = *(GtkRecentInfo *const *) b;

  return g_date_time_compare (gtk_recent_info_get_visited (second),
                              gtk_recent_info_get_visited (first));
}

/* Lists the traces opened last, of the desktop's list those that this program opened.
 * They may be gone by now. */
GPtrArray *
tv_recent_files_list (void)
{
  GPtrArray *files
      = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *link = items; link != NULL; link = link->next)
    {
      GtkRecentInfo *info = link->data;

      if (gtk_recent_info_has_application (info, OWNER))
        g_ptr_array_add (files, info);
      else
        gtk_recent_info_unref (info);
    }
  g_list_free (items);
  g_ptr_array_sort (files, compare_newest_first);
  if (files->len > MAX_FILES)
    g_ptr_array_set_size (files, MAX_FILES);
  return files;
}

/* Returns the name of its folder, as people read it. */
char *
tv_recent_files_dup_folder (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return folder != NULL ? g_file_get_parse_name (folder) : g_strdup ("");
}
