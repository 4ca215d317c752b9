/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_FILE_BYTES_WINDOW_FROM:
 *
 * A local classic trace of at least this size is read twice in windows and not into
 * memory.
 */
#define TV_FILE_BYTES_WINDOW_FROM (32 * 1024 * 1024)

/**
 * TvFileBytes:
 * @bytes: the whole file, or the beginning of one that is read in windows
 * @stream: (nullable): the open file, if it is read in windows
 * @size: number of bytes of the whole file
 * @modified: modification time at opening, in microseconds
 *
 * A file that was read.
 */
typedef struct
{
  GBytes *bytes;
  GFileInputStream *stream;
  goffset size;
  gint64 modified;
} TvFileBytes;

gboolean tv_file_bytes_read (TvFileBytes *file_bytes, GFile *file, guint n_passes,
                             GFileProgressCallback progress, gpointer progress_data,
                             GCancellable *cancellable, GError **error);
gboolean tv_file_bytes_check_unchanged (const TvFileBytes *file_bytes,
                                        GCancellable *cancellable, GError **error);
void tv_file_bytes_clear (TvFileBytes *file_bytes);

G_END_DECLS
