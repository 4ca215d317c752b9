/* SPDX-License-Identifier: Apache-2.0 */

/* What the name of an output means: an open stream, a device, or which file. */

#include "cli/output-place.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many as Linux follows. */
#define MAX_LINKS 40

/* Finds what `/dev/stdout` and the like mean. To open them would begin a file to which
 * standard output is redirected anew, and lose what others have written to it. */
int
tv_output_place_find_stream (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

  if (g_str_equal (path, "/dev/stdout"))
    return STDOUT_FILENO;
  if (g_str_equal (path, "/dev/stderr"))
    return STDERR_FILENO;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      guint64 number;

      if (g_str_has_prefix (path, folders[i])
          && g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT,
                                         &number, NULL))
        return (int) number;
    }
  return -1;
}

/* Returns whether there is something else than a file or a folder, which cannot be
 * replaced. */
gboolean
tv_output_place_is_device (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 && !S_ISREG (status.st_mode)
         && !S_ISDIR (status.st_mode);
}

/* Follows symbolic links, so that what they point to can be replaced and not they, be
 * it there or not. */
char *
tv_output_place_resolve (const char *path)
{
  char *file = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (file, NULL);
      g_autofree char *folder = NULL;

      if (target == NULL)
        return file;
      folder = g_path_get_dirname (file);
      g_free (file);
      file = g_path_is_absolute (target) ? g_steal_pointer (&target)
                                         : g_build_filename (folder, target, NULL);
    }
  return file;
}
