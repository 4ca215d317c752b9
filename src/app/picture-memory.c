/* SPDX-License-Identifier: Apache-2.0 */

/* Without OpenGL a frame is drawn into a picture that is made for it and dropped
 * afterwards, and under X copied into memory that is shared with the display. The pages
 * of both would be found while the window is drawn: three thousand for one of
 * 1600 x 900, which takes longer than what is drawn in them. */

#include "app/picture-memory.h"

#include "app/page-touch.h"
#include "app/picture-pool.h"

#include <features.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The picture of a window of 2560 x 1440 pixels, 4 bytes each, is below that; and what
 * is free at the end of the heap is kept up to twice as much. */
#define PICTURE_SIZE (16 * 1024 * 1024)
#define BYTES_PER_PIXEL 4
/* A small block takes a piece of a picture's memory, and the next one finds no room. */
#define N_PICTURES 2
/* What is not below it is no part of the heap, but taken from the system by itself. */
#define MAX_BLOCK (PICTURE_SIZE - 64 * 1024)
/* Around a window, where the display can show one: themes have less. */
#define SHADOW 64

/* Has the memory of a picture used again for the next one: the C library takes blocks
 * of that size from the system one by one and gives them back. To be called once,
 * before there is a window. */
void
tv_picture_memory_keep (void)
{
#ifdef __GLIBC__
  (void) mallopt (M_MMAP_THRESHOLD, PICTURE_SIZE);
  (void) mallopt (M_TRIM_THRESHOLD, 2 * PICTURE_SIZE);
#endif
}

/* Once it is given back, this is where the C library makes the next pictures: if it is
 * below the end of the heap, and not taken from the system by itself. Its pages are not
 * touched here. */
static TvPageRange
find_heap (gsize size)
{
  gpointer block = malloc (size);
  const guintptr start = (guintptr) block;

  free (block);
  if (start == 0 || start + size > (guintptr) sbrk (0))
    return (TvPageRange){ 0, 0 };
  return (TvPageRange){ start, size };
}

static void
get_window_size (GtkWindow *window, int *width, int *height)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  GdkDisplay *display = gdk_surface_get_display (surface);
  const int shadow = gdk_display_is_composited (display) ? SHADOW : 0;
  GdkMonitor *monitor = gtk_window_is_maximized (window)
                            ? gdk_display_get_monitor_at_surface (display, surface)
                            : NULL;
  GdkRectangle area;

  if (monitor != NULL)
    {
      gdk_monitor_get_geometry (monitor, &area);
      *width = area.width;
      *height = area.height;
      return;
    }
  gtk_window_get_default_size (window, width, height);
  *width = MIN (*width, G_MAXINT16) + 2 * shadow;
  *height = MIN (*height, G_MAXINT16) + 2 * shadow;
}

/* The size of a picture of all of @window, in pixels of the display; or FALSE if it has
 * none yet, or one that is larger than what is kept. */
static gboolean
get_picture_size (GtkWindow *window, int *width, int *height)
{
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (window));

  get_window_size (window, width, height);
  *width *= scale;
  *height *= scale;
  return *width > 0 && *height > 0 && *width <= G_MAXINT16 && *height <= G_MAXINT16
         && (gsize) *width * (gsize) *height * BYTES_PER_PIXEL <= PICTURE_SIZE;
}

/* Has the memory there in which the first pictures of window will be drawn, if it is
 * the first that is drawn with Cairo on X and not larger than what is kept: what can
 * be is found by a thread of its own. What is drawn then need not wait for pages. */
void
tv_picture_memory_prepare (GtkWindow *window)
{
  TvPageRange pool = { 0, 0 };
  int width = 0;
  int height = 0;
  gsize size = 0;

  g_return_if_fail (GTK_IS_WINDOW (window));
  g_return_if_fail (gtk_widget_get_realized (GTK_WIDGET (window)));

  if (!GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (GTK_NATIVE (window)))
      || !get_picture_size (window, &width, &height)
      || !tv_picture_pool_keep (gtk_widget_get_display (GTK_WIDGET (window)), width,
                                height, &pool))
    return;
  size = (gsize) width * (gsize) height * BYTES_PER_PIXEL;
  /* A picture is drawn before it is copied. */
  tv_page_touch (
      (TvPageRange[]){ find_heap (MIN (N_PICTURES * size, MAX_BLOCK)), pool }, 2);
}
