/* SPDX-License-Identifier: Apache-2.0 */

/* The tracks that a Perfetto trace describes, whether before their events or after. */

#pragma once

#include "trace/input/proto-reader.h"
#include "trace/kernel/system-tasks.h"
#include "trace/model/string-pool.h"

G_BEGIN_DECLS

typedef struct _TvPerfettoTracks TvPerfettoTracks;

/* A track of values. */
typedef struct
{
  guint32 index; /* of the builder */
  gint64 multiplier;
  gboolean is_incremental;
  gboolean is_thread_time;
} TvPerfettoCounter;

TvPerfettoTracks *tv_perfetto_tracks_new (TvRunBuilder *builder, TvSystemTasks *tasks,
                                          TvStringPool *strings);
void tv_perfetto_tracks_free (TvPerfettoTracks *self);
void tv_perfetto_tracks_describe (TvPerfettoTracks *self, TvProto descriptor,
                                  gboolean is_whole);
void tv_perfetto_tracks_add_process_tree (TvPerfettoTracks *self, TvProto tree);
void tv_perfetto_tracks_add_process (TvPerfettoTracks *self, TvProto process);
void tv_perfetto_tracks_add_thread (TvPerfettoTracks *self, TvProto thread);
void tv_perfetto_tracks_rename (TvPerfettoTracks *self, TvProto descriptor);
guint32 tv_perfetto_tracks_get (TvPerfettoTracks *self, guint64 uuid,
                                const char *event_name);
const TvPerfettoCounter *tv_perfetto_tracks_get_counter (TvPerfettoTracks *self,
                                                         guint64 uuid);

G_END_DECLS
