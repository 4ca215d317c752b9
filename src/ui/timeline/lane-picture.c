/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-picture.h"

#include "draw/extents.h"
#include "draw/hit-raster.h"

/* Cairo's images end at 32,767 pixels. A whole number of pixels at any scale. */
#define MAX_PART 30000u

/* Draws the extents that reach into a part of the lane. */
static void
draw_extents (const TvLaneData *data, const TvLaneGeometry *geometry, TvColor color,
              guint first, cairo_surface_t *surface)
{
  cairo_t *cr;

  if (data->extents == NULL || data->extents->len == 0)
    return;

  cr = cairo_create (surface);
  cairo_translate (cr, -(double) first / geometry->scale, 0);
  tv_extents_draw (cr, (const TvExtent *) (gpointer) data->extents->data,
                   data->extents->len, geometry->tab_height + geometry->bar_height,
                   geometry->scale, color);
  cairo_destroy (cr);
}

/* A texture of the pixels of a surface, which it takes. */
static GdkTexture *
make_texture (cairo_surface_t *surface)
{
  const int width = cairo_image_surface_get_width (surface);
  const int height = cairo_image_surface_get_height (surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
append_part (GtkSnapshot *snapshot, const TvLaneData *data,
             const TvLaneGeometry *geometry, const TvLaneStyle *style, guint first)
{
  const float scale = (float) geometry->scale;
  const guint n = MIN (data->view.n_columns - first, MAX_PART);
  cairo_surface_t *surface
      = tv_lane_raster_new_surface (data->columns + first, n, geometry, style);
  g_autoptr (GdkTexture) texture = NULL;

  if (data->hits != NULL)
    tv_hit_raster_on_surface (data->columns + first, data->hits + first, n, geometry,
                              style, surface);
  draw_extents (data, geometry, style->colors->extent, first, surface);
  texture = make_texture (surface);
  gtk_snapshot_append_texture (
      snapshot, texture,
      &GRAPHENE_RECT_INIT ((float) first / scale, 0,
                           (float) gdk_texture_get_width (texture) / scale,
                           (float) gdk_texture_get_height (texture) / scale));
}

/* Draws a lane with its hits and extents, however wide it is. */
GskRenderNode *
tv_lane_picture_new (const TvLaneData *data, const TvLaneGeometry *geometry,
                     const TvLaneStyle *style)
{
  GtkSnapshot *snapshot = NULL;

  g_return_val_if_fail (data != NULL && data->view.n_columns > 0, NULL);
  g_return_val_if_fail (geometry != NULL && geometry->scale > 0, NULL);
  g_return_val_if_fail (style != NULL, NULL);

  snapshot = gtk_snapshot_new ();
  for (guint first = 0; first < data->view.n_columns; first += MAX_PART)
    append_part (snapshot, data, geometry, style, first);
  return gtk_snapshot_free_to_node (snapshot);
}
