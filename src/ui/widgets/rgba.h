/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/palette.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * tv_color_to_rgba:
 * @color: a colour
 * @alpha: how opaque, from 0 to 1
 *
 * Returns: the colour as GTK paints it
 */
static inline GdkRGBA
tv_color_to_rgba (TvColor color, float alpha)
{
  return (GdkRGBA){ color.red / 255.0f, color.green / 255.0f, color.blue / 255.0f,
                    alpha };
}

G_END_DECLS
