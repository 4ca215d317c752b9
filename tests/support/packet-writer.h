/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"

G_BEGIN_DECLS

/**
 * TvWriterLayout:
 * @TV_WRITER_LAYOUT_B: method and action, then the times
 * @TV_WRITER_LAYOUT_C: time and action, then the CPU time, then the method of an enter
 *
 * How records are packed into blocks.
 */
typedef enum
{
  TV_WRITER_LAYOUT_B,
  TV_WRITER_LAYOUT_C
} TvWriterLayout;

/**
 * TvPacketForm:
 * @layout: how records are packed
 * @streamed: whether the version says that the trace was streamed; then
 *   tv_packet_writer_event() announces names as they are used
 * @frequency: ticks in a second of the first time; 0 for nanoseconds. Runtimes that
 *   write layout B have none
 * @first_method: what is added to the method ids of events: the format has room for
 *   addresses
 * @flush_records: so many records of a thread are kept until they are written
 * @block_records: at most so many of them are written as one block; where it takes
 *   several, layout B goes on from the last values of the block before
 *
 * The variants of a trace of packets.
 */
typedef struct
{
  TvWriterLayout layout;
  gboolean streamed;
  guint64 frequency;
  guint64 first_method;
  guint flush_records;
  guint block_records;
} TvPacketForm;

/**
 * TvPacketRecord:
 * @method: method id, a multiple of 4
 * @action: what happened
 * @time: the first time in the file's own unit
 * @cpu: the second time in nanoseconds
 *
 * One record as it shall stand in the file.
 */
typedef struct
{
  guint64 method;
  TvWriterAction action;
  guint64 time;
  guint64 cpu;
} TvPacketRecord;

/**
 * TvPacketWriter:
 *
 * Writes traces of ART's packet format, versions 4, 5, 0xF4 and 0xF5, good ones and
 * broken ones. By default everything is kept in memory until it is asked for;
 * tv_packet_writer_begin_file() sends the packets to a file as they come.
 */
typedef struct _TvPacketWriter TvPacketWriter;

TvPacketWriter *tv_packet_writer_new (TvTraceWriter *tables, const TvPacketForm *form);
void tv_packet_writer_free (TvPacketWriter *writer);

void tv_packet_writer_add_thread (TvPacketWriter *writer, guint32 id, const char *name);
void tv_packet_writer_add_method (TvPacketWriter *writer, guint64 id, const char *text);
void tv_packet_writer_add_names (TvPacketWriter *writer);
void tv_packet_writer_add_summary (TvPacketWriter *writer);
void tv_packet_writer_add_block (TvPacketWriter *writer, guint32 thread, guint32 count,
                                 guint32 announced, gconstpointer records,
                                 gsize length);
void tv_packet_writer_raw (TvPacketWriter *writer, gconstpointer data, gsize length);

void tv_packet_writer_event (TvPacketWriter *writer, const TvWriterEvent *event);
void tv_packet_writer_record (TvPacketWriter *writer, guint32 thread,
                              const TvPacketRecord *record);
void tv_packet_writer_flush (TvPacketWriter *writer);

GBytes *tv_packet_writer_to_bytes (TvPacketWriter *writer);
gboolean tv_packet_writer_begin_file (TvPacketWriter *writer, const char *path,
                                      GError **error);
gboolean tv_packet_writer_end_file (TvPacketWriter *writer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPacketWriter, tv_packet_writer_free)

G_END_DECLS
