/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/sums/method-set.h"
#include "output/flame/flame-chart.h"
#include "output/flame/flame-graph.h"

#include <glib/gi18n-lib.h>

#define MIN_WIDTH 200
#define MAX_WIDTH 20000

/* Default of --min-width in pixels. It is more where there are too many frames for a
 * browser to open at once: they make pictures of 1 and 3 MB. */
#define NARROWEST_FRAME 1
#define MAX_FRAMES 5000
#define MAX_CALLS 18000

/* Of a pixel. */
#define LEAST_FRAME 0.01
#define WIDEST_FRAME 100

#define MAX_DEPTH 100000

typedef struct
{
  gboolean icicle;
  gboolean chart;
  gboolean per_thread;
  gboolean signatures;
  char *old;
  char *change;
  char *title;
  int width;
  double min_width;
  guint max_frames;
} Options;

typedef struct
{
  TvTrace *trace;
  TvTrace *old; /* nullable */
  const TvCommandLine *line;
  TvProfileRange part;
  TvProfileRange old_part;
  TvClock clock;
  char *title;
  const Options *options;
} Picture;

static void
clear_picture (Picture *picture)
{
  g_clear_pointer (&picture->trace, tv_trace_unref);
  g_clear_pointer (&picture->old, tv_trace_unref);
  g_clear_pointer (&picture->part.threads, tv_thread_set_unref);
  g_clear_pointer (&picture->old_part.threads, tv_thread_set_unref);
  g_clear_pointer (&picture->title, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, clear_picture)

static gboolean
refuse (const char *sentence, TvExitStatus *status)
{
  *status = tv_report_usage_error ("flamegraph", sentence, NULL);
  return FALSE;
}

static gboolean
check_options (const TvCommandLine *line, Options *options, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;

  options->max_frames = options->min_width != 0 ? 0
                        : options->chart        ? MAX_CALLS
                                                : MAX_FRAMES;
  if (options->min_width == 0)
    options->min_width = NARROWEST_FRAME;
  if (options->chart
      && (options->old != NULL || line->has_clock || tv_command_line_has_filter (line)))
    return refuse (_ ("--chart does not go with --clock, --diff or --filter"), status);
  if (line->old_mapping != NULL && options->old == NULL)
    return refuse (_ ("--mapping-old needs --diff"), status);
  if (options->width < MIN_WIDTH || options->width > MAX_WIDTH)
    sentence = g_strdup_printf (_ ("The width must be %u to %u pixels"), MIN_WIDTH,
                                MAX_WIDTH);
  else if (!(options->min_width >= LEAST_FRAME && options->min_width <= WIDEST_FRAME))
    sentence = g_strdup_printf (
        _ ("The width of the narrowest frame must be %.2f to %u pixels"), LEAST_FRAME,
        WIDEST_FRAME);
  else if (line->depth > MAX_DEPTH)
    sentence = g_strdup_printf (_ ("--depth must be at most %u"), MAX_DEPTH);
  return sentence == NULL || refuse (sentence, status);
}

static gboolean
write_chart (const Picture *picture, GOutputStream *out, GError **error)
{
  const Options *options = picture->options;
  g_autoptr (TvFrameNames) names
      = tv_frame_names_new (picture->trace, options->signatures);
  const TvFlameChart chart
      = { .trace = picture->trace,
          .range = &picture->part,
          .names = names,
          .width = (guint) options->width,
          .n_columns = (guint) MAX (options->width / options->min_width, 1),
          .max_depth = picture->line->depth,
          .max_frames = options->max_frames,
          .title = picture->title };

  return tv_flame_chart_write (&chart, out, NULL, error);
}

/* Maps the methods of the old trace to those of the new one. */
static guint32 *
match_methods (const Picture *picture, const TvFrameNames *names,
               const TvFrameNames *old_names)
{
  const guint n = tv_trace_get_n_methods (picture->old);
  guint32 *methods = g_new (guint32, MAX (n, 1));

  for (guint32 method = 0; method < n; method++)
    methods[method]
        = tv_frame_names_find (names, tv_frame_names_get (old_names, method));
  return methods;
}

static TvCallTreeOther *
compare (const Picture *picture, const TvCallTree *tree, const TvFrameNames *names,
         GError **error)
{
  const Options *options = picture->options;
  g_autoptr (TvFrameNames) old_names
      = tv_frame_names_new (picture->old, options->signatures);
  g_autofree guint32 *methods = match_methods (picture, names, old_names);
  g_autoptr (TvMethodSet) through
      = tv_method_set_new_matching (picture->old, &picture->line->filter);
  const TvCallTreeComparison comparison = { .trace = picture->old,
                                            .range = &picture->old_part,
                                            .clock = picture->clock,
                                            .methods = methods,
                                            .same = tv_frame_names_get_same (old_names),
                                            .through = through };

  return tv_call_tree_compare (tree, &comparison, NULL, error);
}

static gboolean
write_graph (const Picture *picture, GOutputStream *out, GError **error)
{
  const Options *options = picture->options;
  g_autoptr (TvFrameNames) names
      = tv_frame_names_new (picture->trace, options->signatures);
  g_autoptr (TvMethodSet) through
      = tv_method_set_new_matching (picture->trace, &picture->line->filter);
  const TvCallTreeLimits limits = { .per_thread = options->per_thread,
                                    .clock = picture->clock,
                                    .least_share = options->min_width / options->width,
                                    .max_depth = picture->line->depth,
                                    .same = tv_frame_names_get_same (names),
                                    .through = through };
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new (picture->trace, &picture->part, &limits, NULL, error);
  g_autoptr (TvCallTreeOther) other = NULL;
  g_autoptr (TvFlameLayout) layout = NULL;
  TvFlameGraph graph = { .names = names,
                         .icicle = options->icicle,
                         .width = (guint) options->width,
                         .max_depth = picture->line->depth,
                         .title = picture->title };

  if (tree == NULL)
    return FALSE;
  layout = tv_flame_layout_new (
      tree, &(TvFlameSpec){ .clock = picture->clock,
                            .root = TV_NODE_NONE,
                            .least_time = tv_call_tree_get_least (tree, &limits),
                            .max_frames = options->max_frames,
                            .max_depth = picture->line->depth });
  graph.layout = layout;
  if (picture->old != NULL)
    {
      other = compare (picture, tree, names, error);
      if (other == NULL)
        return FALSE;
    }
  graph.other = other;
  graph.change = g_strcmp0 (options->change, "inclusive") == 0
                     ? TV_FLAME_CHANGE_INCLUSIVE
                     : TV_FLAME_CHANGE_SELF;
  return tv_flame_graph_write (&graph, out, NULL, error);
}

static gboolean
write_picture (GOutputStream *out, gpointer user_data, GError **error)
{
  const Picture *picture = user_data;

  return picture->options->chart ? write_chart (picture, out, error)
                                 : write_graph (picture, out, error);
}

static char *
dup_file_name (const char *path)
{
  return g_str_equal (path, "-") ? g_strdup (_ ("standard input"))
                                 : tv_file_title_dup (path);
}

static char *
make_title (const TvCommandLine *line, const Picture *picture)
{
  const Options *options = picture->options;
  const char *clock
      = picture->clock == TV_CLOCK_WALL ? _ ("wall time") : _ ("CPU time");
  g_autofree char *name = dup_file_name (line->files[0]);
  g_autofree char *old = NULL;

  if (options->title != NULL)
    return g_strdup (options->title);
  if (options->chart)
    return g_steal_pointer (&name);
  if (options->old == NULL)
    /* Translators: the name of a file, and which time is shown of it */
    return g_strdup_printf (_ ("%s, %s"), name, clock);
  old = dup_file_name (options->old);
  /* Translators: the names of two files, and which time is compared */
  return g_strdup_printf (_ ("%s compared with %s, %s"), name, old, clock);
}

static gboolean
load_old (const TvCommandLine *line, Picture *picture)
{
  char *files[] = { picture->options->old, NULL };
  TvCommandLine old = tv_command_line_get_old (line);

  old.files = files;
  picture->old = tv_command_line_load (&old, 0);
  if (picture->old == NULL)
    return FALSE;
  /* Both have the clock of the new one. */
  old.has_clock = TRUE;
  old.clock = picture->clock;
  return tv_command_line_find_clock (&old, 0, picture->old, &picture->clock)
         && tv_command_line_find_part (&old, 0, picture->old, &picture->old_part);
}

static TvExitStatus
draw (const TvCommandLine *line, const Options *options)
{
  g_auto (Picture) picture
      = { .trace = tv_command_line_load (line, 0), .line = line, .options = options };

  if (picture.trace == NULL
      || !tv_command_line_find_clock (line, 0, picture.trace, &picture.clock)
      || !tv_command_line_find_part (line, 0, picture.trace, &picture.part)
      || (options->old != NULL && !load_old (line, &picture)))
    return TV_EXIT_FAILURE;
  picture.title = make_title (line, &picture);
  return tv_command_line_write (line, write_picture, &picture);
}

static void
clear_options (Options *options)
{
  g_clear_pointer (&options->old, g_free);
  g_clear_pointer (&options->change, g_free);
  g_clear_pointer (&options->title, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* `tracedump flamegraph`: draws stacks. */
TvExitStatus
tv_command_flamegraph (int argc, char **argv)
{
  g_auto (Options) options = { .width = 1200 };
  const GOptionEntry entries[] = {
    { "icicle", 0, 0, G_OPTION_ARG_NONE, &options.icicle,
      N_ ("Draw callers above their callees"), NULL },
    { "chart", 0, 0, G_OPTION_ARG_NONE, &options.chart,
      N_ ("Draw the calls of each thread in order of time, callers above"), NULL },
    { "per-thread", 0, 0, G_OPTION_ARG_NONE, &options.per_thread,
      N_ ("Keep threads apart, with a first frame for each"), NULL },
    { "signatures", 0, 0, G_OPTION_ARG_NONE, &options.signatures,
      N_ ("Keep overloaded methods apart by their signatures"), NULL },
    { "diff", 0, 0, G_OPTION_ARG_FILENAME, &options.old,
      N_ ("Color by the change since an older trace: red for more time, blue for less"),
      /* Translators: a placeholder for the name of a file */
      N_ ("OLD") },
    { "diff-by", 0, 0, G_OPTION_ARG_STRING, &options.change,
      N_ ("The share of time that is compared"), "self|inclusive" },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title, N_ ("Title of the picture"),
      /* Translators: a placeholder for a text */
      N_ ("TEXT") },
    { "width", 0, 0, G_OPTION_ARG_INT, &options.width,
      N_ ("Width of the picture; the default is 1200"),
      /* Translators: a placeholder for a number of pixels */
      N_ ("PIXELS") },
    { "min-width", 0, 0, G_OPTION_ARG_DOUBLE, &options.min_width,
      N_ ("Merge narrower frames; the default is 1, or more where there are too many"),
      N_ ("PIXELS") },
    { 0 }
  };
  TvCommandLine line
      = { .name = "flamegraph",
          .summary = _ ("Draw a flame graph of a trace as an SVG picture."),
          .formats = "svg",
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER
                   | TV_TAKES_NAMES | TV_TAKES_OLD | TV_TAKES_DEPTH
                   | TV_TAKES_TRANSFORMS,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && check_options (&line, &options, &status))
    status = draw (&line, &options);
  tv_command_line_clear (&line);
  return status;
}
