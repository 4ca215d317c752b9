/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The indents of some rows of a tree. Starts with {G_MAXINT, 0}. */
typedef struct
{
  int least;
  int greatest;
} TvNameScrollRange;

void tv_name_scroll_range_add (TvNameScrollRange *range, int indent);
gboolean tv_name_scroll_update (GtkAdjustment *names, GArray *places, int reach,
                                const TvNameScrollRange *range);
gboolean tv_name_scroll_is_needed (GtkAdjustment *names);
GtkWidget *tv_name_scroll_new_bar (GtkAdjustment *names, GtkWidget *rows);
void tv_name_scroll_place_bar (GtkWidget *bar, GArray *places, int x, int end,
                               int *height);

G_END_DECLS
