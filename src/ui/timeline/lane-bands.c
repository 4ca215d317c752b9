/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-bands.h"

#include <string.h>

/* So many equal rows are worth a band of their own, with a texture of one row. */
#define MIN_EQUAL_ROWS 3

typedef struct
{
  cairo_surface_t *surface;
  GBytes *bytes; /* the surface's */
  const guint8 *data;
  gsize stride;
  guint width;
  guint height;
  guint scale;
  GPtrArray *bands;
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

/* A row of pixels, to be stretched over the whole band. */
static GskRenderNode *
make_stretched_row (const BandCutter *cutter, guint row, guint left, guint right,
                    const graphene_rect_t *area)
{
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (
      cutter->bytes, row * cutter->stride + left * sizeof (guint32),
      (right - left) * sizeof (guint32));
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (
      (int) (right - left), 1, GDK_MEMORY_DEFAULT, part, cutter->stride);

  return gsk_texture_node_new (texture, area);
}

/* The surface as it is in @area. GTK converts no pixel of it, as it does for each pixel
 * of a texture. */
static GskRenderNode *
make_pixels (const BandCutter *cutter, const graphene_rect_t *area)
{
  GskRenderNode *node = gsk_cairo_node_new (area);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, cutter->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static void
add_band (BandCutter *cutter, guint row, guint n_rows, gboolean all_equal)
{
  float scale = (float) cutter->scale;
  guint left;
  guint right;
  graphene_rect_t area;

  if (!crop (cutter, row, all_equal ? 1 : n_rows, &left, &right))
    return;

  area = GRAPHENE_RECT_INIT ((float) left / scale, (float) row / scale,
                             (float) (right - left) / scale, (float) n_rows / scale);
  g_ptr_array_add (cutter->bands,
                   all_equal ? make_stretched_row (cutter, row, left, right, &area)
                             : make_pixels (cutter, &area));
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
            add_band (cutter, pending, row - pending, FALSE);
          add_band (cutter, row, n, TRUE);
          pending = row + n;
        }
      row += n;
    }
  if (row > pending)
    add_band (cutter, pending, row - pending, FALSE);
}

/* Cuts the picture of a lane into bands, so that there is little to copy: drawing
 * without a graphics card converts every pixel of a texture each time any part of it
 * is drawn. Most of a lane is rows that are alike, of which one is enough, and empty
 * rows and ends, which are left out. */
GskRenderNode *
tv_lane_bands_new (cairo_surface_t *surface, guint scale)
{
  BandCutter cutter = { .surface = surface, .scale = scale };
  GskRenderNode *node;
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
  cutter.bands
      = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  cut_bands (&cutter);
  node = gsk_container_node_new ((GskRenderNode **) cutter.bands->pdata,
                                 cutter.bands->len);
  g_ptr_array_unref (cutter.bands);
  g_bytes_unref (cutter.bytes);
  return node;
}
