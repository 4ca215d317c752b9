/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/sums/method-set.h"
#include "cli/time-range.h"
#include "output/report/report-tree.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_SHARE 0.001

#define TAKES                                                                          \
  (TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_NAMES | TV_TAKES_TOP_PATHS                \
   | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS)

typedef struct
{
  gboolean per_thread;
  char *least;
} Options;

typedef struct
{
  TvTrace *trace;
  TvProfileRange part;
  TvTableFormat format;
  TvCallTreeLimits limits;
  guint top;
  const char *title;
} Report;

static gboolean
refuse (const TvCommandLine *line, const char *sentence, TvExitStatus *status)
{
  *status = tv_report_usage_error (line->name, sentence, NULL);
  return FALSE;
}

/* A number with or without a percent sign, or a time with its unit. */
static gboolean
parse_least (const char *text, TvCallTreeLimits *limits)
{
  char *end = NULL;
  const double percent = g_ascii_strtod (text, &end);

  if (end != text && (*end == '\0' || g_str_equal (end, "%")))
    {
      limits->least_share = percent / 100;
      return percent >= 0 && percent <= 100;
    }
  return tv_time_parse (text, &limits->least_time);
}

static gboolean
take_limits (const TvCommandLine *line, const Options *options,
             TvCallTreeLimits *limits, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;

  limits->per_thread = options->per_thread;
  limits->max_depth = line->depth;
  limits->least_share = DEFAULT_SHARE;
  if (options->least == NULL)
    return TRUE;
  limits->least_share = 0;
  if (parse_least (options->least, limits))
    return TRUE;
  sentence
      = g_strdup_printf (_ ("“%s” is neither a percentage nor a time"), options->least);
  return refuse (line, sentence, status);
}

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new (report->trace, &report->part, &report->limits, NULL, error);
  const TvTreeReport text = { tree, report->title, &report->limits, report->top };

  return tree != NULL && tv_report_tree (&text, report->format, out, NULL, error);
}

static char *
dup_title (const TvCommandLine *line, gboolean bottom_up)
{
  g_autofree char *file = tv_file_title_dup (line->files[0]);

  if (line->method == NULL)
    return g_steal_pointer (&file);
  /* Translators: a method and the name of a file */
  return bottom_up ? g_strdup_printf (_ ("Callers of %s in %s"), line->method, file)
                   /* Translators: a method and the name of a file */
                   : g_strdup_printf (_ ("Callees of %s in %s"), line->method, file);
}

static TvExitStatus
report_tree (const TvCommandLine *line, Report *report)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) through = NULL;
  g_autoptr (TvMethodSet) from = NULL;
  g_autofree char *title = dup_title (line, report->limits.bottom_up);

  report->trace = trace;
  report->title = title;
  report->top = line->top;
  if (trace == NULL || !tv_table_format_parse (line->format, &report->format)
      || !tv_command_line_find_clock (line, 0, trace, &report->limits.clock)
      || !tv_command_line_find_part (line, 0, trace, &report->part))
    return TV_EXIT_FAILURE;
  threads = report->part.threads;
  from = line->method != NULL ? tv_command_line_find_method (line, trace) : NULL;
  if (line->method != NULL && from == NULL)
    return TV_EXIT_FAILURE;
  through = tv_method_set_new_matching (trace, &line->filter);
  report->limits.through = through;
  report->limits.from = from;
  return tv_command_line_write (line, write_report, report);
}

static TvExitStatus
run (TvCommandLine *line, Report *report, int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[]
      = { { "per-thread", 0, 0, G_OPTION_ARG_NONE, &options.per_thread,
            N_ ("Show a tree for each thread"), NULL },
          { "min", 0, 0, G_OPTION_ARG_STRING, &options.least,
            N_ ("Leave out paths with less time, such as 2% or 1.5ms, on --clock; the "
                "default is 0.1%"),
            /* Translators: a placeholder for a percentage or a time */
            N_ ("PERCENT|TIME") },
          { line->takes & TV_TAKES_METHOD ? NULL : "bottom-up", 0, 0, G_OPTION_ARG_NONE,
            &report->limits.bottom_up,
            N_ ("Start with the methods and go from each to its callers"), NULL },
          { 0 } };
  TvExitStatus status;

  line->options = entries;
  if (tv_command_line_parse (line, argc, argv, &status)
      && take_limits (line, &options, &report->limits, &status))
    status = report_tree (line, report);
  tv_command_line_clear (line);
  g_free (options.least);
  return status;
}

/* `tracedump tree`: what was spent along each path of calls. */
TvExitStatus
tv_command_tree (int argc, char **argv)
{
  TvCommandLine line = { .name = "tree",
                         .summary = _ ("Show the time spent on each call path."),
                         .formats = TV_TABLE_FORMATS,
                         .takes = TV_TAKES_STACK_FILTER | TAKES };
  Report report = { 0 };

  return run (&line, &report, argc, argv);
}

/* `tracedump callers`: who called a method, and who called these, and so on. */
TvExitStatus
tv_command_callers (int argc, char **argv)
{
  TvCommandLine line
      = { .name = "callers",
          .summary = _ ("Show the callers of a method, and theirs, with the time that "
                        "the method took when called that way."),
          .formats = TV_TABLE_FORMATS,
          .takes = TV_TAKES_METHOD | TAKES };
  Report report = { .limits.bottom_up = TRUE };

  return run (&line, &report, argc, argv);
}

/* `tracedump callees`: what a method called, and what that called, and so on. */
TvExitStatus
tv_command_callees (int argc, char **argv)
{
  TvCommandLine line = { .name = "callees",
                         .summary = _ ("Show the callees of a method, and theirs, with "
                                       "the time that they took when called that way."),
                         .formats = TV_TABLE_FORMATS,
                         .takes = TV_TAKES_METHOD | TAKES };
  Report report = { 0 };

  return run (&line, &report, argc, argv);
}
