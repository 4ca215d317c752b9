/* SPDX-License-Identifier: Apache-2.0 */

/* Files are read and never mapped, see #TvDataWindow. */

#include "config.h"

#include "trace/input/file-bytes.h"

#include "trace/input/format-detect.h"
#include "trace/input/parallel-read.h"
#include "trace/model/column.h"
#include "trace/model/trace-error.h"

#include <gio/gfiledescriptorbased.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define CHUNK (1024 * 1024)

/* GByteArray counts in 32 bits. */
#define READ_LIMIT (G_GUINT64_CONSTANT (0xFFFFFFFF) - 2 * CHUNK)

/* The first part of a big file, and how much of it must lie behind the key section: the
 * data header and what may come before it. */
#define FIRST_PART (8 * 1024 * 1024)
#define BEHIND_KEY (64 * 1024)

/* Room for this many bytes is allocated at once. */
#define MAX_UNTOUCHED ((guint64) 512 * 1024 * 1024)

#define STREAM_ATTRIBUTES                                                              \
  G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED                    \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

typedef struct
{
  GFileProgressCallback callback;
  gpointer data;
  guint n_passes;
  goffset size;
} Progress;

static void
set_changed (GError **error)
{
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
                       _ ("The file changed while it was being read"));
}

static void
report (const Progress *progress, goffset length)
{
  /* A pipe does not know its size, and a file may grow. */
  if (progress->callback != NULL && length <= progress->size)
    progress->callback (length, progress->n_passes * progress->size, progress->data);
  else if (progress->callback != NULL)
    progress->callback (length, 0, progress->data);
}

static void
set_too_large (GError **error)
{
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
               _ ("The file is too large: more than %" PRIu64 " bytes"), READ_LIMIT);
}

static gboolean
read_to_end (GInputStream *stream, GByteArray *all, const Progress *progress,
             GCancellable *cancellable, GError **error)
{
  while (all->len < READ_LIMIT)
    {
      guint old_length = all->len;
      gsize wanted = (gsize) MIN (READ_LIMIT - old_length, CHUNK);
      gssize n;

      g_byte_array_set_size (all, old_length + (guint) wanted);
      n = g_input_stream_read (stream, all->data + old_length, wanted, cancellable,
                               error);
      if (n < 0)
        return FALSE;
      g_byte_array_set_size (all, old_length + (guint) n);
      if (n == 0)
        return TRUE;
      report (progress, all->len);
    }
  set_too_large (error);
  return FALSE;
}

static gint64
get_modified (GFileInfo *info)
{
  guint64 seconds
      = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  guint32 microseconds
      = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC);

  return (gint64) (seconds * G_USEC_PER_SEC + microseconds);
}

static void
report_read (goffset done, gpointer data)
{
  report (data, done);
}

/* Whether a line ends the key section. */
static gboolean
ends_key (const char *line, gsize left)
{
  return left >= 6 && memcmp (line, "*end", 4) == 0
         && (line[4] == '\n' || (line[4] == '\r' && line[5] == '\n'));
}

/* The beginning of a big file. */
typedef struct
{
  int fd;
  guint64 size;  /* of the file */
  guint8 *bytes; /* @room bytes, most of them not touched yet */
  gsize room;
  gsize n_read;
  gsize searched; /* no end of the key section before here */
} Beginning;

/* Whether the beginning of a classic trace holds everything but records. Few lines
 * begin with an asterisk, so the search takes large steps. */
static gboolean
has_whole_key (Beginning *self)
{
  const char *text = (const char *) self->bytes;
  const char *star = text + self->searched;
  const char *end = text + self->n_read;

  while ((star = memchr (star, '*', (gsize) (end - star))) != NULL)
    {
      if ((gsize) (end - star) < BEHIND_KEY)
        break;
      if (star > text && star[-1] == '\n' && ends_key (star, (gsize) (end - star)))
        return TRUE;
      star++;
    }
  self->searched = star != NULL ? (gsize) (star - text) : self->n_read;
  return FALSE;
}

static TvContent
detect_content (const Beginning *self)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->bytes, self->n_read);

  return tv_content_detect (bytes);
}

static void
make_room (Beginning *self, gsize room)
{
  guint8 *bytes;

  if (room <= self->room)
    return;
  bytes = tv_column_new (room, 1);
  if (self->n_read > 0)
    memcpy (bytes, self->bytes, self->n_read);
  tv_column_free (self->bytes);
  self->bytes = bytes;
  self->room = room;
}

static gboolean
read_until (Beginning *self, guint64 end, Progress *progress, GCancellable *cancellable,
            GError **error)
{
  /* Untouched room takes no memory, so files of a usual size never move. */
  make_room (self, (gsize) MIN (self->size, MAX (MAX_UNTOUCHED, end)));
  if (!tv_read_range (self->fd, self->bytes, (goffset) self->n_read, (goffset) end,
                      progress != NULL ? report_read : NULL, progress, cancellable,
                      error))
    return FALSE;
  self->n_read = (gsize) end;
  return TRUE;
}

/* Reads everything before the records of a big file, or all of it. */
static gboolean
read_what_is_needed (Beginning *self, Progress *progress, GCancellable *cancellable,
                     GError **error)
{
  TvContent content;

  if (!read_until (self, FIRST_PART, NULL, cancellable, error))
    return FALSE;
  content = detect_content (self);
  if (content == TV_CONTENT_BARE_DATA)
    return TRUE;
  while (content == TV_CONTENT_CLASSIC && 2 * (guint64) self->n_read < self->size / 2)
    {
      if (has_whole_key (self))
        return TRUE;
      if (!read_until (self, 2 * self->n_read, NULL, cancellable, error))
        return FALSE;
    }
  if (content == TV_CONTENT_CLASSIC && has_whole_key (self))
    return TRUE;
  if (self->size > READ_LIMIT)
    {
      set_too_large (error);
      return FALSE;
    }
  return read_until (self, self->size, progress, cancellable, error);
}

/* Reads a big file, but not the records of a file that can be read in windows. */
static gboolean
read_big (TvFileBytes *self, GFileInputStream *stream, Progress *progress,
          GCancellable *cancellable, GError **error)
{
  Beginning beginning
      = { .fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (stream)),
          .size = (guint64) self->size };

  if (read_what_is_needed (&beginning, progress, cancellable, error))
    self->bytes = g_bytes_new_with_free_func (beginning.bytes, beginning.n_read,
                                              tv_column_free, beginning.bytes);
  else
    tv_column_free (beginning.bytes);
  return self->bytes != NULL;
}

static GFileInputStream *
open_file (GFile *file, gboolean *regular, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info = g_file_query_info (
      file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, cancellable, error);

  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                           _ ("This is a folder, not a file"));
      return NULL;
    }
  *regular = g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR;
  return g_file_read (file, cancellable, error);
}

static gboolean
open_and_read (TvFileBytes *self, GFile *file, Progress *progress,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GFileInfo) info = NULL;
  gboolean regular = FALSE;

  stream = open_file (file, &regular, cancellable, error);
  if (stream == NULL)
    return FALSE;
  /* Of the open file: its name may belong to another file by now. */
  if (regular)
    info
        = g_file_input_stream_query_info (stream, STREAM_ATTRIBUTES, cancellable, NULL);
  if (info != NULL)
    {
      self->size = g_file_info_get_size (info);
      self->modified = get_modified (info);
      self->stream = g_object_ref (stream);
    }
  progress->size = self->size;
  if (self->size >= TV_FILE_BYTES_WINDOW_FROM && G_IS_FILE_DESCRIPTOR_BASED (stream))
    return read_big (self, stream, progress, cancellable, error);
  if (!read_to_end (G_INPUT_STREAM (stream), all, progress, cancellable, error))
    return FALSE;
  self->bytes = g_byte_array_free_to_bytes (g_steal_pointer (&all));
  return TRUE;
}

/* Messages of the file system repeat the name of the file, which the caller prints
 * already. The two most frequent ones get sentences of our own. */
static void
set_file_error (GError **error, GError *cause)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("There is no such file"));
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         _ ("You do not have the permission to read this file"));
  else
    {
      g_propagate_error (error, cause);
      return;
    }
  g_error_free (cause);
}

/* Checks the size of what was read. A file that is all in memory cannot change any
 * more. */
static gboolean
settle (TvFileBytes *self, GCancellable *cancellable, GError **error)
{
  goffset n_read = (goffset) g_bytes_get_size (self->bytes);
  gboolean in_windows = self->size >= TV_FILE_BYTES_WINDOW_FROM && n_read < self->size;

  if (!tv_file_bytes_check_unchanged (self, cancellable, error))
    return FALSE;
  /* Files of the kernel, as in /proc, have no size. */
  if (self->stream != NULL && self->size > 0 && n_read != self->size && !in_windows)
    {
      set_changed (error);
      return FALSE;
    }
  if (self->stream != NULL && in_windows)
    return TRUE;
  g_clear_object (&self->stream);
  self->size = n_read;
  return TRUE;
}

/* Reads a file, or the beginning of a big one that can be read in windows. */
gboolean
tv_file_bytes_read (TvFileBytes *file_bytes, GFile *file, guint n_passes,
                    GFileProgressCallback progress, gpointer progress_data,
                    GCancellable *cancellable, GError **error)
{
  Progress passes
      = { .callback = progress, .data = progress_data, .n_passes = n_passes };
  GError *cause = NULL;

  memset (file_bytes, 0, sizeof *file_bytes);
  if (!open_and_read (file_bytes, file, &passes, cancellable, &cause))
    {
      set_file_error (error, cause);
      return FALSE;
    }
  return settle (file_bytes, cancellable, error);
}

/* Compares size and modification time with those at opening. */
gboolean
tv_file_bytes_check_unchanged (const TvFileBytes *file_bytes, GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (GFileInfo) info = NULL;

  if (file_bytes->stream == NULL)
    return TRUE;
  info = g_file_input_stream_query_info (file_bytes->stream, STREAM_ATTRIBUTES,
                                         cancellable, error);
  if (info == NULL)
    return FALSE;
  if (g_file_info_get_size (info) == file_bytes->size
      && (file_bytes->size == 0 || get_modified (info) == file_bytes->modified))
    return TRUE;
  set_changed (error);
  return FALSE;
}

void
tv_file_bytes_clear (TvFileBytes *file_bytes)
{
  g_clear_pointer (&file_bytes->bytes, g_bytes_unref);
  g_clear_object (&file_bytes->stream);
}
