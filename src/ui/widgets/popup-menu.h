/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_popup_menu_open (GtkWidget *owner, GMenuModel *model,
                               const GdkRectangle *place);

GtkWidget *tv_popup_text_open (GtkWidget *owner, const char *text,
                               const GdkRectangle *place);

void tv_popup_drop (GtkWidget *popover);

G_END_DECLS
