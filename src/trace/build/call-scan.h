/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-stack.h"
#include "trace/build/clock-repair.h"
#include "trace/build/event-source.h"

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
 * @irregular: whether a time went back or an exit was not from the innermost call; then
 *   only @n_events is valid
 *
 * The events of a thread in a part of the file, without knowledge of earlier parts.
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
 * @latest: the largest time by #TvClock, as the file has it
 *
 * The first pass over a part of the file, which does not know how the part before it
 * ends. Most threads can be understood all the same.
 */
typedef struct
{
  TvEventSink sink;
  GArray *threads;
  gint64 latest[TV_N_CLOCKS];
} TvPartScan;

gsize tv_thread_part_take_packets (TvThreadPart *thread, TvPacketRun *run);

TvPartScan *tv_part_scan_new (void);
void tv_part_scan_free (TvPartScan *scan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPartScan, tv_part_scan_free)

/**
 * TvPreOpenFrame:
 * @incarnation: which owner of the thread id, counted from 0
 * @method: index of the method
 *
 * A call that was entered before tracing began: its exit comes while no call is open.
 */
typedef struct
{
  guint32 incarnation;
  guint32 method;
} TvPreOpenFrame;

/**
 * TvThreadScan:
 * @n_events: number of events
 * @n_entered: number of calls whose entry is in the file
 * @pre_open: (nullable) (element-type TvPreOpenFrame): innermost first within an owner
 * @stack: the open calls, by the number of their entry in the thread
 * @clock: by #TvClock
 * @first_cpu: repaired CPU time of the first event
 * @incarnation: the current owner of the thread id
 * @n_entered_before: @n_entered when the current owner came
 * @lowest: the smallest number of calls open in the current part
 * @left: (nullable) (element-type TvFrame): the calls from before the current part that
 *   were left in it, innermost first
 *
 * What the first pass knows about a thread.
 */
typedef struct
{
  guint64 n_events;
  gsize n_entered;
  GArray *pre_open;
  TvCallStack stack;
  TvThreadClock clock[TV_N_CLOCKS];
  gint64 first_cpu;
  guint32 incarnation;
  gsize n_entered_before;
  guint32 lowest;
  GArray *left;
} TvThreadScan;

/**
 * TvThreadStart:
 * @scan: (transfer none): the thread
 * @thread: its index in the table
 * @n_events: number of its events in the part
 * @clock: (nullable) (array): its clocks before the part by #TvClock, if it had events
 * @incarnation: the owner of the id before the part
 * @end_incarnation: the owner at its end
 * @n_entered: number of calls entered before the part
 * @end_n_entered: number of calls entered before its end
 * @n_entered_before: number of calls entered before the owner came
 * @pre_open_left: how many of the owner's pre-open calls were left before the part
 * @pre_open_wanted: how many of the remaining ones the part can reach
 * @frames: (array length=n_frames): of the calls that are open before the part those
 *   which are left in it and the one below, outermost first
 * @n_frames: number of @frames
 *
 * The state of a thread before a part of the file: all that the second pass needs to
 * build the calls of the part by itself.
 */
typedef struct
{
  const TvThreadScan *scan;
  guint32 thread;
  guint64 n_events;
  TvThreadClock *clock;
  guint32 incarnation;
  guint32 end_incarnation;
  gsize n_entered;
  gsize end_n_entered;
  gsize n_entered_before;
  guint pre_open_left;
  guint pre_open_wanted;
  TvFrame *frames;
  guint n_frames;
} TvThreadStart;

/**
 * TvPartStart:
 * @threads: (element-type TvThreadStart): by index in the part
 * @axis: CPU time of all threads before the part
 *
 * The state of the threads of a part before it.
 */
typedef struct
{
  GArray *threads;
  gint64 axis;
} TvPartStart;

/**
 * TvCallScan:
 * @rules: how times are read
 * @threads: (element-type TvThreadScan): by index in the table, %NULL without events
 * @in_one_part: whether the file is read in one part
 * @file_clock: the wall clock in file order, of a file that is read in one part
 * @latest: the largest repaired time by #TvClock
 * @latest_in_file: the largest time of either clock, as the file has it
 * @n_events: number of events
 * @axis: CPU time of all threads
 *
 * The first pass over the events. It counts calls and finds those that were open before
 * tracing began. So the second pass can fill columns of exactly the right size, each
 * part of the file on its own.
 */
typedef struct
{
  TvClockRules rules;
  GPtrArray *threads;
  gboolean in_one_part;
  TvFileClock file_clock;
  gint64 latest[TV_N_CLOCKS];
  gint64 latest_in_file;
  guint64 n_events;
  gint64 axis;
} TvCallScan;

TvCallScan *tv_call_scan_new (const TvClockRules *rules, gboolean in_one_part);
void tv_call_scan_free (TvCallScan *scan);
TvPartStart *tv_call_scan_add_part (TvCallScan *scan, TvEventSource *source,
                                    TvEventPart *part, const TvPartScan *part_scan,
                                    GCancellable *cancellable, GError **error);
void tv_call_scan_finish (TvCallScan *scan);
void tv_call_scan_name_pre_open (TvCallScan *scan, TvMethodTable *methods);
const TvThreadScan *tv_call_scan_get_thread (const TvCallScan *scan, guint thread);
gboolean tv_call_scan_has_reused_ids (const TvCallScan *scan);
gsize tv_thread_scan_get_n_calls (const TvThreadScan *thread);
guint tv_thread_scan_get_first_pre_open (const TvThreadScan *thread,
                                         guint32 incarnation);
void tv_part_start_free (TvPartStart *start);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallScan, tv_call_scan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPartStart, tv_part_start_free)

G_END_DECLS
