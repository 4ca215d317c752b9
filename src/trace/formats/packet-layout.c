/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/packet-layout.h"

#define MAX_BLOCKS 16

/* So much of a block tells how it is packed. */
#define MAX_RECORDS_TO_SCORE 65536

/* So many records of a block tell whether it goes on from the one before. */
#define MAX_RECORDS_TO_TELL 16

/* Scores closer than this part of the higher one tell nothing. */
#define TOO_CLOSE 0.05

#define ACTION_RESERVED 3

/* Writers pass the number of a block's records through 16 bits. */
#define COUNT_MASK 0xFFFFu

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
count_records (TvPacketDecoder *decoder, const TvMethodTable *methods, Tally *tally)
{
  guint64 previous = decoder->time[0];

  for (guint n = 0; n < MAX_RECORDS_TO_SCORE && tv_packet_decoder_next (decoder); n++)
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

/* The last byte of a number, and no other, has bit 7 clear. */
static guint64
count_records_of_b (const TvPacketDecoder *decoder)
{
  guint64 n = 0;

  for (const guint8 *byte = decoder->next; byte < decoder->end; byte++)
    n += *byte < 0x80;
  return n / (decoder->dual ? 3 : 2);
}

/* Layout B's writer does not start from 0 again when it splits what it has into
 * several blocks. Ids in the table tell which way is right. Where they fit both ways,
 * a block that began anew would not take the thread's time back, and the writer
 * announces for one that goes on how many records there are from the first block on. */
gboolean
tv_packet_layout_continues (const TvPacketDecoder *anew,
                            const TvPacketDecoder *continued,
                            const TvMethodTable *methods, guint count, guint64 n_before)
{
  TvPacketDecoder first = *anew;
  TvPacketDecoder second = *continued;
  guint n_first = 0;
  guint n_second = 0;
  gboolean back = FALSE;
  guint64 n;

  for (guint i = 0; i < MAX_RECORDS_TO_TELL && tv_packet_decoder_next (&first)
                    && tv_packet_decoder_next (&second);
       i++)
    {
      if (i == 0)
        back = (gint64) first.time[0] < (gint64) continued->time[0];
      n_first += first.action != ACTION_RESERVED && is_named (methods, first.method);
      n_second += second.action != ACTION_RESERVED && is_named (methods, second.method);
    }
  if (n_first != n_second)
    return n_second > n_first;
  if (back)
    return TRUE;
  n = count_records_of_b (anew);
  return ((n ^ count) & COUNT_MASK) != 0 && ((n_before + n) & COUNT_MASK) == count;
}

/* Blocks of one thread may go on from each other in layout B. */
static double
score (const TvPacketSurvey *survey, const guint8 *bytes, const TvMethodTable *methods,
       TvPacketLayout layout)
{
  TvPacketDecoder last = { .layout = layout, .dual = (survey->version & 1) != 0 };
  Tally tally = { 0 };
  guint64 n_exact = 0;
  guint64 n_blocks = 0;
  guint64 n_run = 0;

  for (guint i = 0; i < survey->blocks->len && n_blocks < MAX_BLOCKS; i++)
    {
      const TvPacketBlock *block = &g_array_index (survey->blocks, TvPacketBlock, i);
      gboolean same_thread = i > 0 && block[-1].thread == block->thread;
      guint64 n_before = tally.n_records;
      TvPacketDecoder decoder = { .next = bytes + block->offset,
                                  .end = bytes + block->offset + block->size,
                                  .layout = layout,
                                  .dual = last.dual };

      /* What the last values are is not known. */
      if (same_thread && !last.broken && last.next < last.end)
        continue;
      last.next = decoder.next;
      last.end = decoder.end;
      last.broken = FALSE;
      if (same_thread && layout == TV_PACKET_LAYOUT_B
          && tv_packet_layout_continues (&decoder, &last, methods,
                                         block->count & COUNT_MASK, n_run))
        decoder = last;
      else
        n_run = 0;
      count_records (&decoder, methods, &tally);
      n_run += tally.n_records - n_before;
      last = decoder;
      n_blocks++;
      if (!decoder.broken)
        n_exact++;
    }
  return share (n_exact, n_blocks) + share (tally.n_known, tally.n_ids)
         + share (tally.n_good, tally.n_records);
}

/* Decodes the first blocks both ways. The layout that ends where the blocks end,
 * enters methods that have names, and has neither reserved actions nor time that goes
 * back is the right one; where both do equally well a counter's frequency speaks for
 * layout C. */
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
