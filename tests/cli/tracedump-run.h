/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRun:
 * @out: what the program wrote to standard output
 * @err: what it wrote to standard error
 * @status: what it ended with
 *
 * One run of tracedump.
 */
typedef struct
{
  char *out;
  char *err;
  int status;
} TvRun;

TvRun tv_run_tracedump (const char *folder, ...) G_GNUC_NULL_TERMINATED;
TvRun tv_run_shell (const char *command, const char *argument);
TvRun tv_run_unread (const char *command, const char *file);
void tv_run_clear (TvRun *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvRun, tv_run_clear)

G_END_DECLS
