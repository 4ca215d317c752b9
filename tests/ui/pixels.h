/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPixels:
 * @width: columns
 * @height: rows
 * @argb: premultiplied ARGB, row by row
 *
 * What a widget shows.
 */
typedef struct
{
  int width;
  int height;
  guint32 *argb;
} TvPixels;

TvPixels *tv_pixels_take (GtkWidget *widget);
void tv_pixels_free (TvPixels *pixels);

guint32 tv_pixels_get (const TvPixels *pixels, int x, int y);
guint tv_pixels_count (const TvPixels *pixels, const GdkRectangle *area, guint32 rgb);
gboolean tv_pixels_find_block (const TvPixels *pixels, guint32 rgb, guint index,
                               GdkRectangle *block);
guint tv_pixels_count_changes (const TvPixels *before, const TvPixels *after,
                               const GdkRectangle *area);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPixels, tv_pixels_free)

G_END_DECLS
