/* SPDX-License-Identifier: Apache-2.0 */

/* Events of tracks: slices, instants, counters and states of programs. */

#pragma once

#include "trace/kernel/atrace-marks.h"
#include "trace/perfetto/perfetto-sequence.h"
#include "trace/perfetto/perfetto-tracks.h"

G_BEGIN_DECLS

typedef struct _TvPerfettoTrackEvents TvPerfettoTrackEvents;

TvPerfettoTrackEvents *tv_perfetto_track_events_new (const TvAtraceSink *sink,
                                                     TvPerfettoTracks *tracks);
void tv_perfetto_track_events_free (TvPerfettoTrackEvents *self);
gboolean tv_perfetto_track_events_add (TvPerfettoTrackEvents *self,
                                       TvPerfettoSequence *sequence,
                                       const TvPerfettoPacket *packet,
                                       const gint64 *time, gboolean *is_timed);
guint64 tv_perfetto_track_events_get_n_others (const TvPerfettoTrackEvents *self);

G_END_DECLS
