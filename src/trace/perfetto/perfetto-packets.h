/* SPDX-License-Identifier: Apache-2.0 */

/* The packets of a Perfetto trace, compressed ones among them. */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/data-window.h"
#include "trace/input/proto-reader.h"
#include "trace/model/trace-warnings.h"

G_BEGIN_DECLS

/* The messages of a packet that mean something to a trace. */
typedef enum
{
  TV_PACKET_FTRACE,
  TV_PACKET_PROCESS_TREE,
  TV_PACKET_CLOCK_SNAPSHOT,
  TV_PACKET_TRACK_EVENT,
  TV_PACKET_INTERNED_DATA,
  TV_PACKET_PROCESS_DESCRIPTOR,
  TV_PACKET_THREAD_DESCRIPTOR,
  TV_PACKET_SYSTEM_INFO,
  TV_PACKET_DEFAULTS,
  TV_PACKET_TRACK_DESCRIPTOR,
  TV_PACKET_TASK_STATE,
  TV_PACKET_SYSTEM_STATS,
  TV_PACKET_PROCESS_STATS,
  TV_PACKET_BATTERY,
  TV_PACKET_PROFILE,
  TV_PACKET_PERF_SAMPLE,
  TV_PACKET_FRAME,
  TV_PACKET_SMAPS,
  TV_PACKET_LOG,
  TV_PACKET_PACKAGES,
  TV_PACKET_STACK_SAMPLE,
  TV_N_PACKET_MESSAGES
} TvPacketMessage;

typedef struct
{
  guint64 offset; /* in the file; of a compressed packet, of what holds it */
  gboolean has_time;
  guint64 time;
  guint32 clock; /* 0 if it gives none */
  guint32 sequence;
  gboolean clears_state;
  gboolean needs_state;
  gboolean is_after_loss;
  gboolean is_first;                           /* of its sequence */
  TvProtoField messages[TV_N_PACKET_MESSAGES]; /* data is NULL for none */
} TvPerfettoPacket;

/* What was wrong with the file, and what it has beside. */
typedef struct
{
  guint64 n_packets;
  guint64 n_broken;
  guint64 first_broken;
  gboolean is_cut;
  guint64 cut_at;
  GHashTable *others;    /* field numbers to how many packets have them */
  gboolean skips_events; /* of tracks and of the kernel */
  guint64 n_skipped;
} TvPerfettoSurvey;

typedef gboolean (*TvPerfettoFunc) (const TvPerfettoPacket *packet, gpointer data);

gboolean tv_perfetto_packets_probe (const guint8 *data, gsize size);
gboolean tv_perfetto_packets_read (TvDataWindow *window, const TvLoadOptions *options,
                                   TvPerfettoFunc func, gpointer data,
                                   TvPerfettoSurvey *survey, GError **error);

G_END_DECLS
