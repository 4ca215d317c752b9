/* SPDX-License-Identifier: Apache-2.0 */

/* The lists of processes and threads in a page of systrace, as `ps` writes them. */

#pragma once

#include "trace/kernel/system-tasks.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean is_inside; /* of the lists */
  guint n_columns;
  int pid; /* columns, or -1 */
  int tid;
  int name;
  int command;
} TvFtraceProcesses;

gboolean tv_ftrace_processes_take (TvFtraceProcesses *self, TvRunBuilder *builder,
                                   TvSystemTasks *tasks, const char *text,
                                   gsize length);

G_END_DECLS
