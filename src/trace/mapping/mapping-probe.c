/* SPDX-License-Identifier: Apache-2.0 */

/* Traces and mappings come in through the same door: which of them a file is. */

#include "trace/mapping/mapping-probe.h"

#include "trace/mapping/mapping-line.h"

#include <string.h>

/* The licence that some put over their mappings is shorter. */
#define PROBED_BYTES (64 * 1024)

/* No more is asked of the name: mappings are kept as `mapping-1.2.txt`, `app.map`, …,
 * and traces as `calc`. */
static gboolean
is_named_like_trace (GFile *file)
{
  static const char *const suffixes[]
      = { ".trace", ".trace.gz", ".key", ".data", ".key.gz", ".data.gz" };
  g_autofree char *name = g_file_get_basename (file);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_gzipped (const char *bytes, gsize n)
{
  return n >= 2 && (guint8) bytes[0] == 0x1F && (guint8) bytes[1] == 0x8B;
}

/* The beginning of what is in the file; unzipped if it is zipped. */
static char *
read_beginning (GFile *file, gsize *n, GCancellable *cancellable)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, NULL);
  g_autoptr (GInputStream) buffered = NULL;
  g_autoptr (GInputStream) content = NULL;
  g_autofree char *bytes = g_malloc (PROBED_BYTES + 1);
  const char *head;
  gsize n_head;

  if (stream == NULL)
    return NULL;
  buffered = g_buffered_input_stream_new (G_INPUT_STREAM (stream));
  if (g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), 2, cancellable,
                                    NULL)
      < 0)
    return NULL;
  head = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered),
                                              &n_head);
  if (is_gzipped (head, n_head))
    {
      g_autoptr (GConverter) gunzip
          = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));

      content = g_converter_input_stream_new (buffered, gunzip);
    }
  else
    content = g_object_ref (buffered);
  if (!g_input_stream_read_all (content, bytes, PROBED_BYTES, n, cancellable, NULL))
    return NULL;
  bytes[*n] = '\0';
  return g_steal_pointer (&bytes);
}

/**
 * tv_file_looks_like_mapping:
 * @file: a file
 * @cancellable: (nullable): to give up
 *
 * Tells a mapping file of ProGuard or R8 from a trace, by its name or else by its first
 * line that is neither blank nor a comment: it must name a class. Reads the beginning
 * of the file.
 *
 * Returns: whether the file is a mapping; not if it cannot be read
 */
gboolean
tv_file_looks_like_mapping (GFile *file, GCancellable *cancellable)
{
  g_autofree char *bytes = NULL;
  gsize n = 0;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  if (is_named_like_trace (file))
    return FALSE;
  bytes = read_beginning (file, &n, cancellable);
  /* Bytes of zero are in no text. */
  if (bytes == NULL || strlen (bytes) != n)
    return FALSE;
  for (char *line = bytes; line != NULL;)
    {
      char *newline = strchr (line, '\n');
      TvMappingLine parts;
      TvMappingLineKind kind;

      if (newline != NULL)
        *newline = '\0';
      if (line == bytes && g_str_has_prefix (line, "\xEF\xBB\xBF"))
        line += 3;
      g_strchomp (line);
      kind = tv_mapping_line_parse (line, &parts);
      if (kind != TV_MAPPING_LINE_BLANK && kind != TV_MAPPING_LINE_COMMENT)
        return kind == TV_MAPPING_LINE_CLASS;
      line = newline != NULL ? newline + 1 : NULL;
    }
  return FALSE;
}
