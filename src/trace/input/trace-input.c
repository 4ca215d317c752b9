/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/trace-input.h"

#include "trace/input/format-detect.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define CHUNK (1024 * 1024)

void
tv_trace_input_free (TvTraceInput *input)
{
  if (input == NULL)
    return;
  g_clear_pointer (&input->text, g_bytes_unref);
  g_clear_pointer (&input->data, g_bytes_unref);
  g_clear_pointer (&input->summary, g_bytes_unref);
  g_clear_pointer (&input->window, tv_data_window_free);
  for (guint i = 0; i < G_N_ELEMENTS (input->parts); i++)
    tv_file_bytes_clear (&input->parts[i]);
  g_free (input->gzip_error);
  g_free (input);
}

static gboolean
is_gzip (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  return size >= 2 && data[0] == 0x1F && data[1] == 0x8B;
}

/* Appends one chunk to the output. Returns the same as g_input_stream_read(). */
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

/* A gzip file of any size may grow to this. */
#define ALWAYS_ALLOWED (64 * 1024 * 1024)

static gboolean
check_expansion (gsize unzipped, gsize zipped, GError **error)
{
  if (unzipped > TV_TRACE_INPUT_MAX_UNZIPPED)
    {
      g_set_error (
          error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
          _ ("The gzip file is too large: more than %" PRIu64 " bytes when unzipped"),
          TV_TRACE_INPUT_MAX_UNZIPPED);
      return FALSE;
    }
  if (unzipped > ALWAYS_ALLOWED && unzipped / TV_TRACE_INPUT_MAX_RATIO > zipped)
    {
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                   _ ("The gzip file of %zu bytes is not unzipped: it grows to more "
                      "than %d MiB and %d times its size"),
                   zipped, ALWAYS_ALLOWED / (1024 * 1024), TV_TRACE_INPUT_MAX_RATIO);
      return FALSE;
    }
  return TRUE;
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
  /* A truncated download still holds the beginning of the trace. */
  if (n < 0 && input->gzip_error == NULL)
    input->gzip_error = g_strdup (local_error->message);
  return join_chunks (chunks, size);
}

static gboolean
unzip_part (TvTraceInput *input, TvFileBytes *part, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GBytes) zipped = NULL;

  if (!is_gzip (part->bytes))
    return TRUE;
  input->compressed = TRUE;
  zipped = g_steal_pointer (&part->bytes);
  part->bytes = unzip (input, zipped, cancellable, error);
  if (part->bytes == NULL)
    return FALSE;
  part->size = (goffset) g_bytes_get_size (part->bytes);
  return TRUE;
}

/* Reads a file and unzips it, unless it is read in windows. */
static gboolean
load_unzipped (TvTraceInput *input, TvFileBytes *part, GFile *file,
               GFileProgressCallback progress, gpointer progress_data,
               GCancellable *cancellable, GError **error)
{
  if (!tv_file_bytes_read (part, file, TV_TRACE_INPUT_PASSES, progress, progress_data,
                           cancellable, error))
    return FALSE;
  if (part->stream == NULL && !unzip_part (input, part, cancellable, error))
    return FALSE;
  if (part->stream == NULL)
    input->n_read += part->size;
  return TRUE;
}

/* Uses the file that has the records. */
static void
set_data (TvTraceInput *input, const TvFileBytes *part)
{
  g_clear_pointer (&input->data, g_bytes_unref);
  g_clear_pointer (&input->window, tv_data_window_free);
  input->data = g_bytes_ref (part->bytes);
  input->window = part->stream != NULL
                      ? tv_data_window_new_for_stream (part->stream, part->size)
                      : tv_data_window_new_for_bytes (part->bytes);
}

static gboolean
set_whole (TvTraceInput *input, GError **error)
{
  input->text = g_bytes_ref (input->parts[0].bytes);
  if (g_bytes_get_size (input->text) == 0)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_EMPTY,
                           _ ("The file is empty"));
      return FALSE;
    }
  set_data (input, &input->parts[0]);
  return TRUE;
}

/* Returns the other half of a split trace, as "calc.data" for "calc.key", or NULL. */
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

/* ART of 2015 and 2016 appends ".sec" to the whole name of the trace. A user may have
 * renamed both. */
static GFile *
find_side_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *side_name = NULL;
  g_autoptr (GFile) side = NULL;

  if (name == NULL || folder == NULL)
    return NULL;
  side_name = g_strconcat (name, ".sec", NULL);
  side = g_file_get_child (folder, side_name);
  if (g_file_query_exists (side, NULL))
    return g_steal_pointer (&side);
  return find_sibling (file, ".trace", ".sec");
}

/* The side file is optional: one that cannot be read is ignored. */
static gboolean
add_side_file (TvTraceInput *input, GFile *file, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GFile) side = find_side_file (file);
  g_autoptr (GError) local_error = NULL;

  if (side == NULL)
    return TRUE;
  if (load_unzipped (input, &input->parts[1], side, NULL, NULL, cancellable,
                     &local_error))
    {
      input->summary = g_bytes_ref (input->parts[1].bytes);
      return TRUE;
    }
  tv_file_bytes_clear (&input->parts[1]);
  if (!g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/* An error in the half that the user did not name tells the name of that half. */
static gboolean
load_sibling (TvTraceInput *input, GFile *sibling, GCancellable *cancellable,
              GError **error)
{
  g_autofree char *name = g_file_get_basename (sibling);
  g_autofree char *shown = g_filename_display_name (name);

  if (load_unzipped (input, &input->parts[1], sibling, NULL, NULL, cancellable, error))
    return TRUE;
  g_prefix_error (error, "%s: ", shown);
  return FALSE;
}

static gboolean
add_sibling (TvTraceInput *input, GFile *file, GCancellable *cancellable,
             GError **error)
{
  TvContent content = tv_content_detect (input->text);
  g_autoptr (GFile) data_file = NULL;
  g_autoptr (GFile) key_file = NULL;

  if (content == TV_CONTENT_STREAMING)
    return add_side_file (input, file, cancellable, error);
  if (content == TV_CONTENT_CLASSIC)
    data_file = find_sibling (file, ".key", ".data");
  else if (content == TV_CONTENT_BARE_DATA)
    key_file = find_sibling (file, ".data", ".key");
  if (data_file != NULL)
    {
      if (!load_sibling (input, data_file, cancellable, error))
        return FALSE;
      set_data (input, &input->parts[1]);
    }
  if (key_file != NULL)
    {
      if (!load_sibling (input, key_file, cancellable, error))
        return FALSE;
      g_clear_pointer (&input->text, g_bytes_unref);
      input->text = g_bytes_ref (input->parts[1].bytes);
    }
  return TRUE;
}

/**
 * tv_trace_input_open:
 * @file: the file; either half of a `.key` and `.data` pair loads both
 * @progress: (nullable) (scope call): receives the number of bytes read, out of
 *   %TV_TRACE_INPUT_PASSES times the size of the file, or of 0 while that is unknown
 * @progress_data: for @progress
 * @cancellable: (nullable): stops the reading
 * @error: %G_IO_ERROR or %G_FILE_ERROR of the file system, or %TV_TRACE_ERROR_EMPTY,
 *   %TV_TRACE_ERROR_TOO_LARGE and %TV_TRACE_ERROR_CHANGED
 *
 * Reads and unzips the bytes of a trace and finds the other half of a split one. Of a
 * big classic trace only the part before the records is read; the records come through
 * the window of the input.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with @error set
 */
TvTraceInput *
tv_trace_input_open (GFile *file, GFileProgressCallback progress,
                     gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTraceInput) input = g_new0 (TvTraceInput, 1);

  if (!load_unzipped (input, &input->parts[0], file, progress, progress_data,
                      cancellable, error))
    return NULL;
  if (!set_whole (input, error) || !add_sibling (input, file, cancellable, error))
    return NULL;
  return g_steal_pointer (&input);
}

/**
 * tv_trace_input_new_for_bytes:
 * @bytes: the content of a file, gzipped or not
 * @cancellable: (nullable): stops the unzipping
 * @error: %TV_TRACE_ERROR_EMPTY, %TV_TRACE_ERROR_TOO_LARGE or a %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): the bytes, unzipped, or %NULL with @error set
 */
TvTraceInput *
tv_trace_input_new_for_bytes (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTraceInput) input = g_new0 (TvTraceInput, 1);

  input->parts[0].bytes = g_bytes_ref (bytes);
  input->parts[0].size = (goffset) g_bytes_get_size (bytes);
  if (!unzip_part (input, &input->parts[0], cancellable, error)
      || !set_whole (input, error))
    return NULL;
  return g_steal_pointer (&input);
}

/**
 * tv_trace_input_check_unchanged:
 * @input: an input
 * @cancellable: (nullable): stops the check
 * @error: %TV_TRACE_ERROR_CHANGED
 *
 * Checks, after all records were read, that they come from the same state of the file.
 *
 * Returns: whether no file changed since it was opened
 */
gboolean
tv_trace_input_check_unchanged (const TvTraceInput *input, GCancellable *cancellable,
                                GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (input->parts); i++)
    if (!tv_file_bytes_check_unchanged (&input->parts[i], cancellable, error))
      return FALSE;
  return TRUE;
}
