/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-rows.h"

G_BEGIN_DECLS

struct _TvTableRows
{
  GtkWidget parent_instance;

  TvTableModel *model;
  GtkSelectionModel *selection; /* of the model; NULL without one */
  GtkAdjustment *adjustment;

  /* In the order of their creation. Between two layouts some may be unbound. */
  GPtrArray *widgets;
  GArray *places;
  int x, width;
  TvNumberGlyphs *glyphs; /* NULL until the font is known */
  int row_height;         /* 0 until there is a widget */
  int needed;             /* width of the longest name so far */
  int reach;              /* the same since a row was closed */
  GtkAdjustment *names;   /* their place in their column */
  gboolean reveals;       /* the name at the cursor is to be in sight */

  guint binder; /* tick callback; 0 if there is nothing to bind */

  guint cursor; /* the row from which keys move */
  guint pressed;
  guint wanted; /* shown at the next layout, or GTK_INVALID_LIST_POSITION */
  double wanted_align;

  /* The row that keeps its place while the others are reordered. */
  guint32 anchor;  /* of the model, or TV_TABLE_NO_ANCHOR */
  double anchor_y; /* pixels from the top of the view to that of the row */
  double scrolled; /* before the order changed */
};

void tv_table_rows_scroll (TvTableRows *self, double value);
void tv_table_rows_save_anchor (TvTableRows *self);
void tv_table_rows_restore_anchor (TvTableRows *self);

G_END_DECLS
