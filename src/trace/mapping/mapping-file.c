/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/mapping/mapping-line.h"
#include "trace/mapping/mapping-table.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace-error.h"
#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Reads mapping files line by line, with only the current line in memory. */

#define CHUNK (64 * 1024)

/* No useful line is longer. */
#define MAX_LINE (1024 * 1024)

/* The largest unzipped file. */
#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30)

/* The newest known version of R8's information, the first version that gives every
 * changed signature, and the first that marks synthesized methods. */
#define NEWEST_VERSION 2.2
#define RESIDUAL_VERSION 2.2
#define SYNTHESIZED_VERSION 1.0

typedef struct
{
  TvNameMapping *mapping;
  GString *line;
  guint64 number; /* of the current line */
  gboolean is_cut;
  gboolean in_class;  /* whether a class has begun in this file */
  gboolean in_method; /* whether the last line was a method, apart from comments */
  gboolean after_class;
  double version;
  char *too_new; /* a version that is newer than the known ones, or NULL */

  guint64 n_bad;
  guint64 first_bad;
  gboolean is_full;
} Reader;

static void
note_bad_line (Reader *reader)
{
  if (reader->n_bad++ == 0)
    reader->first_bad = reader->number;
}

static void
take_version (Reader *reader, const char *version)
{
  reader->version = g_ascii_strtod (version, NULL);
  if (reader->version > NEWEST_VERSION && reader->too_new == NULL)
    reader->too_new = g_strdup (version);
}

static void
take_comment (Reader *reader, const char *text)
{
  TvNameMapping *mapping = reader->mapping;
  g_auto (TvMappingComment) comment = { 0 };

  if (!tv_mapping_comment_parse (text, &comment))
    return;
  if (g_str_equal (comment.id, "com.android.tools.r8.mapping")
      && comment.version != NULL)
    take_version (reader, comment.version);
  else if (g_str_equal (comment.id, "sourceFile") && comment.file_name != NULL
           && reader->after_class)
    g_array_index (mapping->classes, TvMappedClass, mapping->classes->len - 1).file
        = tv_string_pool_add (mapping->strings, comment.file_name);
  else if (g_str_equal (comment.id, "com.android.tools.r8.residualsignature")
           && comment.signature != NULL && *comment.signature == '('
           && reader->in_method && reader->version >= RESIDUAL_VERSION)
    g_array_index (mapping->methods, TvMappedMethod, mapping->methods->len - 1).residual
        = tv_string_pool_add (mapping->strings, comment.signature);
  else if (g_str_equal (comment.id, "com.android.tools.r8.synthesized")
           && reader->in_method && reader->version >= SYNTHESIZED_VERSION)
    tv_name_mapping_set_synthesized (mapping);
}

static void
take_member (Reader *reader, TvMappingLineKind kind, const TvMappingLine *line)
{
  const gboolean goes_on = reader->in_method;

  reader->after_class = FALSE;
  reader->in_method = FALSE;
  if (!reader->in_class)
    note_bad_line (reader);
  else if (kind == TV_MAPPING_LINE_METHOD)
    {
      reader->in_method = TRUE;
      reader->is_full = !tv_name_mapping_add_method (reader->mapping, line, goes_on);
    }
}

/* Removes a carriage return and a byte order mark. */
static void
remove_marks (GString *line, gboolean is_first)
{
  if (line->len > 0 && line->str[line->len - 1] == '\r')
    g_string_truncate (line, line->len - 1);
  if (is_first && g_str_has_prefix (line->str, "\xEF\xBB\xBF"))
    g_string_erase (line, 0, 3);
}

static void
take_line (Reader *reader)
{
  g_autofree char *text = NULL;
  TvMappingLine line;
  TvMappingLineKind kind = TV_MAPPING_LINE_BAD;

  reader->number++;
  remove_marks (reader->line, reader->number == 1);
  if (!reader->is_cut)
    {
      text = tv_java_text_dup_utf8 (reader->line->str, reader->line->len);
      kind = tv_mapping_line_parse (text, &line);
    }
  if (kind == TV_MAPPING_LINE_COMMENT)
    take_comment (reader, line.original);
  else if (kind == TV_MAPPING_LINE_CLASS)
    {
      reader->in_class = reader->after_class = TRUE;
      reader->in_method = FALSE;
      reader->is_full = !tv_name_mapping_add_class (
          reader->mapping, &line, reader->version >= RESIDUAL_VERSION);
    }
  else if (kind == TV_MAPPING_LINE_FIELD || kind == TV_MAPPING_LINE_METHOD)
    take_member (reader, kind, &line);
  else if (kind == TV_MAPPING_LINE_BAD)
    note_bad_line (reader);
  g_string_truncate (reader->line, 0);
  reader->is_cut = FALSE;
}

static void
take_bytes (Reader *reader, const char *bytes, gsize n)
{
  while (n > 0 && !reader->is_full)
    {
      const char *newline = memchr (bytes, '\n', n);
      const gsize length = newline != NULL ? (gsize) (newline - bytes) : n;
      const gsize used = newline != NULL ? length + 1 : length;

      if (reader->line->len + length > MAX_LINE)
        reader->is_cut = TRUE;
      else
        g_string_append_len (reader->line, bytes, (gssize) length);
      if (newline != NULL)
        take_line (reader);
      bytes += used;
      n -= used;
    }
}

/* Input */

static GInputStream *
unzip (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) buffered = g_buffered_input_stream_new_sized (stream, CHUNK);
  g_autoptr (GConverter) gunzip = NULL;
  const guint8 *head;
  gsize n;

  if (g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), 2, cancellable,
                                    error)
      < 0)
    return NULL;
  head = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered), &n);
  if (n < 2 || head[0] != 0x1F || head[1] != 0x8B)
    return g_steal_pointer (&buffered);
  gunzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  return g_converter_input_stream_new (buffered, gunzip);
}

static gboolean
set_too_large (GError **error)
{
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE,
                       _ ("The mapping is larger than that of any program"));
  return FALSE;
}

static gboolean
read_stream (Reader *reader, GInputStream *stream, GCancellable *cancellable,
             GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  guint64 size = 0;
  gssize n;

  while ((n = g_input_stream_read (stream, chunk, CHUNK, cancellable, error)) > 0)
    {
      size += (guint64) n;
      if (size > MAX_SIZE)
        return set_too_large (error);
      take_bytes (reader, chunk, (gsize) n);
      if (reader->is_full)
        return set_too_large (error);
    }
  if (n < 0)
    return FALSE;
  if (reader->line->len > 0 || reader->is_cut)
    take_line (reader);
  return !reader->is_full || set_too_large (error);
}

/* Warnings */

static GStrv
dup_warnings (const Reader *reader)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *bad = NULL;
  g_autofree char *version = NULL;

  if (reader->n_bad > 0)
    bad = g_strdup_printf (
        ngettext ("%" PRIu64
                  " line does not belong to a mapping and was skipped: line %" PRIu64,
                  "%" PRIu64 " lines do not belong to a mapping and were skipped, the "
                  "first of them line %" PRIu64,
                  (gulong) reader->n_bad),
        reader->n_bad, reader->first_bad);
  if (bad != NULL)
    g_strv_builder_add (builder, bad);
  if (reader->too_new != NULL)
    {
      version = g_strdup_printf (
          _ ("The mapping has version %s, which is newer than this program knows"),
          reader->too_new);
      g_strv_builder_add (builder, version);
    }
  return g_strv_builder_end (builder);
}

/* Removes the classes of a file that could not be read to its end. */
static void
forget (TvNameMapping *mapping, guint n_classes, guint n_methods)
{
  g_array_set_size (mapping->classes, n_classes);
  g_array_set_size (mapping->methods, n_methods);
}

/**
 * tv_name_mapping_add_stream:
 * @mapping: a mapping that nothing else uses yet
 * @stream: the content of a mapping file, gzipped or not
 * @warnings: (out) (transfer full): what was skipped
 * @cancellable: (nullable): stops the reading
 * @error: a #TvTraceError or a %G_IO_ERROR
 *
 * Adds the classes of a file. They replace classes of the same name.
 *
 * Returns: whether the file could be read
 */
gboolean
tv_name_mapping_add_stream (TvNameMapping *mapping, GInputStream *stream,
                            GStrv *warnings, GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GInputStream) text = unzip (stream, cancellable, error);
  const guint n_classes = mapping->classes->len;
  const guint n_methods = mapping->methods->len;
  Reader reader = { .mapping = mapping, .line = line };
  gboolean ok;

  *warnings = NULL;
  if (text == NULL)
    return FALSE;
  ok = read_stream (&reader, text, cancellable, error);
  if (ok && reader.n_bad > 0 && mapping->classes->len == n_classes)
    {
      ok = FALSE;
      g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT,
                   _ ("This is not a mapping file of ProGuard or R8: line %" PRIu64
                      " does not belong to one, and there is no class"),
                   reader.first_bad);
    }
  if (ok)
    *warnings = dup_warnings (&reader);
  else
    forget (mapping, n_classes, n_methods);
  tv_name_mapping_sort (mapping);
  g_free (reader.too_new);
  return ok;
}

/**
 * tv_name_mapping_add_file:
 * @mapping: a mapping that nothing else uses yet
 * @file: a mapping file, gzipped or not
 * @warnings: (out) (transfer full): what was skipped
 * @cancellable: (nullable): stops the reading
 * @error: a #TvTraceError or a %G_IO_ERROR
 *
 * Adds the classes of a file. They replace classes of the same name.
 *
 * Returns: whether the file could be read
 */
gboolean
tv_name_mapping_add_file (TvNameMapping *mapping, GFile *file, GStrv *warnings,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);

  *warnings = NULL;
  return stream != NULL
         && tv_name_mapping_add_stream (mapping, G_INPUT_STREAM (stream), warnings,
                                        cancellable, error);
}

/**
 * tv_name_mapping_load:
 * @files: (element-type GFile): mapping files
 * @warn: (scope call) (closure user_data): receives warnings
 * @user_data: for @warn
 * @failed: (out) (optional): the index of the file that could not be read
 * @cancellable: (nullable): stops the reading
 * @error: as for tv_name_mapping_add_file()
 *
 * Reads mapping files. Later files take precedence.
 *
 * Returns: (transfer full) (nullable): the names, or %NULL if a file could not be read
 */
TvNameMapping *
tv_name_mapping_load (GPtrArray *files, TvMappingWarningFunc warn, gpointer user_data,
                      guint *failed, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();

  g_return_val_if_fail (files != NULL && warn != NULL, NULL);

  for (guint i = 0; i < files->len; i++)
    {
      g_auto (GStrv) warnings = NULL;

      if (!tv_name_mapping_add_file (mapping, g_ptr_array_index (files, i), &warnings,
                                     cancellable, error))
        {
          if (failed != NULL)
            *failed = i;
          return NULL;
        }
      for (guint k = 0; warnings[k] != NULL; k++)
        warn (i, warnings[k], user_data);
    }
  return g_steal_pointer (&mapping);
}

/* Detection of mapping files */

/* More than a licence at the top of a mapping takes. */
#define PROBED_BYTES (64 * 1024)

/* The name alone is not enough: mappings are called `mapping-1.2.txt`, `app.map`, …,
 * and traces `calc`. */
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

/* Reads the beginning of a file, and unzips it if it is gzipped. */
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
 * @cancellable: (nullable): stops the reading
 *
 * Distinguishes a mapping file of ProGuard or R8 from a trace. A file that is not named
 * like a trace is a mapping if its first line that is neither blank nor a comment names
 * a class. Reads the beginning of the file.
 *
 * Returns: whether the file can be read and is a mapping
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
  /* Text has no zero bytes. */
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
