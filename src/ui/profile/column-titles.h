/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_column_titles_find (GtkColumnView *view, guint position);
void tv_column_title_set_text (GtkWidget *title, const char *text, guint max_chars,
                               gboolean at_end);
int tv_column_title_get_width (GtkWidget *title);

G_END_DECLS
