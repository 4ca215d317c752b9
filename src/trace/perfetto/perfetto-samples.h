/* SPDX-License-Identifier: Apache-2.0 */

/* Samples in Perfetto traces, of perf events and of old profilers. */

#pragma once

#include "trace/build/sample-builder.h"
#include "trace/build/slice-names.h"
#include "trace/kernel/system-tasks.h"
#include "trace/perfetto/perfetto-sequence.h"

G_BEGIN_DECLS

typedef struct _TvPerfettoSamples TvPerfettoSamples;

TvPerfettoSamples *tv_perfetto_samples_new (TvSampleBuilder *builder,
                                            TvSliceNames *names, TvSystemTasks *tasks);
void tv_perfetto_samples_free (TvPerfettoSamples *self);
gboolean tv_perfetto_samples_are_in (const TvPerfettoPacket *packet);
gboolean tv_perfetto_samples_pass_over (const TvPerfettoPacket *packet);
void tv_perfetto_samples_intern (TvPerfettoSamples *self,
                                 const TvPerfettoPacket *packet);
gboolean tv_perfetto_samples_add (TvPerfettoSamples *self, TvPerfettoSequence *sequence,
                                  const TvPerfettoPacket *packet, gint64 time);
void tv_perfetto_samples_finish (TvPerfettoSamples *self, TvTrace *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoSamples, tv_perfetto_samples_free)

G_END_DECLS
