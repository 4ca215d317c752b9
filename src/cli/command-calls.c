/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/text/kind-text.h"
#include "output/report/report-method-calls.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *sort;
} Options;

static TvCallNumber
find_number (const char *name)
{
  return g_strcmp0 (name, "start") == 0       ? TV_CALL_NUMBER_START
         : g_strcmp0 (name, "exclusive") == 0 ? TV_CALL_NUMBER_EXCLUSIVE
         : g_strcmp0 (name, "waiting") == 0   ? TV_CALL_NUMBER_WAITING
                                              : TV_CALL_NUMBER_INCLUSIVE;
}

static gboolean
write_calls (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  g_autoptr (TvMethodCalls) calls
      = tv_method_calls_new (input->trace, &input->part, input->method, NULL, error);
  /* Translators: a method and the name of a file */
  g_autofree char *title
      = g_strdup_printf (tv_kind_text (input->trace, N_ ("Calls of %s in %s")),
                         line->method, input->title);
  TvMethodCallsReport report = { .calls = calls,
                                 .title = title,
                                 .format = line->table_format,
                                 .clock = input->clock,
                                 .sort = find_number (options->sort),
                                 .top = line->top };

  /* The start that the text format shows. */
  if (report.sort == TV_CALL_NUMBER_START && !line->has_clock
      && tv_trace_has_clock (input->trace, TV_CLOCK_WALL))
    report.clock = TV_CLOCK_WALL;
  return calls != NULL && tv_report_method_calls (&report, out, NULL, error);
}

static const GOptionEntry options[]
    = { { "sort", 's', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, sort),
          N_ ("Order of the calls; the default is inclusive, on --clock"),
          "inclusive|exclusive|waiting|start" } };

const TvCommand tv_command_calls
    = { .name = "calls",
        .title = N_ ("List each call of a method"),
        .summary = N_ ("List each call of a method with its times, and how these are "
                       "spread."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_RUNS | TV_TAKES_METHOD | TV_TAKES_PART | TV_TAKES_CLOCK
                 | TV_TAKES_NAMES | TV_TAKES_TOP | TV_TAKES_TRANSFORMS | TV_TAKES_WITH,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .write = write_calls };
