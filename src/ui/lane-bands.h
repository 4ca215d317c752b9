/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <cairo.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvLaneBand:
 * @texture: (transfer full): what to show, in device pixels
 * @area: where, in pixels from the lane's top left corner. May be higher than the
 *   texture, which is then stretched
 *
 * A part of a lane's picture.
 */
typedef struct
{
  GdkTexture *texture;
  graphene_rect_t area;
} TvLaneBand;

GArray *tv_lane_bands_new (cairo_surface_t *surface, guint scale);

G_END_DECLS
