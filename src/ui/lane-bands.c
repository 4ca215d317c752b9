/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/lane-bands.h"

#include <string.h>

/* So many equal rows are worth a texture of their own, of one row. */
#define MIN_EQUAL_ROWS 3

typedef struct
{
  GBytes *bytes;
  const guint8 *data;
  gsize stride;
  guint width;
  guint height;
  guint scale;
  GArray *bands;
} BandCutter;

static const guint32 *
get_row (const BandCutter *cutter, guint row)
{
  return (gconstpointer) (cutter->data + row * cutter->stride);
}

static guint
count_equal_rows (const BandCutter *cutter, guint row)
{
  guint n = 1;

  while (row + n < cutter->height
         && memcmp (get_row (cutter, row), get_row (cutter, row + n),
                    cutter->width * sizeof (guint32))
                == 0)
    n++;
  return n;
}

/* Narrows a range of columns to what is not transparent in any of the rows. */
static gboolean
crop (const BandCutter *cutter, guint row, guint n_rows, guint *left, guint *right)
{
  *left = cutter->width;
  *right = 0;
  for (guint i = 0; i < n_rows; i++)
    {
      const guint32 *pixels = get_row (cutter, row + i);
      guint first = 0;
      guint last = cutter->width;

      while (first < *left && pixels[first] == 0)
        first++;
      while (last > *right && pixels[last - 1] == 0)
        last--;
      *left = MIN (*left, first);
      *right = MAX (*right, last);
    }
  return *left < *right;
}

/* Shows @n_texture_rows of the surface as @n_rows. */
static void
add_band (BandCutter *cutter, guint row, guint n_rows, guint n_texture_rows)
{
  float scale = (float) cutter->scale;
  guint left;
  guint right;
  gsize offset;
  g_autoptr (GBytes) part = NULL;
  TvLaneBand band;

  if (!crop (cutter, row, n_texture_rows, &left, &right))
    return;

  offset = row * cutter->stride + left * sizeof (guint32);
  part = g_bytes_new_from_bytes (cutter->bytes, offset,
                                 (n_texture_rows - 1) * cutter->stride
                                     + (right - left) * sizeof (guint32));
  band.texture = gdk_memory_texture_new ((int) (right - left), (int) n_texture_rows,
                                         GDK_MEMORY_DEFAULT, part, cutter->stride);
  band.area
      = GRAPHENE_RECT_INIT ((float) left / scale, (float) row / scale,
                            (float) (right - left) / scale, (float) n_rows / scale);
  g_array_append_val (cutter->bands, band);
}

static void
cut_bands (BandCutter *cutter)
{
  guint pending = 0;
  guint row = 0;

  while (row < cutter->height)
    {
      guint n = count_equal_rows (cutter, row);

      if (n >= MIN_EQUAL_ROWS)
        {
          if (row > pending)
            add_band (cutter, pending, row - pending, row - pending);
          add_band (cutter, row, n, 1);
          pending = row + n;
        }
      row += n;
    }
  if (row > pending)
    add_band (cutter, pending, row - pending, row - pending);
}

static void
clear_band (TvLaneBand *band)
{
  g_clear_object (&band->texture);
}

/**
 * tv_lane_bands_new:
 * @surface: (transfer none): an image of %CAIRO_FORMAT_ARGB32; must not be changed
 *   afterwards
 * @scale: device pixels in a pixel
 *
 * Cuts the picture of a lane into textures, so that there is little to copy: drawing
 * without a graphics card converts every pixel of a texture each time any part of it is
 * drawn. Most of a lane is rows that are alike, of which one is enough, and empty rows
 * and ends, which are left out.
 *
 * Returns: (transfer full) (element-type TvLaneBand): the parts, which do not overlap
 */
GArray *
tv_lane_bands_new (cairo_surface_t *surface, guint scale)
{
  BandCutter cutter = { .scale = scale };
  gsize size;

  g_return_val_if_fail (surface != NULL && scale > 0, NULL);
  g_return_val_if_fail (cairo_image_surface_get_format (surface) == CAIRO_FORMAT_ARGB32,
                        NULL);

  cairo_surface_flush (surface);
  cutter.data = cairo_image_surface_get_data (surface);
  cutter.stride = (gsize) cairo_image_surface_get_stride (surface);
  cutter.width = (guint) cairo_image_surface_get_width (surface);
  cutter.height = (guint) cairo_image_surface_get_height (surface);
  size = cutter.stride * cutter.height;
  cutter.bytes = g_bytes_new_with_free_func (cutter.data, size,
                                             (GDestroyNotify) cairo_surface_destroy,
                                             cairo_surface_reference (surface));
  cutter.bands = g_array_new (FALSE, FALSE, sizeof (TvLaneBand));
  g_array_set_clear_func (cutter.bands, (GDestroyNotify) clear_band);
  cut_bands (&cutter);
  g_bytes_unref (cutter.bytes);
  return cutter.bands;
}
