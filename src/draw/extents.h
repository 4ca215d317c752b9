/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "draw/palette.h"

G_BEGIN_DECLS

void tv_extents_draw (cairo_t *cr, const TvExtent *extents, guint n_extents,
                      double bar_bottom, guint scale, TvColor color);

G_END_DECLS
