/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

gboolean tv_packet_decoder_next (TvPacketDecoder *decoder);

/**
 * tv_packet_decoder_has_method:
 * @decoder: a decoder that decoded a record
 *
 * Returns: whether the record says which method it is about
 */
static inline gboolean
tv_packet_decoder_has_method (const TvPacketDecoder *decoder)
{
  return decoder->layout == TV_PACKET_LAYOUT_B || decoder->action == 0;
}

G_END_DECLS
