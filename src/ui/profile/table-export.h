/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-column.h"
#include "ui/profile/profile-tree.h"
#include "ui/table/table-copier.h"

G_BEGIN_DECLS

/**
 * TvExportRows:
 * @TV_EXPORT_ALL_ROWS: all rows
 * @TV_EXPORT_OPEN_ROWS: a row and the rows that are open under it
 * @TV_EXPORT_ROW: a row
 *
 * The rows that are copied or exported.
 */
typedef enum
{
  TV_EXPORT_ALL_ROWS,
  TV_EXPORT_OPEN_ROWS,
  TV_EXPORT_ROW
} TvExportRows;

/**
 * TvTableExport:
 *
 * Rows of a #TvProfileTree as they were when it was made, to be written by one thread
 * of any kind. What is sorted, opened or selected later makes no difference.
 */
typedef struct _TvTableExport TvTableExport;

TvTableExport *tv_table_export_new (TvProfileTree *tree, TvExportRows rows,
                                    guint position, const TvProfileColumn *columns,
                                    guint n_columns);
void tv_table_export_free (TvTableExport *self);

guint tv_table_export_get_n_rows (const TvTableExport *self);
TvTakenRows tv_table_export_take_rows (TvTableExport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTableExport, tv_table_export_free)

G_END_DECLS
