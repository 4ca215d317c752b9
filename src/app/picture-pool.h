/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/page-touch.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean tv_picture_pool_keep (GdkDisplay *display, int width, int height,
                               TvPageRange *next);

G_END_DECLS
