/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-column.h"
#include "ui/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileColumns:
 *
 * The columns of a table of methods: made for a tree, wide enough for titles and
 * numbers, and what they are sorted by.
 */
typedef struct _TvProfileColumns TvProfileColumns;

TvProfileColumns *tv_profile_columns_new (GtkColumnView *view, TvProfileTree *tree);
void tv_profile_columns_free (TvProfileColumns *self);

GtkColumnViewColumn *tv_profile_columns_get (TvProfileColumns *self,
                                             TvProfileColumn column);
TvProfileColumn tv_profile_columns_find (TvProfileColumns *self,
                                         GtkColumnViewColumn *view_column);
TvProfileColumn tv_profile_columns_find_sort (TvProfileColumns *self,
                                              gboolean *descending);

G_END_DECLS
