/* SPDX-License-Identifier: Apache-2.0 */

/* How a file's bytes come into the process. Nothing is ever mapped: see #TvDataWindow.
 */

#include "config.h"

#include "trace/file-bytes.h"

#include "trace/format-detect.h"
#include "trace/trace-error.h"
#include "trace/whole-read.h"

#include <gio/gfiledescriptorbased.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define CHUNK (1024 * 1024)

/* GByteArray counts in 32 bits. */
#define READ_LIMIT (G_GUINT64_CONSTANT (0xFFFFFFFF) - 2 * CHUNK)

/* The first part of a big file that is read, and how much of it must lie behind the key
 * section: the data's header and what may stand before it. */
#define FIRST_PART (8 * 1024 * 1024)
#define BEHIND_KEY (64 * 1024)

#define STREAM_ATTRIBUTES                                                              \
  G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED                    \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

/* Of a pass over the bytes of one file. */
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
  /* A pipe does not tell how much is to come, nor may a growing file's word hold. */
  if (progress->callback != NULL && length <= progress->size)
    progress->callback (length, progress->n_passes * progress->size, progress->data);
  else if (progress->callback != NULL)
    progress->callback (length, 0, progress->data);
}

/* Reads on into @all until it holds @limit bytes or the file ends. */
static gboolean
read_up_to (GInputStream *stream, GByteArray *all, guint64 limit,
            const Progress *progress, GCancellable *cancellable, GError **error)
{
  while (all->len < limit)
    {
      guint old_length = all->len;
      gsize wanted = (gsize) MIN (limit - old_length, CHUNK);
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
  return TRUE;
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
  if (!read_up_to (stream, all, READ_LIMIT, progress, cancellable, error))
    return FALSE;
  if (all->len < READ_LIMIT)
    return TRUE;
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

/* The line that ends a key section, with its line feed. */
static gboolean
ends_key (const char *line, gsize left)
{
  return left >= 6 && memcmp (line, "*end", 4) == 0
         && (line[4] == '\n' || (line[4] == '\r' && line[5] == '\n'));
}

/* Whether the beginning of a classic trace holds all but records. */
static gboolean
has_whole_key (const GByteArray *head)
{
  const char *text = (const char *) head->data;
  const char *newline = text;
  gsize left = head->len;

  while ((newline = memchr (newline, '\n', left)) != NULL)
    {
      newline++;
      left = head->len - (gsize) (newline - text);
      if (left < BEHIND_KEY)
        return FALSE;
      if (ends_key (newline, left))
        return TRUE;
    }
  return FALSE;
}

static TvContent
detect_content (const GByteArray *head)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (head->data, head->len);

  return tv_content_detect (bytes);
}

/* Reads of a big file what is needed before its records. Returns whether that is all
 * that is needed; else @all holds some of the file. */
static gboolean
read_beginning (GInputStream *stream, GByteArray *all, guint64 size,
                gboolean *is_enough, GCancellable *cancellable, GError **error)
{
  const Progress silent = { 0 };
  TvContent content;
  guint64 limit;

  *is_enough = TRUE;
  if (!read_up_to (stream, all, FIRST_PART, &silent, cancellable, error))
    return FALSE;
  content = detect_content (all);
  if (content == TV_CONTENT_BARE_DATA)
    return TRUE;
  for (limit = 2 * FIRST_PART; content == TV_CONTENT_CLASSIC && limit < size / 2;
       limit *= 2)
    {
      if (has_whole_key (all))
        return TRUE;
      if (!read_up_to (stream, all, limit, &silent, cancellable, error))
        return FALSE;
    }
  *is_enough = FALSE;
  return TRUE;
}

static void
report_read (goffset done, gpointer data)
{
  report (data, done);
}

/* Leaves the rest of a big file that can be read in windows where it is. */
static gboolean
read_big (TvFileBytes *self, GFileInputStream *stream, Progress *progress,
          GCancellable *cancellable, GError **error)
{
  int fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (stream));
  g_autoptr (GByteArray) beginning = g_byte_array_new ();
  gboolean is_enough;

  if (!read_beginning (G_INPUT_STREAM (stream), beginning, (guint64) self->size,
                       &is_enough, cancellable, error))
    return FALSE;
  if (is_enough)
    self->bytes = g_byte_array_free_to_bytes (g_steal_pointer (&beginning));
  else if ((guint64) self->size > READ_LIMIT)
    set_too_large (error);
  else
    self->bytes
        = tv_read_whole (fd, self->size, report_read, progress, cancellable, error);
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
  /* Of the open file: its name may mean another one by now. */
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

/* What the file system says repeats the name of the file, which stands before the
 * sentence already. The two that people meet every day are said in other words. */
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

/* Whatever is all in memory must be what the file says it is, and cannot change any
 * more. */
static gboolean
settle (TvFileBytes *self, GCancellable *cancellable, GError **error)
{
  goffset n_read = (goffset) g_bytes_get_size (self->bytes);
  gboolean in_windows = self->size >= TV_FILE_BYTES_WINDOW_FROM && n_read < self->size;

  if (!tv_file_bytes_check_unchanged (self, cancellable, error))
    return FALSE;
  /* Files that the kernel makes up have no size. */
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

/**
 * tv_file_bytes_read:
 * @file_bytes: (out caller-allocates): what was read; to be cleared in any case
 * @file: the file
 * @n_passes: how often the bytes go by in all, for @progress
 * @progress: (nullable) (scope call): told how many bytes were read, out of @n_passes
 *   times the file's size, or of 0 where that is not known
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the reading
 * @error: a %G_IO_ERROR, %TV_TRACE_ERROR_TOO_LARGE or %TV_TRACE_ERROR_CHANGED
 *
 * Reads a file into memory, or the beginning of a big one that can be read in windows.
 *
 * Returns: whether it could be read
 */
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

/**
 * tv_file_bytes_check_unchanged:
 * @file_bytes: what was read
 * @cancellable: (nullable): stops the check
 * @error: %TV_TRACE_ERROR_CHANGED
 *
 * Compares size and time of change with what they were when the file was opened.
 *
 * Returns: whether the file is as it was, or is all in memory and does not matter
 */
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

/**
 * tv_file_bytes_clear:
 * @file_bytes: what is given back
 */
void
tv_file_bytes_clear (TvFileBytes *file_bytes)
{
  g_clear_pointer (&file_bytes->bytes, g_bytes_unref);
  g_clear_object (&file_bytes->stream);
}
