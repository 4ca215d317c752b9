/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/call-stack.h"
#include "trace/clock-repair.h"
#include "trace/event-sink.h"
#include "trace/method-table.h"

G_BEGIN_DECLS

/**
 * TvPreOpenFrame:
 * @incarnation: which owner of the thread id, counted from 0
 * @method: index of the method
 *
 * A call that was entered before tracing began: its exit comes when no call is open.
 */
typedef struct
{
  guint32 incarnation;
  guint32 method;
} TvPreOpenFrame;

/**
 * TvThreadScan:
 * @n_events: number of events
 * @n_calls: number of calls, pre-open ones included
 * @pre_open: (nullable) (element-type TvPreOpenFrame): innermost first within an owner
 * @stack: the open calls
 * @clock: by #TvClock
 * @first_cpu: repaired CPU time of the first event
 * @incarnation: the current owner of the thread id
 *
 * What the first pass knows of a thread.
 */
typedef struct
{
  guint64 n_events;
  gsize n_calls;
  GArray *pre_open;
  TvCallStack stack;
  TvThreadClock clock[TV_N_CLOCKS];
  gint64 first_cpu;
  guint32 incarnation;
} TvThreadScan;

/**
 * TvCallScan:
 * @sink: takes the events
 * @rules: how times are read
 * @threads: (element-type TvThreadScan): by index of the thread, %NULL without events
 * @file_clock: the wall clock in file order
 * @latest: the largest repaired time by #TvClock, each thread for itself
 * @n_events: number of events
 *
 * The first pass over the events: finds the calls that were open before tracing began,
 * and counts, so that the second can fill columns of exactly the right size.
 */
typedef struct
{
  TvEventSink sink;
  TvClockRules rules;
  GPtrArray *threads;
  TvFileClock file_clock;
  gint64 latest[TV_N_CLOCKS];
  guint64 n_events;
} TvCallScan;

TvCallScan *tv_call_scan_new (const TvClockRules *rules);
void tv_call_scan_free (TvCallScan *scan);
void tv_call_scan_finish (TvCallScan *scan);
void tv_call_scan_name_pre_open (TvCallScan *scan, TvMethodTable *methods);
const TvThreadScan *tv_call_scan_get_thread (const TvCallScan *scan, guint thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallScan, tv_call_scan_free)

G_END_DECLS
