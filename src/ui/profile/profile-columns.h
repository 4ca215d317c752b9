/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/column-layout.h"
#include "ui/profile/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileColumns:
 *
 * The columns of a table for a tree, as a #TvColumnLayout wants them and wide enough
 * for titles and numbers, and their sort order. What the user does to the header
 * changes the layout.
 */
typedef struct _TvProfileColumns TvProfileColumns;

TvProfileColumns *tv_profile_columns_new (GtkColumnView *view, TvProfileTree *tree,
                                          TvColumnLayout *layout);
void tv_profile_columns_free (TvProfileColumns *self);

GtkColumnViewColumn *tv_profile_columns_get (TvProfileColumns *self,
                                             TvProfileColumn column);
GtkWidget *tv_profile_columns_get_title (TvProfileColumns *self,
                                         TvProfileColumn column);
TvProfileColumn tv_profile_columns_find_sort (TvProfileColumns *self,
                                              gboolean *descending);
void tv_profile_columns_fit (TvProfileColumns *self, TvProfileColumn column, int width);
void tv_profile_columns_widen (TvProfileColumns *self, TvProfileColumn column, int by);

G_END_DECLS
