/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/byte-cursor.h"

G_BEGIN_DECLS

/**
 * TvStreamItemKind:
 * @TV_STREAM_EVENT: a record
 * @TV_STREAM_METHOD: a line of the method table
 * @TV_STREAM_THREAD: a thread's id and name
 * @TV_STREAM_SUMMARY: a key section, the last item
 * @TV_STREAM_UNKNOWN: an item whose code, and so whose size, nobody knows
 * @TV_STREAM_CUT: an item that goes on behind the end of the file
 * @TV_STREAM_END: the end of the file
 *
 * What stands at a place of a streamed trace. Those after the first three end it.
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
 * @kind: what it is
 * @code: the code of an unknown item
 * @thread: the thread id of an event or thread
 * @text: (array length=length): the line, name or key section, not terminated
 * @length: bytes of @text that are in the file
 * @announced: bytes that @text should have; only a summary may have fewer
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

/* Reads an item. No runtime uses thread id 0, so it marks what is no record. */
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

G_END_DECLS
