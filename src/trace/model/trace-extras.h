/* SPDX-License-Identifier: Apache-2.0 */

/* What a file holds that has no place elsewhere in the model: tables of rows that only
 * SQL shows. It is no part of the library's headers. */

#pragma once

#include "trace/model/trace-public.h"

G_BEGIN_DECLS

/**
 * TvExtraKind:
 * @TV_EXTRA_SESSIONS: sessions of profilers: source, unit of the timebase, command line
 * @TV_EXTRA_ASYNC_CONTEXTS: fibers and the like: name, kind, row of the parent
 * @TV_EXTRA_TASK_CONTEXTS: what was sampled: process, thread, row of its asynchronous
 *   context
 * @TV_EXTRA_EXECUTION_CONTEXTS: where it ran: number of the processor, mode
 * @TV_EXTRA_STACK_SAMPLES: samples of all events: time, source, row of the task, row of
 *   where it ran, stack, error, row of the session
 * @TV_EXTRA_SAMPLE_COUNTERS: counters of samples: row of the session, name, unit,
 * whether it is the timebase, processor, counter of the trace
 * @TV_EXTRA_SAMPLE_VALUES: their values: row of the sample, row of the counter, value
 * @TV_EXTRA_FRAMES: what writers say of frames: method, type, source file, line
 * @TV_EXTRA_SMAPS: memory mappings of processes
 * @TV_EXTRA_LOGS: lines of logs: time, id of the thread, priority, tag, message
 * @TV_EXTRA_PACKAGES: packages: name, user, whether it can be debugged, and profiled,
 *   version
 * @TV_EXTRA_FACTS: facts of the file, beside its properties: name, number, text
 * @TV_N_EXTRAS: their number
 *
 * Tables of extra rows, with their columns.
 */
typedef enum
{
  TV_EXTRA_SESSIONS,
  TV_EXTRA_ASYNC_CONTEXTS,
  TV_EXTRA_TASK_CONTEXTS,
  TV_EXTRA_EXECUTION_CONTEXTS,
  TV_EXTRA_STACK_SAMPLES,
  TV_EXTRA_SAMPLE_COUNTERS,
  TV_EXTRA_SAMPLE_VALUES,
  TV_EXTRA_FRAMES,
  TV_EXTRA_SMAPS,
  TV_EXTRA_LOGS,
  TV_EXTRA_PACKAGES,
  TV_EXTRA_FACTS,
  TV_N_EXTRAS
} TvExtraKind;

/**
 * TvExtraType:
 * @TV_EXTRA_END: no column: the ones before are all
 * @TV_EXTRA_NUMBER: a number
 * @TV_EXTRA_TEXT: a text
 * @TV_EXTRA_TIME: nanoseconds since the start of tracing
 * @TV_EXTRA_PROCESS: index of a process
 * @TV_EXTRA_THREAD: index of a thread
 *
 * What a column of extra rows has.
 */
typedef enum
{
  TV_EXTRA_END,
  TV_EXTRA_NUMBER,
  TV_EXTRA_TEXT,
  TV_EXTRA_TIME,
  TV_EXTRA_PROCESS,
  TV_EXTRA_THREAD
} TvExtraType;

/**
 * TV_MAX_EXTRA_COLUMNS:
 *
 * The most columns of a table of extra rows.
 */
#define TV_MAX_EXTRA_COLUMNS 17

/**
 * TvExtraValue:
 * @is_known: whether there is a value
 * @number: the number, time or index, else 0
 * @text: (nullable): the text
 *
 * A value of an extra row.
 */
typedef struct
{
  gboolean is_known;
  gint64 number;
  const char *text;
} TvExtraValue;

TvExtraType tv_extra_get_type (TvExtraKind kind, guint column);
gsize tv_trace_get_n_extras (const TvTrace *trace, TvExtraKind kind);
TvExtraValue tv_trace_get_extra (const TvTrace *trace, TvExtraKind kind, gsize row,
                                 guint column);

G_END_DECLS
