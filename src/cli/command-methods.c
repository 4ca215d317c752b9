/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/sums/method-set.h"
#include "output/report/report-methods.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_TOP 20

typedef struct
{
  TvTrace *trace;
  TvProfileRange part;
  TvReportMethodsSpec spec;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;
  g_autoptr (TvProfile) profile
      = tv_profile_new_for_range (report->trace, &report->part, NULL, error);

  return profile != NULL
         && tv_report_methods (profile, &report->spec, out, NULL, error);
}

/* The order that a number has on the clock of the report. */
static TvMethodSort
find_top_sort (const char *number, TvClock clock)
{
  if (g_strcmp0 (number, "calls") == 0)
    return TV_METHOD_SORT_CALLS;
  if (g_strcmp0 (number, "waiting") == 0)
    return TV_METHOD_SORT_WAITING;
  if (g_strcmp0 (number, "inclusive") == 0)
    return clock == TV_CLOCK_WALL ? TV_METHOD_SORT_INCLUSIVE_WALL
                                  : TV_METHOD_SORT_INCLUSIVE_CPU;
  return clock == TV_CLOCK_WALL ? TV_METHOD_SORT_EXCLUSIVE_WALL
                                : TV_METHOD_SORT_EXCLUSIVE_CPU;
}

static TvExitStatus
report_methods (const TvCommandLine *line, Report *report, const char *number)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) filter = NULL;
  g_autofree char *title = tv_file_title_dup (line->files[0]);

  report->trace = trace;
  report->spec.title = title;
  if (trace == NULL || !tv_table_format_parse (line->format, &report->spec.format)
      || !tv_command_line_find_clock (line, 0, trace, &report->spec.clock)
      || !tv_command_line_find_part (line, 0, trace, &report->part))
    return TV_EXIT_FAILURE;
  threads = report->part.threads;
  filter = tv_method_set_new_matching (trace, &line->filter);
  report->spec.filter = filter;
  if (report->spec.shares)
    report->spec.sort = find_top_sort (number, report->spec.clock);
  return tv_command_line_write (line, write_report, report);
}

/* `tracedump methods`: what each method took. */
TvExitStatus
tv_command_methods (int argc, char **argv)
{
  g_autofree char *sort = NULL;
  const GOptionEntry entries[]
      = { { "sort", 's', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &sort,
            N_ ("Order of the methods; the default is rank, inclusive time on --clock"),
            "rank|inclusive-cpu|exclusive-cpu|inclusive-wall|exclusive-wall|waiting|"
            "calls|name" },
          { 0 } };
  TvCommandLine line
      = { .name = "methods",
          .summary = _ ("List the methods of a trace with their calls and times."),
          .formats = TV_TABLE_FORMATS,
          .takes = TV_TAKES_PART | TV_TAKES_FILTER | TV_TAKES_CLOCK | TV_TAKES_NAMES
                   | TV_TAKES_TOP | TV_TAKES_TRANSFORMS,
          .options = entries };
  Report report = { .spec.sort = TV_METHOD_SORT_RANK };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && (sort == NULL || tv_method_sort_parse (sort, &report.spec.sort)))
    {
      report.spec.top = line.top;
      status = report_methods (&line, &report, NULL);
    }
  tv_command_line_clear (&line);
  return status;
}

/* `tracedump top`: the methods that took most. */
TvExitStatus
tv_command_top (int argc, char **argv)
{
  g_autofree char *number = NULL;
  const GOptionEntry entries[]
      = { { "sort", 's', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &number,
            N_ ("What counts; the default is exclusive, time on --clock"),
            "exclusive|inclusive|waiting|calls" },
          { 0 } };
  TvCommandLine line = { .name = "top",
                         .summary = _ ("List the heaviest methods, 20 or --top of "
                                       "them, with their shares and running sums."),
                         .formats = TV_TABLE_FORMATS,
                         .takes = TV_TAKES_PART | TV_TAKES_FILTER | TV_TAKES_CLOCK
                                  | TV_TAKES_NAMES | TV_TAKES_TOP | TV_TAKES_TRANSFORMS,
                         .options = entries };
  Report report = { .spec.shares = TRUE };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    {
      report.spec.top = line.top == G_MAXINT ? DEFAULT_TOP : line.top;
      status = report_methods (&line, &report, number);
    }
  tv_command_line_clear (&line);
  return status;
}
