/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-line.h"
#include "ui/profile/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileRows:
 *
 * The rows of the profile panel below their header. GTK's own lists keep 205 rows of
 * widgets alive and make all of them anew for another order, which takes 150 ms; here
 * only what is seen has widgets, and they are used again. All rows are of one height.
 *
 * One row is the one that keys go on from. It has the keyboard focus when the list has.
 *
 * The signal `activate` (position) is emitted for Enter and a double click.
 */
#define TV_TYPE_PROFILE_ROWS (tv_profile_rows_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileRows, tv_profile_rows, TV, PROFILE_ROWS, GtkWidget)

GtkWidget *tv_profile_rows_new (void);
void tv_profile_rows_set_tree (TvProfileRows *self, TvProfileTree *tree);
void tv_profile_rows_set_adjustment (TvProfileRows *self, GtkAdjustment *adjustment);
void tv_profile_rows_set_places (TvProfileRows *self, GArray *places, int x, int width);
int tv_profile_rows_get_name_width (TvProfileRows *self);
void tv_profile_rows_refresh (TvProfileRows *self);
void tv_profile_rows_scroll_to (TvProfileRows *self, guint position, double align);

G_END_DECLS
