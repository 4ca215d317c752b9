/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/growth.h"
#include "trace/model/system-storage.h"

G_BEGIN_DECLS

/**
 * TvFlowPhase:
 * @TV_FLOW_BEGIN: a flow leaves a call
 * @TV_FLOW_STEP: it enters a call, and leaves it again
 * @TV_FLOW_END: it enters a call, where it ends
 * @TV_FLOW_ANY: it leaves the first call, and is a step at all others
 *
 * What a #TvFlowPoint says.
 */
typedef enum
{
  TV_FLOW_BEGIN,
  TV_FLOW_STEP,
  TV_FLOW_END,
  TV_FLOW_ANY
} TvFlowPhase;

/**
 * TvFlowPoint:
 * @id: points with equal ids belong together
 * @phase: what it says
 * @binds_to_next: without a tag: whether the call is the next one that begins; else it
 *   is the innermost one
 * @time: nanoseconds on the clock of the file
 * @tag: of the run, or 0 for the one of @track at @time
 * @track: index of a track, if there is no tag
 *
 * A point of a flow.
 */
typedef struct
{
  guint64 id;
  TvFlowPhase phase;
  gboolean binds_to_next;
  gint64 time;
  guint32 tag;
  guint32 track;
} TvFlowPoint;

/**
 * TvDetailBuilder:
 *
 * Collects arguments and flows of runs, and facts of processes, tracks and threads. A
 * run that has any carries a tag; when runs have become calls, the tags are placed.
 */
typedef struct _TvDetailBuilder TvDetailBuilder;

TvDetailBuilder *tv_detail_builder_new (TvTrace *trace, TvGrowth *growth);
void tv_detail_builder_free (TvDetailBuilder *self);

guint32 tv_detail_builder_add_arg_set (TvDetailBuilder *self, const TvArg *args,
                                       guint n);
guint32 tv_detail_builder_add_tag (TvDetailBuilder *self, guint32 set);
gboolean tv_detail_builder_add_flow_point (TvDetailBuilder *self,
                                           const TvFlowPoint *point);

TvProcessFacts *tv_detail_builder_get_process (TvDetailBuilder *self, guint32 process);
TvTrackFacts *tv_detail_builder_get_track (TvDetailBuilder *self, guint32 track);
void tv_detail_builder_add_quiet_thread (TvDetailBuilder *self,
                                         const TvQuietThread *thread);

gint64 tv_detail_builder_add_extra (TvDetailBuilder *self, TvExtraKind kind,
                                    const gint64 *values);
gint64 tv_detail_builder_intern_extra (TvDetailBuilder *self, TvExtraKind kind,
                                       const gint64 *values);
gint64 tv_detail_builder_keep_text (TvDetailBuilder *self, const char *text);

void tv_detail_builder_place_tag (TvDetailBuilder *self, guint32 tag, TvCallRef call);
gboolean tv_detail_builder_finish (TvDetailBuilder *self, const TvTrackRows *tracks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDetailBuilder, tv_detail_builder_free)

G_END_DECLS
