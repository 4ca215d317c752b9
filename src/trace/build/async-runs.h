/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/run-builder.h"

G_BEGIN_DECLS

/**
 * TvAsyncPhase:
 * @TV_ASYNC_BEGIN: something began
 * @TV_ASYNC_END: what began ended
 * @TV_ASYNC_INSTANT: something happened
 *
 * What a #TvAsyncEvent says.
 */
typedef enum
{
  TV_ASYNC_BEGIN,
  TV_ASYNC_END,
  TV_ASYNC_INSTANT
} TvAsyncPhase;

/**
 * TvAsyncEvent:
 * @phase: what it says
 * @nests: whether runs of the key may nest; else one that has begun cannot begin again
 * @key: events with equal keys belong together
 * @process: index of their process, or %TV_PROCESS_NONE
 * @track_name: (nullable): the name of the track, or %NULL for that of the first run
 * @name: index of the name of the run; of an end, it does not count
 * @time: nanoseconds on the clock of the file
 * @offset: where it stands in the file
 * @tag: what the run carries, or 0; see #TvRun
 *
 * An event of a run that belongs to no thread.
 */
typedef struct
{
  TvAsyncPhase phase;
  gboolean nests;
  const char *key;
  guint32 process;
  const char *track_name;
  guint32 name;
  gint64 time;
  guint64 offset;
  guint32 tag;
} TvAsyncEvent;

/**
 * TvAsyncRuns:
 *
 * Pairs beginnings and ends of runs that belong to no thread, by keys, and gives the
 * runs to a builder. A process, or what belongs to none, has a track for each name, on
 * which runs lie beside each other; runs of a key that nest have a track of their own.
 */
typedef struct _TvAsyncRuns TvAsyncRuns;

TvAsyncRuns *tv_async_runs_new (TvRunBuilder *builder, TvTrace *trace,
                                const TvLoadOptions *options);
void tv_async_runs_free (TvAsyncRuns *self);
gboolean tv_async_runs_add (TvAsyncRuns *self, const TvAsyncEvent *event);
gboolean tv_async_runs_finish (TvAsyncRuns *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvAsyncRuns, tv_async_runs_free)

G_END_DECLS
