/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/diff/comparison.h"
#include "analysis/text/amount-text.h"
#include "analysis/text/time-range.h"
#include "output/report/report-diff.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *sort;
  char *min;
  char *fail_above;
  char *by;
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

/* Shares and numbers of samples are no times. Returns whether an amount is neither. */
static gboolean
fits (const TvCliLine *line, const char *option, const TvDiffAmount *amount,
      const TvTraceDiff *diff)
{
  const Options *options = line->values;
  g_autofree char *sentence = NULL;

  if (amount->percent >= 0
      || (!diff->by.by_share
          && tv_trace_get_clock_quantity (options->spec.trace,
                                          options->spec.choice.clock)
                 == TV_QUANTITY_TIME))
    return TRUE;
  sentence = g_strdup_printf (
      diff->by.by_share
          ? _ ("Shares are compared, so %s must be percentage points such as 5%%")
          : _ ("No times are compared, so %s must be a percentage such as 5%%"),
      option);
  tv_report_file_error (line->files[TV_DIFF_NEW], sentence);
  return FALSE;
}

static gboolean
amounts_fit (const TvCliLine *line, const TvTraceDiff *diff)
{
  const Options *options = line->values;

  return (options->min == NULL || fits (line, "--min", &options->least, diff))
         && (options->fail_above == NULL
             || fits (line, "--fail-above", &options->limit, diff));
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
 * or the primary clock of the new trace. A requested one that either lacks is reported.
 */
static gboolean
find_clock (const TvCliLine *line, const Comparison *comparison, TvClock *clock)
{
  const gboolean *is_common = comparison->diff->has_clock;
  const char *sentence = _ ("The files have no clock in common");

  *clock = line->has_clock
               ? line->clock
               : tv_trace_get_primary_clock (comparison->inputs[TV_DIFF_NEW].trace);
  if (!line->has_clock && !is_common[*clock])
    *clock = *clock == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  else if (line->has_clock)
    sentence = *clock == TV_CLOCK_WALL ? _ ("The files have no wall clock in common")
                                       : _ ("The files have no CPU clock in common");
  if (!is_common[*clock])
    tv_report_file_error (line->files[TV_DIFF_NEW], sentence);
  return is_common[*clock];
}

/* Samples tell neither calls nor waits to sort by. */
static gboolean
check_order (const TvCliLine *line, const Comparison *comparison)
{
  const Options *options = line->values;
  const TvDiffOrder order = options->spec.choice.order;

  if (order != TV_DIFF_BY_CALLS && order != TV_DIFF_BY_WAITING)
    return TRUE;
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    if (tv_trace_has_samples (comparison->inputs[side].trace))
      return tv_cli_check_calls (line->files[side], comparison->inputs[side].trace,
                                 order == TV_DIFF_BY_CALLS ? "--sort=calls"
                                                           : "--sort=waiting");
  return TRUE;
}

/* Limit */

/* Returns the increase with its unit. */
static char *
dup_increase (const Options *options, gint64 by, gboolean is_time)
{
  const TvTrace *trace = options->spec.trace;
  const TvClock clock = options->spec.choice.clock;
  GString *text = g_string_new (NULL);

  if (options->diff->by.by_share)
    g_string_append_printf (text, "%.1f", (double) by * 100 / (double) TV_SHARE_WHOLE);
  else
    tv_amount_append (text, trace, clock, by);
  if (!options->diff->by.by_share && !is_time)
    g_string_append_printf (text, " (%s)", tv_amount_get_symbol (trace, clock));
  return g_string_free (text, FALSE);
}

static TvExitStatus
report_increase (const TvCliLine *line, const TvDiffIncrease *increase)
{
  const Options *options = line->values;
  const gboolean own = increase->is_exclusive;
  const gboolean is_time
      = tv_trace_get_clock_quantity (options->spec.trace, options->spec.choice.clock)
        == TV_QUANTITY_TIME;
  const char *name
      = increase->row != NULL ? increase->row->name : _ ("All methods together");
  g_autofree char *by = dup_increase (options, increase->to - increase->from, is_time);
  g_autofree char *sentence = NULL;

  if (options->diff->by.by_share)
    sentence = g_strdup_printf (own ? _ ("%s: the exclusive share has increased by %s "
                                         "percentage points, which is above the limit")
                                    : _ ("%s: the inclusive share has increased by %s "
                                         "percentage points, which is above the limit"),
                                name, by);
  else if (is_time)
    sentence = g_strdup_printf (own ? _ ("%s: the exclusive time has increased by %s "
                                         "ms, which is above the limit")
                                    : _ ("%s: the inclusive time has increased by %s "
                                         "ms, which is above the limit"),
                                name, by);
  else
    sentence = g_strdup_printf (own ? _ ("%s: the exclusive weight has increased by "
                                         "%s, which is above the limit")
                                    : _ ("%s: the inclusive weight has increased by "
                                         "%s, which is above the limit"),
                                name, by);
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

/* Finds out whether shares are compared: if asked for, and where nothing else can be.
 */
static gboolean
choose_meaning (const TvCliLine *line, const Comparison *comparison, gboolean *by_share)
{
  const Options *options = line->values;
  const TvTrace *old = comparison->inputs[TV_DIFF_OLD].trace;
  const TvTrace *now = comparison->inputs[TV_DIFF_NEW].trace;
  const gboolean same = tv_traces_measure_the_same (old, now);
  const gboolean is_amount = g_strcmp0 (options->by, "amount") == 0;
  const char *sentence = _ ("The traces measure different things, so only their shares "
                            "can be compared");

  *by_share = !same || g_strcmp0 (options->by, "share") == 0;
  if (!same && is_amount)
    tv_report_file_error (line->files[TV_DIFF_NEW], sentence);
  /* A page says it itself. */
  else if (!same && options->by == NULL
           && !tv_table_format_is_page (options->spec.format))
    tv_report_file_warning (line->files[TV_DIFF_NEW], sentence);
  return same || !is_amount;
}

static TvExitStatus
compare (TvCliLine *line)
{
  Options *options = line->values;
  g_auto (Comparison) comparison = { 0 };
  gboolean by_share;
  TvExitStatus status;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      if (!load_profile (line, side, &comparison))
        return TV_EXIT_FAILURE;
      options->spec.trace = comparison.inputs[TV_DIFF_NEW].trace;
      options->spec.titles[side] = comparison.inputs[side].title;
    }
  if (!check_order (line, &comparison)
      || !choose_meaning (line, &comparison, &by_share))
    return TV_EXIT_FAILURE;
  options->diff = comparison.diff = tv_trace_diff_new (comparison.profiles[TV_DIFF_OLD],
                                                       comparison.profiles[TV_DIFF_NEW],
                                                       &line->filter, FALSE, by_share);
  if (!find_clock (line, &comparison, &options->spec.choice.clock)
      || !amounts_fit (line, comparison.diff))
    return TV_EXIT_FAILURE;
  status = tv_cli_write (line, write_comparison);
  return status == TV_EXIT_OK ? check_limit (line, comparison.diff) : status;
}

static const GOptionEntry options[]
    = { { "sort", 's', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, sort),
          N_ ("The change to sort by, or the name; the default is exclusive time"),
          "exclusive|inclusive|waiting|calls|name" },
        { "by", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, by),
          N_ ("Compare amounts, or their shares of each trace, for runs of unlike "
              "length; the default is amounts where both traces measure the same"),
          "amount|share" },
        { "min", 'm', 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, min),
          N_ ("Leave out changes smaller than a time or a percentage of the whole old "
              "trace; of shares, percentage points"),
          /* Translators: a placeholder for a percentage such as 5% or a time such as
             2ms */
          N_ ("PCT|TIME") },
        { "all", 'a', 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, all),
          N_ ("List unchanged methods as well"), NULL },
        { "fail-above", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, fail_above),
          N_ ("End with status 3 if a method got slower by more than a time or a "
              "percentage of its old time; of shares, percentage points"),
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
