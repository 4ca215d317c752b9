/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/stream-reader.h"

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Cancelling and progress are looked at once in so many batches. */
#define BATCHES_PER_REPORT 128

/* The survey goes through the stream as well, so each of the three readings counts for
 * two thirds of one. */
static goffset
scale_progress (gsize n)
{
  return (goffset) (n / 3 * 2);
}

/* Returns whether the tables know what the record names. */
static inline gboolean
decode_event (const TvStreamReader *reader, TvEventPart *part, const guint8 *record,
              guint thread, gsize offset, TvEvent *event)
{
  guint32 word = tv_load_u32 (record + 2);

  event->thread = tv_event_source_find_thread (part, thread);
  event->method
      = tv_event_source_find_method (&reader->source, part, word & ~ACTION_MASK);
  event->action = word & ACTION_MASK;
  event->offset = offset;
  event->time[TV_CLOCK_THREAD_CPU] = event->time[TV_CLOCK_WALL] = 0;
  if (!reader->has_clock[TV_CLOCK_THREAD_CPU])
    event->time[TV_CLOCK_WALL] = tv_load_u32 (record + 6);
  else
    event->time[TV_CLOCK_THREAD_CPU] = tv_load_u32 (record + 6);
  if (reader->has_clock[TV_CLOCK_THREAD_CPU] && reader->has_clock[TV_CLOCK_WALL])
    event->time[TV_CLOCK_WALL] = tv_load_u32 (record + 10);
  return event->thread != TV_ID_MAP_NONE && event->method != TV_ID_MAP_NONE;
}

/* Decodes up to a batch of events from *@offset on, and moves that on. Returns how
 * many, or -1 if something is not as the survey found it. */
static gssize
decode_batch (const TvStreamReader *reader, TvEventPart *part, gsize *offset,
              TvEvent *events)
{
  const guint8 *data = g_bytes_get_data (reader->data, NULL);
  gsize n_events = 0;

  while (*offset < part->end && n_events < TV_EVENT_BATCH)
    {
      TvStreamItem item;
      const guint8 *record = data + *offset;

      tv_stream_item_read (&item, data, reader->items_end, *offset,
                           reader->record_size);
      if (item.kind >= TV_STREAM_SUMMARY)
        return -1;
      if (item.kind == TV_STREAM_EVENT)
        {
          part->n_records++;
          if ((record[2] & ACTION_MASK) != ACTION_RESERVED
              && !decode_event (reader, part, record, item.thread, *offset,
                                &events[n_events++]))
            return -1;
        }
      *offset = item.next;
    }
  return (gssize) n_events;
}

/* Parts are byte offsets of items that the survey noted. */
static guint64
cut (TvEventSource *source, guint index, guint n)
{
  const TvStreamReader *reader = (const TvStreamReader *) source;
  const GArray *marks = reader->marks;

  if (index == 0)
    return reader->items_start;
  if (index >= n || marks->len == 0)
    return reader->items_end;
  return g_array_index (marks, guint64, (gsize) marks->len * index / n);
}

static gboolean
read_part (TvEventSource *source, TvEventPart *part, TvEventSink *sink,
           GCancellable *cancellable, GError **error)
{
  const TvStreamReader *reader = (const TvStreamReader *) source;
  TvEvent events[TV_EVENT_BATCH];
  gsize offset = (gsize) part->start;
  gsize reported = offset;
  guint64 n_batches = 0;

  part->n_records = 0;
  while (offset < part->end)
    {
      gssize n_events;

      if (++n_batches % BATCHES_PER_REPORT == 0)
        {
          if (!tv_event_source_advance (source, scale_progress (offset - reported),
                                        cancellable, error))
            return FALSE;
          reported = offset;
        }
      n_events = decode_batch (reader, part, &offset, events);
      if (n_events < 0)
        {
          tv_event_source_set_changed (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  return tv_event_source_advance (source, scale_progress (offset - reported),
                                  cancellable, error);
}

void
tv_stream_reader_init (TvStreamReader *reader, GBytes *data, TvKeySection *tables)
{
  memset (reader, 0, sizeof *reader);
  reader->source.cut = cut;
  reader->source.read = read_part;
  reader->source.tables = tables;
  reader->source.reading_size = scale_progress (g_bytes_get_size (data));
  reader->data = data;
}

/* Settles how the events are to be read; comes before the first reading. */
void
tv_stream_reader_set_layout (TvStreamReader *reader, const TvStreamHeader *header,
                             const TvStreamSurvey *survey,
                             const gboolean has_clock[TV_N_CLOCKS])
{
  reader->items_start = header->items_start;
  reader->items_end = survey->end;
  reader->marks = survey->marks;
  reader->record_size = header->record_size;
  memcpy (reader->has_clock, has_clock, sizeof reader->has_clock);
}
