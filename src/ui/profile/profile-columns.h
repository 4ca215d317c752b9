/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/column-layout.h"
#include "ui/profile/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvColumnStep:
 * @TV_COLUMN_WIDER: a bit wider
 * @TV_COLUMN_NARROWER: a bit narrower
 * @TV_COLUMN_FITTED: as wide as its contents
 *
 * A change of the width of a column.
 */
typedef enum
{
  TV_COLUMN_WIDER,
  TV_COLUMN_NARROWER,
  TV_COLUMN_FITTED
} TvColumnStep;

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
void tv_profile_columns_step_width (TvProfileColumns *self, TvProfileColumn column,
                                    TvColumnStep step, int name_width);

G_END_DECLS
