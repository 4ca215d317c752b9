/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/table-copier.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTableExport:
 *
 * Rows of a table's model at the moment when they were added, to be written by one
 * thread of any kind. Later sorting, opening and selecting does not change them.
 */
typedef struct _TvTableExport TvTableExport;

/**
 * TvDupWhole:
 * @list: a list of the items of a model
 *
 * Returns: (transfer full): the complete form of @list, which never changes and also
 *   has the items without rows
 */
typedef GListModel *(*TvDupWhole) (GListModel *list);

/**
 * TvExportType:
 * @add_identity: adds columns that identify a row, for programs
 * @add_column: adds the form of a shown column, for programs or people
 * @get: fills in a cell of an item, @level rows below the top
 * @free_data: frees the data of an export
 *
 * The written form of a model's rows. People get the shown columns with their texts;
 * programs get numbers and the identity of each row. All functions but @free_data are
 * called from any thread.
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
