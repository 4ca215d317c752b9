/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_FILE_BYTES_WINDOW_FROM:
 *
 * A local classic trace of at least so many bytes is read in windows, twice, rather
 * than into memory.
 */
#define TV_FILE_BYTES_WINDOW_FROM (32 * 1024 * 1024)

/**
 * TvFileBytes:
 * @bytes: the whole file, or the beginning of one that is read in windows
 * @stream: (nullable): where the rest of the file is to be read
 * @size: bytes of the whole file
 * @modified: when the file was last changed, in microseconds, as it was when opened
 *
 * What was read of a file.
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
