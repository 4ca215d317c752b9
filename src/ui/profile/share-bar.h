/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_share_bar_snapshot (GtkSnapshot *snapshot, const GdkRectangle *cell,
                            double share, const GdkRGBA *color);

G_END_DECLS
