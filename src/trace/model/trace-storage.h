/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/column.h"
#include "trace/model/string-pool.h"
#include "trace/model/system-storage.h"

G_BEGIN_DECLS

void tv_trace_error_set_changed (GError **error, guint64 offset);

/* Filling a list of warnings */

TvWarnings *tv_warnings_new (void);
void tv_warnings_free (TvWarnings *warnings);
void tv_warnings_add (TvWarnings *warnings, TvWarningKind kind, TvPlace place,
                      guint64 at, const char *detail);
void tv_warnings_add_many (TvWarnings *warnings, TvWarningKind kind, guint64 count,
                           TvPlace place, guint64 at, const char *detail);
void tv_warnings_add_all (TvWarnings *warnings, const TvWarnings *others);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWarnings, tv_warnings_free)

/**
 * TvDrops:
 * @calls: (array length=n): indexes of the calls of the original, ascending; none is
 *   within another
 * @before: by #TvClock and @calls: nanoseconds of those before it
 * @n: number of calls
 *
 * The calls of a thread whose time a transformed trace does not have.
 */
typedef struct
{
  guint32 *calls;
  gint64 *before[TV_N_CLOCKS];
  gsize n;
} TvDrops;

/**
 * TvJoined:
 * @join: how the two were joined
 * @parts: both, which have the strings
 *
 * What a trace of two files keeps of them.
 */
typedef struct
{
  TvJoin join;
  TvTrace *parts[2];
} TvJoined;

/* The storage of a trace. It does not change any more when tv_trace_load() returns. */
struct _TvTrace
{
  gatomicrefcount references;
  TvTrace *base; /* of a renamed or transformed trace: the owner of what is shared */
  gboolean shares_calls; /* of a renamed trace: it shares all but names */
  TvTrace *names_owner;  /* has the methods, too, and their strings; or NULL */
  TvTrace *original;     /* of a transformed trace: kept by its base */
  guint32 *call_origin;  /* of a transformed trace: calls of the original, ascending */
  TvDrops *drops;        /* of a transformed trace: by thread; NULL if none */
  TvTraceInfo info;
  TvStringPool *strings; /* every string of the trace */
  GArray *properties;    /* of TvProperty */
  TvWarnings *warnings;

  gboolean has_clock[TV_N_CLOCKS];
  gint64 unit; /* nanoseconds in one step of a time column */
  TvAxis axis;
  gint64 axis_start; /* nanoseconds, like all other times that are no columns */
  gint64 axis_end;

  GArray *methods;     /* of TvMethod */
  guint n_own_methods; /* how many of them the file has; 0 for all */

  GArray *processes; /* of TvProcess */
  TvThread *threads; /* by ascending id */
  guint n_threads;
  guint32 *appearance;   /* by thread: its place in the file; or NULL */
  GPtrArray *name_lists; /* the arrays of TvThread.other_names */
  gsize *first_call;     /* by thread, and one more at the end */
  gsize *first_wait;

  gsize n_calls;
  guint16 *call_method; /* or, with more than 65,536 methods, … */
  guint32 *call_method_wide;
  guint32 *call_parent;
  guint8 *call_flags;
  TvTimeColumn call_start[TV_N_CLOCKS];
  TvTimeColumn call_end[TV_N_CLOCKS];
  TvTimeColumn call_axis_start; /* if no clock of the calls is the axis */
  TvTimeColumn call_axis_end;

  gsize n_waits;
  guint32 *wait_call;
  guint32 *wait_calls_before;
  TvTimeColumn wait_start;
  TvTimeColumn wait_end;

  TvEntryRun *entry_runs;
  gsize n_entry_runs;

  TvSystemColumns *system;  /* NULL without any; shared with the base */
  TvDetailColumns *details; /* NULL without any; shared with the base */
  TvJoined *joined;         /* of a trace of two files; shared with the base */
  TvSampleColumns *samples; /* NULL without any; shared with the base */
};

TvTrace *tv_trace_new_empty (void);
void tv_trace_add_property (TvTrace *trace, const char *key, const char *value);
TvTrace *tv_trace_new_sharing (TvTrace *trace);
void tv_drops_clear (TvDrops *drops);

G_END_DECLS
