/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/packet-record.h"

#include "trace/leb128.h"

#define ACTION_BITS 2
#define ACTION_MASK G_GUINT64_CONSTANT (3)

static gboolean
decode_b (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 step = 0;
  guint64 times[2] = { 0, 0 };
  gboolean ok = tv_leb128_read_signed (&next, end, &step)
                && tv_leb128_read_unsigned (&next, end, &times[0])
                && (!decoder->dual || tv_leb128_read_unsigned (&next, end, &times[1]));

  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += step;
  decoder->action = (guint) (decoder->word & ACTION_MASK);
  decoder->method = decoder->word & ~ACTION_MASK;
  decoder->time[0] += times[0];
  decoder->time[1] += times[1];
  return TRUE;
}

static gboolean
decode_c (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 step = 0;
  guint64 cpu_step = 0;
  guint64 method_step = 0;
  guint action;
  gboolean ok = tv_leb128_read_signed (&next, end, &step)
                && (!decoder->dual || tv_leb128_read_signed (&next, end, &cpu_step));

  action = (guint) ((decoder->word + step) & ACTION_MASK);
  ok = ok && (action != 0 || tv_leb128_read_signed (&next, end, &method_step));
  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += step;
  decoder->action = action;
  decoder->method += method_step;
  decoder->time[0] = decoder->word >> ACTION_BITS;
  decoder->time[1] += cpu_step;
  return TRUE;
}

/**
 * tv_packet_decoder_next:
 * @decoder: a decoder
 *
 * Decodes one record; all its numbers are differences to the record before.
 *
 * Returns: whether there was one; at the end of the block the decoder is broken if it
 *   ends inside a record
 */
gboolean
tv_packet_decoder_next (TvPacketDecoder *decoder)
{
  gboolean ok;

  if (decoder->next >= decoder->end || decoder->broken)
    return FALSE;
  ok = decoder->layout == TV_PACKET_LAYOUT_B ? decode_b (decoder) : decode_c (decoder);
  decoder->broken = !ok;
  return ok;
}
