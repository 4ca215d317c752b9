/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-method-calls.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvProfileRange part;
  const TvMethodSet *methods;
  TvMethodCallsReport spec;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  Report *report = user_data;
  g_autoptr (TvMethodCalls) calls = tv_method_calls_new (report->trace, &report->part,
                                                         report->methods, NULL, error);

  report->spec.calls = calls;
  return calls != NULL && tv_report_method_calls (&report->spec, out, NULL, error);
}

static TvCallNumber
find_number (const char *name)
{
  return g_strcmp0 (name, "start") == 0       ? TV_CALL_NUMBER_START
         : g_strcmp0 (name, "exclusive") == 0 ? TV_CALL_NUMBER_EXCLUSIVE
         : g_strcmp0 (name, "waiting") == 0   ? TV_CALL_NUMBER_WAITING
                                              : TV_CALL_NUMBER_INCLUSIVE;
}

static TvExitStatus
report_calls (const TvCommandLine *line, TvCallNumber sort)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) methods = NULL;
  g_autofree char *file = tv_file_title_dup (line->files[0]);
  /* Translators: a method and the name of a file */
  g_autofree char *title
      = g_strdup_printf (_ ("Calls of %s in %s"), line->method, file);
  Report report = { .trace = trace, .spec = { .sort = sort, .top = line->top } };

  if (trace == NULL || !tv_table_format_parse (line->format, &report.spec.format)
      || !tv_command_line_find_clock (line, 0, trace, &report.spec.clock)
      || !tv_command_line_find_part (line, 0, trace, &report.part))
    return TV_EXIT_FAILURE;
  threads = report.part.threads;
  /* What text shows. */
  if (sort == TV_CALL_NUMBER_START && !line->has_clock
      && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    report.spec.clock = TV_CLOCK_WALL;
  report.methods = methods = tv_command_line_find_method (line, trace);
  if (methods == NULL)
    return TV_EXIT_FAILURE;
  report.spec.title = title;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump calls`: each call of a method. */
TvExitStatus
tv_command_calls (int argc, char **argv)
{
  g_autofree char *sort = NULL;
  const GOptionEntry entries[]
      = { { "sort", 's', 0, G_OPTION_ARG_STRING, &sort,
            N_ ("Order of the calls; the default is inclusive, on --clock"),
            "inclusive|exclusive|waiting|start" },
          { 0 } };
  TvCommandLine line
      = { .name = "calls",
          .summary = _ ("List each call of a method with its times, and how these are "
                        "spread."),
          .formats = TV_TABLE_FORMATS,
          .takes = TV_TAKES_METHOD | TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_NAMES
                   | TV_TAKES_TOP | TV_TAKES_TRANSFORMS,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_calls (&line, find_number (sort));
  tv_command_line_clear (&line);
  return status;
}
