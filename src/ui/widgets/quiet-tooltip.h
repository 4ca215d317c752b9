/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void tv_quiet_tooltip_set (GtkWidget *widget, const char *text);

G_END_DECLS
