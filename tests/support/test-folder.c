/* SPDX-License-Identifier: Apache-2.0 */

#include "support/test-folder.h"

#include <check.h>
#include <glib/gstdio.h>

/**
 * tv_test_folder_new:
 *
 * Returns: (transfer full): a new empty folder, for tv_test_folder_remove()
 */
char *
tv_test_folder_new (void)
{
  char *folder = g_dir_make_tmp ("traceview-test-XXXXXX", NULL);

  ck_assert_ptr_nonnull (folder);
  return folder;
}

/**
 * tv_test_folder_remove:
 * @folder: (transfer full): a folder that holds nothing but files
 *
 * Removes @folder and the files in it.
 */
void
tv_test_folder_remove (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

/**
 * tv_test_file_new:
 * @name: what the file is called
 *
 * Returns: (transfer full): where a file can be written, alone in a new folder
 */
TvTestFile
tv_test_file_new (const char *name)
{
  TvTestFile file = { .folder = tv_test_folder_new () };

  file.path = g_build_filename (file.folder, name, NULL);
  return file;
}

/**
 * tv_test_file_clear:
 * @file: a file
 *
 * Removes its folder with all files in it.
 */
void
tv_test_file_clear (TvTestFile *file)
{
  g_clear_pointer (&file->folder, tv_test_folder_remove);
  g_clear_pointer (&file->path, g_free);
}
