/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/event-source.h"
#include "trace/input/byte-cursor.h"
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
 * The header of a streamed trace.
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

/**
 * TvStreamItemKind:
 * @TV_STREAM_EVENT: a record
 * @TV_STREAM_METHOD: a line of the method table
 * @TV_STREAM_THREAD: a thread's id and name
 * @TV_STREAM_SUMMARY: a key section, the last item
 * @TV_STREAM_UNKNOWN: an item of unknown code, and so of unknown size
 * @TV_STREAM_CUT: an item that runs past the end of the file
 * @TV_STREAM_END: the end of the file
 *
 * The kind of an item of a streamed trace. All but the first three end the stream.
 */
typedef enum
{
  TV_STREAM_EVENT,
  TV_STREAM_METHOD,
  TV_STREAM_THREAD,
  TV_STREAM_SUMMARY,
  TV_STREAM_UNKNOWN,
  TV_STREAM_CUT,
  TV_STREAM_END
} TvStreamItemKind;

/**
 * TvStreamItem:
 * @kind: the kind of the item
 * @code: the code of an unknown item
 * @thread: the thread id of an event or thread
 * @text: (array length=length): the line, name or key section, not terminated
 * @length: bytes of @text that are in the file
 * @announced: bytes that @text should have; only a summary may be shorter
 * @next: byte offset of the next item
 *
 * An item of a streamed trace.
 */
typedef struct
{
  TvStreamItemKind kind;
  guint code;
  guint thread;
  const char *text;
  gsize length;
  guint64 announced;
  gsize next;
} TvStreamItem;

void tv_stream_item_read_packet (TvStreamItem *item, const guint8 *data, gsize size,
                                 gsize offset);

/* Reads an item. No runtime uses thread id 0, so it marks an item that is no record. */
static inline void
tv_stream_item_read (TvStreamItem *item, const guint8 *data, gsize size, gsize offset,
                     gsize record_size)
{
  gsize left = size - offset;

  if (G_LIKELY (left >= record_size))
    {
      item->thread = tv_load_u16 (data + offset);
      if (G_LIKELY (item->thread != 0))
        {
          item->kind = TV_STREAM_EVENT;
          item->next = offset + record_size;
          return;
        }
    }
  tv_stream_item_read_packet (item, data, size, offset);
}

/**
 * TvStreamSurvey:
 * @n_records: number of whole records
 * @n_threads: number of threads with records
 * @latest_first_time: the largest of the threads' first times
 * @announced: the threads that the stream names, by the ids of its records
 * @marks: (element-type guint64): byte offsets of items, every few thousand items
 * @last: the item that ended the stream, normally the summary
 * @end: byte offset of @last
 *
 * The content of a streamed trace. It is read before times can be understood: the clock
 * is named in the summary at the end.
 */
typedef struct
{
  guint64 n_records;
  guint n_threads;
  guint32 latest_first_time;
  TvThreadTable announced;
  GArray *marks;
  TvStreamItem last;
  gsize end;
} TvStreamSurvey;

guint tv_stream_choose_record_size (const TvStreamHeader *header, GBytes *data,
                                    TvWarnings *warnings, GCancellable *cancellable);
void tv_stream_survey_clear (TvStreamSurvey *survey);
gboolean tv_stream_survey_run (TvStreamSurvey *survey, TvEventSource *source,
                               GBytes *data, TvWarnings *warnings,
                               const TvStreamHeader *header, GCancellable *cancellable,
                               GError **error);

G_END_DECLS
