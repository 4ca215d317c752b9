/* SPDX-License-Identifier: Apache-2.0 */

/* Files that libarchive reads: archives, and compressed files other than gzip. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvArchive:
 *
 * A file that libarchive unpacks, from its beginning to its end.
 */
typedef struct _TvArchive TvArchive;

/**
 * TvPackedLimit:
 * @size: bytes of the packed file, or 0 if unknown
 * @filtered: bytes of its archives that were unpacked so far
 * @data: bytes of their members that were read so far
 * @report: (nullable): is called after each block, for progress
 * @report_data: for @report
 *
 * The limit of the size to which a file may grow with everything packed in it.
 */
typedef struct
{
  guint64 size;
  guint64 filtered;
  guint64 data;
  void (*report) (gpointer data);
  gpointer report_data;
} TvPackedLimit;

gboolean tv_packed_limit_check (const TvPackedLimit *limit, GError **error);

gboolean tv_is_packed (GBytes *start);
TvArchive *tv_archive_new (GInputStream *stream, TvPackedLimit *limit,
                           GCancellable *cancellable, GError **error);
void tv_archive_free (TvArchive *self);

gboolean tv_archive_next (TvArchive *self, GError **error);
gboolean tv_archive_is_one_file (TvArchive *self);
const char *tv_archive_get_packing (TvArchive *self);
gboolean tv_archive_is_file (TvArchive *self);
gboolean tv_archive_is_encrypted (TvArchive *self);
const char *tv_archive_get_name (TvArchive *self);
gint64 tv_archive_get_size (TvArchive *self);
GInputStream *tv_archive_read (TvArchive *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvArchive, tv_archive_free)

G_END_DECLS
