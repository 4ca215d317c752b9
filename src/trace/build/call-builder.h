/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-scan.h"
#include "trace/model/trace-storage.h"
#include "trace/tables/thread-table.h"

G_BEGIN_DECLS

/**
 * TvCallBuilder:
 *
 * The second pass over the events: fills the call and wait columns of a trace, each
 * part of the file by itself.
 */
typedef struct _TvCallBuilder TvCallBuilder;

/**
 * TvPartBuild:
 *
 * The second pass over one part. Parts may be built in parallel.
 */
typedef struct _TvPartBuild TvPartBuild;

TvCallBuilder *tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                                    const TvThreadTable *threads,
                                    TvMemoryBudget *budget, GError **error);
gboolean tv_call_builder_finish (TvCallBuilder *builder, GPtrArray *parts,
                                 guint n_workers, GCancellable *cancellable,
                                 GError **error);
void tv_call_builder_free (TvCallBuilder *builder);

TvPartBuild *tv_part_build_new (const TvCallBuilder *builder, const TvPartStart *start);
TvEventSink *tv_part_build_get_sink (TvPartBuild *part);
void tv_part_build_free (TvPartBuild *part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallBuilder, tv_call_builder_free)

/* A wait while it is collected. Times are in the unit of the trace. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 call;
  guint32 calls_before;
} TvWaitDraft;

/* Rows of pre-open calls. */
typedef struct
{
  gsize first;
  gsize n;
} TvPreOpenRows;

/* What the second pass knows about a thread in a part. */
typedef struct
{
  const TvThreadStart *start;
  TvCallStack stack; /* from before the part it holds only what the part can reach */
  TvThreadClock clock[TV_N_CLOCKS];
  gint64 previous_axis; /* time of the previous event */
  gsize base;           /* first row of the call columns */
  gsize n_calls;
  gsize max_calls; /* n_calls at the end of the part */
  guint pre_open_position;
  guint32 row; /* index among the trace's threads */
  guint32 incarnation;
  gboolean started;       /* whether this owner of the id had an event */
  gboolean times_started; /* whether the id had one */
  guint64 n_events;
  GArray *waits; /* of TvWaitDraft */
} TvThreadBuild;

struct _TvPartBuild
{
  TvEventSink sink;
  const TvCallBuilder *builder;
  TvThreadBuild *threads; /* by index in the part */
  guint n_threads;
  TvFileClock file_clock;
  gint64 axis_now;  /* the virtual clock of TV_AXIS_CPU_ALL_THREADS */
  GArray *runs;     /* of TvEntryRun */
  GArray *pre_open; /* of TvPreOpenRows, to be marked when all parts are finished */
  TvWarnings *warnings;
  gboolean changed; /* the events differ from those of the first pass */
};

/* The call columns, if methods are narrow. */
typedef struct
{
  guint16 *method;
  guint32 *parent;
  TvTimeColumn start[TV_N_CLOCKS];
  TvTimeColumn end[TV_N_CLOCKS];
  gboolean own_axis;
  TvTimeColumn axis_start; /* only with @own_axis */
  TvTimeColumn axis_end;
} TvPlainColumns;

struct _TvCallBuilder
{
  TvTrace *trace;
  TvMemoryBudget *budget;
  const TvCallScan *scan;
  const TvThreadTable *table;
  TvClockRules rules;
  guint32 *rows;      /* of the trace's threads, by index in the table */
  gint64 wait_over;   /* in units; a longer sleep is a wait */
  gboolean has_plain; /* whether plain events have a loop of their own */
  TvPlainColumns plain;
  gint64 plain_wait;          /* wait_over, or unlimited if the trace has no waits */
  gint64 latest[TV_N_CLOCKS]; /* that fits in the column */
};

gsize tv_thread_build_take_packets (TvThreadBuild *thread, const TvCallBuilder *builder,
                                    TvPacketRun *run);

G_END_DECLS
