/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * TvExitStatus:
 * @TV_EXIT_OK: everything went well
 * @TV_EXIT_FAILURE: the file could not be read, or the report not be written
 * @TV_EXIT_USAGE: the command line makes no sense
 * @TV_EXIT_ABOVE_LIMIT: what was compared differs by more than it may
 *
 * What the program ends with.
 */
typedef enum
{
  TV_EXIT_OK = 0,
  TV_EXIT_FAILURE = 1,
  TV_EXIT_USAGE = 2,
  TV_EXIT_ABOVE_LIMIT = 3
} TvExitStatus;

GOutputStream *tv_standard_output_new (void);
TvExitStatus tv_write_help (const char *text);
TvExitStatus tv_report_usage_error (const char *command, const char *sentence,
                                    const char *nearest);
void tv_report_file_error (const char *file, const char *sentence);
TvExitStatus tv_report_write_error (const char *file, const GError *error);

char *tv_file_title_dup (const char *path);
const char *tv_find_nearest (const char *word, const char *const *words);
char *tv_help_text_wrap (const char *text, guint width);

G_END_DECLS
