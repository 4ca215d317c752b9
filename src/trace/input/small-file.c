/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* Files that a person or another program may have written. */

#include "trace/input/small-file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <sys/stat.h>

#define BLOCK_SIZE 65536

static void
set_errno (GError **error, int number)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number),
                       g_strerror (number));
}

/**
 * tv_regular_file_open:
 * @file: a file
 * @cancellable: (nullable): stops it
 * @error: return location for a #GIOErrorEnum: %G_IO_ERROR_NOT_FOUND where there is no
 *   file, %G_IO_ERROR_NOT_REGULAR_FILE for a folder, a pipe or a device
 *
 * Opens a file without waiting for a writer. Its kind is asked of the open file,
 * because its name may belong to another file by now.
 *
 * Returns: (transfer full): the bytes of the file, or %NULL
 */
GInputStream *
tv_regular_file_open (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;
  struct stat status;
  int fd;

  if (!g_file_is_native (file))
    return G_INPUT_STREAM (g_file_read (file, cancellable, error));
  fd = open (g_file_peek_path (file), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    {
      set_errno (error, errno);
      return NULL;
    }
  stream = g_unix_input_stream_new (fd, TRUE);
  if (fstat (fd, &status) != 0)
    set_errno (error, errno);
  else if (!S_ISREG (status.st_mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                         _ ("a folder, a pipe or a device is not read"));
  else
    return g_steal_pointer (&stream);
  return NULL;
}

/**
 * tv_small_file_read:
 * @file: a file that a person may have written
 * @max_size: the largest allowed number of bytes
 * @length: (out): bytes of the text
 * @cancellable: (nullable): stops it
 * @error: return location for an error of tv_regular_file_open(), or
 *   %G_IO_ERROR_MESSAGE_TOO_LARGE
 *
 * Returns: (transfer full): the text, which may not be valid UTF-8, or %NULL
 */
char *
tv_small_file_read (GFile *file, gsize max_size, gsize *length,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = tv_regular_file_open (file, cancellable, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *block = g_malloc (BLOCK_SIZE);
  gssize n = stream != NULL ? 1 : -1;

  while (n > 0 && text->len <= max_size)
    {
      n = g_input_stream_read (stream, block, BLOCK_SIZE, cancellable, error);
      if (n > 0)
        g_string_append_len (text, block, n);
    }
  if (n < 0)
    return NULL;
  if (text->len > max_size)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                           _ ("the file is too large"));
      return NULL;
    }
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}
