/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/packet-reader.h"

#include "trace/clock-repair.h"

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

/* A counter with another frequency than these cannot be. */
#define MIN_FREQUENCY 1000
#define MAX_FREQUENCY G_GUINT64_CONSTANT (18000000000)

#define ACTION_RESERVED 3

/* Writers pass the count through 16 bits. */
#define COUNT_MASK 0xFFFFu

#define BATCHES_PER_REPORT 128

/* Exact, and without the overflow of ticks × 10⁹. */
static guint64
ticks_to_ns (guint64 ticks, guint64 frequency)
{
  return ticks / frequency * NS_PER_SECOND
         + ticks % frequency * NS_PER_SECOND / frequency;
}

/* What no clock reaches is handed on as such; see tv_thread_clock_step(). */
static gint64
limit_time (guint64 time)
{
  return (gint64) MIN (time, TV_TIME_IMPOSSIBLE);
}

static gint64
first_time (const TvPacketReader *reader, guint64 time)
{
  guint64 frequency = reader->frequency;

  if (frequency == 0)
    return limit_time (time);
  if (time / frequency >= TV_TIME_IMPOSSIBLE / NS_PER_SECOND)
    return limit_time (G_MAXUINT64);
  return limit_time (ticks_to_ns (time, frequency));
}

/* Starts a block, from 0 or from where the block before ended. */
static void
begin_block (TvPacketReader *reader, guint index)
{
  GArray *blocks = reader->survey->blocks;
  TvPacketBlock *block = &g_array_index (blocks, TvPacketBlock, index);
  const guint8 *bytes = g_bytes_get_data (reader->data, NULL);
  TvPacketDecoder anew = { .next = bytes + block->offset,
                           .end = bytes + block->offset + block->size,
                           .layout = reader->layout,
                           .dual = reader->dual };
  TvPacketDecoder continued = reader->decoder;

  continued.next = anew.next;
  continued.end = anew.end;
  continued.broken = FALSE;
  if (!reader->source.frozen && reader->layout == TV_PACKET_LAYOUT_B && index > 0
      && block[-1].thread == block->thread)
    block->continues = tv_packet_layout_continues (
        &anew, &continued, &reader->source.tables->methods, block->count & COUNT_MASK,
        reader->run_records);
  reader->decoder = block->continues ? continued : anew;
  if (!block->continues)
    reader->run_records = 0;
  reader->block = block;
  reader->block_records = 0;
}

static void
end_block (TvPacketReader *reader)
{
  const TvPacketBlock *block = reader->block;
  guint64 offset
      = block->offset
        + (block->size - (gsize) (reader->decoder.end - reader->decoder.next));

  reader->run_records += reader->block_records;
  if (reader->source.frozen || block->cut)
    return;
  if (reader->decoder.broken)
    tv_warnings_add (reader->source.warnings, TV_WARNING_BLOCK_BROKEN, TV_PLACE_OFFSET,
                     offset, NULL);
  else if ((block->count & COUNT_MASK) != (reader->block_records & COUNT_MASK)
           && (block->count & COUNT_MASK) != (reader->run_records & COUNT_MASK))
    tv_warnings_add (reader->source.warnings, TV_WARNING_BLOCK_COUNT, TV_PLACE_OFFSET,
                     block->offset, NULL);
}

/* Returns whether the record counts. */
static gboolean
is_event (TvPacketReader *reader, guint64 offset)
{
  reader->block_records++;
  reader->n_records++;
  if (G_LIKELY (reader->decoder.action != ACTION_RESERVED))
    return TRUE;
  if (!reader->source.frozen)
    tv_warnings_add (reader->source.warnings, TV_WARNING_ACTION, TV_PLACE_OFFSET,
                     offset, NULL);
  return FALSE;
}

/* Fills @events from the current block. Returns how many, or -1 if one names what the
 * first reading did not. */
static gssize
decode_batch (TvPacketReader *reader, guint32 thread, TvEvent *events)
{
  TvPacketDecoder *decoder = &reader->decoder;
  const guint8 *bytes = g_bytes_get_data (reader->data, NULL);
  gsize n = 0;

  while (n < TV_EVENT_BATCH)
    {
      guint64 offset = (guint64) (decoder->next - bytes);
      TvEvent *event = &events[n];

      if (!tv_packet_decoder_next (decoder))
        break;
      if (!is_event (reader, offset))
        continue;
      event->thread = thread;
      event->action = decoder->action;
      event->offset = offset;
      event->method = TV_METHOD_NONE;
      if (tv_packet_decoder_has_method (decoder))
        {
          event->method
              = tv_event_source_find_method (&reader->source, decoder->method);
          if (G_UNLIKELY (event->method == TV_ID_MAP_NONE))
            return -1;
        }
      event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
      event->time[reader->clock] = first_time (reader, decoder->time[0]);
      if (reader->dual)
        event->time[TV_CLOCK_THREAD_CPU] = limit_time (decoder->time[1]);
      n++;
    }
  return (gssize) n;
}

static gboolean
read_block (TvPacketReader *reader, TvEventSink *sink, goffset *position,
            GCancellable *cancellable, GError **error)
{
  guint32 thread = tv_event_source_find_thread (&reader->source, reader->block->thread);
  TvEvent events[TV_EVENT_BATCH];
  guint64 n_batches = 0;
  gssize n;

  if (thread == TV_ID_MAP_NONE)
    {
      tv_event_source_set_changed (error, reader->block->offset);
      return FALSE;
    }
  do
    {
      if (++n_batches % BATCHES_PER_REPORT == 0
          && !tv_event_source_report (&reader->source, *position, cancellable, error))
        return FALSE;
      n = decode_batch (reader, thread, events);
      if (n < 0)
        {
          tv_event_source_set_changed (error, reader->block->offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n);
    }
  while (reader->decoder.next < reader->decoder.end && !reader->decoder.broken);
  *position += reader->block->size;
  return TRUE;
}

#define BLOCKS_PER_REPORT 1000

static gboolean
read_events (TvEventSource *source, TvEventSink *sink, GCancellable *cancellable,
             GError **error)
{
  TvPacketReader *reader = (TvPacketReader *) source;
  goffset position = 0;

  reader->n_records = 0;
  for (guint i = 0; i < reader->survey->blocks->len; i++)
    {
      if (i % BLOCKS_PER_REPORT == 0
          && !tv_event_source_report (source, position, cancellable, error))
        return FALSE;
      begin_block (reader, i);
      if (!read_block (reader, sink, &position, cancellable, error))
        return FALSE;
      end_block (reader);
    }
  return tv_event_source_report (source, source->reading_size, cancellable, error);
}

static void
choose_frequency (TvPacketReader *reader)
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
  tv_warnings_add (reader->source.warnings, TV_WARNING_FREQUENCY, TV_PLACE_OFFSET, 22,
                   text);
}

/**
 * tv_packet_reader_init:
 * @reader: (out caller-allocates): becomes a reader
 * @data: the file; outlives the reader
 * @survey: its packets; outlives the reader
 * @clock: the only clock of version 4; version 5 has both
 * @tables: threads and methods; outlive the reader
 * @warnings: where to count what is skipped; outlives the reader
 */
void
tv_packet_reader_init (TvPacketReader *reader, GBytes *data, TvPacketSurvey *survey,
                       TvClock clock, TvKeySection *tables, TvWarnings *warnings)
{
  memset (reader, 0, sizeof *reader);
  reader->source.read = read_events;
  reader->source.tables = tables;
  reader->source.warnings = warnings;
  reader->data = data;
  reader->survey = survey;
  reader->dual = (survey->version & 1) != 0;
  reader->clock = reader->dual ? TV_CLOCK_WALL : clock;
  reader->layout = tv_packet_layout_detect (survey, data, &tables->methods);
  choose_frequency (reader);
  for (guint i = 0; i < survey->blocks->len; i++)
    reader->source.reading_size
        += g_array_index (survey->blocks, TvPacketBlock, i).size;
  tv_thread_table_set_id_mask (&tables->threads, G_MAXUINT32);
}
