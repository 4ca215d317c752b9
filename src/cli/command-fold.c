/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/sums/method-set.h"
#include "output/flame/folded-stacks.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  gboolean per_thread;
  gboolean signatures;
  char *unit;
} Options;

typedef struct
{
  TvTrace *trace;
  TvProfileRange part;
  TvClock clock;
  TvFoldedUnit unit;
  GRegex *filter; /* nullable */
  const Options *options;
} Report;

static gboolean
check_unit (const char *unit, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;

  if (unit == NULL || g_str_equal (unit, "us") || g_str_equal (unit, "ns"))
    return TRUE;
  sentence = g_strdup_printf (_ ("There is no unit “%s”"), unit);
  *status = tv_report_usage_error ("fold", sentence);
  return FALSE;
}

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;
  g_autoptr (TvFrameNames) names
      = tv_frame_names_new (report->trace, report->options->signatures);
  g_autoptr (TvMethodSet) through
      = tv_method_set_new_matching (report->trace, report->filter);
  const TvCallTreeLimits limits = { .per_thread = report->options->per_thread,
                                    .clock = report->clock,
                                    .same = tv_frame_names_get_same (names),
                                    .through = through };
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new_limited (report->trace, &report->part, &limits, NULL, error);

  return tree != NULL
         && tv_folded_stacks_write (tree, names, report->clock, report->unit, out, NULL,
                                    error);
}

static TvExitStatus
report_stacks (const TvCommandLine *line, const Options *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  Report report = { .trace = trace, .filter = line->filter, .options = options };

  if (trace == NULL || !tv_command_line_find_clock (line, 0, trace, &report.clock)
      || !tv_command_line_find_part (line, 0, trace, &report.part))
    return TV_EXIT_FAILURE;
  threads = report.part.threads;
  if (options->unit == NULL)
    report.unit = tv_folded_unit_choose (trace);
  else
    report.unit = g_str_equal (options->unit, "ns") ? TV_FOLDED_NANOSECONDS
                                                    : TV_FOLDED_MICROSECONDS;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump fold`: writes folded stacks for flame graph tools. */
TvExitStatus
tv_command_fold (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[]
      = { { "per-thread", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.per_thread,
            N_ ("Keep threads apart, with a first frame for each"), NULL },
          { "signatures", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.signatures,
            N_ ("Keep overloaded methods apart by their signatures"), NULL },
          { "unit", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options.unit,
            N_ ("Unit of the numbers; the default is microseconds, or nanoseconds for "
                "files that have such times"),
            "us|ns" },
          { 0 } };
  TvCommandLine line
      = { .name = "fold",
          .summary
          = _ ("Write folded stacks, the time of each stack, for flame graph tools."),
          .takes
          = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER | TV_TAKES_NAMES,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && check_unit (options.unit, &status))
    status = report_stacks (&line, &options);
  tv_command_line_clear (&line);
  g_free (options.unit);
  return status;
}
