/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/async-runs.h"
#include "trace/build/slice-names.h"
#include "trace/kernel/system-tasks.h"

G_BEGIN_DECLS

/**
 * TvAtraceMark:
 * @text: (array length=length): what the program wrote, as `B|123|name`; no NUL is
 *   needed
 * @length: bytes of it
 * @tid: the thread that wrote
 * @time: nanoseconds on the clock of the file
 * @offset: where it stands in the file
 *
 * A mark of Android's `atrace` in the kernel's trace.
 */
typedef struct
{
  const char *text;
  gsize length;
  gint64 tid;
  gint64 time;
  guint64 offset;
} TvAtraceMark;

/**
 * TvAtraceSink:
 * @builder: receives runs
 * @async: receives what belongs to no thread
 * @names: knows the names
 * @tasks: knows the threads
 * @n_others: marks of programs that say nothing that is known
 *
 * Where marks go to.
 */
typedef struct
{
  TvRunBuilder *builder;
  TvAsyncRuns *async;
  TvSliceNames *names;
  TvSystemTasks *tasks;
  guint64 n_others;
} TvAtraceSink;

gboolean tv_atrace_sink_add (TvAtraceSink *sink, const TvAtraceMark *mark);

G_END_DECLS
