/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/text/kind-text.h"
#include "analysis/text/time-range.h"
#include "output/report/report-tree.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_SHARE 0.001

/* Paths below this share are listed only as a whole. */
#define LEAST_SHARE 1e-6

#define TAKES                                                                          \
  (TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_NAMES | TV_TAKES_TOP_PATHS                \
   | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS | TV_TAKES_WITH)

typedef struct
{
  gboolean per_thread;
  char *least;
  gboolean bottom_up;
  TvCallTreeLimits limits; /* the parsed limits */
} Options;

/* Parses a percentage, with or without a percent sign, or a time with its unit. */
static gboolean
parse_least (const char *text, TvCallTreeLimits *limits)
{
  char *end = NULL;
  const double percent = g_ascii_strtod (text, &end);

  if (end != text && (*end == '\0' || g_str_equal (end, "%")))
    {
      limits->least_share = percent / 100;
      return percent >= 0 && percent <= 100;
    }
  return tv_time_parse (text, &limits->least_time);
}

static gboolean
check_options (TvCliLine *line)
{
  Options *options = line->values;
  TvCallTreeLimits *limits = &options->limits;

  limits->per_thread = options->per_thread;
  limits->bottom_up = options->bottom_up;
  limits->max_depth = line->depth;
  if (options->least == NULL)
    limits->least_share = DEFAULT_SHARE;
  return options->least == NULL || parse_least (options->least, limits)
         || tv_cli_refuse (line, NULL, _ ("“%s” is neither a percentage nor a time"),
                           options->least);
}

static char *
dup_title (const TvCliLine *line, gboolean bottom_up)
{
  const char *file = line->input.title;

  if (line->method == NULL)
    return g_strdup (file);
  /* Translators: a method and the name of a file */
  return bottom_up ? g_strdup_printf (
             tv_kind_text (line->input.trace, N_ ("Callers of %s in %s")), line->method,
             file)
                   /* Translators: a method and the name of a file */
                   : g_strdup_printf (
                       tv_kind_text (line->input.trace, N_ ("Callees of %s in %s")),
                       line->method, file);
}

/* Maps overloads to the first of them. Returns NULL for a single method. */
static guint32 *
find_same (const TvTrace *trace, const TvMethodSet *methods)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint32 *same = g_new (guint32, MAX (n, 1));
  guint32 first = TV_METHOD_NONE;
  guint n_methods = 0;

  for (guint32 i = 0; i < n; i++)
    {
      same[i] = i;
      if (!tv_method_set_contains (methods, i))
        continue;
      first = n_methods++ == 0 ? i : first;
      same[i] = first;
    }
  if (n_methods <= 1)
    g_clear_pointer (&same, g_free);
  return same;
}

/* Builds the tree. Unless `--min` was given, paths below the limit are taken as long as
 * `--top` has room for them. A root alone is not listed. */
static TvCallTree *
make_tree (const TvCliLine *line, TvCallTreeLimits *limits, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  TvCallTree *tree = tv_call_tree_new (input->trace, &input->part, limits, NULL, error);
  TvCallTreeLimits lower = *limits;

  while (tree != NULL && options->least == NULL && line->top < G_MAXINT
         && lower.least_share > 0
         && tv_call_tree_get_n_nodes (tree) < MAX (line->top, 2))
    {
      g_autoptr (TvCallTree) smaller = g_steal_pointer (&tree);

      lower.least_share = lower.least_share > LEAST_SHARE ? lower.least_share / 10 : 0;
      tree = tv_call_tree_new (input->trace, &input->part, &lower, NULL, error);
      if (tree != NULL
          && tv_call_tree_get_n_nodes (tree) > tv_call_tree_get_n_nodes (smaller))
        *limits = lower;
    }
  return tree;
}

static gboolean
write_tree (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  TvCallTreeLimits limits = options->limits;
  g_autofree char *title = dup_title (line, limits.bottom_up);
  g_autofree guint32 *same
      = input->method != NULL ? find_same (input->trace, input->method) : NULL;
  g_autoptr (TvProfile) samples = NULL;
  g_autoptr (TvCallTree) tree = NULL;

  limits.clock = input->clock;
  limits.through = input->matching;
  limits.from = input->method;
  limits.same = same;
  limits.nested = input->method != NULL && !limits.bottom_up;
  tree = make_tree (line, &limits, error);
  if (tree != NULL && tv_trace_has_samples (input->trace))
    samples = tv_profile_new_for_range (input->trace, &input->part, NULL, error);
  return tree != NULL
         && tv_report_tree (&(TvTreeReport){ tree, title, &limits, line->top,
                                             samples != NULL
                                                 ? tv_profile_get_n_samples (samples)
                                                 : 0 },
                            line->table_format, out, NULL, error);
}

/* The last option belongs to `tree` alone. */
static const GOptionEntry options[]
    = { { "per-thread", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, per_thread),
          N_ ("Show a tree for each thread"), NULL },
        { "min", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, least),
          N_ ("Leave out paths with less time, such as 2% or 1.5ms, on --clock; the "
              "default is 0.1%"),
          /* Translators: a placeholder for a percentage or a time */
          N_ ("PERCENT|TIME") },
        { "bottom-up", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, bottom_up),
          N_ ("Start with the methods and go from each to its callers"), NULL } };

const TvCommand tv_command_tree
    = { .name = "tree",
        .title = N_ ("Show times by call path"),
        .summary = N_ ("Show the time spent on each call path."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_STACK_FILTER | TAKES,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .check = check_options,
        .write = write_tree };

const TvCommand tv_command_callers
    = { .name = "callers",
        .title = N_ ("Show who calls a method"),
        .summary = N_ ("Show the callers of a method, and theirs, with the time that "
                       "the method took when called that way."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_METHOD | TAKES,
        .options = options,
        .n_options = G_N_ELEMENTS (options) - 1,
        .size = sizeof (Options),
        .defaults = &(const Options){ .bottom_up = TRUE },
        .check = check_options,
        .write = write_tree };

const TvCommand tv_command_callees
    = { .name = "callees",
        .title = N_ ("Show what a method calls"),
        .summary = N_ ("Show the callees of a method, and theirs, with the time that "
                       "they took when called that way."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_METHOD | TAKES,
        .options = options,
        .n_options = G_N_ELEMENTS (options) - 1,
        .size = sizeof (Options),
        .check = check_options,
        .write = write_tree };
