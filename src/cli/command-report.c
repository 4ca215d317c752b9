/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-calls.h"

#include <glib/gi18n-lib.h>

/* Limits that keep a page small enough for browsers to open at once. */
#define MOST_BYTES (20 * 1000 * 1000)
#define LEAST_SHARE 0.5

typedef struct
{
  gboolean per_thread;
  gboolean all;
} Options;

static gboolean
write_report (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  const TvReportCallsSpec spec
      = { .layout = g_str_equal (line->format, "html") ? TV_REPORT_CALLS_HTML
                                                       : TV_REPORT_CALLS_TEXT,
          .title = input->title,
          .part = input->part,
          .per_thread = options->per_thread,
          .report = { .clock = input->clock,
                      .filter = &line->filter,
                      .top = line->top == G_MAXINT ? 0 : line->top,
                      .least_share = options->all ? 0 : LEAST_SHARE,
                      .most_bytes = options->all ? 0 : MOST_BYTES } };

  return tv_report_calls (input->trace, &spec, out, NULL, error);
}

static const GOptionEntry options[]
    = { { "per-thread", 'p', 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, per_thread),
          N_ ("Write a report for each thread"), NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, all),
          N_ ("List every method with every caller and callee"), NULL } };

const TvCommand tv_command_report
    = { .name = "report",
        .title = N_ ("Report methods with callers and callees, and classes"),
        .summary
        = N_ ("Write the report of dmtracedump: methods by exclusive time, methods "
              "with their callers and callees, classes, and methods of the same name."),
        .formats = "text|html",
        .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_FILTER | TV_TAKES_NAMES
                 | TV_TAKES_TOP | TV_TAKES_WITH | TV_TAKES_RUNS,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .write = write_report };
