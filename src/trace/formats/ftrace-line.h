/* SPDX-License-Identifier: Apache-2.0 */

/* A line of the kernel's trace as text:
 *
 *   TASK-TID ( TGID) [CPU] FLAGS SECONDS.FRACTION: FUNCTION: REST
 *
 * A task may have blanks, hyphens, colons and brackets in its name. Older kernels print
 * no group or no flags, and some print no blank behind the flags. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a line. */
typedef struct
{
  const char *text;
  gsize length;
} TvSpan;

typedef struct
{
  TvSpan task;
  gint64 tid;
  gint64 pid; /* -1 if it is not known */
  gint64 cpu;
  gint64 time; /* nanoseconds */
  TvSpan function;
  TvSpan rest;
} TvFtraceLine;

gboolean tv_ftrace_line_parse (TvFtraceLine *line, const char *text, gsize length);
gboolean tv_ftrace_line_is_mark (const TvFtraceLine *line);

G_END_DECLS
