/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/archive-reader.h"

#include "trace/input/file-bytes.h"
#include "trace/model/trace-error.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define BLOCK_SIZE (64 * 1024)

/* A packed file of any size may grow to this size. */
#define ALWAYS_UNPACKED (64 * 1024 * 1024)

/* The most bytes in which the beginning of a member is searched for. A list of 100,000
 * members is smaller. */
#define MAX_HEADER (64 * 1024 * 1024)

/* A file may be compressed twice. */
#define MAX_FILTERS 2

struct _TvArchive
{
  struct archive *archive;
  struct archive_entry *entry;
  GInputStream *stream;
  GCancellable *cancellable;
  TvPackedLimit *limit;
  guint64 n_filtered; /* unpacked bytes that are already counted in the limit */
  gboolean in_header; /* whether the next member is being searched for */
  guint64 n_header;   /* bytes read for this search */
  GError *error;      /* of the stream or the limit */
  guint64 position;   /* in the member, after the current block */
  guint64 gap;        /* zero bytes before this block */
  const guint8 *data; /* the rest of this block */
  gsize left;
  int fault; /* of the member; libarchive reports it once */
  guint8 block[BLOCK_SIZE];
};

gboolean
tv_packed_limit_check (const TvPackedLimit *limit, GError **error)
{
  const guint64 size = MAX (limit->filtered, limit->data);

  if (limit->size == 0 || size <= ALWAYS_UNPACKED
      || size / TV_FILE_BYTES_MAX_RATIO <= limit->size)
    return TRUE;
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
               _ ("The compressed file of %" PRIu64 " bytes is not unpacked: it grows "
                  "to more than %d MiB and %d times its size"),
               limit->size, ALWAYS_UNPACKED / (1024 * 1024), TV_FILE_BYTES_MAX_RATIO);
  return FALSE;
}

/* The data of a member. The archive outlives the stream. */

typedef struct
{
  GInputStream parent_instance;

  TvArchive *archive;
} MemberStream;

typedef GInputStreamClass MemberStreamClass;

GType member_stream_get_type (void);
G_DEFINE_TYPE (MemberStream, member_stream, G_TYPE_INPUT_STREAM)

static void
set_error (TvArchive *self, GError **error)
{
  const char *text = archive_error_string (self->archive);

  if (self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         text != NULL ? text : "?");
}

/* Moves to the next block of a member. Returns whether there is one. */
static gboolean
next_block (TvArchive *self, GError **error)
{
  const void *data = NULL;
  la_int64_t offset = 0;
  gsize size = 0;
  int result = self->fault;

  if (result == ARCHIVE_OK)
    result = archive_read_data_block (self->archive, &data, &size, &offset);
  if (result == ARCHIVE_EOF)
    return FALSE;
  if (result < ARCHIVE_WARN || (result == ARCHIVE_WARN && size == 0))
    {
      self->fault = result;
      set_error (self, error);
      return FALSE;
    }
  self->gap = (guint64) MAX (offset - (la_int64_t) self->position, 0);
  self->data = data;
  self->left = size;
  self->position += self->gap + size;
  return TRUE;
}

/* archive_read_data() would drop the bytes just before a damage. */
static gssize
member_stream_read (GInputStream *stream, void *buffer, gsize size,
                    GCancellable *cancellable, GError **error)
{
  TvArchive *self = ((MemberStream *) stream)->archive;
  GError *local_error = NULL;
  gsize n;

  while (self->left == 0 && self->gap == 0 && next_block (self, &local_error))
    ;
  if (local_error != NULL)
    {
      g_propagate_error (error, local_error);
      return -1;
    }
  n = (gsize) MIN (self->gap > 0 ? self->gap : self->left, size);
  self->limit->data += n;
  if (!tv_packed_limit_check (self->limit, error))
    return -1;
  if (self->gap > 0)
    {
      memset (buffer, 0, n);
      self->gap -= n;
      return (gssize) n;
    }
  if (n > 0)
    {
      memcpy (buffer, self->data, n);
      self->data += n;
      self->left -= n;
    }
  return (gssize) n;
}

static void
member_stream_class_init (MemberStreamClass *class)
{
  class->read_fn = member_stream_read;
}

static void
member_stream_init (MemberStream *self)
{
}

GInputStream *
tv_archive_read (TvArchive *self)
{
  MemberStream *stream = g_object_new (member_stream_get_type (), NULL);

  stream->archive = self;
  return G_INPUT_STREAM (stream);
}

/* The bytes of the archive */

static gboolean
count_filtered (TvArchive *self, struct archive *archive)
{
  const guint64 n = (guint64) MAX (archive_filter_bytes (archive, 0), 0);

  self->limit->filtered += n - MIN (n, self->n_filtered);
  self->n_filtered = MAX (n, self->n_filtered);
  return self->error == NULL && tv_packed_limit_check (self->limit, &self->error);
}

/* libarchive searches a damaged zip archive for the beginning of a member. */
static gboolean
check_header (TvArchive *self, guint64 n)
{
  self->n_header = self->in_header ? self->n_header + n : 0;
  if (self->n_header <= MAX_HEADER)
    return TRUE;
  g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("there is no member in %d MiB"), MAX_HEADER / (1024 * 1024));
  return FALSE;
}

static la_ssize_t
read_block (struct archive *archive, void *data, const void **block)
{
  TvArchive *self = data;
  gssize n;

  if (!count_filtered (self, archive))
    return ARCHIVE_FATAL;
  if (self->limit->report != NULL)
    self->limit->report (self->limit->report_data);
  n = g_input_stream_read (self->stream, self->block, BLOCK_SIZE, self->cancellable,
                           &self->error);
  *block = self->block;
  return n >= 0 && check_header (self, (guint64) n) ? n : ARCHIVE_FATAL;
}

static la_int64_t
seek (struct archive *archive, void *data, la_int64_t offset, int whence)
{
  TvArchive *self = data;
  const GSeekType type = whence == SEEK_SET   ? G_SEEK_SET
                         : whence == SEEK_CUR ? G_SEEK_CUR
                                              : G_SEEK_END;

  if (self->error == NULL
      && g_seekable_seek (G_SEEKABLE (self->stream), offset, type, self->cancellable,
                          &self->error))
    return g_seekable_tell (G_SEEKABLE (self->stream));
  return ARCHIVE_FATAL;
}

static la_int64_t
skip (struct archive *archive, void *data, la_int64_t wanted)
{
  TvArchive *self = data;
  const la_int64_t before = g_seekable_tell (G_SEEKABLE (self->stream));
  const la_int64_t after = seek (archive, data, wanted, SEEK_CUR);

  return after >= before ? after - before : 0;
}

static void
set_up (TvArchive *self)
{
  struct archive *archive = self->archive;

  archive_read_support_filter_gzip (archive);
  archive_read_support_filter_bzip2 (archive);
  archive_read_support_filter_xz (archive);
  archive_read_support_filter_zstd (archive);
  archive_read_support_filter_lz4 (archive);
  archive_read_support_format_zip (archive);
  archive_read_support_format_tar (archive);
  archive_read_support_format_empty (archive);
  archive_read_support_format_raw (archive);
  archive_read_set_read_callback (archive, read_block);
  if (G_IS_SEEKABLE (self->stream) && g_seekable_can_seek (G_SEEKABLE (self->stream)))
    {
      archive_read_set_seek_callback (archive, seek);
      archive_read_set_skip_callback (archive, skip);
    }
  archive_read_set_callback_data (archive, self);
}

/* Unpacks a stream from its beginning. */
TvArchive *
tv_archive_new (GInputStream *stream, TvPackedLimit *limit, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TvArchive) self = g_new0 (TvArchive, 1);

  self->archive = archive_read_new ();
  self->stream = g_object_ref (stream);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->limit = limit;
  set_up (self);
  if (archive_read_open1 (self->archive) != ARCHIVE_OK)
    {
      set_error (self, error);
      return NULL;
    }
  /* The last filter is the file itself. */
  if (archive_filter_count (self->archive) > MAX_FILTERS + 1)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                           _ ("The file is compressed more than twice"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
tv_archive_free (TvArchive *self)
{
  if (self == NULL)
    return;
  archive_read_free (self->archive);
  g_object_unref (self->stream);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self);
}

/* Moves to the next member. Returns FALSE without an error after the last one. */
gboolean
tv_archive_next (TvArchive *self, GError **error)
{
  int result = ARCHIVE_OK;

  if (self->entry != NULL)
    result = archive_read_data_skip (self->archive);
  self->in_header = TRUE;
  self->n_header = 0;
  if (result != ARCHIVE_FATAL)
    result = archive_read_next_header (self->archive, &self->entry);
  self->in_header = FALSE;
  self->position = 0;
  self->gap = 0;
  self->left = 0;
  self->fault = ARCHIVE_OK;
  if (result == ARCHIVE_EOF)
    return FALSE;
  if (result >= ARCHIVE_WARN && count_filtered (self, self->archive)
      && !g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
    return TRUE;
  set_error (self, error);
  return FALSE;
}

/* Whether this is one compressed file and not an archive. */
gboolean
tv_archive_is_one_file (TvArchive *self)
{
  return archive_format (self->archive) == ARCHIVE_FORMAT_RAW;
}

/* Returns the name of the packing, for programs. */
const char *
tv_archive_get_packing (TvArchive *self)
{
  const int format = archive_format (self->archive) & ARCHIVE_FORMAT_BASE_MASK;

  if (format == ARCHIVE_FORMAT_ZIP)
    return "zip";
  if (format == ARCHIVE_FORMAT_TAR)
    return "tar";
  return g_intern_string (archive_filter_name (self->archive, 0));
}

gboolean
tv_archive_is_file (TvArchive *self)
{
  return tv_archive_is_one_file (self)
         || (archive_entry_filetype (self->entry) == AE_IFREG
             && archive_entry_hardlink (self->entry) == NULL);
}

gboolean
tv_archive_is_encrypted (TvArchive *self)
{
  return archive_entry_is_encrypted (self->entry) != 0;
}

/* Returns the name of a member, which may not be valid UTF-8, or NULL. */
const char *
tv_archive_get_name (TvArchive *self)
{
  const char *name = archive_entry_pathname (self->entry);

  return name != NULL ? name : archive_entry_pathname_utf8 (self->entry);
}

/* Returns the size of a member in bytes, or -1 if the archive does not have it. */
gint64
tv_archive_get_size (TvArchive *self)
{
  return archive_entry_size_is_set (self->entry) ? archive_entry_size (self->entry)
                                                 : -1;
}

static gboolean
is_at (const guint8 *data, gsize size, gsize offset, const char *magic, gsize length)
{
  return size >= offset + length && memcmp (data + offset, magic, length) == 0;
}

/* Whether a file with this beginning is compressed or an archive. */
gboolean
tv_is_packed (GBytes *start)
{
  static const struct
  {
    gsize offset;
    gsize length;
    const char *magic;
  } magics[] = {
    { 0, 2, "\x1F\x8B" },         { 0, 3, "BZh" },         { 0, 4, "\x28\xB5\x2F\xFD" },
    { 0, 4, "\x04\x22\x4D\x18" }, { 0, 6, "\xFD\x37zXZ" }, { 0, 4, "PK\x03\x04" },
    { 0, 4, "PK\x05\x06" },       { 257, 5, "ustar" },
  };
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (is_at (data, size, magics[i].offset, magics[i].magic, magics[i].length))
      return TRUE;
  return FALSE;
}
