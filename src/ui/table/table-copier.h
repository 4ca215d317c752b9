/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/widgets/notice-bar.h"

G_BEGIN_DECLS

/**
 * TV_ROWS_UNCOUNTED:
 *
 * The number of rows if it is known only after writing them.
 */
#define TV_ROWS_UNCOUNTED G_MAXUINT

/**
 * TvTableOutput:
 * @format: the format of the rows
 * @writer: the destination
 * @n_written: (nullable): counts the written rows, as in #TvTable
 * @cancellable: (nullable): gives up
 *
 * The output of rows.
 */
typedef struct
{
  TvTableFormat format;
  TvTextWriter *writer;
  guint *n_written;
  GCancellable *cancellable;
} TvTableOutput;

/**
 * TvTakenRows:
 * @rows: rows of a table at the moment when they were taken
 * @n_rows: their number, or %TV_ROWS_UNCOUNTED
 * @write: writes @rows, called from any thread. Returns %FALSE with an error if that
 *   fails for another reason than the writer's
 * @free: frees @rows, on the main thread
 * @n_written: (nullable): counts the written rows, as in #TvTable
 *
 * Rows to be copied or exported.
 */
typedef struct
{
  gpointer rows;
  guint n_rows;
  gboolean (*write) (gpointer rows, const TvTableOutput *output, GError **error);
  GDestroyNotify free;
  guint *n_written;
} TvTakenRows;

/**
 * TvFileWriter:
 * @data: the data of the function
 * @out: the destination; stays open
 * @cancellable: (nullable): gives up
 * @error: set if that fails
 *
 * Writes a file.
 *
 * Returns: whether everything is written
 */
typedef gboolean (*TvFileWriter) (gconstpointer data, GOutputStream *out,
                                  GCancellable *cancellable, GError **error);

gboolean tv_file_write_whole (GFile *file, TvFileWriter write, gconstpointer data,
                              GCancellable *cancellable, GError **error);

gboolean tv_taken_rows_is_short (const TvTakenRows *taken);
gboolean tv_taken_rows_save (const TvTakenRows *taken, TvTableFormat format,
                             GFile *file, GCancellable *cancellable, GError **error);
GBytes *tv_taken_rows_get_bytes (const TvTakenRows *taken, TvTableFormat format,
                                 GCancellable *cancellable, GError **error);

/**
 * TvTableCopier:
 *
 * Copies rows of a table to the clipboard, and exports them to files. A worker writes
 * long tables. A notice bar shows progress and errors.
 */
#define TV_TYPE_TABLE_COPIER (tv_table_copier_get_type ())

G_DECLARE_FINAL_TYPE (TvTableCopier, tv_table_copier, TV, TABLE_COPIER, GObject)

TvTableCopier *tv_table_copier_new (TvNoticeBar *notice);
void tv_table_copier_set_trace_file (TvTableCopier *self, GFile *file);
void tv_table_copier_stop (TvTableCopier *self);
void tv_table_copier_copy (TvTableCopier *self, const TvTakenRows *taken,
                           TvTableFormat format);
void tv_table_copier_save (TvTableCopier *self, const TvTakenRows *taken,
                           TvTableFormat format, GFile *file);
void tv_table_copier_ask (TvTableCopier *self, const TvTakenRows *taken,
                          const char *title, const char *name);

G_END_DECLS
