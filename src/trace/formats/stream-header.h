/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-warnings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvStreamHeader:
 * @version: the version without the bits that say it is streamed: 1, 2 or 3
 * @start_time: microseconds, see #TvTraceInfo
 * @record_size: bytes of a record, at least 10
 * @items_start: byte offset of the first item
 *
 * What a streamed trace says before its first item.
 */
typedef struct
{
  guint version;
  guint64 start_time;
  guint record_size;
  gsize items_start;
} TvStreamHeader;

gboolean tv_stream_header_read (TvStreamHeader *header, GBytes *data,
                                TvWarnings *warnings, GError **error);

G_END_DECLS
