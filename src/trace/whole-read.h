/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvReadReport:
 * @done: bytes that were read so far
 * @data: what tv_read_whole() was given
 *
 * Is told how far the reading is, in the thread that called tv_read_whole().
 */
typedef void (*TvReadReport) (goffset done, gpointer data);

GBytes *tv_read_whole (int fd, goffset size, TvReadReport report, gpointer data,
                       GCancellable *cancellable, GError **error);
gssize tv_read_at (int fd, guint8 *buffer, gsize length, goffset offset,
                   GError **error);

G_END_DECLS
