/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/number-glyphs.h"
#include "ui/profile/profile-column.h"
#include "ui/profile/profile-item.h"
#include "ui/session/trace-session.h"

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

/* Space on both sides of a cell's text. */
#define TV_LINE_CELLS_PADDING 6

/**
 * TvLineCells:
 *
 * The numbers of a row of the profile panel, each in the place of its column. They are
 * no widgets: fifteen a row would take most of the time of a frame.
 */
typedef struct _TvLineCells TvLineCells;

TvLineCells *tv_line_cells_new (TvTraceSession *session);
void tv_line_cells_free (TvLineCells *self);
void tv_line_cells_set_glyphs (TvLineCells *self, TvNumberGlyphs *glyphs);
gboolean tv_line_cells_set_places (TvLineCells *self, GArray *places);
void tv_line_cells_set_row (TvLineCells *self, TvProfileItem *row);
void tv_line_cells_refresh (TvLineCells *self);
const TvColumnPlace *tv_line_cells_find_place (TvLineCells *self,
                                               TvProfileColumn column);
const char *tv_line_cells_get_text (TvLineCells *self, TvProfileColumn column);
gboolean tv_line_cells_get_bounds (TvLineCells *self, TvProfileColumn column,
                                   graphene_rect_t *bounds);
char *tv_line_cells_dup_description (TvLineCells *self);
void tv_line_cells_snapshot (TvLineCells *self, GtkSnapshot *snapshot,
                             const GdkRGBA *color, int baseline, int height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLineCells, tv_line_cells_free)

G_END_DECLS
