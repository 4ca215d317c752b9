/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

/* The exit status of the program. */
typedef enum
{
  TV_EXIT_OK = 0,
  TV_EXIT_FAILURE = 1,    /* a file cannot be read or written */
  TV_EXIT_USAGE = 2,      /* the command line is wrong */
  TV_EXIT_ABOVE_LIMIT = 3 /* a compared time has increased by more than the limit */
} TvExitStatus;

GOutputStream *tv_standard_output_new (void);
TvExitStatus tv_write_help (const char *text);
TvExitStatus tv_report_usage_error (const char *command, const char *sentence,
                                    const char *nearest);
void tv_report_file_error (const char *file, const char *sentence);
void tv_report_file_warning (const char *file, const char *message);
TvExitStatus tv_report_write_error (const char *file, const GError *error);

char *tv_file_title_dup (const char *path);
char *tv_help_text_wrap (const char *text, guint width);

G_END_DECLS
