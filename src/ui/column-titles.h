/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_column_titles_wrap (GtkColumnView *view, guint max_chars);
int tv_column_titles_get_width (GtkColumnView *view, guint position);

G_END_DECLS
