/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-methods.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_TOP 20

#define TAKES                                                                          \
  (TV_TAKES_PART | TV_TAKES_FILTER | TV_TAKES_CLOCK | TV_TAKES_NAMES | TV_TAKES_TOP    \
   | TV_TAKES_TRANSFORMS | TV_TAKES_WITH)

typedef struct
{
  char *sort;
} Options;

/* Samples can be ranked by weight alone. */
static gboolean
check_sort (const TvCliLine *line, TvMethodSort sort)
{
  return (sort != TV_METHOD_SORT_CALLS && sort != TV_METHOD_SORT_WAITING)
         || !tv_trace_has_samples (line->input.trace)
         || tv_cli_check_calls (line->files[0], line->input.trace,
                                sort == TV_METHOD_SORT_CALLS ? "--sort=calls"
                                                             : "--sort=waiting");
}

static gboolean
write_report (const TvCliLine *line, gboolean shares, TvMethodSort sort, guint top,
              GOutputStream *out, GError **error)
{
  const TvInput *input = &line->input;
  const TvReportMethodsSpec spec = { .title = input->title,
                                     .format = line->table_format,
                                     .clock = input->clock,
                                     .filter = input->matching,
                                     .shares = shares,
                                     .sort = sort,
                                     .top = top };
  g_autoptr (TvProfile) profile = NULL;

  if (!check_sort (line, sort))
    return FALSE;
  profile = tv_profile_new_for_range (input->trace, &input->part, NULL, error);

  return profile != NULL && tv_report_methods (profile, &spec, out, NULL, error);
}

static gboolean
write_methods (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  TvMethodSort sort = TV_METHOD_SORT_RANK;

  if (options->sort != NULL)
    (void) tv_method_sort_parse (options->sort, &sort);
  return write_report (line, FALSE, sort, line->top, out, error);
}

/* Returns the order for a number on a clock. */
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

static gboolean
write_top (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;

  return write_report (line, TRUE, find_top_sort (options->sort, line->input.clock),
                       line->top == G_MAXINT ? DEFAULT_TOP : line->top, out, error);
}

static const GOptionEntry options[]
    = { { "sort", 's', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, sort),
          N_ ("Order of the methods; the default is rank, inclusive time on --clock"),
          "rank|inclusive-cpu|exclusive-cpu|inclusive-wall|exclusive-wall|waiting|"
          "calls|name" } };

const TvCommand tv_command_methods
    = { .name = "methods",
        .title = N_ ("List the methods with their calls and times"),
        .summary = N_ ("List the methods of a trace with their calls and times."),
        .formats = TV_TABLE_FORMATS,
        .takes = TAKES,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .write = write_methods };

static const GOptionEntry top_options[]
    = { { "sort", 's', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, sort),
          N_ ("The number to rank by; the default is exclusive, time on --clock"),
          "exclusive|inclusive|waiting|calls" } };

const TvCommand tv_command_top
    = { .name = "top",
        .title = N_ ("List the heaviest methods"),
        .summary = N_ ("List the heaviest methods, 20 or --top of them, with their "
                       "shares and running sums."),
        .formats = TV_TABLE_FORMATS,
        .takes = TAKES,
        .options = top_options,
        .n_options = G_N_ELEMENTS (top_options),
        .size = sizeof (Options),
        .write = write_top };
