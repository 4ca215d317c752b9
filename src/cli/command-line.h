/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"
#include "cli/messages.h"
#include "trace/build/trace-records.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TV_TABLE_FORMATS:
 *
 * The formats of commands that write a table.
 */
#define TV_TABLE_FORMATS "text|tsv|csv|json|html|markdown"

/**
 * TvCommandTakes:
 * @TV_TAKES_THREAD: `--thread`
 * @TV_TAKES_RANGE: `--range`
 * @TV_TAKES_PART: both
 * @TV_TAKES_CLOCK: `--clock`, by default the CPU clock where the trace has it
 * @TV_TAKES_WALL_CLOCK: `--clock`, by default the wall clock where the trace has it
 * @TV_TAKES_FILTER: `--filter` and `--filter-signature` for methods
 * @TV_TAKES_STACK_FILTER: the same for stacks
 * @TV_TAKES_NAMES: `--demangle` and `--raw-names`
 * @TV_TAKES_OLD: `--mapping-old`, of commands that compare
 * @TV_TAKES_TOP: `--top`
 * @TV_TAKES_METHOD: a method before the file
 * @TV_TAKES_OLD_FILE: an old trace before the file
 * @TV_TAKES_TO: `--to` instead of `--format`, without a default
 * @TV_TAKES_DEPTH: `--depth`
 * @TV_TAKES_TOP_PATHS: `--top` for the nodes of a tree
 * @TV_TAKES_TRANSFORMS: `--merge` and other changes to the stacks
 * @TV_TAKES_FILES: several trace files
 * @TV_TAKES_SQL: statements after the files, or `--file`
 * @TV_TAKES_MANY_FILES: any number of trace files, one after another
 * @TV_TAKES_FOLDER: a folder of trace files instead of a file
 *
 * Options and arguments that several commands share.
 */
typedef enum
{
  TV_TAKES_THREAD = 1 << 0,
  TV_TAKES_RANGE = 1 << 1,
  TV_TAKES_PART = TV_TAKES_THREAD | TV_TAKES_RANGE,
  TV_TAKES_CLOCK = 1 << 2,
  TV_TAKES_WALL_CLOCK = 1 << 3,
  TV_TAKES_FILTER = 1 << 4,
  TV_TAKES_STACK_FILTER = 1 << 5,
  TV_TAKES_NAMES = 1 << 6,
  TV_TAKES_OLD = 1 << 7,
  TV_TAKES_TOP = 1 << 8,
  TV_TAKES_METHOD = 1 << 9,
  TV_TAKES_OLD_FILE = 1 << 10,
  TV_TAKES_TO = 1 << 11,
  TV_TAKES_DEPTH = 1 << 12,
  TV_TAKES_TOP_PATHS = 1 << 13,
  TV_TAKES_TRANSFORMS = 1 << 14,
  TV_TAKES_FILES = 1 << 15,
  TV_TAKES_SQL = 1 << 16,
  TV_TAKES_MANY_FILES = 1 << 17,
  TV_TAKES_FOLDER = 1 << 18
} TvCommandTakes;

/**
 * TvCommandLine:
 * @name: name of the command
 * @summary: a sentence for its help
 * @formats: the formats that it writes, separated by bars, the default first. If there
 *   is only one, the command has no `--format`
 * @takes: further shared options
 * @options: (nullable) (array zero-terminated=1): its own options. A value whose
 *   description is a list such as `us|ns` is one of these after parsing
 * @files: (array zero-terminated=1): the files as they were given, set by parsing
 * @method: (nullable): the method that was given, set by parsing
 * @sql: (nullable): the statements that were given, set by parsing
 * @script: (nullable): the file with the statements, set by parsing
 * @format: one of @formats, set by parsing
 * @output: (nullable): the file to write, %NULL for standard output, set by parsing
 * @threads: (nullable) (array zero-terminated=1): ids or names, set by parsing
 * @mapping: (nullable): the original names of methods, set by parsing
 * @mappings: (nullable) (array zero-terminated=1): the files that they are of
 * @old_mapping: (nullable): the names of the old trace, if they differ
 * @names: how names are written, set by parsing
 * @start: nanoseconds on the wall clock, or on the CPU clock of each thread where there
 *   is no other; %G_MININT64 without limit, set by parsing
 * @end: the same, %G_MAXINT64 without limit
 * @has_clock: whether `--clock` was given
 * @clock: the clock that was given
 * @filter: the methods that count
 * @top: the most rows to list, %G_MAXINT without limit
 * @depth: the most levels of calls, %TV_CALL_TREE_DEPTH if it was not given
 * @memory_limit: bytes of memory for loading, 0 for the default
 * @transforms: (nullable): the changes to the stacks, in the order in which they were
 *   given, as tv_transforms_apply() reads them
 * @is_old: whether the files are those of the old trace of a comparison, which need not
 *   have the methods
 *
 * The command line of a command: the options it takes and their values.
 */
typedef struct
{
  const char *name;
  const char *summary;
  const char *formats;
  TvCommandTakes takes;
  const GOptionEntry *options;

  char **files;
  char *method;
  char *sql;
  char *script;
  char *format;
  char *output;
  char **threads;
  TvNameMapping *mapping;
  char **mappings;
  TvNameMapping *old_mapping;
  TvNameStyle names;
  gint64 start;
  gint64 end;
  gboolean has_clock;
  TvClock clock;
  TvMethodFilter filter;
  guint top;
  guint depth;
  guint64 memory_limit;
  GPtrArray *transforms;
  gboolean is_old;
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
GFile *tv_command_line_find_file (const char *argument, GError **error);
TvTrace *tv_command_line_load_path (const TvCommandLine *line, const char *path,
                                    GError **error);
TvTrace *tv_command_line_load (const TvCommandLine *line, guint index);
TvTrace *tv_command_line_load_with_records (const TvCommandLine *line, guint index,
                                            TvRecordFunc func, gpointer user_data,
                                            GError **error);
gboolean tv_command_line_find_part (const TvCommandLine *line, guint index,
                                    const TvTrace *trace, TvProfileRange *part);
gboolean tv_command_line_find_clock (const TvCommandLine *line, guint index,
                                     const TvTrace *trace, TvClock *clock);
TvMethodSet *tv_command_line_find_method (const TvCommandLine *line,
                                          const TvTrace *trace);
TvMethodSet *tv_method_find_named (const TvTrace *trace, const char *name,
                                   char **sentence);
gboolean tv_command_line_has_filter (const TvCommandLine *line);
TvExitStatus tv_command_line_write (const TvCommandLine *line, TvCommandWriteFunc func,
                                    gpointer user_data);
TvExitStatus tv_command_line_write_bytes (const TvCommandLine *line, GBytes *bytes);

G_END_DECLS
