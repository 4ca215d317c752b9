/* SPDX-License-Identifier: Apache-2.0 */

#include "app/picture-memory.h"

#include <features.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The picture of a window of 2560 x 1440 pixels, 4 bytes each, is below that; and what
 * is free at the end of the heap is kept up to twice as much. */
#define PICTURE_SIZE (16 * 1024 * 1024)

/**
 * tv_picture_memory_keep:
 *
 * Has the memory of a picture used again for the next one. Without OpenGL a frame is
 * drawn into a picture that is made for it and dropped afterwards. The C library takes
 * blocks of that size from the system one by one and gives them back, and the first
 * touch of each of their pages takes longer than what is drawn in it. To be called
 * once, before there is a window.
 */
void
tv_picture_memory_keep (void)
{
#ifdef __GLIBC__
  (void) mallopt (M_MMAP_THRESHOLD, PICTURE_SIZE);
  (void) mallopt (M_TRIM_THRESHOLD, 2 * PICTURE_SIZE);
#endif
}
