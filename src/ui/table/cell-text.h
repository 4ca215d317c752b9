/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/name-layout.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvCellText:
 *
 * A name with its baseline where its parent wants it, in the longest form that there is
 * room for. In a #GtkInscription the font of the ellipsis can move the baseline.
 *
 * # CSS nodes
 *
 * `name`
 */
#define TV_TYPE_CELL_TEXT (tv_cell_text_get_type ())

G_DECLARE_FINAL_TYPE (TvCellText, tv_cell_text, TV, CELL_TEXT, GtkWidget)

GtkWidget *tv_cell_text_new (void);
void tv_cell_text_set_baseline (TvCellText *self, int baseline);
void tv_cell_text_set_name (TvCellText *self, TvNameText *name);
const char *tv_cell_text_get_text (TvCellText *self);
int tv_cell_text_measure_text (TvCellText *self, gboolean whole);

G_END_DECLS
