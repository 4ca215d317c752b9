/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/profile/profile-column.h"
#include "ui/profile/shown-rows.h"

G_BEGIN_DECLS

/**
 * TvShownTable:
 *
 * The table of methods as it stands, or some rows of it, to be written by a worker:
 * whatever is sorted, opened or selected meanwhile makes no difference.
 */
typedef struct _TvShownTable TvShownTable;

TvShownTable *tv_shown_table_new (TvProfileTree *tree, TvShownRows *rows,
                                  const TvProfileColumn *columns, guint n_columns,
                                  gboolean titled);
void tv_shown_table_free (TvShownTable *self);

guint tv_shown_table_get_n_rows (const TvShownTable *self);
gboolean tv_shown_table_is_short (const TvShownTable *self);
gboolean tv_shown_table_write (TvShownTable *self, TvTableFormat format,
                               GOutputStream *out, GCancellable *cancellable,
                               GError **error);
gboolean tv_shown_table_save (TvShownTable *self, TvTableFormat format, GFile *file,
                              GCancellable *cancellable, GError **error);
GBytes *tv_shown_table_get_bytes (TvShownTable *self, TvTableFormat format,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvShownTable, tv_shown_table_free)

G_END_DECLS
