/* SPDX-License-Identifier: Apache-2.0 */

/* What the kernel says of itself in a line of its trace: scheduling, names of threads,
 * frequencies. */

#pragma once

#include "trace/formats/ftrace-line.h"
#include "trace/kernel/atrace-marks.h"
#include "trace/kernel/binder.h"
#include "trace/kernel/scheduler.h"

G_BEGIN_DECLS

typedef struct _TvFtraceEvents TvFtraceEvents;

TvFtraceEvents *tv_ftrace_events_new (const TvAtraceSink *sink, TvTrace *trace);
void tv_ftrace_events_free (TvFtraceEvents *self);
gboolean tv_ftrace_events_add (TvFtraceEvents *self, const TvFtraceLine *line,
                               guint64 offset, guint64 *n_others);
void tv_ftrace_events_finish (TvFtraceEvents *self);

G_END_DECLS
