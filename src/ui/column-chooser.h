/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/column-layout.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnChooser:
 *
 * A popover with a check button for each column that a trace has, in their order. It
 * stays open, so that one sees what it does to the table. Alt+Up and Alt+Down, or two
 * buttons, move the column that was chosen last.
 *
 * # CSS nodes
 *
 * A popover with the class `columns`.
 */
#define TV_TYPE_COLUMN_CHOOSER (tv_column_chooser_get_type ())

G_DECLARE_FINAL_TYPE (TvColumnChooser, tv_column_chooser, TV, COLUMN_CHOOSER,
                      GtkPopover)

GtkWidget *tv_column_chooser_new (TvColumnLayout *layout);
void tv_column_chooser_set_trace (TvColumnChooser *self, TvTrace *trace);

G_END_DECLS
