/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/text/time-text.h"
#include "output/report/report-diff.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *sort;
  char *min;
  char *fail_above;
  gboolean all;

  /* The parsed amounts */
  TvDiffAmount least;
  TvDiffAmount limit;
  TvReportDiffSpec spec;
  const TvTraceDiff *diff;
} Options;

typedef struct
{
  TvInput inputs[TV_N_DIFF_SIDES];
  TvProfile *profiles[TV_N_DIFF_SIDES];
  TvTraceDiff *diff;
} Comparison;

static void
clear_comparison (Comparison *comparison)
{
  g_clear_pointer (&comparison->diff, tv_trace_diff_free);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&comparison->profiles[side], tv_profile_unref);
      tv_input_clear (&comparison->inputs[side]);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Comparison, clear_comparison)

/* Options */

/* An amount without a unit would be ambiguous. */
static gboolean
parse_amount (const char *text, TvDiffAmount *amount)
{
  char *after = NULL;

  if (!g_ascii_isdigit (*text))
    return FALSE;
  amount->percent = g_ascii_strtod (text, &after);
  if (g_str_equal (after, "%") && strspn (text, "0123456789.") == strlen (text) - 1)
    return TRUE;
  amount->percent = -1;
  return !g_ascii_isdigit (text[strlen (text) - 1])
         && tv_time_parse (text, &amount->nanoseconds);
}

static gboolean
take_amount (TvCliLine *line, const char *text, TvDiffAmount *amount)
{
  return text == NULL || parse_amount (text, amount)
         || tv_cli_refuse (line, NULL,
                           _ ("“%s” is neither a percentage such as 5%% nor a "
                              "time such as 2ms"),
                           text);
}

static gboolean
check_options (TvCliLine *line)
{
  Options *options = line->values;
  TvDiffChoice *choice = &options->spec.choice;

  if (options->sort != NULL)
    (void) tv_diff_order_parse (options->sort, &choice->order);
  choice->min = options->min != NULL ? &options->least : NULL;
  choice->unchanged = options->all;
  options->spec.format = line->table_format;
  options->spec.top = line->top;
  return take_amount (line, options->min, &options->least)
         && take_amount (line, options->fail_above, &options->limit);
}

/* Traces */

static gboolean
load_profile (const TvCliLine *line, TvDiffSide side, Comparison *comparison)
{
  TvInput *input = &comparison->inputs[side];
  g_autoptr (GError) error = NULL;

  if (!tv_input_open (input, line, line->files[side], side == TV_DIFF_OLD))
    return FALSE;
  comparison->profiles[side]
      = tv_profile_new_for_range (input->trace, &input->part, NULL, &error);
  if (error != NULL)
    tv_report_file_error (line->files[side], error->message);
  return error == NULL;
}

/* Finds the clock to compare on: the requested one, the only one that both traces have,
 * or the primary clock of the new trace. */
static gboolean
find_clock (const TvCliLine *line, const Comparison *comparison, TvClock *clock)
{
  *clock = line->has_clock
               ? line->clock
               : tv_trace_get_primary_clock (comparison->inputs[TV_DIFF_NEW].trace);
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      if (comparison->diff->has_clock[*clock])
        return TRUE;
      *clock = *clock == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
    }
  tv_report_file_error (line->files[TV_DIFF_NEW],
                        _ ("The files have no clock in common"));
  return FALSE;
}

/* Limit */

static TvExitStatus
report_increase (const TvCliLine *line, const TvDiffIncrease *increase)
{
  g_autoptr (GString) by = g_string_new (NULL);
  g_autofree char *sentence = NULL;
  const char *name
      = increase->row != NULL ? increase->row->name : _ ("All methods together");

  tv_time_append_milliseconds (by, increase->to - increase->from);
  if (increase->is_exclusive)
    sentence = g_strdup_printf (_ ("%s: the exclusive time has increased by %s ms, "
                                   "which is above the limit"),
                                name, by->str);
  else
    sentence = g_strdup_printf (_ ("%s: the inclusive time has increased by %s ms, "
                                   "which is above the limit"),
                                name, by->str);
  tv_report_file_error (line->files[TV_DIFF_NEW], sentence);
  return TV_EXIT_ABOVE_LIMIT;
}

/* With a filter, the total of all methods does not count. */
static TvExitStatus
check_limit (const TvCliLine *line, const TvTraceDiff *diff)
{
  const Options *options = line->values;
  TvDiffIncrease increase;

  return options->fail_above != NULL
                 && tv_trace_diff_find_increase (diff, &options->spec.choice,
                                                 &options->limit,
                                                 !tv_cli_has_filter (line), &increase)
             ? report_increase (line, &increase)
             : TV_EXIT_OK;
}

static gboolean
write_comparison (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;

  return tv_report_diff (options->diff, &options->spec, out, error);
}

static TvExitStatus
compare (TvCliLine *line)
{
  Options *options = line->values;
  g_auto (Comparison) comparison = { 0 };
  TvExitStatus status;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      if (!load_profile (line, side, &comparison))
        return TV_EXIT_FAILURE;
      options->spec.trace = comparison.inputs[TV_DIFF_NEW].trace;
      options->spec.titles[side] = comparison.inputs[side].title;
    }
  options->diff = comparison.diff
      = tv_trace_diff_new (comparison.profiles[TV_DIFF_OLD],
                           comparison.profiles[TV_DIFF_NEW], &line->filter, FALSE);
  if (!find_clock (line, &comparison, &options->spec.choice.clock))
    return TV_EXIT_FAILURE;
  status = tv_cli_write (line, write_comparison);
  return status == TV_EXIT_OK ? check_limit (line, comparison.diff) : status;
}

static const GOptionEntry options[]
    = { { "sort", 's', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, sort),
          N_ ("The change to sort by, or the name; the default is exclusive time"),
          "exclusive|inclusive|waiting|calls|name" },
        { "min", 'm', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, min),
          N_ ("Leave out changes smaller than a time or a percentage of the whole old "
              "trace"),
          /* Translators: a placeholder for a percentage such as 5% or a time such as
             2ms */
          N_ ("PCT|TIME") },
        { "all", 'a', 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, all),
          N_ ("List unchanged methods as well"), NULL },
        { "fail-above", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, fail_above),
          N_ ("End with status 3 if a method got slower by more than a time or a "
              "percentage of its old time"),
          N_ ("PCT|TIME") } };

const TvCommand tv_command_diff
    = { .name = "diff",
        .title = N_ ("Compare two traces"),
        .summary
        = N_ ("Compare two traces: how much faster or slower each method got."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_FILTER | TV_TAKES_NAMES
                 | TV_TAKES_OLD | TV_TAKES_OLD_FILE | TV_TAKES_TOP,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .check = check_options,
        .run = compare };
