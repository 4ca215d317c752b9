/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-column.h"
#include "ui/profile/profile-tree.h"
#include "ui/table/table-export.h"

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

TvTableExport *tv_profile_export_new (TvProfileTree *tree, TvExportRows rows,
                                      guint position, const TvProfileColumn *columns,
                                      guint n_columns);

G_END_DECLS
