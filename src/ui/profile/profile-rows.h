/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-row-widget.h"
#include "ui/profile/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileRows:
 *
 * The rows of the profile panel below their header, all of one height. GTK's own lists
 * keep 205 rows of widgets alive and bind all of them anew for another order, which
 * takes 150 ms. Here only the visible rows have widgets, which are recycled.
 *
 * One row is the cursor: keys go on from it, and it has the keyboard focus when the
 * list has.
 *
 * The signal `activate` (position) is emitted for Enter and a double click.
 */
#define TV_TYPE_PROFILE_ROWS (tv_profile_rows_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileRows, tv_profile_rows, TV, PROFILE_ROWS, GtkWidget)

GtkWidget *tv_profile_rows_new (void);
void tv_profile_rows_set_tree (TvProfileRows *self, TvProfileTree *tree);
void tv_profile_rows_set_adjustment (TvProfileRows *self, GtkAdjustment *adjustment);
void tv_profile_rows_set_places (TvProfileRows *self, GArray *places, int x, int width);
void tv_profile_rows_refresh (TvProfileRows *self);

guint tv_profile_rows_get_n (TvProfileRows *self);
guint tv_profile_rows_get_n_visible (TvProfileRows *self);
guint tv_profile_rows_get_cursor (TvProfileRows *self);
guint tv_profile_rows_get_selected (TvProfileRows *self);
int tv_profile_rows_get_name_width (TvProfileRows *self);

void tv_profile_rows_scroll_to (TvProfileRows *self, guint position, double align);
void tv_profile_rows_move_cursor (TvProfileRows *self, guint position, gboolean select);
void tv_profile_rows_select (TvProfileRows *self, guint position, gboolean toggle);
void tv_profile_rows_unselect (TvProfileRows *self);

guint tv_profile_rows_find_position (TvProfileRows *self, double y);
GdkRectangle tv_profile_rows_get_cursor_area (TvProfileRows *self);

void tv_profile_rows_install_keys (GtkWidgetClass *widget_class);

G_END_DECLS
