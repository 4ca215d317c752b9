/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvDataWindow:
 *
 * Bytes of a file, a stretch at a time: out of memory where the whole file is there,
 * else read anew into a buffer of this process.
 *
 * A big file is read and not mapped: one that is cut while it is mapped ends the
 * process with SIGBUS, and a library cannot catch a signal on behalf of its program. A
 * read that comes short is an error like any other.
 */
typedef struct _TvDataWindow TvDataWindow;

TvDataWindow *tv_data_window_new_for_bytes (GBytes *bytes);
TvDataWindow *tv_data_window_new_for_stream (GFileInputStream *stream, goffset size);
TvDataWindow *tv_data_window_new_alike (const TvDataWindow *window);
void tv_data_window_free (TvDataWindow *window);

guint64 tv_data_window_get_size (const TvDataWindow *window);
const guint8 *tv_data_window_get (TvDataWindow *window, guint64 offset, gsize length,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDataWindow, tv_data_window_free)

G_END_DECLS
