/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/number-glyphs.h"
#include "ui/table/table-model.h"

G_BEGIN_DECLS

/**
 * TvColumnPlace:
 * @column: a column
 * @x: its left edge
 * @width: its width
 *
 * The place of a column, in pixels of a row.
 */
typedef struct
{
  guint column;
  int x;
  int width;
} TvColumnPlace;

/* Pixels on both sides of a cell's text. */
#define TV_ROW_CELLS_PADDING 6

/**
 * TvRowCells:
 *
 * The cells of numbers in a row of a table. They are not widgets, because fifteen
 * widgets in each row would take most of the time of a frame.
 */
typedef struct _TvRowCells TvRowCells;

TvRowCells *tv_row_cells_new (TvTableModel *model);
void tv_row_cells_free (TvRowCells *self);
void tv_row_cells_set_glyphs (TvRowCells *self, TvNumberGlyphs *glyphs);
gboolean tv_row_cells_set_places (TvRowCells *self, GArray *places);
void tv_row_cells_set_item (TvRowCells *self, gpointer item);
void tv_row_cells_refresh (TvRowCells *self);
const TvColumnPlace *tv_row_cells_find_place (TvRowCells *self, guint column);
const char *tv_row_cells_get_text (TvRowCells *self, guint column);
gboolean tv_row_cells_get_bounds (TvRowCells *self, guint column,
                                  graphene_rect_t *bounds);
char *tv_row_cells_dup_description (TvRowCells *self);
void tv_row_cells_set_selected (TvRowCells *self, gboolean selected);
void tv_row_cells_snapshot (TvRowCells *self, GtkSnapshot *snapshot,
                            const GdkRGBA *color, int baseline, int width, int height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowCells, tv_row_cells_free)

G_END_DECLS
