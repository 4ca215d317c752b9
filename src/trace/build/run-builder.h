/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/detail-builder.h"
#include "trace/build/load-options.h"
#include "trace/build/system-builder.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvOverlap:
 * @TV_OVERLAP_CUT: a run that starts in another one and ends after it is cut at its end
 * @TV_OVERLAP_SPILL: such a run goes to another row of the track
 * @TV_OVERLAP_BESIDE: each run that starts in another one goes to another row, even if
 *   it ends in time: none is the parent of another
 *
 * What becomes of runs of a track that overlap. Rows beyond 256 are not made: in the
 * last one, runs are cut.
 */
typedef enum
{
  TV_OVERLAP_CUT,
  TV_OVERLAP_SPILL,
  TV_OVERLAP_BESIDE
} TvOverlap;

/**
 * TvTrackSpec:
 * @kind: what it belongs to
 * @process: index of its process, or %TV_PROCESS_NONE
 * @number: the id of the thread or the processor in the file; for other tracks, a
 *   number that no other track of its process has
 * @is_below: whether it is one of several tracks of the thread @owner
 * @owner: index of the track of that thread
 * @instance: of threads that had the same number one after another, which one
 * @name: (nullable): its name, if that is known
 * @overlap: what becomes of runs that overlap
 *
 * A track to add.
 */
typedef struct
{
  TvTrackKind kind;
  guint32 process;
  gint64 number;
  gboolean is_below;
  guint32 owner;
  guint32 instance;
  const char *name;
  TvOverlap overlap;
} TvTrackSpec;

/**
 * TV_RUN_OPEN:
 *
 * The end of a run that did not end.
 */
#define TV_RUN_OPEN G_MAXINT64

/**
 * TvRun:
 * @name: index of its name
 * @has_cpu: whether it has times on the CPU clock of its thread
 * @start: nanoseconds on the clock of the file
 * @end: nanoseconds on the clock of the file, or %TV_RUN_OPEN
 * @cpu_start: nanoseconds on the CPU clock of the thread
 * @cpu_end: nanoseconds on the CPU clock of the thread
 * @offset: where it stands in the file, for warnings
 * @ends_category: of an end: whether any run of the category of @name is meant
 * @tag: what it carries for its arguments and flows, or 0, see #TvDetailBuilder
 * @end_tag: a second tag, or 0: that of the end of a run that is added as a whole
 *
 * A span of time of a track that has a name: what becomes a call of the trace.
 */
typedef struct
{
  guint32 name;
  gboolean has_cpu;
  gint64 start;
  gint64 end;
  gint64 cpu_start;
  gint64 cpu_end;
  guint64 offset;
  gboolean ends_category;
  guint32 tag;
  guint32 end_tag;
} TvRun;

/**
 * TvRunBuilder:
 *
 * A door into the model for files that say what ran from when to when, in any order of
 * threads and of time. (Files of entries and exits of methods, thread by thread in
 * order, come by #TvEventSource, in parallel and without drafts.)
 *
 * A reader adds processes, tracks and names, whose indexes it gets, and runs. A run
 * comes as a whole, or as a beginning and an end. tv_run_builder_finish() sorts and
 * nests them. When memory is exhausted, nothing more is added, and finishing says so.
 */
typedef struct _TvRunBuilder TvRunBuilder;

TvRunBuilder *tv_run_builder_new (TvTrace *trace, const TvLoadOptions *options);
void tv_run_builder_free (TvRunBuilder *builder);

guint32 tv_run_builder_add_process (TvRunBuilder *builder, gint64 pid,
                                    const char *name);
guint32 tv_run_builder_add_next_process (TvRunBuilder *builder, gint64 pid);
void tv_run_builder_name_process (TvRunBuilder *builder, guint32 process,
                                  const char *name);
void tv_run_builder_suggest_name (TvRunBuilder *builder, guint32 process,
                                  const char *name);
guint32 tv_run_builder_find_process (const TvRunBuilder *builder, gint64 pid);
guint32 tv_run_builder_add_track (TvRunBuilder *builder, const TvTrackSpec *spec);
void tv_run_builder_set_process (TvRunBuilder *builder, guint32 track, guint32 process);
guint32 tv_run_builder_add_name (TvRunBuilder *builder, const TvMethod *method);

gboolean tv_run_builder_add_run (TvRunBuilder *builder, guint32 track,
                                 const TvRun *run);
gboolean tv_run_builder_begin_run (TvRunBuilder *builder, guint32 track,
                                   const TvRun *run);
gboolean tv_run_builder_end_run (TvRunBuilder *builder, guint32 track,
                                 const TvRun *run);

TvGrowth *tv_run_builder_get_growth (TvRunBuilder *builder);
TvDetailBuilder *tv_run_builder_get_details (TvRunBuilder *builder);
TvSystemBuilder *tv_run_builder_get_system (TvRunBuilder *builder);

gboolean tv_run_builder_finish (TvRunBuilder *builder, GError **error);
guint32 tv_run_builder_find_thread (const TvRunBuilder *builder, guint32 track);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRunBuilder, tv_run_builder_free)

G_END_DECLS
