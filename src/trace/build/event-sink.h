/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvEventAction:
 * @TV_EVENT_ENTER: a method was entered
 * @TV_EVENT_EXIT: a method returned
 * @TV_EVENT_UNWIND: an exception passed through a method
 *
 * What an event says; the values are the action bits of records.
 */
typedef enum
{
  TV_EVENT_ENTER,
  TV_EVENT_EXIT,
  TV_EVENT_UNWIND
} TvEventAction;

/**
 * TvEvent:
 * @time: times by #TvClock as the file has them, in its unit; 0 for a clock it lacks
 * @offset: where the record is in the file, in bytes
 * @thread: index of the thread in the file's tables
 * @method: index of the method, or %TV_METHOD_NONE for an exit that leaves the
 * innermost call, whatever it is
 * @action: a #TvEventAction
 *
 * One record, in the form that all readers deliver.
 */
typedef struct
{
  gint64 time[TV_N_CLOCKS];
  guint64 offset;
  guint32 thread;
  guint32 method;
  guint32 action;
} TvEvent;

/**
 * TV_EVENT_BATCH:
 *
 * How many events are handed over at most at a time: enough to make the call cheap, few
 * enough to stay in the first-level cache.
 */
#define TV_EVENT_BATCH 512

/**
 * TvPacketRun:
 *
 * Records of packets that a sink may decode by itself, which saves what it costs to
 * make events of them.
 */
typedef struct _TvPacketRun TvPacketRun;

/**
 * TvEventSink:
 * @consume: takes @n events in the order of the file
 * @take_packets: (nullable): takes the next records of a block of packets, up to the
 *   first that is not plain: that has to be handed over as an event. Moves the decoder
 *   on and returns how many it took
 *
 * What a reader delivers events to. Embedded as the first member of its
 * implementations.
 */
typedef struct _TvEventSink TvEventSink;

struct _TvEventSink
{
  void (*consume) (TvEventSink *sink, const TvEvent *events, gsize n);
  gsize (*take_packets) (TvEventSink *sink, TvPacketRun *run);
};

G_END_DECLS
