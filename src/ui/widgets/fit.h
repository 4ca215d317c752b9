/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *tv_fit_row_new (GMenuModel *menu, const char *title);
GtkWidget *tv_fit_pair_new (GtkWidget *side, GtkWidget *content);

G_END_DECLS
