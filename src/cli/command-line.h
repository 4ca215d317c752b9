/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "cli/messages.h"
#include "trace/build/trace-records.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvCommandTakes:
 * @TV_TAKES_PART: `--thread` and `--range`
 * @TV_TAKES_CLOCK: `--clock`
 * @TV_TAKES_FILTER: `--filter` for methods
 * @TV_TAKES_STACK_FILTER: `--filter` for stacks
 * @TV_TAKES_NAMES: `--demangle` and `--raw-names`
 * @TV_TAKES_OLD: `--mapping-old`, of commands that compare
 *
 * Options that several commands share.
 */
typedef enum
{
  TV_TAKES_PART = 1 << 0,
  TV_TAKES_CLOCK = 1 << 1,
  TV_TAKES_FILTER = 1 << 2,
  TV_TAKES_STACK_FILTER = 1 << 3,
  TV_TAKES_NAMES = 1 << 4,
  TV_TAKES_OLD = 1 << 5
} TvCommandTakes;

/**
 * TvCommandLine:
 * @name: name of the command
 * @summary: a sentence for its help
 * @arguments: (nullable): the names of its files in its help, %NULL for `FILE`
 * @n_files: number of files it takes, 0 for one
 * @formats: (nullable): names for `--format`, separated by bars, the default first;
 *   %NULL if there is only one
 * @takes: further options
 * @options: (nullable) (array zero-terminated=1): its own options
 * @files: (array zero-terminated=1): the files as they were given, set by parsing
 * @format: (nullable): one of @formats, set by parsing
 * @output: (nullable): the file to write, %NULL for standard output, set by parsing
 * @threads: (nullable) (array zero-terminated=1): ids or names, set by parsing
 * @start: nanoseconds on the trace's axis, %G_MININT64 without limit, set by parsing
 * @end: the same, %G_MAXINT64 without limit
 * @mapping: (nullable): the original names of methods, set by parsing
 * @old_mapping: (nullable): the names of the old trace, if they differ
 * @names: how names are written, set by parsing
 * @has_clock: whether `--clock` was given
 * @clock: the clock that was given
 * @filter: (nullable): what the full name of a method must match
 *
 * The command line of a command: the options it takes and their values.
 */
typedef struct
{
  const char *name;
  const char *summary;
  const char *arguments;
  guint n_files;
  const char *formats;
  TvCommandTakes takes;
  const GOptionEntry *options;

  char **files;
  char *format;
  char *output;
  char **threads;
  TvNameMapping *mapping;
  TvNameMapping *old_mapping;
  TvNameStyle names;
  gint64 start;
  gint64 end;
  gboolean has_clock;
  TvClock clock;
  GRegex *filter;
} TvCommandLine;

/**
 * TvCommandWriteFunc:
 * @out: the output
 * @user_data: the data given with the function
 * @error: return location for a #GError
 *
 * Writes the output of a command.
 *
 * Returns: %FALSE with @error set, or without it if the failure has been reported
 */
typedef gboolean (*TvCommandWriteFunc) (GOutputStream *out, gpointer user_data,
                                        GError **error);

gboolean tv_command_line_parse (TvCommandLine *line, int argc, char **argv,
                                TvExitStatus *status);
void tv_command_line_clear (TvCommandLine *line);

TvCommandLine tv_command_line_get_old (const TvCommandLine *line);
TvTrace *tv_command_line_load (const TvCommandLine *line, guint index);
TvTrace *tv_command_line_load_with_records (const TvCommandLine *line, guint index,
                                            TvRecordFunc func, gpointer user_data,
                                            GError **error);
gboolean tv_command_line_find_part (const TvCommandLine *line, guint index,
                                    const TvTrace *trace, TvProfileRange *part);
gboolean tv_command_line_find_clock (const TvCommandLine *line, guint index,
                                     const TvTrace *trace, TvClock *clock);
TvExitStatus tv_command_line_write (const TvCommandLine *line, TvCommandWriteFunc func,
                                    gpointer user_data);
TvExitStatus tv_command_line_write_bytes (const TvCommandLine *line, GBytes *bytes);

G_END_DECLS
