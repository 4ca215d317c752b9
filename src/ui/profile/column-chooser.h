/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/column-layout.h"
#include "ui/profile/profile-table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnChooser:
 *
 * A popover with a check button for each column of a trace, in order. It stays open, so
 * that a person sees what it does to the table. Alt+Up and Alt+Down, or two buttons,
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

GtkWidget *tv_column_chooser_new (TvProfileTable *table, TvColumnLayout *layout);
void tv_column_chooser_set_trace (TvColumnChooser *self, TvTrace *trace);

G_END_DECLS
