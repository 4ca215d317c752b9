/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/export/export-private.h"
#include "output/export/export-trace.h"

#include <glib/gi18n-lib.h>

/* Versions 1 to 3, and the streams of versions 2 and 3: records of a fixed size, with
 * microseconds in 32 bits. */

#define HEADER_SIZE 32
#define STREAMED 0xF0
#define LARGEST_RECORD 14

#define ITEM_METHOD 1
#define ITEM_THREAD 2
#define ITEM_SUMMARY 3

/* Readers let times wrap around after 32 bits only if tracing took that long. They take
 * a step of more than half of that for a step backwards. */
#define ROUND ((gint64) 1 << 32)
#define ROUND_POSSIBLE_FROM (ROUND - 1000000)
#define LONGEST_STEP ((gint64) 1 << 31)

static gint64
get_microseconds (const TvExportStep *step, TvClock clock)
{
  return step->times[clock] / NS_PER_US;
}

/* Returns whether a reader can tell how often the clock wrapped around between two
 * times of a thread. @before is -1 if there is none. */
static gboolean
can_count_rounds (gint64 before, gint64 now)
{
  if (before < 0)
    return now < ROUND;
  return now / ROUND == before / ROUND
         || (now / ROUND == before / ROUND + 1 && now - before < LONGEST_STEP);
}

typedef struct
{
  gint64 wall;      /* of the last step in the file, -1 before the first */
  gint64 *cpu;      /* the same by thread */
  gint64 latest;    /* the latest time of all */
  gboolean unclear; /* whether readers cannot tell how often a clock wrapped around */
} TimeCheck;

static void
check_step (const TvTraceFile *file, TimeCheck *check, guint32 thread,
            const TvExportStep *step)
{
  for (guint i = 0; i < file->n_clocks; i++)
    {
      const gint64 now = get_microseconds (step, file->clocks[i]);
      gint64 *before
          = file->clocks[i] == TV_CLOCK_WALL ? &check->wall : &check->cpu[thread];

      if (file->clocks[i] == TV_CLOCK_WALL)
        check->unclear |= *before < 0 ? now >= ROUND : now - *before >= LONGEST_STEP;
      else
        check->unclear |= !can_count_rounds (*before, now);
      *before = now;
      check->latest = MAX (check->latest, now);
    }
}

/* Checks whether readers can tell how often the clocks wrapped around. If only the time
 * after the last record prevents that, lets tracing end with that record. */
gboolean
tv_trace_records_check_times (TvTraceFile *file, GError **error)
{
  const guint n_threads = tv_trace_get_n_threads (file->trace);
  g_autofree gint64 *cpu = g_new (gint64, MAX (n_threads, 1));
  TimeCheck check = { .wall = -1, .cpu = cpu };
  g_autoptr (TvExportMerge) merge = NULL;
  TvExportStep step;
  guint32 thread;

  if (file->elapsed / NS_PER_US < ROUND_POSSIBLE_FROM)
    return TRUE;
  for (guint i = 0; i < n_threads; i++)
    cpu[i] = -1;
  merge = tv_export_merge_new (file->trace, file->part, file->cancellable);
  while (tv_export_merge_next (merge, &thread, &step))
    check_step (file, &check, thread, &step);
  if (!check.unclear)
    return TRUE;
  if (check.latest < ROUND_POSSIBLE_FROM)
    {
      file->elapsed = check.latest * NS_PER_US;
      return TRUE;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("Times of version %u overflow after 71 minutes, and no reader could "
                  "tell how often these did: use version %u"),
               file->form.version, file->n_clocks > 1 ? 5 : 4);
  return FALSE;
}

static guint
get_record_size (const TvTraceFile *file)
{
  return (file->form.version == 1 ? 1 : 2) + 4 + 4 * file->n_clocks;
}

/* Only version 3 and streams have the size of records in the header. */
static void
write_header (TvTraceFile *file)
{
  const guint version = file->form.version | (file->form.streaming ? STREAMED : 0);

  tv_text_writer_add (file->writer, "SLOW");
  tv_trace_file_add_little_endian (file, version, 2);
  tv_trace_file_add_little_endian (file, HEADER_SIZE, 2);
  tv_trace_file_add_little_endian (file, tv_trace_get_info (file->trace)->start_time,
                                   8);
  tv_trace_file_add_little_endian (file, version > 2 ? get_record_size (file) : 0, 2);
  tv_trace_file_add_little_endian (file, 0, 8);
  tv_trace_file_add_little_endian (file, 0, 6);
}

static guint
pack (guint8 *bytes, guint64 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = (guint8) (number >> (8 * i));
  return n_bytes;
}

static void
write_record (TvTraceFile *file, guint32 thread, const TvExportStep *step)
{
  const guint32 id = file->ids.threads[thread] & file->ids.thread_mask;
  guint8 bytes[LARGEST_RECORD];
  guint n = pack (bytes, id, file->form.version == 1 ? 1 : 2);
  guint action = TV_RECORD_ENTER;

  if (!step->enters)
    action = step->flags & TV_CALL_BY_EXCEPTION ? TV_RECORD_UNWIND : TV_RECORD_EXIT;
  n += pack (bytes + n, file->ids.methods[step->method] | action, 4);
  for (guint i = 0; i < file->n_clocks; i++)
    n += pack (bytes + n, (guint64) get_microseconds (step, file->clocks[i]), 4);
  tv_text_writer_add_bytes (file->writer, (const char *) bytes, n);
}

static void
write_steps (TvTraceFile *file)
{
  g_autoptr (TvExportMerge) merge
      = tv_export_merge_new (file->trace, file->part, file->cancellable);
  TvExportStep step;
  guint32 thread;

  while (!tv_text_writer_has_failed (file->writer)
         && tv_export_merge_next (merge, &thread, &step))
    write_record (file, thread, &step);
}

static void
write_item (TvTraceFile *file, guint code)
{
  tv_trace_file_add_little_endian (file, 0, 2);
  tv_trace_file_add_little_endian (file, code, 1);
}

static void
begin_thread (TvTraceFile *file, guint32 thread, GString *text G_GNUC_UNUSED)
{
  write_item (file, ITEM_THREAD);
  tv_trace_file_add_little_endian (file, file->ids.threads[thread], 2);
}

static void
begin_method (TvTraceFile *file, guint32 method, GString *text)
{
  write_item (file, ITEM_METHOD);
  g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x\t",
                          file->ids.methods[method]);
}

/* Writes a trace of versions 1 to 3. */
void
tv_trace_records_write (TvTraceFile *file)
{
  g_autoptr (GString) text = tv_trace_text_new (file);

  if (!file->form.streaming)
    tv_text_writer_add_bytes (file->writer, text->str, text->len);
  write_header (file);
  if (file->form.streaming)
    {
      tv_trace_names_write_threads (file, begin_thread);
      tv_trace_names_write_methods (file, begin_method);
    }
  write_steps (file);
  if (file->form.streaming)
    {
      write_item (file, ITEM_SUMMARY);
      tv_trace_names_write_text (file, text, 4);
    }
}

/* Versions 4 and 5: packets in nanoseconds, as ART of 2024 writes them. Streaming
 * changes only the version number. */

#define GROUP_BITS 7
#define GROUP_MASK 0x7F
#define MORE 0x80
#define SIGN 0x40

#define PACKET_THREAD 0
#define PACKET_METHOD 1
#define PACKET_RECORDS 2
#define PACKET_SUMMARY 3

/* Some readers use only 16 bits of the number of records in a block. */
#define MOST_RECORDS G_MAXUINT16

/* Records of a thread that have not been written yet. */
typedef struct
{
  GByteArray *bytes;
  guint n_records;
  guint64 word; /* of the last record; the next one is written as a difference */
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
  guint64 word = file->ids.methods[step->method];

  if (!step->enters)
    word |= step->flags & TV_CALL_BY_EXCEPTION ? TV_RECORD_UNWIND : TV_RECORD_EXIT;
  append_signed (block->bytes, (gint64) (word - block->word));
  block->word = word;
  /* Wall time comes first, unlike in version 3. */
  for (guint i = file->n_clocks; i-- > 0;)
    {
      const TvClock clock = file->clocks[i];

      append_unsigned (block->bytes,
                       (guint64) (step->times[clock] - block->time[clock]));
      block->time[clock] = step->times[clock];
    }
  block->n_records++;
}

/* Differences start from 0 in each block. */
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
begin_thread_packet (TvTraceFile *file, guint32 thread, GString *text G_GNUC_UNUSED)
{
  tv_trace_file_add_little_endian (file, PACKET_THREAD, 1);
  tv_trace_file_add_little_endian (file, file->ids.threads[thread], 4);
}

static void
begin_method_packet (TvTraceFile *file, guint32 method, GString *text G_GNUC_UNUSED)
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
  /* No tick counter, no frequency, and padding. */
  tv_trace_file_add_little_endian (file, 0, 8);
  tv_trace_file_add_little_endian (file, 0, 8);
  tv_trace_file_add_little_endian (file, 0, 2);
  tv_trace_names_write_threads (file, begin_thread_packet);
  tv_trace_names_write_methods (file, begin_method_packet);
  write_blocks (file);
  tv_trace_file_add_little_endian (file, PACKET_SUMMARY, 1);
  tv_trace_names_write_text (file, text, 2);
}
