/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/columns/profile-values.h"
#include "ui/table/table-export.h"

G_BEGIN_DECLS

/**
 * TvMethodExportType:
 * @dup_whole: (nullable): as in tv_table_export_new()
 * @get_value: the numbers of a cell
 * @dup_text: (nullable): the text of a cell
 * @get_kind: the kind of row, as a word for programs
 * @get_method: (nullable): the method that a row names
 * @get_rank: (nullable): its rank, %TV_METHOD_NONE for none; %NULL if rows have none
 * @splits_calls: whether recursive calls are counted separately
 * @free_data: frees the data of an export
 *
 * The functions of rows with columns of #TvProfileColumn. All but @dup_whole and
 * @free_data may be called from any thread.
 */
typedef struct
{
  TvDupWhole dup_whole;
  TvProfileValue (*get_value) (gpointer data, gpointer item, TvProfileColumn column);
  char *(*dup_text) (gpointer data, gpointer item, TvProfileColumn column);
  const char *(*get_kind) (gpointer data, gpointer item);
  const TvMethod *(*get_method) (gpointer data, gpointer item);
  guint32 (*get_rank) (gpointer data, gpointer item);
  gboolean splits_calls;
  GDestroyNotify free_data;
} TvMethodExportType;

TvTableExport *tv_method_export_new (const TvMethodExportType *type, gpointer data,
                                     const TvTrace *trace, const TvTrace *base,
                                     gboolean by_share, TvTimeUnit unit,
                                     const char *note);

G_END_DECLS
