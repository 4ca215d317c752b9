/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvCellText:
 *
 * The text of a cell, one line that is cut where there is no room. A #GtkInscription
 * does more and takes as long to fill as three of these: this one never asks for a new
 * layout of the window, for it is as high as the font that it was told of, and as wide
 * as it is let.
 */
#define TV_TYPE_CELL_TEXT (tv_cell_text_get_type ())

G_DECLARE_FINAL_TYPE (TvCellText, tv_cell_text, TV, CELL_TEXT, GtkWidget)

GtkWidget *tv_cell_text_new (const char *css_name, GtkAccessibleRole role);
void tv_cell_text_set_font_height (TvCellText *self, int ascent, int descent);
void tv_cell_text_set_text (TvCellText *self, const char *text);
int tv_cell_text_get_natural_width (TvCellText *self);
const char *tv_cell_text_get_text (TvCellText *self);

G_END_DECLS
