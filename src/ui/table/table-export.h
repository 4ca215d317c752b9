/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-copier.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTableExport:
 *
 * Rows of the model of a table as they were when they were added, to be written by one
 * thread of any kind. What is sorted, opened or selected later makes no difference.
 */
typedef struct _TvTableExport TvTableExport;

/**
 * TvDupWhole:
 * @list: a list of the items of a model
 *
 * Returns: (transfer full): a list that never changes of what @list stands for, with
 *   items that have no rows, too
 */
typedef GListModel *(*TvDupWhole) (GListModel *list);

/**
 * TvExportType:
 * @add_identity: adds columns of what a row is about, for programs
 * @add_column: adds what programs or people get of a column that is shown
 * @get: fills in a cell of an item, @level rows below the top
 * @free_data: frees the data of an export
 *
 * What the rows of a model are written as. People get the columns that are shown, as
 * they are shown; programs get numbers, and what each row is about. All but @free_data
 * are called from any thread.
 */
typedef struct
{
  void (*add_identity) (TvTableExport *self, gpointer data, TvTableFormat format);
  void (*add_column) (TvTableExport *self, gpointer data, guint column,
                      TvTableFormat format);
  void (*get) (gpointer data, gpointer item, guint level, guint what, TvCell *cell);
  GDestroyNotify free_data;
} TvExportType;

TvTableExport *tv_table_export_new (const TvExportType *type, TvDupWhole dup_whole,
                                    gpointer data, const char *note);
void tv_table_export_free (TvTableExport *self);

void tv_table_export_show (TvTableExport *self, const guint *columns, guint n_columns);
void tv_table_export_add_all (TvTableExport *self, GListModel *rows, GListModel *top);
void tv_table_export_add_row (TvTableExport *self, GtkTreeListModel *rows,
                              guint position, gboolean with_open);
void tv_table_export_add_column (TvTableExport *self, guint what, const char *title,
                                 const char *member, gboolean numeric);

guint tv_table_export_get_n_rows (const TvTableExport *self);
TvTakenRows tv_table_export_take_rows (TvTableExport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTableExport, tv_table_export_free)

G_END_DECLS
