/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/formats/leb128.h"

G_BEGIN_DECLS

#define TV_PACKET_ACTION_BITS 2
#define TV_PACKET_ACTION_MASK G_GUINT64_CONSTANT (3)

/**
 * TvPacketLayout:
 * @TV_PACKET_LAYOUT_B: method and action, then wall and CPU time: ART of 2024
 * @TV_PACKET_LAYOUT_C: time and action, then CPU time, then the method of an enter:
 *   what Perfetto reads
 *
 * The two ways in which records are packed; a file does not say which.
 */
typedef enum
{
  TV_PACKET_LAYOUT_B,
  TV_PACKET_LAYOUT_C
} TvPacketLayout;

/**
 * TvPacketDecoder:
 * @next: the next record
 * @end: behind the block
 * @layout: how records are packed
 * @dual: whether they have a second time
 * @broken: whether decoding stopped inside a record
 * @word: the running value that holds the action
 * @method: id of the last record's method; layout C has none in an exit
 * @time: first and second time of the last record, modulo 2⁶⁴
 * @action: the last record's action bits
 *
 * Decodes the records of one block.
 */
typedef struct
{
  const guint8 *next;
  const guint8 *end;
  TvPacketLayout layout;
  gboolean dual;
  gboolean broken;
  guint64 word;
  guint64 method;
  guint64 time[2];
  guint action;
} TvPacketDecoder;

/* Returns whether the record says which method it is about. */
static inline gboolean
tv_packet_decoder_has_method (const TvPacketDecoder *decoder)
{
  return decoder->layout == TV_PACKET_LAYOUT_B || decoder->action == 0;
}

/* Decodes one record. Callers want tv_packet_decoder_next(). */
static inline gboolean
tv_packet_decoder_next_b (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 steps[2] = { 0, 0 };
  guint bits[2];
  guint64 cpu_step = 0;
  gboolean ok = tv_leb128_read_two (&next, end, steps, bits)
                && (!decoder->dual || tv_leb128_read_unsigned (&next, end, &cpu_step));

  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += tv_leb128_extend (steps[0], bits[0]);
  decoder->action = (guint) (decoder->word & TV_PACKET_ACTION_MASK);
  decoder->method = decoder->word & ~TV_PACKET_ACTION_MASK;
  decoder->time[0] += steps[1];
  decoder->time[1] += cpu_step;
  return TRUE;
}

/* Decodes one record. Callers want tv_packet_decoder_next(). */
static inline gboolean
tv_packet_decoder_next_c (TvPacketDecoder *decoder)
{
  const guint8 *next = decoder->next;
  const guint8 *end = decoder->end;
  guint64 steps[2] = { 0, 0 };
  guint bits[2] = { 0, 64 };
  guint64 method_step = 0;
  guint action;
  gboolean ok;

  if (decoder->dual)
    ok = tv_leb128_read_two (&next, end, steps, bits);
  else
    ok = (bits[0] = tv_leb128_read (&next, end, &steps[0])) > 0;
  /* The sign does not reach down to the action. */
  action = (guint) ((decoder->word + steps[0]) & TV_PACKET_ACTION_MASK);
  ok = ok && (action != 0 || tv_leb128_read_signed (&next, end, &method_step));
  decoder->next = next;
  if (!ok)
    return FALSE;
  decoder->word += tv_leb128_extend (steps[0], bits[0]);
  decoder->action = action;
  decoder->method += method_step;
  decoder->time[0] = decoder->word >> TV_PACKET_ACTION_BITS;
  decoder->time[1] += tv_leb128_extend (steps[1], bits[1]);
  return TRUE;
}

/* Decodes one record; all its numbers are differences to the record before. */
static inline gboolean
tv_packet_decoder_next (TvPacketDecoder *decoder)
{
  gboolean ok;

  if (decoder->next >= decoder->end || decoder->broken)
    return FALSE;
  ok = decoder->layout == TV_PACKET_LAYOUT_B ? tv_packet_decoder_next_b (decoder)
                                             : tv_packet_decoder_next_c (decoder);
  decoder->broken = !ok;
  return ok;
}

G_END_DECLS
