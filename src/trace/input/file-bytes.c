/* SPDX-License-Identifier: Apache-2.0 */

/* Files are read and never mapped, see #TvDataWindow. */

#include "config.h"

#include "trace/input/file-bytes.h"

#include "trace/input/container.h"
#include "trace/input/gunzip.h"
#include "trace/input/member-name.h"
#include "trace/input/parallel-read.h"
#include "trace/model/column.h"
#include "trace/model/trace-error.h"

#include <gio/gfiledescriptorbased.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* The bytes that tell the format of a file, and the step of reading after them. */
#define FIRST_BLOCK (64 * 1024)
#define CHUNK (1024 * 1024)

/* The bytes that tell the packing of a file. */
#define PACKED_HEAD 512

/* GByteArray counts in 32 bits. */
#define READ_LIMIT (G_GUINT64_CONSTANT (0xFFFFFFFF) - 2 * CHUNK)

/* The first part of a big file, and the bytes of it that must follow the key section:
 * the data header, and junk that may precede it. */
#define FIRST_PART (8 * 1024 * 1024)
#define BEHIND_KEY (64 * 1024)

#define STREAM_ATTRIBUTES                                                              \
  G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED                    \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

/* A file that is being read. */
typedef struct
{
  TvFileBytes *file;
  const TvReadOptions *options;
  GFile *container; /* an archive, or NULL */
  char *member;     /* the wanted one of the archive, or NULL */
  TvPackedLimit limit;
  gboolean unclear; /* its first block did not tell whether it is a trace */
  gboolean stopped; /* because it is not a trace */
} Reading;

static void
set_changed (GError **error)
{
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
                       _ ("The file changed while it was being read"));
}

static void
report (goffset length, gpointer data)
{
  const Reading *reading = data;
  const TvReadOptions *options = reading->options;
  const goffset size = reading->file->size;

  /* A pipe does not know its size, and a file may grow. */
  if (options->progress != NULL)
    options->progress (length, length <= size ? TV_FILE_BYTES_PASSES * size : 0,
                       options->progress_data);
}

/* Stops the reading if what was read so far is not a trace, and cannot become one. */
static void
stop_if_unreadable (Reading *reading, gconstpointer data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  const TvLayout layout = reading->options->find_layout (bytes);

  reading->unclear = layout == TV_LAYOUT_UNCLEAR && size < FIRST_PART;
  reading->stopped = !reading->options->whole && !reading->unclear
                     && (layout == TV_LAYOUT_UNREADABLE || layout == TV_LAYOUT_UNCLEAR);
}

static gboolean
check_size (Reading *reading, guint64 size, GError **error)
{
  if (size > READ_LIMIT)
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                   _ ("The file is too large: more than %" PRIu64 " bytes"),
                   READ_LIMIT);
      return FALSE;
    }
  if (reading->file->packing != NULL)
    {
      reading->limit.data = MAX (reading->limit.data, size);
      if (!tv_packed_limit_check (&reading->limit, error))
        return FALSE;
    }
  return tv_memory_budget_check (reading->options->budget, 0, error);
}

/* Reads a stream to its end, unless its beginning shows that it is not a trace. */
static gboolean
read_to_end (Reading *reading, GInputStream *stream, GByteArray *all, GError **error)
{
  gsize wanted = FIRST_BLOCK;
  gsize n = wanted;

  while (n == wanted && !reading->stopped)
    {
      guint start = all->len;
      gboolean ok;

      wanted = start == 0 ? FIRST_BLOCK : CHUNK;
      if (!check_size (reading, start, error))
        return FALSE;
      g_byte_array_set_size (all, start + (guint) wanted);
      ok = g_input_stream_read_all (stream, all->data + start, wanted, &n,
                                    reading->options->cancellable, error);
      g_byte_array_set_size (all, start + (guint) n);
      if (!ok)
        return FALSE;
      if (n == wanted && (start == 0 || (reading->unclear && all->len >= FIRST_PART)))
        stop_if_unreadable (reading, all->data, all->len);
      report (reading->file->stream != NULL
                  ? g_seekable_tell (G_SEEKABLE (reading->file->stream))
                  : all->len,
              reading);
    }
  return TRUE;
}

/* Returns the beginning of a stream without reading it. */
static GBytes *
peek (GInputStream *stream, GCancellable *cancellable)
{
  GBufferedInputStream *buffered = G_BUFFERED_INPUT_STREAM (stream);
  const void *data;
  gsize n;

  /* Reading reports the error again. */
  while (g_buffered_input_stream_get_available (buffered) < PACKED_HEAD
         && g_buffered_input_stream_fill (buffered, -1, cancellable, NULL) > 0)
    ;
  data = g_buffered_input_stream_peek_buffer (buffered, &n);
  return g_bytes_new (data, n);
}

static GInputStream *
buffer (GInputStream *base)
{
  GInputStream *stream = g_buffered_input_stream_new_sized (base, FIRST_BLOCK);

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (stream), FALSE);
  return stream;
}

/* Reads the content of a packed file, of a damaged one the part before the damage. */
static GBytes *
read_as_far_as_possible (GInputStream *stream, gpointer data, GError **error)
{
  Reading *reading = data;
  TvFileBytes *file = reading->file;
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GError) local_error = NULL;

  if (!read_to_end (reading, stream, all, &local_error))
    {
      /* A truncated download still has the beginning of the trace. */
      if (file->packing == NULL || all->len == 0
          || local_error->domain == TV_TRACE_ERROR
          || g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return NULL;
        }
      g_free (file->damage);
      file->damage = g_strdup (local_error->message);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

static gboolean
read_members (Reading *reading, TvArchive *archive, GError **error)
{
  TvFileBytes *file = reading->file;
  g_auto (TvContainer) container = { .wanted = reading->member,
                                     .options = reading->options,
                                     .limit = &reading->limit,
                                     .keep = read_as_far_as_possible,
                                     .user_data = reading };

  if (!tv_container_read (&container, archive, error))
    return FALSE;
  file->bytes = g_steal_pointer (&container.bytes);
  if (file->damage == NULL)
    file->damage = g_steal_pointer (&container.damage);
  if (reading->container != NULL && container.name != NULL)
    file->member = tv_member_file_new (reading->container, container.name);
  return TRUE;
}

static gboolean
refuse_member (const Reading *reading, GError **error)
{
  if (reading->member == NULL && reading->options->on_member == NULL)
    return TRUE;
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER,
                       _ ("The file is not an archive"));
  return FALSE;
}

static void
report_packed (gpointer data)
{
  Reading *reading = data;

  if (reading->file->stream != NULL)
    report (g_seekable_tell (G_SEEKABLE (reading->file->stream)), reading);
}

/* Takes apart what libarchive knows. */
static gboolean
take_apart (Reading *reading, GInputStream *stream, GError **error)
{
  TvFileBytes *file = reading->file;
  g_autoptr (TvArchive) archive = NULL;
  g_autoptr (GInputStream) data = NULL;
  g_autoptr (GError) local_error = NULL;

  reading->limit.report = report_packed;
  reading->limit.report_data = reading;
  archive
      = tv_archive_new (stream, &reading->limit, reading->options->cancellable, error);
  if (archive == NULL)
    return FALSE;
  if (!tv_archive_next (archive, &local_error))
    {
      if (local_error == NULL)
        g_set_error_literal (&local_error, TV_TRACE_ERROR, TV_TRACE_ERROR_NO_MEMBER,
                             _ ("There is nothing in the archive"));
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  file->packing = tv_archive_get_packing (archive);
  if (!tv_archive_is_one_file (archive))
    return read_members (reading, archive, error);
  if (!refuse_member (reading, error))
    return FALSE;
  data = tv_archive_read (archive);
  file->bytes = read_as_far_as_possible (data, reading, error);
  return file->bytes != NULL;
}

/* Messages of libarchive have no translation. */
static gboolean
read_archive (Reading *reading, GInputStream *stream, GError **error)
{
  GError *cause = NULL;

  if (take_apart (reading, stream, &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    g_prefix_error (&cause, "%s: ", _ ("The file cannot be unpacked"));
  g_propagate_error (error, cause);
  return FALSE;
}

/* Returns the stream that zlib unpacks, as the beginning of a file tells, or NULL. */
static GInputStream *
inflate (TvFileBytes *file, GInputStream *stream, GBytes *start)
{
  const gsize before = tv_find_zlib (start);
  g_autoptr (GInputStream) unzipped = NULL;

  if (tv_is_gzip (start))
    unzipped = tv_gunzip_stream_new (stream);
  else if (before > 0 && g_input_stream_skip (stream, before, NULL, NULL) > 0)
    {
      g_autoptr (GZlibDecompressor) zlib
          = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);

      unzipped = g_converter_input_stream_new (stream, G_CONVERTER (zlib));
    }
  if (unzipped == NULL)
    return NULL;
  file->packing = before > 0 ? "zlib" : "gzip";
  return buffer (unzipped);
}

/* Reads a pipe or a file, and unpacks it. */
static gboolean
read_stream (Reading *reading, GInputStream *base, GError **error)
{
  TvFileBytes *file = reading->file;
  GCancellable *cancellable = reading->options->cancellable;
  g_autoptr (GInputStream) stream = buffer (base);
  g_autoptr (GBytes) start = peek (stream, cancellable);
  GInputStream *unzipped = NULL;

  reading->limit.size = (guint64) file->size;
  unzipped = inflate (file, stream, start);
  if (unzipped != NULL)
    {
      g_object_unref (stream);
      stream = unzipped;
      g_bytes_unref (start);
      start = peek (stream, cancellable);
    }
  else if (tv_is_packed (start) && G_IS_SEEKABLE (base)
           && g_seekable_can_seek (G_SEEKABLE (base)))
    {
      return g_seekable_seek (G_SEEKABLE (base), 0, G_SEEK_SET, cancellable, error)
             && read_archive (reading, base, error);
    }
  if (tv_is_packed (start))
    return read_archive (reading, stream, error);
  if (!refuse_member (reading, error))
    return FALSE;
  file->bytes = read_as_far_as_possible (stream, reading, error);
  return file->bytes != NULL;
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
  guint64 size; /* of the whole file */
  guint8 *bytes;
  gsize n_read;
  gsize searched; /* the key section does not end before this offset */
} Beginning;

/* Whether the beginning of a classic trace has everything but records. Few lines begin
 * with an asterisk, so the search takes large steps. */
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

static gboolean
make_room (Beginning *self, const Reading *reading, gsize room, GError **error)
{
  guint8 *bytes;

  if (!tv_memory_budget_check (reading->options->budget, room, error))
    return FALSE;
  bytes = tv_column_new (room, 1);
  if (self->n_read > 0)
    memcpy (bytes, self->bytes, self->n_read);
  tv_column_free (self->bytes);
  self->bytes = bytes;
  return TRUE;
}

static gboolean
read_until (Beginning *self, Reading *reading, guint64 end, GError **error)
{
  if (!make_room (self, reading, (gsize) end, error)
      || !tv_read_range (self->fd, self->bytes, (goffset) self->n_read, (goffset) end,
                         end == self->size ? report : NULL, reading,
                         reading->options->cancellable, error))
    return FALSE;
  self->n_read = (gsize) end;
  return TRUE;
}

/* Reads everything before the records of a big classic file, the whole of another
 * trace, and the first part of a file that is not a trace. */
static gboolean
read_what_is_needed (Beginning *self, Reading *reading, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->bytes, self->n_read);
  const TvLayout layout = reading->options->find_layout (bytes);

  stop_if_unreadable (reading, self->bytes, self->n_read);
  if (reading->stopped || layout == TV_LAYOUT_RECORDS || layout == TV_LAYOUT_WINDOWS)
    return TRUE;
  while (layout == TV_LAYOUT_KEY && 2 * (guint64) self->n_read < self->size / 2)
    {
      if (has_whole_key (self))
        return TRUE;
      if (!read_until (self, reading, 2 * self->n_read, error))
        return FALSE;
    }
  if (layout == TV_LAYOUT_KEY && has_whole_key (self))
    return TRUE;
  return check_size (reading, self->size, error)
         && read_until (self, reading, self->size, error);
}

static gboolean
begins_packed (const Beginning *self)
{
  g_autoptr (GBytes) start = g_bytes_new_static (self->bytes, self->n_read);

  return tv_is_packed (start) || tv_find_zlib (start) > 0;
}

/* Reads a big file, but not the records of a file that can be read in windows. */
static gboolean
read_big (Reading *reading, GError **error)
{
  TvFileBytes *file = reading->file;
  Beginning beginning
      = { .fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (file->stream)),
          .size = (guint64) file->size };
  gboolean ok = read_until (&beginning, reading, FIRST_PART, error);

  if (ok && begins_packed (&beginning))
    {
      tv_column_free (beginning.bytes);
      return read_stream (reading, G_INPUT_STREAM (file->stream), error);
    }
  ok = ok && refuse_member (reading, error);
  if (ok && read_what_is_needed (&beginning, reading, error))
    file->bytes = g_bytes_new_with_free_func (beginning.bytes, beginning.n_read,
                                              tv_column_free, beginning.bytes);
  else
    tv_column_free (beginning.bytes);
  return file->bytes != NULL;
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
open_and_read (Reading *reading, GFile *file, GError **error)
{
  TvFileBytes *self = reading->file;
  GCancellable *cancellable = reading->options->cancellable;
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GFileInfo) info = NULL;
  gboolean regular = FALSE;

  stream = open_file (file, &regular, cancellable, error);
  if (stream == NULL)
    return FALSE;
  /* Asks the open file, because its name may belong to another file by now. */
  if (regular)
    info
        = g_file_input_stream_query_info (stream, STREAM_ATTRIBUTES, cancellable, NULL);
  if (info != NULL)
    {
      self->size = g_file_info_get_size (info);
      self->modified = get_modified (info);
      self->stream = g_object_ref (stream);
    }
  if (self->size >= TV_FILE_BYTES_WINDOW_FROM && G_IS_FILE_DESCRIPTOR_BASED (stream))
    return read_big (reading, error);
  return read_stream (reading, G_INPUT_STREAM (stream), error);
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
                         _ ("You do not have permission to read this file"));
  else
    {
      g_propagate_error (error, cause);
      return;
    }
  g_error_free (cause);
}

/* Checks the number of bytes read. A file that is in memory as a whole can no longer
 * change. */
static gboolean
settle (const Reading *reading, GError **error)
{
  TvFileBytes *self = reading->file;
  const goffset n_read
      = self->bytes != NULL ? (goffset) g_bytes_get_size (self->bytes) : 0;
  gboolean in_windows = self->size >= TV_FILE_BYTES_WINDOW_FROM && n_read < self->size
                        && self->packing == NULL;

  if (!tv_file_bytes_check_unchanged (self, reading->options->cancellable, error))
    return FALSE;
  if (self->stream != NULL && in_windows)
    return TRUE;
  /* Files of the kernel, as in /proc, have no size. */
  if (self->stream != NULL && self->size > 0 && n_read != self->size
      && self->packing == NULL && !reading->stopped)
    {
      set_changed (error);
      return FALSE;
    }
  g_clear_object (&self->stream);
  self->size = n_read;
  return TRUE;
}

/**
 * tv_file_bytes_read:
 * @file_bytes: (out caller-allocates): what was read, for tv_file_bytes_clear()
 * @file: a file, or a member of an archive as tv_member_file_new() names it
 * @options: how to read it
 * @error: a #TvTraceError, or a %G_IO_ERROR of the file system or of cancelling
 *
 * Reads a file and unpacks it. Of a file that can be read in windows or is not a trace,
 * only the beginning is read.
 *
 * Returns: whether it was read
 */
gboolean
tv_file_bytes_read (TvFileBytes *file_bytes, GFile *file, const TvReadOptions *options,
                    GError **error)
{
  Reading reading = { .file = file_bytes, .options = options };
  GError *cause = NULL;

  memset (file_bytes, 0, sizeof *file_bytes);
  reading.container = tv_member_file_split (file, &reading.member);
  if (!open_and_read (&reading, reading.container, &cause))
    set_file_error (error, cause);
  g_object_unref (reading.container);
  g_free (reading.member);
  return cause == NULL && settle (&reading, error);
}

/* Takes the content of a file, and unpacks it. */
gboolean
tv_file_bytes_unpack (TvFileBytes *file_bytes, GBytes *bytes,
                      const TvReadOptions *options, GError **error)
{
  Reading reading = { .file = file_bytes, .options = options };
  g_autoptr (GInputStream) stream = NULL;

  memset (file_bytes, 0, sizeof *file_bytes);
  file_bytes->size = (goffset) g_bytes_get_size (bytes);
  if (!tv_is_packed (bytes) && tv_find_zlib (bytes) == 0)
    {
      file_bytes->bytes = g_bytes_ref (bytes);
      return TRUE;
    }
  stream = g_memory_input_stream_new_from_bytes (bytes);
  return read_stream (&reading, stream, error) && settle (&reading, error);
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

/**
 * tv_file_bytes_clear:
 * @file_bytes: what tv_file_bytes_read() has read, or zeros
 *
 * Frees what was read.
 */
void
tv_file_bytes_clear (TvFileBytes *file_bytes)
{
  g_clear_pointer (&file_bytes->bytes, g_bytes_unref);
  g_clear_object (&file_bytes->stream);
  g_clear_pointer (&file_bytes->damage, g_free);
  g_clear_object (&file_bytes->member);
}
