/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-stack.h"
#include "trace/build/event-sink.h"

G_BEGIN_DECLS

/**
 * TvThreadPart:
 * @n_events: number of events
 * @n_entered: number of calls that were entered
 * @exits: (nullable) (element-type guint32): methods of the exits that leave calls from
 *   before the part
 * @stack: the calls that were entered and are open at the end of the part, counted from
 *   0
 * @first: times of the first event by #TvClock, as the file has them
 * @last: times of the last event
 * @irregular: whether a time went back, or an exit was not of the innermost call; the
 *   rest then means nothing but @n_events
 *
 * What a part of the file says of one thread, whatever came before.
 */
typedef struct
{
  guint64 n_events;
  guint32 n_entered;
  GArray *exits;
  TvCallStack stack;
  gint64 first[TV_N_CLOCKS];
  gint64 last[TV_N_CLOCKS];
  gboolean irregular;
} TvThreadPart;

/**
 * TvPartScan:
 * @sink: takes the events of one part
 * @threads: (element-type TvThreadPart): by index in the part
 * @latest_wall: the largest wall time, as the file has it
 * @n_switches: how often the next event was of another thread, the first of all
 * counted; means nothing in a file of packets
 * @first_thread: index in the part of the thread with the first event, if there is one
 * @last_thread: of the thread with the last
 *
 * The first pass over a part of the file, which does not know how the part before it
 * ends. Most threads do nothing in it that could not be understood all the same.
 */
typedef struct
{
  TvEventSink sink;
  GArray *threads;
  gint64 latest_wall;
  gsize n_switches;
  guint32 first_thread;
  guint32 last_thread;
} TvPartScan;

gsize tv_thread_part_take_packets (TvThreadPart *thread, TvPacketRun *run);

TvPartScan *tv_part_scan_new (void);
void tv_part_scan_free (TvPartScan *scan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPartScan, tv_part_scan_free)

G_END_DECLS
