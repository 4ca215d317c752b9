/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/trace-input.h"

#include "trace/format-detect.h"
#include "trace/trace-error.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* Above this a local file is mapped, below it is read into memory: a copy costs little
 * there and cannot change or vanish under the reader. */
#define MAP_FROM (256 * 1024 * 1024)

#define CHUNK (1024 * 1024)

/**
 * tv_trace_input_free:
 * @input: (transfer full) (nullable): what to free
 */
void
tv_trace_input_free (TvTraceInput *input)
{
  if (input == NULL)
    return;
  g_clear_pointer (&input->text, g_bytes_unref);
  g_clear_pointer (&input->data, g_bytes_unref);
  g_clear_pointer (&input->maps, g_array_unref);
  g_free (input->gzip_error);
  g_free (input);
}

static GBytes *
read_stream (GInputStream *stream, guint64 limit, GFileProgressCallback progress,
             gpointer progress_data, goffset total, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();

  for (;;)
    {
      guint old_length = all->len;
      gssize n;

      if (old_length >= limit)
        {
          g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                       _ ("The file is too large: more than %" PRIu64 " bytes"), limit);
          return NULL;
        }
      g_byte_array_set_size (all, old_length + CHUNK);
      n = g_input_stream_read (stream, all->data + old_length, CHUNK, cancellable,
                               error);
      if (n < 0)
        return NULL;
      g_byte_array_set_size (all, old_length + (guint) n);
      if (n == 0)
        break;
      /* A pipe does not tell how much is to come, nor may a growing file's word hold.
       */
      if (progress != NULL && all->len <= total)
        progress (all->len, TV_TRACE_INPUT_PASSES * total, progress_data);
      else if (progress != NULL)
        progress (all->len, 0, progress_data);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

/* GByteArray counts in 32 bits. */
#define READ_LIMIT (G_GUINT64_CONSTANT (0xFFFFFFFF) - 2 * CHUNK)

/* What the file system says repeats the name of the file, which stands before the
 * sentence already. The two that people meet every day are said in other words. */
static void
set_file_error (GError **error, GError *cause)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)
      || g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("There is no such file"));
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED)
           || g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_ACCES))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         _ ("You do not have the permission to read this file"));
  else
    {
      g_propagate_error (error, cause);
      return;
    }
  g_error_free (cause);
}

typedef struct
{
  int fd;
  gsize size;
} FileMap;

static void
close_map (gpointer data)
{
  g_close (((FileMap *) data)->fd, NULL);
}

static GBytes *
map_local_file (TvTraceInput *input, GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GMappedFile) map = NULL;
  FileMap kept = { .fd = g_open (path, O_RDONLY | O_CLOEXEC, 0) };

  if (kept.fd < 0)
    {
      int saved_errno = errno;

      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (saved_errno),
                           g_strerror (saved_errno));
      return NULL;
    }
  if (input->maps == NULL)
    {
      input->maps = g_array_new (FALSE, FALSE, sizeof (FileMap));
      g_array_set_clear_func (input->maps, close_map);
    }
  map = g_mapped_file_new_from_fd (kept.fd, FALSE, error);
  kept.size = map != NULL ? g_mapped_file_get_length (map) : 0;
  g_array_append_val (input->maps, kept);
  return map != NULL ? g_mapped_file_get_bytes (map) : NULL;
}

/**
 * tv_trace_input_has_shrunk:
 * @input: the bytes of a trace
 *
 * Asks whether a mapped file was cut since it was opened. Reading what is gone ends the
 * program, so ask before each piece of a file.
 *
 * Returns: whether some of the bytes are gone
 */
gboolean
tv_trace_input_has_shrunk (const TvTraceInput *input)
{
  for (guint i = 0; input->maps != NULL && i < input->maps->len; i++)
    {
      const FileMap *map = &g_array_index (input->maps, FileMap, i);
      struct stat status;

      if (fstat (map->fd, &status) != 0 || (guint64) status.st_size < map->size)
        return TRUE;
    }
  return FALSE;
}

static GBytes *
open_and_read (TvTraceInput *input, GFile *file, GFileProgressCallback progress,
               gpointer progress_data, gboolean *mapped, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GFileInputStream) stream = NULL;
  goffset size;

  info = g_file_query_info (
      file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
      G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL)
    return NULL;
  size = g_file_info_get_size (info);
  *mapped = g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR && size >= MAP_FROM
            && g_file_is_native (file);
  if (*mapped)
    return map_local_file (input, file, error);
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                           _ ("This is a folder, not a file"));
      return NULL;
    }
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return NULL;
  return read_stream (G_INPUT_STREAM (stream), READ_LIMIT, progress, progress_data,
                      size, cancellable, error);
}

static GBytes *
load_file (TvTraceInput *input, GFile *file, GFileProgressCallback progress,
           gpointer progress_data, gboolean *mapped, GCancellable *cancellable,
           GError **error)
{
  GError *cause = NULL;
  GBytes *bytes = open_and_read (input, file, progress, progress_data, mapped,
                                 cancellable, &cause);

  if (bytes == NULL)
    set_file_error (error, cause);
  return bytes;
}

static gboolean
is_gzip (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  return size >= 2 && data[0] == 0x1F && data[1] == 0x8B;
}

/* Grows the output by what one more read gives. Returns what g_input_stream_read()
 * does. */
static gssize
unzip_chunk (GInputStream *stream, GArray *chunks, GCancellable *cancellable,
             GError **error)
{
  guint8 *chunk = g_malloc (CHUNK);
  gsize n = 0;
  gboolean ok = g_input_stream_read_all (stream, chunk, CHUNK, &n, cancellable, error);
  GBytes *bytes;

  if (n == 0)
    {
      g_free (chunk);
      return ok ? 0 : -1;
    }
  bytes = g_bytes_new_take (g_realloc (chunk, n), n);
  g_array_append_val (chunks, bytes);
  return ok ? (gssize) n : -1;
}

static GBytes *
join_chunks (GArray *chunks, gsize size)
{
  guint8 *all = g_malloc (MAX (size, 1));
  gsize position = 0;

  for (guint i = 0; i < chunks->len; i++)
    {
      gsize n;
      gconstpointer data = g_bytes_get_data (g_array_index (chunks, GBytes *, i), &n);

      memcpy (all + position, data, n);
      position += n;
      g_clear_pointer (&g_array_index (chunks, GBytes *, i), g_bytes_unref);
    }
  return g_bytes_new_take (all, position);
}

static void
clear_chunk (gpointer data)
{
  g_clear_pointer ((GBytes **) data, g_bytes_unref);
}

static gboolean
check_expansion (gsize unzipped, gsize zipped, GError **error)
{
  if (unzipped <= TV_TRACE_INPUT_MAX_UNZIPPED
      && (unzipped <= 64 * 1024 * 1024
          || unzipped / TV_TRACE_INPUT_MAX_RATIO <= zipped))
    return TRUE;
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
               _ ("The gzip file grows to more than %zu bytes when unzipped, which is "
                  "too much for its size"),
               unzipped);
  return FALSE;
}

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static GBytes *
unzip (TvTraceInput *input, GBytes *zipped, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (zipped);
  g_autoptr (GZlibDecompressor) gunzip
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) stream
      = g_converter_input_stream_new (memory, G_CONVERTER (gunzip));
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (GBytes *));
  g_autoptr (GError) local_error = NULL;
  gsize size = 0;
  gssize n;

  g_array_set_clear_func (chunks, clear_chunk);
  while ((n = unzip_chunk (stream, chunks, cancellable, &local_error)) > 0)
    {
      size += (gsize) n;
      if (!check_expansion (size, g_bytes_get_size (zipped), error))
        return NULL;
    }
  size = 0;
  for (guint i = 0; i < chunks->len; i++)
    size += g_bytes_get_size (g_array_index (chunks, GBytes *, i));
  if (n < 0 && (size == 0 || is_cancelled (local_error)))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
  /* A download that was cut still holds the beginning of the run. */
  if (n < 0 && input->gzip_error == NULL)
    input->gzip_error = g_strdup (local_error->message);
  return join_chunks (chunks, size);
}

static GBytes *
load_unzipped (TvTraceInput *input, GFile *file, GFileProgressCallback progress,
               gpointer progress_data, GCancellable *cancellable, GError **error)
{
  gboolean mapped = FALSE;
  g_autoptr (GBytes) bytes
      = load_file (input, file, progress, progress_data, &mapped, cancellable, error);
  g_autoptr (GBytes) zipped = NULL;

  if (bytes != NULL && is_gzip (bytes))
    {
      input->compressed = TRUE;
      zipped = g_steal_pointer (&bytes);
      bytes = unzip (input, zipped, cancellable, error);
    }
  if (bytes != NULL && !mapped)
    input->n_read += (goffset) g_bytes_get_size (bytes);
  return g_steal_pointer (&bytes);
}

/* The other half of a split trace: "calc.data" for "calc.key" and the other way round.
 * NULL if the name has not that ending or there is no such file. */
static GFile *
find_sibling (GFile *file, const char *ending, const char *other_ending)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *other_name = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) sibling = NULL;

  if (name == NULL || folder == NULL || !g_str_has_suffix (name, ending))
    return NULL;
  name[strlen (name) - strlen (ending)] = '\0';
  other_name = g_strconcat (name, other_ending, NULL);
  sibling = g_file_get_child (folder, other_name);
  return g_file_query_exists (sibling, NULL) ? g_steal_pointer (&sibling) : NULL;
}

/* An error in the half that a person did not name says which half it is. */
static GBytes *
load_sibling (TvTraceInput *input, GFile *sibling, GCancellable *cancellable,
              GError **error)
{
  g_autofree char *name = g_file_get_basename (sibling);
  g_autofree char *shown = g_filename_display_name (name);
  GBytes *bytes = load_unzipped (input, sibling, NULL, NULL, cancellable, error);

  if (bytes == NULL)
    g_prefix_error (error, "%s: ", shown);
  return bytes;
}

static gboolean
add_sibling (TvTraceInput *input, GFile *file, GCancellable *cancellable,
             GError **error)
{
  TvContent content = tv_content_detect (input->text);
  g_autoptr (GFile) data_file = NULL;
  g_autoptr (GFile) key_file = NULL;

  if (content == TV_CONTENT_CLASSIC)
    data_file = find_sibling (file, ".key", ".data");
  else if (content == TV_CONTENT_BARE_DATA)
    key_file = find_sibling (file, ".data", ".key");
  if (data_file != NULL)
    {
      g_clear_pointer (&input->data, g_bytes_unref);
      input->data = load_sibling (input, data_file, cancellable, error);
      return input->data != NULL;
    }
  if (key_file != NULL)
    {
      g_clear_pointer (&input->text, g_bytes_unref);
      input->text = load_sibling (input, key_file, cancellable, error);
      return input->text != NULL;
    }
  return TRUE;
}

/**
 * tv_trace_input_open:
 * @file: the file; either half of a `.key` and `.data` pair loads both
 * @progress: (nullable) (scope call): told how many bytes were read, out of
 *   %TV_TRACE_INPUT_PASSES times the file's size, or of 0 where that is not known
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the reading
 * @error: %G_IO_ERROR or %G_FILE_ERROR of the file system, or %TV_TRACE_ERROR_EMPTY and
 *   %TV_TRACE_ERROR_TOO_LARGE
 *
 * Gets hold of a trace's bytes: reads or maps them, unzips them, and finds the other
 * half of a split trace.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with @error set
 */
TvTraceInput *
tv_trace_input_open (GFile *file, GFileProgressCallback progress,
                     gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTraceInput) input = g_new0 (TvTraceInput, 1);

  input->text
      = load_unzipped (input, file, progress, progress_data, cancellable, error);
  if (input->text == NULL)
    return NULL;
  if (g_bytes_get_size (input->text) == 0)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_EMPTY,
                           _ ("The file is empty"));
      return NULL;
    }
  input->data = g_bytes_ref (input->text);
  if (!add_sibling (input, file, cancellable, error))
    return NULL;
  return g_steal_pointer (&input);
}
