/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/report-format.h"
#include "trace/trace.h"

G_BEGIN_DECLS

/**
 * TvExitStatus:
 * @TV_EXIT_OK: everything went well
 * @TV_EXIT_FAILURE: the file could not be read, or the report not be written
 * @TV_EXIT_USAGE: the command line makes no sense
 *
 * What the program ends with.
 */
typedef enum
{
  TV_EXIT_OK = 0,
  TV_EXIT_FAILURE = 1,
  TV_EXIT_USAGE = 2
} TvExitStatus;

/**
 * TvCommandLine:
 * @name: name of the command
 * @summary: what it does, for its help
 * @has_format: whether it takes `--format`
 * @options: (nullable) (array zero-terminated=1): further options
 * @file: (nullable): the file argument as it was given, set by parsing
 * @format: how to lay the report out, set by parsing
 *
 * What a command takes and what it was given.
 */
typedef struct
{
  const char *name;
  const char *summary;
  gboolean has_format;
  const GOptionEntry *options;
  char *file;
  TvReportFormat format;
} TvCommandLine;

gboolean tv_command_line_parse (TvCommandLine *line, int argc, char **argv,
                                TvExitStatus *status);
void tv_command_line_clear (TvCommandLine *line);

TvTrace *tv_command_line_load (const TvCommandLine *line);
TvExitStatus tv_command_line_end (const GError *error);

GOutputStream *tv_standard_output_new (void);
TvExitStatus tv_write_help (const char *text);
TvExitStatus tv_report_usage_error (const char *command, const char *sentence);
void tv_report_file_error (const char *file, const char *sentence);

G_END_DECLS
