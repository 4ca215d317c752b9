/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/packet-reader.h"

#include "trace/formats/packet-run.h"

/* A counter with another frequency than these cannot be. */
#define MIN_FREQUENCY 1000
#define MAX_FREQUENCY G_GUINT64_CONSTANT (18000000000)

#define ACTION_RESERVED 3

/* Writers pass the count through 16 bits. */
#define COUNT_MASK 0xFFFFu

/* What no clock reaches is handed on as such; see tv_thread_clock_step(). */
static gint64
limit_time (guint64 time)
{
  return (gint64) MIN (time, TV_TIME_IMPOSSIBLE);
}

/* How far the reading of a part has come. */
typedef struct
{
  TvPacketReader *reader;
  TvEventPart *part;
  TvPacketDecoder decoder; /* of the current block */
  TvPacketBlock *block;
  guint64 block_records; /* of the current block so far */
  guint64 run_records;   /* of the blocks before that it continues */
  goffset unreported;    /* bytes */
} Reading;

static TvPacketBlock *
get_block (const TvPacketReader *reader, guint64 index)
{
  return &g_array_index (reader->survey->blocks, TvPacketBlock, index);
}

/* Whether a block could go on from the one before. */
static gboolean
may_continue (const TvPacketReader *reader, guint64 index)
{
  return reader->layout == TV_PACKET_LAYOUT_B && index > 0
         && get_block (reader, index - 1)->thread == get_block (reader, index)->thread;
}

/* Starts a block, from 0 or from where the block before ended. */
static void
begin_block (Reading *reading, guint64 index)
{
  TvPacketReader *reader = reading->reader;
  TvPacketBlock *block = get_block (reader, index);
  const guint8 *bytes = g_bytes_get_data (reader->data, NULL);
  TvPacketDecoder anew = { .next = bytes + block->offset,
                           .end = bytes + block->offset + block->size,
                           .layout = reader->layout,
                           .dual = reader->dual };
  TvPacketDecoder continued = reading->decoder;

  continued.next = anew.next;
  continued.end = anew.end;
  continued.broken = FALSE;
  if (!reading->part->known && may_continue (reader, index))
    block->continues = tv_packet_layout_continues (
        &anew, &continued, &reader->source.tables->methods, block->count & COUNT_MASK,
        reading->run_records);
  reading->decoder = block->continues ? continued : anew;
  if (!block->continues)
    reading->run_records = 0;
  reading->block = block;
  reading->block_records = 0;
}

static void
end_block (Reading *reading)
{
  const TvPacketBlock *block = reading->block;
  TvWarnings *warnings = reading->part->warnings;
  guint64 offset
      = block->offset
        + (block->size - (gsize) (reading->decoder.end - reading->decoder.next));

  reading->run_records += reading->block_records;
  reading->part->n_records += reading->block_records;
  if (reading->part->known || block->cut)
    return;
  if (reading->decoder.broken)
    tv_warnings_add (warnings, TV_WARNING_BLOCK_BROKEN, TV_PLACE_OFFSET, offset, NULL);
  else if ((block->count & COUNT_MASK) != (reading->block_records & COUNT_MASK)
           && (block->count & COUNT_MASK) != (reading->run_records & COUNT_MASK))
    tv_warnings_add (warnings, TV_WARNING_BLOCK_COUNT, TV_PLACE_OFFSET, block->offset,
                     NULL);
}

/* Returns whether the record counts. */
static inline gboolean
is_event (Reading *reading, guint action, guint64 offset)
{
  reading->block_records++;
  if (G_LIKELY (action != ACTION_RESERVED))
    return TRUE;
  if (!reading->part->known)
    tv_warnings_add (reading->part->warnings, TV_WARNING_ACTION, TV_PLACE_OFFSET,
                     offset, NULL);
  return FALSE;
}

/* Fills @events with up to @max from the current block. Returns how many, or -1 if one
 * names what the first reading did not. A function of its own, or the compiler runs out
 * of registers. */
G_NO_INLINE static gssize
decode_batch (Reading *reading, guint32 thread, TvEvent *events, gsize max)
{
  const TvPacketReader *reader = reading->reader;
  /* A copy, which the compiler can hold in registers. */
  TvPacketDecoder decoder = reading->decoder;
  const guint8 *bytes = g_bytes_get_data (reader->data, NULL);
  gsize n = 0;

  while (n < max)
    {
      guint64 offset = (guint64) (decoder.next - bytes);
      TvEvent *event = &events[n];

      if (!tv_packet_decoder_next (&decoder))
        break;
      if (!is_event (reading, decoder.action, offset))
        continue;
      event->thread = thread;
      event->action = decoder.action;
      event->offset = offset;
      event->method = TV_METHOD_NONE;
      if (tv_packet_decoder_has_method (&decoder))
        {
          event->method = tv_event_source_find_method (&reader->source, reading->part,
                                                       decoder.method);
          if (G_UNLIKELY (event->method == TV_ID_MAP_NONE))
            return -1;
        }
      event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
      event->time[reader->clock]
          = tv_packet_run_convert_time (reader->frequency, decoder.time[0]);
      if (reader->dual)
        event->time[TV_CLOCK_THREAD_CPU] = limit_time (decoder.time[1]);
      n++;
    }
  reading->decoder = decoder;
  return (gssize) n;
}

/* How many bytes of records are read between two looks at cancelling. */
#define BYTES_PER_REPORT (512 * 1024)

/* A sink that takes records by itself is let go on for so many bytes. */
#define MAX_RUN (64 * 1024)

/* If it took so many it is asked again after one event, else after ever more. */
#define MUCH 8

/* Whether the sink may take records by itself. */
static gboolean
may_offer (const TvPacketReader *reader, const TvEventSink *sink)
{
  return sink->take_packets != NULL && reader->layout == TV_PACKET_LAYOUT_C;
}

/* Has the sink take what it can by itself. Returns whether that was much. */
static gboolean
offer (Reading *reading, guint32 thread, TvEventSink *sink)
{
  const TvPacketReader *reader = reading->reader;
  TvPacketRun run = { .decoder = reading->decoder,
                      .methods = &reader->source.tables->methods.index,
                      .thread = thread,
                      .clock = reader->clock,
                      .frequency = reader->frequency };
  gsize left = (gsize) (run.decoder.end - run.decoder.next);
  gsize n;

  if (!may_offer (reader, sink) || run.decoder.broken || left < TV_PACKET_PLAIN_SIZE)
    return FALSE;
  run.limit = run.decoder.next + MIN (left - TV_PACKET_PLAIN_SIZE + 1, MAX_RUN);
  n = sink->take_packets (sink, &run);
  reading->decoder = run.decoder;
  reading->block_records += n;
  return n >= MUCH;
}

static gboolean
read_block (Reading *reading, TvEventSink *sink, GCancellable *cancellable,
            GError **error)
{
  TvPacketDecoder *decoder = &reading->decoder;
  guint32 thread = tv_event_source_find_thread (reading->part, reading->block->thread);
  TvEvent events[TV_EVENT_BATCH];
  gssize n = thread == TV_ID_MAP_NONE ? -1 : 0;
  gsize max = may_offer (reading->reader, sink) ? 1 : TV_EVENT_BATCH;

  while (n >= 0)
    {
      const guint8 *before = decoder->next;

      max = offer (reading, thread, sink) ? 1 : MIN (2 * max, TV_EVENT_BATCH);
      n = decode_batch (reading, thread, events, max);
      if (n < 0)
        break;
      sink->consume (sink, events, (gsize) n);
      reading->unreported += decoder->next - before;
      if (reading->unreported >= BYTES_PER_REPORT)
        {
          if (!tv_event_source_advance (&reading->reader->source, reading->unreported,
                                        cancellable, error))
            return FALSE;
          reading->unreported = 0;
        }
      if (decoder->next >= decoder->end || decoder->broken)
        return TRUE;
    }
  tv_event_source_set_changed (error, reading->block->offset);
  return FALSE;
}

/* Parts are counted in blocks. A block that could go on from the one before belongs to
 * the same part. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  const TvPacketReader *reader = (const TvPacketReader *) source;
  guint64 n_blocks = reader->survey->blocks->len;
  guint64 block = n_blocks / n * index + n_blocks % n * index / n;

  while (block < n_blocks && may_continue (reader, block))
    block++;
  return block;
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  Reading reading = { .reader = (TvPacketReader *) source, .part = part };

  part->n_records = 0;
  for (guint64 i = part->start; i < part->end; i++)
    {
      begin_block (&reading, i);
      if (!read_block (&reading, sink, cancellable, error))
        return FALSE;
      end_block (&reading);
    }
  return tv_event_source_advance (source, reading.unreported, cancellable, error);
}

static void
choose_frequency (TvPacketReader *reader, TvWarnings *warnings)
{
  guint64 frequency = reader->survey->frequency;
  g_autofree char *text = NULL;

  if (reader->layout != TV_PACKET_LAYOUT_C || frequency == 0)
    return;
  if (frequency >= MIN_FREQUENCY && frequency <= MAX_FREQUENCY)
    {
      reader->frequency = frequency;
      return;
    }
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, frequency);
  tv_warnings_add (warnings, TV_WARNING_FREQUENCY, TV_PLACE_OFFSET, 22, text);
}

void
tv_packet_reader_init (TvPacketReader *reader, GBytes *data, TvPacketSurvey *survey,
                       TvClock clock, TvKeySection *tables, TvWarnings *warnings)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->source.tables = tables;
  reader->data = data;
  reader->survey = survey;
  reader->dual = (survey->version & 1) != 0;
  reader->clock = reader->dual ? TV_CLOCK_WALL : clock;
  reader->layout = tv_packet_layout_detect (survey, data, &tables->methods);
  choose_frequency (reader, warnings);
  for (guint i = 0; i < survey->blocks->len; i++)
    reader->source.reading_size
        += g_array_index (survey->blocks, TvPacketBlock, i).size;
  tv_thread_table_set_id_mask (&tables->threads, G_MAXUINT32);
}
