/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/input/data-window.h"

#include "trace/input/parallel-read.h"
#include "trace/model/trace-storage.h"

#include <gio/gfiledescriptorbased.h>

/* Large enough to make system calls rare, and small enough for the processor's cache.
 */
#define BUFFER_SIZE (256 * 1024)

struct _TvDataWindow
{
  GBytes *bytes;            /* the whole file, or NULL */
  GFileInputStream *stream; /* the source of the bytes, or NULL */
  guint64 size;
  guint8 *buffer;
  gsize capacity;
  guint64 start; /* offset of the buffer in the file */
  gsize length;
};

TvDataWindow *
tv_data_window_new_for_bytes (GBytes *bytes)
{
  TvDataWindow *window = g_new0 (TvDataWindow, 1);

  window->bytes = g_bytes_ref (bytes);
  window->size = g_bytes_get_size (bytes);
  return window;
}

TvDataWindow *
tv_data_window_new_for_stream (GFileInputStream *stream, goffset size)
{
  TvDataWindow *window = g_new0 (TvDataWindow, 1);

  window->stream = g_object_ref (stream);
  window->size = (guint64) size;
  return window;
}

/**
 * tv_data_window_new_alike:
 * @window: a window, which another thread may use at the same time
 *
 * Returns: (transfer full): a window on the same file, for the calling thread
 */
TvDataWindow *
tv_data_window_new_alike (const TvDataWindow *window)
{
  if (window->bytes != NULL)
    return tv_data_window_new_for_bytes (window->bytes);
  return tv_data_window_new_for_stream (window->stream, (goffset) window->size);
}

void
tv_data_window_free (TvDataWindow *window)
{
  if (window == NULL)
    return;
  g_clear_pointer (&window->bytes, g_bytes_unref);
  g_clear_object (&window->stream);
  g_free (window->buffer);
  g_free (window);
}

/**
 * tv_data_window_get_size:
 * @window: a window
 *
 * Returns: bytes of the whole file
 */
guint64
tv_data_window_get_size (const TvDataWindow *window)
{
  return window->size;
}

static gboolean
fill_buffer (TvDataWindow *window, guint64 offset, gsize length, GError **error)
{
  int fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (window->stream));
  gsize wanted = (gsize) MIN (MAX (length, BUFFER_SIZE), window->size - offset);
  gssize n;

  if (wanted > window->capacity)
    {
      g_free (window->buffer);
      window->buffer = g_malloc (wanted);
      window->capacity = wanted;
    }
  window->length = 0;
  n = tv_read_at (fd, window->buffer, wanted, (goffset) offset, error);
  if (n < 0)
    return FALSE;
  window->start = offset;
  window->length = (gsize) n;
  if (window->length >= length)
    return TRUE;
  tv_trace_error_set_changed (error, offset + window->length);
  return FALSE;
}

/**
 * tv_data_window_get:
 * @window: a window
 * @offset: byte offset in the file
 * @length: number of bytes, within the size of the file
 * @error: %TV_TRACE_ERROR_CHANGED if the file is shorter than it was, or a %G_IO_ERROR
 *
 * Returns: (transfer none) (nullable): the bytes, valid until the next call
 */
const guint8 *
tv_data_window_get (TvDataWindow *window, guint64 offset, gsize length, GError **error)
{
  g_return_val_if_fail (offset <= window->size, NULL);
  g_return_val_if_fail (length <= window->size - offset, NULL);

  if (window->bytes != NULL)
    return (const guint8 *) g_bytes_get_data (window->bytes, NULL) + offset;
  if ((offset < window->start || offset - window->start > window->length
       || length > window->length - (gsize) (offset - window->start))
      && !fill_buffer (window, offset, length, error))
    return NULL;
  return window->buffer + (offset - window->start);
}
