/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvReadReport:
 * @done: number of bytes read so far
 * @data: the data given to tv_read_range()
 *
 * Receives progress, in the thread that called tv_read_range().
 */
typedef void (*TvReadReport) (goffset done, gpointer data);

gboolean tv_read_range (int fd, guint8 *bytes, goffset from, goffset end,
                        TvReadReport report, gpointer data, GCancellable *cancellable,
                        GError **error);
gssize tv_read_at (int fd, guint8 *buffer, gsize length, goffset offset,
                   GError **error);

G_END_DECLS
