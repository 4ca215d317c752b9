/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/pixels.h"

#include "ui/display.h"

#include <check.h>

#define MAX_TRIES 20

/**
 * tv_pixels_take:
 * @widget: a widget that is shown
 *
 * Draws @widget with Cairo, whose colours are exact whatever the window's own renderer
 * is. What changed its place or size a moment ago leaves nothing to draw until the next
 * frame, which is waited for then.
 *
 * Returns: (transfer full): a pixel for each of its pixels
 */
TvPixels *
tv_pixels_take (GtkWidget *widget)
{
  TvPixels *pixels = g_new0 (TvPixels, 1);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GskRenderer) renderer = gsk_cairo_renderer_new ();

  for (guint i = 0; node == NULL && i < MAX_TRIES; i++)
    {
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      if (i > 0)
        tv_gui_settle ();
      gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                              gtk_widget_get_height (widget));
      node = gtk_snapshot_free_to_node (snapshot);
    }
  ck_assert_ptr_nonnull (node);

  pixels->width = gtk_widget_get_width (widget);
  pixels->height = gtk_widget_get_height (widget);
  pixels->argb = g_new0 (guint32, (gsize) pixels->width * (gsize) pixels->height);
  ck_assert (gsk_renderer_realize (
      renderer, gtk_native_get_surface (gtk_widget_get_native (widget)), NULL));
  texture = gsk_renderer_render_texture (
      renderer, node,
      &GRAPHENE_RECT_INIT (0, 0, (float) pixels->width, (float) pixels->height));
  gdk_texture_download (texture, (guchar *) pixels->argb,
                        (gsize) pixels->width * sizeof (guint32));
  gsk_renderer_unrealize (renderer);
  return pixels;
}

/**
 * tv_pixels_free:
 * @pixels: (transfer full): what tv_pixels_take() returned
 *
 * Frees @pixels.
 */
void
tv_pixels_free (TvPixels *pixels)
{
  g_free (pixels->argb);
  g_free (pixels);
}

/**
 * tv_pixels_get:
 * @pixels: pixels
 * @x: column
 * @y: row
 *
 * Returns: the colour there as 0xRRGGBB
 */
guint32
tv_pixels_get (const TvPixels *pixels, int x, int y)
{
  ck_assert (x >= 0 && x < pixels->width && y >= 0 && y < pixels->height);

  return pixels->argb[(gsize) y * (gsize) pixels->width + (gsize) x] & 0xFFFFFF;
}

/**
 * tv_pixels_count:
 * @pixels: pixels
 * @area: (nullable): where to look, %NULL for everywhere
 * @rgb: a colour as 0xRRGGBB
 *
 * Returns: how many pixels have exactly this colour
 */
guint
tv_pixels_count (const TvPixels *pixels, const GdkRectangle *area, guint32 rgb)
{
  const GdkRectangle all = { 0, 0, pixels->width, pixels->height };
  GdkRectangle part = all;
  guint n = 0;

  if (area != NULL && !gdk_rectangle_intersect (&all, area, &part))
    return 0;
  for (int y = part.y; y < part.y + part.height; y++)
    for (int x = part.x; x < part.x + part.width; x++)
      n += tv_pixels_get (pixels, x, y) == rgb;
  return n;
}

/* Narrower runs are swatches and letters. */
#define MIN_BLOCK_WIDTH 24

static int
measure_run (const TvPixels *pixels, int x, int y, guint32 rgb)
{
  int end = x;

  while (end < pixels->width && tv_pixels_get (pixels, end, y) == rgb)
    end++;
  return end - x;
}

static int
measure_height (const TvPixels *pixels, int x, int y, guint32 rgb)
{
  int end = y;

  while (end < pixels->height && tv_pixels_get (pixels, x, end) == rgb)
    end++;
  return end - y;
}

/**
 * tv_pixels_find_block:
 * @pixels: pixels
 * @rgb: a colour as 0xRRGGBB
 * @index: which block, from 0
 * @block: (out): where it is
 *
 * Finds a filled rectangle of one colour, in the topmost row of pixels that has any,
 * from the left.
 *
 * Returns: whether there is one
 */
gboolean
tv_pixels_find_block (const TvPixels *pixels, guint32 rgb, guint index,
                      GdkRectangle *block)
{
  for (int y = 0; y < pixels->height; y++)
    {
      guint n = 0;

      for (int x = 0; x < pixels->width; x++)
        {
          int width = measure_run (pixels, x, y, rgb);

          if (width >= MIN_BLOCK_WIDTH && n++ == index)
            {
              *block
                  = (GdkRectangle){ x, y, width, measure_height (pixels, x, y, rgb) };
              return TRUE;
            }
          x += width;
        }
      if (n > 0)
        return FALSE;
    }
  return FALSE;
}

/**
 * tv_pixels_count_changes:
 * @before: pixels
 * @after: pixels of the same size
 * @area: (nullable): where to look, %NULL for everywhere
 *
 * Returns: how many pixels differ
 */
guint
tv_pixels_count_changes (const TvPixels *before, const TvPixels *after,
                         const GdkRectangle *area)
{
  const GdkRectangle all = { 0, 0, before->width, before->height };
  GdkRectangle part = all;
  guint n = 0;

  ck_assert_int_eq (before->width, after->width);
  ck_assert_int_eq (before->height, after->height);
  if (area != NULL && !gdk_rectangle_intersect (&all, area, &part))
    return 0;
  for (int y = part.y; y < part.y + part.height; y++)
    for (int x = part.x; x < part.x + part.width; x++)
      n += tv_pixels_get (before, x, y) != tv_pixels_get (after, x, y);
  return n;
}
