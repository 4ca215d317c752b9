/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <cairo.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

GskRenderNode *tv_lane_bands_new (cairo_surface_t *surface, guint scale);

G_END_DECLS
