/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/diff/comparison.h"
#include "analysis/text/amount-text.h"
#include "output/flame/flame-chart.h"
#include "output/flame/flame-graph.h"

#include <glib/gi18n-lib.h>

#define MIN_WIDTH 200
#define MAX_WIDTH 20000

/* The default of --min-width in pixels. It grows if there are too many frames for a
 * browser to open at once; this many frames make a picture of 1 to 3 MB. */
#define NARROWEST_FRAME 1
#define MAX_FRAMES 5000
#define MAX_CALLS 18000

/* In pixels */
#define LEAST_FRAME 0.01
#define WIDEST_FRAME 100

#define MAX_DEPTH 100000

typedef struct
{
  gboolean icicle;
  gboolean chart;
  gboolean per_thread;
  gboolean signatures;
  char *old_file;
  char *change;
  char *title;
  int width;
  double min_width;

  guint max_frames; /* the limit for --min-width */
  TvInput old;      /* the trace to compare with, if any */
} Options;

static gboolean
check_options (TvCliLine *line)
{
  Options *options = line->values;

  options->max_frames = options->min_width != 0 ? 0
                        : options->chart        ? MAX_CALLS
                                                : MAX_FRAMES;
  if (options->min_width == 0)
    options->min_width = NARROWEST_FRAME;
  if (options->chart
      && (options->old_file != NULL || line->has_clock || tv_cli_has_filter (line)))
    return tv_cli_refuse (
        line, NULL, _ ("--chart cannot be used with --clock, --diff or --filter"));
  if (line->old_mapping != NULL && options->old_file == NULL)
    return tv_cli_refuse (line, NULL, _ ("--mapping-old needs --diff"));
  if (options->width < MIN_WIDTH || options->width > MAX_WIDTH)
    return tv_cli_refuse (line, NULL, _ ("The width must be %u to %u pixels"),
                          MIN_WIDTH, MAX_WIDTH);
  if (!(options->min_width >= LEAST_FRAME && options->min_width <= WIDEST_FRAME))
    return tv_cli_refuse (
        line, NULL, _ ("The width of the narrowest frame must be %.2f to %u pixels"),
        LEAST_FRAME, WIDEST_FRAME);
  return line->depth <= MAX_DEPTH
         || tv_cli_refuse (line, NULL, _ ("--depth must be at most %u"), MAX_DEPTH);
}

static gboolean
write_chart (const TvCliLine *line, const char *title, GOutputStream *out,
             GError **error)
{
  const Options *options = line->values;
  g_autoptr (TvFrameNames) names
      = tv_frame_names_new (line->input.trace, options->signatures);
  const TvFlameChart chart
      = { .trace = line->input.trace,
          .range = &line->input.part,
          .names = names,
          .width = (guint) options->width,
          .n_columns = (guint) MAX (options->width / options->min_width, 1),
          .max_depth = line->depth,
          .max_frames = options->max_frames,
          .title = title };

  return tv_flame_chart_write (&chart, out, NULL, error);
}

/* Maps the methods of the old trace to those of the new one. */
static guint32 *
match_methods (const TvTrace *old, const TvFrameNames *names,
               const TvFrameNames *old_names)
{
  const guint n = tv_trace_get_n_methods (old);
  guint32 *methods = g_new (guint32, MAX (n, 1));

  for (guint32 method = 0; method < n; method++)
    methods[method]
        = tv_frame_names_find (names, tv_frame_names_get (old_names, method));
  return methods;
}

static TvCallTreeOther *
compare (const TvCliLine *line, const TvCallTree *tree, const TvFrameNames *names,
         GError **error)
{
  const Options *options = line->values;
  const TvInput *old = &options->old;
  g_autoptr (TvFrameNames) old_names
      = tv_frame_names_new (old->trace, options->signatures);
  g_autofree guint32 *methods = match_methods (old->trace, names, old_names);
  const TvCallTreeComparison comparison = { .trace = old->trace,
                                            .range = &old->part,
                                            .clock = old->clock,
                                            .methods = methods,
                                            .same = tv_frame_names_get_same (old_names),
                                            .through = old->matching };

  return tv_call_tree_compare (tree, &comparison, NULL, error);
}

static gboolean
write_graph (const TvCliLine *line, const char *title, GOutputStream *out,
             GError **error)
{
  const Options *options = line->values;
  g_autoptr (TvFrameNames) names
      = tv_frame_names_new (line->input.trace, options->signatures);
  const TvCallTreeLimits limits = { .per_thread = options->per_thread,
                                    .clock = line->input.clock,
                                    .least_share = options->min_width / options->width,
                                    .max_depth = line->depth,
                                    .same = tv_frame_names_get_same (names),
                                    .through = line->input.matching };
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new (line->input.trace, &line->input.part, &limits, NULL, error);
  g_autoptr (TvCallTreeOther) other = NULL;
  g_autoptr (TvFlameLayout) layout = NULL;
  TvFlameGraph graph = { .names = names,
                         .icicle = options->icicle,
                         .width = (guint) options->width,
                         .max_depth = line->depth,
                         .title = title };

  if (tree == NULL)
    return FALSE;
  layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = line->input.clock,
                            .root = TV_NODE_NONE,
                            .least_time = tv_call_tree_get_least (tree, &limits),
                            .max_frames = options->max_frames,
                            .max_depth = line->depth });
  graph.layout = layout;
  if (options->old_file != NULL)
    {
      other = compare (line, tree, names, error);
      if (other == NULL)
        return FALSE;
    }
  graph.other = other;
  graph.other_trace = options->old.trace;
  graph.other_clock = options->old.clock;
  graph.change = g_strcmp0 (options->change, "inclusive") == 0
                     ? TV_FLAME_CHANGE_INCLUSIVE
                     : TV_FLAME_CHANGE_SELF;
  return tv_flame_graph_write (&graph, out, NULL, error);
}

static char *
dup_file_name (const char *path)
{
  return g_str_equal (path, "-") ? g_strdup (_ ("standard input"))
                                 : tv_file_title_dup (path);
}

static char *
make_title (const TvCliLine *line)
{
  const Options *options = line->values;
  const TvTrace *trace = line->input.trace;
  const char *clock = line->input.clock == TV_CLOCK_WALL ? _ ("wall time")
                      : tv_trace_get_n_sample_events (trace) > 0
                          ? tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU)
                          : _ ("CPU time");
  g_autofree char *name = dup_file_name (line->files[0]);
  g_autofree char *old = NULL;

  if (options->title != NULL)
    return g_strdup (options->title);
  if (options->chart)
    return g_steal_pointer (&name);
  if (options->old_file == NULL)
    /* Translators: the name of a file, and which time is shown of it */
    return g_strdup_printf (_ ("%s, %s"), name, clock);
  old = dup_file_name (options->old_file);
  /* Translators: the names of two files, and which time is compared */
  return g_strdup_printf (_ ("%s compared with %s, %s"), name, old, clock);
}

static gboolean
write_picture (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  g_autofree char *title = make_title (line);

  return (options->chart ? write_chart : write_graph) (line, title, out, error);
}

/* Opens the old trace, on the clock of the new one or what that is compared with. */
static gboolean
open_old (TvCliLine *line)
{
  Options *options = line->values;
  const TvClock clock = line->input.clock;

  if (!tv_input_open (&options->old, line, options->old_file, TRUE))
    return FALSE;
  if (tv_traces_find_old_clock (options->old.trace, line->input.trace, clock,
                                &options->old.clock))
    return TRUE;
  tv_report_file_error (options->old_file, clock == TV_CLOCK_WALL
                                               ? _ ("The file has no wall clock")
                                               : _ ("The file has no CPU clock"));
  return FALSE;
}

static TvExitStatus
draw (TvCliLine *line)
{
  Options *options = line->values;
  TvExitStatus status = TV_EXIT_FAILURE;
  gboolean is_open = tv_input_open (&line->input, line, line->files[0], FALSE)
                     && (options->old_file == NULL || open_old (line));

  if (is_open)
    status = tv_cli_write (line, write_picture);
  tv_input_clear (&options->old);
  return status;
}

static const GOptionEntry options[]
    = { { "icicle", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, icicle),
          N_ ("Draw callers above their callees"), NULL },
        { "chart", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, chart),
          N_ ("Draw the calls of each thread in order of time, callers above"), NULL },
        { "per-thread", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, per_thread),
          N_ ("Keep threads apart, each below a frame of its own"), NULL },
        { "signatures", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, signatures),
          N_ ("Keep overloaded methods apart by their signatures"), NULL },
        { "diff", 0, 0, G_OPTION_ARG_FILENAME, TV_OPTION_AT (Options, old_file),
          N_ ("Color by the change since an older trace: red for more time, blue for "
              "less"),
          /* Translators: a placeholder for the name of a file */
          N_ ("OLD") },
        { "diff-by", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, change),
          N_ ("The time to compare"), "self|inclusive" },
        { "title", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, title),
          N_ ("Title of the picture"),
          /* Translators: a placeholder for a text */
          N_ ("TEXT") },
        { "width", 0, 0, G_OPTION_ARG_INT, TV_OPTION_AT (Options, width),
          N_ ("Width of the picture; the default is 1200"),
          /* Translators: a placeholder for a number of pixels */
          N_ ("PIXELS") },
        { "min-width", 0, 0, G_OPTION_ARG_DOUBLE, TV_OPTION_AT (Options, min_width),
          N_ ("Merge narrower frames; the default is 1, or more where there are too "
              "many"),
          N_ ("PIXELS") } };

const TvCommand tv_command_flamegraph
    = { .name = "flamegraph",
        .title = N_ ("Draw a flame graph as an SVG picture"),
        .summary = N_ ("Draw a flame graph of a trace as an SVG picture."),
        .formats = "svg",
        .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER | TV_TAKES_NAMES
                 | TV_TAKES_OLD | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS | TV_TAKES_WITH,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .defaults = &(const Options){ .width = 1200 },
        .check = check_options,
        .run = draw };
