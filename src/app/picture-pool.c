/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/picture-pool.h"

#ifdef HAVE_X11

#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>

#define KEPT_KEY "tv-picture-pool"
/* Below 1 KiB Cairo does not use shared memory. */
#define KEPT_WIDTH 16

/* Cairo cuts its pool into halves, and these again: what it makes first for a picture
 * is one block, and a small picture is at an end of the block beside it. */
static TvPageRange
find_blocks (cairo_surface_t *picture, cairo_surface_t *kept)
{
  const guintptr large = (guintptr) cairo_image_surface_get_data (picture);
  const guintptr small = (guintptr) cairo_image_surface_get_data (kept);
  const gsize size = (gsize) cairo_image_surface_get_stride (picture)
                     * (gsize) cairo_image_surface_get_height (picture);

  if (large < small || large - small < size || large - small > 2 * size)
    return (TvPageRange){ large, size };
  return (TvPageRange){ small, 2 * (large - small) };
}

static cairo_surface_t *
make_picture (Display *display, int width, int height)
{
  cairo_surface_t *root = cairo_xlib_surface_create (
      display, DefaultRootWindow (display),
      DefaultVisual (display, DefaultScreen (display)), 1, 1);
  cairo_surface_t *picture
      = cairo_surface_create_similar_image (root, CAIRO_FORMAT_ARGB32, width, height);

  cairo_surface_destroy (root);
  return picture;
}

static gboolean
keep (GdkDisplay *display, int width, int height, TvPageRange *next)
{
  Display *x_display = gdk_x11_display_get_xdisplay (display);
  cairo_surface_t *picture = make_picture (x_display, width, height);
  cairo_surface_t *kept = make_picture (x_display, KEPT_WIDTH, KEPT_WIDTH);
  const gboolean made = cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS
                        && cairo_surface_status (kept) == CAIRO_STATUS_SUCCESS;

  if (made)
    *next = find_blocks (picture, kept);
  g_object_set_data_full (G_OBJECT (display), KEPT_KEY, kept,
                          (GDestroyNotify) cairo_surface_destroy);
  cairo_surface_destroy (picture);
  return made;
}

#endif

/**
 * tv_picture_pool_keep:
 * @display: a display
 * @width: of the pictures that windows are drawn in, in pixels of @display
 * @height: the same
 * @next: (out): where Cairo will put the next pictures of that size
 *
 * Cairo copies what it has drawn for X into shared memory, of which it takes as much as
 * eight pictures from the system when it has none, and gives it back when the last
 * picture there is drawn: every picture would begin with that, and find its pages one
 * by one. This has Cairo take that memory, and leaves a small picture in it for as long
 * as
 * @display is open, so that it stays: as much of it as pictures were in, or as somebody
 * touches of @next. What is larger gets other memory as before.
 *
 * Returns: whether @next was set; not if @display is none of X, or has that memory
 */
gboolean
tv_picture_pool_keep (GdkDisplay *display, int width, int height, TvPageRange *next)
{
  g_return_val_if_fail (GDK_IS_DISPLAY (display), FALSE);
  g_return_val_if_fail (width > 0 && height > 0, FALSE);

#ifdef HAVE_X11
  if (GDK_IS_X11_DISPLAY (display)
      && g_object_get_data (G_OBJECT (display), KEPT_KEY) == NULL)
    return keep (display, width, height, next);
#endif
  return FALSE;
}
