/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-tree.h"
#include "ui/profile/row-cells.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileRowWidget:
 *
 * The widget of a row of the profile panel: in the first column a triangle, the colour
 * of a method and its name, in the others numbers. To assistive technology the name is
 * its label and the numbers are its description.
 *
 * # CSS nodes
 *
 * `row` with the class `parents` or `children` below a method, `lighter` on every
 * second level there, `hit` where the method was found, `uncalled` where it was never
 * called. The classes are on the row: on a cell they would leave stripes and hide the
 * selection.
 */
#define TV_TYPE_PROFILE_ROW_WIDGET (tv_profile_row_widget_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileRowWidget, tv_profile_row_widget, TV, PROFILE_ROW_WIDGET,
                      GtkWidget)

GtkWidget *tv_profile_row_widget_new (TvProfileTree *tree, TvNumberGlyphs *glyphs);
void tv_profile_row_widget_set_glyphs (TvProfileRowWidget *self,
                                       TvNumberGlyphs *glyphs);
void tv_profile_row_widget_set_places (TvProfileRowWidget *self, GArray *places);
TvRowCells *tv_profile_row_widget_get_cells (TvProfileRowWidget *self);
void tv_profile_row_widget_bind (TvProfileRowWidget *self, guint position,
                                 GtkTreeListRow *row);
void tv_profile_row_widget_unbind (TvProfileRowWidget *self);
gboolean tv_profile_row_widget_is_bound (TvProfileRowWidget *self);
guint tv_profile_row_widget_get_position (TvProfileRowWidget *self);
void tv_profile_row_widget_set_position (TvProfileRowWidget *self, guint position);
void tv_profile_row_widget_set_selected (TvProfileRowWidget *self, gboolean selected);
int tv_profile_row_widget_get_name_width (TvProfileRowWidget *self);
void tv_profile_row_widget_refresh (TvProfileRowWidget *self);

G_END_DECLS
