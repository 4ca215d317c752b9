/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TV_LIST_SCROLL_LEAST:
 *
 * Scrolls only as far as it takes to see the row.
 */
#define TV_LIST_SCROLL_LEAST (-1.0)

/**
 * TV_LIST_SCROLL_TOP_THIRD:
 *
 * Puts the row where also what opens under it is seen.
 */
#define TV_LIST_SCROLL_TOP_THIRD (1.0 / 3)

GtkWidget *tv_list_scroll_get_rows (GtkColumnView *view);
void tv_list_scroll_to (GtkColumnView *view, guint position, double align);

G_END_DECLS
