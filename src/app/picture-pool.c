/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/picture-pool.h"

#ifdef HAVE_X11

#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>

#define KEPT_KEY "tv-picture-pool"
/* Cairo does not use shared memory for one that is very small. */
#define KEPT_WIDTH 16
/* More than that is not worth to be found ahead. */
#define MAX_NEXT (16 * 1024 * 1024)

/* Cairo's pool is eight blocks of a power of two, of which a picture takes one. A small
 * picture is where the block before begins: what is left of that one is for pictures of
 * a half or less. */
static TvPageRange
find_blocks (cairo_surface_t *picture, cairo_surface_t *kept)
{
  const guintptr large = (guintptr) cairo_image_surface_get_data (picture);
  const guintptr small = (guintptr) cairo_image_surface_get_data (kept);
  const gsize size = (gsize) cairo_image_surface_get_stride (picture)
                     * (gsize) cairo_image_surface_get_height (picture);

  if (large < small || large - small < size || large - small > 2 * size)
    return (TvPageRange){ large, size };
  return (TvPageRange){ small, MIN (2 * (large - small), MAX_NEXT) };
}

/* In shared memory, if the display has it: then the picture is of Cairo's device for
 * the display. Without an alpha channel, for every display has that depth. */
static cairo_surface_t *
make_picture (Display *display, int width, int height)
{
  cairo_surface_t *root = cairo_xlib_surface_create (
      display, DefaultRootWindow (display),
      DefaultVisual (display, DefaultScreen (display)), 1, 1);
  cairo_surface_t *picture
      = cairo_surface_create_similar_image (root, CAIRO_FORMAT_RGB24, width, height);

  cairo_surface_destroy (root);
  return picture;
}

static gboolean
is_shared (cairo_surface_t *picture)
{
  return cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS
         && cairo_surface_get_device (picture) != NULL;
}

static gboolean
keep (GdkDisplay *display, int width, int height, TvPageRange *next)
{
  Display *x_display = gdk_x11_display_get_xdisplay (display);
  cairo_surface_t *picture = NULL;
  cairo_surface_t *kept = NULL;
  gboolean made = FALSE;

  gdk_x11_display_error_trap_push (display);
  picture = make_picture (x_display, width, height);
  kept = make_picture (x_display, KEPT_WIDTH, KEPT_WIDTH);
  gdk_x11_display_error_trap_pop_ignored (display);

  made = is_shared (picture) && is_shared (kept);
  if (made)
    *next = find_blocks (picture, kept);
  g_object_set_data_full (G_OBJECT (display), KEPT_KEY, kept,
                          (GDestroyNotify) cairo_surface_destroy);
  cairo_surface_destroy (picture);
  return made;
}

#endif

/* Cairo copies what it has drawn for X into shared memory. When it has none it takes
 * room for more than eight pictures from the system, and it gives that back once no
 * picture is in it: every other picture would begin with that, and find its pages one
 * by one. This has Cairo take that memory, and leaves a small picture in it for as
 * long as. */
gboolean
tv_picture_pool_keep (GdkDisplay *display, int width, int height, TvPageRange *next)
{
  g_return_val_if_fail (GDK_IS_DISPLAY (display), FALSE);
  g_return_val_if_fail (width > 0 && height > 0, FALSE);
  g_return_val_if_fail (next != NULL, FALSE);

#ifdef HAVE_X11
  if (GDK_IS_X11_DISPLAY (display)
      && g_object_get_data (G_OBJECT (display), KEPT_KEY) == NULL)
    return keep (display, width, height, next);
#endif
  return FALSE;
}
