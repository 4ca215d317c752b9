/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/classic-reader.h"

#include "trace/input/byte-cursor.h"

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Dalvik fills its buffer with this byte; a trace that was stopped in an unlucky moment
 * ends with records that were never written. */
#define FILL_WORD 0xEEEEEEEEu

/* Cancelling and progress are looked at once in so many batches. */
#define BATCHES_PER_REPORT 128

/* Whether a record counts; skipped ones are noted in the first reading. */
static inline gboolean
is_event (TvEventPart *part, guint32 word, guint64 offset)
{
  if (G_LIKELY ((word & ACTION_MASK) != ACTION_RESERVED && word != FILL_WORD))
    return TRUE;
  if (!part->known)
    tv_warnings_add (part->warnings,
                     word == FILL_WORD ? TV_WARNING_FILL_RECORD : TV_WARNING_ACTION,
                     TV_PLACE_OFFSET, offset, NULL);
  return FALSE;
}

/* Decodes @n records at @offset into @events. Returns how many count, or -1 if one
 * names what the first reading did not. */
static gssize
decode_batch (const TvClassicReader *reader, TvEventPart *part, const guint8 *bytes,
              guint64 offset, gsize n, TvEvent *events)
{
  const TvClassicHeader *header = &reader->header;
  gsize id_size = header->version == 1 ? 1 : 2;
  guint first_clock
      = header->has_clock[TV_CLOCK_THREAD_CPU] ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  gboolean dual
      = header->has_clock[TV_CLOCK_THREAD_CPU] && header->has_clock[TV_CLOCK_WALL];
  guint32 last_id = G_MAXUINT32;
  guint32 thread = TV_ID_MAP_NONE;
  gsize n_events = 0;

  for (gsize i = 0; i < n;
       i++, bytes += header->record_size, offset += header->record_size)
    {
      guint32 word = tv_load_u32 (bytes + id_size);
      guint32 id = id_size == 1 ? bytes[0] : tv_load_u16 (bytes);
      TvEvent *event = &events[n_events];

      if (!is_event (part, word, offset))
        continue;
      if (id != last_id)
        thread = tv_event_source_find_thread (part, id);
      last_id = id;
      event->thread = thread;
      event->method
          = tv_event_source_find_method (&reader->source, part, word & ~ACTION_MASK);
      if (G_UNLIKELY (thread == TV_ID_MAP_NONE || event->method == TV_ID_MAP_NONE))
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

/* Parts are counted in records. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  guint64 n_records = ((TvClassicReader *) source)->header.n_records;

  return n_records / n * index + n_records % n * index / n;
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  const TvClassicReader *reader = (const TvClassicReader *) source;
  const TvClassicHeader *header = &reader->header;
  g_autoptr (TvDataWindow) data = tv_data_window_new_alike (reader->data);
  TvEvent events[TV_EVENT_BATCH];
  goffset length = 0;
  guint64 n_batches = 0;

  for (guint64 record = part->start; record < part->end; record += TV_EVENT_BATCH)
    {
      gsize n = (gsize) MIN (part->end - record, TV_EVENT_BATCH);
      guint64 offset = header->records_start + record * header->record_size;
      const guint8 *bytes;
      gssize n_events;

      if (++n_batches % BATCHES_PER_REPORT == 0)
        {
          if (!tv_event_source_advance (source, length, cancellable, error))
            return FALSE;
          length = 0;
        }
      length += (goffset) (n * header->record_size);
      bytes = tv_data_window_get (data, offset, n * header->record_size, error);
      if (bytes == NULL)
        return FALSE;
      n_events = decode_batch (reader, part, bytes, offset, n, events);
      if (n_events < 0)
        {
          tv_event_source_set_changed (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  part->n_records = part->end - part->start;
  return tv_event_source_advance (source, length, cancellable, error);
}

void
tv_classic_reader_init (TvClassicReader *reader, TvDataWindow *data,
                        const TvClassicHeader *header, TvKeySection *tables)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->data = data;
  reader->header = *header;
  reader->source.tables = tables;
  reader->source.reading_size = (goffset) (header->n_records * header->record_size);
  tv_thread_table_set_id_mask (&tables->threads, header->version == 1 ? 0xFF : 0xFFFF);
}
