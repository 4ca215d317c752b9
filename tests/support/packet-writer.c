/* SPDX-License-Identifier: Apache-2.0 */

/* From events to blocks of records. */

#include "support/packet-writer-private.h"

#define NS_PER_US 1000
#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

#define TYPE_ENTRIES 2

/* Runtimes pass the number of records through 16 bits. */
#define COUNT_MASK 0xFFFFu

static void
append_unsigned (GByteArray *bytes, guint64 value)
{
  guint8 byte = 0;

  do
    {
      byte = (guint8) (value & 0x7F);
      value >>= 7;
      if (value != 0)
        byte |= 0x80;
      g_byte_array_append (bytes, &byte, 1);
    }
  while (value != 0);
}

static void
append_signed (GByteArray *bytes, guint64 value)
{
  gint64 left = (gint64) value;
  gboolean more = TRUE;

  while (more)
    {
      guint8 byte = (guint8) (left & 0x7F);

      left >>= 7;
      more = left != ((byte & 0x40) != 0 ? -1 : 0);
      if (more)
        byte |= 0x80;
      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
append_b (TvPacketWriter *writer, const TvPacketRecord *last,
          const TvPacketRecord *record)
{
  GByteArray *bytes = writer->payload;

  append_signed (bytes,
                 (record->method | record->action) - (last->method | last->action));
  append_unsigned (bytes, record->time - last->time);
  if (writer->dual)
    append_unsigned (bytes, record->cpu - last->cpu);
}

static void
append_c (TvPacketWriter *writer, const TvPacketRecord *last,
          const TvPacketRecord *record)
{
  GByteArray *bytes = writer->payload;

  append_signed (bytes, (record->time << 2 | record->action)
                            - (last->time << 2 | last->action));
  if (writer->dual)
    append_signed (bytes, record->cpu - last->cpu);
  if (record->action == TV_WRITER_ENTER)
    append_signed (bytes, record->method - last->method);
}

/* Makes a record what the next one is counted from. */
static void
remember (const TvPacketWriter *writer, TvPacketRecord *last,
          const TvPacketRecord *record)
{
  guint64 method = last->method;

  *last = *record;
  if (writer->form.layout == TV_WRITER_LAYOUT_C && record->action != TV_WRITER_ENTER)
    last->method = method;
}

static void
write_records (TvPacketWriter *writer, TvPendingThread *thread)
{
  const TvPacketForm *form = &writer->form;
  TvPacketRecord last = { 0 };
  guint done = 0;

  while (done < thread->records->len)
    {
      guint count = MIN (form->block_records, thread->records->len - done);
      guint end = done + count;

      g_byte_array_set_size (writer->payload, 0);
      if (form->layout == TV_WRITER_LAYOUT_C)
        last = (TvPacketRecord){ 0 };
      for (; done < end; done++)
        {
          const TvPacketRecord *record
              = &g_array_index (thread->records, TvPacketRecord, done);

          (form->layout == TV_WRITER_LAYOUT_B ? append_b : append_c) (writer, &last,
                                                                      record);
          remember (writer, &last, record);
        }
      /* The writer of layout B gives the number of all that it has written. */
      if (form->layout == TV_WRITER_LAYOUT_B)
        count = done;
      tv_packet_writer_add_block (writer, thread->id, count & COUNT_MASK,
                                  writer->payload->len, writer->payload->data,
                                  writer->payload->len);
    }
  g_array_set_size (thread->records, 0);
}

static TvPendingThread *
find_thread (TvPacketWriter *writer, guint32 id)
{
  TvPendingThread *thread = writer->current;

  if (thread != NULL && thread->id == id)
    return thread;
  thread = g_hash_table_lookup (writer->threads, GUINT_TO_POINTER (id));
  if (thread == NULL)
    {
      thread = g_new0 (TvPendingThread, 1);
      thread->id = id;
      thread->records = g_array_new (FALSE, FALSE, sizeof (TvPacketRecord));
      g_hash_table_insert (writer->threads, GUINT_TO_POINTER (id), thread);
      g_ptr_array_add (writer->thread_order, thread);
    }
  writer->current = thread;
  return thread;
}

/**
 * tv_packet_writer_record:
 * @writer: a writer
 * @thread: thread id
 * @record: what happened
 *
 * Adds a record and announces nothing. It is written when the thread has as many as are
 * flushed together.
 */
void
tv_packet_writer_record (TvPacketWriter *writer, guint32 thread,
                         const TvPacketRecord *record)
{
  TvPendingThread *pending = find_thread (writer, thread);

  g_array_append_vals (pending->records, record, 1);
  if (pending->records->len >= writer->form.flush_records)
    write_records (writer, pending);
}

/* A counter has reached the last tick that is past. */
static guint64
count_ticks (const TvPacketForm *form, guint64 ns)
{
  guint64 frequency = form->frequency;

  if (frequency == 0)
    return ns;
  return ns / NS_PER_SECOND * frequency
         + ns % NS_PER_SECOND * frequency / NS_PER_SECOND;
}

/**
 * tv_packet_writer_event:
 * @writer: a writer
 * @event: what happened
 *
 * Adds a record with the times that the clock of the tables calls for. In a streamed
 * trace, names are announced before it that were not yet.
 */
void
tv_packet_writer_event (TvPacketWriter *writer, const TvWriterEvent *event)
{
  TvPacketRecord record = { .method = writer->form.first_method + event->method,
                            .action = event->action,
                            .cpu = event->cpu * NS_PER_US };
  guint64 first = event->wall;

  if (writer->form.streamed)
    tv_packet_writer_announce (writer, event);
  if (writer->tables->clock == TV_WRITER_CLOCK_THREAD_CPU)
    first = event->cpu;
  record.time = count_ticks (&writer->form, first * NS_PER_US);
  tv_packet_writer_record (writer, event->thread, &record);
}

/**
 * tv_packet_writer_flush:
 * @writer: a writer
 *
 * Writes the records that are kept, thread by thread.
 */
void
tv_packet_writer_flush (TvPacketWriter *writer)
{
  for (guint i = 0; i < writer->thread_order->len; i++)
    write_records (writer, g_ptr_array_index (writer->thread_order, i));
}

/**
 * tv_packet_writer_add_block:
 * @writer: a writer
 * @thread: thread id
 * @count: the number of records that the block announces
 * @announced: the number of bytes that it announces
 * @records: (array length=length): what follows
 * @length: number of bytes
 *
 * Adds a block of records as it shall stand in the file.
 */
void
tv_packet_writer_add_block (TvPacketWriter *writer, guint32 thread, guint32 count,
                            guint32 announced, gconstpointer records, gsize length)
{
  guint8 head[12] = { TYPE_ENTRIES };

  tv_put_number (head, 1, 4, thread);
  tv_put_number (head, 5, 3, count);
  tv_put_number (head, 8, 4, announced);
  tv_packet_writer_raw (writer, head, sizeof head);
  tv_packet_writer_raw (writer, records, length);
}
