/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/row-cells.h"
#include "ui/table/table-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTableRow:
 *
 * The widget of a row of a table: in the first column a triangle, the row's colour and
 * its name, in the others numbers. For assistive technology its label is the name and
 * its description is the numbers.
 *
 * # CSS nodes
 *
 * `row` with the classes that the model gives it. A cell has no classes, because their
 * background would leave stripes and hide the selection.
 */
#define TV_TYPE_TABLE_ROW (tv_table_row_get_type ())

G_DECLARE_FINAL_TYPE (TvTableRow, tv_table_row, TV, TABLE_ROW, GtkWidget)

GtkWidget *tv_table_row_new (TvTableModel *model, TvNumberGlyphs *glyphs);
void tv_table_row_set_glyphs (TvTableRow *self, TvNumberGlyphs *glyphs);
void tv_table_row_set_places (TvTableRow *self, GArray *places);
TvRowCells *tv_table_row_get_cells (TvTableRow *self);
void tv_table_row_bind (TvTableRow *self, guint position, gpointer row);
void tv_table_row_unbind (TvTableRow *self);
gboolean tv_table_row_is_bound (TvTableRow *self);
guint tv_table_row_get_position (TvTableRow *self);
void tv_table_row_set_position (TvTableRow *self, guint position);
void tv_table_row_set_selected (TvTableRow *self, gboolean selected);
void tv_table_row_set_scrolled (TvTableRow *self, int scrolled);
int tv_table_row_get_indent (TvTableRow *self);
int tv_table_row_get_name_width (TvTableRow *self, gboolean whole);
void tv_table_row_refresh (TvTableRow *self);
void tv_table_row_restyle (TvTableRow *self);
gboolean tv_table_row_is_dark (GtkWidget *widget);

G_END_DECLS
