/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-columns.h"
#include "ui/profile/profile-rows.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileTable:
 *
 * A header of columns, and the rows of a #TvProfileTree below it. The header is that of
 * a #GtkColumnView without rows, which has the columns, their widths, their order and
 * the sort order.
 */
#define TV_TYPE_PROFILE_TABLE (tv_profile_table_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileTable, tv_profile_table, TV, PROFILE_TABLE, GtkWidget)

GtkWidget *tv_profile_table_new (void);
GtkColumnView *tv_profile_table_get_column_view (TvProfileTable *self);
TvProfileRows *tv_profile_table_get_rows (TvProfileTable *self);
TvProfileColumns *tv_profile_table_get_columns (TvProfileTable *self);
int tv_profile_table_get_header_height (TvProfileTable *self);
void tv_profile_table_step_width (TvProfileTable *self, TvProfileColumn column,
                                  TvColumnStep step);
void tv_profile_table_set_chooser (TvProfileTable *self, GtkWidget *chooser);
void tv_profile_table_set_tree (TvProfileTable *self, TvProfileTree *tree,
                                TvProfileColumns *columns);

G_END_DECLS
