/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/column-layout.h"
#include "ui/table/table-columns.h"
#include "ui/table/table-rows.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTableView:
 *
 * A header of columns, and the rows of a #TvTableModel below it. The header is that of
 * a #GtkColumnView without rows, which keeps the columns, their widths, their order and
 * the sort order.
 */
#define TV_TYPE_TABLE_VIEW (tv_table_view_get_type ())

G_DECLARE_FINAL_TYPE (TvTableView, tv_table_view, TV, TABLE_VIEW, GtkWidget)

GtkWidget *tv_table_view_new (void);
GtkWidget *tv_table_view_new_scrolled (TvTableView **table);
GtkColumnView *tv_table_view_get_column_view (TvTableView *self);
TvTableRows *tv_table_view_get_rows (TvTableView *self);
TvTableColumns *tv_table_view_get_columns (TvTableView *self);
int tv_table_view_get_header_height (TvTableView *self);
char *tv_table_view_dup_selected_text (TvTableView *self);
void tv_table_view_step_width (TvTableView *self, guint column, TvColumnStep step);
void tv_table_view_set_chooser (TvTableView *self, GtkWidget *chooser);
void tv_table_view_set_layout (TvTableView *self, TvColumnLayout *layout,
                               GActionMap *actions, const char *prefix);
void tv_table_view_set_model (TvTableView *self, TvTableModel *model);

G_END_DECLS
