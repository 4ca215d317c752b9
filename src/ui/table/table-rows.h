/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-model.h"
#include "ui/table/table-row.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTableRows:
 *
 * The rows of a table below their header, all of one height. GTK's own lists keep 205
 * rows of widgets alive and bind all of them again for another order, which takes 150
 * ms. Here only the visible rows have widgets, which are recycled.
 *
 * One row has the cursor: keys move from it, and it has the keyboard focus when the
 * list has.
 *
 * The signal `activate` (position) is emitted for Enter and a double click, `clicked`
 * (position, n_press) when a button is released on the row on which it was pressed, and
 * the row is selected. A click on the triangle of a row only opens or closes it.
 */
#define TV_TYPE_TABLE_ROWS (tv_table_rows_get_type ())

G_DECLARE_FINAL_TYPE (TvTableRows, tv_table_rows, TV, TABLE_ROWS, GtkWidget)

GtkWidget *tv_table_rows_new (void);
void tv_table_rows_set_model (TvTableRows *self, TvTableModel *model);
void tv_table_rows_set_adjustment (TvTableRows *self, GtkAdjustment *adjustment);
void tv_table_rows_set_places (TvTableRows *self, GArray *places, int x, int width);

guint tv_table_rows_get_n (TvTableRows *self);
guint tv_table_rows_get_n_visible (TvTableRows *self);
guint tv_table_rows_get_cursor (TvTableRows *self);
guint tv_table_rows_get_selected (TvTableRows *self);
GtkAdjustment *tv_table_rows_get_names (TvTableRows *self);
int tv_table_rows_get_name_width (TvTableRows *self, gboolean whole);
int tv_table_rows_get_needed_name_width (TvTableRows *self);

void tv_table_rows_scroll_to (TvTableRows *self, guint position, double align);
void tv_table_rows_move_cursor (TvTableRows *self, guint position, gboolean select);
void tv_table_rows_select (TvTableRows *self, guint position, gboolean toggle);

guint tv_table_rows_find_position (TvTableRows *self, double y);
GdkRectangle tv_table_rows_get_cursor_area (TvTableRows *self);

void tv_table_rows_install_keys (GtkWidgetClass *widget_class);

G_END_DECLS
