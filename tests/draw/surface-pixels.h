/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <cairo.h>
#include <glib.h>

guint32 tv_test_get_pixel (cairo_surface_t *surface, guint x, guint y);
void tv_test_assert_run (cairo_surface_t *surface, guint x, guint top, guint bottom,
                         guint32 pixel);
