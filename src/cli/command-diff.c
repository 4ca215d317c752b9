/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/text/time-text.h"
#include "cli/time-range.h"
#include "output/report/report-diff.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>

#define COMMAND "diff"

/* Options of this command. */
typedef struct
{
  char *sort;
  char *min;
  char *fail_above;
  gboolean all;
} Options;

static void
clear_options (Options *options)
{
  g_clear_pointer (&options->sort, g_free);
  g_clear_pointer (&options->min, g_free);
  g_clear_pointer (&options->fail_above, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

typedef struct
{
  const TvCommandLine *line;
  TvReportDiffSpec spec;
  TvDiffAmount min;
  TvDiffAmount limit;
  gboolean has_limit;
  TvProfile *profiles[TV_N_DIFF_SIDES];
  TvTraceDiff *diff;
} Comparison;

static void
clear_comparison (Comparison *comparison)
{
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    g_clear_pointer (&comparison->profiles[side], tv_profile_unref);
  g_clear_pointer (&comparison->diff, tv_trace_diff_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Comparison, clear_comparison)

/* Options */

/* Without a unit it would be ambiguous. */
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
take_amount (const char *text, TvDiffAmount *amount, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;

  if (text == NULL || parse_amount (text, amount))
    return TRUE;
  sentence = g_strdup_printf (_ ("“%s” is neither a percentage such as 5%% nor a time "
                                 "such as 2ms"),
                              text);
  *status = tv_report_usage_error (COMMAND, sentence, NULL);
  return FALSE;
}

static gboolean
take_options (Comparison *comparison, const Options *options, TvExitStatus *status)
{
  TvDiffChoice *choice = &comparison->spec.choice;

  if (options->sort != NULL)
    (void) tv_diff_order_parse (options->sort, &choice->order);
  if (!take_amount (options->min, &comparison->min, status)
      || !take_amount (options->fail_above, &comparison->limit, status))
    return FALSE;
  choice->min = options->min != NULL ? &comparison->min : NULL;
  choice->unchanged = options->all;
  comparison->has_limit = options->fail_above != NULL;
  return TRUE;
}

/* Traces */

static TvProfile *
load_profile (const TvCommandLine *both, guint index)
{
  const TvCommandLine old = tv_command_line_get_old (both);
  const TvCommandLine *line = index == TV_DIFF_OLD ? &old : both;
  g_autoptr (TvTrace) trace = tv_command_line_load (line, index);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (GError) error = NULL;
  TvProfileRange part;
  TvClock clock;
  TvProfile *profile;

  if (trace == NULL || !tv_command_line_find_part (line, index, trace, &part))
    return NULL;
  threads = part.threads;
  if (!tv_command_line_find_clock (line, index, trace, &clock))
    return NULL;
  profile = tv_profile_new_for_range (trace, &part, NULL, &error);
  if (profile == NULL)
    tv_report_file_error (line->files[index], error->message);
  return profile;
}

/* The requested clock, the only one that both traces have, or the primary clock of the
 * new trace. */
static gboolean
find_clock (Comparison *comparison, TvClock *clock)
{
  const TvCommandLine *line = comparison->line;

  *clock = line->has_clock ? line->clock
                           : tv_trace_get_primary_clock (tv_profile_get_trace (
                               comparison->profiles[TV_DIFF_NEW]));
  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      if (tv_trace_diff_has_clock (comparison->diff, *clock))
        return TRUE;
      *clock = *clock == TV_CLOCK_WALL ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
    }
  tv_report_file_error (line->files[TV_DIFF_NEW],
                        _ ("The files have no clock in common"));
  return FALSE;
}

/* Limit */

static TvExitStatus
report_increase (const Comparison *comparison, const TvDiffIncrease *increase)
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
  tv_report_file_error (comparison->line->files[TV_DIFF_NEW], sentence);
  return TV_EXIT_ABOVE_LIMIT;
}

/* With a filter, the total of all methods is not of interest. */
static TvExitStatus
check_limit (const Comparison *comparison)
{
  TvDiffIncrease increase;

  if (!comparison->has_limit
      || !tv_trace_diff_find_increase (
          comparison->diff, &comparison->spec.choice, &comparison->limit,
          !tv_command_line_has_filter (comparison->line), &increase))
    return TV_EXIT_OK;
  return report_increase (comparison, &increase);
}

static gboolean
write_comparison (GOutputStream *out, gpointer user_data, GError **error)
{
  const Comparison *comparison = user_data;

  return tv_report_diff (comparison->diff, &comparison->spec, out, error);
}

static TvExitStatus
compare (Comparison *comparison)
{
  const TvCommandLine *line = comparison->line;
  g_autofree char *old_title = tv_file_title_dup (line->files[TV_DIFF_OLD]);
  g_autofree char *new_title = tv_file_title_dup (line->files[TV_DIFF_NEW]);
  TvReportDiffSpec *spec = &comparison->spec;
  TvExitStatus status;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      comparison->profiles[side] = load_profile (line, side);
      if (comparison->profiles[side] == NULL)
        return TV_EXIT_FAILURE;
    }
  comparison->diff
      = tv_trace_diff_new (comparison->profiles[TV_DIFF_OLD],
                           comparison->profiles[TV_DIFF_NEW], &line->filter, FALSE);
  if (!find_clock (comparison, &spec->choice.clock)
      || !tv_table_format_parse (line->format, &spec->format))
    return TV_EXIT_FAILURE;
  spec->top = line->top;
  spec->titles[TV_DIFF_OLD] = old_title;
  spec->titles[TV_DIFF_NEW] = new_title;
  status = tv_command_line_write (line, write_comparison, comparison);
  return status == TV_EXIT_OK ? check_limit (comparison) : status;
}

/* `tracedump diff`: compares the methods of two traces. */
TvExitStatus
tv_command_diff (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "sort", 's', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options.sort,
      N_ ("The change to sort by, or the name; the default is exclusive time"),
      "exclusive|inclusive|waiting|calls|name" },
    { "min", 'm', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options.min,
      N_ ("Leave out changes smaller than a time or a percentage of the whole old "
          "trace"),
      /* Translators: a placeholder for a percentage such as 5% or a time such as 2ms */
      N_ ("PCT|TIME") },
    { "all", 'a', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.all,
      N_ ("List unchanged methods as well"), NULL },
    { "fail-above", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options.fail_above,
      N_ ("End with status 3 if a method got slower by more than a time or a "
          "percentage of its old time"),
      N_ ("PCT|TIME") },
    { 0 }
  };
  TvCommandLine line
      = { .name = COMMAND,
          .summary
          = _ ("Compare two traces: how much faster or slower each method got."),
          .formats = TV_TABLE_FORMATS,
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_FILTER | TV_TAKES_NAMES
                   | TV_TAKES_OLD | TV_TAKES_OLD_FILE | TV_TAKES_TOP,
          .options = entries };
  g_auto (Comparison) comparison = { .line = &line };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && take_options (&comparison, &options, &status))
    status = compare (&comparison);
  tv_command_line_clear (&line);
  return status;
}
