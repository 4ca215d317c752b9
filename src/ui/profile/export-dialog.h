/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvExportChosen:
 * @file: (nullable): the file, %NULL if it was cancelled
 * @format: what its name ends in, or else the format that was chosen
 * @user_data: what was given with the function
 *
 * Called once when the dialog is closed.
 */
typedef void (*TvExportChosen) (GFile *file, TvTableFormat format, gpointer user_data);

void tv_export_dialog_show (GtkWidget *widget, GFile *trace_file, TvExportChosen chosen,
                            gpointer user_data);

G_END_DECLS
