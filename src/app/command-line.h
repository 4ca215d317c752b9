/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The file that `-` stands for. */
#define TV_STANDARD_INPUT "/dev/stdin"

/**
 * TvCommandLine:
 * @report: whether `-r` was given
 * @version: whether `--version` was given
 * @help: (nullable): the help text, if `--help` was given
 * @base: (nullable): the value of `--compare`, in the encoding of file names
 * @with: (nullable): the value of `--with`, in the encoding of file names
 * @with_offset: nanoseconds by which that file is later than clocks tell
 * @has_with_offset: whether that was given
 * @mappings: (nullable) (array zero-terminated=1): the values of `--mapping`, in the
 *   encoding of file names
 * @memory_limit: bytes of memory for a trace, or 0 if not given
 * @files: (array zero-terminated=1): the arguments that are not options, in order, in
 *   the encoding of file names
 *
 * The parsed arguments of `traceview`.
 */
typedef struct
{
  gboolean report;
  gboolean version;
  char *help;
  char *base;
  char *with;
  gint64 with_offset;
  gboolean has_with_offset;
  char **mappings;
  guint64 memory_limit;
  char **files;
} TvCommandLine;

TvCommandLine *tv_command_line_parse (const char *const *arguments, GError **error);
GFile *tv_command_line_find_file (const char *argument, GError **error);
gboolean tv_command_line_has_stdin (const TvCommandLine *line);
void tv_command_line_free (TvCommandLine *line);

GPtrArray *tv_command_line_list_mappings (const TvCommandLine *line);
int tv_command_line_report (const TvCommandLine *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCommandLine, tv_command_line_free)

G_END_DECLS
