/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvNumberGlyphs:
 *
 * The glyphs of numbers in a font, with digits of one width, and the height of the
 * font. Each letter is laid out once, and numbers are put together from them, because a
 * text layout for each number would take most of the time of a table's frame.
 */
typedef struct _TvNumberGlyphs TvNumberGlyphs;

TvNumberGlyphs *tv_number_glyphs_new (PangoContext *context);
TvNumberGlyphs *tv_number_glyphs_ref (TvNumberGlyphs *self);
void tv_number_glyphs_unref (TvNumberGlyphs *self);
gboolean tv_number_glyphs_match (TvNumberGlyphs *self, PangoContext *context);
int tv_number_glyphs_get_ascent (TvNumberGlyphs *self);
int tv_number_glyphs_get_descent (TvNumberGlyphs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNumberGlyphs, tv_number_glyphs_unref)

/**
 * TvNumberRow:
 *
 * Numbers side by side on one line, drawn together.
 */
typedef struct _TvNumberRow TvNumberRow;

TvNumberRow *tv_number_row_new (TvNumberGlyphs *glyphs);
void tv_number_row_free (TvNumberRow *self);
void tv_number_row_add (TvNumberRow *self, const char *text, gboolean at_left, int x,
                        int width, graphene_rect_t *bounds);
void tv_number_row_snapshot (TvNumberRow *self, GtkSnapshot *snapshot,
                             const GdkRGBA *color, int baseline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvNumberRow, tv_number_row_free)

G_END_DECLS
