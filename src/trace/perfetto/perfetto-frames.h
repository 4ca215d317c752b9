/* SPDX-License-Identifier: Apache-2.0 */

/* Frames as Android's FrameTimeline tells of them: when programs and the display should
 * have been at work on a frame, and when they were. */

#pragma once

#include "trace/build/slice-names.h"
#include "trace/input/proto-reader.h"

G_BEGIN_DECLS

typedef struct _TvPerfettoFrames TvPerfettoFrames;

TvPerfettoFrames *tv_perfetto_frames_new (TvRunBuilder *builder, TvSliceNames *names);
void tv_perfetto_frames_free (TvPerfettoFrames *self);
gboolean tv_perfetto_frames_add (TvPerfettoFrames *self, gint64 time, TvProto message,
                                 guint64 offset);
gboolean tv_perfetto_frames_finish (TvPerfettoFrames *self);
guint64 tv_perfetto_frames_get_n_others (const TvPerfettoFrames *self);

G_END_DECLS
