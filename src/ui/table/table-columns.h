/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/column-layout.h"
#include "ui/table/table-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnStep:
 * @TV_COLUMN_WIDER: a bit wider
 * @TV_COLUMN_NARROWER: a bit narrower
 * @TV_COLUMN_FITTED: as wide as its contents
 *
 * A change of the width of a column.
 */
typedef enum
{
  TV_COLUMN_WIDER,
  TV_COLUMN_NARROWER,
  TV_COLUMN_FITTED
} TvColumnStep;

/**
 * TvTableColumns:
 *
 * The columns of a table for a model, arranged by a #TvColumnLayout and wide enough for
 * titles and numbers, and the sort order, which is passed to the model. The user's
 * changes of the header change the layout.
 */
typedef struct _TvTableColumns TvTableColumns;

TvTableColumns *tv_table_columns_new (GtkColumnView *view, TvTableModel *model,
                                      TvColumnLayout *layout);
void tv_table_columns_free (TvTableColumns *self);

GtkColumnViewColumn *tv_table_columns_get (TvTableColumns *self, guint column);
GtkWidget *tv_table_columns_get_title (TvTableColumns *self, guint column);
guint tv_table_columns_find_sort (TvTableColumns *self, gboolean *descending);
guint tv_table_columns_list_shown (TvTableColumns *self, guint *columns);
void tv_table_columns_sort_by (TvTableColumns *self, guint column, gboolean descending);
void tv_table_columns_show_order (TvTableColumns *self, guint before, guint column,
                                  gboolean descending);
void tv_table_columns_set_clicked (TvTableColumns *self, gboolean clicked);
void tv_table_columns_fit (TvTableColumns *self, int width, int name_width);
void tv_table_columns_step_width (TvTableColumns *self, guint column, TvColumnStep step,
                                  int name_width);

G_END_DECLS
