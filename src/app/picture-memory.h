/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_picture_memory_keep (void);
void tv_picture_memory_prepare (GtkWindow *window);

G_END_DECLS
