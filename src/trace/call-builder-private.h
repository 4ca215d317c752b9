/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/call-builder.h"

G_BEGIN_DECLS

/* A wait while it is being collected; times in the unit of the trace. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 call;
  guint32 calls_before;
} TvWaitDraft;

/* What the second pass knows of a thread. */
typedef struct
{
  const TvThreadScan *scan;
  TvCallStack stack;
  TvThreadClock clock[TV_N_CLOCKS];
  gint64 previous[TV_N_CLOCKS]; /* times of the event before */
  gint64 previous_axis;
  gsize base; /* first row of the call columns */
  gsize n_calls;
  guint pre_open_position;
  guint32 row; /* index among the trace's threads */
  guint32 incarnation;
  gboolean started;       /* whether this owner of the id had an event */
  gboolean times_started; /* whether the id had one */
  guint64 n_events;
  GArray *waits; /* of TvWaitDraft */
} TvThreadBuild;

struct _TvCallBuilder
{
  TvEventSink sink;
  TvTrace *trace;
  const TvCallScan *scan;
  const TvThreadTable *table;
  TvClockRules rules;
  TvThreadBuild **threads; /* by index in the table; NULL without events */
  guint n_threads;
  TvFileClock file_clock;
  gint64 axis_now;  /* the virtual clock of TV_AXIS_CPU_ALL_THREADS */
  gint64 wait_over; /* in units; a sleep longer than this is a wait */
  GArray *runs;     /* of TvEntryRun */
  gboolean changed; /* the events are not those of the first pass */
};

void tv_call_builder_allocate (TvCallBuilder *builder);
void tv_call_builder_close_all (TvCallBuilder *builder, TvThreadBuild *thread);

G_END_DECLS
