/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "ui/widgets/notice-bar.h"

G_BEGIN_DECLS

/**
 * TV_ROWS_UNCOUNTED:
 *
 * So many rows that only writing them tells how many.
 */
#define TV_ROWS_UNCOUNTED G_MAXUINT

/**
 * TvTableOutput:
 * @format: what rows are written as
 * @writer: where to
 * @n_written: (nullable): counts the rows that are written, as in #TvTable
 * @cancellable: (nullable): gives up
 *
 * Where rows go.
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
 * @rows: rows of a table as they were when they were taken
 * @n_rows: how many there are, or %TV_ROWS_UNCOUNTED
 * @write: writes @rows, called from any thread. Returns %FALSE with an error if that
 *   fails, other than for what the writer tells
 * @free: frees @rows, on the main thread
 * @n_written: (nullable): counts the rows that are written, as in #TvTable
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
 * @data: what was given with the function
 * @out: where to write it; stays open
 * @cancellable: (nullable): gives up
 * @error: set if that fails
 *
 * Writes a file.
 *
 * Returns: whether all is written
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
 * what is long. A notice bar says how it goes.
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
