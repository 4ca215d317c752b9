/* SPDX-License-Identifier: Apache-2.0 */

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Small writes cost a call of the system each. */
#define BUFFER_BYTES (64 * 1024)

struct _TvOutput
{
  GOutputStream *target; /* the file or standard output itself */
  GOutputStream *stream; /* a buffer before it */
  char *created;         /* a file that was not there before */
};

/**
 * tv_standard_output_new:
 *
 * Returns: (transfer full): a stream to standard output, which it does not close
 */
GOutputStream *
tv_standard_output_new (void)
{
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

/* A device or a pipe cannot be replaced. */
static GOutputStream *
open_device (const char *path, GError **error)
{
  const int fd = g_open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
  const int code = errno;

  if (fd >= 0)
    return g_unix_output_stream_new (fd, TRUE);
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code),
                       g_strerror (code));
  return NULL;
}

static gboolean
is_device (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 && !S_ISREG (status.st_mode)
         && !S_ISDIR (status.st_mode);
}

static GOutputStream *
open_file (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return G_OUTPUT_STREAM (
      g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error));
}

/**
 * tv_output_open:
 * @path: (nullable): a file, %NULL for standard output
 * @error: a #GIOErrorEnum
 *
 * Opens what a command writes to. A file that is there already stays as it is until
 * tv_output_finish().
 *
 * Returns: (transfer full) (nullable): for tv_output_finish() or tv_output_discard();
 *   %NULL with @error set
 */
TvOutput *
tv_output_open (const char *path, GError **error)
{
  g_autofree char *created = NULL;
  GOutputStream *target;
  TvOutput *output;

  if (path != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    created = g_strdup (path);
  if (path == NULL)
    target = tv_standard_output_new ();
  else if (is_device (path))
    target = open_device (path, error);
  else
    target = open_file (path, error);
  if (target == NULL)
    return NULL;
  output = g_new0 (TvOutput, 1);
  output->target = target;
  output->created = g_steal_pointer (&created);
  output->stream = g_buffered_output_stream_new_sized (target, BUFFER_BYTES);
  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (output->stream),
                                                FALSE);
  return output;
}

/**
 * tv_output_get_stream:
 * @output: an output
 *
 * Returns: (transfer none): where to write
 */
GOutputStream *
tv_output_get_stream (TvOutput *output)
{
  g_return_val_if_fail (output != NULL, NULL);

  return output->stream;
}

/* GIO writes to a file that was not there under its own name. */
static void
remove_created (const TvOutput *output)
{
  if (output->created != NULL)
    (void) g_unlink (output->created);
}

static void
output_free (TvOutput *output)
{
  g_object_unref (output->stream);
  g_object_unref (output->target);
  g_free (output->created);
  g_free (output);
}

/**
 * tv_output_finish:
 * @output: (transfer full): an output
 * @error: a #GIOErrorEnum
 *
 * Writes what is left, and puts a file in its place.
 *
 * Returns: %FALSE with @error set; then a file that was there is as it was
 */
gboolean
tv_output_finish (TvOutput *output, GError **error)
{
  g_return_val_if_fail (output != NULL, FALSE);

  if (!g_output_stream_flush (output->stream, NULL, error))
    {
      tv_output_discard (output);
      return FALSE;
    }
  if (!g_output_stream_close (output->target, NULL, error))
    {
      remove_created (output);
      output_free (output);
      return FALSE;
    }
  output_free (output);
  return TRUE;
}

/**
 * tv_output_discard:
 * @output: (transfer full): an output
 *
 * Gives up: a file that was there is as it was, and none is made.
 */
void
tv_output_discard (TvOutput *output)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_return_if_fail (output != NULL);

  /* Closing by someone who cancelled removes what would have replaced a file. */
  g_cancellable_cancel (cancelled);
  (void) g_output_stream_close (output->target, cancelled, NULL);
  remove_created (output);
  output_free (output);
}
