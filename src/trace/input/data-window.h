/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvDataWindow:
 *
 * The bytes of a file, one window at a time: from memory if the whole file is there,
 * otherwise read into a buffer.
 *
 * Big files are read and never mapped: truncating a mapped file ends the process with
 * SIGBUS, which a library cannot handle on behalf of its program. A short read is an
 * ordinary error.
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
