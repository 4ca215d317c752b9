/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "query/user-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#define MAX_SIZE (1024 * 1024)

/**
 * tv_user_file_read:
 * @path: a file in a folder of the user
 * @length: (out): bytes of the text
 * @error: return location for a #GError; %G_FILE_ERROR_NOENT where there is no file
 *
 * Reads rules or a script that a person may have written. A folder, a pipe, a device
 * and what is over 1 MiB are refused: none of them is waited for.
 *
 * Returns: (transfer full): the text, which may be no UTF-8, or %NULL
 */
char *
tv_user_file_read (const char *path, gsize *length, GError **error)
{
  char *text = NULL;
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    {
      const int saved = errno;

      g_set_error_literal (error, G_FILE_ERROR, g_file_error_from_errno (saved),
                           g_strerror (saved));
    }
  else if (!S_ISREG (info.st_mode))
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                         _ ("a folder, a pipe or a device is not read"));
  else if (info.st_size > MAX_SIZE)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                         _ ("the file is too large"));
  else
    g_file_get_contents (path, &text, length, error);
  return text;
}
