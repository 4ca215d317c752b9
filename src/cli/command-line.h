/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/profile.h"
#include "cli/messages.h"
#include "output/table/table.h"
#include "trace/build/trace-records.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/* The formats of commands that write a table. */
#define TV_TABLE_FORMATS "text|tsv|csv|json|html|markdown"

/* Options and arguments that several commands share. */
typedef enum
{
  TV_TAKES_THREAD = 1 << 0,
  TV_TAKES_RANGE = 1 << 1,
  TV_TAKES_PART = TV_TAKES_THREAD | TV_TAKES_RANGE,
  TV_TAKES_CLOCK = 1 << 2,        /* the CPU clock by default if the trace has it */
  TV_TAKES_WALL_CLOCK = 1 << 3,   /* the wall clock by default if the trace has it */
  TV_TAKES_FILTER = 1 << 4,       /* for methods */
  TV_TAKES_STACK_FILTER = 1 << 5, /* for stacks */
  TV_TAKES_NAMES = 1 << 6,        /* `--demangle` and `--raw-names` */
  TV_TAKES_OLD = 1 << 7,          /* `--mapping-old` */
  TV_TAKES_TOP = 1 << 8,
  TV_TAKES_METHOD = 1 << 9,    /* a method before the file */
  TV_TAKES_OLD_FILE = 1 << 10, /* an old trace before the file */
  TV_TAKES_TO = 1 << 11,       /* `--to` instead of `--format`, without a default */
  TV_TAKES_DEPTH = 1 << 12,
  TV_TAKES_TOP_PATHS = 1 << 13,  /* `--top` for the nodes of a tree */
  TV_TAKES_TRANSFORMS = 1 << 14, /* `--merge` and other changes to the stacks */
  TV_TAKES_FILES = 1 << 15,      /* several trace files, all open together */
  TV_TAKES_SQL = 1 << 16,        /* statements after the files, or `--file` */
  TV_TAKES_MANY_FILES = 1 << 17, /* any number of trace files, one after another */
  TV_TAKES_FOLDER = 1 << 18,     /* a folder of trace files instead of a file */
  TV_TAKES_SECONDS = 1 << 19,    /* `--time-limit` */
  TV_TAKES_METRICS = 1 << 20, /* the same for each trace, and `--metric` and `--set` */
  TV_TAKES_CALLS = 1 << 21,   /* only traces of methods, no slices */
  TV_TAKES_WITH = 1 << 22,    /* `--with` for a second file of the same run */
  TV_TAKES_RUNS = 1 << 23     /* no samples */
} TvCommandTakes;

/* The command line: a command and the values of its options. */
typedef struct _TvCliLine TvCliLine;

/* Writes the output of a command. Fails without an error if the failure has been
 * reported. */
typedef gboolean (*TvCommandWriteFunc) (const TvCliLine *line, GOutputStream *out,
                                        GError **error);

/* A command: what it takes and how it runs. */
typedef struct
{
  const char *name;
  const char *title;   /* for the list of commands */
  const char *summary; /* for its own help */
  const char *formats; /* separated by bars, the default first. If there is only one,
                          there is no `--format` */
  TvCommandTakes takes;
  const GOptionEntry *options; /* its own; their data are offsets into its values */
  guint n_options;
  gsize size;           /* of its values: options and what is made of them */
  const void *defaults; /* (nullable): the initial values; otherwise zeros */
  gboolean (*check) (TvCliLine *line);   /* (nullable): refuses wrong options */
  TvCommandWriteFunc write;              /* writes about the trace, … */
  TvExitStatus (*run) (TvCliLine *line); /* … or does everything itself */
} TvCommand;

/* The place for the value of an option. If the description of a value is a list such as
 * `us|ns`, the value must be one of the list. */
#define TV_OPTION_AT(structure, member) ((gpointer) G_STRUCT_OFFSET (structure, member))

/* A trace, and the command line resolved in it. */
typedef struct
{
  TvTrace *trace;
  TvProfileRange part;
  TvClock clock;
  TvMethodSet *matching; /* (nullable): the methods of `--filter` */
  TvMethodSet *method;   /* (nullable): the method before the file */
  char *title;           /* name of the file in titles */
} TvInput;

struct _TvCliLine
{
  const TvCommand *command;
  gpointer values;     /* of its own options */
  TvExitStatus status; /* set when the command line is refused */

  /* As given */
  gboolean help;
  gboolean demangle;
  gboolean raw_names;
  char *range;
  char *clock_name;
  char *name_filter;
  char *signature_filter;
  char *memory_size;
  char *with; /* (nullable): the second file */
  char *with_offset_text;
  char *event;
  char **mappings;
  char **old_mappings;
  char **arguments;
  char **threads;  /* ids or names */
  char *script;    /* the file with the statements */
  char **metrics;  /* (nullable): all */
  char **settings; /* (nullable): NAME=VALUE */
  double seconds;  /* time limit of the statements, 0 for none */
  char *output;    /* NULL for standard output */
  char *format;    /* one of the command's formats */
  guint top;       /* G_MAXINT without limit */
  guint depth;     /* TV_CALL_TREE_DEPTH by default */

  /* As parsed */
  char **files; /* points into the arguments */
  char *method;
  char *sql;
  TvTableFormat table_format; /* if the command writes a table */
  TvNameMapping *mapping;
  TvNameMapping *old_mapping; /* (nullable): NULL if both traces share a mapping */
  TvNameStyle names;
  gint64 start; /* nanoseconds on the wall clock, … */
  gint64 end;   /* … or on the CPU clock of each thread if there is no other */
  gboolean has_clock;
  TvClock clock;
  TvMethodFilter filter;
  gint64 with_offset;    /* nanoseconds by which the second file is later */
  guint64 memory_limit;  /* 0 for the default */
  GPtrArray *transforms; /* (nullable): options and their values in turn */

  TvInput input; /* the only trace, while writing */
};

TvExitStatus tv_command_run (const TvCommand *command, int argc, char **argv);
gboolean tv_cli_has_filter (const TvCliLine *line);
gboolean tv_cli_refuse (TvCliLine *line, const char *nearest, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

GFile *tv_cli_find_file (const char *argument, GError **error);
TvTrace *tv_cli_load (const TvCliLine *line, const char *path, gboolean is_old,
                      GError **error);
TvTrace *tv_cli_load_with_records (const TvCliLine *line, TvRecordFunc func,
                                   gpointer user_data, GError **error);
gboolean tv_cli_check_calls (const char *file, const TvTrace *trace, const char *what);
gboolean tv_cli_find_part (const TvCliLine *line, const char *file,
                           const TvTrace *trace, TvProfileRange *part);
gboolean tv_input_open (TvInput *input, const TvCliLine *line, const char *file,
                        gboolean is_old);
void tv_input_clear (TvInput *input);
TvExitStatus tv_cli_write (const TvCliLine *line, TvCommandWriteFunc write);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvInput, tv_input_clear)

G_END_DECLS
