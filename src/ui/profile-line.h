/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-column.h"
#include "ui/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnPlace:
 * @column: a column
 * @x: where it begins
 * @width: its width
 *
 * Where a column stands.
 */
typedef struct
{
  TvProfileColumn column;
  int x;
  int width;
} TvColumnPlace;

/**
 * TvProfileLine:
 *
 * The widget of a row of the profile panel: a cell for each column, in the first a
 * triangle, the colour of a method and its name.
 */
#define TV_TYPE_PROFILE_LINE (tv_profile_line_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileLine, tv_profile_line, TV, PROFILE_LINE, GtkWidget)

GtkWidget *tv_profile_line_new (TvProfileTree *tree);
void tv_profile_line_set_font_height (TvProfileLine *self, int ascent, int descent);
void tv_profile_line_set_places (TvProfileLine *self, GArray *places);
void tv_profile_line_bind (TvProfileLine *self, guint position, GtkTreeListRow *row);
void tv_profile_line_unbind (TvProfileLine *self);
void tv_profile_line_move (TvProfileLine *self, guint position);
gboolean tv_profile_line_is_bound (TvProfileLine *self);
guint tv_profile_line_get_position (TvProfileLine *self);
void tv_profile_line_set_selected (TvProfileLine *self, gboolean selected);

G_END_DECLS
