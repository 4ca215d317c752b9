/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-model.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvColumnLayout:
 *
 * The user's choice of columns for all traces: which are shown, their order and their
 * widths. A model may lack some of them, for example if a trace lacks a clock. Each of
 * a few views, such as that of a clock, shows columns of its own. The signal `changed`
 * is emitted at each change.
 */
#define TV_TYPE_COLUMN_LAYOUT (tv_column_layout_get_type ())

G_DECLARE_FINAL_TYPE (TvColumnLayout, tv_column_layout, TV, COLUMN_LAYOUT, GObject)

/**
 * TV_COLUMN_LAYOUT_TYPE:
 *
 * The #GVariantType of a saved layout: for each column, in order, its name, a bit for
 * each view that shows it, and its width.
 */
#define TV_COLUMN_LAYOUT_TYPE "a(sui)"

TvColumnLayout *tv_column_layout_new (const TvTableColumn *columns, guint n_columns);
const TvTableColumn *tv_column_layout_get_column (TvColumnLayout *self, guint column);
guint tv_column_layout_get_n (TvColumnLayout *self);
void tv_column_layout_reset (TvColumnLayout *self);
void tv_column_layout_set_view (TvColumnLayout *self, guint view);

guint tv_column_layout_get (TvColumnLayout *self, guint place);
void tv_column_layout_arrange (TvColumnLayout *self, const guint *columns,
                               guint n_columns);
gboolean tv_column_layout_is_shown (TvColumnLayout *self, guint column);
void tv_column_layout_set_shown (TvColumnLayout *self, guint column, gboolean shown);
int tv_column_layout_get_width (TvColumnLayout *self, guint column);
void tv_column_layout_set_width (TvColumnLayout *self, guint column, int width);

GVariant *tv_column_layout_save (TvColumnLayout *self);
void tv_column_layout_restore (TvColumnLayout *self, GVariant *state);

G_END_DECLS
