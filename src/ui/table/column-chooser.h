/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/column-layout.h"
#include "ui/table/table-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnChooser:
 *
 * A popover with a check button for each column of a table, in order. It stays open, so
 * that its effect on the table is seen. Alt+Up and Alt+Down, or two buttons,
 * move the current column; Alt with plus, minus and 0, or three buttons, make it wider,
 * narrower, and as wide as its contents.
 *
 * # CSS nodes
 *
 * A popover with the class `columns`.
 */
#define TV_TYPE_COLUMN_CHOOSER (tv_column_chooser_get_type ())

G_DECLARE_FINAL_TYPE (TvColumnChooser, tv_column_chooser, TV, COLUMN_CHOOSER,
                      GtkPopover)

GtkWidget *tv_column_chooser_new (TvTableView *table, TvColumnLayout *layout);
void tv_column_chooser_set_model (TvColumnChooser *self, TvTableModel *model);

G_END_DECLS
