/* SPDX-License-Identifier: Apache-2.0 */

/* The kernel's events in a Perfetto trace: marks of programs, scheduling, frequencies.
 */

#pragma once

#include "trace/kernel/atrace-marks.h"
#include "trace/kernel/perfetto-counters.h"
#include "trace/perfetto/perfetto-clocks.h"
#include "trace/perfetto/perfetto-sequence.h"

G_BEGIN_DECLS

typedef struct _TvPerfettoKernel TvPerfettoKernel;

TvPerfettoKernel *tv_perfetto_kernel_new (TvAtraceSink *marks, TvTrace *trace,
                                          TvPerfettoClocks *clocks,
                                          TvPerfettoCounters *counters);
void tv_perfetto_kernel_free (TvPerfettoKernel *self);
void tv_perfetto_kernel_set_system (TvPerfettoKernel *self, TvProto system_info);
gboolean tv_perfetto_kernel_add (TvPerfettoKernel *self,
                                 const TvPerfettoSequence *sequence, TvProto bundle,
                                 guint64 offset);
void tv_perfetto_kernel_add_task_state (TvPerfettoKernel *self, gint64 time,
                                        TvProto message);
void tv_perfetto_kernel_finish (TvPerfettoKernel *self);
guint64 tv_perfetto_kernel_get_n_others (const TvPerfettoKernel *self);

G_END_DECLS
