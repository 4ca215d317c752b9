/* SPDX-License-Identifier: Apache-2.0 */

/* Packets, in nanoseconds: versions 4 and 5, as ART of 2024 writes them. Whether they
 * are streamed changes no more than the version. */

#include "output/export/export-trace-private.h"
#include "output/export/export-walk.h"

#define STREAMED 0xF0
#define NS_PER_US 1000
#define GROUP_BITS 7
#define GROUP_MASK 0x7F
#define MORE 0x80
#define SIGN 0x40

#define PACKET_THREAD 0
#define PACKET_METHOD 1
#define PACKET_RECORDS 2
#define PACKET_SUMMARY 3

/* Readers may know but 16 bits of the number of records. */
#define MOST_RECORDS G_MAXUINT16

/* Records of a thread that have not been written yet. */
typedef struct
{
  GByteArray *bytes;
  guint n_records;
  guint64 word; /* of the record before, by which the next one is told */
  gint64 time[TV_N_CLOCKS];
} Block;

static void
append_byte (GByteArray *bytes, guint8 byte)
{
  g_byte_array_append (bytes, &byte, 1);
}

static void
append_unsigned (GByteArray *bytes, guint64 value)
{
  for (; value > GROUP_MASK; value >>= GROUP_BITS)
    append_byte (bytes, (guint8) (value & GROUP_MASK) | MORE);
  append_byte (bytes, (guint8) value);
}

static void
append_signed (GByteArray *bytes, gint64 value)
{
  while (value < -SIGN || value >= SIGN)
    {
      append_byte (bytes, (guint8) (value & GROUP_MASK) | MORE);
      value >>= GROUP_BITS;
    }
  append_byte (bytes, (guint8) (value & GROUP_MASK));
}

static void
append_record (const TvTraceFile *file, Block *block, const TvExportStep *step)
{
  const gint64 *times = step->enters ? step->start : step->end;
  guint64 word = file->ids.methods[step->method];

  if (!step->enters)
    word |= step->flags & TV_CALL_BY_EXCEPTION ? TV_RECORD_UNWIND : TV_RECORD_EXIT;
  append_signed (block->bytes, (gint64) (word - block->word));
  block->word = word;
  /* The other way round than in version 3: wall time is the first. */
  for (guint i = file->n_clocks; i-- > 0;)
    {
      const TvClock clock = file->clocks[i];

      append_unsigned (block->bytes, (guint64) (times[clock] - block->time[clock]));
      block->time[clock] = times[clock];
    }
  block->n_records++;
}

/* Each block is told from 0 on. */
static void
write_block (TvTraceFile *file, guint32 thread, Block *block)
{
  if (block->n_records > 0)
    {
      tv_trace_file_add_little_endian (file, PACKET_RECORDS, 1);
      tv_trace_file_add_little_endian (file, file->ids.threads[thread], 4);
      tv_trace_file_add_little_endian (file, block->n_records, 3);
      tv_trace_file_add_little_endian (file, block->bytes->len, 4);
      tv_text_writer_add_bytes (file->writer, (const char *) block->bytes->data,
                                block->bytes->len);
    }
  g_byte_array_set_size (block->bytes, 0);
  *block = (Block){ .bytes = block->bytes };
}

static void
write_blocks (TvTraceFile *file)
{
  g_autoptr (TvExportWalk) walk
      = tv_export_walk_new (file->trace, file->part, file->cancellable);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Block block = { .bytes = bytes };
  TvExportStep step;
  guint32 thread;

  while (!tv_text_writer_has_failed (file->writer)
         && tv_export_walk_next_thread (walk, &thread))
    {
      while (!tv_text_writer_has_failed (file->writer)
             && tv_export_walk_next (walk, &step))
        {
          append_record (file, &block, &step);
          if (block.n_records == MOST_RECORDS)
            write_block (file, thread, &block);
        }
      write_block (file, thread, &block);
    }
}

static void
begin_thread (TvTraceFile *file, guint32 thread, GString *text G_GNUC_UNUSED)
{
  tv_trace_file_add_little_endian (file, PACKET_THREAD, 1);
  tv_trace_file_add_little_endian (file, file->ids.threads[thread], 4);
}

static void
begin_method (TvTraceFile *file, guint32 method, GString *text G_GNUC_UNUSED)
{
  tv_trace_file_add_little_endian (file, PACKET_METHOD, 1);
  tv_trace_file_add_little_endian (file, file->ids.methods[method], 8);
}

/* Writes a trace of version 4 or 5. */
void
tv_trace_packets_write (TvTraceFile *file)
{
  g_autoptr (GString) text = tv_trace_text_new (file);
  const guint64 start_time = tv_trace_get_info (file->trace)->start_time;

  tv_text_writer_add (file->writer, "SLOW");
  tv_trace_file_add_little_endian (
      file, file->form.version | (file->form.streaming ? STREAMED : 0), 2);
  tv_trace_file_add_little_endian (
      file, MIN (start_time, G_MAXUINT64 / NS_PER_US) * NS_PER_US, 8);
  /* No counter of ticks, whose frequency would follow, and padding. */
  tv_trace_file_add_little_endian (file, 0, 8);
  tv_trace_file_add_little_endian (file, 0, 8);
  tv_trace_file_add_little_endian (file, 0, 2);
  tv_trace_names_write_threads (file, begin_thread);
  tv_trace_names_write_methods (file, begin_method);
  write_blocks (file);
  tv_trace_file_add_little_endian (file, PACKET_SUMMARY, 1);
  tv_trace_names_write_text (file, text, 2);
}
