/* SPDX-License-Identifier: Apache-2.0 */

/* The runs of one track while a trace is built: added in any order, then nested. */

#pragma once

#include "trace/build/growth.h"
#include "trace/build/run-builder.h"

G_BEGIN_DECLS

/* Rows of a track whose runs overlap, at most. */
#define TV_MAX_TRACK_ROWS 256

/* What was wrong with runs. */
typedef enum
{
  TV_RUN_FAULT_OVERLAPS,
  TV_RUN_FAULT_BACKWARDS,
  TV_RUN_FAULT_TIME,
  TV_RUN_FAULT_LATE, /* later than sums have room for */
  TV_RUN_FAULT_END_LOST,
  TV_RUN_FAULT_STRAY_END,
  TV_RUN_FAULT_CPU,
  TV_RUN_FAULT_NO_CPU, /* has no CPU time, but takes time on a thread */
  TV_N_RUN_FAULTS
} TvRunFault;

typedef struct
{
  guint64 count;
  guint64 first; /* offset of the first in the file */
} TvFaultCount;

/* A run, or while runs are added, a beginning or an end of one. */
typedef struct
{
  gint64 start; /* or when it ended */
  gint64 end;   /* or TV_RUN_OPEN */
  union
  {
    guint32 offset; /* in the file: the low bits; and, when it is nested, … */
    guint32 parent; /* … a run of the same row, or TV_CALL_NONE */
  };
  union
  {
    guint16 offset_high;
    struct
    {
      guint8 row;
      guint8 flags; /* TvCallFlags */
    };
  };
  guint16 depth; /* of what began and ended, see track-runs.c; 0 for whole runs */
  guint32 name;
  guint32 extra; /* index of what only some runs have, plus one; 0 without */
} TvRunDraft;

/* CPU times of a run that lacks them. */
#define TV_NO_CPU_TIME G_MININT64

typedef struct
{
  gint64 cpu_start;
  gint64 cpu_end;
  guint32 tag;     /* of its beginning, or 0 */
  guint32 end_tag; /* of its end, or 0 */
} TvRunExtra;

typedef struct
{
  TvOverlap overlap;
  GArray *runs;   /* of TvRunDraft; all of them in pre-order when they are nested */
  GArray *events; /* of TvRunDraft: beginnings and ends; NULL when they are nested */
  GArray *extras; /* of TvRunExtra */
  gboolean is_disordered[2]; /* runs, events */
  gint64 previous;           /* the last time that was possible */
  gint64 earliest;
  gint64 latest;
  TvFaultCount faults[TV_N_RUN_FAULTS];

  GArray *row_sizes; /* of guint32: numbers of runs */
  gboolean is_of_thread;
  gboolean has_cpu; /* some runs have times on the CPU */
  gsize n_with_cpu; /* runs that have times on the CPU */
  gint64 latest_cpu;
  GError *error; /* of nesting */
} TvTrackRuns;

TvWarningKind tv_run_fault_get_warning (TvRunFault fault);
gboolean tv_run_fault_has_place (TvRunFault fault);

void tv_track_runs_init (TvTrackRuns *track, TvOverlap overlap);
void tv_track_runs_clear (TvTrackRuns *track);

gboolean tv_track_runs_add (TvTrackRuns *track, const TvRun *run, TvGrowth *growth);
gboolean tv_track_runs_add_begin (TvTrackRuns *track, const TvRun *run,
                                  TvGrowth *growth);
gboolean tv_track_runs_add_end (TvTrackRuns *track, const TvRun *run, TvGrowth *growth);
void tv_track_runs_count_fault (TvTrackRuns *track, TvRunFault fault, guint64 offset);
void tv_track_runs_nest (TvTrackRuns *track, gint64 latest, const GArray *methods,
                         TvMemoryBudget *budget);

G_END_DECLS
