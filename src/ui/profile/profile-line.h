/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/line-cells.h"
#include "ui/profile/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileLine:
 *
 * The widget of a row of the profile panel: in the first column a triangle, the colour
 * of a method and its name, in the others numbers. Assistive technology has them as its
 * description.
 */
#define TV_TYPE_PROFILE_LINE (tv_profile_line_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileLine, tv_profile_line, TV, PROFILE_LINE, GtkWidget)

GtkWidget *tv_profile_line_new (TvProfileTree *tree);
void tv_profile_line_set_font (TvProfileLine *self, TvNumberGlyphs *glyphs, int ascent,
                               int descent);
void tv_profile_line_set_places (TvProfileLine *self, GArray *places);
TvLineCells *tv_profile_line_get_cells (TvProfileLine *self);
void tv_profile_line_bind (TvProfileLine *self, guint position, GtkTreeListRow *row);
int tv_profile_line_get_name_width (TvProfileLine *self);
void tv_profile_line_refresh (TvProfileLine *self);
void tv_profile_line_unbind (TvProfileLine *self);
void tv_profile_line_move (TvProfileLine *self, guint position);
gboolean tv_profile_line_is_bound (TvProfileLine *self);
guint tv_profile_line_get_position (TvProfileLine *self);
void tv_profile_line_set_selected (TvProfileLine *self, gboolean selected);

G_END_DECLS
