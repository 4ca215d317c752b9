/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classic-reader.h"

#include "trace/byte-cursor.h"

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Dalvik fills its buffer with this byte; a trace that was stopped in an unlucky moment
 * ends with records that were never written. */
#define FILL_WORD 0xEEEEEEEEu

/* Cancelling and progress are looked at once in so many batches. */
#define BATCHES_PER_REPORT 128

/* Whether a record counts; skipped ones are noted in the first reading. */
static gboolean
is_event (TvClassicReader *reader, guint32 word, guint64 offset)
{
  if (G_LIKELY ((word & ACTION_MASK) != ACTION_RESERVED && word != FILL_WORD))
    return TRUE;
  if (!reader->source.frozen)
    tv_warnings_add (reader->source.warnings,
                     word == FILL_WORD ? TV_WARNING_FILL_RECORD : TV_WARNING_ACTION,
                     TV_PLACE_OFFSET, offset, NULL);
  return FALSE;
}

/* Decodes @n records at @offset into @events. Returns how many count, or -1 if one
 * names what the first reading did not. */
static gssize
decode_batch (TvClassicReader *reader, const guint8 *bytes, guint64 offset, gsize n,
              TvEvent *events)
{
  const TvClassicHeader *header = &reader->header;
  gsize id_size = header->version == 1 ? 1 : 2;
  guint first_clock
      = header->has_clock[TV_CLOCK_THREAD_CPU] ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  gboolean dual
      = header->has_clock[TV_CLOCK_THREAD_CPU] && header->has_clock[TV_CLOCK_WALL];
  gsize n_events = 0;

  for (gsize i = 0; i < n;
       i++, bytes += header->record_size, offset += header->record_size)
    {
      guint32 word = tv_load_u32 (bytes + id_size);
      TvEvent *event = &events[n_events];

      if (!is_event (reader, word, offset))
        continue;
      event->thread = tv_event_source_find_thread (
          &reader->source, id_size == 1 ? bytes[0] : tv_load_u16 (bytes));
      event->method
          = tv_event_source_find_method (&reader->source, word & ~ACTION_MASK);
      if (G_UNLIKELY (event->thread == TV_ID_MAP_NONE
                      || event->method == TV_ID_MAP_NONE))
        return -1;
      event->action = word & ACTION_MASK;
      event->offset = offset;
      event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
      event->time[first_clock] = tv_load_u32 (bytes + id_size + 4);
      if (dual)
        event->time[TV_CLOCK_WALL] = tv_load_u32 (bytes + id_size + 8);
      n_events++;
    }
  return (gssize) n_events;
}

static gboolean
read_events (TvEventSource *source, TvEventSink *sink, GCancellable *cancellable,
             GError **error)
{
  TvClassicReader *reader = (TvClassicReader *) source;
  const TvClassicHeader *header = &reader->header;
  TvEvent events[TV_EVENT_BATCH];
  guint64 n_batches = 0;

  for (guint64 record = 0; record < header->n_records; record += TV_EVENT_BATCH)
    {
      gsize n = (gsize) MIN (header->n_records - record, TV_EVENT_BATCH);
      guint64 offset = header->records_start + record * header->record_size;
      const guint8 *bytes;
      gssize n_events;

      if (n_batches++ % BATCHES_PER_REPORT == 0
          && !tv_event_source_report (source, (goffset) (record * header->record_size),
                                      cancellable, error))
        return FALSE;
      bytes = tv_data_window_get (reader->data, offset, n * header->record_size,
                                  cancellable, error);
      if (bytes == NULL)
        return FALSE;
      n_events = decode_batch (reader, bytes, offset, n, events);
      if (n_events < 0)
        {
          tv_event_source_set_changed (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  return tv_event_source_report (source, source->reading_size, cancellable, error);
}

/**
 * tv_classic_reader_init:
 * @reader: (out caller-allocates): becomes a reader
 * @data: the file with the records; outlives the reader
 * @header: its header
 * @tables: threads and methods; outlive the reader
 * @warnings: where to count what is skipped; outlives the reader
 */
void
tv_classic_reader_init (TvClassicReader *reader, TvDataWindow *data,
                        const TvClassicHeader *header, TvKeySection *tables,
                        TvWarnings *warnings)
{
  memset (reader, 0, sizeof *reader);
  reader->source.read = read_events;
  reader->data = data;
  reader->header = *header;
  reader->source.tables = tables;
  reader->source.warnings = warnings;
  reader->source.reading_size = (goffset) (header->n_records * header->record_size);
  tv_thread_table_set_id_mask (&tables->threads, header->version == 1 ? 0xFF : 0xFFFF);
}
