/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/packet-layout.h"

#define MAX_BLOCKS 16

/* So many records of a block tell whether it goes on from the one before. */
#define MAX_RECORDS_TO_TELL 16

/* Scores closer than this part of the higher one tell nothing. */
#define TOO_CLOSE 0.05

#define ACTION_RESERVED 3

typedef struct
{
  guint64 n_records;
  guint64 n_good;
  guint64 n_ids;
  guint64 n_known;
} Tally;

static gboolean
is_named (const TvMethodTable *methods, guint64 id)
{
  guint32 index = tv_id_map_get (&methods->index, id);

  return index != TV_ID_MAP_NONE
         && g_array_index (methods->methods, TvMethod, index).named;
}

static void
count_records (TvPacketDecoder *decoder, const TvMethodTable *methods, guint64 limit,
               Tally *tally)
{
  guint64 previous = decoder->time[0];

  for (guint64 n = 0; n < limit && tv_packet_decoder_next (decoder); n++)
    {
      tally->n_records++;
      if (decoder->action != ACTION_RESERVED && decoder->time[0] >= previous)
        tally->n_good++;
      previous = decoder->time[0];
      if (decoder->action != 0)
        continue;
      tally->n_ids++;
      if (is_named (methods, decoder->method))
        tally->n_known++;
    }
}

static double
share (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* Blocks that may go on from the one before tell nothing about layout B. */
static double
score (const TvPacketSurvey *survey, const guint8 *bytes, const TvMethodTable *methods,
       TvPacketLayout layout)
{
  Tally tally = { 0 };
  guint64 n_exact = 0;
  guint64 n_blocks = 0;

  for (guint i = 0; i < survey->blocks->len && n_blocks < MAX_BLOCKS; i++)
    {
      const TvPacketBlock *block = &g_array_index (survey->blocks, TvPacketBlock, i);
      TvPacketDecoder decoder = { .next = bytes + block->offset,
                                  .end = bytes + block->offset + block->size,
                                  .layout = layout,
                                  .dual = (survey->version & 1) != 0 };

      if (block->size == 0 || (i > 0 && block[-1].thread == block->thread))
        continue;
      n_blocks++;
      count_records (&decoder, methods, G_MAXUINT64, &tally);
      if (!decoder.broken)
        n_exact++;
    }
  return share (n_exact, n_blocks) + share (tally.n_known, tally.n_ids)
         + share (tally.n_good, tally.n_records);
}

/**
 * tv_packet_layout_detect:
 * @survey: the blocks of a file
 * @data: the file
 * @methods: all methods that it names
 *
 * Decodes the first blocks both ways. The layout that ends where the blocks end, enters
 * methods that have names, and has neither reserved actions nor time that goes back is
 * the right one; where both do equally well a counter's frequency speaks for layout C.
 *
 * Returns: how the records are packed
 */
TvPacketLayout
tv_packet_layout_detect (const TvPacketSurvey *survey, GBytes *data,
                         const TvMethodTable *methods)
{
  const guint8 *bytes = g_bytes_get_data (data, NULL);
  double b = score (survey, bytes, methods, TV_PACKET_LAYOUT_B);
  double c = score (survey, bytes, methods, TV_PACKET_LAYOUT_C);

  if (ABS (b - c) > TOO_CLOSE * MAX (b, c))
    return b > c ? TV_PACKET_LAYOUT_B : TV_PACKET_LAYOUT_C;
  return survey->frequency != 0 ? TV_PACKET_LAYOUT_C : TV_PACKET_LAYOUT_B;
}

/**
 * tv_packet_layout_continues:
 * @anew: a decoder at the start of a block, with all values 0
 * @continued: the same with the values of the block before
 * @methods: all methods that the file names
 *
 * Layout B's writer does not start from 0 again when it splits what it has into several
 * blocks. Ids in the table tell which way is right.
 *
 * Returns: whether the block goes on from the one before
 */
gboolean
tv_packet_layout_continues (const TvPacketDecoder *anew,
                            const TvPacketDecoder *continued,
                            const TvMethodTable *methods)
{
  TvPacketDecoder first = *anew;
  TvPacketDecoder second = *continued;
  guint n_first = 0;
  guint n_second = 0;

  for (guint i = 0; i < MAX_RECORDS_TO_TELL && tv_packet_decoder_next (&first)
                    && tv_packet_decoder_next (&second);
       i++)
    {
      n_first += first.action != ACTION_RESERVED && is_named (methods, first.method);
      n_second += second.action != ACTION_RESERVED && is_named (methods, second.method);
    }
  return n_second > n_first;
}
