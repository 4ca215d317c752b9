/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/input/parallel-read.h"

#include "trace/model/parallel.h"
#include "trace/model/trace-storage.h"

#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>

#define CHUNK ((goffset) 1024 * 1024)

typedef struct
{
  int fd;
  goffset from;
  goffset end;
  guint8 *bytes; /* of the whole file */
  TvReadReport report;
  gpointer data;
  GCancellable *cancellable;
  GThread *reporter;
  _Atomic goffset done;
  GMutex mutex; /* of the error */
  GError *error;
} Reading;

/* Reads at an offset. Other threads may read from the file at the same time. */
gssize
tv_read_at (int fd, guint8 *buffer, gsize length, goffset offset, GError **error)
{
  gsize done = 0;

  while (done < length)
    {
      gssize n
          = pread (fd, buffer + done, length - done, (off_t) offset + (off_t) done);
      int code = errno;

      if (n == 0)
        break;
      if (n > 0)
        done += (gsize) n;
      else if (code != EINTR)
        {
          g_set_error_literal (error, G_IO_ERROR, (gint) g_io_error_from_errno (code),
                               g_strerror (code));
          return -1;
        }
    }
  return (gssize) done;
}

static void
give_up (Reading *reading, GError *error)
{
  g_mutex_lock (&reading->mutex);
  if (reading->error == NULL)
    reading->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&reading->mutex);
}

static void
read_chunk (guint chunk, gpointer data)
{
  Reading *reading = data;
  goffset offset = reading->from + chunk * CHUNK;
  gsize length = (gsize) MIN (CHUNK, reading->end - offset);
  GError *error = NULL;
  gssize n;

  if (g_cancellable_set_error_if_cancelled (reading->cancellable, &error))
    {
      give_up (reading, error);
      return;
    }
  n = tv_read_at (reading->fd, reading->bytes + offset, length, offset, &error);
  if (n >= 0 && (gsize) n < length)
    tv_trace_error_set_changed (&error, (guint64) offset + (guint64) n);
  if (error != NULL)
    give_up (reading, error);
  offset = (goffset) length + atomic_fetch_add (&reading->done, (goffset) length);
  if (reading->report != NULL && g_thread_self () == reading->reporter)
    reading->report (offset, reading->data);
}

/* Reads a range of a file to the same offsets of @bytes, on all processors, because
 * most of the time goes to page faults in the target memory. */
gboolean
tv_read_range (int fd, guint8 *bytes, goffset from, goffset end, TvReadReport report,
               gpointer data, GCancellable *cancellable, GError **error)
{
  Reading reading = { .fd = fd,
                      .from = from,
                      .end = end,
                      .bytes = bytes,
                      .report = report,
                      .data = data,
                      .cancellable = cancellable,
                      .reporter = g_thread_self (),
                      .done = from };

  g_mutex_init (&reading.mutex);
  tv_parallel_run ((guint) ((end - from + CHUNK - 1) / CHUNK), 0, read_chunk, &reading);
  g_mutex_clear (&reading.mutex);
  if (reading.error == NULL)
    return TRUE;
  g_propagate_error (error, reading.error);
  return FALSE;
}
