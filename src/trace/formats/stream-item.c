/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/stream-item.h"

#define CODE_METHOD 1
#define CODE_THREAD 2
#define CODE_SUMMARY 3

/* Bytes of an item before its text. */
#define METHOD_HEAD 5
#define THREAD_HEAD 7
#define SUMMARY_HEAD 7

static void
set_text (TvStreamItem *item, TvStreamItemKind kind, const guint8 *data, gsize size,
          gsize start, guint64 announced)
{
  gsize left = size - start;

  item->announced = announced;
  item->text = (const char *) data + start;
  item->length = (gsize) MIN (announced, left);
  item->next = start + item->length;
  item->kind = announced > left && kind != TV_STREAM_SUMMARY ? TV_STREAM_CUT : kind;
}

/* The seldom half of tv_stream_item_read(): everything but whole records. */
void
tv_stream_item_read_packet (TvStreamItem *item, const guint8 *data, gsize size,
                            gsize offset)
{
  const guint8 *bytes = data + offset;
  gsize left = size - offset;

  memset (item, 0, sizeof *item);
  item->next = size;
  item->kind = left == 0 ? TV_STREAM_END : TV_STREAM_CUT;
  if (left < 3 || tv_load_u16 (bytes) != 0)
    return;
  item->code = bytes[2];
  switch (item->code)
    {
    case CODE_METHOD:
      if (left >= METHOD_HEAD)
        set_text (item, TV_STREAM_METHOD, data, size, offset + METHOD_HEAD,
                  tv_load_u16 (bytes + 3));
      break;
    case CODE_THREAD:
      if (left < THREAD_HEAD)
        break;
      item->thread = tv_load_u16 (bytes + 3);
      set_text (item, TV_STREAM_THREAD, data, size, offset + THREAD_HEAD,
                tv_load_u16 (bytes + 5));
      break;
    case CODE_SUMMARY:
      if (left >= SUMMARY_HEAD)
        set_text (item, TV_STREAM_SUMMARY, data, size, offset + SUMMARY_HEAD,
                  tv_load_u32 (bytes + 3));
      break;
    default:
      item->kind = TV_STREAM_UNKNOWN;
    }
}
