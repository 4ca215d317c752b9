/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/packet-writer.h"
#include "support/trace-writer-private.h"

/* What is known of a thread: its records that are not written yet. */
typedef struct
{
  guint32 id;
  GArray *records; /* of TvPacketRecord */
} TvPendingThread;

struct _TvPacketWriter
{
  TvTraceWriter *tables;
  TvPacketForm form;
  gboolean dual;
  GHashTable *method_lines; /* ids to lines that are still to be announced */
  GHashTable *thread_lines; /* likewise */
  GHashTable *threads;      /* ids to TvPendingThread */
  GPtrArray *thread_order;
  TvPendingThread *current;
  GByteArray *payload; /* of the block that is being made */
  TvByteSink *bytes;
};

void tv_packet_writer_announce (TvPacketWriter *writer, const TvWriterEvent *event);
