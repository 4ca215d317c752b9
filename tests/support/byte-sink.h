/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvByteSink:
 *
 * Where a writer's bytes go: they are kept in memory until they are asked for, or, once
 * tv_byte_sink_begin_file() was called, sent to a file as they come.
 */
typedef struct _TvByteSink TvByteSink;

TvByteSink *tv_byte_sink_new (void);
void tv_byte_sink_free (TvByteSink *sink);

void tv_byte_sink_append (TvByteSink *sink, gconstpointer data, gsize length);
GByteArray *tv_byte_sink_get_kept (const TvByteSink *sink);
gboolean tv_byte_sink_begin_file (TvByteSink *sink, const char *path, GError **error);
gboolean tv_byte_sink_end_file (TvByteSink *sink, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvByteSink, tv_byte_sink_free)

G_END_DECLS
