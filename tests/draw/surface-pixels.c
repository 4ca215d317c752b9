/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/surface-pixels.h"

#include <check.h>

guint32
tv_test_get_pixel (cairo_surface_t *surface, guint x, guint y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);

  ck_assert_int_lt (x, cairo_image_surface_get_width (surface));
  ck_assert_int_lt (y, cairo_image_surface_get_height (surface));
  return ((const guint32 *) (gconstpointer) (data + y * stride))[x];
}

/* A column of pixels from @top to before @bottom is all of one colour. */
void
tv_test_assert_run (cairo_surface_t *surface, guint x, guint top, guint bottom,
                    guint32 pixel)
{
  for (guint y = top; y < bottom; y++)
    ck_assert_msg (tv_test_get_pixel (surface, x, y) == pixel,
                   "%u,%u is %08x and not %08x", x, y,
                   tv_test_get_pixel (surface, x, y), pixel);
}
