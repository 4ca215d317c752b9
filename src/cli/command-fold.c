/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/sums/method-set.h"
#include "output/flame/folded-stacks.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvFoldedSpec spec;
  char *note;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  Report *report = user_data;

  return tv_folded_stacks_write (report->trace, &report->spec, &report->note, out, NULL,
                                 error);
}

static TvExitStatus
report_stacks (const TvCommandLine *line, const TvFoldedSpec *spec, const char *unit)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) through = NULL;
  Report report = { .trace = trace, .spec = *spec };
  TvExitStatus status;

  if (trace == NULL || !tv_command_line_find_clock (line, 0, trace, &report.spec.clock)
      || !tv_command_line_find_part (line, 0, trace, &report.spec.part))
    return TV_EXIT_FAILURE;
  threads = report.spec.part.threads;
  report.spec.max_depth = line->depth;
  report.spec.through = through = tv_method_set_new_matching (trace, &line->filter);
  if (unit == NULL)
    report.spec.unit = tv_folded_unit_choose (trace);
  else
    report.spec.unit
        = g_str_equal (unit, "ns") ? TV_FOLDED_NANOSECONDS : TV_FOLDED_MICROSECONDS;
  status = tv_command_line_write (line, write_report, &report);
  if (report.note != NULL)
    tv_report_file_error (line->files[0], report.note);
  g_free (report.note);
  return status;
}

/* `tracedump fold`: writes folded stacks for flame graph tools. */
TvExitStatus
tv_command_fold (int argc, char **argv)
{
  TvFoldedSpec spec = { 0 };
  g_autofree char *unit = NULL;
  const GOptionEntry entries[]
      = { { "per-thread", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &spec.per_thread,
            N_ ("Keep threads apart, with a first frame for each"), NULL },
          { "signatures", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &spec.signatures,
            N_ ("Keep overloaded methods apart by their signatures"), NULL },
          { "unit", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &unit,
            N_ ("Unit of the numbers; the default is microseconds, or nanoseconds for "
                "files that have such times"),
            "us|ns" },
          { 0 } };
  TvCommandLine line
      = { .name = "fold",
          .summary
          = _ ("Write folded stacks, the time of each stack, for flame graph tools."),
          .formats = "collapsed",
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER
                   | TV_TAKES_NAMES | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_stacks (&line, &spec, unit);
  tv_command_line_clear (&line);
  return status;
}
