/* SPDX-License-Identifier: Apache-2.0 */

/* Unpacks gzip by zlib. libarchive checks no sums, and drops the last bytes before a
 * damage. */

#include "config.h"

#include "trace/input/gunzip.h"

#include <string.h>

/* The longest text of atrace before the trace. */
#define ATRACE_HEAD 512

struct _TvGunzip
{
  GObject parent_instance;

  GConverter *zlib;
  gboolean is_between; /* after one of the members that a file may have */
};

static void tv_gunzip_init_converter (GConverterIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvGunzip, tv_gunzip, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER,
                                                      tv_gunzip_init_converter))

static gboolean
has_magic (const guint8 *data, gsize size)
{
  return size >= 2 && data[0] == 0x1F && data[1] == 0x8B;
}

gboolean
tv_is_gzip (GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  return has_magic (data, size);
}

/* Returns the offset of the zlib stream of "atrace -z", which follows a line, or 0. */
gsize
tv_find_zlib (GBytes *start)
{
  static const char line[] = "TRACE:\n";
  const gsize length = sizeof line - 1;
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);
  const guint8 *at
      = size > 0 ? memmem (data, MIN (size, ATRACE_HEAD), line, length) : NULL;
  const guint8 *body = at != NULL ? at + length : NULL;

  if (at == NULL || (at > data && at[-1] != '\n') || body + 2 > data + size)
    return 0;
  /* The method, and the check of both bytes. */
  return (body[0] & 0xF) == 8 && (body[0] * 256 + body[1]) % 31 == 0
             ? (gsize) (body - data)
             : 0;
}

/* Bytes that are not another member are ignored, as gzip does. */
static GConverterResult
begin_member (TvGunzip *self, const guint8 *input, gsize size, gboolean at_end,
              GError **error)
{
  if (size < 2 && !at_end)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "");
      return G_CONVERTER_ERROR;
    }
  if (!has_magic (input, size))
    return G_CONVERTER_FINISHED;
  g_converter_reset (self->zlib);
  self->is_between = FALSE;
  return G_CONVERTER_CONVERTED;
}

static GConverterResult
convert (GConverter *converter, const void *input, gsize input_size, void *output,
         gsize output_size, GConverterFlags flags, gsize *n_read, gsize *n_written,
         GError **error)
{
  TvGunzip *self = TV_GUNZIP (converter);
  GConverterResult result = G_CONVERTER_CONVERTED;

  *n_read = 0;
  *n_written = 0;
  if (self->is_between)
    result = begin_member (self, input, input_size,
                           (flags & G_CONVERTER_INPUT_AT_END) != 0, error);
  if (result != G_CONVERTER_CONVERTED)
    return result;
  result = g_converter_convert (self->zlib, input, input_size, output, output_size,
                                flags, n_read, n_written, error);
  if (result != G_CONVERTER_FINISHED)
    return result;
  self->is_between = TRUE;
  return G_CONVERTER_CONVERTED;
}

static void
reset (GConverter *converter)
{
  TvGunzip *self = TV_GUNZIP (converter);

  g_converter_reset (self->zlib);
  self->is_between = FALSE;
}

static void
tv_gunzip_init_converter (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

static void
tv_gunzip_finalize (GObject *object)
{
  g_object_unref (TV_GUNZIP (object)->zlib);
  G_OBJECT_CLASS (tv_gunzip_parent_class)->finalize (object);
}

static void
tv_gunzip_class_init (TvGunzipClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tv_gunzip_finalize;
}

static void
tv_gunzip_init (TvGunzip *self)
{
  self->zlib = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
}

/* Returns the bytes of all members of a gzip file. */
GInputStream *
tv_gunzip_stream_new (GInputStream *stream)
{
  g_autoptr (GConverter) gunzip = g_object_new (TV_TYPE_GUNZIP, NULL);

  return g_converter_input_stream_new (stream, gunzip);
}
