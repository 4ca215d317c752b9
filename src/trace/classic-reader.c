/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/classic-reader.h"

#include "trace/byte-cursor.h"
#include "trace/trace-error.h"

#include <glib/gi18n-lib.h>

#define ACTION_MASK 3u
#define ACTION_RESERVED 3u

/* Dalvik fills its buffer with this byte; a trace that was stopped in an unlucky moment
 * ends with records that were never written. */
#define FILL_WORD 0xEEEEEEEEu

/* Cancelling, progress and the file's size are looked at once in so many bytes. */
#define BYTES_PER_REPORT (1024 * 1024)

/* Looks an index up that the tables must have, or in the first reading get, for an id.
 */
static guint32
find_thread (TvClassicReader *reader, guint32 id)
{
  guint32 index = tv_id_map_get (&reader->key->threads.record_index, id);

  if (G_UNLIKELY (index == TV_ID_MAP_NONE) && !reader->frozen)
    index = tv_thread_table_add_record_id (&reader->key->threads, id);
  return index;
}

static guint32
find_method (TvClassicReader *reader, guint32 id)
{
  guint32 index = tv_id_map_get (&reader->key->methods.index, id);

  if (G_UNLIKELY (index == TV_ID_MAP_NONE) && !reader->frozen)
    index = tv_method_table_add_unnamed (&reader->key->methods, id);
  return index;
}

/* Whether a record counts; skipped ones are noted in the first reading. */
static gboolean
is_event (TvClassicReader *reader, guint32 word, guint64 offset)
{
  if (G_LIKELY ((word & ACTION_MASK) != ACTION_RESERVED && word != FILL_WORD))
    return TRUE;
  if (!reader->frozen)
    tv_warnings_add (reader->warnings,
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
      event->thread
          = find_thread (reader, id_size == 1 ? bytes[0] : tv_load_u16 (bytes));
      event->method = find_method (reader, word & ~ACTION_MASK);
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

static void
set_changed_error (GError **error, gsize offset)
{
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
               _ ("The file changed while it was being read (at byte %zu)"), offset);
}

/* Returns whether to go on. */
static gboolean
report (TvClassicReader *reader, guint64 record, GCancellable *cancellable,
        GError **error)
{
  goffset done
      = reader->progress_done + (goffset) (record * reader->header.record_size);

  if (reader->progress != NULL)
    reader->progress (MIN (done, reader->progress_total), reader->progress_total,
                      reader->progress_data);
  if (tv_trace_input_has_shrunk (reader->input))
    {
      set_changed_error (error, reader->header.records_start
                                    + (gsize) record * reader->header.record_size);
      return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
read_events (TvEventSource *source, TvEventSink *sink, GCancellable *cancellable,
             GError **error)
{
  TvClassicReader *reader = (TvClassicReader *) source;
  const TvClassicHeader *header = &reader->header;
  const guint8 *data = g_bytes_get_data (reader->input->data, NULL);
  TvEvent events[TV_EVENT_BATCH];
  gsize next_report = header->records_start;

  for (guint64 record = 0; record < header->n_records; record += TV_EVENT_BATCH)
    {
      gsize n = (gsize) MIN (header->n_records - record, TV_EVENT_BATCH);
      gsize offset = header->records_start + (gsize) record * header->record_size;
      gssize n_events;

      if (offset >= next_report)
        {
          if (!report (reader, record, cancellable, error))
            return FALSE;
          next_report = offset + BYTES_PER_REPORT;
        }
      n_events = decode_batch (reader, data + offset, offset, n, events);
      if (n_events < 0)
        {
          set_changed_error (error, offset);
          return FALSE;
        }
      sink->consume (sink, events, (gsize) n_events);
    }
  return report (reader, header->n_records, cancellable, error);
}

/**
 * tv_classic_reader_init:
 * @reader: (out caller-allocates): becomes a reader
 * @input: the file with the records; outlives the reader
 * @header: its header
 * @key: the tables; outlive the reader
 * @warnings: where to count what is skipped; outlives the reader
 */
void
tv_classic_reader_init (TvClassicReader *reader, const TvTraceInput *input,
                        const TvClassicHeader *header, TvKeySection *key,
                        TvWarnings *warnings)
{
  memset (reader, 0, sizeof *reader);
  reader->source.read = read_events;
  reader->input = input;
  reader->header = *header;
  reader->key = key;
  reader->warnings = warnings;
  tv_thread_table_set_id_mask (&key->threads, header->version == 1 ? 0xFF : 0xFFFF);
}
